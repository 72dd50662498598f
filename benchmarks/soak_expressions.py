"""Random expressions in C and in JAX: ``python benchmarks/soak_expressions.py [count] [seed] [1]``.

Each expression is a handful of primitives on numbers and short vectors of all types: floats, whole
numbers and truth values, from inputs and from constants, among them zeros, NaN and infinity. What
the engine writes as C is compared with what JAX gives, primitive by primitive; types and all. An
expression may also go to JAX, as its motion would. Where the two differ, JAX is asked again with
rounding errors of its own making: what these change as much is left out of account. So is, and is
counted apart, what the sign of a zero decides (1/(0 − x) in 0, say): a sum with a zero is folded,
so C may have −0.0 where JAX has 0.0. The exit code is 1 if any expression differs. With a third
number other than 0, the engine writes loops, where else it takes the expressions apart.
"""

from __future__ import annotations

import ctypes
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.extend.core import jaxpr_as_fun

import zwang  # noqa: F401   it sets float64
from zwang.emit.lines import PRELUDE, emit
from zwang.emit.loops import Looped
from zwang.emit.scalars import run
from zwang.files import build
from zwang.ir.lower import lower
from zwang.ir.scalar.graph import Graph, Unsupported
from zwang.ir.scalar.laws import array

INPUTS, LENGTH, POINTS, BATCH = 4, 3, 2, 1000
INTS = "int8 int16 int32 int64 uint8 uint16 uint32 uint64".split()
NARROW = ["float32", "float16", "bfloat16"]
ANY = ["float64", *INTS, *NARROW, "bool"]
# How often a type is asked for: most of what people write are floats.
WEIGHTS = np.array([16.0, *[1.0] * len(INTS), *[0.5] * len(NARROW), 2.0])
SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.0, -2.5, 0.1, 7.0, 100.0, 127.0, -128.0, 200.0]
SPECIAL += [1e30, -1000.0, np.inf, -np.inf, np.nan]

UNARY = (
    "sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 expm1 log log1p sqrt "
    "rsqrt cbrt erf erfc lgamma logistic floor ceil abs sign neg square"
).split()
ROUNDS = frozenset(UNARY) - frozenset("floor ceil abs sign neg square sqrt".split())
ROUNDS |= frozenset("pow atan2 integer_pow reduce_sum reduce_prod dot_general".split())
ROUNDS |= {"cumsum", "cumprod"}
SIGNED = frozenset("add sub neg mul select_n reduce_sum".split())  # whose zeros may have any sign
NOISE, TIMES = 2e-14, 6
FATES = ("agrees", "went to JAX", "rounding decides", "sign of a zero")
RTOL, ATOL = 1e-9, 1e-12


class Step(NamedTuple):
    """A primitive on values that were made before: its name, the function, places of operands."""

    name: str
    function: Callable
    operands: tuple[int, ...]


class Tape(NamedTuple):
    """An expression: constants behind the inputs, and what is done with them."""

    constants: list[Any]
    steps: list[Step]


# -- drawing --------------------------------------------------------------------------------------


def _round(way: int, x: Any) -> Any:
    return lax.round(x, lax.RoundingMethod(way))


def _reduced(name: str, x: Any) -> Any:
    functions = {"sum": jnp.sum, "prod": jnp.prod, "largest": jnp.max, "smallest": jnp.min}
    functions |= {"argmax": partial(lax.argmax, axis=0, index_dtype=jnp.int32)}
    return functions[name](x, dtype=x.dtype) if name in ("sum", "prod") else functions[name](x)


FLOATS: dict[str, tuple[Callable, int]] = {name: (getattr(lax, name), 1) for name in UNARY}
FLOATS |= {f"round {way}": (partial(_round, way), 1) for way in (0, 1)}
BOTH: dict[str, tuple[Callable, int]] = {  # floats and whole numbers
    **{name: (getattr(lax, name), 2) for name in "add sub mul div rem max min".split()},
    **{name: (getattr(lax, name), 1) for name in "neg abs sign".split()},
    "clamp": (lax.clamp, 3),
    **{f"power {k}": (partial(lambda k, x: lax.integer_pow(x, k), k), 1) for k in (0, 2, 3, 5)},
    "mod": (jnp.mod, 2),
    "floor_divide": (jnp.floor_divide, 2),
}
BINARY = {"pow": (lax.pow, 2), "atan2": (lax.atan2, 2)}
BINARY |= {f"power {k}": (partial(lambda k, x: lax.integer_pow(x, k), k), 1) for k in (-1, -3)}
COMPARED = {name: (getattr(lax, name), 2) for name in "eq ne lt le gt ge".split()}
BITS = {f"bit {x}": (getattr(lax, f"bitwise_{x}"), 2) for x in ("and", "or", "xor")}
BITS |= {"bit not": (lax.bitwise_not, 1)}
VECTORS = "sum prod largest smallest argmax cumsum cumprod cummax cummin dot".split()


def draw(rng: np.random.Generator) -> Tape:
    """An expression."""
    constants = [_constant(rng) for _ in range(rng.integers(1, 5))]
    kinds = [("float64", ())] * INPUTS + [(str(x.dtype), x.shape) for x in constants]
    steps: list[Step] = []
    for _ in range(rng.integers(2, 9)):
        step, kind = _step(rng, kinds)
        steps.append(step)
        kinds.append(kind)
    return Tape(constants, steps)


def _constant(rng: np.random.Generator) -> Any:
    dtype = jnp.dtype(rng.choice(ANY, p=WEIGHTS / WEIGHTS.sum()))
    shape = (LENGTH,) if rng.random() < 0.2 else ()
    values = rng.choice(SPECIAL, shape) if rng.random() < 0.6 else 3.0 * rng.normal(size=shape)
    if jnp.issubdtype(dtype, jnp.integer):
        about = jnp.iinfo(dtype)
        values = np.clip(np.nan_to_num(values), max(about.min, -1e15), min(about.max, 1e15))
    with np.errstate(over="ignore"):
        return np.asarray(values).astype(dtype)


def _step(rng: np.random.Generator, kinds: list) -> tuple[Step, tuple[str, tuple]]:
    """One primitive whose operands are among the values of some kinds; and the kind it gives."""
    last = len(kinds) - 1
    k = last if rng.random() < 0.5 else int(rng.integers(len(kinds)))
    dtype, shape = kinds[k]
    choice = rng.random()
    if choice < 0.15:
        to = str(rng.choice(ANY, p=WEIGHTS / WEIGHTS.sum()))
        cast = partial(lambda d, x: lax.convert_element_type(x, d), jnp.dtype(to))
        return Step("convert", cast, (k,)), (to, shape)
    if choice < 0.25 and shape == ():
        others = [_like(rng, kinds, dtype, ()) for _ in range(LENGTH - 1)]
        return Step("stack", lambda *x: jnp.stack(x), (k, *others)), (dtype, (LENGTH,))
    if shape and choice < 0.5 and dtype != "bool":
        return _vector(rng, kinds, k)
    if choice < 0.6:
        flags = [i for i, (d, s) in enumerate(kinds) if d == "bool" and s == shape]
        if flags:
            other = _like(rng, kinds, dtype, shape)
            return Step("select", lax.select, (int(rng.choice(flags)), k, other)), (dtype, shape)
        name = str(rng.choice(list(COMPARED)))
        return _applied(rng, kinds, k, name, COMPARED[name], "bool")
    table = BITS if dtype == "bool" else BOTH | (FLOATS | BINARY if "float" in dtype else BITS)
    name = str(rng.choice(list(table)))
    if "float" in dtype and rng.random() < 0.05:
        return Step("is_finite", lax.is_finite, (k,)), ("bool", shape)
    return _applied(rng, kinds, k, name, table[name], dtype)


def _applied(rng, kinds, k, name, found, to) -> tuple[Step, tuple[str, tuple]]:
    function, count = found
    if name == "abs" and kinds[k][0].startswith("uint"):  # which has none
        name, (function, count) = "sign", BOTH["sign"]
    others = [_like(rng, kinds, *kinds[k]) for _ in range(count - 1)]
    operands = [k, *others]
    rng.shuffle(operands)
    return Step(name, function, tuple(map(int, operands))), (to, kinds[k][1])


def _vector(rng, kinds, k) -> tuple[Step, tuple[str, tuple]]:
    dtype, shape = kinds[k]
    name = str(rng.choice(VECTORS))
    if name == "dot":
        return Step(name, lax.dot, (k, _like(rng, kinds, dtype, shape))), (dtype, ())
    if name.startswith("cum"):
        return Step(name, getattr(lax, name), (k,)), (dtype, shape)
    to = "int32" if name == "argmax" else dtype
    return Step(name, partial(_reduced, name), (k,)), (to, ())


def _like(rng: np.random.Generator, kinds: list, dtype: str, shape: tuple) -> int:
    """Any value of a kind."""
    return int(rng.choice([i for i, kind in enumerate(kinds) if kind == (dtype, shape)]))


# -- both ways ------------------------------------------------------------------------------------


def expression(tape: Tape, *x: Any) -> Any:
    """The last two values of an expression, as float64; what they do not need is left out."""
    first = INPUTS + len(tape.constants)
    wanted = {first + len(tape.steps) - k for k in (1, 2)}
    for i, step in reversed(list(enumerate(tape.steps, first))):
        wanted |= set(step.operands) if i in wanted else set()
    values: list[Any] = [*x, *(jnp.asarray(c) for c in tape.constants)]
    for i, (_, function, operands) in enumerate(tape.steps, first):
        values.append(function(*(values[k] for k in operands)) if i in wanted else None)
    return [lax.convert_element_type(v, jnp.float64) for v in values[-2:]]


def _rounded(rng: np.random.Generator, name: str, v: Any) -> Any:
    """A result with a rounding error."""
    return v * (1.0 + NOISE * rng.normal()) if name in ROUNDS else v


def _signed(rng: np.random.Generator, name: str, v: Any) -> Any:
    """A result whose zeros have one sign or the other."""
    return jnp.where(v == 0, rng.choice([0.0, -0.0]), v) if name in SIGNED else v


def by_JAX(closed: Any, x: np.ndarray, change: Callable | None = None) -> np.ndarray:
    """What JAX gives for a traced expression, primitive by primitive, each result changed."""
    found = _interpreted(closed.jaxpr, closed.consts, [np.float64(v) for v in x], change)
    return np.concatenate([np.ravel(np.asarray(v)) for v in found])


def _interpreted(jaxpr: Any, consts: Any, args: Any, change: Any) -> list[Any]:
    known = dict(zip(jaxpr.constvars, consts, strict=True))
    known |= dict(zip(jaxpr.invars, args, strict=True))
    read = lambda atom: atom.val if hasattr(atom, "val") else known[atom]
    for e in jaxpr.eqns:
        given = [read(atom) for atom in e.invars]
        inner = e.params.get("jaxpr")
        if inner is not None:
            found = _interpreted(inner.jaxpr, inner.consts, given, change)
        else:
            found = e.primitive.bind(*given, **e.params)
            found = found if e.primitive.multiple_results else [found]
        if change is not None and found[0].dtype == jnp.float64:
            found = [change(e.primitive.name, v) for v in found]
        known |= dict(zip(e.outvars, found, strict=True))
    return [read(atom) for atom in jaxpr.outvars]


def in_C(programs: list[Any]) -> list[Any]:
    """For each traced expression a function of the inputs, or why there is none."""
    texts, found = [PRELUDE], []
    for i, closed in enumerate(programs):
        graph = Graph()
        x = [array([graph.input("x", k)], ()) for k in range(INPUTS)]
        try:
            values = run(graph, lower(closed), x)
        except Unsupported as why:
            found.append(str(why))
            continue
        outputs = np.concatenate([v.ravel() for v in values])
        texts.append(emit(f"case_{i}", ("x",), {"y": outputs}, public=True).text)
        found.append(len(outputs))
    library = build.library("\n".join(texts))
    return [x if isinstance(x, str) else _call(library, i, x) for i, x in enumerate(found)]


def in_loops(programs: list[Any]) -> list[Any]:
    """The same by loops."""
    texts, found = [PRELUDE], []
    for i, closed in enumerate(programs):

        def joined(x, closed=closed):
            values = jaxpr_as_fun(closed)(*x)
            return {"y": jnp.concatenate([jnp.ravel(v).astype(jnp.float64) for v in values])}

        try:
            looped = Looped(joined, ("x", (INPUTS,)))
            texts.append(looped.emit(f"case_{i}", ("x",), ("y",), public=True).text)
        except Unsupported as why:
            found.append(str(why))
            continue
        found.append(looped.shapes["y"][0])
    library = build.library("\n".join(texts))
    return [x if isinstance(x, str) else _call(library, i, x) for i, x in enumerate(found)]


def _call(library: Any, i: int, size: int) -> Callable:
    function = getattr(library, f"case_{i}")

    def call(x: np.ndarray) -> np.ndarray:
        y = np.full(size, 17.0)
        function(ctypes.c_void_p(x.ctypes.data), ctypes.c_void_p(y.ctypes.data))
        return y

    return call


def alike(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether two results are the same but for rounding."""
    return bool(np.allclose(a, b, rtol=RTOL, atol=ATOL, equal_nan=True))


def judged(tape: Tape, closed: Any, call: Any, rng: np.random.Generator) -> str:
    """What became of an expression: one of ``FATES``, or how it differs."""
    if isinstance(call, str):
        return "went to JAX"
    for _ in range(POINTS):
        x = rng.choice([1.0, 10.0], INPUTS) * rng.normal(size=INPUTS)
        x = np.where(rng.random(INPUTS) < 0.3, rng.choice(SPECIAL[:9], INPUTS) + 0.0, x)
        c, j = call(x), by_JAX(closed, x)
        if alike(c, j):
            continue
        for change, decides in ((_rounded, "rounding decides"), (_signed, "sign of a zero")):
            others = (
                by_JAX(closed, x, partial(change, np.random.default_rng(k))) for k in range(TIMES)
            )
            if not all(alike(other, j) for other in others):
                return decides
        return f"x = {x.tolist()}: C {c.tolist()}, JAX {j.tolist()}\n{told(tape)}"
    return "agrees"


def told(tape: Tape) -> str:
    """An expression in words."""
    lines = [f"  {INPUTS + i}: {c.dtype} {c.tolist()}" for i, c in enumerate(tape.constants)]
    first = INPUTS + len(tape.constants)
    lines += [f"  {first + i}: {s.name} {s.operands}" for i, s in enumerate(tape.steps)]
    return "\n".join(lines)


def outcomes(count: int, seed: int, loops: bool = False) -> Iterator[str]:
    """What became of so many expressions."""
    write = in_loops if loops else in_C
    rng = np.random.default_rng(seed)
    while count > 0:
        tapes = [draw(rng) for _ in range(min(BATCH, count))]
        count -= len(tapes)
        x = [jax.ShapeDtypeStruct((), jnp.float64)] * INPUTS
        with warnings.catch_warnings(action="ignore", category=RuntimeWarning):  # casts of NaN
            programs = [jax.make_jaxpr(partial(expression, tape))(*x) for tape in tapes]
        for tape, closed, call in zip(tapes, programs, write(programs), strict=True):
            yield judged(tape, closed, call, rng)


def main(count: int, seed: int, loops: int = 0) -> int:
    begun, became = time.perf_counter(), Counter()
    for i, result in enumerate(outcomes(count, seed, bool(loops)), 1):
        short = result if result in FATES else "differs"
        became[short] += 1
        if short == "differs":
            print(result, flush=True)
        if i % 5000 == 0:
            print(f"{i} expressions, {time.perf_counter() - begun:.0f} s", flush=True)
    print(f"{count} expressions, seed {seed}, {time.perf_counter() - begun:.0f} s")
    for result in (*FATES, "differs"):
        print(f"  {result:<18} {became[result]:7d}")
    return became["differs"]


if __name__ == "__main__":
    given = [int(x) for x in sys.argv[1:]]
    sys.exit(main(*(given + [100_000, 0][len(given) :])) > 0)
