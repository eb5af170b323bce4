"""Every number of the library: thresholds with unit, source and risk, the presets, the reasons."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import IntFlag
from pathlib import Path
from typing import Any

from rejoin.errors import RulesError

_METHOD = "published method"
_OWN = "measured on the development documents"


class Reason(IntFlag):
    """Why a break is kept: one member for each of the eight conditions, in their order."""

    #: The line above is vertical text.
    VERTICAL = 1
    #: The lines are not one line pitch apart.
    PITCH = 2
    #: The lines differ in character height.
    HEIGHT = 4
    #: The lines do not overlap horizontally.
    OVERLAP = 8
    #: There is a column gap inside one of the lines.
    GAP = 16
    #: The line above is not full.
    FULL = 32
    #: The line below starts a list item.
    LIST = 64
    #: The left edges fit no shape of a paragraph.
    LEFT = 128

    @property
    def names(self) -> list[str]:
        """Lower-case names of the members that are set."""
        return [r.name.lower() for r in type(self) if r in self and r.name]


def _threshold(default: float, unit: str, what: str, lower: str, higher: str, source: str) -> Any:
    meta = {"unit": unit, "what": what, "lower": lower, "higher": higher, "source": source}
    return field(default=default, metadata=meta)


@dataclass(frozen=True)
class Rules:
    """One set of rules. h is the median character height of a line.

    Every field carries its unit, meaning, source and the risk of moving it; ``rejoin rules``
    prints them. A field without a unit is a switch.
    """

    name: str = "default"

    # Step 1: fragments to lines
    merge_overlap: float = _threshold(
        0.5, "h", "vertical overlap from which a fragment lies on the line",
        "neighbouring lines run together", "superscripts fall off their line", _METHOD)  # fmt: skip
    merge_left: float = _threshold(
        -0.3, "h", "how far left of the line's end a fragment may start",
        "text printed over other text is merged", "kerned pieces stay apart", _METHOD)  # fmt: skip
    merge_right: float = _threshold(
        2.5, "h", "gap up to which a fragment continues the line",
        "letter-spaced lines stay in pieces", "table cells become one line", _METHOD)  # fmt: skip
    merge_space: float = _threshold(
        0.35, "h", "gap from which a merged fragment follows a space",
        "words fall apart", "words run together", _METHOD)  # fmt: skip
    turn_drop: float = _threshold(
        0.5, "h", "change of baseline from which a glyph may be on another line",
        "superscripts are cut off", "lines glued at a hyphen stay one", _OWN)  # fmt: skip
    turn_back: float = _threshold(
        1.0, "h", "move to the left that, with a change of baseline, starts another line",
        "stacked fractions are cut", "lines glued without a hyphen stay one", _OWN)  # fmt: skip
    turn_far: float = _threshold(
        1.2, "h", "change of baseline that starts another line by itself",
        "high superscripts are cut off", "cells of neighbouring rows run together",
        _OWN)  # fmt: skip

    # Step 2: the eight conditions
    vertical_height: float = _threshold(
        2.5, "h", "a line higher than this and narrower than vertical_width is vertical",
        "short two-line boxes count as vertical", "vertical text is joined", _METHOD)  # fmt: skip
    vertical_width: float = _threshold(
        2.0, "h", "width below which a high line is vertical",
        "vertical text is joined", "short two-line boxes count as vertical", _METHOD)  # fmt: skip
    pitch_min: float = _threshold(
        0.5, "h", "smallest distance of two lines (exclusive)",
        "overprinted lines are joined", "tightly set lines are missed", _METHOD)  # fmt: skip
    pitch_max: float = _threshold(
        1.8, "h", "largest distance of two lines (inclusive)",
        "widely spaced paragraphs are missed", "paragraphs are joined over gaps",
        _METHOD)  # fmt: skip
    height: float = _threshold(
        0.3, "h", "largest difference of the character heights (inclusive)",
        "lines with other scripts in them are missed", "a heading is joined to its text",
        _METHOD)  # fmt: skip
    gap: float = _threshold(
        3.0, "own h", "largest gap inside a line (exclusive)",
        "justified lines are missed", "table rows are joined", _METHOD)  # fmt: skip
    full_width: float = _threshold(
        12.0, "h", "smallest width of a line that can be full (inclusive)",
        "short labels are joined", "narrow columns are missed", _METHOD)  # fmt: skip
    full_edge: float = _threshold(
        0.9, "of the column's right edge", "where a full line must end (inclusive)",
        "last lines of paragraphs are joined on", "ragged lines are missed", _METHOD)  # fmt: skip
    column_left: float = _threshold(
        1.5, "h", "left edges this close belong to one column (inclusive)",
        "indented lines have a column of their own", "other columns spoil the edge",
        _METHOD)  # fmt: skip
    left_equal: float = _threshold(
        0.5, "h", "left edges closer than this are equal (exclusive)",
        "jitter keeps breaks", "small indents are overlooked", _METHOD)  # fmt: skip
    left_outdent: float = _threshold(
        1.3, "h", "how far left a paragraph's second line may start (inclusive)",
        "indented first lines are missed", "nested text is joined to its parent",
        _METHOD)  # fmt: skip
    left_hanging: float = _threshold(
        4.0, "h", "how far right a list item's second line may start (inclusive)",
        "items with long numbers are missed", "indented quotations are joined",
        _METHOD)  # fmt: skip

    # The learnt decision
    confidence: float = _threshold(
        0.75, "probability", "confidence from which a break is joined (with `learnt`)",
        "more wrong joins", "more missed wraps", _OWN)  # fmt: skip

    precision: float = _threshold(
        0.0, "share", "precision of the joins that is asked for, in place of `confidence` (0: not "
        "asked for); the confidence that reached it in documents left out of the fitting is taken",
        "more wrong joins", "more missed wraps", _OWN)  # fmt: skip
    edge_confidence: float = _threshold(
        0.75, "probability", "confidence from which a paragraph is joined over a page edge",
        "more wrong joins", "more paragraphs cut at page edges", _OWN)  # fmt: skip

    # Switches
    learnt: bool = True
    check_gap: bool = True
    outdent_any_script: bool = False
    published: bool = False
    hyphens: str = "auto"
    furniture: str = "keep"
    tags: str = "auto"
    blank_lines: bool = True
    page_edges: bool = True
    table_rows: bool = True

    def replace(self, **changes: Any) -> Rules:
        """Return a copy with some fields changed; values are checked.

        Raises
        ------
        RulesError
            No such field, or a value of the wrong type.
        """
        known = {f.name: f for f in fields(self)}
        for name, value in changes.items():
            if name not in known:
                raise RulesError(f"there is no threshold named {name!r}; see `rejoin rules`")
            if not _fits(getattr(self, name), value):
                raise RulesError(f"{name} cannot be {value!r}")
        if changes.get("hyphens", "auto") not in HYPHENS:
            raise RulesError(f"hyphens is one of {', '.join(HYPHENS)}")
        if changes.get("furniture", "keep") not in FURNITURE:
            raise RulesError(f"furniture is one of {', '.join(FURNITURE)}")
        if changes.get("tags", "auto") not in TAGS:
            raise RulesError(f"tags is one of {', '.join(TAGS)}")
        return replace(self, **changes)

    @classmethod
    def thresholds(cls) -> Iterable[tuple[str, float, Mapping[str, str]]]:
        """Name, default and description (what, unit, lower, higher, source) of each threshold."""
        for f in fields(cls):
            if f.metadata:
                yield f.name, float(f.default), f.metadata  # type: ignore[arg-type]


#: What may become of text that cannot be seen.
HIDDEN = ("drop", "keep")


def check_hidden(hidden: str | None) -> None:
    """Raise `RulesError` for a choice that there is not."""
    if hidden not in (None, *HIDDEN):
        raise RulesError(f"hidden is one of {', '.join(HIDDEN)}, not {hidden!r}")


#: What may be done with a hyphen at a joined line end.
HYPHENS = ("auto", "keep", "drop")
#: What may be done with running heads and feet, page numbers and line numbers.
FURNITURE = ("keep", "drop")
#: Whether the tags of a tagged PDF are evidence, where they can be trusted.
TAGS = ("auto", "ignore")


def _fits(old: object, new: object) -> bool:
    if isinstance(old, (bool, str)):
        return type(new) is type(old)
    return isinstance(new, (int, float)) and not isinstance(new, bool) and new == new


_PUBLISHED: dict[str, Any] = {
    "published": True,
    "learnt": False,
    "page_edges": False,
    "table_rows": False,
    "blank_lines": False,
    "hyphens": "keep",
    "tags": "ignore",
}
PRESETS: Mapping[str, Rules] = {
    "default": Rules(),
    "first": Rules("first", check_gap=False, outdent_any_script=True, **_PUBLISHED),
    "cjk": Rules("cjk", check_gap=False, **_PUBLISHED),
    "gap": Rules("gap", **_PUBLISHED),
}


def load_rules(rules: str | Rules | None = None, **changes: Any) -> Rules:
    """Return a preset by name, a TOML file's rules, or the rules given, with changes.

    A TOML file holds thresholds at its top level and may name its ``base`` preset.

    Raises
    ------
    RulesError
        No such preset, file or threshold.
    """
    if isinstance(rules, Rules):
        return rules.replace(**changes)
    name = rules or "default"
    if name in PRESETS:
        return PRESETS[name].replace(**changes)
    if not name.endswith(".toml"):
        raise RulesError(f"there is no preset {name!r}: use {', '.join(PRESETS)} or a .toml file")
    try:
        table = tomllib.loads(Path(name).read_text(encoding="utf-8"))
    except OSError as error:
        raise RulesError(f"cannot be read ({error.strerror})", file=name) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RulesError(f"is not valid TOML ({error})", file=name) from None
    base = table.pop("base", "default")
    if base not in tuple(PRESETS):
        raise RulesError(f"base is one of {', '.join(PRESETS)}, not {base!r}", file=name)
    return PRESETS[base].replace(**{"name": Path(name).stem, **table, **changes})


def parse_setting(text: str) -> tuple[str, Any]:
    """``NAME=VALUE`` of ``--set``, with the value in the type of the field.

    Raises
    ------
    RulesError
        No such threshold, or a value that is no number or no switch.
    """
    name, equals, value = text.partition("=")
    name = name.strip()
    default = getattr(PRESETS["default"], name, None) if name != "name" else None
    if not equals or not isinstance(default, (bool, int, float, str)):
        raise RulesError(f"--set takes NAME=VALUE with a name of `rejoin rules`, not {text!r}")
    value = value.strip()
    if isinstance(default, str):
        return name, value
    if isinstance(default, bool):
        if value.lower() not in {"true", "false"}:
            raise RulesError(f"{name} is true or false, not {value!r}")
        return name, value.lower() == "true"
    try:
        return name, float(value)
    except ValueError:
        raise RulesError(f"{name} is a number, not {value!r}") from None
