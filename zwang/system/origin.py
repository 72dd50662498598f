"""Those who know more of a System than its functions do.

A System may come from a plant under control: what made it can tell that a start is off the path,
and why there is no force. And something may be computed in its states besides the acceleration.
"""

from __future__ import annotations

import abc
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from zwang.base.arrays import Array
from zwang.base.identity.keyed import AbstractKeyed

if TYPE_CHECKING:
    from zwang.system.system import System


class AbstractGuard(abc.ABC):
    """A ``system.origin`` that watches over the motions of its system."""

    @abc.abstractmethod
    def refuse_start(self, q: Any, qd: Any, t: Any, p: Any, *, sound: bool = False) -> None:
        """Raise if a motion must not start in a state that the constraints allow.

        Parameters
        ----------
        q, qd : (n,)    the state
        t : ()          time
        p : parameters
        sound : whether there is an acceleration, as far as that is known
        """

    @abc.abstractmethod
    def nearest_start(self, q: Any, qd: Any, t: Any, p: Any) -> tuple[Array, Array]:
        """The nearest state on the constraints that is not refused, as far as there is one.

        Parameters
        ----------
        q, qd, t, p : as for ``refuse_start``
        """

    @abc.abstractmethod
    def explain(self, q: Any, qd: Any, t: Any, p: Any) -> None:
        """Raise ``NumericalError`` with the cause if there is no acceleration in a state.

        Parameters
        ----------
        q, qd, t, p : as for ``refuse_start``
        """

    @abc.abstractmethod
    def steering(self, q: Any, qd: Any, t: Any, p: Any) -> Any:
        """How the control comes about in a state, for ``zw.explain``.

        Parameters
        ----------
        q, qd, t, p : as for ``refuse_start``
        """


class AbstractSource(abc.ABC):
    """What a System is made from, such as a mechanism, and may stand for it."""

    @property
    @abc.abstractmethod
    def moving(self) -> System:
        """The System that its motions are of."""


def system_of(what: Any) -> Any:
    """The System that motions are of: that of what it is made from, or what was given itself.

    Parameters
    ----------
    what : a System, or a source of one, such as a mechanism
    """
    return what.moving if isinstance(what, AbstractSource) else what


class AbstractLaw(AbstractKeyed):
    """Something that is computed in the states of a system, such as a control."""

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
