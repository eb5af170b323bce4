"""A folder of texts: one file a PDF, in folders like those of the PDFs."""

from __future__ import annotations

import errno
import json
import os

from rejoin.errors import OutputError
from rejoin.finding import Found
from rejoin.inputs import name_of
from rejoin.results import Result
from rejoin.sinks.base import PlaceError, Sink, lock, unwritable
from rejoin.sinks.forms import FORMS, content

#: File that says what wrote a folder; it is locked meanwhile.
STATE = ".rejoin.json"
#: Each text is written here and moved to its place, so that none is ever there in part. It is one
#: name for all of them: a run that is killed leaves one file, which the next run replaces.
_NEW = ".rejoin.tmp"
#: What a name can be the cause of: too long, or a file where a folder is needed.
_NAMES = (errno.ENAMETOOLONG, errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.EILSEQ)


class FolderSink(Sink):
    """Writes a file a document; documents that have one are not wanted again."""

    def __init__(self, folder: str, form: str, by: str) -> None:
        self._folder, self._form, self._suffix = folder, form, FORMS[form]
        # hashes of the places that were asked for, and of the files that asked for them
        self._asked = dict[int, int]()
        self._new = os.path.join(folder, _NEW)
        try:
            os.makedirs(folder, exist_ok=True)
            self._state = self._open(by)
        except OSError as error:
            raise unwritable(folder, error, opened=False) from None

    def _open(self, by: str) -> int:
        """Open and lock the file that says what wrote the folder.

        Raises
        ------
        OutputError
            Something else wrote it.
        """
        path = os.path.join(self._folder, STATE)
        if not os.path.exists(path) and os.listdir(self._folder):
            raise OutputError(
                "is a folder with other files in it; name a new or an empty one", file=self._folder
            )
        state = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            lock(state, self._folder)
            told = os.read(state, 1 << 16)
            ours = json.dumps({"by": by}).encode() + b"\n"
            if told and not ours.startswith(told):
                raise OutputError(
                    "was written by another version or with other options; name another folder, "
                    "or delete it",
                    file=self._folder,
                )
            os.lseek(state, 0, os.SEEK_SET)
            os.write(state, ours)
        except BaseException:
            os.close(state)
            raise
        return state

    def _place(self, found: Found) -> str:
        return os.path.join(self._folder, found.place + self._suffix)

    def wants(self, found: Found) -> bool:
        """Whether it has no file yet, and was not asked for before."""
        place, path = hash(found.place), hash(os.path.abspath(found.path))
        if place in self._asked:
            if self._asked[place] == path:
                return False
            what = f"another file has its place, {self._place(found)}; write one of them elsewhere"
            raise PlaceError(what, file=found.path)
        self._asked[place] = path
        return not os.path.lexists(self._place(found))

    def add(self, found: Found, result: Result) -> None:
        """Write its file, whole."""
        place = self._place(found)
        try:
            with open(self._new, "wb") as file:
                file.write(content(result, self._form).encode("utf-8", "replace"))
            os.makedirs(os.path.dirname(place), exist_ok=True)
            os.replace(self._new, place)
        except OSError as error:
            if error.errno in _NAMES:
                what = f"cannot be written as {place} ({error.strerror})"
                raise PlaceError(what, file=name_of(result.source)) from None
            raise unwritable(place, error) from None

    def close(self) -> None:
        """Remove what was not finished."""
        try:
            if os.path.exists(self._new):
                os.unlink(self._new)
        finally:
            os.close(self._state)
