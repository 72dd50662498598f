r"""A rigid body in space: seven coordinates, of which the four of its quaternion have length one.

With J the inertia about the centre of mass in body axes, T = ½ m ṗᵀṗ + 2 u̇ᵀEᵀJE u̇ gives

    M = diag(m I₃, 4 EᵀJE), of rank 6,      Q = (F, −8 ĖᵀJE u̇ + Γ_u)

References
----------
[US10] eqs. (76)-(93).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array

from zwang.base.arrays import as_floats, is_concrete
from zwang.bodies import checks as given
from zwang.bodies.kinds import quaternion
from zwang.bodies.kinds.body import WIDTH, AbstractBody, Placed, row
from zwang.bodies.shapes import shapes_of

# How far an inertia may be from symmetric, or from the triangle inequality, in parts of its size.
ROUNDING = 1e-9


@dataclass(frozen=True, eq=False, repr=False)
class RigidBody(AbstractBody):
    """A rigid body with a pose and a velocity at the start.

    Its coordinates are x, y, z, u0, u1, u2, u3: the centre of mass in the world, and the unit
    quaternion, scalar first, that takes body axes to world axes. Mass and inertia may be zero
    where joints determine the motion all the same.

    Parameters
    ----------
    mass : ()
    inertia : about the centre of mass in body axes: (3, 3), or (3,) if these are principal axes
    p_WB : (3,)     centre of mass in the world
    quat_WB : (4,)  orientation
    v_WB : (3,)     velocity of the centre of mass
    w_WB : (3,)     angular velocity in world axes
    w_B : (3,)      angular velocity in body axes, in place of ``w_WB``
    name : of the body
    shape : what it looks like: one of ``zw.shapes``, or a list; by default guessed

    References
    ----------
    [US10] section 4.

    Examples
    --------
    >>> plate = RigidBody(2.0, [0.1, 0.2, 0.3], p_WB=[0.0, 0.0, 1.0], name="plate")
    >>> plate.axes
    ('x', 'y', 'z', 'u0', 'u1', 'u2', 'u3')
    """

    mass: Any
    inertia: Any
    p_WB: Any = (0.0, 0.0, 0.0)
    quat_WB: Any = (1.0, 0.0, 0.0, 0.0)
    v_WB: Any = (0.0, 0.0, 0.0)
    w_WB: Any = None
    w_B: Any = None
    name: str = ""
    shape: Any = None

    axes = ("x", "y", "z", "u0", "u1", "u2", "u3")
    freedom = 6
    planar = False
    turns = True
    numbered = {"mass": (), "inertia": (3,), "p_WB": (3,), "quat_WB": (4,)}
    numbered |= dict.fromkeys(("v_WB", "w_WB", "w_B"), (3,))

    def _settled(self):
        name = given.name_of("RigidBody", self.name)
        quat = given.unit_quaternion(self._what("quat_WB"), self.quat_WB)
        if self.w_WB is not None and self.w_B is not None:
            raise ValueError(f"`w_WB` and `w_B` of {name} are both given; wanted one of them.")
        R = quaternion.matrix(quat)
        if self.w_B is not None:
            w_B = given.vector(self._what("w_B"), self.w_B)
            w_W = R @ w_B
        else:
            w_W = given.vector(self._what("w_WB"), np.zeros(3) if self.w_WB is None else self.w_WB)
            w_B = R.T @ w_W
        self._settle(
            mass=given.number(self._what("mass"), self.mass, least=0.0),
            inertia=_inertia(self._what("inertia"), self.inertia),
            p_WB=given.vector(self._what("p_WB"), self.p_WB),
            quat_WB=quat,
            v_WB=given.vector(self._what("v_WB"), self.v_WB),
            w_WB=given.fixed(w_W),
            w_B=given.fixed(w_B),
            shape=shapes_of(self._what("shape"), self.shape),
        )

    def coordinates(self) -> tuple[np.ndarray, np.ndarray]:
        """Coordinates (7,) and velocities (7,) at the start."""
        ud = quaternion.rate_of(self.quat_WB, self.w_B)
        return row(self.p_WB, self.quat_WB), row(self.v_WB, ud)

    def pose(self) -> np.ndarray:
        """Its pose at the start (7,)."""
        return row(self.p_WB, self.quat_WB)

    def numbers(self) -> dict[str, np.ndarray]:
        """Mass (), and inertia (3, 3)."""
        return {"mass": self.mass, "inertia": self.inertia}

    @staticmethod
    def place(q: Array, qd: Array) -> Placed:
        """x = (p, û) with û = u/|u|, so that no joint sees, or changes, the length of u.

        With P = I − û ûᵀ:  û' = P u̇/|u|,  and at ü = 0  û'' = −(2 (û·u̇) û' + (û'·u̇) û)/|u|.

        Parameters
        ----------
        q, qd : (7,)    coordinates and velocities, filled up with zeros
        """
        u, ud = q[3:], qd[3:]
        length = jnp.sqrt(u @ u)
        unit = u / length
        P = (jnp.eye(4) - jnp.outer(unit, unit)) / length
        rate = P @ ud
        bend = -(2.0 * (unit @ ud) * rate + (rate @ ud) * unit) / length
        return Placed(
            x=q.at[3:].set(unit),
            v=qd.at[3:].set(rate),
            w=jnp.concatenate([jnp.zeros(3), bend]),
            T=jnp.eye(WIDTH).at[3:, 3:].set(P),
        )

    @staticmethod
    def mass_block(q: Array, c: dict[str, Array]) -> Array:
        """M (7, 7): the mass, and 4 EᵀJE in the places of u. [US10] eq. (91).

        Parameters
        ----------
        q : (7,)    coordinates, filled up with zeros
        c : its numbers by name
        """
        E = quaternion.E(q[3:])
        M = jnp.zeros((WIDTH, WIDTH)).at[:3, :3].set(c["mass"] * jnp.eye(3))
        return M.at[3:, 3:].set(4.0 * E.T @ c["inertia"] @ E)

    @staticmethod
    def velocity_force(q: Array, qd: Array, c: dict[str, Array]) -> Array:
        """−8 ĖᵀJE u̇ in the places of u (7,). [US10] eq. (91).

        Parameters
        ----------
        q, qd : (7,)    coordinates and velocities, filled up with zeros
        c : its numbers by name
        """
        u, ud = q[3:], qd[3:]
        turning = -8.0 * quaternion.E(ud).T @ c["inertia"] @ quaternion.E(u) @ ud
        return jnp.concatenate([jnp.zeros(3), turning])


def _inertia(what: str, x: Any) -> Any:
    """A symmetric (3, 3) whose principal moments some distribution of mass can have."""
    xp = np if is_concrete(x) else jnp
    J = xp.array(as_floats(what, x, xp), dtype=float)
    J = xp.diag(J) if J.shape == (3,) else J
    if J.shape != (3, 3):
        raise ValueError(f"`{what}` has the shape {J.shape}; wanted (3,) or (3, 3).")
    if not given.is_known(J):
        return (J + J.T) / 2.0
    if not np.isfinite(J).all():
        raise ValueError(f"`{what}` is {x!r}; wanted finite numbers.")
    size = np.abs(J).max()
    if np.abs(J - J.T).max() > ROUNDING * size:
        raise ValueError(f"`{what}` is {J.tolist()}; wanted a symmetric matrix.")
    J = (J + J.T) / 2.0
    moments = np.linalg.eigvalsh(J)
    if moments[0] < -ROUNDING * size:
        raise ValueError(
            f"`{what}` has the principal moment {moments[0]:.6g}; wanted none below 0."
        )
    if moments[2] > moments[0] + moments[1] + ROUNDING * size:
        raise ValueError(
            f"`{what}` has the principal moments {', '.join(f'{x:.6g}' for x in moments)}; the "
            "largest exceeds the sum of the others: no distribution of mass has that. Is it "
            "about the centre of mass, in body axes?"
        )
    return given.fixed(J)
