"""What all forces share: bodies, markers on them, and what acts at the markers.

Forces of one kind are evaluated together, so ``wrench`` and ``potential`` take numbers from ``c``
and not from the force; only the functions in ``functions`` they may take from it.
"""

from __future__ import annotations

import abc
from collections.abc import Sequence
from typing import Any, ClassVar

import jax.numpy as jnp
import numpy as np
from jax import Array

from zwang.base.functions import Bound
from zwang.bodies import checks as given
from zwang.bodies.kinds.body import AbstractBody, Ground
from zwang.bodies.marker import Mark, Marker
from zwang.bodies.varying import AbstractPart


class AbstractForce(AbstractPart):
    """A force at markers of one body or of two."""

    kind: ClassVar[str]  # in words
    marks: tuple[Mark, ...]  # one for each of ``bodies``
    name: str | None

    @property
    @abc.abstractmethod
    def bodies(self) -> tuple[AbstractBody | Ground, ...]:
        """The bodies of its markers."""

    @abc.abstractmethod
    def wrench(self, m: Sequence[Marker], c: dict[str, Array], t: Array, p: Any) -> Array:
        """Force and torque at each marker, in world axes (arity, 2, 3).

        Parameters
        ----------
        m : the markers in the world, with their velocities
        c : its numbers by name
        t, p : time and parameters
        """

    def potential(self, m: Sequence[Marker], c: dict[str, Array], t: Array, p: Any) -> Array:
        """Its potential energy (); zero if it has none.

        Parameters
        ----------
        m : the markers in the world, with their velocities
        c : its numbers by name
        t, p : time and parameters
        """
        return jnp.zeros(())

    @property
    def numbers(self) -> dict[str, Any]:
        """Numbers that it takes as ``c``."""
        return {}

    @property
    def functions(self) -> tuple[Bound, ...]:
        """Functions of the user's that it calls."""
        return ()

    def law(self) -> tuple[Any, ...]:
        """What forces must have alike to be evaluated together."""
        shapes = tuple((k, np.shape(x)) for k, x in sorted(self.numbers.items()))
        return type(self), len(self.bodies), self.functions, shapes

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        names = tuple(body.name for body in self.bodies)
        return names, self.marks, self.numbers, self.functions, self.name, self.sources()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(body.name for body in self.bodies)})"

    def _check_name(self) -> None:
        if self.name is not None:
            given.name_of(type(self).__name__, self.name)

    def _what(self, argument: str) -> str:
        return f"{argument}` of `{self.kind}"


def push(force: Any, torque: Any = None) -> Array:
    """Force and torque of one marker (2, 3)."""
    return jnp.stack([force, jnp.zeros(3) if torque is None else torque])
