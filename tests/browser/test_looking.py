"""The page for looking, in the hands of a person: mouse, keyboard, any window, any page."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Any

import pytest

import rejoin
from rejoin.cli import main
from tests import pdfs
from tests.browser.conftest import faults
from tests.browser.test_decisions import ARABIC, ARTICLE, SAMPLE, VERTICAL, shown

#: A wide window, 200 per cent of it, and a telephone.
WINDOWS = {"wide": (1300, 900), "200 per cent": (650, 450), "narrow": (320, 640)}
TEXT = pdfs.lines(*pdfs.WRAPPED)


def test_click_hover_filter_and_details(tab: Any, tmp_path: Path) -> None:
    document = rejoin.read(SAMPLE, rules="gap")
    shown(tab, tmp_path, document)
    tab.locator('.mark[data-break="1"]').click()
    detail = tab.locator("#detail")
    assert "page 1, break 2" in detail.inner_text()
    why = document[0].explain(1).to_dict()
    for condition in why["conditions"]:
        row = detail.locator("tr", has=tab.locator("th", has_text=condition["name"])).first
        assert row.locator("td").last.inner_text() == ("yes" if condition["holds"] else "no")
        assert (
            f"{condition['bounds'][0]['measured']:.2f}" in row.inner_text()
            if condition["bounds"]
            else True
        )
    assert tab.locator(".drawn").count() == 4
    tab.locator('.running span[data-line="2"]').first.hover()
    assert tab.locator('.picture .line.lit[data-line="2"]').count() == 1
    tab.locator('.picture .line[data-line="4"]').first.dispatch_event("mouseover")
    assert tab.locator('.running .lit[data-line="4"]').count() == 1
    tab.locator("#filter").select_option("failed:full")
    full = [
        i
        for i, e in enumerate(page.explain(k) for page in document for k in range(len(page.breaks)))
        if rejoin.Reason.FULL in e.failed
    ]
    assert full
    assert tab.evaluate("list") == full
    image = tab.locator(".picture img").first
    assert image.evaluate("i => i.complete && i.naturalWidth > 500")


def test_running_text_is_the_documents_text(tab: Any, tmp_path: Path) -> None:
    document = rejoin.read(ARTICLE)
    shown(tab, tmp_path, document)
    tab.evaluate("data.pages.forEach((_, p) => fill(p, false))")
    found = tab.locator(".running p:not(.quiet)").all_inner_texts()
    # joined over page edges, too, which the page shows as a note
    assert " ".join(found).split() == " ".join(p.text for p in document.paragraphs).split()


def test_the_least_certain_come_first_and_are_paler(tab: Any, tmp_path: Path) -> None:
    for rules in ("default", "gap"):
        shown(tab, tmp_path, rejoin.read(ARTICLE, rules=rules))
        tab.locator("#filter").select_option("unsure")
        sure = tab.evaluate("list.map(unsure)")
        assert sure == sorted(sure)
        assert sure[0] < sure[-1]
        pale = "i => +document.querySelector(`.mark[data-break='${list.at(i)}']`)"
        tab.evaluate("data.pages.forEach((_, p) => fill(p, false))")
        assert tab.evaluate(pale + ".getAttribute('opacity')", 0) < tab.evaluate(
            pale + ".getAttribute('opacity')", -1
        )


def _turned(turn: str) -> bytes:
    return pdfs.pdf(pdfs.Page(b"q %b cm %b Q" % (turn.encode(), TEXT)))


TURNS = {
    "upright": ("1 0 0 1 0 0", "right"),
    "up": ("0 1 -1 0 792 0", "top"),
    "upside down": ("-1 0 0 -1 612 792", "left"),
    "down": ("0 -1 1 0 -180 700", "bottom"),
}
#: Where a line's mark lies, seen from the line.
SIDE = """() => data.pages[0].above.map((line, row) => {
    const box = data.pages[0].box[line], mark = document.querySelector(`[data-break="${row}"].mark`);
    const of = mark.getBBox(), x = of.x + of.width / 2, y = of.y + of.height / 2;
    return x > box[2] ? "right" : x < box[0] ? "left" : y < box[1] ? "top" : y > box[3] ? "bottom" : "inside";
})"""  # noqa: E501


@pytest.mark.parametrize("name", TURNS)
def test_marks_stand_where_turned_lines_end(tab: Any, tmp_path: Path, name: str) -> None:
    turn, side = TURNS[name]
    shown(tab, tmp_path, rejoin.read(_turned(turn)))
    assert tab.evaluate(SIDE) == [side] * (len(pdfs.WRAPPED) - 1)
    tab.keyboard.press("ArrowRight")
    assert tab.locator(".drawn").count() == 4


@pytest.mark.parametrize(("rotate", "side"), [(90, "bottom"), (180, "left"), (270, "top")])
def test_marks_stand_where_lines_of_rotated_pages_end(
    tab: Any, tmp_path: Path, rotate: int, side: str
) -> None:
    page = pdfs.Page(TEXT, entries=b"/Rotate %d" % rotate)
    shown(tab, tmp_path, rejoin.read(pdfs.pdf(page)))
    found = tab.evaluate(SIDE)
    assert found
    assert set(found) == {side}


@pytest.mark.parametrize(("pdf", "side"), [(ARABIC, "left"), (VERTICAL, "bottom")])
def test_marks_stand_where_lines_of_other_scripts_end(
    tab: Any, tmp_path: Path, pdf: Path, side: str
) -> None:
    shown(tab, tmp_path, rejoin.read(pdf, pages="1"))
    found = tab.evaluate(SIDE)
    assert found.count(side) > 0.9 * len(found)
    if pdf == ARABIC:
        style = "e => getComputedStyle(e).direction"
        assert tab.locator(".running p", has_text="عقد").first.evaluate(style) == "rtl"


def test_pages_without_lines_say_why(tab: Any, tmp_path: Path, capfd: Any) -> None:
    pdf, page = tmp_path / "broken.pdf", tmp_path / "broken.html"
    pdf.write_bytes(pdfs.pdf(TEXT, None, b"", TEXT))
    assert main(["view", str(pdf), "-q", "-o", str(page)]) == 1
    assert "page 2: cannot be loaded" in capfd.readouterr().err
    tab.goto(page.as_uri())
    notes = tab.locator(".page").evaluate_all(
        "p => p.map(e => e.querySelector('.note')?.innerText)"
    )
    assert notes == [None, "cannot be loaded", "no text on this page (empty)", None]
    for _ in range(len(pdfs.WRAPPED)):
        tab.keyboard.press("ArrowRight")
    assert "page 4, break 1" in tab.locator("#detail").inner_text()


@pytest.mark.parametrize("pages", [(b"",), (None, None)], ids=["empty", "damaged"])
def test_a_document_without_any_break(tab: Any, tmp_path: Path, pages: Any) -> None:
    shown(tab, tmp_path, rejoin.read(pdfs.pdf(*pages)))
    for key in ("ArrowRight", "ArrowLeft", "Escape"):
        tab.keyboard.press(key)
    assert "no break" in tab.locator("#status").inner_text()


def test_a_page_that_is_asked_for_twice_is_there_once(tab: Any, tmp_path: Path) -> None:
    document = rejoin.read(pdfs.pdf(TEXT, TEXT), pages="2,1,2")
    shown(tab, tmp_path, document)
    assert tab.locator(".page h2").all_inner_texts() == ["Page 2", "Page 1"]


@pytest.mark.parametrize("window", WINDOWS)
def test_the_chosen_break_is_in_sight(tab: Any, tmp_path: Path, window: str) -> None:
    width, height = WINDOWS[window]
    tab.set_viewport_size({"width": width, "height": height})
    shown(tab, tmp_path, rejoin.read(ARTICLE))
    assert tab.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    for i in (0, 30, 150):
        tab.evaluate("i => choose(i, true)", i)
        on_top = """() => {
            const box = document.activeElement.getBoundingClientRect();
            const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            return found && found.dataset.break;
        }"""
        assert tab.evaluate(on_top) == str(i)
    assert tab.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_keyboard_alone(tab: Any, tmp_path: Path) -> None:
    document = rejoin.read(SAMPLE)
    shown(tab, tmp_path, document)
    focused = "document.activeElement.id || document.activeElement.tagName.toLowerCase()"
    order = []
    for _ in range(8):
        tab.keyboard.press("Tab")
        order.append(tab.evaluate(focused))
    assert order == ["rules", "beside", "filter", "previous", "next", "help-button", "summary",
                     "rect"]  # fmt: skip
    tab.keyboard.press("Enter")
    assert tab.evaluate("state.current") == 0
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate("state.current") == 1
    label = tab.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label.startswith("page 1, break 2: soft wrap")
    tab.keyboard.press("Tab")
    assert tab.evaluate(focused) == "detail"
    tab.keyboard.press("Escape")
    assert not tab.locator("#detail").is_visible()
    assert tab.evaluate("document.activeElement.dataset.break") == "1", "back to where one was"
    tab.keyboard.press("ArrowRight")
    assert not tab.locator("#detail").is_visible(), "a closed panel stays closed"
    tab.keyboard.press("Enter")
    assert tab.locator("#detail").is_visible()
    tab.keyboard.press("?")
    assert tab.locator("#help").is_visible()
    tab.locator("#letters").uncheck()
    tab.keyboard.press("Escape")
    tab.keyboard.press("?")
    assert not tab.locator("#help").is_visible(), "keys of one character can be switched off"
    tab.locator("summary").click()
    tab.locator('input[data-name="confidence"]').focus()
    tab.keyboard.press("ArrowRight")
    tab.wait_for_function(
        "c => !waiting && state.moved.confidence > c", arg=document.rules.confidence
    )
    assert tab.evaluate("state.current") == 2, "an arrow moves the slider, not the choice"


@pytest.mark.parametrize(("window", "scheme"), [("wide", "light"), ("narrow", "dark")])
def test_nothing_is_hard_to_reach(
    tab: Any, tmp_path: Path, axe: str, window: str, scheme: str
) -> None:
    tab.set_viewport_size(dict(zip(("width", "height"), WINDOWS[window], strict=True)))
    tab.emulate_media(color_scheme=scheme)
    shown(tab, tmp_path, rejoin.read(SAMPLE, rules="gap"))
    tab.locator("#beside").select_option("default")
    tab.locator("summary").click()
    tab.keyboard.press("ArrowRight")
    assert tab.locator("#detail").is_visible()
    assert faults(tab, axe) == []
    tab.locator("#help-button").click()
    assert faults(tab, axe) == []


def test_colours_of_marks_stand_out(tab: Any, tmp_path: Path) -> None:
    shown(tab, tmp_path, rejoin.read(SAMPLE))
    for scheme in ("light", "dark"):
        tab.emulate_media(color_scheme=scheme)
        found = tab.evaluate(
            """() => ["soft", "real", "box", "edge"].map((name) => {
                const style = getComputedStyle(document.documentElement);
                const light = (colour) => {
                    const full = colour.length === 4 ? colour.replace(/[^#]/g, "$&$&") : colour;
                    const part = [1, 3, 5].map((i) => parseInt(full.slice(i, i + 2), 16) / 255)
                        .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
                    return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
                };
                const of = (n) => light(style.getPropertyValue(`--${n}`).trim());
                return Math.min(...["paper", "panel"].map((back) => {
                    const [low, high] = [of(name), of(back)].sort((a, b) => a - b);
                    return (high + 0.05) / (low + 0.05);
                }));
            })"""
        )
        assert min(found) >= 3, (scheme, found)


HOSTILE = (
    "</script><script>window.bad=1</script>", "<!--<script>", "<img src=x onerror=window.bad=1>",
    "${data} $$ ' \" & \\", "nul \0 and \x1b[31m", "\u2028 line \u202e turned \u2066 aside",
)  # fmt: skip


def test_text_cannot_become_markup(tab: Any, tmp_path: Path) -> None:
    name = "\u202e <img src=x onerror=window.bad=1> & '$title\".pdf"
    pdf, page = tmp_path / name, tmp_path / "page.html"
    pdf.write_bytes(pdfs.pdf(pdfs.lines(*(t.encode("latin-1", "replace").decode("latin-1")
                                          for t in HOSTILE))))  # fmt: skip
    assert main(["view", str(pdf), "-q", "-o", str(page)]) == 0
    tab.goto(page.as_uri())
    assert tab.evaluate("window.bad") is None
    text = "\n".join(tab.locator(".running p").all_inner_texts())
    for some in HOSTILE[:4]:
        assert some in text
    title = tab.locator("h1").inner_text()
    assert "\\u202e <img src=x onerror=window.bad=1> & '$title\".pdf" in title
    assert tab.title() == title
    assert tab.locator("main img").count() == tab.locator(".picture").count()


def test_any_text_of_a_line_stays_text(tab: Any, tmp_path: Path) -> None:
    # text that no font of a test can show: put into the data where the page reads it
    page = tmp_path / "page.html"
    page.write_text(view_with(HOSTILE), encoding="utf-8")
    tab.goto(page.as_uri())
    assert tab.evaluate("data.pages[0].text") == list(HOSTILE)
    assert tab.evaluate("window.bad") is None
    tab.keyboard.press("ArrowRight")
    for element in ("#detail bdi", ".running p"):
        isolated = tab.locator(element).evaluate_all(
            "all => all.every(e => getComputedStyle(e).unicodeBidi.includes('isolate'))"
        )
        assert isolated


def view_with(texts: tuple[str, ...]) -> str:
    """A page of looking whose lines have these texts."""
    from rejoin.view import assemble
    from rejoin.viewdata import pages_data
    from rejoin.viewrules import rules_data

    document = rejoin.read(pdfs.pdf(TEXT))
    (page,) = pages_data(document)
    page["text"] = list(texts)
    data = {"mode": "view", "rules": rules_data(document.rules), "pages": [page]}
    return assemble("\ud800 half", data, "")


def test_the_policy_lets_nothing_in(browser: Any, tmp_path: Path) -> None:
    tab = browser.new_page()  # one that may complain
    shown(tab, tmp_path, rejoin.read(pdfs.pdf(TEXT)))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(0)
        tab.evaluate(
            """async (address) => {
                const script = document.createElement("script");
                script.textContent = "window.bad = 1";
                const image = document.createElement("img");
                image.setAttribute("onerror", "window.bad = 1");
                const refused = new Promise((done) => image.addEventListener("error", done));
                image.src = `${address}x.png`;
                document.body.append(script, image);
                await refused;
                await fetch(address).catch(() => 0);
            }""",
            f"http://127.0.0.1:{listening.getsockname()[1]}/",
        )
        assert tab.evaluate("window.bad") is None
        with pytest.raises(BlockingIOError):
            listening.accept()
    tab.close()


@pytest.mark.skipif(os.name == "nt", reason="names are no bytes there")
def test_names_that_are_no_text(tab: Any, tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path)
    pdf = os.fsdecode(folder + b"/caf\xe9.pdf")
    Path(pdf).write_bytes(pdfs.pdf(TEXT))
    assert main(["view", pdf, "-q", "-o", str(tmp_path / "page.html")]) == 0
    tab.goto((tmp_path / "page.html").as_uri())
    assert "caf\\udce9.pdf" in tab.locator("h1").inner_text()


def test_three_hundred_pages_stay_usable(
    tab: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rejoin.view.SCALE", 0.3)  # drawing 300 pages is not what is tried here
    rows = pdfs.lines(*(f"{w} and so on" for w in pdfs.WRAPPED * 3), size=8, lead=12)
    shown(tab, tmp_path, rejoin.read(pdfs.pdf(*[rows] * 300)))
    timing = tab.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    assert timing < 20_000
    assert tab.locator(".picture img").count() < 20
    took = tab.evaluate(
        """async () => {
            const out = [], frame = () => new Promise(requestAnimationFrame);
            for (const i of [0.1, 0.5, 0.99]) {
                const start = performance.now();
                choose(Math.floor(i * breaks.length), true);
                await frame();
                out.push(performance.now() - start);
            }
            for (let p = 0; p < 300; p += 10) { frames[p].section.scrollIntoView(); await frame(); }
            const start = performance.now();
            redecide();
            out.push(performance.now() - start);
            return out;
        }"""
    )
    assert max(took) < 5000, took
    tab.wait_for_function("() => drawn.size <= 20")
    assert tab.locator(".picture img").count() <= 20
    assert tab.evaluate("performance.memory.usedJSHeapSize") < 400e6
