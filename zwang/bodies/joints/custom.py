"""A joint of the user's own: a function of two poses that must vanish."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from zwang.base.functions import Bound, bind
from zwang.bodies.joints.base import PLAIN, AbstractJoint
from zwang.bodies.marker import Marker, mark

KNOWN = ("pose_1", "pose_2", "t", "p")


class Pose(NamedTuple):
    """A body's pose, as a function of the user's gets it.

    Attributes
    ----------
    p_WB : (3,)     centre of mass in the world
    quat_WB : (4,)  orientation
    R_WB : (3, 3)   the same as a matrix: r_W = R_WB r_B
    v_WB : (3,)     velocity of the centre of mass; for ``velocity`` only
    w_WB : (3,)     angular velocity in world axes; for ``velocity`` only
    """

    p_WB: Any
    quat_WB: Any
    R_WB: Any
    v_WB: Any
    w_WB: Any


@dataclass(frozen=True, eq=False, repr=False)
class Custom(AbstractJoint):
    """A joint by functions of the two bodies' poses.

    A function asks for any of ``pose_1, pose_2, t, p`` by these names. Poses have ``p_WB``,
    ``quat_WB`` and ``R_WB``, and for ``velocity`` also ``v_WB`` and ``w_WB``; that of the ground
    is the world's. The reaction is given at the centre of mass of the second body.

    Parameters
    ----------
    body_1, body_2 : the bodies; one may be ``zw.GROUND``
    position : function of the poses that must vanish: a number or a vector
    velocity : the same, of poses and their velocities
    rows : how many entries ``position`` has, or their names
    velocity_rows : how many entries ``velocity`` has, or their names
    name : of the joint

    Examples
    --------
    >>> import zwang as zw
    >>> bob = zw.Particle(1.0, p_WB=[0.0, 0.0, 1.0], name="bob")
    >>> bowl = Custom(zw.GROUND, bob, lambda pose_2: pose_2.p_WB @ pose_2.p_WB - 1.0, name="bowl")
    """

    body_1: Any
    body_2: Any
    position: Any = None
    velocity: Any = None
    rows: Any = 1
    velocity_rows: Any = 1
    name: str | None = None
    marks: Any = field(init=False)

    kind = "joint"
    needs_turns = (False, False)

    def _settled(self):
        self._check_bodies()
        if self.position is None and self.velocity is None:
            raise ValueError(
                f"`{self._what('position')}` and `velocity` are None; wanted a function."
            )
        fields: dict[str, Any] = {}
        for which, rows in (("position", "rows"), ("velocity", "velocity_rows")):
            f, names = getattr(self, which), getattr(self, rows)
            if f is None and isinstance(names, tuple) and not names:  # as it was settled before
                continue
            named = _row_names(self._what(rows), names, "v" * (which == "velocity"))
            fields[rows] = () if f is None else named
            if f is not None:
                fields[which] = bind(f"`{self._what(which)}`", f, KNOWN)
        plain = mark(np.zeros(3), PLAIN)
        self._settle(**fields, marks=(plain, plain))

    @property
    def planar_rows(self):  # pyright: ignore[reportIncompatibleVariableOverride]
        """All rows."""
        return self.rows

    @property
    def planar_velocity_rows(self):  # pyright: ignore[reportIncompatibleVariableOverride]
        """All rows."""
        return self.velocity_rows

    @property
    def curved(self):  # pyright: ignore[reportIncompatibleVariableOverride]
        """The user's function may be."""
        return self.velocity is not None

    @property
    def functions(self):
        """The user's functions."""
        return tuple(f for f in (self.position, self.velocity) if isinstance(f, Bound))

    def law(self):
        """Which of the functions it has belongs to it."""
        return *AbstractJoint.law(self), self.position is None

    def phi(self, m, c, t, p):
        """What the user's function of positions returns."""
        return _called(self.position, self.rows, m, t, p)

    def psi(self, m, c, t, p):
        """What the user's function of velocities returns."""
        return _called(self.velocity, self.velocity_rows, m, t, p)


def _called(f: Bound | None, rows: tuple[str, ...], m: Any, t: Any, p: Any) -> Any:
    if f is None:  # a part is asked for both
        return jnp.zeros(0)
    values = {"pose_1": _pose(m[0]), "pose_2": _pose(m[1]), "t": t, "p": p}
    found = jnp.atleast_1d(f.at(values))
    if found.shape != (len(rows),):
        raise ValueError(
            f"{f.what} has the shape {found.shape}; wanted ({len(rows)},), as said by its rows."
        )
    return found


def _pose(m: Marker) -> Pose:
    return Pose(m.p, m.quat, jnp.stack([m.n, m.o, m.a], axis=-1), m.v, m.w)


def _row_names(what: str, rows: Any, prefix: str) -> tuple[str, ...]:
    if isinstance(rows, int) and not isinstance(rows, bool) and rows > 0:
        return tuple(f"{prefix}{i}" for i in range(rows))
    names = tuple(rows) if isinstance(rows, list | tuple) else ()
    if not names or not all(isinstance(x, str) and x for x in names):
        raise TypeError(f"`{what}` is {rows!r}; wanted how many, or their names.")
    return names
