"""The plan of an ensemble: all that decides about its results, and its members in chunks.

A chunk is computed by itself: in this process or another, sooner or later, alone or again. The
arrays that come out have the members along their first axis, and do not depend on where the
chunks begin.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import jax
import numpy as np

from zwang.base.functions import split
from zwang.base.identity.digest import digest, digest_of_arrays, digest_of_known, exact
from zwang.base.identity.keyed import Keyed
from zwang.base.status import Status
from zwang.base.version import version
from zwang.ensemble.inputs import Batch
from zwang.ensemble.outputs import END, EVENT, MEMBER, STATES, Keep, labels, layout, shapes
from zwang.ensemble.run.choose import crowd_for
from zwang.ensemble.run.one_by_one import explain_ends, judge_starts
from zwang.ensemble.run.task import Task
from zwang.ensemble.starts import assembled, refused
from zwang.equation.known import known_at
from zwang.equation.observe import Observed
from zwang.integrate.backend import AbstractCrowd, Members, Outcome
from zwang.integrate.options import LIMITS, Options
from zwang.motion.store import COORDINATE, TIME
from zwang.system.system import System

PARAMETER = "p."  # before the names of parameters among the arrays
UNDETERMINED = ("qdd", "Qc", "Qc_ideal", "Qc_nonideal", "multipliers", "power")

# What is asked of each motion, by the names of ``zw.simulate``.
SETTINGS = (
    *("step", "method", "drift", "solver", "events", "max_steps", "rtol", "atol"),
    *LIMITS,
)


@dataclass(frozen=True, eq=False)
class Plan:
    """All that decides about the results of an ensemble.

    It can be sent to another process; what is compiled is compiled there.
    """

    system: System  # the description, with the observables that are kept
    batch: Batch  # starts and parameters
    times: np.ndarray  # (K,) the start, then the times to land on
    options: Options  # tolerances, method and the like
    keep: Keep  # what each member leaves behind
    dtype: np.dtype  # of the results, and of the computation
    engine: str  # as for ``zw.simulate_many``
    assemble: bool  # whether starts are put onto the constraints
    bounds: list[tuple[int, int]]  # first member of each chunk, and the one behind its last
    width: int  # members that JAX advances together; it does not depend on the chunks
    threads: int | None = None  # of the native engine; None for all cores. It changes no result
    # whether there are enough members for a GPU; of a part of them it says the same
    crowded: bool = False

    def __getstate__(self) -> dict[str, Any]:
        kept = self.__dataclass_fields__  # without what was computed here
        return {name: x for name, x in vars(self).items() if name in kept}

    def __len__(self) -> int:
        return self.batch.size

    @cached_property
    def seen(self) -> Observed:
        """Shapes of all that follows from a row."""
        return shapes(self.system, self.batch.n, self.batch.parameters(0))

    @cached_property
    def reported(self) -> np.ndarray:
        """The times (T,) that are kept."""
        return self.times[-1:] if self.keep.rows == END else self.times

    @cached_property
    def crowd(self) -> AbstractCrowd:
        """What computes the motions."""
        return crowd_for(self.task)

    @property
    def task(self) -> Task:
        """What the motions have in common."""
        return Task(
            self.system,
            self.batch,
            self.times,
            self.options,
            self.dtype,
            self.engine,
            self.width,
            self.threads,
            self.crowded,
        )

    @property
    def settings(self) -> dict[str, Any]:
        """What is asked of each motion, by the names of ``zw.simulate``."""
        return {name: getattr(self.options, name) for name in SETTINGS}

    @property
    def events(self) -> tuple[str, ...]:
        """Names of the events."""
        return tuple(event.name for event in self.options.watched.events)

    # -- the arrays of a chunk --------------------------------------------------------------------

    @cached_property
    def _layout(self) -> dict[str, tuple[tuple[str, ...], tuple[int, ...], np.dtype]]:
        """For each array of a chunk dimensions, shape and type, without the axis of members."""
        n, whole = self.batch.n, np.dtype(np.int64)
        found: dict[str, Any] = {"status": ((), (), np.dtype(np.int32))}
        found["t_end"] = (), (), self.dtype
        found |= {name: ((), (), whole) for name in ("accepted", "rejected", "crossings")}
        if self.events:
            count = (len(self.events),)
            found["event_count"] = (EVENT,), count, whole
            found["event_time"] = (EVENT,), count, self.dtype
        for name in self._own_starts:
            found[name] = (COORDINATE,), (n,), np.dtype(np.float64)
        for name, x in self.batch.own().items():
            axes = tuple(f"{PARAMETER}{name}_axis_{k}" for k in range(1, x.ndim))
            found[PARAMETER + name] = axes, x.shape[1:], x.dtype
        rows = len(self.reported)
        kept = layout(self.keep.names, lambda: self.seen, n, self.dtype)
        for name, (dims, shape, kind) in kept.items():
            found[name] = dims, (rows, *shape), kind
        return found

    @property
    def _own_starts(self) -> tuple[str, ...]:
        own = {"q0": self.batch.q0.ndim == 2, "qd0": self.batch.qd0.ndim == 2}
        return tuple(name for name, batched in own.items() if batched or self.assemble)

    @property
    def dims(self) -> dict[str, tuple[str, ...]]:
        """The names of the dimensions of each array, that of the members first."""
        return {name: (MEMBER, *dims) for name, (dims, _, _) in self._layout.items()}

    def template(self) -> dict[str, tuple[tuple[int, ...], np.dtype]]:
        """The shape of each array without the axis of members, and its type."""
        return {name: (shape, kind) for name, (_, shape, kind) in self._layout.items()}

    def coords(self) -> dict[str, np.ndarray]:
        """What stands along dimensions: times, names of coordinates, rows and events."""
        used = {dim for dims in self.dims.values() for dim in dims} | {COORDINATE}
        found = labels(used, self.system, self.batch.n, lambda: self.seen) | {EVENT: self.events}
        coords = {dim: np.array(names, dtype=str) for dim, names in found.items() if dim in used}
        return {TIME: np.asarray(self.reported, float)} | coords

    def constants(self) -> dict[str, tuple[tuple[str, ...], np.ndarray]]:
        """What all members share, with the names of its dimensions: starts and parameters."""
        given = {"q0": self.batch.q0, "qd0": self.batch.qd0}
        found: dict[str, Any] = {
            name: ((COORDINATE,), x) for name, x in given.items() if name not in self._own_starts
        }
        for name, x in self.batch.common().items():
            axes = tuple(f"{PARAMETER}{name}_axis_{k}" for k in range(x.ndim))
            found[PARAMETER + name] = axes, x
        return found

    # -- identity, and parts ----------------------------------------------------------------------

    def fingerprint(self) -> dict[str, str]:
        """Digests of all that decides about the results, by what they are of.

        Equal plans have equal ones, also in another process. Functions count by what was traced
        of them.
        """
        numbers, rest = split(self.batch.p)
        settings = {name: self.settings[name] for name in sorted(self.settings) if name != "events"}
        system, *events = self._known()
        chosen = self.engine, self.dtype.str, self.assemble, self.width
        return {
            "version": version(),
            "system": digest_of_known(system),
            "parameters": digest_of_arrays(*numbers) + digest((self.batch.names, rest.value[1])),
            "starts": digest_of_arrays(self.batch.q0, self.batch.qd0),
            "times": digest_of_arrays(self.times),
            "settings": digest((settings, chosen)) + digest_of_known(*events),
            "keep": f"{self.keep.rows}: {', '.join(self.keep.names)}",
            "chunks": f"{len(self.bounds)} of {len(self)} members: "
            + digest_of_arrays(np.array(self.bounds)),
        }

    def _known(self) -> list[Keyed]:
        """What the system and its events are known by."""
        zeros = np.zeros(self.batch.n)
        of = lambda x: known_at(x, zeros, zeros, self.times[0], self.batch.parameters(0))
        return [of(x) for x in (self.system, *self.options.watched.events)]

    @property
    def traced(self) -> tuple[str, str | None]:
        """What its functions do, for another process with the same JAX; None if it cannot say."""
        return jax.__version__, exact(tuple(self._known()))

    def piece(self, k: int) -> Plan:
        """The plan of one chunk alone: ``run_chunk(plan.piece(k), 0)`` is ``run_chunk(plan, k)``.

        It holds the inputs of its members only, and so is small enough to be sent about.
        """
        first, last = self.bounds[k]
        return self.take(slice(first, last))

    def take(self, which: Any) -> Plan:
        """The plan of some of the members, in one chunk."""
        batch = self.batch.take(which)
        return replace(self, batch=batch, bounds=[(0, batch.size)])


def run_chunk(plan: Plan, k: int) -> dict[str, np.ndarray]:
    """Compute the motions of one chunk."""
    first, last = plan.bounds[k]
    members = plan.batch.members(first, last)
    status = np.zeros(last - first, np.int32)
    if plan.assemble:
        members, status = assembled(plan.system, plan.times[0], plan.batch, members)
    status = refused(plan.system, plan.times[0], plan.batch, members, status)
    outcome = plan.crowd.run(members)
    judge_starts(plan.task, members, outcome)
    explain_ends(plan.task, members, outcome)
    found = _counts(plan, members, outcome, status)
    found |= {name: getattr(members, name) for name in plan._own_starts}
    own = {PARAMETER + name: x[first:last] for name, x in plan.batch.own().items()}
    q, qd = _rows(plan, members, outcome, found["status"])
    found |= own | {name: x for name, x in zip(STATES, (q, qd), strict=True)}
    if plan.keep.follows:
        found |= following(plan, plan.keep.names, found, first)
    return {
        name: np.ascontiguousarray(found[name], dtype=kind)
        for name, (_, kind) in plan.template().items()
    }


def _counts(
    plan: Plan, members: Members, outcome: Outcome, status: np.ndarray
) -> dict[str, np.ndarray]:
    """What became of each member; the starts that were refused have not moved."""
    off = status != Status.OK
    found = {name: getattr(outcome, name).copy() for name in ("accepted", "rejected", "crossings")}
    for x in found.values():
        x[off] = 0
    found["status"] = np.where(off, status, outcome.status)
    found["t_end"] = np.where(off, plan.times[0], outcome.t_end)
    if plan.events:
        found["event_count"] = np.where(off[:, None], 0, outcome.event_count)
        found["event_time"] = np.where(off[:, None], np.nan, outcome.event_time)
    return found


def _rows(
    plan: Plan, members: Members, outcome: Outcome, status: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """q and q̇ (N, T, n) at the times that are kept; NaN where a member did not come."""
    failed = (status != Status.OK)[:, None]
    if plan.keep.rows == END:
        q, qd = (np.where(failed, np.nan, x)[:, None] for x in (outcome.q_end, outcome.qd_end))
        return q, qd
    # A start that was refused before it could move has no rows behind it.
    still = failed & (outcome.t_end <= plan.times[0])[:, None]
    lost = np.where(still, np.nan, 0.0)[:, :, None]
    q, qd = (
        np.concatenate([start[:, None], rows + lost], axis=1)
        for start, rows in ((members.q0, outcome.q), (members.qd0, outcome.qd))
    )
    return q, qd


def following(
    plan: Plan, names: tuple[str, ...], found: dict[str, np.ndarray], first: int = 0
) -> dict[str, np.ndarray]:
    """What follows from the rows; a member with a row that cannot be solved gets its status."""
    q, qd, status = found["q"], found["qd"], found["status"]
    N, T, n = q.shape
    members = plan.batch.members(first, first + N)
    ends = np.broadcast_to(found["t_end"][:, None], (N, T))
    t = ends if plan.keep.rows == END else np.broadcast_to(plan.times, (N, T))
    numbers = tuple(np.repeat(x, T, axis=0) for x in members.numbers)
    seen = plan.crowd.observe(t.reshape(-1), q.reshape(-1, n), qd.reshape(-1, n), numbers)
    given = {name: x for name, x in vars(seen).items() if name in names}
    given |= {name: x for name, x in seen.observables.items() if name in names}
    missing = ~np.isfinite(q).all(axis=-1)
    solved = np.asarray(seen.status).reshape(N, T)
    # In a singular configuration forces and accelerations are not determined by the row alone.
    rank = np.where(missing, -1, np.asarray(seen.rank).reshape(N, T))
    known = (Status.OK, Status.INCONSISTENT, Status.INACCURATE)
    posed = (rank < rank.max(axis=1, keepdims=True)) & ~missing & np.isin(solved, known)
    solved = np.where(missing | posed, Status.OK, solved)
    worst = (solved != Status.OK).argmax(axis=1)
    ended = status == Status.OK
    status[ended] = solved[np.arange(N), worst][ended]
    for name, x in given.items():
        rows = np.array(x).reshape(N, T, *np.shape(x)[1:])
        rows[missing] = 0 if rows.dtype.kind == "i" else np.nan
        if name in UNDETERMINED:
            rows[posed] = np.nan
        given[name] = rows
    return given
