"""A point of one body on a curve of another."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array

from zwang.base.functions import bind
from zwang.bodies import checks as given
from zwang.bodies.joints.base import PLAIN, AbstractJoint
from zwang.bodies.kinds.body import WIDTH, AbstractBody, Placed, no_rotation, row
from zwang.bodies.marker import local_point, mark


@dataclass(frozen=True, eq=False, repr=False)
class Abscissa(AbstractBody):
    """A coordinate without mass: where on a curve a point is."""

    name: str  # of the joint that it belongs to
    # start, rate: its value and its rate at the start
    start: float
    rate: float = 0.0

    axes = ("s",)
    freedom = 1
    planar = True
    turns = False
    mass = 0.0

    def _settled(self) -> None:
        pass

    def coordinates(self) -> tuple[np.ndarray, np.ndarray]:
        """Value and rate at the start."""
        return row(self.start), row(self.rate)

    def pose(self) -> np.ndarray:
        """The value in the place of x (7,)."""
        return row(self.start, [0.0, 0.0, 1.0, 0.0, 0.0, 0.0])

    def numbers(self) -> dict[str, np.ndarray]:
        """None but its mass, which is zero."""
        return {"mass": np.zeros(())}

    @staticmethod
    def place(q: Array, qd: Array) -> Placed:
        """x = (s, 0, 0, 1, 0, 0, 0)."""
        T = jnp.zeros((WIDTH, WIDTH)).at[0, 0].set(1.0)
        return Placed(no_rotation(q[:3]), T @ qd, jnp.zeros(WIDTH), T)

    @staticmethod
    def mass_block(q: Array, c: dict[str, Array]) -> Array:
        """Nothing."""
        return jnp.zeros((WIDTH, WIDTH)) + c["mass"]

    @staticmethod
    def velocity_force(q: Array, qd: Array, c: dict[str, Array]) -> Array:
        """Nothing."""
        return jnp.zeros(WIDTH)


@dataclass(frozen=True, eq=False, repr=False)
class PointOnCurve(AbstractJoint):
    """The second body's point stays on a curve r(s) of the first: a bead on a bent wire, a cam.

    Rows x, y, z: p₂ − p(s) = 0 in world axes, where p(s) is the curve's point. The abscissa s is a
    coordinate of its own, without mass, called by the joint's name: "A.s". Where r' vanishes it is
    not determined. Its rate at the start is zero; ``mechanism.assemble`` finds that which agrees
    with the bodies' velocities. In the plane: x and y.

    Parameters
    ----------
    body_1, body_2 : the bodies; one may be ``zw.GROUND``
    curve : function of (s, p) that returns a point (3,) in the axes of the first body; (2,) in the
        plane
    start : ()      s at the start; or a guess for ``mechanism.assemble``
    point : (3,)    of the second body, in the world at the start; or
    point_2 : (3,)  in the axes of the second body; by default its centre of mass
    name : of the joint
    """

    body_1: Any
    body_2: Any
    curve: Any = None
    start: Any = 0.0
    point: Any = None
    point_2: Any = None
    name: str | None = None
    marks: Any = field(init=False)
    abscissa: Any = field(init=False)

    kind = "point on a curve"
    rows = ("x", "y", "z")
    planar_rows = ("x", "y")
    needs_turns = (True, False)
    massless = True
    numbered = {"start": (), "point": (3,), "point_2": (3,)}

    def _settled(self):
        if self.name is not None:
            given.name_of(self.kind, self.name)
        start = given.number(self._what("start"), self.start)
        self._settle(abscissa=Abscissa(self.name or self.kind, start))
        self._check_bodies()
        curve = bind(f"`{self._what('curve')}`", self.curve, ("s", "p"))
        pose = self.body_2.pose()
        r = local_point(
            self._which("point", 2, self.point, self.point_2), pose, self.point, self.point_2
        )
        r = np.zeros(3) if r is None else r
        if not self.body_2.turns and given.is_off(r, pose):
            raise ValueError(f"`{self._what('point')}` is off the particle; wanted its own place.")
        plain = mark(np.zeros(3), PLAIN)
        self._settle(curve=curve, marks=(plain, mark(r, PLAIN), plain))

    @property
    def others(self):
        """The coordinate s."""
        return (self.abscissa,)

    @property
    def numbers(self):
        """The weight that makes the mass matrix definite; any positive number does."""
        masses = [getattr(body, "mass", 0.0) for body in (self.body_2, self.body_1)]
        return {"weight": next((mass for mass in masses if given.is_positive(mass)), 1.0)}

    @property
    def functions(self):
        """The curve."""
        return (self.curve,)

    def phi(self, m, c, t, p):
        """p₂ − p(s)."""
        point = self.curve.at({"s": m[2].p[0], "p": p})
        point = jnp.append(point, jnp.zeros(3 - point.shape[0]))
        return m[1].p - (m[0].p + point @ jnp.stack([m[0].n, m[0].o, m[0].a]))
