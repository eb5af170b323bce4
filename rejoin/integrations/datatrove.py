"""datatrove: a reader of PDFs for its executors (extra ``datatrove``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rejoin.batch import read_many
from rejoin.inputs import Source
from rejoin.integrations import framework

if TYPE_CHECKING:
    from datatrove.data import Document
    from datatrove.pipeline.readers.base import BaseDiskReader
else:
    BaseDiskReader = framework("datatrove.pipeline.readers.base", "datatrove").BaseDiskReader


class RejoinReader(BaseDiskReader):
    """Reads the PDFs of a folder, one document a file; its worker costs a bad file at most.

    Parameters
    ----------
    data_folder
        Where the PDFs are: a path, or anything else that datatrove takes.
    timeout : float
        Seconds for one file; what takes longer is given up.
    options : dict, optional
        Keywords of `rejoin.read_many`, such as ``rules`` or ``password``.
    **reader
        Keywords of datatrove's disk readers (``glob_pattern``, ``limit``, ``paths_file`` ...).
        Files that cannot be read are logged and counted as ``failed`` in the statistics.
    """

    name = "rejoin"

    def __init__(
        self,
        data_folder: Any,
        timeout: float = 120.0,
        options: dict[str, Any] | None = None,
        **reader: Any,
    ) -> None:
        super().__init__(data_folder, **{"glob_pattern": "**/*.pdf", **reader})
        self.timeout, self.options = timeout, options or {}

    def read_files_shard(self, shard: list[str]) -> Iterator[Document]:
        """Read this task's files with one worker after another."""
        results = read_many(map(self._source, shard), timeout=self.timeout, **self.options)
        self._results = iter(results)
        try:
            yield from super().read_files_shard(shard)
        finally:
            results.close()

    def _source(self, path: str) -> Source:
        if self.data_folder.is_local():
            return str(self.data_folder.resolve_paths(path))
        with self.data_folder.open(path, "rb") as file:
            return bytes(file.read())

    def read_file(self, filepath: str) -> Iterator[Document]:
        """Document of the next file of the shard."""
        result = next(self._results)
        if result.error:
            framework("datatrove.utils.logging", "datatrove").logger.warning(str(result.error))
            self.stat_update("failed")
            return
        about = {"total_pages": result.pages, "page_errors": len(result.page_errors)}
        data = {"text": result.text, "metadata": about}
        document = self.get_document_from_dict(data, filepath, 0)
        if document:
            yield document
