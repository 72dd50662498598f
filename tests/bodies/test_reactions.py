"""What joints exert, against statics by hand; which of it is determined."""

from functools import cache

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.bodies.kinds import quaternion

J, g = zw.joints, 9.81


def turned(*angles):
    """A quaternion of no particular kind."""
    u = np.append(1.0, angles)
    return u / np.linalg.norm(u)


r, s = np.array([0.7, 0.2, 0.1]), np.array([1.5, -0.3, 0.4])
f, c = np.array([3.0, -5.0, 2.0]), np.array([0.4, 0.0, -1.0])


@cache
def held():
    """Two beams on walls and a wheel with its motor, apart from each other: one program for all.

    The joint of the second beam is told the other way round. The wheel is spun up by an angle
    ½ α t² and is looked at one second after its start.
    """
    pose = {"p_WB": r, "quat_WB": turned(0.2, -0.5, 0.1)}
    beam, other = (
        zw.RigidBody(2.0, [0.1, 0.3, 0.3], **pose, name=name) for name in ("beam", "other")
    )
    wheel = zw.RigidBody(2.0, [0.3, 0.4, 0.5], w_WB=[0, 0, 1.2], name="wheel")
    wall = J.Fixed(zw.GROUND, beam, point=[0, 0, 0], name="wall")
    back = J.Fixed(other, zw.GROUND, point=[0, 0, 0], name="back")
    axle = J.Revolute(zw.GROUND, wheel, point=[0, 0, 0], axis=[0, 0, 1], name="axle")
    motor = J.Driven(axle, lambda t: 0.6 * t**2, name="motor")
    loads = [zw.Load(body, force=f, torque=c, point=s) for body in (beam, other)]
    mechanism = zw.Mechanism(
        [beam, other, wheel], [wall, back, axle, motor], [zw.Gravity(), *loads]
    )
    q, qd = mechanism.start()
    turn = quaternion.from_axis_angle(np.array([0.0, 0, 1]), np.asarray(0.6))
    q[-4:], qd[-4:] = turn, quaternion.rate_of(turn, np.array([0, 0, 1.2]))
    return lambda name: mechanism.reaction(name, q, qd, t=1.0)


def test_a_cantilever_holds_weight_and_load():
    """At the wall: F = −(m g + f), T = −(r × m g + s × f + c)."""
    found = held()("wall")
    weight = np.array([0.0, 0.0, -2.0 * g])
    F, T = -(weight + f), -(np.cross(r, weight) + np.cross(s, f) + c)
    np.testing.assert_allclose(found.force, F, atol=1e-12)
    np.testing.assert_allclose(found.torque, T, atol=1e-12)
    np.testing.assert_allclose(found.point, 0.0, atol=1e-14)
    R = quaternion.matrix(turned(0.2, -0.5, 0.1))
    np.testing.assert_allclose(found.force_body, R.T @ F, atol=1e-12)
    np.testing.assert_allclose(found.torque_body, R.T @ T, atol=1e-12)
    np.testing.assert_allclose(found.force_body_1, F, atol=1e-12)
    assert found.unique and abs(found.power) < 1e-12
    # The other way round: what the beam exerts on the ground.
    opposite = held()("back")
    np.testing.assert_allclose(opposite.force, -F, atol=1e-12)
    np.testing.assert_allclose(opposite.torque, -T, atol=1e-12)


def test_a_motor_gives_the_power_that_it_needs():
    """Of a wheel spun up by an angle ½ α t²: torque J α, power J α w."""
    found = held()("motor")
    np.testing.assert_allclose(found.torque, [0, 0, 0.5 * 1.2], atol=1e-12)
    np.testing.assert_allclose(found.force, 0.0, atol=1e-12)
    np.testing.assert_allclose(found.power, 0.5 * 1.2 * 1.2, rtol=1e-12)
    np.testing.assert_allclose(held()("axle").force, [0, 0, 2.0 * g], atol=1e-12)


def test_a_chain_hangs_with_the_weight_below_each_joint():
    links = [zw.PlanarBody(1.0 + i, 0.1, p_WB=[0.0, -i - 0.5], name=f"link {i}") for i in range(3)]
    ends = [zw.GROUND, *links]
    joints = [
        J.Revolute(ends[i], ends[i + 1], point=[0.0, -i], name=f"joint {i}") for i in range(3)
    ]
    chain = zw.Mechanism(links, joints, [zw.Gravity()])
    motion = chain.simulate([0.0, 0.1])
    for i, below in enumerate((6.0, 5.0, 3.0)):
        found = motion.reaction(f"joint {i}")
        expected = np.tile([0.0, below * g, 0.0], (2, 1))
        np.testing.assert_allclose(found.force, expected, atol=1e-12)
        np.testing.assert_allclose(found.torque, 0.0, atol=1e-12)
        assert found.unique and found.power.shape == (2,)
    assert motion.pose("link 2").p_WB.shape == (2, 3)
    with pytest.raises(ValueError, match="joint 0"):
        motion.reaction("joint 7")
    with pytest.raises(ValueError, match="link 0"):
        motion.pose("links 0")


LEGS = np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]])
LOADED, TOP = np.array([0.7, 0.2]), 10.0


@cache
def tables():
    """Plates on three and on four rods to the ground; below each a lamp hangs from another rod."""
    bodies, joints, loads = [], [], []
    for n in (3, 4):
        plate = zw.RigidBody(3.0, [1, 1, 1], p_WB=[1.0, 0.5, 1.0], name=f"plate {n}")
        lamp = zw.Particle(0.5, p_WB=[1.0, 0.5, 0.4], name=f"lamp {n}")
        joints += [
            J.Distance(zw.GROUND, plate, points=([*leg, 0.0], [*leg, 1.0]), name=name)
            for leg, name in zip(LEGS, legs_of(n), strict=False)
        ]
        hang = [1.0, 0.5, 1.0], lamp.p_WB
        joints.append(J.Distance(plate, lamp, points=hang, name=f"cord {n}"))
        loads.append(zw.Load(plate, force=[0, 0, -TOP], point=[*LOADED, 1.0]))
        bodies += [plate, lamp]
    return zw.Mechanism(bodies, joints, [zw.Gravity(), *loads])


def legs_of(n):
    return [f"leg {i} of {n}" for i in range(1, n + 1)]


@pytest.mark.parametrize("n", [3, 4])
def test_legs_of_a_table(n):
    """Three legs by statics; of four only what all solutions have in common is determined."""
    forces = np.array([tables().reaction(name).force for name in legs_of(n)])
    weight = 3.5 * g
    np.testing.assert_allclose(forces[:, :2], 0.0, atol=1e-11)
    up = forces[:, 2]
    np.testing.assert_allclose(up.sum(), weight + TOP, rtol=1e-12)
    moment = weight * np.array([1.0, 0.5]) + TOP * LOADED
    np.testing.assert_allclose(up @ LEGS[:n], moment, rtol=1e-12)
    if n == 3:  # three equations for three forces
        matrix = np.vstack([np.ones(3), LEGS[:3].T])
        np.testing.assert_allclose(up, np.linalg.solve(matrix, [weight + TOP, *moment]), rtol=1e-12)
    cord = tables().reaction(f"cord {n}")
    np.testing.assert_allclose(cord.force, [0, 0, 0.5 * g], atol=1e-12)
    assert tables().reaction(legs_of(n)[0]).unique == (n == 3)


def test_the_report_of_the_tables():
    report = tables().check()
    for n in (3, 4):
        assert [report.unique[name] for name in legs_of(n)] == [n == 3] * n
        assert report.unique[f"cord {n}"] and report.unique[f"plate {n}.norm"]
    assert set(report.redundant) == set(legs_of(4))
    # Each has 6 + 3 freedoms less the rank, of which four legs have three; Grübler counts all rows.
    assert report.degrees_of_freedom == 2 * (9 - 4)
    assert report.counted == (9 - 4) + (9 - 5)
    text = str(report)
    assert "degrees of freedom  10 (by Grübler's count 9)" in text
    assert "force not unique: 'leg 1 of 4', 'leg 2 of 4', 'leg 3 of 4' and 'leg 4 of 4'" in text


m, J_, radius, P = 2.0, 0.3, 0.5, 7.0


@cache
def planar():
    """A ladder on a smooth floor and wall; a wheel on another floor, pushed at its axle."""
    ladder = zw.PlanarBody(5.0, 1.0, p_WB=[0.6, 0.8], angle=0.3, name="ladder")
    pin = J.Revolute(zw.GROUND, ladder, point=[1.2, 0.0], name="pin")
    wall = J.PointOnLine(zw.GROUND, ladder, point=[0.0, 1.6], axis=[0, 1], name="wall")
    wheel = zw.PlanarBody(m, J_, p_WB=[0.0, radius], name="wheel")
    floor = J.RollingDisk(zw.GROUND, wheel, radius, name="floor")
    push = zw.Load(wheel, force=lambda t: jnp.stack([P, 0.0 * t]))
    return zw.Mechanism([ladder, wheel], [pin, wall, floor], [zw.Gravity(), push])


def test_in_the_plane_reactions_stay_in_it():
    # About the floor's point: N 1.6 = m g 0.6.
    push = 5.0 * g * 0.6 / 1.6
    np.testing.assert_allclose(planar().reaction("wall").force, [push, 0, 0], atol=1e-12)
    pin = planar().reaction("pin")
    np.testing.assert_allclose(pin.force, [-push, 5.0 * g, 0], atol=1e-12)
    np.testing.assert_allclose(pin.torque, 0.0, atol=1e-12)


def test_a_rolling_wheel_feels_the_floor_where_it_touches():
    """A wheel pushed at its axle: friction f = −P J/(J + m r²)."""
    found = planar().reaction("floor")
    friction = -P * J_ / (J_ + m * radius**2)
    np.testing.assert_allclose(found.force, [friction, m * g, 0], atol=1e-12)
    np.testing.assert_allclose(found.torque, 0.0, atol=1e-12)
    np.testing.assert_allclose(found.point, 0.0, atol=1e-14)


@pytest.mark.parametrize("ratio", [-2.0, 0.75])
def test_a_gear_exerts_minus_the_ratio_on_the_first(ratio):
    """I₁ α₁ = Γ − ratio τ and I₂ α₂ = τ, with the torque τ that is told of the gear."""
    wheels = [
        zw.PlanarBody(1.0, inertia, p_WB=[x, 0.0], name=name)
        for name, inertia, x in (("first", 0.4, 0.0), ("second", 0.7, 1.0))
    ]
    pins = [
        zw.joints.Revolute(zw.GROUND, wheel, point=[x, 0.0], name=f"pin {x}")
        for x, wheel in enumerate(wheels)
    ]
    gear = zw.joints.Gear(*wheels, ratio=ratio, name="gear")
    spring = zw.TorsionSpring(pins[0], stiffness=3.0, rest=1.0)
    mechanism = zw.Mechanism(wheels, [*pins, gear], [spring])
    q, qd = mechanism.start()
    alpha = mechanism.system(definite=True).acceleration(q, qd).qdd[2::3]
    torque = mechanism.reaction("gear").torque[2]
    np.testing.assert_allclose(0.7 * alpha[1], torque, atol=1e-12)
    np.testing.assert_allclose(0.4 * alpha[0], 3.0 - ratio * torque, atol=1e-12)
