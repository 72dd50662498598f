"""Which requirements a control can meet, found out before anything moves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import jax
import numpy as np

from zwang.base.arrays import is_concrete
from zwang.base.functions import flat, split
from zwang.base.names import names_of
from zwang.base.process.one_thread import one_thread
from zwang.base.status import Status
from zwang.consistency.independence import Independence, in_metric
from zwang.control.description import AbstractController, Degrees
from zwang.control.plant import reacts
from zwang.control.report.analysis import (
    Reached,
    around,
    condition_of,
    rank_of_rows,
    reached,
    spans_of,
)
from zwang.control.report.degree import degrees_of, demands_of, grips
from zwang.control.report.directions import RANK
from zwang.control.report.internal import MISSED, NOTHING, SINGULAR, Internal, internal, only
from zwang.control.report.page import hidden, page, problems, raisable
from zwang.control.report.path import Jump, Lines, jumps, off_path
from zwang.control.report.refusal import agreed, crossed, early, explained
from zwang.control.requirements import row_gains
from zwang.equation.acceleration_form import Rows
from zwang.equation.known import known
from zwang.integrate.projection import INDEPENDENT

NEAR = 1e-3  # of the largest part in a contradiction: what is less has none
# How far is looked ahead, in times in which a motion moves by its own size; and what of it is left
# out, since a path may begin at the state.
AHEAD, SOON = 10.0, 1e-9


@dataclass(frozen=True)
class Feasibility:
    """What ``controller.check`` found; print it.

    Attributes
    ----------
    rows : names of the m rows of the requirements
    inputs : how many there are, k
    rank : of A P S here: how many independent demands the inputs can meet
    rank_nearby : the same in states nearby; a larger number means a singular pose
    rank_of_forces : of A P nearby: how many demands forces on every coordinate could meet
    conflicting : rows that contradict each other, whatever the forces
    against_physics : rows that the physical constraints do not allow
    decided : rows that the physical constraints decide alone, and agree with
    out_of_reach : rows in which no input appears, here and nearby
    lost : rows in which no input appears here, though it does nearby
    unmet : rows that even the nearest control misses here, for any of these reasons or another
    beyond_limits : rows that could be met, were it not for the limits of the inputs
    missed : (m,)   by how much, in A q̈ = b
    held : (k,)     inputs at their limits: 1 at the upper one, −1 at the lower one, else 0
    demanded : (k,) inputs before the limits
    alone : of the requirements with such rows, those that could be met without the others
    redundant : rows that follow from others
    spare : inputs that are left over: the control is not unique, and the least is taken
    condition : how much larger inputs are than they would have to be; see ``condition_of``
    off_path : what is wrong with the state as a start, or empty
    internal : motion that nobody controls, with its linear stability; where there is a control
    degrees : by name, the relative degree of each row, where some are above two (one, of
        velocities) and ``controller.raised`` can meet them; else empty
    directions : the same where no row has a degree of its own: how many directions of all rows
        have their inputs at once, after one derivative more, and so on; else empty
    grip : whether inputs act in these derivatives here, as they do nearby
    still : rows of A that are zero here, though not nearby: an energy at rest
    rank_of_demands : of A nearby, where physical constraints on velocities decide some demands at
        once, but not after more derivatives; else ``rank_of_forces``
    empty : rows of A that are zero here and nearby, though something is asked of them
    idle : inputs that move nothing, here and nearby
    lower : rows of lower priority, which may be missed
    crossed : inputs that have no room between their limits here, in words
    early : rows on which inputs act before the degree that was said, in words
    hidden : rows in which no input appears in all derivatives that were looked at, in words
    spent : rows for which no input is left, where some of all have a higher relative degree
    jumps : requirements that jump soon, or whose velocity does, as functions of time
    agreed : whether the rows that contradict each other agree in the nearest state on the path
    supplied : whether the requirements supply mass that the plant lacks
    compromise : whether all rows may be missed, and the nearest control is taken
    status : of the control here
    problems : what is in the way, in sentences
    """

    rows: tuple[str, ...]
    inputs: int
    rank: int
    rank_nearby: int
    rank_of_forces: int
    conflicting: tuple[str, ...]
    against_physics: tuple[str, ...]
    decided: tuple[str, ...]
    out_of_reach: tuple[str, ...]
    lost: tuple[str, ...]
    unmet: tuple[str, ...]
    beyond_limits: tuple[str, ...]
    missed: np.ndarray
    held: np.ndarray
    demanded: np.ndarray
    alone: tuple[str, ...]
    redundant: tuple[str, ...]
    spare: int
    condition: float
    off_path: str
    internal: Internal
    status: Status
    problems: tuple[str, ...]
    degrees: tuple[tuple[str, np.ndarray], ...] = ()
    directions: tuple[int, ...] = ()
    grip: bool = True
    rank_of_demands: int = 0
    still: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()
    idle: tuple[int, ...] = ()
    lower: tuple[str, ...] = ()
    crossed: str = ""
    early: str = ""
    hidden: str = ""
    spent: tuple[str, ...] = ()
    jumps: tuple[Jump, ...] = ()
    agreed: bool = False
    supplied: bool = False
    compromise: bool = False

    @property
    def ok(self) -> bool:
        """Whether all requirements can be met from here, but for those of lower priority."""
        return not self.problems

    def __str__(self) -> str:
        return "\n".join(page(self))


@one_thread
def examine(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> Feasibility:
    """Find out what ``controller.check`` tells."""
    if not is_concrete(q, qd, t, *flat(p)[0]):
        raise TypeError("`check` looks at numbers; call it outside of jit, vmap and grad.")
    values = controller.model.values(q, qd, t, p)
    q, qd, t = (np.asarray(values[name], float) for name in ("q", "qd", "t"))
    if controller.robustness is not None:
        controller.promise(q, qd, t, p)  # which refuses gains that let errors oscillate
    numbers, rest = split(p)
    fixed = known(controller, q, qd, t, numbers, rest)

    def look(q, qd, t=t):
        return jax.tree.map(np.asarray, reached(fixed, rest, q, qd, np.asarray(t), numbers))

    rows, here = controller.rows(q, qd, t, p), look(q, qd)
    if not all(np.isfinite(x).all() for x in jax.tree.leaves(here)):
        return _unknown(controller, rows, here, q, qd, t, p)
    found = _examined(
        controller, rows, here, around(look, q, qd), off_path(controller, q, qd, t, p)
    )
    told = crossed(controller, q, qd, t, p), early(controller, q, qd, t, p)
    soon = _soon(controller, here, q, qd, t, p)
    found = replace(found, crossed=told[0], early=told[1], jumps=soon)
    if found.conflicting:
        found = replace(found, agreed=agreed(controller, q, qd, t, p))
    if raisable(found) and controller.degrees is None and not reacts(controller.model):
        higher = degrees_of(controller, q, qd, t, p)
        degrees = higher.degrees
        grip = degrees is None or bool(higher.spent) or grips(controller, degrees, q, qd, t, p)
        told: Any = {"hidden": hidden(higher), "spent": higher.spent}
        found = replace(_with_degrees(found, degrees), grip=grip, **told)
    if found.status == Status.OK and not raisable(found):
        found = replace(found, internal=_internal(controller, found, look, rows, q, qd, t))
    return replace(found, problems=tuple(problems(found, rows)))


def _soon(controller: AbstractController, here: Reached, q, qd, t, p) -> tuple[Jump, ...]:
    """Jumps of the requirements as functions of time, of the near future."""
    of_q, of_qd = spans_of(here, q, qd)
    span = np.array([AHEAD * of_q / of_qd])
    # A path may begin at t: what is before it does not count.
    line = Lines(q[None], qd[None], t + SOON * span, t + span)
    sizes = np.stack([np.abs(here.A) @ np.abs(x) for x in (q, qd)])
    return jumps(controller, line, sizes, p, still=True)


def _internal(controller: AbstractController, found: Feasibility, look, rows, q, qd, t) -> Internal:
    """Motion that nobody controls; with priorities, what the levels leave that are met."""
    # Of rows found by differences, those below RANK are none: the control counts others.
    if found.rank < found.rank_nearby or found.condition * RANK > 1.0:
        return SINGULAR
    held: list[int] = []
    for level in controller.levels(rows):
        if found.missed[list(level)].any():
            break
        held += level
    gains, missed = row_gains(controller.gains, rows), len(held) < len(rows.names)
    if missed:
        if not held or found.beyond_limits:
            return MISSED
        look, rows = only(look, rows, sorted(held))
    names = names_of(controller.model.coordinates, len(q))
    return replace(internal(look, q, qd, t, rows, names, gains), lower=missed)


def _with_degrees(found: Feasibility, degrees: Degrees | None) -> Feasibility:
    counts = tuple(x for x in degrees or () if isinstance(x, int))
    by_name = tuple(x for x in degrees or () if not isinstance(x, int))
    return replace(found, degrees=by_name, directions=counts)


def _unknown(controller: AbstractController, rows: Rows, here: Reached, q, qd, t, p) -> Feasibility:
    """The report of a state in which not all numbers are finite, or the plant does not move."""
    status, detail = explained(controller, here.command, q, qd, t, p)
    k, m = here.G.shape[1], len(rows.names)
    names = ("conflicting", "against_physics", "decided", "out_of_reach", "lost", "unmet", "alone")
    return Feasibility(
        rows=rows.names,
        inputs=k,
        **dict.fromkeys((*names, "redundant", "beyond_limits"), ()),
        **dict.fromkeys(("rank", "rank_nearby", "rank_of_forces", "spare"), 0),
        missed=np.full(m, np.nan),
        held=np.zeros(k, int),
        demanded=np.full(k, np.nan),
        condition=np.nan,
        off_path="",
        internal=NOTHING,
        status=status,
        problems=(" ".join(filter(None, (status.cause, detail, status.remedy))),),
    )


def _examined(
    controller: AbstractController, rows: Rows, here: Reached, others: list[Reached], off: str
) -> Feasibility:
    names, k = rows.names, here.G.shape[1]
    pick = lambda mask: tuple(name for name, x in zip(names, mask, strict=True) if x)
    rank = rank_of_rows(here.N, here.G)
    missed, limited, residual = _missed(controller, here)
    alone = Independence(in_metric(here.M, here.A))
    conflicting, forbidden = _contradictions(here, alone, missed)
    everywhere = lambda name: np.all([(getattr(x, name) == 0).all(axis=1) for x in others], axis=0)
    unmoved = (here.AP == 0).all(axis=1) & everywhere("AP")
    own = np.abs(here.b - here.A @ here.qdd) <= here.nothing  # met without any control
    beyond = (here.G == 0).all(axis=1) & everywhere("G") & ~unmoved
    depending = np.zeros(len(names), bool)
    for block, _ in alone.blocks():
        depending[block] = True
    still = (here.A == 0).all(axis=1)
    all_ = [here, *others]
    lower = [i not in controller.levels(rows)[0] for i in range(len(names))]
    return Feasibility(
        rows=names,
        inputs=k,
        rank=rank,
        rank_nearby=max(rank_of_rows(x.N, x.G) for x in all_),
        rank_of_forces=max(rank_of_rows(np.linalg.inv(x.M), x.AP) for x in all_),
        rank_of_demands=max(map(demands_of, all_)),
        conflicting=pick(conflicting),
        against_physics=pick(forbidden),
        decided=pick(unmoved & ~forbidden & ~missed & own),
        out_of_reach=pick(beyond),
        lost=pick((here.G == 0).all(axis=1) & ~everywhere("G")),
        unmet=pick(missed),
        beyond_limits=pick(limited),
        missed=np.where(missed | limited, residual, 0.0),
        held=np.asarray(here.command.held),
        demanded=np.asarray(here.command.demanded),
        alone=tuple(
            name for name, i in rows.groups if missed[list(i)].any() and _possible(here, list(i))
        ),
        redundant=pick(depending & ~still),
        still=pick(still & ~everywhere("A")),
        empty=pick(still & everywhere("A") & (missed | (np.abs(here.errors).max(axis=1) > 0))),
        idle=tuple(np.flatnonzero(np.all([x.sizes == 0 for x in all_], axis=0)).tolist()),
        lower=pick(lower),
        supplied=bool(here.supplied),
        compromise=controller.compromise is not None,
        spare=k - rank,
        condition=condition_of(here, others, rows),
        off_path=off,
        internal=NOTHING,
        status=Status(int(here.command.status)),
        problems=(),
    )


def _missed(
    controller: AbstractController, here: Reached
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Which rows even the nearest control misses, which ones because of limits, and by how much."""
    residual, least = np.asarray(here.command.residual), here.shortfall
    if controller.priority is not None and np.isfinite(here.command.demanded).all():
        least = here.G @ here.command.demanded - (here.b - here.A @ here.qdd)
    missed = np.abs(least) > here.nothing
    if not controller.restricted:
        by = least if controller.compromise is None else residual
        return missed, np.zeros_like(missed), by
    return missed, (np.abs(residual) > here.nothing) & ~missed, residual


def _contradictions(
    here: Reached, alone: Independence, missed: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Rows that contradict each other, and those that the physical constraints do not allow."""
    together = Independence(in_metric(here.M, np.vstack([here.A_p, here.A])))
    nothing = np.concatenate([np.inf * np.ones(len(here.b_p)), here.nothing])
    b = np.concatenate([here.b_p, here.b])
    conflicting = _contradictory(alone, here.b, here.nothing) & missed.any()
    forbidden = _contradictory(together, b, nothing)[len(here.b_p) :] & missed.any()
    return conflicting, forbidden & ~conflicting


def _possible(x: Reached, rows: list[int]) -> bool:
    """Whether inputs meet some rows, the others left out."""
    A, b, G = x.A[rows], x.b[rows], x.G[rows]
    e = b - A @ x.qdd
    lengths = np.linalg.norm(G, axis=1)
    lengths[lengths == 0] = 1.0
    found = np.linalg.lstsq(G / lengths[:, None], e / lengths, rcond=INDEPENDENT)[0]
    return bool((np.abs(G @ found - e) <= x.nothing[rows]).all())


def _contradictory(found: Independence, b: np.ndarray, nothing: np.ndarray) -> np.ndarray:
    """Rows that others leave no choice, where one differs from it by more than nothing; and with it
    all that have a part in its difference."""
    lengths = found.metric.lengths
    off = np.abs(found.P @ (b / lengths))
    wrong, named = off > nothing / lengths, np.zeros(len(b), bool)
    for block, _ in found.blocks():
        named[block] = wrong[block].any() & (off[block] > NEAR * off[block].max())
    return named | wrong
