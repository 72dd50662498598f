"""Starts of many members: put onto the constraints, or refused, each by itself."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from zwang.base.functions import join, split
from zwang.base.status import NumericalError, Status
from zwang.consistency.assemble import assemble
from zwang.ensemble.inputs import Batch
from zwang.integrate.backend import Members
from zwang.system.origin import AbstractGuard
from zwang.system.system import System


def assembled(system: System, t: Any, batch: Batch, members: Members) -> tuple[Members, np.ndarray]:
    """The members with their starts on the constraints, and a status for each."""
    q0, qd0 = np.array(members.q0, float), np.array(members.qd0, float)
    status, rest = np.zeros(len(q0), np.int32), split(batch.p)[1]
    guard = system.origin
    nearest = partial(assemble, system)
    if isinstance(guard, AbstractGuard):  # which knows of more than constraints
        nearest = guard.nearest_start
    for i in np.flatnonzero(_finite(members)):
        p = join([x[i] for x in members.numbers], rest)
        try:
            q0[i], qd0[i] = nearest(q0[i], qd0[i], t, p)
        except NumericalError as error:
            status[i] = error.status
    return members._replace(q0=q0, qd0=qd0), status


def refused(
    system: System, t: Any, batch: Batch, members: Members, status: np.ndarray
) -> np.ndarray:
    """The statuses, with those of starts that are none. Shapes: status (N,)."""
    finite = _finite(members)
    status = np.where((status == Status.OK) & ~finite, Status.NON_FINITE, status)
    guard = system.origin
    if not isinstance(guard, AbstractGuard):
        return status
    rest = split(batch.p)[1]
    for i in np.flatnonzero(status == Status.OK):
        try:
            guard.refuse_start(
                members.q0[i], members.qd0[i], t, join([x[i] for x in members.numbers], rest)
            )
        except NumericalError as error:
            status[i] = error.status
        except ValueError:
            status[i] = Status.NOT_ASSEMBLED
    return status


def _finite(members: Members) -> np.ndarray:
    return np.asarray(np.isfinite([members.q0, members.qd0]).all(axis=(0, 2)))
