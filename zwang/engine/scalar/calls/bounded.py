"""Calls of the active set for limits inside of a traced program: one node for the call."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from zwang.engine.scalar.calls.kernel import WAYS, Call, text_of
from zwang.engine.scalar.elementwise import Values, array
from zwang.engine.scalar.graph import BOOL, FLOAT, INT, Graph
from zwang.solvers import Orthogonal

NAME = "zwang_bounded"  # of the function in traced programs; what ``sized`` reads follows


# The active set as a program calls it that has it written out.
CALLED = """
ZW_APART void zwb_call(int way, double rank, double consistency, const double *in, double *out)
{
    zwb_room w = {0};
    (void)way;
    zwb_bounded(w, rank, consistency, in, out);
}
"""


class Bounded(NamedTuple):
    """A call of the active set."""

    sizes: tuple[int, ...]  # rows of each level
    k: int  # inputs
    turns: int  # how many at most
    # flat, rounding: which slopes are zero
    flat: float
    gain: float  # which ones must be followed
    rounding: float
    rounded: float  # what of the inputs that are wanted is nothing
    rank: float  # of the rank rule
    # way, consistency: as in ``Call``, for the kernel
    way: int = WAYS[Orthogonal]
    consistency: float = math.inf

    @property
    def prefix(self) -> str:
        """Of the names of the functions for these sizes."""
        return f"zwb{'_'.join(map(str, self.sizes))}x{self.k}_"

    @property
    def size(self) -> int:
        """How many numbers a call returns."""
        return 2 * self.k + 2

    @property
    def slots(self) -> int:
        """How many rows all levels can ask of the inputs."""
        return sum(min(m, self.k) for m in self.sizes)

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls of the kernel in it: of the least control."""
        return (Call(self.k, self.slots, 1, self.way, self.rank, self.consistency),)

    @property
    def text(self) -> str:
        """Its functions, after those of the kernel."""
        names: dict[str, Any] = {"R": sum(self.sizes), "K": self.k, "S": self.slots}
        names |= {"L": len(self.sizes), "SIZES": ", ".join(map(str, self.sizes))}
        names |= {"TURNS": self.turns, "FLAT": self.flat, "CUT": self.rank}
        names |= {"GAIN": self.gain, "ROUNDING": self.rounding, "ROUNDED": self.rounded}
        names |= {"LEAST": self.calls[0].prefix + "call"}
        lines = [f"#undef ZWB_{x}\n#define ZWB_{x} {y}" for x, y in names.items()]
        text = text_of("bounded_rows.h", "bounded.h") + CALLED
        return "\n".join([*lines, re.sub(r"\bzwb_", self.prefix, text)])


def bounded_call(graph: Graph, call: Bounded, operands: Sequence[Values]) -> list[Values]:
    """Inputs, which are held, whether it is done, and the status."""
    node = graph.node("kernel", (call, *(v for x in operands for v in x.flat)), FLOAT)
    k, found, place = call.k, [], 0
    for shape, kind in (((k,), FLOAT), ((k,), INT), ((), BOOL), ((), INT)):
        size = math.prod(shape)
        items = [graph.node("element", (node, place + i), kind) for i in range(size)]
        found.append(array(items, shape))
        place += size
    return found


def sized(name: str, operands: Sequence[Values]) -> Bounded | None:
    """The call that a function's name and operands say, or None."""
    if not name.startswith(NAME) or [x.ndim for x in operands] != [2, 2, 1, 1, 1, 1, 1]:
        return None
    turns, *parts, sizes = name[len(NAME) + 1 :].split("_", 6)
    of_levels = tuple(map(int, sizes.split("_")))
    flat, gain, rounding, rounded, rank = map(float, parts)
    k = operands[0].shape[1]
    return Bounded(of_levels, k, int(turns), flat, gain, rounding, rounded, rank)
