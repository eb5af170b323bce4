"""Letters, marks, columns and right-to-left lines in reading order, by hand-made characters."""

from __future__ import annotations

import numpy as np
import pytest

from rejoin import PRESETS, Lines
from rejoin.lines import visual_lines
from rejoin.vertical import taken
from tests.built import END, Glyph, make_chars, word

DEFAULT = PRESETS["default"]
WATER = "古い水車は四十年の間一度も回らなかった"


def lines_of(glyphs: list[Glyph]) -> Lines:
    return visual_lines(make_chars(glyphs), DEFAULT)


def column(text: str, x: float, top: float = 300, size: float = 10) -> list[Glyph]:
    """Characters one below the other."""
    return [Glyph(c, x, top - (i + 1) * size, x + size, top - i * size) for i, c in enumerate(text)]


def from_right(text: str, right: float, gap: float = 5, bottom: float = 0) -> list[Glyph]:
    """Words as they stand on paper: each letter left of the one before it, in that order."""
    out: list[Glyph] = []
    for part in text.split(" "):
        for c in part:
            out.append(Glyph(c, right - 5, bottom, right, bottom + 10))
            right -= 5
        out.append(Glyph(" ", generated=True))
        right -= gap
    return out[:-1]


@pytest.mark.parametrize("from_the_right", [True, False], ids=["in order", "sorted by PDFium"])
def test_vertical_columns_run_from_right_to_left(from_the_right: bool) -> None:
    columns = [
        column("古い水車は四十年の間", 200),
        column("一度も回らなかった。", 180),
        column("村の人は", 160),
    ]
    shown = columns if from_the_right else columns[::-1]
    lines = lines_of([glyph for some in shown for glyph in [*some, *END]])
    assert lines.texts == ["古い水車は四十年の間", "一度も回らなかった。", "村の人は"]
    assert lines.turn.tolist() == [1, 1, 1]
    # one em high, and each below the one before it in the reading frame
    assert lines.h.tolist() == [10, 10, 10]
    assert np.diff(lines.box[1]).tolist() == [-20, -20]
    assert lines.page_box()[:, 0].tolist() == [200, 200, 210, 300]


def test_a_column_of_single_lines_has_no_spaces() -> None:
    # as Chromium writes it: PDFium ends a line after each character, and boxes are those of the ink
    text = "年に一度、川の水が引く。"
    thin = {"一": (4, 6), "、": (7, 9), "。": (7, 9)}
    glyphs: list[Glyph] = []
    for i, c in enumerate(text):
        top, bottom = (290 - 10 * i - cut for cut in thin.get(c, (0.5, 9.5)))
        glyphs += [Glyph(c, 200, bottom, 210, top), *END]
    assert lines_of(glyphs).texts == [text]


def test_full_width_characters_an_em_apart_are_two_words() -> None:
    glyphs = [*word("山田", 0, 0, 10, 10), *END, *word("様", 32, 0, 10, 10), *END]
    assert lines_of(glyphs).texts == ["山田 様"]


@pytest.mark.parametrize(("blank", "text"), [([], "m2 of"), ([Glyph(" ")], "m 2 of")])
def test_a_line_end_of_pdfium_is_no_space(blank: list[Glyph], text: str) -> None:
    raised = Glyph("2", 5.5, 4, 9, 10)
    glyphs = [*word("m", 0), *END, *blank, raised, *END, *word("of", 14), *END]
    assert lines_of(glyphs).texts == [text]


def test_upright_digits_stand_in_their_column() -> None:
    twelve = word("12", 200, 260, 10)
    glyphs = [*column("今年の十", 200), *twelve, *column("月の朝", 200, 260), *END]
    glyphs += [*column(WATER[:8], 180), *END]
    assert lines_of(glyphs).texts == ["今年の十12月の朝", WATER[:8]]


def test_rows_of_full_width_characters_stay_rows() -> None:
    rows = [word(WATER[i : i + 6], 0, 100 - 12 * i, width=10) for i in (0, 6, 12)]
    lines = lines_of([glyph for row in rows for glyph in [*row, *END]])
    assert lines.turn.tolist() == [0, 0, 0]


def test_two_characters_one_below_the_other_are_no_column() -> None:
    lines = lines_of([*word("水車の話", 0, 40, width=10), *END, *column("男女", 100, 20), *END])
    assert not lines.turn.any()


def test_published_rules_leave_columns_as_they_are() -> None:
    chars = make_chars([*column(WATER, 200), *END])
    assert not visual_lines(chars, PRESETS["gap"]).turn.any()


HEBREW = "הטחנה הישנה בקצה הכפר"


def test_latin_phrases_and_numbers_run_the_other_way() -> None:
    # on paper: the phrase is read from left to right, the rest from right to left
    shown = "הבית 45.052,3 לירות lliM dlO eht היום"
    lines = lines_of([*from_right(shown, 300), *END])
    assert lines.texts == ["הבית 3,250.54 לירות the Old Mill היום"]


@pytest.mark.parametrize("shown", ["שנה (ראו עמוד) היום", "שנה )ראו עמוד( היום"])
def test_brackets_hold_what_stands_between_them(shown: str) -> None:
    assert lines_of([*from_right(shown, 300), *END]).texts == ["שנה (ראו עמוד) היום"]


def test_letters_drawn_out_of_order() -> None:
    glyphs = from_right("الطاحونة القديمة", 300)
    cut = glyphs.index(next(g for g in glyphs if g.char == " "))
    glyphs = [*glyphs[:cut][::-1], *glyphs[cut:]]
    assert lines_of([*glyphs, *END]).texts == ["الطاحونة القديمة"]


def test_words_of_an_invisible_layer_that_stand_turned_over() -> None:
    # final letters at the start of words show it
    words = "הילדים חשבו ארבעים ימים".split()
    shown = " ".join(w[::-1] for w in words)
    assert lines_of([*from_right(shown, 300), *END]).texts == [" ".join(words)]


def test_a_word_whose_gap_is_a_drawn_out_stroke() -> None:
    glyphs = from_right("عقد إيجار", 300)
    stroke = Glyph("\x00", 286, 0, 292, 10)
    moved = [Glyph(g.char, g.left - 6, 0, g.right - 6, 10) if i > 1 and g.char != " " else g
             for i, g in enumerate(glyphs)]  # fmt: skip
    chars = make_chars([*moved[:2], *moved[2:], *END])
    with_stroke = make_chars([*moved[:2], stroke, *moved[2:], *END])
    keep = np.delete(np.arange(len(with_stroke)), 2)
    assert visual_lines(chars, DEFAULT).texts == ["عق د إيجار"]
    assert visual_lines(taken(with_stroke, keep), DEFAULT).texts == ["عقد إيجار"]


@pytest.mark.parametrize("shown", ["3. הטחנה הישנה", ".3 הטחנה הישנה"])
def test_the_mark_of_an_item_follows_its_number(shown: str) -> None:
    assert lines_of([*from_right(shown, 300), *END]).texts == ["3. הטחנה הישנה"]


def test_a_latin_name_does_not_turn_the_last_line_of_a_paragraph() -> None:
    shown = [("הטחנה הישנה בקצה הכפר לא", 20), ("lliM dlO ehT של הכפר", 0)]
    glyphs = [g for text, y in shown for g in [*from_right(text, 300, bottom=y), *END]]
    lines = lines_of(glyphs)
    assert lines.texts == [shown[0][0], "The Old Mill של הכפר"]
    assert lines.mirrored.tolist() == [True, True]


def test_words_of_another_direction_within_a_line() -> None:
    hebrew = from_right("שלום עולם היום", 145)
    # PDFium turns the letters of each word, and leaves the words from left to right
    words = [[*hebrew[10:]], [*hebrew[5:9]], [*hebrew[:4]]]
    blank = Glyph(" ", generated=True)
    glyphs = [*word("the words", 0), blank]
    for one in words:
        glyphs += [*one, blank]
    glyphs += word("stand on the gate", 160)
    assert lines_of([*glyphs, *END]).texts == ["the words שלום עולם היום stand on the gate"]


@pytest.mark.parametrize(("shown", "marker"), [(".1", "1."), ("(12", "12)"), ("•", "•"), ("7", "")])
def test_a_marker_stands_right_of_its_text(shown: str, marker: str) -> None:
    texts = ["הטחנה הישנה בקצה הכפר לא", "הסתובבה ארבעים שנה"]
    glyphs = [g for i, text in enumerate(texts)
              for g in [*from_right(text, 280, bottom=40 - 20 * i), *END]]  # fmt: skip
    at = word(shown, 288, 40)
    found = lines_of([*glyphs, *at, *END]).texts
    assert found[0] == f"{marker} {texts[0]}".strip()
    assert len(found) == (2 if marker else 3)


ARABIC = "بزيادة"


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        # after an Arabic letter a percent sign stands left of its number, a dash parts numbers
        (f"{ARABIC} 21% على", f"{ARABIC} 12% على"),
        (f"{ARABIC} 3202–4202 على", f"{ARABIC} 2023–2024 على"),
        (f"{ARABIC} ٠٠٢٬٤ على", f"{ARABIC} ٤٬٢٠٠ على"),
        # after a Hebrew one the sign stands with it, as in Latin text
        ("שנה %21 היום", "שנה 12% היום"),
        ("שנה 3202–4202 היום", "שנה 2023–2024 היום"),
    ],
)
def test_numbers_with_signs(shown: str, text: str) -> None:
    assert lines_of([*from_right(shown, 300), *END]).texts == [text]


def test_marks_in_the_middle_of_a_letter_follow_it() -> None:
    # the last three letters of "day" in Arabic: the mark stands a little right of the middle of
    # the second one, or over the edge of the alef
    for left in (288.5, 286.5):
        letters = from_right("يوما", 305)
        mark = Glyph("\u064b", left, 10, left + 4.5, 12)
        lines = lines_of([*letters[:2], mark, *letters[2:], *END])
        assert lines.texts == ["يوم\u064bا"]


def test_pieces_of_a_right_to_left_row_are_one_line() -> None:
    """A number in another font ends PDFium's line, and what stands left of it comes first."""
    row = from_right("הפרוטוקול מיום 8 במאי", 300)
    cut = next(k for k, glyph in enumerate(row) if glyph.char == "8") + 1
    lines = lines_of([*row[cut + 1 :], *END, *row[:cut], *END])
    assert lines.texts == ["הפרוטוקול מיום 8 במאי"]
    item = from_right("דוח הגזבר", 280)
    lines = lines_of([Glyph(".", 285, 0, 287, 10), Glyph(" ", generated=True), *item, *END,
                      Glyph("5", 287, 0, 292, 10), *END])  # fmt: skip
    assert lines.texts == ["5. דוח הגזבר"]


def test_cells_of_a_right_to_left_row_stay_apart() -> None:
    cells = [*from_right("מועד", 300), *END, *from_right("יום שני", 200), *END]
    assert len(lines_of(cells).texts) == 2


def thai(letters: str, *marks: tuple[str, float]) -> list[Glyph]:
    """Letters side by side, then marks at their places."""
    out = [Glyph(c, 8 * i, 0, 8 * i + 8, 20) for i, c in enumerate(letters)]
    return out + [Glyph(c, x, 0, x + 3, 20) for c, x in marks]


def test_a_mark_follows_the_letter_it_stands_over() -> None:
    # both marks were painted after the word
    glyphs = thai("กงหน", ("\u0e31", 5), ("\u0e31", 21))
    assert lines_of([*glyphs, *END]).texts == ["กังหัน"]


def test_blanks_made_up_beside_a_mark_are_dropped_and_others_not() -> None:
    blank = Glyph(" ", generated=True)
    glyphs = thai("หน", ("\u0e31", 5))
    apart = [Glyph("ก", 22, 0, 30, 20), Glyph("า", 30, 0, 38, 20)]
    assert lines_of([*glyphs[:2], glyphs[2], blank, *apart, *END]).texts == ["หัน กา"]
    near = [Glyph("ก", 16, 0, 24, 20), Glyph("า", 24, 0, 32, 20)]
    assert lines_of([*glyphs[:2], glyphs[2], blank, *near, *END]).texts == ["หันกา"]


@pytest.mark.parametrize("marks", ["\u0e49\u0e4d", "\u0e4d\u0e49"])
def test_a_split_vowel_sign_is_whole_again(marks: str) -> None:
    glyphs = [Glyph("น", 0, 0, 8, 20), *(Glyph(m, 5, 0, 8, 20) for m in marks)]
    glyphs.append(Glyph("\u0e32", 8, 0, 14, 20))
    assert lines_of([*glyphs, *END]).texts == ["น\u0e49\u0e33"]


def spaced(text: str, gap: float, between: float) -> list[Glyph]:
    """Letters five wide, with a blank made up after each."""
    out, x = list[Glyph](), 0.0
    for c in text:
        if c == " ":
            x += between - gap
            continue
        out += [Glyph(c, x, 0, x + 5, 10), Glyph(" ", generated=True)]
        x += 5 + gap
    return out[:-1]


def test_letter_spaced_words_are_words() -> None:
    assert lines_of([*spaced("Summer Opening", 3, 8), *END]).texts == ["Summer Opening"]


@pytest.mark.parametrize("text", ["40127953", "a b c d e f g h"])
def test_rows_of_numbers_and_wide_columns_are_not(text: str) -> None:
    shown = lines_of([*spaced(text, 8, 8), *END]).texts[0]
    assert shown.split() == list(text.replace(" ", ""))


@pytest.mark.parametrize(("gap", "text"), [(2.5, "名前PDFの"), (4.0, "名前 PDF の")])
def test_the_thin_space_between_han_and_latin_is_no_blank(gap: float, text: str) -> None:
    blank = Glyph(" ", generated=True)
    start = 20 + gap
    glyphs = [*word("名前", 0, width=10), blank, *word("PDF", start), blank]
    glyphs += word("の", start + 15 + gap, width=10)
    assert lines_of([*glyphs, *END]).texts == [text]
