"""The command's arguments."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NoReturn

from rejoin.cli.arguments import add_limits, add_many, add_reading, add_source
from rejoin.rules import FURNITURE
from rejoin.tesseract import MODES

#: First arguments that belong to the command as a whole.
_TOP = ("-h", "--help", "--version")

_ABOUT = """\
Turn the text of PDFs into running text: joins soft wraps, keeps real breaks.

  rejoin FILE...        the text (same as `rejoin text`)
  rejoin explain FILE   why each line break was joined or kept
  rejoin check FILE...  kinds of pages, fonts that cannot be read, pages that need OCR
  rejoin view FILE      a web page: every break on its page, with thresholds to move
  rejoin label FILE     the same page, to label the breaks
  rejoin rules          all thresholds and presets
  rejoin rule NAME      one condition or threshold in words
"""
_CODES = "Exit codes: 0 all read, 1 some input failed (the rest is still written), 2 wrong usage."


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def __init__(self, *args: Any, **options: Any) -> None:
        options.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        options.setdefault("allow_abbrev", False)
        super().__init__(*args, **options)

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"rejoin: {message}; see `{self.prog} --help`\n")


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Parse the arguments; ``rejoin FILE`` is ``rejoin text FILE``.

    Raises
    ------
    SystemExit
        Help or version was printed (0), or the arguments are wrong (2).
    """
    parser, commands = make_parsers()
    if not argv:
        parser.error("name the PDFs to read")
    if argv[0] in _TOP:
        return parser.parse_args(argv)
    name, rest = (argv[0], argv[1:]) if argv[0] in commands else ("text", argv)
    return commands[name].parse_intermixed_args(rest)  # options may stand between files


def make_parsers() -> tuple[_Parser, dict[str, _Parser]]:
    """Return the parser of the command as a whole and those of its commands."""
    parser = _Parser(prog="rejoin", description=_ABOUT, epilog=_CODES)
    parser.add_argument("--version", action=_Version, nargs=0, help="versions and reader")
    commands = parser.add_subparsers(metavar="COMMAND")
    _add_text(commands, _later("text", "run"))
    _add_explain(commands, _later("explain", "run"))
    _add_view(commands, _later("look", "run_view"))
    _add_label(commands, _later("look", "run_label"))
    _add_check(commands, _later("check", "run"))
    table = commands.add_parser("rules", help="all thresholds and presets")
    table.set_defaults(run=_later("rules", "run_table"), verbose=False)
    page = commands.add_parser("rule", help="one condition or threshold in words")
    page.add_argument("name", metavar="NAME", help="name, or number of a condition")
    page.set_defaults(run=_later("rules", "run_page"), verbose=False)
    return parser, commands.choices


Run = Callable[[argparse.Namespace], int]


def _later(module: str, name: str) -> Run:
    """Return a command's function, whose modules are loaded when it is called."""

    def run(args: argparse.Namespace) -> int:
        return int(getattr(import_module(f"rejoin.cli.{module}"), name)(args))

    return run


def _add_text(commands: Any, run: Run) -> None:
    parser = commands.add_parser(
        "text",
        help="the running text of PDFs",
        description="Write the running text of PDFs: one paragraph a line, one form feed between\n"
        "two pages and between two files. With -o FOLDER, OUT.jsonl or OUT.parquet a run that was\n"
        "ended goes on when it is started again.",
        epilog=_CODES,
    )
    parser.add_argument(
        "files", nargs="+", metavar="FILE",
        help="a PDF; - for standard input; a folder, a pattern, or @LIST of paths (@-)",
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", metavar="PATH",
        help="a file (whole or not at all, never over a FILE); a folder (one file a PDF);\n"
        "*.jsonl or *.parquet (one line or row a PDF)",
    )  # fmt: skip
    parser.add_argument(
        "--format", choices=("text", "markdown", "jsonl"), default="text",
        help="markdown: with headings, lists, tables; jsonl: one JSON object a paragraph, with\n"
        "file, text, kind, level, pages, lines (boxes), place in the text, confidences",
    )  # fmt: skip
    add_reading(parser)
    parser.add_argument(
        "--blank-lines", choices=("auto", "never"), default="auto",
        help="a blank line where the page has a gap (auto: as the rules say)",
    )  # fmt: skip
    parser.add_argument(
        "--furniture", choices=FURNITURE,
        help="running heads and feet, page and line numbers: lines of their own (keep) or left out",
    )  # fmt: skip
    add_many(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress bar")
    parser.add_argument(
        "--ocr", choices=MODES, default="never",
        help="read pages by OCR: never (default), auto (those without readable text), always",
    )  # fmt: skip
    parser.add_argument(
        "--ocr-lang", default="eng", metavar="LANG",
        help="tesseract's names of the languages, such as deu+fra (eng)",
    )  # fmt: skip
    add_limits(parser)
    parser.set_defaults(run=run)


def _add_explain(commands: Any, run: Run) -> None:
    parser = commands.add_parser(
        "explain",
        help="why each line break was joined or kept",
        description="Write one line for each line break: page, what was decided, the conditions\n"
        "that do not hold, the ends of both lines.",
        epilog=_CODES,
    )
    parser.add_argument("file", metavar="FILE", help="a PDF; - for standard input")
    parser.add_argument(
        "--json", action="store_true", help="one JSON object a line, with all measured values"
    )
    add_reading(parser)
    parser.set_defaults(run=run)


def _add_view(commands: Any, run: Run) -> None:
    parser = commands.add_parser(
        "view",
        help="a web page that shows every decision",
        description="Write one self-contained web page: each page's picture with its breaks, and\n"
        "the running text. Thresholds can be moved in it.",
        epilog=_CODES,
    )
    parser.add_argument("file", metavar="FILE", help="a PDF; - for standard input")
    parser.add_argument(
        "-o", "--output", metavar="PATH", help="write here (default: FILE's name with .view.html)"
    )
    parser.add_argument("--labels", metavar="FILE", help="labels to compare with")
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress bar")
    add_reading(parser)
    parser.set_defaults(run=run)


def _add_label(commands: Any, run: Run) -> None:
    parser = commands.add_parser(
        "label",
        help="a web page to label the breaks of a PDF",
        description="Serve the labelling page to this machine alone, until Ctrl-C. Every label is\n"
        "saved at once.",
    )
    parser.add_argument("file", metavar="FILE", help="a PDF")
    parser.add_argument(
        "--labels", metavar="PATH", help="label file (default: FILE's name with .labels.jsonl)"
    )
    parser.add_argument("--port", type=int, default=0, metavar="N", help="port (any that is free)")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    add_reading(parser)
    parser.set_defaults(run=run)


def _add_check(commands: Any, run: Run) -> None:
    parser = commands.add_parser(
        "check",
        help="kinds of pages, fonts that cannot be read, pages that need OCR",
        description="Say what kind of pages PDFs have (text, scan, ocr-layer, outlines, vector,\n"
        "empty, mixed, broken-font), which fonts give text that cannot be read, and which pages\n"
        "would need OCR.",
        epilog=_CODES,
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a PDF; - for standard input")
    parser.add_argument("--json", action="store_true", help="one JSON object a file")
    add_source(parser)
    add_limits(parser)
    parser.set_defaults(run=run)


class _Version(argparse.Action):
    """Prints the versions, for which alone PDFium is loaded."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        """Print and leave."""
        print(_version())
        parser.exit()


def _version() -> str:
    from pypdfium2.version import PDFIUM_INFO, PYPDFIUM_INFO

    from rejoin import __version__
    from rejoin.reader import READER

    return (
        f"rejoin {__version__} ({READER} reader)\n"
        f"pypdfium2 {PYPDFIUM_INFO.version}, PDFium {PDFIUM_INFO.version}"
    )
