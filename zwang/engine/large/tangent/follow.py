"""The derivatives of a large motion along directions, one after the other."""

from __future__ import annotations

from time import thread_time
from typing import Any, NamedTuple

import numpy as np

from zwang.base.status import NumericalError, Status
from zwang.engine.large.machine import LargeMachine
from zwang.engine.large.tangent.pair import Pair
from zwang.engine.large.tangent.start import start_along
from zwang.integrate.course import Halt, State
from zwang.integrate.options import Options
from zwang.integrate.problem import Request, request
from zwang.system.system import System

STRETCH = 200  # steps of one call, between which Ctrl-C is heard
ENDS = {
    Halt.STEP_TOO_SMALL: Status.STEP_TOO_SMALL,
    Halt.FAILED: Status.STEP_FAILED,
    Halt.SINGULAR_WITHIN: Status.BRANCH_NOT_ASSURED,
}
CROSSED = (
    "The constraints lose rank at t = {:.6g}, and derivatives of large motions are not carried "
    "across that."
)


class Followed(NamedTuple):
    """Derivatives along directions."""

    rows: np.ndarray  # (3, D, T, n) of q, qd and qdd; NaN where they are missing
    # status, detail: of the direction that failed, or OK
    status: Status
    detail: str
    which: int  # its place
    engine: str  # what computed them


def followed(
    system: System, guess: Any, states: State, changes: Any, p: Any, options: Options
) -> Followed:
    """The derivatives of a motion at its times. Raises Unsupported."""
    t, q, qd = (np.asarray(x, float) for x in states)
    asked = request(system, q[0], qd[0], t, p, options)
    pair = Pair(asked.program, asked.parameters, State(t[0], q[0], qd[0]))
    rows = np.full((3, len(changes), *q.shape), np.nan)
    engine = f"native: {pair.system.kinds} kinds of parts, sparse factors, with derivatives"
    for j, (dg, dgd, dp) in enumerate(changes):
        pair.along(dp)
        try:
            begin = start_along(pair, float(t[0]), guess, (q[0], qd[0]), dg, dgd)
            status, detail = _one(pair, (t, q[0], qd[0]), begin, asked, rows[:, j])
        except NumericalError as error:
            status, detail = error.status, error.detail
        if status != Status.OK:
            return Followed(rows, status, detail, j, engine)
    return Followed(rows, Status.OK, "", 0, engine)


def _one(
    pair: Pair, given: Any, begin: Any, asked: Request, rows: np.ndarray
) -> tuple[Status, str]:
    """Along one direction, into ``rows`` (3, T, n); what became of it."""
    t, q, qd = given
    targets = np.ascontiguousarray(asked.times[1:])
    machine, now = LargeMachine(pair.system, pair.parameters), asked.start
    answer = pair.system.row(now, pair.parameters.vector).answer
    if answer is None:
        return Status.INACCURATE, "The acceleration at the start was not found."
    begun = machine.begin(now, answer.qdd, asked.settings, asked.span)
    if begun.singular:
        return Status.BRANCH_NOT_ASSURED, CROSSED.format(t[0])
    with pair.system.plan.lock:
        machine.load(begun.course, asked.settings)
        pair.both["q"][len(q) :], pair.both["qd"][len(q) :] = begin
    found = np.full((3, len(targets) + 1, len(q)), np.nan)
    halt = _advanced(pair, targets, asked.max_steps, found)
    rows[:] = found if asked.stops is None else found[:, np.append(0, asked.stops.places + 1)]
    time = pair.system.memory.t
    if halt == Halt.NONE:
        return Status.TOO_MANY_STEPS, f"It came to t = {time:.6g}."
    if halt == Halt.END:
        good = np.isfinite(found).all()
        return (Status.OK, "") if good else (Status.INACCURATE, "An acceleration was not found.")
    told = CROSSED if halt == Halt.SINGULAR_WITHIN else "It ended at t = {:.6g}."
    return ENDS[halt], told.format(time)


def _advanced(pair: Pair, targets: np.ndarray, most: int | None, found: np.ndarray) -> Halt:
    """From target to target, into ``found`` (3, T, n); why it ended: NONE after too many steps."""
    halt, out = Halt.NONE, [x.ctypes.data for x in found]
    while halt in (Halt.NONE, Halt.SINGULAR_AHEAD):  # ahead of it the steps go on
        limit = STRETCH if most is None else min(STRETCH, most - _tried(pair))
        if limit <= 0:
            return Halt.NONE
        given = pair.at, targets.ctypes.data, len(targets) - 1, limit
        with pair.system.plan.lock:
            begin = thread_time()
            halt = Halt(pair.library.zw_sparse_pair_advance(*given, *out))
            pair.ran(thread_time() - begin)
    return halt


def _tried(pair: Pair) -> int:
    return pair.system.memory.accepted + pair.system.memory.rejected
