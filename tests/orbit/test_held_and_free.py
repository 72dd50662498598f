"""Orbits with coordinates that are held, those of joints too, and such as need not return."""

import jax.numpy as jnp
import numpy as np
import pytest
from scipy.special import ellipk

import zwang as zw
from zwang.orbit.conditions import Held, named

G = 9.81


def hinged(planar):
    """A body on a hinge, out by 0.9 rad, and the names of its angle."""
    place, turn = [0.5 * np.sin(0.9), -0.5 * np.cos(0.9)], 0.9
    if planar:
        body = zw.PlanarBody(1.0, 0.2, p_WB=place, angle=turn, name="bob")
        axis = {"point": [0.0, 0.0]}
    else:
        quat = [np.cos(turn / 2), 0.0, -np.sin(turn / 2), 0.0]
        pose = {"p_WB": [place[0], 0.0, place[1]], "quat_WB": quat}
        body = zw.RigidBody(1.0, [0.1, 0.2, 0.15], **pose, name="bob")
        axis = {"point": [0.0, 0.0, 0.0], "axis": [0.0, -1.0, 0.0]}
    hinge = zw.joints.Revolute(zw.GROUND, body, **axis, name="hinge")
    return zw.Mechanism([body], [hinge], [zw.Gravity()])


@pytest.mark.parametrize("planar", [True, False])
def test_the_angle_of_a_hinge_is_held_as_a_coordinate_is(planar):
    machine = hinged(planar)
    orbit = zw.periodic(machine, period=1.5, hold=["hinge.angle"])
    rate = np.sqrt(G * 0.5 / (0.2 + 0.25))
    q = machine.start()[0]
    np.testing.assert_allclose(orbit.q0, q, atol=1e-9)
    assert orbit.period == pytest.approx(4 / rate * ellipk(np.sin(0.45) ** 2), abs=1e-9)
    assert orbit.trivial == 2 and orbit.stability == "neutral"
    with pytest.raises(ValueError, match="`hold` is 'hinge.angel'.*hinge.angle"):
        zw.periodic(machine, period=1.5, hold=["hinge.angel"])


def test_an_angle_is_held_whatever_turns_are_counted():
    machine = hinged(True)
    system, (q, qd) = machine.system(), machine.start()
    x = np.concatenate([q, qd])
    angle = named("hold", ["hinge.angle"], system, machine, len(q))
    now = Held(angle, (0.0,)).at(system, x, 0.0, None).values[0]
    for turns in (-2, -1, 0, 1, 3):
        missing = Held(angle, (now + 2 * np.pi * turns + 0.1,)).rows(system, x, 0.0, None)[1]
        np.testing.assert_allclose(missing, 0.1, atol=1e-12)


def test_what_is_held_says_where_a_limit_cycle_begins():
    oscillator = zw.System(1.0, lambda q, qd: (1.0 - q**2) * qd - q, coordinates=["x"])
    for x in (0.0, 1.0, -1.5):
        orbit = zw.periodic(oscillator, [x], [1.5], 6.5, hold=["x"])
        assert orbit.q0[0] == pytest.approx(x, abs=1e-9) and orbit.stability == "stable"
        assert orbit.period == pytest.approx(6.663286859323130, abs=1e-9)
    with pytest.raises(zw.NumericalError, match="No periodic motion"):
        zw.periodic(oscillator, [2.5], [0.1], 6.5, hold=["x"])  # the orbit does not come there


def test_a_coordinate_that_is_free_has_the_multiplier_one():
    """Its momentum stays too: both are one, however the place is written."""
    T = lambda q, qd: (qd[0] ** 2 + (jnp.sin(q[0]) * qd[1]) ** 2) / 2
    V = lambda q: -G * jnp.cos(q[0])
    cone = zw.System.from_lagrangian(T=T, V=V, coordinates=["tilt", "heading"])
    orbit = zw.periodic(cone, [1.0, 0.0], [0.0, 1.5], 1.08, free=["heading"])
    assert orbit.trivial == 4 and orbit.stability == "neutral"
    np.testing.assert_array_equal(orbit.multipliers, np.ones(4))
    # Damped and driven, x'' = −c x' + force of the swing: the place stays one, the rate dies out.
    law = lambda q, qd, t: jnp.stack([-0.3 * qd[0], -q[1] - 0.2 * qd[1] + jnp.cos(t)])
    cart = zw.System(1.0, law, coordinates=["x", "y"])
    orbit = zw.periodic(cart, [2.0, 0.0], [0.0, 1.0], 2 * np.pi, free=["x"])
    sizes = np.sort(np.abs(orbit.multipliers))
    known = np.sort([1.0, np.exp(-0.6 * np.pi), np.exp(-0.2 * np.pi), np.exp(-0.2 * np.pi)])
    np.testing.assert_allclose(sizes, known, atol=1e-9)
    assert orbit.stability == "neutral"


def test_what_does_not_return_must_not_matter():
    pair = zw.System(1.0, lambda q: [-0.1 * q[0], -q[1]], coordinates=["x", "y"])
    with pytest.raises(zw.NumericalError, match="`free`, and there the forces"):
        zw.periodic(pair, [1.0, 1.0], [1.0, 0.0], 6.2, free=["x"])
