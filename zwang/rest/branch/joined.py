r"""Whether two states of rest beside each other on a parameter belong to one branch.

On a branch the state q(μ) is smooth, with the exact slope that the equations give, so that between
two values

    q₁ − q₀ = h (q₀′ + q₁′) / 2 + O(h³).

Where that does not hold however short the interval is, the branch that was followed has met
another (q is continuous there, its slope is not), or has ended, and the search has gone over to
one that is elsewhere.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zwang.linear.channels import Input
from zwang.linear.local.moving.later import pace_of
from zwang.linear.local.reduced import Reduced
from zwang.linear.local.tangent import Candidates
from zwang.linear.local.traced import Direction
from zwang.linear.parameters import pushed
from zwang.rest.equilibrium import Equilibrium
from zwang.rest.relative import Given, Here
from zwang.rest.step import BALANCED, RANK, Asked, Step
from zwang.rest.still import still
from zwang.sensitivity.wrt import directions

APART = 0.1  # of the change of the state, what may be left unexplained
SAME, NONE = 1e-8, 1e-9  # changes of the state that are none, in parts of its size; of one
BENT = 0.3  # of the change of the state, what its slope may have changed without another look


class Along(NamedTuple):
    """What a state of rest is followed over, and what stays or is left open meanwhile."""

    name: str  # of a number in p; or of a coordinate whose rate is given
    rate: bool = False  # whether it is a rate
    held: tuple[Any, ...] = ()  # names or indices of coordinates that keep their value
    opened: tuple[str, ...] = ()  # names of coordinates whose rates are looked for
    given: tuple[str, ...] = ()  # names of those whose rates are given


def slope(found: Equilibrium, over: Along) -> np.ndarray | None:
    """q′ (n,) by a parameter or a rate; None where it has none.

    A rate is one of the states u: what it does to σ̈_J is its column of A.
    """
    here = found.linear.reduced
    f_q = here.sizes[0]
    if here.candidates.frame is not None:
        return _carried_slope(found, over)
    if over.rate:
        j = f_q + here.velocities.index(over.name)
        dq, off = here.E.q[j], here.A[f_q:, j]
    else:
        along = directions(here.variation.system, found.q, found.qd, found.p, over.name)
        source = Input(over.name, "parameter", numbers=[change[0] for change in along.dp])
        moved, off = pushed(here, source, "`name` is")
        dq = moved.q[0]
        if (
            len(here.A)
            and not found.qd.any()
            and len(still(here.variation, here.x, here.metric)[0])
        ):
            return _still_slope(here, dq, moved.qd[0], off, _held(found, over))
    if not len(here.A):
        return dq
    places = {x.name: i for i, x in enumerate(here.candidates.coordinates)}
    asked = Asked(here.candidates.coordinates, {}, _held(found, over), found.t)
    more = Step(here, asked, [places[x] for x in over.opened]).balancing(off)
    return None if more is None else dq + more  # nothing balances what it adds: a fold


def _held(found: Equilibrium, over: Along) -> list[int]:
    """Places of the coordinates that keep their value."""
    places = {x.name: i for i, x in enumerate(found.linear.reduced.candidates.coordinates)}
    named = [x if isinstance(x, str) else found.names[x] for x in over.held]
    return [places[x] for x in named if x in places]


def _still_slope(
    here: Reduced, dq: np.ndarray, dqd: np.ndarray, off: np.ndarray, held: list[int]
) -> np.ndarray | None:
    """The same where constraints on velocities ask something of q, so that q̇ stays zero.

    With the parameter a state on the constraints changes by (δq, δq̇), and beside that by E x: of
    both together δq̇ and δσ̈_J are zero, and held coordinates stay.
    """
    L, f_q = here.metric.L, here.sizes[0]
    pace = np.abs(np.linalg.eigvals(here.A)).max(initial=0.0) or 1.0
    S = here.candidates.S[held] / here.candidates.lengths[held][:, None] * pace**2
    N = L.T @ here.N
    G = np.concatenate([pace * L.T @ here.E.qd.T, N @ here.A[f_q:], S @ here.E.q.T])
    z = np.concatenate([pace * L.T @ dqd, N @ off, S @ dq])
    units = np.linalg.norm(G, axis=0)
    units = 1.0 / np.where(units > 0, units, 1.0)
    x = -units * np.linalg.lstsq(G * units, z, rcond=RANK)[0]
    if np.linalg.norm(G @ x + z) > BALANCED * np.linalg.norm(z):
        return None
    return dq + x @ here.E.q


def _carried_slope(found: Equilibrium, over: Along) -> np.ndarray | None:
    """The same of a motion that symmetries carry, and with it the symmetry changes."""
    here = found.linear.reduced
    frame, variation, every = here.candidates.frame, here.variation, here.candidates.coordinates
    assert frame is not None
    plain = Candidates(every, variation.functions, here.at, here.metric)
    at = Here(here.x, here.at, here.metric, plain, here.a, here.lam, frame.Xi, np.zeros(0))
    places = [i for i, x in enumerate(every) if x.name in over.given]
    given = Given(places, pace_of(here))
    own, N = _by_parameter(found, over), at.free(variation, _held(found, over))
    # Along N, with the weights of symmetries, and with the parameter.
    parts = N.T, np.zeros_like(frame.q), own.q
    q = np.concatenate(parts)
    qd = q @ frame.Xi.T + np.concatenate([0.0 * parts[0], frame.q, 0.0 * own.q])
    turned = np.concatenate([0.0 * parts[0], frame.qd, 0.0 * own.q])
    padded = lambda x: np.concatenate([np.zeros((len(q) - 1, *x.shape[1:])), x])
    numbers = [padded(x) for x in own.numbers]
    along = variation.direction(len(q), q=q, qd=qd, numbers=numbers)
    rows = at.changes(variation, given, along, turned)
    G, off = rows[:-1].T, rows[-1]
    if over.rate:
        j = [every[i].name for i in places].index(over.name)
        off[variation.rows.velocities + j] -= given.pace / plain.lengths[places[j]]
    y = at.solved(G, off, frame.q, given.pace)
    if np.linalg.norm(G @ y + off) > BALANCED * np.linalg.norm(off):
        return None
    return own.q[0] + N @ y[: N.shape[1]]


def _by_parameter(found: Equilibrium, over: Along) -> Direction:
    """The least change of q, with that of a parameter, by which constraints on positions stay."""
    here = found.linear.reduced
    variation, own = here.variation, here.variation.direction(1)
    if over.rate:
        return own
    along = directions(variation.system, found.q, found.qd, found.p, over.name)
    own = own._replace(numbers=[change[:1] for change in along.dp])
    phi = variation.change(here.x, *variation.blank, own).phi
    return own._replace(q=-here.metric.least(variation.rows.positions, phi.T).T)


class Passed(NamedTuple):
    """A state of rest that was passed: the value (), the state, and its slope (n,), or None."""

    value: float
    found: Equilibrium
    slope: np.ndarray | None

    @property
    def steepness(self) -> float:
        """The length of the slope in the metric."""
        return 0.0 if self.slope is None else self.found.linear.reduced.metric.size(self.slope)


def joined(a: Passed, b: Passed, size: float, steep: float) -> bool:
    """Whether two states of rest belong to one branch, as far as their interval can tell."""
    metric = a.found.linear.reduced.metric
    change, h = b.found.q - a.found.q, b.value - a.value
    least = SAME * size + NONE * metric.size(np.ones_like(change))
    if a.slope is None or b.slope is None:
        return metric.size(change) <= least
    bend = metric.size(h * (b.slope - a.slope))
    explained = h * (a.slope + b.slope) / 2
    most = max(metric.size(change), metric.size(explained), abs(h) * steep)
    if most <= least and bend <= least:
        return True
    return metric.size(change - explained) <= APART * most and bend <= BENT * most
