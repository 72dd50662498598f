"""From one guess: near it, as a motion that symmetries carry, or downhill."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import numpy as np

from zwang.base.functions import given
from zwang.base.status import NotAssembled, NumericalError, Status
from zwang.consistency.assemble import assemble
from zwang.linear.local.named import Coordinate
from zwang.linear.local.tangent import metric_of
from zwang.linear.local.variation import State, Variation
from zwang.rest.equilibrium import Equilibrium
from zwang.rest.large import LARGE, large_of
from zwang.rest.relative import Relative
from zwang.rest.result import (
    PASSING,
    refused,
    result_of,
    result_of_large,
    with_small_motions,
)
from zwang.rest.search import Found, Search
from zwang.rest.step import RANK, Asked
from zwang.rest.still import still
from zwang.system.constraints import POSITION
from zwang.system.system import System

NEARER = 0.5  # of the way to a state of rest, the longest to a motion that is taken before it
SAME = 1e-6  # of a speed, what counts as none
# Failures that a singular M may have: there is no acceleration, or no way to where it rests.
WITHOUT_MASS = (Status.NOT_UNIQUE, Status.NO_SOLUTION, Status.NO_EQUILIBRIUM)


def from_one(
    variation: Variation,
    looked: Asked,
    q: Any,
    p: Any,
    known: dict[str, Coordinate],
    throw: bool,
    far: bool = True,
    carried: list[Any] | None = None,
) -> Equilibrium:
    """What a search from one guess finds, or its failure.

    Parameters
    ----------
    variation : of the system
    looked : what is looked for
    q : (n,)        the guess
    p, known : parameters; coordinates by name
    throw, far, carried : as for ``located``
    """
    every = variation, looked, q, p, known
    try:
        found = _searched(*every, far, carried)
        failure = NumericalError(found.status, found.detail)
    except NumericalError as error:
        found, failure = None, error
    except NotAssembled as error:  # of a state that the search came to, which nobody gave
        told = f"{error.row!r} is off by {error.remain:.3g}." if error.row else ""
        found, failure = None, NumericalError(Status.NOT_ASSEMBLED, told)
    if found is not None and found.status == Status.OK:
        return found
    ended = q if found is None else found.q
    balanced = _balanced(*every, far, ended) if failure.status in WITHOUT_MASS else None
    if balanced is not None:
        return balanced
    if throw:
        raise failure
    return refused(variation, q, looked.t, p, failure) if found is None else found


def _searched(
    variation: Variation,
    looked: Asked,
    q: Any,
    p: Any,
    known: dict[str, Coordinate],
    far: bool,
    carried: list[Any] | None,
) -> Equilibrium:
    """From one guess: near it; as a motion that symmetries carry; and then downhill."""
    search = Search(variation, looked)
    carried = [] if carried is None else carried
    moving = _carried(search, q, carried) if carried else None
    result = None if moving is None else result_of(moving, looked, p, known)
    if result is not None and result.status == Status.OK:
        return result
    large = large_of(variation, looked)
    end = None if large is None else large.search(np.asarray(q, float), far)
    if end is not None:
        return result_of_large(end, search, p, known)
    found = search.run(q)
    if found is None:
        # In the words of zw.assemble, which may also find what was missed here.
        held = [looked.coordinates[i].place for i in looked.held]
        held = [place for place in held if place is not None]
        q, _ = assemble(variation.system, q, np.zeros_like(q), looked.t, p, hold=held)
        found = search.run(q)
        if found is None:
            raise NumericalError(Status.NOT_ASSEMBLED)
    result = result_of(found, looked, p, known)
    if result.status != Status.OK or _open(result):
        moving = _carried(search, q, carried)
        other = result if moving is None else result_of(moving, looked, p, known)
        result = other if other.status == Status.OK or result.status != Status.OK else result
    if far and not found.rests and result.status != Status.OK:
        other = search.far(q, found)
        result = result if other is None else result_of(other, looked, p, known)
    if result.qd.any():
        moving = _or_moving(search, q, p, known, result)
        result = _or_still(variation, looked, q, p, known, far, moving)
    if result.status != Status.OK and search.met:
        told = f"{result.detail} On its way it came to where there is no answer: {search.met}"
        result = replace(result, detail=told)
    return result


# At rest no mass has a part in the balance F + Aᵀλ = 0, nor in what the constraints leave free. But
# where M is singular there may be no metric in which to look for it: a lever of links without mass
# has along them less and less to be moved the nearer it comes to where it is toggled, and there
# neither mass nor constraint. So it is looked for once more with constant masses beside M.


def _balanced(
    variation: Variation,
    looked: Asked,
    q: Any,
    p: Any,
    known: dict[str, Coordinate],
    far: bool,
    ended: np.ndarray,
) -> Equilibrium | None:
    """A rest of the system with more mass; None if there is none, or M is not singular."""
    start = variation.state(q, np.zeros(len(q)), looked.t)
    if looked.rates or variation.system.mass.asks_for("qd") or variation.n >= LARGE:
        return None
    try:
        masses = _seen(variation, start)
        if not any(_singular(variation.plain(start._replace(q=x))[0], masses) for x in (q, ended)):
            return None
        system = _with_mass(variation.system, np.diag(masses))
        search = Search(Variation(system, p, variation.functions, (), *start[:3]), looked)
        found = search.run(q)
        found = search.far(q, found) if found is not None and not found.rests and far else found
    except NumericalError:
        return None
    if found is None or not found.rests or found.reduced.x.qd.any():
        return None
    result = result_of(found, looked, p, known)
    if result.status != Status.OK:
        return None
    return with_small_motions(result, found, variation, looked, known)


def _seen(variation: Variation, x: State) -> np.ndarray:
    """The mass (n,) that a force along each coordinate sees, with what the constraints let it move.

    Of one that they do not let move it is what it has in the metric.
    """
    metric = metric_of(variation.matrices(x))
    own = (metric.L**2).sum(axis=1)
    moved = (metric.null(variation.rows.positions) ** 2).sum(axis=1)
    return 1.0 / np.where(moved * own > RANK, moved, 1.0 / own)


def _singular(M: np.ndarray, masses: np.ndarray) -> bool:
    """Whether M has no length along some direction, or hardly any, beside these masses."""
    own = M / np.sqrt(np.outer(masses, masses))
    return not np.isfinite(own).all() or bool(np.linalg.eigvalsh(own)[0] <= RANK)


def _with_mass(system: System, more: np.ndarray) -> System:
    """The system with a constant mass (n, n) beside its own."""
    other = copy.copy(system)
    own = lambda q, t, p: system.M(q, t, p) + more
    vars(other)["mass"] = given("`mass`", own, POSITION)
    return other


def _open(found: Equilibrium) -> bool:
    """Whether a motion balances, but time leaves open what comes of it."""
    return bool(found.qd.any()) and (found.linear.steady == "instant" or bool(found.linear.doubt))


def _or_moving(
    search: Search, q: Any, p: Any, known: dict[str, Coordinate], found: Equilibrium
) -> Equilibrium:
    """What was found; or where it rests, though constraints move the guess, a nearer motion."""
    size, timely = found.linear.reduced.metric.size, search.asked.timely
    start = search.onto(np.asarray(q, float)) if search.variation.in_time and timely else None
    if start is None or found.status != Status.OK:
        return found
    moved = size(search.state(start, {}).qd)
    if search.asked.rates or not moved > 0 or size(found.qd) > SAME * moved:
        return found
    moving = _carried(search, q, [])
    other = None if moving is None else result_of(moving, search.asked, p, known)
    if other is None or other.status != Status.OK or not size(other.qd) > SAME * moved:
        return found
    return other if size(other.q - q) < NEARER * size(found.q - q) else found


def _or_still(
    variation: Variation,
    looked: Asked,
    q: Any,
    p: Any,
    known: dict[str, Coordinate],
    far: bool,
    moving: Equilibrium,
) -> Equilibrium:
    """What constraints move; or rest, where they let it, unless a motion that stays is nearer."""
    ok = moving.status == Status.OK
    passes = ok and not looked.rates and _passes(variation, moving)
    rest = _still(variation, looked, q, far)
    other = None if rest is None else result_of(rest, looked, p, known)
    if other is not None and other.status == Status.OK:
        size = other.linear.reduced.metric.size
        stays = ok and not passes and moving.linear.steady == "steady"
        if not (stays and size(moving.q - q) < NEARER * size(other.q - q)):
            return other
    if passes:
        told = PASSING.format(", ".join(moving.steady))
        return replace(moving, status=Status.NO_EQUILIBRIUM, detail=told)
    return moving


def _still(variation: Variation, looked: Asked, q: Any, far: bool) -> Found | None:
    """A state of rest near the guess, where constraints on velocities ask it of q; or None."""
    if any(rate is None or rate for rate in looked.rates.values()):
        return None
    search, x = (
        Search(variation, looked, at_rest=True),
        variation.state(q, np.zeros(len(q)), looked.t),
    )
    if not len(still(variation, x, metric_of(variation.matrices(x))).rows):
        return None
    search = Search(variation, looked, at_rest=True)
    found = search.run(q)
    if found is not None and not found.rests and far:
        found = search.far(q, found)
    return found if found is not None and found.rests else None


def _passes(variation: Variation, found: Equilibrium) -> bool:
    """Whether rows on velocities ask for other rates as soon as the motion goes on."""
    x = variation.state(found.q, np.zeros(len(found.q)), found.t)
    metric = metric_of(variation.matrices(x))
    rest = still(variation, x, metric)
    change = np.abs(rest.rows @ found.qd) / rest.lengths
    carried = found.linear.reduced.candidates.frame is not None
    return not carried and bool((change > SAME * metric.size(found.qd)).any())


def _carried(search: Search, q: Any, known: list[Any]) -> Found | None:
    """A motion near the guess that symmetries carry on; None if there is none."""
    rates = {i: x for i, x in search.asked.rates.items() if x is not None}
    timely = search.variation.in_time
    wanted = search.asked.timely if timely else any(rates.values())
    start = search.onto(np.asarray(q, float)) if wanted else None
    if start is None:
        return None
    try:
        moving = Relative(search, search.state(start, rates), *known)
        found = moving.run()
    except (NumericalError, ValueError):
        return None
    known[:] = [] if found is None else [moving.every]
    return found
