"""The functions of a mechanism's System: each known by the key of the equations that it is of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, ClassVar

import jax.numpy as jnp

from zwang.base.functions import AbstractStaged
from zwang.base.identity.keyed import AbstractKeyed
from zwang.bodies.equations import Equations
from zwang.bodies.functions import actors
from zwang.bodies.functions.elements import elements_of, rubbing_of
from zwang.bodies.functions.once import once
from zwang.system.constraints import Rowwise
from zwang.system.elements import AbstractAssembled, Element
from zwang.system.sums import AbstractSum


class AbstractPart(AbstractKeyed, AbstractAssembled):
    """A function of the equations, known by their key; ``made`` makes its elements of them."""

    made: ClassVar[Any] = staticmethod(elements_of)

    def __init__(self, equations: Equations, definite: bool = False):
        self.equations, self.definite = equations, definite

    @property
    def whole(self) -> Equations:
        """The equations."""
        return self.equations

    def elements(self) -> tuple[Element, ...]:
        """Bodies, joints and forces; or friction."""
        return self.made(self.equations)

    @property
    def open(self) -> bool:
        """Whether some numbers of the mechanism are parameters."""
        return self.equations.open

    def numbers(self, p: Any) -> tuple[Any, ...] | None:
        """Those of the elements where they are parameters."""
        if not self.equations.open:
            return None
        return tuple(x.numbers for x in self.made(self.equations.at(p)))

    def parts(self) -> tuple[Any, ...]:
        return self.equations, self.definite


class Mass(AbstractPart):
    """M."""

    sums = ("M",)

    def __call__(self, q, t, p):
        return self.equations.at(p).M(q, t, p, definite=self.definite)


class Force(AbstractPart, AbstractSum):
    """Q; ``forces`` are those that it is the sum of, whose names change no equation."""

    def __init__(self, equations: Equations, definite: bool, forces: Sequence[Any]):
        super().__init__(equations, definite)
        self.forces = forces

    sums = ("Q",)

    def __call__(self, q, qd, t, p):
        return self.equations.at(p).Q(q, qd, t, p, definite=self.definite)

    def names(self):
        return actors.given_names(self.equations, self.forces)

    def limits(self):
        return {x.name or x.kind: x.limit for x in self.forces if hasattr(x, "limit")}

    def terms(self, q, qd, t, p, lam):
        return actors.given_forces(self.equations.at(p), q, qd, t, p)

    def kinetic(self, q, qd, p):
        return self.equations.at(p).kinetic(q, qd)


class Positions(AbstractPart):
    """The rows on positions."""

    sums = ("phi",)

    def __call__(self, q, qd, t, p) -> Rowwise:
        return self._rows(q, qd, t, p)

    @cached_property
    def _rows(self) -> Callable:
        """Most of what takes time to trace in a mechanism."""
        return once(lambda q, qd, t, p: self.equations.at(p).positions(q, qd, t, p))


class Velocities(AbstractPart):
    """The rows on velocities."""

    sums = ("psi",)

    def __call__(self, q, qd, t, p) -> Rowwise:
        return self.equations.at(p).velocities(q, qd, t, p)


class Friction(AbstractPart, AbstractStaged, AbstractSum):
    """C, in two stages; ``forces`` as for ``Force``."""

    sums, made = ("C",), staticmethod(rubbing_of)

    def __init__(self, equations: Equations, forces: Sequence[Any]):
        super().__init__(equations)
        self.forces = forces

    def prepare(self, q, qd, t, p):
        return self.equations.at(p).friction(q, qd, t, p)

    def reach(self):
        return self.equations.rubbed()

    def names(self):
        return actors.friction_names(self.equations, self.forces)

    def terms(self, q, qd, t, p, lam):
        found = actors.frictions(self.equations.at(p), q, qd, t, p, lam)
        return found, jnp.zeros(len(found))


class Kinetic(AbstractPart):
    """The kinetic energy."""

    sums = ("kinetic",)

    def __call__(self, q, qd, p):
        return self.equations.at(p).kinetic(q, qd)


class Potential(AbstractPart):
    """The potential energy."""

    sums = ("potential",)

    def __call__(self, q, t, p):
        return self.equations.at(p).potential(q, t, p)


class Energy(AbstractPart):
    """Both together."""

    sums = ("kinetic", "potential")

    def __call__(self, q, qd, t, p):
        here = self.equations.at(p)
        return here.kinetic(q, qd) + here.potential(q, t, p)
