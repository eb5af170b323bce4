"""What a figure was measured with, so that two figures can be compared or not."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import pypdfium2.version

import rejoin
from bench.corpus import Item, digest
from rejoin import Rules


def signature(items: Sequence[Item], rules: Sequence[Rules]) -> dict[str, str]:
    """Rules, corpus, PDFium and rejoin, by name."""
    return {
        "rules": ", ".join(f"{r.name} {_short(repr(asdict(r)).encode())}" for r in rules),
        "corpus": digest(items),
        "pdfium": str(pypdfium2.version.PDFIUM_INFO),
        "rejoin": f"{rejoin.__version__} {source_digest()}",
    }


def source_digest() -> str:
    """Digest of rejoin's code and data."""
    root = Path(rejoin.__file__).parent
    files = sorted(
        p for p in root.rglob("*") if p.is_file() and p.suffix not in (".pyc", ".so", ".pyd")
    )
    parts = (str(p.relative_to(root)).encode() + b"\0" + p.read_bytes() for p in files)
    return _short(b"\0".join(parts))


def one_line(sign: dict[str, str]) -> str:
    """A signature as one line."""
    return "; ".join(f"{name} {value}" for name, value in sign.items() if value)


def _short(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:8]
