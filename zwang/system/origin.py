"""Those who know more of a System than its functions do.

A System may come from a plant under control: what made it can tell that a start is off the path,
and why there is no force. And something may be computed in its states besides the acceleration.
"""

from __future__ import annotations

import abc
import reprlib
from collections.abc import Mapping
from typing import Any

from zwang.base.arrays import Array
from zwang.base.identity.keyed import AbstractKeyed
from zwang.system.system import System


class AbstractGuard(abc.ABC):
    """A ``system.origin`` that watches over the motions of its system."""

    @abc.abstractmethod
    def refuse_start(self, q: Any, qd: Any, t: Any, p: Any, *, sound: bool = False) -> None:
        """Raise if a motion must not start in a state that the constraints allow.

        Shapes: q, qd (n,).
        """

    @abc.abstractmethod
    def nearest_start(self, q: Any, qd: Any, t: Any, p: Any) -> tuple[Array, Array]:
        """The nearest state on the constraints that is not refused, as far as there is one."""

    @abc.abstractmethod
    def explain(self, q: Any, qd: Any, t: Any, p: Any) -> None:
        """Raise ``NumericalError`` with the cause if there is no acceleration in a state."""

    @abc.abstractmethod
    def steering(self, q: Any, qd: Any, t: Any, p: Any) -> Any:
        """How the control comes about in a state, for ``zw.explain``."""


class AbstractSource(abc.ABC):
    """What a System is made from, such as a mechanism or a controller, and may stand for it."""

    @property
    @abc.abstractmethod
    def moving(self) -> System:
        """The System that its motions are of."""


def system_of(what: Any) -> Any:
    """The System that motions are of: that of what it is made from, or what was given itself."""
    return what.moving if isinstance(what, AbstractSource) else what


def required_system(what: Any) -> System:
    """The System that motions are of, or a refusal of what is none."""
    system = system_of(what)
    if not isinstance(system, System):
        raise TypeError(
            f"`system` is {reprlib.repr(what)}; wanted a zw.System, a zw.Mechanism, or a "
            "zw.Controller for its closed loop."
        )
    return system


class AbstractStarted(AbstractSource):
    """A source with a start of its own, which says more of its states than its System does."""

    @abc.abstractmethod
    def state(self, q: Any, qd: Any, p: Any) -> tuple[Any, Any]:
        """Coordinates and velocities (n,): those of the start where None is given."""

    @abc.abstractmethod
    def check(self, q: Any = None, qd: Any = None, t: Any = 0.0, p: Any = None) -> Any:
        """What ``zw.check`` returns of it."""

    @abc.abstractmethod
    def assemble(
        self, q: Any = None, qd: Any = None, t: Any = 0.0, p: Any = None, *, hold: Any = ()
    ) -> tuple[Array, Array]:
        """What ``zw.assemble`` returns of it."""


class AbstractLaw(AbstractKeyed, AbstractSource):
    """Something that is computed in the states of a system, such as a control.

    It stands for the system that it moves.
    """

    model: System

    @abc.abstractmethod
    def outputs(self, q: Any, qd: Any, t: Any, p: Any) -> Mapping[str, Array]:
        """What it computes in a state, by name; inside a trace.

        Parameters
        ----------
        q, qd : (n,)    the state
        t : ()          time
        p : parameters of the model
        """
