"""Which requirements a control can meet, found out before anything moves."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import jax
import numpy as np

from zwang.base.arrays import is_concrete
from zwang.base.functions import flat, split
from zwang.base.status import Status
from zwang.consistency.independence import Independence, in_metric, rank_of
from zwang.consistency.report import listed
from zwang.control.analysis import Reached, negligible, reached
from zwang.control.command import LIMIT, command
from zwang.control.description import AbstractController
from zwang.control.path import off_path
from zwang.control.refusal import explained
from zwang.equation.acceleration_form import Rows
from zwang.equation.known import known
from zwang.integrate.projection import WIDE

# States looked at around the given one, and how far away: in parts of the largest coordinate or
# velocity, or of one.
NEIGHBOURS, AROUND = 3, 0.05


@dataclass(frozen=True)
class Feasibility:
    """What ``controller.check`` found; print it.

    Attributes
    ----------
    rows : names of the m rows of the requirements
    inputs : how many there are, k
    rank : of A P S here: how many independent demands the inputs can meet
    rank_nearby : the same in states nearby; a larger number means a singular pose
    conflicting : rows that contradict each other, whatever the forces
    against_physics : rows that the physical constraints do not allow
    decided : rows that the physical constraints decide alone, and agree with
    out_of_reach : rows in which no input appears, here and nearby
    lost : rows in which no input appears here, though it does nearby
    unmet : rows that even the nearest control misses here, for any of these reasons or another
    missed : (m,)   by how much, in A q̈ = b
    alone : of the requirements with such rows, those that could be met without the others
    redundant : rows that follow from others
    spare : inputs that are left over: the control is not unique, and the least is taken
    condition : of the rows of A P S, of length one in the metric of the weight
    off_path : what is wrong with the state as a start, or empty
    status : of the control here
    problems : what is in the way, in sentences
    """

    rows: tuple[str, ...]
    inputs: int
    rank: int
    rank_nearby: int
    conflicting: tuple[str, ...]
    against_physics: tuple[str, ...]
    decided: tuple[str, ...]
    out_of_reach: tuple[str, ...]
    lost: tuple[str, ...]
    unmet: tuple[str, ...]
    missed: np.ndarray
    alone: tuple[str, ...]
    redundant: tuple[str, ...]
    spare: int
    condition: float
    off_path: str
    status: Status
    problems: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether all requirements can be met from here."""
        return not self.problems

    def __str__(self) -> str:
        return "\n".join(_page(self))


def examine(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> Feasibility:
    """Find out what ``controller.check`` tells.

    Parameters
    ----------
    controller : the description
    q, qd, t, p : state and parameters, known numbers
    """
    if not is_concrete(q, qd, t, *flat(p)[0]):
        raise TypeError("`check` looks at numbers; call it outside of jit, vmap and grad.")
    values = controller.model.values(q, qd, t, p)
    q, qd, t = (np.asarray(values[name], float) for name in ("q", "qd", "t"))
    numbers, rest = split(p)
    fixed = known(controller, q, qd, t, numbers, rest)

    def look(function, q, qd):
        return jax.tree.map(np.asarray, function(fixed, rest, q, qd, t, numbers))

    rows, status = controller.rows(q, qd, t, p), Status(int(look(command, q, qd).status))
    here: Reached = look(reached, q, qd)
    if not all(np.isfinite(x).all() for x in here):
        return _unknown(controller, rows, here, status, q, qd, t, p)
    rng = np.random.default_rng(0)
    nearby = [look(reached, *(_moved(x, rng) for x in (q, qd))) for _ in range(NEIGHBOURS)]
    return _examined(rows, here, nearby, status, off_path(controller, q, qd, t, p))


def _moved(x: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return x + AROUND * max(1.0, np.abs(x).max()) * rng.uniform(-1.0, 1.0, x.shape)


def _unknown(
    controller: AbstractController, rows: Rows, here: Reached, status: Status, q, qd, t, p
):
    """The report of a state in which not all numbers are finite, or the plant does not move."""
    numbers, rest = split(p)
    found = command(known(controller, q, qd, t, numbers, rest), rest, q, qd, t, numbers)
    found = jax.tree.map(np.asarray, found)
    _, detail = explained(controller, found, q, qd, t, p)
    problem = " ".join(filter(None, (status.cause, detail, status.remedy)))
    names = ("conflicting", "against_physics", "decided", "out_of_reach", "lost", "unmet", "alone")
    return Feasibility(
        rows=rows.names,
        inputs=here.G.shape[1],
        **dict.fromkeys((*names, "redundant"), ()),
        **dict.fromkeys(("rank", "rank_nearby", "spare"), 0),
        missed=np.full(len(rows.names), np.nan),
        condition=np.nan,
        off_path="",
        status=status,
        problems=(problem,),
    )


def _examined(
    rows: Rows, here: Reached, nearby: list[Reached], status: Status, off: str
) -> Feasibility:
    names, k = rows.names, here.G.shape[1]
    pick = lambda mask: tuple(name for name, x in zip(names, mask, strict=True) if x)
    rank, condition = _rank(here)
    alone = Independence(in_metric(here.M, here.A))
    conflicting = _contradictory(alone, np.asarray(here.b), here.rest)
    together = Independence(in_metric(here.M, np.vstack([here.A_p, here.A])))
    b = np.concatenate([here.b_p, here.b])
    rest = np.concatenate([0.0 * here.b_p, here.rest])
    forbidden = _contradictory(together, b, rest)[len(here.b_p) :] & ~conflicting
    everywhere = lambda name: np.all([(getattr(x, name) == 0).all(axis=1) for x in nearby], axis=0)
    unmoved = (here.AP == 0).all(axis=1) & everywhere("AP")
    beyond = (here.G == 0).all(axis=1) & everywhere("G") & ~unmoved
    missed = ~negligible(here.shortfall, here)
    depending = np.zeros(len(names), bool)
    for block, _ in alone.blocks():
        depending[block] = True
    found = Feasibility(
        rows=names,
        inputs=k,
        rank=rank,
        rank_nearby=max(_rank(x)[0] for x in [here, *nearby]),
        conflicting=pick(conflicting),
        against_physics=pick(forbidden),
        decided=pick(unmoved & ~forbidden & ~missed),
        out_of_reach=pick(beyond),
        lost=pick((here.G == 0).all(axis=1) & ~everywhere("G")),
        unmet=pick(missed),
        missed=np.where(missed, here.shortfall, 0.0),
        alone=tuple(
            name for name, i in rows.groups if missed[list(i)].any() and _possible(here, list(i))
        ),
        redundant=pick(depending),
        spare=k - rank,
        condition=condition,
        off_path=off,
        status=status,
        problems=(),
    )
    return replace(found, problems=tuple(_problems(found, rows)))


def _rank(x: Reached) -> tuple[int, float]:
    """The rank of A P S in the metric of the weight, and the condition of its rows."""
    metric = in_metric(x.N, x.G)
    rank = rank_of(metric.U, max(metric.rtol, WIDE))
    values = np.linalg.svd(metric.U, compute_uv=False)[:rank]
    return rank, float(values[0] / values[-1]) if rank else 1.0


def _possible(x: Reached, rows: list[int]) -> bool:
    """Whether inputs meet some rows, the others left out."""
    A, b, G = x.A[rows], x.b[rows], x.G[rows]
    e = b - A @ x.qdd
    lengths = np.linalg.norm(G, axis=1)
    lengths[lengths == 0] = 1.0
    found = np.linalg.lstsq(G / lengths[:, None], e / lengths, rcond=WIDE)[0]
    return bool(negligible(G @ found - e, x, rows).all())


def _contradictory(found: Independence, b: np.ndarray, rest: Any) -> np.ndarray:
    """Rows that others leave no choice, and that differ from it by more than rounding."""
    lengths = found.metric.lengths
    c = b / lengths
    return np.abs(found.P @ c) > LIMIT * (np.linalg.norm(c) + rest / lengths)


def _problems(found: Feasibility, rows: Rows) -> Iterable[str]:
    on_positions = rows.names[: rows.positions]
    singular = found.rank < found.rank_nearby
    if singular:
        yield (
            f"This is a singular pose: the inputs meet {found.rank} independent "
            f"demand{'s' * (found.rank != 1)} here, and {found.rank_nearby} nearby."
        )
    elif found.lost:
        yield (
            f"This is a singular pose for {listed(found.lost)}: no input acts on it here, though "
            "nearby it does."
        )
    elif found.conflicting:
        yield f"{listed(found.conflicting)} contradict each other: no motion meets them together."
    if found.against_physics:
        yield (
            f"{listed(found.against_physics)} cannot be met: the physical constraints do not allow "
            "it, whatever the forces."
        )
    for name in found.out_of_reach:
        count = "two derivatives" if name in on_positions else "one derivative"
        yield (
            f"{name!r} needs more than {count} before the actuators appear: its row of A P S is "
            "zero, here and nearby. No input acts on it directly; require what the inputs act "
            "on, and let it follow."
        )
    told = {*found.conflicting, *found.against_physics, *found.out_of_reach}
    left = tuple(name for name in found.unmet if name not in told)
    if left and not singular:
        inputs = f"{found.inputs} input{'s' * (found.inputs > 1)}"
        apart = f" Alone, {listed(found.alone)} could be met." if found.alone else ""
        yield (
            f"{listed(left)} cannot all be met by {inputs}, of rank {found.rank}.{apart} Drop "
            "some, add an actuator, or accept the nearest control: "
            "zw.track(..., compromise=True)."
        )
    if found.off_path:
        yield f"As a start: {found.off_path}"
    explained = found.unmet or singular or found.problems
    if found.status not in (Status.OK, Status.INFEASIBLE) and not explained:
        yield f"{found.status.cause} {found.status.remedy}"


# -- the page ------------------------------------------------------------------------------------


def _page(found: Feasibility) -> Iterable[str]:
    count = len(found.problems)
    verdict = "all requirements can be met"
    yield f"Feasibility: {verdict if found.ok else f'{count} problem' + 's' * (count > 1)}."
    for i, problem in enumerate(found.problems, 1):
        yield _wrapped(f"{i}. {problem}")
    yield ""
    met = tuple(x for x in found.rows if x not in {*found.unmet, *found.out_of_reach})
    lines = [
        ("rows required", len(found.rows)),
        ("inputs", found.inputs),
        ("rank of A P S", f"{found.rank}, nearby {found.rank_nearby}"),
        ("condition", f"{found.condition:.2g}"),
        ("met here", listed(met) if met else "none"),
    ]
    if found.unmet:
        pairs = zip(found.rows, found.missed, strict=True)
        sizes = (f"{name!r} by {x:.3g}" for name, x in pairs if name in found.unmet)
        lines.append(("missed in A q̈ = b", ", ".join(sizes)))
    if found.decided:
        lines.append(("met by physics alone", listed(found.decided)))
    if found.redundant:
        lines.append(("depend on each other", listed(found.redundant)))
    if found.spare > 0:
        lines.append(("inputs to spare", f"{found.spare}: the least control is taken"))
    yield from (f"{title:22}{value}" for title, value in lines)


def _wrapped(text: str) -> str:
    style = textwrap.TextWrapper(88, initial_indent="  ", subsequent_indent="     ")
    style.break_on_hyphens = style.break_long_words = False
    return "\n".join(style.wrap(text))
