"""Friction by the forces of joints under a control: against Newton and Euler."""

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.control.driven import driven

MU, RADIUS, SPEED, G = 0.3, 0.05, 0.01, np.array([0.0, -9.81])
MASS, INERTIA = np.array([2.0, 1.5]), np.array([0.2, 0.1])


def arm():
    """Two links of length one whose pins rub, and what their joints must do."""
    upper = zw.PlanarBody(mass=MASS[0], inertia=INERTIA[0], p_WB=[0.5, 0.0], name="upper")
    lower = zw.PlanarBody(mass=MASS[1], inertia=INERTIA[1], p_WB=[1.5, 0.0], name="lower")
    shoulder = zw.joints.Revolute(zw.GROUND, upper, point=[0.0, 0.0], name="shoulder")
    elbow = zw.joints.Revolute(upper, lower, point=[1.0, 0.0], name="elbow")
    rubs = [zw.JointFriction(x, mu=MU, radius=RADIUS, speed=SPEED) for x in (shoulder, elbow)]
    machine = zw.Mechanism([upper, lower], [shoulder, elbow], [zw.Gravity(G), *rubs])
    moves = [
        zw.joints.Driven(shoulder, lambda t: 0.4 * jnp.sin(t), name="swing"),
        zw.joints.Driven(elbow, lambda t: 0.5 + 0.3 * t**2, name="bend"),
    ]
    control = zw.track(machine, moves, actuation=["shoulder", "elbow"])
    return control, *control.posed({"shoulder": 0.0, "elbow": 0.5}, {"shoulder": 0.4})


def by_hand(angles, rates, accelerations):
    """Torques of both joints by Newton and Euler, from the outer link inwards, and friction."""
    turned, w, a = np.cumsum(angles), np.cumsum(rates), np.cumsum(accelerations)
    along = np.stack([np.cos(turned), np.sin(turned)], axis=1)
    across = along[:, ::-1] * [-1.0, 1.0]
    swung = a[:, None] * across - w[:, None] ** 2 * along  # of a unit of length
    at = np.array([0.5 * swung[0], swung[0] + 0.5 * swung[1]])
    outer = MASS[1] * (at[1] - G)  # force of the elbow on the lower link
    inner = outer + MASS[0] * (at[0] - G)
    cross = lambda x, y: x[0] * y[1] - x[1] * y[0]
    elbow = INERTIA[1] * a[1] + cross(0.5 * along[1], outer)
    whole = INERTIA[0] * a[0] + cross(0.5 * along[0], inner) + cross(0.5 * along[0], outer) + elbow
    rubs = -MU * RADIUS * np.linalg.norm([inner, outer], axis=1) * np.tanh(rates / SPEED)
    return np.array([whole, elbow]) - rubs


def test_torques_are_those_of_newton_and_euler_with_the_friction_of_the_pins():
    control, q, qd = arm()
    expected = by_hand(np.array([0.0, 0.5]), np.array([0.4, 0.0]), np.array([0.0, 0.6]))
    np.testing.assert_allclose(control.inputs(q, qd, 0.0), expected, rtol=1e-9)
    without = by_hand(np.array([0.0, 0.5]), np.zeros(2), np.array([0.0, 0.6]))
    assert np.abs(without - expected).max() > 0.1  # friction counts


def test_law_and_motion_run_in_c_and_keep_the_joints_on_their_path():
    control, q, qd = arm()
    law = control.compile(inputs=True)
    np.testing.assert_allclose(law(q, qd, 0.0), control.inputs(q, qd), rtol=1e-12)
    assert law.engine == "native"
    motion = zw.simulate(control.closed_loop(), q, qd, (0.0, 0.3))
    assert motion.engine == "native"
    for name in ("swing", "bend"):
        assert np.abs(motion.tracking_error(name)).max() < 1e-9
    t = motion.t[-1]
    angles = np.array([0.4 * np.sin(t), 0.5 + 0.3 * t**2])
    rates, turning = np.array([0.4 * np.cos(t), 0.6 * t]), np.array([-0.4 * np.sin(t), 0.6])
    expected = by_hand(angles, rates, turning)
    np.testing.assert_allclose(motion.observables["inputs"][-1], expected, rtol=1e-7)


def test_an_input_at_its_limit_is_answered_by_the_friction_that_then_acts():
    """The plant under the force that was given has the acceleration that the command says."""
    control, q, qd = arm()
    held = control.limited(-15.0, 15.0)
    u = held.force(q, qd)
    assert held.saturated(q, qd).tolist() == [True, False]
    done = held.command(q, qd).qdd
    real = driven(control.model, lambda p: None, lambda p: p).acceleration(q, qd, 0.0, u)
    np.testing.assert_allclose(real.qdd, done, rtol=1e-8, atol=1e-8)


# A rod on a floor, as in tests/unit/test_reaction.py: m = 1, half = 1, J = 1/3, at 0.5 rad.
@pytest.mark.parametrize(
    "velocity, status",
    [(-2.0, zw.Status.REACTION_NOT_FOUND), (2.0, zw.Status.REACTION_NOT_UNIQUE)],
)
def test_friction_that_decides_nothing_is_a_status_under_control_too(velocity, status):
    floor = zw.Holonomic(lambda q: q[1] - jnp.cos(q[2]), name="floor")

    def rub(q, qd, p, reaction):
        direction = jnp.sign(qd[0] - jnp.cos(q[2]) * qd[2])
        arm = jnp.stack([jnp.ones_like(q[0]), 0.0 * q[0], -jnp.cos(q[2])])
        return -p["mu"] * jnp.abs(reaction[1]) * direction * arm

    rod = zw.System([1.0, 1.0, 1.0 / 3.0], [0.0, -9.81, 0.0], [floor], nonideal=rub)
    drive = zw.Nonholonomic(lambda qd: qd[0], name="drive")
    control = zw.track(rod, drive, gains=0.5)  # Nature's choice does not load the floor
    state = [0.0, np.cos(0.5), 0.5], [velocity, 0.0, 0.0]
    assert control.status(*state, 0.0, {"mu": 0.3}) == zw.Status.OK
    assert control.status(*state, 0.0, {"mu": 3.0}) == status
    assert np.isnan(control.force(*state, 0.0, {"mu": 3.0}, throw=False)).all()
