"""A function gets the arguments it asks for by name, and what it returns is floats."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.functions import STATE, bind, given, join, split

POSITION = ("q", "t", "p")
VALUES = {"q": 1.0, "qd": 2.0, "t": 3.0, "p": 4.0, "Qc_ideal": 5.0}


class Spring:
    def __init__(self, k):
        self.k = k

    def pull(self, q, p):
        return [q, p]

    def __call__(self, t, q):
        return [t, q]


@functools.wraps(lambda q, p: None)
def wrapped(*args):
    return [*args]


def keyword_only(q, *, t):
    return [q, t]


def scaled(k, q, p):
    return [k * q, p]


CALLS = {
    "all": (lambda q, qd, t, p: [q, qd, t, p], STATE, [1.0, 2.0, 3.0, 4.0]),
    "none": (lambda: [7.0], STATE, [7.0]),
    "by name in any order": (lambda p, q: [p, q], STATE, [4.0, 1.0]),
    "some of position": (lambda q, p: [q, p], POSITION, [1.0, 4.0]),
    "other names by position": (lambda x, v: [x, v], STATE, [1.0, 2.0]),
    "other names of position": (lambda x, time: [x, time], POSITION, [1.0, 3.0]),
    "one known in its place": (lambda x, qd, time: [x, qd, time], STATE, [1.0, 2.0, 3.0]),
    "default left alone": (lambda q, k=9.0: [q, k], STATE, [1.0, 9.0]),
    "known name with default left alone": (lambda q, t=9.0: [q, t], STATE, [1.0, 9.0]),
    "keyword only": (keyword_only, STATE, [1.0, 3.0]),
    "partial by position": (functools.partial(scaled, 10.0), STATE, [10.0, 4.0]),
    "method": (Spring(2.0).pull, STATE, [1.0, 4.0]),
    "callable object": (Spring(2.0), STATE, [3.0, 1.0]),
    "jitted": (jax.jit(lambda p, q: jnp.stack([p, q])), STATE, [4.0, 1.0]),
    "wrapped": (wrapped, STATE, [1.0, 4.0]),
    "extra by name": (lambda x, Qc_ideal: [x, Qc_ideal], STATE, [1.0, 5.0]),
}


@pytest.mark.parametrize("name", CALLS)
def test_arguments_are_bound_by_name_and_others_by_position(name):
    function, known, expected = CALLS[name]
    found = bind("`force`", function, known, ("Qc_ideal",)).at(VALUES)
    assert found.tolist() == expected


BAD = {
    "not callable": (3.0, STATE, "wanted a function"),
    "*args": (lambda *args: 0.0, STATE, r"\*args"),
    "known name in another's place": (lambda x, t: 0.0, STATE, "`t` stands in the place of `qd`"),
    "all mixed up": (lambda t, x: 0.0, STATE, "`t` stands in the place of `q`"),
    "velocity in a position's function": (lambda q, qd: 0.0, POSITION, "`qd` stands"),
    "velocity as fourth": (lambda x, t, p, qd: 0.0, POSITION, "`qd` is not available"),
    "too many": (lambda a, b, c, d: 0.0, POSITION, "nothing is known for its argument `d`"),
    "keyword of another name": (lambda q, *, k: 0.0, STATE, "argument `k`"),
    "partial leaves keywords": (functools.partial(lambda k, x: 0.0, k=1.0), STATE, "`x`"),
    "no signature": (dict, STATE, "does not tell its arguments"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_function_that_cannot_be_called_is_refused_with_its_name(name):
    function, known, text = BAD[name]
    with pytest.raises(TypeError, match=text) as caught:
        bind("`force`", function, known)
    assert "`force`" in str(caught.value)


RETURNS = {
    "None": (lambda: None, "returned None"),
    "ints": (lambda: [1, 2], "int64"),
    "booleans": (lambda: True, "bool"),
    "complex": (lambda: 1.0j, "complex128"),
    "text": (lambda: "down", "no array of numbers"),
    "ragged": (lambda: [[1.0], [1.0, 2.0]], "no array of numbers"),
}


@pytest.mark.parametrize("name", RETURNS)
def test_what_is_not_an_array_of_floats_is_refused(name):
    function, text = RETURNS[name]
    with pytest.raises(TypeError, match=text):
        bind("`force`", function, STATE).at(VALUES)


def test_numpy_on_a_traced_value_is_explained():
    force = bind("`force`", lambda q: np.sin(q), STATE)
    with pytest.raises(jax.errors.TracerArrayConversionError) as caught:
        jax.jit(lambda q: force.at({"q": q}))(1.0)
    assert any("`force`" in note for note in caught.value.__notes__)


def test_constants_stand_for_functions_and_ints_become_floats():
    found = given("`force`", [0, -10], STATE).at({})
    assert found.dtype == jnp.float64 and found.tolist() == [0.0, -10.0]
    with pytest.raises(TypeError, match="`force` is 'down'"):
        given("`force`", "down", STATE)


P = {"m": 2, "k": np.float32(1.5), "on": True, "law": "linear", "f": abs, "none": None, "x": [1, 2]}


def test_parameters_come_back_as_they_were_with_numbers_as_strong_floats():
    numbers, rest = split(P)
    p = join(numbers, rest)
    assert [x.dtype for x in numbers] == [jnp.float64] * 4
    assert not any(x.weak_type for x in numbers)
    assert (p["on"], p["law"], p["f"], p["none"]) == (True, "linear", abs, None)
    assert (float(p["m"]), float(p["k"]), [float(x) for x in p["x"]]) == (2.0, 1.5, [1.0, 2.0])


@pytest.mark.parametrize(
    "change, same",
    [({"m": 3.5}, True), ({"law": "x"}, False), ({"on": False}, False), ({"f": max}, False)],
)
def test_numbers_are_data_and_the_rest_is_part_of_the_program(change, same):
    assert (split(P)[1] == split(P | change)[1]) == same


@pytest.mark.parametrize(
    "argument, meant", [("Qc", "Qc_ideal"), ("QD", "qd"), ("qc_ideal", "Qc_ideal")]
)
def test_a_slip_of_the_pen_is_no_name_of_the_users_own(argument, meant):
    function = eval(f"lambda q, {argument}: q")
    with pytest.raises(TypeError, match=f"`{argument}`, did you mean `{meant}`"):
        zw.System(1.0, [0.0], nonideal=function)
