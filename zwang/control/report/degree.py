"""The relative degree of each requirement: after how many derivatives the inputs appear.

Found in the state and in states nearby on the physical constraints, where a number that vanishes by
chance does not. Rows whose inputs appear are placed, the strongest first, as long as they are
independent. The others are differentiated on, under a control that meets those placed, and looked
at again. A row that follows from those placed and from physics, as one that is given twice, has the
degree at which it does: there it asks for the same. What is left when inputs run out has the degree
in which they first appear; it is more than inputs can meet.

What physical constraints on positions decide, they decide for good. Those on velocities, such as
wheels that do not slip, decide an acceleration at once, but not its derivative: inputs may appear
there. In which direction they decide turns with the vehicle, so that no row has a degree of its
own; then directions are counted, level by level (see ``law.turned``).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import jax
import numpy as np

from zwang.base.functions import split
from zwang.consistency.independence import in_metric
from zwang.control.description import AbstractController, Degrees
from zwang.control.report.analysis import Look, Reached, nearby, rank_of_rows, reached
from zwang.equation.acceleration_form import Rows
from zwang.equation.known import known
from zwang.integrate.projection import INDEPENDENT

MOST = 4  # derivatives more than two; each makes the program longer
STEP, ROUNDING = 6e-6, 1e-9  # of differences, and of what they leave where terms cancel
SAME = 1e-7  # of all terms, what two demands may differ by that are one


class Found(NamedTuple):
    """Relative degrees, as far as they were looked for."""

    # by name, one for each row; None if none is above two (one, of velocities). Where they are
    # those of directions that turn: how many have none, one, ... derivatives more
    degrees: Degrees | None
    hidden: tuple[str, ...] = ()  # rows in which no input appeared
    # rows for which no input is left, where some have degrees above two
    spent: tuple[str, ...] = ()
    inputs: int = 0  # how many there are
    looked: int = 0  # how many derivatives more were looked at
    all: bool = True  # whether a state of that many coordinates has no more


def degrees_of(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> Found:
    """The relative degrees of all rows."""
    values = controller.model.values(q, qd, t, p)
    q, qd, t = (np.asarray(values[name], float) for name in ("q", "qd", "t"))
    rows, look = controller.rows(q, qd, t, p), _looker(controller, q, qd, t, p)
    states: list[Any] = [(q, qd), *nearby(look, q, qd)]
    first, pace, search = [], 0.0, _Search(len(rows.names))
    most, tried = 2 * len(q) - 2, replace(controller, gains=())  # no degree depends on gains
    for k in range(min(MOST, most) + 1):
        degrees = by_name(rows, search.tried(k))
        looks = _looks(replace(tried, degrees=degrees), states, t, p)
        if not looks:
            break
        if k == 0:
            pairs = zip(looks[:2], states[:2])
            first, pace = looks, max(_pace(controller, x, y[0], y[1], t, p) for x, y in pairs)
            forces = max(rank_of_rows(np.linalg.inv(x.M), x.AP) for x in looks)
            search.reach = min(looks[0].G.shape[1], forces)
            search.acted = np.any([x.AP.any(axis=1) for x in looks], axis=0)
            counts = _counted(controller, looks, pace, states, t, p)
            if counts is not None:
                return Found(counts)
        search.look(k, looks, _beyond_rounding(looks, first, search.left, pace**k))
        if search.ends:
            break
    inputs = first[0].G.shape[1] if first else 0
    return search.found(rows)._replace(all=search.looked == most, inputs=inputs)


class _Search:
    """What is known of the rows' degrees, derivative by derivative.

    Shapes: extra (m,), acted (m,).
    """

    def __init__(self, m: int):
        self.extra, self.placed, self.left = np.full(m, -1), [], list(range(m))
        self.reach, self.looked, self.acted = m, 0, np.zeros(m, bool)

    @property
    def ends(self) -> bool:
        """Whether no input is left, and it is known where those first appear; or no row is."""
        return not self.left or (len(self.placed) >= self.reach and not self._unseen)

    @property
    def _unseen(self) -> list[int]:
        return [i for i in range(len(self.extra)) if self.acted[i] and self.extra[i] < 0]

    def tried(self, k: int) -> np.ndarray:
        """The derivatives more (m,) to look at next."""
        known = np.maximum(self.extra, 0)
        known[self.left] = k
        return known

    def look(self, k: int, looks: list[Reached], sure: list[int]) -> None:
        """Place what inputs move, and what follows from it."""
        new = _independent(looks, self.placed, sure)
        self.placed, self.looked = [*self.placed, *new], k
        follow = [i for i in sure if i not in new and _follows(looks, self.placed, i)]
        moved = [i for i in sure if any(x.G[i].any() for x in looks) and self.extra[i] < 0]
        self.extra[[*new, *follow, *moved]] = k
        self.left = [i for i in self.left if i not in (*new, *follow)]

    def found(self, rows: Rows) -> Found:
        """Degrees by name, unless none is above two or inputs remain that no row sees."""
        named = lambda places: tuple(rows.names[i] for i in places)
        hidden = () if self.ends else named(self._unseen)
        raised = self.ends and (self.extra > 0).any()
        degrees = by_name(rows, np.maximum(self.extra, 0)) if raised else None
        spent = named(i for i in self.left if self.acted[i]) if raised else ()
        return Found(degrees, hidden, spent, looked=self.looked)


def grips(
    controller: AbstractController, degrees: Degrees, q: Any, qd: Any, t: Any, p: Any
) -> bool:
    """Whether inputs act here on rows that are differentiated on, as they do nearby."""
    raised = replace(controller, degrees=degrees)
    look = _looker(raised, q, qd, t, p)
    here, *around = _looks(raised, [(q, qd), *nearby(look, q, qd)], t, p)
    rank = rank_of_rows(here.N, here.G)
    return all(rank_of_rows(x.N, x.G) <= rank for x in around)


def demands_of(x: Reached) -> int:
    """How many demands forces could meet, at once or after more derivatives."""
    slips = len(x.velocity_p) > len(x.phi_p)
    return rank_of_rows(np.linalg.inv(x.M), x.A if slips else x.AP)


def _counted(
    controller: AbstractController, first: list[Reached], pace: float, states: list, t: Any, p: Any
) -> tuple[int, ...] | None:
    """How many directions have none, one, ... derivatives more; None where rows have degrees."""
    forces = max(rank_of_rows(np.linalg.inv(x.M), x.AP) for x in first)
    demands = max(map(demands_of, first))
    reach = min(first[0].G.shape[1], demands)
    if forces >= demands or controller.priority is not None:
        return None
    ranks, looks = [0], first
    for k in range(min(MOST, 2 * len(states[0][0]) - 2) + 1):
        if k:
            counts = *np.diff(ranks).tolist(), 1
            looks = _looks(replace(controller, degrees=counts), states, t, p)
            if len(looks) < len(first):
                return None
        pairs = zip(looks, first, strict=True)
        found = max(_rank_in(x, y, ranks[-1], ROUNDING * pace**k) for x, y in pairs)
        ranks.append(found)
        if found >= reach:
            return tuple(np.diff(ranks).tolist()) if k else None
    return None


def _rank_in(now: Reached, first: Reached, known: int, least: float) -> int:
    """The rank of G in the metric of the rows as they are given; what is new is above rounding."""
    with np.errstate(all="ignore"):
        metric = in_metric(first.M, first.A)
    least_change = np.linalg.pinv(metric.U.T, rcond=INDEPENDENT)  # of q̈, for each row
    acts = least_change @ (now.G / metric.lengths[:, None])
    acts = acts / np.where(now.sizes > 0, now.sizes, 1.0)
    values = np.linalg.svd(acts, compute_uv=False)
    return max(known, int((values > least).sum()))


def by_name(rows: Rows, extra: np.ndarray) -> tuple[tuple[str, np.ndarray], ...]:
    """Degrees by name, from how many derivatives more each row takes. Shapes: extra (m,)."""
    i = np.arange(len(extra))
    degree = extra + np.where(i < rows.positions, 2, np.where(i < rows.velocities, 1, 0))
    return tuple((name, degree[list(places)]) for name, places in rows.groups)


def _looks(controller: AbstractController, states: list, t: Any, p: Any) -> list[Reached]:
    """What the control can do in each state, where that is finite."""
    q, qd = states[0]
    look = _looker(controller, q, qd, t, p)
    found = [look(q, qd) for q, qd in states]
    return [x for x in found if np.isfinite(x.G).all() and np.isfinite(x.lengths).all()]


def _looker(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> Look:
    numbers, rest = split(p, np)
    fixed = known(controller, q, qd, t, numbers, rest)
    return lambda q, qd: jax.tree.map(np.asarray, reached(fixed, rest, q, qd, t, numbers))


def _pace(controller: AbstractController, here: Reached, q: Any, qd: Any, t: Any, p: Any) -> float:
    """The fastest rate of the plant, roughly: of ∂q̈/∂q̇ and √∂q̈/∂q in the metric."""
    x, n, size = np.concatenate([q, qd]), len(q), np.sqrt(np.diag(here.M))
    h = STEP * np.maximum(1.0, np.abs(x))
    ends = [(x + s * e, x - s * e) for s, e in zip(h, np.eye(2 * n), strict=True)]
    seen = _looks(controller, [(y[:n], y[n:]) for pair in ends for y in pair], t, p)
    if len(seen) < 4 * n:
        return 0.0
    change = np.stack([(a.qdd - b.qdd) for a, b in zip(seen[::2], seen[1::2])], axis=1) / (2 * h)
    change = change * size[:, None] / np.tile(size, 2)
    by_q, by_qd = (np.linalg.norm(x, 2) for x in (change[:, :n], change[:, n:]))
    return float(max(np.sqrt(by_q), by_qd))


def _beyond_rounding(
    looks: list[Reached], first: list[Reached], left: list[int], scale: float
) -> list[int]:
    """Rows of A' that are more than what is left of terms that cancel: in parts of A pace^d."""
    length = lambda x: np.sqrt(np.einsum("in,ni->i", x.A, np.linalg.solve(x.M, x.A.T)))
    now, before = (np.mean([length(x) for x in y], axis=0) for y in (looks, first))
    return [i for i in left if now[i] > ROUNDING * before[i] * scale]


def _independent(looks: list[Reached], placed: list[int], left: list[int]) -> list[int]:
    """Of the rows left those that inputs move, whatever they do to the rows placed."""
    size = lambda x: np.linalg.norm(x.G, axis=1) / np.where(x.lengths > 0, x.lengths, 1.0)
    strength, new = np.mean([size(x) for x in looks], axis=0), []
    for i in sorted(left, key=lambda i: -strength[i]):
        together = [*placed, *new, i]
        rank = max(rank_of_rows(x.N, x.G[together]) for x in looks)
        if strength[i] and rank == len(together):
            new.append(i)
    return new


def _follows(looks: list[Reached], placed: list[int], i: int) -> bool:
    """Whether a row asks, in all states, for what those placed and the constraints ask for."""
    return bool(placed) and all(_said(x, placed, i) for x in looks)


def _said(x: Reached, placed: list[int], i: int) -> bool:
    rows, b = np.vstack([x.A_p, x.A[placed]]), np.concatenate([x.b_p, x.b[placed]])
    if rank_of_rows(x.M, np.vstack([rows, x.A[i]])) > rank_of_rows(x.M, rows):
        return False
    back = np.linalg.inv(np.linalg.cholesky(x.M)).T
    lengths = np.linalg.norm(rows @ back, axis=1)
    lengths[lengths == 0] = 1.0
    scaled = rows @ back / lengths[:, None]
    parts = np.linalg.lstsq(scaled.T, x.A[i] @ back, rcond=INDEPENDENT)[0] / lengths
    size = np.abs(x.A[i]) @ np.abs(x.qdd) + np.abs(x.b[i])
    size += np.abs(parts) @ (np.abs(rows) @ np.abs(x.qdd) + np.abs(b))
    return bool(abs(x.b[i] - parts @ b) <= SAME * size)
