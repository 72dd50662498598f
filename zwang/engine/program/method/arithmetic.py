"""Arithmetic without branches that Python and C have in one text: Python's, written out.

What judges a step and watches the rank is traced with arrays of this program's size, and emitted
like the functions of the system.
"""

from __future__ import annotations

from functools import lru_cache

import jax.numpy as jnp
import numpy as np

from zwang.emit.scalars import scalarized
from zwang.integrate import rank_watch
from zwang.integrate.method import step_size
from zwang.integrate.method.step_size import AbstractStepSize
from zwang.integrate.projection import cut_for

ARGUMENTS = {  # in, out
    "zw_judge": (
        ("q", "qd", "q_new", "qd_new", "error", "reach", "weight", "times", "sigmas", "told"),
        ("judged",),
    ),
    "zw_first_step": (("q", "qd", "qdd", "told"), ("h",)),
    "zw_distance": (("times", "sigmas"), ("ahead",)),
    "zw_cut_for": (("told",), ("cut",)),
}
ROOM = {"judged": 2, "h": 1, "ahead": 1, "cut": 1}  # numbers that C has room for


@lru_cache(maxsize=64)
def arithmetic(rule: AbstractStepSize, order: int, n: int) -> dict[str, dict[str, np.ndarray]]:
    """What each function returns, by name, in scalar values."""

    # told: rtol, atol, the former error, sound, the last correction
    def judge(q, qd, q_new, qd_new, error, reach, weight, times, sigmas, told):
        noise = rank_watch.noise(reach, weight, q, qd, times, sigmas, told[4])
        norm = step_size.error_norm(q, qd, q_new, qd_new, error, noise, told[0], told[1])
        return {"judged": jnp.stack(step_size.judge(rule, order, norm, told[2], told[3] > 0))}

    def first_step(q, qd, qdd, told):  # told: rtol, atol, the span
        return {"h": step_size.initial_step(q, qd, qdd, told[0], told[1], told[2])[None]}

    def distance(times, sigmas):
        return {"ahead": rank_watch.distance(times, sigmas)[None]}

    def cut(told):  # told: σ, the cut so far
        return {"cut": cut_for(told[0], told[1])[None]}

    functions = zip(ARGUMENTS, (judge, first_step, distance, cut), strict=True)
    sizes = {"error": 2 * n, "times": 3, "sigmas": 3}
    told = {"zw_judge": 5, "zw_first_step": 3, "zw_cut_for": 2}
    found = {}
    for name, function in functions:
        given = ARGUMENTS[name][0]
        inputs = [(x, (told[name] if x == "told" else sizes.get(x, n),)) for x in given]
        found[name] = scalarized(function, *inputs)[1]
    return found
