"""What joints exert, against statics by hand; which of it is determined."""

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.bodies import quaternion
from zwang.motion import build

pytestmark = pytest.mark.xdist_group("bodies reactions")

J, g = zw.joints, 9.81


def turned(*angles):
    """A quaternion of no particular kind."""
    u = np.append(1.0, angles)
    return u / np.linalg.norm(u)


def test_a_cantilever_holds_weight_and_load():
    """At the wall: F = −(m g + f), T = −(r × m g + s × f + c)."""
    r, s = np.array([0.7, 0.2, 0.1]), np.array([1.5, -0.3, 0.4])
    f, c = np.array([3.0, -5.0, 2.0]), np.array([0.4, 0.0, -1.0])
    beam = zw.RigidBody(2.0, [0.1, 0.3, 0.3], p_WB=r, quat_WB=turned(0.2, -0.5, 0.1), name="beam")
    wall = J.Fixed(zw.GROUND, beam, point=[0, 0, 0], name="wall")
    forces = [zw.Gravity(), zw.Load(beam, force=f, torque=c, point=s)]
    mechanism = zw.Mechanism([beam], [wall], forces)
    found = mechanism.reaction("wall")
    weight = np.array([0.0, 0.0, -2.0 * g])
    F, T = -(weight + f), -(np.cross(r, weight) + np.cross(s, f) + c)
    np.testing.assert_allclose(found.force, F, atol=1e-12)
    np.testing.assert_allclose(found.torque, T, atol=1e-12)
    np.testing.assert_allclose(found.point, 0.0, atol=1e-14)
    R = quaternion.matrix(beam.quat_WB)
    np.testing.assert_allclose(found.force_body, R.T @ F, atol=1e-12)
    np.testing.assert_allclose(found.torque_body, R.T @ T, atol=1e-12)
    np.testing.assert_allclose(found.force_body_1, F, atol=1e-12)
    assert found.unique and abs(found.power) < 1e-12
    # The other way round: what the beam exerts on the ground.
    other = J.Fixed(beam, zw.GROUND, point=[0, 0, 0], name="wall")
    opposite = zw.Mechanism([beam], [other], forces).reaction("wall")
    np.testing.assert_allclose(opposite.force, -F, atol=1e-12)
    np.testing.assert_allclose(opposite.torque, -T, atol=1e-12)


def test_a_chain_hangs_with_the_weight_below_each_joint():
    links = [
        zw.RigidBody(1.0 + i, [0.1, 0.1, 0.02], p_WB=[0, 0, -i - 0.5], name=f"link {i}")
        for i in range(3)
    ]
    ends = [zw.GROUND, *links]
    joints = [
        J.Spherical(ends[i], ends[i + 1], point=[0, 0, -i], name=f"joint {i}") for i in range(3)
    ]
    chain = zw.Mechanism(links, joints, [zw.Gravity()])
    q, qd = chain.start()
    motion = build(chain.system(definite=True), [0.0, 1.0], np.stack([q, q]), np.stack([qd, qd]))
    for i, below in enumerate((6.0, 5.0, 3.0)):
        found = motion.reaction(f"joint {i}")
        expected = np.tile([0.0, 0.0, below * g], (2, 1))
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


def table(legs):
    """A plate on rods to the ground, and a lamp that hangs below it from another."""
    plate = zw.RigidBody(3.0, [1, 1, 1], p_WB=[1.0, 0.5, 1.0], name="plate")
    lamp = zw.Particle(0.5, p_WB=[1.0, 0.5, 0.4], name="lamp")
    joints = [
        J.Distance(zw.GROUND, plate, points=([*leg, 0.0], [*leg, 1.0]), name=f"leg {i}")
        for i, leg in enumerate(LEGS[:legs], 1)
    ]
    joints.append(J.Distance(plate, lamp, points=([1.0, 0.5, 1.0], lamp.p_WB), name="cord"))
    load = zw.Load(plate, force=[0, 0, -TOP], point=[*LOADED, 1.0])
    return zw.Mechanism([plate, lamp], joints, [zw.Gravity(), load])


@pytest.mark.parametrize("legs", [3, 4])
def test_legs_of_a_table(legs):
    """Three legs by statics; of four only what all solutions have in common is determined."""
    mechanism = table(legs)
    forces = np.array([mechanism.reaction(f"leg {i}").force for i in range(1, legs + 1)])
    weight = 3.5 * g
    np.testing.assert_allclose(forces[:, :2], 0.0, atol=1e-11)
    up = forces[:, 2]
    np.testing.assert_allclose(up.sum(), weight + TOP, rtol=1e-12)
    moment = weight * np.array([1.0, 0.5]) + TOP * LOADED
    np.testing.assert_allclose(up @ LEGS[:legs], moment, rtol=1e-12)
    if legs == 3:  # three equations for three forces
        matrix = np.vstack([np.ones(3), LEGS[:3].T])
        np.testing.assert_allclose(up, np.linalg.solve(matrix, [weight + TOP, *moment]), rtol=1e-12)
    report = mechanism.check()
    names = [f"leg {i}" for i in range(1, legs + 1)]
    assert [report.unique[name] for name in names] == [legs == 3] * legs
    assert report.unique["cord"] and report.unique["plate.norm"]
    assert set(report.redundant) == (set() if legs == 3 else set(names))
    # 6 + 3 freedoms less the rank, of which four legs have three; Grübler counts all rows.
    assert report.degrees_of_freedom == 9 - 4
    assert report.counted == 9 - legs - 1
    np.testing.assert_allclose(mechanism.reaction("cord").force, [0, 0, 0.5 * g], atol=1e-12)
    assert mechanism.reaction("leg 1").unique == (legs == 3)
    text = str(report)
    assert f"degrees of freedom  5 (by Grübler's count {5 if legs == 3 else 4})" in text
    if legs == 4:
        assert "force not unique: 'leg 1', 'leg 2', 'leg 3' and 'leg 4'" in text


def test_a_motor_gives_the_power_that_it_needs():
    """A wheel spun up by an angle ½ α t²: torque J α, power J α w."""
    wheel = zw.RigidBody(2.0, [0.3, 0.4, 0.5], w_WB=[0, 0, 1.2], name="wheel")
    axle = J.Revolute(zw.GROUND, wheel, point=[0, 0, 0], axis=[0, 0, 1], name="axle")
    motor = J.Driven(axle, lambda t: 0.6 * t**2, name="motor")
    mechanism = zw.Mechanism([wheel], [axle, motor], [zw.Gravity()])
    q, qd = mechanism.start()
    turn = quaternion.from_axis_angle(np.array([0.0, 0, 1]), np.asarray(0.6))
    q[3:], qd[3:] = turn, quaternion.rate_of(turn, np.array([0, 0, 1.2]))
    found = mechanism.reaction("motor", q, qd, t=1.0)
    np.testing.assert_allclose(found.torque, [0, 0, 0.5 * 1.2], atol=1e-12)
    np.testing.assert_allclose(found.force, 0.0, atol=1e-12)
    np.testing.assert_allclose(found.power, 0.5 * 1.2 * 1.2, rtol=1e-12)
    held = mechanism.reaction("axle", q, qd, t=1.0)
    np.testing.assert_allclose(held.force, [0, 0, 2.0 * g], atol=1e-12)


def test_in_the_plane_reactions_stay_in_it():
    """A ladder on a smooth floor and wall."""
    ladder = zw.PlanarBody(5.0, 1.0, p_WB=[0.6, 0.8], angle=0.3, name="ladder")
    pin = J.Revolute(zw.GROUND, ladder, point=[1.2, 0.0], name="floor")
    wall = J.PointOnLine(zw.GROUND, ladder, point=[0.0, 1.6], axis=[0, 1], name="wall")
    mechanism = zw.Mechanism([ladder], [pin, wall], [zw.Gravity()])
    # About the floor's point: N 1.6 = m g 0.6.
    push = 5.0 * g * 0.6 / 1.6
    np.testing.assert_allclose(mechanism.reaction("wall").force, [push, 0, 0], atol=1e-12)
    floor = mechanism.reaction("floor")
    np.testing.assert_allclose(floor.force, [-push, 5.0 * g, 0], atol=1e-12)
    np.testing.assert_allclose(floor.torque, 0.0, atol=1e-12)


def test_a_rolling_wheel_feels_the_floor_where_it_touches():
    """A wheel pushed at its axle: friction f = −P J/(J + m r²)."""
    m, J_, r, P = 2.0, 0.3, 0.5, 7.0
    wheel = zw.PlanarBody(m, J_, p_WB=[0.0, r], name="wheel")
    floor = J.RollingDisk(zw.GROUND, wheel, r, name="floor")
    push = zw.Load(wheel, force=lambda t: jnp.stack([P, 0.0 * t]))
    mechanism = zw.Mechanism([wheel], [floor], [zw.Gravity(), push])
    found = mechanism.reaction("floor")
    friction = -P * J_ / (J_ + m * r**2)
    np.testing.assert_allclose(found.force, [friction, m * g, 0], atol=1e-12)
    np.testing.assert_allclose(found.torque, 0.0, atol=1e-12)
    np.testing.assert_allclose(found.point, 0.0, atol=1e-14)
