"""JAX's primitives that only move elements, on arrays of scalar values.

What moves them by rules of many cases (gathers, scatters) is done by JAX itself, on the places of
the elements in the place of the elements: so these rules are not written a second time here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.engine.scalar import graph as scalar
from zwang.engine.scalar.elementwise import TABLE, Values, array, boxed, numbers, rule
from zwang.engine.scalar.types import kind_for, known

MOVING = ("gather", "scatter", "tile")
INDICES = 1  # which operand says where


@rule
def broadcast_in_dim(x: Values, *_: Any, shape: Any, broadcast_dimensions: Any, **__: Any):
    spread = [1] * len(shape)
    for size, place in zip(x.shape, broadcast_dimensions, strict=True):
        spread[place] = size
    return np.broadcast_to(x.reshape(spread), shape)


@rule
def pad(x: Values, filling: Values, *, padding_config: Any, **_: Any) -> Values:
    stretched = [
        (size - 1) * (gap + 1) + 1 if size else 0 for size, (*_, gap) in _with(x, padding_config)
    ]
    found = np.full(stretched, filling.item(), object)
    found[tuple(slice(None, None, gap + 1) for *_, gap in padding_config)] = x
    for axis, (low, high, _) in enumerate(padding_config):
        found = _padded(found, axis, low, high, filling.item())
    return found


def _with(x: Values, config: Any) -> list[tuple[int, Any]]:
    return list(zip(x.shape, config, strict=True))


def _padded(x: Values, axis: int, low: int, high: int, filling: Any) -> Values:
    """With elements before and behind; negative numbers cut."""
    x = np.moveaxis(x, axis, 0)
    x = x[max(-low, 0) : len(x) - max(-high, 0)]
    ends = [np.full((max(k, 0), *x.shape[1:]), filling, object) for k in (low, high)]
    return np.moveaxis(np.concatenate([ends[0], x, ends[1]]), 0, axis)


@rule
def slice_(x: Values, *, start_indices: Any, limit_indices: Any, strides: Any, **_: Any) -> Values:
    steps = strides or (1,) * x.ndim
    return x[tuple(map(slice, start_indices, limit_indices, steps))]


def _window(x: Values, starts: Sequence[Values], sizes: Sequence[int]) -> tuple[slice, ...]:
    """The part of x that begins at known places; moved inside where it would not fit."""
    begins = [int(numbers(start, "an index").item()) for start in starts]
    begins = [min(max(b, 0), n - k) for b, n, k in zip(begins, x.shape, sizes, strict=True)]
    return tuple(slice(b, b + k) for b, k in zip(begins, sizes, strict=True))


@rule
def dynamic_slice(x: Values, *starts: Values, slice_sizes: Sequence[int], **_: Any) -> Values:
    return x[_window(x, starts, slice_sizes)]


@rule
def dynamic_update_slice(x: Values, update: Values, *starts: Values, **_: Any) -> Values:
    found = x.copy()
    found[_window(x, starts, update.shape)] = update
    return found


@rule
def split(x: Values, *, sizes: Sequence[int], axis: int, **_: Any) -> list[Values]:
    return np.split(x, np.cumsum(sizes)[:-1], axis)


@rule
def unstack(x: Values, *, axis: int, **_: Any) -> list[Values]:
    shape = x.shape[:axis] + x.shape[axis + 1 :]
    return [part.reshape(shape) for part in np.split(x, x.shape[axis], axis)]


TABLE |= {
    "reshape": lambda x, *, new_sizes, **_: x.reshape(new_sizes),
    "squeeze": lambda x, *, dimensions, **_: np.squeeze(x, tuple(dimensions)),
    "expand_dims": lambda x, *, dimensions, **_: np.expand_dims(x, tuple(dimensions)),
    "transpose": lambda x, *, permutation, **_: x.transpose(permutation),
    "rev": lambda x, *, dimensions, **_: np.flip(x, tuple(dimensions)),
    "concatenate": lambda *x, dimension, **_: np.concatenate(x, dimension),
    "stack": lambda *x, axis, **_: np.stack(x, axis),
}


def moves(primitive: Any, dtype: Any, *arrays: Values, **params: Any) -> list[Values]:
    """Apply a primitive to the places of elements, and take the elements from there.

    Parameters
    ----------
    primitive : of JAX
    dtype : of the elements
    *arrays : its operands
    **params : its parameters
    """
    store = [v for i, x in enumerate(arrays) if i != INDICES for v in x.flat]
    outside = params.get("fill_value")
    outside = _filling(dtype) if outside is None else known(np.asarray(outside).item(), dtype)
    fixed = numbers(arrays[INDICES], "an index") if len(arrays) > INDICES else np.zeros(0)
    shapes = tuple(x.shape for x in arrays)
    which = primitive.name, repr(sorted(params.items())), shapes, fixed.tobytes()
    if which not in _PLACES:
        _PLACES[which] = _places(primitive, shapes, fixed, params)
    return [
        array((store[k] if k >= 0 else outside for k in places.flat), places.shape)
        for places in _PLACES[which]
    ]


def _filling(dtype: Any) -> Any:
    """What JAX puts in the place of elements that are not there."""
    match kind_for(dtype):
        case scalar.FLOAT:
            return math.nan
        case scalar.BOOL:
            return True
    about = jnp.iinfo(dtype)
    return int(about.min) if about.min < 0 else int(about.max)


_PLACES: dict[tuple, list[np.ndarray]] = {}  # JAX compiles for each; the same ones come again


def _places(
    primitive: Any, shapes: Sequence[tuple[int, ...]], fixed: np.ndarray, params: dict[str, Any]
) -> list[np.ndarray]:
    """For each element of the results the place that it comes from; −1 for none."""
    operands, begin = [], 0
    for i, shape in enumerate(shapes):
        if i == INDICES:
            operands.append(jnp.asarray(fixed, jnp.int64))
            continue
        operands.append(jnp.asarray(begin + np.arange(math.prod(shape)).reshape(shape)))
        begin += math.prod(shape)
    about = params | ({"fill_value": -1} if "fill_value" in params else {})
    found = primitive.bind(*operands, **about)
    return [np.asarray(x) for x in (found if primitive.multiple_results else [found])]


@rule
def iota(*, dtype: Any, shape: tuple[int, ...], dimension: int, **_: Any) -> Values:
    along = np.arange(shape[dimension], dtype=dtype)
    return boxed(np.broadcast_to(np.expand_dims(along, _others(shape, dimension)), shape))


def _others(shape: tuple[int, ...], dimension: int) -> tuple[int, ...]:
    return tuple(k for k in range(len(shape)) if k != dimension)


def scatter_add(primitive: Any, x: Values, indices: Values, updates: Values, **params: Any):
    """What is added where: the derivative of numbered places tells where each update lands."""
    places = jnp.asarray(numbers(indices, "an index"), jnp.int64)
    put = lambda update: primitive.bind(jnp.zeros(x.shape), places, update, **params)
    numbered = jnp.arange(1.0, x.size + 1.0).reshape(x.shape)
    (lands,) = jax.vjp(put, jnp.zeros(updates.shape))[1](numbered)
    found = list(x.flat)
    for update, place in zip(updates.flat, np.asarray(lands).ravel().astype(int), strict=True):
        if place:
            found[place - 1] = scalar.add(found[place - 1], update)
    return array(found, x.shape)
