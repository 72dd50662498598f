"""A system of a motion and of its derivative, made of another system and of the rates of that.

Who makes such a System says so by the functions that it gives. Then nobody has to differentiate
what was traced of the other one by JAX, which takes as long as all else: the engine has rates of
its own.
"""

from __future__ import annotations

import abc
from typing import Any

from zwang.base.functions import Bound
from zwang.base.identity.keyed import AbstractKeyed, Keyed
from zwang.system.system import System

NAMES = ("M", "Q", "A", "b", "phi", "velocity")  # of a system's equations in a state


class AbstractTangent(AbstractKeyed):
    """The equations of (q, s) from those of q; s is the derivative of q along a direction.

    Its parameters are {"along": change of the numbers of p, in their order; "p": p}.
    """

    fixed: Keyed  # the System of q, with its key
    n: int  # number of coordinates q
    direct: bool  # whether the equations follow from those of q and from their rates alone

    @abc.abstractmethod
    def equations(self, now: dict[str, Any], rates: dict[str, Any]) -> dict[str, Any]:
        """M, Q, A, b, phi and velocity of (q, s), inside a trace."""


class AbstractBeside(AbstractKeyed):
    """A function of a System of (q, s)."""

    whole: AbstractTangent  # whose function it is


def tangent_of(system: System) -> AbstractTangent | None:
    """Whose System it is, if its equations follow from those of another and their rates."""
    force = system.force.function if isinstance(system.force, Bound) else None
    return force.whole if isinstance(force, AbstractBeside) and force.whole.direct else None
