"""zw.root_locus: states of rest and their eigenvalues over a parameter."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy

from zwang.base import arguments
from zwang.base.arrays import as_floats
from zwang.base.escape import AbstractPage, for_terminal
from zwang.base.functions import join, split
from zwang.base.process.one_thread import one_thread
from zwang.base.status import NumericalError
from zwang.motion.motion import look_up
from zwang.rest.branch.crossing import Crossing, changes, instant
from zwang.rest.branch.following import Following, Parting
from zwang.rest.branch.joined import Along
from zwang.rest.equilibrium import Equilibrium
from zwang.rest.find import located
from zwang.sensitivity.wrt import number_names


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
    reasons : (k,)              why none was found, in words; empty where one was
    """

    name: str
    values: np.ndarray
    equilibria: tuple[Equilibrium | None, ...]
    eigenvalues: Any
    crossings: tuple[Crossing, ...]
    reasons: tuple[str, ...]

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
        for value, word, why in zip(self.values, self.stability, self.reasons, strict=True):
            yield f"  {self.name} = {value:<14.8g} {word}" + (f": {why}" if why else "")
        for x in self.crossings:
            fold = ", a fold" if x.fold else ""
            yield f"  {x.kind} at {self.name} = {x.value:.10g}{fold}: {x.before} → {x.after}"


@one_thread
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
    why: dict[float, str] = {}
    at = _finder(system, p, name, rate, options, why)
    following = Following(at, _along(name, rate, options))
    found: list[Equilibrium | None] = []
    intervals: dict[int, list[Parting]] = {}
    reasons, before = [], q
    for i, value in enumerate(given):
        last, ends = found[-1] if found else None, (float(given[max(i - 1, 0)]), float(value))
        if last is None or instant(last):
            here = at(ends[1], before, True)
        else:
            here, partings = following.to(ends, last)
            intervals[i] = partings
        found.append(here)
        reasons.append(why.get(ends[1], "The branch ends before it.") if here is None else "")
        before = here.q if here is not None else before
    crossings = tuple(_crossings(at, given, found, intervals))
    return Locus(name, given, tuple(found), _followed(found), crossings, tuple(reasons))


def _crossings(
    at: Callable,
    given: np.ndarray,
    found: Sequence[Equilibrium | None],
    intervals: Mapping[int, list[Parting]],
) -> Iterator[Crossing]:
    """Where stability changes, of all intervals that were followed, by the end of each."""
    for i, partings in intervals.items():
        ends, last = (float(given[i - 1]), float(given[i])), found[i - 1]
        assert last is not None
        yield from changes(at, ends, last, found[i], partings)


def _finder(
    system: Any, p: Any, name: str, rate: bool, options: dict[str, Any], why: dict[float, str]
) -> Callable:
    """A function as ``Following`` asks for it; ``why`` keeps by value why it found nothing."""
    numbers, rest = split(p, np)
    if not rate:
        place = look_up(name, {x: i for i, x in enumerate(number_names(p))}, what="name")
        if np.ndim(numbers[place]):
            raise ValueError(f"`name` is {name!r}, an array; wanted one number of `p`.")

    carried: list[Any] = []  # symmetries: a rate changes none of them, a parameter may

    def at(value: float, q: Any, far: bool, smooth: bool = False) -> Equilibrium | None:
        given = dict(options)
        changed = p
        if rate:
            given["rates"] = {**(options.get("rates") or {}), name: value}
        else:
            mine = list(numbers)
            mine[place] = np.asarray(value)
            changed = join(mine, rest)
        try:
            more = {
                "far": far,
                "carried": carried if rate else None,
                "timely": False,
                "smooth": smooth,
            }
            return located(system, q, changed, **given, **more)
        except NumericalError as error:
            why[value] = " ".join(x for x in (error.status.cause, error.detail) if x)
            return None

    return at


def _along(name: str, rate: bool, options: dict[str, Any]) -> Along:
    """What is followed, with what the options hold or leave open."""
    hold, rates = options.get("hold", ()), options.get("rates")
    held = tuple(hold) if isinstance(hold, list | tuple | set | frozenset) else (hold,)
    given = rates.items() if isinstance(rates, Mapping) else ()
    opened = tuple(x for x, y in given if y is None and x != name)
    fixed = tuple(x for x, y in given if y is not None and x != name)
    return Along(name, rate, held, opened, (*fixed, name) if rate else fixed)


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
