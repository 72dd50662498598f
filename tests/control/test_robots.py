"""Robots and craft as engineers have them, each against an answer found in another way."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.control.machines import nearest

G = 9.81


# -- SCARA ----------------------------------------------------------------------------------------

M1, M2, M3, L1, L2, C1, C2, I1, I2, I4 = 8.0, 5.0, 2.0, 0.4, 0.3, 0.2, 0.15, 0.12, 0.05, 0.01


def scara_mass(q, cos):
    """M (4, 4) of shoulder, elbow, quill and wrist; the quill carries all of M3."""
    c = cos(q[1])
    a = I1 + M1 * C1**2 + (M2 + M3) * L1**2
    b, h = I2 + M2 * C2**2 + M3 * L2**2, L1 * (M2 * C2 + M3 * L2)
    inner, elbow = b + h * c + I4, b + I4
    return [
        [a + b + 2 * h * c + I4, inner, 0.0, I4],
        [inner, elbow, 0.0, I4],
        [0.0, 0.0, M3, 0.0],
        [I4, I4, 0.0, I4],
    ]


def scara_torque(q, qd, qdd):
    """Inverse dynamics by hand."""
    h = L1 * (M2 * C2 + M3 * L2) * np.sin(q[1])
    bias = [-h * (2 * qd[0] * qd[1] + qd[1] ** 2), h * qd[0] ** 2, M3 * G, 0.0]
    return np.array(scara_mass(q, np.cos)) @ qdd + bias


def scara() -> zw.Controller:
    kinetic = lambda q, qd: qd @ jnp.array(scara_mass(q, jnp.cos)) @ qd / 2.0
    plant = zw.System.from_lagrangian(
        T=kinetic, V=lambda q: M3 * G * q[2], coordinates="shoulder elbow quill wrist"
    )

    def pick(q, t):
        s, e = q[0], q[0] + q[1]
        place = jnp.stack([L1 * jnp.cos(s) + L2 * jnp.cos(e), L1 * jnp.sin(s) + L2 * jnp.sin(e)])
        aim = jnp.stack([0.45 + 0.1 * jnp.sin(3.0 * t), 0.2 * jnp.cos(3.0 * t)])
        return jnp.concatenate([place - aim, jnp.stack([q[2] - 0.1 * t**2, e + q[3] - t])])

    path = zw.Holonomic(pick, name="pick")
    return zw.track(plant, path, actuation=np.eye(4), gains=(20.0, 100.0))


def test_a_scara_has_the_torques_of_its_inverse_dynamics_and_the_nearest_within_limits():
    control = scara()
    q, qd = control.start([0.0, 0.8, 0.0, -0.8], np.zeros(4))
    motion = zw.simulate(control.closed_loop(), q, qd, np.linspace(0.0, 2.0, 21))
    assert np.abs(motion.tracking_error("pick")).max() < 1e-9
    for row in zip(motion.q, motion.qd, motion.qdd, motion.observables["inputs"], strict=True):
        np.testing.assert_allclose(row[3], scara_torque(*row[:3]), rtol=1e-9, atol=1e-9)
    most = np.abs(motion.observables["inputs"]).max(axis=0)
    limits = np.array([0.6, 0.6, 1.1, 0.6]) * most  # the quill must carry its weight
    held = control.limited(-limits, limits)
    law, busy = held.compile(inputs=True), 0
    for t, q, qd, tau in zip(motion.t, motion.q, motion.qd, motion.observables["inputs"]):
        # As many inputs as rows: what is missed is (τ − τ*)ᵀM⁻¹(τ − τ*).
        wanted = nearest(np.linalg.inv(scara_mass(q, np.cos)), tau, -limits, limits)
        np.testing.assert_allclose(law(q, qd, t), wanted, rtol=1e-7, atol=1e-7 * most.max())
        busy += bool((np.abs(wanted) >= limits).any())
    assert 5 < busy < 21
    loop = zw.simulate(held.closed_loop(), motion.q[0], motion.qd[0], (0.0, 2.0))
    assert loop.status == zw.Status.OK and (np.abs(loop.observables["inputs"]) <= limits).all()


# -- Stewart's platform ---------------------------------------------------------------------------


def test_a_stewart_platform_has_the_leg_forces_of_its_inverse_dynamics():
    """Seven bodies; the plate follows a pose by six forces along the legs. The answer: Lagrange's
    equations in the plate's six coordinates, legs turned by their universal joints and all."""
    from zwang.bodies.kinds import quaternion
    from zwang.zoo.mechanisms.loops import stewart as zoo

    machine = zoo.stewart().mechanism
    plant = zw.Mechanism(machine.bodies, machine.joints[:-1], machine.forces)
    below, above = zoo.feet()

    def legs(q):
        """S (49, 6), of forces on the plate alone: on a leg they act along its axis."""
        balls = q[:3] + above @ quaternion.matrix(q[3:7]).T
        ways = balls - below
        ways = ways / jnp.linalg.norm(ways, axis=1)[:, None]
        reach = lambda q: q[:3] + above @ quaternion.matrix(q[3:7] / jnp.linalg.norm(q[3:7])).T
        J = jax.jacfwd(reach)(q)  # (6, 3, 49)
        return jnp.einsum("lin,li->nl", J, ways)

    control = zw.track(plant, machine.joints[-1], actuation=legs)  # the drive is now required
    motion = machine.simulate([0.0, 0.4, 0.9])
    wanted = [leg_forces(t) for t in motion.t]
    found = [control.inputs(q, qd, t) for q, qd, t in zip(motion.q, motion.qd, motion.t)]
    np.testing.assert_allclose(found, wanted, rtol=1e-6, atol=1e-6)


@jax.jit
def leg_forces(t):
    """Forces along the legs by Lagrange's equations in x: the plate's place, and a turn."""
    from zwang.zoo.mechanisms.loops import stewart as zoo

    below, above = zoo.feet()
    start = above + [0.0, 0.0, zoo.HEIGHT]
    pairs = zip(below, start, strict=True)
    frames = np.stack([zoo.frame((b - a) / np.linalg.norm(b - a)) for a, b in pairs])
    lengths = np.linalg.norm(start - below, axis=1)

    def turn(v):
        """Rotation by a vector: about x, then y, then z."""
        (a, b, c), z, o = v, 0.0 * v[0], 0.0 * v[0] + 1.0
        X = jnp.array([[o, z, z], [z, jnp.cos(a), -jnp.sin(a)], [z, jnp.sin(a), jnp.cos(a)]])
        Y = jnp.array([[jnp.cos(b), z, jnp.sin(b)], [z, o, z], [-jnp.sin(b), z, jnp.cos(b)]])
        Z = jnp.array([[jnp.cos(c), -jnp.sin(c), z], [jnp.sin(c), jnp.cos(c), z], [z, z, o]])
        return Z @ Y @ X

    def poses(x):
        """Places and rotations of plate and legs."""
        R = turn(x[3:])

        def leg(a, b, F, length):
            u = F.T @ (x[:3] + R @ b - a)
            u = u / jnp.linalg.norm(u)
            # About the first axis of the frame on the ground, then about the second of the leg.
            one, two, none = jnp.arctan2(-u[1], u[2]), jnp.arcsin(u[0]), 0.0 * u[0]
            own = F @ turn(jnp.stack([one, none, none])) @ turn(jnp.stack([none, two, none]))
            return a + own[:, 2] * length / 4.0, own

        places, turns = jax.vmap(leg)(below, above, frames, lengths)
        return jnp.vstack([x[:3], places]), jnp.concatenate([R[None], turns])

    masses = np.array([4.0] + 6 * [0.5])
    inertias = np.array([[0.4, 0.4, 0.7]] + 6 * [[0.01, 0.01, 0.001]])

    def lagrangian(x, v):
        (places, turns), (rates, turning) = jax.jvp(poses, (x,), (v,))
        spin = jnp.einsum("kji,kjl->kil", turns, turning)
        omega = jnp.stack([spin[:, 2, 1], spin[:, 0, 2], spin[:, 1, 0]], axis=1)
        kinetic = (masses[:, None] * rates**2).sum() + (inertias * omega**2).sum()
        return kinetic / 2.0 - G * (masses * places[:, 2]).sum()

    def plate(t):
        lean = 2.0 * jnp.arctan2(zoo.quat_of(t)[1], zoo.quat_of(t)[0])
        return jnp.concatenate([zoo.position(t), jnp.stack([lean, 0.0 * t, 0.0 * t])])

    rate = jax.jacfwd(plate)
    momentum = lambda t: jax.grad(lagrangian, 1)(plate(t), rate(t))
    push = jax.jacfwd(momentum)(t) - jax.grad(lagrangian)(plate(t), rate(t))
    reach = lambda x: jnp.linalg.norm(x[:3] + above @ turn(x[3:]).T - below, axis=1)
    return jnp.linalg.solve(jax.jacfwd(reach)(plate(t)).T, push)


# -- an arm in MuJoCo -----------------------------------------------------------------------------

LINKS, WEIGHTS = (0.5, 0.4, 0.3), (3.0, 2.0, 1.0)


def three_links() -> zw.System:
    """Three rods in a vertical plane, by relative angles."""

    def middles(q):
        angles, places, end = jnp.cumsum(q), [], jnp.zeros(2)
        for length, a in zip(LINKS, angles, strict=True):
            way = length * jnp.stack([jnp.cos(a), jnp.sin(a)])
            places.append(end + way / 2.0)
            end = end + way
        return jnp.stack(places)

    def kinetic(q, qd):
        v, w = jax.jvp(middles, (q,), (qd,))[1], jnp.cumsum(qd)
        inertia = np.array(WEIGHTS) * np.array(LINKS) ** 2 / 12.0
        return (np.array(WEIGHTS) @ (v**2).sum(axis=1) + inertia @ w**2) / 2.0

    height = lambda q: G * np.array(WEIGHTS) @ middles(q)[:, 1]
    return zw.System.from_lagrangian(T=kinetic, V=height, coordinates="a b c")


def in_mujoco():
    """The same as MJCF, the plane being x and z."""
    text, close = "", ""
    for i, (length, weight) in enumerate(zip(LINKS, WEIGHTS, strict=True)):
        place = LINKS[i - 1] if i else 0.0
        J = weight * length**2 / 12.0
        text += (
            f'<body pos="{place} 0 0"><joint name="j{i}" type="hinge" axis="0 -1 0"/>'
            f'<inertial pos="{length / 2} 0 0" mass="{weight}" diaginertia="{J} {J} {J}"/>'
        )
        close += "</body>"
    motors = "".join(f'<motor joint="j{i}"/>' for i in range(3))
    return (
        f'<mujoco><option timestep="0.001" integrator="RK4" gravity="0 0 -{G}">'
        f'<flag contact="disable"/></option><worldbody>{text}{close}</worldbody>'
        f"<actuator>{motors}</actuator></mujoco>"
    )


def test_an_arm_in_mujoco_follows_its_path_at_a_kilohertz():
    mujoco = pytest.importorskip("mujoco")

    def tip(q, t):
        angles = jnp.cumsum(q)
        ends = np.array(LINKS) @ jnp.stack([jnp.cos(angles), jnp.sin(angles)], axis=1)
        circle = jnp.stack([0.7 + 0.15 * jnp.cos(2.0 * t), 0.2 + 0.15 * jnp.sin(2.0 * t)])
        return jnp.append(ends - circle, angles[2] - 0.3 * jnp.sin(t))

    control = zw.track(
        three_links(), zw.Holonomic(tip, name="tip"), actuation=np.eye(3), gains=20.0
    )
    law = control.compile(inputs=True)
    model = mujoco.MjModel.from_xml_string(in_mujoco())
    data = mujoco.MjData(model)
    q, qd = control.start([0.9, -1.0, 0.1], np.zeros(3))
    data.qpos[:], data.qvel[:] = q, qd
    off, torque = [], []
    for _ in range(2000):
        q, qd, t = data.qpos.copy(), data.qvel.copy(), data.time
        data.ctrl[:] = law(q, qd, t)
        if not len(off) % 100:  # their inverse dynamics, for the acceleration that we asked for
            data.qacc[:] = control.command(q, qd, t).qdd
            mujoco.mj_inverse(model, data)
            torque.append(np.abs(data.qfrc_inverse - data.ctrl).max())
        mujoco.mj_step(model, data)
        off.append(np.abs(np.asarray(tip(data.qpos.copy(), data.time))).max())
    assert law.engine == "native"
    assert max(torque) < 1e-9
    assert max(off) < 2e-4  # held for a millisecond, which gains of 20 / s bring back
