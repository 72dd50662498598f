"""What computes a motion: programs compiled by JAX, or something that does the same faster."""

from __future__ import annotations

import abc
from dataclasses import dataclass
from typing import Any, ClassVar

from zwang.base.arrays import Array
from zwang.base.forks import require_threads
from zwang.equation.observe import Observed, observe
from zwang.integrate import loop as journey
from zwang.integrate import singular_crossing as passage
from zwang.integrate import start
from zwang.integrate.method import Program
from zwang.integrate.singular_crossing import Passage
from zwang.integrate.start import Begun
from zwang.integrate.step import Advanced, Course, Halt, Settings, State, advance


class AbstractMachine(abc.ABC):
    """All that takes time in a motion of known numbers.

    Attributes
    ----------
    name : which it is and why, for ``motion.engine``
    at_once : steps to try in the first call, before it is known how long they take
    """

    name: str
    at_once: ClassVar[int] = 64

    @abc.abstractmethod
    def observe(self, t: Any, q: Any, qd: Any, solver: Any) -> Observed:
        """What follows from rows; see ``zwang.equation.observe``."""

    @abc.abstractmethod
    def excess(self, state: State) -> Array:
        """How far the Lagrangian is from quadratic in q̇."""

    @abc.abstractmethod
    def restore(self, state: State) -> State:
        """The nearest state on the constraints; see ``zwang.integrate.projection``."""

    @abc.abstractmethod
    def begin(self, state: State, qdd: Any, settings: Settings, span: Any) -> Begun:
        """The course before its first step; see ``zwang.integrate.start``."""

    @abc.abstractmethod
    def advance(
        self, size: int, course: Course, targets: Any, last: int, settings: Settings, limit: int
    ) -> Advanced:
        """Many steps; see ``zwang.integrate.step``."""

    @abc.abstractmethod
    def locate(self, course: Course, settings: Settings, which: int) -> State:
        """Where an event of the last step happened; see ``zwang.integrate.loop``."""

    @abc.abstractmethod
    def cross(self, course: Course, settings: Settings, halt: Halt) -> Passage:
        """A step across a singular pose; see ``zwang.integrate.singular_crossing``."""


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

    def observe(self, t: Any, q: Any, qd: Any, solver: Any) -> Observed:
        system, p = self.program.system.value, self.program.p(self.numbers)
        return observe(system, t, q, qd, p, solver=solver)

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
