"""Step 3: how the two sides of a soft wrap are put together."""

from __future__ import annotations

import pytest

import rejoin
from rejoin.joining import Join, Joiner, join_text, published_join
from tests import pdfs
from tests.built import Line, make_lines

SPACE, NONE, DROP, KEEP = Join.SPACE, Join.NONE, Join.DROP_HYPHEN, Join.KEEP_HYPHEN


@pytest.mark.parametrize(
    ("above", "below", "wide", "marked", "kind"),
    [
        ("the river", "is high", False, False, SPACE),
        ("\u6c34", "\u5c71", True, False, NONE),
        ("con-", "nected", False, False, DROP),
        ("Anglo-", "Saxon", False, False, SPACE),
        ("2019-", "2024", False, False, SPACE),
        ("con-", "nected", False, True, KEEP),
        ("grade A-", "Dyeing", False, True, KEEP),
        ("con\u2010", "nected", False, False, SPACE),
        ("-", "nected", False, False, DROP),
        ("con-", "", False, False, SPACE),
        ("\u3053-", "\u3042", False, False, SPACE),
    ],
)
def test_published_join(above: str, below: str, wide: bool, marked: bool, kind: Join) -> None:
    assert published_join(above, below, wide, marked) == kind


@pytest.mark.parametrize("rules", ["first", "cjk", "gap"])
def test_published_rules_keep_a_hyphen_that_pdfium_marked(rules: str) -> None:
    first = "The ferry leaves the north bank at seven and again at noon when the river is con-"
    second = "nected with the lake above, and the keeper writes the hour on the black board in"
    pdf = pdfs.pdf(pdfs.lines(first, second, "full."))
    text = rejoin.text(pdf, rules=rules)
    assert text == f"{first}{second} full.\n"


@pytest.mark.parametrize(
    ("above", "below", "text", "kind"),
    [
        ("the river", "is high", "", SPACE),
        ("con-", "nected", "", DROP),
        ("con\u00ad", "nected", "", DROP),
        ("a well-", "known", "a well-known thing", KEEP),
        ("a con-", "nected", "connected and well-known", DROP),
        ("2019-", "2024", "", KEEP),
        ("Anglo-", "Saxon", "", KEEP),
        ("x-", "rays", "", KEEP),
        ("state-of-the-", "art", "", KEEP),
        ("short-", "and long-term", "", SPACE),
        ("see /usr/lib-", "exec", "", KEEP),
        ("either/", "or", "", NONE),
        ("a dash\u2014", "and more", "", NONE),
        ("1990\u2013", "1999", "", NONE),
        ("a dash \u2013", "and more", "", SPACE),
        ("\u6c34", "\u5c71", "", NONE),
        ("\u6c34\u3001", "water", "", NONE),
        ("\u0e01", "\u0e02", "", NONE),
        ("\ubb3c", "\uc0b0", "", SPACE),
        ("\u6c34", "PDF", "\u6c34 PDF \u6c34 PDF", SPACE),
        ("\u6c34", "PDF", "\u6c34PDF\u6c34", NONE),
        ("", "nothing above", "", SPACE),
    ],
)
def test_default_join(above: str, below: str, text: str, kind: Join) -> None:
    assert Joiner(f"{above}\n{below}\n{text}").kind(above, below) == kind


ENGLISH = "the price of the rules is in the hand of the miller, and that is to be of use, you"


@pytest.mark.parametrize(
    ("above", "below", "text", "kind"),
    [
        ("the price-", "determining rules", ENGLISH, KEEP),
        ("thirty-", "four people", ENGLISH, KEEP),
        ("a hand-", "driven mill", f"{ENGLISH} driven by it", KEEP),
        ("some-", "thing of use", f"{ENGLISH} some thing", DROP),
        ("remark-", "able eyebrows", f"{ENGLISH} able remark", DROP),
        ("potato-lift-", "ing", ENGLISH, DROP),
        ("non-", "wooden parts", f"{ENGLISH} wooden", KEEP),
        # the halves of divided words are no words
        ("deter-", "mining it", f"{ENGLISH} deter-\nring and exa-\nmining", DROP),
        # the same first half with a hyphen elsewhere, and written as one word
        ("Debian-", "Rechner", "ein debian-paket", KEEP),
        ("ein debian-", "paket", "debian-rechner und debian-server", KEEP),
        ("die netz-", "karte", "netzwerk netzteile ein netz-anschluss", DROP),
        ("demandez-", "vous", "le bruit des roues dans une ville et les gens", KEEP),
        ("какого-", "то места", "и в не на что с по", KEEP),
        ("мес-", "то", "и в не на что с по", DROP),
        ("a USB-", "stick", "", KEEP),
        ("DETER-", "MINING", "", DROP),
        ("PDF-", "файл", "", KEEP),
        ("σε ε-", "πιφάνεια", "", DROP),
        ("मंच-", "सामग्री", "", KEEP),
        ("https://mill.example/-", "rules", "", DROP),
        ("at https://ops.la\u2010", "belwright.example", "", DROP),
        ("at https://mill.", "example/rules now", "", NONE),
        ("at https:", "//mill.example", "", NONE),
        ("see www.mill.example.", "Then go on", "", SPACE),
        ("the name MILL_", "RACE", "", NONE),
        ("It ended.", "and went on", "", SPACE),
        ("tracciamen-", "to dei bug", "il di che la per una sono", DROP),
        ("물레방아", "는 돌았다", "", NONE),
        ("마을 사람", "들이 모였다", "", NONE),
        ("물레", "방아가 돌았다", "그 물레방아가 큰 소리를 냈다", NONE),
        ("찾아야", "한다", "그는 찾아야 한다 말했다", SPACE),
    ],
)
def test_joins_by_words_form_and_language(above: str, below: str, text: str, kind: Join) -> None:
    assert Joiner(f"{above}\n{below}\n{text}").kind(above, below) == kind


@pytest.mark.parametrize(("hyphens", "kind"), [("auto", DROP), ("drop", DROP), ("keep", KEEP)])
def test_hyphens_as_asked_for(hyphens: str, kind: Join) -> None:
    assert Joiner("con-\nnected", hyphens).kind("con-", "nected") == kind
    assert Joiner("", hyphens).kind("con\u00ad", "nected") == DROP


def test_join_text() -> None:
    assert join_text(["con-", "nected", "to", "x-", "rays"], [DROP, SPACE, SPACE, KEEP]) == (
        "connected to x-rays"
    )
    assert join_text(["one"], []) == "one"
    assert join_text(["a", "b"], [SPACE]) == "a b"


def test_labels_of_the_kinds() -> None:
    assert [kind.label for kind in Join] == ["space", "none", "drop-hyphen", "keep-hyphen"]


def test_published_full_width_sides_are_joined_without_a_space() -> None:
    wide = "\u6c34" * 20
    lines = make_lines(
        Line(bottom=100, text=wide), Line(bottom=87, text=wide), Line(bottom=74, text="water " * 9)
    )
    breaks, decision = rejoin.decide(lines, "gap")
    assert decision.joined.tolist() == [True, True]
    assert breaks.wide.tolist() == [True, False]
