"""LibreOffice without a window: office documents to PDF, with a profile of its own each time."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from . import constant_pdf
from .layout import program

PACKAGE = "libreoffice-writer-nogui"
_TIMEOUT = 300
#: Language -> language and country as office documents name them.
_COUNTRIES = {
    "en": "US",
    "da": "DK",
    "sv": "SE",
    "nb": "NO",
    "no": "NO",
    "cs": "CZ",
    "el": "GR",
    "uk": "UA",
    "sl": "SI",
    "et": "EE",
    "vi": "VN",
    "ja": "JP",
    "ko": "KR",
    "zh": "CN",
    "ar": "SA",
    "fa": "IR",
    "he": "IL",
    "hi": "IN",
    "ca": "ES",
}


class OfficeError(RuntimeError):
    """LibreOffice wrote no PDF."""


def convert(source: Path, out: Path) -> None:
    """Turn an office document into a PDF.

    Raises
    ------
    MissingToolError
        LibreOffice is not installed.
    OfficeError
        It wrote no PDF.
    """
    office = program("soffice", PACKAGE)
    with tempfile.TemporaryDirectory(prefix="office-") as name:
        folder = Path(name)
        done = subprocess.run(
            [
                office,
                f"-env:UserInstallation={(folder / 'profile').as_uri()}",
                "--headless",
                "--norestore",
                "--convert-to",
                "pdf:writer_pdf_Export",
                "--outdir",
                str(folder),
                str(source),
            ],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_TIMEOUT,
            check=False,
        )
        made = folder / f"{source.stem}.pdf"
        if not made.exists():
            shown = (done.stdout + done.stderr).decode("utf-8", "replace").strip()
            raise OfficeError(f"LibreOffice wrote no PDF: {shown[-500:]}")
        out.write_bytes(constant_pdf.fixed(made.read_bytes()))


def locale(lang: str) -> tuple[str, str]:
    """Give a language and its country: ("de", "DE"), ("zh", "TW")."""
    base, _, rest = lang.partition("-")
    if rest == "Hant":
        return base, "TW"
    if len(rest) == 2:
        return base, rest
    return base, _COUNTRIES.get(base, base.upper())
