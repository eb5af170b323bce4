"""Text as Markdown: what would be read as a mark is escaped, and nothing else."""

from __future__ import annotations

import re

#: Characters that may open a mark anywhere in a line. Underscores inside words are no marks, but
#: an escape does no harm there either, and other readers of Markdown do take them for marks.
_ANYWHERE = re.compile(r"([\\`*_\[\]<>~|])")
_ENTITY = re.compile(r"&(?=#?\w{1,32};)")
_AT_START = re.compile(r"(\#{1,6}(?=\s|$)|[-+](?=\s|$)|(?:=+|-+)\s*$|(?:[-]\s*){3,}$)")
_NUMBER_AT_START = re.compile(r"(\d{1,9})([.)])(?=\s|$)")
_TICKS = re.compile("`+")
_BREAKS = re.compile(r"[\t\n\r\f\v\u2028\u2029\x85\x1c-\x1f]+")


def inline(text: str) -> str:
    """Text inside a line of Markdown."""
    text = _ANYWHERE.sub(r"\\\1", flat(text))
    return _ENTITY.sub("&amp;", text)


def flat(text: str) -> str:
    """Text without anything that ends a line."""
    return _BREAKS.sub(" ", text)


def at_start(text: str) -> str:
    """Escaped text that begins a paragraph: what would open a block there is escaped, too."""
    text = text.lstrip(" ")
    number = _NUMBER_AT_START.match(text)
    if number:
        return f"{number.group(1)}\\{text[number.end(1) :]}"
    return f"\\{text}" if _AT_START.match(text) else text


def heading(text: str) -> str:
    """Escaped text of a heading: trailing number signs would be dropped."""
    return re.sub(r"(#+)$", lambda m: "\\#" * len(m.group()), text)


def fence(lines: list[str]) -> str:
    """Fence that is longer than any run of backticks in the code."""
    longest = max((len(m) for line in lines for m in _TICKS.findall(line)), default=0)
    return "`" * max(3, longest + 1)
