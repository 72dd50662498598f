"""Mechanisms under control: actuators by joint name, drives as requirements, starts by angles."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw

pytestmark = pytest.mark.xdist_group("control joints")

UPPER = zw.PlanarBody(mass=1.5, inertia=0.1, p_WB=[0.5, 0.0], name="upper")
LOWER = zw.PlanarBody(mass=1.0, inertia=0.05, p_WB=[1.4, 0.0], name="lower")
SHOULDER = zw.joints.Revolute(zw.GROUND, UPPER, point=[0.0, 0.0], name="shoulder")
ELBOW = zw.joints.Revolute(UPPER, LOWER, point=[1.0, 0.0], name="elbow")
ARM = zw.Mechanism([UPPER, LOWER], [SHOULDER, ELBOW], [zw.Gravity([0.0, -9.81])])


def torques(x, xd, xdd):
    """Of the two joints, by Lagrange's equations in their angles."""

    def lagrangian(x, xd):
        a, b, ad, bd = x[0], x[0] + x[1], xd[0], xd[0] + xd[1]
        T = (1.5 * 0.25 + 0.1) * ad**2 / 2 + 0.05 * bd**2 / 2
        T += (ad**2 + 0.16 * bd**2 + 0.8 * ad * bd * jnp.cos(a - b)) / 2
        return T - 9.81 * (0.75 * jnp.sin(a) + jnp.sin(a) + 0.4 * jnp.sin(b))

    x, xd, xdd = map(jnp.asarray, (x, xd, xdd))
    rate = jax.jvp(jax.grad(lagrangian, 1), (x, xd), (xd, xdd))[1]
    return rate - jax.grad(lagrangian)(x, xd)


def test_torques_at_joints_are_those_by_hand_and_a_start_has_its_angles():
    swing = zw.joints.Driven(SHOULDER, lambda t: 0.3 * jnp.sin(t), name="swing")
    bend = zw.joints.Driven(ELBOW, lambda t: 0.5 + 0.2 * t**2, name="bend")
    control = zw.track(ARM, [swing, bend], actuation=["shoulder", "elbow"])
    q, qd = control.posed({"shoulder": 0.0, "elbow": 0.5}, {"shoulder": 0.3})
    assert q[[2, 5]] == pytest.approx([0.0, 0.5], abs=1e-12)
    assert qd[[2, 5]] == pytest.approx([0.3, 0.3], abs=1e-12)
    by_hand = np.asarray(torques([0.0, 0.5], [0.3, 0.0], [0.0, 0.4]))
    assert control.inputs(q, qd, 0.0) == pytest.approx(by_hand, rel=1e-10)


def test_names_that_are_none_are_told():
    held = zw.joints.Driven(ELBOW, lambda t: 0.0 * t, name="held")
    with pytest.raises(ValueError, match="Did you mean 'elbow'"):
        zw.track(ARM, held, actuation=["elbov"])
    control = zw.track(ARM, held, actuation=["elbow"])
    with pytest.raises(ValueError, match="Did you mean 'elbow'"):
        control.posed({"elbov": 0.1})
    with pytest.raises(ValueError, match="which `values` has not"):
        control.posed({}, {"elbow": 0.1})
    with pytest.raises(TypeError, match="wanted a zw.System or a zw.Mechanism"):
        zw.track(3, held)  # pyright: ignore[reportArgumentType]
    free = zw.track(zw.System(1.0, None), zw.Holonomic(lambda q: q[0], name="x"))
    with pytest.raises(TypeError, match="controller of a zw.Mechanism"):
        free.posed({"elbow": 0.1})
