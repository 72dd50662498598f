"""Multipliers of matrices whose own are known: which are one by nature, outside, or in pairs."""

import numpy as np
import pytest

from zwang.orbit import floquet

SEEDS = range(20)


def turned(blocks, seed):
    """A matrix of such blocks in a mixed basis, and the generator that mixed it."""
    rng = np.random.default_rng(seed)
    n = sum(map(len, blocks))
    whole, at = np.zeros((n, n)), 0
    for block in blocks:
        whole[at : at + len(block), at : at + len(block)] = block
        at += len(block)
    P = rng.normal(size=(n, n)) + 2.0 * np.eye(n)
    return P @ whole @ np.linalg.inv(P), rng


def turning(angle, size=1.0):
    c, s = size * np.cos(angle), size * np.sin(angle)
    return np.array([[c, -s], [s, c]])


def met(angle):
    """Two pairs that have met: the same turn twice, with one vector."""
    return np.block([[turning(angle), np.eye(2)], [np.zeros((2, 2)), turning(angle)]])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("error", [1e-7, 1e-9, 1e-12])
@pytest.mark.parametrize("outside", [0, 2])
def test_errors_put_no_multiplier_outside(seed, error, outside):
    """Where two have met an error moves them by its root."""
    blocks = [met(0.9), turning(2.0), [[0.3]], turning(1.2, 1.5)][: 4 if outside else 3]
    B, rng = turned(blocks, seed)
    noise = rng.normal(size=B.shape)
    noise *= error / np.linalg.norm(noise, 2)
    assert floquet.beyond(B, error) == floquet.beyond(B + noise, error) == outside


@pytest.mark.parametrize("seed", SEEDS)
def test_pairs_are_told_from_what_only_looks_like_some(seed):
    rng = np.random.default_rng(seed)
    angles, sizes = rng.uniform(0.3, 2.8, 2), rng.uniform(1.2, 3.0, 2)
    on = [np.exp(1j * x) for x in angles]
    pairs = np.array([*on, *np.conj(on), *sizes, *(1.0 / sizes)])
    wanted = [*(2.0 * np.cos(angles)), *(sizes + 1.0 / sizes)]
    pairs = pairs[np.argsort(-np.abs(pairs).round(9), kind="stable")]
    found = floquet.reciprocal(pairs)
    assert found is not None
    np.testing.assert_allclose(np.sort_complex(found), np.sort(wanted), atol=1e-12)
    lossy = pairs.copy()
    lossy[-1] *= 0.999  # a little is lost
    assert floquet.reciprocal(lossy) is None
    assert floquet.reciprocal(pairs[:-1]) is None  # and one too few


@pytest.mark.parametrize("near", [1.5, 0.6, 1.0 + 1e-3])
@pytest.mark.parametrize("size", [1.0, 1e2, 1e4])
def test_one_beside_others_that_grow_fast_stays_alone(near, size):
    """[[1, s], [0, μ]] has one and μ however large s is; [[1, s], [0, 1]] has one twice."""
    for last, found in ((near, (1, 0)), (1.0, (1, 1))):
        B = np.array([[1.0, size, 0.0], [0.0, last, 0.0], [0.0, 0.0, 0.2]])
        assert floquet.natural(B) == found
        values, ones = floquet.multipliers(B)
        assert ones == sum(found)
        np.testing.assert_allclose(np.sort_complex(values), np.sort([1.0, last, 0.2]), rtol=1e-8)
