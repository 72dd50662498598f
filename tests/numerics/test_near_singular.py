"""Close to a loss of rank, and in single precision."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.solvers.base import mass_factor


@pytest.mark.parametrize("angle", [1e-1, 1e-3, 1e-5, 1e-7, 1e-9, 1e-10])
def test_constraints_that_nearly_agree_are_still_both_met(angle):
    A = np.array([[1.0, 0.0, 0.0], [np.cos(angle), np.sin(angle), 0.0]])
    qdd = np.array([1.0, 2.0, 3.0])
    M = np.diag([1.0, 2.0, 3.0])
    solution = zw.solve(M, M @ qdd, A, A @ qdd)
    assert solution.rank == 2
    # b carries an error of eps, which the angle magnifies in q̈ along y.
    np.testing.assert_allclose(solution.qdd, qdd, atol=1e-15 / angle + 1e-14)
    assert np.abs(solution.residual).max() < 1e-14


@pytest.mark.parametrize("angle", [0.0, 1e-13])
def test_constraints_that_agree_up_to_rounding_are_one(angle):
    A = np.array([[1.0, 0.0, 0.0], [np.cos(angle), np.sin(angle), 0.0]])
    solution = zw.solve(np.eye(3), [0.0, 1.0, 0.0], A, [1.0, 1.0])
    assert solution.rank == 1
    np.testing.assert_allclose(solution.qdd, [1.0, 1.0, 0.0], atol=1e-10)


@pytest.mark.parametrize("ratio", [1e-3, 1e-6, 1e-9])
def test_a_light_mass_on_a_heavy_one(ratio):
    # M in coordinates of which the second is relative: nearly singular, but no constraint.
    M = np.array([[1.0 + ratio, ratio], [ratio, ratio]])
    qdd = np.array([1.0, -2.0])
    solution = zw.solve(M, M @ qdd, np.zeros((0, 2)), np.zeros(0))
    np.testing.assert_allclose(solution.qdd, qdd, rtol=1e-12)
    heavy = np.array([[1.0, 1.0], [1.0, 1.0 + ratio]])
    solution = zw.solve(heavy, heavy @ qdd, np.zeros((0, 2)), np.zeros(0))
    np.testing.assert_allclose(solution.qdd, qdd, rtol=1e-14 / ratio)


@pytest.mark.parametrize("ranks", [(5, 3, 3, 5), (5, 4, 2, 5), (5, 3, 3, 3)], ids=str)
def test_float32_arrays_of_jax_are_solved_in_float32(ranks):
    system = zw.random_system(*ranks, seed=2)
    M, Q, A, b, _ = system
    solution = zw.solve(*(jnp.asarray(x, jnp.float32) for x in (M, Q, A, b)))
    assert solution.qdd.dtype == jnp.float32
    assert solution.rank == ranks[2]
    np.testing.assert_allclose(solution.qdd, system.qdd, atol=1e-4)


@pytest.mark.parametrize("kind", [np.asarray, jnp.asarray], ids=["numpy", "jax"])
@pytest.mark.parametrize("ratio", [1e-3, 1e-6, 1e-9, 1e-10])
def test_a_constraint_along_a_nearly_massless_direction_is_met(kind, ratio):
    # The equations are well-conditioned although M is not: the constraint holds the weak direction.
    M, Q = kind([[1.0, 1.0], [1.0, 1.0 + ratio]]), kind([1.0, -1.0])
    A, b = kind([[1.0, -1.0]]), kind([1.0])
    solution = zw.solve(M, Q, A, b)
    np.testing.assert_allclose(A @ solution.qdd, b, rtol=1e-12)
    saddle = np.block([[np.asarray(M), -np.asarray(A).T], [np.asarray(A), np.zeros((1, 1))]])
    exact = np.linalg.solve(saddle, np.concatenate([Q, b]))
    np.testing.assert_allclose(solution.qdd, exact[:2], rtol=1e-9)


@pytest.mark.parametrize("kind", [np.asarray, jnp.asarray], ids=["numpy", "jax"])
@pytest.mark.parametrize("unit", [1e-300, 1e-160, 1e160, 1e300])
def test_constraints_in_units_whose_squares_leave_the_range(kind, unit):
    A, b = kind([[0.6 * unit, -0.8 * unit]]), kind([-1.0 * unit])
    solution = zw.solve(kind(np.eye(2)), kind([0.0, -9.81]), A, b)
    usual = zw.solve(np.eye(2), [0.0, -9.81], [[0.6, -0.8]], [-1.0])
    assert solution.rank == 1
    np.testing.assert_allclose(solution.qdd, usual.qdd, rtol=1e-13)


@pytest.mark.parametrize("force", [0.0, 1e6, 1e12])
def test_a_contradiction_is_not_hidden_by_a_force_elsewhere(force):
    A = np.array([[1.0, 0.0], [1.0, 0.0]])
    solution = zw.solve(np.eye(2), [0.0, force], A, [0.0, 1.0], throw=False)
    assert solution.status == zw.Status.INCONSISTENT
    empty = zw.solve(np.eye(2), [force, 0.0], [[0.0, 0.0]], [1.0], throw=False)
    assert empty.status == zw.Status.INCONSISTENT


@pytest.mark.parametrize("force", [1.0, 1e6, 1e12])
def test_a_push_along_a_free_direction_counts_however_strong_others_are(force):
    solution = zw.solve(np.diag([1.0, 0.0]), [force, 1.0], [[1.0, 0.0]], [0.0], throw=False)
    assert solution.status == zw.Status.NO_SOLUTION


def _alone(*args, **kwargs):
    return zw.solve(*args, throw=False, **kwargs)


def _batched(*args, **kwargs):
    solve = jax.jit(jax.vmap(lambda *x: zw.solve(*x, **kwargs)))
    one = solve(*(jnp.asarray(x)[None] for x in args))
    return one.member(0)


@pytest.mark.parametrize("run", [_alone, _batched])
def test_the_tolerances_of_auto_are_obeyed(run):
    given = np.eye(2), np.array([1.0, 0.0]), np.array([[1.0, 0.0], [1.0, 1e-3]]), np.ones(2)
    assert run(*given).rank == 2
    assert run(*given, solver=zw.Auto(rank=1e-2)).rank == 1
    M, Q, A, b, _ = zw.random_system(8, 6, seed=1)
    assert run(M, Q, A, b, solver=zw.Auto(consistency=1e-18)).status == zw.Status.INACCURATE


def test_precisions_are_brought_together():
    M, Q, A, b, _ = zw.random_system(3, 2, seed=1)
    single = jnp.asarray(M, jnp.float32)
    assert zw.solve(single, Q, A, b).qdd.dtype == jnp.float64
    both = (jnp.asarray(x, jnp.float16) for x in (Q, A, b))
    assert zw.solve(single, *both, throw=False).qdd.dtype == jnp.float32


def test_numbers_at_the_edge_of_the_range_end_in_a_status():
    rng = np.random.default_rng(0)
    for _ in range(200):
        M, A = np.zeros((3, 3)), 10.0 ** rng.uniform(-308, 308, (2, 3))
        M[0, 0] = 10.0 ** rng.uniform(-308, 308)
        Q, b = 10.0 ** rng.uniform(-308, 308, 3), 10.0 ** rng.uniform(-308, 308, 2)
        solution = zw.solve(M, Q, A, b, throw=False)
        assert np.isfinite(solution.qdd).all() == (solution.status == zw.Status.OK)


def fallen(n, decades, seed, zero=False):
    """M with eigenvalues that fall evenly over decades, in axes that mix all of them."""
    V = np.linalg.qr(np.random.default_rng(seed).normal(size=(n, n)))[0]
    sizes = np.logspace(-decades / 2, decades / 2, n)
    M = (V * np.where(zero & (np.arange(n) == n // 2), 0.0, sizes)) @ V.T
    return (M + M.T) / 2


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("unit", [1.0, 1e5])
def test_eigenvalues_over_ten_decades_are_told_from_zero(seed, unit):
    """By what rounding could leave in the place of a zero, whatever the units."""
    n = 6
    units = np.where(np.arange(n) % 2, unit, 1.0)
    for zero in (False, True):
        M = fallen(n, 10.0, seed, zero) * units * units[:, None]
        assert bool(mass_factor(M, np)[2]) is not zero
        assert bool(mass_factor(jnp.asarray(M), jnp)[2]) is not zero


@pytest.mark.parametrize("seed", [1, 4])
def test_a_motion_under_masses_over_ten_decades_does_not_creep(seed):
    """Rounding in accelerations was that of an M taken for singular, a part in a million, and steps
    became as short as it asked for: 1e-9, where the motion changes in 1e-3."""
    rng, n = np.random.default_rng(seed), 6
    M, q0 = fallen(n, 10.0, seed), rng.normal(size=n)
    centre, K = rng.normal(size=n), rng.normal(size=(n, n))
    sphere = zw.Holonomic(
        lambda q: ((q - centre) ** 2).sum() - ((q0 - centre) ** 2).sum(), name="sphere"
    )
    system = zw.System(M, lambda q: -K @ K.T @ q, [sphere])
    q, qd = zw.assemble(system, q0, rng.normal(size=n))
    motion = zw.simulate(system, q, qd, [0.0, 0.01], max_steps=500, throw=False)
    assert motion.status == zw.Status.OK, motion.detail
    there = system.acceleration(motion.q[-1], motion.qd[-1])
    assert "positive definite" in there.chosen
    energy = [v @ M @ v / 2 + x @ K @ K.T @ x / 2 for x, v in zip(motion.q, motion.qd, strict=True)]
    assert abs(energy[1] - energy[0]) < 1e-8 * abs(energy[0])
