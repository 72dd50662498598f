"""M and Q from energies are those by hand; the energy changes as the forces say."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.unit import mechanisms as andrews
from zwang.equation.known import known_at

EPS = float(np.finfo(float).eps)
q, qd, t = np.array([0.4, -1.1]), np.array([1.7, 0.6]), 0.8


def double_pendulum():
    m1, m2, L1, L2, g = 1.2, 0.7, 0.9, 1.4, 9.81

    def T(q, qd):
        v1 = L1 * qd[0] * jnp.stack([jnp.cos(q[0]), jnp.sin(q[0])])
        v2 = v1 + L2 * qd[1] * jnp.stack([jnp.cos(q[1]), jnp.sin(q[1])])
        return 0.5 * m1 * v1 @ v1 + 0.5 * m2 * v2 @ v2

    def V(q):
        return -(m1 + m2) * g * L1 * jnp.cos(q[0]) - m2 * g * L2 * jnp.cos(q[1])

    s, c = np.sin(q[0] - q[1]), np.cos(q[0] - q[1])
    M = [[(m1 + m2) * L1**2, m2 * L1 * L2 * c], [m2 * L1 * L2 * c, m2 * L2**2]]
    Q = [
        -m2 * L1 * L2 * s * qd[1] ** 2 - (m1 + m2) * g * L1 * np.sin(q[0]),
        m2 * L1 * L2 * s * qd[0] ** 2 - m2 * g * L2 * np.sin(q[1]),
    ]
    energy = 0.5 * qd @ np.array(M) @ qd + float(V(q))
    return {"T": T, "V": V}, M, Q, energy


def rotating_frame():
    """Terms linear in q̇ that depend on time: Coriolis, centrifugal and Euler forces."""
    m = 1.3

    def L(q, qd, t):
        turn = jnp.sin(t)  # Ω; its rate is cos t
        v = qd + turn * jnp.stack([-q[1], q[0]])
        return 0.5 * m * v @ v

    turn, rate = np.sin(t), np.cos(t)
    Q = [
        m * (2 * turn * qd[1] + turn**2 * q[0] + rate * q[1]),
        m * (-2 * turn * qd[0] + turn**2 * q[1] - rate * q[0]),
    ]
    return {"L": L}, m * np.eye(2), Q, 0.5 * m * (qd @ qd - turn**2 * q @ q)


def leaking_mass():
    """a_ij depends on time: a mass that leaks, on a spring that weakens, and a force besides."""

    def T(qd, t):
        return 0.5 * jnp.exp(-t) * qd @ qd

    def V(q, t):
        return 0.5 * q @ q / (1 + t)

    Q = np.exp(-t) * qd - q / (1 + t) + np.array([3.0, -0.1 * qd[1]])
    energy = 0.5 * np.exp(-t) * qd @ qd + 0.5 * q @ q / (1 + t)
    parts = {"T": T, "V": V, "force": lambda qd: [3.0, -0.1 * qd[1]]}
    return parts, np.exp(-t) * np.eye(2), Q, energy


CASES = {"double pendulum": double_pendulum, "rotating frame": rotating_frame, "leak": leaking_mass}


@pytest.mark.equation("KU93 (4)")
def test_lagranges_equations_hold_with_the_constraint_force():
    """d/dt ∂T/∂q̇ − ∂T/∂q = Q + Qc along the motion, differentiated apart from the library."""
    parts, *_ = leaking_mass()
    rod = zw.Holonomic(lambda q, t: q @ q + 0.3 * q[0] * q[1] - 1.7 - t, name="rod")
    system = zw.System.from_lagrangian(**parts, constraints=rod)
    found = system.acceleration(q, qd, t)
    momentum = lambda qd, t: jax.grad(parts["T"])(qd, t)
    _, rate = jax.jvp(momentum, (jnp.asarray(qd), t), (jnp.asarray(found.qdd), 1.0))
    given = -jax.grad(parts["V"])(jnp.asarray(q), t) + jnp.stack(parts["force"](qd))
    np.testing.assert_allclose(rate, given + found.Qc, atol=16 * EPS)
    assert np.abs(found.Qc).max() > 0.1


@pytest.mark.equation("KU93 (1)-(2), (5)-(7)")
@pytest.mark.parametrize("name", CASES)
def test_mass_force_and_energy_are_those_by_hand(name):
    parts, M, Q, energy = CASES[name]()
    system = zw.System.from_lagrangian(**parts)
    np.testing.assert_allclose(system.M(q, t), M, rtol=50 * EPS, atol=50 * EPS)
    np.testing.assert_allclose(system.Q(q, qd, t), Q, rtol=50 * EPS, atol=50 * EPS)
    found = system.energy.at(system.values(q, qd, t, None))
    np.testing.assert_allclose(found, energy, rtol=50 * EPS)


def test_of_the_squeezer_mass_and_force_are_those_printed(rng):
    system = zw.System.from_lagrangian(T=andrews.T, V=andrews.V)
    state, rates = rng.normal(size=(2, 7))
    M, Q = jax.jit(lambda q, qd: (system.M(q), system.Q(q, qd)))(state, rates)
    np.testing.assert_allclose(M, andrews.mass(state), rtol=0, atol=100 * EPS * np.abs(M).max())
    size = np.abs(Q).max()
    np.testing.assert_allclose(Q, andrews.force(state, rates), rtol=0, atol=100 * EPS * size)


def test_energy_changes_by_the_power_of_forces_and_by_time():
    """dE/dt = force · q̇ − ∂L/∂t, for an L with every term: quadratic, linear, zero, and time."""

    def L(q, qd, t):
        a = jnp.array([[2.0 + jnp.sin(q[1] * t), 0.3], [0.3, 1.0 + q[0] ** 2]])
        return 0.5 * qd @ a @ qd + jnp.cos(t + q[0]) * qd[1] + q[1] ** 3 * t - jnp.exp(q[0])

    system = zw.System.from_lagrangian(L, force=lambda qd, q: -qd * q)
    qdd = system.acceleration(q, qd, t).qdd

    def energy(q, qd, t):
        return system.energy.at({"q": q, "qd": qd, "t": t, "p": None})

    state = (jnp.asarray(q), jnp.asarray(qd), jnp.asarray(t))
    rate = jax.jvp(energy, state, (state[1], jnp.asarray(qdd), jnp.ones(())))[1]
    power = -(qd * q) @ qd - jax.grad(L, argnums=2)(*state)
    np.testing.assert_allclose(rate, power, rtol=1e3 * EPS)


NOT_QUADRATIC = {
    "relativistic": lambda qd: -jnp.sqrt(1.0 - 0.01 * qd @ qd),
    "quartic": lambda qd: qd @ qd + 1e-3 * jnp.sum(qd**4),
    "cubic": lambda qd: qd @ qd + jnp.sum(qd**3),
}


@pytest.mark.parametrize("velocity", [0.0, 1.0], ids=["at rest", "moving"])
@pytest.mark.parametrize("name", NOT_QUADRATIC)
def test_a_lagrangian_of_higher_degree_is_refused(name, velocity):
    system = zw.System.from_lagrangian(NOT_QUADRATIC[name])
    with pytest.raises(ValueError, match="`L` is not a polynomial of degree two in `qd`"):
        system.acceleration(q, velocity * qd)


def test_a_kinetic_energy_without_derivatives_at_rest_is_named():
    system = zw.System.from_lagrangian(T=lambda qd: jnp.linalg.norm(qd) ** 2)
    with pytest.raises(zw.NumericalError, match="`mass`.*`T` at qd = 0"):
        system.acceleration(q, qd)


BAD = {
    "nothing": ({}, "either `L`, or `T`"),
    "L and T": ({"L": lambda qd: qd @ qd, "T": lambda qd: qd @ qd}, "either `L`, or `T`"),
    "L and V": ({"L": lambda qd: qd @ qd, "V": lambda q: q @ q}, "`V` belongs to `T`"),
    "L is a number": ({"L": 1.0}, "`L` is 1.0; wanted a function"),
    "T is a text": ({"T": "v²/2"}, "`T` is 'v²/2'; wanted a function"),
    "V is a text": ({"T": lambda qd: qd @ qd, "V": "mgh"}, "`V` is 'mgh'; wanted"),
    "force is None inside": ({"T": lambda qd: qd @ qd, "force": [None]}, "`force` is .None."),
    "V of qd": ({"T": lambda qd: qd @ qd, "V": lambda q, qd: q @ qd}, "`V`.*`qd`"),
}


@pytest.mark.parametrize("name", BAD)
def test_energies_that_do_not_fit_together_are_refused(name):
    parts, text = BAD[name]
    with pytest.raises(TypeError, match=text):
        zw.System.from_lagrangian(**parts)


def test_an_energy_that_is_no_number_is_refused():
    with pytest.raises(ValueError, match="`T` has the shape .2,.; wanted .., a number"):
        zw.System.from_lagrangian(T=lambda qd: qd * qd).acceleration(q, qd)
    with pytest.raises(ValueError, match="`force` has the shape .3,."):
        zw.System.from_lagrangian(T=lambda qd: qd @ qd, force=[1.0, 2.0, 3.0]).acceleration(q, qd)


def test_equal_energies_make_systems_of_one_program():
    def cell(k):
        return zw.System.from_lagrangian(T=lambda qd: k * qd @ qd, V=lambda q: q @ q)

    first, again, other = (known_at(cell(k), q, qd, 0.0, None) for k in (2.0, 2.0, 3.0))
    assert first == again != other and hash(first) == hash(again)
