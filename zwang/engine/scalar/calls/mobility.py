"""Calls of the constrained inverse mass inside of a traced program: one node for the call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from zwang.engine.scalar.calls.kernel import Call, call_of, head_of
from zwang.engine.scalar.elementwise import Values, array
from zwang.engine.scalar.graph import FLOAT, INT, Graph
from zwang.solvers import Auto
from zwang.solvers.derivative import MOBILITIES


class Mobility(NamedTuple):
    """A call."""

    # n, m: coordinates and rows
    n: int
    m: int
    # rank, consistency: tolerances of the kernel
    rank: float
    consistency: float
    way = 0  # as in ``Call``: it is for ``Auto``

    @property
    def kernel(self) -> Call:
        """The kernel whose functions it calls."""
        return Call(self.n, self.m, self.n, self.way, self.rank, self.consistency)

    @property
    def prefix(self) -> str:
        """Of the name of the function for these sizes."""
        return f"zw{self.n}x{self.m}_mobility_"

    @property
    def text(self) -> str:
        """That function: a call of the one for as many coordinates."""
        room = f"zw{self.n}_room w = {{0}};\n    (void)way;"
        body = f"{room}\n    zw{self.n}_mobility_call(w, {self.m}, rank, consistency, in, out);"
        return head_of(self.prefix) + f"\n{{\n    {body}\n}}\n"

    @property
    def size(self) -> int:
        """How many numbers a call returns."""
        return self.n**2 + 1


def mobility_in(name: str, shapes: Sequence[tuple[int, ...]]) -> Mobility | None:
    """The call that a function's name and the shapes of its operands say, or None."""
    solver = MOBILITIES.get(name)
    if not isinstance(solver, Auto) or [len(shape) for shape in shapes] != [2, 2]:
        return None  # in a batch, or in a way of its own
    (m, n) = shapes[1]
    call = call_of(solver, n, m, n)
    return Mobility(n, m, call.rank, call.consistency)


def mobility_call(graph: Graph, call: Mobility, operands: Sequence[Values]) -> list[Values]:
    """P (n, n) and the status."""
    node = graph.node("kernel", (call, *(v for x in operands for v in x.flat)), FLOAT)
    items = (graph.node("element", (node, i), FLOAT) for i in range(call.n**2))
    status = graph.node("element", (node, call.n**2), INT)
    return [array(items, (call.n, call.n)), array([status], ())]
