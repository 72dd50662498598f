"""A rotation changes no decision and no physical answer: two bodies in quaternions, M singular.

With ω = 2 E(u) u̇ in the body, M = 4 Eᵀ J E has no mass along u. A rotation of the world, u = g ũ,
leaves E(u) u̇ as it is, and so J, what acts and what is held in these terms; near an axis of the
quaternions' space an entry of M's diagonal comes to zero.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import jax
import numpy as np
import pytest
import scipy

import zwang as zw
from tests.engine.test_kernel import kernel
from zwang.solvers import singular

BODIES, ROWS = 2, 5
NEAR = [0.0, 1e-300, 1e-30, 1e-20, 1e-17, 1e-15, 1e-12, 1e-9, 1e-7, 1e-5, 1e-3, 1e-1]


def turning(u):
    """E (3, 4)."""
    w, x, y, z = u
    return np.array([[-x, w, z, -y], [-y, -z, w, x], [-z, y, -x, w]])


class Held(NamedTuple):
    """In terms that no rotation changes: inertias, torques, and rows on E q̈ and u q̈."""

    J: np.ndarray
    torque: np.ndarray
    along: np.ndarray
    rows: np.ndarray
    beside: np.ndarray
    b: np.ndarray

    def stated(self, units):
        """M, Q, A, b for quaternions (BODIES, 4); and the maps from q̈ to those terms."""
        E = scipy.linalg.block_diag(*(turning(u) for u in units))
        U = scipy.linalg.block_diag(*units)
        M = 4.0 * E.T @ self.J @ E
        A = np.concatenate([U, self.rows @ E + self.beside @ U])
        return M, E.T @ self.torque + U.T @ self.along, A, self.b, E, U


def draw(rng):
    J = scipy.linalg.block_diag(*(np.diag(rng.uniform(0.1, 1.0, 3)) for _ in range(BODIES)))
    rows, beside = rng.normal(size=(ROWS, 3 * BODIES)), rng.normal(size=(ROWS, BODIES))
    beside *= rng.random() < 0.5  # rows may or may not know of the lengths
    wanted = rng.normal(size=3 * BODIES), rng.normal(size=BODIES)
    for i in range(rng.integers(0, 3)):  # redundant ones
        rows[-1 - i], beside[-1 - i] = rows[i] - 2 * rows[i + 1], beside[i] - 2 * beside[i + 1]
    b = np.concatenate([wanted[1], rows @ wanted[0] + beside @ wanted[1]])
    b[-1] += 0.1 * (rng.random() < 0.2)  # and contradict the others
    push = rng.normal(size=3 * BODIES), rng.normal(size=BODIES)
    return Held(J, *push, rows, beside, b)


def near_axes(rng, off):
    """Quaternions that are off an axis by as much as that, or by more in some of the others."""
    u = off * rng.normal(size=(BODIES, 4)) * 10.0 ** -rng.integers(0, 8, (BODIES, 4))
    for x in u:
        x[rng.integers(4)] = rng.choice([-1.0, 1.0])
    return u / np.linalg.norm(u, axis=1)[:, None]


def by_numpy(M, Q, A, b):
    found = zw.solve(M, Q, A, b, solver=zw.Singular(), throw=False)
    return int(found.status), int(found.rank), found.qdd, found.Qc


def by_sparse(M, Q, A, b):
    given = scipy.sparse.csr_array(M), Q, scipy.sparse.csr_array(A), b
    found = zw.solve(*given, solver=zw.Sparse(), throw=False)
    return int(found.status), int(found.rank), found.qdd, found.Qc


def by_c(M, Q, A, b):
    status, rank, qdd, lam = compiled()(M, Q, A, b, np.zeros_like(Q))
    return status, rank, qdd, A.T @ lam


def by_jax(M, Q, A, b):
    found = traced(M, Q, A, b)
    return int(found.status), int(found.rank), np.asarray(found.qdd), np.asarray(found.Qc)


compiled = cache(lambda: kernel(4 * BODIES, BODIES + ROWS))
traced = jax.jit(lambda *given: zw.solve(*given, solver=zw.Singular(), throw=False))


def worst_of(way, held, rng, places):
    """How far answers near the axes are from one at a drawn orientation; inf for a decision."""
    units = rng.normal(size=(BODIES, 4))
    *given, E, U = held.stated(units / np.linalg.norm(units, axis=1)[:, None])
    status, rank, qdd, Qc = by_numpy(*given)
    wanted = np.concatenate([E @ qdd, U @ qdd, E @ Qc, U @ Qc])
    worst = 0.0
    for off in places:
        *given, E, U = held.stated(near_axes(rng, off))
        found_status, found_rank, qdd, Qc = way(*given)
        if (found_status, found_rank) != (status, rank):
            return np.inf
        found = np.concatenate([E @ qdd, U @ qdd, E @ Qc, U @ Qc])
        if status == zw.Status.OK:
            worst = max(worst, np.abs(found - wanted).max() / (1.0 + np.abs(wanted).max()))
    return worst


@pytest.mark.parametrize("way", [by_numpy, by_sparse, by_c, by_jax])
def test_nothing_depends_on_how_near_a_quaternion_is_to_an_axis(way, rng):
    # Rounding, times the condition of these systems, at most some ten thousands.
    for _ in range(15):
        assert worst_of(way, draw(rng), rng, NEAR) <= 1e-10


def test_by_units_of_mass_alone_it_would(monkeypatch, rng):
    monkeypatch.setattr(singular, "_held_by_rows", lambda A, xp: xp.ones_like(A[0]))
    drawn = [worst_of(by_numpy, draw(rng), rng, NEAR) for _ in range(15)]
    assert max(drawn) == np.inf
