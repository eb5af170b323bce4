"""The command ``rejoin``."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType

from rejoin.cli.parser import parse
from rejoin.errors import RejoinError

#: Exit codes: all inputs read; some failed; the command was wrong.
OK, FAILED, USAGE = 0, 1, 2
#: Exit codes after a signal, as shells have them: 128 and the signal's number.
INTERRUPTED, BROKEN_PIPE, TERMINATED = 130, 141, 143


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command.

    Parameters
    ----------
    argv : sequence of str, optional
        Arguments; those of the process by default.

    Returns
    -------
    int
        Exit code: 0 all read, 1 some input failed, 2 the command was wrong.
    """
    try:
        args = parse(sys.argv[1:] if argv is None else argv)
    except BrokenPipeError:  # --version or --help, into a pipe that is closed early
        _drop_stdout()
        return BROKEN_PIPE
    except SystemExit as end:  # argparse has said what there is to say
        return end.code if isinstance(end.code, int) else OK
    try:
        with _ended_by_sigterm():
            return int(args.run(args))
    except BrokenPipeError:
        _drop_stdout()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit:
        return TERMINATED
    except RejoinError as error:
        return _complain(str(error), USAGE, args.verbose)
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        return _complain(f"a mistake in rejoin ({what}); please report it", FAILED, args.verbose)


def _complain(message: str, code: int, verbose: bool) -> int:
    print(f"rejoin: {message}", file=sys.stderr)
    if verbose:
        traceback.print_exc()
    return code


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """Let SIGTERM clean up as Ctrl-C does: no half-written file, no worker stays behind."""

    def end(number: int, frame: FrameType | None) -> None:
        raise SystemExit(TERMINATED)

    try:
        before = signal.signal(signal.SIGTERM, end)
    except ValueError:  # not in the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _drop_stdout() -> None:
    """Point standard output elsewhere, so that Python's last flush does not complain."""
    with suppress(OSError, ValueError):  # no real file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
