"""Friction by the reaction that acts under it, in C: the answers and statuses of the kernel."""

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.unit.test_reaction import STATES, rod
from zwang.integrate.options import Options
from zwang.integrate.problem import request
from zwang.motion.simulate import chosen

WIRE = zw.Holonomic(lambda q: q @ q - 1.0, name="wire")
NAMES = ("qdd", "Qc", "Qc_ideal", "Qc_nonideal")


def against(size, qd, p):
    return -p["mu"] * size * qd / jnp.sqrt(qd @ qd + 1e-4)


# Friction along a wire is at right angles to its force, so all three ask for the same.
LAWS = {
    "Qc_ideal": lambda qd, p, Qc_ideal: against(jnp.linalg.norm(Qc_ideal), qd, p),
    "reaction": lambda qd, p, reaction: against(jnp.linalg.norm(reaction), qd, p),
    "lam": lambda q, qd, p, lam: against(2 * jnp.linalg.norm(q * lam), qd, p),
}


def test_along_a_wire_all_forces_are_the_same():
    motions = [
        zw.simulate(
            zw.System(2.0, [0.0, -9.81], [WIRE], nonideal=law),
            [0.6, -0.8],
            [0.8, 0.6],
            [0.0, 0.5, 1.0, 3.0],
            {"mu": 0.3},
            engine="native",
            rtol=1e-11,
        )
        for law in LAWS.values()
    ]
    for motion in motions[1:]:
        for name in ("q", "qd", "multipliers", *NAMES):
            found, wanted = getattr(motion, name), getattr(motions[0], name)
            np.testing.assert_allclose(found, wanted, atol=1e-8, err_msg=name)


def assert_rows_are_those_of_the_kernel(motion, system, p=None):
    assert motion.engine == "native" and motion.status == zw.Status.OK
    for i in range(0, len(motion), max(len(motion) // 5, 1)):
        wanted = system.acceleration(motion.q[i], motion.qd[i], motion.t[i], p)
        for name in NAMES:
            found, x = getattr(motion, name)[i], getattr(wanted, name)
            np.testing.assert_allclose(found, x, rtol=1e-9, atol=1e-9 * np.abs(x).max())
        np.testing.assert_allclose(motion.multipliers[i], wanted.lam, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("state", STATES)
def test_a_sliding_rod(state):
    p = {"mu": 0.3}
    motion = zw.simulate(rod(), *STATES[state], (0.0, 0.05), p, engine="native")
    assert_rows_are_those_of_the_kernel(motion, rod(), p)


def test_a_hinge_that_rubs():
    """A law in two stages, by the multipliers of the joint."""
    swing, arm = 3.0 * np.array([0.0, 1.0, 0.0]), np.array([0.6, 0.0, -0.8])
    moves = {"p_WB": arm, "v_WB": np.cross(swing, arm), "w_WB": swing}
    bar = zw.RigidBody(2.0, [0.1, 0.2, 0.3], **moves, name="bar")
    hinge = zw.joints.Revolute(zw.GROUND, bar, point=[0, 0, 0], axis=[0, 1, 0], name="hinge")
    rubbing = zw.JointFriction(hinge, 0.3, radius=0.2, speed=0.1)
    mechanism = zw.Mechanism([bar], [hinge], [zw.Gravity(), rubbing])
    system, start = mechanism.system(definite=True), mechanism.start()
    motion = zw.simulate(system, *start, (0.0, 0.2), engine="native")
    assert_rows_are_those_of_the_kernel(motion, system)
    assert (motion.power < -1e-3).all()


@pytest.mark.parametrize(
    ("velocity", "status"),
    [(-2.0, zw.Status.REACTION_NOT_FOUND), (2.0, zw.Status.REACTION_NOT_UNIQUE)],
    ids=["none", "two"],
)
def test_painleve_s_paradox_is_a_status(velocity, status):
    args = rod(), STATES["slips right"][0], [velocity, 0.0, 0.0], (0.0, 0.1), {"mu": 3.0}
    machine = chosen(request(*args, Options(engine="native")))
    state = np.zeros(1), np.array([args[1]]), np.array([args[2]])
    seen = machine.observe(*state, zw.Auto())
    assert seen.status == [status]
    assert np.isnan(seen.qdd).all() and np.isnan(seen.Qc).all() and np.isnan(seen.multipliers).all()
    with pytest.raises(zw.NumericalError) as caught:
        zw.simulate(*args, engine="native")
    assert caught.value.status == status


def planar_arm(rubs=(1,), names=("a", "b", "c")):
    """Three bars in a row, of which some joints rub; the numbering of bodies is free."""
    bars = {
        x: zw.PlanarBody(1.0 + i, 0.1, p_WB=[i + 0.5, 0.0], name=x) for i, x in enumerate("abc")
    }
    before = {"a": zw.GROUND, "b": bars["a"], "c": bars["b"]}
    joints = [
        zw.joints.Revolute(before[x], bars[x], point=["abc".index(x), 0.0], name=f"pin {x}")
        for x in names
    ]
    by_name = {joint.name: joint for joint in joints}
    rubbing = [zw.JointFriction(by_name[f"pin {'abc'[i]}"], 0.4, radius=0.3) for i in rubs]
    return zw.Mechanism([bars[x] for x in names], joints, [zw.Gravity(), *rubbing])


@pytest.mark.parametrize(("rubs", "names"), [((1,), "abc"), ((0, 2), "cab")])
def test_what_a_law_reaches_is_all_that_is_sought(rubs, names, monkeypatch, rng):
    """Friction in some joints of many: as if all multipliers and loads had been looked at."""
    arm = planar_arm(rubs, names)
    system = arm.system(definite=True)
    looked, loaded = system.nonideal.function.reach()
    assert len(looked) == 2 * len(rubs) and len(loaded) == (9 if len(rubs) == 2 else 6)
    q, _ = arm.start()
    states = [(q, arm.assemble(q, rng.normal(size=9))[1]) for _ in range(4)]
    few = [system.acceleration(*state) for state in states]
    monkeypatch.setattr(type(system.nonideal.function), "reach", lambda law: None)
    every = [planar_arm(rubs, names).system(definite=True)] * len(states)
    for found, own, state in zip(few, every, states, strict=True):
        wanted = own.acceleration(*state)
        assert np.abs(wanted.Qc_nonideal).max() > 0.1
        for name in (*NAMES, "lam"):
            x, y = np.asarray(getattr(found, name)), np.asarray(getattr(wanted, name))
            np.testing.assert_allclose(x, y, atol=1e-11 * np.abs(y).max(), err_msg=name)


@pytest.mark.slow
def test_joints_that_rub_in_c_are_those_of_jax():
    arm = planar_arm((0, 2), "cab")
    motions = [arm.simulate([0.0, 0.05, 0.1], engine=engine) for engine in ("native", "jax")]
    assert motions[0].engine == "native"
    for name in ("q", "qd", *NAMES):
        found, wanted = (getattr(motion, name) for motion in motions)
        np.testing.assert_allclose(found, wanted, atol=1e-8 * np.abs(wanted).max(), err_msg=name)
