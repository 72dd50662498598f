"""zw.root_locus: states of rest and their eigenvalues over a parameter."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import scipy

from zwang.base import arguments
from zwang.base.arrays import as_floats
from zwang.base.escape import AbstractPage, for_terminal
from zwang.base.functions import join, split
from zwang.base.status import NumericalError
from zwang.linear.spectrum import STILL
from zwang.linear.stability import UNSTABLE
from zwang.motion.motion import look_up
from zwang.rest.equilibrium import Equilibrium
from zwang.rest.find import equilibrium
from zwang.rest.joined import Along, Following
from zwang.sensitivity.wrt import number_names

FINEST = 1e-10  # of the interval in which a change is looked for
TURNS = 40


class Crossing(NamedTuple):
    """Where stability changes along a locus.

    Attributes
    ----------
    value : of the parameter
    kind : "divergence", an eigenvalue passes zero; "flutter", a pair passes the imaginary axis;
        "end", beyond which no state of rest was found; "branch point", where the branch that was
        followed meets another, which goes on; or "jump", where it ends and another was found
    before, after : the stability on both sides
    """

    value: float
    kind: str
    before: str
    after: str


@dataclass(frozen=True, eq=False)
class Locus(AbstractPage):
    """States of rest, or steady motions, over a parameter; print it.

    Attributes
    ----------
    name : of the parameter
    values : (k,)               of it
    equilibria : (k,)           an ``Equilibrium`` each; None where none was found
    eigenvalues : (k, f)        each column one eigenvalue, followed along the parameter
    crossings : where stability changes
    """

    name: str
    values: np.ndarray
    equilibria: tuple[Equilibrium | None, ...]
    eigenvalues: Any
    crossings: tuple[Crossing, ...]

    @property
    def stability(self) -> tuple[str, ...]:
        """Of each; "missing" where there is none."""
        return tuple("missing" if x is None else x.stability for x in self.equilibria)

    def plot(self) -> Any:
        """A picture of the eigenvalues; see ``zwang.plots.linear.plot_locus``."""
        from zwang.plots.linear import plot_locus

        return plot_locus(self)

    def __repr__(self) -> str:
        return "\n".join(map(for_terminal, self._page()))

    __str__ = __repr__

    def _page(self) -> Iterator[str]:
        span = f"{self.values[0]:.6g} to {self.values[-1]:.6g}"
        yield f"Locus: {len(self.values)} values of {self.name}, {span}"
        for value, word in zip(self.values, self.stability, strict=True):
            yield f"  {self.name} = {value:<14.8g} {word}"
        for x in self.crossings:
            yield f"  {x.kind} at {self.name} = {x.value:.10g}: {x.before} → {x.after}"


def root_locus(
    system: Any,
    q: Any = None,
    p: Any = None,
    *,
    name: str,
    values: Any,
    rate: bool = False,
    **options: Any,
) -> Locus:
    """Follow a state of rest, or a steady motion, over a parameter, with its eigenvalues.

    Each is looked for from the one before. Where the stability changes between two values the
    place is found, and named: an eigenvalue that passes zero (divergence: here other states of rest
    may branch off, or two of them meet and end), or a pair that passes the imaginary axis
    (flutter).

    Parameters
    ----------
    system, q, p : as for ``zw.equilibrium``
    name : of a number in p; or, with ``rate``, of a coordinate whose rate is the parameter
    values : (k,)   of the parameter, rising or falling
    rate : see ``name``
    **options : ``hold``, ``rates``, ``coordinates`` and ``t`` of ``zw.equilibrium``

    Examples
    --------
    >>> import zwang as zw
    >>> import jax.numpy as jnp
    >>> hoop = zw.System.from_lagrangian(
    ...     T=lambda q, qd, p: (qd[0] ** 2 + (p["omega"] * jnp.sin(q[0])) ** 2) / 2,
    ...     V=lambda q: -9.81 * jnp.cos(q[0]),
    ...     coordinates=["theta"],
    ... )
    >>> found = zw.root_locus(hoop, [0.0], {"omega": 1.0}, name="omega", values=[2.0, 3.0, 4.0])
    >>> found.stability, found.crossings[0].kind, round(found.crossings[0].value, 6)
    (('stable', 'stable', 'unstable'), 'divergence', 3.132092)
    """
    arguments.flag("rate", rate)
    arguments.text("name", name)
    given = np.atleast_1d(as_floats("values", values, np))
    steps = np.diff(given)
    if given.ndim != 1 or not len(given) or not np.isfinite(given).all():
        raise ValueError(f"`values` is {values!r}; wanted finite numbers (k,).")
    if not ((steps > 0).all() or (steps < 0).all()):
        raise ValueError(f"`values` is {values!r}; wanted numbers that rise, or fall.")
    at = _finder(system, p, name, rate, options)
    following = Following(at, _along(name, rate, options))
    found: list[Equilibrium | None] = []
    crossings, before = [], q
    for i, value in enumerate(given):
        here = at(float(value), before)
        last = found[-1] if found else None
        found.append(here)
        if i and last is not None:
            ends = float(given[i - 1]), float(value)
            change = _crossing(at, *ends, last, here)
            if change is None and here is not None:
                change = _parting(following, ends, last, here)
            crossings += [change] if change is not None else []
        before = here.q if here is not None else before
    return Locus(name, given, tuple(found), _followed(found), tuple(crossings))


def _finder(system: Any, p: Any, name: str, rate: bool, options: dict[str, Any]) -> Callable:
    """A function of the parameter and a guess that returns an Equilibrium, or None."""
    numbers, rest = split(p, np)
    if not rate:
        place = look_up(name, {x: i for i, x in enumerate(number_names(p))}, what="name")
        if np.ndim(numbers[place]):
            raise ValueError(f"`name` is {name!r}, an array; wanted one number of `p`.")

    def at(value: float, q: Any) -> Equilibrium | None:
        given = dict(options)
        changed = p
        if rate:
            given["rates"] = {**(options.get("rates") or {}), name: value}
        else:
            mine = list(numbers)
            mine[place] = np.asarray(value)
            changed = join(mine, rest)
        try:
            return equilibrium(system, q, changed, **given)
        except NumericalError:
            return None

    return at


def _along(name: str, rate: bool, options: dict[str, Any]) -> Along:
    """What is followed, with what the options hold or leave open."""
    hold, rates = options.get("hold", ()), options.get("rates")
    held = tuple(hold) if isinstance(hold, list | tuple | set | frozenset) else (hold,)
    given = rates.items() if isinstance(rates, Mapping) else ()
    return Along(name, rate, held, tuple(x for x, y in given if y is None and x != name))


def _crossing(
    at: Callable, a: float, b: float, before: Equilibrium, after: Equilibrium | None
) -> Crossing | None:
    """Where the stability changes between two values, if it does."""
    words = before.stability, "missing" if after is None else after.stability
    if words[0] == words[1] or _in_time(before) or _in_time(after):
        return None
    if after is None:
        return Crossing(_bisected(at, a, b, before, lambda x: x is None)[0], "end", *words)
    grown = max((before, after), key=lambda x: x.eigenvalues.real.max(initial=-np.inf))
    worst = grown.eigenvalues[int(np.argmax(grown.eigenvalues.real))]
    if UNSTABLE not in words:
        kind = (
            "divergence" if abs(worst.imag) <= STILL * grown.linear.spectrum.fastest else "flutter"
        )
        return Crossing(
            _bisected(at, a, b, before, lambda x: _word(x) != words[0])[0], kind, *words
        )
    value, near = _bisected(at, a, b, before, lambda x: _word(x) != words[0])
    if near is not None:
        grown = near if near.stability == UNSTABLE else grown
        worst = grown.eigenvalues[int(np.argmax(grown.eigenvalues.real))]
    flutter = abs(worst.imag) > 1e-3 * grown.linear.spectrum.fastest
    return Crossing(value, "flutter" if flutter else "divergence", *words)


def _parting(
    following: Following, ends: tuple[float, float], before: Equilibrium, after: Equilibrium
) -> Crossing | None:
    """Where another branch takes over, if one does, though the stability is the same, or open."""
    if "instant" in (before.linear.steady, after.linear.steady):
        return None
    found = following.parted(ends, before, after)
    return None if found is None else Crossing(*found, before.stability, after.stability)


def _in_time(found: Equilibrium | None) -> bool:
    """Whether time leaves the stability open: then no change of it has a place."""
    return found is not None and (found.linear.steady == "instant" or bool(found.linear.doubt))


def _word(found: Equilibrium | None) -> str:
    return "missing" if found is None else found.stability


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


def _followed(found: list[Equilibrium | None]) -> np.ndarray:
    """Eigenvalues (k, f), each column the nearest to the one before."""
    sizes = {len(x.eigenvalues) for x in found if x is not None}
    width = max(sizes, default=0)
    rows = np.full((len(found), width), np.nan, complex)
    last = None
    for i, x in enumerate(found):
        if x is None:
            continue
        values = np.concatenate([x.eigenvalues, np.full(width - len(x.eigenvalues), np.nan)])
        if last is not None and np.isfinite(values).all() and np.isfinite(last).all():
            apart = np.abs(last[:, None] - values)
            values = values[scipy.optimize.linear_sum_assignment(apart)[1]]
        rows[i] = last = values
    return rows
