r"""Whether two states of rest beside each other on a parameter belong to one branch.

On a branch the state q(μ) is smooth, with the exact slope that the equations give, so that between
two values

    q₁ − q₀ = h (q₀′ + q₁′) / 2 + O(h³).

Where that does not hold however short the interval is, the branch that was followed has met
another (q is continuous there, its slope is not), or has ended, and the search has gone over to
one that is elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from zwang.linear.channels import Input
from zwang.linear.parameters import pushed
from zwang.rest.equilibrium import Equilibrium
from zwang.rest.step import Asked, Step
from zwang.sensitivity.wrt import directions

APART = 0.1  # of the change of the state, what may be left unexplained
SAME, NONE = 1e-8, 1e-9  # changes of the state that are none, in parts of its size; of one
BENT = 0.3  # of the change of the state, what its slope may have changed without another look
HALVINGS, MOST = 20, 100  # how often an interval is halved; states of rest looked for
PART = 0.382  # of an interval, where it is first looked into
NEAR, JUMPS = 1e-4, 0.05  # how far beyond a gap, of an interval; of its change, what is a jump


class Along(NamedTuple):
    """What a state of rest is followed over, and what stays or is left open meanwhile.

    Attributes
    ----------
    name : of a number in p; or of a coordinate whose rate is given
    rate : whether it is a rate
    held : names or indices of coordinates that keep their value
    opened : names of coordinates whose rates are looked for
    """

    name: str
    rate: bool = False
    held: tuple[Any, ...] = ()
    opened: tuple[str, ...] = ()


def slope(found: Equilibrium, over: Along) -> np.ndarray | None:
    """q′ (n,) by a parameter or a rate; None where it has none.

    A rate is one of the states u: what it does to σ̈_J is its column of A.

    Parameters
    ----------
    found : a state of rest
    over : what is changed
    """
    here = found.linear.reduced
    f_q = here.sizes[0]
    if over.rate:
        j = f_q + here.velocities.index(over.name)
        dq, off = here.E.q[j], here.A[f_q:, j]
    else:
        along = directions(here.variation.system, found.q, found.qd, found.p, over.name)
        source = Input(over.name, "parameter", numbers=[change[0] for change in along.dp])
        moved, off = pushed(here, source)
        dq = moved.q[0]
    if not len(here.A):
        return dq
    places = {x.name: i for i, x in enumerate(here.candidates.coordinates)}
    named = [x if isinstance(x, str) else found.names[x] for x in over.held]
    held = [places[x] for x in named if x in places]
    asked = Asked(here.candidates.coordinates, {}, held, found.t)
    more = Step(here, asked, [places[x] for x in over.opened]).balancing(off)
    return None if more is None else dq + more  # nothing balances what it adds: a fold


def joined(a: Equilibrium, b: Equilibrium, h: float, over: Along, size: float) -> bool:
    """Whether two states of rest belong to one branch, as far as their interval can tell.

    Parameters
    ----------
    a, b : at two values of the parameter
    h : by which these differ
    over : the parameter
    size : of states, in the metric, beside which changes count
    """
    metric = a.linear.reduced.metric
    change = b.q - a.q
    least = SAME * size + NONE * metric.size(np.ones_like(a.q))
    slopes = slope(a, over), slope(b, over)
    if slopes[0] is None or slopes[1] is None:
        return metric.size(change) <= least
    bend = metric.size(h * (slopes[1] - slopes[0]))
    explained = h * (slopes[0] + slopes[1]) / 2
    most = max(metric.size(change), metric.size(explained))
    if most <= least and bend <= least:
        return True
    return metric.size(change - explained) <= APART * most and bend <= BENT * most


class Gap(NamedTuple):
    """Where states of rest part: the value (), and the state before."""

    value: float
    before: Equilibrium


class Following:
    """A branch that is followed over a parameter.

    Parameters
    ----------
    at : function of the parameter and a guess that returns an ``Equilibrium``, or None
    over : the parameter
    """

    def __init__(self, at: Callable, over: Along):
        self.at, self.over, self.tries, self.size = at, over, MOST, 0.0

    def parted(
        self, ends: tuple[float, float], before: Equilibrium, after: Equilibrium
    ) -> tuple[float, str] | None:
        """Where the branch ends on which a state of rest was followed, and how; None if it goes on.

        Parameters
        ----------
        ends : two values of the parameter
        before, after : the states of rest there
        """
        size = before.linear.reduced.metric.size
        self.tries, self.size = MOST, max(self.size, size(before.q), size(after.q))
        found = self._parted(ends, before, after, HALVINGS)
        if not isinstance(found, Gap):
            return found
        beyond = self._near(found.value + NEAR * (ends[1] - ends[0]), found.before, after)
        if beyond is None:
            return found.value, "end"
        left = size(beyond.q - found.before.q)
        return found.value, "jump" if left > JUMPS * size(after.q - before.q) else "branch point"

    def _parted(self, ends: tuple[float, float], a: Equilibrium, b: Equilibrium, depth: int) -> Any:
        low, high = ends
        if joined(a, b, high - low, self.over, self.size):
            return None
        if not depth or self.tries <= 0:
            return Gap((low + high) / 2, a)
        self.tries -= 1
        # Not in the middle at first: what is symmetric would hide there.
        middle = low + (PART if depth == HALVINGS else 0.5) * (high - low)
        here = self._near(middle, a, b)
        if here is None:
            return middle, "end"
        first = self._parted((low, middle), a, here, depth - 1)
        return first or self._parted((middle, high), here, b, depth - 1)

    def _near(self, value: float, a: Equilibrium, b: Equilibrium) -> Equilibrium | None:
        """The state of rest found from the one before, or else from the one behind."""
        here = self.at(value, a.q)
        return self.at(value, b.q) if here is None else here
