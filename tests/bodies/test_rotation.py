"""Bodies that turn, against closed forms: Euler's free body and the heavy top."""

import numpy as np

import zwang as zw
from zwang.bodies.kinds import quaternion

X, Z = np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])

# Torque-free body, moments 1, 2, 3, w = (1, 0.4, 1.2) at 0: Landau and Lifshitz, section 37.
FREE_AT_4 = [0.18398470472238673, -1.0612019734377702, 1.0573316054376034]
# Heavy top, see ``zwang.zoo.turning.heavy_top``: φ, θ, ψ at 1.
TOP_AT_1 = (0.403704212040462311, 0.689495913371506559, 40.4556331645107813)


def test_a_free_body_turns_as_euler_says_and_its_quaternion_keeps_its_length():
    """Over a thousand turns; energy and angular momentum are kept too."""
    J = np.array([1.0, 2.0, 3.0])
    body = zw.RigidBody(1.0, J, quat_WB=[0.5, 0.5, -0.5, 0.5], w_B=[1.0, 0.4, 1.2], name="body")
    turns = 1000.0 * 2.0 * np.pi / np.linalg.norm([1.0, 0.4, 1.2])
    times = [0.0, 4.0, *np.linspace(10.0, turns, 200)]
    motion = zw.Mechanism([body]).simulate(times, rtol=1e-10)
    pose = motion.pose("body")
    np.testing.assert_allclose(pose.w_B[1], FREE_AT_4, atol=1e-8)
    lengths = np.linalg.norm(motion.q[:, 3:], axis=1)
    assert np.abs(lengths - 1.0).max() <= 1e-13
    momentum = np.einsum("tij,tj->ti", pose.R_WB, J * pose.w_B)
    np.testing.assert_allclose(momentum, np.tile(momentum[0], (len(times), 1)), atol=1e-6)
    np.testing.assert_allclose(motion.energy, motion.energy[0], rtol=1e-6)
    kinetic = (pose.w_B**2 @ J) / 2.0
    np.testing.assert_allclose(motion.observables["kinetic energy"], kinetic, rtol=1e-12)
    np.testing.assert_allclose(motion.observables["potential energy"], 0.0)


def euler(phi, theta, psi):
    """The quaternion of Euler's angles, about z, x and z."""
    parts = ((Z, phi), (X, theta), (Z, psi))
    a, b, c = (quaternion.from_axis_angle(axis, np.asarray(angle)) for axis, angle in parts)
    return quaternion.product(quaternion.product(a, b), c)


def test_a_heavy_top_nods_as_the_closed_form_says():
    I1, I3, mgl = 0.02, 0.03, 0.5
    arm = mgl / 9.81
    across = I1 - arm**2  # about the centre of mass, of a mass of one
    u = euler(0.0, 0.7, 0.0)
    R = quaternion.matrix(u)
    w = 1.0 * Z + 40.0 * R @ Z
    r = R @ np.array([0.0, 0.0, arm])
    top = zw.RigidBody(
        1.0, [across, across, I3], p_WB=r, quat_WB=u, v_WB=np.cross(w, r), w_WB=w, name="top"
    )
    tip = zw.joints.Spherical(zw.GROUND, top, point=[0, 0, 0], name="tip")
    motion = zw.Mechanism([top], [tip], [zw.Gravity()]).simulate([0.0, 0.5, 1.0], rtol=1e-11)
    found = motion.pose("top").R_WB[-1]
    np.testing.assert_allclose(found, quaternion.matrix(euler(*TOP_AT_1)), atol=1e-8)
    np.testing.assert_allclose(motion.energy, motion.energy[0], rtol=1e-10)
    # The tip carries the weight and what the centre's acceleration needs.
    force = motion.qdd[:, :3] + [0.0, 0.0, 9.81]
    np.testing.assert_allclose(motion.reaction("tip").force, force, atol=1e-10)
