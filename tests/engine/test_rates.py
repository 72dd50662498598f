"""Derivatives of scalar values against JAX: every rule, both ways, and twice."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang import zoo
from zwang.emit.scalars import applied_to
from zwang.engine.program.system_functions import described
from zwang.equation.acceleration_form import acceleration_form
from zwang.integrate.options import Options
from zwang.integrate.problem import request
from zwang.ir.scalar.graph import Graph, Unsupported, needed
from zwang.ir.scalar.laws import array
from zwang.ir.scalar.rates import PARTS, gradient, jacobian, rate, replaced
from zwang.system.lagrangian import lagrangian_of

# Functions of x (3,), positive and below one, that use all rules together.
FUNCTIONS = {
    "sums": lambda x: x[0] * x[1] - x[2] / x[0] + (x[1] - x[2]) ** 3 / (1.0 + x[0] ** 2),
    "circle": lambda x: jnp.sin(x[0]) * jnp.cos(x[1]) + jnp.tan(x[2]) * jnp.arctan2(x[0], x[1]),
    "inverse circle": lambda x: jnp.arcsin(x[0]) * jnp.arccos(x[1]) - jnp.arctan(x[2]),
    "hyperbola": lambda x: jnp.sinh(x[0]) + jnp.cosh(x[1]) * jnp.tanh(x[2]),
    "inverse hyperbola": lambda x: jnp.arcsinh(x[0]) * jnp.arccosh(1.0 + x[1]) + jnp.arctanh(x[2]),
    "exponentials": lambda x: jnp.exp(x[0]) * jnp.exp2(x[1]) + jnp.expm1(x[2] * x[0]),
    "logarithms": lambda x: jnp.log(x[0]) * jnp.log1p(x[1]) + x[2] ** 0.3,
    "roots": lambda x: jnp.sqrt(x[0] + x[1]) * jnp.cbrt(x[2]) + jax.lax.rsqrt(x[1]),
    "bell": lambda x: jax.scipy.special.erf(x[0]) * jax.scipy.special.erfc(x[1] * x[2]),
    "corners": lambda x: jnp.abs(x[0] - 0.5) + jnp.maximum(x[1], x[2]) * jnp.minimum(x[0], x[1]),
    "choice": lambda x: jnp.where(x[0] < x[1], jnp.sqrt(x[1] + x[0]), x[2] * (x[0] > 0.5)),
    "matrix": lambda x: (jnp.outer(x, x) @ jnp.sin(x)).sum() + jnp.linalg.norm(x),
}


def values_of(function):
    graph = Graph()
    inputs = array((graph.input("x", k) for k in range(3)), (3,))
    return inputs, applied_to(graph, function, inputs)


def number(values, inputs, x):
    return np.array(replaced(values, dict(zip(inputs, map(float, x), strict=True))).tolist(), float)


def known(function, x):
    return function(x), jax.grad(function)(x), jax.hessian(function)(x)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_derivatives_are_those_of_jax(name):
    function, rng = FUNCTIONS[name], np.random.default_rng(0)
    inputs, f = values_of(function)
    along = dict(zip(inputs, (0.3, -1.2, 0.7), strict=True))
    first, second = gradient(f.item(), inputs), rate(rate(f, along), along)
    hessian = jacobian(first, inputs)
    v, by_jax = np.array([0.3, -1.2, 0.7]), jax.jit(lambda x: known(function, x))
    for x in rng.uniform(0.1, 0.9, (4, 3)):
        value, slope, curvature = map(np.asarray, by_jax(x))
        wanted = (f, value), (first, slope), (hessian, curvature), (second, v @ curvature @ v)
        for ours, theirs in wanted:
            np.testing.assert_allclose(number(ours, inputs, x), theirs, rtol=1e-11, atol=1e-11)


def test_every_rule_is_used_by_a_function_of_the_table():
    used = set()
    for function in FUNCTIONS.values():
        inputs, f = values_of(function)
        used |= {node.op for node in needed(jacobian(gradient(f.item(), inputs), inputs).flat)}
        used |= {node.op for node in needed(f.flat)}
    assert set(PARTS) - used <= {"to_float"} | {"exp2"}


def test_where_a_side_is_not_taken_its_nan_is_not():
    inputs, f = values_of(lambda x: jnp.where(x[0] > 1.0, jnp.sqrt(x[0] - 1.0), x[1]))
    along = dict(zip(inputs, (1.0, 3.0, 0.0), strict=True))
    assert number(rate(f, along), inputs, (0.5, 2.0, 0.0)) == 3.0


def test_ties_are_shared_as_by_jax():
    function = lambda x: jnp.maximum(x[0], x[1]) + jnp.abs(x[2])
    inputs, f = values_of(function)
    x = np.array([0.5, 0.5, 0.0])
    found = number(gradient(f.item(), inputs), inputs, x)
    np.testing.assert_array_equal(found, jax.grad(function)(x))


# -- whole systems -------------------------------------------------------------------------------


def asked_for(problem):
    given = problem.system, problem.q0, problem.qd0, (0.0, 1.0), problem.p
    return request(*given, Options())


@pytest.mark.parametrize("name", ["car_axis", "knife_edge", "rolling_disk", "heavy_top"])
def test_a_system_is_described_as_by_jax(name):
    problem, rng = zoo.PROBLEMS[name](), np.random.default_rng(1)
    asked, n = asked_for(problem), len(problem.q0)
    found = described(asked.program, tuple(map(np.shape, asked.numbers)), n)
    q, qd = problem.q0 + 0.1 * rng.standard_normal(n), rng.standard_normal(n)
    t, p, system = 0.3, problem.p, problem.system

    def by_jax(q, qd):
        form = acceleration_form(system, q, qd, t, p)
        found = {"M": system.M(q, t, p), "Q": system.Q(q, qd, t, p)}
        found |= {x: getattr(form, x) for x in ("A", "b", "phi", "velocity")}
        if system.energy is not None:
            found["seen"] = system.energy.at(system.values(q, qd, t, p))[None]
        return found

    wanted = jax.jit(by_jax)(q, qd)
    if lagrangian_of(system) is not None:
        wanted["excess"] = np.zeros(1)
    numbers = [x for one in asked.numbers for x in np.ravel(one)]
    given = {"q": q, "qd": qd, "t": [t], "p": numbers}
    for what, expected in wanted.items():
        inputs = [node for node in needed(found[what].flat) if node.op == "input"]
        by = {node: float(given[node.args[0]][node.args[1]]) for node in inputs}
        value = np.array(replaced(found[what], by).tolist(), float)
        size = max(1.0, np.abs(expected).max(initial=0.0))
        value = value.reshape(found[what].shape)
        np.testing.assert_allclose(value, expected, atol=1e-11 * size, err_msg=what)


def test_a_function_with_rules_of_its_own_is_left_to_jax():
    @jax.custom_jvp
    def square(x):
        return x @ x

    square.defjvp(lambda x, v: (square(*x), 2.0 * x[0] @ v[0]))
    rod = zw.Holonomic(lambda q: square(q) - 1.0, name="rod")
    bob = zw.System(1.0, [0.0, -9.81], [rod])
    problem = type("", (), {"system": bob, "q0": [1.0, 0.0], "qd0": [0.0, 0.0], "p": None})
    with pytest.raises(Unsupported, match="custom_jvp_call"):
        described(asked_for(problem).program, (), 2)
    motion = zw.simulate(bob, [1.0, 0.0], [0.0, 0.0], [0.0, 0.3], engine="native")
    assert np.abs(motion.residual).max() < 1e-12


def test_a_power_of_unknown_exponent_is_left_to_jax():
    inputs, f = values_of(lambda x: x[0] ** x[1])
    with pytest.raises(Unsupported, match="exponent"):
        gradient(f.item(), inputs)
