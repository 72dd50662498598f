"""Whether forces are smooth in a state: a derivative by program does not see a jump.

The derivative of sign(x) at zero is zero to JAX, and that of |x|. So the accelerations beside the
state are compared with what A says, h away, h / 16 away and so on, to both sides: of what is smooth
the difference falls with h² at least, of a kink with h, and that of a jump stays. What is steep and
smooth agrees with A at last.
"""

from __future__ import annotations

import numpy as np

from zwang.base.status import NumericalError
from zwang.linear.local.later import fastest
from zwang.linear.local.reduced import Reduced, accelerated, forces, rounding

STEP, PART, TIMES = 1e-7, 16.0, 7  # the first h in parts of the state; how it shrinks, how often
FELT = 1e-3  # differences that count, in parts of what A says at most
NOISE = 1e-12  # rounding of accelerations, in parts of all forces
JUMPS, BENDS = 0.5, 1.0 / 40.0  # how much remains at h / 16, of a jump and of a kink


def rough(found: Reduced) -> tuple[str, str]:
    """Names of states, such as "x" or "x'", along which forces jump, and along which they bend.

    Parameters
    ----------
    found : the equations in a state

    Returns
    -------
    jumps, bends : names, with commas between; empty where there are none
    """
    f_q = found.sizes[0]
    names = [*found.positions, *(f"{x}'" for x in found.velocities)]
    metric, x, pace = found.metric, found.x, fastest(found) or 1.0
    length = metric.size(x.q) + metric.size(np.ones_like(x.q))
    speed = max(pace * length, metric.size(x.qd))
    noise = max(NOISE * forces(found), rounding(found))
    jumps, bends = [], []
    for j, name in enumerate(names):
        own, step, rate = (
            (found.E.q[j], length, pace**2) if j < f_q else (found.E.qd[j], speed, pace)
        )
        h = STEP * step / (metric.size(own) or 1.0)
        left = _left(found, j, h, FELT * STEP * step * rate, noise)
        if left > BENDS:
            (jumps if left > JUMPS else bends).append(name)
    return ", ".join(jumps), ", ".join(bends)


def _left(found: Reduced, j: int, h: float, felt: float, noise: float) -> float:
    """What remains of the difference in a step from h to h / 16, the last that can be seen."""
    before, left = _off(found, j, h), 0.0
    for _ in range(TIMES):
        if before <= felt:
            return 0.0
        h, felt = h / PART, felt / PART
        after = _off(found, j, h)
        if after <= noise:
            return left
        before, left = after, after / before
        if left <= BENDS:
            return 0.0
    return left


def _off(found: Reduced, j: int, h: float) -> float:
    """The larger difference of σ̈_J from what A says, h and −h along the direction j."""
    here, column = found.acceleration(), found.A[found.sizes[0] :, j]
    worst = 0.0
    for step in (h, -h):
        x = found.x._replace(
            q=found.x.q + step * found.E.q[j], qd=found.x.qd + step * found.E.qd[j]
        )
        try:
            a, _ = accelerated(found.variation, x, found.variation.matrices(x))
        except NumericalError:
            return 0.0  # nothing to compare with: not a matter of smoothness
        second = found.candidates.of(found.variation.second_rates(x, a), a)
        change = second[found.chart.velocities] - here - step * column
        worst = max(worst, found.metric.size(found.N @ change))
    return worst
