"""`zw.random_system` has the ranks it was asked for and the answer it claims."""

from __future__ import annotations

import numpy as np
import pytest

import zwang as zw


@pytest.mark.parametrize("n, m, rank_A, rank_M", [(1, 0, 0, 1), (5, 3, 3, 5), (8, 12, 5, 4)])
def test_ranks_and_planted_answer(n, m, rank_A, rank_M):
    s = zw.random_system(n, m, rank_A, rank_M, nonideal=True, seed=7)
    M, Q, A, b, C = s
    assert np.linalg.matrix_rank(M, rtol=1e-10) == rank_M
    assert (np.linalg.matrix_rank(A, rtol=1e-10) if m else 0) == rank_A
    np.testing.assert_allclose(A @ s.qdd, b)
    np.testing.assert_allclose(M @ s.qdd, Q + s.Qc)
    virtual = np.linalg.svd(np.vstack([A, np.zeros(n)]))[2][rank_A:]
    np.testing.assert_allclose(virtual @ s.Qc, virtual @ C, atol=1e-12)
    assert s.unique == (np.linalg.matrix_rank(np.vstack([M, A]), rtol=1e-10) == n)


def test_the_same_seed_draws_the_same_system():
    one, two = zw.random_system(4, 2, seed=5), zw.random_system(4, 2, seed=5)
    np.testing.assert_array_equal(one.M, two.M)
    assert not np.array_equal(one.M, zw.random_system(4, 2, seed=6).M)


def test_scale_spreads_the_units():
    s = zw.random_system(50, 50, scale=1e6, seed=0)
    for units in (s.units, s.row_units):
        assert 1e-6 <= units.min() < 1e-4 and 1e4 < units.max() <= 1e6


@pytest.mark.parametrize(
    "wrong",
    [dict(n=0), dict(m=-1), dict(rank_A=3), dict(rank_M=4), dict(scale=0.5), dict(condition=0.1)],
    ids=str,
)
def test_a_mistake_is_named(wrong):
    with pytest.raises(ValueError, match=f"`{next(iter(wrong))}`"):
        zw.random_system(**{"n": 3, "m": 2, **wrong})
