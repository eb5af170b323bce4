"""Arguments that several commands share, and what they mean for the library."""

from __future__ import annotations

import argparse
from typing import Any

from rejoin.limits import MAX_CHARS, MAX_PAGE_CHARS, MAX_PAGES, Limits
from rejoin.options import Options
from rejoin.rules import HIDDEN, HYPHENS, PRESETS, TAGS, Rules, load_rules, parse_setting


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Bounds; what they cut off is reported."""
    for name, default, what in (
        ("--max-pages", MAX_PAGES, "pages of a file"),
        ("--max-chars", MAX_CHARS, "characters of a file's text"),
        ("--max-page-chars", MAX_PAGE_CHARS, "characters of one page"),
    ):
        parser.add_argument(
            name, type=jobs, default=default, metavar="N", help=f"{what} at most ({default:,})"
        )


def add_many(parser: argparse.ArgumentParser) -> None:
    """Workers, what holds them, and the log of failures."""
    parser.add_argument(
        "-j", "--jobs", type=jobs, default=1, metavar="N", help="worker processes (1)"
    )
    parser.add_argument(
        "--timeout", type=seconds, metavar="S", help="give a file up after S seconds"
    )
    parser.add_argument(
        "--memory-limit", type=jobs, metavar="MB",
        help="give a file up that needs more megabytes in a worker (Linux)",
    )  # fmt: skip
    parser.add_argument(
        "--failures", metavar="FILE",
        help="log of failures, one JSON object a line; a run that goes on does not try them again",
    )  # fmt: skip


def chosen_limits(args: argparse.Namespace) -> Limits:
    """Limits that the arguments ask for."""
    return Limits(args.max_pages, args.max_chars, args.max_page_chars)


def add_source(parser: argparse.ArgumentParser) -> None:
    """Options of all commands that open a PDF."""
    parser.add_argument("--pages", metavar="LIST", help="only these pages, such as 1-3,7,10-")
    parser.add_argument("--password", metavar="P", help="password of encrypted files")
    parser.add_argument("-v", "--verbose", action="store_true", help="say more on standard error")


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Options of all commands that decide a PDF's breaks."""
    add_source(parser)
    parser.add_argument(
        "--rules", default="default", metavar="RULES",
        help=f"{', '.join(PRESETS)}, or a .toml file (default)",
    )  # fmt: skip
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", dest="settings",
        help="change a threshold or switch of `rejoin rules`; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--hyphens", choices=HYPHENS, help="what becomes of a hyphen at a joined line end"
    )
    parser.add_argument(
        "--tags", choices=TAGS,
        help="whether the tags of a tagged PDF are evidence where they can be trusted (auto)",
    )  # fmt: skip
    parser.add_argument(
        "--hidden", choices=HIDDEN,
        help="text that cannot be seen on the page (drop; the published rules keep it)",
    )  # fmt: skip
    parser.add_argument(
        "--forms", action="store_true", help="read form fields and free-text annotations, too"
    )


def chosen_rules(args: argparse.Namespace) -> Rules:
    """Rules that the arguments ask for.

    Raises
    ------
    RulesError
        No such preset, file or threshold.
    """
    changes = dict(parse_setting(text) for text in args.settings)
    if args.hyphens:
        changes["hyphens"] = args.hyphens
    if args.tags:
        changes["tags"] = args.tags
    if getattr(args, "furniture", None):
        changes["furniture"] = args.furniture
    if getattr(args, "blank_lines", "auto") == "never":
        changes["blank_lines"] = False
    return load_rules(args.rules, **changes)


def jobs(text: str) -> int:
    """Read a whole number from 1 on."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"give a whole number from 1 on, not {text!r}")
    return int(text)


def seconds(text: str) -> float:
    """Read a number of seconds above 0."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < float("inf"):
        raise argparse.ArgumentTypeError(f"give a number of seconds above 0, not {text!r}")
    return found


def chosen_options(args: argparse.Namespace, **more: Any) -> Options:
    """Options that the arguments ask for, and more of them.

    Raises
    ------
    RejoinError
        No such preset, file or threshold, a list of pages that cannot be understood, or no OCR.
    """
    return Options.of(
        chosen_rules(args), pages=args.pages, password=args.password,
        hidden=args.hidden, forms=args.forms, **more,
    )  # fmt: skip
