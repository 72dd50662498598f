"""All solvers that can take a system give the same answer, multipliers included."""

from __future__ import annotations

import numpy as np
import pytest

import zwang as zw

SIZES = [(1, 1), (3, 2), (7, 6), (20, 15), (60, 40)]


@pytest.mark.parametrize("n, m", SIZES)
@pytest.mark.parametrize("scale", [1.0, 1e6])
def test_multipliers_of_independent_constraints_agree(n, m, scale):
    system = zw.random_system(n, m, scale=scale, seed=n)
    exact = zw.solve(*system, solver=zw.Cholesky()).lam * system.row_units
    for solver in (zw.Orthogonal(), zw.Singular(), zw.Auto()):
        lam = zw.solve(*system, solver=solver).lam * system.row_units
        np.testing.assert_allclose(lam, exact, rtol=0, atol=1e-10 * np.abs(exact).max())


@pytest.mark.parametrize("solver", [zw.Orthogonal(), zw.Singular()])
def test_a_force_is_shared_equally_by_equal_constraints(solver):
    # The same rod written twice, the second time in another unit: each carries half.
    once = zw.solve(np.eye(2), [0.0, -9.81], [[0.6, -0.8]], [-1.0])
    A, b = np.array([[0.6, -0.8], [6e3, -8e3]]), np.array([-1.0, -1e4])
    twice = zw.solve(np.eye(2), [0.0, -9.81], A, b, solver=solver)
    np.testing.assert_allclose(twice.lam * [1, 1e4], np.repeat(once.lam / 2, 2), rtol=1e-12)
    np.testing.assert_allclose(twice.Qc, once.Qc, rtol=1e-12)


@pytest.mark.parametrize("alpha", [1e-2, 1.0, -3.0, 30.0])
def test_the_singular_solver_does_not_depend_on_alpha(alpha):
    system = zw.random_system(8, 5, 4, 5, nonideal=True, seed=4)
    solution = zw.solve(*system, solver=zw.Singular(alpha=alpha))
    # M + α²A⁺A has a condition of α² or 1/α², which costs so many digits.
    loss = max(alpha**2, alpha**-2)
    np.testing.assert_allclose(solution.qdd, system.qdd, atol=1e-12 * loss)
    np.testing.assert_allclose(solution.Qc, system.Qc, atol=1e-12 * loss)
