"""rejoin under its default rules."""

from __future__ import annotations

from bench.peer_tools.plain import installed


def version() -> str:
    """Version of the package."""
    return installed("rejoin")


def text(pdf: str) -> str:
    """Text of a PDF."""
    import rejoin

    return rejoin.text(pdf)
