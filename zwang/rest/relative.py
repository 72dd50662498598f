r"""A steady motion that symmetries carry: unknown are q, on its constraints, and the symmetry.

With the symmetries ξ_k(q) = Ξ_k q + c_k of the system and their sum ξ = Σ w_k ξ_k, a state moves
steadily if

    ψ(q, ξ(q)) = 0,    q̈ = Ξ q̇,    q̇ = ξ(q),

and σ̇ is as asked for where a rate is given. By Newton's method with exact derivatives along
(δq, Ξ δq) and (0, ξ_k); of what is still open the least change is taken, in the metric.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from zwang.linear.local.moving.frame import carried
from zwang.linear.local.moving.later import pace_of
from zwang.linear.local.moving.symmetry import Fields, symmetries
from zwang.linear.local.named import grouped
from zwang.linear.local.reduced import accelerated, followed, forces, reduced, rounding
from zwang.linear.local.tangent import Candidates, Metric, metric_of
from zwang.linear.local.traced import Direction
from zwang.linear.local.variation import Matrices, State, Variation
from zwang.rest.search import Found, Search

ITERATIONS, HALVINGS = 40, 8
RANK = 1e-9  # of Newton's equations
FINE = 1e-13  # what may be left, in parts of all forces


class Given(NamedTuple):
    """Rates that are given: their places; and the pace that makes forces of them."""

    places: list[int]
    pace: float


class Here(NamedTuple):
    """What holds for a q and weights w of the symmetries."""

    x: State  # the state
    # at, metric, candidates, a, lam: as for small motions
    at: Matrices
    metric: Metric
    candidates: Candidates
    a: np.ndarray
    lam: np.ndarray
    Xi: np.ndarray  # (n, n) of the sum of symmetries
    off: np.ndarray  # (k,) what is not as it should be, in the metric

    def stacked(self, given: Given, velocity: Any, rates: Any, force: Any) -> np.ndarray:
        """Constraints on velocities, rates and forces (..., k), each in the metric."""
        lengths = self.metric.lengths[: np.shape(velocity)[-1]]
        parts = velocity / lengths, rates / self.candidates.lengths[given.places]
        return np.concatenate([*(given.pace * x for x in parts), force @ self.metric.L], axis=-1)

    def changes(
        self, variation: Variation, given: Given, along: Direction, turned: Any
    ) -> np.ndarray:
        """How all of that changes (D, k) along directions. Shapes: turned (D, n)."""
        along, change = followed(variation, self.x, self.at, self.a, self.lam, along)
        rates = self.candidates.rate(change, along)[:, given.places]
        force = along.qdd - along.qd @ self.Xi.T - turned
        return self.stacked(given, change.velocity, rates, force)

    def free(self, variation: Variation, held: Sequence[int]) -> np.ndarray:
        """Directions (n, f) of q that constraints and held coordinates leave free."""
        N = self.metric.null(variation.rows.positions)
        rows = self.candidates.S[list(held)] @ N
        if not rows.size:
            return N
        rows = rows / np.where((rows != 0).any(axis=1), np.linalg.norm(rows, axis=1), 1.0)[:, None]
        _, S, Vt = np.linalg.svd(rows)
        return N @ Vt[int((S > RANK).sum()) :].T

    def solved(self, G: np.ndarray, off: np.ndarray, fields: Any, pace: float) -> np.ndarray:
        """y (D,) with G y = −off: the least change of q; then of the weights of fields.

        A coin that is to roll faster need not lean, though it might roll in a circle then.

        Shapes: G (k, D), off (k,), fields (r, n).
        """
        sizes = np.linalg.norm(fields @ self.metric.L, axis=1)
        units = pace / np.where(sizes > 0, sizes, np.inf)
        count, least = G.shape[1] - len(fields), RANK * np.linalg.norm(G)
        by_q, by_weights = G[:, :count], G[:, count:] * units
        U, S, _ = np.linalg.svd(by_weights, full_matrices=False)
        U = U[:, S > RANK * S.max(initial=0.0)]
        beyond = lambda x: x - U @ (U.T @ x)
        V, S, Wt = np.linalg.svd(beyond(by_q), full_matrices=False)
        keep = S > least
        y = -Wt[keep].T @ ((V.T @ beyond(off))[keep] / S[keep])
        w = np.linalg.lstsq(by_weights, off + by_q @ y, rcond=RANK)[0]
        return np.append(y, -units * w)


class Relative:
    """A search for a motion that symmetries carry."""

    def __init__(self, search: Search, start: State, own: Fields | None = None):
        self.search, self.asked, self.variation = search, search.asked, search.variation
        self.given = {i: x for i, x in self.asked.rates.items() if x is not None}
        self.first = reduced(self.variation, start, self.asked.coordinates)
        self.pace = pace_of(self.first)
        self.every: Fields = symmetries(self.first, self.pace) if own is None else own
        self.own, self.later = self.every.apart()

    def run(self) -> Found | None:
        """Where the motion is steady; None if Newton's method finds no such state."""
        if (self.later is None) == self.variation.in_time or not len(self.every.c):
            return None
        start, L = self.first.x, self.first.metric.L
        fields = self.own.of(start.q) @ L
        left = start.qd if self.later is None else start.qd - self.later.of(start.q)[0]
        w = np.linalg.lstsq(fields.T, L.T @ left, rcond=RANK)[0]
        here = self._at(start.q, w)
        for _ in range(ITERATIONS):
            if np.linalg.norm(here.off) <= FINE * forces(self.first):
                break
            better = self._better(here, w)
            if better is None:
                break
            here, w = better
        return self._found(here)

    def _at(self, q: np.ndarray, w: np.ndarray) -> Here:
        one = self.own.combined(w[:, None])
        Xi, qd = one.Xi[0], one.of(q)[0]
        if self.later is not None:
            Xi, qd = Xi + self.later.Xi[0], qd + self.later.of(q)[0]
        x = self.variation.state(q, qd, self.asked.t)
        at = self.variation.matrices(x)
        metric = metric_of(at)
        candidates = Candidates(self.asked.coordinates, self.variation.functions, at, metric)
        a, lam = accelerated(self.variation, x, at)
        rates = candidates.of(at.rate, x.qd)[list(self.given)] - list(self.given.values())
        here = Here(x, at, metric, candidates, a, lam, Xi, np.zeros(0))
        return here._replace(off=here.stacked(self._given, at.velocity, rates, a - Xi @ x.qd))

    @property
    def _given(self) -> Given:
        return Given(list(self.given), self.pace)

    def _better(self, here: Here, w: np.ndarray) -> tuple[Here, np.ndarray] | None:
        """After a step of Newton's method, halved until it leaves less; None if none does."""
        variation, x = self.variation, here.x
        N = here.free(variation, self.asked.held)
        fields = self.own.of(x.q)
        q = np.concatenate([N.T, np.zeros_like(fields)])
        qd = np.concatenate([N.T @ here.Xi.T, fields])
        along = variation.direction(len(q), q=q, qd=qd)
        turned = np.concatenate([np.zeros_like(N.T), self.own.Xi @ x.qd])
        G = here.changes(variation, self._given, along, turned).T
        y = here.solved(G, here.off, fields, self.pace)
        part, size = 1.0, np.linalg.norm(here.off)
        for _ in range(HALVINGS):
            moved = self.search.onto(x.q + part * N @ y[: N.shape[1]])
            if moved is not None:
                there = self._at(moved, w + part * y[N.shape[1] :])
                if np.linalg.norm(there.off) < (1 - 0.1 * part) * size:
                    return there, w + part * y[N.shape[1] :]
            part /= 2.0
        return None

    def _found(self, here: Here) -> Found | None:
        """In the form of other searches, in the frame that moves along."""
        every, named = self.asked.coordinates, list(self.asked.rates)
        rest = grouped(every, here.x.qd, named)
        plain = reduced(self.variation, here.x, every, named, rest)
        frame = carried(plain, self.every)
        if frame is None:
            return None
        there = reduced(self.variation, here.x, every, named, rest, frame)
        off = float(np.linalg.norm(here.off))
        return Found(there, off, max(forces(there), forces(self.first)), rounding(there))
