"""Work: E(t) − E(0) = Σ work, whatever acts, and however it is stated."""

from dataclasses import replace
from functools import cache
from typing import Any, cast

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang import zoo
from zwang.base.stacked import Stacked
from zwang.motion.work import balance as module
from zwang.motion.work import quadrature
from zwang.motion.work.quadrature import GAUSS, KRONROD, NODES, along

CLOSES = 1e-9  # of the energy turned over, at the default tolerances
G = 9.81


def damped_bob():
    """A pendulum with a damper in the air, a load that blows, and a rod that is pulled in."""
    length = lambda t: 1.0 - 0.05 * t
    rod = zw.Holonomic(lambda q, t: q @ q - length(t) ** 2, name="rod")
    wind = lambda q, qd, t: jnp.array([jnp.sin(3.0 * t), -G]) - 0.2 * qd
    energy = lambda q, qd: qd @ qd / 2 + G * q[1]
    system = zw.System(1.0, wind, [rod], coordinates=["x", "y"], energy=energy)
    return zw.simulate(system, [1.0, 0.0], [-0.05, 0.0], (0.0, 2.0))


def rubbed_rod():
    """A rod in two rings, one too many, whose friction asks for the reaction that acts."""

    def C(qd, reaction):
        return -0.3 * jnp.sqrt(reaction[1] ** 2 + 1e-12) * jnp.tanh(qd[0] / 0.1) * jnp.eye(3)[0]

    rings = [zw.Holonomic(lambda q: q[1] - 0.2 * q[0] * q[2], name=x) for x in ("left", "right")]
    system = zw.System([1.0, 1.0, 0.1], [3.0, -G, 0.1], rings, nonideal=C)
    return zw.simulate(system, [0.0] * 3, [1.0, 0.0, 0.5], (0.0, 1.5))


def moving_lagrangian():
    """Masses that change with configuration and time, potentials that change with time."""
    T = lambda q, qd, t: (1.0 + 0.2 * jnp.sin(t)) * (qd[0] ** 2 + q[0] ** 2 * qd[1] ** 2) / 2
    V = lambda q, t: (2.0 + jnp.cos(t)) * (q[0] - 1.0) ** 2 + q[0] * jnp.cos(q[1])
    system = zw.System.from_lagrangian(T=T, V=V, force=lambda qd: -0.1 * qd)
    return zw.simulate(system, [1.2, 0.3], [0.0, 0.8], [0.0, 1.0, 4.0])


def appell():
    """A constraint that is not linear in the velocities does work, though it stands still."""
    psi = lambda qd: qd[2] ** 2 - qd[0] ** 2 - qd[1] ** 2
    system = zw.System(1.0, [0.0, 0.3, -1.0], [zw.Nonholonomic(psi, name="cone")])
    return zw.simulate(system, [0.0] * 3, [0.6, 0.8, 1.0], (0.0, 1.0))


def followed():
    """A plant under control that follows a circle, from off it."""
    path = zw.Holonomic(lambda q: q @ q - 1.0, name="circle")
    plant = zw.System(2.0, lambda q: -q + jnp.array([0.0, -1.0]))
    loop = zw.track(plant, [path], gains=(2.0, 2.0)).closed_loop()
    return zw.simulate(loop, [1.2, 0.0], [0.0, 1.0], (0.0, 2.0))


def machine(drive: bool = True, mu: float = 0.2):
    """A slider crank: a spring with a damper, a load, friction by reactions; driven, or not."""
    at = lambda x, y: np.array([x, y])
    crank = zw.PlanarBody(1.0, 0.1, p_WB=at(0.0, 0.25), name="crank")
    rod = zw.PlanarBody(2.0, 0.3, p_WB=at(0.6, 0.25), angle=-np.arctan2(0.5, 1.2), name="rod")
    joints = [
        zw.joints.Revolute(zw.GROUND, crank, point=at(0.0, 0.0), name="A"),
        zw.joints.Revolute(crank, rod, point=at(0.0, 0.5), name="B"),
        zw.joints.PointOnLine(zw.GROUND, rod, point=at(1.2, 0.0), axis=[1.0, 0.0], name="guide"),
    ]
    forces = [
        zw.Gravity([0.0, -G]),
        zw.Spring(zw.GROUND, rod, 5.0, damping=0.4, points=[at(2.0, 0), at(1.2, 0)], name="s"),
        zw.Load(rod, force=lambda t: jnp.array([jnp.cos(t), 0.0])),
        zw.JointFriction(joints[0], mu, radius=0.1, name="rub"),
        zw.JointFriction(joints[1], mu, radius=0.1),
    ]
    if drive:
        angle = zw.joints.Driven(joints[0], lambda t: 2.0 * t + 0.3 * jnp.sin(t), name="motor")
        joints.append(angle)
    return zw.Mechanism([crank, rod], joints, forces)


LEAK = lambda t: 2.0 - 0.3 * t


def leaking():
    """A bucket on a spring that leaks, and swings in polar coordinates: M(q, t), forces by name."""
    mass = lambda q, t: LEAK(t) * jnp.diag(jnp.stack([1.0, q[0] ** 2]))
    forces = {
        "turning": lambda q, qd, t: (
            LEAK(t) * jnp.stack([q[0] * qd[1] ** 2, -2.0 * q[0] * qd[0] * qd[1]])
        ),
        "spring": lambda q: jnp.stack([-4.0 * (q[0] - 1.0), 0.0]),
        "drag": lambda qd: -0.2 * qd,
    }
    energy = lambda q, qd, t: qd @ mass(q, t) @ qd / 2 + 2.0 * (q[0] - 1.0) ** 2
    return zw.simulate(zw.System(mass, forces, energy=energy), [1.2, 0.0], [0.1, 0.8], (0.0, 2.0))


@cache
def driven_machine():
    mechanism = machine()
    return mechanism.simulate([0.0, 0.7, 2.0], **dict(zip(("q0", "qd0"), mechanism.assemble())))


@cache
def free_machine():
    return machine(drive=False).simulate((0.0, 1.0))


SLOW = [pytest.param(x, marks=pytest.mark.slow) for x in (driven_machine, free_machine)]
CASES = [damped_bob, rubbed_rod, moving_lagrangian, appell, followed, leaking, *SLOW]
moved = cache(lambda case: case())
balanced = cache(lambda case: moved(case).balance())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_the_balance_closes_and_a_spoiled_force_breaks_it(case, monkeypatch):
    found = balanced(case)
    assert found.error <= CLOSES and found.quadrature <= 1e-11 * found.turned_over
    change = found.energy - found.energy[0] - sum(map(found.beyond, found.names))
    assert np.abs(change - found.residual).max() <= 1e-12 * found.turned_over
    working = np.abs(found.works[:, -1]) > 1e-2 * found.turned_over
    assert working.any()
    right = module.acting
    for place in np.flatnonzero(working)[-1:]:

        def spoiled(motion, place=place, **given):
            seen = right(motion, **given)
            power = seen.power.copy()
            power[place] *= 1.0 + 1e-6
            return seen._replace(power=power)

        monkeypatch.setattr(module, "acting", spoiled)
        assert moved(case).balance().error > CLOSES


def test_the_zoo_closes_in_its_quick_problems():
    for name in ("pendulum", "spherical_pendulum", "car_axis"):
        problem = zoo.PROBLEMS[name]()
        motion = zw.simulate(problem.system, problem.q0, problem.qd0, [0.0, problem.t], problem.p)
        assert motion.balance().error <= CLOSES, name


MACHINES = [f"machine {x}" for x in zoo.MECHANISMS]


@pytest.mark.slow
@pytest.mark.parametrize("name", [*zoo.PROBLEMS, *MACHINES])
def test_the_zoo_closes(name):
    if name.startswith("machine "):
        motion = zoo.MECHANISMS[name.removeprefix("machine ")]().simulate()
    else:
        problem = zoo.PROBLEMS[name]()
        motion = zw.simulate(problem.system, problem.q0, problem.qd0, (0.0, problem.t), problem.p)
    assert motion.balance().error <= CLOSES


def test_friction_without_freedom_is_seen():
    """A wheel turned by a motor: all the motor does is rubbed away, and Qc_nonideal is zero."""
    wheel = zw.PlanarBody(3.0, 0.5, name="wheel")
    pin = zw.joints.Revolute(zw.GROUND, wheel, point=[0.0, 0.0], name="pin")
    motor = zw.joints.Driven(pin, lambda t: 5.0 * t, name="motor")
    rub = zw.JointFriction(pin, 0.2, radius=0.05, name="rub")
    mechanism = zw.Mechanism([wheel], [pin, motor], [zw.Gravity(), rub])
    motion = mechanism.simulate([0.0, 2.0], qd0=[0.0, 0.0, 5.0])
    torque = -0.2 * 0.05 * 3.0 * G * np.tanh(5.0 / 1e-2)
    assert np.abs(motion.Qc_nonideal).max() <= 1e-12
    np.testing.assert_allclose(motion.force("rub"), [[0.0, 0.0, torque]] * 2, rtol=1e-12)
    assert motion.work("rub")[-1] == pytest.approx(torque * 10.0, rel=1e-12)
    assert motion.work("motor")[-1] == pytest.approx(-torque * 10.0, rel=1e-12)
    assert motion.balance().power("motor")[0] == pytest.approx(-torque * 5.0, rel=1e-12)


def test_work_does_not_depend_on_units():
    """Lengths ten times, times a tenth, masses three times as large in numbers."""
    rod = zw.Holonomic(lambda q, t, p: q @ q - (p["L"] + p["u"] * t) ** 2, name="rod")
    push = lambda qd, p: p["m"] * jnp.array([0.0, -p["g"]]) - p["c"] * qd
    system = zw.System(lambda p: p["m"], push, [rod], nonideal=lambda qd, p: -p["c"] * qd)

    def works(length, time, mass):
        speed = length / time
        p = {"L": length, "u": 0.1 * speed, "m": mass, "g": 9.81 * speed / time}
        p["c"] = 0.3 * mass / time
        motion = zw.simulate(
            system,
            [length, 0.0],
            [0.1 * speed, 0.0],
            [0.0, time, 2.0 * time],
            p,
            atol=1e-12 * length,
        )
        return motion.balance().works / (mass * speed**2)

    np.testing.assert_allclose(works(10.0, 0.1, 3.0), works(1.0, 1.0, 1.0), rtol=1e-7, atol=1e-9)


def test_a_pendulum_in_angles_loses_what_it_loses_in_coordinates():
    """A damper at the pivot: −c θ̇, as a nonideal force on x and y too."""
    c, start = 0.3, 0.4
    T, V = lambda qd: qd[0] ** 2 / 2, lambda q: -G * jnp.cos(q[0])
    angle = zw.System.from_lagrangian(T=T, V=V, force=lambda qd: -c * qd)
    rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
    energy = lambda q, qd: qd @ qd / 2 + G * q[1]
    bob = zw.System(1.0, [0.0, -G], [rod], nonideal=lambda qd: -c * qd, energy=energy)
    one = zw.simulate(angle, [start], [0.0], [0.0, 2.0])
    q0 = [np.sin(start), -np.cos(start)]
    two = zw.simulate(bob, q0, [0.0, 0.0], [0.0, 2.0])
    assert two.work("nonideal")[-1] == pytest.approx(one.work("force")[-1], rel=1e-9)
    assert one.balance().beyond("energies")[-1] == pytest.approx(0.0, abs=1e-10)
    assert two.balance().beyond("force")[-1] == pytest.approx(0.0, abs=1e-10)


def test_a_force_that_jumps_is_integrated_to_its_corner():
    push = zw.System(1.0, lambda t: jnp.where(t < 1.2345, 1.0, -2.0)[None])
    motion = zw.simulate(push, [0.0], [0.0], [0.0, 2.0], rtol=1e-9)
    found = motion.balance()
    assert found.error <= 1e-8
    assert found.work("force")[-1] == pytest.approx(motion.qd[-1, 0] ** 2 / 2, rel=1e-7)


def test_a_jump_so_late_that_halves_have_no_length_is_integrated_too():
    start, jump, end = 1e5, 1e5 + 1.2345e-4, 1e5 + 2e-4
    motion = zw.simulate(zw.System(1.0, [1.0]), [0.0], [0.0], [start, end])
    done, _, error = along(motion, lambda x: np.where(x.t < jump, 1.0, -2.0)[None], 1.0)
    assert np.isfinite(error)
    assert done[0, -1] == pytest.approx((jump - start) - 2.0 * (end - jump), abs=1e-10)


def test_a_balance_that_does_not_close_tells_small_works_as_they_are():
    """What is off hides no force."""
    forces = {"pull": [10.0], "drag": lambda qd: -0.01 * qd}
    found = zw.simulate(zw.System(1.0, forces), [0.0], [0.0], (0.0, 1.0)).balance()
    off = replace(found, residual=found.residual + 0.02 * found.turned_over)
    assert f"{found.work('drag')[-1]:.6g}" in str(off)


def test_names_are_told_apart_and_unknown_ones_refused():
    rows = zw.Holonomic(lambda q: q[0] - q[1], name="force")
    system = zw.System(1.0, [1.0, 2.0], [rows], nonideal=lambda qd: -qd)
    motion = zw.simulate(system, [0.0, 0.0], [0.0, 0.0], [0.0, 0.5])
    found = motion.balance()
    assert found.names == ("force", "force (2)", "nonideal")
    assert found.kinds == ("constraint", "force", "friction")
    np.testing.assert_allclose(motion.force("force (2)"), [[1.0, 2.0]] * 2)
    with pytest.raises(ValueError, match="`name` is 'nonideel'; wanted any of .*Did you mean"):
        motion.force("nonideel")
    with pytest.raises(ValueError, match="`name` is 3"):
        motion.work(cast(Any, 3))
    with pytest.raises(RuntimeError, match="`balance` needs the System"):
        replace(motion, described=None).balance()
    told = str(found)
    assert "adds to E" in told and "turned over" in told


def test_the_rules_are_exact_for_polynomials():
    """Gauss with 7 nodes to the degree 13, Kronrod with 15 to 22."""
    for weights, degree in ((GAUSS, 13), (KRONROD, 22)):
        for k in range(degree + 2):
            off = abs(weights @ NODES**k - (1 + (-1) ** k) / (k + 1))
            assert off <= 1e-15 if k <= degree else k % 2 or off > 1e-9


def test_named_forces_of_a_system_have_lines_of_their_own():
    """Their works are those of one force at a time, and the sum moves as one function does."""
    rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
    forces = {
        "drag": lambda qd: -0.3 * qd,
        "push": lambda t: jnp.stack([jnp.cos(t), 0.0]),
        "weight": [0.0, -9.81],
    }
    energy = lambda q, qd: qd @ qd / 2 + 9.81 * q[1]
    start = [1.0, 0.0], [0.0, 0.0], (0.0, 1.0)
    named = zw.simulate(zw.System(1.0, forces, [rod], energy=energy), *start)
    whole = lambda qd, t: -0.3 * qd + jnp.stack([jnp.cos(t), -9.81])
    assert zw.simulate(zw.System(1.0, whole, [rod]), *start).compare(named).largest == 0.0
    balance = named.balance()
    assert balance.names == ("rod", *forces, "energy") and balance.error < 1e-11
    fall = 9.81 * (named.q[0, 1] - named.q[:, 1])
    np.testing.assert_allclose(balance.work("weight"), fall, atol=1e-11)
    np.testing.assert_allclose(balance.beyond("energy"), -fall, atol=1e-11)
    np.testing.assert_allclose(named.force("drag"), -0.3 * named.qd)
    for wrong, told in (({1: forces["drag"]}, "names 1"), ({"drag": 3.0}, "named 'drag'")):
        with pytest.raises((TypeError, ValueError), match=told):
            zw.simulate(zw.System(1.0, wrong, [rod]), *start)


def test_mass_that_changes_has_a_line_of_its_own():
    """½ ∫ ṁ v² dt; the forces that hold inertia have none together with it."""
    motion, found = moved(leaking), balanced(leaking)
    assert found.names == ("turning", "spring", "drag", "inertia", "energy", "changing mass")
    assert found.kinds == ("force", "force", "force", "inertia", "energy", "mass")
    square = motion.qd[:, 0] ** 2 + (motion.q[:, 0] * motion.qd[:, 1]) ** 2
    np.testing.assert_allclose(found.power("changing mass"), -0.15 * square, rtol=1e-12)
    both = found.work("turning") + found.work("inertia")
    assert np.abs(both).max() <= 1e-11 * found.turned_over
    assert np.abs(found.beyond("spring") + found.beyond("energy")).max() <= 1e-10


@pytest.mark.parametrize(
    "mass, names",
    [
        (lambda t: 1.0 + t, ("force", "changing mass")),
        (lambda t, p: p["m"], ("force",)),
        (lambda q, t: 1.0 + q[0] ** 2, ("force",)),
        (2.0, ("force",)),
    ],
)
def test_lines_follow_from_what_the_mass_depends_on(mass, names):
    system = zw.System(mass, lambda q, qd: -q - q * qd**2)
    motion = zw.simulate(system, [1.0], [0.5], (0.0, 1.0), {"m": 1.5})
    assert motion.balance().names == names and motion.balance().error <= CLOSES


def pulled_rope(N=6):
    """Points on rods, some of these twice, that are pulled at one end and damped."""
    turns = np.linspace(-0.4, 0.5, N)
    q = np.cumsum(np.stack([np.cos(turns), np.sin(turns)], axis=1), axis=0).ravel()
    links = lambda q: jnp.diff(q.reshape(N, 2), axis=0, prepend=jnp.zeros((1, 2)))
    rods = lambda q: (links(q) ** 2).sum(axis=1) - 1.0
    end = q[-1]
    ties = [
        zw.Holonomic(rods, name="rods"),
        zw.Holonomic(lambda q: 2.0 * rods(q)[::2], name="again"),
        zw.Holonomic(lambda q, t: q[-1] - end - 0.1 * t**2, name="pull"),
    ]
    weight = {"weight": np.tile([0.0, -G], N), "air": lambda qd: -0.1 * qd}
    return zw.System(1.0, weight, ties), q, np.zeros(2 * N), [0.0, 0.1, 0.3]


def test_of_a_large_motion_no_dense_matrix_is_made_and_the_balance_is_the_same(monkeypatch):
    small = zw.simulate(*pulled_rope()).balance()
    monkeypatch.setattr("zwang.engine.choose.WRITTEN_OUT", 0)
    monkeypatch.setattr("zwang.engine.large.rows.DENSE", 0)
    motion = zw.simulate(*pulled_rope())
    assert isinstance(motion.A, Stacked)
    for most in ("zwang.base.stacked.MOST", "zwang.motion.work.acting.MOST"):
        monkeypatch.setattr(most, 0)
    found = motion.balance()
    assert found.error <= CLOSES and found.names == small.names
    assert small.turned_over > 0.1 and abs(found.work("pull")[-1]) > 1e-3
    for name in small.names:
        sizes = 1e-8 * small.turned_over
        np.testing.assert_allclose(found.work(name), small.work(name), atol=sizes)
        np.testing.assert_allclose(found.force(name), small.force(name), atol=1e-6)
    assert not isinstance(found.forces, np.ndarray) and found.forces.shape == small.forces.shape
    np.testing.assert_allclose(found.forces[1:3], small.forces[1:3], atol=1e-6)
    np.testing.assert_array_equal(np.asarray(found.forces)[-1], found.forces[-1])
    with pytest.raises(IndexError):
        found.forces[len(small.names)]


def test_how_many_states_are_looked_at_together_changes_no_work(monkeypatch):
    """Memory grows with these and not with the length of the motion."""
    rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
    bob = zw.System(1.0, lambda qd: jnp.array([0.0, -9.81]) - 0.3 * qd, [rod])
    motion = zw.simulate(bob, [1.0, 0.0], [0.0, 0.0], (0.0, 1.0))
    whole, looked = motion.balance(), []
    plainly = quadrature.at
    monkeypatch.setattr(quadrature, "AT_ONCE", 100)  # two intervals of 15 states with 3 numbers
    monkeypatch.setattr(quadrature, "at", lambda m, t: looked.append(len(t)) or plainly(m, t))
    parts = motion.balance()
    assert max(looked) <= 30 and len(looked) > 3
    np.testing.assert_array_equal(parts.works, whole.works)
