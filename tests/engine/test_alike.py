"""Functions that differ in captured numbers alone are one kind of part, however they are written;
those that count or choose by their numbers stay apart, and are right as well."""

from functools import partial
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.base.identity.captured import captured, capturing
from zwang.system.elements import sums_of

pytestmark = pytest.mark.usefixtures("by_parts")
J = zw.joints
COUNT, T = 3, np.array([0.0, 0.3, 0.7])


def made(a):
    def inner(t):
        return a * jnp.sin(t)

    return inner


def through_another(a):
    half = made(a / 2.0)
    return lambda t: half(t) + half(t)


ALIKE = {
    "default": lambda a, i: lambda t, a=a: a * jnp.sin(t),
    "closure": lambda a, i: made(a),
    "partial": lambda a, i: partial(lambda a, t: jnp.sin(t) * a, a),
    "through another": lambda a, i: through_another(a),
    "array": lambda a, i: lambda t, c=np.array([a, 1.0]): c[0] * jnp.sin(c[1] * t),
    "whole": lambda a, i: lambda t, k=i + 1: 0.1 * k * jnp.sin(t),
    "dict": lambda a, i: lambda t, c={"a": a}: c["a"] * jnp.sin(t),  # noqa: B006
    "keyword": lambda a, i: lambda t, *, a=a: jnp.sin(t) * (a**2 / a),
}
APART = {
    "chosen": lambda a, i: lambda t, a=a: a * jnp.sin(t) if a > 0.15 else jnp.sin(t) * a,
    "by its type": lambda a, i: lambda t, a=a: (a if isinstance(a, float) else 0.0) * jnp.sin(t),
    "table": lambda a, i: lambda t, i=i: (0.1, 0.2, 0.3)[i] * jnp.sin(t),
    "exponent": lambda a, i: lambda t, n=np.log10(a): 10.0**n * jnp.sin(t),
}
AMPLITUDES = [0.1, 0.2, 0.3]


def driven(ways):
    """Hinges driven as a sin t, by functions in each of some ways."""
    bodies, joints = [], []
    for k, (name, way) in enumerate(ways.items()):
        for i, a in enumerate(AMPLITUDES):
            place = [float(i), float(k)]
            body = zw.PlanarBody(1.0, 0.5, p_WB=place, w_WB=a, name=f"{name} {i}")
            hinge = J.Revolute(zw.GROUND, body, point=place, name=f"hinge {body.name}")
            bodies.append(body)
            joints += [hinge, J.Driven(hinge, way(a, i), name=f"drive {body.name}")]
    return zw.Mechanism(bodies, joints, [zw.Gravity()])


def elements_of(machine):
    """The kinds of its parts."""
    sums = sums_of(machine.system(definite=True))
    assert sums is not None
    return sums.mass.elements()


def test_drives_are_right_and_as_few_kinds_as_there_are_ways_to_write_them():
    machine = driven(ALIKE | APART)
    elements = elements_of(machine)
    users = [x for x in elements if x.key is None]
    assert len(users) == len(ALIKE) + COUNT * len(APART)
    motion = machine.simulate(T)
    assert motion.engine.startswith(f"native: {len(elements)} kinds")
    for name in ALIKE | APART:
        for i, a in enumerate(AMPLITUDES):
            found = motion.coordinate(f"{name} {i}.angle")
            np.testing.assert_allclose(found, a * np.sin(T), atol=1e-12, err_msg=name)
            torque = motion.reaction(f"drive {name} {i}").torque[:, 2]
            np.testing.assert_allclose(torque, -0.5 * a * np.sin(T), atol=1e-11, err_msg=name)


def test_joints_and_loads_with_numbers_of_their_own_move_as_those_that_are_given_them():
    """Bowls of the user's against rods, curves against such bowls, loads by functions of time."""
    rng = np.random.default_rng(1)
    radii, pushes = rng.uniform(0.5, 1.5, COUNT), rng.normal(size=(COUNT, 3))
    points = [
        zw.Particle(1.0, p_WB=[i + 0.6 * r, 0, -0.8 * r], name=f"p{i}") for i, r in enumerate(radii)
    ]
    rods, bowls, loads, known = [], [], [], []
    for i, (point, r) in enumerate(zip(points, radii, strict=True)):
        centre = np.array([float(i), 0.0, 0.0])
        bowl = lambda pose_2, c=centre, r=r: (pose_2.p_WB - c) @ (pose_2.p_WB - c) / 2 - r**2 / 2
        bowls.append(J.Custom(zw.GROUND, point, bowl, name=f"j{i}"))
        rods.append(J.Distance(zw.GROUND, point, points=(centre, point.p_WB), name=f"j{i}"))
        loads.append(zw.Load(point, force=lambda t, f=pushes[i]: f + 0.0 * t))
        known.append(zw.Load(point, force=pushes[i]))
    springs = [zw.Gravity(), zw.Spring(points[0], points[1], stiffness=3.0, rest=0.5)]
    one = zw.Mechanism(points, bowls, [*springs, *loads])
    assert sum(x.key is None for x in elements_of(one)) == 2
    motion, other = one.simulate(T), zw.Mechanism(points, rods, [*springs, *known]).simulate(T)
    np.testing.assert_allclose(motion.q, other.q, atol=1e-11)
    for name in ("j0", "j2"):
        forces = (x.reaction(name).force for x in (motion, other))
        np.testing.assert_allclose(*forces, atol=1e-9)


def test_what_is_captured_is_looked_at_when_the_motion_is_computed():
    held = [np.array([a]) for a in AMPLITUDES]
    machine = driven({"held": lambda a, i: lambda t: (held[0] * 0.0 + held[i])[0] * jnp.sin(t)})
    by_cell = driven({"held": lambda a, i: partial(lambda c, t: c[0] * jnp.sin(t), held[i])})
    for x in held:
        x *= 2.0
    for one in (machine, by_cell):
        qd = 2.0 * one.start()[1]
        motion = one.simulate(T, qd0=qd)
        np.testing.assert_allclose(motion.coordinate("held 1.angle"), 0.4 * np.sin(T), atol=1e-12)


FIRST = {
    "check": lambda m: zw.check(m.system(definite=True), *m.start()),
    "acceleration": lambda m: m.system(definite=True).acceleration(*m.start()),
}


@pytest.mark.parametrize("first", FIRST)
def test_functions_that_are_alike_keep_what_else_they_captured_at_their_first_use(first):
    hidden = {"k": [2.0]}
    force = lambda a: lambda t, a=a: [a * hidden["k"][0] * jnp.cos(t), 0.0, 0.0]

    def make():
        points = [zw.Particle(1.0, p_WB=[i, 0.0, 0.0], name=f"b{i}") for i in range(12)]
        return zw.Mechanism(
            points, forces=[zw.Load(x, force=force(i + 1.0)) for i, x in enumerate(points)]
        )

    old = make()
    FIRST[first](old)
    hidden["k"][0] = 5.0
    for machine, k in ((old, 2.0), (make(), 5.0)):
        found = machine.simulate((0.0, 0.1)).qdd[0, ::3]
        np.testing.assert_allclose(found, k * np.arange(1.0, 13.0), rtol=1e-12)


def test_a_function_is_taken_apart_and_put_together_again():
    apart: Any = captured
    one, other = through_another(0.3), through_another(0.7)
    assert apart(one).key == apart(other).key
    assert float(capturing(one, apart(other).numbers)(1.0)) == float(other(1.0))
    assert apart(one).key != apart(made(0.3)).key
    assert apart(lambda t, k=1: t * k).numbers == ()
    assert apart(lambda t, k=1: t * k, whole=True).numbers == (1.0,)

    def itself(t):
        return t if t < 0 else itself(t - 1.0)

    assert captured(itself) is None and captured(jnp.sin) is None
