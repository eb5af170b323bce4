"""Text and code as LaTeX source: escaped, with web addresses that can break."""

from __future__ import annotations

import re
from collections.abc import Mapping

from .measures import links

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "#": r"\#",
    "$": r"\$",
    "%": r"\%",
    "&": r"\&",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
}
#: Straight quotes in code, for pdfTeX, whose fonts would bend them.
QUOTES = {"'": r"\textquotesingle{}", "`": r"\textasciigrave{}", '"': r"\textquotedbl{}"}
_LIGATURE = re.compile(r"(?<=[-<>,'`!?])(?=[-<>,'`])")
_BREAK = r"\\addressbreak{}"
_BREAK_AFTER = re.compile(r"(?<=[/.?&=_])(?=[A-Za-z0-9\\])")
_CODE_BREAK = re.compile(r"(?<=[;,/=])(?=[A-Za-z0-9\\])")
#: Neighbouring characters in the same other font, each in a group of its own.
_RUN = re.compile(r"\{\\(fillin|symbols) [^{}]+\}(?:\{\\\1 [^{}]+\})+")
_LATIN = re.compile(r"([A-Za-z][\w@.:/+-]*(?: [A-Za-z0-9][\w@.:/+-]*)*)", re.ASCII)


class Text:
    """Escapes text for one engine.

    Parameters
    ----------
    chars
        Characters that the engine cannot read as they are, with their commands.
    latin
        Command around web addresses and other Latin words (right-to-left texts in XeTeX).
    code
        The same for code; its straight quotes need commands in pdfTeX only.
    """

    def __init__(
        self, chars: Mapping[str, str], latin: str = "", code: Mapping[str, str] | None = None
    ) -> None:
        self._chars = {**_SPECIAL, **chars}
        self._code = {**_SPECIAL, **(chars if code is None else code)}
        self._latin = latin

    def __call__(self, text: str) -> str:
        """Escape running text."""
        return "".join(self._url(part) if url else self._plain(part) for part, url in links(text))

    def _plain(self, text: str) -> str:
        return _RUN.sub(_joined, self._words(text))

    def _words(self, text: str) -> str:
        if not self._latin:
            return _escape(text, self._chars)
        words = _LATIN.split(text)
        escaped = [_escape(word, self._chars) for word in words]
        return "".join(rf"{self._latin}{{{w}}}" if i % 2 else w for i, w in enumerate(escaped))

    def _url(self, url: str) -> str:
        hyphens = _escape(url, _SPECIAL).replace("-{}-", "--").replace("-", r"\hbox{-}")
        address = rf"\address{{{_BREAK_AFTER.sub(_BREAK, hyphens)}}}"
        return f"{self._latin}{{{address}}}" if self._latin else address

    def code(self, line: str, long: bool = False) -> str:
        """Escape a line of code: leading blanks stand; long lines may break at signs."""
        stripped = line.lstrip(" ")
        blanks = "~" * (len(line) - len(stripped))
        escaped = _escape(stripped, self._code)
        if long:
            escaped = _CODE_BREAK.sub(_BREAK, escaped)
        return rf"\codeline{{{blanks}{escaped.replace(' ', chr(92) + ' ')}}}"


def _escape(text: str, chars: Mapping[str, str]) -> str:
    parts = _LIGATURE.split(text)
    return "{}".join("".join(chars.get(c, c) for c in part) for part in parts)


def _joined(run: re.Match[str]) -> str:
    """Put neighbouring characters into one group, so that they make words."""
    return run.group().replace(rf"}}{{\{run[1]} ", "")
