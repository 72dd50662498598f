r"""A state of rest, or of steady motion, near a guess: Newton's method on the projected force.

The unknowns are q, on its constraints, and rates that are left open. With the states near a state
in coordinates x = (s, u), as small motions have them,

    σ̈_J + A_21 δs + A_22 δu = 0

is solved for the least change in the metric M; σ̈_J is what the forces that no constraint balances
accelerate. Its length in the metric must fall; where it does not, steps are damped. If that ends
where the force does not vanish, the force itself is followed downhill for a while, as a motion
through honey would, and Newton's method begins anew from there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from zwang.base.arrays import solve_lower
from zwang.linear.local.named import Coordinate
from zwang.linear.local.reduced import Reduced, reduced
from zwang.linear.local.tangent import TANGENT_RANK, Candidates, Metric, metric_of
from zwang.linear.local.variation import Matrices, State, Variation
from zwang.solvers import rank as rules

ITERATIONS, RELAXING = 60, 300
# FINE: the force that may remain, in parts of all forces; GOOD: what is accepted where no step
# makes it less. MET: what may remain of a constraint, in parts of the size of q.
FINE, GOOD, MET = 1e-13, 1e-9, 1e-13
ROUNDING = 1e-13  # of q and q̇, with that of the functions that take them
RANK = 1e-9  # of Newton's equations
DAMPING = (0.0, 1e-6, 1e-4, 1e-2, 1.0, 1e2, 1e4)


class Asked(NamedTuple):
    """What is looked for.

    Attributes
    ----------
    coordinates : all that have a name, those with a rate or held among them
    rates : by place, the rate; None where it is left open
    held : places of those that keep their value
    t : ()
    """

    coordinates: Sequence[Coordinate]
    rates: Mapping[int, float | None]
    held: Sequence[int]
    t: float


class Found(NamedTuple):
    """Where the search ended.

    Attributes
    ----------
    reduced : the equations there
    off : ()        the force that remains, in the metric
    size : ()       of all forces, in the metric; the largest on the way
    rounding : ()   what rounding of q and q̇ may leave of them
    """

    reduced: Reduced
    off: float
    size: float
    rounding: float

    @property
    def rests(self) -> bool:
        """Whether nothing but rounding remains."""
        return self.off <= max(GOOD * self.size, self.rounding)


class Search:
    """A search.

    Parameters
    ----------
    variation : of the system, with the coordinates that are functions
    asked : what is looked for
    """

    def __init__(self, variation: Variation, asked: Asked):
        self.variation, self.asked = variation, asked
        self.J: list[int] | None = None
        self.size = 0.0

    # -- states ----------------------------------------------------------------------------------

    def onto(self, q: np.ndarray) -> np.ndarray | None:
        """The least change that satisfies the constraints on positions; None if there is none."""
        h = self.variation.rows.positions
        best = np.inf
        for _ in range(ITERATIONS if h else 0):
            at = self.variation.matrices(self._state(q, np.zeros_like(q)))
            if not np.isfinite(at.phi).all() or not np.isfinite(at.A).all():
                return None
            metric = metric_of(at)
            off = float(np.abs(at.phi / metric.lengths[:h]).max())
            if off <= MET * metric.size(q) or off >= 0.9 * best and off <= 1e-11 * metric.size(q):
                return q
            best = min(best, off)
            S = self._candidates(at, metric).S[list(self.asked.held)]
            rows, right = np.concatenate([at.A[:h], S]), np.append(-at.phi, np.zeros(len(S)))
            q = q + least(metric, rows, right)
        return q if not h else None

    def state(self, q: np.ndarray, rates: Mapping[int, float]) -> State:
        """The state with the rates of some coordinates, and the least velocities otherwise.

        Parameters
        ----------
        q : (n,)        on the constraints
        rates : by place
        """
        k, places = self.variation.rows.velocities, list(rates)
        x = self._state(q, np.zeros_like(q))
        for _ in range(ITERATIONS):
            at = self.variation.matrices(x)
            metric = metric_of(at)
            candidates = self._candidates(at, metric)
            now = candidates.of(at.rate, x.qd)[places]
            rows = np.concatenate([at.A[:k], candidates.S[places]])
            missing = np.array([rates[place] for place in places]) - now
            change = least(metric, rows, np.concatenate([-at.velocity, missing]))
            x = x._replace(qd=x.qd + change)
            if metric.size(change) <= 1e-14 * metric.size(x.qd):
                break
        return x

    def _candidates(self, at: Matrices, metric: Metric) -> Candidates:
        return Candidates(self.asked.coordinates, self.variation.functions, at, metric)

    def _state(self, q: np.ndarray, qd: np.ndarray) -> State:
        return self.variation.state(q, qd, self.asked.t)

    def at(self, q: np.ndarray, open_rates: Mapping[int, float]) -> Found:
        """The equations in the state at q, with the rates that are asked for.

        Parameters
        ----------
        q : (n,)        on the constraints
        open_rates : those that are left open, as they are now
        """
        given = {i: x for i, x in self.asked.rates.items() if x is not None} | dict(open_rates)
        if self.J is None:
            self.J = self._steady(self.state(q, given), list(given))
        x = self.state(q, {place: given.get(place, 0.0) for place in self.J})
        every = range(len(self.asked.coordinates))
        first = [*self.J, *(i for i in self.asked.held if i not in self.J)]
        rest = [[i for i in every if i not in first]]
        here = reduced(self.variation, x, self.asked.coordinates, first[: len(self.J)], rest)
        z = here.metric.L.T @ here.N @ here.acceleration()
        # A Lagrangian's forces cancel before they are seen: their size is that on the way.
        self.size = max(self.size, forces(here))
        return Found(here, float(np.linalg.norm(z)), self.size, rounding(here))

    def _steady(self, x: State, named: list[int]) -> list[int]:
        """Coordinates whose rates stay: those named, then such as rest, then others."""
        at = self.variation.matrices(x)
        metric = metric_of(at)
        candidates = self._candidates(at, metric)
        speed = np.abs(candidates.of(at.rate, x.qd)) / candidates.lengths
        still = speed <= 1e-9 * metric.size(x.qd)
        others = [i for i in range(len(still)) if i not in named]
        groups = [[i for i in others if still[i] == which] for which in (True, False)]
        N = metric.null(self.variation.rows.velocities)
        return candidates.independent(N, named, groups)

    # -- the way there ---------------------------------------------------------------------------

    def run(self, q: np.ndarray) -> Found | None:
        """The nearest state of rest, or where the search ended; None if there is no state.

        Parameters
        ----------
        q : (n,)        the guess
        """
        start = self.onto(np.asarray(q, float))
        if start is None:
            return None
        rates = {i: 0.0 for i, rate in self.asked.rates.items() if rate is None}
        found, rates = self.newton(start, rates)
        if found.rests or rates or any(self.asked.rates.values()):
            return found
        relaxed = self.relax(start)
        again, _ = self.newton(relaxed, rates)
        return again if again.off < found.off else found

    def newton(self, q: np.ndarray, rates: dict[int, float]) -> tuple[Found, dict[int, float]]:
        """Newton's method from q and the open rates; where it ends, and the rates there.

        Parameters
        ----------
        q : (n,)        on the constraints
        rates : those that are left open
        """
        here = self.at(q, rates)
        for _ in range(ITERATIONS):
            if here.off <= FINE * here.size:
                break
            better = self._better(here, rates)
            if better is None:
                break
            here, rates = better
        return here, rates

    def _better(self, here: Found, rates: dict[int, float]) -> Any:
        """The boldest step after which less force remains; None if there is none."""
        step = Step(here.reduced, self.asked, list(rates))
        for damping in DAMPING:
            dq, du = step.damped(damping)
            q = self.onto(here.reduced.x.q + dq)
            if q is None:
                continue
            moved = {place: rates[place] + du[j] for j, place in enumerate(rates)}
            there = self.at(q, moved)
            if there.off < 0.9 * here.off or (damping and there.off < (1 - 1e-4) * here.off):
                return there, moved
        return None

    def relax(self, q: np.ndarray) -> np.ndarray:
        """Downhill: along the force that no constraint balances, while it does work.

        Parameters
        ----------
        q : (n,)        on the constraints
        """
        here = self.at(q, {})
        length = 1.0 / max(np.abs(np.linalg.eigvals(here.reduced.A)).max(initial=0.0), 1e-12) ** 2
        for _ in range(RELAXING):
            if here.off <= 1e-4 * here.size:
                break
            pull = here.reduced.N @ here.reduced.acceleration()
            moved = self.onto(q + length * pull)
            there = None if moved is None else self.at(moved, {})
            if there is None:
                length /= 4.0
                continue
            M = here.reduced.at.M
            after = there.reduced.N @ there.reduced.acceleration()
            if pull @ M @ after < 0:  # past the lowest place on this way
                length /= 4.0
                continue
            q, here, length = moved, there, 1.5 * length
        return q


class Step:
    """Newton's equations in a state, in the metric: G y = −z.

    Parameters
    ----------
    here : the equations of small motions
    asked : what is looked for
    open_rates : places of the rates that are left open
    """

    def __init__(self, here: Reduced, asked: Asked, open_rates: Sequence[int]):
        f_q, _ = here.sizes
        L = here.metric.L
        root = np.linalg.qr(L.T @ here.N, mode="r")
        self.z = root @ here.acceleration()
        T = np.linalg.inv(np.linalg.qr(L.T @ here.E.q[:f_q].T, mode="r"))
        held = here.candidates.S[list(asked.held)] @ here.E.q[:f_q].T @ T
        free = T @ _null(held)
        places = [here.chart.velocities.index(i) for i in open_rates]
        fastest = np.abs(np.linalg.eigvals(here.A)).max(initial=0.0) or 1.0
        units = fastest / np.linalg.norm(root[:, places], axis=0) if places else np.zeros(0)
        self.E, self.free, self.units = here.E.q[:f_q], free, units
        by_q = here.A[f_q:, :f_q] @ free
        by_rates = here.A[f_q:, f_q:][:, places] * units
        self.G = root @ np.concatenate([by_q, by_rates], axis=1)

    def damped(self, damping: float) -> tuple[np.ndarray, np.ndarray]:
        """Changes of q (n,) and of the open rates; the least, or damped ones.

        Parameters
        ----------
        damping : in parts of the largest singular value, squared
        """
        U, S, Vt = np.linalg.svd(self.G, full_matrices=False)
        if not len(S) or S[0] == 0:
            y = np.zeros(self.G.shape[1])
        elif damping:
            y = -Vt.T @ (S / (S**2 + damping * S[0] ** 2) * (U.T @ self.z))
        else:
            keep = S > RANK * S[0]
            y = -Vt[keep].T @ ((U.T @ self.z)[keep] / S[keep])
        count = self.free.shape[1]
        return (self.free @ y[:count]) @ self.E, self.units * y[count:]


def _null(rows: np.ndarray) -> np.ndarray:
    """Columns that span what rows (k, f) leave free."""
    count = rows.shape[1]
    if not rows.size:
        return np.eye(count)
    lengths = np.linalg.norm(rows, axis=1)
    rows = rows[lengths > 0] / lengths[lengths > 0][:, None]
    if not len(rows):
        return np.eye(count)
    _, S, Vt = np.linalg.svd(rows)
    return Vt[int((S > RANK).sum()) :].T


def least(metric: Metric, rows: np.ndarray, right: np.ndarray) -> np.ndarray:
    """The least x (n,), in the metric, with rows x = right.

    Parameters
    ----------
    metric : of the state
    rows : (k, n)
    right : (k,)
    """
    if not len(rows):
        return np.zeros(len(metric.L))
    Y = np.asarray(solve_lower(metric.L, rows.T, np))
    lengths = np.asarray(rules.lengths_of(Y, np))
    y = np.linalg.lstsq((Y / lengths).T, right / lengths, rcond=TANGENT_RANK)[0]
    return np.asarray(solve_lower(metric.L, y[:, None], np, transpose=True))[:, 0]


def forces(here: Reduced) -> float:
    """The size of all forces in the metric: those given, those of the constraints, inertia's.

    Parameters
    ----------
    here : the equations in a state
    """
    at, L = here.at, here.metric.L
    parts = np.stack([at.F, at.M @ here.a - at.F, at.M @ here.a], axis=1)
    return float(np.linalg.norm(np.asarray(solve_lower(L, parts, np)), axis=0).sum())




def rounding(here: Reduced) -> float:
    """What rounding of q and q̇ may leave of a force that vanishes, in the metric.

    Parameters
    ----------
    here : the equations in a state
    """
    f_q, L = here.sizes[0], here.metric.L
    if not len(here.A):
        return 0.0
    T = np.linalg.inv(np.linalg.qr(L.T @ here.E.q[:f_q].T, mode="r"))
    stiff = np.linalg.norm(L.T @ here.N @ here.A[f_q:, :f_q] @ T)
    fastest = np.abs(np.linalg.eigvals(here.A)).max(initial=0.0)
    sizes = stiff * here.metric.size(here.x.q) + fastest * here.metric.size(here.x.qd)
    return ROUNDING * float(sizes)
