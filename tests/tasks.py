"""What workers do in the tests. In a module of its own, which a worker can import quickly."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import replace
from pathlib import Path

from bench.case import Case, Verdict, judge
from rejoin import Result
from rejoin.inputs import Source, name_of
from rejoin.onefile import Request, read_one


def misbehave(source: Source, request: Request) -> Result:
    """Do what the file's name asks for; read it if that is nothing bad."""
    match Path(name_of(source)).stem:
        case "segfault":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "exit":
            os._exit(3)
        case "second-half" if request.span and request.span[0]:
            os.kill(os.getpid(), signal.SIGSEGV)
        case "hang":
            time.sleep(600)
        case "raise":
            raise ValueError("a mistake")
        case "chatter":
            print("what a library prints")
            os.write(1, b"and what compiled code prints\n")
    return read_one(source, request)


def whoami(source: Source, request: Request) -> Result:
    """Return the worker's process id as the text."""
    return replace(read_one(source, request), text=str(os.getpid()))


def sleepy(source: Source, request: Request) -> Result:
    """Take longer over a file whose name is higher, so that later ones finish first."""
    time.sleep(float(Path(name_of(source)).stem) / 20)
    return read_one(source, request)


def judge_or_die(case: Case) -> Verdict:
    """Judge a case, unless its name says that the process is to die or to hang."""
    if "die" in case.name:
        os._exit(3)
    if "hang" in case.name:
        time.sleep(60)
    return judge(case)
