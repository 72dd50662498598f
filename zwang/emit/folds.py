"""Folds of scalar values: elements put together, small matrices; and calls of functions in C."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from zwang.ir.records import Called, Product
from zwang.ir.scalar import graph as scalar
from zwang.ir.scalar.graph import FLOAT, Graph, Node, kind_of
from zwang.ir.scalar.laws import (
    SQRT,
    Values,
    array,
    boxed,
    compare,
    extreme,
    logical,
)

LONGEST = 1500  # multiplications of a product that are written out
FOLDED: dict[str, Callable] = {}  # by the name of a primitive: a function of arrays of values


def _folded(function: Callable, x: Values, axes: Sequence[int], start: Any) -> Values:
    """Put the elements along axes together, one after the other."""
    kept = [i for i in range(x.ndim) if i not in axes]
    rows = x.transpose([*kept, *axes]).reshape([math.prod(x.shape[i] for i in kept), -1])
    shape = tuple(x.shape[i] for i in kept)
    return array((functools.reduce(function, row, start(row)) for row in rows), shape)


def _reduction(function: Callable, start: Callable) -> Callable:
    return lambda x, *, axes, **_: _folded(function, x, axes, start)


def _number(k: int) -> Callable:
    """0 or 1, in the type of numbers that begin with it."""
    return lambda row: k if len(row) and scalar.kind_of(row[0]) != scalar.FLOAT else float(k)


def _bits(empty: bool) -> Callable:
    """All bits or none, in the type of values that begin with them."""
    return lambda row: -int(empty) if len(row) and scalar.kind_of(row[0]) == scalar.INT else empty


def _by_first(function: Callable) -> Callable:
    """A reduction that begins with the first element."""

    def reduce(x: Values, *, axes: Sequence[int], **_: Any) -> Values:
        first = lambda a, b: b if a is None else function(a, b)
        return _folded(first, x, axes, lambda row: None)

    return reduce


FOLDED |= {
    "reduce_sum": _reduction(scalar.add, _number(0)),
    "reduce_prod": _reduction(scalar.mul, _number(1)),
    "reduce_max": _by_first(extreme("max")),
    "reduce_min": _by_first(extreme("min")),
    "reduce_and": _reduction(logical("and", lambda x, y: x and y), _bits(True)),
    "reduce_or": _reduction(logical("or", lambda x, y: x or y), _bits(False)),
}


def _running(function: Callable, start: Callable = lambda row: None) -> Callable:
    """A cumulative reduction."""

    def run(x: Values, *, axis: int, reverse: bool, **_: Any) -> Values:
        rows = np.moveaxis(x, axis, -1)
        rows = rows[..., ::-1] if reverse else rows
        result = np.empty(rows.shape, object)
        for place in np.ndindex(rows.shape[:-1]):
            total = start(rows[place])
            for k, value in enumerate(rows[place]):
                total = value if total is None else function(total, value)
                result[(*place, k)] = total
        return np.moveaxis(result[..., ::-1] if reverse else result, -1, axis)

    return run


FOLDED |= {
    "cumsum": _running(scalar.add, _number(0)),
    "cumprod": _running(scalar.mul, _number(1)),
    "cummax": _running(extreme("max")),
    "cummin": _running(extreme("min")),
}


def dot_general(x: Values, y: Values, *, dimension_numbers: Any, **_: Any) -> Values:
    (over_x, over_y), (batch_x, batch_y) = dimension_numbers
    free_x = [i for i in range(x.ndim) if i not in (*over_x, *batch_x)]
    free_y = [i for i in range(y.ndim) if i not in (*over_y, *batch_y)]
    shape = [x.shape[i] for i in (*batch_x, *free_x)] + [y.shape[i] for i in free_y]
    batches = math.prod(x.shape[i] for i in batch_x)
    terms = math.prod(x.shape[i] for i in over_x)
    rows = math.prod(x.shape[i] for i in free_x)
    columns = math.prod(y.shape[i] for i in free_y)
    left = x.transpose([*batch_x, *free_x, *over_x]).reshape(batches, rows, terms)
    right = y.transpose([*batch_y, *free_y, *over_y]).reshape(batches, columns, terms)
    if batches == 1:
        called = product(left[0], right[0])
        if called is not None:
            return called.reshape(shape)
    result = (_dot(a, b) for k in range(batches) for a in left[k] for b in right[k])
    return array(result, tuple(shape))


FOLDED["dot_general"] = dot_general


def _dot(x: Values, y: Values) -> Any:
    return functools.reduce(scalar.add, map(scalar.mul, x, y), _number(0)(x))


# -- small matrices ------------------------------------------------------------------------------


def _matrices(function: Callable) -> Callable:
    """A rule for one matrix, applied to each of a stack."""

    def stacked(x: Values, *others: Values, **params: Any) -> Values:
        flat = [v.reshape(-1, *v.shape[-2:]) for v in (x, *others)]
        result = [function(*group, **params) for group in zip(*flat, strict=True)]
        shape = (*x.shape[:-2], *result[0].shape) if result else x.shape
        return array((v for one in result for v in one.flat), shape)

    return stacked


@_matrices
def cholesky(x: Values, **_: Any) -> Values:
    n = len(x)
    L = boxed(np.zeros((n, n)))
    for j in range(n):
        rest = scalar.sub(x[j, j], _dot(L[j, :j], L[j, :j]))
        L[j, j] = SQRT(rest)
        for i in range(j + 1, n):
            L[i, j] = scalar.div(scalar.sub(x[i, j], _dot(L[i, :j], L[j, :j])), L[j, j])
    return L


FOLDED["cholesky"] = cholesky


def _substituted(a: Values, b: Values, *, lower: bool, unit: bool) -> Values:
    """x with a x = b, a triangular."""
    n, result = len(a), b.copy()
    for i in range(n) if lower else reversed(range(n)):
        done = slice(0, i) if lower else slice(i + 1, n)
        for k in range(b.shape[1]):
            rest = scalar.sub(b[i, k], _dot(a[i, done], result[done, k]))
            result[i, k] = rest if unit else scalar.div(rest, a[i, i])
    return result


@_matrices
def triangular_solve(
    b: Values, a: Values, *, left_side: bool, lower: bool, transpose_a: bool, **params: Any
) -> Values:
    """a x = b or x a = b."""
    unit = params["unit_diagonal"]
    if transpose_a:
        a, lower = a.T, not lower
    if left_side:
        return _substituted(a, b, lower=lower, unit=unit)
    return _substituted(a.T, b.T, lower=not lower, unit=unit).T


FOLDED["triangular_solve"] = lambda a, b, **params: triangular_solve(b, a, **params)


# -- where the largest is ------------------------------------------------------------------------


def _first_best(op: str) -> Callable:
    """The place of the largest or smallest along an axis; the first one, and NaN before all."""

    def find(x: Values, *, axes: Sequence[int], **_: Any) -> Values:
        (axis,) = axes
        rows = np.moveaxis(x, axis, -1)
        result = (_place(op, row) for row in rows.reshape(-1, rows.shape[-1]))
        return array(result, rows.shape[:-1])

    return find


def _place(op: str, row: Values) -> Any:
    best, place = row[0], 0
    both, either = logical("and", lambda x, y: x and y), logical("or", lambda x, y: x or y)
    for k, x in enumerate(row[1:], 1):
        better = compare("gt" if op == "argmax" else "lt")(x, best)
        if scalar.kind_of(x) == scalar.FLOAT:
            better = either(better, both(compare("ne")(x, x), compare("eq")(best, best)))
        best, place = scalar.select(better, x, best), scalar.select(better, k, place)
    return place


FOLDED |= {name: _first_best(name) for name in ("argmax", "argmin")}


# -- calls of functions in C ---------------------------------------------------------------------


def called(
    graph: Graph,
    call: Called,
    operands: Sequence[Values],
    shapes: Sequence[tuple[int, ...]],
    kinds: Sequence[str],
) -> list[Values]:
    """What a call returns, in arrays of these shapes and kinds."""
    node = graph.node(call.op, (call, *(v for x in operands for v in x.flat)), FLOAT)
    results: list[Values] = []
    place = 0
    for shape, kind in zip(shapes, kinds, strict=True):
        end = place + math.prod(shape)
        items = [graph.node("element", (node, i), kind) for i in range(place, end)]
        results.append(array(items, shape))
        place = end
    return results


def product(left: Values, right: Values) -> Values | None:
    """The product of (rows, terms) and (columns, terms), one call; None if it is to be written out.

    It is a call where it depends on one anyway, so that nobody has to differentiate it here.
    """
    nodes = [x for part in (left, right) for x in part.flat if isinstance(x, Node)]
    if not any(x.late for x in nodes) or any(kind_of(x) != FLOAT for x in nodes):
        return None
    written = (left != 0).sum(axis=0) @ (right != 0).sum(axis=0)  # one factor is often a known zero
    if written <= LONGEST:
        return None
    (rows, terms), columns = left.shape, len(right)
    call = Product(rows, terms, columns)
    return called(nodes[0].graph, call, (left, right), [(rows, columns)], [FLOAT])[0]
