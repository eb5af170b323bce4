"""Many threads in one process: the same results as from one, and no crash."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CORPUS = Path(__file__).parents[1] / "labelled_corpus"
#: In a process of its own: a crash is to fail the test, not to end the tests.
SCRIPT = """
import faulthandler, random, sys, threading, time, warnings
import rejoin

faulthandler.enable()
warnings.simplefilter("ignore")
seconds, long, *paths = float(sys.argv[1]), *sys.argv[2:]


def whole(path):
    return rejoin.text(path)

def parts(path):
    with rejoin.read(path) as document:
        text = document.markdown + "".join(document.quality.warnings)
        return text + "".join(p.text + str(p.lines[:1]) for p in document.paragraphs)

def abandoned(path):
    document = rejoin.read(path)  # closed by whatever thread collects it
    return next(iter(document)).text

def damaged(path):
    data = open(path, "rb").read()
    with rejoin.read(data[: len(data) // 2] + b"endobj") as document:
        return document.text

def checked(path):
    return [str(page) for page in rejoin.check(path).pages]

def bad(path):
    return rejoin.text(b"%PDF-1.7 nothing")

def shared(path):
    # one document for all threads; its windows come and go
    places = random.sample(range(len(SHARED)), 2)
    return all((SHARED[k].text, str(SHARED[k].quality)) == PAGES[k] for k in places)

def outcome(work, path):
    try:
        return work(path)
    except rejoin.RejoinError as error:
        return type(error).__name__

SHARED = rejoin.read(long)
PAGES = [(page.text, str(page.quality)) for page in SHARED]
SHARED = rejoin.read(long)  # nothing known of it
WORKS = whole, parts, abandoned, damaged, checked, bad, shared
right = {(work, path): outcome(work, path) for work in WORKS for path in paths}
end, wrong, done = time.monotonic() + seconds, [], []

def hammer(seed):
    order = random.Random(seed)
    while time.monotonic() < end:
        key = order.choice(WORKS), order.choice(paths)
        try:
            if outcome(*key) != right[key]:
                wrong.append((key, "another result"))
        except BaseException as error:
            wrong.append((key, repr(error)))
        done.append(key)

threads = [threading.Thread(target=hammer, args=(seed,)) for seed in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert not wrong, wrong[:3]
assert {work for work, _ in done} == set(WORKS), len(done)
print(len(done))
"""


def test_threads_hammer_the_functions() -> None:
    names = (
        "en/en-book-typst-a",
        "en/en-letter-2-chromium-a",
        "he/he-tikkun-xelatex-a",
        "sample/sample",
    )
    paths = [str(CORPUS / f"{name}.pdf") for name in names]
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, "4", *paths], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 20
