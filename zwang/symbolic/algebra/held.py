r"""States at which the constraints hold, found by Newton's method.

Rows that restrict positions come first in A, and are ∂φ/∂q; with those that restrict velocities
they are ∂φ̇/∂q̇. So steps are −A⁺φ in q, and then −A⁺φ̇ in q̇. Rows that depend on each other where
they hold nearly do beside it: what is nearly dependent is left out of A⁺, where it says little of
q but that it is far away. Where nothing is found the parameters move as well, for lengths may be
bound to each other: ∂φ/∂p is taken by differences, for Newton's steps need no more.

Constraints that touch where they hold, as bars that are just long enough to be stretched, have a
double root: steps halve the distance, φ falls to rounding, and q is known to the root of it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

WANTED, TRIES, STEPS = 3, 12, 60  # states; how many starts for them; how many steps of each
NEARLY = (0.1, 1e-3, 1e-9)  # singular values, rows of the length one, that are left out of A⁺
HOLDS = 1e-10  # of the size of its terms, what may remain of a constraint
GONE = 1e-4  # of its length at the start: a row that vanishes where it holds
SIZES = (1.0, 0.1, 10.0, 100.0, 1000.0)  # of random coordinates, where parameters have units


class Held(NamedTuple):
    """A state, flat."""

    # q, qd: (n,) coordinates and rates
    q: np.ndarray
    qd: np.ndarray
    t: float  # time
    p: np.ndarray  # (k,) numbers of the parameters


def held(function: Any, n: int, count: int, p: Any = None, start: Any = None) -> list[Held]:
    """Some states at which the constraints hold; none, where none was found.

    Shapes: p (count,), start (n,).
    """
    random = np.random.default_rng(11)
    draw = lambda size: random.uniform(-1.3, 1.3, n) * size
    if p is not None:
        near = [] if start is None else [_near(start, random) for _ in range(TRIES)]
        # Elsewhere there may be another branch: it is asked only where there is none nearby.
        for starts in (near, [draw(size) for _ in range(3) for size in SIZES]):
            if found := _found(function, random, ((q, p) for q in starts), False):
                return found
    for moves in (False, True):
        starts = [(draw(1.0), random.uniform(0.3, 1.7, count)) for _ in range(TRIES)]
        if found := _found(function, random, starts, moves):
            return found
    return []


def _near(start: Any, random: Any) -> np.ndarray:
    q = np.asarray(start, float)
    size = np.abs(q).max(initial=0.0) or 1.0
    return q + 0.05 * size * random.uniform(-1.0, 1.0, len(q))


def _found(function: Any, random: Any, starts: Any, moves: bool) -> list[Held]:
    found: list[Held] = []
    for q, p in starts:
        qd, t = random.uniform(-1.3, 1.3, len(q)), random.uniform(0.1, 1.0)
        with np.errstate(all="ignore"):
            state = _newton(function, Held(q, qd, t, np.asarray(p, float)), moves)
        found += [] if state is None else [state]
        if len(found) == WANTED:
            break
    return found


def _newton(function: Any, start: Held, moves: bool) -> Held | None:
    """The state that is reached; None where constraints do not hold, or a row has vanished."""
    for nearly in NEARLY:
        state = _at_rest(function, start, "q", 1, nearly, moves)
        state = None if state is None else _at_rest(function, state, "qd", 2, nearly, False)
        if state is not None:
            lengths = [np.linalg.norm(function(*x)[0], axis=1) for x in (start, state)]
            if np.isfinite(lengths).all() and (lengths[1] >= GONE * lengths[0]).all():
                return state
    return None


def _at_rest(
    function: Any, state: Held, name: str, place: int, nearly: float, moves: bool
) -> Held | None:
    """The state with φ = 0 by its q, or φ̇ = 0 by its q̇."""
    first, last = None, np.inf
    for _ in range(STEPS):
        found = function(*state)
        left, x = found[place], getattr(state, name)
        if not len(left):
            return state
        J = found[0][: len(left)]
        J = np.hstack([J, _by_parameters(function, state, left)]) if moves else J
        if not (np.isfinite(J).all() and np.isfinite(left).all()):
            return None
        first = np.abs(left) if first is None else first
        length = np.linalg.norm(J, axis=1)
        size = length * np.linalg.norm(np.hstack([x, state.p]) if moves else x)
        length = np.where(length > 0, length, 1.0)
        step = -np.linalg.pinv(J / length[:, None], rcond=nearly) @ (left / length)
        state = state._replace(**{name: x + step[: len(x)]})
        state = state._replace(p=state.p + step[len(x) :]) if moves else state
        now = np.linalg.norm(left / length)
        if (np.abs(left) <= HOLDS * (size + first)).all() and now >= last / 2:
            return state  # as near as rounding lets it
        last = now
    return None


def _by_parameters(function: Any, state: Held, left: np.ndarray) -> np.ndarray:
    """∂φ/∂p (h, k)."""
    found = np.zeros((len(left), len(state.p)))
    for i in range(len(state.p)):
        p = state.p.copy()
        p[i] += 1e-7
        found[:, i] = (function(state.q, state.qd, state.t, p)[1] - left) / 1e-7
    return found
