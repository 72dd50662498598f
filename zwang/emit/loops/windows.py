"""Windows of arrays: read or written, at places that are known, or that are computed.

Known places are those of ``zwang.ir.places``, flat in the array that is read or written. Most are
regular, and need no table; others have one, along those axes that are not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from zwang.emit.lines import number
from zwang.emit.loops.index import (
    Index,
    Indices,
    affine,
    flat_place,
    nest,
    strides_of,
    variable,
)
from zwang.emit.loops.views import View, of_buffer
from zwang.emit.loops.writer import Writer, around, rule, wrapped
from zwang.ir.block import Op
from zwang.ir.numeric import filling_of
from zwang.ir.places import NOWHERE, At, places_of
from zwang.ir.scalar.graph import FLOAT, INT, Graph, Unsupported

Placed = Callable[[Indices], Index]


@rule("any take")
def take(writer: Writer, op: Op, x: View, *corners: View) -> View:
    """Windows of an array."""
    shape, at = writer.kind(op).shape, op.what
    x = writer.kept(x)
    if at.corners is None:
        kept = [_whole(writer, y) for y in corners]
        place, fits = _computed(kept, x.shape, at, shape, clips=at.mode == "CLIP")
        view = _read(x, shape, place)
        return _filled(writer, op, view._replace(touched=_touched(view, *kept)), fits)
    places = places_of(at, x.shape, at.corners, shape)
    if not places.size:
        return of_buffer(writer.new(1, x.kind), shape)
    return _filled(writer, op, *_at_places(writer, x, places))


@rule("any move")
def moved(writer: Writer, op: Op, x: View) -> View:
    """Elements of an array at other places, which are known."""
    x = writer.kept(x)
    places = op.what(np.arange(int(np.prod(x.shape))).reshape(x.shape))
    if not places.size:
        return of_buffer(writer.new(1, x.kind), places.shape)
    return _at_places(writer, x, places)[0]


def _at_places(writer: Writer, x: View, places: np.ndarray) -> tuple[View, Callable | None]:
    """Elements of an array in memory, and the conditions under which each is there."""
    view = _read(x, places.shape, _known(writer, np.where(places == NOWHERE, 0, places)))
    return view, _inside(writer, places)


def _inside(writer: Writer, places: np.ndarray) -> Callable | None:
    """The conditions under which elements are there; None if all are."""
    if (places != NOWHERE).all():
        return None
    inside = _known(writer, (places != NOWHERE).astype(int))
    return lambda indices: [f"({inside(indices).text})"]


def _touched(*views: View) -> frozenset[str]:
    return frozenset().union(*(x.touched for x in views))


def _whole(writer: Writer, corner: View) -> View:
    """Corners in memory."""
    if corner.kind == FLOAT:
        raise Unsupported("an index that is no whole number")
    return writer.kept(corner)


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


def _filled(writer: Writer, op: Op, x: View, fits: Callable | None) -> View:
    """An array where conditions hold, and a number elsewhere."""
    if fits is None:
        return x
    buffer = writer.new(int(np.prod(x.shape)), x.kind)
    heads, indices = nest(x.shape)
    lines, (text,) = writer.body([x], indices)
    element = f"{buffer.name}[{flat_place(indices, strides_of(x.shape)).text}]"
    inside = " && ".join(fits(indices))
    lines = [f"    if ({inside}) {{", *lines, f"    {element} = {text};", "    }"]
    lines += [f"    else {element} = {number(filling_of(op.equation))};"]
    writer.say(around(heads, lines), x.touched | {buffer.name})
    return of_buffer(buffer, x.shape)


@rule("scatter", "scatter-add", "scatter_add", "dynamic_update_slice")
def put(writer: Writer, op: Op, x: View, updates: View, *corners: View) -> View:
    """An array with windows put into it, or added."""
    shape, at = writer.kind(op).shape, op.what
    buffer, strides = writer.new(int(np.prod(shape)), x.kind), strides_of(shape)
    writer.put(x, buffer.name, lambda indices: flat_place(indices, strides))
    if not int(np.prod(updates.shape)):
        return of_buffer(buffer, shape)
    if at.corners is None:
        kept = [_whole(writer, y) for y in corners]
        place, fits = _computed(kept, shape, at, updates.shape, clips=at.mode == "CLIP")
        updates = updates._replace(touched=_touched(updates, *kept))
    else:
        places = places_of(at, shape, at.corners, updates.shape)
        place = _known(writer, np.where(places == NOWHERE, 0, places))
        fits = _inside(writer, places)
    heads, indices = nest(updates.shape)
    lines, (text,) = writer.body([updates], indices)
    lines.append(f"    {_added(op, x.kind, f'{buffer.name}[{place(indices).text}]', text)}")
    if fits is not None:
        lines = [f"    if ({' && '.join(fits(indices))}) {{", *lines, "    }"]
    writer.count(updates.shape, updates.cost)
    writer.say(around(heads, lines), updates.touched | {buffer.name})
    return of_buffer(buffer, shape)


def _added(op: Op, kind: str, place: str, text: str) -> str:
    """A statement that puts a number, or adds it; whole numbers wrap."""
    if not op.what.add:
        return f"{place} = {text};"
    if kind == FLOAT:
        return f"{place} += {text};"
    return f"{place} = {wrapped(op.equation.outvars[0].aval.dtype, f'zw_iadd({place}, {text})')};"


# -- places that are computed --------------------------------------------------------------------


def _computed(
    corners: Sequence[View], shape: Sequence[int], at: At, out: Sequence[int], clips: bool
) -> tuple[Placed, Callable | None]:
    """The place in x of an element of windows whose corners are computed; and if it is there."""
    reach, sizes, axes, along, of_indices = at.windows
    batch = [axis for axis in range(len(out)) if axis not in reach.values()]
    beside = {axis: batch[k] for axis, k in zip(along, of_indices, strict=True)}
    lasts = {axis: shape[axis] - sizes[axis] for axis in axes}

    def corner(indices: Indices, axis: int) -> str:
        k, view = list(axes).index(axis), corners[0]
        if not view.shape:  # of a slice, each is an array of its own
            return _element(corners[k], [])
        return _element(view, [*(indices[i] for i in batch), Index((), k)])

    def place(indices: Indices) -> Index:
        index = Index()
        for axis, stride in enumerate(strides_of(shape)):
            if axis in lasts:
                inside = variable(f"zw_inside({corner(indices, axis)}, {lasts[axis]})")
                index = index.plus(inside.times(stride))
            elif axis in beside:
                index = index.plus(indices[beside[axis]].times(stride))
            if axis in reach:
                index = index.plus(indices[reach[axis]].times(stride))
        return index

    def fits(indices: Indices) -> list[str]:
        pairs = [(corner(indices, axis), last) for axis, last in lasts.items()]
        return [f"{x} >= 0 && {x} <= {last}" for x, last in pairs]

    return place, None if clips else fits


def _element(view: View, indices: Indices) -> str:
    """An element of an array in memory."""
    assert view.memory is not None
    name, offset = view.memory
    return f"{name}[{flat_place(indices, strides_of(view.shape), offset).text}]"
