"""Whole numbers at the ends of their types: C and NumPy give what JAX gives, or leave it to JAX."""

import ctypes
from contextlib import suppress

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from zwang.emit import Interpreted, tape
from zwang.emit.lines import PRELUDE, emit
from zwang.emit.loops import Looped
from zwang.emit.scalars import scalarized
from zwang.files import build
from zwang.ir.scalar.graph import Unsupported

TYPES = "int8 int32 int64 uint16".split()
TARGETS = [*TYPES, "int16", "uint8", "uint32", "bool", "float64"]
FLOATS = [np.nan, np.inf, -np.inf, -0.0, 0.9, -0.9, -1.5, 127.5, 128.0, -128.9, 255.9, 256.0, 3e4]
FLOATS += [7e4, -7e4, 2.0**31, -(2.0**31) - 1.0, 2.0**32, 2.0**63, -(2.0**63), 1e300, -1e300]
X = np.ones(1)

UNARY = {
    **{name: getattr(lax, name) for name in "neg sign bitwise_not population_count clz".split()},
    **{name: getattr(lax, name) for name in "cumsum cumprod cummax cummin".split()},
    "abs": jnp.abs,
    **{f"power {n}": lambda x, n=n: lax.integer_pow(x, n) for n in (2, 3, 5)},
    **{f"to {kind}": lambda x, kind=kind: x.astype(kind) for kind in TARGETS},
    "square": lambda x: x * x,
    "sums": lambda x: jnp.stack([jnp.sum(x, dtype=x.dtype), jnp.prod(x, dtype=x.dtype)]),
    "extremes": lambda x: jnp.stack([x.max(), x.min()]),
    "dot": lambda x: (x @ x)[None],
    "argmax": lambda x: jnp.stack([jnp.argmax(x), jnp.argmin(x)]),
}
BINARY = {
    **{name: getattr(lax, name) for name in "add sub mul div rem max min eq ne lt le".split()},
    **{name: getattr(lax, f"bitwise_{name}") for name in "and or xor".split()},
    **{
        name: getattr(lax, name)
        for name in "gt ge shift_left shift_right_logical shift_right_arithmetic".split()
    },
    "clamp": lambda x, y: lax.clamp(y, x, y + jnp.ones_like(y)),
    "floor and modulo": lambda x, y: x // y - x % y,
    "abs of what is chosen": lambda x, y: jnp.abs(jnp.maximum(x, y)) - jnp.abs(jnp.minimum(x, y)),
    "rem, narrow": lambda x, y: lax.rem(x, y).astype(jnp.int8),
}


def ends(kind):
    """The least, the largest, and what lies about them and about zero."""
    about = jnp.iinfo(kind)
    few = (about.min, about.min + 1, 0, 1, 2, 3, 7, about.max // 2, about.max - 1, about.max)
    signed = (-1, -2, -7, about.min // 2) if about.min < 0 else ()
    return np.array([*few, *signed], kind)


def parted(found):
    """As floats that hold every bit."""
    if found.dtype == bool or jnp.issubdtype(found.dtype, jnp.floating):
        return found.astype(float)
    low = found & jnp.asarray(min(32767, jnp.iinfo(found.dtype).max), found.dtype)
    return jnp.stack([found.astype(float), low.astype(float)])


def chosen(x, y):
    """Numbers that depend on the state, so that nothing is folded."""
    return jnp.where(x[0] > 0.0, jnp.asarray(y), jnp.zeros_like(y))


def unary(function, kind):
    return lambda x: parted(function(chosen(x, ends(kind))))


def binary(function, kind):
    y = ends(kind)
    every = np.repeat(y, len(y)), np.tile(y, len(y))
    return lambda x: parted(function(*(chosen(x, side) for side in every)))


CASES = {(name, kind): unary(f, kind) for name, f in UNARY.items() for kind in TYPES}
CASES |= {(name, kind): binary(f, kind) for name, f in BINARY.items() for kind in TYPES}
CASES |= {
    ("from float", kind): lambda x, kind=kind: parted((x[0] * np.array(FLOATS)).astype(kind))
    for kind in TYPES
}


def in_statements(key, function):
    return emit(key, ("x",), {"y": scalarized(function, ("x", (1,)))[1]}, public=True).text


def in_data(key, function):
    out = {"y": scalarized(function, ("x", (1,)))[1]}
    return tape.taped(emit(key, ("x",), out, public=True), ("x",), out).tape


def in_loops(key, function):
    return (
        Looped(lambda x: {"y": function(x)}, ("x", (1,)))
        .emit(key, ("x",), ("y",), public=True)
        .text
    )


EMITTERS = {"statements": in_statements, "data": in_data, "loops": in_loops}


LEFT = "clz population_count shift_left shift_right_arithmetic shift_right_logical".split()
LEAST = {"statements": 180, "data": 25, "loops": 175}  # of 204: what each must know itself


@pytest.fixture(scope="module")
def answers():
    """What JAX gives, from one program."""
    return jax.jit(lambda x: [function(x) for function in CASES.values()])(X)


@pytest.mark.slow
@pytest.mark.parametrize("way", EMITTERS)
def test_what_is_written_in_C_is_what_JAX_gives(way, answers, monkeypatch):
    monkeypatch.setattr(tape, "MUCH", 0)
    texts = {}
    for i, (case, function) in enumerate(CASES.items()):
        with suppress(Unsupported):
            texts[i, case] = EMITTERS[way](f"case_{i}", function)
    texts = {case: text for case, text in texts.items() if text}
    whole = "\n".join([PRELUDE, *([tape.HEAD] if way == "data" else []), *texts.values()])
    library = build.library((whole, tape.UNIT) if way == "data" else whole, build.SELDOM)
    assert len(texts) >= LEAST[way] and not {name for _, (name, _) in texts} & set(LEFT)
    for i, case in texts:
        found = np.full(answers[i].shape, 17.0)
        call = getattr(library, f"case_{i}")
        call(ctypes.c_void_p(X.ctypes.data), ctypes.c_void_p(found.ctypes.data))
        np.testing.assert_array_equal(found, answers[i], err_msg=str(case))


@pytest.mark.slow
def test_what_NumPy_evaluates_is_what_JAX_gives(answers):
    for (case, function), wanted in zip(CASES.items(), answers, strict=True):
        with np.errstate(all="ignore"):
            found = Interpreted(function, X)(X)
        np.testing.assert_array_equal(found, wanted, err_msg=str(case))


FEW = {
    "abs of the least": (lambda x: jnp.abs(chosen(x, np.array([-128], np.int8))), -128),
    "a choice, narrowed": (lambda x: chosen(x, np.array([300])).astype(jnp.int8), 44),
    "a remainder, narrowed": (lambda x: (chosen(x, np.array([300])) % 1000).astype("uint8"), 44),
    "a sum": (lambda x: jnp.sum(chosen(x, np.array([100, 100], np.int8)), dtype="int8")[None], -56),
    "a product": (
        lambda x: (chosen(x, np.full(2, 16, "uint8")) @ np.full(2, 9, "uint8"))[None],
        32,
    ),
    "from a float": (lambda x: (300.0 * x).astype(jnp.int8), 127),
}


@pytest.mark.parametrize("name", FEW)
def test_a_few_wrap_as_they_do_in_JAX(name):
    function, wanted = FEW[name]
    f = lambda x: function(x).astype(float)  # noqa: E731
    text = "\n".join([PRELUDE, in_statements("scalars", f), in_loops("loops", f)])
    library, found = build.library(text, build.SELDOM), np.zeros((4, 1))
    for call, y in zip((library.scalars, library.loops), found[:2], strict=True):
        call(ctypes.c_void_p(X.ctypes.data), ctypes.c_void_p(y.ctypes.data))
    found[2], found[3] = Interpreted(f, X)(X), f(jnp.asarray(X))
    assert found.ravel().tolist() == [wanted] * 4
