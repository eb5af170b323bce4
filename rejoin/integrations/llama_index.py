"""LlamaIndex: a reader (extra ``llama-index``), also for ``SimpleDirectoryReader``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rejoin
from rejoin.integrations import framework

if TYPE_CHECKING:
    from llama_index.core.readers.base import BaseReader
    from llama_index.core.schema import Document
else:
    BaseReader = framework("llama_index.core.readers.base", "llama-index").BaseReader
    Document = framework("llama_index.core.schema", "llama-index").Document


class RejoinReader(BaseReader):
    """Reads a PDF into one document a page; keywords are those of `rejoin.read`.

    Metadata: ``file_name``, ``page_label`` (from 1, a string, as LlamaIndex's PDF reader gives it),
    ``source`` and ``total_pages``.
    """

    def __init__(self, **options: Any) -> None:
        self.options = options

    def lazy_load_data(
        self,
        file: str | os.PathLike[str],
        extra_info: dict[str, Any] | None = None,
        fs: Any = None,
        **_: Any,
    ) -> Iterator[Document]:
        """Yield the pages as they are read, from `fs` if given; raises `rejoin.RejoinError`."""
        source: Any = fs.open(str(file), "rb") if fs else file
        try:
            with rejoin.read(source, **self.options) as document:
                about = {"file_name": Path(file).name, "source": str(file), **(extra_info or {})}
                about["total_pages"] = document.page_count
                for page in document:
                    place = {**about, "page_label": str(page.number)}
                    yield Document(text=page.text, metadata=place)
        finally:
            if fs:
                source.close()
