"""A motion by programs that JAX compiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from zwang.base.arrays import Array
from zwang.base.later import require_threads
from zwang.equation.observe import Observed, observe
from zwang.integrate import start
from zwang.integrate.advance import advance, locate
from zwang.integrate.backend import AbstractMachine, Begun
from zwang.integrate.course import Advanced, Course, Halt, Settings, State
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.singular import traced as passage
from zwang.integrate.singular.crossing import Passage
from zwang.integrate.singular.place import Place
from zwang.integrate.singular.told import lost_at

ROOM = 256  # states that one call of the compiled loop can report


@dataclass(frozen=True)
class JaxMachine(AbstractMachine):
    """Programs compiled by JAX."""

    program: Program  # what moves, and how
    numbers: Any  # of the parameters
    name: str = "jax"  # "jax", and why

    def __post_init__(self):
        require_threads("A motion by JAX")

    def observe(self, t: Any, q: Any, qd: Any, solver: Any, cut: Any = None) -> Observed:
        system, p = self.program.system.value, self.program.p(self.numbers)
        return observe(system, t, q, qd, p, solver=solver, cut=cut)

    def excess(self, state: State) -> Array:
        return start.excess(self.program, self.numbers, state)

    def restore(self, state: State) -> State:
        return start.projected(self.program, self.numbers, state)

    def begin(self, state: State, qdd: Any, settings: Settings, span: Any) -> Begun:
        return start.begin(self.program, self.numbers, state, qdd, settings, span)

    def accelerates(self, state: State, qdd: Any) -> bool:
        return bool(start.accelerates(self.program, self.numbers, state, qdd))

    def depart(self, state: State, settings: Settings, span: Any, solver: Any) -> None:
        return None

    def rows(
        self, t: Any, q: Any, qd: Any, solver: Any, cut: Any, rank: int, projected: bool
    ) -> tuple[Observed, bool]:
        return self.observe(t, q, qd, solver, cut), False

    def advance(
        self, course: Course, targets: Any, last: int, settings: Settings, limit: int
    ) -> Advanced:
        if settings.gaps is not None:
            settings = settings._replace(gaps=_padded(np.asarray(settings.gaps)))
        given = self.numbers, course, _padded(targets), last, settings, limit
        return advance(self.program, ROOM, *given)

    def locate(self, course: Course, settings: Settings, which: int) -> State:
        return locate(self.program, self.numbers, course, settings, which)

    def cross(self, course: Course, settings: Settings, halt: Halt) -> Passage:
        return passage.cross(self.program, self.numbers, course, settings, halt)

    def losing(self, course: Course, now: int | None = None) -> Place:
        return lost_at(course, now)


def _padded(targets: np.ndarray) -> np.ndarray:
    """The times, followed by infinities up to a power of two: few sizes are compiled."""
    size = max(64, 1 << (len(targets) - 1).bit_length())
    return np.concatenate([targets, np.full(size - len(targets), np.inf)])
