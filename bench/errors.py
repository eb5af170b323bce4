"""``errors``: the breaks that were decided wrongly, with the lines around them."""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from bench import corpus
from bench.corpus import Item
from bench.match import Outcome, match
from bench.output import Output, read_output
from bench.pool import add_corpus, over_documents
from bench.scoring import fair, unit_pair
from rejoin import Rules
from rejoin.rules import load_rules

#: Lines shown above and below a break, its own two included.
AROUND = 2
#: Characters of a line that are shown.
WIDTH = 96
#: Errors of a group that are shown by default.
LIMIT = 5


@dataclass(frozen=True)
class Mistake:
    """One break that was decided wrongly.

    Attributes
    ----------
    missed
        A wrap that was kept; otherwise a break that was joined.
    why
        The failed conditions; for a wrong join, the units on both sides.
    units
        Kinds of the units on both sides.
    file, page, char, confidence
        Where it is (`char` as in `Row`), and how sure rejoin was that it is a wrap.
    above, below
        Lines up to the break and from it on.
    """

    missed: bool
    why: str
    units: str
    file: str
    page: int
    char: int
    confidence: float | None
    above: Sequence[str]
    below: Sequence[str]

    def __str__(self) -> str:
        """Where it is, and the lines around it with the break marked."""
        sure = "" if self.confidence is None else f", confidence {self.confidence:.2f}"
        lines = [f"  {self.file}, page {self.page}, {self.units}{sure}"]
        lines += [f"      {line[-WIDTH:]}" for line in self.above]
        lines.append("    " + ("-- kept, a wrap" if self.missed else "-- joined, to be kept"))
        lines += [f"      {line[:WIDTH]}" for line in self.below]
        return "\n".join(lines)


def mistakes(item: Item, rules: Rules) -> list[Mistake]:
    """Find the wrong decisions of a document."""
    output = read_output(item.pdf, fair(rules, item))
    found = match(item.rows(), output)
    return [_mistake(o, output, item.name) for o in found if o.joined != (o.row.label == "wrap")]


def _mistake(o: Outcome, output: Output, name: str) -> Mistake:
    above = [] if o.above is None else output.text[max(0, o.above - AROUND + 1) : o.above + 1]
    below = [] if o.below is None else output.text[o.below : o.below + AROUND]
    missed = o.row.label == "wrap"
    return Mistake(
        missed, _why(o) if missed else unit_pair(o), unit_pair(o), name, o.row.page, o.row.char,
        o.verdict.confidence if o.verdict else None, above or [o.row.above], below or [o.row.below],
    )  # fmt: skip


def _why(o: Outcome) -> str:
    if o.above is None or o.below is None:
        return "no line begins or ends there"
    if o.row.page_below is not None:
        return "page or column edge"
    if not o.verdict:
        return "other lines between"
    return " + ".join(o.failed.names) or "weighed together"


def add_parser(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser("errors", help="wrong and missed breaks, with their lines")
    add_corpus(parser)
    parser.add_argument("--rules", default="default", help="a preset or a TOML file")
    limit = f"errors shown of a group (default {LIMIT})"
    parser.add_argument("--limit", type=int, default=LIMIT, metavar="N", help=limit)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    items = corpus.find(args.corpus)
    work = partial(mistakes, rules=load_rules(args.rules))
    found = [m for one in over_documents(work, items, args.jobs) for m in one]
    print("\n\n".join(report(found, args.limit)))
    return 0


def report(found: Sequence[Mistake], limit: int) -> Iterable[str]:
    """Describe the missed wraps, then the wrong joins, each in groups, the largest first."""
    for missed, title in ((True, "wraps kept"), (False, "breaks joined")):
        some = [m for m in found if m.missed == missed]
        yield f"{len(some):,} {title}"
        groups: dict[str, list[Mistake]] = defaultdict(list)
        for mistake in some:
            groups[mistake.why].append(mistake)
        for why, group in sorted(groups.items(), key=lambda pair: (-len(pair[1]), pair[0])):
            share = 100 * len(group) / len(some)
            head = f"{why}: {len(group):,} of the {title} ({share:.0f} %)"
            yield "\n".join([head, f"  {_common(group)}", *map(str, _spread(group, limit))])


def _common(group: Sequence[Mistake]) -> str:
    """The commonest units and files of a group."""
    units = Counter(m.units for m in group).most_common(3)
    files = Counter(m.file for m in group).most_common(3)
    return "; ".join(", ".join(f"{name} {n:,}" for name, n in some) for some in (units, files))


def _spread(group: Sequence[Mistake], limit: int) -> Sequence[Mistake]:
    """A few of a group, evenly spread over it."""
    if len(group) <= limit:
        return group
    return [group[i * len(group) // limit] for i in range(limit)]
