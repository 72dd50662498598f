"""A motion in every way in which one is computed: alone, in an ensemble, by parts; in C and JAX."""

from typing import Any, NamedTuple

import numpy as np

import zwang as zw
from zwang.engine import choose

WAYS = ("native", "jax", "many native", "many jax", "by parts")
MANY = 16  # times over a system stands beside itself to go by parts
FINE: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-13}


class Rows(NamedTuple):
    """States at times (T, n), the end, and what became of it."""

    q: np.ndarray
    qd: np.ndarray
    t_end: float
    status: int


def moved(way: str, monkeypatch, system, q0, qd0, t, p=None, **options) -> Rows:
    """The rows of a motion, computed in one of the ways."""
    options = FINE | options
    if way.startswith("many"):
        given = np.array(q0, float)[None], np.array(qd0, float)[None], t, p
        many = zw.simulate_many(system, *given, engine=way.split()[1], **options)
        return Rows(many.q[0], many.qd[0], float(many.t_end[0]), int(many.status[0]))
    if way == "by parts":
        monkeypatch.setattr(choose, "WRITTEN_OUT", 0)
        q0, qd0 = (np.tile(x, MANY) for x in (q0, qd0))
    engine = "jax" if way == "jax" else "native"
    motion = zw.simulate(system, q0, qd0, t, p, engine=engine, throw=False, **options)
    if way == "by parts":
        assert "kinds of parts" in motion.engine, motion.engine
    return Rows(motion.q, motion.qd, float(motion.t[-1]), int(motion.status))
