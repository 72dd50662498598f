"""The report of ``zw.check`` on a large system that is made of parts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from zwang.base.names import names_of
from zwang.base.status import Status
from zwang.consistency.adrift import FAINT, refusal
from zwang.consistency.diagnose import ATOL, RTOL, near_singular, refused
from zwang.consistency.independence import SHARE
from zwang.consistency.nearness import speed_from_rest, stuck
from zwang.consistency.problems import problems_of
from zwang.consistency.report import LEVELS, Dependency, Report, Residual
from zwang.consistency.uniqueness import joined
from zwang.engine.large.instant.state import friction_at, large_at
from zwang.engine.large.instant.structure import (
    SEEN,
    Judged,
    Loose,
    Structure,
    irremovable,
    judged,
)
from zwang.engine.large.memory import Row
from zwang.engine.large.system import Large
from zwang.equation.acceleration_form import Rows
from zwang.equation.fundamental import solve
from zwang.integrate.course import State
from zwang.ir.scalar.graph import Unsupported
from zwang.solvers import rank as rules
from zwang.solvers.solution import Solution
from zwang.solvers.sparse import Sparse
from zwang.system.elements import moved_by_parts
from zwang.system.system import System

# Entries of M and A up to which dense ones will do; and up to which states around are looked at.
LARGEST, AROUND = 4_000_000, 150_000
LOOKED_AT = 50  # rows that may have no derivative


def report_on(system: System, q: Any, qd: Any, t: Any, p: Any, repair: str) -> Report | None:
    """The report on a large system; None where its rank is not sure, or coordinates are free."""
    found, vector, row = large_at(system.ideal(), q, qd, t, p)
    coordinates, names = names_of(system.coordinates, len(q)), found.rows.names
    guilty = _not_finite(coordinates, names, row)
    if guilty:
        return _report(found, coordinates, {"not_finite": guilty}, repair, None)
    seen = judged(found.plan, row)
    if seen is None:
        return None
    solution = solve(row.M, row.Q, row.A, row.b, solver=Sparse(), throw=False)
    if system.nonideal is not None and solution.status == Status.OK:
        friction = friction_at(system, q, qd, t, p)
        if friction is None:
            return None
        solution = replace(solution, status=np.asarray(friction.status))
    fields = _fields(found, seen, coordinates, (q, qd), solution)
    report = _report(found, coordinates, fields, repair, solution)
    qdd = np.asarray(solution.qdd)
    if not names:
        return report
    return _looked_around(report, found, seen.row, (q, qd, t, qdd), vector)


class _Form(NamedTuple):
    """The rows of a state, dense, as ``zwang.equation`` has them."""

    A: np.ndarray
    b: np.ndarray
    phi: np.ndarray
    velocity: np.ndarray
    rows: Any


class _Found(NamedTuple):
    """What ``evaluate`` returns of a state."""

    M: np.ndarray
    Q: np.ndarray
    form: _Form


def _looked_around(
    report: Report, found: Large, here: Row, state: Any, vector: np.ndarray
) -> Report:
    """With what is seen from nearby states, so far as that is not too much."""
    q, qd, t, qdd = state
    row = lambda q, qd: found.row(State(t, q, qd), vector)
    problems = [*_without_derivative(found.rows, row, q, qd), *report.problems]
    if len(q) * (len(q) + len(report.rows)) > AROUND:
        warnings = () if qd.any() else _stuck(report, found.rows, here, row, q, qdd)
        return replace(report, problems=problems, warnings=warnings)

    def at(q, qd):
        x = row(q, qd)
        k = found.rows.velocities
        form = _Form(x.A.toarray(), x.b, x.phi, x.velocity[:k], found.rows)
        return _Found(x.M.toarray(), x.Q, form)

    warnings = near_singular(at, q, qd, at(q, qd).form)
    return replace(report, problems=problems, warnings=warnings)


def _stuck(
    report: Report, rows: Rows, here: Row, at: Any, q: np.ndarray, qdd: np.ndarray
) -> tuple[str, ...]:  # fmt: skip
    """What is to be said of a rest, ``here``, that q̈ cannot end; of places around nothing is
    asked."""
    v = speed_from_rest(q, qdd)
    if report.rank in (None, report.m) or rows.positions < report.m or v is None:
        return ()
    if np.abs(here.b / here.lengths).max() > RTOL * _size(here, qdd):  # a drive ends the rest
        return ()
    there = at(q, v)
    solution = solve(there.M, there.Q, there.A, there.b, solver=Sparse(), throw=False)
    if solution.status != Status.INCONSISTENT:
        return ()
    return (stuck(rows.names, np.asarray(solution.residual)),)


def _without_derivative(rows: Rows, at: Any, q: np.ndarray, qd: np.ndarray) -> list[str]:
    """What is to be said of rows without derivative, of which a few are looked at, dense.

    Only rows that are short beside the longest can be such.
    """
    h, k = rows.positions, rows.velocities
    here = at(q, qd)
    lengths = abs(here.A[:k]).max(axis=1).toarray().ravel()
    longest = lengths.max(initial=0.0)
    short = np.flatnonzero(lengths <= FAINT * max(1.0, longest))[:LOOKED_AT]
    if not len(short):
        return []
    few = np.union1d(short, [lengths.argmax()])

    def look(*states):
        seen = [taken(at(*state)) for state in zip(*states, strict=True)]
        return map(np.array, zip(*seen, strict=True))

    def taken(x):
        return x.A[few].toarray(), np.concatenate([x.phi, x.velocity[h:k]])[few]

    names = [rows.names[i] for i in few]
    return refused(refusal(*taken(here), q, qd, look, names, int((few < h).sum())))


def _not_finite(coordinates: Any, names: Any, row: Row) -> tuple[str, ...]:
    """What gave NaN or infinity, by name."""
    guilty = [] if np.isfinite(row.M.data).all() else ["`mass`"]
    off = zip(coordinates, np.isfinite(row.Q), strict=True)
    guilty += [f"`force` at {name}" for name, finite in off if not finite]
    h = len(row.phi)
    values = np.concatenate([row.phi, row.velocity[h:]])
    ends = np.repeat(np.arange(len(names)), np.diff(row.A.indptr))
    bad = np.bincount(ends, ~np.isfinite(row.A.data), minlength=len(names)) > 0
    derived = bad | ~np.isfinite(row.b) | ~np.isfinite(row.velocity)
    for name, value, wrong in zip(names, values, derived, strict=True):
        if not np.isfinite(value):
            guilty.append(f"the constraint {name!r}")
        elif wrong:
            guilty.append(f"a derivative of the constraint {name!r}")
    return tuple(guilty)


def _fields(
    found: Large, seen: Judged, coordinates: Any, state: Any, solution: Solution
) -> dict[str, Any]:
    """What follows from the numbers."""
    row, structure, mass = seen
    names, n, k = found.rows.names, len(coordinates), found.rows.velocities
    ones = ATOL * _size(row, np.ones(n))
    at_q, at_qd = (RTOL * _size(row, np.asarray(x, float)) + ones for x in state)
    loose, tied = Loose(row.A, structure), structure.labels >= 0
    met = np.asarray(solution.residual) <= rules.tolerance(None, rules.CONSISTENCY, row.b)
    on_q = irremovable(row, found.rows.positions, row.phi, at_q, SHARE)
    on_qd = irremovable(row, k, row.velocity[:k], at_qd, SHARE)
    return {
        "rank": structure.rank,
        **mass,
        "rank_MA": n,
        "condition_A": structure.condition,
        "dependencies": _dependencies(structure, names),
        "inconsistent_position": _named(on_q, names),
        "inconsistent_velocity": _named(on_qd, names),
        "inconsistent_acceleration": _named(tied & ~met, names),
        **_unique(found.rows.groups, loose, structure, coordinates),
        "unique_rows": dict(zip(names, (~tied).tolist(), strict=True)),
        "residuals": tuple(
            Residual(name, level, float(x), float(x / length), allowed)
            for level, values, allowed in zip(LEVELS, (row.phi, row.velocity), (at_q, at_qd))
            for name, x, length in zip(names, values, structure.lengths, strict=False)
        ),
    }


def _size(row: Row, x: np.ndarray) -> float:
    return float(np.sqrt(x @ (row.M @ x)))


def _named(mask: np.ndarray, names: Any) -> tuple[str, ...]:
    return tuple(names[i] for i in np.flatnonzero(mask))


def _dependencies(structure: Structure, names: Any) -> tuple[Dependency, ...]:
    """Rows that depend on each other; of each set as many are too many as it has circuits."""
    labels, N = structure.labels, structure.N
    circuits = np.bincount(labels[N.indices[N.indptr[:-1]]]) if N.shape[0] else ()
    blocks: dict[int, list[str]] = {}
    for i in np.flatnonzero(labels >= 0):
        blocks.setdefault(int(labels[i]), []).append(names[i])
    return tuple(Dependency(tuple(x), len(x) - int(circuits[i])) for i, x in blocks.items())


def _unique(groups: Any, loose: Loose, structure: Structure, coordinates: Any) -> dict[str, Any]:
    """Which forces are unique: of constraints, along coordinates, and together."""
    unique, undetermined, sets = {}, {}, {}
    for name, rows in groups:
        rows = list(rows)
        labels = {int(x) for x in structure.labels[rows] if x >= 0}
        unique[name] = True
        if not labels:
            continue
        sets[name] = labels
        columns, A = loose.columns(rows)
        along = loose.directions(rows, A)
        unique[name] = not len(along)
        if len(along):
            seen = columns[np.abs(along).max(axis=0) > SEEN]
            undetermined[name] = tuple(coordinates[j] for j in seen)
    return {"unique": unique, "undetermined": undetermined, "together": tuple(joined(sets))}


def _report(
    found: Large, coordinates: Any, fields: dict[str, Any], repair: str, solution: Solution | None
) -> Report:
    """The report with its problems."""
    rows = found.rows
    numbers = ("rank", "rank_M", "rank_MA", "condition_M", "condition_A")
    lists = ("dependencies", "free", "not_finite", "outside", "residuals")
    lists += tuple(f"inconsistent_{x}" for x in (*LEVELS, "acceleration"))
    known: dict[str, Any] = {"unique": {}, "mass": "not finite"}
    known |= dict.fromkeys(numbers) | dict.fromkeys(lists, ()) | fields
    report = Report(
        coordinates=coordinates,
        rows=rows.names,
        n=len(coordinates),
        m=len(rows.names),
        not_projected=rows.names[rows.velocities :],
        solver="none: not all numbers are finite" if solution is None else solution.chosen,
        status=Status.NON_FINITE if solution is None else Status(int(solution.status)),
        problems=[],
        groups={name: tuple(rows.names[i] for i in own) for name, own in rows.groups},
        **known,
    )
    return replace(report, problems=list(problems_of(report, solution, repair)))


def report_by_parts(
    system: System, q: np.ndarray, qd: np.ndarray, t: Any, p: Any, repair: str
) -> Report | None:
    """The report by sparse matrices; None where dense ones are needed, and will do.

    Raises ValueError.
    """
    why = "numbers that are not finite"
    if np.isfinite(q).all() and np.isfinite(qd).all() and np.isfinite(t):
        try:
            found = report_on(system, q, qd, t, p, repair)
            why = "coordinates with neither mass nor constraint, or rows that are nearly dependent"
        except Unsupported as reason:
            found, why = None, str(reason)
        if found is not None:
            return found
    n, sums = len(q), moved_by_parts(system)
    if sums is not None and n * (n + (m := sums.rows[1])) > LARGEST:
        raise ValueError(
            f"`check` of {n} coordinates and {m} rows is by sparse matrices, which cannot look at "
            f"{why}; wanted a smaller mechanism for that."
        )
    return None


def loose_at(system: System, q: Any, qd: Any, t: Any, p: Any) -> tuple[Loose, Any, Any, Any]:
    """What is not unique in a state: the judge of it, A, the multipliers, which row is whose.

    Raises Unsupported.
    """
    found, _, row = large_at(system.ideal(), q, qd, t, p)
    seen = judged(found.plan, row)
    if seen is None:
        raise Unsupported("coordinates have neither mass nor constraint, or rows nearly depend")
    solution: Any = solve(row.M, row.Q, row.A, row.b, solver=Sparse(), throw=False)
    if system.nonideal is not None:
        solution = friction_at(system, q, qd, t, p)
        if solution is None or solution.status:
            raise Unsupported("friction depends on multipliers that were not found")
    return Loose(row.A, seen.structure), row.A, np.asarray(solution.lam), found.rows
