"""Two masses on springs, in one coordinate more than masses: the mass matrix is singular."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from zwang.system.constraints import Holonomic
from zwang.system.system import System
from zwang.zoo.problem import Problem, rows


def two_masses() -> Problem:
    r"""A chain wall, spring, mass, gap, spring, mass, in x₁, q₁, x₂.

    The first mass is at x₁, the second spring begins at q₁ and has the length x₂, so the second
    mass is at q₁ + x₂. M has rank 2; the constraint q₁ = x₁ + d joins the parts.

    .. math:: M = \begin{pmatrix} m_1 & & \\ & m_2 & m_2 \\ & m_2 & m_2 \end{pmatrix}, \quad
              Q = (-k_1 (x_1 - l_1),\ 0,\ -k_2 (x_2 - l_2))

    The answer is that of two coupled oscillators, in the deviations of x₁ and q₁ + x₂ from rest.

    References
    ----------
    More coordinates than needed make M singular, as [US10] section 1 says; the system, the
    numbers and the answer are our own.
    """
    p = {"m1": 1.0, "m2": 2.0, "k1": 30.0, "k2": 50.0, "d": 0.2, "l1": 0.5, "l2": 0.4}
    q0, qd0 = np.array([0.6, 0.8, 0.3]), np.array([0.1, 0.1, -0.2])
    # Deviations y = (x₁ − l₁, q₁ + x₂ − l₁ − d − l₂), scaled by the roots of the masses, obey
    # ÿ + S y = 0 with a symmetric S: each of its directions is an oscillator.
    roots = np.sqrt([p["m1"], p["m2"]])
    S = np.array([[p["k1"] + p["k2"], -p["k2"]], [-p["k2"], p["k2"]]]) / np.outer(roots, roots)
    squares, modes = np.linalg.eigh(S)
    w = np.sqrt(squares)
    rest = np.array([p["l1"], p["l1"] + p["d"] + p["l2"]])
    place = modes.T @ (roots * (np.array([q0[0], q0[1] + q0[2]]) - rest))
    speed = modes.T @ (roots * np.array([qd0[0], qd0[1] + qd0[2]]))

    def answer(t):
        angle = np.multiply.outer(np.asarray(t, float), w)
        c, s = np.cos(angle), np.sin(angle)
        x = rest + (c * place + s * speed / w) @ modes.T / roots
        v = (c * speed - s * w * place) @ modes.T / roots
        (x1, x2), (v1, v2) = (np.moveaxis(y, -1, 0) for y in (x, v))
        return rows(x1, x1 + p["d"], x2 - x1 - p["d"], v1, v1, v2 - v1)

    return Problem(
        name="two_masses",
        title="two masses on springs with a singular mass matrix",
        system=System(
            mass, force, [Holonomic(joined, "gap")], coordinates="x1 q1 x2", energy=energy
        ),
        q0=q0,
        qd0=qd0,
        t=2.0,
        p=p,
        answer=answer,
        tolerance=1e-13,
        citation="a singular M as in [US10] section 1; own system and numbers",
        notes=("M has rank 2: the unconstrained acceleration M⁻¹Q does not exist.",),
    )


def mass(p):
    """M (3, 3), of rank 2."""
    m1, m2 = p["m1"], p["m2"]
    return jnp.array([[m1, 0.0, 0.0], [0.0, m2, m2], [0.0, m2, m2]])


def force(q, p):
    """The springs (3,)."""
    return [-p["k1"] * (q[0] - p["l1"]), 0.0, -p["k2"] * (q[2] - p["l2"])]


def joined(q, p):
    """The gap between the first mass and the second spring."""
    return q[1] - q[0] - p["d"]


def energy(q, qd, p):
    """Kinetic energy, and that of the springs."""
    springs = p["k1"] * (q[0] - p["l1"]) ** 2 + p["k2"] * (q[2] - p["l2"]) ** 2
    return qd @ mass(p) @ qd / 2.0 + springs / 2.0
