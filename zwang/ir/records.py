"""Functions in C that a program calls: each a record of sizes, from which its text follows.

A call takes its numbers in one array, and returns its numbers in another. Calls with equal records
are calls of one function. ``op`` says whether results are lost where an operand is NaN, as those of
the kernel are, or merely ``called``.
"""

from __future__ import annotations

import math
import re
from typing import Any, NamedTuple

from zwang.ir.plain_records import Eliminate, Loop, Product
from zwang.ir.text import head_of, text_of

ORTHOGONAL = 2  # the way of the kernel by an orthogonal factor


class Kernel(NamedTuple):
    """A call of the kernel."""

    # n, m, k: coordinates, rows, right-hand sides
    n: int
    m: int
    k: int
    way: int  # which solver, a number
    # rank, consistency: its tolerances
    rank: float
    consistency: float
    op = "kernel"

    @property
    def kernel(self) -> Kernel:
        """The kernel whose functions it calls."""
        return self

    @property
    def prefix(self) -> str:
        """Of the name of the function for these sizes."""
        return f"zw{self.n}x{self.m}x{self.k}_"

    @property
    def text(self) -> str:
        """That function: a call of the one for as many coordinates."""
        room = f"zw{self.n}_room w = {{0}};"
        body = f"zw{self.n}_call(w, {self.m}, {self.k}, way, rank, consistency, in, out);"
        return head_of(self.prefix) + f"\n{{\n    {room}\n    {body}\n}}\n"

    @property
    def size(self) -> int:
        """How many numbers a call returns."""
        return (2 * self.n + self.m) * self.k + 2 * self.m + self.n + 3

    @property
    def cost(self) -> str:
        """How many multiplications it takes at the most, in words."""
        n, m, k = self.n, self.m, self.k
        fast = n**3 // 6 + m * n * n // 2 + m * m * n // 2 + m**3 // 6
        fast += 2 * k * (n * n + m * n + m * m)
        basis = 4 * min(m, n) * m * n + 4 * min(m, n) ** 2 * m + 6 * k * n * (n + m)
        auxiliary = 40 * 6 * n**3 + 8 * n * n * m + 8 * k * n * (n + m) + basis
        return (
            f"The kernel, {n} coordinates and {m} rows: about {fast} multiplications where the "
            f"rows\n   are independent, at most about {fast + basis + auxiliary} where it must "
            "look closer."
        )


class Mobility(NamedTuple):
    """A call of the constrained inverse mass."""

    # n, m: coordinates and rows
    n: int
    m: int
    # rank, consistency: tolerances of the kernel
    rank: float
    consistency: float
    way = 0  # it is for ``Auto``
    op = "kernel"

    @property
    def kernel(self) -> Kernel:
        """The kernel whose functions it calls."""
        return Kernel(self.n, self.m, self.n, self.way, self.rank, self.consistency)

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

    @property
    def cost(self) -> str:
        """How many multiplications it takes at the most, in words."""
        n, m = self.n, self.m
        least = n**3 // 6 + m * n * n // 2 + min(m, n) * m * n + (n - min(m, n)) * 4 * n * (n + m)
        return f"The inverse mass of {n} coordinates under {m} rows: about {least} multiplications."


class Measure(NamedTuple):
    """A call of what measures M and A, eight passes over all entries if it were written out."""

    # n, m: coordinates and rows
    n: int
    m: int
    what: str  # which function
    way, rank, consistency = 0, 0.0, 0.0
    op = "called"

    @property
    def kernel(self) -> Kernel:
        """The kernel whose functions it calls."""
        return Kernel(self.n, self.m, 1, self.way, self.rank, self.consistency)

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

    @property
    def cost(self) -> str:
        """How many multiplications it takes at the most, in words."""
        n, m = self.n, self.m
        return f"The units of {n} coordinates and {m} rows: about {n**3 // 6 + 30 * n * (n + m)}."


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
    """A call of the active set for limits."""

    sizes: tuple[int, ...]  # rows of each level
    k: int  # inputs
    turns: int  # how many at most
    # flat, rounding: which slopes are zero
    flat: float
    gain: float  # which ones must be followed
    rounding: float
    rounded: float  # what of the inputs that are wanted is nothing
    rank: float  # of the rank rule
    # way, consistency: for the kernel
    way: int = ORTHOGONAL
    consistency: float = math.inf
    op = "kernel"

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
    def calls(self) -> tuple[Kernel, ...]:
        """The calls of the kernel in it: of the least control."""
        return (Kernel(self.k, self.slots, 1, self.way, self.rank, self.consistency),)

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

    @property
    def cost(self) -> str:
        """How many multiplications it takes at the most, in words."""
        sizes = f"{self.k} inputs and {sum(self.sizes)} rows"
        return f"The active set for limits, {sizes}: at most {self.turns} times the kernel."


Called = Kernel | Bounded | Measure | Mobility | Product | Eliminate | Loop
