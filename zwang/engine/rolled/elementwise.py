"""Equations that compute element by element: by the rules that scalars have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zwang.engine.rolled.flat import Step
from zwang.engine.rolled.index import Index, Indices
from zwang.engine.rolled.views import View
from zwang.engine.rolled.writer import Writer, rule
from zwang.ir.scalar.graph import Graph
from zwang.ir.scalar.laws import LIBRARY, TABLE, array
from zwang.ir.scalar.types import kind_for, typed

NAMES = f"""
    {LIBRARY} eq ne lt le gt ge add add_any sub mul div neg max min sqrt erf erfc lgamma rsqrt
    square one_minus_square abs sign pow atan2 rem and or xor not is_finite logistic clamp select_n
    copy copy_p stop_gradient integer_pow round convert_element_type lt_to le_to
"""
SAME = {"lt_to": "lt", "le_to": "le"}  # in an order of all whole numbers
FREE = frozenset("copy copy_p stop_gradient convert_element_type".split())
DEAR = frozenset(LIBRARY.split()) - {"floor", "ceil"} | {"pow", "atan2", "erf", "erfc", "lgamma"}


@rule(*NAMES.split())
def each(writer: Writer, step: Step, *given: View) -> View:
    """An equation on the elements of arrays, of which some may be single numbers."""
    kind = writer.kind(step.outputs[0])
    function, params = TABLE[SAME.get(step.name, step.name)], step.params
    given = tuple(x if x.shape == kind.shape else writer.cheap(x) for x in given)

    def at(graph: Graph, indices: Indices) -> Any:
        values = [array([x.at(graph, _within(x.shape, indices))], ()) for x in given]
        return typed(function(*values, **params).item(), kind.dtype)

    touched = frozenset().union(*(x.touched for x in given))
    own = 0 if step.name in FREE else 8 if step.name in DEAR else 1
    cost = own + sum(x.cost for x in given)
    return View(kind.shape, kind_for(kind.dtype), at, touched, cost)


def _within(shape: Sequence[int], indices: Indices) -> Indices:
    """Indices in an array of which some axes are of length one, or that has none."""
    return [Index() if size == 1 else i for size, i in zip(shape, indices, strict=False)]


@rule("optimization_barrier")
def barrier(writer: Writer, step: Step, *given: View) -> Sequence[View]:
    """What it is given."""
    return list(given)
