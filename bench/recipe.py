"""Digests that tell whether a document of the corpus is up to date.

Code counts without its comments, docstrings and line breaks.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from bench.producers.source import Style

HERE = Path(__file__).parent
PRODUCERS = HERE / "producers"
#: Modules that decide what the labels are.
LABELLER = ("align", "cover", "cut", "fold", "furniture", "labels", "looks", "place", "rows",
            "seeds", "slide", "stream", "truth")  # fmt: skip
_DIGITS = 12
_HOLDERS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def recipe(text: str, producer: str, style: Style) -> str:
    """Digest of what a PDF is made from: its text, its style and the producer's code."""
    return _digest([text, json.dumps(_set(style), sort_keys=True), producer, _producer(producer)])


def _set(style: Style) -> dict[str, Any]:
    """Fields of a style that are not as usual."""
    usual = Style()
    return {name: value for name, value in vars(style).items() if value != getattr(usual, name)}


@cache
def labeller() -> str:
    """Digest of the code that makes the labels."""
    return _digest(plain(HERE / f"{name}.py") for name in LABELLER)


@cache
def _producer(name: str) -> str:
    return _digest(plain(path) for path in [*sorted(_reached(name)), HERE / "slim.py"])


def _reached(name: str) -> set[Path]:
    """Files of the package `producers` that a module of it is or imports."""
    found: set[Path] = set()
    left = [name]
    while left:
        path = PRODUCERS / f"{left.pop()}.py"
        if path in found or not path.exists():
            continue
        found.add(path)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level == 1:
                left += [node.module] if node.module else [alias.name for alias in node.names]
    return found


def plain(path: Path) -> str:
    """Code of a module as far as it counts."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, _HOLDERS) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree)


def _digest(parts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:_DIGITS]
