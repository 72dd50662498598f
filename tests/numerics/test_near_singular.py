"""Close to a loss of rank, and in single precision."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw


@pytest.mark.parametrize("angle", [1e-1, 1e-3, 1e-5, 1e-7, 1e-9])
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
