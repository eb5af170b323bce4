"""rejoin under the published rules."""

from __future__ import annotations

PACKAGE = "rejoin"


def text(pdf: str) -> str:
    """Text of a PDF."""
    import rejoin

    return rejoin.text(pdf, rules="gap")
