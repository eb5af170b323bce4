"""``fetch``: get manuals that are published as PDF and as HTML, and label the one by the other.

Packages are downloaded with apt and unpacked in a folder; nothing is installed.
"""

from __future__ import annotations

import argparse
import gzip
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import labels
from bench.agree import against
from bench.corpus import CorpusError
from bench.label import UntrustedTwinError, label_from_html, summary
from bench.labels import Head
from bench.spread import LIMIT, copy

#: The manuals.
TABLE = Path(__file__).with_name("fetch_debian.toml")
#: Many more documents with a twin, found by ``bench.pairs``; their labels are checked.
TWINS = Path(__file__).with_name("fetch_twins.toml")
TABLES = {"debian": TABLE, "twins": TWINS}
#: Where packages are kept between runs.
CACHE = Path.home() / ".cache" / "rejoin-bench" / "debian"


class FetchError(CorpusError):
    """A package could not be had or does not hold what the table says."""


@dataclass(frozen=True)
class Manual:
    """A manual of the table.

    Attributes
    ----------
    name
        Name of the PDF to write.
    packages
        Debian packages that hold the PDF and the HTML, each perhaps with ``=VERSION``.
    language
        Language of the text.
    pdf, html
        Paths below ``usr/share``; `html` (which may also be TeX, Markdown or plain text) may hold
        patterns.
    source
        The hand and tool chain; the manual's name if empty.
    careful
        Whether the labels are checked against the page, and a long manual cut.
    """

    name: str
    packages: tuple[str, ...]
    language: str
    pdf: str
    html: tuple[str, ...]
    source: str = ""
    careful: bool = False


def manuals(table: Path = TABLE) -> list[Manual]:
    """Read a table of manuals."""
    rows = tomllib.loads(table.read_text(encoding="utf-8"))
    return [
        Manual(
            name, tuple(r["packages"]), r["language"], r["pdf"], tuple(r["html"]),
            r.get("source", ""), table != TABLE,
        )
        for name, r in rows.items()
    ]  # fmt: skip


def fetch(manual: Manual, cache: Path, folder: Path) -> str:
    """Download, unpack and label one manual; return a line that sums it up.

    Raises
    ------
    FetchError
        A package or a file in it is missing.
    """
    archives = [download(package, cache) for package in manual.packages]
    root = cache / "unpacked"
    for archive in archives:
        unpack(archive, root)
    share = root / "usr" / "share"
    pdf = folder / f"{manual.name}.pdf"
    folder.mkdir(parents=True, exist_ok=True)
    producer = copy(_content(share / manual.pdf), pdf, LIMIT if manual.careful else sys.maxsize)
    twins = expand(share, manual.html)
    package = archives[0].name.split("_")
    origin = f"Debian package {package[0]} {package[1].replace('%3a', ':')}"
    head = Head(
        pdf.name,
        source=manual.source or manual.name,
        producer=producer,
        licence=f"see copyright of {origin}",
        language=manual.language,
        more={"origin": origin},
    )
    try:
        head, rows = label_from_html(pdf, twins, head, careful=manual.careful)
    except UntrustedTwinError:
        pdf.unlink()
        raise
    labels.write(folder / f"{manual.name}.labels.jsonl.gz", head, rows)
    return f"{manual.name}: {summary(head, rows)}"


def download(package: str, cache: Path) -> Path:
    """Download a package unless it is in the cache."""
    cache.mkdir(parents=True, exist_ok=True)
    name, _, version = package.partition("=")
    pattern = f"{name}_{version.replace(':', '%3a') or '*'}_*.deb"
    if not list(cache.glob(pattern)):
        _run(["apt-get", "download", package], cache)
    found = sorted(cache.glob(pattern), key=lambda path: path.stat().st_mtime)
    if not found:
        raise FetchError(f"apt-get brought no file for {package}")
    return found[-1]


def unpack(archive: Path, root: Path) -> None:
    """Unpack a package below a folder, once."""
    done = root / f".{archive.name}"
    if not done.exists():
        root.mkdir(parents=True, exist_ok=True)
        _run(["dpkg-deb", "-x", str(archive.resolve()), str(root.resolve())], root)
        done.touch()


def expand(share: Path, patterns: Sequence[str]) -> list[Path]:
    """Files of some patterns, each once: by pattern, then by the numbers in their names.

    Raises
    ------
    FetchError
        No file at all.
    """
    found: dict[Path, None] = {}
    for pattern in patterns:
        found.update(dict.fromkeys(sorted(share.glob(pattern), key=_natural)))
    if not found:
        raise FetchError(f"no file {', '.join(patterns)} below {share}")
    return list(found)


def _natural(path: Path) -> list[tuple[int, str]]:
    return [(int(p), "") if p.isdigit() else (-1, p) for p in re.split(r"(\d+)", path.name)]


def _content(path: Path) -> bytes:
    if not path.is_file():
        raise FetchError(f"no file {path}")
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == ".gz" else data


def _run(command: list[str], folder: Path) -> None:
    if shutil.which(command[0]) is None:
        raise FetchError(f"{command[0]} is not installed; this needs a Debian system")
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=600)
    except subprocess.CalledProcessError as error:
        message = error.stderr.strip().splitlines()
        raise FetchError(
            f"{' '.join(command)} failed: {message[-1] if message else error.returncode} "
            "(apt-get update first?)"
        ) from error
    except subprocess.TimeoutExpired as error:
        raise FetchError(f"{' '.join(command)} took too long") from error


def add_parser(subparsers: Any) -> None:
    """Add the command's parser."""
    parser = subparsers.add_parser("fetch", help="get manuals with a twin, and label them")
    parser.add_argument(
        "what", choices=["debian", "twins"],
        help="manuals in PDF and HTML, or many documents with the twins that were found for them",
    )  # fmt: skip
    parser.add_argument("--only", metavar="NAMES", help="some of the table, parted by commas")
    parser.add_argument("--table", type=Path, help="another table of manuals")
    parser.add_argument("-o", "--output", type=Path, required=True, help="folder to write to")
    parser.add_argument("--cache", type=Path, default=CACHE, help=f"default: {CACHE}")
    parser.add_argument("--against", type=Path, help="a folder of other labels to compare with")
    parser.add_argument("--list", action="store_true", help="only print the table's names")


def run(args: argparse.Namespace) -> int:
    """Run the command; 1 if a manual could not be had."""
    table = {manual.name: manual for manual in manuals(args.table or TABLES[args.what])}
    names = args.only.split(",") if args.only else list(table)
    unknown = [name for name in names if name not in table]
    if unknown:
        raise FetchError(f"no manual {', '.join(unknown)}; there are {', '.join(table)}")
    failed = 0
    for name in names:
        if args.list:
            print(name)
            continue
        try:
            print(fetch(table[name], args.cache, args.output), flush=True)
            if args.against:
                _, rows = labels.read(args.output / f"{name}.labels.jsonl.gz")
                print(f"  {against(name, rows, args.against)}", flush=True)
        except (FetchError, UntrustedTwinError) as error:
            print(f"{name}: {error}", flush=True)
            failed = 1
    return failed
