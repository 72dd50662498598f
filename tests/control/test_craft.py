"""Craft and wheels: thrusters, rotors and wheels of momentum, against answers found elsewhere."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from examples.control_attitude import AT_REST, DURATION, PYRAMID, controller, euler
from tests.control.machines import nearest

G = 9.81


def test_a_slew_goes_on_when_one_of_four_wheels_fails():
    """From t = 4 on wheel 1 has the limits (0, 0): before it the least of four torques, then the
    only three that give Euler's."""
    four = controller(True)
    most = lambda t: 5.0 * jnp.where(t < 4.0, jnp.ones(4), jnp.array([1.0, 0.0, 1.0, 1.0]))
    control = four.limited(lambda t: -most(t), most)
    motion = zw.simulate(control.closed_loop(), *AT_REST, np.linspace(0.0, DURATION, 41))
    assert np.abs(motion.tracking_error("attitude")).max() < 1e-7
    left = [0, 2, 3]
    for t, found in zip(motion.t, motion.observables["inputs"], strict=True):
        wanted = np.linalg.pinv(PYRAMID) @ euler(t)
        if t >= 4.0:
            wanted = np.zeros(4)
            wanted[left] = np.linalg.solve(PYRAMID[:, left], euler(t))
        np.testing.assert_allclose(found, wanted, atol=1e-6)
    assert control.check(motion.q[20], motion.qd[20], motion.t[20]).ok
    dead = four.limited([-5.0, 0.0, -5.0, 0.0], [5.0, 0.0, 5.0, 0.0])  # two are too many
    report = dead.check(motion.q[10], motion.qd[10], motion.t[10])
    assert not report.ok and report.beyond_limits


def test_thrusters_that_only_push_are_shared_as_a_quadratic_program_says():
    """Eight on a plate, pairs against each other: the least thrusts, none below zero."""
    places = np.array([[1.0, 0.6], [1.0, -0.6], [-1.0, 0.6], [-1.0, -0.6]]).repeat(2, axis=0)
    ways = np.array([[-1, 0], [0, -1], [-1, 0], [0, 1], [1, 0], [0, -1], [1, 0], [0, 1]], float)
    arms = places[:, 0] * ways[:, 1] - places[:, 1] * ways[:, 0]
    body = np.vstack([ways.T, arms])  # forces and torque, in the body's axes

    def S(q):
        c, s = jnp.cos(q[2]), jnp.sin(q[2])
        turn = jnp.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
        turn = turn.at[:2, :2].set(jnp.stack([jnp.stack([c, -s]), jnp.stack([s, c])]))
        return turn @ body

    M = np.diag([20.0, 20.0, 8.0])
    craft = zw.System(M, None, coordinates="x y heading")
    path = lambda q, t: q - jnp.stack([jnp.sin(0.5 * t), 0.5 * jnp.cos(t), 0.3 * t])
    control = zw.track(craft, zw.Holonomic(path, name="path"), actuation=S, weight=1.0, gains=2.0)
    held = control.limited(0.0, 40.0)
    rng, law = np.random.default_rng(0), held.compile(inputs=True)
    for _ in range(20):
        q, qd, t = rng.normal(size=3), rng.normal(size=3), float(rng.uniform(0.0, 5.0))
        rows = np.asarray(S(q))
        force = M @ control.command(q, qd, t).qdd
        try:
            wanted = nearest(np.eye(8), np.zeros(8), 0.0, 40.0, rows, force)
        except ValueError:  # beyond what the thrusters can
            assert np.abs(held.residual(q, qd, t)).max() > 1e-6
            continue
        np.testing.assert_allclose(law(q, qd, t), wanted, atol=1e-7)
        np.testing.assert_allclose(held.inputs(q, qd, t), wanted, atol=1e-7)
    start = held.start(np.zeros(3), np.zeros(3))
    motion = zw.simulate(held.closed_loop(), *start, (0.0, 6.0))
    assert np.abs(motion.tracking_error("path")).max() < 1e-7
    assert motion.observables["inputs"].min() >= 0.0


def test_a_quadrotor_follows_a_path_with_rotors_that_only_push():
    """In a plane: two rotors, height at once and the way along it after two derivatives more."""
    m, J, arm = 1.2, 0.02, 0.25

    def S(q):
        up = jnp.stack([-jnp.sin(q[2]), jnp.cos(q[2])])
        one, two = (jnp.append(up, side * arm) for side in (1.0, -1.0))
        return jnp.stack([one, two], axis=1)

    craft = zw.System([m, m, J], [0.0, -m * G, 0.0], coordinates="x z tilt")
    aim = lambda t: jnp.stack([jnp.sin(t) - t, 0.3 * jnp.cos(t)])
    control = zw.track(craft, zw.Holonomic(lambda q, t: q[:2] - aim(t), name="way"), actuation=S)
    guess = np.array([0.0, 0.3, 0.0]), np.zeros(3)
    found = control.check(*guess)
    assert found.degrees and dict(found.degrees)["way"].tolist() == [4, 2]
    raised = control.raised(*guess)
    q, qd = raised.start(*guess)
    motion = zw.simulate(raised.limited(0.0, 12.0).closed_loop(), q, qd, np.linspace(0.0, 3.0, 31))
    assert np.abs(motion.tracking_error("way")).max() < 1e-7
    # Differential flatness: the tilt points against gravity and the path's acceleration.
    pull = np.stack([np.asarray(jax.jacfwd(jax.jacfwd(aim))(t)) for t in motion.t]) + [0.0, G]
    thrust = m * np.linalg.norm(pull, axis=1)
    np.testing.assert_allclose(motion.q[:, 2], np.arctan2(-pull[:, 0], pull[:, 1]), atol=1e-7)
    np.testing.assert_allclose(motion.observables["inputs"].sum(axis=1), thrust, rtol=1e-6)
    assert (motion.observables["inputs"] >= 0.0).all()


def test_a_wheeled_robot_leads_a_point_off_its_axle_by_the_torques_of_its_wheels():
    """Five coordinates and three rolling constraints, two motors. The answer is the reduced one, in
    speed and turning."""
    m, J, Jw, r, b, ahead, side = 10.0, 0.6, 0.02, 0.1, 0.25, 0.3, 0.1
    along = lambda a: jnp.stack([jnp.cos(a), jnp.sin(a)])

    def rolling(q, qd):
        v, w = along(q[2]) @ qd[:2], qd[2]
        across = along(q[2] + jnp.pi / 2) @ qd[:2]
        return jnp.stack([across, v - b * w - r * qd[3], v + b * w - r * qd[4]])

    roll = zw.Nonholonomic(rolling, name="rolling")
    robot = zw.System([m, m, J, Jw, Jw], None, [roll], coordinates="x y heading left right")
    place = lambda x: x[:2] + ahead * along(x[2]) + side * along(x[2] + jnp.pi / 2)
    aim = lambda t: jnp.stack([2.0 * jnp.sin(0.5 * t), 1.0 - jnp.cos(t)])
    lead = zw.Holonomic(lambda q, t: place(q) - aim(t), name="lead")
    control = zw.track(robot, lead, actuation=["left", "right"], gains=(6.0, 9.0))
    q = np.array([0.1, -0.2, 0.3, 0.0, 0.0])
    v, w = 0.8, 0.4
    qd = np.array([v * np.cos(0.3), v * np.sin(0.3), w, (v - b * w) / r, (v + b * w) / r])
    # The led point moves by B (v, w); reduced masses are m + 2 Jw/r² and J + 2 Jw b²/r².
    moves = lambda a: jnp.stack([along(a), ahead * along(a + jnp.pi / 2) - side * along(a)], 1)
    B, turned = (np.asarray(x) for x in jax.jvp(moves, (0.3,), (w,)))
    s = np.array([v, w])
    t = 0.7
    rate, bend = (np.asarray(f(t)) for f in (jax.jacfwd(aim), jax.jacfwd(jax.jacfwd(aim))))
    error, speed = np.asarray(place(q) - aim(t)), B @ s - rate
    sd = np.linalg.solve(B, bend - 6.0 * speed - 9.0 * error - turned @ s)
    load = np.array([m + 2 * Jw / r**2, J + 2 * Jw * b**2 / r**2]) * sd
    torque = np.linalg.solve([[1 / r, 1 / r], [-b / r, b / r]], load)
    np.testing.assert_allclose(control.inputs(q, qd, t), torque, rtol=1e-9)
    held = control.limited(-3.0, 3.0)
    motion = zw.simulate(held.closed_loop(), q, qd, (0.0, 8.0))
    assert np.abs(motion.tracking_error("lead")[-1]).max() < 1e-3
    assert np.abs(motion.observables["inputs"]).max() == 3.0
    assert control.check(q, qd, t).internal.count == 3  # the heading, and both wheels' angles


# A turn of the world's axes, units of length and time, the place in polar coordinates, and whether
# the rolling is said by a Pfaffian.
STATED = {
    "pfaffian": (0.0, 1.0, 1.0, False, True),
    "turned, millimetres and milliseconds": (0.7, 1e3, 1e3, False, False),
    "polar": (0.4, 1.0, 1.0, True, False),
}


def rolling_robot(turn=0.0, length=1.0, time=1.0, polar=False, pfaffian=False):
    """A robot on two driven wheels that leads a point ahead along a line, at unit speed; torques,
    places and rates of free motion, in metres, seconds and axes that are not turned."""
    m, J, Jw, r, b, ahead = 10.0, 0.6, 0.02, 0.1, 0.25, 0.3
    along = lambda a: jnp.stack([jnp.cos(a), jnp.sin(a)])
    place = (lambda q: q[0] * along(q[1])) if polar else lambda q: q[:2]
    speed = lambda q, qd: jax.jvp(place, (q,), (qd,))[1]

    def rolling(q, qd):
        v, w = along(q[2]) @ speed(q, qd), length * b * qd[2]
        across = along(q[2] + jnp.pi / 2) @ speed(q, qd)
        return jnp.stack([across, v - w - length * r * qd[3], v + w - length * r * qd[4]])

    roll: Any = zw.Nonholonomic(rolling, name="rolling")
    if pfaffian:
        roll = zw.Pfaffian(lambda q: jax.jacfwd(lambda v: rolling(q, v))(jnp.zeros(5)))

    def kinetic(q, qd):
        turning = J * qd[2] ** 2 + Jw * qd[3:] @ qd[3:]
        return (m * speed(q, qd) @ speed(q, qd) + length**2 * turning) / 2.0

    names = "x y heading left right"
    robot = zw.System.from_lagrangian(T=kinetic, constraints=[roll], coordinates=names)
    R = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    point = lambda q: R @ (place(q) / length + ahead * along(q[2]))
    lead = zw.Holonomic(lambda q, t: point(q) - jnp.stack([1.0 + t / time, 0.5]), name="lead")
    gains = 6.0 / time, 9.0 / time**2
    control = zw.track(robot, lead, actuation=["left", "right"], gains=gains)

    def state(at, heading, v, w):
        """q and qd from a place, a heading, a speed and a rate of turning."""
        x, way = length * R.T @ at, heading + turn
        forth = length * v * np.array([np.cos(way), np.sin(way)])
        if polar:
            d = np.hypot(*x)
            forth = np.array([x @ forth / d, (x[0] * forth[1] - x[1] * forth[0]) / d**2])
            x = np.array([d, np.arctan2(x[1], x[0])])
        wheels = (v - b * w) / r, (v + b * w) / r
        return np.array([*x, way, 0.0, 0.0]), np.array([*forth, w, *wheels]) / time

    times = time * np.array([0.0, 0.5, 1.0])
    motion = zw.simulate(control.closed_loop(), *state([0.6, 0.4], 0.3, 0.8, 0.4), times)
    torques = motion.observables["inputs"] * time**2 / length**2
    free = control.check(*state([0.7, 0.5], 0.0, 1.0, 0.0)).internal
    assert free.steady
    return torques, np.stack([np.asarray(point(q)) for q in motion.q]), free.eigenvalues * time


@pytest.mark.parametrize("way", STATED)
def test_a_robot_on_wheels_is_the_same_however_it_is_stated(way):
    torques, points, free = rolling_robot()
    # Angles of wheels drift; the heading follows like a trailer's, at the speed over the distance.
    np.testing.assert_allclose(free, [0.0, 0.0, -1.0 / 0.3], atol=1e-5)
    found = rolling_robot(*STATED[way])
    np.testing.assert_allclose(found[0], torques, rtol=1e-7, atol=1e-8)
    np.testing.assert_allclose(found[1], points, rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(found[2], free, atol=1e-5)
