"""[UK95] at random states: scaled accelerations, and the proof from D'Alembert's principle."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from zwang.equation.fundamental import solve
from zwang.equation.matrices import evaluate
from zwang.papers import uk95 as printed
from zwang.papers._inverses import inverse_square_root, pinv, square_root
from zwang.reproduce import draws
from zwang.reproduce.draws import above, apart, differences, draw, generator, vanishing
from zwang.reproduce.page import STATES, Paper, Section
from zwang.system.constraints import Nonholonomic
from zwang.system.system import System


def paper() -> Paper:
    """All that the page tells of this paper."""
    return Paper(
        key="UK95",
        title="An Alternate Proof for the Equation of Motion for Constrained Mechanical Systems",
        citation="F. E. Udwadia and R. E. Kalaba, North-Holland (1995).",
        words=(
            "The paper proves one equation and prints no example. Its equations are computed as "
            f"printed at {draws.COUNT} random systems and set beside zwang’s kernel; the paper’s C "
            "is B.",
        ),
        sections=(_functions(), _equation(), _proof()),
    )


def _functions() -> Section:
    left = differences(range(draws.COUNT), _by_hand, generator(2))
    words = (
        "Two particles, φᵢ = ½ẋᵀPᵢẋ + xᵀRᵢẋ + sin t sᵢᵀx for two rows, and a third row "
        "φ₁ + 2φ₂, which depends on them. zwang gets φ; A and b are differentiated by hand.",
    )
    return Section("Equations (2) and (3): constraints", STATES, words, vanishing(left))


def _phi(q: Any, qd: Any, t: Any, p: Any) -> Any:
    """(2): two rows and their combination (3,)."""
    rows = qd @ p["P"] @ qd / 2.0 + q @ p["R"] @ qd + jnp.sin(t) * (p["s"] @ q)
    return jnp.append(rows, rows[0] + 2.0 * rows[1])


PARTICLES = System(lambda p: p["m"], lambda p: p["F"], [Nonholonomic(_phi, name="phi")])


def _by_hand(_: int, rng: np.random.Generator) -> dict[str, Any]:
    P, R = rng.standard_normal((2, 2, 6, 6))
    P, s, m = P + P.swapaxes(1, 2), rng.standard_normal((2, 6)), rng.uniform(0.5, 2.0, 2).repeat(3)
    (F, x, xd), t = rng.standard_normal((3, 6)), float(rng.uniform(0.0, 2.0))
    p = {"P": P, "R": R, "s": s, "m": m, "F": F}
    A = P @ xd + x @ R
    b = -(xd @ R @ xd + np.sin(t) * (s @ xd) + np.cos(t) * (s @ x))
    both = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 2.0]])
    seen = evaluate(PARTICLES, x, xd, t, p)
    return {
        "A and b of zw.Nonholonomic less those by hand | eqs. (2), (3)": (
            apart(seen.form.A, both @ A),
            apart(seen.form.b, both @ b),
        ),
        "ẍ of the three rows less the one printed with the two independent rows | eqs. (1)–(4)": (
            apart(
                PARTICLES.acceleration(x, xd, t, p).qdd,
                printed.qdd(np.diag(m), F, A, b),
            )
        ),
    }


def _equation() -> Section:
    left = differences(draw(1995), _scaled)
    words = ("M is any positive definite matrix; the proof does not need a diagonal one.",)
    return Section("Equations (3) to (9): scaled accelerations", STATES, words, vanishing(left))


def _scaled(system: Any) -> dict[str, Any]:
    M, Q, A, b, _ = system
    told, root = solve(M, Q, A, b), square_root(M)
    B = A @ inverse_square_root(M)
    x_s, a_s = printed.scaled_acceleration(M, Q, A, b), root @ np.linalg.solve(M, Q)
    F_s = printed.scaled_constraint_force(M, Q, A, b)
    return {
        "ẍ less the kernel’s | eqs. (4), (6)": apart(printed.qdd(M, Q, A, b), told.qdd),
        "F^c less the kernel’s force | eq. (4)": apart(printed.Qc(M, Q, A, b), told.Qc),
        "M^(1/2)ẍ of the kernel less the scaled acceleration | eq. (5)": apart(
            root @ told.qdd, x_s
        ),
        "M^(1/2)ẍ of the kernel − a_s less the scaled force | eq. (7)": apart(
            root @ told.qdd - a_s, F_s
        ),
        "Bẍ_s − b, and A times the kernel’s ẍ less b | eqs. (3), (8)": (
            apart(B @ x_s, b),
            apart(A @ told.qdd, b),
        ),
        "B times the scaled force less b − Ba_s | eq. (9)": apart(B @ F_s, b - B @ a_s),
    }


def _proof() -> Section:
    rng = generator(15)
    left = differences(draw(1996), _forces, rng)
    work = left.pop("work")
    rows = (
        *vanishing(left),
        above("work of a force with another h under some virtual displacement, smallest over the "
              "systems", "eqs. (13), (14)", work),
    )  # fmt: skip
    words = ("h, w and virtual displacements are drawn.",)
    return Section("Equations (10) to (15): D’Alembert’s principle", STATES, words, rows)


def _forces(system: Any, rng: np.random.Generator) -> dict[str, Any]:
    M, Q, A, b, _ = system
    told = solve(M, Q, A, b)
    B = A @ inverse_square_root(M)
    B_plus, I = pinv(B), np.eye(len(Q))
    h, u, w = rng.standard_normal(len(Q)), rng.standard_normal(len(Q)), rng.standard_normal(len(b))
    any_h = printed.scaled_constraint_force_any(M, Q, A, b, h)
    allowed = printed.scaled_constraint_force_any(M, Q, A, b, B_plus @ w)
    u = (I - B_plus @ B) @ u
    v = printed.virtual_displacement(M, u)
    root, along = square_root(M), (I - B_plus @ B) @ h
    other = inverse_square_root(M) @ along  # the virtual displacement that h is caught by
    return {
        "A times the acceleration under any h, less b | eqs. (9), (10)": apart(
            A @ np.linalg.solve(M, Q + root @ any_h), b
        ),
        "Av for v = M^(−1/2)u with Bu = 0 | eqs. (11), (12)": apart(A @ v, 0.0),
        "work vᵀF^c of the kernel’s force | eq. (13)": abs(v @ told.Qc)
        / (1.0 + np.linalg.norm(v) * np.linalg.norm(told.Qc)),
        "uᵀC⁺ | below eq. (13)": apart(u @ B_plus, 0.0),
        "force with h = C⁺w less the kernel’s | eqs. (14), (15)": apart(root @ allowed, told.Qc),
        "work": abs(other @ (root @ any_h)) / np.linalg.norm(other),
    }
