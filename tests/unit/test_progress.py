"""Words for a long wait: on a terminal, when it is long, and gone afterwards."""

import sys
import time
from io import StringIO

import pytest

from zwang.base.process import progress
from zwang.base.process.progress import compiling, waiting
from zwang.files import build
from zwang.files.kept import note


class Terminal(StringIO):
    """What is written to a terminal."""

    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("to", "long", "said"),
    [(Terminal, True, True), (Terminal, False, False), (StringIO, True, False)],
)
def test_a_wait_is_told_of_on_a_terminal_if_it_is_long(monkeypatch, to, long, said):
    written = to()
    monkeypatch.setattr(sys, "stderr", written)
    with waiting(lambda: "compiling", after=0.01 if long else 60.0):
        limit = time.monotonic() + (60.0 if said else 0.05)
        while "compiling" not in written.getvalue() and time.monotonic() < limit:
            time.sleep(0.01)
    assert ("compiling" in written.getvalue()) == said
    assert not said or written.getvalue().endswith("\r\x1b[K")


def test_who_asks_is_told_of_waits_and_of_the_cache_in_a_file_too(monkeypatch, capsys):
    """A line for each text that differs, without marks of terminals."""
    texts = iter(["1 of 2", "1 of 2"])
    done = []

    def text():
        found = next(texts, "2 of 2")
        done.append(found)
        return found

    monkeypatch.setattr(progress, "PROGRAMS", progress.Programs())
    with compiling(True):
        with waiting(text):
            limit = time.monotonic() + 60.0
            while len(done) < 4 and time.monotonic() < limit:
                time.sleep(0.01)
        for kept in (True, True, False):
            progress.PROGRAMS.count(kept)
    told = capsys.readouterr().err.splitlines()
    assert told == ["1 of 2", "2 of 2", "programs in C: 1 compiled, 2 found in the cache"]


def test_what_is_found_in_the_cache_is_not_said_to_be_compiled(monkeypatch, tmp_path):
    monkeypatch.setenv("ZWANG_CACHE", str(tmp_path))
    text = f"int zw_told(void) {{ return {2 + len(str(tmp_path))}; }}"
    for words in ("1 compiled, 0 found in the cache", "0 compiled, 1 found in the cache"):
        build.library.cache_clear()
        told = progress.so_far("kinds")
        build.library(text)
        note("a note", b"that is no program")
        assert told() == f"kinds: {words}"


def test_a_motion_says_what_it_compiled_and_what_was_kept(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("ZWANG_CACHE", str(tmp_path))
    for word in ("compiled", "found in the cache"):
        build.library.cache_clear()
        with compiling(True):
            build.library(f"int zw_told(void) {{ return {len(str(tmp_path))}; }}")
        assert f"1 {word}" in capsys.readouterr().err
    with compiling(False):
        build.library("int zw_silent(void) { return 1; }")
    assert capsys.readouterr().err == ""
