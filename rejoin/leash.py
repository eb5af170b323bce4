"""What holds a worker process: a limit on its memory, and its end with the process that made it."""

from __future__ import annotations

import os
import signal
import sys

from rejoin.errors import WorkerError

#: Least limit of a worker's memory, megabytes. Python, NumPy and PDFium take about 60 of them
#: before any file is read.
LEAST = 128
#: Linux's request to be told when the parent ends (``linux/prctl.h``).
_PDEATHSIG = 1


def check_limit(megabytes: int | None) -> None:
    """Make sure that a limit can be kept.

    Raises
    ------
    WorkerError
        This system has no such limit, or it is too small for any file.
    """
    if megabytes is None:
        return
    if sys.platform != "linux":
        raise WorkerError(
            f"the memory of a process cannot be limited on this system ({sys.platform}); "
            "leave the limit out, or limit the whole run by a container"
        )
    if megabytes < LEAST:
        raise WorkerError(f"a worker needs a memory limit of at least {LEAST} MB")


def limit_memory(megabytes: int) -> None:
    """Limit this process's data: heap, stacks and private mappings, as Linux counts them.

    The address space is not limited, because libraries reserve more of it than they use.
    """
    if sys.platform == "linux":
        import resource

        size = megabytes * 2**20
        resource.setrlimit(resource.RLIMIT_DATA, (size, size))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # no file for a death that is expected


def end_with(parent: int) -> None:
    """End this process with its parent, however that ends and whatever hangs here.

    Elsewhere than on Linux a worker ends after the file that it is at.
    """
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # it ended before that
        os._exit(0)
