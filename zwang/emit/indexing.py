"""JAX's primitives that only move elements, on arrays of scalar values.

Gathers and scatters are known by the places that elements come from or go to, which are those of
``zwang.ir.places``. To ask JAX for them would take it a compilation for each.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np

from zwang.ir.places import NOWHERE, gather_at, places_of, scatter_at
from zwang.ir.scalar import graph as scalar
from zwang.ir.scalar.laws import TABLE, Values, array, boxed, numbers, rule
from zwang.ir.scalar.types import kind_for, known


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
    "tile": lambda x, *, reps, **_: np.tile(x, tuple(reps)),
    "stack": lambda *x, axis, **_: np.stack(x, axis),
}


def gather(dtype: Any, x: Values, indices: Values, **params: Any) -> Values:
    """The elements at places that are known; another number where there is none."""
    outside = params.get("fill_value")
    outside = _filling(dtype) if outside is None else known(np.asarray(outside).item(), dtype)
    fixed, out = numbers(indices, "an index"), params["out"]
    places, store = places_of(gather_at(x.ndim, params), x.shape, fixed, out), list(x.flat)
    return array((outside if k == NOWHERE else store[k] for k in places.flat), out)


def scatter(x: Values, indices: Values, updates: Values, *, add: bool, **params: Any) -> Values:
    """Updates put at places that are known, or added there; those without a place are dropped."""
    at = scatter_at(x.ndim, params, updates.shape)
    places = places_of(at, x.shape, numbers(indices, "an index"), updates.shape)
    found = list(x.flat)
    for place, update in zip(places.flat, updates.flat, strict=True):
        if place != NOWHERE:
            found[place] = scalar.add(found[place], update) if add else update
    return array(found, x.shape)


def _filling(dtype: Any) -> Any:
    """What JAX puts in the place of elements that are not there."""
    match kind_for(dtype):
        case scalar.FLOAT:
            return math.nan
        case scalar.BOOL:
            return True
    about = jnp.iinfo(dtype)
    return int(about.min) if about.min < 0 else int(about.max)


@rule
def iota(*, dtype: Any, shape: tuple[int, ...], dimension: int, **_: Any) -> Values:
    along = np.arange(shape[dimension], dtype=dtype)
    return boxed(np.broadcast_to(np.expand_dims(along, _others(shape, dimension)), shape))


def _others(shape: tuple[int, ...], dimension: int) -> tuple[int, ...]:
    return tuple(k for k in range(len(shape)) if k != dimension)
