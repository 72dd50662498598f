"""Calls of the kernel inside of a traced program: one node for the call, one for each element."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

import numpy as np

from zwang.base.arrays import eps, tiny
from zwang.base.status import Status
from zwang.engine.scalar.elementwise import Values, array
from zwang.engine.scalar.graph import FLOAT, INT, Graph, Unsupported
from zwang.solvers import AbstractSolver, Auto, Cholesky, Orthogonal, Singular, singular
from zwang.solvers import rank as rules
from zwang.solvers.base import at_rest

WAYS = {Auto: 0, Cholesky: 1, Orthogonal: 2, Singular: 3}


class Call(NamedTuple):
    """A call of the kernel."""

    # n, m, k: coordinates, rows, right-hand sides
    n: int
    m: int
    k: int
    way: int  # which solver, a number
    # rank, consistency: its tolerances
    rank: float
    consistency: float

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


def kernel_call(graph: Graph, solver: AbstractSolver, operands: Sequence[Values]) -> list[Values]:
    """The results of ``differentiable(solver)(M, A, F, b)``, in the order of ``Attempt``."""
    _, A, F, _ = operands
    (m, n), k = A.shape, F.shape[1]
    given = [x.shape for x in operands]
    if given != [(n, n), (m, n), (n, k), (m, k)]:
        raise ValueError(f"the kernel is given the shapes {given}; wanted those of M, A, F, b")
    call = call_of(solver, n, m, k)
    node = graph.node("kernel", (call, *(v for x in operands for v in x.flat)), FLOAT)
    shapes = [(n, k), (m, k), (n, k), (m,), (m,), (n,)]
    found, place = [], 0
    for shape in shapes:
        size = math.prod(shape)
        items = (graph.node("element", (node, place + i), FLOAT) for i in range(size))
        found.append(array(items, shape))
        place += size
    codes = (graph.node("element", (node, place + i), INT) for i in range(3))
    return [*found, *(array([code], ()) for code in codes)]


def call_of(solver: AbstractSolver, n: int, m: int, k: int) -> Call:
    """The call of the kernel for a solver. Raises Unsupported."""
    way = WAYS.get(type(solver))
    if way is None:
        raise Unsupported(f"`solver` is {solver!r}, which is not written in C")
    if isinstance(solver, Singular) and solver.alpha != 1.0:
        raise Unsupported("an auxiliary mass with another `alpha` than 1")
    power = rules.WELL_CONDITIONED if way == 1 else rules.RANK
    given = getattr(solver, "well_conditioned" if way == 1 else "rank")
    unit = float(eps(np.float64))
    rank = unit**power if given is None else float(given)
    consistency = solver.consistency
    consistency = unit**rules.CONSISTENCY if consistency is None else float(consistency)
    return Call(n, m, k, way, rank, consistency)


# -- the kernel's text ---------------------------------------------------------------------------


@cache
def text_of(*names: str) -> str:
    """The text of files in the folder of C."""
    folder = resources.files("zwang.runtime") / "c"
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)


FIXED = "#undef ZW_FIXED\n#define ZW_FIXED\n"  # the compiler knows all sizes


def tolerances(n: int, m: int, k: int) -> dict[str, Any]:
    """Sizes and tolerances of the kernel."""
    return {
        "N": n,
        "M": m,
        "COLUMNS": k,
        "ROUNDING": float(rules.rounding(n, np.float64)),
        "AT_REST": float(at_rest(n, np.float64)),
    }


def constants() -> dict[str, Any]:
    """Tolerances and statuses of the kernel that do not depend on sizes."""
    unit = float(eps(np.float64))
    found = {
        "TINY": tiny(np.float64),
        "RANK": unit**rules.RANK,
        "CONSISTENCY": unit**rules.CONSISTENCY,
        "WELL_CONDITIONED": unit**rules.WELL_CONDITIONED,
        "ROUNDS": singular.ROUNDS,
        "NOTHING": singular.NOTHING,
        "LACKING": singular.LACKING,
        "FAINT": singular.FAINT,
    }
    return found | {status.name: int(status) for status in Status}


def together(*tables: dict[str, Any]) -> dict[str, Any]:
    """Numbers by name out of several tables. A name that has two values would size an array by
    another's number, and is refused."""
    found: dict[str, Any] = {}
    for table in tables:
        for name, x in table.items():
            if found.setdefault(name, x) != x:
                raise ValueError(f"`{name}` is {found[name]} and {x}; give one another name")
    return found


def defined(values: dict[str, Any]) -> str:
    """Names for the preprocessor; they may be defined already."""
    written = lambda x: "INFINITY" if x == math.inf else repr(x)
    lines = [f"#undef ZW_{name}\n#define ZW_{name} {written(x)}" for name, x in values.items()]
    return "\n".join(lines) + "\n"


def head_of(prefix: str) -> str:
    """What declares a function that a program calls."""
    return (
        f"ZW_PART void {prefix}call(\n"
        "    int way, double rank, double consistency, const double *in, double *out)"
    )


def kernel_text(n: int, m: int, k: int, prefix: str = "zw_") -> str:
    """The kernel for some sizes, with names of its own."""
    called = () if prefix == "zw_" else ("call.h", "measure.h", "mobility.h")
    text = text_of("room.h", "kernel.h", "auxiliary.h", *called)
    if prefix != "zw_":
        text = re.sub(r"\bzw_(?!max\b|min\b)", prefix, text)
    return FIXED + defined(tolerances(n, m, k)) + text
