"""A change of units changes no decision and no physical answer."""

from __future__ import annotations

import numpy as np
import pytest

import zwang as zw

RANKS = [(6, 4, 4, 6), (6, 4, 2, 6), (6, 7, 5, 6), (6, 4, 4, 4), (6, 5, 3, 4), (6, 3, 2, 3)]
SOLVERS = [zw.Auto(), zw.Cholesky(), zw.Orthogonal(), zw.Singular()]


@pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: type(solver).__name__)
@pytest.mark.parametrize("ranks", RANKS, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_units_of_coordinates_and_constraints_change_nothing(solver, ranks, seed):
    M, Q, A, b, C = zw.random_system(*ranks, nonideal=True, seed=seed)
    rng = np.random.default_rng(seed)
    D, S = (10.0 ** rng.uniform(-6, 6, len(x)) for x in (Q, b))

    before = zw.solve(M, Q, A, b, C, solver=solver, throw=False)
    after = zw.solve(
        D[:, None] * M * D, D * Q, S[:, None] * A * D, S * b, D * C, solver=solver, throw=False
    )

    assert (after.rank, after.status) == (before.rank, before.status)
    for name, unit in [("qdd", D), ("Qc", 1 / D), ("Qc_ideal", 1 / D), ("Qc_nonideal", 1 / D)]:
        found, wanted = unit * getattr(after, name), getattr(before, name)
        # Rounding, times the condition of these systems, at most some thousands.
        np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-10 * (1 + np.abs(wanted).max()))


@pytest.mark.parametrize("factor", [1e-9, 1e-3, 1e9])
def test_a_contradiction_is_one_in_every_unit(factor):
    A, b = np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([1.0, 1.001])
    S = np.array([1.0, factor])
    solution = zw.solve(np.eye(2), np.zeros(2), S[:, None] * A, S * b, throw=False)
    assert solution.status == zw.Status.INCONSISTENT
