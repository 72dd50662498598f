"""Bodies of SymPy by their velocities: the same M and Q as SymPy forms, whatever moves them."""

# SymPy tells few types, and guesses in their place are wrong.
# pyright: reportArgumentType=false, reportAttributeAccessIssue=false, reportCallIssue=false
# pyright: reportOperatorIssue=false, reportIndexIssue=false

import jax
import numpy as np
import pytest
import sympy as sp
from sympy.physics.mechanics import (
    CylindricalJoint,
    Force,
    KanesMethod,
    Particle,
    PinJoint,
    Point,
    PrismaticJoint,
    ReferenceFrame,
    RigidBody,
    SphericalJoint,
    TorqueActuator,
    WeldJoint,
    dynamicsymbols,
    inertia,
)
from sympy.physics.mechanics import System as Joints

import zwang as zw
from zwang.symbolic.expressions.symbols import name_of
from zwang.symbolic.from_sympy import symbolic_model

T = dynamicsymbols._t
GIVEN = dict.fromkeys("L T V mass force energy nonideal parameters inputs".split())
m, g, length = sp.symbols("m g l")


def joints(*made):
    """A System of joints under gravity; each joint is made of the body before and a new one."""
    last = RigidBody("base")
    system = Joints.from_newtonian(last)
    for i, make in enumerate(made):
        body = RigidBody(f"b{i}")
        system.add_joints(make(last, body))
        last = body
    system.apply_uniform_gravity(-g * (system.frame.y + system.frame.z))
    return system


def ball():
    return joints(lambda a, b: SphericalJoint("S", a, b, child_point=length * b.z))


def welded():
    return joints(
        lambda a, b: PinJoint("P", a, b, child_point=-length * b.x, joint_axis=a.z),
        lambda a, b: WeldJoint("W", a, b, parent_point=length * a.x),
    )


def cart():
    """A slider under a given force, with a pendulum and a spring that turns it."""
    system = joints(
        lambda a, b: PrismaticJoint("C", a, b, joint_axis=a.x),
        lambda a, b: PinJoint("P", a, b, child_point=length * b.y, joint_axis=a.z),
    )
    slider, bob = system.bodies[1:]
    system.add_loads(Force(slider, dynamicsymbols("F") * system.frame.x))
    angle = system.q[1]
    system.add_actuators(TorqueActuator(-sp.Symbol("k") * angle, slider.z, bob, slider))
    return system


def screw():
    return joints(lambda a, b: CylindricalJoint("C", a, b, child_point=length * b.y))


def auxiliary():
    """A pendulum whose top has a speed that is always zero, and a reaction there."""
    q, u, still = dynamicsymbols("q u still")
    N = ReferenceFrame("N")
    A = N.orientnew("A", "Axis", [q, N.z])
    A.set_ang_vel(N, u * N.z)
    top = Point("O")
    top.set_vel(N, still * N.x)
    end = top.locatenew("P", length * A.x)
    end.v2pt_theory(top, N, A)
    kane = KanesMethod(N, [q], [u], kd_eqs=[q.diff() - u], u_auxiliary=[still])
    kane.kanes_equations(
        [Particle("b", end, m)], [(end, -m * g * N.y), (top, sp.Symbol("R") * N.x)]
    )
    return kane


def turned(axes):
    """A body on a shaft that turns at a given rate, its inertia in one frame or another.

    Speeds are no rates: u1 is twice that of the angle and a part that depends on the time.
    """
    q, u = dynamicsymbols("q1:3"), dynamicsymbols("u1:3")
    N = ReferenceFrame("N")
    shaft = N.orientnew("S", "Axis", [sp.Symbol("w") * T, N.z])
    arm = shaft.orientnew("L", "Axis", [q[0], shaft.x])
    body = arm.orientnew("A", "Axis", [q[1], arm.z])
    arm.set_ang_vel(shaft, q[0].diff() * shaft.x)
    body.set_ang_vel(arm, u[1] * arm.z)
    top = Point("O")
    top.set_vel(N, 0)
    centre = top.locatenew("C", length * body.x + 0.3 * arm.z)
    centre.set_vel(N, centre.pos_from(top).dt(N).subs(q[1].diff(), u[1]))
    J = inertia({"body": body, "arm": arm, "fixed": N}[axes], *sp.symbols("J1:7"))
    block = RigidBody("B", centre, body, m * (1 + T), (J, centre))
    kinematics = [u[0] - 2 * q[0].diff() - sp.sin(T), q[1].diff() - u[1]]
    loads = [(centre, -m * g * N.z), (body, -sp.Symbol("c") * u[1] * arm.z), (arm, q[0] * N.x)]
    return KanesMethod(N, list(q), list(u), kd_eqs=kinematics, bodies=[block], forcelist=loads)


CASES = {
    "ball": ball,
    "welded": welded,
    "cart": cart,
    "screw": screw,
    "auxiliary": auxiliary,
    "inertia in the body": lambda: turned("body"),
    "inertia beside the body": lambda: turned("arm"),
}


@pytest.mark.parametrize("name", CASES)
def test_velocities_give_the_mass_and_the_force_that_sympy_forms(name):
    model = CASES[name]()
    given = GIVEN | {"inputs": [dynamicsymbols("F")] if name == "cart" else None}
    found, formed = (symbolic_model(model, None, None, given, written=w) for w in (False, True))
    names = {name_of(x) for x in found.symbols.parameters}
    assert names == {name_of(x) for x in formed.symbols.parameters}  # none that does not matter
    random = np.random.default_rng(5)
    p = {x: random.uniform(0.5, 1.5) for x in sorted(names)}
    ours, theirs = found.system(), formed.system()
    with jax.disable_jit():
        for _ in range(3):
            q, qd = random.uniform(-1.0, 1.0, (2, len(found.symbols.q)))
            mine = ours.M(q, 0.3, p), ours.Q(q, qd, 0.3, p)
            for x, y in zip(mine, (theirs.M(q, 0.3, p), theirs.Q(q, qd, 0.3, p)), strict=True):
                np.testing.assert_allclose(x, y, rtol=0, atol=1e-14 * max(1.0, np.abs(y).max()))


def test_the_engine_has_the_same_acceleration_as_sympy():
    model = turned("body")
    system, formed = zw.System.from_sympy(model), symbolic_model(model, None, None, GIVEN, True)
    p = {name_of(x): 1.0 + 0.1 * i for i, x in enumerate(formed.symbols.parameters)}
    q, qd, t = np.array([0.3, -0.4]), np.array([0.7, 1.1]), 0.2
    with jax.disable_jit():
        other = formed.system()
        wanted = np.linalg.solve(other.M(q, t, p), other.Q(q, qd, t, p))
    found = system.acceleration(q, qd, t, p)
    np.testing.assert_allclose(found.qdd, wanted, rtol=1e-12)
    # What is written out has the user's own symbols, and is the same again.
    formulas = zw.explicit(system)
    assert set(formulas.q) == set(model.q) and set(formulas.parameters) == {sp.Symbol(x) for x in p}
    space = {}
    exec(formulas.code(), space)
    np.testing.assert_allclose(space["acceleration"](q, qd, t, p)[0], wanted, rtol=1e-11)


def test_constraints_of_a_model_have_names_and_others_may_be_added():
    x, y = dynamicsymbols("x y")
    ux, uy = dynamicsymbols("ux uy")
    N, O = ReferenceFrame("N"), Point("O")
    O.set_vel(N, 0)
    P = O.locatenew("P", x * N.x + y * N.y)
    P.set_vel(N, ux * N.x + uy * N.y)
    kane = KanesMethod(
        N,
        q_ind=[x],
        q_dependent=[y],
        u_ind=[ux],
        u_dependent=[uy],
        kd_eqs=[x.diff() - ux, y.diff() - uy],
        configuration_constraints=[x**2 + y**2 - 1],
        velocity_constraints=[x * ux + y * uy],
        bodies=[Particle("b", P, m)],
        forcelist=[(P, -m * g * N.y)],
    )
    names = lambda system: [c.name for c in system.constraints]
    assert names(zw.System.from_sympy(kane)) == ["configuration 1", "velocity 1"]
    more = zw.System.from_sympy(kane, constraints={"slow": x.diff() - y})
    assert names(more)[2:] == ["slow"]
    assert names(zw.System.from_sympy(kane, constraints=x - y))[2:] == ["constraint 3"]
    with pytest.raises(ValueError, match="'velocity 1', which one of `model` has too"):
        zw.System.from_sympy(kane, constraints={"velocity 1": x - y})
    # By symbols or by their names, as one likes.
    state = [0.6, -0.8], [0.4, 0.3], 0.0
    both = (zw.System.from_sympy(kane).acceleration(*state, p) for p in ({m: 2.0, g: 9.81},
            {"m": 2.0, "g": 9.81}))  # fmt: skip
    np.testing.assert_array_equal(*(found.qdd for found in both))
    assert len(repr(more)) < 3000
