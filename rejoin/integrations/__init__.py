"""Readers for other frameworks, one module each; none is imported until it is asked for.

======================================  =======================================
`rejoin.integrations.langchain`         `RejoinParser`, `RejoinLoader`
`rejoin.integrations.llama_index`       `RejoinReader`
`rejoin.integrations.haystack`          `RejoinConverter`
`rejoin.integrations.datatrove`         `RejoinReader`
======================================  =======================================
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from rejoin.errors import RejoinError


class MissingExtraError(RejoinError, ImportError):
    """A package that is not part of the core is not installed."""


def framework(module: str, extra: str) -> ModuleType:
    """Import a framework's module.

    Raises
    ------
    MissingExtraError
        It is not installed; the message names the extra that brings it.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtraError(
            f"{module} cannot be imported ({error}): pip install 'rejoin[{extra}]'"
        ) from error
