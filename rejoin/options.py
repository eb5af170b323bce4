"""What is asked for besides a source: the keywords of `rejoin.read`, checked once for all files."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any

from rejoin.inputs import parse_pages
from rejoin.limits import Limits
from rejoin.rules import PRESETS, Rules, check_hidden, load_rules
from rejoin.tesseract import Ocr, checked


@dataclass(frozen=True)
class Options:
    """How documents are read; see `rejoin.read` for what each keyword means.

    Attributes
    ----------
    rules : Rules
    pages : str or tuple of int, optional
        All pages by default.
    password : str, optional
    limits : Limits
    ocr : Ocr, optional
        None where pages are not read by OCR.
    hidden : str, optional
    forms : bool
    """

    rules: Rules = PRESETS["default"]
    pages: str | tuple[int, ...] | None = None
    password: str | None = None
    limits: Limits = field(default_factory=Limits)
    ocr: Ocr | None = None
    hidden: str | None = None
    forms: bool = False

    @classmethod
    def of(
        cls, rules: str | Rules | None = None, ocr: str = "never", ocr_languages: str = "eng",
        **asked: Any,
    ) -> Options:  # fmt: skip
        """Options of keywords; what is none of them changes the rules.

        Raises
        ------
        RejoinError
            The rules, the page list, OCR or a choice is none that there is.
        """
        own = {f.name: asked.pop(f.name) for f in fields(cls) if f.name in asked}
        found = cls(load_rules(rules, **asked), ocr=checked(ocr, ocr_languages))
        pages = own.pop("pages", None)
        if isinstance(pages, str):
            parse_pages(pages, 1)  # a list that cannot be understood is no file's fault
        elif pages is not None:
            pages = tuple(pages)
        check_hidden(own.get("hidden"))
        limits = own.pop("limits", None) or Limits()
        return replace(found, pages=pages, limits=limits, **own)
