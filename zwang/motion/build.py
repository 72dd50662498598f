"""A Motion from its rows: all that follows from them, and what became of it."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import as_floats
from zwang.base.identity.keyed import Keyed
from zwang.base.names import names_of
from zwang.base.parameters import Parameters
from zwang.base.stacked import Stacked
from zwang.base.status import NumericalError, Status
from zwang.consistency.adrift import left
from zwang.equation.observed import Observed
from zwang.integrate.course import RankChange as RankChange
from zwang.motion.motion import Motion, Occurrences, Settings

if TYPE_CHECKING:
    from zwang.integrate.backend import AbstractMachine
    from zwang.integrate.loop import Journey
    from zwang.system.system import System


def build(
    system: System,
    t: Any,
    q: Any,
    qd: Any,
    p: Any = None,
    *,
    solver: Any = None,
    status: Any = Status.OK,
    detail: str = "",
    stats: Mapping[str, Any] | None = None,
    events: Mapping[str, Occurrences] | None = None,
    rank_changes: Sequence[RankChange] = (),
    rank: int = 0,
    engine: str = "jax",
    settings: Mapping[str, Any] | None = None,
    tools: Any = None,
    seen: Observed | None = None,
    described: Keyed | None = None,
    projected: bool = False,
    sound: bool = False,
    parameters: Parameters | None = None,
) -> Motion:
    """A Motion from its rows, with all that follows from them. Shapes: t (T,), q, qd (T, n)."""
    parameters = Parameters(p) if parameters is None else parameters
    if not sound:
        given = system, t, q, qd, p, solver, seen, status, detail, rank, projected
        t, q, qd, seen, status, detail = _looked_at(*given)
    assert seen is not None
    found = {name: x for name, x in vars(seen).items() if name != "status"}
    if described is None:
        from zwang.equation.known import known_at

        described = known_at(system, q[0], qd[0], t[0], p)
    return Motion(
        t=t,
        q=q,
        qd=qd,
        **found,
        numbers=parameters.kept,
        rest=parameters.rest,
        status=status,
        detail=detail,
        stats=dict(stats or {}),
        events=dict(events or {}),
        rank_changes=tuple(rank_changes),
        engine=engine,
        settings=settings if isinstance(settings, Settings) else Settings(settings),
        tools=tools,
        described=described,
        coordinates=names_of(system.coordinates, q.shape[1]),
    )


def of_journey(
    journey: Journey,
    machine: AbstractMachine,
    begun: float,
    solver: Any,
    own: bool,
    watched: Sequence[Any],
    projected: bool,
    **known: Any,
) -> Motion:
    """A Motion from the states of a journey."""
    t, q, qd = journey.passed.together()
    course, rank = journey.course, int(journey.course.rank)
    stats = {
        "accepted": int(course.accepted),
        "rejected": int(course.rejected),
        "crossings": journey.crossings,
        "smallest_step": float(course.smallest),  # inf if all were cut to land on times
        "largest_step": float(course.largest),
        "seconds": time.perf_counter() - begun,
    }
    seen, sound = machine.rows(t, q, qd, solver, None if own else course.cut, rank, projected)
    events = {}
    for event in watched:
        states = [state for name, state in journey.events if name == event.name]
        columns = [np.stack(column) for column in zip(*states, strict=True)]
        none = np.zeros(0), *[np.zeros((0, q.shape[1]))] * 2
        events[event.name] = Occurrences(*(columns or none))
    known |= {"status": journey.status, "detail": journey.detail, "stats": stats}
    known |= {"events": events, "rank_changes": journey.rank_changes, "rank": rank}
    known |= {"solver": solver, "seen": seen, "sound": sound, "projected": projected}
    return build(t=t, q=q, qd=qd, engine=machine.name, **known)


def _looked_at(
    system: System,
    t: Any,
    q: Any,
    qd: Any,
    p: Any,
    solver: Any,
    seen: Observed | None,
    status: Any,
    detail: str,
    rank: int,
    projected: bool,
) -> tuple[Any, Any, Any, Observed, Any, str]:
    """The rows, what follows from them, and what became of the run, in view of all rows."""
    if seen is None:
        from zwang.equation.observe import observe

        seen = observe(system, t, q, qd, p, solver=solver)
    known = isinstance(seen.status, np.ndarray)
    if known and (seen.rank < rank).any():
        seen = _undetermined(seen, np.asarray(seen.rank < rank))
    xp = np if known else jnp
    t, q, qd = (as_floats(name, x, xp) for name, x in (("t", t), ("q", q), ("qd", qd)))
    failing, adrift = (seen.status != Status.OK).argmax(), _adrift(seen, q, qd, projected, xp)
    if not known:
        status = jnp.where(jnp.asarray(status) == Status.OK, seen.status[failing], status)
        lost = (status == Status.OK) & adrift.any()
        status = jnp.where(lost, int(Status.LEFT_CONSTRAINTS), status)
    else:
        status = Status(int(status))
        if status == Status.OK and seen.status[failing] != Status.OK:
            status = Status(int(seen.status[failing]))
            large = isinstance(seen.A, Stacked)  # too large to look for the cause
            at = t[failing], q[failing], qd[failing]
            reason = "" if large else _reason(system, *at, p, solver)
            detail = " ".join(filter(None, (f"At t = {t[failing]:.6g}.", reason)))
        elif status == Status.OK and adrift.any():
            status = Status.LEFT_CONSTRAINTS
            detail = _remaining(seen, np.flatnonzero(adrift))
    return t, q, qd, seen, status, detail


def _adrift(seen: Observed, q: Any, qd: Any, projected: bool, xp: Any) -> Any:
    """Which rows on positions and velocities (k,) are left."""
    h, k = seen.rows.positions, seen.rows.velocities
    A = seen.A if isinstance(seen.A, Stacked) else seen.A[:, :k]
    return left(A, seen.residual_raw[:, :k], q, qd, h, projected, xp)


def _remaining(seen: Observed, guilty: np.ndarray) -> str:
    """Which rows are left, and how much remains of them at most."""
    most = np.abs(seen.residual_raw).max(axis=0)
    return f"Left: {', '.join(f'{seen.rows.names[i]!r} by {most[i]:.3g}' for i in guilty)}."


def _undetermined(seen: Observed, rows: np.ndarray) -> Observed:
    """What was observed, without what a singular configuration does not determine."""
    names = ("qdd", "Qc", "Qc_ideal", "Qc_nonideal", "multipliers", "power")
    rows = rows & np.isin(seen.status, (Status.OK, Status.INCONSISTENT, Status.INACCURATE))
    lost = {name: getattr(seen, name).copy() for name in names}
    for x in lost.values():
        x[rows] = np.nan
    return replace(seen, **lost, status=np.where(rows, Status.OK, seen.status))


def _reason(system: System, t: Any, q: Any, qd: Any, p: Any, solver: Any) -> str:
    """Why a row cannot be solved, with names: what the same solve by itself complains of."""
    try:
        system.acceleration(q, qd, t, p, solver=solver)
    except NumericalError as error:
        return error.detail
    return ""
