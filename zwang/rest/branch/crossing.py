"""Where stability changes, or branches part, between two values of a parameter."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import scipy

from zwang.linear.spectrum import STILL
from zwang.linear.stability import UNDECIDED, UNSTABLE
from zwang.rest.branch.following import Parting
from zwang.rest.equilibrium import Equilibrium

FINEST = 1e-10  # of the interval in which a change is looked for
TURNS = 40


class Crossing(NamedTuple):
    """Where stability changes along a locus."""

    value: float  # of the parameter
    # "divergence", an eigenvalue passes zero; "flutter", a pair passes the imaginary axis; "end",
    # beyond which no state of rest was found; "branch point", where the branch that was followed
    # meets another, which goes on; or "jump", where it ends and another was found
    kind: str
    # before, after: the stability on both sides
    before: str
    after: str
    fold: bool = False  # whether the branch ends because it meets another one there, which ends too


def changes(
    at: Callable,
    ends: tuple[float, float],
    before: Equilibrium,
    after: Equilibrium | None,
    partings: Sequence[Parting],
) -> Iterator[Crossing]:
    """All changes between two values, in their order."""
    low, here = ends[0], before
    for i, x in enumerate(partings):
        next_one = partings[i + 1].before if i + 1 < len(partings) else after
        if UNDECIDED not in (here.stability, x.before.stability):
            yield from _crossing(at, low, x.value, here, x.before)
        words = _word(x.before, here), _word(x.beyond, next_one) if x.beyond else "missing"
        yield Crossing(x.value, x.kind, *words, x.fold)
        if x.beyond is None:
            return
        low, here = x.value, x.beyond
    if after is not None and not (partings and here.stability == UNDECIDED):
        yield from _crossing(at, low, ends[1], here, after)


def instant(found: Equilibrium) -> bool:
    """Whether forces balance for an instant only: then there is nothing to follow."""
    return found.linear.steady == "instant"


def smooth(*states: Equilibrium) -> bool:
    """Whether forces are smooth in some states of rest, and so in those between them."""
    return not any(x.linear.doubt or x.linear.reduced.limit for x in states)


def _word(found: Equilibrium | None, other: Equilibrium | None) -> str:
    """The stability; beside a parting, where it is open, that of the other state of its branch."""
    words = [x.stability for x in (found, other) if x is not None]
    return next((x for x in words if x != UNDECIDED), words[0])


def _crossing(
    at: Callable, a: float, b: float, before: Equilibrium, after: Equilibrium
) -> Iterator[Crossing]:
    """Where the stability changes between two values on a branch, if it does."""
    words = before.stability, after.stability
    if words[0] == words[1] or _in_time(before) or _in_time(after):
        return
    between = partial(at, far=False, smooth=smooth(before, after))
    value, near = _bisected(between, a, b, before, lambda x: x is None or x.stability != words[0])
    grown = max((before, after), key=lambda x: x.eigenvalues.real.max(initial=-np.inf))
    least = STILL
    if UNSTABLE in words:
        grown, least = near if near and near.stability == UNSTABLE else grown, 1e-3
    worst = grown.eigenvalues[int(np.argmax(grown.eigenvalues.real))]
    flutter = abs(worst.imag) > least * grown.linear.spectrum.fastest
    yield Crossing(value, "flutter" if flutter else "divergence", *words)


def _in_time(found: Equilibrium) -> bool:
    """Whether time leaves the stability open: then no change of it has a place."""
    return instant(found) or bool(found.linear.doubt)


def _bisected(
    at: Callable, a: float, b: float, before: Equilibrium, changed: Callable
) -> tuple[float, Equilibrium | None]:
    """The value at which something changes, and what is found beside it.

    Bisection leaves no doubt about the side. Once it is close, the largest real part that is not
    zero, if it changes its sign there, tells the place better.
    """
    low, high, state, beyond = a, b, before, None
    for _ in range(TURNS):
        middle = (low + high) / 2.0
        if abs(high - low) <= FINEST * max(abs(a), abs(b)):
            break
        here = at(middle, state.q)
        if changed(here):
            high, beyond = middle, here
        else:
            low, state = middle, here
        if beyond is not None and abs(high - low) < 0.05 * abs(b - a):
            exact = _zero(at, low, high, state, beyond)
            if exact is not None:
                return exact, beyond
    return (low + high) / 2.0, beyond


def _zero(
    at: Callable, low: float, high: float, state: Equilibrium, beyond: Equilibrium
) -> float | None:
    """The zero between two values of what tells the place best, if it has different signs there.

    That is the largest real part; or, where no damping lets it be negative, the product of the
    eigenvalues, which changes its sign with λ² of a pair that meets at zero.
    """
    zeros = min(state.linear.spectrum.zeros, beyond.linear.spectrum.zeros)
    least = STILL * max(state.linear.spectrum.fastest, beyond.linear.spectrum.fastest)
    for measure, limit in ((_growth, least), (lambda x: _product(x, zeros), 0.0)):
        ends = measure(state), measure(beyond)
        if not (min(ends) < -limit and max(ends) > limit):
            continue

        def off(value: float, measure: Callable = measure) -> float:
            here = at(value, state.q)
            return np.nan if here is None else measure(here)

        try:
            found: Any = scipy.optimize.brentq(off, low, high, xtol=1e-14)
            return float(found)
        except (ValueError, RuntimeError):
            continue
    return None


def _product(found: Equilibrium, zeros: int) -> float:
    """The product of the eigenvalues, in parts of the fastest, but for some that stay zero."""
    values, fastest = found.eigenvalues, found.linear.spectrum.fastest
    return float(np.prod(values[: len(values) - zeros] / fastest).real)


def _growth(found: Equilibrium) -> float:
    """The largest real part of those eigenvalues that are not zero."""
    values = found.eigenvalues
    return float(values[: len(values) - found.linear.spectrum.zeros].real.max(initial=-np.inf))
