"""Laws of single numbers, element by element: those that scalars have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zwang.emit.loops.index import Index, Indices
from zwang.emit.loops.views import View
from zwang.emit.loops.writer import Writer, rule
from zwang.ir.block import Op
from zwang.ir.scalar.graph import Graph, Unsupported
from zwang.ir.scalar.laws import LIBRARY, TABLE, array
from zwang.ir.scalar.types import kind_for, typed

SAME = {"lt_to": "lt", "le_to": "le"}  # in an order of all whole numbers
DEAR = frozenset(LIBRARY.split()) - {"floor", "ceil"} | {"pow", "atan2", "erf", "erfc", "lgamma"}


@rule("any each")
def each(writer: Writer, op: Op, *views: View) -> View:
    """A law on the elements of arrays, of which some may be single numbers."""
    kind, name = writer.kind(op), SAME.get(op.name, op.name)
    if name not in TABLE:
        raise Unsupported(f"`{name}` in loops")
    law, params = TABLE[name], op.equation.params
    views = tuple(x if x.shape == kind.shape else writer.cheap(x) for x in views)

    def at(graph: Graph, indices: Indices) -> Any:
        values = [array([x.at(graph, _within(x.shape, indices))], ()) for x in views]
        return typed(law(*values, **params).item(), kind.dtype)

    touched = frozenset().union(*(x.touched for x in views))
    own = 0 if name == "convert_element_type" else 8 if name in DEAR else 1
    return View(kind.shape, kind_for(kind.dtype), at, touched, own + sum(x.cost for x in views))


def _within(shape: Sequence[int], indices: Indices) -> Indices:
    """Indices in an array of which some axes are of length one, or that has none."""
    return [Index() if size == 1 else i for size, i in zip(shape, indices, strict=False)]
