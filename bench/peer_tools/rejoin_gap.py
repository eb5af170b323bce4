"""rejoin under the published rules."""

from __future__ import annotations

from bench.peer_tools.rejoin import version

__all__ = ["text", "version"]


def text(pdf: str) -> str:
    """Text of a PDF."""
    import rejoin

    return rejoin.text(pdf, rules="gap")
