"""Constraints are frozen descriptions with names, and refuse what they cannot be made of."""

import dataclasses

import numpy as np
import pytest

import zwang as zw
from zwang.constraints import named


def one(q):
    return q[0]


MAKERS = {
    "Holonomic": lambda k, name: zw.Holonomic(lambda q: q @ q - k, name=name),
    "Nonholonomic": lambda k, name: zw.Nonholonomic(lambda qd: qd @ qd - k, name=name),
    "Pfaffian": lambda k, name: zw.Pfaffian(lambda q: [q[1], k], name=name),
    "Pfaffian, beta": lambda k, name: zw.Pfaffian([1.0, 2.0], lambda t: k * t, name=name),
    "AccelerationLevel": lambda k, name: zw.AccelerationLevel([1.0, 2.0], k, name=name),
}


@pytest.mark.parametrize("kind", MAKERS)
def test_equal_descriptions_are_equal_and_others_are_not(kind):
    make = MAKERS[kind]
    first, again = make(2.0, "rod"), make(2.0, "rod")
    assert first == again and hash(first) == hash(again)
    assert first != make(3.0, "rod") and first != make(2.0, "bar")


@pytest.mark.parametrize("kind", MAKERS)
def test_constraints_do_not_change(kind):
    with pytest.raises(dataclasses.FrozenInstanceError):
        MAKERS[kind](2.0, "rod").name = "bar"


def test_kinds_differ_though_their_functions_are_the_same():
    assert zw.Holonomic(one) != zw.Nonholonomic(one)


def test_a_function_inside_can_be_called_as_it_was_written():
    assert zw.Holonomic(one).phi(np.array([3.0])) == 3.0


BAD = {
    "no function": (lambda: zw.Holonomic(3.0), TypeError, "`phi`.*3.0"),  # pyright: ignore
    "velocity in phi": (
        lambda: zw.Holonomic(lambda q, qd: q, name="rod"),
        TypeError,
        "`phi` of the constraint 'rod'.*`qd`",
    ),
    "velocity in alpha": (lambda: zw.Pfaffian(lambda q, qd: q), TypeError, "`alpha`.*`qd`"),
    "args": (lambda: zw.Nonholonomic(lambda *args: 0.0), TypeError, "`psi`"),
    "alpha is text": (lambda: zw.Pfaffian("q"), TypeError, "`alpha`.*'q'"),
    "b is None": (lambda: zw.AccelerationLevel([1.0], None), TypeError, "`b`.*None"),
    "name is a number": (lambda: zw.Holonomic(one, name=3), TypeError, "`name`"),  # pyright: ignore
    "name is empty": (lambda: zw.Holonomic(one, name=""), TypeError, "`name`"),
    "names repeat": (lambda: zw.Holonomic(one, name=["a", "a"]), ValueError, "differ"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused_with_the_argument_by_name(name):
    make, error, text = BAD[name]
    with pytest.raises(error, match=text):
        make()


def test_the_nameless_get_names_of_their_own():
    constraints = [
        zw.Holonomic(one),
        zw.Holonomic(one, name="holonomic 1"),
        zw.Holonomic(one),
        zw.Pfaffian([1.0]),
        zw.Holonomic(one, name=["a", "b"]),
    ]
    expected = ("holonomic 2", "holonomic 1", "holonomic 3", "Pfaffian", ("a", "b"))
    assert named(constraints) == expected


def test_a_name_given_twice_is_refused():
    with pytest.raises(ValueError, match="'rod' more than once"):
        named([zw.Holonomic(one, name="rod"), zw.Pfaffian([1.0], name=["rod", "x"])])
