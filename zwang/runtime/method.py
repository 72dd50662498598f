"""A Runge-Kutta method and the rule for the length of steps, as data for C: see ``c/method.h``."""

from __future__ import annotations

import ctypes
import functools
from typing import NamedTuple

import numpy as np

from zwang.files.kept import Unsupported
from zwang.integrate.method.runge_kutta import Program, tableau
from zwang.integrate.method.step_size import PI, AbstractStepSize, Elementary
from zwang.integrate.method.tableau import Tableau

NOTHING = 1e-15  # below which a sum of coefficients is zero, but for rounding
ELEMENTARY, PROPORTIONAL_INTEGRAL = 0, 1  # the rules


class Memory(ctypes.Structure):
    """The struct ``zw_method``."""

    _fields_ = [
        *((name, ctypes.c_longlong) for name in ("stages", "rule")),
        *((name, ctypes.c_double) for name in ("whole", "drift")),
        ("exponents", ctypes.c_double * 2),
        *((name, ctypes.c_void_p) for name in ("nodes", "begin", "place", "weight")),
    ]


class Method(NamedTuple):
    """A method in memory that C reads, and that nobody writes to."""

    memory: Memory
    arrays: tuple[np.ndarray, ...]  # which the memory points to

    @property
    def at(self) -> int:
        """Where it lies."""
        return ctypes.addressof(self.memory)

    @property
    def stages(self) -> int:
        """How many accelerations a step takes."""
        return self.memory.stages


def method_of(program: Program) -> Method:
    """The method of a program and its rule. Raises Unsupported."""
    method, rule = program.method.value, program.rule
    table = tableau(method)
    if table is None:
        name = type(method).__name__
        raise Unsupported(f"`method` is {name}, which has no explicit stages")
    whole = tuple(map(tuple, table.stages))
    return _made(
        (tuple(table.nodes), whole, tuple(table.weights), tuple(table.errors)), rule, program.order
    )


@functools.lru_cache(maxsize=64)
def _made(lists: tuple, rule: AbstractStepSize, order: int) -> Method:
    nodes, sums, whole, drift = _sums(Tableau(*lists))
    kind, exponents = _rule(rule, order)
    used = [[(r, w) for r, w in enumerate(row.tolist()) if abs(w) > NOTHING] for row in sums]
    arrays = (
        np.array(nodes),
        np.cumsum([0, *map(len, used)]).astype(np.intc),
        np.array([r for row in used for r, _ in row], np.intc),
        np.array([w for row in used for _, w in row]),
    )
    numbers = len(nodes), kind, whole, drift, (ctypes.c_double * 2)(*exponents)
    return Method(Memory(*numbers, *(x.ctypes.data for x in arrays)), arrays)


def _sums(table: Tableau) -> tuple[list[float], list[np.ndarray], float, float]:
    """Nodes; weights (s,) of each sum of accelerations, see ``zw_method``; Σ b and Σ e."""
    b, e = np.array(table.weights), np.array(table.errors)
    used = np.flatnonzero((b != 0) | (e != 0))  # some methods end with a stage for the next step
    count = int(used[-1]) + 1
    b, e, a = b[:count], e[:count], np.zeros((count, count))
    for s, row in enumerate(table.stages[:count]):
        a[s, : len(row)] = row
    twice = a @ a
    sums = [row for s in range(1, count) for row in (twice[s], a[s])] + [b @ a, b, e @ a, e]
    drift = float(e.sum())
    return table.nodes[:count], sums, float(b.sum()), drift if abs(drift) > NOTHING else 0.0


def _rule(rule: AbstractStepSize, order: int) -> tuple[int, tuple[float, float]]:
    """The kind of a rule, and its exponents."""
    if type(rule) is Elementary:
        return ELEMENTARY, (-1.0 / order, 0.0)
    if type(rule) is PI:
        return PROPORTIONAL_INTEGRAL, (-rule.integral / order, rule.proportional / order)
    raise Unsupported(f"the rule for the length of steps is {rule!r}, which C has no text for")
