"""The rotation of a rigid body in quaternions: [US10] section 4, against the kernel."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.bodies.kinds import quaternion
from zwang.equation.matrices import evaluate
from zwang.papers import us10, us10_rotation

CASES = list(range(6))


def state(seed):
    """u, u̇ on the constraint, J, Γ_B; J is a full tensor from the second case on."""
    rng = np.random.default_rng(seed)
    u = rng.normal(size=4)
    u /= np.linalg.norm(u)
    w = 3.0 * rng.normal(size=3)
    points = rng.normal(size=(5, 3))
    J = np.sum([(r @ r) * np.eye(3) - np.outer(r, r) for r in points], axis=0)
    J = np.diag(np.diag(J)) if seed < 2 else J
    return u, us10_rotation.E(u).T @ w / 2.0, J, rng.normal(size=3) * (seed % 2)


def body(u, ud, J, **kwargs):
    w_B = us10_rotation.omega(u, ud)
    return zw.RigidBody(2.0, J, quat_WB=u, w_B=w_B, name="body", **kwargs)


def close(a, b, tolerance=1e-12):
    scale = 1.0 + np.abs(b).max()
    assert np.abs(np.asarray(a) - b).max() <= tolerance * scale


@pytest.mark.equation("US10 (79)-(80), (83)-(86), (110)-(111), (113)-(115), (117)-(118)")
@pytest.mark.parametrize("seed", CASES)
def test_identities(seed):
    u, ud, _, Gamma_B = state(seed)
    E, Ed, w = us10_rotation.E(u), us10_rotation.E(ud), us10_rotation.omega(u, ud)
    tilde = us10_rotation.tilde(w)
    close(quaternion.E(u), E, 1e-15)  # (80)
    close(quaternion.body_rate(u, ud), -2.0 * Ed @ u)  # (79)
    close(quaternion.rate_of(u, w), ud)
    close(E @ u, np.zeros(3))  # (83)
    close(Ed @ ud, np.zeros(3))  # (84)
    close(E.T @ E + np.outer(u, u), np.eye(4))  # (85)
    close(E @ E.T, np.eye(3))  # (86)
    close(E @ Ed.T, tilde / 2.0)  # (110)
    Gamma_u = us10_rotation.generalized_torque(u, Gamma_B)
    close(quaternion.generalized_torque(u, Gamma_B), Gamma_u)  # (113)
    close(us10_rotation.body_torque(u, Gamma_u), Gamma_B)  # (114)
    close(quaternion.body_torque(u, Gamma_u), Gamma_B)
    close(ud @ ud, w @ w / 4.0)  # (115)
    close((np.eye(4) - np.outer(u, u)) @ Ed.T, Ed.T + np.outer(u, w) / 2.0)  # (117)
    close(Ed.T, E.T @ tilde / 2.0 - np.outer(u, w) / 2.0)  # (118)


@pytest.mark.equation("US10 (77)-(78)")
def test_a_turn_about_an_axis():
    axis, angle = np.array([2.0, -1.0, 2.0]) / 3.0, 0.8
    u = quaternion.from_axis_angle(axis, angle)
    close(u, np.append(np.cos(angle / 2.0), axis * np.sin(angle / 2.0)))  # (77)
    close(u @ u, 1.0)  # (78)
    R = quaternion.matrix(u)
    r = np.array([0.3, 1.1, -0.4])
    # Rodrigues' formula
    turned = r * np.cos(angle) + np.cross(axis, r) * np.sin(angle)
    close(R @ r, turned + axis * (axis @ r) * (1.0 - np.cos(angle)))
    close(quaternion.matrix(quaternion.from_matrix(R)), R)


@pytest.mark.parametrize("seed", CASES)
def test_a_product_is_one_turn_after_the_other(seed):
    rng = np.random.default_rng(seed)
    a, b = (x / np.linalg.norm(x) for x in rng.normal(size=(2, 4)))
    both = quaternion.matrix(quaternion.product(a, b))
    close(both, quaternion.matrix(a) @ quaternion.matrix(b))
    close(quaternion.matrix(quaternion.conjugate(a)), quaternion.matrix(a).T)


@pytest.mark.equation("US10 (76), (81)-(82)")
@pytest.mark.parametrize("seed", CASES)
def test_kinetic_energy_is_that_of_the_angular_velocity(seed):
    u, ud, J, _ = state(seed)
    w = us10_rotation.omega(u, ud)
    close(us10_rotation.kinetic_energy(u, ud, J), w @ J @ w / 2.0)  # (76), (81)
    close(u @ us10_rotation.E(u).T @ J @ us10_rotation.E(u) @ u, 0.0)  # (82)
    mechanism = zw.Mechanism([body(u, ud, J)])
    close(mechanism.kinetic_energy(*mechanism.start()), w @ J @ w / 2.0)


@pytest.mark.equation("US10 (87)-(91)")
@pytest.mark.parametrize("seed", CASES)
def test_lagranges_equations_by_automatic_differentiation(seed):
    """Off the constraint too: u is of any length in (87)."""
    u, ud, J, Gamma_B = state(seed)
    rng = np.random.default_rng(seed)
    u, ud = u + 0.3 * rng.normal(size=4), ud + rng.normal(size=4)

    def T(q, qd):
        E = quaternion.E(q)
        return 2.0 * qd @ E.T @ J @ E @ qd

    def momentum(q):
        return jax.grad(T, 1)(q, ud)

    M = jax.hessian(T, 1)(u, ud)
    Q = jax.grad(T)(u, ud) - jax.jvp(momentum, (u,), (ud,))[1]
    paper = us10_rotation.unconstrained(u, ud, J, np.zeros(4))
    close(paper[0], M)
    close(paper[1], Q)
    zeros = np.zeros(3)
    c = {"mass": np.ones(()), "inertia": J}
    q, qd = np.append(zeros, u), np.append(zeros, ud)
    q, qd = jnp.asarray(q), jnp.asarray(qd)
    close(zw.RigidBody.mass_block(q, c)[3:, 3:], M)
    close(zw.RigidBody.velocity_force(q, qd, c)[3:], Q)


@pytest.mark.equation("US10 (92)-(93)")
def test_a_free_body_has_the_matrices_of_the_paper():
    u, ud, J, _ = state(3)
    mechanism = zw.Mechanism([body(u, ud, J)])
    found = evaluate(mechanism.system(), *mechanism.start())
    M, Q = us10_rotation.unconstrained(u, ud, J, np.zeros(4))
    A, b = us10_rotation.constraint(u, ud)
    close(found.M[3:, 3:], M)
    close(found.M[:3, :3], 2.0 * np.eye(3))
    close(found.Q, np.append(np.zeros(3), Q))
    close(found.form.A[:, 3:], A)
    close(found.form.b, b)
    assert found.form.rows.names == ("body.norm",)
    assert np.linalg.matrix_rank(found.M) == 6


@pytest.mark.equation("US10 (107)-(109), (112), (116), (119), (123)")
@pytest.mark.parametrize("alpha", [0.5, 1.0, -3.0])
@pytest.mark.parametrize("seed", CASES)
def test_closed_forms_are_the_kernels_answer(seed, alpha):
    u, ud, J, Gamma_B = state(seed)
    w, Gamma_u = us10_rotation.omega(u, ud), us10_rotation.generalized_torque(u, Gamma_B)
    Gamma_u = Gamma_u + 0.7 * u  # the part along u turns nothing
    M, Q = us10_rotation.unconstrained(u, ud, J, Gamma_u)
    A, b = us10_rotation.constraint(u, ud)
    udd = zw.solve(M, Q, A, b).qdd
    close(us10.qdd(M, Q, A, b, alpha=alpha), udd)
    E, Ed, uu = us10_rotation.E(u), us10_rotation.E(ud), np.outer(u, u)
    rest = -8.0 * Ed.T @ J @ E @ ud - alpha**2 * (ud @ ud) * u
    rest = rest - 2.0 * (w @ J @ w) * u + (np.eye(4) - uu) @ Gamma_u
    close((4.0 * E.T @ J @ E + alpha**2 * uu) @ udd, rest)  # (107)
    close(us10_rotation.udd_of_auxiliary(u, ud, J, Gamma_u, alpha), udd)  # (108)
    close(us10_rotation.udd_expanded(u, ud, J, Gamma_u, alpha), udd)  # (109)
    close(us10_rotation.udd(u, ud, J, Gamma_u), udd)  # (112)
    close(us10_rotation.udd_by_body_torque(u, w, J, Gamma_B), udd)  # (116)
    close(np.linalg.solve(*us10_rotation.definite_form(u, w, J, Gamma_B, alpha)), udd)  # (119)
    M_A, Q_A = us10_rotation.auxiliary(u, ud, J, Gamma_u, alpha)
    total = Q_A + us10_rotation.Qc(u, w, J, Gamma_u)
    close(np.linalg.solve(M_A, total), udd)  # (123)
    # Euler's equation J ẇ + w × J w = Γ_B says the same.
    wd = 2.0 * us10_rotation.E(u) @ udd
    close(J @ wd + np.cross(w, J @ w), Gamma_B)


@pytest.mark.equation("US10 (121)-(122)")
@pytest.mark.parametrize("seed", CASES)
def test_torque_of_constraint(seed):
    u, ud, J, _ = state(seed)
    w = us10_rotation.omega(u, ud)
    Gamma_u = np.random.default_rng(seed).normal(size=4)  # with a part along u
    M, Q = us10_rotation.unconstrained(u, ud, J, Gamma_u)
    A, b = us10_rotation.constraint(u, ud)
    expected = us10_rotation.Qc(u, w, J, Gamma_u)
    close(zw.solve(M, Q, A, b).Qc, expected)  # (121)
    M_A, Q_A = us10_rotation.auxiliary(u, ud, J, Gamma_u, alpha=1.7)
    close(zw.solve(M_A, Q_A, A, b).Qc, expected)  # (122)


@pytest.mark.equation("US10 (95)-(99)")
@pytest.mark.parametrize("seed", CASES)
def test_stacked_matrix_has_rank_four_by_the_products_of_the_paper(seed):
    u, ud, J, _ = state(seed)
    E, uu = us10_rotation.E(u), np.outer(u, u)
    M, _ = us10_rotation.unconstrained(u, ud, J, np.zeros(4))
    M_hat = np.vstack([M, us10_rotation.constraint(u, ud)[0]])
    close(M_hat, np.vstack([4.0 * E.T @ J @ E, u]))  # (95)
    V = np.block([[E.T @ E, u[:, None]], [u, np.zeros(1)]])
    W = E.T @ np.linalg.inv(J) @ E / 4.0 + uu
    close(V @ V.T, np.eye(5))  # (97)
    close(W @ (4.0 * E.T @ J @ E + uu), np.eye(4))  # (98)
    close(V @ M_hat @ W, np.vstack([np.eye(4), np.zeros(4)]))  # (96), (99)
    assert np.linalg.matrix_rank(M_hat) == 4
    # Without the unit length of u the products say nothing.
    assert np.abs(2.0 * V @ M_hat @ W - np.vstack([np.eye(4), np.zeros(4)])).max() > 0.5


@pytest.mark.equation("US10 (101)")
@pytest.mark.parametrize("alpha", [0.5, 2.0, -3.0])
@pytest.mark.parametrize("seed", CASES)
def test_powers_of_the_auxiliary_mass(seed, alpha):
    """(101) for k = ±1 and ±½: by eigenvalues, and as printed, for full inertia tensors too."""
    u, ud, J, _ = state(seed)
    E, uu = us10_rotation.E(u), np.outer(u, u)
    M_A, _ = us10_rotation.auxiliary(u, ud, J, np.zeros(4), alpha)
    close(us10.auxiliary_mass(4.0 * E.T @ J @ E, u[None], alpha), M_A)  # (94)
    for k in (1.0, -1.0, 0.5, -0.5):
        printed = 4.0**k * E.T @ power(J, k) @ E + np.abs(alpha) ** (2.0 * k) * uu
        close(power(M_A, k), printed)  # (101)


def power(matrix, k):
    """Of a symmetric positive definite matrix."""
    values, vectors = np.linalg.eigh(matrix)
    return vectors * values**k @ vectors.T


@pytest.mark.equation("US10 (94), (100), (102)-(106)")
@pytest.mark.parametrize("alpha", [0.5, 2.0, -3.0])
@pytest.mark.parametrize("seed", CASES)
def test_steps_from_the_auxiliary_system_to_its_acceleration(seed, alpha):
    u, ud, J, _ = state(seed)
    rng = np.random.default_rng(seed)
    Gamma_u, z = rng.normal(size=4), rng.normal()  # with a part along u
    E, w, uu = us10_rotation.E(u), us10_rotation.omega(u, ud), np.outer(u, u)
    M, Q = us10_rotation.unconstrained(u, ud, J, Gamma_u)
    A, b = us10_rotation.constraint(u, ud)
    M_A = us10.auxiliary_mass(M, A, alpha)
    Q_z = us10.auxiliary_force(Q, A, np.array([z]))
    close(Q_z, -8.0 * us10_rotation.E(ud).T @ J @ E @ ud + u * z + Gamma_u)  # (94)
    a = np.linalg.solve(M_A, Q_z)
    close(a, (E.T @ np.linalg.inv(J) @ E / 4.0 + uu / alpha**2) @ Q_z)  # (102)
    along = (2.0 * w @ J @ w + z + u @ Gamma_u) / alpha**2
    close(A @ a, [along])  # (103)
    close(b - A @ a, [-ud @ ud - along])  # (104)
    B_plus = np.linalg.pinv(A @ power(M_A, -0.5))
    close(B_plus[:, 0], np.abs(alpha) * u)  # (105)
    close(power(M_A, 0.5) @ B_plus, alpha**2 * u[:, None])  # (106)
    close(zw.gain(M_A, A)[:, 0], alpha**2 * u)  # (106)
    total = Q_z + power(M_A, 0.5) @ B_plus @ (b - A @ a)
    left = M_A @ us10_rotation.udd(u, ud, J, Gamma_u)
    close((total - left) / np.abs(Q_z).max(), 0.0)  # (100), in parts of what enters


@pytest.mark.equation("US10 (120)")
@pytest.mark.parametrize("alpha", [0.5, -1.7])
@pytest.mark.parametrize("seed", CASES)
def test_torque_of_the_auxiliary_constraint_for_any_z(seed, alpha):
    u, ud, J, _ = state(seed)
    rng = np.random.default_rng(seed)
    Gamma_u, z = rng.normal(size=4), rng.normal(size=1)
    M, Q = us10_rotation.unconstrained(u, ud, J, Gamma_u)
    A, b = us10_rotation.constraint(u, ud)
    w = us10_rotation.omega(u, ud)
    printed = us10_rotation.auxiliary_Qc(u, ud, J, Gamma_u, alpha, z[0])
    close(us10.auxiliary_Qc_parts(M, Q, A, b, alpha=alpha, z=z)[0], printed)  # (120)
    M_A, Q_z = us10.auxiliary_mass(M, A, alpha), us10.auxiliary_force(Q, A, z)
    close(zw.solve(M_A, Q_z, A, b).Qc, printed)  # (120), by the kernel
    chosen = us10_rotation.auxiliary_Qc(u, ud, J, Gamma_u, alpha, -(alpha**2) * (ud @ ud))
    close(chosen, us10_rotation.Qc(u, w, J, Gamma_u))  # (121)


@pytest.mark.parametrize("definite", [False, True], ids=["singular", "definite"])
def test_a_mechanism_turns_as_the_closed_form_says(definite):
    u, ud, J, Gamma_B = state(3)
    load = zw.Load(body(u, ud, J), torque=Gamma_B, frame="body")
    mechanism = zw.Mechanism([body(u, ud, J)], forces=[load])
    found = mechanism.system(definite=definite).acceleration(*mechanism.start())
    w, Gamma_u = us10_rotation.omega(u, ud), us10_rotation.generalized_torque(u, Gamma_B)
    close(found.qdd[3:], us10_rotation.udd_by_body_torque(u, w, J, Gamma_B))
    close(found.Qc[3:], us10_rotation.Qc(u, w, J, Gamma_u))
