"""Primitives that only move elements: for each equation the function of arrays that does it.

A function serves arrays of numbers, of scalar values, and of places alike.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

SMALL = 4096  # elements that are sooner copied than NumPy has made a view of them
Move = Callable[..., Any]  # of arrays; it returns an array, or a list of them
Shape = tuple[int, ...]


def _broadcast(params: dict[str, Any], shapes: Sequence[Shape], out: Shape) -> Move:
    shape, axes = params["shape"], params["broadcast_dimensions"]
    spread = [1] * len(shape)
    for size, axis in zip(shapes[0], axes, strict=True):
        spread[axis] = size
    if tuple(spread) == tuple(shape):
        return lambda x, *_: x.reshape(shape)
    if math.prod(shape) > SMALL:
        return lambda x, *_: np.broadcast_to(x.reshape(spread), shape)

    def copy(x: np.ndarray, *_: Any) -> np.ndarray:
        copied = np.empty(shape, x.dtype)
        copied[...] = x.reshape(spread)
        return copied

    return copy


def _slice(params: dict[str, Any], *_: Any) -> Move:
    begin, end = params["start_indices"], params["limit_indices"]
    window = tuple(map(slice, begin, end, params["strides"] or (1,) * len(begin)))
    return lambda x: x[window]


def _split(params: dict[str, Any], *_: Any) -> Move:
    ends, axis = np.cumsum(params["sizes"])[:-1], params["axis"]
    return lambda x: np.split(x, ends, axis)


def _unstack(params: dict[str, Any], shapes: Sequence[Shape], _: Shape) -> Move:
    axis, count = params["axis"], shapes[0][params["axis"]]
    return lambda x: [np.moveaxis(x, axis, 0)[i, ...] for i in range(count)]


def _iota(params: dict[str, Any], *_: Any) -> Move:
    shape, axis = params["shape"], params["dimension"]
    along = [1] * len(shape)
    along[axis] = shape[axis]
    numbers = np.arange(shape[axis], dtype=params["dtype"]).reshape(along)
    return lambda: np.broadcast_to(numbers, shape)


def _platform(params: dict[str, Any], *_: Any) -> Move:
    """Which of several programs for several machines: that for any of them, or for a CPU."""
    fits = (i for i, x in enumerate(params["platforms"]) if x is None or "cpu" in x)
    which = np.asarray(next(fits), np.int32)
    return lambda: which


def _squeeze(params: dict[str, Any], _: Any, out: Shape) -> Move:
    return lambda x: x.reshape(out)


MOVES: dict[str, Callable[..., Move]] = {
    "broadcast_in_dim": _broadcast,
    "slice": _slice,
    "split": _split,
    "unstack": _unstack,
    "iota": _iota,
    "platform_index": _platform,
    "squeeze": _squeeze,
    "expand_dims": _squeeze,
    "reshape": lambda params, *_: lambda x: x.reshape(params["new_sizes"]),
    "transpose": lambda params, *_: lambda x: x.transpose(params["permutation"]),
    "rev": lambda params, *_: lambda x: np.flip(x, tuple(params["dimensions"])),
    "tile": lambda params, *_: lambda x: np.tile(x, tuple(params["reps"])),
}


# -- arrays put into one -------------------------------------------------------------------------


class Part(NamedTuple):
    """One operand of what is put together."""

    window: tuple[slice, ...]  # of the operand
    into: tuple[slice | int, ...]  # of the result


class Joined(NamedTuple):
    """Arrays put into one, at places that are known."""

    move: Move  # of all operands
    parts: Callable[[], tuple[Part, ...]]  # the first operands
    filled: bool = False  # whether one more operand, a number, stands everywhere else


def _concatenate(params: dict[str, Any], shapes: Sequence[Shape], out: Shape) -> Joined:
    axis = params["dimension"]
    sizes = lambda: [shape[axis] for shape in shapes]
    return Joined(lambda *x: np.concatenate(x, axis), lambda: _parts(shapes, out, axis, sizes()))


def _stack(params: dict[str, Any], shapes: Sequence[Shape], out: Shape) -> Joined:
    axis = params["axis"]
    return Joined(lambda *x: np.stack(x, axis), lambda: _parts(shapes, out, axis, None))


def _parts(
    shapes: Sequence[Shape], out: Shape, axis: int, sizes: Sequence[int] | None
) -> tuple[Part, ...]:
    """Arrays one behind the other along an axis, of these sizes; or each at one place of it."""
    parts, begin = [], 0
    for i, shape in enumerate(shapes):
        into: list[Any] = [slice(0, size) for size in out]
        into[axis] = i if sizes is None else slice(begin, begin + sizes[i])
        parts.append(Part(tuple(slice(0, size) for size in shape), tuple(into)))
        begin += 0 if sizes is None else sizes[i]
    return tuple(parts)


def _pad(params: dict[str, Any], shapes: Sequence[Shape], out: Shape) -> Joined:
    """Elements between, before and behind; where numbers are negative some are cut."""
    window, into = [], []
    for size, whole, (low, _, gap) in zip(shapes[0], out, params["padding_config"], strict=True):
        kept = [i for i in range(size) if 0 <= low + i * (gap + 1) < whole]
        first, count = (kept[0], len(kept)) if kept else (0, 0)
        begin = low + first * (gap + 1) if kept else 0
        window.append(slice(first, first + count))
        end = begin + (count - 1) * (gap + 1) + 1 if kept else 0
        into.append(slice(begin, end, gap + 1))
    part = Part(tuple(window), tuple(into))

    def pad(x: np.ndarray, filling: np.ndarray) -> np.ndarray:
        padded = np.empty(out, x.dtype)
        padded[...] = filling
        padded[part.into] = x[part.window]
        return padded

    return Joined(pad, lambda: (part,), True)


JOINS: dict[str, Callable[..., Joined]] = {
    "concatenate": _concatenate,
    "stack": _stack,
    "pad": _pad,
}
