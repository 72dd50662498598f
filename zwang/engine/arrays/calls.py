"""Calls in a function in C: of the kernel, of what has a name there, and of what is written out.

What has no rule of its own is taken apart into scalar values, and becomes a function beside.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from zwang.emit.lines import emit, number
from zwang.emit.scalars import applied
from zwang.engine.arrays.buffers import View
from zwang.engine.arrays.writer import Value, Writer
from zwang.ir.block import Op
from zwang.ir.lower import lower, operation
from zwang.ir.records import Called
from zwang.ir.scalar.graph import FLOAT, Graph, Unsupported
from zwang.ir.scalar.laws import array, boxed
from zwang.ir.scalar.types import kind_for

LONGEST = 20_000  # nodes of what is written out


def call(writer: Writer, told: Called, equation: Any, operands: list[Value]) -> list[Value]:
    """A call of what C has under the equation's name."""
    given = writer.behind(operands)
    found = writer.store.new((told.size,), np.dtype(float))
    writer.calls.append(told)
    how = f"{told.way}, {number(told.rank)}, {number(told.consistency)}"
    names = f"{given.buffer.name} , {found.buffer.name} "
    # All names of buffers stand before a bracket or a space.
    touched = f"(void){given.buffer.name}[0], (void){found.buffer.name}[0];"
    writer.blocks.append(f"{told.prefix}call({how}, {names}); {touched}")
    return taken(writer, found, [x.aval for x in equation.outvars])


def taken(writer: Writer, found: View, kinds: Sequence[Any]) -> list[Value]:
    """What stands in floats one behind the other, as arrays. Shapes: found (k,)."""
    results: list[Value] = []
    ends = np.cumsum([0, *(math.prod(x.shape) for x in kinds)])
    for a, b, kind in zip(ends, ends[1:], kinds, strict=False):
        view = found.moved(found.places[a:b].reshape(kind.shape))
        if kind_for(kind.dtype) != FLOAT:
            whole = writer.store.new(kind.shape, kind.dtype)
            writer.put(whole, view)  # C turns them into whole numbers
            view = whole
        results.append(view)
    return results


def apart(writer: Writer, equation: Any, operands: list[Value]) -> list[Value]:
    """An equation taken apart into scalar values, as a function beside."""
    graph, values, inputs = Graph(LONGEST, last=True), [], {}
    for i, x in enumerate(operands):
        if isinstance(x, np.ndarray):
            values.append(boxed(x))
            continue
        if kind_for(x.dtype) != FLOAT:
            raise Unsupported(f"`{equation.primitive.name}` of the type {x.dtype}")
        inputs[f"x{i}"] = x
        size = math.prod(x.shape)
        values.append(array((graph.input(f"x{i}", k) for k in range(size)), x.shape))
    kind, what = operation(equation, lower)
    found = applied(graph, Op(kind, what, (), (), equation), values)
    name = f"{writer.prefix}_part{len(writer.functions)}"
    flat = [v for x in found for v in x.flat]
    written = emit(name, tuple(inputs), {"found": array(flat, (len(flat),))})
    writer.calls += written.calls
    return beside(writer, name, written.text, list(inputs.values()), equation)


def beside(
    writer: Writer, name: str, text: str, given: Sequence[Value], equation: Any
) -> list[Value]:
    """A call of a function that stands beside, of the operands and an array of all results."""
    writer.functions.append(text)
    kinds = [x.aval for x in equation.outvars]
    views = [writer.behind([x]) for x in given]
    result = writer.store.new((sum(math.prod(x.shape) for x in kinds),), np.dtype(float))
    buffers = [*(x.buffer.name for x in views), result.buffer.name]
    touched = ", ".join(f"(void){x}[0]" for x in buffers)
    writer.blocks.append(f"{name}({' , '.join(buffers)} ); {touched};")
    return taken(writer, result, kinds)
