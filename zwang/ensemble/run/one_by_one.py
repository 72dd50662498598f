"""Members one by one, each by ``zw.simulate``: what a crowd must agree with."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import jax
import numpy as np

from zwang.base.functions import join, split
from zwang.base.parameters import Parameters
from zwang.base.status import NotAssembled, NumericalError, Status
from zwang.ensemble.run.task import Task
from zwang.equation.observe import Observed
from zwang.integrate.backend import AbstractCrowd, Members, Outcome
from zwang.motion.build import build
from zwang.motion.motion import Motion
from zwang.motion.simulate import chosen, simulated
from zwang.system.origin import AbstractGuard

FAILED = Status.STEP_TOO_SMALL, Status.STEP_FAILED, Status.NON_FINITE


class Refusal(Exception):
    """A start from which there is no motion."""

    def __init__(self, status: Status, detail: str):
        self.status, self.detail = status, detail
        super().__init__(detail)


def attempt(task: Task, t: Any, q0: Any, qd0: Any, p: Any, engine: str) -> Motion:
    """The motion of one member, whatever becomes of it. Shapes: q0, qd0 (n,). Raises Refusal."""
    if not (np.isfinite(q0).all() and np.isfinite(qd0).all()):
        raise Refusal(Status.NON_FINITE, "The start holds NaN or infinity.")
    try:
        options = replace(task.options, engine=engine, throw=False)
        return simulated(task.system, q0, qd0, t, p, options)
    except NumericalError as error:
        raise Refusal(error.status, error.detail) from None
    except NotAssembled as error:
        raise Refusal(Status.NOT_ASSEMBLED, str(error)) from None


def alone(task: Task, t: Any, q0: Any, qd0: Any, p: Any, engine: str) -> Motion:
    """The same; a start that is none gives a motion of one row, with its status."""
    try:
        return attempt(task, t, q0, qd0, p, engine)
    except Refusal as refusal:
        first = np.asarray(t, float)[:1]
        options = task.options
        about = {"status": refusal.status, "detail": refusal.detail, "engine": "none"}
        about |= {"solver": options.row_solver, "tools": options.tools}
        return build(task.system, first, q0[None], qd0[None], p, **about)


class OneByOne(AbstractCrowd):
    """Members one after the other."""

    def __init__(self, task: Task, engine: str, why: str, threads: int = 1):
        self.task, self.engine, self.why, self.threads = task, engine, why, threads
        self.asked = task.request(engine)
        self.machine = chosen(self.asked)
        ways = "one member after the other" if threads == 1 else f"{threads} threads"
        self.name = f"{self.machine.name}; {ways}: {why}"

    def run(self, members: Members) -> Outcome:
        found = blank(len(members.q0), self.task, members)
        one = lambda i: place(self.task, self.engine, members, i, found, i)
        if self.threads == 1:
            for i in range(len(members.q0)):
                one(i)
            return found
        with ThreadPoolExecutor(self.threads) as pool:
            try:
                list(pool.map(one, range(len(members.q0))))
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        return found

    def observe(self, t: Any, q: Any, qd: Any, numbers: tuple[np.ndarray, ...]) -> Observed:
        # Rows of one member follow each other and have the same parameters: one call for them.
        same = np.ones(len(t), bool)
        same[0] = False
        for x in numbers:
            flat = x.reshape(len(t), -1)
            same[1:] &= ((flat[1:] == flat[:-1]) | np.isnan(flat[1:])).all(axis=1)
        firsts = np.flatnonzero(~same)
        parts = []
        for first, last in zip(firsts, [*firsts[1:], len(t)], strict=True):
            p = join([x[first] for x in numbers], self.asked.program.rest)
            machine = chosen(self.asked._replace(parameters=Parameters(p)))
            rows = slice(first, last)
            parts.append(machine.observe(t[rows], q[rows], qd[rows], self.asked.row_solver))
        return jax.tree.map(lambda *x: np.concatenate([np.asarray(y) for y in x]), *parts)


def blank(count: int, task: Task, members: Members) -> Outcome:
    """An outcome to be filled: nobody has moved."""
    K, n = len(task.times) - 1, task.n
    events = len(task.request().program.events.value.events)
    nothing = np.full((count, K, n), np.nan)
    whole = lambda *shape: np.zeros((count, *shape), np.int64)
    return Outcome(
        q=nothing,
        qd=nothing.copy(),
        t_end=np.full(count, float(task.times[0])),
        q_end=np.array(members.q0, float),
        qd_end=np.array(members.qd0, float),
        status=np.zeros(count, np.int32),
        accepted=whole(),
        rejected=whole(),
        crossings=whole(),
        event_count=whole(events),
        event_time=np.full((count, events), np.nan),
    )


def judge_starts(task: Task, members: Members, found: Outcome) -> None:
    """Tell of members that are stuck what a motion alone would: whether there are ways that it does
    not choose between, or none.
    """
    for i in () if found.stuck is None else np.flatnonzero(found.stuck):
        place(task, "auto", members, int(i), found, int(i))


def explain_ends(task: Task, members: Members, found: Outcome) -> None:
    """Where steps fail, the status that the guard of the system names a little ahead."""
    guard, t0 = task.system.origin, task.times[0]
    if not isinstance(guard, AbstractGuard):
        return
    for i in np.flatnonzero(np.isin(found.status, FAILED) & (found.t_end > t0)):
        t, q, qd = found.t_end[i], found.q_end[i], found.qd_end[i]
        p = join([x[i] for x in members.numbers], split(task.batch.p)[1])
        step = (t - t0) / max(found.accepted[i], 1)
        try:
            for h in (0.0, 1e-9 * step, 1e-6 * step, 1e-3 * step):
                guard.explain(q + h * qd, qd, t + h, p)
        except NumericalError as error:
            found.status[i] = error.status


def place(task: Task, engine: str, members: Members, i: int, found: Outcome, k: int) -> None:
    """Compute one member by itself, and put it into its place."""
    p = join([x[i] for x in members.numbers], split(task.batch.p)[1])
    try:
        motion = attempt(task, task.times, members.q0[i], members.qd0[i], p, engine)
    except Refusal as refusal:
        found.status[k], found.t_end[k] = refusal.status, task.times[0]
        found.q_end[k], found.qd_end[k] = members.q0[i], members.qd0[i]
        found.q[k], found.qd[k] = np.nan, np.nan
        for name in ("accepted", "rejected", "crossings"):
            getattr(found, name)[k] = 0
        return
    if motion.status == Status.INTERRUPTED:
        raise KeyboardInterrupt
    found.status[k], found.t_end[k] = int(motion.status), motion.t[-1]
    found.q_end[k], found.qd_end[k] = motion.q[-1], motion.qd[-1]
    landed = np.isin(motion.t, task.times[1:])
    landed[0] = False
    rows = np.searchsorted(task.times[1:], motion.t[landed])
    found.q[k], found.qd[k] = np.nan, np.nan
    found.q[k, rows], found.qd[k, rows] = motion.q[landed], motion.qd[landed]
    for name in ("accepted", "rejected", "crossings"):
        getattr(found, name)[k] = motion.stats[name]
    for e, event in enumerate(motion.events.values()):
        found.event_count[k, e] = len(event.t)
        found.event_time[k, e] = event.t[0] if len(event.t) else np.nan
