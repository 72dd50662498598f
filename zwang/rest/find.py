"""zw.equilibrium: where a system rests, or moves steadily."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from zwang.base import arguments
from zwang.base.arrays import as_floats, is_concrete
from zwang.base.functions import flat
from zwang.base.later import require_threads
from zwang.base.names import names_of
from zwang.base.process.one_thread import one_thread
from zwang.base.status import NumericalError
from zwang.linear.local.named import Coordinate, asked, described, every, functions_of
from zwang.linear.local.variation import Variation
from zwang.motion.motion import look_up
from zwang.rest.equilibrium import Equilibrium
from zwang.rest.near import from_one
from zwang.rest.step import Asked
from zwang.system.system import System

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
        tells where the search ended; of a guess that has no acceleration, the guess

    Returns
    -------
    Equilibrium, or a tuple of them

    Raises
    ------
    NumericalError
        ``NO_EQUILIBRIUM``, with the force that remains, by coordinate, or with the rates that do
        not stay, where it balances for an instant only though time does not enter;
        ``NOT_ASSEMBLED`` where the guess cannot be brought onto the constraints; or why the guess
        has no acceleration.

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
    """The same; and whether to go far, downhill, where Newton's method finds nothing."""
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
    return from_one(variation, looked, first, p, known, throw, far, carried)


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
            one = from_one(variation, looked, q, p, known, throw=True)
        except NumericalError:
            continue
        length = lambda x, units=one.holds.units: float(np.linalg.norm(units * x))
        size = SAME * (length(one.q) + length(np.ones_like(one.q)) * SAME)
        if all(length(one.q - other.q) > size for other in found):
            found.append(one)
    return tuple(found)
