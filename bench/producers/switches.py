"""The free switches of a style: which ones a producer knows."""

from __future__ import annotations

from collections.abc import Mapping

from .layout import EXTRAS
from .source import Style


def shared(names: str) -> dict[str, str]:
    """Give switches that other producers have too, with what they mean."""
    return {name: EXTRAS[name] for name in names.split()}


def check(style: Style, producer: str, known: Mapping[str, str], lacks: str = "") -> None:
    """Raise `ValueError` if a style asks for what a producer lacks.

    Parameters
    ----------
    style
        The style.
    producer
        The producer's name, for the message.
    known
        The switches in `Style.extra` that it has.
    lacks
        Names of fields of `Style` that must be off.
    """
    unknown = style.extra.keys() - known.keys()
    if unknown:
        raise ValueError(f"{producer}: no such switch: {', '.join(sorted(unknown))}")
    asked = [name for name in lacks.split() if getattr(style, name)]
    if asked:
        raise ValueError(f"{producer} has no {', '.join(asked)}")
