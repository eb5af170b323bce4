"""Step 1: fragments merged into visual lines, with boxes worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from rejoin import PRESETS, Lines, Rules
from rejoin.lines import visual_lines
from rejoin.medians import medians
from tests.built import END, Glyph, make_chars, piece, word

#: One fragment from 0 to 100, ten high.
FIRST = piece("aaaaaaaaaa", 0, 100)


def lines_of(*fragments: list[Glyph], rules: str | Rules = "gap") -> Lines:
    """Lines of one page, with PDFium's line end between the fragments."""
    glyphs: list[Glyph] = []
    for fragment in fragments:
        glyphs += [*fragment, *END]
    chosen = PRESETS[rules] if isinstance(rules, str) else rules
    return visual_lines(make_chars(glyphs), chosen)


@pytest.mark.parametrize(
    ("bottom", "h", "merged"),
    [(5, 10, True), (5.1, 10, False), (-5, 10, True), (-5.1, 10, False),
     (8, 4, True), (8.1, 4, False), (-2, 4, True), (0, 30, True)],
)  # fmt: skip
def test_vertical_overlap_of_half_the_smaller_height(bottom: float, h: float, merged: bool) -> None:
    lines = lines_of(FIRST, piece("bb", 101, 110, bottom, h))
    assert len(lines) == (1 if merged else 2)


@pytest.mark.parametrize(
    ("gap", "h", "merged"),
    [(-3, 10, False), (-2.9, 10, True), (24.9, 10, True), (25, 10, False),
     (9.75, 4, True), (10, 4, False), (-1.25, 4, False), (-1.125, 4, True)],
)  # fmt: skip
def test_window_to_the_right_in_the_smaller_h(gap: float, h: float, merged: bool) -> None:
    lines = lines_of(FIRST, piece("bb", 100 + gap, 110 + gap, 0, h))
    assert len(lines) == (1 if merged else 2)


@pytest.mark.parametrize(
    ("gap", "h", "text"),
    [(3.25, 10, "aaaaaaaaaabb"), (3.5, 10, "aaaaaaaaaa bb"), (0, 10, "aaaaaaaaaabb"),
     (-2, 10, "aaaaaaaaaabb"), (20, 10, "aaaaaaaaaa bb"), (1.5, 4, "aaaaaaaaaa bb")],
)  # fmt: skip
def test_a_space_from_0_35_h(gap: float, h: float, text: str) -> None:
    assert lines_of(FIRST, piece("bb", 100 + gap, 112 + gap, 0, h))[0] == text


@pytest.mark.parametrize(
    ("text", "gap", "merged"),
    [(",b", 0, "aaaaaaaaaa,b"), (",b", 1, "aaaaaaaaaa,b"), ("bb", 2, "aaaaaaaaaa bb"),
     ("bb", 20, "aaaaaaaaaa bb")],
)  # fmt: skip
def test_the_default_rules_part_words_from_a_narrower_gap(text: str, gap: int, merged: str) -> None:
    found = lines_of(FIRST, piece(text, 100 + gap, 112 + gap), rules="default")
    assert found.texts == [merged]


@pytest.mark.parametrize(("gap", "space"), [(0, ""), (5, ""), (12, " ")])
def test_full_width_characters_may_be_set_apart(gap: int, space: str) -> None:
    pieces = [piece(c, i * (10 + gap), i * (10 + gap) + 10) for i, c in enumerate("私は長い")]
    assert lines_of(*pieces, rules="default").texts == [space.join("私は長い")]


def test_a_blank_of_the_file_between_pieces_parts_words() -> None:
    glyphs = [*FIRST, Glyph(" "), *END, *piece("bb", 100.5, 112)]
    assert visual_lines(make_chars(glyphs), PRESETS["default"]).texts == ["aaaaaaaaaa bb"]


def test_a_merged_line_has_the_union_box_and_the_first_h() -> None:
    lines = lines_of(FIRST, piece("b", 101, 106, 7, 6))
    assert lines.box[:, 0].tolist() == [0, 0, 106, 13]
    assert lines.h.tolist() == [10]
    smaller_first = lines_of(piece("b", 0, 5, 4, 6), piece("aa", 6, 30))
    assert smaller_first.box[:, 0].tolist() == [0, 0, 30, 10]
    assert smaller_first.h.tolist() == [6]


def test_a_chain_is_compared_with_the_union_box() -> None:
    raised = piece("2", 101, 105, 8, 4)
    third = piece("cc", 106, 116, 6, 10)
    # alone, the third overlaps the first by 4 and the raised one is off the row below
    assert len(lines_of(FIRST, third)) == 2
    lines = lines_of(FIRST, raised, third)
    assert lines.texts == ["aaaaaaaaaa2cc"]
    assert lines.box[:, 0].tolist() == [0, 0, 116, 16]


def test_a_chain_starts_at_the_union_boxs_right_edge() -> None:
    inside = piece("b", 99.5, 99.75)
    assert len(lines_of(FIRST, inside, piece("cc", 124.5, 140))) == 1
    assert len(lines_of(FIRST, inside, piece("cc", 125, 140))) == 2


def test_a_fragment_that_starts_a_line_is_compared_alone() -> None:
    lines = lines_of(FIRST, piece("b", 200, 210), piece("c", 211, 220), piece("d", 0, 9))
    assert lines.texts == ["aaaaaaaaaa", "bc", "d"]


def test_a_pair_that_would_merge_alone_may_not_fit_the_union() -> None:
    # 'c' lies right of 'b' but far left of the right edge that 'a' gave the line
    lines = lines_of(FIRST, piece("b", 98, 99), piece("c", 96.5, 97.5))
    assert lines.texts == ["aaaaaaaaaab", "c"]


def test_pages_and_turns_keep_fragments_apart() -> None:
    beside = piece("bb", 101, 110)
    pages = make_chars([*FIRST, *END], [*beside, *END])
    assert visual_lines(pages, PRESETS["gap"]).page.tolist() == [0, 1]
    turned = [Glyph(g.char, g.left, g.bottom, g.right, g.top, turn=1) for g in beside]
    assert lines_of(FIRST, turned).turn.tolist() == [0, 1]


@pytest.mark.parametrize(
    ("heights", "h"), [((8, 10, 12), 10), ((8, 10), 9), ((10, 10, 30), 10), ((5, 20, 9, 11), 10)]
)
def test_h_is_the_median_character_height(heights: tuple[float, ...], h: float) -> None:
    glyphs = [Glyph("x", 5 * i, 0, 5 * i + 5, height) for i, height in enumerate(heights)]
    assert lines_of(glyphs).h.tolist() == [h]


def test_medians_of_segments() -> None:
    values = np.array([3, 1, 2, 7, 7, 1, 9, 4, 4, 5], np.float64)
    assert medians(values, np.array([0, 3, 6, 7])).tolist() == [2, 7, 9, 4]


def test_the_largest_gap_between_neighbouring_boxes() -> None:
    lines = lines_of([*word("ab", 0), *word("c", 17), *word("d", 25)], word("e", 0, -20))
    assert lines.gap.tolist() == [7, 0]


def test_the_gap_at_a_seam_counts() -> None:
    assert lines_of(FIRST, piece("bb", 120, 130)).gap.tolist() == [20]


def test_first_and_last_are_pdfiums_indices() -> None:
    lines = lines_of(FIRST, piece("bb", 0, 9, -20))
    assert lines.first.tolist() == [0, 12]
    assert lines.last.tolist() == [9, 13]


def test_blanks_stand_between_words_and_have_no_box() -> None:
    blank = Glyph(" ", generated=True)
    lines = lines_of([blank, *word("ab", 0), blank, blank, *word("c", 14), blank])
    assert lines.texts == ["ab c"]
    assert lines.box[:, 0].tolist() == [0, 0, 19, 10]


def _glued() -> list[Glyph]:
    """Two lines that PDFium gave as one, with a marked hyphen between."""
    hyphen = Glyph("-", 50, 0, 55, 10, hyphen=True)
    return [*word("connecting", 0), hyphen, *word("tion", 0, -13)]


@pytest.mark.parametrize("rules", ["first", "cjk", "gap"])
def test_published_rules_keep_lines_that_pdfium_glued(rules: str) -> None:
    lines = lines_of(_glued(), rules=rules)
    assert lines.texts == ["connecting-tion"]
    assert lines.box[:, 0].tolist() == [0, -13, 55, 10]
    assert lines.h.tolist() == [10]


def test_the_default_rules_cut_them_again() -> None:
    lines = lines_of(_glued(), rules="default")
    assert lines.texts == ["connecting-", "tion"]
    assert lines.hyphen.tolist() == [True, False]
    assert lines.first.tolist() == [0, 11]


def test_the_default_rules_keep_superscripts_on_their_line() -> None:
    raised = [*word("ab", 0), *word("2", 10, 4, 6), *word("cd", 15)]
    assert lines_of(raised, rules="default").texts == ["ab2cd"]


@pytest.mark.parametrize("rules", ["gap", "default"])
def test_nothing_gives_no_lines(rules: str) -> None:
    assert len(visual_lines(make_chars([]), PRESETS[rules])) == 0
    assert len(lines_of([Glyph(" ")], rules=rules)) == 0
