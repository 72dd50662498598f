"""What a large motion sees of its constraints: where a step loses rank, how near, what is met."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from tests.motion.parallelograms import Row, hinges_in_space
from zwang.engine.choose import in_c
from zwang.engine.large.crossing import LargeSteps
from zwang.engine.large.machine import LargeMachine
from zwang.engine.large.rows import looked_at
from zwang.engine.large.system import Large
from zwang.integrate import rank_watch
from zwang.integrate.course import State
from zwang.integrate.options import Options
from zwang.integrate.problem import request
from zwang.integrate.singular import place
from zwang.integrate.singular.place import Place
from zwang.runtime.constants import SPARSE
from zwang.solvers.base import Found, at_rest, relative_residual

CUT, UNSEEN = 1e-4, 1e-12  # of the rank rule; σ that is too small to be seen


class Told(LargeSteps):
    """Steps along which σ is a function of the place."""

    def __init__(self, sigma: Any):
        self._course, self._of = cast(Any, SimpleNamespace(cut=CUT)), sigma

    def _sigmas(self, laid, thetas):
        found = np.array([self._of(theta) for theta in thetas])
        return np.where(found < UNSEEN, 0.5, found)  # another one is seen in its place


def places(sigma):
    found = Told(sigma).find(cast(Any, SimpleNamespace(across=np.zeros(1))))
    return [place.theta for place in found]


@pytest.mark.parametrize("where", [(0.5,), (0.3125,), (0.1, 0.77), (0.02,), (0.9999,), (1 / 3,)])
@pytest.mark.parametrize("bend", [0.0, 0.3, -0.3])
def test_places_of_a_step_are_the_zeros(where, bend):
    sigma = lambda x: np.prod([abs(x - at) for at in where]) * (1.0 + bend * (x - 0.5)) * 0.1
    found = places(sigma)
    np.testing.assert_allclose(found, where, atol=1e-3)
    assert all(sigma(x) < CUT for x in found)


@pytest.mark.parametrize("peak", np.linspace(-0.05, 1.05, 23))
def test_what_rises_between_two_looks_is_no_place(peak):
    """A motion that turns back behind one: σ is small, falls to both sides, and is not zero."""
    for height in (7e-4, 0.05):
        assert places(lambda x, h=height: h * (1.0 - 0.6 * (x - peak) ** 2)) == []


def test_a_fall_is_not_foretold_where_another_value_became_the_smallest():
    near = lambda *sigma: float(rank_watch.distance(np.array([0.0, 1.0, 2.0]), np.array(sigma)))
    assert near(0.03, 0.058, 0.0643) == np.inf  # it rises, though bent
    assert near(0.055, 0.0643, 0.0642) > 100  # now the other one falls, slowly
    np.testing.assert_allclose(near(0.3, 0.2, 0.1), 1.0)
    for x in (0.1, 0.3, 0.6):  # on its way down a sine is foretold
        steps = x + 0.2 * np.array([2.0, 1.0, 0.0])
        assert near(*np.sin(steps)) * 0.2 == pytest.approx(x, rel=0.1)


@pytest.mark.parametrize(("root", "other"), [(1.0, 10.0), (2.0, 10.0), (3.0, 30.0)])
def test_where_a_parabola_comes_to_zero_is_foretold(root, other):
    since = np.array([-2.0, -1.0, 0.0])
    sigma = 0.01 * (root - since) * (since + other)
    np.testing.assert_allclose(rank_watch.distance(since + 5.0, sigma), root, rtol=1e-12)


@pytest.fixture(scope="module")
def hinged():
    row = Row(2)
    stated = hinges_in_space(row)
    asked = request(stated.system, *stated.state(1.0, -3.0), (0.0, 1.0), None, Options())
    machine = in_c(asked.program, asked.parameters, len(asked.start.q))
    assert isinstance(machine, LargeMachine)
    return stated, machine.system, machine.p


def test_how_far_rows_are_from_being_met_is_what_the_kernel_says(hinged, rng):
    stated, system, p = hinged
    for theta, off in ((0.4, 1e-3), (1.0, 1e-6), (2.0, 1.0)):
        row = system.row(State(np.asarray(0.0), *stated.state(theta, 2.0)), p)
        assert row.answer.remains < 1e-12
        x, lam = row.answer.qdd * (1.0 + off * rng.normal(size=len(row.Q))), row.answer.lam
        units = 1.0 / np.sqrt(row.M.diagonal())
        told = Found(x[:, None], lam[:, None], row.lengths, units, 0.0 * units, 0, 0)
        wanted = relative_residual(row.A, row.Q[:, None], row.b[:, None], told, np).max()
        with system.plan.lock:  # what C has is still of that state
            rest, given = at_rest(len(x), x.dtype), (x.ctypes.data, lam.ctypes.data)
            found = system.library.zw_sparse_met(system.at, rest, *given)
        np.testing.assert_allclose(found, wanted, rtol=1e-6)


def test_sigma_at_a_glance_is_the_smallest_of_all(hinged):
    stated, system, p = hinged
    for theta in (0.02, 0.3, 1.0, 2.9):
        q, qd = stated.state(theta, 2.0)
        state = State(np.asarray(0.0), q, qd)
        rank, row = looked_at(system, p, state, CUT).rank, system.row(state, p)
        Y = np.linalg.solve(np.linalg.cholesky(row.M.toarray()), row.A.toarray().T)
        wanted = np.linalg.svd(Y / np.linalg.norm(Y, axis=0), compute_uv=False)[rank - 1]
        assert glance(system, p, state, rank) == pytest.approx(wanted, rel=2e-2)


def glance(system: Large, p, state, rank):
    t, q, qd = float(state.t), np.array(state.q), np.array(state.qd)
    with system.plan.lock:
        system.give(p)
        system.memory.rank = rank
        given = system.at, t, q.ctypes.data, qd.ctypes.data
        return system.library.zw_sparse_look(*given, SPARSE["ON_ROWS"], SPARSE["LOOKS"])


def test_a_place_that_was_looked_at_by_chance_is_one():
    halves = Place(0.5 - 1e-12, 1, (0, 2)), Place(0.5 + 1e-12, 1, (1, 2)), Place(0.8, 2, (3,))
    assert place._together(halves) == (Place(0.5 - 1e-12, 2, (0, 1, 2)), Place(0.8, 2, (3,)))
