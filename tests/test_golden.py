"""Markdown of pages of all layouts, as it was when somebody last looked at it beside the page.

``pytest tests/test_golden.py --update-golden`` writes the files anew; look at what has changed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import rejoin

CORPUS = Path(__file__).parent.parent / "labelled_corpus"
GOLDEN = Path(__file__).parent / "golden"
#: Documents of the corpus, and a page of each.
PAGES = (
    ("ar/ar-nahhaloun-docx-a", 1),
    ("el/el-chorodia-xelatex-a", 2),
    ("es/es-salinas-weasyprint-a", 1),
    ("en/en-legal-odt-a", 1),
    ("en/en-slides-chromium-a", 2),
    ("ja/ja-mixed-typst-a", 3),
    ("fr/fr-bon-livraison-librairie-groff-a", 1),
    ("he/he-protokol-gina-docx-a", 1),
    ("hi/hi-patra-nagar-lualatex-a", 1),
    ("zh-Hant/zh-Hant-mixed-reportlab-a", 1),
    ("tr/tr-firin-pdflatex-a", 2),
    ("ja/ja-article-5-chromium-b", 3),
    ("en/en-report-weasyprint-a", 1),
    ("nl/nl-brief-zwembad-typst-a", 2),
    ("zh-Hans/zh-Hans-minutes-xelatex-a", 1),
    ("ko/ko-mixed-reportlab-a", 1),
    ("de/de-angebot-dachdecker-pdflatex-a", 2),
    ("cs/cs-knihari-lualatex-a", 3),
    ("en/en-manual-groff-a", 1),
    ("ru/ru-kruzhok-odt-a", 2),
    ("th/th-bai-sanoe-rakha-lualatex-a", 1),
    ("es/es-salinas-reportlab-b", 1),
    ("ar/ar-aqd-ijar-odt-a", 2),
    ("tr/tr-saatci-chromium-a", 3),
    ("he/he-protokol-gina-typst-a", 1),
    ("zh-Hans/zh-Hans-mixed-weasyprint-a", 2),
    ("en/en-slides-typst-a", 3),
    ("nl/nl-brief-zwembad-docx-a", 1),
    ("de/de-benutzungsordnung-xelatex-a", 2),
    ("fr/fr-passeur-pdflatex-a", 3),
    ("ko/ko-mixed-weasyprint-a", 1),
    ("zh-Hant/zh-Hant-article-lualatex-a", 2),
    ("ja/ja-letter-chromium-a", 1),
    ("el/el-praktika-odt-a", 1),
    ("cs/cs-knihari-docx-a", 2),
    ("ru/ru-predlozhenie-reportlab-a", 1),
)


@pytest.mark.parametrize(("name", "page"), PAGES)
def test_page_is_as_it_was(name: str, page: int, request: pytest.FixtureRequest) -> None:
    with rejoin.read(CORPUS / f"{name}.pdf", pages=[page]) as document:
        found = document.markdown
    path = GOLDEN / f"{Path(name).name}-{page}.md"
    if request.config.getoption("--update-golden"):
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8")


def test_no_file_is_left_over() -> None:
    known = {f"{Path(name).name}-{page}.md" for name, page in PAGES}
    assert {path.name for path in GOLDEN.iterdir()} == known
