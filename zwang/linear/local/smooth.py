"""Whether forces are smooth in a state: a derivative by program does not see a jump.

The derivative of sign(x) at zero is zero to JAX, and that of |x|. So the accelerations beside the
state are compared with what A says, h away, h / 16 away and so on, to both sides: of what is smooth
the difference falls with h² at least, of a kink with h, and that of a jump stays. What is steep and
smooth agrees with A at last.

Along one state at a time −(d·ḋ) d / d², a damper of length |d| = 0, shows nothing: it needs d and ḋ
both. So the same is looked at along some directions in which all states change, in the metric.
There h begins larger, so that a kink weak beside the stiffness is still seen.

On a rail the same damper is −ḋ but in d = 0: small motions beside the state are alike on all sides,
and it is theirs that hold. The mean of two opposite sides differs from the limit by h².
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import jax
import numpy as np

from zwang.base.status import NumericalError
from zwang.linear.local.moving.later import alike, same_chart
from zwang.linear.local.reduced import Reduced, accelerated, forces, rounding
from zwang.linear.local.variation import State

STEP, PART, TIMES = 1e-7, 16.0, 10  # the first h in parts of the state; how it shrinks, how often
FELT = 1e-3  # differences that count, in parts of what A says at most
NOISE = 1e-12  # rounding of accelerations, in parts of all forces
JUMPS, BENDS = 0.5, 1.0 / 40.0  # how much remains at h / 16, of a jump and of a kink
WIDE, TOGETHER = 1e3, 3  # of all states together: the first h in parts of STEP, how many directions
SHARE = 0.05  # of a kink, without which a state has no part in it


def rough(found: Reduced) -> tuple[str, str]:
    """Names of states, such as "x" or "x'", along which forces jump, and along which they bend."""
    f_q = found.sizes[0]
    if not len(found.A) or found.variation.analytic:  # and A was found to be finite
        return "", ""
    names = _names(found)
    metric, pace, (length, speed) = found.metric, found.fastest or 1.0, _sizes(found)
    noise = max(NOISE * forces(found), rounding(found))
    jumps, bends = [], []
    for j, name in enumerate(names):
        own, step, rate = (
            (found.E.q[j], length, pace**2) if j < f_q else (found.E.qd[j], speed, pace)
        )
        along = np.eye(len(names))[j] * STEP * step / (metric.size(own) or 1.0)
        left = _left(found, along, FELT * STEP * step * rate, noise)
        if left > BENDS:
            (jumps if left > JUMPS else bends).append(name)
    if not jumps and not bends:
        return _together(found)
    return ", ".join(jumps), ", ".join(bends)


def _names(found: Reduced) -> list[str]:
    return [*found.positions, *(f"{x}'" for x in found.velocities)]


def _sizes(found: Reduced) -> tuple[float, float]:
    """A length and a speed of the whole state, in the metric."""
    size, x = found.metric.size, found.x
    length = size(x.q) + size(np.ones_like(x.q))
    return length, max((found.fastest or 1.0) * length, size(x.qd))


def _directions(found: Reduced) -> Iterator[np.ndarray]:
    """Changes of x (f,) of the first h, along which all states change at once."""
    (f_q, f_v), (length, speed) = found.sizes, _sizes(found)
    random = np.random.default_rng(0)
    for _ in range(TOGETHER):
        parts = [random.standard_normal(f_q), random.standard_normal(f_v)]
        y, z = (v / (np.linalg.norm(v) or 1.0) for v in parts)
        yield STEP * (found.chart.T @ np.concatenate([length * y, speed * z]))


def _together(found: Reduced) -> tuple[str, str]:
    """The same along directions in which all states change at once."""
    felt = FELT * STEP * _sizes(found)[1] * (found.fastest or 1.0)
    noise = max(NOISE * forces(found), rounding(found))
    for along in _directions(found):
        left = _left(found, WIDE * along, felt, noise)
        if left > BENDS:
            names = f"{', '.join(_parts(found, along))} together"
            return (names, "") if left > JUMPS else ("", names)
    return "", ""


def beside(found: Reduced) -> Reduced | None:
    """The equations with small motions as they are beside the state; None if sides do not agree."""
    ways = [side * along for along in _directions(found) for side in (1.0, -1.0)]
    try:
        sides = [same_chart(found, _moved(found, along)) for along in ways]
    except (NumericalError, ValueError, np.linalg.LinAlgError):
        return None
    if not all(alike(sides[0], x) for x in sides[1:]):
        return None
    mean = jax.tree.map(
        lambda *x: sum(x) / len(x), *[(there.E, there.change, there.A) for there in sides]
    )
    limit = replace(found, E=mean[0], change=mean[1], A=mean[2], limit=True)
    return None if any(_together(limit)) else limit


def _parts(found: Reduced, along: np.ndarray) -> list[str]:
    """Names of the states without which the difference is another."""
    whole, names = _difference(found, along), _names(found)
    if whole is None:
        return names
    shares = []
    for j in range(len(along)):
        part = _difference(found, np.where(np.arange(len(along)) == j, 0.0, along))
        shares.append(np.inf if part is None else found.metric.size(found.N @ (part - whole)))
    limit = SHARE * max(shares)
    return [name for name, share in zip(names, shares, strict=True) if share >= limit]


def _left(found: Reduced, along: np.ndarray, felt: float, noise: float) -> float:
    """What remains of the difference in a step from h to h / 16, the last that can be seen."""
    before, left = _off(found, along), 0.0
    for _ in range(TIMES):
        if before <= felt:
            return 0.0
        along, felt = along / PART, felt / PART
        after = _off(found, along)
        if after <= noise:
            return 0.0 if noise <= BENDS * before else left
        before, left = after, after / before
        if left <= BENDS:
            return 0.0
    return left


def _off(found: Reduced, along: np.ndarray) -> float:
    """The larger difference of σ̈_J from what A says, to both sides along a change of x (f,)."""
    both = [_difference(found, side * along) for side in (1.0, -1.0)]
    return max(0.0 if x is None else found.metric.size(found.N @ x) for x in both)


def _difference(found: Reduced, along: np.ndarray) -> np.ndarray | None:
    """σ̈_J (f_v,) less what A says after a change of x (f,); None where there is none."""
    x, f_q = _moved(found, along), found.sizes[0]
    try:
        a, _ = accelerated(found.variation, x, found.variation.matrices(x))
    except NumericalError:
        return None  # nothing to compare with: not a matter of smoothness
    second = found.candidates.of(found.variation.second_rates(x, a), a)
    return second[found.chart.velocities] - found.acceleration() - found.A[f_q:] @ along


def _moved(found: Reduced, along: np.ndarray) -> State:
    """The state after a change of x (f,)."""
    x, E = found.x, found.E
    return x._replace(q=x.q + along @ E.q, qd=x.qd + along @ E.qd)
