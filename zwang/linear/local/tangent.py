r"""States near a state, on the constraints: how many there are, and coordinates for them.

Near (q, q̇) the states that satisfy φ = 0, φ̇ = 0 and ψ = 0 differ by δq, δq̇ with

    A_h δq = 0,     A_k δq̇ + D δq = 0,      D = ∂(φ̇, ψ)/∂q,

where A_h are the rows on positions, A_k those on positions or velocities. With N_h and N_k, whose
columns span their null spaces and have length one in the metric M, and the least R with
A_k R = −D N_h,

    δq = N_h y,     δq̇ = R y + N_k z:

as many y as the configuration has freedom, as many z as its velocities have. From (y, z) one goes
over to coordinates with names: x = (δσ_I, δσ̇_J).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from zwang.base.arrays import solve_lower
from zwang.base.status import NumericalError, Status
from zwang.consistency.assemble import metric_factor
from zwang.linear.local.named import Coordinate
from zwang.linear.local.state.held import shortest
from zwang.linear.local.traced import Direction
from zwang.linear.local.variation import Change, Matrices, State, Variation
from zwang.sensitivity.start import SMALL
from zwang.solvers import rank as rules
from zwang.solvers.orthogonal import row_space

# A coordinate counts as independent of others if this part of it, in the metric, is its own.
OWN = 1e-6


class Metric(NamedTuple):
    """The rows of the constraints in the metric."""

    L: np.ndarray  # (n, n) L Lᵀ = M, or the auxiliary mass where M is singular
    Y: np.ndarray  # (n, m) L⁻¹Aᵀ with columns of length one
    lengths: np.ndarray  # (m,) their lengths before

    def null(self, count: int) -> np.ndarray:
        """N (n, f): what the first rows leave free, of length one in the metric."""
        Y = self.Y[:, :count]
        n = len(self.L)
        Z = np.zeros((n, 0))
        if count:
            space = row_space(Y, TANGENT_RANK, np)
            Z = space.Z[:, space.keep]
        free = np.linalg.qr(Z, mode="complete")[0][:, Z.shape[1] :]
        return np.asarray(solve_lower(self.L, free, np, transpose=True))

    def least(self, count: int, right: np.ndarray) -> np.ndarray:
        """The least X (n, D), in the metric, with A X = right (count, D) for the first rows.

        Shapes: right (count, D).
        """
        if not count or not right.any():
            return np.zeros((len(self.L), right.shape[1]))
        scaled = right / self.lengths[:count, None]
        y = shortest(self.Y[:, :count], scaled, TANGENT_RANK)
        return np.asarray(solve_lower(self.L, y, np, transpose=True))

    def size(self, x: np.ndarray) -> float:
        """The length of a velocity (n,) in the metric. Shapes: x (n,)."""
        return float(np.linalg.norm(self.L.T @ x))


TANGENT_RANK = SMALL  # as of a start's equations: rows that follow from others lie on rounding


def metric_of(at: Matrices) -> Metric:
    """The metric of a state, and the rows of the constraints in it.

    Forces have no part in it: they may lack a value here, as those of tyres do at rest.
    """
    if not all(np.isfinite(x).all() for x in (at.M, at.A)):
        raise NumericalError(Status.NON_FINITE, "M or A.")
    L = metric_factor(at.M, at.A)
    Y = np.asarray(solve_lower(L, at.A.T, np))
    lengths = np.asarray(rules.lengths_of(Y, np))
    return Metric(L, Y / lengths, lengths)


class Basis(NamedTuple):
    """The directions (y, z) of this file's head, f of them."""

    # q, qd: (f, n) δq and δq̇
    q: np.ndarray
    qd: np.ndarray
    configuration: int  # how many are y
    velocity: int  # how many are z
    N: np.ndarray  # (n, f_v) N_k


def basis_of(variation: Variation, x: State, at: Matrices, metric: Metric) -> Basis:
    """The directions in which a state can change on its constraints."""
    rows = variation.rows
    N_h, N_k = metric.null(rows.positions), metric.null(rows.velocities)
    D = variation.direction(N_h.shape[1], q=N_h.T)
    change = variation.velocity_along(x, D)
    R = metric.least(rows.velocities, -change.T)
    n, f_q, f_v = variation.n, N_h.shape[1], N_k.shape[1]
    q = np.concatenate([N_h.T, np.zeros((f_v, n))])
    qd = np.concatenate([R.T, N_k.T])
    return Basis(q, qd, f_q, f_v, N_k)


class Chart(NamedTuple):
    """The coordinates x = (δσ_I, δσ̇_J) of the states near a state."""

    positions: list[int]  # (f_q,) I, places among the candidates
    velocities: list[int]  # (f_v,) J, the first of I
    T: np.ndarray  # (f, f) x = T (y, z)


class Frame(NamedTuple):
    """A frame that moves along with a steady motion, see ``zwang.linear.local.moving.frame``."""

    # Xi, c: (n, n), (n,) q̇ = Ξ q + c
    Xi: np.ndarray
    c: np.ndarray
    # q, qd: (r, n) directions along which symmetries carry the state
    q: np.ndarray
    qd: np.ndarray


class Candidates:
    """Coordinates to choose from, with their derivatives along the basis."""

    def __init__(
        self,
        coordinates: Sequence[Coordinate],
        functions: Sequence[Any],
        at: Matrices,
        metric: Metric,
        frame: Frame | None = None,
    ):
        self.coordinates, self.frame = tuple(coordinates), frame
        n, count = len(at.M), len(functions)
        # Where each stands in (functions, q).
        self.places = [
            next(i for i, f in enumerate(functions) if f is x.function)
            if x.place is None
            else count + x.place
            for x in coordinates
        ]
        self.S = np.concatenate([at.S.reshape(-1, n), np.eye(n)])[self.places]
        self.lengths = np.linalg.norm(np.asarray(solve_lower(metric.L, self.S.T, np)), axis=0)
        self.lengths[self.lengths == 0.0] = 1.0

    def of(self, change: Any, of_q: np.ndarray) -> np.ndarray:
        """Values (..., c) of all, from those with a function and those of q."""
        return np.concatenate([change, of_q], axis=-1)[..., self.places]

    def sigma(self, change: Change, along: Direction) -> np.ndarray:
        """δσ (D, c)."""
        return self.of(change.sigma, along.q)

    def rate(self, change: Change, along: Direction) -> np.ndarray:
        """δσ̇ (D, c)."""
        if self.frame is None:
            return self.of(change.rate, along.qd)
        return self.seen(along.qd - along.q @ self.frame.Xi.T)

    def acceleration(self, change: Change, along: Direction) -> np.ndarray:
        """δσ̈ (D, c)."""
        if self.frame is None:
            return self.of(change.acceleration, along.qdd)
        Xi = self.frame.Xi
        return self.seen(along.qdd - (2.0 * along.qd - along.q @ Xi.T) @ Xi.T)

    def seen(self, x: np.ndarray) -> np.ndarray:
        """Rates (..., c) of all, from those of q (..., n) in a frame in which the state rests.

        There functions are those of the coordinates of the frame, f(g⁻¹q), with constant slopes. An
        angle that the frame carries along, f(g q) = f(q) + ω t, has the same rates in the system.
        """
        return x @ self.S.T

    def independent(
        self, N: np.ndarray, first: Sequence[int], rest: Sequence[Sequence[int]]
    ) -> list[int]:
        """Places of as many coordinates as N has columns, which determine a motion along N.

        Shapes: N (n, f).
        """
        rows = self.S @ N / self.lengths[:, None]
        count, found = N.shape[1], []
        left = rows.copy()

        def take(place: int) -> None:
            found.append(place)
            direction = left[place] / np.linalg.norm(left[place])
            left[:] -= np.outer(left @ direction, direction)

        for place in first:
            if len(found) < count and np.linalg.norm(left[place]) > OWN:
                take(place)
        for group in rest:
            while len(found) < count and len(group):
                sizes = np.linalg.norm(left[list(group)], axis=1)
                if sizes.max() <= OWN:
                    break
                # Of those that do about as well the first, so that rounding decides nothing.
                take(group[int(np.flatnonzero(sizes > 0.999 * sizes.max())[0])])
        return found


def chart_of(
    candidates: Candidates,
    basis: Basis,
    change: Change,
    along: Direction,
    asked: Sequence[int],
    rest: Sequence[Sequence[int]],
) -> Chart:
    """Coordinates of the states: those asked for, and others where they are too few."""
    f_q, N_h = basis.configuration, basis.q[: basis.configuration].T
    J = candidates.independent(basis.N, asked, rest)
    chosen = [place for place in asked if place not in J]
    more = candidates.independent(N_h, [*J, *chosen], rest)
    if len(J) < basis.velocity or len(more) < f_q:
        raise ValueError(
            "`coordinates` do not determine the states near this one, nor do those of the system."
        )
    missing = [candidates.coordinates[i].name for i in asked if i not in more]
    if missing:
        raise ValueError(
            f"`coordinates` asks for {', '.join(map(repr, missing))}, which the constraints and "
            f"the others determine already: {f_q} coordinates are free here."
        )
    sigma, rate = candidates.sigma(change, along), candidates.rate(change, along)
    return Chart(more, J, np.concatenate([sigma[:, more], rate[:, J]], axis=1).T)
