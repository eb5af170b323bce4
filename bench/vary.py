"""``vary``: sets the texts of the corpus in many more looks, for fitting only.

The corpus holds each text in a few looks. A net that is fitted to them learns the looks as well as
the rule; with more of them it has to learn the rule. What is made is not kept: the same seed gives
the same plan.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from bench.build import CORPUS, each, report
from bench.make import Made, make
from bench.pool import JOBS
from bench.producers.source import Planned, Style, load, load_plan

#: Most pages of a text are few; the book is long enough as it is.
_LEFT_OUT = ("en-book",)
#: Page sizes (points): A4, Letter, A5, a paperback.
_PAGES = ((595.0, 842.0), (595.0, 842.0), (612.0, 792.0), (420.0, 595.0), (432.0, 648.0))
_COLUMNS, _GUTTERS = (1, 1, 1, 1, 2, 2, 3), (12.0, 16.0, 20.0, 26.0)
#: Least measure, in type sizes, and least margin on one side, points.
_NARROWEST, _MARGIN = 13.0, 30.0


def add_parser(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser("vary", help="set the corpus texts in more looks, for fitting")
    parser.add_argument("folder", type=Path, help="where to put them")
    parser.add_argument(
        "--looks", type=int, default=6, metavar="N", help="looks a text (default 6)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="another plan")
    parser.add_argument("-j", "--jobs", type=int, default=JOBS, metavar="N", help="processes")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    known = load_plan(CORPUS / "plan.jsonl")
    plan = list(varied(known, args.looks, args.seed))
    args.folder.mkdir(parents=True, exist_ok=True)
    rows = [json.dumps({"name": p.name, "text": p.text, "producer": p.producer}) for p in plan]
    (args.folder / "varied.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
    shutil.copytree(CORPUS / "texts", args.folder / "texts", dirs_exist_ok=True)
    work = partial(_made, folder=args.folder)
    return report([made for _, made in each(work, plan, args.jobs)])


def _made(planned: Planned, folder: Path) -> Made:
    """Make one, in a single wide column if its tables need that."""
    made = make(planned, folder / "texts", folder)
    if made.state != "failed":
        return made
    page = planned.style.page if planned.style.page[0] >= _PAGES[0][0] else _PAGES[0]
    wide = replace(planned.style, columns=1, page=page, measure=page[0] - 4 * _MARGIN, size=9.5)
    return make(replace(planned, style=wide), folder / "texts", folder)


def varied(known: Sequence[Planned], looks: int, seed: int) -> Iterator[Planned]:
    """Plan new looks for every text, of producers and fonts that its language has in the corpus."""
    dice = random.Random(seed)
    language = {p.text: load(CORPUS / "texts" / f"{p.text}.txt").lang for p in known}
    for text in sorted(language):
        if text.startswith(_LEFT_OUT):
            continue
        alike = [p for p in known if language[p.text] == language[text] and not p.style.vertical]
        if not alike:
            continue
        for k in range(looks):
            model, other = dice.choice(alike), dice.choice(alike)
            style = _style(model.style, other.style, dice)
            yield Planned(f"{text}-{model.producer}-v{k}", text, model.producer, style)


def _style(model: Style, other: Style, dice: random.Random) -> Style:
    """A new style with the font and switches of one row and the leading of another one."""
    size = dice.choice((8.5, 9.0, 9.5, 10.0, 10.5, 11.0, 11.5, 12.0, 13.0))
    page, gutter = dice.choice(_PAGES), dice.choice(_GUTTERS)
    widest = page[0] - 2 * _MARGIN
    columns = dice.choice(_COLUMNS)
    while columns > 1 and (widest - gutter * (columns - 1)) / columns < _NARROWEST * size:
        columns -= 1
    most = (widest - gutter * (columns - 1)) / columns
    least = max(_NARROWEST * size, 0.5 * most)
    return Style(
        font=model.font,
        size=size,
        leading=round(other.leading + dice.uniform(-0.08, 0.12), 2),
        measure=round(dice.uniform(min(least, most), most)),
        columns=columns,
        gutter=gutter,
        page=page,
        align=dice.choice(("justify", "justify", "left")),
        paragraph=dice.choice(("indent", "gap", "gap", "both", "none")),
        indent=dice.choice((0.8, 1.0, 1.5, 2.0, 3.0)),
        gap=dice.choice((0.2, 0.3, 0.4, 0.5, 0.7, 1.0)),
        hyphenate=model.hyphenate,
        running_head=dice.random() < 0.4,
        page_numbers=dice.random() < 0.8,
        drop_cap=model.drop_cap,
        bullet=other.bullet,
        number=dice.choice(("1.", "1.", "1)", "(1)", "[1]")),
        rules=dice.random() < 0.6,
        extra=model.extra,
    )
