"""JAX's primitives on values in C."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from zwang.engine.arrays.buffers import View
from zwang.engine.arrays.writer import Value, Waiting, Writer
from zwang.ir import places as moving
from zwang.ir.scalar.graph import BOOL, FLOAT, INT, Unsupported
from zwang.ir.scalar.laws import LIBRARY, TABLE, array
from zwang.ir.scalar.types import is_narrow, kind_for, typed

EACH = frozenset(
    f"{LIBRARY} add add_any sub mul div neg max min sqrt erf erfc lgamma rsqrt square "
    "one_minus_square abs sign pow atan2 rem and or xor not is_finite logistic clamp select_n "
    "integer_pow round convert_element_type eq ne lt le gt ge".split()
)
SAME = frozenset(("copy", "copy_p", "stop_gradient", "optimization_barrier"))
LEAST, MOST = "(-9223372036854775807LL - 1)", "9223372036854775807LL"
FOLDS = {
    "reduce_sum": {FLOAT: ("0.0", "{0} + {1}"), INT: ("0", "zw_iadd({0}, {1})")},
    "reduce_prod": {FLOAT: ("1.0", "{0} * {1}")},
    "reduce_max": {
        FLOAT: ("-INFINITY", "zw_max({0}, {1})"),
        INT: (LEAST, "{0} > {1} ? {0} : {1}"),
    },
    "reduce_min": {FLOAT: ("INFINITY", "zw_min({0}, {1})"), INT: (MOST, "{0} < {1} ? {0} : {1}")},
    "reduce_and": {BOOL: ("1", "{0} && {1}")},
    "reduce_or": {BOOL: ("0", "{0} || {1}")},
}


def each(writer: Writer, equation: Any, operands: list[Value]) -> list[Value]:
    """Element by element; a single operand serves all elements."""
    out, params, name = equation.outvars[0].aval, equation.params, equation.primitive.name
    for x in (*equation.invars, *equation.outvars):
        if is_narrow(x.aval.dtype):
            raise Unsupported(f"numbers of the type {x.aval.dtype}")
    if name == "convert_element_type" and equation.invars[0].aval.dtype == out.dtype:
        return operands

    def function(*x: Any) -> Any:
        return typed(TABLE[name](*(array([v], ()) for v in x), **params).item(), out.dtype)

    given = [
        writer.view(x) if isinstance(x, Waiting) and x.shape != out.shape else x for x in operands
    ]
    return [Waiting(function, tuple(given), out.shape, out.dtype)]


def folded(writer: Writer, equation: Any, operands: list[Value]) -> list[Value]:
    """Sums, and what else puts elements together."""
    dtype, name = equation.outvars[0].aval.dtype, equation.primitive.name
    told = FOLDS[name].get(kind_for(dtype))
    if told is None or (name == "reduce_sum" and np.dtype(dtype).itemsize < 8):  # which wrap
        raise Unsupported(f"`{name}` of the type {dtype}")
    return [writer.folded(operands, tuple(equation.params["axes"]), dtype, *told)]


def product(writer: Writer, equation: Any, operands: list[Value]) -> list[Value]:
    """Sums over axes of two arrays: loops over the batch, rows, columns, and then these axes."""
    (sum_x, sum_y), (batch_x, batch_y) = equation.params["dimension_numbers"]
    dtype = equation.outvars[0].aval.dtype
    if kind_for(dtype) != FLOAT:
        raise Unsupported(f"products of the type {dtype}")
    views, rest = [], []
    for value, sums, batch in zip(operands, (sum_x, sum_y), (batch_x, batch_y), strict=True):
        view = writer.view(value)
        free = [k for k in range(len(view.shape)) if k not in (*sums, *batch)]
        views.append(view.moved(view.places.transpose(*batch, *free, *sums)))
        rest.append(len(free))
    (x, y), k, last = views, len(batch_x), len(sum_x)
    rows, columns = rest
    x = x.moved(np.expand_dims(x.places, tuple(range(k + rows, k + rows + columns))))
    y = y.moved(np.expand_dims(y.places, tuple(range(k, k + rows))))
    shape = np.broadcast_shapes(x.shape, y.shape)
    spread = [v.moved(np.broadcast_to(v.places, shape)) for v in (x, y)]
    inner = tuple(range(len(shape) - last, len(shape)))
    return [writer.folded(spread, inner, dtype, "0.0", "{0} + {1}")]


# -- what only moves elements --------------------------------------------------------------------


def move(function: Callable) -> Callable:
    """A rule from a function of places and parameters."""

    def rule(writer: Writer, equation: Any, operands: list[Value]) -> list[Value]:
        view = writer.view(operands[0])
        return [view.moved(function(view.places, equation.params))]

    return rule


def _broadcast(places: np.ndarray, params: dict[str, Any]) -> np.ndarray:
    spread = [1] * len(params["shape"])
    for size, axis in zip(places.shape, params["broadcast_dimensions"], strict=True):
        spread[axis] = size
    return np.broadcast_to(places.reshape(spread), params["shape"])


def _slice(places: np.ndarray, params: dict[str, Any]) -> np.ndarray:
    begin, end = params["start_indices"], params["limit_indices"]
    return places[tuple(map(slice, begin, end, params["strides"] or (1,) * len(begin)))]


def split(writer: Writer, equation: Any, operands: list[Value]) -> list[Value]:
    """Several slices."""
    view, params = writer.view(operands[0]), equation.params
    ends = np.cumsum(params["sizes"])[:-1]
    return [view.moved(x) for x in np.split(view.places, ends, params["axis"])]


def joined(writer: Writer, equation: Any, operands: list[Value]) -> list[Value]:
    """One behind the other along an axis."""
    out, axis = equation.outvars[0].aval, equation.params["dimension"]
    found, at = writer.store.new(out.shape, out.dtype), 0
    for x in operands:
        window = [slice(None)] * len(out.shape)
        window[axis] = slice(at, at + x.shape[axis])
        writer.put(found.moved(found.places[tuple(window)]), x)
        at += x.shape[axis]
    return [found]


def pad(writer: Writer, equation: Any, operands: list[Value]) -> list[Value]:
    """Elements around, and between; or less of them."""
    out, (x, filling) = equation.outvars[0].aval, operands
    found = writer.store.new(out.shape, out.dtype)
    scalar = filling if isinstance(filling, np.ndarray) else writer.view(filling)
    single = lambda y: y if isinstance(y, np.ndarray) else y.moved(y.places)
    writer.put(found, _spread(single(scalar), out.shape))
    if any(low < 0 or high < 0 for low, high, _ in equation.params["padding_config"]):
        raise Unsupported("`pad` that cuts")
    window = tuple(
        slice(low, low + max((size - 1) * (gap + 1) + 1, 0), gap + 1)
        for size, (low, _, gap) in zip(x.shape, equation.params["padding_config"], strict=True)
    )
    writer.put(found.moved(found.places[window]), x)
    return [found]


def _spread(value: Any, shape: tuple[int, ...]) -> Value:
    if isinstance(value, View):
        return value.moved(np.broadcast_to(value.places, shape))
    return np.broadcast_to(value, shape)


def _places(value: Value) -> np.ndarray:
    if not isinstance(value, np.ndarray):
        raise Unsupported("an index that depends on the state")
    return value


def gather(writer: Writer, equation: Any, operands: list[Value]) -> list[Value]:
    """Elements at known places."""
    view, out = writer.view(operands[0]), equation.outvars[0].aval
    where = moving.gather_at(len(view.shape), equation.params)
    at = moving.places_of(where, view.shape, _places(operands[1]), out.shape)
    if (at == moving.NOWHERE).any():
        raise Unsupported("elements outside of an array")
    return [view.moved(view.places.reshape(-1)[at])]


def scatter(writer: Writer, equation: Any, operands: list[Value]) -> list[Value]:
    """Elements put at known places, or added there."""
    out, (x, where, updates) = equation.outvars[0].aval, operands
    found = writer.store.new(out.shape, out.dtype)
    writer.put(found, x)
    at = moving.scatter_at(len(out.shape), equation.params, updates.shape)
    places = moving.places_of(at, out.shape, _places(where), updates.shape)
    here = places != moving.NOWHERE
    sign = "=" if equation.primitive.name == "scatter" else "+="
    if not here.all():
        view = writer.view(updates)
        updates, places = view.moved(view.places[here]), places[here]
    writer.put(found.moved(found.places.reshape(-1)[places]), updates, sign)
    return [found]


def same(writer: Writer, equation: Any, operands: list[Value]) -> list[Value]:
    """As they are."""
    return operands


RULES: dict[str, Callable[[Writer, Any, list[Value]], list[Value]]] = {
    **dict.fromkeys(EACH, each),
    **dict.fromkeys(SAME, same),
    **dict.fromkeys(FOLDS, folded),
    "dot_general": product,
    "broadcast_in_dim": move(_broadcast),
    "slice": move(_slice),
    "reshape": move(lambda places, params: places.reshape(params["new_sizes"])),
    "squeeze": move(lambda places, params: np.squeeze(places, tuple(params["dimensions"]))),
    "expand_dims": move(lambda places, params: np.expand_dims(places, tuple(params["dimensions"]))),
    "transpose": move(lambda places, params: places.transpose(params["permutation"])),
    "rev": move(lambda places, params: np.flip(places, tuple(params["dimensions"]))),
    "split": split,
    "concatenate": joined,
    "pad": pad,
    "gather": gather,
    "scatter": scatter,
    "scatter-add": scatter,
    "scatter_add": scatter,
}
