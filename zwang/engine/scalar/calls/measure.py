"""Calls of what measures M and A inside of a traced program: one node for the call.

Written out, the units in which both are of one size alone are eight passes over all entries, and
several parts of a program ask for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from zwang.engine.scalar.calls.kernel import Call, head_of
from zwang.engine.scalar.elementwise import Values, array
from zwang.engine.scalar.graph import BOOL, FLOAT, Graph, Node

LEAST = 4  # coordinates from which on a call is shorter
# By the names of the functions in traced programs, those in C, of the file measure.h.
NAMES = {
    "zwang_equilibrate": "units",
    "zwang_is_definite": "definite",
    "zwang_row_lengths": "lengths",
}


class Measure(NamedTuple):
    """A call."""

    # n, m: coordinates and rows
    n: int
    m: int
    what: str  # which function
    way, rank, consistency = 0, 0.0, 0.0  # as in ``Call``; of no use here

    @property
    def kernel(self) -> Call:
        """The kernel whose functions it calls."""
        return Call(self.n, self.m, 1, self.way, self.rank, self.consistency)

    @property
    def prefix(self) -> str:
        """Of the name of the function for these sizes."""
        return f"{self.kernel.prefix}{self.what}_"

    @property
    def text(self) -> str:
        """That function: a call of the one for as many coordinates."""
        room = f"zw{self.n}_room w = {{0}};\n    (void)way, (void)rank, (void)consistency;"
        body = f"{room}\n    zw{self.n}_{self.what}_call(w, {self.m}, in, out);"
        return head_of(self.prefix) + f"\n{{\n    {body}\n}}\n"

    @property
    def size(self) -> int:
        """How many numbers a call returns."""
        return {"units": self.n + self.m, "definite": 1, "lengths": self.m}[self.what]


def sizes_in(name: str, shapes: Sequence[tuple[int, ...]]) -> Measure | None:
    """The call that a function's name and the shapes of its operands say, or None."""
    what = NAMES.get(name)
    if what is None or any(len(shape) != 2 for shape in shapes) or shapes[0][0] < LEAST:
        return None
    if len(shapes) != (1 if what == "definite" else 2):
        return None  # differentiated, or in a batch
    return Measure(shapes[0][0], 0 if what == "definite" else shapes[1][0], what)


def measured(name: str, operands: Sequence[Values]) -> Measure | None:
    """The same, unless all is known, which is sooner computed now."""
    found = sizes_in(name, [x.shape for x in operands])
    asked = found is not None and any(isinstance(v, Node) for x in operands for v in x.flat)
    return found if asked else None


def measure_call(graph: Graph, call: Measure, operands: Sequence[Values]) -> list[Values]:
    """The results, in the order of the function's."""
    node = graph.node("called", (call, *(v for x in operands for v in x.flat)), FLOAT)
    kind = BOOL if call.what == "definite" else FLOAT
    items = [graph.node("element", (node, i), kind) for i in range(call.size)]
    if call.what != "units":
        return [array(items, () if call.what == "definite" else (call.m,))]
    return [array(items[: call.n], (call.n,)), array(items[call.n :], (call.m,))]
