"""A motion at other times: each reached by steps of its own from the row before it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from zwang.base.arrays import as_floats
from zwang.base.status import NumericalError, Status
from zwang.integrate import loop as journeys
from zwang.integrate.course import State
from zwang.integrate.loop import Task
from zwang.motion.build import build
from zwang.motion.motion import Motion
from zwang.motion.summary import system_of

if TYPE_CHECKING:  # where the machine is known none of this is needed
    from zwang.integrate.backend import AbstractMachine
    from zwang.integrate.problem import Request

BACK = 6  # rows from which a time is tried to be reached


def at(motion: Motion, times: Any) -> Motion:
    """The motion at other times within its span; see ``Motion.at``.

    Each time is reached by steps of its own from the row before it.

    Shapes: times (k,).
    """
    system_of(motion, "at")
    wanted = np.atleast_1d(as_floats("times", times, np))
    t = np.asarray(motion.t)
    if wanted.ndim != 1 or not len(wanted) or not np.isfinite(wanted).all():
        raise ValueError(f"`times` is {times!r}; wanted finite times (k,).")
    if wanted.min() < t[0] or wanted.max() > t[-1]:
        raise ValueError(
            f"`times` reaches from {wanted.min():g} to {wanted.max():g}; wanted times within the "
            f"motion, from {t[0]:g} to {t[-1]:g}."
        )
    return reached(motion, wanted, *between(motion))


def between(motion: Motion) -> tuple[Request, AbstractMachine]:
    """The request of a motion between two rows, and the machine that computes it."""
    from zwang.integrate.options import LIMITS, Options
    from zwang.integrate.problem import request
    from zwang.motion.simulate import chosen

    system = system_of(motion, "at")
    method, drift, solver = motion.tools or _tools(motion)
    same = {"method": method, "drift": drift, "solver": solver}
    same |= {name: motion.settings[name] for name in ("rtol", "atol", "step")}
    same |= {name: motion.settings[name] for name in LIMITS if name in motion.settings}
    start = motion.q[0], motion.qd[0], [motion.t[0], motion.t[0] + _span(motion)]
    asked = request(system, *start, motion.p, Options(**same))
    return asked, chosen(asked)


def _span(motion: Motion) -> float:
    """A length of time for the first row; any will do."""
    t = np.asarray(motion.t)
    return max(t[-1], t[0] + 1.0) - t[0]


def reached(motion: Motion, wanted: np.ndarray, asked: Request, machine: AbstractMachine) -> Motion:
    """The motion at times within its span. Shapes: wanted (k,)."""
    t, order = np.asarray(motion.t), np.unique(wanted)
    before = np.searchsorted(t, order, side="right") - 1
    rank = int(np.max(motion.rank))
    first = State(*(np.asarray(x[0], float) for x in (motion.t, motion.q, motion.qd)))
    course = machine.begin(first, motion.qdd[0], asked.settings, _span(motion)).course
    q, qd = np.empty((len(order), motion.q.shape[1])), np.empty((len(order), motion.q.shape[1]))
    for row in np.unique(before):
        here = np.flatnonzero(before == row)
        targets = order[here]
        new = targets > t[row]
        q[here], qd[here] = motion.q[row], motion.qd[row]
        if new.any():
            # From a singular configuration nothing goes on; the row before it does.
            whole = np.flatnonzero(motion.rank[: row + 1] == rank)
            found = _from_some_row(motion, whole[::-1], targets[new], asked, machine)
            q[here[new]], qd[here[new]] = found
    back = np.searchsorted(order, wanted)
    q, qd = q[back], qd[back]
    assert motion.system is not None
    rows = build(
        motion.system,
        wanted,
        q,
        qd,
        motion.p,
        solver=asked.row_solver,
        rank=rank,
        seen=machine.observe(wanted, q, qd, asked.row_solver, asked.row_cut(course)),
        described=asked.program.system,
        parameters=asked.parameters,
    )
    kept = ("stats", "events", "rank_changes", "engine", "settings", "tools")
    return replace(rows, **{name: getattr(motion, name) for name in kept})


def _from_some_row(
    motion: Motion, rows: Any, targets: np.ndarray, asked: Request, machine: AbstractMachine
) -> tuple[np.ndarray, np.ndarray]:
    """The states at times behind some rows, from the first of these that leads there.

    Next to a singular configuration, where the rank is still whole, a row is too near to go on.
    """
    trouble = None
    for row in rows[:BACK]:
        try:
            return _from_row(motion, int(row), targets, asked, machine)
        except NumericalError as error:
            trouble = trouble or error
    assert trouble is not None
    raise trouble


def _from_row(
    motion: Motion, row: int, targets: np.ndarray, asked: Request, machine: AbstractMachine
) -> tuple[np.ndarray, np.ndarray]:
    """q and q̇ at times after a row, by going on from it."""
    here = State(*(np.asarray(x[row], float) for x in (motion.t, motion.q, motion.qd)))
    length, settings, stops = targets[-1] - here.t, asked.settings, None
    if settings.gaps is not None:
        piece = asked.over(here, np.append(here.t, targets))
        here, targets, stops = piece.start, piece.times[1:], piece.stops
        settings = piece.settings._replace(longest=settings.longest)
    course = machine.begin(here, motion.qdd[row], settings, length).course
    # Rows of a span are steps that were good, so one like it is tried at once.
    if motion.settings["step"] is None:
        course = course._replace(h=np.asarray(length))
    names = motion.rows.names
    given = asked.program, asked.parameters, targets, settings, None, names, machine
    task = Task(*given, stops=stops)
    journey = journeys.travel(task, course)
    if journey.status != Status.OK:
        raise NumericalError(journey.status, journey.detail)
    _, q, qd = journey.passed.together()
    return q[1:], qd[1:]


def _tools(motion: Motion) -> tuple[Any, Any, Any]:
    """Method and drift control of a motion from a file, by their names; with their defaults."""
    from zwang.integrate.method.runge_kutta import method_named
    from zwang.integrate.projection import Projection

    if "method" not in motion.settings:
        raise RuntimeError(
            "This motion was made inside jit or vmap, and does not know by which method; wanted "
            "one from zw.simulate itself."
        )
    method = method_named(str(motion.settings["method"]))
    # Between two rows nothing drifts that Baumgarte's terms would have to bring back.
    drift = Projection() if str(motion.settings["drift"]).startswith("Projection") else None
    return method, drift, None
