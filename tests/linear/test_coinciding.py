"""Eigenvalues that coincide: rounding spreads those that share a vector, and decides nothing."""

from __future__ import annotations

import numpy as np
import pytest

import zwang as zw

# A particle on a plate that turns: ü − 2 w J u̇ + diag(k − w²) u = 0, in x and y of the plate.
J = np.array([[0.0, -1.0], [1.0, 0.0]])


def plate(w, stiffness, T, damping=0.0):
    """In coordinates u = T x."""
    K, M = np.diag(stiffness) - w**2 * np.eye(2), T.T @ T
    law = lambda q, qd: -T.T @ (K @ (T @ q) + (2.0 * w * J + damping * np.eye(2)) @ (T @ qd))
    return zw.System(M, law)


def turned(rng, n):
    """Well conditioned coordinates in units that differ."""
    T = np.linalg.qr(rng.normal(size=(n, n)))[0] + 0.1 * rng.normal(size=(n, n))
    return T * 10.0 ** rng.uniform(-3, 3, n)


@pytest.mark.parametrize(
    "w, stiffness, word",
    [
        (1.0, (0.0, 0.0), "undecided"),  # a free particle in a frame that turns: t exp(iwt)
        (1e-4, (0.0, 0.0), "undecided"),
        (1.0, (0.25, 0.25), "stable"),  # frequencies w ± ½
        (1.0, (0.25, 2.0), "unstable"),  # between the two stiffnesses
        (2.0, (0.25, 0.5), "stable"),  # above both
        (1.0, (1e-3, 1e-3), "stable"),  # near to where they coincide
        (1.0, (-1e-6, -1e-6), "unstable"),  # beyond it: ±√k
        (1.0, (-1e-4, -1e-4), "unstable"),
    ],
)
def test_near_where_gyroscopic_frequencies_meet(w, stiffness, word, rng):
    for _ in range(3):
        found = zw.linearize(plate(w, stiffness, turned(rng, 2)), [0.0, 0.0])
        assert found.stability == word, (found.eigenvalues, found.verdict)
    if word == "undecided":
        assert "coincide" in found.verdict.reason


def test_what_grows_beside_an_undamped_oscillation_of_the_same_frequency_is_told(rng):
    """Two oscillators of the frequency 2, one of them fed by 1e-4 of its rate; uncoupled."""
    T = turned(rng, 2)
    for feed, word in ((1e-4, "unstable"), (0.0, "stable"), (-1e-4, "stable")):
        K, C = 4.0 * np.eye(2), np.diag([0.0, -feed])
        law = lambda q, qd, C=C: -T.T @ (K @ (T @ q) + C @ (T @ qd))
        assert zw.linearize(zw.System(T.T @ T, law), [0.0, 0.0]).stability == word


def test_a_follower_force_where_two_frequencies_meet(rng):
    """ü + [[1, k], [0, 1]] u = 0 has one vector for two; with a small number for 0 it has two."""
    T = turned(rng, 2)
    for beside, word in ((0.0, "undecided"), (1e-4, "stable"), (-1e-4, "unstable")):
        K = np.array([[1.0, 0.5], [beside, 1.0]])
        found = zw.linearize(zw.System(T.T @ T, lambda q, K=K: -T.T @ (K @ (T @ q))), [0.0, 0.0])
        assert found.stability == word, (beside, found.eigenvalues, found.verdict)
    K = np.array([[1.0, 0.5], [0.0, 1.0]])
    law = lambda q, qd: -T.T @ (K @ (T @ q) + 0.1 * T @ qd)
    assert zw.linearize(zw.System(T.T @ T, law), [0.0, 0.0]).stability == "asymptotically stable"
