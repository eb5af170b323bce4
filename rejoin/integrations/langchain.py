"""LangChain: a blob parser and a document loader (extra ``langchain``)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import rejoin
from rejoin.integrations import framework

if TYPE_CHECKING:
    from langchain_core.document_loaders import BaseBlobParser, BaseLoader
    from langchain_core.documents import Document
    from langchain_core.documents.base import Blob
else:
    BaseBlobParser, BaseLoader = (
        getattr(framework("langchain_core.document_loaders", "langchain"), name)
        for name in ("BaseBlobParser", "BaseLoader")
    )
    Document = framework("langchain_core.documents", "langchain").Document
    Blob = framework("langchain_core.documents.base", "langchain").Blob


class RejoinParser(BaseBlobParser):
    """Parses a blob into one document a page; keywords are those of `rejoin.read`.

    Metadata: ``source``, ``page`` (from 0, as LangChain's PDF loaders count), ``page_label``
    (from 1) and ``total_pages``, besides the blob's own.
    """

    def __init__(self, **options: Any) -> None:
        self.options = options

    def lazy_parse(self, blob: Blob) -> Iterator[Document]:
        """Yield the pages as they are read; raises `rejoin.RejoinError`."""
        with blob.as_bytes_io() as file, rejoin.read(file, **self.options) as document:
            for page in document:
                place = {"page": page.number - 1, "page_label": str(page.number)}
                about = {"source": blob.source, "total_pages": document.page_count, **place}
                yield Document(page_content=page.text, metadata={**(blob.metadata or {}), **about})


class RejoinLoader(BaseLoader):
    """Loads one PDF or several; keywords are those of `rejoin.read`."""

    def __init__(self, path: str | os.PathLike[str] | Iterable[Any], **options: Any) -> None:
        self.paths = [path] if isinstance(path, (str, os.PathLike)) else list(path)
        self.parser = RejoinParser(**options)

    def lazy_load(self) -> Iterator[Document]:
        """Yield the pages of all files as they are read; raises `rejoin.RejoinError`."""
        for path in self.paths:
            yield from self.parser.lazy_parse(Blob.from_path(path))
