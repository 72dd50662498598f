"""The answer does not depend on which g-inverse or least-squares g-inverse is used."""

import numpy as np
import pytest

import zwang as zw
from tests.systems.drawn import EPS, close, every, in_like_units, norm, rounding, specs
from zwang.papers import ku93
from zwang.papers._inverses import pinv

ideal = lambda spec: spec.definite and not spec.nonideal
in_between = lambda spec: ideal(spec) and 0 < spec.rank_A < spec.n

three_draws = pytest.mark.parametrize("draw", [0, 1, 2])


def inverses(system, draw):
    """One D⁻ of A and one H_ls of the H that belongs to it."""
    rng = np.random.default_rng(draw)
    A_g = ku93.random_ginverse(system.A, rng)
    return A_g, ku93.least_squares_ginverse(system.M, system.A, A_g, rng)


def tolerance(spec, *inverses):
    """Rounding in like units times scale**2; the inverses may be larger than needed by `excess`."""
    system = spec.system()
    excess = max(1.0, norm(inverses[0]) / max(1e-3, norm(pinv(system.A))))
    return rounding(in_like_units(system)) * spec.scale**2 * excess


def relative(X, *factors):
    """Rounding of a product: eps * size * norms of the factors, with a factor of 10."""
    return 10 * EPS * max(X.shape) * np.prod([max(1.0, norm(f)) for f in factors])


@pytest.mark.equation("KU93 (20), (25)-(26)")
@three_draws
@every("spec", specs(ideal))
def test_drawn_inverses_meet_their_definitions(spec, draw):
    system = spec.system()
    A, (A_g, H_ls) = system.A, inverses(system, draw)
    H = ku93.H_matrix(system.M, A, A_g)
    close(A @ A_g @ A, A, relative(A, A, A_g, A))  # (20)
    tol = relative(H, H, H_ls, H, A, A_g)
    close(H @ H_ls @ H, H, tol)  # (25)
    close((H @ H_ls).T, H @ H_ls, tol)  # (26)


@pytest.mark.equation("KU93 (28)-(29)")
@three_draws
@every("spec", specs(ideal))
def test_weighted_inverse_meets_its_definition(spec, draw):
    system = spec.system()
    M, A, (A_g, H_ls) = system.M, system.A, inverses(system, draw)
    H_hat, H_hat_ls = np.eye(spec.n) - A_g @ A, ku93.weighted_inverse(system.M, H_ls)
    product = H_hat @ H_hat_ls
    tol = relative(M, M, H_hat, H_hat_ls, H_hat, A, A_g)
    close(product @ H_hat, H_hat, tol)  # (29)
    close(product.T @ M, M @ product, tol)  # (29)


@every("spec", specs(in_between))
def test_drawn_inverses_differ_from_one_another(spec):
    (A_g, H_ls), (A_g_other, H_ls_other) = (inverses(spec.system(), draw) for draw in (0, 1))
    assert norm(A_g - A_g_other) > 0.1 * norm(A_g)
    assert norm(H_ls - H_ls_other) > 0.1 * norm(H_ls)


@pytest.mark.equation("KU93 (27a)-(27b), (30a)-(30b)")
@three_draws
@every("spec", specs(ideal))
def test_acceleration_is_the_planted_one_by_any_inverses(spec, draw, rng):
    system = spec.system()
    M, Q, A, b, _ = system
    A_g, H_ls = inverses(system, draw)
    by_a = ku93.qdd(M, Q, A, b, A_g, H_ls)
    by_b = ku93.qdd_weighted(M, Q, A, b, A_g, ku93.weighted_inverse(M, H_ls))
    with_w = ku93.qdd_any(M, Q, A, b, A_g, H_ls, rng.standard_normal(spec.n) / system.units)
    tol = tolerance(spec, A_g)
    for qdd in (by_a, by_b, with_w):  # (30a), (30b), (27a)
        error = (qdd - system.qdd) * system.units
        close(error, 0, tol)


@pytest.mark.equation("KU93 (32)")
@three_draws
@every("spec", specs(ideal))
def test_constraint_force_is_the_planted_one_and_its_two_parts_add_up(spec, draw):
    system = spec.system()
    M, Q, A, b, _ = system
    A_g, H_ls = inverses(system, draw)
    closed_loop = ku93.closed_loop_force(M, Q, A, A_g, H_ls)
    feed_forward = ku93.feed_forward_force(M, A, b, A_g, H_ls)
    tol, d = tolerance(spec, A_g), system.units
    kernel = zw.solve(M, Q, A, b).Qc
    for force in (closed_loop + feed_forward, ku93.Qc(M, Q, A, b, A_g, H_ls), kernel):
        close((force - system.Qc) / d, 0, tol)


@pytest.mark.equation("KU93 (32)")
@three_draws
@every("spec", specs(in_between))
def test_feed_forward_part_is_the_force_without_load_and_closed_loop_part_that_without_b(
    spec, draw
):
    system = spec.system()
    M, Q, A, b, _ = system
    A_g, H_ls = inverses(system, draw)
    no_Q, no_b = np.zeros_like(Q), np.zeros_like(b)
    parts = ku93.feed_forward_force(M, A, b, A_g, H_ls), ku93.closed_loop_force(M, Q, A, A_g, H_ls)
    # Each is the whole force of a simpler system, whichever inverses that is solved by.
    wholes = (
        ku93.Qc(M, no_Q, A, b, *inverses(system, draw + 3)),
        ku93.Qc(M, Q, A, no_b, *inverses(system, draw + 3)),
    )
    tol = 10 * tolerance(spec, A_g)
    for part, whole in zip(parts, wholes, strict=True):
        close((part - whole) / system.units, 0, tol)


@pytest.mark.equation("KU93 (19)")
@three_draws
@every("spec", specs(ideal))
def test_every_admissible_acceleration_has_the_general_form(spec, draw, rng):
    system = spec.system()
    A, b = system.A, system.b
    A_g, _ = inverses(system, draw)
    h = rng.standard_normal(spec.n)
    admissible = ku93.admissible_acceleration(A, b, A_g, h)
    tol = relative(A, A, A_g, A, h) * (1 + norm(system.qdd))
    close(A @ admissible, b, tol)
    # Conversely each solution is reached, namely with h equal to it.
    reached = ku93.admissible_acceleration(A, b, A_g, system.qdd)
    close(reached, system.qdd, tol)


@pytest.mark.equation("KU93 (21)-(24)")
@three_draws
@every("spec", specs(lambda spec: in_between(spec) and spec.scale == 1))
def test_h_makes_the_least_squares_and_w_does_not_matter(spec, draw, rng):
    system = spec.system()
    M, Q, A, b, _ = system
    A_g, H_ls = inverses(system, draw)
    H, z = ku93.H_matrix(M, A, A_g), ku93.z_vector(M, Q, b, A_g)
    h, h_other = (
        ku93.least_squares_h(M, Q, A, b, A_g, H_ls, w) for w in rng.standard_normal((2, spec.n))
    )
    tol = relative(H, H, H, H_ls, A, A_g) * (1 + norm(z))
    assert norm(h - h_other) > 1e-3
    close(H @ h, H @ h_other, tol)
    close(H.T @ (H @ h - z), 0, tol)  # normal equations
    J = ku93.gauss_constraint(M, Q, ku93.admissible_acceleration(A, b, A_g, h))
    residual = H @ h - z  # what (21) minimises is Gauss's function
    close(residual @ residual, J, tol * (1 + J))


@pytest.mark.equation("KU93 (30b)")
@three_draws
@every("spec", specs(lambda spec: in_between(spec) and spec.scale == 1))
def test_normal_equations_give_a_least_squares_inverse(spec, draw):
    # The candidate (HᵀH)⁻Hᵀ that is named below (30b).
    system = spec.system()
    M, Q, A, b, _ = system
    A_g, _ = inverses(system, draw)
    H = ku93.H_matrix(M, A, A_g)
    H_ls = ku93.random_ginverse(H.T @ H, np.random.default_rng(draw)) @ H.T
    tol = relative(H, H, H_ls, H, A, A_g) * (1 + norm(H_ls))
    close(H @ H_ls @ H, H, tol)
    close((H @ H_ls).T, H @ H_ls, tol)
    qdd = ku93.qdd(M, Q, A, b, A_g, H_ls)
    close(qdd, system.qdd, tol * (1 + norm(Q)))


@pytest.mark.equation("KU93 (26)")
@three_draws
@every("spec", specs(lambda spec: in_between(spec) and spec.scale == 1))
def test_an_inverse_of_H_without_least_squares_will_not_do(spec, draw):
    # So (26) is needed: the law above can fail.
    system = spec.system()
    M, Q, A, b, _ = system
    A_g, _ = inverses(system, draw)
    H = ku93.H_matrix(M, A, A_g)
    H_g = ku93.random_ginverse(H, np.random.default_rng(draw))
    qdd = ku93.qdd(M, Q, A, b, A_g, H_g)
    assert norm(qdd - system.qdd) > 1e-3


@pytest.mark.equation("KU93 (37)")
def test_inverse_printed_for_the_particle_is_the_one_of_moore_and_penrose(rng):
    """(37): of I − D⁻D with D = [−z 1 0]; and any of the two inverses gives (38)."""
    for z, xd, zd in rng.standard_normal((20, 3)):
        D, b = np.array([[-z, 1.0, 0.0]]), np.array([zd * xd])
        D_g = D.T / (1.0 + z**2)
        printed = np.array([[1.0, z, 0.0], [z, z**2, 0.0], [0.0, 0.0, 1.0 + z**2]]) / (1.0 + z**2)
        close(pinv(np.eye(3) - D_g @ D), printed, 1e-14)
        A_g = ku93.random_ginverse(D, rng)
        H_ls = ku93.least_squares_ginverse(np.eye(3), D, A_g, rng)
        told = zd * xd / (1.0 + z**2) * np.array([-z, 1.0, 0.0])
        close(ku93.qdd(np.eye(3), np.zeros(3), D, b, A_g, H_ls), told, 1e-11 * (1.0 + norm(A_g)))
