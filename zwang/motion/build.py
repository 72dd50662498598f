"""A Motion from its rows: all that follows from them, and what became of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import as_floats
from zwang.base.identity.keyed import Keyed
from zwang.base.names import names_of
from zwang.base.parameters import Parameters
from zwang.base.stacked import Stacked
from zwang.base.status import NumericalError, Status
from zwang.consistency.adrift import left
from zwang.equation.known import known_at
from zwang.equation.observe import Observed, observe
from zwang.integrate.rank_watch import RankChange as RankChange
from zwang.motion.motion import Motion, Occurrences, Settings
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
    """A Motion from its rows, with all that follows from them.

    Parameters
    ----------
    system : the description
    t : (T,)        times
    q, qd : (T, n)  coordinates and velocities
    p : parameters
    solver : how to solve; by default ``Auto()``
    status : what became of the run. If it is OK and a row cannot be solved, the motion has the
        status of the first such row, with the constraints concerned in ``detail``
    detail, stats, events, rank_changes, engine, settings, tools : as in ``Motion``
    rank : of A along the motion. In a row with less, a singular configuration, the acceleration
        and the forces are not determined by the row alone: they are NaN
    seen : what follows from the rows; by default it is computed
    described : the system with its key; by default it is made
    projected : whether the rows were brought back to the constraints; see ``adrift``
    sound : whether all rows in ``seen`` are known to be solved, of the rank, and not left
    parameters : those in ``p``, where they are taken apart already
    """
    parameters = Parameters(p) if parameters is None else parameters
    if not sound:
        given = system, t, q, qd, p, solver, seen, status, detail, rank, projected
        t, q, qd, seen, status, detail = _looked_at(*given)
    assert seen is not None
    found = {name: x for name, x in vars(seen).items() if name != "status"}
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
        described=known_at(system, q[0], qd[0], t[0], p) if described is None else described,
        coordinates=names_of(system.coordinates, q.shape[1]),
    )


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
    seen = observe(system, t, q, qd, p, solver=solver) if seen is None else seen
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
