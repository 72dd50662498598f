"""Calls in loops: functions of the library, small matrices, and what is written out.

What has no rule of its own is taken apart into scalar values, and becomes a function beside.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from zwang.emit.lines import emit, number
from zwang.emit.loops.index import flat_place, strides_of
from zwang.emit.loops.memory import Buffer
from zwang.emit.loops.views import View, in_memory, of_buffer
from zwang.emit.loops.writer import Writer, rule
from zwang.emit.scalars import applied
from zwang.ir.block import Op
from zwang.ir.scalar.graph import FLOAT, Graph, Unsupported
from zwang.ir.scalar.laws import array, boxed
from zwang.ir.scalar.types import kind_for

LONGEST = 20_000  # nodes of what is written out
CHOLESKY = """\
ZW_PART void {name}(const double *x, double *found)
{{
    for (int i = 0; i < {n} * {n}; i++) found[i] = 0.0;
    for (int j = 0; j < {n}; j++)
        for (int i = j; i < {n}; i++) {{
            double rest = 0.0;
            for (int k = 0; k < j; k++) rest += found[i * {n} + k] * found[j * {n} + k];
            rest = x[i * {n} + j] - rest;
            found[i * {n} + j] = i == j ? sqrt(rest) : rest / found[j * {n} + j];
        }}
}}
"""
# The element (i, j) of the matrix, and (i, k) of the right-hand side, which x is laid as.
SUBSTITUTED = """\
ZW_PART void {name}(const double *a, const double *b, double *found)
{{
    for (int k = 0; k < {columns}; k++)
        for (int row = 0; row < {n}; row++) {{
            const int i = {lower} ? row : {n} - 1 - row, at = i * {across} + k * {along};
            double rest = 0.0;
            for (int j = {lower} ? 0 : i + 1; j < ({lower} ? i : {n}); j++)
                rest += a[i * {down} + j * {right}] * found[j * {across} + k * {along}];
            rest = b[at] - rest;
            found[at] = {unit} ? rest : rest / a[i * ({down} + {right})];
        }}
}}
"""


@rule("any call")
def call(writer: Writer, op: Op, *views: View) -> list[View]:
    """A function of the library: a call in C, or its equations."""
    record = op.what.known.in_c()
    if record is None:
        return writer.run(op.what.block(), [writer.cheap(x) for x in views])
    operands, results = _behind(writer, views), writer.new(record.size, FLOAT)
    writer.calls.append(record)
    how = f"{record.way}, {number(record.rank)}, {number(record.consistency)}"
    line = f"    {record.prefix}call({how}, {operands.name}, {results.name});"
    writer.say([line], {operands.name, results.name})
    return _taken(writer, results, op)


@rule("cholesky")
def cholesky(writer: Writer, op: Op, x: View) -> list[View]:
    """L Lᵀ of one matrix; several of them at once are taken apart."""
    if len(x.shape) != 2 or x.kind != FLOAT:
        return apart(writer, op, x)
    name = writer.name_beside()
    return _beside(writer, op, name, CHOLESKY.format(name=name, n=x.shape[-1]), [x])


@rule("triangular_solve")
def substituted(writer: Writer, op: Op, a: View, b: View) -> list[View]:
    """a x = b or x a = b, a triangular: x a = b is aᵀxᵀ = bᵀ."""
    if {len(a.shape), len(b.shape)} != {2} or {a.kind, b.kind} != {FLOAT}:
        return apart(writer, op, a, b)
    params, name = op.equation.params, writer.name_beside()
    n, left = a.shape[-1], params["left_side"]
    turned = bool(params["transpose_a"]) == left
    text = SUBSTITUTED.format(
        name=name,
        n=n,
        columns=b.shape[1 if left else 0],
        lower=int(params["lower"] != turned),
        unit=int(params["unit_diagonal"]),
        down=1 if turned else n,
        right=n if turned else 1,
        across=b.shape[1] if left else 1,
        along=1 if left else n,
    )
    return _beside(writer, op, name, text, [a, b])


@rule("any other", "argmax", "argmin")
def apart(writer: Writer, op: Op, *views: View) -> list[View]:
    """An operation taken apart into scalar values, as a function beside."""
    assert writer.block is not None
    graph, values, inputs = Graph(LONGEST, last=True), [], dict[str, View]()
    for k, (i, x) in enumerate(zip(op.args, views, strict=True)):
        if i in writer.block.known:
            values.append(boxed(writer.block.known[i]))
            continue
        if x.kind != FLOAT:
            raise Unsupported(f"`{op.name}` of whole numbers in loops")
        inputs[f"x{k}"] = x
        size = math.prod(x.shape)
        values.append(array((graph.input(f"x{k}", i) for i in range(size)), x.shape))
    try:
        results = applied(graph, op, values)
    except Unsupported as error:
        raise type(error)(f"{error} in loops") from None
    name, flat = writer.name_beside(), [v for x in results for v in x.flat]
    written = emit(name, tuple(inputs), {"found": array(flat, (len(flat),))})
    writer.calls += written.calls
    return _beside(writer, op, name, written.text, list(inputs.values()))


def _beside(writer: Writer, op: Op, name: str, text: str, views: Sequence[View]) -> list[View]:
    """A call of a function that stands beside, of the operands and an array of all results."""
    writer.functions.append(text)
    size = sum(math.prod(x.aval.shape) for x in op.equation.outvars)
    buffers = [*(_behind(writer, [x]) for x in views), writer.new(size, FLOAT)]
    names = [x.name for x in buffers]
    writer.say([f"    {name}({', '.join(names)});"], names)
    return _taken(writer, buffers[-1], op)


def _behind(writer: Writer, views: Sequence[View]) -> Buffer:
    """Arrays one behind the other in memory, as floats."""
    buffer, first = writer.new(sum(math.prod(x.shape) for x in views), FLOAT), 0
    for x in views:
        strides = strides_of(x.shape)
        writer.put(x, buffer.name, lambda at, s=strides, k=first: flat_place(at, s, k))
        first += math.prod(x.shape)
    return buffer


def _taken(writer: Writer, buffer: Buffer, op: Op) -> list[View]:
    """What stands in floats one behind the other, as the results of an operation."""
    results, first = list[View](), 0
    for kind in (x.aval for x in op.equation.outvars):
        view = in_memory(buffer.name, FLOAT, kind.shape, first)
        if kind_for(kind.dtype) != FLOAT:
            whole = writer.new(math.prod(kind.shape), kind_for(kind.dtype))
            strides = strides_of(kind.shape)
            writer.put(view, whole.name, lambda at, s=strides: flat_place(at, s))
            view = of_buffer(whole, kind.shape)  # C has turned them into whole numbers
        results.append(view)
        first += math.prod(kind.shape)
    return results
