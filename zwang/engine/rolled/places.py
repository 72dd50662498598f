"""Gathers and scatters: at places that are known, or that are computed.

Known places are those of ``zwang.ir.places``, flat in the array that is read or
written. Most are regular, and need no table; others have one, along those axes that are not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from zwang.emit.lines import number
from zwang.engine.rolled.flat import Step
from zwang.engine.rolled.index import (
    Index,
    Indices,
    affine,
    flat_place,
    nest,
    strides_of,
    variable,
)
from zwang.engine.rolled.views import View, of_buffer
from zwang.engine.rolled.writer import Writer, around, rule
from zwang.ir.places import (
    NOWHERE,
    Windows,
    gather_at,
    gather_windows,
    places_of,
    scatter_at,
    scatter_windows,
)
from zwang.ir.scalar.graph import FLOAT, INT, Graph, Unsupported

Placed = Callable[[Indices], Index]


def _known(writer: Writer, places: np.ndarray) -> Placed:
    """The place of an element by its indices."""
    first, steps = affine(places)
    rest = places[tuple(slice(None) if k is None else 0 for k in steps)]
    regular = [0 if k is None else k for k in steps]
    odd = [axis for axis, k in enumerate(steps) if k is None]
    if not odd:
        return lambda indices: flat_place(indices, regular, first)
    table = writer.tables.of(np.ascontiguousarray(rest), INT)
    strides = strides_of(rest.shape)

    def place(indices: Indices) -> Index:
        row = flat_place([indices[axis] for axis in odd], strides)
        return flat_place(indices, regular).plus(variable(f"{table}[{row.text}]"))

    return place


def _read(x: View, shape: Sequence[int], place: Placed) -> View:
    """Elements of an array in memory, at places."""
    assert x.memory is not None
    name, offset = x.memory

    def at(graph: Graph, indices: Indices) -> Any:
        return graph.node("input", (name, place(indices).plus(offset).text), x.kind)

    return View(tuple(shape), x.kind, at, x.touched)


def _told(writer: Writer, step: Step) -> tuple[tuple[int, ...], Any]:
    kind = writer.kind(step.outputs[0])
    return kind.shape, kind.dtype


@rule("gather")
def gather(writer: Writer, step: Step, x: View, *indices: View) -> View:
    """Windows of an array."""
    shape, dtype = _told(writer, step)
    x = writer.kept(x)
    if step.where is None:
        corners = writer.kept(indices[0])
        place, fits = _computed(corners, x.shape, gather_windows(len(x.shape), step.params), shape)
        found = _read(x, shape, place)
        found = found._replace(touched=found.touched | corners.touched)
        return _with_filling(writer, found, fits(step, True), _filling(step, dtype))
    places = places_of(gather_at(len(x.shape), step.params), x.shape, step.where[0], shape)
    if not places.size:
        return of_buffer(writer.new(1, x.kind), shape)
    if (places != NOWHERE).all():
        return _read(x, shape, _known(writer, places))
    found = _read(x, shape, _known(writer, np.where(places == NOWHERE, 0, places)))
    here = _known(writer, (places != NOWHERE).astype(int))
    fits = lambda indices: [f"({here(indices).text})"]
    return _with_filling(writer, found, fits, _filling(step, dtype))


def _filling(step: Step, dtype: Any) -> Any:
    value = step.params.get("fill_value")
    if value is not None:
        return np.asarray(value).item()
    if np.issubdtype(dtype, np.floating):
        return float("nan")
    return dtype.kind == "b" or int(np.iinfo(dtype).min or np.iinfo(dtype).max)


def _with_filling(writer: Writer, x: View, fits: Callable | None, filling: Any) -> View:
    """An array where conditions hold, and a number elsewhere."""
    if fits is None:
        return x
    buffer = writer.new(int(np.prod(x.shape)), x.kind)
    heads, indices = nest(x.shape)
    lines, (text,) = writer.body([x], indices)
    here = f"{buffer.name}[{flat_place(indices, strides_of(x.shape)).text}]"
    asked = " && ".join(fits(indices))
    lines = [f"    if ({asked}) {{", *lines, f"    {here} = {text};", "    }"]
    lines += [f"    else {here} = {number(filling)};"]
    writer.say(around(heads, lines), x.touched | {buffer.name})
    return of_buffer(buffer, x.shape)


@rule("scatter", "scatter-add", "scatter_add")
def scatter(writer: Writer, step: Step, x: View, *given: View) -> View:
    """An array with windows put into it, or added."""
    shape, _ = _told(writer, step)
    buffer, strides = writer.new(int(np.prod(shape)), x.kind), strides_of(shape)
    writer.put(x, buffer.name, lambda indices: flat_place(indices, strides))
    updates, sign = given[-1], "=" if step.name == "scatter" else "+="
    if not int(np.prod(updates.shape)):
        return of_buffer(buffer, shape)
    fits = None
    if step.where is None:
        corners = writer.kept(given[0])
        windows = scatter_windows(len(shape), step.params, updates.shape)
        place, tests = _computed(corners, shape, windows, updates.shape)
        fits = tests(step, False)
        updates = updates._replace(touched=updates.touched | corners.touched)
    else:
        at = scatter_at(len(shape), step.params, updates.shape)
        places = places_of(at, shape, step.where[0], updates.shape)
        place = _known(writer, np.where(places == NOWHERE, 0, places))
        if (places == NOWHERE).any():
            here = _known(writer, (places != NOWHERE).astype(int))
            fits = lambda indices: [f"({here(indices).text})"]
    heads, indices = nest(updates.shape)
    lines, (text,) = writer.body([updates], indices)
    lines.append(f"    {buffer.name}[{place(indices).text}] {sign} {text};")
    if fits is not None:
        lines = [f"    if ({' && '.join(fits(indices))}) {{", *lines, "    }"]
    writer.count(updates.shape, updates.cost)
    writer.say(around(heads, lines), updates.touched | {buffer.name})
    return of_buffer(buffer, shape)


# -- places that are computed --------------------------------------------------------------------


def _computed(
    corners: View, shape: Sequence[int], windows: Windows, out: Sequence[int]
) -> tuple[Placed, Callable]:
    """The place in x of an element of windows whose corners are computed; and if it is there."""
    assert corners.memory is not None
    name, offset = corners.memory
    reach, sizes, axes, along, of_indices = windows
    batch = [axis for axis in range(len(out)) if axis not in reach.values()]
    beside = {axis: batch[k] for axis, k in zip(along, of_indices, strict=True)}
    lasts = {axis: shape[axis] - sizes[axis] for axis in axes}

    def corner(indices: Indices, axis: int) -> str:
        row = [*(indices[k] for k in batch), Index((), list(axes).index(axis))]
        return f"{name}[{flat_place(row, strides_of(corners.shape), offset).text}]"

    def place(indices: Indices) -> Index:
        found = Index()
        for axis, stride in enumerate(strides_of(shape)):
            if axis in lasts:
                inside = variable(f"zw_inside({corner(indices, axis)}, {lasts[axis]})")
                found = found.plus(inside.times(stride))
            elif axis in beside:
                found = found.plus(indices[beside[axis]].times(stride))
            if axis in reach:
                found = found.plus(indices[reach[axis]].times(stride))
        return found

    def fits(step: Step, gathers: bool) -> Callable | None:
        mode = step.params["mode"].name
        if mode == "CLIP" or (gathers and mode != "FILL_OR_DROP"):
            return None

        def tests(indices: Indices) -> list[str]:
            pairs = [(corner(indices, axis), last) for axis, last in lasts.items()]
            return [f"{x} >= 0 && {x} <= {last}" for x, last in pairs]

        return tests

    return place, fits


# -- slices at places that are computed ----------------------------------------------------------


def _begins(
    writer: Writer, step: Step, starts: Sequence[View], shape: Sequence[int], sizes: Sequence[int]
) -> tuple[list[Index], frozenset[str]]:
    """Where a window begins, moved inside where it would not fit."""
    lasts = [n - k for n, k in zip(shape, sizes, strict=True)]
    if step.where is not None:
        begins = [int(x.item()) for x in step.where]
        return [
            Index((), min(max(b, 0), k)) for b, k in zip(begins, lasts, strict=True)
        ], frozenset()
    found, touched = [], set[str]()
    for start, last in zip(starts, lasts, strict=True):
        if start.kind == FLOAT:
            raise Unsupported("an index that is no whole number")
        kept = writer.kept(start)
        assert kept.memory is not None
        found.append(variable(f"zw_inside({kept.memory[0]}[{kept.memory[1]}], {last})"))
        touched |= kept.touched
    return found, frozenset(touched)


@rule("dynamic_slice")
def dynamic_slice(writer: Writer, step: Step, x: View, *starts: View) -> View:
    """A window of an array."""
    sizes = step.params["slice_sizes"]
    begins, touched = _begins(writer, step, starts, x.shape, sizes)
    back = lambda given: [i.plus(b) for i, b in zip(given, begins, strict=True)]
    found = x.moved(sizes, back)
    return found._replace(touched=found.touched | touched)


@rule("dynamic_update_slice")
def dynamic_update_slice(writer: Writer, step: Step, x: View, update: View, *starts: View) -> View:
    """An array with a window put into it."""
    begins, touched = _begins(writer, step, starts, x.shape, update.shape)
    buffer, strides = writer.new(int(np.prod(x.shape)), x.kind), strides_of(x.shape)
    writer.put(x, buffer.name, lambda indices: flat_place(indices, strides))
    first = flat_place(begins, strides)
    update = update._replace(touched=update.touched | touched)
    writer.put(update, buffer.name, lambda indices: flat_place(indices, strides).plus(first))
    return of_buffer(buffer, x.shape)
