"""Where the texts of many files go: a folder, JSON lines, or Parquet.

A run may be killed at any moment. What it has written then is whole, and the next run with the same
arguments reads only the files that are not in it; in the end the output is the same.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rejoin.finding import is_many

if TYPE_CHECKING:
    from rejoin.sinks.base import Sink


def kind_of(out: str | None, names: Sequence[str]) -> str | None:
    """``"folder"``, ``"jsonl"`` or ``"parquet"``; None for one stream of text.

    Parameters
    ----------
    out : str or None
        An existing folder, or a path that ends in a slash; ``*.jsonl``; ``*.parquet``. A new path
        without a suffix is a folder, too, if any name stands for many files.
    names : sequence of str
        What is read, as `rejoin.finding.find` takes it.
    """
    if not out:
        return None
    if os.path.isdir(out) or out.endswith(("/", os.sep)):
        return "folder"
    if os.path.exists(out) and not os.path.isfile(out):
        return None  # a device or a pipe
    suffix = os.path.splitext(out)[1].lower()
    if suffix in (".jsonl", ".parquet"):
        return suffix[1:]
    if not suffix and not os.path.exists(out) and any(map(is_many, names)):
        return "folder"
    return None


def open_sink(out: str, kind: str, form: str, by: str) -> Sink:
    """Open an output.

    Parameters
    ----------
    out : str
    kind : str
        See `kind_of`.
    form : {"text", "markdown", "jsonl"}
    by : str
        What wrote it, and with which options: an output of others is refused.

    Raises
    ------
    OutputError
        It cannot be written, or holds something else.
    """
    if kind == "folder":
        from rejoin.sinks.folder import FolderSink

        return FolderSink(out, form, by)
    if kind == "jsonl":
        from rejoin.sinks.jsonlines import JsonLinesSink

        return JsonLinesSink(out, form, by)
    from rejoin.sinks.parquet import ParquetSink

    return ParquetSink(out, form, by)
