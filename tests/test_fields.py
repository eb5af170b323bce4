"""Form fields, free-text annotations, and text that stands for what is drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

import rejoin
from tests.conftest import Command
from tests.layered import Layered, line
from tests.pdfs import pdf

DA = "/DA (/F 10 Tf 0 g) /F 4"
FORM = "/AcroForm << /Fields @notes /DR << /Font << /F @F >> >> /DA (/F 10 Tf 0 g) >>"


def field(rect: str, more: str) -> str:
    return f"<< /Type /Annot /Subtype /Widget /T (f{rect}) /Rect [{rect}] {DA} {more} >>"


def note(rect: str, text: str) -> str:
    return f"<< /Type /Annot /Subtype /FreeText /Contents ({text}) /Rect [{rect}] {DA} >>"


def filled(*annotations: str, content: str = line("Name:", 700) + line("Signed.", 650)) -> bytes:
    return Layered(content, catalog=FORM, annotations=annotations).build()


def rows(data: bytes, **options: bool) -> list[str]:
    return [row for row in rejoin.text(data, **options).splitlines() if row]


NAME = field("150 696 300 710", "/FT /Tx /V (Long Acre)")


def test_a_value_stands_on_the_line_of_its_label() -> None:
    assert rows(filled(NAME), forms=True) == ["Name: Long Acre", "Signed."]
    assert rows(filled(NAME)) == ["Name:", "Signed."]


def test_a_value_between_two_words_of_a_line() -> None:
    content = line("From", 700, 72) + line("to the mill.", 700, 320)
    assert rows(filled(NAME, content=content), forms=True) == ["From Long Acre to the mill."]


def test_a_box_before_its_label() -> None:
    box = field("56 698 66 708", "/FT /Btn /V /Yes /AS /Yes /AP << /N << /Yes @F >> >>")
    assert rows(filled(box), forms=True) == ["[x] Name:", "Signed."]
    box = field("56 698 66 708", "/FT /Btn /V /Off /AS /Off /AP << /N << /Yes @F >> >>")
    assert rows(filled(box), forms=True) == ["[ ] Name:", "Signed."]


def test_text_far_from_all_lines_is_a_line_at_its_place() -> None:
    above, between, below = (
        note(f"72 {y} 300 {y + 14}", text)
        for y, text in ((750, "At the top."), (670, "Checked."), (100, "At the end."))
    )
    expected = ["At the top.", "Name:", "Checked.", "Signed.", "At the end."]
    assert rows(filled(below, above, between), forms=True) == expected


def test_several_lines_of_one_field() -> None:
    area = field("72 560 300 620", "/FT /Tx /Ff 4096 /V (First row\\nSecond row)")
    assert rows(filled(area), forms=True) == ["Name:", "Signed.", "First row", "Second row"]


def test_a_page_of_fields_alone() -> None:
    assert rows(filled(NAME, content=""), forms=True) == ["Long Acre"]
    assert rows(filled(NAME, content="")) == []


@pytest.mark.parametrize(
    "more", ["/FT /Tx /Ff 8192 /V (secret)", "/FT /Sig /V << >>", "/FT /Btn /Ff 65536", "/FT /Tx"]
)
def test_what_has_no_value_to_show(more: str) -> None:
    found = rows(filled(field("150 696 300 710", more)), forms=True)
    assert "secret" not in " ".join(found)
    assert found[0].startswith("Name:")


def test_hidden_fields() -> None:
    data = filled(NAME.replace("/F 4", "/F 2"))
    assert rows(data, forms=True) == ["Name:", "Signed."]
    assert "Long Acre" in rejoin.text(data, forms=True, hidden="keep")


def test_a_value_of_the_parent_field() -> None:
    parent = "<< /T (a) /FT /Tx /V (Long Acre) /Kids [] >>"
    kid = f"<< /Subtype /Widget /Rect [150 696 300 710] /Parent @first {DA} >>"
    assert rows(filled(parent, kid), forms=True) == ["Name: Long Acre", "Signed."]


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_turned_pages(turn: int) -> None:
    page = Layered(line("Name:", 700), catalog=FORM, annotations=[NAME], page=f"/Rotate {turn}")
    assert rows(page.build(), forms=True) == ["Name: Long Acre"]


def test_forms_on_the_command_and_for_many_files(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "form.pdf"
    path.write_bytes(filled(NAME))
    assert "Long Acre" in command(path, "--forms").out
    assert "Long Acre" not in command(path).out
    (result,) = rejoin.read_many([path], forms=True)
    assert "Name: Long Acre" in result.text


def test_forms_of_pages_that_cannot_be_loaded() -> None:
    assert rejoin.text(pdf(line("One").encode(), None), forms=True) == "One\n\f"


# Text that stands for what is drawn

SMILE = "/Span << /ActualText <FEFFD83DDE00> >> BDC "


def shown(content: str) -> list[str]:
    return rows(Layered(f"BT /F 11 Tf 72 700 Td {content} ET").build())


def test_a_replacement_beyond_the_basic_plane() -> None:
    content = "(and a smile ) Tj " + SMILE + "(:) Tj (-) Tj (x) Tj EMC ( at the end.) Tj"
    assert shown(content) == ["and a smile \U0001f600 at the end."]
    assert shown(SMILE + "(:-x) Tj EMC ( first) Tj") == ["\U0001f600 first"]
    assert shown(SMILE + "(:-x) Tj EMC") == ["\U0001f600"]


def test_two_replacements_stand_apart() -> None:
    content = SMILE + "(:) Tj EMC ( and ) Tj " + SMILE + "(:) Tj EMC"
    assert shown(content) == ["\U0001f600 and \U0001f600"]


def test_a_replacement_that_pdfium_gives_in_part() -> None:
    content = "/Span << /ActualText <FEFF0041D83DDE000042> >> BDC (smile) Tj EMC"
    assert shown(content) == ["A\U0001f600B"]


def test_a_replacement_that_pdfium_gives_whole() -> None:
    content = "/Span << /ActualText <FEFF0061006E0064> >> BDC (&) Tj EMC ( so on) Tj"
    assert shown("(Salt ) Tj " + content) == ["Salt and so on"]


def test_nothing_stands_for_decoration() -> None:
    dots = "/Span << /ActualText () >> BDC (. . . .) Tj EMC"
    assert shown("(The end) Tj 0 -14 Td " + dots) == ["The end"]
    # a page of nothing else is read as it is drawn
    assert shown(dots) == [". . . ."]


def test_what_no_text_may_hold_is_taken_out_of_replacements() -> None:
    """NUL, an escape, halves of pairs, a non-character; line ends are blanks."""
    codes = "FEFF D83DDE00 0041 0000 001B 0042 DC00 FFFF 000A 0043"
    content = f"/Span << /ActualText <{codes}> >> BDC (x) Tj EMC"
    assert shown(content) == ["\U0001f600AB\ufffd\ufffd C"]
