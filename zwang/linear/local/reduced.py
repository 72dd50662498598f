r"""The equations of small motions on the constraints, in coordinates x = (δσ_I, δσ̇_J).

Along the directions E = (y, z) T⁻¹ of the chart everything is linear in x:

    ẋ = A x,    A = (dσ̇_I, dσ̈_J) along E,

    M̄ u̇ + C̄ u + K̄ s = 0,    M̄ = NᵀM N,  C̄ = −M̄ A_22,  K̄ = −M̄ A_21,     x = (s, u),

where N are the columns of E that move u. The directions (y, z) need not be followed in time: σ
and σ̇ are functions of the state, and so are their rates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import jax
import numpy as np

from zwang.base.arrays import eps, solve_lower
from zwang.base.names import names_of
from zwang.base.status import NumericalError, Status
from zwang.equation.fundamental import solve
from zwang.linear.local.named import Coordinate, not_finite
from zwang.linear.local.tangent import (
    Basis,
    Candidates,
    Chart,
    Frame,
    Metric,
    basis_of,
    chart_of,
    metric_of,
)
from zwang.linear.local.traced import Direction
from zwang.linear.local.variation import Change, Matrices, State, Variation

ROUNDING = 1e-13  # of q and q̇, with that of the functions that take them
# Parts of a matrix below this, per state, count as zero: what is left of exact derivatives by
# rounding is some tens of eps.
NOTHING = 2e3 * eps(np.dtype(float))


@dataclass(frozen=True, eq=False)
class Reduced:
    """The reduced equations in a state."""

    variation: Variation  # of the system
    x: State  # the state
    # at, metric: what holds in it
    at: Matrices
    metric: Metric
    # a, lam: (n,), (m,) acceleration and multipliers; where friction asks for ``Qc_ideal``, both of
    # ideal constraints stand behind these
    a: np.ndarray
    lam: np.ndarray
    candidates: Candidates  # coordinates, with their derivatives
    # basis, chart: directions, and coordinates of them
    basis: Basis
    chart: Chart
    E: Direction  # f directions, one for each of x
    change: Change  # of everything along E
    A: np.ndarray  # (f, f)
    # whether ``E``, ``change`` and ``A`` are limits from beside the state, where the forces have
    # derivatives that in the state itself they lack
    limit: bool = False

    @property
    def positions(self) -> tuple[str, ...]:
        """Names of the coordinates."""
        return tuple(self.candidates.coordinates[i].name for i in self.chart.positions)

    @property
    def velocities(self) -> tuple[str, ...]:
        """Names of those whose rates are states."""
        return tuple(self.candidates.coordinates[i].name for i in self.chart.velocities)

    @property
    def sizes(self) -> tuple[int, int]:
        """How many coordinates, and how many rates."""
        return self.basis.configuration, self.basis.velocity

    @property
    def N(self) -> np.ndarray:
        """q̇ (n, f_v) for each rate."""
        return self.E.qd[self.sizes[0] :].T

    @property
    def mass(self) -> np.ndarray:
        """M̄ (f_v, f_v)."""
        return self.N.T @ self.at.M @ self.N

    @cached_property
    def parts(self) -> tuple[float, float]:
        """The sizes, in the metric, of what δq̈ is computed from, for δq and δq̇ of length one.

        What constraints do may change by much more than is left of it in δq̈, as on a table that is
        not level in its axes. Rounding of A is a part of these sizes, and A may be nothing else.
        Of rows that cancel each other their sizes are seen with other weights: along E the balance
        stays, so that it tells of (1 − w) λ what it does not of λ.
        """
        E, L, size, f_q = self.E, self.metric.L, self.metric.size, self.sizes[0]
        turning = size(self.a) / (size(self.x.qd) or np.inf)
        if self.candidates.frame is not None:
            Xi = self.candidates.frame.Xi
            turning += float(np.linalg.norm(np.asarray(solve_lower(L, Xi.T @ L, np))))
        weights = np.cos(1.0 + 2.4 * np.arange(len(self.lam)))
        other = self.variation.change(self.x, self.a, weights * self.lam, E).balance
        n, m = len(L), len(self.at.A)
        forced = np.stack([E.qdd @ self.at.M - E.lam[:, :m] @ self.at.A, other[:, :n]])
        forced = np.asarray(solve_lower(L, forced.reshape(-1, n).T, np)).T.reshape(2, -1, n)
        found = []
        for some, moved in ((slice(f_q), E.q), (slice(f_q, None), E.qd)):
            T = np.linalg.inv(np.linalg.qr(L.T @ moved[some].T, mode="r"))
            each = [*forced[:, some], E.qdd[some] @ L]
            found.append(max(float(np.linalg.norm(x.T @ T)) for x in each))
        return max(found[0], turning**2), max(found[1], turning)

    @cached_property
    def fastest(self) -> float:
        """The size of the largest eigenvalue; zero where it is rounding."""
        if not len(self.A):
            return 0.0
        largest = float(np.abs(np.linalg.eigvals(self.A)).max())
        by_q, by_rates = self.parts
        limit = NOTHING * len(self.A)
        return largest if largest > max(np.sqrt(limit * by_q), limit * by_rates) else 0.0

    def acceleration(self) -> np.ndarray:
        """σ̈_J (f_v,) in the state itself."""
        frame, x = self.candidates.frame, self.x
        if frame is None:
            found = self.candidates.of(self.variation.second_rates(x, self.a), self.a)
        else:
            own = self.a - frame.Xi @ (2.0 * x.qd - frame.Xi @ x.q - frame.c)
            found = self.candidates.seen(own)
        return found[self.chart.velocities]

    def jerk(self) -> float:
        """The rate of σ̈_J along the motion, in the metric: zero if it goes on as it is."""
        x = self.x
        along = self.variation.direction(1, q=x.qd[None], qd=self.a[None], t=np.ones(1))
        given = self.variation, x, self.at, self.a, self.lam
        along, change = followed(*given, along)
        third = self.candidates.acceleration(change, along)[0, self.chart.velocities]
        return self.metric.size(self.N @ third)

    def reads(self, change: Change, along: Direction) -> np.ndarray:
        """(dσ̇_I, dσ̈_J) (f, D) along directions."""
        rate = self.candidates.rate(change, along)[:, self.chart.positions]
        second = self.candidates.acceleration(change, along)[:, self.chart.velocities]
        return np.concatenate([rate, second], axis=1).T

    def coordinates(self, change: Change, along: Direction) -> np.ndarray:
        """(dσ_I, dσ̇_J) (f, D) along directions."""
        sigma = self.candidates.sigma(change, along)[:, self.chart.positions]
        rate = self.candidates.rate(change, along)[:, self.chart.velocities]
        return np.concatenate([sigma, rate], axis=1).T


def accelerated(variation: Variation, x: State, at: Matrices) -> tuple[np.ndarray, np.ndarray]:
    """The acceleration and the multipliers in a state."""
    found = solve(at.M, at.F, at.A, at.b, throw=False)
    if found.status != Status.OK:
        status = Status(int(found.status))
        names = variation.system.coordinates, variation.rows.names
        raise NumericalError(status, found._detail(status, *names))
    return found.qdd, np.concatenate([found.lam, at.ideal])


def followed(
    variation: Variation, x: State, at: Matrices, a: Any, lam: Any, along: Direction
) -> tuple[Direction, Change]:
    """Directions with the change of q̈ and λ along them, and how everything changes then."""
    first = variation.change(x, a, lam, along)
    qdd, lam_ = variation.solved(at, first.balance, first.rows)
    along = along._replace(qdd=along.qdd + qdd, lam=along.lam + lam_)
    return along, variation.change(x, a, lam, along)


def reduced(
    variation: Variation,
    x: State,
    coordinates: Sequence[Coordinate],
    asked: Sequence[int] = (),
    rest: Sequence[Sequence[int]] | None = None,
    frame: Frame | None = None,
) -> Reduced:
    """The reduced equations in a state that satisfies its constraints."""
    at = variation.matrices(x)
    _require_finite(variation, x, at)
    metric = metric_of(at)
    a, lam = accelerated(variation, x, at)
    basis = basis_of(variation, x, at, metric)
    candidates = Candidates(coordinates, variation.functions, at, metric, frame)
    count = len(basis.q)
    along = variation.direction(count, q=basis.q, qd=basis.qd)
    along, change = followed(variation, x, at, a, lam, along)
    rest = [[i for i in range(len(coordinates)) if i not in asked]] if rest is None else rest
    chart = chart_of(candidates, basis, change, along, asked, rest)
    inverse = np.linalg.inv(chart.T) if count else np.zeros((0, 0))
    E, change = (_combined(x, inverse) for x in (along, change))
    blank = np.zeros((count, count))
    found = Reduced(variation, x, at, metric, a, lam, candidates, basis, chart, E, change, blank)
    object.__setattr__(found, "A", found.reads(change, E))
    return found


def _require_finite(variation: Variation, x: State, at: Matrices) -> None:
    """Raise where something has no value in a state, by name: v/u of a tyre at rest, say."""
    own, rows = names_of(variation.system.coordinates, variation.n), variation.rows.names
    parts = {"force on": (at.F, own), "mass of": (at.M, own)}
    parts |= {"row A of": (at.A.T, rows), "b of": (at.b, rows)}
    lost = []
    for what, (value, names) in parts.items():
        bad = not_finite(np.atleast_2d(value), names)
        lost += [f"the {what} {', '.join(map(repr, bad))}"] if bad else []
    if lost:
        q, qd = (np.array2string(y, precision=6, threshold=12) for y in (x.q, x.qd))
        told = f"Not finite is {', '.join(lost)}, at q = {q}, q̇ = {qd}, t = {float(x.t):.6g}."
        raise NumericalError(Status.NON_FINITE, told)


def _combined(along: Any, weights: np.ndarray) -> Any:
    """Directions, or changes along them, combined: column j of the weights gives the new one j."""
    return jax.tree.map(lambda x: np.tensordot(weights.T, x, axes=1), along)


def kinetic_change(variation: Variation, x: State, q: Any, qd: Any) -> np.ndarray:
    """The changes (K,) of T = ½ q̇ᵀM q̇ along (δq, δq̇), (K, n) each: q̇ᵀM δq̇ + ½ q̇ᵀ(DM δq)q̇.

    The balance r holds M q̈ alone of all that depends on q̈: (DM δq) q̇ is what dr has more of with
    q̇ in the place of q̈ than with zero.

    Shapes: q, qd (K, n).
    """
    blank, lam = variation.blank
    along = variation.direction(len(q), q=q)
    first, second = (variation.change(x, a, lam, along).balance for a in (x.qd, blank))
    return qd @ variation.plain(x)[0] @ x.qd + (first - second)[:, : variation.n] @ x.qd / 2.0


def forces(here: Reduced) -> float:
    """The size of all forces in the metric: those given, those of the constraints, inertia's."""
    at, L = here.at, here.metric.L
    parts = np.stack([at.F, at.M @ here.a - at.F, at.M @ here.a], axis=1)
    return float(np.linalg.norm(np.asarray(solve_lower(L, parts, np)), axis=0).sum())


def scale_of(parts: tuple[float, float]) -> float:
    """The rate that belongs to what δq̈ is computed from."""
    return max(float(np.sqrt(parts[0])), parts[1])


def rounding(here: Reduced) -> float:
    """What rounding of q and q̇ may leave of a force that vanishes, in the metric."""
    f_q, L = here.sizes[0], here.metric.L
    if not len(here.A):
        return 0.0
    T = np.linalg.inv(np.linalg.qr(L.T @ here.E.q[:f_q].T, mode="r"))
    stiff = np.linalg.norm(L.T @ here.N @ here.A[f_q:, :f_q] @ T)
    sizes = stiff * here.metric.size(here.x.q) + here.fastest * here.metric.size(here.x.qd)
    return ROUNDING * float(sizes)
