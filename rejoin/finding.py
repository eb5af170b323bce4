"""Which files are meant by folders, patterns and lists: found one by one, always in one order."""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import BinaryIO

from rejoin.errors import FileMissingError

#: How a list of files is told from a file, and the list that comes over standard input.
LIST, STDIN_LIST = "@", "@-"
#: Bytes of a list that are read at once, and looked at for what parts the names: a path has less.
_BLOCK = 1 << 16


@dataclass(frozen=True, slots=True)
class Found:
    """A file to read.

    Attributes
    ----------
    path : str
    place : str
        Where it stands below the folder, pattern or list that named it, without ``.pdf``: where its
        text goes below a folder of outputs.
    """

    path: str
    place: str


def find(names: Iterable[str]) -> Iterator[Found]:
    """Files that are meant by names, one by one.

    Parameters
    ----------
    names : iterable of str
        Each a file; a folder, for all its ``*.pdf``, also in folders inside it; a pattern such as
        ``scans/**/*.pdf``; or ``@LIST``, a file with one path a line (or, for names with newlines,
        with a NUL after each path), ``@-`` for standard input. A path in a list is a file, however
        it is spelled. A name that leads to nothing is given back as it is: reading it fails.

    Raises
    ------
    FileMissingError
        A list cannot be read.
    """
    some = list(names)
    for name in some:
        if _is_list(name) and name != STDIN_LIST and not os.access(name[1:], os.R_OK):
            raise FileMissingError("the list cannot be read", file=name[1:])
    return (found for name in some for found in _meant(name))


def is_many(name: str) -> bool:
    """Whether a name stands for any number of files."""
    if os.path.lexists(name):
        return os.path.isdir(name)
    return _is_list(name) or glob.has_magic(name)


def _is_list(name: str) -> bool:
    return name.startswith(LIST) and not os.path.lexists(name)


def _meant(name: str) -> Iterator[Found]:
    if os.path.isdir(name):
        yield from _in_folder(name, name)
    elif _is_list(name):
        yield from (Found(path, _bare(_tame(path))) for path in _listed(name))
    elif not os.path.lexists(name) and glob.has_magic(name):
        yield from _matching(name)
    else:
        yield Found(name, _bare(os.path.basename(name)))


def _in_folder(folder: str, root: str) -> Iterator[Found]:
    count = 0
    for path in _walk(folder):
        count += 1
        yield Found(path, _bare(_below(root, path)))
    if not count:  # nothing was meant: that is no success
        yield Found(folder, _bare(_below(root, folder)))


def _walk(folder: str) -> Iterator[str]:
    """PDFs below a folder; a folder that cannot be looked into stands for itself."""
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError:
        yield folder
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from _walk(entry.path)
        elif entry.name.lower().endswith(".pdf"):
            yield entry.path


def _matching(pattern: str) -> Iterator[Found]:
    paths = sorted(glob.glob(pattern, recursive=True))
    if not paths:
        yield Found(pattern, _bare(_tame(pattern)))
    root = pattern
    while glob.has_magic(root):
        root = os.path.dirname(root)
    for path in paths:
        if os.path.isdir(path):
            # with ** a folder is found, and so is all that is in it
            yield from () if "**" in pattern else _in_folder(path, root)
        else:
            yield Found(path, _bare(_below(root, path)))


def _listed(name: str) -> Iterator[str]:
    with ExitStack() as stack:
        stdin = name == STDIN_LIST
        file = sys.stdin.buffer if stdin else stack.enter_context(open(name[1:], "rb"))
        yield from (os.fsdecode(path) for path in _pieces(file) if path)


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    """Names of a list, parted by NULs if there is any, else by newlines."""
    rest = file.read(_BLOCK)
    mark = b"\0" if b"\0" in rest else b"\n"
    while block := file.read(_BLOCK):
        *whole, rest = (rest + block).split(mark)
        yield from whole
    yield from rest.split(mark)


def _below(root: str, path: str) -> str:
    return os.path.relpath(path, root or os.curdir)


def _tame(path: str) -> str:
    """The path below any folder: without its root, and without ways up."""
    rest = os.path.splitdrive(os.path.normpath(path))[1]
    return os.path.join(*[part for part in rest.split(os.sep) if part not in ("", "..")] or ["_"])


def _bare(path: str) -> str:
    return path[:-4] if path.lower().endswith(".pdf") and len(path) > 4 else path
