"""Elements put together: sums, products of matrices, running sums."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from zwang.emit.loops.index import flat_place, nest, strides_of
from zwang.emit.loops.memory import STORED
from zwang.emit.loops.views import View, of_buffer
from zwang.emit.loops.writer import Writer, around, rule, wrapped
from zwang.ir.block import Op
from zwang.ir.scalar.graph import BOOL, FLOAT, INT, Unsupported

# By the end of a name: with what it begins, for floats and for whole numbers; and one more.
BEGINS = {
    "sum": ("0.0", "0"),
    "prod": ("1.0", "1"),
    "max": ("-INFINITY", "(-9223372036854775807LL - 1)"),
    "min": ("INFINITY", "9223372036854775807LL"),
    "and": ("1", "1"),
    "or": ("0", "0"),
}
WHOLE = {"sum": "zw_iadd({0}, {1})", "prod": "zw_imul({0}, {1})"}  # which wrap
MORE = {"sum": "{0} + {1}", "prod": "{0}*{1}", "and": "{0} && {1}", "or": "{0} || {1}"}
EXTREME = {"max": ">", "min": "<"}


def _more(what: str, kind: str, x: str) -> str:
    """One more element of a sum."""
    if what in EXTREME:
        if kind == FLOAT:
            return f"zw_{what}(s, {x})"
        return f"s {EXTREME[what]} ({x}) ? s : ({x})"
    if what in ("and", "or") and kind != BOOL:
        raise Unsupported(f"`reduce_{what}` of whole numbers in loops")
    return (WHOLE if kind == INT else MORE)[what].format("s", f"({x})")


def _stored(writer: Writer, op: Op, x: str) -> str:
    """A sum, as one of its type."""
    return wrapped(writer.kind(op).dtype, x)


def _summed(writer: Writer, op: Op, x: View, outer: Sequence[int], inner: Sequence[int]) -> View:
    """The elements along some axes put together, for each along the others."""
    shape, what = [x.shape[axis] for axis in outer], op.name.removeprefix("reduce_")
    heads, at = nest(shape)
    over, within = nest([x.shape[axis] for axis in inner], "k")
    place = dict(zip([*outer, *inner], [*at, *within], strict=True))
    lines, (text,) = writer.body([x], [place[axis] for axis in range(len(x.shape))])
    buffer = writer.new(int(np.prod(shape)), x.kind)
    begin = BEGINS[what][0 if x.kind == FLOAT else 1]
    body = [f"    {STORED[x.kind]} s = {begin};"]
    body += around(over, [*lines, f"    s = {_more(what, x.kind, text)};"])
    total = _stored(writer, op, "s")
    body += [f"    {buffer.name}[{flat_place(at, strides_of(shape)).text}] = {total};"]
    writer.count(x.shape, x.cost + 1)
    if int(np.prod(shape)):
        writer.say(around(heads, body), x.touched | {buffer.name})
    return of_buffer(buffer, shape)


@rule("reduce_sum", "reduce_prod", "reduce_max", "reduce_min", "reduce_and", "reduce_or")
def reduced(writer: Writer, op: Op, x: View) -> View:
    """Elements along axes put together."""
    inner = list(op.equation.params["axes"])
    outer = [axis for axis in range(len(x.shape)) if axis not in inner]
    return _summed(writer, op, x, outer, inner)


@rule("cumsum", "cumprod", "cummax", "cummin")
def running(writer: Writer, op: Op, x: View) -> View:
    """Elements along an axis put together one after the other."""
    axis, what = op.equation.params["axis"], op.name.removeprefix("cum")
    buffer, strides = writer.new(int(np.prod(x.shape)), x.kind), strides_of(x.shape)
    heads, at = nest([1 if k == axis else size for k, size in enumerate(x.shape)])
    over, (along,) = nest([x.shape[axis]], "k")
    if op.equation.params["reverse"]:
        along = along.times(-1).plus(x.shape[axis] - 1)
    place = [along if k == axis else i for k, i in enumerate(at)]
    lines, (text,) = writer.body([x], place)
    lines += [f"    s = {_more(what, x.kind, text)};"]
    total = _stored(writer, op, "s")
    lines += [f"    {buffer.name}[{flat_place(place, strides).text}] = {total};"]
    begin = BEGINS[what][0 if x.kind == FLOAT else 1]
    body = [f"    {STORED[x.kind]} s = {begin};", *around(over, lines)]
    writer.count(x.shape, x.cost + 1)
    if int(np.prod(x.shape)):
        writer.say(around(heads, body), x.touched | {buffer.name})
    return of_buffer(buffer, x.shape)


@rule("dot_general")
def dot(writer: Writer, op: Op, x: View, y: View) -> View:
    """Products of two arrays, summed over some axes of both, for each of others of both.

    Rows are summed up as they are, column beside column, so that compilers can do several at once.
    """
    (over_x, over_y), (batch_x, batch_y) = op.equation.params["dimension_numbers"]
    if x.kind == BOOL:
        raise Unsupported("products of truth values in loops")
    x, y = writer.cheap(x), writer.cheap(y)
    free_x = [i for i in range(len(x.shape)) if i not in (*over_x, *batch_x)]
    free_y = [i for i in range(len(y.shape)) if i not in (*over_y, *batch_y)]
    batch, rows, columns, terms = (
        [z.shape[i] for i in axes]
        for z, axes in ((x, batch_x), (x, free_x), (y, free_y), (x, over_x))
    )
    shape = (*batch, *rows, *columns)
    buffer, strides = writer.new(int(np.prod(shape)), x.kind), strides_of(shape)
    if not int(np.prod(shape)):
        return of_buffer(buffer, shape)
    outer, at = nest([*batch, *rows])
    across, j = nest(columns, "j")
    over, k = nest(terms, "k")
    b, i = at[: len(batch)], at[len(batch) :]
    in_x, in_y = (
        [z[axis] for axis in range(len(z))]
        for z in (
            dict(zip([*batch_x, *free_x, *over_x], [*b, *i, *k], strict=True)),
            dict(zip([*batch_y, *free_y, *over_y], [*b, *j, *k], strict=True)),
        )
    )
    lines, (left,) = writer.body([x], in_x)
    more, (right,) = writer.body([y], in_y)
    stored, element = STORED[x.kind], f"{buffer.name}[{flat_place([*at, *j], strides).text}]"
    zero = BEGINS["sum"][0 if x.kind == FLOAT else 1]

    def more_of(total: str) -> str:
        if x.kind == FLOAT:
            return f"    {total} += a*({right});"
        return f"    {total} = {_stored(writer, op, f'zw_iadd({total}, zw_imul(a, {right}))')};"

    if across:
        inner = [*lines, f"    const {stored} a = {left};"]
        inner += around(across, [*more, more_of(element)], free=True)
        body = [*around(across, [f"    {element} = {zero};"]), *around(over, inner)]
    else:
        body = [f"    {stored} s = {zero};"]
        body += around(
            over,
            ["    {", *lines, f"    const {stored} a = {left};"] + [*more, more_of("s"), "    }"],
        )
        body += [f"    {element} = s;"]
    writer.count([*shape, *terms], 2)
    writer.say(around(outer, body), x.touched | y.touched | {buffer.name})
    return of_buffer(buffer, shape)
