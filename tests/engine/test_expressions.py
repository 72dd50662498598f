"""Numbers of all types come out of C as they come out of JAX; zeros hide nothing."""

import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

import zwang as zw
from benchmarks import soak_expressions as soak
from zwang.emit.scalars import scalarized
from zwang.ir.scalar.graph import Unsupported, needed

COUNT = 200  # of the random ones; each brings primitives for JAX to compile


def test_random_expressions_of_all_types_agree():
    became = list(soak.outcomes(COUNT, seed=3))
    fine = ("agrees", "went to JAX", "rounding decides")
    wrong = [x for x in became if x not in fine]
    assert not wrong, "\n".join(wrong)
    assert became.count("agrees") > 0.8 * COUNT


def known(function):
    """What a function of nothing that depends on the state comes to."""
    _, found = scalarized(lambda x: jnp.asarray(function(), float), ("x", (1,)))
    return found.item()


i8 = lambda x: jnp.asarray(x, jnp.int8)  # noqa: E731
KNOWN = {
    "log(0)": (lambda: jnp.log(jnp.float64(0.0)), -np.inf),
    "log1p(-1)": (lambda: jnp.log1p(jnp.float64(-1.0)), -np.inf),
    "atanh(1)": (lambda: jnp.arctanh(jnp.float64(1.0)), np.inf),
    "sinh(-1000)": (lambda: jnp.sinh(jnp.float64(-1000.0)), -np.inf),
    "pow(0, -1.5)": (lambda: jnp.float64(0.0) ** -1.5, np.inf),
    "floor(-inf)": (lambda: jnp.floor(jnp.float64(-np.inf)), -np.inf),
    "lgamma(0)": (lambda: lax.lgamma(jnp.float64(0.0)), np.inf),
    "0 inf": (lambda: jnp.float64(0.0) * jnp.inf, np.nan),
    "a sum of whole numbers divided": (lambda: jnp.sum(jnp.arange(4)) // 4, 1.0),
    "a product": (lambda: jnp.prod(jnp.arange(1, 4)) // 4, 1.0),
    "a dot product": (lambda: (jnp.arange(4) @ jnp.arange(4)) // 4, 3.0),
    "a power": (lambda: jnp.int64(3) ** 2 // 2, 4.0),
    "a sign": (lambda: jnp.sign(jnp.int64(-5)) // 2, -1.0),
    "a quotient below zero": (lambda: jnp.int64(-7) // 2, -4.0),
    "an int8 that wraps": (lambda: i8(100) + i8(100), -56.0),
    "an int64 that wraps": (lambda: jnp.int64(2**62) + jnp.int64(2**62), -(2.0**63)),
    "an int8 that is cast": (lambda: (300.7 * jnp.arange(2.0)[1]).astype(jnp.int8) // i8(2), 63.0),
    "a running sum from −0": (lambda: lax.rsqrt(jnp.cumsum(jnp.array([-0.0, 1.0]))[0]), np.inf),
    "bfloat16": (lambda: jnp.asarray(0.1, jnp.bfloat16), float(jnp.bfloat16(0.1))),
    "float32": (lambda: jnp.asarray(0.1, jnp.float32), float(np.float32(0.1))),
    "float16": (lambda: jnp.asarray(2049.0, jnp.float16), 2048.0),
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_numbers_are_what_JAX_makes_of_them(name):
    function, wanted = KNOWN[name]
    np.testing.assert_equal(float(known(function)), wanted)


@pytest.mark.parametrize("name", ["float32", "float16", "bfloat16"])
def test_arithmetic_of_less_precision_is_left_to_JAX(name):
    thirds = lambda x: x * (jnp.asarray(1, name) / jnp.asarray(3, name)).astype(float)  # noqa: E731
    with pytest.raises(Unsupported, match=f"the type {name}"):
        scalarized(thirds, ("x", (1,)))


def test_uint64_that_depends_on_the_state_is_left_to_JAX():
    chosen = lambda x: lax.select(x > 0, jnp.uint64(2**63), jnp.uint64(1)).astype(float)  # noqa: E731
    with pytest.raises(Unsupported, match="the type uint64"):
        scalarized(chosen, ("x", ()))


# -- products with zero ----------------------------------------------------------------------------

KEPT = {  # not finite for some x
    "root": lambda x: 0.0 * jnp.sqrt(x - 9.0),
    "log": lambda x: 0.0 * jnp.log(x),
    "quotient": lambda x: 0.0 * (1.0 / x),
    "exp": lambda x: 0.0 * jnp.exp(x),
    "difference": lambda x: jnp.log(x) - jnp.log(x),
    "0/x": lambda x: 0.0 / x,
    "sign of zero": lambda x: jnp.arctan2(0.0 * x, x),
}
FOLDED = {
    "sum": lambda x: 0.0 * (x + 1.0),
    "bounded": lambda x: 0.0 * jnp.sin(x) * jnp.tanh(x),
    "root of a square": lambda x: 0.0 * jnp.sqrt(1.0 + x * x),
    "quotient": lambda x: 0.0 * (x / (2.0 + jnp.cos(x))),
    "log": lambda x: 0.0 * jnp.log(1.5 + jnp.sin(x)),
    "0/x": lambda x: 0.0 / (1.0 + x**2),
}


@pytest.mark.parametrize("name", KEPT)
def test_zero_times_what_may_be_infinite_is_computed(name):
    _, found = scalarized(KEPT[name], ("x", ()))
    assert needed([found.item()])


@pytest.mark.parametrize("name", FOLDED)
def test_zero_times_what_is_finite_is_nothing(name):
    _, found = scalarized(FOLDED[name], ("x", ()))
    assert found.item() == 0.0


def test_parameters_may_be_anything():
    _, found = scalarized(lambda p: 0.0 * p, ("p", ()))
    assert needed([found.item()])


def test_zeros_are_trusted_where_another_entry_vouches_for_them():
    rows = lambda x: jnp.array([[0.0, 1.0], [2.0, 0.0]]) @ (x / jnp.sqrt(x @ x))  # noqa: E731
    _, folded = scalarized(rows, ("x", (2,)), fatal=lambda found: [found])
    _, kept = scalarized(lambda x: rows(x)[:1] * 0.0, ("x", (2,)), fatal=lambda found: [found])
    assert not any(node.op == "mul" and 0.0 in node.args for node in needed(folded))
    assert needed(kept)


def test_a_root_of_a_vanishing_term_has_the_derivative_of_JAX():
    """A constraint through √(0 q): its derivative is 0/0, which C must not call zero."""
    rows = [zw.Holonomic(lambda q: q[0] + jnp.sqrt(0.0 * q[1]), name="row")]
    system = zw.System(1.0, lambda q: -q, rows)
    for engine in ("native", "jax"):
        with pytest.raises(zw.NumericalError, match="'row'"):
            zw.simulate(system, [0.0, 1.0], [0.0, 0.0], (0.0, 1.0), engine=engine)


def test_a_force_that_is_nowhere_a_number_ends_both_motions():
    """NaN that begins on the way: √(1.5 − q) is one beyond q = 1.5, also times zero."""
    system = zw.System(1.0, lambda q: 1.0 + 0.0 * jnp.sqrt(1.5 - q))
    told = {"throw": False, "rtol": 1e-6}
    ends = [
        zw.simulate(system, [1.0], [0.0], (0.0, 2.0), engine=engine, **told)
        for engine in ("native", "jax")
    ]
    assert all(motion.status != zw.Status.OK for motion in ends)
    assert all(motion.q[-1, 0] <= 1.5 for motion in ends)
