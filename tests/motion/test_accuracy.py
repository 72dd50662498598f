"""Motions of the zoo against their answers: at the end, at chosen times, on the constraints."""

import numpy as np
import pytest

import zwang as zw
from zwang import zoo

# What rtol = 1e-8 must give. Positions of Andrews relative to their size.
LIMITS = {"andrews": 1e-10, "car_axis": 5e-9, "bricard": 1e-8, "four_bar": 1e-7}
CLOSED = 1e-8
POSES = {"four_bar": 10}


def position_error(problem, t, q, qd):
    """The problem's own error; of Andrews the positions only, of car axis and four-bar too."""
    if problem.name not in ("andrews", "car_axis", "four_bar"):
        return problem.error(t, q, qd)
    n = len(problem.q0)
    wanted, found = problem.answer(t)[..., :n], problem.observe(q, qd)[..., :n]
    size = np.abs(wanted) if problem.name == "andrews" else np.maximum(1.0, np.abs(wanted))
    return float(np.max(np.abs(found - wanted) / size))


def worst_residual(motion):
    return max(np.abs(motion.residual).max(initial=0.0), np.abs(motion.rate).max(initial=0.0))


ENGINES = [(name, "native") for name in sorted(zoo.PROBLEMS)]
ENGINES += [(name, "jax") for name in ("four_bar", "two_masses", "rosenberg_nonideal")]


def marks(name, engine):
    """The crossing of singular configurations compiles for half a minute by JAX."""
    return [pytest.mark.slow] * ((name, engine) == ("four_bar", "jax"))


@pytest.mark.parametrize(("name", "engine"), [pytest.param(*x, marks=marks(*x)) for x in ENGINES])
def test_a_motion_meets_its_answer(name, engine):
    problem = zoo.PROBLEMS[name]()
    given = problem.system, problem.q0, problem.qd0
    times = np.linspace(0.0, problem.t, 61)
    chosen = zw.simulate(*given, times, problem.p, rtol=1e-8, engine=engine)
    span = zw.simulate(*given, (0.0, problem.t), problem.p, rtol=1e-8, engine=engine)
    for motion in (chosen, span):
        assert motion.engine == engine
        assert motion.status == zw.Status.OK
        assert motion.t[-1] == problem.t
        assert worst_residual(motion) <= 1e-12
        # Nothing but the four-bar meets a pose, and it says so each time.
        assert len(motion.rank_changes) == POSES.get(name, 0)
        assert all(change.assured for change in motion.rank_changes)
    assert np.array_equal(chosen.t, times)

    if problem.answer is None:
        return
    limit = LIMITS.get(name, CLOSED)
    known = [t for t in problem.times if t in chosen.t]
    for t in known:
        row = int(np.flatnonzero(chosen.t == t)[0])
        assert position_error(problem, t, chosen.q[row], chosen.qd[row]) <= limit
    assert position_error(problem, problem.t, span.q[-1], span.qd[-1]) <= limit
    if problem.knows_state:
        error = [problem.error(t, q, qd) for t, q, qd in zip(times, chosen.q, chosen.qd)]
        assert max(error) <= 10 * max(error[-1], 1e-11)
    if problem.Qc is not None:
        force = problem.Qc(span.t)
        assert np.abs(span.Qc - force).max() <= 1e-6 * np.abs(force).max()


@pytest.mark.parametrize("name", ["andrews", "car_axis"])
def test_chosen_times_are_as_good_as_the_end(name):
    """Where no answer is known in between, against a motion with tolerance 1e-12."""
    problem = zoo.PROBLEMS[name]()
    times = np.linspace(0.0, problem.t, 61)
    rough, fine = (
        zw.simulate(problem.system, problem.q0, problem.qd0, times, problem.p, rtol=rtol)
        for rtol in (1e-8, 1e-12)
    )
    error = np.abs(rough.q - fine.q).max(axis=1)
    assert error.max() <= 10 * error[-1]


@pytest.mark.slow
def test_a_pendulum_stays_on_its_rod_for_2000_seconds():
    problem = zoo.pendulum()
    given = problem.system, problem.q0, problem.qd0, (0.0, 2000.0), problem.p
    motion = zw.simulate(*given, rtol=1e-10)
    assert worst_residual(motion) <= 1e-12
    # 845 swings: the error grows with the square of the time.
    assert problem.error(2000.0, motion.q[-1], motion.qd[-1]) <= 1e-6


@pytest.mark.parametrize("name", ["andrews", "bricard", "slider_crank"])
@pytest.mark.parametrize("rtol", [1e-3, 1e-5, 1e-7, 1e-9, 1e-11, 1e-13])
def test_no_false_alarm(name, rtol):
    problem = zoo.PROBLEMS[name]()
    given = problem.system, problem.q0, problem.qd0, (0.0, problem.t), problem.p
    motion = zw.simulate(*given, rtol=rtol)
    assert motion.status == zw.Status.OK
    assert not motion.rank_changes
