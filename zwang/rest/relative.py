r"""A steady motion that symmetries carry: unknown are q, on its constraints, and the symmetry.

With the symmetries ξ_k(q) = Ξ_k q + c_k of the system and their sum ξ = Σ w_k ξ_k, a state moves
steadily if

    ψ(q, ξ(q)) = 0,    q̈ = Ξ q̇,    q̇ = ξ(q),

and σ̇ is as asked for where a rate is given. By Newton's method with exact derivatives along
(δq, Ξ δq) and (0, ξ_k); of what is still open the least change is taken, in the metric.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zwang.linear.local.moving.frame import carried
from zwang.linear.local.moving.later import pace_of
from zwang.linear.local.moving.symmetry import Fields, symmetries
from zwang.linear.local.named import grouped
from zwang.linear.local.reduced import accelerated, followed, forces, reduced, rounding
from zwang.linear.local.tangent import Candidates, Metric, metric_of
from zwang.linear.local.variation import Matrices, State
from zwang.rest.search import Found, Search

ITERATIONS, HALVINGS = 40, 8
RANK = 1e-9  # of Newton's equations
FINE = 1e-13  # what may be left, in parts of all forces


class Here(NamedTuple):
    """What holds for a q and weights w of the symmetries.

    Attributes
    ----------
    x : the state
    at, metric, candidates, a, lam : as for small motions
    Xi : (n, n)     of the sum of symmetries
    off : (k,)      what is not as it should be, in the metric
    """

    x: State
    at: Matrices
    metric: Metric
    candidates: Candidates
    a: np.ndarray
    lam: np.ndarray
    Xi: np.ndarray
    off: np.ndarray


class Relative:
    """A search for a motion that symmetries carry.

    Parameters
    ----------
    search : as it was asked for
    start : the state to begin from
    own : symmetries of the system with these parameters, if known
    """

    def __init__(self, search: Search, start: State, own: Fields | None = None):
        self.search, self.asked, self.variation = search, search.asked, search.variation
        self.given = {i: x for i, x in self.asked.rates.items() if x is not None}
        self.first = reduced(self.variation, start, self.asked.coordinates)
        self.pace = pace_of(self.first)
        self.own: Fields = symmetries(self.first, self.pace) if own is None else own

    def run(self) -> Found | None:
        """Where the motion is steady; None if Newton's method finds no such state."""
        if not len(self.own.c):
            return None
        start, L = self.first.x, self.first.metric.L
        fields = self.own.of(start.q) @ L
        w = np.linalg.lstsq(fields.T, L.T @ start.qd, rcond=RANK)[0]
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
        Xi, x = one.Xi[0], self.variation.state(q, one.of(q)[0], self.asked.t)
        at = self.variation.matrices(x)
        metric = metric_of(at)
        candidates = Candidates(self.asked.coordinates, self.variation.functions, at, metric)
        a, lam = accelerated(self.variation, x, at)
        rates = candidates.of(at.rate, x.qd)[list(self.given)] - list(self.given.values())
        off = self._stacked(metric, candidates, at.velocity, rates, a - Xi @ x.qd)
        return Here(x, at, metric, candidates, a, lam, Xi, off)

    def _stacked(
        self, metric: Metric, candidates: Candidates, velocity: Any, rates: Any, force: Any
    ) -> np.ndarray:
        """Constraints on velocities, rates and forces (..., k), each in the metric."""
        k, places = self.variation.rows.velocities, list(self.given)
        parts = velocity / metric.lengths[:k], rates / candidates.lengths[places]
        return np.concatenate([*(self.pace * x for x in parts), force @ metric.L], axis=-1)

    def _better(self, here: Here, w: np.ndarray) -> tuple[Here, np.ndarray] | None:
        """After a step of Newton's method, halved until it leaves less; None if none does."""
        variation, x, metric = self.variation, here.x, here.metric
        N = self._free(here)
        fields = self.own.of(x.q)
        q = np.concatenate([N.T, np.zeros_like(fields)])
        qd = np.concatenate([N.T @ here.Xi.T, fields])
        along = variation.direction(len(q), q=q, qd=qd)
        along, change = followed(variation, x, here.at, here.a, here.lam, along)
        turned = np.concatenate([np.zeros_like(N.T), self.own.Xi @ x.qd])
        rates = here.candidates.rate(change, along)[:, list(self.given)]
        force = along.qdd - qd @ here.Xi.T - turned
        G = self._stacked(metric, here.candidates, change.velocity, rates, force).T
        units = np.append(np.ones(N.shape[1]), 1.0 / (np.linalg.norm(fields @ metric.L, axis=1)))
        units[~np.isfinite(units)] = 0.0
        units[N.shape[1] :] *= self.pace
        y = -units * np.linalg.lstsq(G * units, here.off, rcond=RANK)[0]
        part, size = 1.0, np.linalg.norm(here.off)
        for _ in range(HALVINGS):
            moved = self.search.onto(x.q + part * N @ y[: N.shape[1]])
            if moved is not None:
                there = self._at(moved, w + part * y[N.shape[1] :])
                if np.linalg.norm(there.off) < (1 - 0.1 * part) * size:
                    return there, w + part * y[N.shape[1] :]
            part /= 2.0
        return None

    def _free(self, here: Here) -> np.ndarray:
        """Directions (n, f) of q that constraints and held coordinates leave free."""
        N = here.metric.null(self.variation.rows.positions)
        held = here.candidates.S[list(self.asked.held)] @ N
        if not held.size:
            return N
        held = held / np.where((held != 0).any(axis=1), np.linalg.norm(held, axis=1), 1.0)[:, None]
        _, S, Vt = np.linalg.svd(held)
        return N @ Vt[int((S > RANK).sum()) :].T

    def _found(self, here: Here) -> Found | None:
        """In the form of other searches, in the frame that moves along."""
        every, named = self.asked.coordinates, list(self.asked.rates)
        rest = grouped(every, here.x.qd, named)
        plain = reduced(self.variation, here.x, every, named, rest)
        frame = carried(plain, self.own)
        if frame is None:
            return None
        there = reduced(self.variation, here.x, every, named, rest, frame)
        off = float(np.linalg.norm(here.off))
        return Found(there, off, max(forces(there), forces(self.first)), rounding(there))
