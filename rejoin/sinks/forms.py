"""What is written of a result: text, Markdown, JSON."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from importlib.metadata import version
from typing import Any

from rejoin.inputs import name_of
from rejoin.options import Options
from rejoin.results import Result
from rejoin.sinks.base import spelled

#: Forms of the text, and the suffix of a file in each.
FORMS = {"text": ".txt", "markdown": ".md", "jsonl": ".jsonl"}


def written_by(options: Options, form: str) -> str:
    """What writes with these options, in a few characters: runs that may go on are the same."""
    asked = repr((form, replace(options, password=None)))
    return f"rejoin {version('rejoin')} {hashlib.sha256(asked.encode()).hexdigest()[:12]}"


def content(result: Result, form: str) -> str:
    """What a file of its own holds."""
    return json_lines(result) if form == "jsonl" else result.text


def json_lines(result: Result) -> str:
    """One JSON object a paragraph, and a last one where there is something to warn of."""
    name = spelled(name_of(result.source))
    rows = ({"file": name, **record.to_dict()} for record in result.paragraphs)
    lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in rows]
    if notice := warnings_of(result):
        lines.append(json.dumps({"file": name, **notice}, ensure_ascii=False) + "\n")
    return "".join(lines)


def warnings_of(result: Result) -> dict[str, Any]:
    """What is wrong with the text of a file, as plain JSON values; empty where nothing is."""
    found = result.quality.warnings if result.quality else []
    if not found and not result.truncated:
        return {}
    pages = [p.to_dict() for p in result.quality.pages if p.needs_ocr] if result.quality else []
    return {
        "kind": "warning",
        "warnings": [*found, *result.truncated],
        "truncated": bool(result.truncated),
        "page_list": pages,
    }


def row_of(name: str, result: Result, form: str) -> dict[str, Any]:
    """One row for a whole document, as plain values."""
    row: dict[str, Any] = {
        "file": name,
        "pages": result.pages,
        "text": result.text,
        "warnings": [*(result.quality.warnings if result.quality else ()), *result.truncated],
        "truncated": bool(result.truncated),
        "page_errors": [{"page": e.page, "reason": e.reason} for e in result.page_errors],
    }
    if form == "jsonl":
        row["paragraphs"] = [record.to_dict() for record in result.paragraphs]
    return row
