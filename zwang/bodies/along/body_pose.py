"""Where a body is along a motion: place, orientation, velocities."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array, as_floats, is_concrete
from zwang.base.names import look_up
from zwang.bodies.kinds import quaternion
from zwang.bodies.kinds.body import WIDTH
from zwang.bodies.mechanism import Mechanism
from zwang.motion.motion import Motion
from zwang.motion.summary import KEPT, system_of


@dataclass(frozen=True, eq=False)
class PoseView:
    """The pose of a body in T rows of a motion; in one state, without T.

    Attributes
    ----------
    name : of the body
    p_WB : (T, 3)       centre of mass in the world
    quat_WB : (T, 4)    orientation, scalar first
    v_WB : (T, 3)       velocity of the centre of mass
    w_WB : (T, 3)       angular velocity in world axes
    """

    name: str
    p_WB: Any
    quat_WB: Any
    v_WB: Any
    w_WB: Any

    @property
    def R_WB(self) -> Array:
        """Orientation as matrices (T, 3, 3): r_W = R_WB r_B."""
        return quaternion.matrix(self.quat_WB)

    @property
    def w_B(self) -> Array:
        """Angular velocity in body axes (T, 3)."""
        return self.in_body(self.w_WB)

    def in_body(self, vectors: Any) -> Array:
        """Vectors (T, 3) given in world axes, in body axes.

        Parameters
        ----------
        vectors : (T, 3)
        """
        return (self.R_WB * vectors[..., :, None]).sum(axis=-2)

    def point(self, r_B: Any) -> Array:
        """Where a point of the body is in the world (T, 3).

        Parameters
        ----------
        r_B : (3,)      the point in body axes, from the centre of mass
        """
        return self.p_WB + self._turned(r_B)

    def velocity(self, r_B: Any) -> Array:
        """Velocity of a point of the body (T, 3).

        Parameters
        ----------
        r_B : (3,)      the point in body axes, from the centre of mass
        """
        xp = np if isinstance(self.p_WB, np.ndarray) else jnp
        return self.v_WB + xp.cross(self.w_WB, self._turned(r_B))

    def _turned(self, r_B: Any) -> Array:
        return self.R_WB @ np.asarray(r_B, float)


def mechanism_of(motion: Motion, what: str) -> Mechanism:
    """The Mechanism that moved."""
    kept = KEPT in motion.settings
    origin = None if motion.system is None and not kept else system_of(motion, what).origin
    if not isinstance(origin, Mechanism):
        raise ValueError(
            f"`{what}` is of a mechanism's motion, and this one is of a System alone; wanted one "
            "of mechanism.simulate(...) or, from a file, zw.load(path, system=mechanism.system())."
        )
    return origin


def pose(motion: Motion, name: str) -> PoseView:
    """Where a body is along a motion; see ``Motion.pose``."""
    return pose_of(mechanism_of(motion, "pose"), name, motion.q, motion.qd)


def pose_of(mechanism: Mechanism, name: str, q: Any, qd: Any) -> PoseView:
    """Where a body is in a state, or in several; see ``Mechanism.pose``. Shapes: q, qd (..., n)."""
    place = look_up(name, {body.name: i for i, body in enumerate(mechanism.bodies)})
    n = mechanism.equations.layout.n
    for name_of, x in (("q", q), ("qd", qd)):
        if is_concrete(x) and np.shape(as_floats(name_of, x, np))[-1:] != (n,):
            raise ValueError(f"`{name_of}` has the shape {np.shape(x)}; wanted (..., {n}).")
    columns = mechanism.equations.layout.columns[place]
    x, v = _poses(type(mechanism.bodies[place]), _filled(q, columns), _filled(qd, columns))
    if is_concrete(q, qd):
        x, v = np.asarray(x), np.asarray(v)
    w = quaternion.world_rate(x[..., 3:], v[..., 3:])
    return PoseView(name, x[..., :3], x[..., 3:], v[..., :3], w)


def _filled(x: Any, columns: np.ndarray) -> Array:
    """The coordinates of one body (..., 7), filled up with zeros."""
    xp = np if is_concrete(x) else jnp
    x = xp.asarray(x, float)
    own = x[..., columns[columns < x.shape[-1]]]
    return xp.concatenate([own, xp.zeros((*own.shape[:-1], WIDTH - own.shape[-1]))], axis=-1)


@partial(jax.jit, static_argnums=0)
def _poses(kind: Any, q: Array, qd: Array) -> tuple[Array, Array]:
    """Pose and its rate, of one body of a kind; whatever else there is."""

    def one(q, qd):
        placed = kind.place(q, qd)
        return placed.x, placed.v

    return jnp.vectorize(one, signature="(n),(n)->(k),(k)")(q, qd)
