"""Text that nobody sees is left out, text that is seen is not, and copies come out once."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import rejoin
from rejoin.chars import gather
from rejoin.drawn import unseen
from rejoin.errors import RulesError
from rejoin.layers import has_hidden_layers
from rejoin.reader import Reader
from rejoin.source import Handle
from tests.conftest import Command
from tests.fonts import mapped
from tests.layered import Layered, box, line, picture
from tests.pdfs import JOINED, WRAPPED, self_calling_form

ABOVE, BELOW = line("Seen above.", 720), line("Seen below.", 680)
SECRET = line("Never to be seen.", 700)
SHOWN = line("Heading shown.", 700)
ONLY_PRINTED = "/Usage << /Print << /PrintState /ON >> /View << /ViewState /OFF >> >>"
#: Layers that are off when the file is opened.
AS_VIEWED = "/AS [<< /Event /View /Category [/View] /OCGs @all >>]"


def between(content: str, **more: object) -> Layered:
    """A page with a visible line above and one below."""
    return Layered(ABOVE + content + BELOW, **more)  # type: ignore[arg-type]


def in_layer(content: str, name: str = "L") -> str:
    return f"/OC /{name} BDC {content} EMC\n"


HIDDEN = {
    "white": between("1 g " + SECRET + "0 g "),
    "white by three colours": between("1 1 1 rg " + SECRET + "0 g "),
    "nearly white": between(".98 g " + SECRET + "0 g "),
    "black on black": between(box(696, "0 g") + SECRET),
    "grey on the same grey": between(box(696, ".5 g") + ".5 g " + SECRET + "0 g "),
    "white on a white area on a dark one": between(
        box(690, "0 g", high=30) + box(696) + "1 g " + SECRET + "0 g "
    ),
    "under a white area": between(SECRET + box(696)),
    "under a black area": between(SECRET + box(696, "0 g")),
    "under a small picture": between(SECRET + picture(60, 696, 500, 16)),
    "clipped away": between("q 300 300 20 20 re W n " + SECRET + "Q "),
    "clipped by two that do not meet": between(
        "q 0 0 612 792 re W n 0 0 10 10 re W n " + SECRET + "Q "
    ),
    "clipped to nothing": between("q 0 0 0 0 re W n " + SECRET + "Q "),
    "clipped by another shape": between("q 0 0 m 10 0 l 5 9 l h W* n " + SECRET + "Q "),
    "transparent": between("q /Clear gs " + SECRET + "Q "),
    "invisible": between("q BT 3 Tr ET " + SECRET + "Q "),
    "tiny": between(line("Never to be seen.", size=0.5)),
    "above the page": between(line("Never to be seen.", 900)),
    "left of the page": between(line("Never to be seen.", x=-300)),
    "outside the crop box": between(
        line("Never to be seen.", 60), page="/CropBox [0 100 612 792]"
    ),
    "numbers that are too large": between(
        "BT /F 11 Tf 99999999999999999999 -99999999999999999999 Td (Never to be seen.) Tj ET "
    ),
    "layer that is off": between(in_layer(SECRET), layers={"L": ""}, off=["L"]),
    "layers are off": between(in_layer(SECRET), layers={"L": ""}, config="/BaseState /OFF"),
    "layer for print": between(in_layer(SECRET), layers={"L": ONLY_PRINTED}, config=AS_VIEWED),
    "form of a layer": between(
        "/X Do ", layers={"L": ""}, off=["L"], forms={"X": (SECRET, "/OC @L")}
    ),
    "layer within a form": between(
        "/X Do ", layers={"L": ""}, off=["L"], forms={"X": (in_layer(SECRET), "")}
    ),
    "layer over another": between(
        in_layer(line("Never to be seen.", 680)) + in_layer("", "M"),
        layers={"L": "", "M": ""}, off=["L"],
    ),
    "form outside its box": between("/X Do ", forms={"X": (SECRET, "/BBox [0 0 10 10]")}),
    "form clipped": between("q 0 0 10 10 re W n /X Do Q ", forms={"X": (SECRET, "")}),
    "form in white": between("/X Do ", forms={"X": ("1 g " + SECRET, "")}),
    "page turned": between("1 g " + SECRET + "0 g ", page="/Rotate 90"),
    "page turned and cropped": between(
        "1 g " + SECRET + "0 g ", page="/Rotate 270 /CropBox [20 300 500 780]"
    ),
    "nothing stands for it": between("/Span << /ActualText () >> BDC " + SECRET + "EMC "),
}  # fmt: skip

VISIBLE = {
    "white on dark": between(box(696, "0 0 .4 rg") + "1 g " + SHOWN + "0 g "),
    "white on a picture": between(picture(60, 696, 500, 16) + "1 g " + SHOWN + "0 g "),
    "white on a thick line": between("q 18 w .2 G 60 703 m 560 703 l S Q 1 g " + SHOWN + "0 g "),
    "partly clipped": between("q 0 700 110 20 re W n " + SHOWN + "Q "),
    "below a transparent area": between(SHOWN + "q /Clear gs " + box(696) + "Q "),
    "layer that is on": between(in_layer(SHOWN), layers={"L": "", "M": ""}, off=["M"]),
    "stroked": between("q BT 1 Tr ET 1 g 0 G " + SHOWN + "Q "),
    "tiny, as all of the page": Layered(
        line("Heading shown.", 700, size=0.9), page="/UserUnit 10"
    ),
    "turned": between("1 g " + box(696, "0 g") + "1 g " + SHOWN + "0 g ", page="/Rotate 180"),
}  # fmt: skip


def words(text: str) -> list[str]:
    return [row for row in text.splitlines() if row]


@pytest.mark.parametrize("page", HIDDEN.values(), ids=HIDDEN.keys())
def test_hidden_text_is_left_out_and_can_be_had(page: Layered) -> None:
    data = page.build()
    assert sorted(words(rejoin.text(data))) == ["Seen above.", "Seen below."]
    assert "Never to be seen." in rejoin.text(data, hidden="keep")
    assert "Never to be seen." in rejoin.text(data, rules="gap")


@pytest.mark.parametrize("page", VISIBLE.values(), ids=VISIBLE.keys())
def test_visible_text_stays(page: Layered) -> None:
    assert "Heading shown." in words(rejoin.text(page.build()))


# Pictures and their text layers

SCAN = picture(0, 0, 612, 792)
INVISIBLE = "q BT 3 Tr ET " + ABOVE + BELOW + "Q "
LAYERS = {
    "invisible upon the picture": SCAN + INVISIBLE,
    "under the picture": ABOVE + BELOW + SCAN,
    "transparent": SCAN + "q /Clear gs " + ABOVE + BELOW + "Q ",
    "no picture but drawings": "0 0 612 1 re f " + INVISIBLE,
}


@pytest.mark.parametrize("content", LAYERS.values(), ids=LAYERS.keys())
def test_the_text_layer_of_a_scan_is_its_text(content: str) -> None:
    assert words(rejoin.text(Layered(content).build())) == ["Seen above.", "Seen below."]


def test_a_scan_with_a_visible_stamp_keeps_its_text() -> None:
    page = Layered(SCAN + INVISIBLE + line("Received.", 60))
    assert words(rejoin.text(page.build())) == ["Seen above.", "Seen below.", "Received."]


def test_a_text_layer_under_visible_text_comes_out_once() -> None:
    layer = line("Scen abovc.", 720.8, 72.9) + line("Seen bclow.", 680.4, 71)
    page = Layered(SCAN + ABOVE + BELOW + "q BT 3 Tr ET " + layer + "Q ")
    assert words(rejoin.text(page.build())) == ["Seen above.", "Seen below."]


@pytest.mark.parametrize("how", ["1 g ", "BT 3 Tr ET "])
def test_a_page_with_nothing_to_see_is_empty(how: str) -> None:
    data = Layered(how + SECRET).build()
    assert rejoin.text(data) == ""
    assert rejoin.text(data, hidden="keep") == "Never to be seen.\n"


def test_covered_blanks_without_a_character_of_their_own() -> None:
    """PDFium gives no character of a text object that is all blank."""
    covered = "BT /F 11 Tf 72 700 Td ( ) Tj ET " + box(690)
    pages = mapped({}, "BT /F 11 Tf 72 700 Td (Seen.) Tj ET", covered)
    assert rejoin.text(pages) == "Seen.\n\f"


# Copies

COPIES = {
    "whole page twice": ABOVE + BELOW + ABOVE + BELOW,
    "second one half a point off": ABOVE + BELOW + line("Seen above.", 719.5, 72.5)
    + line("Seen below.", 679.5, 72.5),
    "shadow first": ".6 g " + line("Seen above.", 718.9, 73.1, 14)
    + line("Seen below.", 678.9, 73.1, 14) + "0 g " + line("Seen above.", 720, 72, 14)
    + line("Seen below.", 680, 72, 14),
    "word by word": ABOVE + BELOW + line("Seen", 720.2) + line("below.", 680, 100.5)
    + line("Seen", 680.2) + line("above.", 720, 100.5),
    "four times": (ABOVE + BELOW) * 4,
}  # fmt: skip


@pytest.mark.parametrize("content", COPIES.values(), ids=COPIES.keys())
def test_copies_come_out_once(content: str) -> None:
    data = Layered(content).build()
    assert words(rejoin.text(data)) == ["Seen above.", "Seen below."]
    assert words(rejoin.text(data, hidden="keep")) == ["Seen above.", "Seen below."]


DOUBLES = ["bookkeeper allee 11 11 ooo", "fluff off waffle", "1111 llll iiii ....", "ha ha ha ha"]


@pytest.mark.parametrize("text", DOUBLES)
def test_doubled_letters_are_no_copies(text: str) -> None:
    tight = "q BT -0.7 Tc 80 Tz ET " + line(text) + "Q "
    assert words(rejoin.text(Layered(tight).build())) == [text]


def test_a_form_comes_out_once_for_each_appearance() -> None:
    forms = {"X": (line("Shown.", 700), "")}
    moved = Layered("/X Do q 1 0 0 1 0 -40 cm /X Do Q ", forms=forms).build()
    assert words(rejoin.text(moved)) == ["Shown.", "Shown."]
    same = Layered("/X Do /X Do ", forms=forms).build()
    assert words(rejoin.text(same)) == ["Shown."]


def test_a_form_that_calls_itself_comes_out_once() -> None:
    assert words(rejoin.text(self_calling_form())) == ["A form that calls itself"]


# The option


def test_hidden_is_kept_on_the_command(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "white.pdf"
    path.write_bytes(HIDDEN["white"].build())
    assert "Never" not in command(path).out
    assert "Never to be seen." in command(path, "--hidden", "keep").out
    assert "Never" in command("explain", path, "--hidden", "keep").out
    assert "Never" not in command("explain", path).out


def test_hidden_is_kept_for_many_files() -> None:
    data = HIDDEN["white"].build()
    dropped, kept = ([*rejoin.read_many([data], hidden=how)] for how in ("drop", "keep"))
    assert ["Never" in result.text for result in (*dropped, *kept)] == [False, True]


def test_hidden_is_one_of_two() -> None:
    data = HIDDEN["white"].build()
    for ask in (rejoin.text, rejoin.read):
        with pytest.raises(RulesError, match="hidden is one of drop, keep, not 'show'"):
            ask(data, hidden="show")
    with pytest.raises(RulesError):
        rejoin.read_many([data], hidden="show")


# Parts


def test_layers_are_looked_for_in_the_file() -> None:
    assert has_hidden_layers(Handle(HIDDEN["layer that is off"].build()))
    assert has_hidden_layers(Handle(HIDDEN["layers are off"].build()))
    assert not has_hidden_layers(Handle(Layered(ABOVE, layers={"L": ""}).build()))
    assert not has_hidden_layers(Handle(Layered(ABOVE).build()))


def test_texts_that_lie_over_each_other_are_told_apart() -> None:
    content = "1 g " + SECRET + "0 g " + line("Heading shown.", 700) + "1 g " + SECRET
    boxes = np.array([[72, 698, 160, 710]] * 3)
    gone = unseen(Handle(Layered(content).build()), 0, np.arange(3), boxes)
    assert gone.tolist() == [True, False, False]


@pytest.mark.parametrize("page", [*HIDDEN.values(), *VISIBLE.values()], ids=[*HIDDEN, *VISIBLE])
def test_the_reader_without_a_compiler_sees_the_same(page: Layered) -> None:
    handle = Handle(page.build())
    found = []
    for compiled in (None, False):
        reader = Reader(handle, compiled=compiled)
        reader.read(0, handle.pages)
        found.append(gather(reader).code.tolist())
    assert found[0] == found[1]


def test_a_line_that_runs_over_the_edge_is_whole() -> None:
    page = Layered(line("Seen above.", 720) + line("A line that runs over the edge.", 700, 520))
    assert words(rejoin.text(page.build())) == ["Seen above.", "A line that runs over the edge."]


def test_a_page_of_text_that_has_no_characters() -> None:
    page = between("1 g /Span << /ActualText <FEFFD83DDE00> >> BDC " + SECRET + "EMC 0 g ")
    assert words(rejoin.text(page.build()))[0] == "Seen above."
    alone = Layered("1 g /Span << /ActualText <FEFFD83DDE00> >> BDC " + SECRET + "EMC 0 g ")
    assert rejoin.text(alone.build()) in ("", "\U0001f600\n")


@pytest.mark.parametrize("angle", [30, 45, -30, -45, 135])
@pytest.mark.parametrize("first", [True, False])
def test_a_stamp_across_the_page_is_a_line_of_its_own(angle: int, first: bool) -> None:
    cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    stamp = (
        f"q .8 g BT /F 70 Tf {cos:.4f} {sin:.4f} {-sin:.4f} {cos:.4f} 220 660 Tm (DRAFT) Tj ET Q "
    )
    text = "".join(line(row, 720 - 13.2 * i) for i, row in enumerate(WRAPPED))
    page = Layered(stamp + text if first else text + stamp)
    assert sorted(words(rejoin.text(page.build()))) == ["DRAFT", JOINED]


def test_slanted_type_is_upright() -> None:
    slanted = "BT /F 11 Tf 1 0 .27 1 130 700 Tm (slanted) Tj ET " + line("and plain.", 700, 172)
    page = Layered(line("Upright,", 700) + slanted)
    assert words(rejoin.text(page.build())) == ["Upright, slanted and plain."]
