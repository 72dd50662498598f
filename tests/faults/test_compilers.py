"""A compiler ends with the process that waits for it, and what a process leaves is cleared away."""

import os
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

from tests.project.source import ROOT
from zwang.files import build
from zwang.files.scratch import ABANDONED, BEGIN, scratch

HANGS = "#!/bin/sh\necho $$ >> {seen}\nsleep 90 & wait\n"
WAITING = """
import signal
from zwang.files import build
signal.signal(signal.SIGINT, signal.default_int_handler)  # which who starts the tests may ignore
try:
    build.library({text!r})
except KeyboardInterrupt:
    pass
"""
LEAVING = """
import time
from zwang.files import build
from zwang.library import worker
class Owner: pass
owner = Owner()
worker.begin(owner, lambda owner: build.beside({text!r}))
time.sleep(1.0)
"""
TEXT = "double twice(double x) { return 2.0 * x; }\n"
UNITS = TEXT, TEXT.replace("twice", "thrice")


@pytest.fixture
def hanging(tmp_path):
    """How a process with a compiler that hangs is begun; and who of it runs still."""
    seen, compiler = tmp_path / "seen", tmp_path / "cc"
    compiler.write_text(HANGS.format(seen=seen))
    compiler.chmod(0o755)
    environment = os.environ | {"CC": str(compiler), "ZWANG_CACHE": str(tmp_path / "cache")}

    def begin(script):
        words = [sys.executable, "-c", script]
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(words, env=environment, cwd=ROOT, start_new_session=True, **pipes)

    def running():
        return [pid for pid in seen.read_text().split() if os.path.exists(f"/proc/{pid}")]

    def hangs(count):
        last = time.monotonic() + 60
        while not seen.exists() or len(seen.read_text().split()) < count:
            assert time.monotonic() < last
            time.sleep(0.05)

    return begin, hangs, running, tmp_path / "cache" / "native"


@pytest.mark.parametrize("text", [TEXT, UNITS])
def test_an_interrupted_process_ends_with_its_compilers(hanging, text):
    begin, hangs, running, folder = hanging
    process = begin(WAITING.format(text=text))
    hangs(1 if text is TEXT else 2)
    process.send_signal(signal.SIGINT)  # to it alone
    said, complained = process.communicate(timeout=30)  # and not 90
    assert (said, complained, process.returncode) == (b"", b"", 0)
    assert not running() and not list(folder.iterdir())


@pytest.mark.parametrize("text", [TEXT, UNITS])
def test_a_process_that_ends_while_it_compiles_beside_is_silent_and_leaves_nothing(hanging, text):
    begin, hangs, running, folder = hanging
    process = begin(LEAVING.format(text=text))
    said, complained = process.communicate(timeout=30)
    assert (said, complained, process.returncode) == (b"", b"", 0)
    assert not running() and not list(folder.iterdir())


def test_what_a_killed_process_leaves_is_cleared_away(hanging):
    begin, hangs, running, folder = hanging
    process = begin(WAITING.format(text=TEXT))
    hangs(1)
    with scratch(folder) as other:  # while it is at work
        assert {x.name for x in folder.iterdir()} > {other.name}
    (left,) = folder.iterdir()
    process.kill()
    process.communicate()
    with scratch(folder) as other:
        assert list(folder.iterdir()) == [other]
    for pid in running():
        os.killpg(int(pid), signal.SIGKILL)


@pytest.mark.parametrize("age, stays", [(0.0, True), (2.0 * ABANDONED, False)])
def test_a_folder_of_another_host_stays_for_a_day(tmp_path, age, stays):
    left = tmp_path / f"{BEGIN}another-host"
    left.mkdir()
    os.utime(left, (time.time() - age,) * 2)
    with scratch(tmp_path):
        assert left.exists() == stays


def test_errors_of_compilers_side_by_side_are_told():
    with pytest.raises(build.NoLibrary, match="failed"):
        build.library((TEXT, "no C"))
