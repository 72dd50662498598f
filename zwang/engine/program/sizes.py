"""How large everything in a program is, from tracing it."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import jax
import numpy as np

from zwang.equation.rows import Rows

if TYPE_CHECKING:
    from zwang.integrate.method.runge_kutta import Program


# Entries of M and A together, beyond which the dense algebra of what is not written out takes as
# long as JAX.
LARGEST = 16_000


class Sizes(NamedTuple):
    """How large everything is."""

    n: int  # coordinates
    rows: Rows  # of the constraints: which is whose
    events: int  # how many are watched for
    numbers: tuple[tuple[int, ...], ...]  # shapes of the parameters' numbers
    observables: tuple[tuple[str, tuple[int, ...]], ...]  # name and shape of each
    energy: bool  # whether the system tells its energy

    @property
    def m(self) -> int:
        """Rows of constraints."""
        return len(self.rows.names)

    @property
    def observed(self) -> int:
        """How many numbers of a row are the energy and observables."""
        return self.energy + sum(math.prod(shape) for _, shape in self.observables)


def from_lists(told: Any) -> Sizes:
    """The sizes that were written as JSON."""
    found = Sizes(*_tuples(told))
    return found._replace(rows=Rows(*found.rows))


def _tuples(x: Any) -> Any:
    return tuple(map(_tuples, x)) if isinstance(x, list | tuple) else x


@lru_cache(maxsize=64)
def sizes_of(program: Program, n: int, shapes: tuple[tuple[int, ...], ...]) -> Sizes:
    """The sizes of a program, from tracing it."""
    from zwang.system.deferred import for_engine

    with for_engine():
        return _traced(program, n, shapes)


def _traced(program: Program, n: int, shapes: tuple[tuple[int, ...], ...]) -> Sizes:
    from zwang.equation.acceleration_form import rows_of
    from zwang.system.elements import sums_of

    system = program.system.value
    energy, events = system.energy is not None, len(program.events.value.events)
    sums = sums_of(system, rubbing=True)
    if sums is not None:  # it names each of its rows, and what it adds up are numbers
        zero = np.zeros(n)
        told = tuple((name, ()) for name, _ in sums.observables)
        return Sizes(n, rows_of(system, zero, zero), events, shapes, told, energy)

    seen = observed(program, n, shapes)
    names = (name for name, _ in system.observables)
    observables = tuple(zip(names, seen.shapes, strict=True))
    return Sizes(n, seen.rows, events, shapes, observables, energy)


class Observed(NamedTuple):
    """What was traced of a system's observables."""

    # they, in one jaxpr of q (n,), q̇ (n,), t (1,) and all numbers of the parameters; None where
    # they capture what is being traced around them, which is nothing to keep
    traced: Any
    shapes: tuple[tuple[int, ...], ...]  # of each
    rows: Rows  # of the constraints: which is whose


@lru_cache(maxsize=16)
def observed(program: Program, n: int, shapes: tuple[tuple[int, ...], ...]) -> Observed:
    """The observables of a system, in one trace: those of a control are parts of one command."""
    from zwang.base.arrays import is_concrete
    from zwang.equation.acceleration_form import rows_of

    system, rows = program.system.value, []

    def look(q, qd, t, p):
        given = program.p(pieces(p, shapes))
        values = system.values(q, qd, t[0], given)
        rows.append(rows_of(system, q, qd, t[0], given))
        return [function.at(values).astype(float) for _, function in system.observables]

    sizes = n, n, 1, sum(map(math.prod, shapes))
    kinds = [jax.ShapeDtypeStruct((size,), np.float64) for size in sizes]
    traced, seen = jax.make_jaxpr(look, return_shape=True)(*kinds)
    lasts = is_concrete(*traced.consts)
    return Observed(traced if lasts else None, tuple([x.shape for x in seen]), rows[-1])


def pieces(p: Any, shapes: tuple[tuple[int, ...], ...]) -> list[Any]:
    """The numbers of the parameters, each in its shape, from all of them in a vector."""
    ends = np.cumsum([0, *map(math.prod, shapes)])
    return [p[a:b].reshape(shape) for a, b, shape in zip(ends, ends[1:], shapes, strict=False)]
