"""One small case: a PDF, the right text beside it, and what else is asked of it."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, Literal

import rejoin
from bench.corpus import CorpusError
from rejoin import PasswordError, RejoinError, RejoinWarning

#: Seconds that a case with ``"expect": "fast"`` may take: about five times what the slowest such
#: case (600 pages) needs on a loaded machine.
FAST = 10.0
#: What ``expect`` may ask for.
EXPECTATIONS = ("no-crash", "no-hang", "fast", "error-without-password")
_OPEN, _CLOSE = "([\uff08\u300a\u3008\u3010", ")]\uff09\u300b\u3009\u3011"


@dataclass(frozen=True)
class Case:
    """A case of a folder.

    Attributes
    ----------
    pdf
        The PDF; beside it lie ``NAME.expected.txt`` and, if there is more to say, ``NAME.json``.
    wanted
        The right text; none if there is no such file.
    keys
        What the JSON file holds.
    """

    pdf: Path
    wanted: str | None
    keys: dict[str, Any]

    @property
    def name(self) -> str:
        """Name of the PDF without its ending."""
        return self.pdf.stem

    @property
    def recoverable(self) -> bool:
        """Whether the true text is in the file at all."""
        return self.keys.get("recoverable", True) is not False


@dataclass(frozen=True)
class Verdict:
    """What came of a case.

    Attributes
    ----------
    state
        ``right``, ``wrong``, or ``open`` for one that cannot be judged.
    reason
        Why it is not right.
    """

    state: Literal["right", "wrong", "open"]
    reason: str = ""


def find_cases(folder: Path) -> list[Case]:
    """Cases of a folder, by name.

    Raises
    ------
    CorpusError
        The folder has no cases, or a JSON file cannot be used.
    """
    found = [_case(pdf) for pdf in sorted(folder.glob("*.pdf"))]
    cases = [case for case in found if case.wanted is not None or case.keys]
    if not cases:
        raise CorpusError(f"{folder}: no PDF with a NAME.expected.txt or NAME.json beside it")
    return cases


def _case(pdf: Path) -> Case:
    wanted, more = pdf.with_suffix(".expected.txt"), pdf.with_suffix(".json")
    try:
        keys = json.loads(more.read_text(encoding="utf-8")) if more.exists() else {}
    except ValueError as error:
        raise CorpusError(f"{more}: {error}") from None
    if (expect := keys.get("expect")) not in (None, *EXPECTATIONS):
        raise CorpusError(f"{more}: expect is one of {', '.join(EXPECTATIONS)}, not {expect!r}")
    return Case(pdf, wanted.read_text(encoding="utf-8") if wanted.exists() else None, keys)


def judge(case: Case) -> Verdict:
    """Read a case and compare; whatever goes wrong is a verdict, too."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RejoinWarning)  # a verdict says what is wrong
            return _judge(case)
    except Exception as error:
        return Verdict("wrong", f"{type(error).__name__}: {error}")


def _judge(case: Case) -> Verdict:
    password = case.keys.get("password")
    if case.keys.get("expect") == "error-without-password" and not _is_locked(case.pdf):
        return Verdict("wrong", "opens without its password")
    begun = perf_counter()
    try:
        got = rejoin.text(case.pdf, password=password)
    except RejoinError as error:
        if case.wanted or case.keys.get("expect") not in ("no-crash", "no-hang"):
            raise
        return Verdict("right", str(error))  # a clear error is an answer where nothing is wanted
    took = perf_counter() - begun
    if case.keys.get("expect") == "fast" and took > FAST:
        return Verdict("wrong", f"took {took:.1f} s, more than {FAST:g} s")
    if case.recoverable and case.wanted is not None:
        different = difference(got, case.wanted, case.keys)
        if different:
            return Verdict("wrong", different)
    return _judge_class(case, password) if "page_class" in case.keys else Verdict("right")


def _is_locked(pdf: Path) -> bool:
    try:
        rejoin.text(pdf)
    except PasswordError:
        return True
    return False


def _judge_class(case: Case, password: str | None) -> Verdict:
    """Whether `rejoin.check` gives one of the pages the class that is wanted."""
    wanted = case.keys["page_class"]
    found = [str(page.page_class) for page in rejoin.check(case.pdf, password=password).pages]
    if wanted in found:
        return Verdict("right")
    return Verdict("wrong", f"classed as {', '.join(dict.fromkeys(found))}, not {wanted}")


def difference(got: str, wanted: str, keys: dict[str, Any]) -> str:
    """Where a text differs from the one that is wanted, in words; empty if it does not.

    Lines are stripped, white space is folded (a tab between cells counts as any white space),
    empty lines and form feeds do not count. If the wanted text has indented lines, as code has,
    indents count. Lines that are ``furniture`` may be there or not, ``ruby`` may be dropped or
    stand in brackets.
    """
    indents = bool(re.search(r"^ {2,}\S", wanted, re.MULTILINE))
    lines = _lines(_without_ruby(got, _several(keys, "ruby")), indents)
    right = _lines(wanted, indents)
    lines = _without_furniture(lines, right, set(_lines("\n".join(_several(keys, "furniture")))))
    for i, (a, b) in enumerate(zip(lines, right, strict=False)):
        if a != b:
            return f"line {i + 1} is {_short(a, b)}, not {_short(b, a)}"
    if len(lines) < len(right):
        return f"line {len(lines) + 1} is missing: {_short(right[len(lines)])}"
    if len(lines) > len(right):
        return f"line {len(right) + 1} is too much: {_short(lines[len(right)])}"
    return ""


def _several(keys: dict[str, Any], name: str) -> list[str]:
    value = keys.get(name, [])
    return [value] if isinstance(value, str) else [str(item) for item in value]


def _lines(text: str, indents: bool = False) -> list[str]:
    out = []
    for line in text.replace("\f", "\n").split("\n"):
        folded = re.sub(r"\s+", " ", line).strip()
        if folded:
            out.append((" " * (len(line) - len(line.lstrip(" "))) if indents else "") + folded)
    return out


def _without_furniture(lines: Sequence[str], right: Sequence[str], extra: set[str]) -> list[str]:
    """Lines without the furniture, unless it is what is wanted at its place."""
    out: list[str] = []
    for line in lines:
        if line.strip() not in extra or right[len(out) : len(out) + 1] == [line]:
            out.append(line)
    return out


def _without_ruby(text: str, ruby: Sequence[str]) -> str:
    for reading in ruby:
        text = re.sub(
            rf"\s?[{re.escape(_OPEN)}]{re.escape(reading)}[{re.escape(_CLOSE)}]", "", text
        )
    return text


def _short(text: str, other: str = "", room: int = 60) -> str:
    """The text in quotes; of a long one what stands around the first difference."""
    at = next((i for i, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), 0)
    if not at and other:
        at = min(len(text), len(other)) if text[:1] == other[:1] else 0
    start = max(0, at - room // 3) if len(text) > room else 0
    cut = text[start : start + room]
    return ("..." if start else "") + repr(cut) + ("..." if start + room < len(text) else "")
