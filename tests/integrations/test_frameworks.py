"""The readers for other frameworks, each inside the real framework."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

import rejoin
from rejoin.integrations import MissingExtraError, framework

SAMPLE = Path(__file__).parents[2] / "labelled_corpus/sample/sample.pdf"


@pytest.fixture(scope="module")
def pages() -> list[str]:
    with rejoin.read(SAMPLE) as document:
        return [page.text for page in document]


def test_a_missing_framework_names_the_extra() -> None:
    with pytest.raises(MissingExtraError, match=r"pip install 'rejoin\[langchain\]'"):
        framework("no_such_framework", "langchain")


def test_langchain_loader(pages: list[str]) -> None:
    pytest.importorskip("langchain_core")
    from rejoin.integrations.langchain import RejoinLoader

    documents = list(RejoinLoader(SAMPLE).lazy_load())
    assert [d.page_content for d in documents] == pages
    assert [d.metadata["page"] for d in documents] == list(range(len(pages)))
    assert {d.metadata["source"] for d in documents} == {str(SAMPLE)}
    assert {d.metadata["total_pages"] for d in documents} == {len(pages)}
    assert RejoinLoader([SAMPLE, SAMPLE], pages="1").load()[1].page_content == pages[0]


def test_langchain_parser_in_a_generic_loader(tmp_path: Path, pages: list[str]) -> None:
    pytest.importorskip("langchain_core")
    from langchain_core.document_loaders import BaseLoader
    from langchain_core.documents.base import Blob

    from rejoin.integrations.langchain import RejoinLoader, RejoinParser

    blob = Blob.from_data(SAMPLE.read_bytes(), metadata={"shelf": "a"})
    documents = RejoinParser().parse(blob)
    assert [d.page_content for d in documents] == pages
    assert documents[1].metadata["shelf"] == "a"
    assert documents[1].metadata["page_label"] == "2"
    assert issubclass(RejoinLoader, BaseLoader)
    bad = tmp_path / "bad.pdf"
    bad.write_text("no PDF")
    with pytest.raises(rejoin.NotAPdfError, match=r"bad\.pdf"):
        RejoinLoader(bad).load()


def test_llama_index_reader(tmp_path: Path, pages: list[str]) -> None:
    pytest.importorskip("llama_index.core")
    from llama_index.core import SimpleDirectoryReader

    from rejoin.integrations.llama_index import RejoinReader

    documents = RejoinReader().load_data(SAMPLE, extra_info={"shelf": "a"})
    assert [d.text for d in documents] == pages
    assert documents[1].metadata == {
        "file_name": "sample.pdf", "source": str(SAMPLE), "shelf": "a", "page_label": "2",
        "total_pages": len(pages),
    }  # fmt: skip
    (tmp_path / "one.pdf").write_bytes(SAMPLE.read_bytes())
    reader = SimpleDirectoryReader(str(tmp_path), file_extractor={".pdf": RejoinReader()})
    found = reader.load_data()
    assert [d.text for d in found] == pages
    assert {d.metadata["file_name"] for d in found} == {"one.pdf"}


def test_haystack_converter_in_a_pipeline(
    tmp_path: Path,
    pages: list[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("haystack")
    from haystack import Pipeline
    from haystack.dataclasses import ByteStream

    from rejoin.integrations.haystack import RejoinConverter

    bad = tmp_path / "bad.pdf"
    bad.write_text("no PDF")
    pipeline = Pipeline()
    pipeline.add_component("convert", RejoinConverter())
    stream = ByteStream(SAMPLE.read_bytes(), meta={"shelf": "b"})
    with caplog.at_level(logging.WARNING, "rejoin"):
        out = pipeline.run({"convert": {"sources": [SAMPLE, bad, stream], "meta": {"run": 1}}})
    first, second = out["convert"]["documents"]
    assert first.content == second.content == "\f".join(pages)
    assert first.meta["file_path"] == str(SAMPLE)
    assert (first.meta["run"], first.meta["total_pages"]) == (1, len(pages))
    assert second.meta["shelf"] == "b"
    assert "bad.pdf" in caplog.text
    # from release 3 on, Haystack loads classes only of modules that the user trusts
    monkeypatch.setenv("HAYSTACK_DESERIALIZATION_ALLOWLIST", "rejoin.integrations.haystack")
    again = Pipeline.loads(pipeline.dumps())
    assert again.run({"convert": {"sources": [SAMPLE]}})["convert"]["documents"][0].content
    with pytest.raises(ValueError, match="1 sources, but 2"):
        RejoinConverter().run([SAMPLE], [{}, {}])
