"""Indices outside of their arrays, which JAX answers with another entry and no word.

A function that takes q[5] of two coordinates gets the last one. So the function is traced to its
operations, and what is known before any state is known, such as the 5, is computed: an index
among it that lies outside is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.core import ClosedJaxpr, Jaxpr, Literal
from jax.lax import GatherScatterMode

from zwang.base.arrays import is_concrete
from zwang.base.functions import EXTRA, STATE, Bound
from zwang.base.identity.keyed import AbstractKeyed
from zwang.equation.acceleration_form import acceleration_form
from zwang.system.lagrangian import lagrangian_of
from zwang.system.system import System

SMALL = 10_000  # entries; more is data and no index
INTEGERS = [np.dtype(x) for x in ("bool", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8")]


def outside(system: System, values: dict[str, Any]) -> Iterator[str]:
    """What the functions of a system take from outside of their arrays, in sentences.

    Parameters
    ----------
    system : the description
    values : the state by the names that functions ask for, as ``system.values`` returns it
    """
    values = values | dict.fromkeys(EXTRA, values["q"])
    if system.nonideal is not None and system.nonideal.asks_for("lam"):
        state = {name: values[name] for name in STATE}
        rows = jax.eval_shape(lambda: acceleration_form(system, **state)).b.shape
        values["lam"] = jnp.zeros(rows)
    for f in _functions(system):
        for entry, size in dict.fromkeys(_outside(f, values)):
            yield f"{f.what} takes the entry {entry} of an array that has {size}"


def _functions(system: System) -> Iterator[Bound]:
    """The functions that the user gave."""
    lagrangian = lagrangian_of(system)
    given = [system.mass, system.force, system.energy]
    if lagrangian is not None:
        # Mass, force and energy are derivatives of these; a force beside them is not seen.
        given = [lagrangian.kinetic, lagrangian.potential]
    parts = [*given, system.nonideal, *(x for c in system.constraints for x in c.parts())]
    # What was made from a description, such as a mechanism's force, is not the user's own.
    given = (x for x in parts if isinstance(x, Bound))
    yield from (x for x in given if not isinstance(x.function, AbstractKeyed))


def _outside(f: Bound, values: dict[str, Any]) -> Iterator[tuple[int, int]]:
    leaves, tree = jax.tree.flatten(values)
    places = [i for i, x in enumerate(leaves) if isinstance(x, jax.Array)]

    def at(numbers):
        filled = list(leaves)
        for i, x in zip(places, numbers, strict=True):
            filled[i] = x
        return f.at(jax.tree.unflatten(tree, filled))

    traced = jax.make_jaxpr(at)([leaves[i] for i in places])
    yield from _walk(traced.jaxpr, traced.consts, [None] * len(places))[1]


def _walk(jaxpr: Jaxpr, consts: Any, given: list[Any]) -> tuple[list[Any], list[tuple[int, int]]]:
    """What is known of the outputs, None where it is not, and the indices outside."""
    known: dict[Any, Any] = dict(zip(jaxpr.constvars, map(_index, consts), strict=True))
    known |= dict(zip(jaxpr.invars, given, strict=True))
    found: list[tuple[int, int]] = []

    def value(x):
        return x.val if isinstance(x, Literal) else known.get(x)

    for eqn in jaxpr.eqns:
        inputs = [value(x) for x in eqn.invars]
        found += _checked(eqn, inputs)
        inner = _inner(eqn)
        outputs: list[Any] = [None] * len(eqn.outvars)
        for sub in inner:
            body, own = (sub.jaxpr, sub.consts) if isinstance(sub, ClosedJaxpr) else (sub, ())
            called = len(inner) == 1 and eqn.primitive.name in ("jit", "pjit", "closed_call")
            results, more = _walk(body, own, inputs if called else [None] * len(body.invars))
            found += more
            outputs = results if called else outputs
        pure = not inner and not eqn.effects and all(_is_index(x.aval) for x in eqn.outvars)
        if pure and all(x is not None for x in inputs):
            results = eqn.primitive.bind(*inputs, **eqn.params)
            outputs = list(results) if eqn.primitive.multiple_results else [results]
        known |= dict(zip(eqn.outvars, outputs, strict=True))
    return [value(x) for x in jaxpr.outvars], found


def _inner(eqn: Any) -> list[ClosedJaxpr | Jaxpr]:
    """The functions that an operation calls: one of a jit or a loop, several of a choice."""
    params = (x if isinstance(x, tuple) else (x,) for x in eqn.params.values())
    return [x for several in params for x in several if isinstance(x, ClosedJaxpr | Jaxpr)]


def _index(x: Any) -> Any:
    """A captured array, if it may be an index."""
    return x if is_concrete(x) and _is_index(x) else None


def _is_index(x: Any) -> bool:
    kind = getattr(x, "dtype", None)
    return kind in INTEGERS and x.size <= SMALL


def _checked(eqn: Any, inputs: list[Any]) -> list[tuple[int, int]]:
    """Indices of one operation that lie outside: the entry, and how many entries there are."""
    if eqn.primitive.name == "dynamic_slice":
        shape, sizes = eqn.invars[0].aval.shape, eqn.params["slice_sizes"]
        starts = list(zip(inputs[1:], shape, sizes, strict=True))
    elif eqn.primitive.name == "gather" and inputs[1] is not None:
        if eqn.params["mode"] != GatherScatterMode.PROMISE_IN_BOUNDS:
            return []  # its writer says what is to happen outside
        shape, sizes = eqn.invars[0].aval.shape, eqn.params["slice_sizes"]
        axes = eqn.params["dimension_numbers"].start_index_map
        columns = np.moveaxis(np.asarray(inputs[1]), -1, 0)
        starts = [(x, shape[a], sizes[a]) for x, a in zip(columns, axes, strict=True)]
    else:
        return []
    return [
        (int(i) if i >= 0 else int(i) - size, size)  # from the end, as it was written
        for start, size, length in starts
        if start is not None
        for i in np.ravel(start)
        if not 0 <= i <= size - length
    ]
