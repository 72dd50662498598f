"""A system in a state, diagnosed in plain words and by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import jax
import numpy as np

from zwang.base.arrays import is_concrete
from zwang.base.functions import AbstractStaged, Bound, flat
from zwang.base.names import names_of
from zwang.base.process.one_thread import one_thread
from zwang.base.status import Status
from zwang.consistency.adrift import refusal
from zwang.consistency.independence import Independence, in_metric
from zwang.consistency.nearness import At, warning
from zwang.consistency.problems import problems_of
from zwang.consistency.report import LEVELS, Dependency, Report, Residual
from zwang.consistency.uniqueness import Uniqueness, friction_depends
from zwang.equation.acceleration_form import AccelerationForm, acceleration_form
from zwang.equation.indices import OutsideArray
from zwang.equation.matrices import evaluate
from zwang.solvers.solution import Solution
from zwang.system.elements import by_sparse_means
from zwang.system.origin import AbstractSource, AbstractStarted, required_system
from zwang.system.system import System

# How far a start may be off: what a motion at its default tolerances would not notice. RTOL is
# of the size of q, or of qd, in the metric; ATOL is in units of the coordinates.
RTOL, ATOL = 1e-9, 1e-12
NOT_UNIQUE = (
    "Friction, {}, depends on {}, of which only a part is unique: the motion depends on the "
    "convention that the multipliers are the least."
)
OVERFLOW = "what M and A give together, whose numbers leave the range of floats"


@one_thread
def check(
    system: System | AbstractSource, q: Any = None, qd: Any = None, t: Any = 0.0, p: Any = None
) -> Report:
    """Diagnose a system in a state: ranks, redundancy, unique forces, and how it would start.

    Nothing about the state raises: what is wrong stands in ``report.problems``.

    Parameters
    ----------
    system : a ``zw.System``; a ``zw.Mechanism``, whose own ``check`` this is; or a
        ``zw.Controller``, for its closed loop
    q : (n,)    coordinates; of a mechanism by default its start
    qd : (n,)   velocities; of a mechanism by default its start
    t : ()      time
    p : parameters

    Returns
    -------
    Report

    References
    ----------
    [US10] between eqs. (7) and (8), for the rank of [M | Aᵀ].
    """
    if isinstance(system, AbstractStarted):
        return system.check(q, qd, t, p)
    system = required_system(system)
    if not is_concrete(q, qd, t, *flat(p)[0]):
        raise TypeError("`check` looks at numbers; call it outside of jit, vmap and grad.")
    q, qd, t = (np.asarray(x, np.float64) for x in system.state(q, qd, t, np))
    repair = "zw.assemble(system, q, qd" + (", t, p)" if t or p is not None else ")")
    at = lambda q, qd: evaluate(system, q, qd, t, p)
    try:
        if by_sparse_means(system, len(q), rubbing=True):
            sparse = _by_parts(system, q, qd, t, p, repair)
            if sparse is not None:
                return sparse
        found = at(q, qd)
    except OutsideArray as error:
        return _without_numbers(system, q, qd, t, p, error.found)
    M, Q = np.asarray(found.M), np.asarray(found.Q)
    form: AccelerationForm = jax.tree.map(np.asarray, found.form)
    coordinates = names_of(system.coordinates, len(q))
    with np.errstate(all="ignore"):
        guilty = _not_finite(coordinates, q, qd, t, M, Q, form)
        solution = None
        if all(np.isfinite(x).all() for x in (M, Q, form.A, form.b)):
            solution = _attempt(lambda: system.acceleration(q, qd, t, p, throw=False))
            if solution is None or solution.status == Status.NON_FINITE:
                guilty.append("`nonideal`" if solution and system.nonideal else OVERFLOW)
        report = _report(coordinates, q, qd, M, form, solution, guilty)
    problems = [
        *_without_derivative(at, q, qd, form),
        *problems_of(report, solution, repair),
    ]
    friction = lambda: tuple(_of_friction(system, q, qd, t, p, form))
    warnings = near_singular(at, q, qd, form) + (_attempt(friction) or ()) if report.m else ()
    return replace(report, problems=problems, warnings=warnings)


def _by_parts(
    system: System, q: np.ndarray, qd: np.ndarray, t: Any, p: Any, repair: str
) -> Report | None:
    """The report by sparse means; None where dense ones are needed, and will do."""
    from zwang.engine.large import report_by_parts

    return report_by_parts(system, q, qd, t, p, repair)


def near_singular(at: At, q: np.ndarray, qd: np.ndarray, form: Any) -> tuple[str, ...]:
    """What may become difficult on the way: a singular configuration that is near.

    Shapes: q, qd (n,).
    """
    if not np.isfinite(form.A).all():
        return ()
    with np.errstate(all="ignore"):
        found = _attempt(lambda: warning(at, q, qd, form.rows.names))
    return (found,) if found else ()


def _of_friction(
    system: System, q: np.ndarray, qd: np.ndarray, t: Any, p: Any, form: AccelerationForm
) -> Iterable[str]:
    """Friction that depends on multipliers which are not unique; a mechanism knows it by itself."""
    C = system.nonideal
    if not isinstance(C, Bound) or not C.asks_for("lam") or isinstance(C.function, AbstractStaged):
        return
    here = evaluate(system, q, qd, t, p)
    N = Uniqueness(Independence(in_metric(np.asarray(here.M), form.A)), form.rows.groups).N
    solution = system.acceleration(q, qd, t, p, throw=False)
    if not N.size or not np.isfinite(solution.lam).all():
        return
    # The reaction and the force of ideal constraints are unique: these do not change.
    given = {"reaction": solution.Qc_ideal, "Qc_ideal": solution.Qc_ideal}
    law = lambda qd, lam: system.C(q, qd, t, p, lam=lam, **given)
    if friction_depends(law, qd, np.asarray(solution.lam), N):
        yield NOT_UNIQUE.format("`nonideal`", "the multipliers")


def _without_numbers(
    system: System, q: np.ndarray, qd: np.ndarray, t: Any, p: Any, outside: tuple[str, ...]
) -> Report:
    """The report on a system whose functions take what is not there: their values mean nothing."""
    shapes = jax.eval_shape(lambda: acceleration_form(system, q, qd, t, p))
    form = jax.tree.map(lambda x: np.full(x.shape, np.nan), shapes)
    coordinates = names_of(system.coordinates, len(q))
    report = _report(coordinates, q, qd, np.full((len(q), len(q)), np.nan), form, None, [])
    report = replace(report, outside=outside, mass="unknown", solver="none: there are no numbers")
    return replace(report, problems=list(problems_of(report, None, "")))


def _report(
    coordinates: tuple[str, ...],
    q: np.ndarray,
    qd: np.ndarray,
    M: np.ndarray,
    form: AccelerationForm,
    solution: Solution | None,
    guilty: list[str],
) -> Report:
    """The report without its problems."""
    names, (m, n) = form.rows.names, form.A.shape
    fields: dict[str, Any] = {"unique": {}, "mass": "not finite"}
    fields |= dict.fromkeys(("rank", "rank_M", "rank_MA", "condition_M", "condition_A"))
    contradictions = [f"inconsistent_{x}" for x in (*LEVELS, "acceleration")]
    fields |= dict.fromkeys(("dependencies", "free", *contradictions), ())
    fields["residuals"] = _residuals(form, np.ones(m), (np.nan, np.nan))
    if np.isfinite(M).all():
        found = _attempt(lambda: _structure(coordinates, q, qd, M, form, solution))
        guilty += [OVERFLOW] if found is None and OVERFLOW not in guilty else []
        fields |= found or {"mass": "unknown"}
    return Report(
        coordinates=coordinates,
        rows=names,
        n=n,
        m=m,
        not_projected=names[form.rows.velocities :],
        solver="none: not all numbers are finite" if solution is None else solution.chosen,
        status=Status.NON_FINITE if solution is None else Status(int(solution.status)),
        not_finite=tuple(guilty),
        outside=(),
        problems=[],
        groups={name: tuple(names[i] for i in rows) for name, rows in form.rows.groups},
        **fields,
    )


def _attempt(compute: Callable[[], Any]) -> Any:
    """What is computed, or None where numbers near the ends of the range of floats forbid it."""
    try:
        return compute()
    except np.linalg.LinAlgError:
        return None


def _structure(
    coordinates: tuple[str, ...],
    q: np.ndarray,
    qd: np.ndarray,
    M: np.ndarray,
    form: AccelerationForm,
    solution: Solution | None,
) -> dict[str, Any]:
    """The fields of a Report that follow from finite M and, where it is finite too, A."""
    names, n = form.rows.names, len(M)
    known = bool(np.isfinite(form.A).all())
    metric = in_metric(M, form.A if known else form.A[:0])
    mass = {x: getattr(metric, x) for x in ("mass", "rank_M", "condition_M")}
    if not known:
        return mass
    if not np.isfinite(metric.U).all() or not np.isfinite(metric.lengths).all():
        raise np.linalg.LinAlgError(OVERFLOW)
    rows = Independence(metric)
    at_q, at_qd = (RTOL * metric.size(x) + ATOL * metric.size(np.ones(n)) for x in (q, qd))
    not_met = rows.contradictory(form.b, None if solution is None else solution.residual)
    rank_MA, free = rows.free()
    return mass | {
        "rank": rows.rank,
        "dependencies": tuple(
            Dependency(tuple(names[i] for i in block), rank) for block, rank in rows.blocks()
        ),
        "inconsistent_position": _where(rows.irremovable(form.phi, at_q), names),
        "inconsistent_velocity": _where(rows.irremovable(form.velocity, at_qd), names),
        "inconsistent_acceleration": _where(not_met, names),
        **_unique(rows, form, coordinates),
        "condition_A": rows.condition_A,
        "rank_MA": rank_MA,
        "free": _where(free, coordinates),
        "residuals": _residuals(form, metric.lengths, (at_q, at_qd)),
    }


def _unique(
    rows: Independence, form: AccelerationForm, coordinates: tuple[str, ...]
) -> dict[str, Any]:
    """Which forces are unique: of constraints, of rows, along coordinates, and together."""
    found, groups = Uniqueness(rows, form.rows.groups), form.rows.groups
    unique = {name: rows.is_unique(group) for name, group in groups}
    loose = {}
    for name, group in groups:
        own = list(group)
        along = found.directions(own, lambda lam, own=own: lam[:, own] @ form.A[own])
        if not unique[name]:
            loose[name] = _where(np.abs(along).max(axis=0, initial=0.0) > 1e-6, coordinates)
    return {
        "unique": unique,
        "unique_rows": dict(zip(form.rows.names, found.of_rows().tolist(), strict=True)),
        "undetermined": loose,
        "together": tuple(found.together()),
    }


def _where(mask: Any, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the places that are marked; the mask may be of the first of them only."""
    return tuple(name for name, here in zip(names, mask, strict=False) if here)


def _residuals(
    form: AccelerationForm, lengths: np.ndarray, allowed: tuple[float, ...]
) -> tuple[Residual, ...]:
    return tuple(
        Residual(name, level, float(x), float(x / length), tolerance)
        for level, values, tolerance in zip(LEVELS, (form.phi, form.velocity), allowed, strict=True)
        for name, x, length in zip(form.rows.names, values, lengths, strict=False)
    )


def _not_finite(
    coordinates: Sequence[str], q, qd, t, M, Q, form: AccelerationForm
) -> list[str]:  # fmt: skip
    """What gave NaN or infinity: the state itself, or a function of it, by name."""
    guilty = [
        f"`{what}` at {name}"
        for what, x in (("q", q), ("qd", qd), ("force", Q))
        for name, finite in zip(coordinates, np.isfinite(x), strict=True)
        if not finite
    ]
    guilty += [] if np.isfinite(t) else ["`t`"]
    guilty += [] if np.isfinite(M).all() else ["`mass`"]
    values = np.concatenate([form.phi, form.velocity[form.rows.positions :]])
    for i, name in enumerate(form.rows.names):
        known = i < len(values)
        derived = [form.A[i], form.b[i], *form.velocity[i : i + 1]]
        if known and not np.isfinite(values[i]):
            guilty.append(f"the constraint {name!r}")
        elif not all(np.isfinite(x).all() for x in derived):
            guilty.append(f"{'a derivative of ' if known else ''}the constraint {name!r}")
    return guilty


def _without_derivative(at: At, q: Any, qd: Any, form: Any) -> list[str]:
    """What is to be said of rows that have no derivative."""
    h, k = form.rows.positions, form.rows.velocities

    def rows(form):
        return form.A[:k], np.concatenate([form.phi, form.velocity[h:k]])

    def look(*states):
        forms = [at(q, qd).form for q, qd in zip(*states, strict=True)]
        return map(np.array, zip(*map(rows, forms), strict=True))

    return refused(refusal(*rows(form), q, qd, look, form.rows.names, h))


def refused(said: str) -> list[str]:
    """A refusal as a problem of a report; none where nothing is said."""
    return [f"{said[0].upper()}{said[1:]}."] if said else []
