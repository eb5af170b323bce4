"""Reads one file in one of several ways and says what should not have happened."""

from __future__ import annotations

import traceback
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

import rejoin
from rejoin import RejoinError, RejoinWarning
from rejoin.reader import Reader
from rejoin.source import Handle

#: Characters that no text may have: halves of pairs cannot be written, NUL ends strings elsewhere.
_NEVER = ("\0", *map(chr, range(0xD800, 0xE000)))


class Wrong(Exception):
    """A text or a value that cannot be."""


def probe(data: bytes, way: int) -> str:
    """What came of reading `data`.

    Returns
    -------
    str
        ``"read"``, ``"refused"`` with the error's name, or ``"wrong"`` with a trace.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # a warning of NumPy's is a value nobody thought of
            warnings.simplefilter("ignore", RejoinWarning)
            WAYS[way % len(WAYS)](data)
    except RejoinError as error:
        return f"refused {type(error).__name__}"
    except Exception:
        return f"wrong\n{traceback.format_exc()}"
    return "read"


def _check(text: str) -> None:
    if not text.isascii() or "\0" in text:
        for never in _NEVER:
            if never in text:
                raise Wrong(f"the text has U+{ord(never):04X}")


def _text(data: bytes) -> None:
    _check(rejoin.text(data))


def _whole(data: bytes) -> None:
    """Everything that a document has to say."""
    with rejoin.read(data) as document:
        _check(document.markdown)
        for page in document:
            for paragraph in page.paragraphs:
                _check(paragraph.text)
                assert paragraph.role
                assert len(paragraph.lines)
                sure = [joint for joint in paragraph.joins if joint is not None]
                if not all(0 <= joint <= 1 for joint in sure):
                    raise Wrong(f"confidences {sure}")
            for i in range(len(page.breaks)):
                _check(str(page.explain(i)))
        for chunk in document.chunks(300):
            _check(chunk.text)
        _check("".join(document.quality.warnings))


def _published(data: bytes) -> None:
    _check(rejoin.text(data, rules="gap", hidden="keep"))


def _forms(data: bytes) -> None:
    _check(rejoin.text(data, forms=True, furniture="drop", hyphens="keep"))


def _quality(data: bytes) -> None:
    for page in rejoin.check(data).pages:
        assert str(page.page_class)


def _readers(data: bytes) -> None:
    """Both readers read the same, where there are two."""
    one, other = (_raw(data, compiled) for compiled in (None, False))
    for name in one:
        # the addresses of a page's objects are others each time it is loaded
        for part in one[name].dtype.names or ("",):
            if part in ("object", "font"):
                continue
            a, b = ((x[name][part] if part else x[name]) for x in (one, other))
            if a.shape != b.shape or not _same(a, b, exact=(name, part) != ("things", "box")):
                raise Wrong(f"the readers differ in {name} {part}")


def _same(a: Any, b: Any, *, exact: bool) -> bool:
    """Equal to the bit; boxes through several matrices differ in the last bits."""
    if exact:
        return bool(a.tobytes() == b.tobytes())
    return bool(np.allclose(a, b, rtol=1e-4, atol=1e-3, equal_nan=True))


def _raw(data: bytes, compiled: bool | None) -> dict[str, Any]:
    # opened anew, because what PDFium gives of a damaged page may be other the second time
    handle = Handle(data)
    try:
        reader = Reader(handle, compiled=compiled)
        reader.read(0, min(handle.pages, 8))
    finally:
        handle.close()
    arrays = {name: np.ascontiguousarray(array) for name, array in reader.raw().items()}
    return arrays | {"infos": reader.infos, "things": reader.things()}


#: How a file may be read; most do what the command does.
WAYS: tuple[Callable[[bytes], None], ...] = (
    _text, _whole, _text, _forms, _whole, _published, _readers, _quality,
)  # fmt: skip
