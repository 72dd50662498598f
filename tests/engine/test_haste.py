"""What is compiled in haste is compiled well once it has run for a while, and computes the same."""

import ctypes
import threading
from types import SimpleNamespace

import numpy as np
import pytest

from zwang.files import build, command, kept
from zwang.runtime.library import library as motions
from zwang.zoo import mechanisms

TEXT = "double twice(double x) { return 2.0 * x; }\n"


def test_what_runs_for_long_is_compiled_in_haste_and_then_well(cache, monkeypatch):
    levels, run = [], build.run_compiler

    def seen(command):
        levels.extend(x for x in command if x.startswith("-O"))
        run(command)

    monkeypatch.setenv("CC", "cc")
    monkeypatch.setattr(build, "run_compiler", seen)
    library = build.library(TEXT, build.OFTEN)
    library.twice.restype, library.twice.argtypes = ctypes.c_double, [ctypes.c_double]
    assert library.twice(21.0) == 42.0 and levels == [build.SELDOM]
    monkeypatch.setattr(build, "ENOUGH", 0.0)
    assert library.twice(21.0) == 42.0 and levels == [build.SELDOM, build.OFTEN]
    assert library.twice(0.5) == 1.0 and len(levels) == 2
    build.library.cache_clear()  # another process has it at once
    assert type(build.library(TEXT, build.OFTEN)) is ctypes.CDLL and len(levels) == 2
    with pytest.raises(AttributeError):
        _ = library.thrice


def test_what_cannot_be_compiled_well_stays_as_it_is(cache, monkeypatch):
    monkeypatch.setenv("CC", "cc")
    library = build.library(TEXT, build.OFTEN)
    library.twice.restype, library.twice.argtypes = ctypes.c_double, [ctypes.c_double]
    monkeypatch.setattr(build, "ENOUGH", 0.0)
    monkeypatch.setattr(
        build, "run_compiler", lambda command: (_ for _ in ()).throw(build.NoLibrary(""))
    )
    assert library.twice(21.0) == library.twice(21.0) == 42.0


def test_what_was_begun_is_compiled_once_and_failures_are_told_to_who_asks(cache, monkeypatch):
    commands, run = [], build.run_compiler
    monkeypatch.setenv("CC", "cc")
    monkeypatch.setattr(
        build, "run_compiler", lambda command: (commands.append(command), run(command))
    )
    text = TEXT.replace("twice", "doubled")
    build.begin(text)
    build.begin(text)
    doubled = build.library(text).doubled
    doubled.restype, doubled.argtypes = ctypes.c_double, [ctypes.c_double]
    assert doubled(21.0) == 42.0 and len(commands) == 1
    build.begin("no C at all")
    with pytest.raises(build.NoLibrary, match="failed"):
        build.library("no C at all")


def test_who_asks_while_it_begins_waits_until_it_runs(cache, monkeypatch):
    """Asked by another thread before the one that makes it has started; and begun by two."""
    made, told, asked = [], [], threading.Event()

    def make(place, built):
        asked.wait()
        made.append(built)
        built.write_bytes(b"whole")

    def ask():
        kept.begin(make, "asked for at once", "so")
        if threading.current_thread() in others:
            asked.set()
        told.append(kept.built(make, "asked for at once", "so", lambda place, file: file))

    class Late(threading.Thread):
        def start(self):
            others.append(threading.Thread(target=ask))
            others[0].start()
            others[0].join(0.2)  # it comes as far as it can
            super().start()

    others: list[threading.Thread] = []
    monkeypatch.setattr(command, "threading", SimpleNamespace(**vars(threading) | {"Thread": Late}))
    ask()
    for other in others:
        other.join()
    assert told == ["asked for at once.so"] * 2 and len(made) == 1


def test_kinds_of_parts_are_compiled_in_haste_and_well_while_a_motion_goes_on(cache, monkeypatch):
    motions()  # which a checkout may have to compile
    monkeypatch.setenv("CC", "cc")
    levels, run = [], build.run_compiler
    noting = lambda command: (levels.extend(x for x in command if x[:2] == "-O"), run(command))
    monkeypatch.setattr(build, "run_compiler", noting)

    def motion():
        return mechanisms.scissor_lift(3).simulate((0.0, 0.1), atol=1e-14, rtol=1e-12)

    first, hasty = motion(), len(levels)
    assert {*levels} == {build.SELDOM}
    monkeypatch.setattr(build, "ENOUGH", 0.0)
    during = motion()  # beginning with functions that it does not end with
    assert build.ONCE in levels[hasty:] and build.SELDOM not in levels[hasty:]
    compiled, later = len(levels), motion()
    assert len(levels) == compiled
    for name in ("t", "q", "qd", "qdd", "Qc", "residual"):
        rows = [getattr(x, name) for x in (first, during, later)]
        assert all(np.array_equal(x, rows[0]) for x in rows[1:]), name
