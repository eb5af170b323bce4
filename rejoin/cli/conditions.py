"""The eight conditions in words, for ``rejoin rule``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rejoin.rules import Reason


@dataclass(frozen=True)
class Condition:
    """One condition that a soft wrap has to meet.

    Attributes
    ----------
    title : str
        In a few words.
    asks : str
        What it asks of the line above (a) and the line below (b).
    without : str
        What would be joined wrongly if nobody asked.
    fields : tuple of str
        Thresholds and switches of `Rules` that it looks at.
    """

    title: str
    asks: str
    without: str
    fields: tuple[str, ...] = ()


CONDITIONS: Mapping[Reason, Condition] = {
    Reason.VERTICAL: Condition(
        "the line above is not vertical text",
        "Text that runs from top to bottom comes out as a box that is high and narrow. Its "
        "neighbour stands beside it, not below it, so no distance between lines means anything. "
        "The break is kept when a is both higher and narrower than the two bounds.",
        "columns of vertical Chinese or Japanese, one after the other in the wrong direction, and "
        "labels that stand on their side next to a figure.",
        ("vertical_height", "vertical_width"),
    ),
    Reason.PITCH: Condition(
        "the lines are one line pitch apart",
        "Lines of one paragraph follow each other at a steady distance, measured from the bottom "
        "of a to the bottom of b. Much less means that b stands beside a or was printed over it; "
        "much more means that something lies between them: a gap, a picture, a rule.",
        "two paragraphs across the space between them, or the end of the text and a note at the "
        "foot of the page.",
        ("pitch_min", "pitch_max"),
    ),
    Reason.HEIGHT: Condition(
        "the lines have the same character height",
        "A paragraph is set in one size. The median heights of the characters of a and b may "
        "differ only by a little, as they do when a line holds other scripts or many capitals.",
        "a heading and the text below it, or text and the small print of a note or caption.",
        ("height",),
    ),
    Reason.OVERLAP: Condition(
        "the lines overlap from left to right",
        "The line below has to lie under the line above: each must begin before the other ends. "
        "Touching is not enough. There is nothing to set.",
        "the foot of one column and the head of the next, or two cells of a table that stand in "
        "different columns.",
    ),
    Reason.GAP: Condition(
        "neither line has a column gap inside",
        "Between two neighbouring characters of running text there is at most a wide space. A "
        "larger gap within a line, measured in that line's own h, shows that the line is a row "
        "of a table or runs over two columns. Both lines are looked at.",
        "rows of a table: is the amount at the end of one row the start of the next?",
        ("gap", "check_gap"),
    ),
    Reason.FULL: Condition(
        "the line above is full",
        "A line is broken because the next word had no more room. So a has to reach nearly as far "
        "right as the longest line of its column does (the lines of the page that start at about "
        "the same left edge), and it must not be short altogether.",
        "the last line of a paragraph and the first of the next, and lists of short items.",
        ("full_width", "full_edge", "column_left"),
    ),
    Reason.LIST: Condition(
        "the line below starts no list item",
        "A bullet, a dash, a circled digit, or a number of up to three digits with a bracket, "
        "full stop, comma, colon or space behind it says that something new begins, wherever it "
        "stands. There is nothing to set.",
        "the items of a list whose lines are all full, one after the other.",
    ),
    Reason.LEFT: Condition(
        "the left edges make the shape of a paragraph",
        "The two lines start at the same left edge; or b starts a little further left, as the "
        "second line of a paragraph with an indented first line (only between full-width "
        "characters, unless outdent_any_script is true); or a starts a list item and b, indented, "
        "hangs below the item's text.",
        "a paragraph and the quotation or the nested list that is set in below it.",
        ("left_equal", "left_outdent", "left_hanging", "outdent_any_script"),
    ),
}

#: What the switches of `Rules` do.
SWITCHES: Mapping[str, str] = {
    "learnt": "weigh all measurements together, and join from `confidence` on; false: join where "
    "no condition fails",
    "check_gap": "whether condition 5 (gap) is asked at all",
    "outdent_any_script": "whether an indented first line is accepted in every script",
    "published": "keep to the published method in all details besides the eight conditions",
    "page_edges": "whether a paragraph may go on over a page edge",
    "furniture": "what becomes of running heads and feet, page and line numbers: keep or drop",
    "tags": "whether the tags of a tagged PDF are evidence, if they can be trusted: auto or ignore",
    "hyphens": "what becomes of a hyphen at a joined line end: auto, keep or drop",
    "blank_lines": "whether a blank line is printed where the page has a gap",
}
