"""The derivatives of a motion along directions: part by part, or by pairs of twice its size."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from zwang.base.functions import split
from zwang.base.status import NotAssembled, Status
from zwang.consistency.independence import NOT_ALIKE
from zwang.engine import choose
from zwang.equation.acceleration_form import Rows, rows_of
from zwang.equation.known import known_at
from zwang.integrate.course import State
from zwang.integrate.options import Options
from zwang.integrate.problem import request
from zwang.motion.motion import Motion
from zwang.motion.simulate import simulated
from zwang.sensitivity.start import start_along
from zwang.sensitivity.tangent_system import TANGENT, varied
from zwang.sensitivity.wrt import Directions, is_large, require_few
from zwang.system.elements import moved_by_parts
from zwang.system.system import System

# What ends derivatives by parts and need not end those by pairs, which cross singular
# configurations and have the dense kernel.
BY_PAIRS = Status.BRANCH_NOT_ASSURED, Status.INACCURATE, Status.NOT_ASSEMBLED

Columns = tuple[np.ndarray, Status, str, str]


def columns_of(motion: Motion, guess: Any, along: Directions, options: Options) -> Columns:
    """Derivatives of q, qd and qdd (3, T, D, n), their status, its detail, and the engine."""
    if motion.status != Status.OK:
        return _nothing(motion, along), Status(int(motion.status)), motion.detail, "none"
    system = motion.system
    assert system is not None
    if options.engine != "jax" and _has_parts(system, motion.q.shape[1], motion.rows):
        found = _by_parts(motion, guess, along, options)
        if found is not None:
            return found
    return _by_pairs(motion, guess, along, options)


def prepare(system: System, start: Any, t: Any, p: Any, options: Options) -> None:
    """Have programs compiled while others go on: that of the motion, then that of the pairs."""
    if options.engine == "jax":
        return
    q, qd = (np.asarray(x, float) for x in start)
    choose.prepare(request(system, q, qd, t, p, options))
    n, rows = len(q), rows_of(system, q, qd, t[0], p)
    if _has_parts(system, n, rows):
        return
    numbers, _ = split(p, np)
    pair = varied(known_at(system, q, qd, t[0], p), n, rows)
    x, xd = (np.concatenate([y, np.zeros(n)]) for y in (q, qd))
    along = {"p": p, "along": [np.zeros(np.shape(y)) for y in numbers]}
    choose.prepare(request(pair, x, xd, np.asarray(t), along, _of_pairs(options)))


def _has_parts(system: System, n: int, rows: Rows) -> bool:
    """Whether derivatives are looked for by parts.

    A pair has twice the coordinates and rows of its motion. What is as large as that is not
    written out, and a kind of part of a mechanism is known from one to the next.
    """
    most = choose.TRACED * choose.WRITTEN_OUT
    return 4 * n * (n + len(rows.names)) > most or moved_by_parts(system) is not None


def _of_pairs(options: Options) -> Options:
    """How pairs move."""
    return replace(options, solver=TANGENT, throw=False)


def _nothing(motion: Motion, along: Directions) -> np.ndarray:
    """Room for derivatives (3, T, D, n), which are missing so far."""
    T, n = motion.q.shape
    return np.full((3, T, len(along), n), np.nan)


def _by_pairs(motion: Motion, guess: Any, along: Directions, options: Options) -> Columns:
    """Each direction is a motion of 2n coordinates."""
    system, n = motion.system, motion.q.shape[1]
    assert system is not None
    require_few(system, n)
    found, engine = _nothing(motion, along), "none"
    state = motion.t[0], motion.q[0], motion.qd[0]
    s, sd = start_along(system, guess, state, along.p, along.dq0, along.dqd0, along.dp)
    tangent = _of_pairs(options)
    pair = varied(known_at(system, *state[1:], state[0], along.p), n, motion.rows)
    for j, size in enumerate(along.sizes):
        x0 = np.concatenate([motion.q[0], size * s[j]])
        xd0 = np.concatenate([motion.qd[0], size * sd[j]])
        p = {"p": along.p, "along": [size * change[j] for change in along.dp]}
        try:
            moved = simulated(pair, x0, xd0, motion.t, p, tangent)
        except NotAssembled as why:  # of redundant rows, no change of the start meets them all
            rows = f"{why.row.removeprefix('derivative of ')!r} and constraints beside it"
            detail = f"The derivative by {along.names[j]!r}. {NOT_ALIKE.format(rows)}"
            return found, Status.INCONSISTENT, detail, engine
        engine = moved.engine
        if moved.status != Status.OK:
            detail = f"The derivative by {along.names[j]!r}. {moved.detail}"
            return found, Status(int(moved.status)), detail, engine
        for k, rows in enumerate((moved.q, moved.qd, moved.qdd)):
            found[k, :, j] = rows[:, n:] / size
    return found, Status.OK, motion.detail, engine


def _by_parts(motion: Motion, guess: Any, along: Directions, options: Options) -> Columns | None:
    """Beside the motion on its sparse factors; None where that cannot be."""
    from zwang.engine.large import Unsupported, followed  # which few need

    system, sizes, n = motion.system, along.sizes, motion.q.shape[1]
    assert system is not None
    changes = [
        (size * along.dq0[j], size * along.dqd0[j], [size * x[j] for x in along.dp])
        for j, size in enumerate(sizes)
    ]
    states = State(motion.t, motion.q, motion.qd)
    try:
        if motion.rank_changes:
            raise Unsupported("the motion goes through singular configurations")
        told = followed(system, guess, states, changes, along.p, options)
    except Unsupported as why:
        require_few(system, n, str(why))
        return None
    if told.status in BY_PAIRS and not is_large(n, len(motion.rows.names)):
        return None
    found = np.moveaxis(told.rows, 1, 2) / sizes[:, None]
    detail = f"The derivative by {along.names[told.which]!r}. {told.detail}"
    good = told.status == Status.OK
    return found, told.status, motion.detail if good else detail, told.engine
