<<<<<<< HEAD
"""A motion has the same bits on tape, compiled, and if its code comes between any two steps."""
=======
"""A motion on tape, compiled, and compiled on its way has the same bits in every step."""

import threading
from collections.abc import Callable
from itertools import pairwise
from typing import Any
>>>>>>> dtests

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
<<<<<<< HEAD
from tests.engine.memory import forget
from zwang.engine import native
=======
from tests.engine.dense_cases import CASES
from zwang.engine.native import NativeMachine
>>>>>>> dtests
from zwang.files import build
from zwang.integrate.options import Options
from zwang.integrate.problem import request
from zwang.runtime import functions, worker
from zwang.solvers.sparse import kernel
from zwang.zoo import mechanisms

STEPS, LARGE = 24, 0.9  # how many steps, and the length of the first, which is far too large


<<<<<<< HEAD
def bob():
    """A bob on a rod that slides, with friction and an event: every function of a motion."""
    rod = zw.Holonomic(lambda q, t: q @ q - 1.0 - 0.1 * jnp.sin(t), name="rod")
    rub = lambda qd, reaction: -0.1 * jnp.tanh(qd) * jnp.sqrt(reaction @ reaction + 1.0)
    energy = lambda q, qd: qd @ qd + 9.81 * q[1]
    passes = zw.Event(lambda q: q[0] - 0.2, name="passes", terminal=False)
    system = zw.System([1.0, 2.0], [0.3, -9.81], [rod], nonideal=rub, energy=energy)
    return system, Options(rtol=1e-8, atol=1e-10, events=passes)


def steps(after: int | None) -> tuple[list[bytes], list[int]]:
    """All courses of a motion whose functions are compiled after some steps, and which were
    rejected."""
    forget()
    system, options = bob()
    asked = request(system, [1.0, 0.0], [0.05, 0.0], (0.0, 2.0), None, options)
    machine = native.native_machine(asked.program, asked.parameters, 2)
    owner, courses = machine.native.functions, []
    settings = asked.settings._replace(longest=np.inf)
    assert not owner.compiled
    qdd = np.asarray(zw.simulate(system, [1.0, 0.0], [0.05, 0.0], [0.0, 0.1]).qdd[0])
    if after == 0:
        owner.compile()
    course = machine.begin(asked.start, qdd, settings, 2.0).course
    course = course._replace(h=np.asarray(LARGE))
    rejected = []
    for step in range(1, STEPS):
        course = machine.advance(course, np.array([2.0]), 0, settings, 1).course
        if step == after:
            owner.compile()
        fields = course._asdict()
        now, before = (np.concatenate([np.ravel(x) for x in fields[k]]) for k in ("now", "before"))
        courses.append(now.tobytes() + before.tobytes() + np.asarray(fields["h"]).tobytes())
        rejected.append(int(fields["rejected"]))
    t, q, qd = (np.asarray(x)[None] for x in course.now)
    rows, _ = machine.rows(t, q, qd, asked.row_solver, None, 0, False)
    courses.append(b"".join(x.tobytes() for x in vars(rows).values() if isinstance(x, np.ndarray)))
    assert owner.compiled == (after is not None)
    return courses, rejected


@pytest.fixture
def alone(cache, monkeypatch):
    """Nothing is kept of other tests, and nothing is compiled but by this one."""
    kernel.library()
    monkeypatch.setattr(functions, "WORTH", np.inf)
=======
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
>>>>>>> dtests


def test_a_motion_is_the_same_on_tape_and_if_its_code_comes_at_any_step(alone, monkeypatch):
    plain, rejected = steps(None)
    assert rejected[:2] == [1, 2] and rejected[17] == rejected[16] < 18  # and others are taken
    for after in (0, 1, 2, 17):
        monkeypatch.setenv("ZWANG_CACHE", f"{build.folder()}-{after}")  # nothing is kept yet
        assert steps(after)[0] == plain, after


<<<<<<< HEAD
def test_without_a_compiler_a_motion_is_the_same(alone, monkeypatch):
    system, options = bob()
    given = system, [1.0, 0.0], [0.05, 0.0], (0.0, 1.0)
    plain = zw.simulate(*given, engine="native")
    forget()
    monkeypatch.setattr(functions, "WORTH", 0.0)
    monkeypatch.setenv("ZWANG_COMPILER", "none")
    anew = zw.simulate(bob()[0], *given[1:], engine="native")
    for name in ("t", "q", "qd", "qdd", "Qc", "multipliers", "residual", "energy"):
        assert np.array_equal(getattr(plain, name), getattr(anew, name)), name
=======
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
>>>>>>> dtests


def test_kinds_of_parts_are_the_same_on_tape_compiled_and_if_their_code_comes_in_between(
    alone, monkeypatch
):
    def motion():
        return mechanisms.scissor_lift(3).simulate((0.0, 0.1), atol=1e-14, rtol=1e-12)

    jobs = []
    monkeypatch.setattr(worker, "begin", lambda owner, job: jobs.append((owner, job)))
    first = motion()
    assert not jobs
    monkeypatch.setattr(functions, "WORTH", 0.0)
    during = motion()  # on tape still: nothing waits
    assert jobs
    for owner, job in jobs:
        job(owner)
    later = motion()
    for name in ("t", "q", "qd", "qdd", "Qc", "residual"):
        rows = [getattr(x, name) for x in (first, during, later)]
        assert all(np.array_equal(x, rows[0]) for x in rows[1:]), name
