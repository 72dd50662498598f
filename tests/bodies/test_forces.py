"""Forces: derivatives of their potentials, power of loads, friction of the reaction that acts."""

from functools import cache

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.bodies.kinds import quaternion


def bodies():
    """One of each kind."""
    u = np.array([0.8, 0.2, -0.4, 0.4])
    inertia = [[0.5, 0.1, 0.0], [0.1, 0.6, -0.05], [0.0, -0.05, 0.4]]
    return (
        zw.RigidBody(1.5, inertia, p_WB=[0.2, 0.5, -0.3], quat_WB=u, name="rigid"),
        zw.PlanarBody(0.7, 0.2, p_WB=[1.0, -0.6], angle=2.5, name="flat"),
        zw.Particle(0.4, p_WB=[-0.5, 0.1, 0.9], name="dot"),
        zw.Particle(0.3, p_WB=[0.4, 0.7], name="flat dot"),
    )


RIGID, PLANAR, DOT, FLAT_DOT = bodies()
HINGE = zw.joints.Revolute(zw.GROUND, RIGID, point=[0, 0, 0], axis=[1.0, 2.0, 2.0], name="hinge")
PIN = zw.joints.Revolute(zw.GROUND, PLANAR, point=[0.0, 0.0], name="pin")
SPRUNG = zw.Mechanism(
    bodies(),
    joints=[HINGE, PIN],
    forces=[
        zw.Gravity([0.3, -0.8, -9.0]),
        zw.Spring(RIGID, PLANAR, stiffness=30.0, rest=0.4, point_1=[0.1, 0.2, 0.3]),
        zw.Spring(zw.GROUND, RIGID, stiffness=50.0, points=([1, 1, 1], [0.5, 0.5, 0.0])),
        zw.Spring(DOT, FLAT_DOT, stiffness=8.0, rest=0.0),
        zw.TorsionSpring(HINGE, stiffness=5.0, rest=0.7),
        zw.TorsionSpring(PIN, stiffness=3.0, rest=-0.2),
    ],
)


POTENTIAL = jax.jit(jax.value_and_grad(lambda q: SPRUNG.potential_energy(q)))


@cache
def force_of(mechanism):
    """Q as a compiled function of (q, qd, t, p)."""
    return jax.jit(lambda q, qd, t=0.0, p=None: mechanism.system().Q(q, qd, t, p))


def on_hinges(angle):
    """The start, with both hinges turned."""
    q, _ = SPRUNG.start()
    axis = np.array([1.0, 2.0, 2.0]) / 3.0
    u = quaternion.from_axis_angle(axis, np.asarray(angle))
    R = quaternion.matrix(u)
    q[:3], q[3:7] = R @ q[:3], quaternion.product(u, q[3:7])
    turn = quaternion.matrix(quaternion.from_axis_angle(np.array([0.0, 0, 1]), np.asarray(angle)))
    q[7:9], q[9] = (turn @ np.append(q[7:9], 0.0))[:2], q[9] + angle
    return q


@pytest.mark.parametrize("angle", [0.0, 2.0, 4.5])
def test_forces_are_the_slopes_of_the_potential(angle):
    q = on_hinges(angle)
    _, slope = POTENTIAL(q)
    Q = force_of(SPRUNG)(q, 0 * q)
    np.testing.assert_allclose(Q, -slope, atol=1e-12 * np.abs(Q).max())


@pytest.mark.parametrize("angle", [0.3, 4.5])
def test_potential_is_that_of_the_textbook(angle):
    q = on_hinges(angle)
    g, masses = np.array([0.3, -0.8, -9.0]), [1.5, 0.7, 0.4, 0.3]
    places = [q[:3], np.append(q[7:9], 0.0), q[10:13], np.append(q[13:15], 0.0)]
    V = -sum(m * g @ r for m, r in zip(masses, places, strict=True))
    R = quaternion.matrix(q[3:7])
    R_0 = quaternion.matrix(RIGID.quat_WB)
    ends = [
        (30.0, 0.4, places[0] + R @ np.array([0.1, 0.2, 0.3]), places[1]),
        (50.0, None, np.ones(3), places[0] + R @ R_0.T @ ([0.5, 0.5, 0.0] - RIGID.p_WB)),
        (8.0, 0.0, places[2], places[3]),
    ]
    for k, rest, a, b in ends:
        rest = np.linalg.norm([0.5, 0.5, 1.0]) if rest is None else rest
        V += k * (np.linalg.norm(b - a) - rest) ** 2 / 2.0
    V += 5.0 * (angle - 0.7) ** 2 / 2.0 + 3.0 * (angle + 0.2) ** 2 / 2.0
    np.testing.assert_allclose(POTENTIAL(q)[0], V, rtol=1e-13)


def point_velocity(q, qd, r):
    """Of a point r in the axes of the first, rigid, body; and its angular velocity."""
    w = quaternion.world_rate(q[3:7], qd[3:7])
    return qd[:3] + np.cross(w, quaternion.matrix(q[3:7]) @ r), w


@pytest.mark.parametrize("frame", ["world", "body"])
@pytest.mark.parametrize("timed", [False, True], ids=["constant", "timed"])
def test_power_of_a_load_is_that_at_its_point(frame, timed):
    F, M, r = np.array([1.0, -2.0, 0.5]), np.array([0.3, 0.1, -0.7]), np.array([0.2, -0.1, 0.4])
    force, torque = (lambda t: F * t, lambda t, p: p["k"] * M) if timed else (2.0 * F, 3.0 * M)
    load = zw.Load(RIGID, force=force, torque=torque, point_B=r, frame=frame)
    mechanism = zw.Mechanism([RIGID], forces=[load])
    rng = np.random.default_rng(1)
    q, _ = mechanism.start()
    qd = rng.normal(size=7)
    qd[3:] -= q[3:] * (q[3:] @ qd[3:])
    p = {"k": 3.0}
    turning = force_of(zw.Mechanism([RIGID]))(q, qd)
    Q = force_of(mechanism)(q, qd, 2.0, p) - turning
    v, w = point_velocity(q, qd, r)
    R = np.eye(3) if frame == "world" else quaternion.matrix(q[3:])
    expected = (R @ (2.0 * F)) @ v + (R @ (3.0 * M)) @ w
    np.testing.assert_allclose(Q @ qd, expected, rtol=1e-12)


def test_dampers_take_the_power_of_their_rates():
    damped = zw.Mechanism(
        [RIGID, DOT, PLANAR],
        joints=[PIN],
        forces=[
            zw.Spring(RIGID, DOT, damping=2.0, point_1=[0.1, 0.2, 0.3]),
            zw.TorsionSpring(PIN, damping=0.6),
        ],
    )
    free = zw.Mechanism([RIGID, DOT, PLANAR], joints=[PIN])
    rng = np.random.default_rng(2)
    q, _ = damped.start()
    qd = rng.normal(size=len(q))
    qd[3:7] -= q[3:7] * (q[3:7] @ qd[3:7])
    Q = force_of(damped)(q, qd) - force_of(free)(q, qd)
    r = np.array([0.1, 0.2, 0.3])
    v, _ = point_velocity(q, qd, r)
    d = q[7:10] - q[:3] - quaternion.matrix(q[3:7]) @ r
    rate = (qd[7:10] - v) @ d / np.linalg.norm(d)
    np.testing.assert_allclose(Q @ qd, -2.0 * rate**2 - 0.6 * qd[12] ** 2, rtol=1e-12)


# -- friction ------------------------------------------------------------------------------------


# Four bodies that do not know of each other, each in a joint that rubs: one program serves all.
MU, RADIUS, SPEED, G = 0.4, 0.1, 0.05, np.array([0.0, 0.0, -9.81])
W, ARM, AXIS = 1.7, np.array([0.6, 0.0, -0.8]), np.array([0.0, 1.0, 0.0])
MASS, INERTIA = 2.0, np.array([0.3, 0.2, 0.25])
BETA = 0.6
ALONG = np.array([np.cos(BETA), 0.0, -np.sin(BETA)])
OFF, LENGTH = 0.5, 2.0
TURN = np.array([0.5, -1.0, 2.0])


@cache
def rubbed():
    """The mechanism, its start, and what is found there."""
    swing = W * AXIS
    rod = zw.RigidBody(MASS, INERTIA, p_WB=ARM, v_WB=np.cross(swing, ARM), w_WB=swing, name="rod")
    block = zw.RigidBody(3.0, [0.1, 0.1, 0.1], v_WB=2.0 * ALONG, name="block")
    box = zw.RigidBody(1.0, [0.1, 0.1, 0.1], v_WB=[1.0, 0, 0], name="box")
    ball = zw.RigidBody(1.0, [0.4, 0.4, 0.4], w_WB=TURN, name="ball")
    J, o = zw.joints, [0, 0, 0]
    hinge = J.Revolute(zw.GROUND, rod, point=o, axis=AXIS, name="hinge")
    incline = J.Prismatic(zw.GROUND, block, point=o, axis=ALONG, name="incline")
    guide = J.Prismatic(zw.GROUND, box, point=[0, OFF, 0], axis=[1, 0, 0], name="guide")
    socket = J.Spherical(zw.GROUND, ball, point=o, name="socket")
    rubbing = [
        zw.JointFriction(hinge, MU, radius=RADIUS, speed=SPEED),
        zw.JointFriction(incline, 0.25, speed=1e-2),
        zw.JointFriction(guide, 0.2, length=LENGTH, speed=1e-2),
        zw.JointFriction(socket, 0.3, radius=0.05, speed=1e-2),
    ]
    parts = [rod, block, box, ball], [hinge, incline, guide, socket], [zw.Gravity(), *rubbing]
    mechanism = zw.Mechanism(*parts)
    q, qd = mechanism.start()
    return mechanism, qd, mechanism.system(definite=True).acceleration(q, qd)


def test_a_rubbing_hinge_brakes_by_the_force_that_really_acts():
    """A pendulum: F = m (a − g), and I α = r × m g − μ R |F| tanh(w/w₀) about the hinge."""
    mechanism, qd, solution = rubbed()
    reaction = mechanism.reaction("hinge")
    a, F = solution.qdd[:3], reaction.force
    np.testing.assert_allclose(F, MASS * (a - G), atol=1e-11)
    alpha = np.cross(ARM, a + W**2 * ARM)[1] / (ARM @ ARM)
    braking = MU * RADIUS * np.linalg.norm(F) * np.tanh(W / SPEED)
    about, weight = INERTIA[1] + MASS * ARM @ ARM, np.cross(ARM, MASS * G)[1]
    np.testing.assert_allclose(about * alpha, weight - braking, atol=1e-11)
    # Friction takes all the power that is lost, and the joint itself none.
    V_rate, T_rate = -MASS * G @ qd[:3], qd[:3] @ (MASS * a) + W * INERTIA[1] * alpha
    np.testing.assert_allclose(T_rate + V_rate, -braking * W, atol=1e-11)
    np.testing.assert_allclose(solution.Qc[:7] @ qd[:7], -braking * W, atol=1e-11)
    np.testing.assert_allclose(reaction.power, 0.0, atol=1e-11)
    # Without friction the force is another: the load changes the reaction.
    smooth = MASS * (np.cross(weight / about * AXIS, ARM) - W**2 * ARM - G)
    assert np.abs(smooth - F).max() > 0.05


def test_a_block_on_an_incline_slides_with_sine_minus_mu_cosine():
    """a = g (sin β − μ cos β) for a guide along the incline."""
    _, _, solution = rubbed()
    expected = 9.81 * (np.sin(BETA) - 0.25 * np.cos(BETA))
    np.testing.assert_allclose(solution.qdd[7:10], expected * ALONG, atol=1e-11)


def test_the_torque_in_a_guide_counts_where_its_length_is_given():
    """A guide off the centre by d: f = μ (m g + 2 |T|/l), T = d f being friction's own torque."""
    _, _, solution = rubbed()
    f = -solution.qdd[14]
    np.testing.assert_allclose(f, 0.2 * (9.81 + 2.0 / LENGTH * OFF * f), rtol=1e-10)


def test_a_guide_feels_the_torque_about_its_own_point():
    """Beside and behind the centre: T = −r × (what acts at r), f = μ (|F| + 2 |T| / l)."""
    box = zw.RigidBody(1.0, [0.1, 0.1, 0.1], v_WB=[1.0, 0, 0], name="box")
    r, pull = np.array([-0.3, OFF, 0.0]), np.array([0.0, 3.0, -9.81])
    guide = zw.joints.Prismatic(zw.GROUND, box, point=r, axis=[1, 0, 0])
    rubs = zw.JointFriction(guide, 0.2, length=LENGTH, speed=1e-2)
    mechanism = zw.Mechanism([box], [guide], [zw.Gravity(pull), rubs])
    f = -mechanism.system(definite=True).acceleration(*mechanism.start()).qdd[0]
    T = -np.cross(r, [-f, *-pull[1:]])
    across = np.linalg.norm(pull) + 2.0 / LENGTH * np.linalg.norm(T[1:])
    np.testing.assert_allclose(f, 0.2 * across, rtol=1e-10)


def test_a_rubbing_ball_brakes_any_turning():
    _, _, solution = rubbed()
    wd = quaternion.world_rate(np.array([1.0, 0, 0, 0]), solution.qdd[24:])
    torque = -0.3 * 0.05 * 9.81 * TURN / np.linalg.norm(TURN)
    np.testing.assert_allclose(0.4 * wd, torque, atol=1e-11)


def test_gravity_may_be_a_parameter():
    ball = zw.Particle(2.0, p_WB=[0.0, 0.0, 1.0], name="ball")
    falling = zw.Mechanism([ball], forces=[zw.Gravity(lambda p: jnp.stack([0.0, 0.0, -p["g"]]))])
    system = falling.system()
    for g in (9.81, 1.62):
        qdd = system.acceleration(*falling.start(), p={"g": g}).qdd
        np.testing.assert_allclose(qdd, [0.0, 0.0, -g])


@pytest.mark.parametrize("names", [(None, None), ("upper", None), (None, "lower")])
def test_forces_in_joints_without_names_are_those_in_joints_with_names(names):
    """Of two hinges the second rubs and is sprung; what they are called changes no number."""

    def swung(upper, lower):
        links = [zw.PlanarBody(1.0, 0.1, p_WB=[x, 0.0], name=f"link {x}") for x in (0.5, 1.5)]
        ends = zw.GROUND, *links
        pins = [
            zw.joints.Revolute(ends[i], ends[i + 1], point=[i, 0.0], name=name)
            for i, name in enumerate((upper, lower))
        ]
        rubs = zw.JointFriction(pins[1], 0.3, radius=0.2, speed=0.1)
        spring = zw.TorsionSpring(pins[1], stiffness=2.0, rest=0.4)
        return zw.Mechanism(links, pins, [zw.Gravity(), rubs, spring])

    given, named = swung(*names), swung("upper", "lower")
    (q, qd), rates = named.start(), 0.1 * np.arange(6)
    found, wanted = (x.system(definite=True).acceleration(q, qd + rates) for x in (given, named))
    np.testing.assert_array_equal(found.qdd, wanted.qdd)
    assert np.abs(found.Qc_nonideal).max() > 1e-3
