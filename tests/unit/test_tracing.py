"""What functions must not do with placeholders is refused by the user's line, and the remedy."""

import functools
import math
import pickle
import traceback
from collections import deque
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from scipy.interpolate import CubicSpline

import zwang as zw
from zwang.base.functions import STATE, bind
from zwang.base.status import NoParameters
from zwang.base.tracing import TracingError

SPLINE = CubicSpline([0.0, 1.0, 2.0], [0.0, 1.0, 0.0])


def branches(q, t):
    if t > 1.0:
        return -q
    return q


def is_within(q):
    return q if 0.0 < q[0] and q[0] < 1.0 else -q


def fills(q):
    x = jnp.zeros(1)
    x[0] = q[0]
    return x


def fills_by_numpy(q):
    x = np.zeros(1)
    x[0] = q[0]
    return x


def adds(q):
    q[0] += 1.0
    return q


def repeats(q):
    return [sum(1.0 for _ in range(q[0]))]


def helps(x):
    return np.tanh(x)


# Each with the expression that is named, and what is wanted in its place.
MISTAKES: dict[str, tuple[Any, str, str]] = {
    "numpy": (lambda q: -np.sin(q), "np.sin(q)", "jnp.sin "),
    "an array": (lambda q: np.array([q[0]]), "np.array([q[0]])", "jnp.array "),
    "math": (lambda q: [math.sin(q[0])], "math.sin(q[0])", "jnp.sin "),
    "two of numpy": (lambda q: np.dot(np.eye(1), q), "np.dot(np.eye(1), q)", "jnp.dot, jnp.eye "),
    "in a helper": (lambda q: helps(q), "np.tanh(x)", "jnp.tanh "),
    "in jit": (jax.jit(lambda q: np.cos(q)), "np.cos(q)", "jnp.cos "),
    "if": (branches, "t > 1.0", "jnp.where"),
    "and": (is_within, "0.0 < q[0]", "`&`"),
    "min": (lambda q: [min(q[0], 1.0)], "min(q[0], 1.0)", "jnp.minimum"),
    "float": (lambda q: [float(q[0])], "float(q[0])", "without `float`"),
    "item": (lambda q: [q[0].item()], "q[0].item()", "without `float`, `.item`"),
    "an index": (lambda q, t: q[int(t) :], "int(t)", "x.astype(int) for `int`"),
    "a list": (lambda q: [1.0, 2.0][q[0]], "[1.0, 2.0][q[0]]", "jnp.take"),
    "range": (repeats, "range(q[0])", "fori_loop"),
    "a mask": (lambda q: q[q > 0.0], "q[q > 0.0]", "jnp.where"),
    "in place": (fills, "x[0] = q[0]", "x.at[i].set"),
    "in place of numpy": (fills_by_numpy, "x[0] = q[0]", "x.at[i].set"),
    "added in place": (adds, "q[0] += 1.0", "x.at[i].set"),
    "a spline": (lambda t: [SPLINE(t)], "SPLINE(t)", "zw.path(times, points)"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_the_expression_its_line_and_the_remedy_are_named(name):
    function, expression, remedy = MISTAKES[name]
    with pytest.raises(TracingError) as caught:
        zw.System(1.0, function).acceleration([0.3], [0.1])
    text = str(caught.value)
    assert text.startswith("`force` ") and f"`{expression}`, line " in text
    assert remedy in text.partition("wanted ")[2]
    shown = "".join(traceback.format_exception(caught.value))
    assert "jax.errors" not in shown and "internal frames" not in shown
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert f"line {last.lineno} of {__file__}" in text and last.filename == __file__


def test_the_error_of_jax_and_other_notes_stay_with_it():
    with pytest.raises(TracingError) as caught:
        zw.check(zw.System(1.0, lambda q: np.sin(q)), [0.3], [0.1])
    assert isinstance(caught.value.__context__, jax.errors.TracerArrayConversionError)
    caught.value.add_note("on a worker")
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is TracingError and str(again) == str(caught.value)
    assert again.__notes__ == ["on a worker"]


def sine(q):
    return np.sin(q)


ROD = zw.RigidBody(1.0, [0.1, 0.1, 0.1], p_WB=[0.5, 0.0, 0.0], name="rod")
HINGE = zw.joints.Revolute(zw.GROUND, ROD, point=[0, 0, 0], axis=[0, 1, 0], name="hinge")
FREE = zw.System(1.0, [0.0])
SPRING = zw.System(1.0, lambda q, p: -p["k"] * q)
PLANT = zw.System(1.0, [0.0], coordinates=["x"])
SHORT = (0.0, 1e-3)


def run(system, **how):
    return zw.simulate(system, [0.3], [0.1], SHORT, **how)


def mechanism(*joints, **parts):
    parts = {"joints": [HINGE, *joints]} | parts
    return zw.Mechanism([ROD], **parts).simulate(SHORT)


def tracked(**how):
    path = how.pop("path", lambda q, t: q - t)
    limits = {x: how.pop(x) for x in ("lower", "upper") if x in how}
    controller = zw.track(PLANT, zw.Holonomic(path, name="path"), **how)
    return (controller.limited(**limits) if limits else controller).force([0.0], [1.0])


WAYS: dict[str, tuple[str, Any]] = {
    "mass": ("`mass`", lambda: run(zw.System(sine, [0.0], coordinates=["x"]))),
    "force in C": ("`force`", lambda: run(zw.System(1.0, sine), engine="native")),
    "force by JAX": ("`force`", lambda: run(zw.System(1.0, sine), engine="jax")),
    "named force": ("`force` named 'f'", lambda: run(zw.System(1.0, {"f": sine}))),
    "phi": (
        "`phi` of the constraint 'c'",
        lambda: run(zw.System(1.0, [0.0], zw.Holonomic(sine, name="c"))),
    ),
    "psi": ("`psi` of", lambda: run(zw.System(1.0, [0.0], zw.Nonholonomic(lambda qd: np.sin(qd))))),
    "nonideal": ("`nonideal`", lambda: run(zw.System(1.0, [0.0], nonideal=sine))),
    "energy": ("`energy`", lambda: run(zw.System(1.0, [0.0], energy=lambda q: np.sin(q[0])))),
    "observable": (
        "the observable 'y'",
        lambda: run(zw.System(1.0, [0.0], observables={"y": sine})),
    ),
    "Lagrangian": (
        "`L`",
        lambda: run(zw.System.from_lagrangian(lambda q, qd: qd @ qd - np.cos(q[0]))),
    ),
    "event": (
        "`g` of the event 'e'",
        lambda: run(FREE, events=zw.Event(lambda q: np.sin(q[0]), name="e")),
    ),
    "load": (
        "`force` of a load",
        lambda: mechanism(forces=[zw.Load(ROD, force=lambda t: [np.sin(t), 0.0, 0.0])]),
    ),
    "drive": (
        "`value` of the drive",
        lambda: mechanism(zw.joints.Driven(HINGE, lambda t: np.sin(t))),
    ),
    "requirement": ("`phi` of", lambda: tracked(path=lambda q, t: q - np.sin(t))),
    "weight": ("`weight`", lambda: tracked(weight=lambda q: np.exp(q[0]))),
    "limits": ("`upper`", lambda: tracked(lower=-1.0, upper=lambda t: math.exp(t))),
    "measure": (
        "`measure`",
        lambda: zw.fit(
            SPRING, [1.0], [0.0], [0.0, 0.5, 1.0], np.ones((3, 1)), {"k": 1.0}, measure=sine
        ),
    ),
    "simulate_many": (
        "`force`",
        lambda: zw.simulate_many(zw.System(1.0, sine), [[0.3], [0.4]], [0.1], SHORT),
    ),
    "assemble": (
        "`phi` of",
        lambda: zw.assemble(zw.System(1.0, [0.0], zw.Holonomic(sine)), [0.3], [0.1]),
    ),
    "linearize": ("`force`", lambda: zw.linearize(zw.System(1.0, sine), [0.0])),
    "equilibrium": ("`force`", lambda: zw.equilibrium(zw.System(1.0, sine), [0.0])),
    "explicit": ("`force`", lambda: zw.explicit(zw.System(1.0, sine, coordinates=["x"]))),
    "sensitivity": (
        "`force`",
        lambda: zw.sensitivity(
            zw.System(1.0, lambda q, p: np.sin(p["k"] * q)), [0.3], [0.1], SHORT, {"k": 1.0}
        ),
    ),
}


@pytest.mark.parametrize("name", WAYS)
def test_every_function_of_the_users_is_named(name):
    what, call = WAYS[name]
    with pytest.raises(TracingError) as caught:
        call()
    assert str(caught.value).startswith(what) and f"of {__file__}. " in str(caught.value)


# -- errors of their own -------------------------------------------------------------------------


def raises(q):
    raise ValueError("mine")


def catches(q):
    try:
        return np.sin(q)
    except TypeError:
        raise ValueError("mine") from None


def falls_back(q):
    try:
        return np.sin(q)
    except TypeError:
        return jnp.sin(q)


OWN = {
    "raised": (raises, ValueError),
    "raised for another": (catches, ValueError),
    "a shape": (lambda q: q + jnp.ones(3), TypeError),
    "a tuple": (lambda q: exec("x = (1.0,); x[0] = 2.0"), TypeError),
    "a range": (lambda q: [0.0 for _ in range(2.5)], TypeError),  # pyright: ignore[reportArgumentType]
    "an index": (lambda q: [1.0][3], IndexError),
}


@pytest.mark.parametrize("name", OWN)
def test_errors_of_their_own_come_through(name):
    function, kind = OWN[name]
    with pytest.raises(kind) as caught:
        zw.System(1.0, function).acceleration([0.3, 0.1], [0.1, 0.1])
    assert type(caught.value) is kind and not isinstance(caught.value, TracingError)


def test_who_knows_a_remedy_is_left_alone():
    found = zw.System(1.0, falls_back).acceleration([0.3], [0.1])
    assert found.qdd == pytest.approx(np.sin([0.3]))


# -- laws with a state ---------------------------------------------------------------------------


class Law:
    def __init__(self):
        self.last, self.history, self.calls = None, deque(maxlen=3), 0

    def __call__(self, q, qd):
        rate = q if self.last is None else q - self.last
        self.last = q
        return -rate

    def remembers(self, q):
        self.history.append(q)
        return -self.history[0]

    def counts(self, q):
        self.calls += 1
        return -q


def with_a_list():
    seen = []
    return lambda q: (seen.append(q), -q)[1]


def with_a_variable():
    last = None

    def force(q):
        nonlocal last
        last, before = q, last
        return -q if before is None else before - q

    return force


class Holder:
    def __init__(self, law):
        self.law = law


def with_an_object(law):
    holder = Holder(law)
    return lambda q: holder.law.remembers(q)


def with_a_helper():
    force = with_a_list()
    return lambda q: 2.0 * force(q)


STATEFUL = {
    "a field": (Law, "self.last"),
    "a field's list": (lambda: Law().remembers, "self.history"),
    "a list": (with_a_list, "seen"),
    "a variable": (with_a_variable, "last"),
    "an object": (lambda: with_an_object(Law()), "holder.law.history"),
    "a helper": (with_a_helper, "seen"),
    "a partial": (lambda: functools.partial(Law().remembers), "self.history"),
}


@pytest.mark.parametrize("engine", ["native", "jax"])
@pytest.mark.parametrize("name", STATEFUL)
def test_a_law_with_a_state_is_refused_by_where_it_keeps_it(name, engine):
    make, place = STATEFUL[name]
    with pytest.raises(TracingError, match=f"^`force` keeps a value .* in `{place}`.*pure"):
        run(zw.System(1.0, make()), engine=engine)


def test_a_law_that_counts_or_captures_what_is_traced_is_none_with_a_state():
    law = Law()
    zw.System(1.0, law.counts).acceleration([0.3], [0.1])
    assert law.calls

    def stiff(k):
        return zw.System(1.0, lambda q: -k * q).acceleration([1.0], [0.0]).qdd[0]

    assert jax.grad(stiff)(2.0) == -1.0


# -- parameters and types ------------------------------------------------------------------------


def test_a_missing_parameter_is_named_with_the_one_that_may_be_meant():
    system = zw.System(1.0, lambda q, p: -p["stifness"] * q)
    with pytest.raises(KeyError) as caught:
        system.acceleration([0.3], [0.1], p={"mass": 1.0, "stiffness": 2.0})
    (note,) = caught.value.__notes__
    assert "`force`" in note and "'mass', 'stiffness'" in note
    assert note.endswith("Did you mean 'stiffness'?")


def of_an_entry(q, p):
    return -p["k"] * q


@pytest.mark.parametrize("kind", [KeyError, NoParameters])
@pytest.mark.parametrize("way", ["motion", "by JAX", "check", "ensemble", "derivative"])
def test_no_error_of_the_users_speaks_of_frames_of_jax(kind, way):
    system, p = zw.System(1.0, of_an_entry), None if kind is NoParameters else {"m": 1.0}
    state = [0.3], [0.1]
    calls = {
        "motion": lambda: zw.simulate(system, *state, SHORT, p),
        "by JAX": lambda: zw.simulate(system, *state, SHORT, p, engine="jax"),
        "check": lambda: zw.check(system, *state, 0.0, p),
        "ensemble": lambda: zw.simulate_many(system, [[0.3]], [0.1], SHORT, p),
        "derivative": lambda: jax.jacfwd(lambda q: system.acceleration(q, [0.1], 0.0, p).qdd)(
            jnp.array([0.3])
        ),
    }
    with pytest.raises(kind) as caught:
        calls[way]()
    assert not any("internal frames" in x for x in getattr(caught.value, "__notes__", ()))
    caught.value.add_note("on a worker")
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.__notes__[-1] == "on a worker" and again.args == caught.value.args


NARROW = {
    "cast": lambda q: q.astype(jnp.float32),
    "a constant": lambda q: jnp.ones(1, jnp.float32),
    "half": lambda q: q.astype(jnp.float16),
}


@pytest.mark.parametrize("name", NARROW)
def test_fewer_digits_than_the_state_has_are_refused(name):
    with pytest.raises(TypeError, match=r"^`force` returned .*, with fewer digits than the state"):
        run(zw.System(1.0, NARROW[name]))
    values = {"q": jnp.ones(1, jnp.float32)}
    assert bind("`force`", NARROW[name], STATE).at(values).dtype.itemsize <= 4


def test_sources_are_read_by_bytes_and_may_be_missing():
    space: dict[str, Any] = {"np": np}
    exec(compile("law = lambda q: np.sin(q)", "<prompt>", "exec"), space)
    with pytest.raises(TracingError, match=r"alone: line 1 of <prompt>\. .*jax.numpy"):
        zw.System(1.0, space["law"]).acceleration([0.3], [0.1])
    with pytest.raises(TracingError, match=r"alone: `np.sinh\(q\)`, line"):
        zw.System(1.0, lambda q: ("ü φ", np.sinh(q))[1]).acceleration([0.3], [0.1])
