"""One motion in other forms: of first order, in momenta, with a definite mass."""

from functools import cache

import diffrax
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from scipy.integrate import solve_ivp

import zwang as zw
from tests.systems.drawn import close
from tests.systems.points import ROD
from zwang import zoo
from zwang.system.lagrangian import lagrangian_of

Q0, QD0, TIMES = np.array([0.6, -0.8]), np.array([1.6, 1.2]), [0.0, 0.2, 0.5]


def energies(q, qd, t, p):
    """In a frame that turns, with a mass matrix that is not diagonal and a mass that leaks."""
    v = qd + p["turn"] * jnp.stack([-q[1], q[0]])
    return 0.5 * (2.0 * v[0] ** 2 + jnp.exp(-0.1 * t) * v[1] ** 2 + 0.3 * v[0] * v[1]) - 9.81 * q[1]


P = {"turn": 0.3}
TURNING = zw.System.from_lagrangian(
    energies, force=lambda qd: -0.1 * qd, constraints=ROD, coordinates="x y"
)


@cache
def motion() -> zw.Motion:
    return zw.simulate(TURNING, Q0, QD0, TIMES, P, rtol=1e-11, atol=1e-12)


@pytest.mark.equation("KU93 (31)")
@pytest.mark.parametrize("momenta", [False, True], ids=["first order", "Hamilton"])
def test_another_integrator_finds_the_same_motion(momenta):
    f, told = TURNING.first_order(P, momenta=momenta), motion()
    y0 = f.start(Q0, QD0)
    close(y0[2:], told.momentum[0] if momenta else QD0, 1e-14)
    second = told.momentum if momenta else told.qd
    explicit = solve_ivp(f, (0.0, 0.5), y0, t_eval=TIMES, method="DOP853", rtol=1e-11, atol=1e-12)
    stiff = solve_ivp(
        f, (0.0, 0.5), y0, t_eval=TIMES, method="Radau", jac=f.jacobian, rtol=1e-7, atol=1e-9
    )
    for found, tol in ((explicit, 1e-10), (stiff, 1e-5)):
        close(found.y[:2].T, told.q, tol)
        close(found.y[2:].T, second, tol)
    close(f.velocities(TIMES[-1], explicit.y[:, -1]), told.qd[-1], 1e-10)


def test_diffrax_takes_it_too():
    f = TURNING.first_order(P)
    found = diffrax.diffeqsolve(
        diffrax.ODETerm(f), diffrax.Dopri8(), 0.0, 0.5, None, jnp.asarray(f.start(Q0, QD0)),
        stepsize_controller=diffrax.PIDController(rtol=1e-11, atol=1e-12),
    )  # fmt: skip
    assert found.ys is not None
    close(found.ys[0, :2], motion().q[-1], 1e-10)


@pytest.mark.parametrize("momenta", [False, True])
def test_jacobian_is_that_of_differences(momenta):
    f, step = TURNING.first_order(P, momenta=momenta), 1e-6
    y = f.start(Q0, QD0, 0.4)
    rates = [(f(0.4, y + step * e) - f(0.4, y - step * e)) / (2.0 * step) for e in np.eye(4)]
    close(f.jacobian(0.4, y), np.stack(rates, axis=1), 1e-7)


def test_rate_of_momentum_is_that_of_lagranges_equations():
    """ṗ = ∂L/∂q + F + Qc: by L, and not by H."""
    f, lagrangian = TURNING.first_order(P, momenta=True), lagrangian_of(TURNING)
    assert lagrangian is not None
    y = f.start(Q0, QD0, 0.4)
    Qc = TURNING.acceleration(Q0, QD0, 0.4, P).Qc
    along = jax.grad(lagrangian)(jnp.asarray(Q0), jnp.asarray(QD0), 0.4, P)
    close(f(0.4, y)[2:], along - 0.1 * QD0 + Qc, 1e-12)
    assert np.abs(f(0.4, y)[2:] - along).max() > 0.1  # without F and Qc it would be another


def test_without_a_lagrangian_the_momentum_is_M_qd_and_hamiltons_form_is_refused():
    plain = zw.System([2.0, 3.0], None, ROD)
    moved = zw.simulate(plain, Q0, QD0, [0.0, 0.5])
    close(moved.momentum, moved.qd * [2.0, 3.0], 1e-14)
    with pytest.raises(ValueError, match="`momenta` is True"):
        plain.first_order(momenta=True)


def test_a_failure_in_it_is_told_by_name():
    both = [ROD, zw.Holonomic(lambda q: 2.0 * q @ q - 3.0, name="longer rod")]
    torn = zw.System(1.0, lambda q, t: [0.0, t], [*both, zw.AccelerationLevel([[1.0, 0]], [0.0])])
    with pytest.raises(zw.NumericalError, match="rod"):
        f = zw.System(1.0, None, [ROD, zw.AccelerationLevel([[1.2, -1.6]], [5.0])]).first_order()
        f(0.0, [0.6, -0.8, 1.6, 1.2])
    with pytest.raises(ValueError, match="`y` has the shape"):
        torn.first_order()(0.0, [1.0, 2.0, 3.0])


# -- a definite mass ------------------------------------------------------------------------------


@pytest.mark.equation("US10 (45)-(46), (67)")
@pytest.mark.parametrize("z", [None, [1.5], lambda q, t, p: [q[0] - t * p["m1"]]])
@pytest.mark.parametrize("alpha", [0.5, -2.0])
def test_auxiliary_system_has_the_acceleration_of_the_actual_one(alpha, z):
    problem = zoo.two_masses()
    here = problem.q0, problem.qd0, 0.3, problem.p
    actual = problem.system.acceleration(*here)
    found = problem.system.definite(alpha, z).acceleration(*here)
    assert actual.chosen.startswith("singular") and found.chosen.startswith("cholesky")
    close(found.qdd, actual.qdd, 1e-12)
    same = np.abs(found.Qc - actual.Qc).max() < 1e-12
    assert same == (z is None)  # [US10] (67): only with z = α²b is the force the actual one


def quaternion_body():
    from zwang.reproduce.us10_body import BODY

    u = np.array([0.8, 0.1, -0.3, 0.5])
    u /= np.linalg.norm(u)
    E = np.array(
        [[-u[1], u[0], u[3], -u[2]], [-u[2], -u[3], u[0], u[1]], [-u[3], u[2], -u[1], u[0]]]
    )
    p = {"J": np.array([1.0, 2.0, 3.0]), "mgl": 0.7}
    return BODY, u, E.T @ [0.4, -1.0, 0.7] / 2.0, p


def test_auxiliary_system_accelerates_as_the_actual_one_all_along_a_motion():
    system, u, ud, p = quaternion_body()
    moved, other = zw.simulate(system, u, ud, (0.0, 0.4), p), system.definite(alpha=1.3)
    for row in range(len(moved)):
        found = other.acceleration(moved.q[row], moved.qd[row], moved.t[row], p)
        close(found.qdd, moved.qdd[row], 1e-11)
        close(found.Qc, moved.Qc[row], 1e-11)


@pytest.mark.slow
def test_auxiliary_system_moves_as_the_actual_one_with_the_same_force():
    system, u, ud, p = quaternion_body()
    times = [0.0, 0.4]
    actual = zw.simulate(system, u, ud, times, p, rtol=1e-10)
    found = zw.simulate(system.definite(alpha=1.3), u, ud, times, p, rtol=1e-10)
    close(found.q, actual.q, 1e-9)
    close(found.Qc, actual.Qc, 1e-8)


def test_redundant_rows_and_friction_do_not_disturb_it():
    rows = [ROD, zw.Holonomic(lambda q: 3.0 * (q @ q - 1.0), name="again")]
    massless = zw.System([1.0, 0.0], [0.0, -9.81], rows, nonideal=lambda qd: -0.3 * qd)
    actual, found = (x.acceleration(Q0, QD0) for x in (massless, massless.definite(0.7)))
    close(found.qdd, actual.qdd, 1e-11)
    close(found.Qc, actual.Qc, 1e-11)
    close(found.Qc_nonideal, actual.Qc_nonideal, 1e-11)


# Appell and Hamel's rows, not linear in q̇, on coordinates of which one has no mass.
HAMEL = zw.System(
    [1.0, 0.5, 0.0],
    lambda q: [-q[0], 0.3, 0.4],
    [
        zw.Nonholonomic(lambda qd: qd[2] ** 2 - qd[0] ** 2 - qd[1] ** 2, name="cone"),
        zw.Nonholonomic(lambda qd: 2.0 * (qd[2] ** 2 - qd[0] ** 2 - qd[1] ** 2), name="again"),
    ],
    nonideal=lambda qd: -0.1 * qd,
)
HAMELS_START = [0.1, -0.2, 0.3], [0.6, 0.8, 1.0]


@pytest.mark.equation("US10 (45)-(46), (67)")
@pytest.mark.parametrize("engine", ["native", pytest.param("jax", marks=pytest.mark.slow)])
def test_rows_not_linear_in_the_velocities_have_an_auxiliary_system_too(engine):
    found, actual = (
        HAMEL.definite(0.6).acceleration(*HAMELS_START),
        HAMEL.acceleration(*HAMELS_START),
    )
    close(found.qdd, actual.qdd, 1e-12)
    close(found.Qc, actual.Qc, 1e-12)
    moved, other = (
        zw.simulate(x, *HAMELS_START, [0.0, 0.5], rtol=1e-9, engine=engine)
        for x in (HAMEL, HAMEL.definite(0.6))
    )
    close(other.q, moved.q, 1e-8)
    close(other.Qc, moved.Qc, 1e-7)
    close(other.residual, 0.0, 1e-12)


def test_an_A_of_the_velocities_makes_the_auxiliary_mass_one_of_them():
    asks = zw.AccelerationLevel(lambda qd: [qd], lambda qd: [-qd @ qd], name="along")
    actual = zw.System([1.0, 0.0], [1.0, 0.0], asks)
    found = actual.definite(z=lambda qd: [qd[0]])
    close(found.acceleration(Q0, QD0).qdd, actual.acceleration(Q0, QD0).qdd, 1e-12)
    close(found.M(Q0, qd=QD0), np.diag([1.0, 0.0]) + np.outer(QD0, QD0) / np.dot(QD0, QD0), 1e-14)
    with pytest.raises(ValueError, match="`qd` is not given"):
        found.M(Q0)
    assert zw.explain(found, Q0, QD0).residual < 1e-12
    with pytest.raises(ValueError, match="`alpha` is 0"):
        TURNING.definite(alpha=0)


# -- other velocities -----------------------------------------------------------------------------


def turning(q):
    """Rates of a body about its own axes, of its quaternion."""
    u0, u1, u2, u3 = q
    return 2.0 * jnp.stack([
        jnp.stack([-u1, u0, u3, -u2]), jnp.stack([-u2, -u3, u0, u1]), jnp.stack([-u3, u2, -u1, u0])
    ])  # fmt: skip


def test_quasi_velocities_of_a_body_are_its_rates_and_lead_back():
    system, u, ud, p = quaternion_body()
    moved = zw.simulate(system, u, ud, [0.0, 0.2, 0.4], p)
    w = zw.quasi_velocities(moved, turning)
    close(w[0], [0.4, -1.0, 0.7], 1e-14)
    close(zw.from_quasi_velocities(moved, turning, w), moved.qd, 1e-13)
    # Euler's equation for them, J ẇ + w × J w = torque, by the motion's own accelerations.
    wd = np.einsum("tkn,tn->tk", np.stack([turning(q) for q in moved.q]), moved.qdd)
    from zwang.reproduce.us10_body import torque

    for rate, spin, q in zip(wd, w, moved.q):
        close(p["J"] * rate + np.cross(spin, p["J"] * spin), torque(q, p), 1e-12)
    close(zw.quasi_velocities(moved, 2.0 * np.eye(4)[:2]), 2.0 * moved.qd[:, :2], 0)
    half = lambda q: turning(q)[:2]
    with pytest.raises(ValueError, match="`S` and the constraints leave a direction"):
        zw.from_quasi_velocities(moved, half, w[:, :2])
    with pytest.raises(ValueError, match="`u` has the shape"):
        zw.from_quasi_velocities(moved, turning, w[:2])
    with pytest.raises(ValueError, match="`S` has the shape"):
        zw.quasi_velocities(moved, lambda q: q)
    with pytest.raises(TypeError, match="`motion` is 3"):
        zw.quasi_velocities(3, turning)  # pyright: ignore


# -- all accelerations ----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [np.asarray, jnp.asarray], ids=["numpy", "jax"])
def test_all_free_directions_are_named_and_every_combination_obeys_the_laws(kind):
    M, Q, A, b = (
        np.diag([1.0, 0, 0, 0]),
        np.array([1.0, 0, 0, 0]),
        np.array([[0.0, 0, 1, 2]]),
        [1.0],
    )
    found = zw.solve(*map(kind, (M, Q, A, np.array(b))), throw=False)
    free = found.freedom
    assert free.names == ("+1 q[1]", "+1 q[2] -0.5 q[3]")
    close(M @ free.directions, 0, 0)
    close(A @ free.directions, 0, 1e-15)
    every = free.qdd[:, None] + free.directions @ np.array([[1.0, -7.0], [2.0, 0.3]])
    close(A @ every, np.ones((1, 2)), 1e-14)
    close(M @ every, (Q + found.Qc)[:, None] * np.ones(2), 1e-14)
    with pytest.raises(zw.NumericalError, match="2 directions: .*q.1.; .*q.2. -0.5 q.3."):
        zw.solve(*map(kind, (M, Q, A, np.array(b))))
    assert zw.solve(np.eye(1), [0], [[1.0]], [0]).freedom is None
    pushed = zw.solve(M, [1.0, 2.0, 0, 0], A, b, throw=False)
    assert pushed.status == zw.Status.NO_SOLUTION and np.isnan(pushed.freedom.qdd).all()


def test_a_described_system_names_its_free_coordinates():
    loose = zw.System(np.diag([1.0, 0.0, 0.0]), [1.0, 0, 0], coordinates="cart hand foot")
    found = loose.acceleration([0.0] * 3, [0.0] * 3, throw=False)
    assert found.freedom.names == ("+1 hand", "+1 foot")
    with pytest.raises(zw.NumericalError, match="hand; .* foot"):
        loose.acceleration([0.0] * 3, [0.0] * 3)


@pytest.mark.equation("US10 (7)-(8)")
def test_free_directions_do_not_depend_on_units_or_on_how_the_rows_are_written():
    for seed in range(30):
        system = zw.random_system(6, 3, 2, 2, scale=1e5, seed=seed)
        M, Q, A, b, _ = system
        found = zw.solve(M, Q, A, b, throw=False)
        X, d = found.freedom.directions, system.units
        assert X.shape == (6, 2)
        sizes = np.linalg.norm(X * d[:, None], axis=0)
        close(M @ X / d[:, None] / sizes, 0, 1e-10)
        close(A @ X / system.row_units[:, None] / sizes, 0, 1e-10)
        again = zw.solve(M, Q, np.vstack([A, A.sum(axis=0)]), np.append(b, b.sum()), throw=False)
        both = np.hstack([X, again.freedom.directions]) * d[:, None]
        assert np.linalg.matrix_rank(both / np.linalg.norm(both, axis=0), rtol=1e-8) == 2
        close((found.Qc - system.Qc) / d, 0, 1e-9)


def test_rounding_of_a_force_elsewhere_is_no_push_along_a_free_direction():
    """In turned coordinates too: entries of the free direction that should be zero are rounding."""
    rng = np.random.default_rng(8)
    M, Q, A, b = np.diag([1.0, 0, 0]), np.array([3.0, 0, 0]), np.array([[1.0, 1.0, -2.0]]), [0.0]
    for _ in range(20):
        turn = np.linalg.qr(rng.standard_normal((3, 3)))[0]
        found = zw.solve(turn.T @ M @ turn, turn.T @ Q, A @ turn, b, throw=False)
        assert found.status == zw.Status.NOT_UNIQUE
        close(turn @ found.Qc, [0.0, 0.0, 0.0], 1e-13)
        push = turn.T @ (Q + 1e-6 * np.array([0.0, 2.0, 1.0]))  # along (0, 1, ½)
        found = zw.solve(turn.T @ M @ turn, push, A @ turn, b, throw=False)
        assert found.status == zw.Status.NO_SOLUTION
