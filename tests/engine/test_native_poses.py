"""Singular poses crossed in C: attempt by attempt what JAX would do, without any help of it."""

import numpy as np
import pytest

import zwang as zw
from tests.motion.test_poses import (
    EVENTS,
    FOLDING,
    crank,
    mass,
    placed,
    poses_passed,
    reduced,
    rod,
)
from zwang.engine.dense.native import NativeMachine
from zwang.integrate.options import Options
from zwang.integrate.problem import request
from zwang.integrate.singular import traced as passage

P = {"slider": 1.0, "g": 9.81}
ASKED = {"events": EVENTS, "engine": "native", "throw": False}
STARTS = {
    "fast": (0.5, 4.0),
    "backwards": (0.3, -5.0),
    "slowly": (np.pi / 2 - 0.2, 1.0),
    "just before a pose": (np.pi / 2 - 2e-3, 2.0),
}
SETTINGS = {
    "rtol 1e-3": {"rtol": 1e-3},
    "rtol 1e-9": {"rtol": 1e-9},
    "rtol 1e-13": {"rtol": 1e-13},
    "long steps": {"step": 0.1},
    "short steps": {"step": 0.004},
}


def attempts(monkeypatch, *args, **options):
    """All that was tried at poses in a motion in C: course, settings, halt, and what was found."""
    tried, cross = [], NativeMachine.cross

    def watched(machine, course, settings, halt):
        found = cross(machine, course, settings, halt)
        tried.append((course, settings, halt, found))
        return found

    monkeypatch.setattr(NativeMachine, "cross", watched)
    return zw.simulate(*args, **options), tried


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_an_attempt_finds_what_JAX_finds(monkeypatch, start, settings):
    args = FOLDING, *placed(*start), (0.0, 1.0), P
    motion, tried = attempts(monkeypatch, *args, **ASKED, **settings)
    # Tolerances and fixed steps are numbers to what JAX compiles for a crossing.
    asked = request(*args, Options(events=EVENTS))
    assert motion.engine == "native" and tried
    for course, numbers, halt, found in tried:
        wanted = passage.cross(asked.program, asked.numbers, course, numbers, halt)
        assert_alike(found, wanted, course)


def assert_alike(found, wanted, course):
    assert (found.after is None) == (wanted.after is None)
    assert (found.nothing, found.may_come_nearer) == (wanted.nothing, wanted.may_come_nearer)
    assert len(found.places) == len(wanted.places)
    length = wanted.end.t - wanted.begin
    assert abs(found.when - wanted.when) <= 1e-5 * length
    for x, y in zip(found.places, wanted.places, strict=True):
        assert (x.flips, x.rows) == (y.flips, y.rows)
        assert abs(found.time_of(x) - wanted.time_of(y)) <= 1e-5 * length
    if wanted.after is None:
        return
    # The length of a step depends on where the pose was seen in the one tried before.
    np.testing.assert_allclose(found.end.t, wanted.end.t, rtol=0, atol=1e-5 * length)
    for part in (0.0, 0.3, 0.9):
        t = float(wanted.begin + part * min(length, found.end.t - found.begin))
        for x, y in zip(found.at(t), wanted.at(t), strict=True):
            np.testing.assert_allclose(x, y, rtol=1e-8, atol=1e-8)
    if abs(found.end.t - wanted.end.t) <= 1e-12 * length:
        assert_same_course(found.after, wanted.after)
    for i in np.flatnonzero(np.sign(course.values) != np.sign(wanted.after.values)):
        assert abs(found.root(int(i)).t - wanted.root(int(i)).t) <= 1e-8


def assert_same_course(found, wanted):
    """The same but for rounding, which the pose makes larger."""
    for name in ("now", "before"):
        for x, y in zip(getattr(found, name), getattr(wanted, name), strict=True):
            np.testing.assert_allclose(x, y, rtol=1e-9, atol=1e-9)
    for name in ("h", "times", "sigmas", "values", "former", "quiet", "smallest", "largest"):
        x, y = getattr(found, name), getattr(wanted, name)
        np.testing.assert_allclose(x, y, rtol=1e-6, atol=1e-9, err_msg=name)
    for name in ("rank", "turns", "index", "accepted", "rejected"):
        assert int(getattr(found, name)) == int(getattr(wanted, name)), name
    np.testing.assert_allclose(found.sight.sizes, wanted.sight.sizes, rtol=1e-9)
    for name in ("values", "reach", "weight", "shrunk"):
        x, y = getattr(found.sight, name), getattr(wanted.sight, name)
        np.testing.assert_allclose(x, y, rtol=1e-6, err_msg=name)
    np.testing.assert_allclose(found.sight.polar, wanted.sight.polar, atol=1e-6)


def test_nothing_is_asked_of_JAX(monkeypatch):
    def refuse(*_):
        raise AssertionError("a pose was crossed by JAX")

    monkeypatch.setattr(passage, "cross", refuse)
    motion = zw.simulate(FOLDING, *placed(0.5, 4.0), (0.0, 2.0), P, rtol=1e-9, **ASKED)
    assert motion.engine == "native" and motion.stats["crossings"] == len(motion.rank_changes) > 0


# Each row twice: more rows than coordinates, and rank to spare.
DOUBLED = zw.System(
    mass,
    lambda p: [0.0, -p["g"], 0.0],
    [zw.Holonomic(g, name=f"{g.__name__} {i}") for g in (crank, rod) for i in range(2)],
    coordinates=["x", "y", "s"],
)


@pytest.mark.parametrize("rtol", [1e-4, 1e-8, 1e-12])
def test_rows_said_twice(rtol):
    motion = zw.simulate(DOUBLED, *placed(0.5, 4.0), (0.0, 2.0), P, rtol=rtol, engine="native")
    smooth = reduced(0.5, 4.0, P, 2.0)
    wanted, _ = placed(*smooth.y[:, -1])
    assert np.abs(motion.q[-1] - wanted).max() <= max(3e3 * rtol, 1e-10)
    assert len(motion.rank_changes) == poses_passed(smooth.y[0]) > 0
    for change in motion.rank_changes:
        assert (change.before, change.at) == (2, 1)
        assert set(change.constraints) == {"crank 0", "crank 1", "rod 0", "rod 1"}


OPTIONS = {
    "Baumgarte": {"drift": zw.Baumgarte(5.0), "rtol": 1e-8},
    "no drift control": {"drift": None, "rtol": 1e-10},
    "a solver of one's own tolerance": {"solver": zw.Auto(rank=1e-6), "rtol": 1e-8},
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_other_ways_to_stay_on_the_constraints(options):
    p = {"slider": 1.0, "g": 0.0}
    motion = zw.simulate(FOLDING, *placed(0.5, 2.0), (0.0, 2.0), p, **options, engine="native")
    wanted, _ = placed(*reduced(0.5, 2.0, p, 2.0).y[:, -1])
    assert np.abs(motion.q[-1] - wanted).max() <= 1e-5
    assert len(motion.rank_changes) == 1
