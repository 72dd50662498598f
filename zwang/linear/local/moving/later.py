r"""A state at other times: whether its balance and its small motions stay as they are.

A derivative by t tells of one instant: cos t has none at t = 0. So the equations are looked at
again at times t + τ, with τ of several sizes and of no common measure, in parts of the time in
which the small motions themselves change. A state that moves is carried there first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from zwang.base.status import NumericalError
from zwang.consistency.diagnose import ATOL, RTOL
from zwang.linear.local.reduced import (
    Reduced,
    accelerated,
    forces,
    reduced,
    rounding,
    scale_of,
)
from zwang.linear.local.state.kept import Kept
from zwang.linear.local.variation import Matrices, State, Variation

# τ; the last two of a state at rest only, for a motion over them adds up too much rounding.
SHIFTS = (0.0569840291, 0.3819660113, 1.3247179572, 14.372801937, 233.18140271)
MOVING = 3
ALONG = SHIFTS[0]  # the same for a motion into which time does not enter
STEPS, LONGEST = 40, 50.0  # steps of a motion in the time 1; the longest that they follow
TURNED = 1e-13  # an acceleration that is rounding, in parts of all forces
LASTS = 1e-7  # changes of the balance that count as none, in parts of all forces
ALIKE = 1e-6  # changes of A that count as none, in parts of it
_WAYS: WeakKeyDictionary[Any, Kept] = WeakKeyDictionary()
ROUNDING = 1e-3  # of what may remain of a constraint in parts of q, what rounding of q may leave


def later(found: Reduced) -> Iterator[tuple[float, Reduced | None]]:
    """Times at which something else holds in the state, and the equations; None where none hold."""
    x, moves = found.x, bool(found.x.qd.any())
    # Round, so that the same state has the same times in whichever coordinates it is seen.
    unit, pace = (float(f"{x:.3g}") for x in (found.fastest or 1.0, pace_of(found)))
    shifts = SHIFTS[: MOVING if moves else None] if found.variation.in_time else ()
    times = [shift / unit for shift in shifts]
    times = [time for time in times if not _nothing_new(found, float(x.t) + time)]
    there, start = x, float(x.t)
    for time in times or ([ALONG / pace] if moves else []):
        t = start + time
        try:
            steps = _steps((t - float(there.t)) * pace)
            there = _moved(found.variation, there, t, steps) if moves else _at(x, t)
            yield t, same_chart(found, there)
        except (NumericalError, ValueError, np.linalg.LinAlgError):
            yield t, None


def timeless(found: Reduced) -> bool:
    """Whether time does not enter the equations in a state, as far as other times tell."""
    unit = found.fastest or 1.0
    return all(_nothing_new(found, float(found.x.t) + shift / unit) for shift in SHIFTS)


def pace_of(found: Reduced) -> float:
    """The rate of what changes fastest: a small motion, or the velocity of the state itself."""
    size, x = found.metric.size, found.x
    turned = size(found.a) if size(found.a) > TURNED * forces(found) else 0.0
    turning = turned / (size(x.qd) or np.inf)
    return max(found.fastest, turning) or size(x.qd) / (size(x.q) or np.inf) or 1.0


def _steps(time: float) -> int:
    return int(np.ceil(STEPS * min(time, LONGEST)))


def _at(x: State, t: float) -> State:
    return x._replace(t=np.asarray(t))


def _nothing_new(found: Reduced, t: float) -> bool:
    """Whether all is the same, to the bit, in the state at another time: time does not enter."""
    there, variation = _at(found.x, t), found.variation
    given = found.a, found.lam, found.E
    pairs = [
        (variation.matrices(there), found.at),
        (variation.change(there, *given), variation.change(found.x, *given)),
    ]
    return all(
        np.array_equal(a, b, equal_nan=True)
        for new, old in pairs
        for a, b in zip(_leaves(new), _leaves(old), strict=True)
    )


def _leaves(parts: Any) -> list[Any]:
    return [y for part in parts for y in (part if isinstance(part, list | tuple) else [part])]


def _moved(variation: Variation, x: State, t: float, steps: int) -> State:
    """The state that the motion has come to; the last ones are kept with the equations."""
    ways = _WAYS.setdefault(variation.equations, Kept(_carried))
    return ways((*x[:3], *x.numbers, t, steps), variation, x, t, steps)


def _carried(variation: Variation, x: State, t: float, steps: int) -> State:
    """The same, by the classical method of Runge and Kutta."""
    h = (t - float(x.t)) / steps

    def rate(x: State) -> tuple[np.ndarray, np.ndarray]:
        if variation.equations.acting:
            return x.qd, accelerated(variation, x, variation.matrices(x))[0]
        # Without coordinates, and there is no friction by reactions.
        M, F, A, b, phi, velocity = variation.plain(x)
        at = Matrices(M, F, A, b, phi, velocity, (), (), (), (), np.zeros(0), ())
        return x.qd, accelerated(variation, x, at)[0]

    def ahead(x: State, k: Any, part: float) -> State:
        return x._replace(q=x.q + part * k[0], qd=x.qd + part * k[1], t=x.t + part)

    for _ in range(steps):
        k1 = rate(x)
        k2 = rate(ahead(x, k1, h / 2))
        k3 = rate(ahead(x, k2, h / 2))
        k4 = rate(ahead(x, k3, h))
        mean = [(a + 2 * b + 2 * c + d) / 6 for a, b, c, d in zip(k1, k2, k3, k4, strict=True)]
        x = ahead(x, mean, h)
    return x


def same_chart(found: Reduced, x: State) -> Reduced:
    """The equations in another state, in the same coordinates if these do there."""
    chart, every = found.chart, found.candidates.coordinates
    asked = [*chart.velocities, *(i for i in chart.positions if i not in chart.velocities)]
    try:
        return reduced(found.variation, x, every, asked)
    except ValueError:
        return reduced(found.variation, x, every)


def violations(found: Reduced) -> Iterator[tuple[str, np.ndarray, np.ndarray, float]]:
    """Of positions and velocities: "q" or "qd", what remains, the same in the metric, the limit."""
    at, x, metric = found.at, found.x, found.metric
    ones = metric.size(np.ones_like(x.q))
    # Rows on velocities may ask for q̇ by q, and have its rounding: also where q̇ is zero.
    sizes = metric.size(x.q), metric.size(x.qd) + ROUNDING * found.fastest * metric.size(x.q)
    for name, values, size in zip(("q", "qd"), (at.phi, at.velocity), sizes, strict=True):
        off = np.abs(values / metric.lengths[: len(values)]) if len(values) else np.zeros(1)
        yield name, values, off, RTOL * size + ATOL * ones


def balances(there: Reduced, allowed: float) -> bool:
    """Whether the constraints and the balance hold in a state."""
    if any(not off.max() <= 1e3 * limit for _, _, off, limit in violations(there)):
        return False
    limit = max(1e3 * allowed, LASTS * forces(there), rounding(there))
    return there.metric.size(there.N @ there.acceleration()) <= limit


def alike(found: Reduced, there: Reduced, unfelt: Sequence[int] = ()) -> bool:
    """Whether small motions are the same, in the metric and in the time of the fastest."""
    if not len(found.A) or (found.positions, found.velocities) != (
        there.positions,
        there.velocities,
    ):
        return len(found.A) == len(there.A) == 0
    f_q, L = found.sizes[0], found.metric.L
    unit = max(found.fastest, there.fastest) or scale_of(found.parts) or 1.0
    P = np.zeros_like(found.A)
    P[:f_q, :f_q] = np.linalg.qr(unit * L.T @ found.E.q[:f_q].T, mode="r")
    P[f_q:, f_q:] = np.linalg.qr(L.T @ found.N, mode="r")
    felt = np.ones((len(P), 1))
    felt[list(unfelt)] = 0.0
    before, after = (P @ np.linalg.solve(P.T, (felt * A).T).T for A in (found.A, there.A))
    size = max(np.linalg.norm(before), np.linalg.norm(after))
    return bool(np.linalg.norm(after - before) <= ALIKE * size)


def changing(found: Reduced, unfelt: Sequence[int] = ()) -> str:
    """In words, that small motions about a state that balances depend on time; "" if they do
    not.
    """
    for t, there in later(found):
        if there is None or not alike(found, there, unfelt):
            return (
                "in these coordinates small motions depend on time, or change along the motion (at "
                f"t = {t:.4g} they are others), and eigenvalues of an instant tell nothing; use "
                "coordinates in which they stay, such as those of a frame that turns along, or the "
                "lean and the yaw of a wheel; or the multipliers of zw.periodic"
            )
    return ""
