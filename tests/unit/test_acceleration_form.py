"""A and b by automatic differentiation are those by hand, and those of the motion itself."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.refusals import refused
from zwang.equation.acceleration_form import acceleration_form

EPS = float(np.finfo(float).eps)


def form(constraints, q, qd, t=0.0, p=None):
    return acceleration_form(zw.System(1.0, None, constraints), q, qd, t, p)


# Each by hand: (constraint, q, q̇, t, A, b, velocity residual). r = 0.1, omega = 10 in the car
# axis, whose constraint is x_b x_l + y_b y_l with y_b = r sin ωt, x_b² + y_b² = 1.
def car_axis():
    t, r, w = 0.3, 0.1, 10.0
    q, qd = np.array([0.02, 0.5]), np.array([-0.5, 0.1])
    y, yd, ydd = r * np.sin(w * t), r * w * np.cos(w * t), -r * w**2 * np.sin(w * t)
    x = np.sqrt(1 - y**2)
    xd = -y * yd / x
    xdd = -(yd**2 + y * ydd + xd**2) / x
    phi = zw.Holonomic(
        lambda q, t: jnp.sqrt(1 - (r * jnp.sin(w * t)) ** 2) * q[0] + r * jnp.sin(w * t) * q[1]
    )
    b = -(2 * xd * qd[0] + 2 * yd * qd[1] + xdd * q[0] + ydd * q[1])
    velocity = xd * q[0] + yd * q[1] + x * qd[0] + y * qd[1]
    return phi, q, qd, t, [[x, y]], [b], [velocity]


def knife_edge():
    q, qd = np.array([0.3, -0.2, 0.7]), np.array([1.1, 0.4, 2.0])
    s, c = np.sin(q[2]), np.cos(q[2])
    psi = zw.Nonholonomic(lambda q, qd: qd[0] * jnp.sin(q[2]) - qd[1] * jnp.cos(q[2]))
    b = -qd[2] * (qd[0] * c + qd[1] * s)
    return psi, q, qd, 0.0, [[s, -c, 0.0]], [b], [qd[0] * s - qd[1] * c]


def pfaffian_with_beta():
    q, qd, t = np.array([0.3, -0.2]), np.array([1.1, 0.4]), 0.6
    alpha = zw.Pfaffian(lambda q, t: [t * q[0], q[0] * q[1]], lambda q, t: q[1] ** 2 * t**2)
    b = -((q[0] + t * qd[0]) * qd[0] + (qd[0] * q[1] + q[0] * qd[1]) * qd[1])
    b -= 2 * q[1] * qd[1] * t**2 + 2 * q[1] ** 2 * t
    psi = t * q[0] * qd[0] + q[0] * q[1] * qd[1] + q[1] ** 2 * t**2
    return alpha, q, qd, t, [[t * q[0], q[0] * q[1]]], [b], [psi]


x3, v3 = np.array([0.3, -0.4, 0.5]), np.array([1.0, 2.0, -3.0])
BY_HAND = {
    "pendulum": lambda: (
        zw.Holonomic(lambda q, p: q @ q - p**2),
        *(x3[:2], v3[:2], 0.0),
        *([2 * x3[:2]], [-2 * v3[:2] @ v3[:2]], [2 * x3[:2] @ v3[:2]]),
    ),
    "spherical pendulum": lambda: (
        zw.Holonomic(lambda q: jnp.sqrt(q @ q) - 1.0),
        *(x3, v3, 0.0),
        [x3 / np.sqrt(x3 @ x3)],
        [-(v3 @ v3) / np.sqrt(x3 @ x3) + (x3 @ v3) ** 2 / np.sqrt(x3 @ x3) ** 3],
        [x3 @ v3 / np.sqrt(x3 @ x3)],
    ),
    "car axis": car_axis,
    "knife edge": knife_edge,
    "constant speed": lambda: (
        zw.Nonholonomic(lambda qd: qd @ qd - 4.0),
        *(x3, v3, 0.0, [2 * v3], [0.0], [v3 @ v3 - 4.0]),
    ),
    "speed that grows": lambda: (
        zw.Nonholonomic(lambda q, qd, t: qd @ qd - q[0] * t),
        *(x3, v3, 2.0, [2 * v3], [v3[0] * 2.0 + x3[0]], [v3 @ v3 - x3[0] * 2.0]),
    ),
    "Rosenberg": lambda: (
        zw.Pfaffian(lambda q: [-q[2], 1.0, 0.0]),
        *(x3, v3, 0.0, [[-x3[2], 1.0, 0.0]], [v3[2] * v3[0]], [v3[1] - x3[2] * v3[0]]),
    ),
    "Pfaffian with beta": pfaffian_with_beta,
    "acceleration level": lambda: (
        zw.AccelerationLevel(lambda q, qd: [q, qd], lambda t, qd: [t, qd[0]]),
        *(x3, v3, 2.0, [x3, v3], [2.0, v3[0]], []),
    ),
}


@pytest.mark.equation("KU93 (3), (8)")
@pytest.mark.parametrize("name", BY_HAND)
def test_A_b_and_residual_are_those_by_hand(name):
    constraint, q, qd, t, A, b, velocity = BY_HAND[name]()
    found = form([constraint], q, qd, t, 0.5)
    size = 1 + np.abs(b).max()
    np.testing.assert_allclose(found.A, A, rtol=0, atol=20 * EPS * size)
    np.testing.assert_allclose(found.b, b, rtol=0, atol=20 * EPS * size)
    np.testing.assert_allclose(found.velocity, velocity, rtol=0, atol=20 * EPS * size)


# -- along any path q(t) the constraint's own derivatives are A q̈ − b ----------------------------

W = np.random.default_rng(5).normal(size=(4, 3))


def some_vector(x):
    return jnp.stack([jnp.sin(x @ W[0, :]) * x[1], jnp.exp(0.3 * x[0]) - x[2] ** 3, x @ x])


PATHS = {
    "holonomic": zw.Holonomic(lambda q, t: some_vector(q) * jnp.cos(t)),
    "more rows than coordinates": zw.Holonomic(lambda q, t: jnp.tanh(W @ q + t)),
    "nonholonomic": zw.Nonholonomic(
        lambda q, qd, t: some_vector(q + t * qd) + qd * jnp.sin(qd[::-1])
    ),
    "Pfaffian": zw.Pfaffian(
        lambda q, t: jnp.outer(some_vector(q), jnp.cos(q + t)), lambda q, t: t * some_vector(q)
    ),
}


def path(t):
    return jnp.stack([jnp.sin(1.3 * t) + 0.2, 0.5 * jnp.cos(2.0 * t), 0.3 * t**3 - 0.1 * t])


@pytest.mark.equation("U05 (3)-(5)", "UK95 (2)-(3)", "US10 (2)-(4)")
@pytest.mark.parametrize("name", PATHS)
def test_along_a_path_the_residual_is_differentiated_as_A_qdd_minus_b(name):
    system = zw.System(1.0, None, [PATHS[name]])
    t = 0.7

    @jax.jit
    def at(s):
        """φ or ψ along the path, by the form's own report of residuals; and A q̈ − b."""
        q, rate = jax.jvp(path, (s,), (1.0,))
        qdd = jax.jvp(lambda s: jax.jvp(path, (s,), (1.0,))[1], (s,), (1.0,))[1]
        f = acceleration_form(system, q, rate, s)
        return f.phi, f.velocity, f.A @ qdd - f.b

    # Central differences of fourth order, step 1e-3: error about 1e-12 of derivatives near 1e2.
    h = 1e-3
    samples = [at(t + k * h) for k in (-2, -1, 1, 2)]

    def rate(i):
        far0, near0, near1, far1 = (np.asarray(x[i]) for x in samples)
        return (far0 - 8 * near0 + 8 * near1 - far1) / (12 * h)

    phi, velocity, second = map(np.asarray, at(t))
    np.testing.assert_allclose(rate(1), second, rtol=1e-8, atol=1e-8)
    if phi.size:
        np.testing.assert_allclose(rate(0), velocity, rtol=1e-8, atol=1e-8)


# -- rows and their names ------------------------------------------------------------------------


def test_rows_on_positions_come_first_then_velocities_then_the_rest():
    found = form(
        [
            zw.AccelerationLevel([[1.0, 0.0, 0.0]], 2.0, name="lift"),
            zw.Pfaffian([[0.0, 1.0, 0.0]], name="slip"),
            zw.Holonomic(lambda q: q[:2], name="pin"),
            zw.Nonholonomic(lambda qd: qd[2] - 1.0),
            zw.Holonomic(lambda q: q[1:], name=["second", "third"]),
        ],
        x3,
        v3,
    )
    rows = found.rows
    assert rows.names == ("pin[0]", "pin[1]", "second", "third", "slip", "nonholonomic 1", "lift")
    assert dict(rows.groups)["pin"] == (0, 1) and dict(rows.groups)["third"] == (3,)
    assert (rows.positions, rows.velocities) == (4, 6)
    np.testing.assert_array_equal(found.phi, [x3[0], x3[1], x3[1], x3[2]])
    np.testing.assert_array_equal(found.velocity, [v3[0], v3[1], v3[1], v3[2], v3[1], v3[2] - 1])
    np.testing.assert_array_equal(found.b, [0, 0, 0, 0, 0, 0, 2.0])


def test_without_constraints_there_are_no_rows():
    found = form([], x3, v3)
    assert found.A.shape == (0, 3) and found.b.shape == found.phi.shape == (0,)
    assert found.rows == ((), (), 0, 0)


def test_form_is_a_tree_of_arrays_that_jit_can_return():
    system = zw.System(1.0, None, [zw.Holonomic(lambda q: q @ q, name="rod")])
    found = jax.jit(lambda q: acceleration_form(system, q, q))(x3)
    assert found.rows.names == ("rod",)


test_rows_of_a_wrong_shape_are_refused_with_the_constraint_by_name = refused(
    [
        (zw.Holonomic(lambda q: jnp.eye(3), name="rod"), "'rod'.*(3, 3)"),
        (zw.Nonholonomic(lambda q: jnp.eye(3), name="rod"), "'rod'.*(3, 3)"),
        (zw.Pfaffian(lambda q: jnp.ones(4), name="slip"), "`alpha`.*'slip'.*(4,)"),
        (zw.Pfaffian([1.0, 0, 0], [1.0, 2.0], name="slip"), "`beta`.*2 entries"),
        (zw.AccelerationLevel(jnp.ones((2, 4)), [0.0, 0.0]), "`A`.*(2, 4)"),
        (zw.AccelerationLevel([1.0, 0.0, 0.0], [1.0, 2.0]), "`b`.*2 entries"),
        (zw.Holonomic(lambda q: q, name=["a", "b"]), "2 names.*3 rows"),
    ],
    lambda constraint: form([constraint], x3, v3),
)
