"""From one guess: near it, as a motion that symmetries carry, or downhill."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from zwang.base.status import NotAssembled, NumericalError, Status
from zwang.consistency.assemble import assemble
from zwang.linear.local.named import Coordinate
from zwang.linear.local.tangent import metric_of
from zwang.linear.local.variation import Variation
from zwang.rest.equilibrium import Equilibrium
from zwang.rest.large import large_of
from zwang.rest.relative import Relative
from zwang.rest.result import (
    PASSING,
    refused,
    result_of,
    result_of_large,
)
from zwang.rest.search import Found, Search
from zwang.rest.step import Asked
from zwang.rest.still import still

NEARER = 0.5  # of the way to a state of rest, the longest to a motion that is taken before it
SAME = 1e-6  # of a speed, what counts as none
# Failures that a singular M may have: there is no acceleration, or no way to where it rests.
WITHOUT_MASS = (Status.NOT_UNIQUE, Status.NO_SOLUTION, Status.NO_EQUILIBRIUM)
GIVE_MASS = (
    "M is singular, and rest is looked for in the metric M: give every coordinate that no "
    "constraint determines a small mass, which changes nothing of where it rests."
)


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
    """What a search from one guess finds, or its failure. Shapes: q (n,)."""
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
    if failure.status in WITHOUT_MASS and _singular_mass(variation, q, looked.t):
        failure = NumericalError(failure.status, f"{failure.detail} {GIVE_MASS}".strip())
        found = None if found is None else replace(found, detail=failure.detail)
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


def _singular_mass(variation: Variation, q: Any, t: float) -> bool:
    """Whether M has no inverse in the guess."""
    M = variation.plain(variation.state(q, np.zeros(len(q)), t))[0]
    return bool(np.isfinite(M).all()) and np.linalg.matrix_rank(M, hermitian=True) < len(M)


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
