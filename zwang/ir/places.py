"""Gathers and scatters of XLA in NumPy, by the places of elements in the flat array.

A gather takes windows from x, whose first corners are the rows of ``indices``; a scatter puts
windows there. Both need, for each element of the windows, its place in x: the corner, along the
axes that ``indices`` speaks of, plus the place within the window.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

NOWHERE = -1


class Windows(NamedTuple):
    """How windows lie in x."""

    reach: dict[int, int]  # by axis of x, the axis of the result along which a window reaches
    sizes: Sequence[int]  # of a window, by axis of x
    axes: Sequence[int]  # of x, of which ``indices`` has the corners
    beside: Sequence[int]  # axes of x that run beside axes of ``indices``
    of_indices: Sequence[int]  # these


def gather_windows(rank: int, params: dict[str, Any]) -> Windows:
    """The windows of a gather."""
    numbers = params["dimension_numbers"]
    beside = tuple(getattr(numbers, "operand_batching_dims", ()))
    left_out = set(numbers.collapsed_slice_dims) | set(beside)
    kept = [axis for axis in range(rank) if axis not in left_out]
    reach = dict(zip(kept, numbers.offset_dims, strict=True))
    of_indices = tuple(getattr(numbers, "start_indices_batching_dims", ()))
    return Windows(reach, params["slice_sizes"], numbers.start_index_map, beside, of_indices)


def scatter_windows(rank: int, params: dict[str, Any], updates: Any) -> Windows:
    """The windows of a scatter."""
    numbers = params["dimension_numbers"]
    beside = tuple(getattr(numbers, "operand_batching_dims", ()))
    left_out = set(numbers.inserted_window_dims) | set(beside)
    kept = [axis for axis in range(rank) if axis not in left_out]
    reach = dict(zip(kept, numbers.update_window_dims, strict=True))
    sizes = [updates[reach[axis]] if axis in reach else 1 for axis in range(rank)]
    of_indices = tuple(getattr(numbers, "scatter_indices_batching_dims", ()))
    return Windows(reach, sizes, numbers.scatter_dims_to_operand_dims, beside, of_indices)


def slice_windows(sizes: Sequence[int]) -> Windows:
    """The one window of a slice, whose corner is an operand for each axis."""
    axes = range(len(sizes))
    return Windows({axis: axis for axis in axes}, tuple(sizes), tuple(axes), (), ())


class At(NamedTuple):
    """Where windows of an array stand: those that are read, or written."""

    windows: Windows
    mode: str  # what becomes of corners outside: "CLIP", or another of JAX's names
    add: bool = False  # whether what is written is added
    corners: np.ndarray | None = None  # (..., k) if they are known, and no operands


def corners_of(operands: Sequence[np.ndarray]) -> np.ndarray:
    """The corners (..., k) of windows: one operand, or k of them, those of a slice."""
    return operands[0] if operands[0].ndim else np.stack(operands)


def gather_at(rank: int, params: dict[str, Any]) -> At:
    """Where a gather reads."""
    # What is promised to lie inside and does not, XLA moves there.
    mode = "FILL_OR_DROP" if params["mode"].name == "FILL_OR_DROP" else "CLIP"
    return At(gather_windows(rank, params), mode)


def scatter_at(rank: int, params: dict[str, Any], updates: Sequence[int], add: bool = False) -> At:
    """Where a scatter writes."""
    return At(scatter_windows(rank, params, updates), params["mode"].name, add)


def places_of(
    at: At, shape: Sequence[int], indices: np.ndarray, out: tuple[int, ...]
) -> np.ndarray:
    """For each element of the windows its place in x, or ``NOWHERE``. Shapes: indices (..., k)."""
    (window, sizes, axes, beside, of_indices), mode = at.windows, at.mode
    batch = [axis for axis in range(len(out)) if axis not in window.values()]

    def spread(x: np.ndarray, along: Sequence[int]) -> np.ndarray:
        full = [1] * len(out)
        for size, axis in zip(x.shape, along, strict=True):
            full[axis] = size
        return x.reshape(full)

    flat, fits = np.zeros(out, np.int64), np.ones(out, bool)
    stride = 1
    for axis in reversed(range(len(shape))):
        place = np.zeros((1,) * len(out), np.int64)
        if axis in axes:
            corner = indices[..., list(axes).index(axis)].astype(np.int64)
            last = shape[axis] - sizes[axis]
            inside = np.clip(corner, 0, last)
            if mode != "CLIP":
                fits = fits & spread(inside == corner, batch)
            place = place + spread(inside, batch)
        elif axis in beside:
            along = batch[of_indices[list(beside).index(axis)]]
            place = place + spread(np.arange(out[along]), [along])
        if axis in window:
            place = place + spread(np.arange(sizes[axis]), [window[axis]])
        flat, stride = flat + stride * place, stride * shape[axis]
    return np.where(fits, flat, NOWHERE)


class Places:
    """Places of elements in the flat array."""

    def __init__(self, places: np.ndarray):
        inside = places != NOWHERE
        self.places, self.inside = places, None if inside.all() else inside


def gathered(x: np.ndarray, at: Places, filling: Any) -> np.ndarray:
    """The elements at places; ``filling`` where there is none."""
    taken = x.reshape(-1)[at.places]
    return taken if at.inside is None else np.where(at.inside, taken, filling)


def scattered(x: np.ndarray, at: Places, updates: np.ndarray, *, add: bool) -> np.ndarray:
    """x with updates put at places, or added there; those without a place are dropped."""
    changed = x.copy().reshape(-1)
    places = at.places if at.inside is None else at.places[at.inside]
    updates = updates if at.inside is None else updates[at.inside]
    if add:
        np.add.at(changed, places, updates)
    else:
        changed[places] = updates
    return changed.reshape(x.shape)
