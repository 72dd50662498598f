"""A system near a state: what NumPy computes on scalar values is what JAX differentiates."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.engine.near import Near, near_parts
from zwang.equation.acceleration_form import acceleration_form
from zwang.ir.scalar.graph import Unsupported


def bob():
    rod = zw.Holonomic(lambda q, p: q @ q - p["L"] ** 2, name="rod")
    mass = lambda q, p: p["m"] * jnp.array([[2.0 + jnp.sin(q[0]), 0.3], [0.3, 1.0 + q[1] ** 2]])
    return zw.System(mass, [0.0, -9.81], [rod]), {"L": 1.2, "m": 0.7}


def skate():
    edge = lambda q, qd, p: qd[0] * jnp.sin(p * q[2]) - qd[1] ** 3 * jnp.cos(q[2])
    turn = zw.AccelerationLevel(lambda q: [[0.0, 0.0, 1.0]], [0.2])
    return zw.System(1.0, None, [zw.Nonholonomic(edge, name="edge"), turn]), 1.1


def mechanism():
    link = zw.RigidBody(mass="m", inertia=[0.1, 0.2, 0.3], p_WB=[0.4, 0.0, 0.1], name="link")
    pin = zw.joints.Revolute(zw.GROUND, link, point=[0.0, 0.0, 0.0], axis=[0.0, 1.0, 0.0])
    return zw.Mechanism([link], [pin], [zw.Gravity()]).system(), {"m": 2.0}


@pytest.mark.parametrize("make", [bob, skate, mechanism])
def test_matrices_bends_and_rates_are_those_of_jax(make):
    system, p = make()
    rng = np.random.default_rng(3)
    n = {"bob": 2, "skate": 3, "mechanism": 7}[make.__name__]
    q, qd, w, s = rng.normal(size=(4, n))
    t, numbers = 0.3, jax.tree.map(float, p)
    dp = jax.tree.map(lambda x: 0.7 * x, numbers)
    near = Near(system, n, p)

    def parts(q, qd, p):
        form = acceleration_form(system, q, qd, t, p)
        k = len(form.velocity)
        nu = jnp.arange(1.0, k + 1.0)
        M = system.M(q, t, p)
        return M, form.A, form.phi, form.velocity, M @ w, form.A[:k].T @ nu

    @jax.jit  # else each of its operations is compiled by itself
    def wanted(q, qd):
        here = jax.jvp(lambda q, p: parts(q, qd, p), (q, numbers), (s, dp))
        bends = [jax.jacfwd(lambda q, qd: parts(q, qd, numbers)[-1], i)(q, qd) for i in (0, 1)]
        return *here, bends

    (M, A, phi, velocity, _, _), (*_, dphi, dvel, dMw, dpull), bends = wanted(q, qd)
    nu = np.arange(1.0, len(velocity) + 1.0)
    same = partial(np.testing.assert_allclose, rtol=1e-13, atol=1e-13)
    found = near.matrices(q, qd, t)
    for got, value in zip(found, (M, A, phi, velocity), strict=True):
        same(got, value)
    for level, bend in enumerate(bends):
        same(near.bend(level, q, qd, t, nu), bend)
    change = np.concatenate([np.ravel(x) for x in jax.tree.leaves(dp)])
    both = np.stack([s, 0.0 * s]), np.stack([change, 0.0 * change])
    rates = near.rates(q, qd, t, w, nu, *both)
    for got, value in zip(rates, (dMw, dpull, dphi, dvel), strict=True):
        same(got[0], value)
        assert not got[1].any()  # a direction in which nothing changes


def test_what_only_jax_can_differentiate_is_refused():
    wall = zw.Holonomic(lambda q: jnp.sign(q[0]) * q[0], name="wall")
    with pytest.raises(Unsupported, match="derivative of"):
        Near(zw.System(1.0, None, [wall]), 1, None)


def test_friction_changes_none_of_the_matrices_of_a_mechanism():
    link = zw.PlanarBody(2.0, 0.1, p_WB=[0.4, 0.1], name="link")
    pin = zw.joints.Revolute(zw.GROUND, link, point=[0.0, 0.0], name="pin")
    rub = zw.JointFriction(pin, 0.2, radius=0.05)
    state = np.arange(3.0), np.ones(3), 0.0
    found = []
    for forces in ([], [rub]):
        near = near_parts(zw.Mechanism([link], [pin], forces).system(definite=True), 3, None)
        assert near is not None  # else XLA compiles it
        found.append(near.matrices(*state))
    for a, b in zip(*found, strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("make", [bob, mechanism])
def test_a_start_knows_nothing_of_forces(make):
    """Those of a control take long to trace, and have no part in it."""

    def asked(q, qd):
        raise AssertionError("a force")

    (plain, p), watching = make(), lambda q: asked(q, q)
    pushed = zw.System(plain.mass, asked, plain.constraints, observables={"seen": watching})
    n = 7 if make is mechanism else 2
    q, qd = np.random.default_rng(5).normal(size=(2, n))
    for x, y in zip(*(Near(s, n, p).matrices(q, qd, 0.0) for s in (plain, pushed)), strict=True):
        assert np.array_equal(x, y)
    if make is mechanism:
        guess = np.eye(7)[3] + 0.1
        found = [zw.assemble(s, guess, np.zeros(7), 0.0, p) for s in (plain, pushed)]
        assert np.array_equal(*np.array(found))
