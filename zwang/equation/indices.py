"""Indices outside of their arrays, which JAX answers with another entry and no word.

A function that takes q[5] of two coordinates gets the last one. So what JAX traced of it is
looked at, and what is known before any state is known, such as the 5, is computed: an index
among it that lies outside is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np
from jax.extend.core import ClosedJaxpr, Jaxpr, Literal
from jax.lax import GatherScatterMode

from zwang.base.arrays import is_concrete
from zwang.base.identity.fingerprint import AbstractLookedInto

SMALL = 10_000  # entries; more is data and no index
INTEGERS = [np.dtype(x) for x in ("bool", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8")]
TAKES = ("dynamic_slice", "gather")
# What comes before an index, in NumPy: JAX would compile each of these at its first use.
QUICK: dict[str, Callable[..., Any]] = {
    "lt": lambda x, y: np.less(x, y),
    "eq": lambda x, y: np.equal(x, y),
    "add": lambda x, y: np.add(x, y),
    "iota": lambda dtype, shape, dimension, **_: _iota(dtype, shape, dimension),
    "broadcast_in_dim": lambda x, shape, broadcast_dimensions, **_: _broadcast(
        x, shape, broadcast_dimensions
    ),
    "reshape": lambda x, new_sizes, **_: np.reshape(x, new_sizes),
    "concatenate": lambda *x, dimension: np.concatenate(x, dimension),
    "select_n": lambda which, no, yes: np.where(which, yes, no),
    "convert_element_type": lambda x, new_dtype, **_: np.asarray(x).astype(new_dtype),
}


def _iota(dtype: Any, shape: Sequence[int], axis: int) -> np.ndarray:
    return _broadcast(np.arange(shape[axis], dtype=dtype), shape, (axis,))


def _broadcast(x: Any, shape: Sequence[int], axes: Sequence[int]) -> np.ndarray:
    spread = [1] * len(shape)
    for size, axis in zip(np.shape(x), axes, strict=True):
        spread[axis] = size
    return np.broadcast_to(np.reshape(x, spread), shape)


class OutsideArray(ValueError):
    """A function of the user's takes an entry that its array does not have."""

    def __init__(self, found: Sequence[str]):
        self.found = tuple(found)  # which functions do, in sentences
        super().__init__(f"{'; '.join(self.found)}. JAX would take another one without a word.")


def outside(traced: ClosedJaxpr) -> list[tuple[int, int]]:
    """Which entries are taken from outside of an array, and how many it has."""
    if not _takes(traced.jaxpr):
        return []
    inputs = [None] * len(traced.jaxpr.invars)
    with jax.ensure_compile_time_eval():  # also within a trace of the user's
        return list(dict.fromkeys(_walk(traced.jaxpr, traced.consts, inputs)[1]))


def _takes(jaxpr: Jaxpr) -> bool:
    """Whether anything is taken by an index that is no slice known to lie inside."""
    return any(
        eqn.primitive.name in TAKES
        or any(_takes(x.jaxpr if isinstance(x, ClosedJaxpr) else x) for x in _inner(eqn))
        for eqn in jaxpr.eqns
    )


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
            compute = QUICK.get(eqn.primitive.name, eqn.primitive.bind)
            results = compute(*inputs, **eqn.params)
            outputs = list(results) if eqn.primitive.multiple_results else [results]
        known |= dict(zip(eqn.outvars, outputs, strict=True))
    return [value(x) for x in jaxpr.outvars], found


def _inner(eqn: Any) -> list[ClosedJaxpr | Jaxpr]:
    """The functions that an operation calls: one of a jit or a loop, several of a choice."""
    params = (x if isinstance(x, tuple) else (x,) for x in eqn.params.values())
    several = [x for group in params for x in group]
    found = [x.traced() if isinstance(x, AbstractLookedInto) else x for x in several]
    return [x for x in found if isinstance(x, ClosedJaxpr | Jaxpr)]


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
