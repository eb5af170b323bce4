"""The sample sheet: its bytes, the published method's output on it, and what the default does."""

from __future__ import annotations

from pathlib import Path

import pytest

import rejoin
from bench import labels, sample
from bench.labels import Row

SHEET = sample.FOLDER / "sample.pdf"
HEAD, ROWS = labels.read(sample.FOLDER / "sample.labels.jsonl")

#: What the published method makes of the sheet, mistakes and all.
GAP = """\
Borrowing tools from the street library
The street library lends tools to anyone who lives within half an hour's walk of one of its depots\
. A member brings a token, signs the card that hangs beside the tool, and takes it home for up to \
nine days, or for longer when nobody else is waiting for it.
1. Wipe the tool dry before it goes back, oil every blade, and hang the card on the hook so that t\
he next member finds it.
2. Report a broken handle at once: the keeper of the depot mends it on Tuesday and asks no questio\
ns about how it happened.
\u2022 ladders up to five metres long
\u2022 hand saws, planes and chisels
\u2022 one cement mixer
Tool Depot Days
Long ladder North Quay 4
Set of planes Mill Lane 9
Cement mixer Mill Lane 2
Every spring the members meet in the old boat house to count the tools, and in the evening they sh\
are a pot of soup that the keepers cook from whatever they could grow behind the depots between th\
e first frost and the last days of May. New depots open when ten neighbours ask for one and somebo\
dy offers a dry room with a door that is wide enough for a wheelbarrow.
\fThe founders kept a diary in which every loan has a line of its own, and one of them, a retired \
clerk from Vienna, liked to call it the
Nachbarschaftswerkzeugverleihgemeinschaft, a word that no card has room for.
When a tool comes back late the keeper writes a friendly letter, and only if the
member stays silent for a whole month does a second one follow, asking for com-pensation in hours \
of work at the depot, never in coins.
Depots that lend to members from other towns, and the days they are open
North Quay Monday, Thursday from noon
Mill Lane Saturday all day
"""
ROW = "North Quay Monday, Thursday from noon"
#: The other two rule sets join table rows, and one of them the heading above.
CJK = GAP.replace(f"{ROW}\n", f"{ROW} ")
FIRST = CJK.replace("days they are open\n", "days they are open ")


def test_the_sheet_is_what_its_generator_writes(tmp_path: Path) -> None:
    sample.write(tmp_path)
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (sample.FOLDER / path.name).read_bytes(), path.name
    assert sorted(path.name for path in tmp_path.iterdir()) == ["sample.labels.jsonl", "sample.pdf"]
    assert SHEET.stat().st_size < 5000


def test_labels_are_those_of_the_drawn_lines() -> None:
    drawn = [
        (number, block, line)
        for number, blocks in enumerate(sample.PAGES, 1)
        for block in blocks
        for line in block.lines
    ]
    assert len(ROWS) == len(drawn) - 1
    for row, above, below in zip(ROWS, drawn, drawn[1:], strict=False):
        wrap = above[1] is below[1] and above[1].kind != "td"
        assert row.label == ("wrap" if wrap else "keep")
        assert row.page == above[0]
        assert " ".join(text for _, text in above[2]).rstrip("-").endswith(row.above.strip())
    assert HEAD.coverage == 1.0


@pytest.mark.parametrize(("rules", "text"), [("first", FIRST), ("cjk", CJK), ("gap", GAP)])
def test_published_rules(rules: str, text: str) -> None:
    assert rejoin.text(SHEET, rules=rules) == text


#: Labels that the default rules do not get right yet, by the words below the break.
NOT_YET: dict[str, str] = {}


def _cases(label: str) -> list[object]:
    """The rows with a label, those of `NOT_YET` marked."""
    return [
        pytest.param(
            row,
            id=row.below[:24],
            marks=[
                pytest.mark.xfail(reason=reason, strict=True)
                for words, reason in NOT_YET.items()
                if row.below.startswith(words)
            ],
        )
        for row in ROWS
        if row.label == label
    ]


def _joined(row: Row, text: str) -> bool:
    """Whether the two sides of a break stand in one line of the text."""
    between = {"drop-hyphen": "", "none": "", "keep-hyphen": "-"}.get(row.join or "", " ")
    return f"{row.above[-20:]}{between}{row.below[:20]}" in text


@pytest.fixture(scope="module")
def text() -> str:
    return rejoin.text(SHEET)


@pytest.mark.parametrize("row", _cases("wrap"))
def test_default_joins_every_wrap(row: Row, text: str) -> None:
    assert _joined(row, text)


@pytest.mark.parametrize("row", _cases("keep"))
def test_default_keeps_every_real_break(row: Row, text: str) -> None:
    assert not _joined(row, text)
