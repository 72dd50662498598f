"""Operations that only say where elements stand, and arrays put into one: some is copied."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from zwang.emit.loops.index import Index, Indices, flat_place, strides_of
from zwang.emit.loops.views import View, in_memory, of_buffer, of_place
from zwang.emit.loops.writer import Writer, rule
from zwang.ir.block import Op
from zwang.ir.scalar.graph import INT


@rule("broadcast_in_dim")
def broadcast(writer: Writer, op: Op, x: View, *_: View) -> View:
    """An array beside itself."""
    shape, axes = op.equation.params["shape"], op.equation.params["broadcast_dimensions"]
    if np.prod(shape) > np.prod(x.shape):
        x = writer.cheap(x)
    kept = [(axis, size == 1) for axis, size in zip(axes, x.shape, strict=True)]
    return x.moved(shape, lambda indices: [Index() if one else indices[axis] for axis, one in kept])


@rule("reshape")
def reshape(writer: Writer, op: Op, x: View) -> View:
    """The same elements in their order."""
    return reshaped(writer, x, op.equation.params["new_sizes"])


def reshaped(writer: Writer, x: View, shape: Sequence[int]) -> View:
    """The same elements in their order, in another shape."""
    long = [axis for axis, size in enumerate(x.shape) if size != 1]
    now = [axis for axis, size in enumerate(shape) if size != 1]
    if [x.shape[i] for i in long] == [shape[i] for i in now]:  # but for axes of length one
        from_now = dict(zip(long, now, strict=True))
        rank = len(x.shape)
        back = lambda indices: [
            indices[from_now[i]] if i in from_now else Index() for i in range(rank)
        ]
        view = x.moved(shape, back)
        return view._replace(memory=x.memory)
    kept = writer.kept(x)
    assert kept.memory is not None
    return in_memory(kept.memory[0], x.kind, shape, kept.memory[1])


@rule("squeeze", "expand_dims")
def squeeze(writer: Writer, op: Op, x: View) -> View:
    """Without some axes of length one, or with more."""
    return reshaped(writer, x, writer.kind(op).shape)


@rule("transpose")
def transpose(writer: Writer, op: Op, x: View) -> View:
    """Axes in another order."""
    order = list(op.equation.params["permutation"])
    back = lambda indices: [indices[order.index(axis)] for axis in range(len(order))]
    return x.moved([x.shape[axis] for axis in order], back)


@rule("rev")
def rev(writer: Writer, op: Op, x: View) -> View:
    """Axes from behind."""
    turned = set(op.equation.params["dimensions"])

    def back(indices: Indices) -> Indices:
        return [
            i.times(-1).plus(x.shape[axis] - 1) if axis in turned else i
            for axis, i in enumerate(indices)
        ]

    return x.moved(x.shape, back)


@rule("slice")
def slice_(writer: Writer, op: Op, x: View) -> View:
    """A part of an array."""
    begins = op.equation.params["start_indices"]
    strides = op.equation.params["strides"] or (1,) * len(begins)
    shape = writer.kind(op).shape
    return _part(x, shape, begins, strides)


def _part(x: View, shape: Sequence[int], begins: Sequence[int], strides: Sequence[int]) -> View:
    begins, strides = [*map(int, begins)], [*map(int, strides)]
    pairs = list(zip(begins, strides, strict=True))
    back = lambda indices: [i.times(k).plus(b) for i, (b, k) in zip(indices, pairs, strict=True)]
    part = x.moved(shape, back)
    # A part along the first axis stands in order.
    if x.memory is None or set(strides) - {1} or tuple(shape[1:]) != x.shape[1:]:
        return part
    first = flat_place([Index((), b) for b in begins], strides_of(x.shape)).offset
    return part._replace(memory=(x.memory[0], x.memory[1] + first))


@rule("split")
def split(writer: Writer, op: Op, x: View) -> list[View]:
    """Several parts of an array along an axis."""
    axis, begin, parts = op.equation.params["axis"], 0, []
    for size in op.equation.params["sizes"]:
        begins = [begin if k == axis else 0 for k in range(len(x.shape))]
        shape = [size if k == axis else n for k, n in enumerate(x.shape)]
        parts.append(_part(x, shape, begins, [1] * len(begins)))
        begin += size
    return parts


@rule("unstack")
def unstack(writer: Writer, op: Op, x: View) -> list[View]:
    """The parts of an array at each place along an axis."""
    axis = op.equation.params["axis"]
    shape = [n for k, n in enumerate(x.shape) if k != axis]
    at = lambda i: lambda indices: [*indices[:axis], Index((), i), *indices[axis:]]
    return [x.moved(shape, at(i)) for i in range(x.shape[axis])]


@rule("iota")
def iota(writer: Writer, op: Op, *_: View) -> View:
    """The index along an axis."""
    kind = writer.kind(op)
    view = of_place(kind.shape, op.equation.params["dimension"], INT)
    if np.issubdtype(kind.dtype, np.floating):
        at = view.at

        def as_float(graph, indices):
            value = at(graph, indices)
            return float(value) if isinstance(value, int) else graph.node("to_float", (value,))

        return view._replace(kind="double", at=as_float)
    return view


@rule("any put")
def joined(writer: Writer, op: Op, *views: View) -> View:
    """Arrays put into one, at places that are known."""
    shape, parts = writer.kind(op).shape, op.what.parts()
    buffer, strides = writer.new(int(np.prod(shape)), views[0].kind), strides_of(shape)
    if op.what.filled:
        everywhere = views[-1].moved(shape, lambda indices: ())
        writer.put(everywhere, buffer.name, lambda indices: flat_place(indices, strides))
    for x, (window, into) in zip(views, parts, strict=False):
        sizes = [k.stop - k.start for k in window]
        inner = _part(x, sizes, [k.start for k in window], [1] * len(window))
        first = sum(
            (k if isinstance(k, int) else k.start) * step
            for k, step in zip(into, strides, strict=True)
        )
        pairs = zip(into, strides, strict=True)
        steps = [(k.step or 1) * step for k, step in pairs if isinstance(k, slice)]
        writer.put(inner, buffer.name, lambda at, s=steps, f=first: flat_place(at, s, f))
    return of_buffer(buffer, shape)
