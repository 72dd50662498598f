"""A motion on tape, compiled, and compiled on its way has the same bits in every step."""

import threading
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import zwang as zw
from tests.engine.dense_cases import CASES
from zwang.engine.native import NativeMachine
from zwang.files import build
from zwang.runtime.functions import Functions

STEPS = 1, 2, 17  # before which code comes
THREADS = 16


def to_tape(functions: Functions) -> None:
    """Take the code away again."""
    functions.code = None
    for _, function in functions.items():
        function.in_c.code = None


def bits(course: Any) -> bytes:
    """All that stands in a course, but for where it lies in memory."""
    numbers, layout = np.frombuffer(course, float), course.layout
    return b"".join(numbers[layout[name]].tobytes() for name in layout.fields)


class Steps:
    """A motion taken one step a call, with what may happen before a step."""

    def __init__(self, name: str, patch: pytest.MonkeyPatch):
        self.case, self.seen = CASES[name](), list[bytes]()
        self.counts, self.before = list[int](), lambda step: None
        self.machine: NativeMachine | None = None
        patch.setattr(Functions, "begin", lambda functions: False)
        advance, cross = NativeMachine.advance, NativeMachine.cross

        def one_step(machine, course, targets, last, settings, limit):
            self.machine = machine
            self.before(len(self.counts) + 1)
            done = advance(machine, course, targets, last, settings, 1)
            self.seen.append(bits(done.course) + bytes([int(done.halt)]))
            self.counts.append(int(done.course.rejected))
            return done

        def crossed(machine, *args):
            found = cross(machine, *args)
            self.seen.append(repr(found.places).encode() + np.concatenate(found.end[1:]).tobytes())
            return found

        patch.setattr(NativeMachine, "advance", one_step)
        patch.setattr(NativeMachine, "cross", crossed)

    @property
    def functions(self) -> Functions:
        assert self.machine is not None
        return self.machine.native.functions

    def code(self):
        """The functions, compiled."""
        assert self.machine is not None
        return build.beside(self.machine.native.code.own.unit)

    def run(self, before: Callable[[int], None] = lambda step: None) -> tuple[bytes, ...]:
        """What stands in the course after each step, and in the rows of the motion."""
        self.seen.clear()
        self.counts.clear()
        self.before = before
        motion = self.case.run()
        rows = motion.q, motion.qd, motion.qdd, motion.Qc, motion.multipliers, motion.residual
        return *self.seen, *(x.tobytes() for x in rows)


MOVED = [
    "a pendulum",
    "a crossing",
    "a crossing by fixed steps",
    "Andrews' squeezer",
    "events",
    "more rows than coordinates",
    "friction by the reaction",
    "friction by the ideal force",
    "no mass",
    "a rank that rises",
    "a Lagrangian",
]


@pytest.mark.parametrize("name", MOVED)
def test_every_step_has_the_bits_of_the_tape(name, cache, monkeypatch):
    steps = Steps(name, monkeypatch)
    on_tape, counts = steps.run(), steps.counts[:]
    assert not steps.functions.compiled and len(on_tape) > 6
    code = steps.code()
    rejected = [i for i, (a, b) in enumerate(pairwise([0, *counts]), 1) if b > a][:2]

    def swap(step):
        if step == at:
            steps.functions._swap(code)

    for at in (*STEPS, *rejected, *(i + 1 for i in rejected)):
        to_tape(steps.functions)
        assert steps.run(swap) == on_tape, at
        assert steps.functions.compiled == (at <= len(counts))
    steps.functions._swap(code)
    assert steps.run() == on_tape


def test_steps_that_are_rejected_are_among_them(cache, monkeypatch):
    rejected = 0
    for name in ("a pendulum", "a crossing"):
        with pytest.MonkeyPatch.context() as patch:
            steps = Steps(name, patch)
            steps.run()
            rejected += steps.counts[-1]
    assert rejected > 0


@pytest.mark.parametrize("name", ["a crossing", "events", "friction by the reaction"])
def test_functions_that_are_compiled_one_by_one_change_no_bit(name, cache, monkeypatch):
    """A call may find some of them compiled, and some not."""
    steps = Steps(name, monkeypatch)
    on_tape, code = steps.run(), steps.code()
    names = [x for x, _ in steps.functions.items()]
    assert len(names) > 2
    for one in names:
        to_tape(steps.functions)
        steps.functions[one].swap(one, code)
        assert steps.run() == on_tape, one


@pytest.mark.parametrize("name", ["a pendulum", "a crossing", "Andrews' squeezer"])
def test_threads_move_one_system_at_once_while_code_comes(name, cache, monkeypatch):
    with pytest.MonkeyPatch.context() as patch:
        steps = Steps(name, patch)
        steps.run()
        code, functions = steps.code(), steps.functions
    case, ready = steps.case, threading.Barrier(THREADS + 1)
    monkeypatch.setattr(Functions, "begin", lambda functions: False)
    wanted, found = case.run(), list[zw.Motion]()

    def run():
        ready.wait()
        found.extend(case.run() for _ in range(3))

    threads = [threading.Thread(target=run) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    ready.wait()
    while any(x.is_alive() for x in threads):
        functions._swap(code)
        to_tape(functions)
    for thread in threads:
        thread.join()
    assert len(found) == 3 * THREADS
    for name in ("t", "q", "qd", "qdd", "Qc", "multipliers", "residual"):
        bits = {getattr(x, name).tobytes() for x in (wanted, *found)}
        assert len(bits) == 1, name
