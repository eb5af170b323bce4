"""From the forms that tools write to plain text with a newline at every break."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from importlib.metadata import version
from typing import Any

_TAG = re.compile(r"</?(?:sup|sub|b|i|u|em|strong|mark|span|del|ins|s)(?:\s[^>]*)?>")
_BREAK = re.compile(r"</?(?:br|p|div|table|tr|td|th|thead|tbody|li|ul|ol)\s*/?>")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_LINK = re.compile(r"!?\[([^\]\n]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)")
_START = re.compile(r"^[ \t]*(?:#{1,6} |> |[-*+] (?=\S)|\|?[-:| ]+\|$)", re.MULTILINE)
_MARK = re.compile(r"(?<!\\)\*{1,3}|~~|`+|(?<![\w\\])_{1,3}(?=\S)|(?<=[^\s\\])_{1,3}(?!\w)")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


def version_of(adapter: Any) -> str:
    """Version of an adapter's tool: of its package, or as the adapter finds it out.

    Raises
    ------
    Exception
        The tool is not installed.
    """
    found = adapter.version() if hasattr(adapter, "version") else version(adapter.PACKAGE)
    return str(found)


def joined(lines: Iterable[str]) -> str:
    """Lines of one block as running text: a space between them."""
    return " ".join(line.strip() for line in lines if line.strip())


def unmarked(markdown: str) -> str:
    """Markdown without its marks; cells of a table stand on lines of their own."""
    text = _COMMENT.sub("", markdown)
    text = _BREAK.sub("\n", _TAG.sub("", text))
    text = _LINK.sub(r"\1", text)
    text = _START.sub("", text)
    text = re.sub(r"(?<!\\)\|", "\n", text)
    text = _MARK.sub("", text)
    return html.unescape(_ESCAPE.sub(r"\1", text))
