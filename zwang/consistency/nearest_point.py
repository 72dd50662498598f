r"""The nearest point on a surface, ½ |y|² least subject to φ(y) = 0, where the metric is one.

Two steps, taken in turn. *Down*: the least change that satisfies the constraints to first order,
δ = −A⁺φ, which is the kernel's problem, iterated; where it overshoots, damped by μ:

    ½ μ |δ|² + ½ |s|²  least subject to  A δ + s = −φ

which is the kernel's problem again, with slack s. *Along*: down alone ends on the surface, but
not at its nearest point. With y = Aᵀ lam + (what is tangent), Newton's step removes the tangent
part; its matrix is I − Σ lam ∇²φ on the tangents, made positive so that it leads downhill.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from zwang.equation.fundamental import solve
from zwang.solvers import Orthogonal
from zwang.solvers import rank as rules
from zwang.solvers.orthogonal import row_space

# MET: what may remain of a constraint, in parts of the size of y; rounding leaves 1e-16.
# OF_RADIUS: the same in parts of its radius of curvature: a circle of radius R through the origin
#   has terms of size R, whose rounding stays however small y is.
# WIDE, TIGHT: of the rank rule. Off a surface redundant rows are a little independent.
# GAIN: how much of the decrease that the linear model promises must come.
# CLOSE: tangent parts below this, of |y|, change ½ |y|² by less than its rounding.
MET, OF_RADIUS, WIDE, TIGHT, GAIN, CLOSE = 1e-12, 1e-14, 1e-6, 1e-11, 0.1, 1e-7
DAMPING = (1e-4, 1e-2, 1.0, 1e2, 1e4, 1e6, 1e8)
ITERATIONS = 200


class Surface(NamedTuple):
    """What is asked of the constraints."""

    # function of y (n,) that returns A (m, n) and φ (m,)
    rows: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]
    # function of y and lam (m,) that returns Σ lam ∇²φ (n, n)
    curvature: Callable[[np.ndarray, np.ndarray], np.ndarray]
    size: float  # of the point that y = 0 stands for
    ranks: tuple[float, ...]  # tolerances of the rank rule, to be tried in turn


class Place(NamedTuple):
    """A point, with A's rows scaled to length one, and φ divided by their lengths."""

    y: np.ndarray
    A: np.ndarray
    phi: np.ndarray
    lengths: np.ndarray

    @property
    def off(self) -> float:
        """How far from the surface, to first order; infinite where a function is not finite."""
        return float(np.linalg.norm(self.phi))


class Nearest(NamedTuple):
    """Where, whether it lies on the surface, and whether no small move along it is better."""

    place: Place
    met: bool
    stationary: bool


def nearest(surface: Surface, n: int) -> Nearest:
    """The point of the surface that is nearest to y = 0, as far as going downhill finds it."""
    here = _down(surface, _place(surface, np.zeros(n)))
    if not _met(surface, here):
        return Nearest(here, met=False, stationary=False)
    if n == 0:
        return Nearest(here, met=True, stationary=True)
    # Where the rank is about to change one tolerance may see a tangent that leads nowhere.
    found = Nearest(here, met=True, stationary=False)
    for rank in surface.ranks:
        found = _along(surface, found.place, rank)
    return found


def _place(surface: Surface, y: np.ndarray) -> Place:
    A, phi = surface.rows(y)
    lengths = np.asarray(rules.lengths_of(A.T, np)) if A.shape[1] else np.ones(len(A))
    if not (np.isfinite(A).all() and np.isfinite(phi).all()):
        return Place(y, A, np.full(len(phi), np.inf), np.ones(len(phi)))
    return Place(y, A / lengths[:, None], phi / lengths, lengths)


# -- down: onto the surface ------------------------------------------------------------------


def _down(surface: Surface, here: Place) -> Place:
    for _ in range(ITERATIONS):
        closer = _closer(surface, here)
        if closer is None:
            break
        here = closer
    return here


def _closer(surface: Surface, here: Place) -> Place | None:
    """The first of the steps, the boldest first, that does what it promises."""
    if not 0 < here.off < np.inf or not len(here.y):
        return None
    last = here.off <= MET * _size(surface, here)
    bold = [partial(_least_change, rank=rank) for rank in surface.ranks]
    for step in bold if last else (*bold, *(partial(_damped, mu=mu) for mu in DAMPING)):
        delta = step(here)
        promised = here.off**2 - np.linalg.norm(here.phi + here.A @ delta) ** 2
        if not promised > 1e-10 * here.off**2:
            continue
        there = _place(surface, here.y + delta)
        gained = here.off**2 - np.linalg.norm(there.phi * there.lengths / here.lengths) ** 2
        # Where all is met already, only what is still worth it.
        if gained >= (0.75 if last else GAIN) * promised:
            return there
    return None


def _least_change(here: Place, rank: float) -> np.ndarray:
    n = len(here.y)
    solver = Orthogonal(rank=rank, consistency=np.inf)  # rows that disagree: least squares
    return solve(np.eye(n), np.zeros(n), here.A, -here.phi, solver=solver, throw=False).qdd


def _damped(here: Place, mu: float) -> np.ndarray:
    m, n = here.A.shape
    weights = np.append(np.full(n, mu), np.ones(m))
    A = np.hstack([here.A, np.eye(m)])
    return solve(np.diag(weights), np.zeros(n + m), A, -here.phi, throw=False).qdd[:n]


def _size(surface: Surface, here: Place) -> float:
    return surface.size + float(np.linalg.norm(here.y))


def _met(surface: Surface, here: Place) -> bool:
    """Whether what remains is rounding."""
    left = np.abs(here.phi) - MET * _size(surface, here)
    if not np.isfinite(left).all() or (left <= 0).all():
        return bool((left <= 0).all())
    for i in np.flatnonzero(left > 0):
        chosen = np.zeros(len(left))
        chosen[i] = 1.0 / here.lengths[i]
        curvature = np.linalg.norm(surface.curvature(here.y, chosen))
        if curvature == 0 or not np.abs(here.phi[i]) * curvature <= OF_RADIUS:
            return False
    return True


# -- along: to the nearest point of it -------------------------------------------------------


class Split(NamedTuple):
    """y = Aᵀ lam + tangent, and the projector onto the tangents."""

    tangent: np.ndarray
    lam: np.ndarray
    P: np.ndarray

    @property
    def off(self) -> float:
        """How far from being nearest."""
        return float(np.linalg.norm(self.tangent))


def _split(here: Place, rank: float) -> Split:
    space = row_space(here.A.T, rank, np)
    mu = space.Z.T @ here.y
    lam = np.asarray(space.multipliers(mu[:, None], np))[:, 0] / here.lengths
    return Split(here.y - space.Z @ mu, lam, np.eye(len(here.y)) - space.Z @ space.Z.T)


def _along(surface: Surface, here: Place, rank: float) -> Nearest:
    for _ in range(ITERATIONS):
        length, parts = float(np.linalg.norm(here.y)), _split(here, rank)
        if length <= MET * surface.size:  # a change by rounding has no direction
            return Nearest(here, met=True, stationary=True)
        values, V = _bend(surface, here, parts)
        close = parts.off <= CLOSE * length
        if close and values[0] < -CLOSE:
            # A farthest point, or a saddle: leave it sideways.
            there = _down(surface, _place(surface, here.y + 0.01 * length * V[:, 0]))
            if not (_met(surface, there) and there.y @ there.y < length**2):
                return Nearest(here, met=True, stationary=True)
            here = there
            continue
        step = -parts.P @ V @ (V.T @ parts.tangent / np.maximum(np.abs(values), CLOSE))
        if np.linalg.norm(step) > length:
            step = step * (length / np.linalg.norm(step))
        there = (partial(_last, rank=rank) if close else _downhill)(surface, here, parts, step)
        if there is None:
            return Nearest(here, met=True, stationary=True)
        here = there
    return Nearest(here, met=True, stationary=False)


def _last(
    surface: Surface, here: Place, parts: Split, step: np.ndarray, rank: float
) -> Place | None:
    """The whole step, while it still lessens the tangent part."""
    there = _down(surface, _place(surface, here.y + step))
    better = _met(surface, there) and _split(there, rank).off < 0.5 * parts.off
    return there if better else None


def _bend(surface: Surface, here: Place, parts: Split) -> tuple[np.ndarray, np.ndarray]:
    """Eigenvalues and vectors of I − P K P: how ½ |y|² bends along the surface."""
    K = parts.P @ surface.curvature(here.y, parts.lam) @ parts.P
    return np.linalg.eigh(np.eye(len(here.y)) - (K + K.T) / 2)


def _downhill(surface: Surface, here: Place, parts: Split, step: np.ndarray) -> Place | None:
    """A part of the step after which, back on the surface, ½ |y|² is less."""
    slope: Any = parts.tangent @ step
    for part in 0.5 ** np.arange(30):
        there = _down(surface, _place(surface, here.y + part * step))
        change = (there.y @ there.y - here.y @ here.y) / 2
        if change <= 1e-4 * part * slope and _met(surface, there):
            return there
    return None
