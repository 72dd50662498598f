"""Models of SymPy's mechanics move as its own equations say, and where these end."""

import numpy as np
import pytest
import sympy as sp
from sympy.physics.mechanics import (
    KanesMethod,
    LagrangesMethod,
    Particle,
    PinJoint,
    Point,
    ReferenceFrame,
    RigidBody,
    dynamicsymbols,
)
from sympy.physics.mechanics import System as Machine
from sympy.solvers.solveset import NonlinearError

import zwang as zw
from tests.symbolic import mechanics
from tests.symbolic.mechanics import Example
from zwang.symbolic.from_sympy import symbolic_model

T = dynamicsymbols._t


def model_of(kane):
    """The symbolic model, and its System."""
    given = dict.fromkeys("L T V mass force energy nonideal parameters inputs".split())
    model = symbolic_model(kane, None, None, given)
    return model, model.system()


def our_rates(example: Example, numbers) -> np.ndarray:
    """Rates of all speeds, by the System: u̇ = ∂u/∂q̇ q̈ + its rate at q̈ = 0."""
    model, system = model_of(example.kane)
    rates = {x: float(y.subs(numbers)) for x, y in example.kane.kindiffdict().items()}
    known = {**numbers, **rates}
    own = {x: numbers[sp.Function(x.func.__name__[4:])(T)] for x in model.symbols.q[len(rates) :]}
    q = [numbers.get(x, 0.0) for x in model.symbols.q]
    qd = [rates.get(x.diff(T), own.get(x)) for x in model.symbols.q]
    qdd = system.acceleration(q, qd, 0.0, example.p).qdd
    known |= {x: 0.0 for x in model.symbols.q if x not in known}
    put = dict(zip(model.symbols.qdd, map(float, qdd), strict=True))
    put |= dict(zip(model.symbols.qd, qd, strict=True)) | known
    return mechanics.values([sp.Matrix([tree.diff(T) for _, tree in model.speeds])], put)[0].ravel()


@pytest.mark.parametrize(
    "name", ["pendulum", "disc", "sphere", pytest.param("bicycle", marks=pytest.mark.slow)]
)
def test_accelerations_equal_those_of_kanes_method(name):
    example = mechanics.pendulum(2) if name == "pendulum" else getattr(mechanics, name)()
    _, numbers = mechanics.state(example)
    wanted, found = mechanics.sympy_rates(example, numbers), our_rates(example, numbers)
    np.testing.assert_allclose(found, wanted, rtol=1e-12, atol=1e-12 * np.abs(wanted).max())


def bob(*constraints, **more):
    """A point mass in a plane, by Lagrange's method."""
    x, y = dynamicsymbols("x y")
    m, g = sp.symbols("m g")
    L = m * (x.diff(T) ** 2 + y.diff(T) ** 2) / 2 - m * g * y
    return LagrangesMethod(L, [x, y], hol_coneqs=[c(x, y) for c in constraints] or None, **more)


P = {"m": 2.0, "g": 9.81}
AT, MOVING = [0.6, -0.8], [1.6, 1.2]
rod = lambda x, y: x**2 + y**2 - 1


def test_a_doubled_constraint_on_which_sympy_ends_in_a_singular_matrix_runs():
    twice = bob(rod, lambda x, y: 3 * rod(x, y))
    twice.form_lagranges_equations()
    x, y = twice.q
    here = {sp.Symbol("m"): 2, sp.Symbol("g"): 9.81}
    here |= {x.diff(T): 1.6, y.diff(T): 1.2}
    M = np.array(twice.mass_matrix_full.subs(here).subs({x: 0.6, y: -0.8}), float)
    f = np.array(twice.forcing_full.subs(here).subs({x: 0.6, y: -0.8}), float).ravel()
    with pytest.raises(np.linalg.LinAlgError):
        np.linalg.solve(M, f)
    once, system = (zw.System.from_sympy(x) for x in (bob(rod), twice))
    found = system.acceleration(AT, MOVING, 0.0, P)
    assert found.rank == 1
    np.testing.assert_allclose(found.qdd, once.acceleration(AT, MOVING, 0.0, P).qdd, rtol=1e-13)
    ends = [zw.simulate(s, AT, MOVING, (0.0, 2.0), P).q[-1] for s in (once, system)]
    np.testing.assert_allclose(*ends, atol=1e-8)


def test_lagranges_method_gives_its_accelerations_and_its_energy():
    N, O = ReferenceFrame("N"), Point("O")
    O.set_vel(N, 0)
    x, y = dynamicsymbols("x y")
    bead = O.locatenew("P", x * N.x + y * N.y)
    bead.set_vel(N, x.diff(T) * N.x + y.diff(T) * N.y)
    rubbed = bob(rod, forcelist=[(bead, -x.diff(T) * N.x)], frame=N)
    rubbed.form_lagranges_equations()
    system = zw.System.from_sympy(rubbed)
    here = {sp.Symbol("m"): 2, sp.Symbol("g"): 9.81, x.diff(T): 1.6, y.diff(T): 1.2}
    M = np.array(rubbed.mass_matrix_full.subs(here).subs({x: 0.6, y: -0.8}), float)
    f = np.array(rubbed.forcing_full.subs(here).subs({x: 0.6, y: -0.8}), float).ravel()
    wanted = np.linalg.solve(M, f)[2:4]
    found = system.acceleration(AT, MOVING, 0.0, P).qdd
    np.testing.assert_allclose(found, wanted, rtol=1e-12)
    motion = zw.simulate(zw.System.from_sympy(bob(rod)), AT, MOVING, (0.0, 3.0), P)
    np.testing.assert_allclose(motion.energy, motion.energy[0], rtol=1e-8)


def test_a_system_of_joints_moves_as_its_equations_say():
    m, g, l = sp.symbols("m g l")
    (q1, q2), (u1, u2) = dynamicsymbols("q1:3"), dynamicsymbols("u1:3")
    wall = RigidBody("W")
    machine = Machine.from_newtonian(wall)
    upper = RigidBody("A", mass=m)
    lower = RigidBody("B", mass=m)
    arm = {"joint_axis": wall.frame.z}
    machine.add_joints(
        PinJoint("J1", wall, upper, q1, u1, child_point=l * upper.y, **arm),
        PinJoint("J2", upper, lower, q2, u2, parent_point=-l * upper.y, child_point=l * lower.y,
                 joint_axis=upper.frame.z),
    )  # fmt: skip
    machine.apply_uniform_gravity(-g * machine.y)
    machine.form_eoms()
    numbers = {"m": 1.2, "g": 9.81, "l": 0.7}
    inertias = {x: 0.1 for x in machine.mass_matrix.free_symbols if x.name not in (*numbers, "t")}
    p = numbers | {x.name: 0.1 for x in inertias}
    here = {sp.Symbol(k): v for k, v in numbers.items()} | inertias
    here |= {q1: 0.4, q2: -0.7, u1: 0.3, u2: 1.1}
    M, f = (np.array(x.subs(here), float) for x in (machine.mass_matrix, machine.forcing))
    found = zw.System.from_sympy(machine).acceleration([0.4, -0.7], [0.3, 1.1], 0.0, p).qdd
    np.testing.assert_allclose(found, np.linalg.solve(M, f).ravel(), rtol=1e-12)


def test_appell_and_hamels_constraint_runs_from_expressions_where_kanes_method_refuses():
    (x, y, z), a, g, m = dynamicsymbols("x y z"), sp.Symbol("a"), sp.Symbol("g"), sp.Symbol("m")
    u = dynamicsymbols("ux uy uz")
    curved = u[0] ** 2 + u[1] ** 2 - a**2 * u[2] ** 2
    N, O = ReferenceFrame("N"), Point("O")
    O.set_vel(N, 0)
    point = O.locatenew("P", x * N.x + y * N.y + z * N.z)
    point.set_vel(N, u[0] * N.x + u[1] * N.y + u[2] * N.z)
    rates = [q.diff(T) - v for q, v in zip((x, y, z), u, strict=True)]
    with pytest.raises(NonlinearError):
        KanesMethod(
            N, q_ind=[x, y, z], u_ind=list(u[:2]), kd_eqs=rates, u_dependent=[u[2]],
            velocity_constraints=[curved], bodies=[Particle("p", point, m)],
        )  # fmt: skip
    v = [q.diff(T) for q in (x, y, z)]
    hamel = v[0] ** 2 + v[1] ** 2 - a**2 * v[2] ** 2
    system = zw.System.from_sympy(
        q=[x, y, z], T=m * sum(w**2 for w in v) / 2, V=m * g * z, constraints={"hamel": hamel}
    )
    assert isinstance(system.constraints[0], zw.Nonholonomic)
    p = {"a": 0.5, "g": 9.81, "m": 1.5}
    motion = zw.simulate(system, [0.0, 0.0, 0.0], [0.3, 0.4, -1.0], (0.0, 1.0), p)
    xd, yd, zd = motion.qd[-1]
    assert abs(xd**2 + yd**2 - 0.25 * zd**2) < 1e-9
    # The direction in the plane stays, and the speed grows evenly: the known motion.
    np.testing.assert_allclose([xd / yd, zd], [0.75, -1.0 - 9.81 / 1.25], rtol=1e-8)


def test_inputs_are_numbers_expressions_or_functions():
    x, F = dynamicsymbols("x F")
    m = sp.Symbol("m")
    given = {"q": [x], "T": m * x.diff(T) ** 2 / 2, "force": [F]}
    at = lambda system, p: float(system.acceleration([0.3], [0.1], 0.5, {"m": 2.0} | p).qdd[0])
    by_number = zw.System.from_sympy(**given, inputs=[F])
    by_formula = zw.System.from_sympy(**given, inputs={F: 3 * T * x})
    by_function = zw.System.from_sympy(**given, inputs={F: lambda q, t: 3.0 * t * q[0]})
    found = at(by_number, {"F": 0.45}), at(by_formula, {}), at(by_function, {})
    np.testing.assert_allclose(found, 0.225, rtol=1e-14)


x, y, F = dynamicsymbols("x y F")
m, k = sp.symbols("m k")
FREE = {"q": [x, y], "T": m * (x.diff(T) ** 2 + y.diff(T) ** 2) / 2}
REFUSED = {
    "a symbol that is not defined": (FREE | {"V": k * x, "parameters": [m]}, "`k` is not defined"),
    "a nonlinear acceleration": (
        FREE | {"constraints": {"odd": x.diff(T, 2) ** 2 - 1}},
        "constraint 'odd' is not linear in Derivative",
    ),
    "an acceleration in a force": (FREE | {"force": [x.diff(T, 2), 0]}, "`force` depends on"),
    "a velocity in V": (FREE | {"V": x.diff(T)}, "`V` depends on"),
    "an unknown function": (FREE | {"V": sp.Function("f")(x)}, "function `f`, which is unknown"),
    "a function without numbers": (FREE | {"V": sp.zeta(x)}, "function `zeta`"),
    "an input that is not named": (FREE | {"force": [F, 0]}, "neither a coordinate nor an input"),
    "too few forces": (FREE | {"force": [k]}, "`force` has 1 entries; wanted 2"),
    "a coordinate that is no function": ({"q": [m], "T": m}, "`q` holds m"),
    "two forms": (FREE | {"L": m}, "`L` and `T`"),
    "nothing": ({}, "Give a `model`"),
    "no model": ({"model": 3}, "`model` is 3"),
    "a text": (FREE | {"V": "k*x"}, "`V` is 'k\\*x'"),
    "no real number": (FREE | {"V": sp.I * x}, "real expression"),
    "a name twice": (FREE | {"V": sp.Symbol("x") * y}, "two symbols have the name 'x'"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_has_no_meaning_is_refused_by_name(case):
    given, words = REFUSED[case]
    with pytest.raises((TypeError, ValueError), match=f"(?i){words}"):
        zw.System.from_sympy(**given)


def test_a_wrong_number_of_speeds_is_refused_by_name():
    N = ReferenceFrame("N")
    machine = Machine(N)
    machine.add_coordinates(x, y)
    machine.add_speeds(F)
    machine.add_kdes(x.diff(T) - F)
    with pytest.raises(ValueError, match="1 kinematical equations and 2 coordinates .*1 speeds"):
        zw.System.from_sympy(machine)


def test_a_parameter_without_a_number_is_told_by_name():
    system = zw.System.from_sympy(**FREE)
    with pytest.raises(KeyError, match="`p` has no 'm'"):
        system.acceleration([0.0, 1.0], [0.0, 0.0])
