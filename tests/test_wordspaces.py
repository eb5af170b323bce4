"""Spaces that PDFium dropped, and blanks that are none, by hand-made characters of size 10."""

from __future__ import annotations

import pytest

import rejoin
from rejoin import PRESETS
from rejoin.lines import visual_lines
from tests.built import END, Glyph, make_chars, word
from tests.test_golden import CORPUS

BLANK, MADE_UP = Glyph(" "), Glyph(" ", generated=True)
#: Words that are long enough for a line with some gaps between letters.
LONG = word("lighthouse", 100)


def text(*glyphs: Glyph, rules: str = "default") -> str:
    return visual_lines(make_chars([*glyphs, *END]), PRESETS[rules]).text


@pytest.mark.parametrize(
    ("gap", "expected"), [(1.7, "millstream"), (1.9, "mill stream"), (0, "millstream")]
)
def test_a_gap_without_a_blank_is_a_space(gap: float, expected: str) -> None:
    glyphs = [*word("mill", 0), *word("stream", 20 + gap)]
    assert text(*glyphs) == expected
    assert text(*glyphs, rules="gap") == "millstream"


def test_fragments_of_single_letters_make_words() -> None:
    # as PDFium reads some pages of Chromium: it ends a line after each letter
    words = [*word("the", 0), *word("old", 17), *word("mill", 34)]
    assert text(*[g for glyph in words for g in (glyph, *END)]) == "the old mill"


def test_letter_spaced_words_are_left_alone() -> None:
    glyphs = [Glyph(c, i * 7, 0, i * 7 + 5, 10) for i, c in enumerate("KAPITEL")]
    assert text(*glyphs) == "KAPITEL"


@pytest.mark.parametrize("letters", ["กขคงจฉ", "古い水車は", "בית ספר"[:3]])
def test_other_scripts_are_left_alone(letters: str) -> None:
    half = len(letters) // 2
    glyphs = [*word(letters[:half], 0), *word(letters[half:], half * 5 + 2.5)]
    assert " " not in text(*glyphs)


def test_a_number_beside_hebrew_keeps_its_space() -> None:
    # the line runs from the right: the number stands left of the comma that it follows
    shown = [*word("19", 0), BLANK, *word(",", 13), *word("בוקרטוב"[::-1], 18)]
    assert text(*shown) == "בוקרטוב, 19"


def test_leaders_are_left_alone() -> None:
    assert text(*LONG, *word(".....", 150), *word(".....", 178)) == "lighthouse.........."


@pytest.mark.parametrize(("gap", "expected"), [(0.3, "millstream"), (1.2, "mill stream")])
@pytest.mark.parametrize("blank", [BLANK, MADE_UP], ids=["written", "made up"])
def test_a_blank_without_width_is_no_space(gap: float, expected: str, blank: Glyph) -> None:
    others = [*word("by", 200), BLANK, *word("the", 213), BLANK, *word("weir", 231)]
    glyphs = [*word("mill", 130), blank, *word("stream", 150 + gap), BLANK, *others]
    assert text(*glyphs) == f"{expected} by the weir"


def test_blanks_of_no_width_all_along_a_line_are_spaces() -> None:
    # a layer of recognised words, each as wide as the picture of it with what follows
    glyphs = [*word("the", 0), BLANK, *word("old", 15), BLANK, *word("mill", 30)]
    assert text(*glyphs) == "the old mill"


@pytest.mark.parametrize(("gap", "expected"), [(1.1, "मोबा"), (1.6, "मो बा")])
def test_the_blank_about_the_ink_of_a_shared_glyph_is_no_space(gap: float, expected: str) -> None:
    glyphs = [*word("मो", 0), MADE_UP, *word("बा", 10 + gap)]
    assert text(*glyphs) == expected


@pytest.mark.parametrize(("blank", "expected"), [(MADE_UP, "กำหนด"), (BLANK, "กำ หนด")])
def test_a_blank_made_up_after_sara_am_is_no_space(blank: Glyph, expected: str) -> None:
    assert text(*word("กำ", 0), blank, *word("หนด", 14)) == expected


@pytest.mark.parametrize(
    ("name", "some"),
    [("en/en-mixed-groff-a", "confuse them. In January it is a different matter"),
     ("de/de-benutzungsordnung-groff-a", "§ 2 Zulassung"),
     ("es/es-factura-ceramica-chromium-a", "Caja Rural de la Loma")],
)  # fmt: skip
def test_words_of_real_producers(name: str, some: str) -> None:
    assert some in " ".join(rejoin.text(CORPUS / f"{name}.pdf").split())
