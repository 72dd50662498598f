"""Formulas taken back from traced functions are the functions, for all systems of the zoo."""

# SymPy tells few types, and guesses in their place are wrong.
# pyright: reportArgumentType=false, reportAttributeAccessIssue=false, reportCallIssue=false
# pyright: reportOperatorIssue=false, reportUnhashable=false

import ctypes
import subprocess
from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import sympy as sp
from sympy.physics.mechanics import dynamicsymbols

import zwang as zw
from tests.symbolic import julia
from zwang import zoo
from zwang.equation.acceleration_form import acceleration_form
from zwang.symbolic.algebra.generic import numbers
from zwang.symbolic.algebra.traced import traced

STATES = 100


def states(problem, seed=5):
    """Random states around the start, off the constraints too; the parameters as they are."""
    random, n = np.random.default_rng(seed), len(problem.q0)
    for _ in range(STATES):
        q, qd = problem.q0 + 0.2 * random.normal(size=n), random.normal(size=n)
        yield q, qd, random.uniform(0.0, 2.0)


def apart(found, wanted):
    """The largest difference, of the size of the largest entry."""
    found, wanted = np.asarray(found, float).ravel(), np.asarray(wanted, float).ravel()
    return np.abs(found - wanted).max(initial=0.0) / max(1.0, np.abs(wanted).max(initial=0.0))


@pytest.fixture(scope="module", params=zoo.PROBLEMS)
def problem(request):
    return zoo.PROBLEMS[request.param]()


def test_formulas_equal_the_functions(problem):
    system, p = problem.system, problem.p
    formulas, _ = traced(system, None, p)
    function = numbers(formulas, formulas.M, formulas.Q, formulas.A, formulas.b)
    given = [float(x) for x in np.asarray([p[name] for name in sorted(p)])]
    found, wanted = [], []
    for q, qd, t in states(problem):
        found.append([np.asarray(x, float) for x in function(q, qd, t, given)])
        wanted.append((q, qd, t))
    q, qd, t = (jnp.asarray(np.stack(x)) for x in zip(*wanted, strict=True))
    exact = evaluated(system, q, qd, t, p)
    for i, parts in enumerate(found):
        for mine, theirs in zip(parts, exact, strict=True):
            assert apart(mine, theirs[i]) < 1e-12


def evaluated(system, q, qd, t, p):
    """M, Q, A, b by JAX, at all states at once."""

    def one(q, qd, t):
        form = acceleration_form(system, q, qd, t, p)
        return system.M(q, t, p), system.Q(q, qd, t, p), form.A, form.b

    hurried = {"xla_backend_optimization_level": 0, "xla_llvm_disable_expensive_passes": True}
    program = jax.jit(jax.vmap(one)).lower(q, qd, t).compile(compiler_options=hurried)
    return [np.asarray(x) for x in program(q, qd, t)]


# Written out, in stages, with a singular mass, and with nonideal constraints.
STRICT = ["cc", "-std=c99", "-pedantic", "-Wall", "-Werror", "-shared", "-fPIC"]
CODED = ("pendulum", "slider_crank", "two_masses", "rosenberg_nonideal")


@pytest.fixture(scope="module", params=CODED)
def coded(request):
    problem = zoo.PROBLEMS[request.param]()
    return problem, zw.explicit(problem.system, p=problem.p)


def kernel(problem, q, qd, t):
    found = problem.system.acceleration(q, qd, t, problem.p)
    return np.concatenate([found.qdd, found.Qc])


def test_code_of_numpy_equals_the_kernel(coded):
    problem, formulas = coded
    space = {}
    exec(formulas.code("numpy"), space)
    for q, qd, t in list(states(problem))[:10]:
        found = np.concatenate(space["acceleration"](q, qd, t, problem.p))
        assert apart(found, kernel(problem, q, qd, t)) < 1e-10


def test_code_of_c_equals_the_kernel(coded, tmp_path):
    problem, formulas = coded
    (tmp_path / "a.c").write_text(formulas.code("c"))
    subprocess.run([*STRICT, "a.c", "-o", "a.so", "-lm"], cwd=tmp_path, check=True)
    function = ctypes.CDLL(str(tmp_path / "a.so")).acceleration
    pointer = lambda x: x.ctypes.data_as(ctypes.POINTER(ctypes.c_double))
    p = np.array([problem.p[x.name] for x in formulas.parameters])
    n = len(problem.q0)
    for q, qd, t in list(states(problem))[:10]:
        out = np.empty((2, n))
        time = ctypes.c_double(t)
        function(pointer(q), pointer(qd), time, pointer(p), pointer(out[0]), pointer(out[1]))
        assert apart(out, kernel(problem, q, qd, t)) < 1e-10


def test_code_of_julia_equals_the_kernel(coded):
    """Read by a reader of our own: no Julia was at hand to run it."""
    problem, formulas = coded
    for q, qd, t in list(states(problem))[:5]:
        found = julia.called(formulas.code("julia"), q, qd, t, problem.p)
        found = np.concatenate([found["qdd"], found["Qc"]])
        assert apart(found, kernel(problem, q, qd, t)) < 1e-10


def test_code_knows_all_functions_in_all_languages(tmp_path):
    """Of numbers below zero too, where remainders differ, and of whole numbers beyond C's."""
    x = sp.Function("x")(dynamicsymbols._t)
    other = x - 3
    trees = [
        sp.Mod(x, 2) + sp.Mod(other, 2),
        sp.atan2(other, x) + sp.pi * sp.E * x + sp.Integer(10) ** 20 * x,
        sp.Max(x, 1, other) + sp.Min(x, other**2) + sp.Abs(other) + sp.sign(other),
        sp.floor(other) + sp.ceiling(x) + sp.Heaviside(other) - other**2 + 2**x,
        sp.Piecewise((x, (x < 1) & (other < 0)), (sp.sqrt(x), sp.Eq(x, 3) | (x > 2)), (1, True)),
        sp.erf(x) + sp.erfc(other) + sp.loggamma(x) + x ** sp.Rational(1, 3) / 7,
        sp.sinh(x) + sp.acosh(x + 1) + sp.exp(-x) * sp.log(x) + sp.asin(x / 9) + 1 / x**2,
    ]
    formulas = zw.explicit(zw.System.from_sympy(q=[x], mass=1, force=[sum(trees)]))
    space = {}
    exec(formulas.code(), space)
    (tmp_path / "a.c").write_text(formulas.code("c"))
    subprocess.run([*STRICT, "a.c", "-o", "a.so", "-lm"], cwd=tmp_path, check=True)
    function = ctypes.CDLL(str(tmp_path / "a.so")).acceleration
    pointer = lambda x: x.ctypes.data_as(ctypes.POINTER(ctypes.c_double))
    for number in (0.4, 1.7, 2.6, 4.2):
        wanted = float(sum(trees).subs(x, number))
        q, out = np.array([number]), np.empty((2, 1))
        function(pointer(q), pointer(q), ctypes.c_double(), None, pointer(out[0]), pointer(out[1]))
        found = space["acceleration"](q, q, 0.0, {})[0][0], out[0, 0]
        found = *found, julia.called(formulas.code("julia"), q, q, 0.0, {})["qdd"][0]
        np.testing.assert_allclose(found, wanted, rtol=1e-13)


def test_the_control_law_equals_the_controller():
    p = {"m": 2.0, "k": 3.0}
    force = lambda q, p: [-p["k"] * q[0], 0.0, 0.0]
    wall = zw.Holonomic(lambda q: q[0] + q[2], name="wall")
    path = zw.Holonomic(lambda q, t: q[1] - jnp.sin(t), name="path")
    level = zw.Nonholonomic(lambda q, qd: qd[0] + qd[1] * q[1], name="level")
    plant = zw.System(
        lambda p: p["m"] * jnp.array([1.0, 2.0, 0.5]), force, wall, coordinates="x y z"
    )
    q, qd, t = [0.2, 0.3, -0.2], [0.1, -0.4, -0.1], 0.7
    for more in ({}, {"weight": [1.0, 4.0, 2.0]}, {"actuation": ["x", "y"]}):
        controller = zw.track(
            plant, [path, level], gains={"path": (3.0, 2.0), "level": 1.5}, **more
        )
        found, space = zw.explicit(controller, p=p), {}
        exec(found.control_code(), space)
        wanted = controller.inputs(q, qd, t, p)
        assert apart(space["control"](q, qd, t, p), wanted) < 1e-12
    table = {
        "redundant": [path, replace(path, name="again")],
        "cannot all be met": replace(wall, name="too"),
    }
    for words, required in table.items():
        with pytest.raises(ValueError, match=words):
            zw.explicit(zw.track(plant, required), p=p)
    with pytest.raises(ValueError, match="limits"):
        zw.explicit(replace(controller, limits=(np.array(-1.0), np.array(1.0))), p=p)


def test_the_control_law_of_a_plant_without_some_mass():
    """y has none, and is held by a rod that x moves."""
    p = {"m": 2.0}
    mass = lambda p: p["m"] * jnp.array([1.0, 0.0, 1.5])
    rod = zw.Holonomic(lambda q: q[1] - jnp.sin(q[0]), name="rod")
    plant = zw.System(mass, lambda q: [-q[0], 0.3, 0.0], rod, coordinates="x y z")
    path = zw.Holonomic(lambda q, t: q[1] + q[2] - jnp.sin(t), name="path")
    q, t = np.array([0.4, np.sin(0.4), 0.3]), 0.7
    qd = np.array([0.5, np.cos(0.4) * 0.5, -0.2])
    for more in ({}, {"weight": [1.0, 4.0, 2.0]}, {"weight": 2.0, "actuation": ["z"]}):
        controller, space = zw.track(plant, path, gains=(3.0, 2.0), **more), {}
        exec(zw.explicit(controller, p=p).control_code(), space)
        wanted = controller.inputs(q, qd, t, p)
        assert apart(space["control"](q, qd, t, p), wanted) < 1e-12
    with pytest.raises(ValueError, match="wanted `weight`, or no `actuation`"):
        zw.explicit(zw.track(plant, path, actuation=["z"]), p=p)


def test_names_of_parameters_are_found_where_none_are_given():
    system = zoo.knife_edge().system
    assert [x.name for x in zw.explicit(system).parameters] == ["J", "alpha", "g", "m"]
    nested = zw.System(lambda p: p["body"]["m"], lambda q, p: -p["k"][1] * q, coordinates="x")
    found = zw.explicit(nested, p={"body": {"m": 2.0}, "k": [1.0, 2.0]})
    assert str(found.qdd[0]) == "-k_1*x(t)/body_m"
    with pytest.raises(ValueError, match="`p` is None"):
        zw.explicit(nested)


def test_a_state_decides_the_rank_where_it_drops():
    """Two rods that say the same on the constraints, and nothing like it beside them."""
    same = lambda q: [q @ q - 1.0, (q @ q - 1.0) * (2.0 + q[0])]
    system = zw.System(1.0, [0.0, -9.81], zw.Holonomic(same, "twice"), coordinates="x y")
    assert zw.explicit(system).rank == 1  # by states that it finds
    assert zw.explicit(system, [0.5, -0.8], [0.8, 0.6]).rank == 2  # where they do not hold
    found = zw.explicit(system, [0.6, -0.8], [0.8, 0.6])
    assert found.rank == 1
    assert any(isinstance(x, sp.Eq) for x in found.conditions)
    here = {found.q[0]: 0.6, found.q[1]: -0.8, found.qd[0]: 0.8, found.qd[1]: 0.6}
    order = {**{x: here[x] for x in found.qd}, **{x: here[x] for x in found.q}}
    value = np.array(found.qdd.subs(order), float).ravel()
    wanted = system.acceleration([0.6, -0.8], [0.8, 0.6], solver=zw.Orthogonal(rank=1e-6))
    np.testing.assert_allclose(value, wanted.qdd, rtol=1e-12)


@pytest.mark.parametrize("unit", [1e-9, 1.0, 1e9])
def test_ranks_do_not_depend_on_units(unit):
    """The middle coordinate has no mass; one row is said twice, each in units of its own."""
    mass = jnp.array([2.0, 0.0, 3.0]) * jnp.array([1.0, 1.0, unit**-2])

    def held(q):
        x, s, z = q[0], q[1] * unit, q[2] / unit
        return [x - s, 1e7 * (x - s), (x + s - z * z) / unit]

    system = zw.System(mass, [1.0, 0.0, 0.0], zw.Holonomic(held, "rows"), coordinates="x s z")
    found = zw.explicit(system)
    assert (found.rank, found.singular, found.independent) == (2, True, (0, 2))
    space, q, qd = {}, np.array([0.5, 0.5 / unit, unit]), np.array([0.1, 0.1 / unit, 0.1 * unit])
    exec(found.code(), space)
    wanted = system.acceleration(q, qd)
    size = np.array([1.0, 1.0 / unit, unit])
    assert apart(space["acceleration"](q, qd, 0.0, {})[0] / size, wanted.qdd / size) < 1e-9


def test_what_has_no_formula_is_refused_by_its_reason():
    free = zw.System([1.0, 0.0], lambda q: -q, coordinates="x y")
    with pytest.raises(ValueError, match="not unique"):
        zw.explicit(free)
    unknown = zw.System(1.0, lambda q: -q)
    with pytest.raises(ValueError, match="how many coordinates"):
        zw.explicit(unknown)
    assert zw.explicit(unknown, [0.0]).coordinates == ("q[0]",)
    with pytest.raises(TypeError, match="`system` is 3"):
        zw.explicit(3)


def test_friction_by_the_reaction_keeps_its_symbol_and_has_no_code():
    rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
    rubbed = lambda qd, reaction: -0.1 * jnp.sqrt(reaction @ reaction) * qd
    system = zw.System(1.0, [0.0, -9.81], rod, nonideal=rubbed, coordinates="x y")
    found = zw.explicit(system)
    assert {x.name for x in found.Qc_nonideal.free_symbols} >= {"reaction.x", "reaction.y"}
    with pytest.raises(ValueError, match="reaction.x"):
        found.code()
    ideal = zw.System(1.0, [0.0, -9.81], rod, nonideal=lambda qd, Qc_ideal: -0.1 * Qc_ideal * qd,
                      coordinates="x y")  # fmt: skip
    space = {}
    exec(zw.explicit(ideal).code(), space)
    q, qd = np.array([0.6, -0.8]), np.array([0.8, 0.6])
    wanted = ideal.acceleration(q, qd)
    np.testing.assert_allclose(space["acceleration"](q, qd, 0.0, {})[0], wanted.qdd, rtol=1e-12)


@pytest.mark.slow
def test_formulas_of_a_mechanism_equal_the_kernel():
    """A body in quaternions on a pin: seven coordinates, a singular mass, formulas in stages."""
    body = zw.RigidBody(mass=1.0, inertia=[1.0, 2.0, 3.0], p_WB=[0.5, 0.0, 0.0], name="a")
    pin = zw.joints.Revolute(zw.GROUND, body, point=[0.0] * 3, axis=[0.0, 1.0, 0.0], name="A")
    machine = zw.Mechanism([body], [pin], [zw.Gravity()])
    system, (q, qd), space = machine.system(), machine.start(), {}
    found = zw.explicit(system)
    assert found.singular and not found.written_out
    exec(found.code(), space)
    wanted = system.acceleration(q, qd)
    assert apart(space["acceleration"](q, qd, 0.0, {}), [wanted.qdd, wanted.Qc]) < 1e-12
