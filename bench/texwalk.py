"""Walks through a TeX source and cuts its text into units."""

from __future__ import annotations

import re

from bench.place import DOUBT, Unit
from bench.texmacros import (
    ASIDE,
    BREAKS,
    CHARS,
    FLOWING,
    HEADINGS,
    INLINE,
    LISTS,
    MATH,
    RUN_IN,
    SILENT,
    SKIPPED,
    TABLES,
)  # fmt: skip
from bench.texscan import Cursor, closing, formula, optional

#: The first of the private characters that stand for verbatim text put aside.
HELD = 0xF0000
_TOKEN = re.compile(r"\\(?:[A-Za-z@]+\*?|.|\n)|[{}$~&\n]|[^\\{}$~&\n]+", re.DOTALL)


class Walker(Cursor):
    """Reads a source token by token."""

    def __init__(
        self,
        text: str,
        block: frozenset[str],
        inline: frozenset[str],
        held: list[str],
        kind: str = "p",
    ) -> None:
        super().__init__(text)
        self.units: list[Unit] = []
        self._block, self._inline, self._held = block, inline, held
        self._kind = kind
        self._base = kind
        self._parts: list[str] = []
        self._aside: list[Unit] = []
        self._doubts: set[int] = set()
        self._table = 0

    def run(self) -> None:
        """Read all."""
        while found := _TOKEN.match(self.text, self.at):
            self.at = found.end()
            self._token(found[0])
        self._flush()

    def _token(self, token: str) -> None:
        if token == "\n":
            rest = re.compile(r"[ \t]*\n").match(self.text, self.at)
            if rest:
                self._flush()
            self._parts.append(" ")
        elif token == "~":
            self._parts.append(" ")
        elif token == "&":
            self._flush() if self._table else self._parts.append("&")
        elif token == "$":
            self._dollar()
        elif token in "{}":
            if self.at in self._doubts:
                self._parts.append(DOUBT)
        elif token[0] == "\\":
            self._command(token[1:])
        else:
            self._plain(token)

    def _plain(self, token: str) -> None:
        for part in re.split(f"([{chr(HELD)}-{chr(HELD + 0xFFFF)}])", token):
            if not part:
                continue
            if ord(part[0]) < HELD:
                self._parts.append(part)
                continue
            content = self._held[ord(part) - HELD]
            if content.endswith("\n"):
                self._flush()
                lines = content.split("\n")
                self.units.extend(Unit("pre", line.rstrip()) for line in lines if line.strip())
            else:
                self._parts.append(content)

    def _dollar(self) -> None:
        text = self.text
        if text.startswith("$", self.at):
            end = text.find("$$", self.at + 1)
            self.at = end + 2 if end >= 0 else self.at + 1
            self._parts.append(f" {DOUBT} ")
            return
        end = text.find("$", self.at)
        if 0 <= end < self.at + 1000 and "\n\n" not in text[self.at : end]:
            self._parts.append(formula(text[self.at : end]))
            self.at = end + 1

    def _command(self, name: str) -> None:
        bare = name.rstrip("*")
        if name[:1] in ("\\", "\n", " ") or bare in (
            "newline",
            "tabularnewline",
            "cr",
            "linebreak",
        ):
            self._break(name)
        elif bare == "(":
            self._inline_math()
        elif bare == "[" or bare in ("]", ")"):
            self._display(bare)
        elif bare in CHARS:
            self._parts.append(CHARS[bare])
            self.swallow(bare)
        elif not bare[:1].isalpha():
            if bare in "&%$#_{}":
                self._parts.append(bare)
        elif bare in ("begin", "end"):
            self._environment(bare)
        elif bare in HEADINGS or bare in RUN_IN:
            self._heading(bare)
        elif bare in ASIDE:
            self._note(bare)
        elif bare in LISTS:
            self._item(1 if bare == "bibitem" else 0)
        elif bare in BREAKS:
            self._flush()
            self.skip(0)
        elif bare in SKIPPED:
            self.skip(SKIPPED[bare])
        elif bare in SILENT or bare in INLINE:
            self.skip(0)
            self.swallow(bare)
        else:
            self._unknown(bare)

    def _break(self, name: str) -> None:
        if name[:1] in (" ", "\n"):
            self._parts.append(" ")
            return
        self.skip(0)
        self._flush()

    def _inline_math(self) -> None:
        end = self.text.find("\\)", self.at)
        if end >= 0:
            self._parts.append(formula(self.text[self.at : end]))
            self.at = end + 2

    def _display(self, name: str) -> None:
        if name == "[":
            end = self.text.find("\\]", self.at)
            self.at = end + 2 if end >= 0 else self.at
        self._parts.append(f" {DOUBT} ")

    def _environment(self, side: str) -> None:
        found = re.compile(r"\s*\{([^{}]*)\}").match(self.text, self.at)
        if not found:
            return
        self.at = found.end()
        name = found[1].strip().rstrip("*")
        if name in MATH:
            end = self.text.find("\\end{" + found[1].strip() + "}", self.at)
            self.at = self.text.find("}", end) + 1 if side == "begin" and end >= 0 else self.at
            self._parts.append(f" {DOUBT} ")
            return
        if name in FLOWING:
            self._parts.append(" ")
            self.skip(FLOWING[name] if side == "begin" else 0)
            return
        if name in TABLES:
            self._flush()
            self._table += 1 if side == "begin" else -1
            self._kind = "td" if self._table else self._base
            if side == "begin":
                self.skip(TABLES[name])
            return
        if name in BREAKS or name in LISTS:
            self._flush()
            if side == "begin":
                self.skip(BREAKS.get(name, 0))
                self._kind = {"quote": "blockquote", "quotation": "blockquote"}.get(
                    name, self._kind
                )
            elif not self._table:
                self._kind = self._base
            return
        self._parts.append(f" {DOUBT} ")
        if side == "begin":
            self.skip(0)

    def _heading(self, name: str) -> None:
        self._flush()
        self.at = optional(self.text, self.at)
        end = closing(self.text, self.at) if self.text[self.at : self.at + 1] == "{" else -1
        if end < 0:
            return
        if name in RUN_IN:
            # Some classes set this heading on the first line of the text, some above it.
            self._parts.append(self._inner(self.at + 1, end) + f" {DOUBT} ")
        else:
            units = self._sub(self.at + 1, end, HEADINGS[name])
            self.units.extend(units)
        self.at = end + 1

    def _note(self, name: str) -> None:
        self.at = optional(self.text, self.at)
        if self.text[self.at : self.at + 1] != "{":
            return
        end = closing(self.text, self.at)
        self._aside.extend(self._sub(self.at + 1, end, ASIDE[name]))
        self.at = end + 1
        if ASIDE[name] == "caption":
            self._flush()

    def _item(self, keys: int) -> None:
        """Start an item; so many arguments behind its label are not printed."""
        self._flush()
        self._kind = "li"
        found = re.compile(r"\s*(?:<[^>]*>)?\s*\[").match(self.text, self.at)
        if not found:
            self.skip(keys)
            return
        depth, at = 0, found.end()
        while at < len(self.text) and (depth or self.text[at] != "]"):
            depth += {"{": 1, "}": -1}.get(self.text[at], 0)
            at += 1
        self._parts.append(self._inner(found.end(), at) + f" {DOUBT} ")
        self.at = at + 1
        self.skip(keys)

    def _unknown(self, name: str) -> None:
        """A macro of which nothing is known may end a line before it or after its arguments."""
        doubt = name not in self._inline
        if doubt:
            self._parts.append(DOUBT)
        self.skip(0)
        text, at = self.text, self.at
        while text[at : at + 1] == "{":
            at = closing(text, at) + 1
            if doubt:
                self._doubts.add(at)
        if at == self.at:
            self.swallow(name)

    def _inner(self, start: int, stop: int) -> str:
        """Text of an argument within a line."""
        units = self._sub(start, stop, self._kind)
        return f" {DOUBT} ".join(u.text for u in units)

    def _sub(self, start: int, stop: int, kind: str) -> list[Unit]:
        walker = Walker(self.text[start:stop], self._block, self._inline, self._held, kind)
        walker.run()
        return walker.units

    def _flush(self) -> None:
        text = " ".join("".join(self._parts).split())
        self._parts.clear()
        if text.replace(DOUBT, "").strip():
            self.units.append(Unit(self._kind, text))
            if self._kind == "li":
                self._kind = self._base
        self.units.extend(self._aside)
        self._aside.clear()
