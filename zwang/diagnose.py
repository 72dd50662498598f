r"""A system in a state, diagnosed in plain words and by name.

All ranks are those of the one rule, of rows of A scaled to length one in the metric M, or, where
M is singular, in the like units of the auxiliary mass. Let P be the projector onto the scaled
multipliers that exert no force, the null space of Aᵀ:

    rows that depend on each other      the blocks of P
    rows that contradict each other     P b ≠ 0, with b scaled likewise
    the force of the group g is unique  rank A = rank A_g + rank A_rest
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import jax
import numpy as np

from zwang import arrays
from zwang.acceleration import evaluate
from zwang.acceleration_form import AccelerationForm
from zwang.arrays import as_floats, is_concrete, solve_lower
from zwang.fundamental import Solution
from zwang.solvers import rank as rules
from zwang.solvers.base import input_status, mass_factor
from zwang.solvers.orthogonal import row_space
from zwang.solvers.singular import equilibrate
from zwang.status import Status
from zwang.system import System

# How far a start may be off: what a motion at its default tolerances would not notice. RTOL is
# of the size of q, or of qd, in the metric; ATOL is in units of the coordinates.
RTOL, ATOL = 1e-9, 1e-12
# Entries of P above this always count, however ill-conditioned the rows are.
SURELY = 1e-3
# Residuals contradict each other if no first-order change removes this part of them; a smaller
# rest may be of second order, which the next change removes.
SHARE = 0.1
OVERFLOW = "what M and A give together, whose numbers leave the range of floats"
LEVELS = ("position", "velocity")


@dataclass(frozen=True)
class Dependency:
    """Rows of A that depend on each other, and on no other row.

    Attributes
    ----------
    rows : their names; one name if the row is zero here
    rank : how many of them are independent
    """

    rows: tuple[str, ...]
    rank: int

    def __str__(self) -> str:
        if len(self.rows) == 1:
            return f"{self.rows[0]!r} restricts nothing here: its row of A is zero"
        if self.rank == len(self.rows) - 1:
            return f"{_and(self.rows)}: each follows from the other{'s' * (self.rank > 1)}"
        return f"{_and(self.rows)}: {len(self.rows)} rows of rank {self.rank}"


@dataclass(frozen=True)
class Residual:
    """What remains of one row of the constraints at the start.

    Attributes
    ----------
    name : of the row
    level : "position" or "velocity"
    raw : φ, or φ̇ or ψ, as the user's function gives it
    scaled : divided by the length of the row, √(A M⁻¹Aᵀ): how far off the row the state is
    allowed : what ``scaled`` may be, on either side
    """

    name: str
    level: str
    raw: float
    scaled: float
    allowed: float

    @property
    def ok(self) -> bool:
        """Whether it is small enough to begin with."""
        return abs(self.scaled) <= self.allowed


@dataclass(frozen=True)
class Report:
    """What ``zw.check`` found; print it.

    What could not be found, because a function gave NaN or infinity, is None or empty.

    Attributes
    ----------
    coordinates : names of the n coordinates
    rows : names of the m rows of A
    n : number of coordinates
    m : number of rows
    rank : of A, by the one rank rule
    dependencies : rows that depend on each other, in groups; see ``redundant``
    inconsistent_position : rows that no change of positions satisfies together, to first order
    inconsistent_velocity : rows that no velocity satisfies together; where the constraint is not
        linear in qd, to first order
    inconsistent_acceleration : rows that no acceleration satisfies together: A q̈ = b has no
        solution
    unique : for each constraint by name, whether its force is unique
    mass : "definite", "singular", "not semidefinite", "not finite" or "unknown"
    rank_M : rank of the mass matrix
    rank_MA : rank of [M | Aᵀ]; the acceleration is unique if it is n
    free : coordinates that neither mass nor constraints determine, if it is not
    residuals : what remains of the constraints on positions, then on velocities
    condition_M : of the mass matrix in its best units, with ones on its diagonal
    condition_A : of the independent rows of A, of length one in the metric
    not_projected : rows onto which no position or velocity can be brought back
    solver : which solver ``zw.Auto()`` takes, and why
    status : of the acceleration
    not_finite : the functions that gave NaN or infinity
    problems : what must be mended before the system can move, in sentences

    Examples
    --------
    >>> from zwang.constraints import Holonomic
    >>> stop = [Holonomic(lambda q: q[0], name="wall"), Holonomic(lambda q: 2 * q[0], name="stop")]
    >>> report = check(System(1.0, None, stop), q=[0.0, 3.0], qd=[0.0, 1.0])
    >>> report.ok, report.rank, report.unique, report.redundant
    (True, 1, {'wall': False, 'stop': False}, ('wall', 'stop'))
    """

    coordinates: tuple[str, ...]
    rows: tuple[str, ...]
    n: int
    m: int
    rank: int | None
    dependencies: tuple[Dependency, ...]
    inconsistent_position: tuple[str, ...]
    inconsistent_velocity: tuple[str, ...]
    inconsistent_acceleration: tuple[str, ...]
    unique: Mapping[str, bool]
    mass: str
    rank_M: int | None
    rank_MA: int | None
    free: tuple[str, ...]
    residuals: tuple[Residual, ...]
    condition_M: float | None
    condition_A: float | None
    not_projected: tuple[str, ...]
    solver: str
    status: Status
    not_finite: tuple[str, ...]
    problems: list[str]

    @property
    def ok(self) -> bool:
        """Whether the system can move from here: there are no problems."""
        return not self.problems

    @property
    def degrees_of_freedom(self) -> int | None:
        """The number of independent velocities, n − rank."""
        return None if self.rank is None else self.n - self.rank

    @property
    def redundant(self) -> tuple[str, ...]:
        """Rows that can be left out one at a time: all that depend on others."""
        return tuple(name for group in self.dependencies for name in group.rows)

    def __str__(self) -> str:
        return "\n".join(_page(self))


def check(system: System, q: Any, qd: Any, t: Any = 0.0, p: Any = None) -> Report:
    """Diagnose a system in a state: ranks, redundancy, unique forces, and how it would start.

    Nothing about the state raises: what is wrong stands in ``report.problems``.

    Parameters
    ----------
    system : the description
    q : (n,)    coordinates
    qd : (n,)   velocities
    t : ()      time
    p : parameters

    Returns
    -------
    Report

    References
    ----------
    [US10] between eqs. (7) and (8), for the rank of [M | Aᵀ].
    """
    if not isinstance(system, System):
        raise TypeError(f"`system` is {system!r}; wanted a zw.System.")
    if not is_concrete(q, qd, t, *jax.tree.leaves(p)):
        raise TypeError("`check` looks at numbers; call it outside of jit, vmap and grad.")
    q, qd, t = (
        np.asarray(as_floats(name, x, np), np.float64)
        for name, x in (("q", q), ("qd", qd), ("t", t))
    )
    found = evaluate(system, q, qd, t, p)
    M, Q = np.asarray(found.M), np.asarray(found.Q)
    form: AccelerationForm = jax.tree.map(np.asarray, found.form)
    if not len(q):
        raise ValueError("`q` has no entries; wanted one for each coordinate.")
    coordinates = system.coordinates or tuple(f"q[{i}]" for i in range(len(q)))
    with np.errstate(all="ignore"):
        guilty = _not_finite(coordinates, q, qd, t, M, Q, form)
        solution = None
        if all(np.isfinite(x).all() for x in (M, Q, form.A, form.b)):
            solution = _attempt(lambda: system.acceleration(q, qd, t, p, throw=False))
            if solution is None or solution.status == Status.NON_FINITE:
                guilty.append("`nonideal`" if solution and system.nonideal else OVERFLOW)
        repair = "zw.assemble(system, q, qd" + (", t, p)" if t or p is not None else ")")
        return _report(coordinates, q, qd, M, form, solution, guilty, repair)


def _report(
    coordinates: tuple[str, ...],
    q: np.ndarray,
    qd: np.ndarray,
    M: np.ndarray,
    form: AccelerationForm,
    solution: Solution | None,
    guilty: list[str],
    repair: str,
) -> Report:
    names, (m, n) = form.rows.names, form.A.shape
    status = Status.NON_FINITE if solution is None else Status(int(solution.status))
    fields: dict[str, Any] = {"unique": {}, "mass": "not finite"}
    fields |= dict.fromkeys(("rank", "rank_M", "rank_MA", "condition_M", "condition_A"))
    contradictions = [f"inconsistent_{x}" for x in (*LEVELS, "acceleration")]
    fields |= dict.fromkeys(("dependencies", "free", *contradictions), ())
    fields["residuals"] = _residuals(form, np.ones(m), (np.nan, np.nan))
    if np.isfinite(M).all():
        known = bool(np.isfinite(form.A).all())
        found = _attempt(lambda: _structure(coordinates, q, qd, M, form, solution, known))
        guilty += [OVERFLOW] if found is None and OVERFLOW not in guilty else []
        fields |= found or {"mass": "unknown"}
    report = Report(
        coordinates=coordinates,
        rows=names,
        n=n,
        m=m,
        not_projected=names[form.rows.velocities :],
        solver="none: not all numbers are finite" if solution is None else solution.chosen,
        status=status,
        not_finite=tuple(guilty),
        problems=[],
        **fields,
    )
    report.problems.extend(_problems(report, solution, repair))
    return report


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
    known: bool,
) -> dict[str, Any]:
    """The fields of a Report that follow from finite M and, if it is ``known``, A."""
    names, n = form.rows.names, len(M)
    scaled = _scaled(M, form.A if known else form.A[:0])
    mass = {x: getattr(scaled, x) for x in ("mass", "rank_M", "condition_M")}
    if not known:
        return mass
    if not np.isfinite(scaled.U).all() or not np.isfinite(scaled.lengths).all():
        raise np.linalg.LinAlgError(OVERFLOW)
    P, rank = _null_projector(scaled.U, scaled.rtol)
    singular_values = np.linalg.svd(scaled.U, compute_uv=False)[:rank] if len(names) else P[0:0]
    condition_A = _condition(singular_values)
    allowed = tuple(RTOL * scaled.size(x) + ATOL * scaled.size(np.ones(n)) for x in (q, qd))
    rank_MA, free = _free(scaled)
    return mass | {
        "rank": rank,
        "dependencies": _dependencies(P, scaled, names, condition_A),
        "inconsistent_position": _irremovable(scaled, names, form.phi, allowed[0]),
        "inconsistent_velocity": _irremovable(scaled, names, form.velocity, allowed[1]),
        "inconsistent_acceleration": _contradictory(P, scaled, form, solution),
        "unique": _unique(scaled, rank, form.rows.groups),
        "condition_A": condition_A,
        "rank_MA": rank_MA,
        "free": _where(free, coordinates),
        "residuals": _residuals(form, scaled.lengths, allowed),
    }


# -- M and A, measured in units in which they are of size one --------------------------------


class Scaled(NamedTuple):
    """The rows of A in the metric, and what M is.

    Attributes
    ----------
    U : (n, m)          rows of A in the metric, as columns of length one
    lengths : (m,)      their lengths before
    rtol : ()           tolerance of the rank rule
    to_metric : (n, n)  takes q̇ to coordinates in which M, or its like, is of size one
    M : (n, n)          M in like units
    mass, rank_M, condition_M : as in ``Report``
    """

    U: Any
    lengths: Any
    rtol: float
    to_metric: Any
    M: Any
    mass: str
    rank_M: int
    condition_M: float

    def size(self, x: np.ndarray) -> float:
        """The length of x in the metric."""
        return float(np.linalg.norm(self.to_metric @ x))


def _scaled(M: Any, A: Any) -> Scaled:
    """M and A in the metric M; where M is singular, in like units."""
    n = len(M)
    rtol = rules.tolerance(None, rules.RANK, M)
    symmetric = input_status(M, A, M[:, :0], A[:, :0], np) == Status.OK
    lower = np.tril(M)
    M = lower + lower.T - np.diag(np.diag(M))
    d, lengths = equilibrate(M, A, np)
    M_ = d[:, None] * M * d
    values = np.linalg.eigvalsh(M_)
    L, pivots, definite = mass_factor(M, np)
    if definite and symmetric:
        Y = solve_lower(L, A.T, np)
        lengths = rules.lengths_of(Y, np)
        rtol = max(rtol, float(rules.noise(pivots, np)))
        return Scaled(Y / lengths, lengths, rtol, L.T, M_, "definite", n, _condition(values[::-1]))
    # As the solver for singular M decides it.
    _, semidefinite = arrays.cholesky(M_ + rtol * np.eye(n), np)
    semidefinite = semidefinite and symmetric and (np.diag(M) >= 0).all()
    held = np.sort(np.abs(values))[::-1]
    held = held[held > rtol * held[0]]
    mass = "singular" if semidefinite else "not semidefinite"
    U = (A * d / lengths[:, None]).T
    return Scaled(U, lengths, rtol, np.diag(1 / d), M_, mass, len(held), _condition(held))


def _condition(falling: np.ndarray) -> float:
    """The largest over the smallest; one if there is none."""
    return float(falling[0] / falling[-1]) if len(falling) else 1.0


def _rank(U: np.ndarray, rtol: float) -> int:
    return int(rules.independent(arrays.qr_pivoted(U, np)[1], rtol, np).sum())


def _null_projector(U: np.ndarray, rtol: float) -> tuple[np.ndarray, int]:
    """P (m, m), which projects scaled multipliers onto those that exert no force; and rank U."""
    rows = row_space(U, rtol, np)
    V = np.asarray(arrays.unpermute(rows.V * rows.keep, rows.order, np))
    return np.eye(U.shape[1]) - V @ V.T, int(rows.keep.sum())


def _free(scaled: Scaled) -> tuple[int, np.ndarray]:
    """The rank of [M | Aᵀ] in like units, and which coordinates move where it has none (n,)."""
    n = len(scaled.M)
    if scaled.mass == "definite":
        return n, np.zeros(n, bool)
    W, values, _ = np.linalg.svd(np.hstack([scaled.M, row_space(scaled.U, scaled.rtol, np).Z]))
    rank = int((values > scaled.rtol * values[0]).sum())
    return rank, np.any(np.abs(W[:, rank:]) > 1e-9, axis=1)


# -- what the rows do to each other -----------------------------------------------------------


def _dependencies(
    P: np.ndarray, scaled: Scaled, names: tuple[str, ...], condition: float
) -> tuple[Dependency, ...]:
    """The blocks of P. The rounding in the rows enters P multiplied by their condition."""
    linked = np.abs(P) > min(scaled.rtol * condition, SURELY)
    found, left = [], [i for i in range(len(P)) if linked[i, i]]
    while left:
        block, new = set(), {left[0]}
        while new:
            block |= new
            new = {int(j) for i in new for j in np.flatnonzero(linked[i])} - block
        left = [i for i in left if i not in block]
        rows = sorted(block)
        rank = _rank(scaled.U[:, rows], scaled.rtol)
        found.append(Dependency(tuple(names[i] for i in rows), rank))
    return tuple(found)


def _unique(
    scaled: Scaled, rank: int, groups: Iterable[tuple[str, tuple[int, ...]]]
) -> dict[str, bool]:
    """For each group of rows, whether rank A = rank A_g + rank A_rest."""
    U, rtol = scaled.U, scaled.rtol
    return {
        name: _rank(U[:, list(rows)], rtol) + _rank(np.delete(U, rows, axis=1), rtol) <= rank
        for name, rows in groups
    }


def _irremovable(
    scaled: Scaled, names: tuple[str, ...], residual: Any, allowed: float
) -> tuple[str, ...]:
    """Rows whose residuals no change of q, or of q̇, removes to first order."""
    k = len(residual)
    P, _ = _null_projector(scaled.U[:, :k], scaled.rtol)
    scaled_residual = residual / scaled.lengths[:k]
    off = np.abs(P @ scaled_residual)
    limit = max(allowed, SHARE * np.abs(scaled_residual).max(initial=0.0))
    return _where(off > allowed, names[:k]) if (off > limit).any() else ()


def _contradictory(
    P: np.ndarray, scaled: Scaled, form: AccelerationForm, solution: Solution | None
) -> tuple[str, ...]:
    """Rows of A q̈ = b that are not met, although the others leave them no choice."""
    c = np.asarray(form.b) / scaled.lengths
    off = np.abs(P @ c) / (np.linalg.norm(c) or 1.0)
    if solution is not None and np.isfinite(solution.residual).all():
        # The solver's own measure, so that report and status agree.
        off = np.asarray(solution.residual) * (np.diag(P) > scaled.rtol)
    guilty = off > rules.tolerance(None, rules.CONSISTENCY, c)
    return _where(guilty, form.rows.names)


def _where(mask: Any, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name, here in zip(names, mask, strict=True) if here)


# -- the start -----------------------------------------------------------------------------------


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


# -- in words ------------------------------------------------------------------------------------


def _problems(report: Report, solution: Solution | None, repair: str) -> Iterable[str]:
    yield from (f"Not finite: {what}." for what in report.not_finite)
    if report.mass == "not semidefinite":
        yield f"{Status.MASS_NOT_SEMIDEFINITE.cause} {Status.MASS_NOT_SEMIDEFINITE.remedy}"
    elif report.free:
        yield (
            f"[M | Aᵀ] has rank {report.rank_MA} of {report.n}: neither mass nor constraints "
            f"determine the acceleration of {_and(report.free)}."
        )
    off = {level: _off(report.residuals, level) for level in LEVELS}
    if report.inconsistent_position:
        yield (
            f"To first order no change of positions satisfies {_and(report.inconsistent_position)} "
            "together."
        )
    if report.inconsistent_velocity:
        yield f"No velocity satisfies {_and(report.inconsistent_velocity)} together."
    if report.inconsistent_acceleration:
        perhaps = any(off.values()) and not report.inconsistent_velocity
        yield (
            f"No acceleration satisfies {_and(report.inconsistent_acceleration)} together: "
            "A q̈ = b has no solution."
            + " Perhaps only because the start is off the constraints."
            * perhaps
        )
    mend = f" {repair} repairs it."
    if report.inconsistent_position or report.inconsistent_velocity:
        mend = ""
    for text, level in zip(off.values(), ("positions", "velocities"), strict=True):
        if text:
            yield f"The start is off the constraints on {level}: {text}.{mend}"
    # NOT_UNIQUE is told by its coordinates; NO_SOLUTION adds that a force pushes there.
    told = {
        Status.OK: True,
        Status.NON_FINITE: report.not_finite,
        Status.MASS_NOT_SEMIDEFINITE: report.mass == "not semidefinite",
        Status.INCONSISTENT: report.inconsistent_acceleration,
        Status.NOT_UNIQUE: report.free,
    }
    if solution is not None and not told.get(report.status):
        yield solution.explain(report.coordinates, report.rows)


def _off(residuals: Iterable[Residual], level: str) -> str:
    wrong = [x for x in residuals if x.level == level and abs(x.scaled) > x.allowed]
    if not wrong:
        return ""
    sizes = ", ".join(f"{x.name!r} by {x.raw:.3g} (scaled {x.scaled:.3g})" for x in wrong)
    return f"{sizes}; allowed is {wrong[0].allowed:.1e}"


def _page(report: Report) -> Iterable[str]:
    count = len(report.problems)
    verdict = "no problem" if report.ok else f"{count} problem{'s' * (count > 1)}"
    yield f"Report: {verdict}."
    yield from (_wrapped(f"{i}. {problem}") for i, problem in enumerate(report.problems, 1))
    yield ""
    yield from _table(
        ("coordinates", report.n),
        ("constraint rows", report.m),
        ("rank of A", _known(report.rank)),
        ("degrees of freedom", _known(report.degrees_of_freedom)),
        ("mass matrix", _mass(report)),
        ("rank of [M | Aᵀ]", _known(report.rank_MA)),
        ("condition of M", _known(report.condition_M, ".2g")),
        ("condition of A", _known(report.condition_A, ".2g") + _near(report.condition_A)),
        ("solver", report.solver),
    )
    if report.residuals:
        yield from _start(report)
    if report.m:
        yield ""
        yield "Constraints"
        yield from _constraints(report)


def _start(report: Report) -> Iterable[str]:
    found = {level: [x for x in report.residuals if x.level == level] for level in LEVELS}
    by_name = {x.name: x for x in found["position"]}
    yield ""
    if report.rank is None:
        yield "The start cannot be judged"
    else:
        yield f"The start is {'' if all(x.ok for x in report.residuals) else 'NOT '}consistent"
    width = max(len("allowed"), *(len(name) for name in report.rows))
    yield f"  {'':{width}}  {'position':>10}{'scaled':>10}{'velocity':>10}{'scaled':>10}"
    for velocity in found["velocity"]:
        pair = [by_name.get(velocity.name), velocity]
        numbers = "".join(
            f"{x.raw:10.1e}{x.scaled:10.1e}" if x else f"{'-':>10}{'-':>10}" for x in pair
        )
        guilty = [x.level for x in pair if x and not x.ok] if report.rank is not None else []
        yield f"  {velocity.name:{width}}  {numbers}" + f"  off in {_plain(guilty)}" * bool(guilty)
    allowed = (f"{'':10}{found[x][0].allowed if found[x] else np.nan:10.1e}" for x in LEVELS)
    yield f"  {'allowed':{width}}  {''.join(allowed).replace('nan', '  -')}".rstrip()


def _constraints(report: Report) -> Iterable[str]:
    if report.rank is not None:
        unique = [name for name, is_unique in report.unique.items() if is_unique]
        others = [name for name in report.unique if name not in unique]
        yield from _listed("force unique", unique)
        yield from _listed(
            "force not unique", others, " (how they share is a convention)" * bool(others)
        )
        if not report.dependencies:
            yield "  redundant: none"
        yield from (_wrapped(f"redundant: {group}") for group in report.dependencies)
    yield from _listed("contradictory positions", report.inconsistent_position)
    yield from _listed("contradictory velocities", report.inconsistent_velocity)
    yield from _listed("contradictory accelerations", report.inconsistent_acceleration)
    yield from _listed("cannot be projected", report.not_projected, " (known as q̈ only)")


def _listed(title: str, names: Sequence[str], after: str = "") -> Iterable[str]:
    if names:
        yield _wrapped(f"{title}: {_and(names)}{after}")


def _mass(report: Report) -> str:
    if report.mass == "singular":
        return f"singular, of rank {report.rank_M} of {report.n}"
    return report.mass


def _table(*lines: tuple[str, Any]) -> Iterable[str]:
    yield from (f"{title:20}{value}" for title, value in lines)


def _wrapped(text: str) -> str:
    """Lines of at most 88 letters; a name stays on one."""
    whole = re.sub("'[^']*'", lambda name: name[0].replace(" ", "\0"), text)
    style = textwrap.TextWrapper(88, initial_indent="  ", subsequent_indent="     ")
    style.break_on_hyphens = style.break_long_words = False
    return "\n".join(style.wrap(whole)).replace("\0", " ")


def _known(x: float | None, form: str = "") -> str:
    return "unknown" if x is None else format(x, form)


def _and(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names[:-1])) + " and " * (len(names) > 1) + repr(names[-1])


def _plain(names: Sequence[str]) -> str:
    return " and ".join(names)


def _near(condition: float | None) -> str:
    limit = 1 / rules.tolerance(None, rules.WELL_CONDITIONED, np.ones(1))
    return ": rows nearly depend on each other" if (condition or 0) > limit else ""
