"""A motion on other rows than its steps, for curves without corners and for extremes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from zwang.base.status import Status
from zwang.motion.motion import Motion

ENOUGH = 601  # evenly spaced times, at which a curve looks smooth
MOST_ROWS = 400  # of a motion that more are computed for; each takes a hundredth of a second
MOST_DRAWN = 20_000  # rows


def finer(motion: Motion, spans: bool) -> Motion:
    """The motion at its rows and at evenly spaced times; as it is, where it has rows enough.

    So it stays also if it failed, changed its rank, or was asked for at given times.
    """
    t = np.asarray(motion.t)
    sound = int(motion.status) == Status.OK and not len(motion.rank_changes)
    if not spans or not sound or not 2 <= len(t) <= MOST_ROWS:
        return motion
    even = np.linspace(t[0], t[-1], ENOUGH)
    try:
        return motion.at(np.unique(np.concatenate([t, even])))
    except (ArithmeticError, ValueError):  # its rows alone are right also
        return motion


def thinned(motion: Motion) -> Motion:
    """The motion at some of its rows, if they are more than a picture can show."""
    every = -(-len(motion) // MOST_DRAWN)
    if every < 2:
        return motion
    T = len(motion)
    kept = np.unique([*range(0, T, every), T - 1])
    in_rows = ("t", "q", "qd", "qdd", "Qc", "Qc_ideal", "Qc_nonideal", "multipliers", "A")
    in_rows += ("residual", "residual_raw", "rate", "rate_raw", "rank", "energy", "power")
    found = {name: getattr(motion, name) for name in in_rows}
    some = {name: x[kept] for name, x in found.items() if x is not None}
    observables = {name: x[kept] for name, x in motion.observables.items()}
    return replace(motion, **some, observables=observables)
