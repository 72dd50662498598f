"""A motion by programs that JAX compiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zwang.base.arrays import Array
from zwang.base.forks import require_threads
from zwang.equation.observe import Observed, observe
from zwang.integrate import loop as journey
from zwang.integrate import start
from zwang.integrate.advance import advance
from zwang.integrate.backend import AbstractMachine, Begun
from zwang.integrate.course import Advanced, Course, Halt, Settings, State
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.singular import crossing as passage
from zwang.integrate.singular.crossing import Passage


@dataclass(frozen=True)
class JaxMachine(AbstractMachine):
    """Programs compiled by JAX.

    Attributes
    ----------
    program : what moves, and how
    numbers : of the parameters
    name : "jax", and why
    """

    program: Program
    numbers: Any
    name: str = "jax"

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

    def advance(
        self, size: int, course: Course, targets: Any, last: int, settings: Settings, limit: int
    ) -> Advanced:
        return advance(self.program, size, self.numbers, course, targets, last, settings, limit)

    def locate(self, course: Course, settings: Settings, which: int) -> State:
        return journey.locate(self.program, self.numbers, course, settings, which)

    def cross(self, course: Course, settings: Settings, halt: Halt) -> Passage:
        return passage.cross(self.program, self.numbers, course, settings, halt)
