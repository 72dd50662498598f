"""[UK95] at random states: scaled accelerations, and the proof from D'Alembert's principle."""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.equation.fundamental import solve
from zwang.papers import uk95 as printed
from zwang.papers._inverses import inverse_square_root, pinv, square_root
from zwang.reproduce.draws import COUNT, above, apart, differences, draw, generator, vanishing
from zwang.reproduce.page import STATES, Paper, Section


def paper() -> Paper:
    """All that the page tells of this paper."""
    return Paper(
        key="UK95",
        title="An Alternate Proof for the Equation of Motion for Constrained Mechanical Systems",
        citation="F. E. Udwadia and R. E. Kalaba, North-Holland (1995).",
        words=(
            "The paper proves one equation and prints no example. Its equations are computed as "
            f"printed at {COUNT} random systems and set beside zwang’s kernel; the paper’s C is B.",
        ),
        sections=(_equation(), _proof()),
    )


def _equation() -> Section:
    left = differences(draw(1995), _scaled)
    words = ("M is any positive definite matrix; the proof does not need a diagonal one.",)
    return Section("Equations (1) to (9): scaled accelerations", STATES, words, vanishing(left))


def _scaled(system: Any) -> dict[str, float]:
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
        "Bẍ_s − b, and A times the kernel’s ẍ less b | eqs. (3), (8)": max(
            apart(B @ x_s, b), apart(A @ told.qdd, b)
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


def _forces(system: Any, rng: np.random.Generator) -> dict[str, float]:
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
