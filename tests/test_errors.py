"""Every error has its class and says what to do; odd files are read without one."""

from __future__ import annotations

import io
import os
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

import rejoin
from rejoin import (
    DamagedPdfError,
    FileMissingError,
    NotAPdfError,
    PageRangeError,
    PasswordError,
    RejoinError,
    RulesError,
)
from rejoin.source import with_trailer
from tests.conftest import Command
from tests.pdfs import JOINED, WRAPPED, Page, lines, loop, pdf, self_calling_form

GOOD = lines(*WRAPPED)
# qpdf --encrypt heron owner 256 -- --static-id good.pdf locked.pdf
LOCKED = Path(__file__).parent / "data" / "locked.pdf"


# Files that cannot be read


def test_no_such_file() -> None:
    with pytest.raises(FileMissingError, match=r"^nowhere\.pdf: no such file$"):
        rejoin.text("nowhere.pdf")


def test_folder(tmp_path: Path) -> None:
    with pytest.raises(FileMissingError, match="is a folder, not a PDF"):
        rejoin.text(tmp_path)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads all")
def test_no_permission(good: Path) -> None:
    good.chmod(0)
    with pytest.raises(FileMissingError, match="Permission denied"):
        rejoin.text(good)


@pytest.mark.parametrize("data", [b"", b"plain words\n", b"\x89PNG\r\n\x1a\n" + bytes(2000)])
def test_not_a_pdf(data: bytes) -> None:
    with pytest.raises(NotAPdfError, match="is not a PDF"):
        rejoin.text(data)


@pytest.mark.parametrize("data", [b"%PDF-1.7\n", b"%PDF-1.7\n" + b"\0" * 5000])
def test_damaged(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "damaged.pdf"
    path.write_bytes(data)
    for source in (data, path):
        with pytest.raises(DamagedPdfError, match="is damaged and cannot be opened"):
            rejoin.text(source)


def test_password_needed() -> None:
    with pytest.raises(PasswordError, match=r"needs a password; give --password \(password=\)"):
        rejoin.text(LOCKED)


def test_password_wrong() -> None:
    with pytest.raises(PasswordError, match="the password is wrong"):
        rejoin.text(LOCKED, password="crane")


@pytest.mark.parametrize("password", ["heron", "owner"])
def test_password_right(password: str) -> None:
    assert rejoin.text(LOCKED, password=password) == JOINED + "\n"


def test_errors_name_a_stream_by_its_name() -> None:
    class Upload(io.BytesIO):
        name = "upload.pdf"

    with pytest.raises(NotAPdfError, match=r"^upload\.pdf: "):
        rejoin.text(Upload(b"words"))


def test_errors_cross_processes_whole() -> None:
    error = pickle.loads(pickle.dumps(rejoin.PageError("is gone", file="a.pdf", page=3)))
    assert (type(error), str(error)) == (rejoin.PageError, "a.pdf: page 3: is gone")
    assert (error.file, error.page, error.reason) == ("a.pdf", 3, "is gone")


# Wrong arguments


@pytest.mark.parametrize("pages", ["2", "1-2", [0], [1, 2]])
def test_page_out_of_range(good: Path, pages: str | list[int]) -> None:
    with pytest.raises(PageRangeError, match=r"there is no page \d; the pages are 1 to 1"):
        rejoin.text(good, pages=pages)


@pytest.mark.parametrize("pages", ["", "x", "1,", "-3", "1--2", "1.5", "3-2"])
def test_page_list_that_says_nothing(good: Path, pages: str) -> None:
    with pytest.raises(PageRangeError, match="is no list of pages"):
        rejoin.text(good, pages=pages)


def test_unknown_preset(good: Path) -> None:
    with pytest.raises(RulesError, match="there is no preset 'best': use default, "):
        rejoin.text(good, rules="best")


def test_unknown_threshold(good: Path) -> None:
    with pytest.raises(RulesError, match="there is no threshold named 'wideness'"):
        rejoin.text(good, wideness=3)


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ("pitch_max = ", "is not valid TOML"),
        ("pitch_max = 'wide'", "pitch_max cannot be 'wide'"),
        ("wideness = 3", "no threshold named 'wideness'"),
        ("base = 'mine.toml'", "base is one of default, "),
        ("base = ['gap']", "base is one of default, "),
    ],
)
def test_wrong_rules_file(good: Path, tmp_path: Path, toml: str, message: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(toml)
    with pytest.raises(RulesError, match=message):
        rejoin.text(good, rules=str(path))


def test_all_errors_are_rejoin_errors() -> None:
    classes = [getattr(rejoin, name) for name in rejoin.__all__ if name.endswith("Error")]
    assert len(classes) == 11
    assert all(issubclass(error, RejoinError) for error in classes)
    assert issubclass(PageRangeError, ValueError)
    assert issubclass(RulesError, ValueError)


# Output


def test_output_folder_is_missing(command: Command, good: Path, tmp_path: Path) -> None:
    ran = command(good, "-o", tmp_path / "no" / "out.txt")
    assert ran == (2, "", f"rejoin: {tmp_path}/no/out.txt: there is no folder {tmp_path}/no\n")


def test_output_is_a_folder_of_others(command: Command, good: Path, tmp_path: Path) -> None:
    ran = command(good, "-o", tmp_path)
    assert ran == (
        2,
        "",
        f"rejoin: {tmp_path}: is a folder with other files in it; name a new or an empty one\n",
    )


def _same(path: Path) -> Path:
    return path


def _symlink(path: Path) -> Path:
    link = path.with_name("symlink.pdf")
    link.symlink_to(path.name)
    return link


def _hardlink(path: Path) -> Path:
    link = path.with_name("hardlink.pdf")
    link.hardlink_to(path)
    return link


@pytest.mark.parametrize("other", [_same, _symlink, _hardlink])
def test_output_is_an_input(command: Command, good: Path, other: Callable[[Path], Path]) -> None:
    before, out = good.read_bytes(), other(good)
    ran = command(good, "-o", out)
    assert ran == (2, "", f"rejoin: {out}: is also an input ({good}) and would be lost\n")
    assert good.read_bytes() == before


# Pages


def test_bad_page_among_good_ones() -> None:
    data = pdf(GOOD, None, GOOD)
    with rejoin.read(data) as document:
        assert document.text == f"{JOINED}\n\f\f{JOINED}\n"
        (error,) = document.errors
    assert (error.file, error.page) == ("<bytes>", 2)
    assert str(error) == "<bytes>: page 2: cannot be loaded; it is left out"


def test_page_without_text_is_no_error() -> None:
    with rejoin.read(pdf(b"", Page(None), lines("Alone"), b"0 0 9 9 re f")) as document:
        assert document.text == "\f\fAlone\n\f"
        assert document.errors == []


def test_document_without_any_text_or_page() -> None:
    assert rejoin.text(pdf(b"")) == ""
    assert rejoin.text(pdf(*[b""] * 40)) == "\f" * 39
    assert rejoin.text(pdf()) == ""


# Damage that is no obstacle

WHOLE = pdf(GOOD)
INTACT: dict[str, bytes] = {
    "wrong offsets in the table": pdf(GOOD, shift=7),
    "junk before the header": b"\0" * 700 + WHOLE,
    "stream length too small": pdf(Page(GOOD, length=3)),
    "stream length zero": pdf(Page(GOOD, length=0)),
    "stream length too large": pdf(Page(GOOD, length=99_999)),
    "page box of no size": pdf(Page(GOOD, b"[0 0 0 0]")),
    "page box from top to bottom": pdf(Page(GOOD, b"[612 792 0 0]")),
    "page box that is no box": pdf(Page(GOOD, b"(wide)")),
    "page box without an end": pdf(Page(GOOD, b"[0 0 1e30 1e30]")),
    "60,000 saved states": pdf(b"q " * 60_000 + GOOD),
    "cut off before the table": pdf(GOOD, whole=False),
    "cut off in the table": WHOLE[: WHOLE.rfind(b"trailer")],
}


@pytest.mark.parametrize("data", INTACT.values(), ids=INTACT.keys())
def test_damage_costs_nothing(data: bytes) -> None:
    with rejoin.read(data) as document:
        assert document.text == JOINED + "\n"
        assert document.errors == []


def test_page_tree_that_holds_itself() -> None:
    with rejoin.read(loop()) as document:
        assert document.text == f"{JOINED}\n\f\f"
        assert [error.page for error in document.errors] == [2, 3]


def test_form_that_calls_itself() -> None:
    assert set(rejoin.text(self_calling_form()).split()) == set("A form that calls itself".split())


HUGE = {
    "x": lines("Far", "out", x=1e9),
    "y": lines("Far", "up", y=1e30),
    "size": lines("Too", "large", size=1e20),
    "tiny": lines("Too", "small", size=1e-20),
    "matrix": b"BT /F 9 Tf 0 0 0 0 0 0 Tm (flat) Tj ET",
    "digits": b"BT /F 9 Tf 1 0 0 1 99999999999999999999 700 Tm (far) Tj ET",
}


@pytest.mark.parametrize("odd", HUGE.values(), ids=HUGE.keys())
@pytest.mark.parametrize("rules", ["default", "gap"])
def test_huge_coordinates_leave_the_rest_alone(odd: bytes, rules: str) -> None:
    with rejoin.read(pdf(b"q " + odd + b" Q " + GOOD), rules=rules) as document:
        assert JOINED in document.text.splitlines()
        assert all(page.explain(i).to_dict() for page in document for i in range(len(page.breaks)))


# Files cut off before the trailer


@pytest.mark.parametrize("end", [b"endobj", b"/MediaBox", b"/Parent", b"<<"])
def test_cut_off_within_the_last_object(end: bytes) -> None:
    whole = pdf(GOOD, GOOD, whole=False)
    assert rejoin.text(whole[: whole.rfind(end)]).startswith(f"{JOINED}\n\f")


def test_cut_off_before_the_last_object(tmp_path: Path) -> None:
    whole = pdf(GOOD, GOOD, whole=False)
    path = tmp_path / "cut.pdf"
    path.write_bytes(whole[: whole.rfind(b" 0 obj")])
    with rejoin.read(path) as document:
        assert document.text == f"{JOINED}\n\f"
        assert [error.page for error in document.errors] == [2]


def test_cut_off_before_the_catalog() -> None:
    with pytest.raises(DamagedPdfError):
        rejoin.text(pdf(GOOD, whole=False)[:30])


def test_trailer_names_the_last_catalog() -> None:
    old = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n"
    new = b"7 2 obj\n<< /Names << >> /Type/Catalog >>\nendobj\n"
    assert b"/Root 7 2 R" in (with_trailer(old + new) or b"")
    # the words alone, outside an object, are no catalog
    assert b"/Root 1 0 R" in (with_trailer(old + b"% /Type /Catalog") or b"")


@pytest.mark.parametrize(
    "data",
    [
        b"1 0 obj\n<< /Type /Catalog >>\nendobj\n",
        b"%PDF-1.7\n1 0 obj\n<< /Type /Pages >>\nendobj\n",
        LOCKED.read_bytes(),
    ],
    ids=["no header", "no catalog", "encrypted"],
)
def test_no_trailer_where_it_cannot_help(data: bytes) -> None:
    assert with_trailer(data) is None
