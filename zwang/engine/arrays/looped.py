"""A function of arrays as C with loops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np

from zwang.emit.lines import Emitted
from zwang.engine.arrays.buffers import Buffer, View
from zwang.engine.arrays.calls import apart, call
from zwang.engine.arrays.factors import FACTORS
from zwang.engine.arrays.flat import Flat, call_in
from zwang.engine.arrays.rules import RULES
from zwang.engine.arrays.writer import Value, Waiting, Writer
from zwang.ir.scalar.graph import FLOAT
from zwang.system.deferred import for_engine

MANY = 12  # coordinates above which loops are shorter than straight lines
LOOPED = "/* in loops over arrays */"  # stands above every function that is


class Looped:
    """A traced function of float64 arrays, of which some or all results can be written in C."""

    @for_engine()
    def __init__(self, function: Callable, *inputs: tuple[str, tuple[int, ...]]):
        self.inputs = inputs  # name and shape of each
        shapes = [jax.ShapeDtypeStruct(shape, np.float64) for _, shape in inputs]
        closed, out = jax.make_jaxpr(function, return_shape=True)(*shapes)
        self.flat = Flat(closed)
        self.outputs: dict[str, Any] = out
        self.places = dict(zip(sorted(out), self.flat.results, strict=True))  # as trees are laid

    @for_engine()
    def emitted(self, name: str, outputs: Sequence[str], kind: str) -> Emitted:
        """A function ``void name(const double *inputs..., double *outputs...)``.

        Raises Unsupported.
        """
        given: list[Value] = [_named(*x) for x in self.inputs]
        writer = Writer(name)
        found = run(writer, self.flat, [self.places[x] for x in outputs], given)
        for x, value in zip(outputs, found, strict=True):
            writer.put(_named(x, self.outputs[x].shape), value)
        head = self.head(name, outputs, kind)
        unused = [f"    (void){x};" for x in (*(x for x, _ in self.inputs), *outputs)]
        body = "\n".join([writer.store.laid(writer.blocks), *unused])
        text = "\n".join([*writer.functions, LOOPED, f"{head[:-1]}\n{{\n{body}\n}}\n"])
        return Emitted(
            text, head, Counter({"loops over arrays": len(writer.blocks)}), tuple(writer.calls)
        )

    def head(self, name: str, outputs: Sequence[str], kind: str) -> str:
        """What declares a function."""
        arguments = [f"const double *{x}" for x, _ in self.inputs]
        return f"{kind} void {name}({', '.join([*arguments, *(f'double *{x}' for x in outputs)])});"


def _named(name: str, shape: tuple[int, ...]) -> View:
    """An argument of the function."""
    buffer = Buffer(name, FLOAT, int(np.prod(shape)))
    return View(buffer, buffer.order.reshape(shape), np.dtype(float))


def run(writer: Writer, flat: Flat, results: Sequence[int], given: Sequence[Value]) -> list[Value]:
    """Write the steps that some results need, and return these."""
    steps, uses = flat.needed(results)
    values: dict[int, Value] = flat.values | dict(zip(flat.inputs, given, strict=True))
    for step in steps:
        found = _results(writer, step.equation, [values[i] for i in step.inputs])
        for place, x in zip(step.outputs, found, strict=True):
            late = isinstance(x, Waiting) and uses[place] > 1
            values[place] = writer.view(x) if late else x
    return [values[i] for i in results]


def _results(writer: Writer, equation: Any, given: list[Value]) -> list[Value]:
    called = call_in(equation)
    if called is not None:
        return call(writer, called, equation, given)
    name = equation.primitive.name
    rule = _branch if name == "cond" else RULES.get(name) or FACTORS.get(name, apart)
    return rule(writer, equation, given)


def _branch(writer: Writer, equation: Any, given: list[Value]) -> list[Value]:
    """One of several programs: only that is computed."""
    which, *operands = [x if isinstance(x, np.ndarray) else writer.view(x) for x in given]
    assert isinstance(which, View)
    found = [writer.store.new(x.aval.shape, x.aval.dtype) for x in equation.outvars]
    around, texts, branches = writer.blocks, [], equation.params["branches"]
    for k, branch in enumerate(branches):
        flat, writer.blocks = Flat(branch), []
        for into, x in zip(found, run(writer, flat, flat.results, operands), strict=True):
            writer.put(into, x)
        place = f"{which.buffer.name}[{int(which.places)}]"
        sign = "<=" if k == 0 else "=="  # as many as there are, and none beyond
        head = f"if ({place} {sign} {k})" if k < len(branches) - 1 else ""
        texts.append("\n".join([head, "{", *writer.blocks, "}"]))
    writer.blocks = around
    writer.blocks.append("\nelse ".join(texts))
    return list(found)
