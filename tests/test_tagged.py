"""Tags of tagged PDFs: evidence where they can be trusted."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np
import pypdfium2.raw as pdfium
import pytest

import rejoin
from rejoin import tagtree
from rejoin.errors import RulesError
from rejoin.model import Decision
from rejoin.source import LOCK, Handle
from rejoin.tagged import DIFFERENT, SAME, UNKNOWN, trusted, weighed
from tests.tagged import tagged
from tests.test_golden import CORPUS

#: Paragraphs whose ends can be seen.
ENDS = (
    ("The ferry crosses the lower lake at noon and comes back before the",
     "evening, unless the wind has turned to the north and the harbour is",
     "closed; then it waits on the other side, and whoever has to be home",
     "by night walks around."),
    ("Tickets are sold on board, and in the bakery beside the pier, where",
     "the ferryman has his breakfast. A child under six pays nothing and a",
     "dog half of what its owner pays, whatever its size, which has led to",
     "some argument."),
    ("In winter the boat lies in its shed and is painted. Two of the older",
     "men do that, with a brush as wide as a hand, and are known to finish",
     "on the first warm day of March, never sooner."),
)  # fmt: skip
#: Two paragraphs, the first of which ends in a full line: only the tags tell where.
FULL = (
    ("Nobody remembers who built the shed. It has a roof of larch shingles",
     "and a door that opens to the lake, and a second, narrow one at the",
     "back through which the ferryman's wife is said to have left one day."),
    ("The keel was laid in the year of the great flood, when the bridge at",
     "the mill was gone and the village across the water had no road for a",
     "year and a half."),
)  # fmt: skip
PAGE = (*ENDS, *FULL, *ENDS)


def marked(blocks: Sequence[Sequence[str]], **options: str) -> list[str]:
    """Paragraphs of a page with a gap before each that ends short."""
    return [row for row in rejoin.text(tagged(blocks), **options).splitlines() if row]


def whole(blocks: Sequence[Sequence[str]]) -> list[str]:
    return [" ".join(block) for block in blocks]


def test_tags_part_paragraphs_that_coordinates_cannot_tell_apart() -> None:
    assert marked(PAGE) == whole(PAGE)
    glued = [*ENDS, (*FULL[0], *FULL[1]), *ENDS]
    assert marked(PAGE, tags="ignore") == whole(glued)


def test_tags_of_every_line_are_not_believed() -> None:
    page = [[row] for block in ENDS for row in block]
    assert marked(page) == marked(page, tags="ignore") == whole(ENDS)


def test_a_page_in_one_block_is_not_believed() -> None:
    page = [[row for block in ENDS for row in block]]
    assert marked(page) == marked(page, tags="ignore") == whole(ENDS)


def test_a_structure_tree_that_holds_itself_does_no_harm() -> None:
    assert rejoin.text(tagged(PAGE, loop=True)).splitlines() == whole(PAGE)


def test_published_rules_ignore_tags() -> None:
    assert rejoin.PRESETS["gap"].tags == "ignore"
    assert marked(PAGE, rules="gap") == marked(PAGE, rules="gap", tags="ignore")


def test_only_two_choices() -> None:
    with pytest.raises(RulesError, match="tags is one of auto, ignore"):
        rejoin.text(tagged(ENDS), tags="always")


def decision(*confidence: float) -> Decision:
    sure = np.array(confidence, np.float32)
    return Decision(np.zeros(len(sure), np.uint16), sure >= 0.8, sure)


#: Breaks without doubt, and tags that agree.
SURE = (*[0.99] * 30, *[0.01] * 3)
SAID = (*[SAME] * 30, *[DIFFERENT] * 3)


@pytest.mark.parametrize(
    ("confidence", "verdict", "joined"),
    [(0.5, SAME, True), (0.5, DIFFERENT, False), (0.99, DIFFERENT, False), (0.1, SAME, False),
     (0.85, UNKNOWN, True), (0.5, UNKNOWN, False)],
)  # fmt: skip
def test_trusted_tags_weigh_with_the_coordinates(
    confidence: float, verdict: int, joined: bool
) -> None:
    before = decision(*SURE, confidence)
    after = weighed(before, np.array([*SAID, verdict], np.int8), 0.8)
    assert after.joined.tolist() == [True] * 30 + [False] * 3 + [joined]
    assert np.all((after.confidence >= 0) & (after.confidence <= 1))
    assert np.array_equal(after.joined, after.confidence >= 0.8)


@pytest.mark.parametrize(
    "said",
    [(DIFFERENT,) * 33, (SAME,) * 33, (UNKNOWN,) * 33, (*SAID[:31], UNKNOWN, UNKNOWN)],
    ids=["each line", "whole page", "none", "too few"],
)
def test_tags_that_cannot_be_trusted_change_nothing(said: tuple[int, ...]) -> None:
    before = decision(*SURE)
    assert not trusted(np.array(said), before.confidence)
    after = weighed(before, np.array(said, np.int8), 0.8)
    for field in dataclasses.fields(Decision):
        assert np.array_equal(getattr(after, field.name), getattr(before, field.name))


@pytest.mark.skipif(vars(tagtree)["_tags"] is None, reason="built without a compiler")
@pytest.mark.parametrize(
    "name", ["en/en-mixed-typst-a", "ja/ja-letter-chromium-a", "en/en-legal-odt-a"]
)
def test_compiled_walk_equals_the_one_in_python(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    document = Handle(CORPUS / f"{name}.pdf")
    compiled = [numbers(document, page) for page in range(document.pages)]
    monkeypatch.setattr(tagtree, "_tags", None)
    plain = [numbers(document, page) for page in range(document.pages)]
    assert compiled == plain
    assert document.tagged == any(plain)
    document.close()


def numbers(document: Handle, page: int) -> list[list[int]]:
    with LOCK:
        one = pdfium.FPDF_LoadPage(document.raw, page)
        found: list[list[int]] = tagtree.block_numbers(one).tolist()
        pdfium.FPDF_ClosePage(one)
    return found
