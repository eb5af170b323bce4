"""A place in a TeX source, and how to get past arguments and formulas."""

from __future__ import annotations

import re

from bench.place import DOUBT

_SPACE = re.compile(r"[ \t\n]*")
_WHITE = re.compile(r"[ \t]*(?:\n(?![ \t]*\n)[ \t]*)?")
_OPTIONS = re.compile(r"(?:<[^>\n]*>)?(?:\[[^\]\n]{0,200}\])*")
_WORD = re.compile(r"\\[A-Za-z@]+")
#: Longest optional argument.
_LONGEST = 400


def closing(text: str, at: int) -> int:
    """Index of the brace that closes the one at `at`; the text's end if there is none."""
    depth = 0
    for found in re.compile(r"\\.|[{}]", re.DOTALL).finditer(text, at):
        if found[0] == "{":
            depth += 1
        elif found[0] == "}":
            depth -= 1
            if depth == 0:
                return found.start()
    return len(text)


def optional(text: str, at: int) -> int:
    """Index after the optional arguments that start at `at`, past white space."""
    while True:
        after = _SPACE.match(text, at).end()  # type: ignore[union-attr]
        if after >= len(text) or text[after] != "[" or "\n\n" in text[at:after]:
            return at if after >= len(text) or text[after] != "{" else after
        end = text.find("]", after)
        if end < 0 or end - after > _LONGEST or "\n\n" in text[after:end]:
            return at
        at = end + 1


def formula(text: str) -> str:
    """Letters and digits of a formula within a line; doubt in place of one with rows."""
    if "\\\\" in text or "\\begin" in text:
        return f" {DOUBT} "
    text = re.sub(r"\\(?:mathrm|text|mbox|mathit|mathbf|rm|it|bf)\b", " ", text)
    return re.sub(r"\\[A-Za-z]+|\\.|[{}^_&]", "", text)


class Cursor:
    """A source and a place in it.

    Attributes
    ----------
    text
        The source.
    at
        Index of the next character.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def swallow(self, name: str) -> None:
        """A control word takes the white space after it."""
        if name[-1:].isalpha():
            found = _WHITE.match(self.text, self.at)
            self.at = found.end() if found else self.at

    def skip(self, count: int) -> None:
        """Pass over optional arguments and `count` arguments in braces."""
        text = self.text
        found = _OPTIONS.match(text, self.at)
        self.at = found.end() if found else self.at
        for _ in range(count):
            at = optional(text, self.at)
            at = _SPACE.match(text, at).end()  # type: ignore[union-attr]
            if text[at : at + 1] == "{":
                self.at = closing(text, at) + 1
            elif text[at : at + 1] == "\\" and (word := _WORD.match(text, at)):
                self.at = word.end()
            else:
                return
