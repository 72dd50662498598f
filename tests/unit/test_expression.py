"""The expression grammar: what a text means, how it is written back, and what is refused."""

import math
import random

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zwang.modelfile.expression.grammar import DEEPEST, equation, expression, rows
from zwang.modelfile.expression.tokens import LONGEST
from zwang.modelfile.expression.tree import (
    Call,
    Chain,
    Compare,
    ExpressionError,
    Item,
    Name,
    Number,
    Power,
    Sign,
    show,
)
from zwang.modelfile.expression.values import FUNCTIONS, evaluate

# -- round trip --------------------------------------------------------------------------------

ARITY = {name: x.least for name, x in FUNCTIONS.items() if name != "where"}
COMPARISONS = ["<", "<=", ">", ">=", "==", "!="]


def atom(rng):
    value = rng.choice([rng.random(), rng.random() * 10.0 ** rng.randint(-300, 300), 7.0])
    force = Name("y", 0, rng.choice(["Qc_ideal", "reaction"]))
    name = rng.choice(["x", "L", "theta", "k_1"])
    return rng.choice(
        [
            Number(value),
            Name(name),
            Name("x", rng.randint(1, 2)),
            force,
            Item("k", rng.randint(0, 99)),
        ]
    )


def tree(rng, depth):
    """Any tree that the grammar can make, of a depth."""

    def inner():
        return tree(rng, depth - 1)

    def chain(operand, operators):
        rest = [(rng.choice(operators), operand()) for _ in range(rng.randint(1, 3))]
        return Chain(operand(), tuple(rest))

    def condition():
        return Compare(rng.choice(COMPARISONS), inner(), inner())

    def negated():
        return Sign("not", rng.choice([condition, lambda: chain(condition, ["or"])])())

    def truth():
        either = lambda: chain(negated, ["and"])
        return rng.choice([condition, negated, either, lambda: chain(either, ["or"])])()

    def call():
        name = rng.choice(sorted(ARITY))
        return Call(name, tuple(inner() for _ in range(ARITY[name])))

    if depth == 0:
        return atom(rng)
    kinds = [
        lambda: atom(rng),
        lambda: Sign("-", inner()),
        lambda: chain(inner, ["+", "-"]),
        lambda: chain(inner, ["*", "/"]),
        lambda: Power(inner(), inner()),
        call,
        lambda: Call("where", (truth(), inner(), inner())),
    ]
    return rng.choice(kinds)()


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32))
def test_what_is_written_is_read_back_as_the_same_tree(seed):
    made = tree(random.Random(seed), 3)
    assert len(show(made)) > LONGEST or expression(show(made)) == made


# -- values --------------------------------------------------------------------------------------

PIECES = ["x", "y", "2.0", "0.5", "3.0"]  # Python's whole numbers have powers without end


@st.composite
def texts(draw, depth=3):
    """Operations in a row, mostly without parentheses, so that precedence decides."""
    if depth == 0:
        return draw(st.sampled_from(PIECES))
    parts = [draw(texts(depth=depth - 1)) for _ in range(draw(st.integers(1, 3)))]
    text = parts[0]
    for part in parts[1:]:
        text += draw(st.sampled_from([" + ", " - ", "*", "/", "**", " * -", "**-"])) + part
    wrap = draw(st.sampled_from(["{}", "{}", "-{}", "({})", "sin({})", "max({}, 1)"]))
    return wrap.format(text)


@settings(max_examples=300, deadline=None)
@given(texts())
def test_values_are_those_of_python(text):
    """Python's own parser and arithmetic, whose precedence is that of mathematics too."""
    values = {"x": 1.3, "y": -0.7}
    known = {"__builtins__": {}, "sin": math.sin, "max": max}
    try:
        wanted = eval(text, known, values)
    except (ZeroDivisionError, OverflowError, TypeError):
        return  # not a real number
    if isinstance(wanted, complex):
        return
    for spelling in (text, text.replace("**", "^")):
        found = evaluate(expression(spelling), values)
        np.testing.assert_allclose(found, wanted, rtol=1e-13)


TABLE = {
    "-x^2": -4.0,
    "(-x)^2": 4.0,
    "2^3^2": 512.0,
    "2^-1": 0.5,
    "x - 1 - 1": 0.0,
    "12/2/3": 2.0,
    "2 - -3": 5.0,
    "hypot(3, 4, 12)": 13.0,
    "min(3, 1, 2) + max(3, 1, 2)": 4.0,
    "where(x > 1 and not x == 3, 10, 20)": 10.0,
    "where(x < 1 or x >= 2, 10, 20)": 10.0,
    "atan2(1, -1)": 0.75 * math.pi,
    "cos(pi) + log(exp(2)) + sign(-x)": 0.0,
    "k[0] + 10*k[1]": 53.0,
    "1e3 + .5 + 2.": 1002.5,
    "mod(-1, 3) + floor(-0.5) + ceil(0.5)": 2.0,
}


@pytest.mark.parametrize("text", TABLE)
def test_value(text):
    values = {"x": 2.0, "k": np.array([3.0, 5.0])}
    assert evaluate(expression(text), values) == pytest.approx(TABLE[text], rel=1e-15)
    traced = jax.jit(lambda x, k: evaluate(expression(text), {"x": x, "k": k}))
    assert traced(2.0, jnp.array([3.0, 5.0])) == pytest.approx(TABLE[text], rel=1e-15)


@pytest.mark.parametrize("name", sorted(set(FUNCTIONS) - {"where"}))
def test_functions_on_arrays_agree_with_those_on_floats(name):
    arguments = [1.7, 0.6, 2.9][: FUNCTIONS[name].least]
    arguments = [0.4] if name in ("asin", "acos", "atanh") else arguments
    tree = Call(name, tuple(Name(x) for x in "abc"[: len(arguments)]))
    known = dict(zip("abc", arguments))
    traced = evaluate(tree, {x: jnp.asarray(value) for x, value in known.items()})
    np.testing.assert_allclose(evaluate(tree, known), traced, rtol=1e-14)


DERIVATIVES = {
    "x^2": (0.0, 0.0),
    "x^3 - 2*x": (0.0, -2.0),
    "x^0": (0.0, 0.0),
    "(x - 1)^-2": (0.0, 2.0),
    "where(x > 0, sqrt(x), 0)": (-1.0, 0.0),
    "where(x > 0, sqrt(x), x)": (4.0, 0.25),
    "where(x > 0, 1/x, 0)": (0.0, 0.0),
    "where(x > 0, x^0.5 + log(x), -x)": (-2.0, -1.0),
    "where(x > 0, where(x > 1, sqrt(x - 1), 0), acos(x + 2))": (0.5, 0.0),
    "where(x > 0, where(x < 1, sqrt(x), 1), 0)": (-1.0, 0.0),
}


@pytest.mark.parametrize("text", DERIVATIVES)
def test_derivatives_are_finite_where_the_expression_is_smooth(text):
    at, wanted = DERIVATIVES[text]
    tree = expression(text)
    assert jax.grad(lambda x: evaluate(tree, {"x": x}))(at) == pytest.approx(wanted)


def test_lists_and_equations():
    assert [[show(x) for x in row] for row in rows("[[a, 0], [-b, c^2]]")] == [
        ["a", "0"],
        ["-b", "c^2"],
    ]
    left, right = equation("x^2 = L^2 + 1")
    assert (show(left), show(right)) == ("x^2", "L^2 + 1")
    assert equation("x - y").right is None


# -- refusals ------------------------------------------------------------------------------------

REFUSED = [
    ("", 0, "the end"),
    ("x +", 3, "the end"),
    ("x y", 2, "wanted an operation"),
    ("2x", 1, "such as `2*x`"),
    ("1.2.3", 3, "followed by `.`"),
    ("sin x", 0, "wanted `sin(...)`"),
    ("foo(x)", 0, "unknown function `foo`"),
    ("1 + ln(x)", 4, "did you mean `log`?"),
    ("arctan2(y, x)", 0, "did you mean `atan2`?"),
    ("sin(x, y)", 0, "wanted 1"),
    ("min(x)", 0, "2 or more"),
    ("(x", 2, "to close the `(`"),
    ("x)", 1, "wanted an operation"),
    ("x = y", 2, "for equations"),
    ("x < y", 0, "wanted a number"),
    ("0 < x < 1", 6, "a < b and b < c"),
    ("where(x, 1, 2)", 6, "wanted a condition"),
    ("where(x < 1, 2)", 0, "wanted 3"),
    ("1 + (x > 2)", 0, "no number"),
    ("sin(x > 2)", 4, "wanted a number"),
    ("(x and y)", 1, "wanted a condition"),
    ("1 + 1e400", 4, "too large"),
    ("1e-400", 0, "too small"),
    ("x − y", 2, "write `-`"),
    ("x²", 1, "write `^2`"),
    ("θ", 0, "write theta"),
    ("x '", 2, "right behind"),
    ("__import__('os')", 0, "`__import__` begins with `_`"),
    ("x.__class__", 2, "`__class__` begins with `_`"),
    ("x.y", 1, "wanted an operation"),
    ("k[x]", 2, "whole number"),
    ("k[-1]", 2, "whole number"),
    ("'x'", 0, "prime"),
    ("x; y", 1, "write `,`"),
    ("lambda: 1", 6, "no meaning"),
    ("reaction", 8, "`reaction.x`"),
    ("a" * 41, 0, "41 letters"),
    ("\x00", 0, "U+0000"),
]


@pytest.mark.parametrize("text, at, words", REFUSED, ids=[repr(x)[:20] for x, _, _ in REFUSED])
def test_refusal_tells_the_place_and_what_was_wanted(text, at, words):
    with pytest.raises(ExpressionError) as found:
        expression(text)
    assert words in found.value.message
    assert found.value.at == at


DEEP = {
    "parentheses": ("(", "x", ")"),
    "functions": ("sin(", "x", ")"),
    "signs": ("-", "x", ""),
    "powers": ("x^", "x", ""),
    "negations": ("not ", "x < 1", ""),
    "lists": ("[", "x", "]"),
}


@pytest.mark.parametrize("kind", DEEP)
@pytest.mark.parametrize("depth", [DEEPEST + 1, 3000])
def test_nesting_is_limited(kind, depth):
    left, inner, right = DEEP[kind]
    with pytest.raises(ExpressionError, match="inside one another|characters"):
        rows(left * depth + inner + right * depth)


def test_length_is_limited_and_long_sums_are_not_deep():
    terms = (LONGEST - 10) // 2
    assert evaluate(expression("1" + "+1" * terms), {}) == terms + 1
    assert expression(show(expression("x" + "*x" * terms))) == expression("x" + "*x" * terms)
    with pytest.raises(ExpressionError, match="10001 characters"):
        expression("1" * (LONGEST + 1))
