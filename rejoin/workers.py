"""Worker processes that a bad file may kill: each serves one file after the other.

A worker is a fresh interpreter fed over its standard input and output. It is no `multiprocessing`
process, because such a one runs the caller's main module again, and a script without a guard for
that does not survive it.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Timer
from typing import Any

from rejoin.errors import WorkerError
from rejoin.leash import end_with, limit_memory

#: What a worker runs: it takes over the search path, so that it finds the same modules. -P keeps
#: the current folder out until then.
_START = (
    "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); "
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from rejoin.workers import serve; import rejoin.document; serve()"
)
#: Each worker computes on one core, so that several do not fight for them.
_ONE_CORE = {f"{library}_NUM_THREADS": "1" for library in ("OPENBLAS", "OMP", "MKL")}
#: Seconds that a process has to end after it closed its side of the line: on a busy machine Python
#: takes some to tear down, and how it ended is the cause that is told.
_LAST_BREATH = 10.0


def serve() -> None:
    """Run a worker: a task comes first, then its arguments one after the other."""
    inbox, outbox = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not get between the answers
    data, parent, memory = pickle.load(inbox)
    end_with(parent)
    task = pickle.loads(data)
    if memory:
        limit_memory(memory)
    answer: Any = None  # the first answer says that the worker is ready
    while True:
        pickle.dump(answer, outbox, pickle.HIGHEST_PROTOCOL)
        outbox.flush()
        try:
            argument = pickle.load(inbox)
        except EOFError:
            return
        answer = task(argument)


class Worker:
    """One process.

    Raises
    ------
    WorkerError
        The process could not be started.
    """

    def __init__(self) -> None:
        self.overdue = False
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", _START],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=_ONE_CORE | os.environ,
            )
        except OSError as error:
            raise WorkerError(f"no worker process could be started ({error})") from None

    def _send(self, value: Any) -> None:
        assert self._process.stdin
        pickle.dump(value, self._process.stdin, pickle.HIGHEST_PROTOCOL)
        self._process.stdin.flush()

    def _receive(self) -> Any:
        assert self._process.stdout
        return pickle.load(self._process.stdout)

    def prepare(self, task: bytes, memory: int | None = None) -> None:
        """Give it its task and wait until its modules are loaded: no file's time pays for that."""
        self._send(sys.path)
        self._send((task, os.getpid(), memory))
        self._receive()

    def ask(self, argument: Any, timeout: float | None) -> Any:
        """Run the task in the worker.

        Raises
        ------
        EOFError, OSError, pickle.UnpicklingError
            The worker died, or was killed because the time was up (then `overdue` is set).
        """
        timer = Timer(timeout, self._kill_overdue) if timeout else None
        if timer:
            timer.daemon = True
            timer.start()
        try:
            self._send(argument)
            return self._receive()
        finally:
            if timer:
                timer.cancel()
                timer.join()

    def _kill_overdue(self) -> None:
        self.overdue = True
        self._process.kill()

    def is_alive(self) -> bool:
        """Whether the process can take another argument."""
        return not self.overdue and self._process.poll() is None

    def kill(self) -> None:
        """Kill the process; whoever waits for its answer gets an error."""
        self._process.kill()

    def end(self) -> str:
        """Make sure that the process is gone and say how it ended, in words."""
        try:
            self._process.wait(_LAST_BREATH)
        except subprocess.TimeoutExpired:
            self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # bytes that a dead process never took
                if pipe:
                    pipe.close()
        return how_it_ended(self._process.wait())


class Pool:
    """A fixed number of workers, started when they are needed and replaced when they die.

    Parameters
    ----------
    task : callable
        A picklable function of one argument that raises nothing.
    jobs : int
        How many workers; more threads may call `ask`, and wait.
    timeout : float, optional
        Seconds for one argument.
    memory : int, optional
        Megabytes that a worker may take; see `rejoin.leash`.
    """

    def __init__(
        self,
        task: Callable[[Any], Any],
        jobs: int,
        timeout: float | None,
        memory: int | None = None,
    ) -> None:
        self._task, self._timeout, self._memory = pickle.dumps(task), timeout, memory
        self._idle: SimpleQueue[Worker | None] = SimpleQueue()
        for _ in range(jobs):
            self._idle.put(None)
        self._lock = Lock()
        self._alive: set[Worker] | None = set()

    def ask(self, argument: Any) -> Any:
        """Run the task on an argument in the next free worker.

        Raises
        ------
        WorkerError
            The worker died or ran out of time.
        """
        worker = self._idle.get()
        if worker and not worker.is_alive():
            self._bury(worker)
            worker = None
        try:
            worker = worker or self._start()
            return worker.ask(argument, self._timeout)
        except WorkerError:
            raise
        except Exception:  # an answer that was cut off unpickles to any error
            how = self._bury(worker) if worker else ""
            if worker and worker.overdue:
                raise WorkerError(f"took longer than {self._timeout:g} s; given up") from None
            if self._memory and how.startswith("it was ended by "):
                how += f"; its memory was limited to {self._memory} MB"
            raise WorkerError(f"a worker process died over it ({how})") from None
        finally:
            self._idle.put(worker)

    def _start(self) -> Worker:
        with self._lock:
            if self._alive is None:
                raise WorkerError("was not read, because the reading was ended")
            worker = Worker()
            self._alive.add(worker)
        try:
            worker.prepare(self._task, self._memory)
        except Exception:
            raise WorkerError(f"no worker could be started ({self._bury(worker)})") from None
        return worker

    def _bury(self, worker: Worker) -> str:
        with self._lock:
            if self._alive:
                self._alive.discard(worker)
        return worker.end()

    def close(self) -> None:
        """Kill all workers; whoever still waits for an answer gets a `WorkerError`."""
        with self._lock:
            workers, self._alive = self._alive or set(), None
        for worker in workers:
            worker.kill()
        for worker in workers:
            worker.end()


def how_it_ended(code: int) -> str:
    """A process's exit code in words."""
    if code >= 0:
        return f"it ended with code {code}"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    return f"it was ended by {name}" + (" - out of memory?" if name == "SIGKILL" else "")
