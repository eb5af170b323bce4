"""The program ``tesseract``: whether it is there, what it knows, what it says of a picture."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from functools import lru_cache

from rejoin.errors import OcrError

#: When pages are read by OCR: never; those without readable text; all.
MODES = ("never", "auto", "always")
#: Seconds for one page.
TIMEOUT = 300


@lru_cache(maxsize=1)
def _tesseract() -> str | None:
    return shutil.which("tesseract")


@lru_cache(maxsize=1)
def installed() -> frozenset[str]:
    """Languages that Tesseract has data for; none where it is not installed."""
    if not _tesseract():
        return frozenset()
    done = subprocess.run([_tesseract() or "", "--list-langs"], capture_output=True, check=False)
    return frozenset(done.stdout.decode("utf-8", "replace").split()[1:])


def forget() -> None:
    """Look for the program and its languages anew."""
    _tesseract.cache_clear()
    installed.cache_clear()


@dataclass(frozen=True)
class Ocr:
    """How pages are read by OCR.

    Attributes
    ----------
    mode : str
        ``never``, ``auto`` (pages without readable text) or ``always``.
    languages : str
        Tesseract's names of languages, such as ``eng`` or ``deu+fra``.
    """

    mode: str = "never"
    languages: str = "eng"

    def check(self) -> None:
        """Make sure that it can be done.

        Raises
        ------
        OcrError
            No such mode; Tesseract or the data of a language are not installed.
        """
        if self.mode not in MODES:
            raise OcrError(f"OCR is one of {', '.join(MODES)}, not {self.mode!r}")
        if self.mode == "never":
            return
        if not _tesseract():
            raise OcrError(
                "OCR needs the program tesseract, which is not installed; install it (on Debian "
                "and Ubuntu: apt install tesseract-ocr) or leave --ocr (ocr=) out"
            )
        if missing := sorted(set(self.languages.split("+")) - installed()):
            raise OcrError(
                f"tesseract has no data for {', '.join(missing)}; it has "
                f"{', '.join(sorted(installed()))} (on Debian and Ubuntu: apt install "
                f"tesseract-ocr-{missing[0].replace('_', '-')})"
            )


def checked(mode: str, languages: str) -> Ocr | None:
    """How OCR is done, or none where it is not wanted.

    Raises
    ------
    OcrError
        It cannot be done; see `Ocr.check`.
    """
    ocr = Ocr(mode, languages)
    ocr.check()
    return None if mode == "never" else ocr


def run(picture: bytes, languages: str, dpi: int, name: str) -> str:
    """What Tesseract says of a picture, as hOCR with a box for each symbol.

    Raises
    ------
    OcrError
        It failed, or took too long.
    """
    command = [_tesseract() or "tesseract", "stdin", "stdout", "-l", languages, "--dpi", str(dpi),
               "--psm", "3", "-c", "hocr_char_boxes=1", "hocr"]  # fmt: skip
    try:
        done = subprocess.run(
            command, input=picture, capture_output=True, timeout=TIMEOUT, check=False,
            env=os.environ | {"OMP_THREAD_LIMIT": "1"},
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise OcrError(f"could not be read by tesseract ({error})", file=name) from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["no message"]
        raise OcrError(f"could not be read by tesseract ({said[-1]})", file=name)
    return done.stdout.decode("utf-8", "replace")
