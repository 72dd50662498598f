"""Sections 2 to 4 of [KU93] at random states: least constraint, any g-inverse, the two terms."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from zwang.base.status import Status
from zwang.equation.fundamental import solve
from zwang.equation.matrices import evaluate
from zwang.papers import ku93 as printed
from zwang.papers._inverses import inverse_square_root, pinv, square_root
from zwang.reproduce import draws
from zwang.reproduce.draws import above, apart, differences, draw, generator, vanishing
from zwang.reproduce.page import STATES, Section, counted
from zwang.system.constraints import Holonomic
from zwang.system.system import System
from zwang.zoo import ku93_oscillator

OTHERS = 20  # other accelerations beside each true one


def sections() -> tuple[Section, ...]:
    """What the page tells of them."""
    return _least(), _inverses(), _terms()


def _least() -> Section:
    rng = generator(14)
    systems = draw(1993)
    left = differences(systems, _principle, rng)
    left |= differences(range(draws.COUNT), _particles, rng)
    excess = left.pop("excess")
    rows = (
        *vanishing(left),
        above(f"Gauss’s function of {OTHERS} other admissible accelerations less that of the true "
              "one, smallest, relative", "eqs. (14), (17)", excess, 0.0),
    )  # fmt: skip
    words = (
        f"At {draws.COUNT} random systems, of 2 to 6 coordinates, with redundant constraints in "
        "many: the acceleration and the force are those of zwang’s kernel, Gauss’s function is as "
        "printed. The largest of what should vanish.",
    )
    return Section("Section 2: the principle of least constraint", STATES, words, rows)


def _principle(system: Any, rng: np.random.Generator) -> dict[str, Any]:
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
        "Qcᵀ(q̈′ − q̈), q̈′ any other admissible acceleration | eqs. (9)–(12)": [
            abs(found.Qc @ (x - found.qdd)) / (1.0 + size * step) for x, step in zip(others, steps)
        ],
        "excess of another acceleration less (q̈′ − q̈)ᵀM(q̈′ − q̈) | eq. (13)": [
            apart(x, least + y) for x, y in zip(of_others, squares)
        ],
        "‖M^(−1/2)Qc‖² less Gauss’s function | eq. (16)": apart(
            printed.gauss_constraint_of_force(M, found.Qc), least
        ),
        "excess": [(x - least) / (1.0 + least) for x in of_others],
    }


def _particles(_: int, rng: np.random.Generator) -> dict[str, Any]:
    """(15): three particles in rectangular coordinates."""
    masses, F = rng.uniform(0.5, 2.0, 3), rng.standard_normal((3, 3))
    M, A = np.diag(np.repeat(masses, 3)), rng.standard_normal((int(rng.integers(1, 6)), 9))
    found = solve(M, F.ravel(), A, rng.standard_normal(len(A))).qdd
    step = (np.eye(9) - pinv(A) @ A) @ rng.standard_normal(9)
    gauss = lambda x: printed.gauss_constraint_of_particles(masses, F, x.reshape(3, 3))
    return {
        "Gauss’s function of three particles less the general one | eqs. (14), (15)": apart(
            gauss(found + step), printed.gauss_constraint(M, F.ravel(), found + step)
        ),
        "its excess over that of the kernel’s acceleration less Σ m|ẍ′ − ẍ|² | eq. (15)": apart(
            gauss(found + step) - gauss(found), step @ M @ step
        ),
    }


def _inverses() -> Section:
    rng = generator(27)
    systems = draw(1994)
    left = differences(systems, _any_inverse, rng)
    without, refused = left.pop("without"), left.pop("refused")
    rows = (
        *vanishing(left),
        counted("systems with a combination of rows and another g for it, in which zwang reports "
                "the constraints as inconsistent", "below eq. (30b)", refused),
        above("q̈ by an inverse of H with (25) but not (26), less the kernel’s; smallest over the "
              "systems", "eq. (26) is needed", without),
    )  # fmt: skip
    words = (
        f"At {draws.COUNT} other systems: D⁻ is drawn from all g-inverses of D, and H⁻ from all "
        "least-squares g-inverses of H; h and w are drawn too.",
    )
    return Section("Section 3: any g-inverse, any least-squares g-inverse", STATES, words, rows)


def _any_inverse(system: Any, rng: np.random.Generator) -> dict[str, Any]:
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
    independent = np.linalg.svd(A)[2][: np.linalg.matrix_rank(A)]  # and any g will do
    any_g = rng.standard_normal(len(independent))
    combined, sum_g = np.vstack([A, A.sum(axis=0)]), np.append(b, b.sum() + 1.0)
    return {
        "D q̈ − g for any h | eq. (19)": apart(A @ printed.admissible_acceleration(A, b, A_g, h), b),
        "D D⁻D − D | eq. (20)": apart(A @ A_g @ A, A),
        "H H⁻H − H, and H H⁻ less its transpose | eqs. (25), (26)": (
            apart(H @ H_ls @ H, H),
            apart(H @ H_ls, (H @ H_ls).T),
        ),
        "Hᵀ(H h − z) for every h of (24) | eqs. (21)–(24)": apart(
            H.T @ H @ printed.least_squares_h(M, Q, A, b, A_g, H_ls, w),
            H.T @ printed.z_vector(M, Q, b, A_g),
        ),
        "q̈ with any w less the kernel’s | eqs. (27a), (27b)": apart(
            printed.qdd_any(M, Q, A, b, A_g, H_ls, w), told
        ),
        "ĤĤ⁻Ĥ − Ĥ, and MĤĤ⁻ less its transpose | eqs. (28), (29)": (
            apart(product @ H_hat, H_hat),
            apart(M @ product, (M @ product).T),
        ),
        "q̈ less the kernel’s | eq. (30a)": apart(printed.qdd(M, Q, A, b, A_g, H_ls), told),
        "q̈ without square roots less the kernel’s | eq. (30b)": apart(
            printed.qdd_weighted(M, Q, A, b, A_g, H_hat_ls), told
        ),
        "D q̈ − g for independent rows and any g | below eq. (30b)": apart(
            independent @ solve(M, Q, independent, any_g).qdd, any_g
        ),
        "refused": solve(M, Q, combined, sum_g, throw=False).status == Status.INCONSISTENT,
        "without": apart(printed.qdd(M, Q, A, b, A_g, loose), told),
    }


def _terms() -> Section:
    rng = generator(32)
    left = differences(draw(1995), _two_terms, rng)
    left |= differences(range(draws.COUNT), _first_order, rng)
    left |= differences(range(draws.COUNT), _feed_forward, rng)
    first = left.pop("first")
    rows = (
        *vanishing(left),
        above("first term of the same at the two states, smallest difference: feedback",
              "below eq. (32)", first),
    )  # fmt: skip
    words = (
        f"At {draws.COUNT} other systems, with inverses drawn as before. The first term is what "
        "answers the given force, the second what answers g. Where M, D and g "
        "depend on time alone, the second is feed-forward: the system is M(t) = (1 + ½ sin t)M₀ "
        "on cubic springs, on the path S q = r sin t.",
    )
    title = "Section 4: the force of constraint and its two terms"
    return Section(title, STATES, words, rows)


def _two_terms(system: Any, rng: np.random.Generator) -> dict[str, Any]:
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
        "A^(1/2)XA^(−1/2) less its transpose and its square | below eq. (32)": (
            apart(S := square_root(M) @ X @ inverse_square_root(M), S.T),
            apart(S @ S, S),
        ),
    }


OSCILLATOR = ku93_oscillator()
FORWARD = OSCILLATOR.system.first_order(OSCILLATOR.p)


def _first_order(_: int, rng: np.random.Generator) -> dict[str, Any]:
    """(31) as printed, for the oscillators of example 3, less ``first_order``."""
    (q, qd), t = rng.standard_normal((2, 2)), float(rng.uniform(0.0, 2.0))
    M, Q, A, b, A_g, H_ls = _at(OSCILLATOR.system, q, qd, t, OSCILLATOR.p, rng)
    return {
        "q̇ and q̈ of system.first_order at states of example 3 | eq. (31)": apart(
            FORWARD(t, np.append(q, qd)), np.append(qd, printed.qdd(M, Q, A, b, A_g, H_ls))
        )
    }


def _at(system: System, q: Any, qd: Any, t: float, p: Any, rng: np.random.Generator) -> Any:
    """M, Q, A, b, and the two inverses, drawn."""
    seen = evaluate(system, q, qd, t, p)
    M, Q, A, b = map(np.asarray, (seen.M, seen.Q, seen.form.A, seen.form.b))
    A_g = printed.random_ginverse(A, rng)
    return M, Q, A, b, A_g, printed.least_squares_ginverse(M, A, A_g, rng)


TIMED = System(  # M, D and g depend on time alone
    lambda t, p: (1.0 + 0.5 * jnp.sin(t)) * p["M"],
    lambda q, qd, p: -p["k"] * q**3 - p["c"] * qd,
    [Holonomic(lambda q, t, p: p["S"] @ q - p["r"] * jnp.sin(t), name="path")],
)


def _feed_forward(_: int, rng: np.random.Generator) -> dict[str, Any]:
    """The two terms of (32) at two states at the same time."""
    root = rng.standard_normal((4, 4))
    k, c, r, t = rng.uniform(0.5, 2.0, 4)
    p = {"M": root @ root.T + np.eye(4), "k": k, "c": c, "r": np.array([r, -1.0])}
    p["S"] = rng.standard_normal((2, 4))
    first, second = [], []
    for q, qd in rng.standard_normal((2, 2, 4)):
        M, Q, A, b, A_g, H_ls = _at(TIMED, q, qd, t, p, rng)
        first.append(printed.closed_loop_force(M, Q, A, A_g, H_ls))
        second.append(printed.feed_forward_force(M, A, b, A_g, H_ls))
        told = TIMED.acceleration(q, qd, t, p).Qc - first[-1]
    return {
        "M, D, g of time alone: second term at one state less Q′ of the kernel less the first "
        "term at another | below eq. (32)": apart(second[0], told),
        "first": apart(*first),
    }
