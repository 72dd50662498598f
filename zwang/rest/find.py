"""zw.equilibrium: where a system rests, or moves steadily."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from zwang.base import arguments
from zwang.base.arrays import as_floats, is_concrete
from zwang.base.functions import flat
from zwang.base.later import require_threads
from zwang.base.names import names_of
from zwang.base.process.one_thread import one_thread
from zwang.base.status import NumericalError, Status
from zwang.consistency.assemble import assemble
from zwang.linear.local.named import Coordinate, asked, described, every, functions_of
from zwang.linear.local.tangent import metric_of
from zwang.linear.local.variation import Variation
from zwang.motion.motion import look_up
from zwang.rest.equilibrium import Equilibrium
from zwang.rest.large import large_of
from zwang.rest.relative import Relative
from zwang.rest.result import PASSING, result_of, result_of_large
from zwang.rest.search import Found, Search
from zwang.rest.step import Asked
from zwang.rest.still import still
from zwang.system.system import System

NEARER = 0.5  # of the way to a state of rest, the longest to a motion that is taken before it
SAME = 1e-6  # states of rest nearer than this, in parts of their size in the metric, are one


def equilibrium(
    system: System | Any,
    q: Any = None,
    p: Any = None,
    *,
    hold: Any = (),
    t: Any = 0.0,
    rates: Any = None,
    coordinates: Any = None,
    throw: bool = True,
) -> Any:
    r"""A state of rest, or of steady motion, near a guess and on the constraints.

    .. math:: N^T (Q + C) = 0, \quad A N = 0, \quad \varphi(q, t) = 0

    By Newton's method on the force that no constraint balances; all decisions are made in the
    metric M. A steady motion is one in which some rates are given and stay as they are: of cyclic
    coordinates, of a wheel that rolls. What it comes to near a guess may be stable or not: the
    result tells.

    Parameters
    ----------
    system : a ``zw.System`` or a ``zw.Mechanism``
    q : (n,)    a guess, which may be off the constraints; of a mechanism by default its start. Or
        several (k, n): then the states of rest that differ, found from each, are returned as a
        tuple
    p : parameters
    hold : names or indices of coordinates that keep their value
    t : ()      time
    rates : by name, the rates of coordinates in a steady motion; None for one that is looked for
        too. Others are zero, as far as the constraints let them
    coordinates : by name, functions of (q, t, p) that ``hold`` and ``rates`` may speak of, besides
        the coordinates themselves and those of a mechanism's joints, such as "axle.angle"
    throw : whether a failure raises ``NumericalError``; if not, the result has its status and
        tells where the search ended

    Returns
    -------
    Equilibrium, or a tuple of them

    Raises
    ------
    NumericalError
        ``NO_EQUILIBRIUM``, with the force that remains, by coordinate, or with the rates that do
        not stay, where it balances for an instant only though time does not enter;
        ``NOT_ASSEMBLED`` where the guess cannot be brought onto the constraints.

    Examples
    --------
    >>> import zwang as zw
    >>> rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
    >>> bob = zw.System(2.0, lambda q: [0.0, -19.62], [rod], coordinates=["x", "y"])
    >>> found = zw.equilibrium(bob, [0.3, -0.8])
    >>> found.q.round(9).tolist(), found.stability, round(found.lam("rod"), 6)
    ([0.0, -1.0], 'stable', -9.81)
    """
    arguments.flag("throw", throw)
    return located(system, q, p, hold, t, rates, coordinates, throw)


@one_thread
def located(
    system: Any,
    q: Any,
    p: Any,
    hold: Any = (),
    t: Any = 0.0,
    rates: Any = None,
    coordinates: Any = None,
    throw: bool = True,
    far: bool = True,
    carried: list[Any] | None = None,
    timely: bool = True,
    smooth: bool = False,
) -> Any:
    """The same; and whether to go far, downhill, where Newton's method finds nothing.

    Parameters
    ----------
    system, q, p, hold, t, rates, coordinates, throw : as for ``equilibrium``
    far : see above
    carried : where the symmetries are kept that carry a motion with these parameters; with any in
        it, such a motion is looked for first, as a neighbour's was. None for none
    timely : whether motions may be looked for that symmetries carry along with the time
    smooth : whether forces are known to be smooth there
    """
    system, mechanism = described(system, p)
    if q is None and mechanism is not None:
        q = mechanism.start()[0]
    if not is_concrete(q, t, *flat(p)[0]):
        raise TypeError("`equilibrium` looks at numbers; call it outside of jit, vmap and grad.")
    require_threads("zw.equilibrium")
    if q is None:
        raise TypeError("`q` is None; wanted a guess (n,).")
    guesses = as_floats("q", q, np)
    if not np.isfinite(guesses).all():
        raise ValueError(f"`q` is {guesses}; wanted finite numbers.")
    several = guesses.ndim == 2
    guesses = guesses if several else guesses[None]
    if guesses.ndim != 2 or not len(guesses):
        raise ValueError(f"`q` has the shape {np.shape(q)}; wanted (n,), or (k, n) for several.")
    first, _, time = system.state(guesses[0], guesses[0], t, np)
    arguments.number("t", time)
    known = every(system, mechanism, len(first))
    more = asked("coordinates", coordinates, known)
    names = names_of(system.coordinates, len(first))
    looked = _asked(known, more, hold, rates, float(time), names)._replace(
        timely=timely, smooth=smooth
    )
    variation = Variation(system, p, functions_of(known, more), (), first, first, time)
    if several:
        return _distinct(variation, looked, guesses, p, known)
    return _one(variation, looked, first, p, known, throw, far, carried)


def _asked(
    known: dict[str, Coordinate],
    more: Sequence[Coordinate],
    hold: Any,
    rates: Any,
    t: float,
    names: Sequence[str],
) -> Asked:
    """What is looked for, with places in the place of names."""
    table = known | {x.name: x for x in more}
    every_one = list(table.values())
    places = {x.name: i for i, x in enumerate(every_one)}
    if isinstance(hold, str | int):
        hold = [hold]
    if not isinstance(hold, list | tuple | set | frozenset):
        raise TypeError(f"`hold` is {hold!r}; wanted names or indices of coordinates.")
    held = []
    for item in hold:
        if isinstance(item, int | np.integer) and not isinstance(item, bool):
            if not -len(names) <= item < len(names):
                raise ValueError(
                    f"`hold` holds {item}; wanted an index from 0 to {len(names) - 1}."
                )
            item = names[int(item)]
        held.append(look_up(item, places, what="hold"))
    given = {} if rates is None else rates
    if not isinstance(given, Mapping):
        raise TypeError(f"`rates` is {rates!r}; wanted rates by the names of coordinates.")
    found = {
        look_up(name, places, what="rates"): None if x is None else arguments.number("rates", x)
        for name, x in given.items()
    }
    return Asked(every_one, found, held, t)


def _one(
    variation: Variation,
    looked: Asked,
    q: Any,
    p: Any,
    known: dict[str, Coordinate],
    throw: bool,
    far: bool = True,
    carried: list[Any] | None = None,
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
        return _or_raised(result_of_large(end, search, p, known), throw)
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
    return _or_raised(result, throw)


def _or_raised(result: Equilibrium, throw: bool) -> Equilibrium:
    """The result, or its failure as an error."""
    if throw and result.status != Status.OK:
        raise NumericalError(result.status, result.detail)
    return result


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


def _distinct(
    variation: Variation,
    looked: Asked,
    guesses: Any,
    p: Any,
    known: dict[str, Coordinate],
) -> tuple[Equilibrium, ...]:
    """From several guesses; what is found twice counts once, and failures do not count."""
    found: list[Equilibrium] = []
    for q in guesses:
        try:
            one = _one(variation, looked, q, p, known, throw=True)
        except NumericalError:
            continue
        length = lambda x, units=one.holds.units: float(np.linalg.norm(units * x))
        size = SAME * (length(one.q) + length(np.ones_like(one.q)) * SAME)
        if all(length(one.q - other.q) > size for other in found):
            found.append(one)
    return tuple(found)
