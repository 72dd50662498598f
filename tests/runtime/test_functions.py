"""Functions run on tape, are compiled beside, and get their code with the same bits."""

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.project.source import ROOT
from zwang.emit.lines import PRELUDE, emit
from zwang.emit.tape import tape_of
from zwang.files import build
from zwang.ir.scalar.graph import Graph
from zwang.library import worker
from zwang.library.functions import Functions, wrapped
from zwang.library.loader import library

LONGEST = 60.0  # seconds that a test waits for a compiler beside
X = np.array([0.3, 0.7])


def functions(number: float = 2.0, text=None) -> Functions:
    """One function, f: number (x + y)."""
    graph = Graph()
    x, y = (graph.input("x", i) for i in range(2))
    out = {"f": np.array([graph.node("mul", (number, graph.node("add", (x, y))))], object)}
    whole = lambda: "\n".join([PRELUDE, emit("f", ("x",), out, own=True).text, wrapped("f", 1, 1)])
    return Functions({"f": tape_of(("x",), out)}, text or whole)


def value(found: Functions) -> float:
    answer = np.zeros(1)
    found["f"].run([X], [answer])
    return answer[0]


def compiled(found: Functions) -> None:
    """Wait until they are."""
    last = time.monotonic() + LONGEST
    while not found.compiled:
        assert time.monotonic() < last
        time.sleep(0.01)


@pytest.fixture
def at_once(monkeypatch):
    """The worker does its jobs when they are begun."""
    monkeypatch.setattr(worker, "begin", lambda owner, job: job(owner))


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A folder with nothing but what a test compiles."""
    library()  # which is kept elsewhere
    monkeypatch.setenv("ZWANG_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "native"


def test_a_function_runs_on_tape_and_then_as_code(cache):
    found = functions()
    assert value(found) == 2.0 * (X[0] + X[1]) and not found.compiled
    found.begin()
    compiled(found)
    assert value(found) == 2.0 * (X[0] + X[1]) and found["f"].compiled


def test_functions_are_compiled_once_they_ran_for_a_while(cache, monkeypatch):
    begun = []
    monkeypatch.setattr(worker, "begin", lambda owner, job: begun.append(owner))
    found = functions()
    found.ran(0.5 * 0.02)
    assert not begun
    for _ in range(3):
        found.ran(0.4 * 0.02)
    assert begun == [found]


def test_another_process_has_what_was_kept(cache, at_once, monkeypatch):
    functions(3.0).begin()
    monkeypatch.setattr(build, "run_compiler", lambda command: pytest.fail("it is kept"))
    later = functions(3.0)
    later.begin()
    assert later.compiled and value(later) == 3.0 * (X[0] + X[1])


@pytest.mark.parametrize("damage", [b"", b"\x7fELF", None])
def test_what_is_damaged_is_compiled_anew(cache, at_once, damage):
    functions(4.0).begin()
    (file,) = cache.glob("*.so")
    file.unlink()
    if damage is not None:
        file.write_bytes(damage)
    later = functions(4.0)
    later.begin()
    assert later.compiled and value(later) == 4.0 * (X[0] + X[1])


@pytest.mark.parametrize("variable, named", [("CC", "false"), ("ZWANG_COMPILER", "none")])
def test_without_a_compiler_it_stays_on_tape(cache, monkeypatch, variable, named):
    monkeypatch.setenv(variable, named)
    found = functions(5.0)
    found.begin()
    with pytest.raises(build.NoLibrary):
        build.beside(found._text())
    assert value(found) == 5.0 * (X[0] + X[1]) and not found.compiled


def test_text_that_is_no_C_harms_nobody(cache):
    broken, sound = functions(text=lambda: "no C"), functions(6.0)
    sound.begin()
    broken.begin()
    compiled(sound)
    assert value(broken) == 2.0 * (X[0] + X[1]) and not broken.compiled


def test_code_may_come_while_a_function_runs_in_threads(cache, at_once):
    """The swap in the middle of ten thousand runs changes no bit."""
    found, wanted = functions(7.0), 7.0 * (X[0] + X[1])
    wrong, ran = [], [0] * 4

    def run(k):
        while ran[k] < 5000 or not found.compiled:
            if value(found) != wanted:
                wrong.append(k)
            ran[k] += 1

    threads = [threading.Thread(target=run, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    found.begin()
    for thread in threads:
        thread.join(LONGEST)
    assert not wrong and min(ran) >= 5000


def test_a_job_whose_owner_is_dropped_is_left_out(cache, monkeypatch):
    texts, holds = [], threading.Event()
    first = functions(text=lambda: holds.wait(LONGEST) and "no C")
    first.begin()
    dropped = functions(text=lambda: texts.append("dropped") or "no C")
    dropped.begin()
    last = functions(8.0)
    last.begin()
    del dropped
    gc.collect()
    holds.set()
    compiled(last)
    assert not texts


def mappings() -> int:
    return len(Path("/proc/self/maps").read_text().splitlines())


@pytest.mark.skipif(not os.path.exists("/proc/self/maps"), reason="needs /proc")
def test_ten_thousand_functions_leave_no_mappings(cache, at_once):
    """Some of them compiled, with few texts: what counts is that libraries are closed."""
    texts = [functions(float(k))._text() for k in range(8)]
    functions(1.0).begin()
    before = mappings()
    for k in range(10_000):
        found = functions(float(k % 8), text=lambda k=k: texts[k % 8])
        if k % 20 == 0:
            found.begin()
            assert value(found) == float(k % 8) * (X[0] + X[1])
    del found
    gc.collect()
    assert mappings() <= before + 10


def test_a_library_stays_while_one_function_of_it_is_needed(cache, at_once):
    found = functions(9.0)
    found.begin()
    one = found["f"]
    del found
    gc.collect()
    answer = np.zeros(1)
    one.run([X], [answer])
    assert answer[0] == 9.0 * (X[0] + X[1])


# -- processes -------------------------------------------------------------------------------------

SCRIPT = """
import os, sys, time
from tests.runtime.test_functions import compiled, functions, library, value
library()
os.environ.update({around})
found = functions(11.0)
found.begin()
"""
HOME = os.environ | {"PYTHONPATH": str(ROOT)}
HANGS = "#!/bin/sh\necho $$ >> {seen}\nsleep 90 & wait\n"


@pytest.fixture
def process(tmp_path):
    """How a process is begun whose compiler hangs, or works; and who of the former runs still."""
    seen, compiler = tmp_path / "seen", tmp_path / "cc"
    compiler.write_text(HANGS.format(seen=seen))
    compiler.chmod(0o755)

    def begin(script, hangs=False):
        around = {"ZWANG_CACHE": str(tmp_path / "cache")} | ({"CC": str(compiler)} if hangs else {})
        words = [sys.executable, "-c", SCRIPT.format(around=around) + script]
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(words, env=HOME, cwd=ROOT, start_new_session=True, **pipes)

    def running():
        return [pid for pid in seen.read_text().split() if os.path.exists(f"/proc/{pid}")]

    return begin, seen, running, tmp_path / "cache" / "native"


def test_a_process_that_ends_takes_the_compiler_along_and_leaves_nothing(process):
    begin, seen, running, folder = process
    ended = begin(f"while not os.path.exists({str(seen)!r}): time.sleep(0.01)\n", hangs=True)
    assert ended.communicate(timeout=LONGEST) == (b"", b"") and ended.returncode == 0
    assert not running() and not list(folder.iterdir())


def test_an_interruption_does_not_reach_the_compiler(process):
    """It goes to the process and to all of its session, as from a terminal."""
    begin, seen, running, folder = process
    script = """
import signal
heard = []
signal.signal(signal.SIGINT, lambda *_: heard.append(True))
print("waits", flush=True)
while not heard:
    time.sleep(0.01)
compiled(found)
print(value(found))
"""
    interrupted = begin(script)
    assert interrupted.stdout.readline() == b"waits\n"
    os.killpg(interrupted.pid, signal.SIGINT)
    said, complained = interrupted.communicate(timeout=LONGEST)
    assert complained == b"" and float(said) == 11.0 * (X[0] + X[1])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_child_begins_anew(process):
    begin, seen, running, folder = process
    script = """
child = os.fork()  # while the worker is at work, or not yet
found.begin()
compiled(found)
assert value(found) == 11.0 * (0.3 + 0.7)
if child:
    assert os.waitpid(child, 0)[1] == 0
"""
    forked = begin(script)
    said, complained = forked.communicate(timeout=LONGEST)
    assert (said, complained, forked.returncode) == (b"", b"", 0)
