"""Mechanisms under control: actuators by joint name, drives as requirements, starts by angles."""

from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.control.law.command import commanded
from zwang.engine.evaluate import by_numpy, in_c

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


def gate(planar):
    """A gate about z with the inertia 0.35, in the plane or in space, that must stay at zero."""
    if planar:
        leaf: Any = zw.PlanarBody(mass=1.0, inertia=0.1, p_WB=[0.5, 0.0], name="leaf")
    else:
        leaf = zw.RigidBody(1.0, [0.1, 0.1, 0.1], p_WB=[0.5, 0.0, 0.0], name="leaf")
    post = [0.0, 0.0] if planar else [0.0, 0.0, 0.0]
    axis = {} if planar else {"axis": [0.0, 0.0, 1.0]}
    hinge = zw.joints.Revolute(zw.GROUND, leaf, point=post, name="hinge", **axis)
    shut = zw.joints.Driven(hinge, lambda t: 0.0 * t, name="shut")
    return zw.track(zw.Mechanism([leaf], [hinge]), shut, actuation=["hinge"], gains=(3.0, 2.0))


@pytest.mark.parametrize("planar", [True, False])
def test_the_error_of_a_joint_is_its_angle_however_large(planar):
    control = gate(planar)
    for angle in (0.4, -1.5, 2.9, 3.5, 7.0):
        q, qd = control.posed({"hinge": angle}, {"hinge": 0.2})
        off = np.arctan2(np.sin(angle), np.cos(angle))
        assert control.inputs(q, qd) == pytest.approx(-0.35 * (2.0 * off + 3.0 * 0.2), rel=1e-9)
    # (s + 1)(s + 2), from rest. What is out of the plane dies out below the normal numbers.
    motion = zw.simulate(control.closed_loop(), *control.posed({"hinge": 2.5}), [0.0, 2.0])
    expected = 2.5 * (2.0 * np.exp(-2.0) - np.exp(-4.0))
    assert motion.tracking_error("shut")[-1] == pytest.approx(expected, abs=1e-7)


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


def test_a_drive_of_a_joint_that_is_not_of_the_mechanism_is_refused_by_name():
    """Also of one that has the same name and the same bodies; one that was nameless is known."""
    elsewhere = zw.joints.Revolute(UPPER, LOWER, point=[0.9, 0.0], name="elbow")
    stranger = zw.joints.Revolute(UPPER, LOWER, point=[1.0, 0.0], name="knee")
    for joint in (elsewhere, stranger):
        drive = zw.joints.Driven(joint, lambda t: 0.0 * t, name="turn")
        with pytest.raises(ValueError, match=f"'turn' of .*{joint.label}.*not of this mechanism"):
            zw.track(ARM, drive)
    bare = zw.joints.Revolute(UPPER, LOWER, point=[1.0, 0.0])
    held = zw.Mechanism([UPPER, LOWER], [SHOULDER, bare])
    zw.track(held, zw.joints.Driven(bare, lambda t: 0.0 * t, name="turn"))


def heavier(mass: Any, **other) -> zw.Mechanism:
    lower = zw.PlanarBody(mass=mass, inertia=0.05, p_WB=[1.4, 0.0], name="lower")
    elbow = zw.joints.Revolute(UPPER, lower, point=[1.0, 0.0], name="elbow")
    bodies = [UPPER, lower, *other.get("bodies", ())]
    return zw.Mechanism(bodies, [SHOULDER, elbow], [zw.Gravity([0.0, -9.81])])


def in_angles(mass) -> zw.System:
    """The same arm as a System in its two joint angles; the mass of the lower link, or its name."""
    heavy = (lambda p: p[mass]) if isinstance(mass, str) else lambda p: mass

    def kinetic(q, qd, p):
        a, b, ad, bd = q[0], q[0] + q[1], qd[0], qd[0] + qd[1]
        T = (1.5 * 0.25 + 0.1) * ad**2 / 2 + 0.05 * bd**2 / 2
        return T + heavy(p) * (ad**2 + 0.16 * bd**2 + 0.8 * ad * bd * jnp.cos(a - b)) / 2

    def potential(q, p):
        a, b = q[0], q[0] + q[1]
        return 9.81 * (0.75 * jnp.sin(a) + heavy(p) * (jnp.sin(a) + 0.4 * jnp.sin(b)))

    return zw.System.from_lagrangian(T=kinetic, V=potential, coordinates=["shoulder", "elbow"])


HEAVY: dict[str, Any] = {"p_plant": lambda p: {"m": 1.2 * p["m"]}}
P, ANGLES = {"m": 1.0}, ([0.0, 0.5], [0.3, 0.0])


@cache
def same_arms():
    """Controllers of the mechanism and of the same arm in its angles, and the first's start."""
    arm, moving = heavier("m"), lambda t: jnp.stack([0.3 * jnp.sin(t), 0.5 + 0.2 * t**2])
    swing = zw.joints.Driven(SHOULDER, lambda t: moving(t)[0], name="swing")
    bend = zw.joints.Driven(arm.joints[1], lambda t: moving(t)[1], name="bend")
    control = zw.track(arm, [swing, bend], actuation=["shoulder", "elbow"], gains=4.0)
    path = zw.Holonomic(lambda q, t: q - moving(t), name="path")
    same = zw.track(in_angles("m"), path, gains=4.0)  # which a torque at each joint drives
    start = control.posed({"shoulder": 0.0, "elbow": 0.5}, {"shoulder": 0.3}, p=P)
    return control, same, start


def turns(q):
    """The angles of the joints (T, 2)."""
    return np.stack([q[:, 2], q[:, 5] - q[:, 2]], axis=1)


@pytest.mark.parametrize("given", [{}, pytest.param(HEAVY, marks=pytest.mark.slow)])
def test_a_sampled_run_of_a_mechanism_is_that_of_the_same_system(given):
    control, same, start = same_arms()
    found = control.sampled(0.02, delay=0.005).simulate(*start, (0.0, 0.1), P, **given)
    by_hand = same.sampled(0.02, delay=0.005).simulate(*ANGLES, (0.0, 0.1), P, **given)
    assert turns(found.q) == pytest.approx(by_hand.q, abs=1e-8)
    off = np.hstack([found.tracking_error(name) for name in ("swing", "bend")])
    assert off == pytest.approx(by_hand.tracking_error("path"), abs=1e-8)
    assert np.abs(off).max() > 1e-5  # a control that is late, and held, misses


def test_another_mechanism_as_the_plant_is_the_same_with_other_parameters():
    control, same, start = same_arms()
    loops = control.closed_loop(**HEAVY), control.closed_loop(plant=heavier(1.2))
    ends = [zw.simulate(x, *start, [0.0, 0.1], P).q[-1] for x in loops]
    by_hand = zw.simulate(same.closed_loop(**HEAVY), *ANGLES, [0.0, 0.1], P).q[-1]
    assert ends[0] == pytest.approx(ends[1], abs=1e-9)
    assert turns(ends[0][None])[0] == pytest.approx(by_hand, abs=1e-8)
    assert np.abs(by_hand - [0.3 * np.sin(0.1), 0.502]).max() > 1e-4  # it is another plant


def test_a_plant_in_other_coordinates_than_the_model_is_refused_by_name():
    held = zw.joints.Driven(ELBOW, lambda t: 0.0 * t, name="held")
    control = zw.track(ARM, held, actuation=["elbow"])
    ball = zw.Particle(1.0, p_WB=[2.0, 0.0], name="ball")
    backwards = zw.Mechanism([LOWER, UPPER], [SHOULDER, ELBOW])
    names = ARM.system().coordinates
    assert names is not None
    for plant, told in (
        (heavier(1.0, bodies=[ball]), "8 coordinates, and the model 6"),
        (backwards, "at place 0 it has 'lower.x', and the model 'upper.x'"),
        (zw.System(np.ones(6), None, coordinates=names[::-1]), "at place 0"),
        (zw.System(np.ones(2), None, coordinates=["a", "b"]), "2 coordinates, and the model 6"),
    ):
        with pytest.raises(ValueError, match=f"`plant` has .*{told}"):
            control.closed_loop(plant=plant)
        with pytest.raises(ValueError, match=f"`plant` has .*{told}"):
            control.sampled(0.1).simulate(*ARM.start(), (0.0, 1.0), plant=plant)
    with pytest.raises(TypeError, match="`plant` is 3; wanted a zw.System or a zw.Mechanism"):
        control.closed_loop(plant=3)


# -- a chain of links, run to its end -------------------------------------------------------------

AMPLITUDES = np.array([0.4, 0.5, -0.3, 0.6, 0.2, -0.4, 0.3])
RATES = 1.0 + 0.1 * np.arange(7)
LENGTHS = np.array([0.30, 0.28, 0.25, 0.22, 0.20, 0.15, 0.10])
MASSES = np.array([4.0, 3.5, 3.0, 2.0, 1.5, 1.0, 0.5])
INERTIAS = MASSES * LENGTHS**2 / 10


def chain(count: int) -> tuple[zw.Mechanism, list[zw.joints.Revolute]]:
    """Links in a vertical plane, straight along x; centres of mass at 0.4 of each."""
    ends = np.concatenate([[0.0], np.cumsum(LENGTHS)])
    links, hinges = [], []
    for i in range(count):
        place = [ends[i] + 0.4 * LENGTHS[i], 0.0]
        link = zw.PlanarBody(MASSES[i], INERTIAS[i], p_WB=place, name=f"link {i}")
        before = links[-1] if links else zw.GROUND
        hinges.append(zw.joints.Revolute(before, link, point=[ends[i], 0.0], name=f"joint {i}"))
        links.append(link)
    return zw.Mechanism(links, hinges, [zw.Gravity([0.0, -9.81])]), hinges


def newton_euler(t: float, count: int) -> np.ndarray:
    """Torques at the joints: outwards for accelerations, inwards for forces and moments."""
    a, w = AMPLITUDES[:count], RATES[:count]
    angle, rate, turn = (
        np.cumsum(x) for x in (a * np.sin(w * t), a * w * np.cos(w * t), -a * w**2 * np.sin(w * t))
    )
    x, y = (np.stack([np.cos(angle), np.sin(angle)]).T, np.stack([-np.sin(angle), np.cos(angle)]).T)
    along = lambda i, r: r * (turn[i] * y[i] - rate[i] ** 2 * x[i])  # of a point on link i
    hinge, forces = np.array([0.0, 9.81]), []
    for i in range(count):
        forces.append(MASSES[i] * (hinge + along(i, 0.4 * LENGTHS[i])))
        hinge = hinge + along(i, LENGTHS[i])
    cross = lambda r, f: r[0] * f[1] - r[1] * f[0]
    outer, moment, found = np.zeros(2), 0.0, np.zeros(count)
    for i in reversed(range(count)):
        moment += INERTIAS[i] * turn[i] + cross(0.4 * LENGTHS[i] * x[i], forces[i])
        moment += cross(LENGTHS[i] * x[i], outer)
        found[i], outer = moment, outer + forces[i]
    return found


def test_calls_by_numpy_give_what_the_program_in_c_gives():
    arm, hinges = chain(5)
    bend = [zw.joints.Driven(x, lambda t: 0.3 * jnp.sin(t), name=x.label) for x in hinges[:4]]
    control = zw.track(arm, bend, actuation=[x.label for x in hinges], gains=(2.0, 1.0))
    control = control.limited(-1.0, 1.0)  # the active set is a loop
    rng, (start, _) = np.random.default_rng(3), arm.start()
    law = lambda q, qd, t, x: commanded(control, q, qd, t, None)
    in_numpy, on_tape = by_numpy(law, 15, ()), in_c(law, 15, ())
    for size in (0.0, 0.01):  # on the constraints, and as far off as badly measured
        q, qd = start + size * rng.normal(size=15), size * rng.normal(size=15)
        plain, by_c = in_numpy(q, qd, 0.2, []), on_tape(q, qd, 0.2, np.zeros(0))
        for name, x, y in zip(by_c._fields, plain, by_c, strict=True):
            scale = 1.0 + np.abs(y).max()
            np.testing.assert_allclose(x, y, rtol=0, atol=1e-8 * scale, err_msg=name)
        assert (np.abs(by_c.inputs) == 1.0).any()


@pytest.mark.parametrize("count", [2, pytest.param(7, marks=pytest.mark.slow)])
def test_a_chain_of_bodies_follows_to_the_end_by_the_torques_of_newton_and_euler(count):
    arm, hinges = chain(count)
    follow = lambda i: lambda t: AMPLITUDES[i] * jnp.sin(RATES[i] * t)
    path = [zw.joints.Driven(x, follow(i), name=f"path {i}") for i, x in enumerate(hinges)]
    names = [x.label for x in hinges]
    control = zw.track(arm, path, actuation=names)
    start = dict.fromkeys(names, 0.0), dict(zip(names, AMPLITUDES * RATES, strict=False))
    motion = zw.simulate(control.closed_loop(), *control.posed(*start), (0.0, 1.0))
    assert motion.status == zw.Status.OK and motion.engine.startswith("native")
    off = [np.abs(motion.tracking_error(f"path {i}")).max() for i in range(count)]
    assert max(off) < 1e-9  # without gains, at rtol 1e-9
    by_hand = np.stack([newton_euler(t, count) for t in motion.t])
    size = np.abs(by_hand).max()
    assert np.abs(motion.observables["inputs"] - by_hand).max() < 1e-7 * size


def about_z(t):
    return jnp.stack([jnp.cos(t / 2.0), 0.0 * t, 0.0 * t, jnp.sin(t / 2.0)])


def test_a_pose_that_is_driven_is_a_requirement_in_the_plane():
    body = zw.PlanarBody(mass=2.0, inertia=0.3, p_WB=[0.0, 0.0], name="body")
    plant = zw.Mechanism([body], [], [zw.Gravity([0.0, -9.81])])
    place = lambda t: jnp.stack([t**2, jnp.sin(t)])
    pose = zw.joints.DrivenPose(zw.GROUND, body, position=place, quat=about_z, name="pose")
    control = zw.track(plant, pose, gains=(4.0, 4.0))
    np.testing.assert_allclose(
        control.force(np.zeros(3), [0.0, 1.0, 1.0]), [4.0, 19.62, 0.0], atol=1e-12
    )
    motion = zw.simulate(control.closed_loop(), [0.1, 0.0, 0.0], [0.0, 1.0, 1.0], (0.0, 2.0))
    left = 0.1 * (1.0 + 2.0 * 2.0) * np.exp(-4.0)  # of (s + 2)² from rest
    np.testing.assert_allclose(motion.q[-1], [4.0 + left, np.sin(2.0), 2.0], atol=1e-8)


def test_an_attitude_that_is_driven_has_the_torque_of_euler_whatever_the_sign_of_its_quaternion():
    """A turn about z at the rate 1 + t, of a body whose axes are turned: τ = J ω̇ + ω × J ω."""
    J, R = (
        np.diag([0.3, 0.2, 0.4]),
        np.array([[0.6, -0.8, 0.0], [0.48, 0.36, -0.8], [0.64, 0.48, 0.6]]),
    )
    body = zw.RigidBody(mass=2.0, inertia=R.T @ J @ R, name="body")
    angle = lambda t: about_z(t + t**2 / 2.0)
    drive = zw.joints.DrivenPose(zw.GROUND, body, quat=angle, name="turn")
    control, t = zw.track(zw.Mechanism([body]), drive), 0.7
    u, rate = (np.asarray(x) for x in jax.jvp(angle, (t,), (1.0,)))
    omega, change = np.array([0.0, 0.0, 1.7]), np.array([0.0, 0.0, 1.0])
    inertia = R.T @ J @ R
    torque = inertia @ change + np.cross(omega, inertia @ omega)
    for sign in (1.0, -1.0):
        q, qd = np.concatenate([np.zeros(3), sign * u]), np.concatenate([np.zeros(3), sign * rate])
        w, x, y, z = q[3:]
        G = np.array([[-x, w, z, -y], [-y, -z, w, x], [-z, y, -x, w]])
        force = control.force(q, qd, t)
        np.testing.assert_allclose(G @ force[3:] / 2.0, torque, atol=1e-9)
        assert np.abs(force[:3]).max() < 1e-12


def test_the_drive_of_a_body_of_another_mechanism_is_refused():
    body, other = (zw.PlanarBody(mass=1.0, inertia=1.0, name=name) for name in ("body", "other"))
    place = lambda t: jnp.stack([t, t])
    drive = zw.joints.DrivenPose(zw.GROUND, other, position=place, name="drive")
    with pytest.raises(ValueError, match="`requirements` has the drive 'drive' of .*'other'"):
        zw.track(zw.Mechanism([body]), drive)
