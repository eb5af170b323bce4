"""Everything that can go wrong with an input, each with what to do about it."""

from __future__ import annotations


class RejoinError(Exception):
    """Base of all errors that rejoin raises on purpose.

    Attributes
    ----------
    file : str
        Name of the file (or ``<bytes>``, ``<stream>``, ``-``).
    page : int or None
        Page number counted from 1, where the error belongs to a page.
    """

    def __init__(self, message: str, *, file: str = "", page: int | None = None) -> None:
        self.file, self.page, self.reason = file, page, message
        where = f"{file}: " if file else ""
        where += f"page {page}: " if page is not None else ""
        super().__init__(where + message)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle with the keywords, so that errors cross process boundaries whole."""
        return _rebuild, (type(self), self.reason, self.file, self.page)


def _rebuild(cls: type[RejoinError], reason: str, file: str, page: int | None) -> RejoinError:
    return cls(reason, file=file, page=page)


class FileMissingError(RejoinError):
    """There is no such file, or it cannot be read (a folder, no permission)."""


class NotAPdfError(RejoinError):
    """The input is not a PDF."""


class DamagedPdfError(RejoinError):
    """The input is a PDF that cannot be opened."""


class PasswordError(RejoinError):
    """The PDF needs a password, or the one given is wrong."""


class PageError(RejoinError):
    """One page cannot be loaded; the others can."""


class PageRangeError(RejoinError, ValueError):
    """A page number is not in the document, or a page list cannot be understood."""


class RulesError(RejoinError, ValueError):
    """No such preset or threshold, or a value that a threshold cannot have."""


class OutputError(RejoinError):
    """The output cannot be written, or would overwrite an input."""


class WorkerError(RejoinError):
    """A worker process died or ran out of time over a file."""


class OcrError(RejoinError):
    """OCR cannot be done: Tesseract or a language is missing, or it failed on a page."""


class RejoinWarning(UserWarning):
    """`rejoin.text` warns: part of the text is unreadable, missing or cut off."""
