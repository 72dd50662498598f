"""Rosenberg's particle, ẏ = z ẋ: free, or with a constraint that brakes it."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from zwang.system.constraints import Pfaffian
from zwang.system.system import System
from zwang.zoo.problem import Problem, rows


def rosenberg(drag: float = 0.0) -> Problem:
    r"""A particle of unit mass without given forces, bound to ẏ = z ẋ.

    .. math:: \ddot x = -\frac{z \dot z \dot x}{1 + z^2}, \quad
              \ddot y = \frac{\dot z \dot x}{1 + z^2}, \quad \ddot z = 0

    So ẋ √(1 + z²) = c and z = z₀ + w t, and x = (c/w)(asinh z − asinh z₀),
    y = (c/w)(√(1 + z²) − √(1 + z₀²)). With drag the constraint also does the work of
    C = −drag |q̇| q̇, which lies along the path: the speed is V = V₀/(1 + drag V₀ t), and the place
    is the free one at the time ln(1 + drag V₀ t)/(drag V₀).

    References
    ----------
    [KU93] eqs. (36), (38), which take it from [Rosenberg72] page 204; C as in [U05] eq. (7).
    """
    if drag < 0.0:
        raise ValueError(f"`drag` is {drag!r}; wanted a number from 0.")
    c, w, z0 = 1.5, 0.7, 0.3
    speed = np.hypot(c, w)
    p = {"drag": drag} if drag else {}

    def free(t):
        z = z0 + w * t
        root = np.sqrt(1.0 + z**2)
        x = c / w * (np.arcsinh(z) - np.arcsinh(z0))
        return rows(x, c / w * (root - np.sqrt(1.0 + z0**2)), z, c / root, z * c / root, w)

    def braked(t):
        slower = 1.0 + drag * speed * t
        state = free(np.log(slower) / (drag * speed))
        state[..., 3:] /= slower[..., None]
        return state

    def answer(t):
        t = np.asarray(t, float)
        return braked(t) if drag else free(t)

    start = answer(0.0)
    return Problem(
        name="rosenberg_nonideal" if drag else "rosenberg",
        title="Rosenberg's particle" + (", braked by its constraint" if drag else ""),
        system=System(
            1.0,
            None,
            [Pfaffian(slope, name="dy = z dx")],
            nonideal=braking if drag else None,
            coordinates="x y z",
            energy=None if drag else energy,
        ),
        q0=start[:3],
        qd0=start[3:],
        t=3.0,
        p=p,
        answer=answer,
        tolerance=1e-13,
        citation="[KU93] eqs. (36)-(38), after [Rosenberg72] page 204",
        notes=("C lies where the constraint exerts no ideal force, so all of it acts.",)
        * bool(drag),
    )


def slope(q):
    """The row of ẏ − z ẋ."""
    return [-q[2], 1.0, 0.0]


def braking(qd, p):
    """C (3,), against the velocity and with the square of it."""
    return -p["drag"] * jnp.sqrt(qd @ qd) * qd


def energy(q, qd):
    """Kinetic energy."""
    return qd @ qd / 2.0
