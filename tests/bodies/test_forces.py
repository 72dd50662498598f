"""Forces: derivatives of their potentials, power of loads, friction of the reaction that acts."""

from functools import cache

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.bodies import quaternion

pytestmark = pytest.mark.xdist_group("bodies forces")


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


SLOPE = jax.jit(jax.grad(lambda q: SPRUNG.potential_energy(q)))


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
    slope = SLOPE(q)
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
        (30.0, 0.4, places[0] + R @ [0.1, 0.2, 0.3], places[1]),
        (50.0, None, np.ones(3), places[0] + R @ R_0.T @ ([0.5, 0.5, 0.0] - RIGID.p_WB)),
        (8.0, 0.0, places[2], places[3]),
    ]
    for k, rest, a, b in ends:
        rest = np.linalg.norm([0.5, 0.5, 1.0]) if rest is None else rest
        V += k * (np.linalg.norm(b - a) - rest) ** 2 / 2.0
    V += 5.0 * (angle - 0.7) ** 2 / 2.0 + 3.0 * (angle + 0.2) ** 2 / 2.0
    np.testing.assert_allclose(SPRUNG.potential_energy(q), V, rtol=1e-13)


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


MU, RADIUS, SPEED = 0.4, 0.1, 0.05


def test_a_rubbing_hinge_brakes_by_the_force_that_really_acts():
    """A pendulum: F = m (a − g), and I α = r × m g − μ R |F| tanh(w/w₀) about the hinge."""
    w, m, arm = 1.7, 2.0, np.array([0.6, 0.0, -0.8])
    inertia = np.array([0.3, 0.2, 0.25])
    axis = np.array([0.0, 1.0, 0.0])
    rod = zw.RigidBody(
        m, inertia, p_WB=arm, v_WB=np.cross(w * axis, arm), w_WB=w * axis, name="rod"
    )
    hinge = zw.joints.Revolute(zw.GROUND, rod, point=[0, 0, 0], axis=axis, name="hinge")
    rubbing = zw.JointFriction(hinge, MU, radius=RADIUS, speed=SPEED)
    mechanism = zw.Mechanism([rod], [hinge], [zw.Gravity(), rubbing])
    q, qd = mechanism.start()
    solution = mechanism.system(definite=True).acceleration(q, qd)
    reaction = mechanism.reaction("hinge")
    g, a, F = np.array([0.0, 0.0, -9.81]), solution.qdd[:3], reaction.force
    np.testing.assert_allclose(F, m * (a - g), atol=1e-12)
    alpha = np.cross(arm, a + w**2 * arm)[1] / (arm @ arm)
    braking = MU * RADIUS * np.linalg.norm(F) * np.tanh(w / SPEED)
    about = inertia[1] + m * arm @ arm
    np.testing.assert_allclose(about * alpha, np.cross(arm, m * g)[1] - braking, atol=1e-11)
    # Friction takes all the power that is lost, and the joint itself none.
    V_rate, T_rate = -m * g @ qd[:3], qd[:3] @ (m * a) + w * inertia[1] * alpha
    np.testing.assert_allclose(T_rate + V_rate, -braking * w, atol=1e-11)
    np.testing.assert_allclose(solution.Qc @ qd, -braking * w, atol=1e-11)
    np.testing.assert_allclose(reaction.power, 0.0, atol=1e-12)
    # Without friction the force is another: the load changes the reaction.
    smooth = zw.Mechanism([rod], [hinge], [zw.Gravity()]).reaction("hinge")
    assert np.abs(smooth.force - reaction.force).max() > 0.05


def acceleration(*parts):
    """q̈ at the start of a mechanism."""
    mechanism = zw.Mechanism(*parts)
    return mechanism.system(definite=True).acceleration(*mechanism.start()).qdd


def test_a_block_on_an_incline_slides_with_sine_minus_mu_cosine():
    """a = g (sin β − μ cos β) for a guide along the incline."""
    beta = 0.6
    along = np.array([np.cos(beta), 0.0, -np.sin(beta)])
    block = zw.RigidBody(3.0, [0.1, 0.1, 0.1], v_WB=2.0 * along, name="block")
    guide = zw.joints.Prismatic(zw.GROUND, block, point=[0, 0, 0], axis=along, name="guide")
    rubbing = zw.JointFriction(guide, 0.25, speed=1e-2)
    qdd = acceleration([block], [guide], [zw.Gravity(), rubbing])
    expected = 9.81 * (np.sin(beta) - 0.25 * np.cos(beta))
    np.testing.assert_allclose(qdd[:3], expected * along, atol=1e-12)


def test_the_torque_in_a_guide_counts_where_its_length_is_given():
    """A guide off the centre by d: f = μ (|F| + 2 |T|/l), T = d (m g, f) across the guide."""
    mu, d, length, g = 0.2, 0.5, 2.0, 9.81
    block = zw.RigidBody(1.0, [0.1, 0.1, 0.1], v_WB=[1.0, 0, 0], name="block")
    guide = zw.joints.Prismatic(zw.GROUND, block, point=[0, d, 0], axis=[1, 0, 0], name="guide")
    rubbing = zw.JointFriction(guide, mu, length=length, speed=1e-2)
    f = -acceleration([block], [guide], [zw.Gravity(), rubbing])[0]
    # About the centre: of the reaction along x and y only; the weight turns about the guide, x,
    # and friction about z.
    np.testing.assert_allclose(f, mu * (g + 2.0 / length * d * f), rtol=1e-10)


def test_a_rubbing_ball_brakes_any_turning():
    w = np.array([0.5, -1.0, 2.0])
    ball = zw.RigidBody(1.0, [0.4, 0.4, 0.4], w_WB=w, name="ball")
    socket = zw.joints.Spherical(zw.GROUND, ball, point=[0, 0, 0], name="socket")
    rubbing = zw.JointFriction(socket, 0.3, radius=0.05, speed=1e-2)
    qdd = acceleration([ball], [socket], [zw.Gravity(), rubbing])
    wd = quaternion.world_rate(np.array([1.0, 0, 0, 0]), qdd[3:])
    torque = -0.3 * 0.05 * 9.81 * w / np.linalg.norm(w)
    np.testing.assert_allclose(0.4 * wd, torque, atol=1e-12)


def test_gravity_may_be_a_parameter():
    ball = zw.Particle(2.0, p_WB=[0.0, 0.0, 1.0], name="ball")
    falling = zw.Mechanism([ball], forces=[zw.Gravity(lambda p: jnp.stack([0.0, 0.0, -p["g"]]))])
    system = falling.system()
    for g in (9.81, 1.62):
        qdd = system.acceleration(*falling.start(), p={"g": g}).qdd
        np.testing.assert_allclose(qdd, [0.0, 0.0, -g])
