"""What ``zw.check`` found, as fields and as a printed page."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from zwang.base.escape import AbstractPage, for_terminal
from zwang.base.status import Status
from zwang.solvers import rank as rules

LEVELS = ("position", "velocity")
MANY = 20  # rows; of more the page does not show each


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
            return f"{listed(self.rows)}: each follows from the other{'s' * (self.rank > 1)}"
        return f"{listed(self.rows)}: {len(self.rows)} rows of rank {self.rank}"


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
class Report(AbstractPage):
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
    unique_rows : for each row by name, whether its multiplier is
    undetermined : for each constraint whose force is not unique, the coordinates along which it is
        not; of a mechanism, the directions of its force and torque
    together : constraints of which only the sum of the forces is unique
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
    outside : the functions that index outside of an array, which JAX answers with another entry
    problems : what must be mended before the system can move, in sentences
    groups : for each constraint by name, the names of its rows
    warnings : what may become difficult on the way, in sentences
    counted : of a mechanism, Grübler's count: the freedoms of its bodies less the rows of its
        joints, which is wrong where rows depend on each other

    Examples
    --------
    >>> import zwang as zw
    >>> wall = zw.Holonomic(lambda q: q[0], name="wall")
    >>> stop = zw.Holonomic(lambda q: 2 * q[0], name="stop")
    >>> report = zw.check(zw.System(1.0, None, [wall, stop]), q=[0.0, 3.0], qd=[0.0, 1.0])
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
    outside: tuple[str, ...]
    problems: list[str]
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    counted: int | None = None
    warnings: tuple[str, ...] = ()
    unique_rows: Mapping[str, bool] = field(default_factory=dict)
    undetermined: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    together: tuple[tuple[str, ...], ...] = ()

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

    @property
    def redundant_groups(self) -> tuple[str, ...]:
        """Constraints, such as joints, of which some row depends on others."""
        rows = set(self.redundant)
        return tuple(name for name, own in self.groups.items() if rows & set(own))

    def __str__(self) -> str:
        return "\n".join(_page(self))


# -- the page ------------------------------------------------------------------------------------


def _page(report: Report) -> Iterable[str]:
    count = len(report.problems)
    verdict = "no problem" if report.ok else f"{count} problem{'s' * (count > 1)}"
    yield f"Report: {verdict}."
    yield from (_wrapped(f"{i}. {problem}") for i, problem in enumerate(report.problems, 1))
    yield from (_wrapped(f"Warning. {warning}") for warning in report.warnings)
    yield ""
    yield from _table(
        ("coordinates", report.n),
        ("constraint rows", report.m),
        ("rank of A", _known(report.rank)),
        ("degrees of freedom", _known(report.degrees_of_freedom) + _count(report)),
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
    width = max(len("allowed"), *(len(for_terminal(name)) for name in report.rows))
    yield f"  {'':{width}}  {'position':>10}{'scaled':>10}{'velocity':>10}{'scaled':>10}"
    shown = found["velocity"]
    if len(shown) > MANY:  # of many rows those that are off, or the worst
        off = {x.name for x in report.residuals if not x.ok}
        off = off or {max(report.residuals, key=lambda x: abs(x.scaled)).name}
        shown = [x for x in shown if x.name in off]
        yield f"  ({len(shown)} of {len(found['velocity'])} rows)"
    for velocity in shown:
        pair = [by_name.get(velocity.name), velocity]
        numbers = "".join(
            f"{x.raw:10.1e}{x.scaled:10.1e}" if x else f"{'-':>10}{'-':>10}" for x in pair
        )
        guilty = [x.level for x in pair if x and not x.ok] if report.rank is not None else []
        end = f"  off in {_plain(guilty)}" * bool(guilty)
        yield f"  {for_terminal(velocity.name):{width}}  {numbers}{end}"
    allowed = (f"{'':10}{found[x][0].allowed if found[x] else np.nan:10.1e}" for x in LEVELS)
    yield f"  {'allowed':{width}}  {''.join(allowed).replace('nan', '  -')}".rstrip()


def _constraints(report: Report) -> Iterable[str]:
    if report.rank is not None:
        unique = [name for name, is_unique in report.unique.items() if is_unique]
        others = [name for name in report.unique if name not in unique]
        yield from _titled("force unique", unique)
        yield from _titled(
            "force not unique", others, " (how they share is a convention)" * bool(others)
        )
        alike: dict[str, list[str]] = {}
        for name, loose in report.undetermined.items():
            alike.setdefault(", ".join(loose), []).append(name)
        for loose, names in alike.items():
            yield _wrapped(f"not determined of {listed(names)}: {loose}")
        for names in report.together:
            yield _wrapped(f"unique together: {listed(names)}")
        if not report.dependencies:
            yield "  redundant: none"
        whole = (_by_groups(group, report.groups) for group in report.dependencies)
        yield from (_wrapped(f"redundant: {group}") for group in whole)
    yield from _titled("contradictory positions", report.inconsistent_position)
    yield from _titled("contradictory velocities", report.inconsistent_velocity)
    yield from _titled("contradictory accelerations", report.inconsistent_acceleration)
    yield from _titled("cannot be projected", report.not_projected, " (known as q̈ only)")


def _by_groups(found: Dependency, groups: Mapping[str, tuple[str, ...]]) -> str:
    """A dependency in words; constraints all of whose rows are in it by their own names."""
    rows, named = set(found.rows), []
    of = {row: name for name, own in groups.items() if rows >= set(own) for row in own}
    for row in found.rows:
        name = of.get(row, row)
        named += [] if name in named else [name]
    if len(named) in (1, len(found.rows)):
        return str(found)
    return f"{listed(named)}: {len(found.rows)} rows of rank {found.rank}"


def _titled(title: str, names: Sequence[str], after: str = "") -> Iterable[str]:
    if names:
        yield _wrapped(f"{title}: {listed(names)}{after}")


def _mass(report: Report) -> str:
    if report.mass == "singular":
        return f"singular, of rank {report.rank_M} of {report.n}"
    return report.mass


def _count(report: Report) -> str:
    return "" if report.counted is None else f" (by Grübler's count {report.counted})"


def _table(*lines: tuple[str, Any]) -> Iterable[str]:
    yield from (f"{title:20}{value}" for title, value in lines)


def _wrapped(text: str) -> str:
    """Lines of at most 88 letters; a name stays on one."""
    whole = re.sub("'[^']*'", lambda name: name[0].replace(" ", "\0"), for_terminal(text))
    style = textwrap.TextWrapper(88, initial_indent="  ", subsequent_indent="     ")
    style.break_on_hyphens = style.break_long_words = False
    return "\n".join(style.wrap(whole)).replace("\0", " ")


def _known(x: float | None, form: str = "") -> str:
    return "unknown" if x is None else format(x, form)


def listed(names: Sequence[str]) -> str:
    """Names in a sentence: 'a', 'b' and 'c'."""
    return ", ".join(map(repr, names[:-1])) + " and " * (len(names) > 1) + repr(names[-1])


def _plain(names: Sequence[str]) -> str:
    return " and ".join(names)


def _near(condition: float | None) -> str:
    limit = 1 / rules.tolerance(None, rules.WELL_CONDITIONED, np.ones(1))
    return ": rows nearly depend on each other" if (condition or 0) > limit else ""
