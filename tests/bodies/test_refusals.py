"""Mistakes in the description of bodies, joints and forces are refused by name."""

import re
from typing import Any

import jax.numpy as jnp
import numpy as np

import zwang as zw
from tests.refusals import refused
from tests.systems.bodies import rod, swing
from zwang.zoo.mechanisms import chain

J = zw.joints
X, Z, ORIGIN = [1, 0, 0], [0, 0, 1], [0, 0, 0]
BOX, BAR = rod("box"), rod("bar", p_WB=[1.5, 0, 0])
FLAT, DOT = zw.PlanarBody(1.0, 1.0, name="flat"), zw.Particle(1.0, ORIGIN, name="dot")
PIN, OTHER = (J.Revolute(zw.GROUND, BOX, [x, 0, 0], Z, name="pin") for x in (0, 1))
NAMELESS = [J.Revolute(zw.GROUND, FLAT, point=[x, 0.0]) for x in (0.0, 1.0)]


def ball(name=None, body=BOX):
    return J.Spherical(zw.GROUND, body, ORIGIN, name=name)


test_a_body_is_refused = refused(
    [
        (lambda: rod(mass=-1.0), "`mass` of `rod`"),
        (lambda: rod(mass=np.nan), "`mass` of `rod`"),
        (lambda: rod(inertia=[1.0, 1.0, 2.5]), "`inertia` of `rod`.*exceeds the sum"),
        (lambda: rod(inertia=[1.0, 1.0, -0.1]), "`inertia` of `rod`"),
        (lambda: rod(inertia=[[1, 0.2, 0], [0, 1, 0], [0, 0, 1]]), "symmetric"),
        (lambda: rod(quat_WB=[1, 1, 0, 0]), "`quat_WB` of `rod`.*length one"),
        (lambda: rod(w_B=[0, 0, 1], w_WB=[0, 0, 1]), "w_WB.*w_B.*one of them"),
        (lambda: zw.RigidBody(1.0, [1, 1, 1]), "name", TypeError),
        (lambda: zw.Particle("", name="bob"), "`mass` of `bob` is ''"),
        (
            lambda: zw.Particle(lambda t: t, name="bob"),
            "`mass` of `bob`: its argument `t`",
            TypeError,
        ),
        (lambda: setattr(rod(), "mass", 3.0), "mass", (AttributeError, TypeError)),
        (lambda: rod().p_WB.__setitem__(0, 1.0), "read-only"),
    ]
)

test_a_joint_is_refused = refused(
    [
        (lambda: J.Revolute(zw.GROUND, BOX, ORIGIN, ORIGIN), "length zero"),
        (lambda: J.Revolute(zw.GROUND, BOX, ORIGIN), "axis.*missing"),
        (lambda: J.Spherical(zw.GROUND, BOX), "point.*missing"),
        (lambda: J.Spherical(BOX, BOX, ORIGIN), "'box' to itself"),
        (lambda: J.Spherical(BOX, "bar", ORIGIN), "body_2.*'bar'", TypeError),
        (lambda: J.Revolute(zw.GROUND, DOT, ORIGIN, Z), "'dot', which has no orientation"),
        (lambda: J.Universal(zw.GROUND, FLAT, [0, 0], axes=([1, 0], [0, 1])), "stay in a plane"),
        (lambda: J.Screw(zw.GROUND, BOX, ORIGIN, Z, pitch=0.0), "pitch.* is 0"),
        (lambda: J.Driven(ball(), lambda t: t), "turns or", TypeError),
        (lambda: J.Distance(zw.GROUND, BOX, length=0.0), "length.*positive"),
    ]
)


def pushed(name, shape, body):
    """A motion under a load whose function returns a shape."""
    given: Any = {name: lambda t: t + jnp.zeros(shape)}
    return zw.Mechanism([body], forces=[zw.Load(body, **given)]).simulate((0.0, 1.0))


PUSHES = [("torque", (), BOX), ("force", (2,), BOX), ("force", (3,), FLAT), ("torque", (2,), FLAT)]
test_a_function_of_a_wrong_shape_is_refused = refused(
    [
        (push, rf"`{name}` of a load on '{body.name}'.* the shape {re.escape(str(shape))}; wanted")
        for push in PUSHES
        for name, shape, body in [push]
    ],
    pushed,
)

test_a_force_is_refused = refused(
    [
        (lambda: zw.Load(BOX, torque=1.0), r"`torque` .* 'box', .* \(\); .* \(3,\)"),
        (lambda: zw.Load(BOX, [1.0, 0.0]), r"`force` .* 'box', .* \(2,\); .* \(3,\)"),
        (lambda: zw.Load(DOT, [1.0, 0.0]), r"`force` .* 'dot', .* \(2,\); "),
        (lambda: zw.Load(FLAT, [1.0, 0.0, 0.0]), r"`force` .* 'flat', .* \(3,\); wanted \(2,\)"),
        (lambda: zw.Load(FLAT, torque=[1.0, 0.0]), r"`torque` .* or \(3,\)"),
        (lambda: zw.JointFriction(PIN, 0.1), "radius.*missing"),
    ]
)

ACROSS, ABSENT = zw.Gravity([0, 0, -9.81]), "concerns Revolute.'pin'.*, which is not among `joints`"
test_a_mechanism_is_refused = refused(
    [
        ([[rod(), rod()]], "'rod' of a body is there more than"),
        ([[BOX], [ball("A"), ball("A")]], "'A' of a joint is there more than once"),
        ([[BOX], [ball("box.norm")]], "'box.norm' of a joint is there more than once"),
        ([[BOX], [J.Spherical(BOX, BAR, X)]], "'bar', which is not among `bodies`"),
        ([[rod("box", mass=2.0)], [ball()]], "another body 'box'"),
        ([[FLAT], [], [ACROSS]], "across the plane"),
        (
            [[BOX], [], [zw.Gravity([0, -9.81])]],
            "`g` of Gravity is .*, of the plane, and bodies move in space; wanted .3,.",
        ),
        ([[BOX], [], [ACROSS, zw.Gravity(X)]], "`forces` holds 2 of zw.Gravity"),
        ([[BOX], [J.Driven(PIN, lambda t: t, name="motor")]], f"Driven.'motor'.* {ABSENT}"),
        ([[BOX], [OTHER, J.Driven(PIN, lambda t: t)]], ABSENT),
        ([[BOX], [], [9.81]], "`forces` holds 9.81", TypeError),
        ([[zw.GROUND]], "zw.GROUND"),
        (
            [[FLAT], NAMELESS[:1], [zw.JointFriction(NAMELESS[1], 0.3, radius=0.2)]],
            "not among `joi",
        ),
    ],
    lambda parts: zw.Mechanism(*parts),
)

FLAT_GRAVITY = zw.Gravity(lambda t: jnp.array([0.0, -9.81]))
test_a_function_of_a_force_is_refused = refused(
    [
        (
            lambda: zw.Mechanism([BOX], forces=[FLAT_GRAVITY]).simulate((0.0, 1.0)),
            "`g` of Gravity has the shape .2,.; wanted .3,., as bodies move in space",
        ),
    ]
)

P = {"m": 1.3, "k": 20.0, "r": 0.4, "rod": {"length": 1.0}}
SHAPES = r"entries have the shapes \(1,\), \(\); wanted one shape"
test_parameters_are_refused = refused(
    [
        (None, "`mass` of `bob` is the parameter 'm', and `p` is None"),
        ({"n": 1.0}, "`bob` is the parameter 'm', which `p` does not hold; it has 'n'"),
        (P | {"rod": {}}, "`length` of the distance `rod` is the parameter 'rod.length'"),
        (P | {"m": "x"}, "`bob` is the parameter 'm', which is 'x'; wanted numbers", TypeError),
        (P | {"m": None}, "`mass` of `bob` .*which is None; wanted numbers", TypeError),
        (P | {"m": {}}, "`mass` of `bob` .*which is {}; wanted numbers", TypeError),
        (P | {"m": []}, r"`mass` of `bob` .*which is \[\]; wanted numbers", TypeError),
        (P | {"m": 1j}, "`mass` of `bob` .*which is 1j; wanted numbers", TypeError),
        (P | {"m": [1.0, 2.0]}, r"`mass` of `bob` .*has the shape \(2,\); wanted one number"),
        (P | {"m": [[1.0], 2.0]}, f"`mass` of `bob` .*{SHAPES}"),
        (P | {"m": -1.0}, "`mass` of `bob` is -1.0; wanted a number that is not negative"),
    ],
    lambda p: swing("m", "k", "r", "rod.length").at(p),
)

test_a_chain_of_no_links_is_refused = refused([(N, "`N`") for N in (0, -1, 2.5, "3")], chain)
