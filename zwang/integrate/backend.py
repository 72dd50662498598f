"""What computes motions, one or many: a contract that JAX and C both fulfil."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from zwang.base.arrays import Array
from zwang.equation.observed import Observed
from zwang.integrate.course import Advanced, Course, Halt, Settings, State

if TYPE_CHECKING:
    from zwang.integrate.singular.passage import Passage, Place


class Begun(NamedTuple):
    """The course; whether its start is singular; sizes of q0 and q̇0 in the metric M."""

    course: Course
    singular: Array
    sizes: tuple[Array, Array]


class Started(NamedTuple):
    """The course before its first step; whether it begins in a singular configuration; names of
    the rows of constraints.
    """

    course: Course
    singular: bool
    row_names: tuple[str, ...]


class AbstractMachine(abc.ABC):
    """All that takes time in a motion of known numbers."""

    name: str  # which it is and why, for ``motion.engine``
    at_once: int = 64  # steps to try in the first call, before it is known how long they take
    # whether dense matrices of the system are small enough to look for causes with them
    dense: bool = True

    @abc.abstractmethod
    def observe(self, t: Any, q: Any, qd: Any, solver: Any, cut: Any = None) -> Observed:
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
    def accelerates(self, state: State, qdd: Any) -> bool:
        """Whether q̈ (n,) is above rounding, in the metric M; see ``zwang.integrate.start``."""

    @abc.abstractmethod
    def depart(self, state: State, settings: Settings, span: Any, solver: Any) -> Started | None:
        """The start checked and begun at once, if there is nothing to say against it; else None.

        See ``looked_at`` of ``zwang.integrate.start``, which says what there is.
        """

    @abc.abstractmethod
    def advance(
        self, course: Course, targets: Any, last: int, settings: Settings, limit: int
    ) -> Advanced:
        """Many steps; see ``zwang.integrate.step``."""

    @abc.abstractmethod
    def rows(
        self, t: Any, q: Any, qd: Any, solver: Any, cut: Any, rank: int, projected: bool
    ) -> tuple[Observed, bool]:
        """What follows from the rows of a motion, and whether all of them are known to be sound.

        See ``zwang.motion.build``, which looks at them if not.
        """

    @abc.abstractmethod
    def locate(self, course: Course, settings: Settings, which: int) -> State:
        """Where an event of the last step happened; see ``zwang.integrate.loop``."""

    @abc.abstractmethod
    def cross(self, course: Course, settings: Settings, halt: Halt) -> Passage:
        """A step across a singular configuration; see ``zwang.integrate.singular.crossing``."""

    @abc.abstractmethod
    def losing(self, course: Course, now: int | None = None) -> Place:
        """What is being lost where a course stands; see ``zwang.integrate.singular.told``."""


# -- many at once --------------------------------------------------------------------------------


class Members(NamedTuple):
    """What each of N motions has for itself."""

    # q0, qd0: (N, n) states at the start
    q0: np.ndarray
    qd0: np.ndarray
    # (N, ...) each of the parameters' numbers; shared ones are views of one number
    numbers: tuple[np.ndarray, ...]


class Outcome(NamedTuple):
    """What became of N motions, at K times after the start."""

    # q, qd: (N, K, n) states; NaN where a motion ended before
    q: np.ndarray
    qd: np.ndarray
    t_end: np.ndarray  # (N,) time to which each came
    # q_end, qd_end: (N, n) state there
    q_end: np.ndarray
    qd_end: np.ndarray
    status: np.ndarray  # (N,) what became of each
    # accepted, rejected, crossings: (N,) steps, tried ones that failed, steps across singular
    # configurations
    accepted: np.ndarray
    rejected: np.ndarray
    crossings: np.ndarray
    event_count: np.ndarray  # (N, E) how often each event came
    event_time: np.ndarray  # (N, E) when it came first, NaN if it did not
    # (N,) whether nothing leads out of the start, which is at rest; None where that was not looked
    # at
    stuck: np.ndarray | None = None


class AbstractCrowd(abc.ABC):
    """Computes the motions of many members of one request."""

    name: str  # which it is and why, for ``ensemble.engine``

    @abc.abstractmethod
    def run(self, members: Members) -> Outcome:
        """The motions, each with a status of its own."""

    @abc.abstractmethod
    def observe(
        self, t: np.ndarray, q: np.ndarray, qd: np.ndarray, numbers: tuple[np.ndarray, ...]
    ) -> Observed:
        """What follows from rows, each with parameters of its own; see ``zwang.equation.observe``.

        Shapes: t (R,), q, qd (R, n), numbers (R, ...).
        """
