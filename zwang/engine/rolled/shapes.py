"""Equations that only say where elements stand: nothing is computed, some is copied."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from zwang.engine.rolled.flat import Step
from zwang.engine.rolled.index import Index, Indices, flat_place, strides_of
from zwang.engine.rolled.views import View, in_memory, of_buffer, of_place
from zwang.engine.rolled.writer import Writer, rule
from zwang.ir.scalar.graph import INT


@rule("broadcast_in_dim")
def broadcast(writer: Writer, step: Step, x: View, *_: View) -> View:
    """An array beside itself."""
    shape, axes = step.params["shape"], step.params["broadcast_dimensions"]
    if np.prod(shape) > np.prod(x.shape):
        x = writer.cheap(x)
    kept = [(axis, size == 1) for axis, size in zip(axes, x.shape, strict=True)]
    return x.moved(shape, lambda given: [Index() if one else given[axis] for axis, one in kept])


@rule("reshape")
def reshape(writer: Writer, step: Step, x: View) -> View:
    """The same elements in their order."""
    return reshaped(writer, x, step.params["new_sizes"])


def reshaped(writer: Writer, x: View, shape: Sequence[int]) -> View:
    """The same elements in their order, in another shape."""
    long = [axis for axis, size in enumerate(x.shape) if size != 1]
    now = [axis for axis, size in enumerate(shape) if size != 1]
    if [x.shape[i] for i in long] == [shape[i] for i in now]:  # but for axes of length one
        from_now = dict(zip(long, now, strict=True))
        rank = len(x.shape)
        back = lambda given: [given[from_now[i]] if i in from_now else Index() for i in range(rank)]
        found = x.moved(shape, back)
        return found._replace(memory=x.memory)
    kept = writer.kept(x)
    assert kept.memory is not None
    return in_memory(kept.memory[0], x.kind, shape, kept.memory[1])


@rule("squeeze", "expand_dims")
def squeeze(writer: Writer, step: Step, x: View) -> View:
    """Without some axes of length one, or with more."""
    return reshaped(writer, x, writer.kind(step.outputs[0]).shape)


@rule("transpose")
def transpose(writer: Writer, step: Step, x: View) -> View:
    """Axes in another order."""
    order = list(step.params["permutation"])
    back = lambda given: [given[order.index(axis)] for axis in range(len(order))]
    return x.moved([x.shape[axis] for axis in order], back)


@rule("rev")
def rev(writer: Writer, step: Step, x: View) -> View:
    """Axes from behind."""
    turned = set(step.params["dimensions"])

    def back(given: Indices) -> Indices:
        return [
            i.times(-1).plus(x.shape[axis] - 1) if axis in turned else i
            for axis, i in enumerate(given)
        ]

    return x.moved(x.shape, back)


@rule("slice")
def slice_(writer: Writer, step: Step, x: View) -> View:
    """A part of an array."""
    begins = step.params["start_indices"]
    strides = step.params["strides"] or (1,) * len(begins)
    shape = writer.kind(step.outputs[0]).shape
    return _part(x, shape, begins, strides)


def _part(x: View, shape: Sequence[int], begins: Sequence[int], strides: Sequence[int]) -> View:
    told = list(zip(begins, strides, strict=True))
    back = lambda given: [i.times(k).plus(b) for i, (b, k) in zip(given, told, strict=True)]
    found = x.moved(shape, back)
    first = x.memory and flat_place([Index((), b) for b in begins], strides_of(x.shape)).offset
    # A part along the first axis stands in order.
    whole = all(s == 1 for s in strides) and tuple(shape[1:]) == x.shape[1:]
    return (
        found._replace(memory=(x.memory[0], x.memory[1] + first))
        if first is not None and (whole and x.memory is not None)
        else found
    )


@rule("split")
def split(writer: Writer, step: Step, x: View) -> list[View]:
    """Several parts of an array along an axis."""
    axis, begin, found = step.params["axis"], 0, []
    for i, size in zip(step.outputs, step.params["sizes"], strict=True):
        begins = [begin if k == axis else 0 for k in range(len(x.shape))]
        found.append(_part(x, writer.kind(i).shape, begins, [1] * len(begins)))
        begin += size
    return found


@rule("iota")
def iota(writer: Writer, step: Step, *_: View) -> View:
    """The index along an axis."""
    kind = writer.kind(step.outputs[0])
    found = of_place(kind.shape, step.params["dimension"], INT)
    if np.issubdtype(kind.dtype, np.floating):
        at = found.at

        def as_float(graph, indices):
            value = at(graph, indices)
            return float(value) if isinstance(value, int) else graph.node("to_float", (value,))

        return found._replace(kind="double", at=as_float)
    return found


@rule("concatenate")
def concatenate(writer: Writer, step: Step, *given: View) -> View:
    """Arrays one behind the other."""
    axis, shape = step.params["dimension"], writer.kind(step.outputs[0]).shape
    buffer, begin = writer.new(int(np.prod(shape)), given[0].kind), 0
    strides = strides_of(shape)
    for x in given:
        first = begin * strides[axis]
        writer.put(x, buffer.name, lambda indices, k=first: flat_place(indices, strides, k))
        begin += x.shape[axis]
    return of_buffer(buffer, shape)


@rule("pad")
def pad(writer: Writer, step: Step, x: View, filling: View) -> View:
    """An array with more around it and between its elements; what is negative is cut."""
    shape, config = writer.kind(step.outputs[0]).shape, step.params["padding_config"]
    buffer = writer.new(int(np.prod(shape)), x.kind)
    strides = strides_of(shape)
    everywhere = filling.moved(shape, lambda given: ())
    writer.put(everywhere, buffer.name, lambda indices: flat_place(indices, strides))
    spans = [_inside(*told) for told in zip(x.shape, shape, config, strict=True)]
    if all(count > 0 for _, count in spans):
        begins, sizes = zip(*spans, strict=True) if spans else ((), ())
        inner = _part(x, sizes, begins, [1] * len(begins))
        steps = [k * (gap + 1) for k, (*_, gap) in zip(strides, config, strict=True)]
        first = sum(
            (low + b * (gap + 1)) * k
            for b, k, (low, _, gap) in zip(begins, strides, config, strict=True)
        )
        writer.put(inner, buffer.name, lambda indices: flat_place(indices, steps, first))
    return of_buffer(buffer, shape)


def _inside(size: int, new: int, config: tuple[int, int, int]) -> tuple[int, int]:
    """Which elements along an axis are still there after padding: the first, and how many."""
    low, _, gap = config
    there = [i for i in range(size) if 0 <= low + i * (gap + 1) < new]
    return (there[0], len(there)) if there else (0, 0)
