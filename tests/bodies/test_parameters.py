"""Numbers of mechanisms as parameters: what a name or a function gives is what the number gave."""

from dataclasses import fields
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.bodies import everything
from tests.systems.bodies import swing
from zwang.engine import choose
from zwang.files import build

J = zw.joints
PARTS = {name: bodies[1][own].joint for name, (bodies, own) in everything.CASES.items()}
a, b = everything.SPATIAL[0][:2]
PLANAR = everything.FLAT[0][0]
REVOLUTE = everything.SPATIAL[1]["revolute"].joint
PARTS |= {"body": a, "planar body": PLANAR}
PARTS |= {
    "particle": zw.Particle(2.0, p_WB=[1.0, 2.0, 3.0], v_WB=[0.0, 1.0, 0.0], name="c"),
    "spinning": zw.RigidBody(1.0, [1.0, 1.5, 2.0], w_B=[1.0, 2.0, 3.0], name="s"),
    "spring": zw.Spring(a, b, 3.0, damping=0.1, points=([0.1, 0.2, 0.3], [1.0, 0.0, 0.5])),
    "torsion": zw.TorsionSpring(REVOLUTE, 2.0, rest=0.3, damping=0.2),
    "load": zw.Load(a, force=[1.0, 2.0, 3.0], torque=[0.1, 0.2, 0.3], point=[0.5, 0.5, 0.5]),
    "friction": zw.JointFriction(REVOLUTE, mu=0.3, radius=0.1, speed=0.02),
    "gravity": zw.Gravity([1.0, -2.0, 9.0]),
}


def given_numbers(part):
    """The numbers that a part was given, by field."""
    found = {}
    for field in fields(part):
        x = part._given.get(field.name) if field.name in part.numbered else None
        if x is not None and not callable(x):
            found[field.name] = x
    return found


def opened(part, how, prefix=""):
    """The part with its numbers as parameters, and these."""
    numbers = given_numbers(part)
    p = {f"{prefix}{name}": x for name, x in numbers.items()}
    new = {name: how(f"{prefix}{name}", x) for name, x in numbers.items()}
    return type(part)(**(part._given | new)), p


def by_entry(name, x):
    """Lists of functions, number by number; what is one number is a function."""
    if np.ndim(x) == 0:
        return lambda p: 1.0 * jnp.asarray(p[name])
    if np.ndim(x) == 2:
        return [by_entry_of(name, i, row) for i, row in enumerate(x)]
    return [lambda p, i=i: 1.0 * jnp.asarray(p[name][i]) for i in range(len(x))]


def by_entry_of(name, i, row):
    return [lambda p, j=j: 1.0 * jnp.asarray(p[name][i][j]) for j in range(len(row))]


WAYS = {"names": lambda name, x: name, "functions": by_entry}


NO_NUMBERS = {
    "name",
    "shape",
    "frame",
    "body",
    "body_1",
    "body_2",
    "carrier",
    "joint",
    "coordinate",
}
NO_NUMBERS |= {"value", "curve", "position", "rows", "velocity", "velocity_rows", "quat"}


@pytest.mark.parametrize("kind", list(dict.fromkeys(map(type, PARTS.values()))))
def test_all_numbers_of_a_part_may_be_parameters(kind):
    own = {field.name for field in fields(kind) if field.init}
    assert own - NO_NUMBERS == kind.numbered.keys()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", PARTS)
def test_a_part_for_parameters_is_the_part_with_their_values(name, way):
    part = PARTS[name]
    found, p = opened(part, WAYS[way])
    assert found.open == bool(p)
    assert found.at(p) == part
    for wrong in p.keys() - {"start"}:  # which is none of the equations
        other = p | {wrong: np.roll(np.asarray(p[wrong], float), 1) * 0.7 + 0.13}
        try:
            assert found.at(other) != part
        except ValueError as refused:
            assert wrong in str(refused)


def test_joints_follow_bodies_whose_places_are_parameters():
    """Points and axes of the world at the start mean other points and axes in the bodies."""
    for planar, (bodies, cases) in ((False, everything.SPATIAL), (True, everything.FLAT)):
        moved = [opened(body, WAYS["names"], f"{body.name} ")[0] for body in bodies]
        p = {}
        for body in bodies:
            p |= opened(body, WAYS["names"], f"{body.name} ")[1]
        places = {body.name: body for body in moved}
        joints = []
        for case in cases.values():
            own = {
                name: places.get(getattr(x, "name", None), x)
                for name, x in case.joint._given.items()
                if name in ("body_1", "body_2", "carrier")
            }
            joint = case.joint._given.get("joint")
            if joint is not None:
                own = {"joint": next(x for x in joints if x.label == joint.label)}
            joints.append(type(case.joint)(**(case.joint._given | own)))
        mechanism = zw.Mechanism(moved, joints)
        assert mechanism.at(p) == everything.mechanism(planar)
        for x, y in zip(mechanism.start(p), everything.mechanism(planar).start(), strict=True):
            np.testing.assert_array_equal(x, y)


def numbers_of(part):
    """All that follows from a part's numbers, in one vector."""
    own = part.numbers() if callable(getattr(part, "numbers", None)) else part.numbers
    parts = [*own.values(), *(x for mark in getattr(part, "marks", ()) for x in mark)]
    return jnp.concatenate([jnp.ravel(jnp.asarray(x, float)) for x in parts])


def test_what_follows_from_parameters_is_differentiated():
    """Traced it is the same; along a change of all numbers it changes as differences say."""
    some = "in body axes", "disk", "spring", "body"
    rng = np.random.default_rng(3)
    for name in some:
        found, p = opened(PARTS[name], WAYS["names"])
        p = {key: np.asarray(x, float) for key, x in p.items()}
        # Quaternions stay of length one, and inertias symmetric, to the accuracy of the check.
        fixed = ("quat_WB", "inertia")
        along = {
            key: (0.0 if key in fixed else 1.0) * rng.normal(size=np.shape(x))
            for key, x in p.items()
        }
        value, slope = jax.jvp(lambda p, part=found: numbers_of(part.at(p)), (p,), (along,))
        h = 1e-6
        ahead, behind = (
            numbers_of(found.at({key: p[key] + s * h * along[key] for key in p})) for s in (1, -1)
        )
        np.testing.assert_allclose(value, numbers_of(PARTS[name]), atol=1e-14)
        np.testing.assert_allclose(slope, (ahead - behind) / (2.0 * h), atol=1e-7)


# -- motions ---------------------------------------------------------------------------------------


P = {"m": 1.3, "k": 20.0, "r": 0.4, "rod": {"length": 1.0}}


def open_swing():
    return swing("m", "k", "r", "rod.length")


@pytest.fixture
def compiled(monkeypatch):
    """Commands of the compiler that were run."""
    seen, run = [], build.run_compiler

    def counted(command):
        seen.append(command)
        return run(command)

    monkeypatch.setattr(build, "run_compiler", counted)
    return seen


OTHER = P | {"m": 2.0, "k": 5.0}


def by_parts(mechanism, monkeypatch):
    monkeypatch.setattr(choose, "WRITTEN_OUT", 0)
    return mechanism.simulate((0.0, 0.5), OTHER)


@pytest.mark.parametrize("written_out", [True, False])
def test_a_changed_number_compiles_nothing(compiled, monkeypatch, written_out):
    monkeypatch.setattr(choose, "WRITTEN_OUT", 2000 if written_out else 0)
    mechanism = open_swing()
    first = mechanism.simulate((0.0, 0.5), P)
    assert first.engine.startswith("native") and ("kinds" in first.engine) != written_out
    compiled.clear()
    moved = mechanism.simulate((0.0, 0.5), OTHER)
    assert not compiled
    assert np.abs(moved.q[-1] - first.q[-1]).max() > 1e-3
    plain = by_parts(swing(2.0, 5.0), monkeypatch)
    np.testing.assert_allclose(moved.q[-1], plain.q[-1], rtol=1e-9)
    np.testing.assert_allclose(moved.force("rod")[-1], plain.force("rod")[-1], rtol=1e-7)
    np.testing.assert_allclose(moved.energy[-1], plain.energy[-1], rtol=1e-9)
    by_parts(mechanism.at(OTHER), monkeypatch)
    assert not compiled or written_out  # by parts, plain numbers compile nothing either


def test_a_sweep_has_the_motions_of_its_members(compiled):
    mechanism, rng = open_swing(), np.random.default_rng(1)
    sweep = P | {"m": 1.0 + rng.random(50), "k": 10.0 + 10.0 * rng.random(50)}
    system = mechanism.system(definite=True)
    found = zw.simulate_many(system, *mechanism.start(), (0.0, 0.5), sweep)
    assert (np.asarray(found.status) == 0).all() and found.engine.startswith("native")
    for i in (0, 17, 49):
        own = P | {"m": sweep["m"][i], "k": sweep["k"][i]}
        one = mechanism.simulate((0.0, 0.5), own)
        np.testing.assert_allclose(np.ravel(found.q[i]), one.q[-1], rtol=1e-12)
    assert np.ptp(np.asarray(found.q)[:, ..., 0]) > 1e-2


@pytest.mark.parametrize("which", range(3))
def test_kinds_of_bodies_without_parameters_stay_beside_one_that_has_some(which):
    """Three kinds on rails of their own, of which one is pushed, with a mass that is a name."""
    masses: list[Any] = [1.0, 1.0, 1.0]
    masses[which] = "m"
    bodies = [
        zw.Particle(masses[0], p_WB=[0.0, 0.0, 0.0], name="particle"),
        zw.PlanarBody(masses[1], 0.1, p_WB=[0.0, 1.0], name="planar"),
        zw.RigidBody(masses[2], [0.1, 0.2, 0.3], p_WB=[0.0, 2.0, 0.0], name="rigid"),
    ]
    loads = [zw.Load(body, force=[3.0, 0.0, 0.0][: 2 + (not body.planar)]) for body in bodies]
    machine = zw.Mechanism(bodies, [], loads)
    q, qd = machine.start({"m": 2.0})
    found = machine.system(definite=True).acceleration(q, qd, 0.0, {"m": 2.0})
    wanted = np.full(3, 3.0)
    wanted[which] = 1.5
    np.testing.assert_allclose(np.asarray(found.qdd)[[0, 3, 6]], wanted, rtol=1e-14)
