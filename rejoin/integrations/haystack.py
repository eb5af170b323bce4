"""Haystack 2: a converter component (extra ``haystack``)."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import rejoin
from rejoin.integrations import framework

if TYPE_CHECKING:
    from haystack import Document, component
else:
    _haystack = framework("haystack", "haystack")
    Document, component = _haystack.Document, _haystack.component

_log = logging.getLogger(__name__)


@component
class RejoinConverter:
    """Converts PDFs to documents, one a file, with form feeds between pages.

    Haystack's splitters count pages by the form feeds. A file that cannot be read is logged and
    left out, as Haystack's own converters do. `options` are the keywords of `rejoin.read`.
    """

    def __init__(self, options: dict[str, Any] | None = None) -> None:
        self.options = options or {}

    @component.output_types(documents=list[Document])
    def run(
        self,
        sources: list[Any],
        meta: dict[str, Any] | list[dict[str, Any]] | None = None,
    ) -> dict[str, list[Document]]:
        """Convert paths and byte streams; `meta` is one dictionary for all, or one for each."""
        given = meta if isinstance(meta, list) else [meta or {}] * len(sources)
        if len(given) != len(sources):
            raise ValueError(f"{len(sources)} sources, but {len(given)} dictionaries in meta")
        documents = []
        for source, about in zip(sources, given, strict=True):
            data = getattr(source, "data", source)
            name = {} if data is not source else {"file_path": str(source)}
            try:
                with rejoin.read(data, **self.options) as document:
                    pages = {"total_pages": document.page_count}
                    own = getattr(source, "meta", {})
                    found = {**own, **name, "source": document.name, **pages, **about}
                    documents.append(Document(content=document.text, meta=found))
            except rejoin.RejoinError as error:
                _log.warning("left out: %s", error)
        return {"documents": documents}
