"""The package's public names, which are loaded when they are first asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import rejoin
from tests import pdfs

SCRIPT = """
import sys
import rejoin.cli
from rejoin import read_many
texts = [result.text for result in read_many(sys.argv[1:], jobs=2)]
print(len(texts), all(texts), sorted({"numpy", "pypdfium2"} & set(sys.modules)))
"""


@pytest.mark.parametrize("name", rejoin.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(rejoin, name) is not None
    assert name in dir(rejoin)


def test_other_names_are_not() -> None:
    with pytest.raises(AttributeError, match="no attribute 'joinery'"):
        rejoin.joinery  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(ImportError):
        from rejoin import joinery  # type: ignore[attr-defined]  # noqa: F401


def test_public_names_are_no_modules() -> None:
    """A module of the same name would take the place of what is asked for."""
    folder = Path(rejoin.__file__).parent
    assert not {path.stem for path in folder.iterdir()} & set(rejoin.__all__)


def test_who_hands_files_to_workers_loads_neither_numpy_nor_pdfium(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.pdf", "b.pdf")]
    for file in files:
        file.write_bytes(pdfs.pdf(pdfs.lines(*pdfs.WRAPPED)))
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *map(str, files)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "2 True []"
