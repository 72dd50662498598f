"""Constraints are frozen descriptions with names, and refuse what they cannot be made of."""

import dataclasses

import numpy as np
import pytest

import zwang as zw
from tests.refusals import refused
from zwang.equation.known import known_at
from zwang.system.constraints import named


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
def test_constraints_described_alike_have_one_program_and_others_have_not(kind):
    def program(*given):
        system = zw.System(1.0, None, [MAKERS[kind](*given)])
        return known_at(system, np.ones(2), np.ones(2), 0.0, None)

    first, again = program(2.0, "rod"), program(2.0, "rod")
    assert first == again and hash(first) == hash(again)
    assert first != program(3.0, "rod") and first != program(2.0, "bar")


@pytest.mark.parametrize("kind", MAKERS)
def test_constraints_do_not_change(kind):
    with pytest.raises(dataclasses.FrozenInstanceError):
        MAKERS[kind](2.0, "rod").name = "bar"


def test_kinds_differ_though_their_functions_are_the_same():
    assert zw.Holonomic(one) != zw.Nonholonomic(one)


def test_a_function_inside_can_be_called_as_it_was_written():
    assert zw.Holonomic(one).phi(np.array([3.0])) == 3.0


test_bad_input_is_refused_with_the_argument_by_name = refused(
    [
        (lambda: zw.Holonomic(3.0), "`phi`.*3.0"),  # pyright: ignore
        (lambda: zw.Holonomic(lambda q, qd: q, name="rod"), "`phi` of the constraint 'rod'.*`qd`"),
        (lambda: zw.Pfaffian(lambda q, qd: q), "`alpha`.*`qd`"),
        (lambda: zw.Nonholonomic(lambda *args: 0.0), "`psi`"),
        (lambda: zw.Pfaffian("q"), "`alpha`.*'q'"),
        (lambda: zw.AccelerationLevel([1.0], None), "`b`.*None"),
        (lambda: zw.Holonomic(one, name=3), "`name`"),  # pyright: ignore
        (lambda: zw.Holonomic(one, name=np.ones(2)), "`name`"),  # pyright: ignore
        (lambda: zw.Holonomic(one, name=[]), "`name`"),
        (lambda: zw.Holonomic(None), "`phi` of a holonomic.*None"),
        (lambda: zw.Holonomic(np.ones(2)), "`phi`.*wanted a function"),
        (lambda: zw.Pfaffian([1j]), "`alpha`.*1j.*real numbers"),
        (lambda: zw.Pfaffian([1.0], ["0"]), "`beta`.*'0'"),
        (lambda: zw.AccelerationLevel([[1.0], [1.0, 2.0]], 0.0), "`A` of an acceleration-level"),
        (lambda: zw.Holonomic(one, name=""), "`name`"),
        (lambda: zw.Holonomic(one, name=["a", "a"]), "differ", ValueError),
    ],
    error=TypeError,
)


NAMELESS = {
    "one": ([None], ["holonomic 1"]),
    "two": ([None, None], ["holonomic 1", "holonomic 2"]),
    "the place counts those with a name": (["rod", None], ["rod", "holonomic 2"]),
    "a name that is taken": (
        [None, "holonomic 1", None],
        ["holonomic 2", "holonomic 1", "holonomic 3"],
    ),
    "one for each row": ([["a", "b"], None], [("a", "b"), "holonomic 2"]),
}


@pytest.mark.parametrize("case", NAMELESS)
def test_the_nameless_are_called_by_kind_and_place(case):
    given, expected = NAMELESS[case]
    constraints = [zw.Holonomic(one, name=name) for name in given]
    assert [c.name for c in named([*constraints, zw.Pfaffian([1.0])])] == [*expected, "Pfaffian 1"]


KINDS = {
    "holonomic": zw.Holonomic(lambda q: q[0]),
    "nonholonomic": zw.Nonholonomic(lambda qd: qd[0]),
    "Pfaffian": zw.Pfaffian(lambda q: [1.0, 0.0]),
    "acceleration-level": zw.AccelerationLevel([1.0, 0.0], 0.0),
}


@pytest.mark.parametrize("kind", KINDS)
def test_rows_report_and_forces_know_the_nameless_by_one_name(kind):
    system = zw.System(1.0, None, [KINDS[kind], KINDS[kind]])
    names = (f"{kind} 1", f"{kind} 2")
    report = zw.check(system, [0.0, 0.0], [0.0, 0.0])
    assert tuple(c.name for c in system.constraints) == report.rows == names
    assert report.redundant == tuple(report.unique) == names


@pytest.mark.parametrize("kind", MAKERS)
def test_a_constraint_can_be_given_another_name(kind):
    nameless = MAKERS[kind](2.0, None)
    renamed = dataclasses.replace(nameless, name="rod")
    assert renamed == dataclasses.replace(nameless, name="rod") != nameless
    functions = [x for x in renamed.parts() if hasattr(x, "what")]
    assert functions and all("of the constraint 'rod'" in x.what for x in functions)


ERRORS = {
    "phi": zw.Holonomic(lambda q, p: q[0] - p["L"]),
    "psi": zw.Nonholonomic(lambda qd, p: qd[0] - p["L"]),
    "alpha": zw.Pfaffian(lambda p: [p["L"], 0.0]),
    "beta": zw.Pfaffian([1.0, 0.0], lambda p: p["L"]),
    "A": zw.AccelerationLevel(lambda p: [p["L"], 0.0], 0.0),
    "b": zw.AccelerationLevel([1.0, 0.0], lambda p: p["L"]),
}


@pytest.mark.parametrize("call", [zw.check, zw.assemble, zw.System.acceleration])
@pytest.mark.parametrize("argument", ERRORS)
def test_an_error_in_a_function_tells_which_function_of_which_constraint(argument, call):
    constraint = ERRORS[argument]
    system = zw.System(1.0, None, [zw.Holonomic(lambda q: q[1], name="rail"), constraint])
    place = 2 if constraint.kind == "holonomic" else 1
    where = f"`{argument}` of the constraint '{constraint.kind} {place}'"
    with pytest.raises(KeyError, match=f"'L'\nThis happened in {where}, .*'length', 'm'") as caught:
        call(system, [0.0, 0.0], [0.0, 0.0], p={"length": 1.0, "m": 2})
    assert caught.value.args == ("L",)


def test_a_name_given_twice_is_refused():
    with pytest.raises(ValueError, match="'rod' more than once"):
        named([zw.Holonomic(one, name="rod"), zw.Pfaffian([1.0], name=["rod", "x"])])
