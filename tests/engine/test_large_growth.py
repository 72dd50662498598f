"""What a larger machine costs grows with its parts; and what is all but singular is found."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from scipy import sparse

import zwang as zw
from tests.runtime.units import number, spoiled, use
from zwang.engine.large import system as systems
from zwang.solvers.sparse import kernel, metric
from zwang.solvers.sparse.symbolic import Plan
from zwang.zoo import mechanisms

SIZES = 80, 160, 320  # stages of a lift, of which smaller ones are looked at by dense means too


def counted(work) -> int:
    """How many functions of Python are called."""
    calls = 0

    def profile(frame, event, argument):
        nonlocal calls
        calls += event == "call"

    sys.setprofile(profile)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


def grows_linearly(costs) -> bool:
    """Whether twice as many parts more cost twice as much more."""
    first, second, third = costs
    return third - second <= 2.05 * (second - first)


def test_building_and_first_moving_a_lift_take_calls_in_proportion_to_its_bodies():
    lifts = {}
    mechanisms.scissor_lift(10).simulate((0.0, 1e-4))  # kinds of parts are known

    def build(k):
        lifts[k] = mechanisms.scissor_lift(k)

    building = [counted(lambda k=k: build(k)) for k in SIZES]
    moving = [counted(lambda k=k: lifts[k].simulate((0.0, 1e-4))) for k in SIZES]
    assert grows_linearly(building) and grows_linearly(moving)
    assert not grows_linearly([k * k for k in SIZES])


def second_differences(n: int):
    """Rows whose smallest singular value falls with n², some of them twice."""
    one = sparse.csr_array(sparse.eye_array(n))
    D = one[:-2] - 2.0 * one[1:-1] + one[2:]
    A = sparse.csr_array(sparse.vstack([D, D[5:9]]))
    A.sort_indices()
    return sparse.csr_array(sparse.eye_array(n)), A


def test_factors_of_a_banded_system_have_operations_in_proportion_to_it():
    plans = [Plan(*second_differences(n)) for n in (200, 400, 800)]
    assert grows_linearly([plan.operations for plan in plans])
    assert grows_linearly([plan.entries for plan in plans])


@pytest.mark.parametrize("mu", [1e-8, 1e-6, 1e-4])
def test_corrections_find_what_the_weight_that_is_wanted_would_have_given(mu):
    """By factors of YᵀY + μ the answer of those with a far smaller one, where σ² is below μ."""
    M, A = second_differences(120)
    plan, rng = Plan(M, A), np.random.default_rng(1)
    metric.factor(plan, M.data)
    lengths = metric._in_metric(plan, A)
    Y = A.toarray() / lengths[:, None]
    values = np.linalg.svd(Y, compute_uv=False)
    sigma = values[values > 1e-12].min()
    assert sigma**2 < 1e-6
    F, S = rng.normal(size=plan.n), plan.held["S"]
    b = Y @ rng.normal(size=plan.n)
    kept = np.linalg.lstsq(Y, b - Y @ F, rcond=1e-12)[0]

    def answer(wanted: float) -> float:
        assert kernel.library().zw_sparse_proximal(plan.at, mu)
        plan.memory.wanted = wanted
        x, lam, force = np.empty(plan.n), np.empty(plan.m), F.copy()
        given = (A.data, force, np.ascontiguousarray(b[S]), x, lam)
        kernel.library().zw_sparse_answer(plan.at, *map(kernel.place, given))
        return np.abs(x - F - kept).max() / np.abs(kept).max()

    wanted = (0.03 * sigma) ** 2 / mu
    assert answer(wanted) < 1e-7
    assert mu < 1e-6 or answer(1.0) > 1e-3  # without patience it is not found


def test_a_lift_moves_where_products_cannot_hold_its_smallest_singular_value(monkeypatch):
    """As one of 10,000 bodies does; here with a weight that is as far above what is wanted."""
    patient = number("LEAST_PROXIMAL", 1e-4), number("ON_ROWS", 7e-3)
    use(monkeypatch, spoiled(*patient))
    try:
        lift = mechanisms.scissor_lift(19)  # of a size that no other test has
        motion = lift.simulate((0.0, 0.05))
        assert lift.error(motion) < 1e-12
        assert motion.stats["rejected"] < motion.stats["accepted"]
        use(monkeypatch, spoiled(*patient, number("PATIENT", 0.0)))
        spoilt = mechanisms.scissor_lift(18).simulate((0.0, 0.05), max_steps=10, throw=False)
        assert spoilt.status == zw.Status.TOO_MANY_STEPS and spoilt.stats["accepted"] == 0
    finally:
        systems.large.cache_clear()


@pytest.mark.slow
def test_a_lift_of_ten_thousand_bodies_moves():
    lift = mechanisms.scissor_lift(5000)
    motion = lift.simulate((0.0, 1e-3))
    assert lift.error(motion) < 1e-8
    assert np.abs(motion.residual).max() < 1e-12
