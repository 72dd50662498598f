"""[U06] at random states: its equations carry the numbers of [U05], and (17) is one of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.equation.fundamental import error_signal, gain, solve
from zwang.papers import u05 as printed
from zwang.reproduce.draws import COUNT, above, apart, differences, draw, generator, vanishing
from zwang.reproduce.page import STATES, Paper, Section


def paper() -> Paper:
    """All that the page tells of this paper."""
    return Paper(
        key="U06",
        title="Recent Advances in Multi-body Dynamics and Nonlinear Control",
        citation="F. E. Udwadia (2006).",
        words=(
            "The paper prints the equations of U05 under the same numbers and no example. On the "
            f"page of U05 they are followed along motions; here they are computed at {COUNT} "
            "random systems, with redundant constraints in many and C drawn, and set beside "
            "zwang’s kernel.",
        ),
        sections=(_equations(), _derivation()),
    )


def _equations() -> Section:
    left = differences(draw(2006, nonideal=True), _law)
    rows = vanishing(left)
    return Section("Equations (2) to (13): the fundamental equation", STATES, (), rows)


def _law(system: Any) -> dict[str, Any]:
    M, Q, A, b, C = system
    told = solve(M, Q, A, b, C)
    u, w = printed.deviation_parts(M, Q, A, b, C)
    a = printed.unconstrained_acceleration(M, Q)
    B, B_plus = printed.B_matrix(M, A), printed.B_pinv(M, A)
    return {
        "M q̈ − Q − Qc, and A q̈ − b | eqs. (5), (6)": (
            apart(M @ told.qdd, Q + told.Qc),
            apart(A @ told.qdd, b),
        ),
        "Qc of the kernel less the sum of both parts | eqs. (8), (24)": apart(
            told.Qc, printed.Qc(M, Q, A, b, C)
        ),
        "q̈ of the kernel less the one printed | eq. (9)": apart(
            told.qdd, printed.qdd(M, Q, A, b, C)
        ),
        "q̈ − a of the kernel less the two parts | eqs. (2), (10)": apart(told.qdd - a, u + w),
        "uᵀM w | below eq. (10)": abs(u @ M @ w) / (1.0 + np.linalg.norm(u) * np.linalg.norm(w)),
        "ideal part of the kernel’s force less the one printed | eq. (11)": apart(
            told.Qc_ideal, printed.Qc_ideal(M, Q, A, b)
        ),
        "nonideal part less the one printed | eq. (12)": apart(
            told.Qc_nonideal, printed.Qc_nonideal(M, A, C)
        ),
        "all four conditions | eqs. (13a)–(13d)": [
            apart(x, 0.0) for x in printed.penrose_residuals(B, B_plus)
        ],
        "gain times error signal, both zwang’s, less the one printed | eqs. (10), (25)": apart(
            gain(M, A) @ error_signal(M, Q, A, b), printed.control_force(M, Q, A, b)
        ),
    }


def _derivation() -> Section:
    rng = generator(24)
    left = differences(draw(2007, nonideal=True), _any, rng)
    other = left.pop("other")
    rows = (
        *vanishing(left),
        above("work of a force with another z less that of C, smallest over the systems",
              "eqs. (18)–(20): the work decides z", other),
    )  # fmt: skip
    words = ("z and y are drawn.",)
    return Section("Equations (14) to (24): the derivation", STATES, words, rows)


def _any(system: Any, rng: np.random.Generator) -> dict[str, Any]:
    M, Q, A, b, C = system
    told = solve(M, Q, A, b, C)
    z, y = rng.standard_normal((2, len(Q)))
    any_z = printed.Qc_any(M, Q, A, b, z)
    v = printed.virtual_displacement(M, A, y)
    B, B_plus = printed.B_matrix(M, A), printed.B_pinv(M, A)
    N = np.eye(len(Q)) - B_plus @ B
    scaled = np.linalg.norm(v) * np.linalg.norm(told.Qc)
    chosen = printed.inverse_square_root(M) @ C
    along = printed.inverse_square_root(M) @ (N @ (z - chosen))  # where the work differs
    return {
        "A q̈ − b for any z | eqs. (14)–(16)": apart(A @ np.linalg.solve(M, Q + any_z), b),
        "A v | eq. (17)": apart(A @ v, 0.0),
        "vᵀQc − vᵀC of the kernel | eqs. (7), (18), (19)": abs(v @ (told.Qc - C)) / (1.0 + scaled),
        "(I − B⁺B)ᵀB⁺, and (I − B⁺B) less its square | eqs. (21), (22)": (
            apart(N.T @ B_plus, 0.0),
            apart(N @ N, N),
        ),
        "force with z = M^(−1/2)C less the kernel’s | eqs. (20), (23), (24)": apart(
            printed.Qc_any(M, Q, A, b, chosen), told.Qc
        ),
        "q̈ under a force with any z needs no constraint: the kernel’s Qc there | eq. (15)": apart(
            solve(M, Q + any_z, A, b).Qc, 0.0
        ),
        "other": abs(along @ (any_z - C)) / np.linalg.norm(along),
    }
