"""Section 3 of [US10] at random states: lemmas 1 to 5, results 1 to 6, and the rank condition."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from zwang.base.status import Status
from zwang.equation.fundamental import solve
from zwang.papers import u05, up06, us10
from zwang.papers._inverses import inverse_square_root, pinv
from zwang.reproduce.draws import COUNT, above, apart, differences, draw, generator, vanishing
from zwang.reproduce.page import STATES, Section, counted
from zwang.zoo.random_system import random_system

ALPHAS = 0.5, 1.0, 2.0
STEP = 1e-3  # of the differences that stand for derivatives by α


def sections() -> tuple[Section, ...]:
    """What the page tells of them."""
    return _condition(), _lemmas(), _results()


# -- lemma 1 ---------------------------------------------------------------------------------------


def rank_condition(count: int = COUNT) -> dict[str, list[bool]]:
    """By system, whether its acceleration is unique, and whether lemma 1 and the status say so."""
    rng = np.random.default_rng(1)
    seen: dict[str, list[bool]] = {"lemma 1": [], "status": [], "unique": []}
    for _ in range(count):
        n, m = int(rng.integers(2, 7)), int(rng.integers(1, 7))
        rank_A = int(rng.integers(0, min(n, m) + 1))
        rank_M = int(rng.integers(max(n - rank_A - 2, 0), n + 1))
        M, Q, A, b, _ = random_system(n, m, rank_A, rank_M, seed=rng)
        unique = up06.is_unique(M, A)
        definite = bool(np.linalg.eigvalsh(us10.auxiliary_mass(M, A))[0] > 1e-9)
        status = solve(M, Q, A, b, throw=False).status
        seen["unique"].append(unique)
        seen["lemma 1"].append(definite == unique)
        seen["status"].append(int(status) == (Status.OK if unique else Status.NOT_UNIQUE))
    return seen


def _condition() -> Section:
    seen = rank_condition(COUNT)
    unique = seen.pop("unique")
    if all(unique) or not any(unique):
        seen = dict.fromkeys(seen, [])  # an "if and only if" needs both
    rows = (
        counted("systems in which [M | Aᵀ] has rank n if and only if M + α²A⁺A > 0", "lemma 1",
                seen["lemma 1"]),
        counted("systems in which zwang calls the acceleration unique if and only if it is",
                "between eqs. (7) and (8)", seen["status"]),
    )  # fmt: skip
    words = (
        f"{len(unique)} random systems of every rank; in {sum(unique)} of them the acceleration is "
        "unique.",
    )
    return Section("Section 2 and lemma 1: when the acceleration is unique", STATES, words, rows)


# -- lemmas 2 to 5 ---------------------------------------------------------------------------------


def _lemmas() -> Section:
    rng = generator(5)
    samples = itertools.product(draw(2011, singular=True), ALPHAS)
    left = differences(samples, _identities, rng)
    slopes = {name: left.pop(name) for name in list(left) if name.startswith("∂")}
    # What the differences leave out is STEP⁴ times a fifth derivative, up to 1e3 for α = 0.5.
    rows = (*vanishing(left), *vanishing(slopes, 1e-8))
    words = (
        f"At {COUNT} random systems with singular M and α = 0.5, 1 and 2. Derivatives by α are set "
        "beside central differences of the fourth order.",
    )
    return Section("Lemmas 2 to 5", STATES, words, rows)


def _identities(sample: Any, rng: np.random.Generator) -> dict[str, Any]:
    system, alpha = sample
    M, Q, A, b, C = system
    n, m = len(Q), len(b)
    M_A, H, A_plus = us10.auxiliary_mass(M, A, alpha), us10.H_matrix(M, A, alpha), pinv(A)
    M_A_inv, H_plus, root_inv = np.linalg.inv(M_A), pinv(H), inverse_square_root(M_A)
    B_plus, B = pinv(A @ root_inv), A @ root_inv
    I_n, I_m, z = np.eye(n), np.eye(m), rng.standard_normal(m)
    dH = us10.slope_of_H(M, A, alpha)
    with_z, without = (us10.qdd_stacked(M, Q, A, b, C, alpha=alpha, z=x) for x in (z, None))
    slopes = {
        "∂M_A⁻¹/∂α | eq. (28)": (_mass_inverse, us10.slope_of_mass_inverse(M, A, alpha)),
        "∂H/∂α | eq. (32)": (us10.H_matrix, dH),
        "∂H⁺/∂α | eq. (34)": (_H_pinv, us10.slope_of_H_pinv(M, A, alpha)),
        "∂(M_A⁻¹AᵀH⁺)/∂α = 0 | eq. (35)": (_factor_of_b, np.zeros((n, m))),
        "∂(M_A⁻¹(I − AᵀH⁺AM_A⁻¹))/∂α = 0 | eqs. (57), (58)": (_factor_of_Q, np.zeros((n, n))),
    }
    return {
        "(I − B⁺B)M_A^(−1/2)A⁺ = 0 | lemma 2, eq. (21)": apart(
            (I_n - B_plus @ B) @ root_inv @ A_plus, 0.0
        ),
        "(I − A⁺A)M = (I − A⁺A)M_A | lemma 3, eq. (23)": apart(
            up06.stacked_matrix(M, A), us10.auxiliary_stacked_matrix(M, A, alpha)
        ),
        "A⁺z in the force changes nothing | lemma 4, eq. (26)": apart(with_z, without),
        "(I − AᵀH⁺AM_A⁻¹)A⁺ = 0 | lemma 5, eq. (29)": apart(
            (I_n - A.T @ H_plus @ A @ M_A_inv) @ A_plus, 0.0
        ),
        "H(I − HH⁺) = 0 | eq. (30)": apart(H @ (I_m - H @ H_plus), 0.0),
        "(I − H⁺H)AM_A⁻¹A⁺ = 0 | eq. (31)": apart((I_m - H_plus @ H) @ A @ M_A_inv @ A_plus, 0.0),
        "(∂H/∂α)ᵀ(I − HH⁺) = (I − H⁺H)(∂H/∂α)ᵀ = 0 | eq. (33)": (
            apart(dH.T @ (I_m - H @ H_plus), 0.0),
            apart((I_m - H_plus @ H) @ dH.T, 0.0),
        ),
        **{name: apart(_slope(f, M, A, alpha), told) for name, (f, told) in slopes.items()},
    }


def _slope(function: Any, M: Any, A: Any, alpha: float) -> np.ndarray:
    """By α, as a central difference of the fourth order."""
    far, near, after, later = (function(M, A, alpha + k * STEP) for k in (-2, -1, 1, 2))
    return (far - 8.0 * near + 8.0 * after - later) / (12.0 * STEP)


def _mass_inverse(M: Any, A: Any, alpha: float) -> np.ndarray:
    return np.linalg.inv(us10.auxiliary_mass(M, A, alpha))


def _H_pinv(M: Any, A: Any, alpha: float) -> np.ndarray:
    return pinv(us10.H_matrix(M, A, alpha))


def _factor_of_b(M: Any, A: Any, alpha: float) -> np.ndarray:
    return _mass_inverse(M, A, alpha) @ A.T @ _H_pinv(M, A, alpha)


def _factor_of_Q(M: Any, A: Any, alpha: float) -> np.ndarray:
    M_A_inv = _mass_inverse(M, A, alpha)
    return M_A_inv - _factor_of_b(M, A, alpha) @ A @ M_A_inv


# -- results 1 to 6 --------------------------------------------------------------------------------


def _results() -> Section:
    rng = generator(6)
    samples = itertools.product(draw(2012, singular=True, nonideal=True), ALPHAS)
    left = differences(samples, _six, rng)
    another = left.pop("another")
    rows = (
        *vanishing(left),
        above("constraint force of the auxiliary system with another z, less the actual one; "
              "smallest over the systems", "eq. (71): z = α²b is needed", another),
    )  # fmt: skip
    words = (
        f"At {COUNT} random systems with singular M and a nonideal C, α = 0.5, 1, 2 and z drawn: "
        "the answers of the auxiliary system, as printed, less those of zwang’s kernel.",
    )
    return Section("Results 1 to 6: the auxiliary system", STATES, words, rows)


def _six(sample: Any, rng: np.random.Generator) -> dict[str, Any]:
    (M, Q, A, b, C), alpha = sample
    told, ideal = solve(M, Q, A, b, C), solve(M, Q, A, b)
    one, any_ = {"alpha": 1.0, "z": None}, {"alpha": alpha, "z": rng.standard_normal(len(b))}
    Qc_A = np.sum(us10.auxiliary_Qc_parts(M, Q, A, b, C, **any_), axis=0)
    Q_z, M_A = us10.auxiliary_force(Q, A, any_["z"]), us10.auxiliary_mass(M, A, alpha)
    real = np.sum(us10.Qc_parts(M, Q, A, b, C, alpha=alpha), axis=0)
    return {
        "q̈ by the stacked matrix | result 1, eqs. (8), (47), (48)": apart(
            us10.qdd_stacked(M, Q, A, b, C, **any_), told.qdd
        ),
        "q̈ with any α and z | result 2, eqs. (49)–(53)": apart(
            us10.qdd(M, Q, A, b, C, **any_), told.qdd
        ),
        "q̈ with H | corollary 1, eqs. (54)–(56)": apart(
            us10.qdd_by_H(M, Q, A, b, C, **any_), told.qdd
        ),
        "q̈ of the fundamental equation with M + A⁺A for M | result 3, eq. (59)": apart(
            u05.qdd(M + pinv(A) @ A, Q, A, b, C), told.qdd
        ),
        "q̈ for C = 0 | result 4, eqs. (60)–(63)": [
            apart(us10.qdd(M, Q, A, b, **x), ideal.qdd) for x in (any_, one)
        ],
        "M_Aq̈ − Q_z less the auxiliary constraint force | eqs. (65), (66)": apart(
            M_A @ told.qdd - Q_z, Qc_A
        ),
        "Qc with z = α²b, less Mq̈ − Q | result 5, eqs. (64), (67)–(70)": apart(real, told.Qc),
        "Qc from the auxiliary one for any z | eq. (71)": apart(
            us10.Qc_from_auxiliary(Q, A, b, Qc_A, **any_), told.Qc
        ),
        "q̈ and Qc with α = 1 and z = b | result 6, eqs. (72)–(75)": (
            apart(us10.qdd(M, Q, A, b, C, z=b), told.qdd),
            apart(np.sum(us10.Qc_parts(M, Q, A, b, C), axis=0), told.Qc),
        ),
        "another": apart(Qc_A, told.Qc),
    }
