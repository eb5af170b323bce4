"""Ends of lines in the order in which they are read, for labels of right-to-left text.

A label holds the ends of its two lines as PDFium lists their characters. In right-to-left lines
PDFium puts numbers and Latin words out of place; most tools' text has them in logical order. So
text is searched for both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bench.labels import Row
from bench.match import match
from bench.output import read_output
from bench.textscore import SHOWN

#: Hebrew, Arabic and their presentation forms.
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


def logical(rows: Sequence[Row], pdf: Path) -> Sequence[Row] | None:
    """Labels with the ends of rejoin's lines in place of their own.

    Returns
    -------
    sequence of Row or None
        A row for every label, those that stand at no line's end unchanged; None for a document
        without right-to-left text, whose labels are right as they are.
    """
    if not any(RIGHT_TO_LEFT.search(row.above + row.below) for row in rows):
        return None
    output = read_output(pdf, "default")
    ends = {
        id(o.row): (output.text[o.above][-SHOWN:], output.text[o.below][:SHOWN])
        for o in match(rows, output)
        if o.above is not None and o.below is not None and o.above != o.below
    }
    found = ((row, ends.get(id(row), (row.above, row.below))) for row in rows)
    return [replace(row, above=above, below=below) for row, (above, below) in found]
