"""Characters: the two readers give the same bits, and what becomes of odd ones."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rejoin import Chars
from rejoin import reader as reading
from rejoin.chars import gather
from rejoin.reader import Reader
from rejoin.source import Handle
from tests import pdfs
from tests.fonts import Sheet, mapped
from tests.layered import Layered, box, line, picture

ROOT = Path(__file__).parent.parent
#: Committed PDFs: at most this many are read, the smallest.
SAMPLES = 12

TEXT = "BT /F 12 Tf 72 700 Td {} ET"
PLAIN = TEXT.format("(The keeper) Tj 0 -14 Td (of the landing.) Tj")
HAN = {"a": "\u6c34", "b": "\u5c71", "c": "\u5ddd"}


def show(text: str) -> str:
    return TEXT.format(f"({text}) Tj")


def crowded() -> bytes:
    """More characters, runs and pages than there is room for at first."""
    row = "BT /F 6 Tf 20 {} Td " + "(The keeper) Tj 0.5 g (of the ferry) Tj 0 g " * 20 + " ET"
    return mapped({}, PLAIN, *["\n".join(row.format(780 - 7 * i) for i in range(100))] * 3, PLAIN)


#: By what they have in them.
BUILT = {
    "plain": pdfs.pdf(pdfs.lines(*pdfs.WRAPPED)),
    "several pages": mapped({}, PLAIN, "", PLAIN, show("x")),
    "nothing": mapped({}, ""),
    "a page that cannot be loaded": pdfs.pdf(PLAIN.encode(), None, PLAIN.encode()),
    "crowded": crowded(),
    "hyphen": mapped({}, TEXT.format("(con-) Tj 0 -14 Td (nected) Tj")),
    "surrogates": mapped({"a": "\U0001f600", "b": "\ud83d", "c": "\ude00"}, show("xaybcacb")),
    "c1 codes": mapped({"a": "\x93", "b": "\x94", "c": "\x96", "d": "\x81"}, show("axbcdx")),
    "nul and controls": mapped({"a": "\0", "b": "\x02", "c": "\x01", "d": "\x7f"}, show("xabcdx")),
    "non-characters": mapped({"a": "\ufffe", "b": "b"}, show("xax")),
    "ligature": mapped({"a": "ffi", "b": "\ufb01"}, show("oace xb")),
    "no size": mapped({}, TEXT.format("(a) Tj /F 0 Tf (bc) Tj /F 12 Tf (d) Tj")),
    "no width": mapped({}, TEXT.format("0 Tz (ab) Tj 100 Tz (cd) Tj")),
    "negative size": mapped({}, TEXT.format("/F -12 Tf (upside) Tj")),
    "han": mapped(HAN, TEXT.format("(ab) Tj 30 0 Td (c a) Tj")),
    "drawn twice": mapped({}, TEXT.format("(bold) Tj 0.2 0 Td (bold) Tj")),
    "invisible": mapped({}, TEXT.format("3 Tr (unseen) Tj 0 Tr 1 0 0 rg (red) Tj")),
    "rotated": mapped({}, *(Sheet(show("abc"), f"/Rotate {turn}") for turn in (90, 180, 270))),
    "turned text": mapped({}, "BT /F 12 Tf 0 1 -1 0 300 100 Tm (upwards) Tj "
                              "0.8 0.6 -0.6 0.8 100 500 Tm (askew) Tj ET"),
    "cropped": mapped({}, Sheet("BT /F 12 Tf 10 50 Td (out) Tj 80 0 Td (in) Tj ET",
                                "/CropBox [50 0 600 800]")),
    "type 3": mapped({}, "BT /T 12 Tf 72 700 Td (ab) Tj /F 9 Tf (c) Tj ET",
                     type3={"a": "500 0 d0 0 0 400 700 re f", "b": "500 0 d0"}),
    "marked": mapped({}, "/P << /MCID 7 >> BDC " + PLAIN + " EMC " + show("x")),
    "areas and pictures": Layered(
        line("Over it") + box(690) + picture(60, 500, 300, 80) + line("Upon it", 520)
        + "1 g " + line("In white", 400) + "q 0 0 9 9 re W n " + line("Clipped", 300) + "Q"
    ).build(),
    "forms and layers": Layered(
        "/OC /L BDC " + line("On") + "EMC /X Do q 2 0 0 .5 10 20 cm /X Do Q",
        layers={"L": ""}, forms={"X": ("/Y Do " + line("In a form"), "/Matrix [.5 0 0 1 9 9]"),
                                 "Y": (box(300) + line("Deeper", 300), "")},
    ).build(),
    # what makes a page more than one of plain text, one thing at a time
    "thin rules": Layered(
        line("Over a rule") + "72 690 400 .5 re f 72 600 m 400 600 l S "
    ).build(),
    "an area": Layered(line("Over it") + box(690)).build(),
    "a picture": Layered(line("Upon it", 520) + picture(60, 500, 300, 80)).build(),
    "a pale word": Layered("1 g " + line("In white")).build(),
    "a clipped word": Layered("q 72 0 9 999 re W n " + line("Clipped") + "Q").build(),
    "a form": Layered("/X Do", forms={"X": (line("In a form"), "")}).build(),
    "odd matrices": Layered(
        "q .913 .07 -.31 1.37 3.3 7.7 cm /X Do Q /X Do",
        forms={"X": ("/Y Do " + line("In a form"), "/Matrix [.57 .11 -.013 .93 9.1 9.7]"),
               "Y": (box(300) + line("Deeper", 300), "/Matrix [1.11 0 .3 .77 0 .1]")},
    ).build(),
    "replaced": mapped({}, "/S << /ActualText <FEFFD83DDE00> >> BDC " + show("x") + " EMC "
                           "/S << /ActualText () >> BDC " + show("y") + " EMC"),
    "form that calls itself": pdfs.self_calling_form(),
    "two copies": pdfs.pdf(pdfs.lines(*pdfs.WRAPPED) + pdfs.lines(*pdfs.WRAPPED, x=72.2)),
    "no numbers": pdfs.pdf(b"2147483647 0 0 2147483647 0 0 cm " * 5 + pdfs.lines("Nowhere")),
    "infinite": pdfs.pdf(b"2147483647 2147483647 -2147483647 2147483647 0 0 cm " * 3
                         + pdfs.lines("Nowhere")),
    "huge numbers": mapped({}, "BT /F 12 Tf 1 0 0 1 99999999999999999999 700 Tm (far) Tj ET"),
}  # fmt: skip


def _committed() -> list[Path]:
    found = [*ROOT.glob("labelled_corpus/**/*.pdf"), *ROOT.glob("tests/data/*.pdf")]
    readable = [path for path in found if path.name != "locked.pdf"]
    return sorted(readable, key=lambda path: (path.stat().st_size, path.name))[:SAMPLES]


def read(pdf: bytes | Path, compiled: bool | None = None) -> tuple[dict[str, Any], Chars]:
    """Arrays as read, and the characters made of them, of all pages at once."""
    handle = Handle(pdf)
    reader = Reader(handle, compiled=compiled)
    reader.read(0, handle.pages)
    raw, chars = reader.raw(), gather(reader)
    raw = {name: array.copy() for name, array in raw.items()}
    raw |= {"things": reader.things().copy(), "infos": reader.infos}
    handle.close()
    return raw, chars


def assert_same(one: Any, other: Any, name: str) -> None:
    """Equal to the bit, NaN and negative zero included."""
    assert one.dtype == other.dtype, name
    assert one.shape == other.shape, name
    assert one.tobytes() == other.tobytes(), name


needs_compiler = pytest.mark.skipif(
    vars(reading)["_bulk"] is None, reason="built without a compiler"
)


@needs_compiler
@pytest.mark.parametrize("pdf", [*BUILT.values(), *_committed()],
                         ids=[*BUILT, *(path.stem for path in _committed())])  # fmt: skip
def test_both_readers_give_the_same_bits(pdf: bytes | Path) -> None:
    (raw, chars), (raw_pure, chars_pure) = read(pdf, True), read(pdf, False)
    assert raw.keys() == raw_pure.keys()
    for name in raw["infos"].dtype.names:
        assert_same(raw["infos"][name].copy(), raw_pure["infos"][name].copy(), name)
    for name in ("box", "colour", "kind"):
        assert_same(raw["things"][name].copy(), raw_pure["things"][name].copy(), name)
    for name in raw.keys() - {"runs", "things", "infos"}:
        assert_same(raw[name], raw_pure[name], name)
    for name in set(raw["runs"].dtype.names) - {"object", "font"}:
        assert_same(raw["runs"][name].copy(), raw_pure["runs"][name].copy(), name)
    for field in fields(Chars):
        one, other = getattr(chars, field.name), getattr(chars_pure, field.name)
        if isinstance(one, np.ndarray):
            assert_same(one, other, field.name)
    for field in fields(chars.runs):
        assert_same(getattr(chars.runs, field.name), getattr(chars_pure.runs, field.name),
                    field.name)  # fmt: skip
    assert chars.fonts == chars_pure.fonts


def text(name: str) -> str:
    """Characters of a built PDF as one string, PDFium's line ends as one bar."""
    chars = read(BUILT[name])[1]
    code = np.where(chars.line_end, ord("|"), chars.code).tolist()
    return "".join(map(chr, code)).replace("||", "|")


def test_line_ends_and_blanks() -> None:
    chars = read(BUILT["several pages"])[1]
    assert text("several pages") == "The keeper|of the landing.The keeper|of the landing.x"
    assert chars.page_start.tolist() == [0, 27, 27, 54, 55]
    assert chars.index.tolist() == [*range(27), *range(27), 0]
    assert chars.line_end.sum() == 4
    assert not chars.ink[chars.code == 0x20].any()
    assert chars.page_size.tolist() == [[600, 800]] * 4


def test_a_page_that_cannot_be_loaded_has_no_characters() -> None:
    _, chars = read(BUILT["a page that cannot be loaded"])
    assert np.diff(chars.page_start).tolist() == [27, 0, 27]


def test_there_is_room_for_any_number() -> None:
    raw, chars = read(BUILT["crowded"])
    assert (np.diff(chars.page_start)[1:4] > 20_000).all()
    assert len(raw["runs"]) > 3 * 2_000
    assert chars.run.max() == len(chars.runs.size) - 1


def test_a_marked_hyphen_is_a_hyphen() -> None:
    chars = read(BUILT["hyphen"])[1]
    assert text("hyphen") == "con-nected"
    assert np.flatnonzero(chars.hyphen).tolist() == [3]


def test_surrogate_pairs_are_one_character_and_lone_ones_none() -> None:
    # PDFium gives lone halves one by one; side by side they are a pair like any other
    assert text("surrogates") == "x\U0001f600y\U0001f600\U0001f600\ufffd\ufffd"


def test_c1_codes_are_read_as_windows_1252() -> None:
    assert text("c1 codes") == "\u201cx\u201d\u2013x"


def test_controls_are_dropped() -> None:
    assert text("nul and controls") == "xx"


def test_non_characters_are_replaced() -> None:
    assert set(text("non-characters")) == {"x", "\ufffd"}


def test_parts_of_a_ligature_share_its_box() -> None:
    chars = read(BUILT["ligature"])[1]
    assert text("ligature").startswith("offi")
    assert len({tuple(box) for box in chars.box[:, 1:4].T.tolist()}) == 1


def test_glyphs_without_size_have_no_ink() -> None:
    chars = read(BUILT["no size"])[1]
    ink = {chr(c): bool(i) for c, i in zip(chars.code.tolist(), chars.ink.tolist(), strict=True)}
    assert ink["a"]
    assert ink["d"]
    assert not ink.get("b", False)


def test_a_second_copy_is_dropped_by_pdfium() -> None:
    assert text("drawn twice") == "bold"


def test_rotated_pages_keep_pdf_user_space() -> None:
    chars = read(BUILT["rotated"])[1]
    assert chars.page_size.tolist() == [[800, 600], [600, 800], [800, 600]]
    assert set(chars.turn.tolist()) == {0}
    assert (chars.box[:, :3] == chars.box[:, 3:6]).all()
    assert (chars.box[:, :3] == chars.box[:, 6:]).all()


def test_turned_text_is_measured_upright() -> None:
    chars = read(BUILT["turned text"])[1]
    assert (chars.turn[chars.ink] == 3).all()  # what is aslant counts as standing on its side
    upwards = chars.run == 0
    assert "".join(map(chr, chars.code[upwards & chars.ink].tolist())) == "upwards"
    left, bottom, right, top = chars.box[:, upwards & chars.ink]
    assert (np.diff(left) > 0).all()
    assert np.ptp(chars.loose[1, upwards & chars.ink]) < 0.01
    assert (right > left).all()
    assert (top > bottom).all()


def test_what_lies_outside_the_crop_box_is_left_out() -> None:
    chars = read(BUILT["cropped"])[1]
    assert text("cropped").strip() == "in"
    assert chars.page_size.tolist() == [[550, 800]]


def test_runs() -> None:
    _, chars = read(BUILT["invisible"])
    runs = chars.runs
    assert runs.mode.tolist() == [3, 0]
    assert runs.colour.tolist() == [0x000000FF, 0xFF0000FF]
    assert runs.size.tolist() == [12, 12]
    _, chars = read(BUILT["marked"])
    assert sorted(set(chars.runs.mark.tolist())) == [-1, 7]
    _, chars = read(BUILT["negative size"])
    assert chars.runs.size.tolist() == [12]


def test_numbers_too_large_stay_finite() -> None:
    chars = read(BUILT["huge numbers"])[1]
    assert np.isfinite(chars.box).all()


def test_blanks_that_pdfium_makes_up() -> None:
    chars = read(BUILT["han"])[1]
    assert text("han") == "\u6c34\u5c71 \u5ddd \u6c34"
    assert chars.generated.tolist() == [False, False, True, False, False, False]
