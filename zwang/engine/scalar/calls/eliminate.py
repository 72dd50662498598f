"""Linear equations without symmetry inside of a traced program: one node for the call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from zwang.engine.scalar.calls.kernel import head_of, text_of
from zwang.engine.scalar.elementwise import Values, array
from zwang.engine.scalar.graph import FLOAT, Graph
from zwang.equation.friction import zwang_eliminate


class Eliminate(NamedTuple):
    """A call: x with T x = r."""

    k: int  # how many equations
    way, rank, consistency = 0, 0.0, 0.0  # as in ``Call``; of no use here

    @property
    def prefix(self) -> str:
        """Of the name of the function for this size."""
        return f"zwe{self.k}_"

    @property
    def size(self) -> int:
        """How many numbers a call returns."""
        return self.k

    @property
    def text(self) -> str:
        """That function; before it the one for all sizes, once."""
        k = self.k
        return f"""
{text_of("eliminate.h")}
{head_of(self.prefix)}
{{
    double T[{max(k * k, 1)}];
    (void)way, (void)rank, (void)consistency, (void)in, (void)out, (void)T;
    for (int i = 0; i < {k * k}; i++) T[i] = in[i];
    for (int i = 0; i < {k}; i++) out[i] = in[{k * k} + i];
    zw_eliminate({k}, T, out);
}}
"""


def eliminated(name: str, shapes: Sequence[tuple[int, ...]]) -> Eliminate | None:
    """The call that a function's name and the shapes of its operands say, or None."""
    if name != zwang_eliminate.__name__ or [len(shape) for shape in shapes] != [2, 1]:
        return None  # in a batch
    return Eliminate(shapes[1][0])


def eliminate_call(graph: Graph, call: Eliminate, operands: Sequence[Values]) -> list[Values]:
    """x (k,)."""
    node = graph.node("called", (call, *(v for x in operands for v in x.flat)), FLOAT)
    return [array((graph.node("element", (node, i), FLOAT) for i in range(call.k)), (call.k,))]
