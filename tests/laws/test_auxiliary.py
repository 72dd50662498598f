"""The auxiliary system of US10 moves as the actual one does, for every alpha and every z."""

import numpy as np
import pytest

from tests.systems.drawn import (
    EPS,
    Spec,
    close,
    every,
    in_like_units,
    norm,
    null_space,
    rounding,
    specs,
)
from zwang.papers import u05, up06, us10
from zwang.papers._inverses import inverse_square_root, pinv

like_units = lambda spec: spec.scale == 1
constrained = lambda spec: spec.rank_A > 0

ACCELERATIONS = {"(48)": us10.qdd_stacked, "(49)": us10.qdd, "(56)": us10.qdd_by_H}

alphas = pytest.mark.parametrize("alpha", [-1.0, 0.3, 1.0, 3.0])
two_alphas = pytest.mark.parametrize("alpha", [0.5, 2.0])


def tolerance(spec, alpha=1.0, z=None):
    """Rounding in like units times scale**2; alpha off one makes M_A worse, a large z hides Q."""
    spread = max(alpha**2, alpha**-2) * (1 + (0 if z is None else norm(z)))
    return rounding(in_like_units(spec.system())) * spec.scale**2 * spread


def draw_z(system, rng):
    """A z of the size of the constraints' right-hand side."""
    return system.row_units * rng.standard_normal(len(system.b))


# Uniqueness: [M | Aᵀ] of rank n, and Lemma 1. Every pair of ranks for n = 4.

EVERY_RANK = [
    (Spec(4, m, rank_A, rank_M, seed=m),)
    for m in (1, 3, 5)
    for rank_A in range(min(m, 4) + 1)
    for rank_M in range(5)
]


@pytest.mark.equation("US10 (7)-(20)")
@alphas
@every("spec", EVERY_RANK)
def test_auxiliary_mass_is_definite_if_and_only_if_the_acceleration_is_unique(spec, alpha):
    M, _, A, _, _ = spec.system()
    least = np.linalg.eigvalsh(us10.auxiliary_mass(M, A, alpha))[0]
    # Conditions are 10 and alpha is near 1: a smallest eigenvalue is well above 1e-8 or rounding.
    assert (least > 1e-8) == spec.unique
    assert up06.is_unique(M, A) == spec.unique


@pytest.mark.equation("US10 (7)-(8)")
@every("spec", [row for row in EVERY_RANK if not row[0].unique])
def test_where_it_is_not_unique_other_accelerations_obey_all_laws(spec):
    system = spec.system()
    M, Q, A, b, _ = system
    free = null_space(np.vstack([M, A]))
    assert free.shape[1] == spec.n - spec.rank_A - spec.rank_M
    tol = 1e3 * EPS * spec.n  # conditions are 10, vectors of order one
    for direction in free.T:
        qdd = system.qdd + direction
        close(A @ qdd, b, tol)
        close(M @ qdd, Q + system.Qc, tol)
    assert not up06.is_unique(M, A)
    with pytest.raises(ValueError, match="positive definite"):
        us10.qdd(*system)


# Lemmas 2 to 5.


@pytest.mark.equation("US10 (21)-(22)")
@every("spec", specs(lambda spec: spec.definite and like_units(spec)))
def test_lemma_2(spec):
    system = spec.system()
    M, _, A, _, _ = system
    B, B_plus = u05.B_matrix(M, A), u05.B_pinv(M, A)
    left = (np.eye(spec.n) - B_plus @ B) @ inverse_square_root(M) @ pinv(A)
    close(left, 0, rounding(system))  # (21)


@pytest.mark.equation("US10 (23)-(24)")
@alphas
@every("spec", specs(like_units))
def test_lemma_3_stacked_matrices_are_the_same(spec, alpha):
    M, _, A, _, _ = spec.system()
    actual, auxiliary = up06.stacked_matrix(M, A), us10.auxiliary_stacked_matrix(M, A, alpha)
    close(auxiliary, actual, tolerance(spec, alpha))  # (23)


@pytest.mark.equation("US10 (25)-(27)")
@alphas
@every("spec", specs(like_units))
def test_lemma_4_a_force_along_the_columns_of_A_pinv_does_not_show(spec, alpha, rng):
    M, Q, A, b, C = spec.system()
    z = rng.standard_normal(spec.m)
    with_z = us10.qdd_stacked(M, Q, A, b, C, alpha=alpha, z=z)
    without = us10.qdd_stacked(M, Q, A, b, C, alpha=alpha)
    close(with_z, without, tolerance(spec, alpha, z))  # (26)


@pytest.mark.equation("US10 (29)-(31), (33), (37)-(39), (41)-(42)")
@two_alphas
@every("spec", specs(lambda spec: like_units(spec) and constrained(spec)))
def test_lemma_5_identities(spec, alpha):
    M, _, A, _, _ = spec.system()
    M_A_inv, A_plus = np.linalg.inv(us10.auxiliary_mass(M, A, alpha)), pinv(A)
    H = us10.H_matrix(M, A, alpha)
    H_plus, slope = pinv(H), us10.slope_of_H(M, A, alpha)
    I_n, I_m = np.eye(spec.n), np.eye(spec.m)
    # H⁺ may be as large as the condition; the rest is of order one or of the mass's inverse.
    size = 1 + norm(H_plus) + norm(M_A_inv)
    tol = tolerance(spec, alpha) * size
    close((I_n - A.T @ H_plus @ A @ M_A_inv) @ A_plus, 0, tol)  # (29)
    close(H @ (I_m - H @ H_plus), 0, tol)  # (30)
    close((I_m - H_plus @ H) @ A @ M_A_inv @ A_plus, 0, tol)  # (31)
    close(slope.T @ (I_m - H @ H_plus), 0, tol)  # (33)
    close((I_m - H_plus @ H) @ slope.T, 0, tol)  # (33)


def mass_inverse(M, A, alpha):
    return np.linalg.inv(us10.auxiliary_mass(M, A, alpha))


def H_pinv(M, A, alpha):
    return pinv(us10.H_matrix(M, A, alpha))


def factor_of_b(M, A, alpha):
    """M_A⁻¹AᵀH⁺, what multiplies b in (56)."""
    return mass_inverse(M, A, alpha) @ A.T @ H_pinv(M, A, alpha)


def factor_of_Q(M, A, alpha):
    """M_A⁻¹(I − AᵀH⁺A M_A⁻¹), what multiplies Q in (56)."""
    M_A_inv = mass_inverse(M, A, alpha)
    return M_A_inv - factor_of_b(M, A, alpha) @ A @ M_A_inv


def accelerations_by_Q(M, A, alpha):
    """q̈ (n, n) under each unit force, with b = 0."""
    none = np.zeros(len(A))
    return np.stack([us10.qdd_by_H(M, Q, A, none, alpha=alpha) for Q in np.eye(len(M))], axis=1)


# Function of alpha, and its derivative as printed.
SLOPES = {
    "(28)": (mass_inverse, us10.slope_of_mass_inverse),
    "(32)": (us10.H_matrix, us10.slope_of_H),
    "(34)": (H_pinv, us10.slope_of_H_pinv),
    "(35)": (factor_of_b, lambda M, A, alpha: np.zeros(A.T.shape)),
    "(57)": (factor_of_Q, lambda M, A, alpha: np.zeros(M.shape)),
    "(58)": (accelerations_by_Q, lambda M, A, alpha: np.zeros(M.shape)),
}


@pytest.mark.equation("US10 (28), (32), (34)-(36), (40), (43)-(44), (57)-(58)")
@two_alphas
@pytest.mark.parametrize("name", SLOPES)
@every("spec", specs(lambda spec: like_units(spec) and constrained(spec)))
def test_lemma_5_derivatives_are_those_of_finite_differences(spec, name, alpha):
    M, _, A, _, _ = spec.system()
    function, slope = SLOPES[name]
    step = 1e-3
    values = [function(M, A, alpha + k * step) for k in (-2, -1, 1, 2)]
    differences = (values[0] - 8 * values[1] + 8 * values[2] - values[3]) / (12 * step)
    # The error is step**4 / 30 times the fifth derivative, which for alpha**-2 at 0.5 makes
    # 800 step**4; rounding is divided by the step.
    size = 1 + max(norm(value) for value in values)
    tol = size * (1000 * step**4 + tolerance(spec, alpha) / step)
    close(slope(M, A, alpha), differences, tol)


# The acceleration: any alpha, any z.


@pytest.mark.equation("US10 (47)-(52), (56), (60)-(62)")
@alphas
@pytest.mark.parametrize("name", ACCELERATIONS)
@every("spec", specs())
def test_acceleration_does_not_depend_on_alpha_or_z(spec, name, alpha, rng):
    system = spec.system()
    z = draw_z(system, rng)
    qdd = ACCELERATIONS[name](*system, alpha=alpha, z=z)
    tol = tolerance(spec, alpha, z / system.row_units)
    close((qdd - system.qdd) * system.units, 0, tol)


@pytest.mark.equation("US10 (54)-(55), (59), (63)")
@every("spec", specs(like_units))
def test_with_alpha_one_and_no_z_only_the_mass_is_replaced(spec):
    # (54), (59), (63): the fundamental equation with M_A for M.
    system = spec.system()
    M, Q, A, b, C = system
    M_A = M + pinv(A) @ A
    close(u05.qdd(M_A, Q, A, b, C), us10.qdd(*system), tolerance(spec))
    close(u05.qdd(M_A, Q, A, b, C), system.qdd, tolerance(spec))


# The constraint force: z = alpha² b.


@pytest.mark.equation("US10 (67)-(68)")
@alphas
@every("spec", specs())
def test_with_z_alpha_squared_b_the_auxiliary_constraint_force_is_the_actual_one(spec, alpha):
    system = spec.system()
    force = np.sum(us10.Qc_parts(*system, alpha=alpha), axis=0)
    tol = tolerance(spec, alpha)
    close((force - system.Qc) / system.units, 0, tol)


@pytest.mark.equation("US10 (45)-(46), (53), (65)-(66), (69)-(71)")
@alphas
@every("spec", specs(like_units))
def test_auxiliary_system_obeys_its_own_equation_of_motion(spec, alpha, rng):
    system = spec.system()
    Q, A = system.Q, system.A
    z = draw_z(system, rng)
    M_A, Q_z = us10.auxiliary_mass(system.M, A, alpha), us10.auxiliary_force(Q, A, z)
    Qc_A = np.sum(us10.auxiliary_Qc_parts(*system, alpha=alpha, z=z), axis=0)
    tol = tolerance(spec, alpha, z)
    close(M_A @ system.qdd, Q_z + Qc_A, tol)  # (65), (66)
    actual = us10.Qc_from_auxiliary(Q, A, system.b, Qc_A, alpha=alpha, z=z)
    close(actual, system.Qc, tol)  # (71)


@pytest.mark.equation("US10 (67)")
@alphas
@every("spec", specs(lambda spec: like_units(spec) and constrained(spec)))
def test_with_another_z_the_auxiliary_constraint_force_is_another(spec, alpha):
    system = spec.system()
    z = alpha**2 * system.b + system.A @ np.ones(spec.n)
    Qc_A = np.sum(us10.auxiliary_Qc_parts(*system, alpha=alpha, z=z), axis=0)
    assert norm(Qc_A - system.Qc) > 1e-3


@pytest.mark.equation("US10 (75)")
@alphas
@every("spec", specs(lambda spec: spec.nonideal))
def test_parts_of_the_constraint_force_do_not_depend_on_alpha(spec, alpha):
    system = spec.system()
    tol = tolerance(spec, alpha) + tolerance(spec)
    for part, reference in zip(
        us10.Qc_parts(*system, alpha=alpha), us10.Qc_parts(*system), strict=True
    ):
        close((part - reference) / system.units, 0, tol)


@pytest.mark.equation("US10 (75)")
@alphas
@every("spec", specs(lambda spec: spec.nonideal and spec.definite))
def test_parts_of_the_constraint_force_are_those_of_U05_for_definite_mass(spec, alpha):
    system = spec.system()
    M, Q, A, b, C = system
    ideal, nonideal = us10.Qc_parts(*system, alpha=alpha)
    tol, d = tolerance(spec, alpha), system.units
    close((ideal - u05.Qc_ideal(M, Q, A, b)) / d, 0, tol)
    close((nonideal - u05.Qc_nonideal(M, A, C)) / d, 0, tol)
