"""Sections 2 to 4 of [KU93] at random states: least constraint, any g-inverse, the two terms."""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.equation.fundamental import solve
from zwang.papers import ku93 as printed
from zwang.papers._inverses import inverse_square_root, square_root
from zwang.reproduce.draws import COUNT, above, apart, differences, draw, generator, vanishing
from zwang.reproduce.page import STATES, Section

OTHERS = 20  # other accelerations beside each true one


def sections() -> tuple[Section, ...]:
    """What the page tells of them."""
    return _least(), _inverses(), _terms()


def _least() -> Section:
    rng = generator(14)
    systems = draw(1993)
    left = differences(systems, _principle, rng)
    excess = left.pop("excess")
    rows = (
        *vanishing(left),
        above(f"Gauss’s function of {OTHERS} other admissible accelerations less that of the true "
              "one, smallest, relative", "eqs. (14), (17)", excess, 0.0),
    )  # fmt: skip
    words = (
        f"At {COUNT} random systems, of 2 to 6 coordinates, with redundant constraints in many: "
        "the acceleration and the force are those of zwang’s kernel, Gauss’s function is as "
        "printed. The largest of what should vanish.",
    )
    return Section("Section 2: the principle of least constraint", STATES, words, rows)


def _principle(system: Any, rng: np.random.Generator) -> dict[str, float]:
    """(7), (11), (13), (14), (16) with the kernel's answer, beside other accelerations."""
    M, Q, A, b, _ = system
    found = solve(M, Q, A, b)
    A_g = printed.random_ginverse(A, rng)
    others = [
        printed.admissible_acceleration(A, b, A_g, x) for x in rng.standard_normal((OTHERS, len(Q)))
    ]
    least, size = printed.gauss_constraint(M, Q, found.qdd), np.linalg.norm(found.Qc)
    of_others = [printed.gauss_constraint(M, Q, x) for x in others]
    squares = [(x - found.qdd) @ M @ (x - found.qdd) for x in others]
    steps = [np.linalg.norm(x - found.qdd) for x in others]
    return {
        "M q̈ − Q − Qc | eqs. (4), (7)": apart(M @ found.qdd, Q + found.Qc),
        "A q̈ − b | eqs. (8), (18)": apart(A @ found.qdd, b),
        "Qcᵀ(q̈′ − q̈), q̈′ any other admissible acceleration | eqs. (9)–(12)": max(
            abs(found.Qc @ (x - found.qdd)) / (1.0 + size * step) for x, step in zip(others, steps)
        ),
        "excess of another acceleration less (q̈′ − q̈)ᵀM(q̈′ − q̈) | eq. (13)": max(
            apart(x, least + y) for x, y in zip(of_others, squares)
        ),
        "‖M^(−1/2)Qc‖² less Gauss’s function | eq. (16)": apart(
            printed.gauss_constraint_of_force(M, found.Qc), least
        ),
        "excess": min((x - least) / (1.0 + least) for x in of_others),
    }


def _inverses() -> Section:
    rng = generator(27)
    systems = draw(1994)
    left = differences(systems, _any_inverse, rng)
    without = left.pop("without")
    rows = (
        *vanishing(left),
        above("q̈ by an inverse of H with (25) but not (26), less the kernel’s; smallest over the "
              "systems", "eq. (26) is needed", without),
    )  # fmt: skip
    words = (
        f"At {COUNT} other systems: D⁻ is drawn from all g-inverses of D, and H⁻ from all "
        "least-squares g-inverses of H; h and w are drawn too.",
    )
    return Section("Section 3: any g-inverse, any least-squares g-inverse", STATES, words, rows)


def _any_inverse(system: Any, rng: np.random.Generator) -> dict[str, float]:
    """(19) to (30) as printed, with inverses drawn at random."""
    M, Q, A, b, _ = system
    n, told = len(Q), solve(M, Q, A, b).qdd
    A_g = printed.random_ginverse(A, rng)
    H, H_ls = printed.H_matrix(M, A, A_g), printed.least_squares_ginverse(M, A, A_g, rng)
    H_hat, H_hat_ls = np.eye(n) - A_g @ A, printed.weighted_inverse(M, H_ls)
    h, w = rng.standard_normal((2, n))
    product = H_hat @ H_hat_ls
    # (25) alone leaves I − H H⁻ free on the left as well.
    loose = H_ls + rng.standard_normal((n, n)) @ (np.eye(n) - H @ H_ls)
    return {
        "D q̈ − g for any h | eq. (19)": apart(A @ printed.admissible_acceleration(A, b, A_g, h), b),
        "D D⁻D − D | eq. (20)": apart(A @ A_g @ A, A),
        "H H⁻H − H, and H H⁻ less its transpose | eqs. (25), (26)": max(
            apart(H @ H_ls @ H, H), apart(H @ H_ls, (H @ H_ls).T)
        ),
        "Hᵀ(H h − z) for every h of (24) | eqs. (21)–(24)": apart(
            H.T @ H @ printed.least_squares_h(M, Q, A, b, A_g, H_ls, w),
            H.T @ printed.z_vector(M, Q, b, A_g),
        ),
        "q̈ with any w less the kernel’s | eqs. (27a), (27b)": apart(
            printed.qdd_any(M, Q, A, b, A_g, H_ls, w), told
        ),
        "ĤĤ⁻Ĥ − Ĥ, and MĤĤ⁻ less its transpose | eqs. (28), (29)": max(
            apart(product @ H_hat, H_hat), apart(M @ product, (M @ product).T)
        ),
        "q̈ less the kernel’s | eq. (30a)": apart(printed.qdd(M, Q, A, b, A_g, H_ls), told),
        "q̈ without square roots less the kernel’s | eq. (30b)": apart(
            printed.qdd_weighted(M, Q, A, b, A_g, H_hat_ls), told
        ),
        "without": apart(printed.qdd(M, Q, A, b, A_g, loose), told),
    }


def _terms() -> Section:
    rng = generator(32)
    left = differences(draw(1995), _two_terms, rng)
    words = (
        f"At {COUNT} other systems, with inverses drawn as before. The first term is what answers "
        "the given force, the second what answers g.",
    )
    title = "Section 4: the force of constraint and its two terms"
    return Section(title, STATES, words, vanishing(left))


def _two_terms(system: Any, rng: np.random.Generator) -> dict[str, float]:
    """(32), each term beside the kernel's force under that load alone."""
    M, Q, A, b, _ = system
    A_g = printed.random_ginverse(A, rng)
    H_ls = printed.least_squares_ginverse(M, A, A_g, rng)
    first = printed.closed_loop_force(M, Q, A, A_g, H_ls)
    second = printed.feed_forward_force(M, A, b, A_g, H_ls)
    X = (np.eye(len(Q)) - A_g @ A) @ H_ls @ square_root(M)
    Qc = solve(M, Q, A, b).Qc
    return {
        "Q′ less the kernel’s force | eq. (32)": apart(printed.Qc(M, Q, A, b, A_g, H_ls), Qc),
        "sum of the two terms less the kernel’s force | eq. (32)": apart(first + second, Qc),
        "first term less the kernel’s force for g = 0 | eq. (32)": apart(
            first, solve(M, Q, A, 0 * b).Qc
        ),
        "second term less the kernel’s force for Q = 0 | eq. (32)": apart(
            second, solve(M, 0 * Q, A, b).Qc
        ),
        "A^(1/2)XA^(−1/2) less its transpose and its square | below eq. (32)": max(
            apart(S := square_root(M) @ X @ inverse_square_root(M), S.T), apart(S @ S, S)
        ),
    }
