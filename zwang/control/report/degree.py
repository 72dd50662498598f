"""The relative degree of each requirement: after how many derivatives the inputs appear.

Found in the state and in states nearby on the physical constraints, where a number that vanishes by
chance does not. Rows whose inputs appear are placed, the strongest first, as long as they are
independent. The others are differentiated on, under a control that meets those placed, and looked
at again.

What physical constraints on positions decide, they decide for good. Those on velocities, such as
wheels that do not slip, decide an acceleration at once, but not its derivative: inputs may appear
there. In which direction they decide turns with the vehicle, so that no row has a degree of its
own; then directions are counted, level by level (see ``law.turned``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import jax
import numpy as np

from zwang.base.functions import split
from zwang.consistency.independence import in_metric, rank_of
from zwang.control.description import AbstractController, Degrees
from zwang.control.report.analysis import Reached, reached
from zwang.equation.acceleration_form import Rows
from zwang.equation.known import known
from zwang.integrate.projection import INDEPENDENT

# States looked at around the given one, and how far away: in parts of the largest coordinate or
# velocity, or of one. MOST: derivatives more than two; each makes the program longer.
NEIGHBOURS, AROUND, MOST = 3, 0.05, 4
STEP, ROUNDING = 6e-6, 1e-9  # of differences, and of what they leave where terms cancel
ROUNDS = 3  # of the way back onto the physical constraints

Look = Callable[[Any, Any], Reached]


def nearby(look: Look, q: np.ndarray, qd: np.ndarray) -> Iterable[tuple[np.ndarray, np.ndarray]]:
    """States around one, on the physical constraints as nearly as the state itself.

    Parameters
    ----------
    look : what the control can do, as a function of q and qd
    q, qd : (n,)    the state
    """
    rng = np.random.default_rng(0)
    away = lambda x: x + AROUND * max(1.0, np.abs(x).max()) * rng.uniform(-1.0, 1.0, x.shape)
    for _ in range(NEIGHBOURS):
        yield _brought(look, away(q), away(qd))


def _brought(look: Look, q: np.ndarray, qd: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A state brought near the physical constraints, by the least change in the metric."""
    for _ in range(ROUNDS):
        found = look(q, qd)
        left = found.phi_p, found.velocity_p
        if not len(found.A_p) or not all(np.isfinite(x).all() for x in (found.A_p, *left)):
            break
        try:
            back = np.linalg.inv(np.linalg.cholesky(found.M)).T
            moves = [back @ least(found.A_p[: len(x)] @ back, x) for x in left]
        except np.linalg.LinAlgError:  # a mass that is none
            break
        q, qd = q - moves[0], qd - moves[1]
    return q, qd


def degrees_of(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> Degrees | None:
    """The relative degrees by name, one for each row; None if none is above what was looked at.

    Where they are those of directions that turn: how many have none, one, ... derivatives more.

    Parameters
    ----------
    controller : the description
    q, qd, t, p : state and parameters, known numbers
    """
    values = controller.model.values(q, qd, t, p)
    q, qd, t = (np.asarray(values[name], float) for name in ("q", "qd", "t"))
    rows, look = controller.rows(q, qd, t, p), _looker(controller, q, qd, t, p)
    states = [(q, qd), *nearby(look, q, qd)]
    extra, placed, reach = np.zeros(len(rows.names), int), [], len(rows.names)
    first, pace = [], 0.0
    for k in range(min(MOST, 2 * len(q) - 2) + 1):
        left = [i for i in range(len(extra)) if i not in placed]
        tried = np.where(np.isin(np.arange(len(extra)), left), k, extra)
        looks = _looks(replace(controller, degrees=by_name(rows, tried)), states, t, p)
        if not looks:
            break
        if k == 0:
            pairs = zip(looks[:2], states[:2])
            first, pace = looks, max(_pace(controller, x, *state, t, p) for x, state in pairs)
            forces = max(rank_of_rows(np.linalg.inv(x.M), x.AP) for x in looks)
            reach = min(looks[0].G.shape[1], forces)
            counts = _counted(controller, looks, pace, states, t, p)
            if counts is not None:
                return counts
        new = _independent(looks, placed, _beyond_rounding(looks, first, left, pace**k))
        extra[new], placed = k, [*placed, *new]
        if len(placed) >= reach:
            break
    return by_name(rows, extra) if extra.any() and len(placed) >= reach else None


def grips(
    controller: AbstractController, degrees: Degrees, q: Any, qd: Any, t: Any, p: Any
) -> bool:
    """Whether inputs act here on rows that are differentiated on, as they do nearby.

    Parameters
    ----------
    controller : the description
    degrees : found in states nearby
    q, qd, t, p : state and parameters, known numbers
    """
    raised = replace(controller, degrees=degrees)
    look = _looker(raised, q, qd, t, p)
    here, *around = _looks(raised, [(q, qd), *nearby(look, q, qd)], t, p)
    rank = rank_of_rows(here.N, here.G)
    return all(rank_of_rows(x.N, x.G) <= rank for x in around)


def demands_of(x: Reached) -> int:
    """How many demands forces could meet, at once or after more derivatives.

    Parameters
    ----------
    x : what the control can do in a state
    """
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
    """Degrees by name, from how many derivatives more each row takes.

    Parameters
    ----------
    rows : which row is whose
    extra : (m,)
    """
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


def rank_of_rows(N: np.ndarray, G: np.ndarray) -> int:
    """The rank of rows in the metric of a weight.

    Parameters
    ----------
    N : (k, k)      weight
    G : (m, k)      rows
    """
    with np.errstate(all="ignore"):
        metric = in_metric(N, G)
    return rank_of(metric.U, max(metric.rtol, INDEPENDENT))


def least(rows: np.ndarray, left: np.ndarray) -> np.ndarray:
    """The least y with rows y = left, each row counted in its length.

    Parameters
    ----------
    rows : (m, n)
    left : (m,)
    """
    lengths = np.linalg.norm(rows, axis=1)
    lengths[lengths == 0] = 1.0
    return np.linalg.lstsq(rows / lengths[:, None], left / lengths, rcond=INDEPENDENT)[0]


def condition_of(here: Reached, others: Iterable[Reached], rows: Rows) -> float:
    r"""How much larger inputs are than they would have to be, however the rows are written.

    Of the inputs that a requirement sees, in the metric of their weight, U is an orthonormal basis:
    with N = L Lᵀ its rows are G L⁻ᵀ = B U, and B, which holds all of how they are written, has
    no part in what follows. The larger counts of

    - the condition of all U together: how nearly requirements ask inputs for the same thing;
    - the norm of U⁺B⁺G' L⁻ᵀ, with G' of another state: how much larger inputs are here than there
      for the same demands. Near a state where they lose their grip it grows without bound.

    Parameters
    ----------
    here : a state
    others : states around it, or on its way
    rows : which row is whose
    """
    to_cost = np.linalg.inv(np.linalg.cholesky(here.N)).T
    U, turns = [], []
    for _, places in rows.groups:
        own = here.G[list(places)] @ to_cost
        lengths = np.linalg.norm(own, axis=1)
        scale = 1.0 / np.where(lengths > 0, lengths, 1.0)
        left, values, right = np.linalg.svd(scale[:, None] * own, full_matrices=False)
        kept = values > INDEPENDENT
        U.append(right[kept])
        turns.append((list(places), (left[:, kept] / values[kept]).T * scale))
    together = np.concatenate(U)
    if not len(together):
        return 1.0
    values = np.linalg.svd(together, compute_uv=False)
    values = values[values > INDEPENDENT * values[0]]
    inverse = np.linalg.pinv(together, rcond=INDEPENDENT)
    found = [float(values[0] / values[-1])]
    for x in others:
        there = np.concatenate([turn @ x.G[places] @ to_cost for places, turn in turns])
        found.append(float(np.linalg.norm(inverse @ there, 2)))
    return max(found)
