"""Two steps of collocation across the same stretch: the better one, and whether they agree."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from zwang.integrate.course import Course, Settings, State
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.singular import collocation
from zwang.integrate.singular.collocation import RULES

# AGREE: two steps may differ by this, in parts of what is tolerated; ENOUGH: or by this, of the
#   state's size. Iterates of one of them may differ by a tenth of that.
AGREE, ENOUGH = 10.0, 1e-10


class Laid(NamedTuple):
    """Two steps of collocation: the better one, its length and end; whether they are good.

    ``across`` is the step for whoever computed it: an ``Across``, or the accelerations in C.
    """

    across: Any
    H: float
    end: State
    settled: bool
    agreed: bool


def lay(program: Program, numbers: Any, course: Course, H: float, allowed: np.ndarray) -> Laid:
    """Steps of both rules from a course. Shapes: allowed (2n,)."""
    now, cut = course.now, course.cut
    length, small = jnp.asarray(H, float), jnp.asarray(0.1 * allowed)
    found = [collocation.lay(program, numbers, *now, length, rule, small, cut) for rule in RULES]
    across, q, qd, _ = found[0]
    ends = [np.concatenate([q, qd]) for _, q, qd, _ in found]
    settled = all(bool(good) for *_, good in found)
    moves = float(now.t) + H / 64 > float(now.t)
    agreed = settled and moves and bool((np.abs(ends[0] - ends[1]) <= allowed).all())
    return Laid(across, H, State(now.t + length, q, qd), settled, agreed)


def allowed_by(now: State, settings: Settings) -> np.ndarray:
    """By how much (2n,) two steps may differ."""
    y = np.abs(np.concatenate([now.q, now.qd]))
    asked = float(settings.atol) + float(settings.rtol) * y
    return np.maximum(AGREE * asked, ENOUGH * np.maximum(y, y.max()))
