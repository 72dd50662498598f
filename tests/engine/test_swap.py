"""A motion has the same bits on tape, compiled, and if its code comes between any two steps."""

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.engine.memory import forget
from zwang.engine.dense import native
from zwang.files import build
from zwang.integrate.options import Options
from zwang.integrate.problem import request
from zwang.library import functions, worker
from zwang.solvers.sparse import kernel
from zwang.zoo import mechanisms

STEPS, LARGE = 24, 0.9  # how many steps, and the length of the first, which is far too large


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


def test_a_motion_is_the_same_on_tape_and_if_its_code_comes_at_any_step(alone, monkeypatch):
    plain, rejected = steps(None)
    assert rejected[:2] == [1, 2] and rejected[17] == rejected[16] < 18  # and others are taken
    for after in (0, 1, 2, 17):
        monkeypatch.setenv("ZWANG_CACHE", f"{build.folder()}-{after}")  # nothing is kept yet
        assert steps(after)[0] == plain, after


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
