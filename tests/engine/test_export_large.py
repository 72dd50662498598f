"""Large systems as exported C, by parts and the sparse kernel, give what the library gives."""

import ctypes
import subprocess

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.bodies.test_mechanism import loop
from tests.engine import test_large_friction_tangent as rubbing
from tests.engine.test_large_friction import leaning_rod
from zwang.engine import export
from zwang.engine.large import plain

pytestmark = pytest.mark.usefixtures("quickly_compiled", "by_parts")
STRICT = ["cc", "-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic", "-fPIC", "-shared"]


@pytest.fixture(autouse=True)
def everything_is_large(monkeypatch):
    """Small systems are exported as large ones are."""
    monkeypatch.setattr(export, "WRITTEN", 0)


def library(folder, *names):
    """What exported folders compute, from one library: of q, qd, t, p and a number of rows."""
    sources = [str(folder / name / f"{name}.c") for name in names]
    target = folder / "all.so"
    subprocess.run([*STRICT, "-o", str(target), *sources, "-lm"], check=True)
    found = ctypes.CDLL(str(target))

    def computed(name, q, qd, t, p, m):
        given = [np.array(x, float, ndmin=1) for x in (q, qd, t, p)]
        n = len(given[0])
        out = [np.full(max(size, 1), 7.0) for size in (n, n, m, 1)]
        getattr(found, f"{name}_compute")(*(ctypes.c_void_p(x.ctypes.data) for x in given + out))
        return out[0], out[1], out[2][:m], int(out[3][0])

    return computed


def chain(N, twice=0):
    """Particles on rods; some rods there a second time. Numbers are parameters."""

    def rods(q, p):
        d = jnp.diff(q.reshape(N, 2), axis=0, prepend=jnp.zeros((1, 2)))
        found = (d * d).sum(axis=1) - p["length"] ** 2
        return jnp.concatenate([found, 1e3 * found[:twice]])

    weight = lambda p: jnp.tile(jnp.array([0.0, -p["g"]]), N)  # noqa: E731
    return zw.System(1.0, weight, [zw.Holonomic(rods, name="rods")])


P = {"length": 1.0, "g": 9.81}


def on_rods(N, rng):
    """A state of the chain: places, and velocities across the rods."""
    angle, turn = rng.normal(size=N), rng.normal(size=N)
    along, across = ((np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle)))
    q = np.cumsum(np.stack(along, axis=1), axis=0)
    return q.ravel(), np.cumsum(turn[:, None] * np.stack(across, axis=1), axis=0).ravel()


def test_chains_whose_rods_are_there_once_and_twice(tmp_path, rng):
    """One library holds both, which share no name; numbers of the parameters may change."""
    N, systems = 6, {"once": chain(6), "twice": chain(6, 3)}
    for name, system in systems.items():
        zw.export_c(system, tmp_path / name, q=np.zeros(2 * N), p=P)
    computed = library(tmp_path, *systems)
    q, qd = on_rods(N, rng)
    for p in (P, {"length": 1.0, "g": 1.62}):
        for name, m in (("once", N), ("twice", N + 3)):
            wanted = systems[name].acceleration(q, qd, 0.0, p)
            numbers = [p["g"], p["length"]]  # in the order of their names
            qdd, Qc, lam, status = computed(name, q, qd, 0.0, numbers, m)
            size = np.abs(wanted.qdd).max()
            assert status == 0
            np.testing.assert_allclose(qdd, wanted.qdd, atol=1e-12 * size)
            np.testing.assert_allclose(Qc, wanted.Qc, atol=1e-12 * size)
            np.testing.assert_allclose(lam, wanted.lam, atol=1e-11 * np.abs(wanted.lam).max())


def test_what_has_no_answer_has_a_status_and_no_numbers(tmp_path, rng):
    N = 6
    mass = lambda p: jnp.concatenate([jnp.zeros(1), jnp.ones(2 * N - 1)]) * p["m"]  # noqa: E731
    light = zw.System(mass, lambda q: -q, chain(N).constraints)
    zw.export_c(chain(N, 3), tmp_path / "twice", q=np.zeros(2 * N), p=P)
    zw.export_c(light, tmp_path / "light", q=np.zeros(2 * N), p={"length": 1.0, "m": 1.0})
    computed = library(tmp_path, "twice", "light")
    q, qd = on_rods(N, rng)
    other = qd + rng.normal(size=2 * N)  # rows that differ by a factor still agree
    cases = {
        zw.Status.OK: ("twice", q, other, N + 3),
        zw.Status.NON_FINITE: ("twice", q + np.nan, qd, N + 3),
        zw.Status.NEEDS_DEFINITE_MASS: ("light", q, qd, N),
    }
    for status, (name, q, qd, m) in cases.items():
        *found, told = computed(name, q, qd, 0.0, [9.81, 1.0], m)
        assert told == status
        assert all(np.isfinite(x).all() == (status == zw.Status.OK) for x in found)
        assert status == zw.Status.OK or all(np.isnan(x).all() for x in found)


def test_rows_that_contradict_each_other_are_told(tmp_path, rng):
    """Twice the same place, at two speeds."""
    N = 6

    def rods(q, t):
        d = jnp.diff(q.reshape(N, 2), axis=0, prepend=jnp.zeros((1, 2)))
        found = (d * d).sum(axis=1) - 1.0
        return jnp.concatenate([found, found[:1] - t**2])

    system = zw.System(1.0, np.tile([0.0, -1.0], N), [zw.Holonomic(rods, name="rods")])
    zw.export_c(system, tmp_path / "apart", q=np.zeros(2 * N))
    q, qd = on_rods(N, rng)
    *found, told = library(tmp_path, "apart")("apart", q, qd, 0.0, [0.0], N + 1)
    assert told == zw.Status.INCONSISTENT
    assert all(np.isnan(x).all() for x in found)


def test_bodies_with_redundant_joints_as_C(tmp_path):
    """Multipliers too, which are the least ones."""
    machine = loop()
    system, (q, _) = machine.system(definite=True), machine.start()
    zw.export_c(system, tmp_path / "loop", q=q)
    motion = machine.simulate([0.0, 0.05, 0.1], engine="native")
    computed = library(tmp_path, "loop")
    for i in range(len(motion)):
        m = motion.multipliers.shape[1]
        qdd, Qc, lam, status = computed("loop", motion.q[i], motion.qd[i], motion.t[i], [0.0], m)
        assert status == 0
        for found, wanted in ((qdd, motion.qdd), (Qc, motion.Qc), (lam, motion.multipliers)):
            size = np.abs(wanted[i]).max()
            np.testing.assert_allclose(found, wanted[i], atol=1e-10 * size)


def test_numbers_of_bodies_that_are_parameters_are_those_of_C(tmp_path):
    bob = zw.RigidBody(mass="m", inertia=[0.1, 0.1, 0.1], p_WB=[1.0, 0.0, 0.0], name="bob")
    pin = zw.joints.Revolute(zw.GROUND, bob, point=[0, 0, 0], axis=[0, 1, 0], name="pin")
    spring = zw.Spring(zw.GROUND, bob, points=[[0, 0, 1.0], [1.0, 0, 0]], stiffness="k", rest=0.5)
    machine = zw.Mechanism([bob], [pin], [zw.Gravity(), spring])
    system, (q, qd) = machine.system(definite=True), machine.start({"m": 1.0, "k": 5.0})
    zw.export_c(system, tmp_path / "swing", q=q, p={"m": 1.0, "k": 5.0})
    computed = library(tmp_path, "swing")
    for m, k in ((1.0, 5.0), (3.0, 7.0)):
        wanted = system.acceleration(q, qd, 0.0, {"m": m, "k": k})
        rows = len(wanted.lam)
        qdd, Qc, _, status = computed("swing", q, qd, 0.0, [k, m], rows)
        assert status == 0
        np.testing.assert_allclose(qdd, wanted.qdd, atol=1e-12 * np.abs(wanted.qdd).max())
        np.testing.assert_allclose(Qc, wanted.Qc, atol=1e-11 * np.abs(wanted.Qc).max())


def test_where_all_act_on_all_the_loops_are_those_of_C(tmp_path, rng, monkeypatch):
    monkeypatch.setattr(plain, "MUCH", 0)

    def force(q, p):
        x = q.reshape(4, 2)
        d = x[:, None] - x
        return p["k"] * (d / ((d * d).sum(-1) + jnp.eye(4))[..., None]).sum(1).ravel()

    ring = zw.Holonomic(lambda q: (q.reshape(4, 2) ** 2).sum(1) - 1.0, name="ring")
    system, p = zw.System(2.0, force, [ring]), {"k": 3.0}
    zw.export_c(system, tmp_path / "points", q=np.zeros(8), p=p)
    assert "ZW_FREE for" in (tmp_path / "points" / "points.c").read_text()
    q, qd = rng.normal(size=(2, 8))
    found = library(tmp_path, "points")("points", q, qd, 0.0, 3.0, 4)
    wanted = system.acceleration(q, qd, 0.0, p)
    for a, b in zip(found, (wanted.qdd, wanted.Qc, wanted.lam), strict=False):
        np.testing.assert_allclose(a, b, rtol=1e-11, atol=1e-12)


def test_up_to_some_size_parts_are_not_asked_for_in_vain(tmp_path, monkeypatch):
    """What is no sum of few kinds is written out as long as that can be."""
    monkeypatch.setattr(export, "PARTS", 0)
    monkeypatch.setattr(export, "WRITTEN", 1000)
    thin = zw.System(1.0, lambda q: -q)
    rubbed = zw.System(1.0, lambda q: -q, nonideal=lambda qd: -qd)
    for name, system, parts in (("thin", thin, True), ("rubbed", rubbed, False)):
        zw.export_c(system, tmp_path / name, q=np.zeros(3))
        assert ("zw_part" in (tmp_path / name / f"{name}.c").read_text()) == parts


def test_a_large_controller_and_what_is_no_sum_of_parts_are_refused(tmp_path):
    plant = zw.System(1.0, lambda q: -q, coordinates=["x", "y"])
    path = zw.Holonomic(lambda q: q[0], name="path")
    controller = zw.track(plant, [path], gains=(1.0, 1.0))
    with pytest.raises(ValueError, match="too many for a controller"):
        zw.export_c(controller, tmp_path / "control")
    rubbed = zw.System(1.0, lambda q: -q, [path], nonideal=lambda qd: -qd)
    with pytest.raises(ValueError, match="cannot be written in C: `nonideal` is given"):
        zw.export_c(rubbed, tmp_path / "rubbed", q=np.zeros(2))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("made", [rubbing.arm, rubbing.parallelogram, rubbing.slide])
def test_friction_by_reactions_as_C(made, tmp_path):
    """Where rows are redundant too; coefficients and masses may change."""
    machine, p = made(), rubbing.P
    zw.export_c(machine.system(definite=True), tmp_path / "rubs", q=machine.start(p)[0], p=p)
    computed = library(tmp_path, "rubs")
    for own in (p, {"mu": 0.1, "m": 2.5}):
        motion = machine.simulate([0.0, 0.05, 0.1], own)
        assert np.abs(motion.Qc_nonideal).max() > 0.01
        for i in range(len(motion)):
            numbers, m = [own["m"], own["mu"]], motion.multipliers.shape[1]
            state = motion.q[i], motion.qd[i], motion.t[i]
            qdd, Qc, lam, status = computed("rubs", *state, numbers, m)
            assert status == 0
            for found, wanted in ((qdd, motion.qdd), (Qc, motion.Qc), (lam, motion.multipliers)):
                size = np.abs(wanted[i]).max()
                np.testing.assert_allclose(found, wanted[i], atol=1e-9 * size)


@pytest.mark.parametrize("velocity", [-2.0, 2.0])
def test_paradoxes_of_friction_have_their_status_in_C(velocity, tmp_path):
    machine = leaning_rod(velocity, 3.0)
    q, qd = machine.start()
    system = machine.system(definite=True)
    zw.export_c(system, tmp_path / "rod", q=q)
    m = len(system.acceleration(q, qd, 0.0, throw=False).lam)
    *found, status = library(tmp_path, "rod")("rod", q, qd, 0.0, [0.0], m)
    assert status == system.acceleration(q, qd, 0.0, throw=False).status != 0
    assert all(np.isnan(x).all() for x in found)


def test_a_mechanism_is_exported_as_its_system_is(tmp_path):
    machine = loop()
    given = {"one": machine, "other": machine.system(definite=True)}
    files = [zw.export_c(what, tmp_path / name / "machine") for name, what in given.items()]
    for one, other in zip(*files, strict=True):
        assert one.read_text() == other.read_text()
