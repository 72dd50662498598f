"""A function gets the arguments it asks for by name, and what it returns is floats."""

import functools
import pickle
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.base.functions import STATE, bind, given, join, split
from zwang.base.status import NoParameters
from zwang.base.tracing import TracingError

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
    "acceleration in another's place": (lambda qdd: 0.0, STATE, "`qdd` stands in the place of `q`"),
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
    "too large": (lambda: 10**400, "no array of numbers"),
    "nothing in a list": (lambda: [None, 1.0], "no array of numbers"),
    "a dict": (lambda: {"x": 1.0}, "no array of numbers"),
    "a function": (lambda: abs, "no array of numbers"),
}


@pytest.mark.parametrize("name", RETURNS)
def test_what_is_not_an_array_of_floats_is_refused(name):
    function, text = RETURNS[name]
    with pytest.raises(TypeError, match=text):
        bind("`force`", function, STATE).at(VALUES)


Q2 = jnp.array([1.0, 2.0])
METHODS = "force inputs residual status saturated gain feedback check raised start".split()
RAISED = {
    "missing key": (
        lambda q, p: p["L"] * q,
        {"m": 2.0, "l": 1.0},
        KeyError,
        "p that holds 'm', 'l'",
    ),
    "no key at all": (lambda p: p["L"], {}, KeyError, "p that holds nothing"),
    "a value is None": (lambda q, p: p["L"] * q, {"L": None}, TypeError, "holds 'L' = None"),
    "a value is a text": (lambda q, p: q - p["L"], {"L": "1"}, TypeError, "holds 'L' = '1'"),
    "a value is a list": (lambda q, p: q - p["L"], {"L": [1.0]}, TypeError, r"'L' \(a list\)"),
    "p is a list": (lambda p: p["L"], [1.0], TypeError, "p of the type list"),
    "too few entries": (
        lambda q: [x for x, y, z in [q]],
        None,
        ValueError,
        r"q of the shape \(2,\)",
    ),
    "shapes differ": (lambda q: q + jnp.ones(3), None, TypeError, r"q of the shape \(2,\)"),
    "by keyword": (lambda *, q, t: 1 / 0, None, ZeroDivisionError, r"q of .*, t of the shape \(\)"),
    "no arguments": (lambda: 1 / 0, None, ZeroDivisionError, "no arguments"),
    "begins with a backtick inside": (lambda p: p["`x`"], {}, KeyError, "nothing"),
}


@pytest.mark.parametrize("name", RAISED)
def test_an_error_in_a_function_keeps_its_type_and_tells_where(name):
    function, p, error, text = RAISED[name]
    values = {"q": Q2, "qd": Q2, "t": 0.0, "p": p}
    with pytest.raises(error, match=f"\nThis happened in `force`, called with .*{text}") as caught:
        bind("`force`", function, STATE).at(values)
    assert caught.value.__traceback__ is not None and type(caught.value) is error


UNGIVEN = {
    "a name": lambda q, p: p["L"] * q,
    "an attribute": lambda p: p.L,
    "itself": lambda q, p: q * p,
    "entries": lambda p: sum(x for x in p),
}


@pytest.mark.parametrize("name", UNGIVEN)
def test_parameters_that_were_not_given_are_asked_for_by_name(name):
    values = {"q": Q2, "qd": Q2, "t": 0.0, "p": None}
    wanted = "`p` is None, as none was given; wanted the parameters that `force` takes"
    with pytest.raises(NoParameters, match=wanted) as caught:
        bind("`force`", UNGIVEN[name], STATE).at(values)
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is NoParameters and str(again) == str(caught.value)


def test_only_what_looks_into_parameters_asks_for_them():
    sine = bind("`force`", lambda q, p: np.sin(q), STATE)
    with pytest.raises(TracingError):
        jax.jit(lambda q: sine.at({"q": q, "p": None}))(1.0)
    with pytest.raises(TypeError) as caught:
        bind("`force`", lambda q: q + jnp.ones(3), STATE).at({"q": Q2, "p": None})
    assert type(caught.value) is TypeError


SPRING = zw.System(lambda p: p["m"], lambda q, p: -p["k"] * q, coordinates=["x"])
PATH = zw.Holonomic(lambda q, t: q - t, name="path")
CONTROL = zw.track(SPRING, PATH)
SCALED = zw.track(zw.System([1.0], None), zw.Holonomic(lambda q, t, p: q - p["v"] * t, name="path"))
Q1 = np.zeros(1)
ASKED: dict[str, Callable[[], Any]] = {
    **{f"Controller.{x}": functools.partial(getattr(CONTROL, x), Q1, Q1) for x in METHODS},
    "Controller.compile": lambda: CONTROL.compile()(Q1, Q1),
    "Controller.sampled": lambda: CONTROL.sampled(0.1).simulate(Q1, Q1, (0.0, 1.0)),
    "Controller.check_along": lambda: CONTROL.check_along([0.0, 1.0], Q1, Q1),
    "Controller.closed_loop": lambda: zw.simulate(CONTROL.closed_loop(), Q1, Q1, (0.0, 1.0)),
    "the path": lambda: SCALED.force(Q1, Q1),
    "System.acceleration": lambda: SPRING.acceleration(Q1, Q1),
    "System.M": lambda: SPRING.M(Q1),
    "simulate": lambda: zw.simulate(SPRING, Q1, Q1, (0.0, 1.0)),
    "simulate by JAX": lambda: zw.simulate(SPRING, Q1, Q1, (0.0, 1.0), engine="jax"),
    "equilibrium": lambda: zw.equilibrium(SPRING, Q1),
    "linearize": lambda: zw.linearize(SPRING, Q1, Q1),
    "check": lambda: zw.check(SPRING, Q1, Q1),
}


@pytest.mark.parametrize("name", ASKED)
def test_every_entry_asks_for_parameters_that_were_not_given(name):
    with pytest.raises(NoParameters, match="^`p` is None, as none was given; wanted"):
        ASKED[name]()


def missing(p):
    return p["L"]


NESTED = {
    "T": lambda: zw.System.from_lagrangian(T=lambda qd, p: missing(p) * qd @ qd),
    "L": lambda: zw.System.from_lagrangian(lambda qd, p: missing(p) * qd @ qd),
    "V": lambda: zw.System.from_lagrangian(T=lambda qd: qd @ qd, V=missing),
    "force": lambda: zw.System.from_particles([1.0], missing, dimension=2),
    "mass": lambda: zw.System(missing, None),
    "nonideal": lambda: zw.System(1.0, None, nonideal=missing),
}


@pytest.mark.parametrize("name", NESTED)
def test_an_error_is_told_once_by_the_name_that_the_user_gave(name):
    with pytest.raises(KeyError, match="'L'") as caught:
        NESTED[name]().acceleration([0.0, 0.0], [0.0, 0.0], p={"m": 1.0})
    told = [note for note in caught.value.__notes__ if note.startswith("This happened")]
    assert len(told) == 1 and told[0].startswith(f"This happened in `{name}`, called with ")


def test_our_own_messages_are_told_once():
    system = zw.System.from_lagrangian(T=lambda qd: None)
    with pytest.raises(TypeError, match="^`T` returned None") as caught:
        system.acceleration([0.0], [0.0])
    assert not any("happened" in note for note in caught.value.__notes__)


def test_what_was_bound_can_be_bound_again_under_another_name():
    again = bind("`b`", bind("`a`", lambda q, p: q + p, POSITION), POSITION)
    assert again.what == "`b`" and again.at(VALUES) == 5.0
    constant = given("`b`", given("`a`", [1.0], STATE), STATE)
    assert constant.what == "`b`" and constant.at({}).tolist() == [1.0]


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


BAD_P = {
    "complex": ({"L": 1j}, r"`p\['L'\]` has the type complex128"),
    "object": ({"m": 1.0, "L": {"x": object()}}, r"`p\['L'\]\['x'\]` is <object"),
    "in a list": ([1.0, {2.0}], r"`p\[1\]` is \{2.0\}"),
    "too large": ((10**400,), r"`p\[0\]` is 1000"),
    "alone": (1j, "`p` has the type complex128"),
    "masked": ({"k": np.ma.array([1.0, 2.0], mask=[False, True])}, r"`p\['k'\]` is a masked array"),
}


@pytest.mark.parametrize("name", BAD_P)
def test_a_parameter_that_is_no_number_is_refused_by_its_place(name):
    p, text = BAD_P[name]
    with pytest.raises(TypeError, match=f"{text}.*; wanted"):
        split(p)


@pytest.mark.parametrize(
    "argument, meant", [("Qc", "Qc_ideal"), ("QD", "qd"), ("qc_ideal", "Qc_ideal")]
)
def test_a_slip_of_the_pen_is_no_name_of_the_users_own(argument, meant):
    function = eval(f"lambda q, {argument}: q")
    with pytest.raises(TypeError, match=f"`{argument}`, did you mean `{meant}`"):
        zw.System(1.0, [0.0], nonideal=function)


def test_a_description_is_told_in_a_line():
    rod = zw.Holonomic(lambda q, p: q @ q - p["l"] ** 2, name="rod")
    names, many = [f"x{i}" for i in range(20)], [zw.Holonomic(lambda q: q[0])] * 20
    small = zw.System(2.0, [0.0, -9.81], [rod], coordinates=["x", "y"])
    assert repr(small) == (
        "System(mass=2.0, force=[0.0, -9.81], "
        "constraints=(Holonomic(phi=<lambda>(q, p), name='rod'),), coordinates=('x', 'y'))"
    )
    assert len(repr(zw.System(np.ones(20), None, many, coordinates=names))) < 800
