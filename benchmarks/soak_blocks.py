"""Random programs on arrays by every emitter and by JAX: ``python benchmarks/soak_blocks.py
[count] [seed]``.

A program is a dozen steps on arrays of floats, whole numbers and truth values: laws of single
numbers, reshapes, slices, pads, gathers and scatters at places that are known or computed, sums,
products of matrices, loops of all kinds, branches, derivatives and programs within the program.
What NumPy, C with loops and scalars compute is compared with what ``jax.jit`` does; what is
refused is counted by its reason. Where results differ, JAX is asked again at inputs that differ by
rounding, and then without XLA: what these change as much is counted apart. The exit code is 1 if
any differs.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

import zwang  # noqa: F401   it sets float64

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import emitters  # noqa: E402

INPUTS = {"x": (3, 4), "y": (4,), "z": (2, 3, 2)}
BATCH, POINTS = 100, 2
RTOL, ATOL, NOISE = 1e-9, 1e-11, 1e-14
LARGEST = 96  # elements of a value


class Step(NamedTuple):
    """A function of values that were made before, and which these are."""

    name: str
    function: Callable
    operands: tuple[int, ...]


# -- drawing: of random numbers, kinds of all values, and the place of one of them ---------------


def _unary(rng: Any, kinds: list, k: int) -> Step:
    names = "sin cos tanh atan square neg abs floor sign exp2 logistic erf is_finite".split()
    name = str(rng.choice(names))
    return Step(name, getattr(lax, name), (k,))


def _binary(rng: Any, kinds: list, k: int) -> Step:
    names = "add sub mul max min atan2 eq lt ge div rem".split()
    name = str(rng.choice(names))
    function = getattr(lax, name)
    return Step(name, lambda a, b: function(*jnp.broadcast_arrays(a, b)), (k, _fits(rng, kinds, k)))


def _fits(rng: Any, kinds: list, k: int) -> int:
    """A float that can be broadcast with another."""

    def alike(shape: tuple) -> bool:
        try:
            return int(np.prod(np.broadcast_shapes(shape, kinds[k].shape))) <= LARGEST
        except ValueError:
            return False

    return _one_of(rng, [i for i, x in enumerate(kinds) if alike(x.shape) and x.dtype == float])


def _one_of(rng: Any, places: list[int]) -> int:
    return int(places[rng.integers(len(places))])


def _where(rng: Any, kinds: list, k: int) -> Step:
    other = _fits(rng, kinds, k)
    return Step("where", lambda a, b: jnp.where(a > 0.1, a, b * 2.0), (k, other))


def _shape(rng: Any, kinds: list, k: int) -> Step:
    shape, rank = kinds[k].shape, len(kinds[k].shape)
    turned = tuple(rng.permutation(rank))
    ways: list[tuple[str, Callable]] = [
        ("transpose", lambda x: jnp.transpose(x, turned)),
        ("ravel", jnp.ravel),
        ("expand", lambda x: x[..., None]),
        ("broadcast", lambda x: jnp.broadcast_to(x[None], (2, *shape))),
        ("tile", lambda x: jnp.tile(x, 2)),
    ]
    if rank:
        axis = int(rng.integers(rank))
        ways += [
            ("rev", lambda x: jnp.flip(x, axis)),
            ("slice", lambda x: lax.slice_in_dim(x, 0, shape[axis], 2, axis)),
            ("last", lambda x: lax.index_in_dim(x, -1, axis, keepdims=False)),
            ("roll", lambda x: jnp.roll(x, 1, axis)),
            ("split", lambda x: jnp.concatenate(jnp.array_split(x, 2, axis)[::-1], axis)),
            ("pad", partial(_padded, tuple(map(int, rng.integers([-1, -1, 0], [3, 3, 3]))), axis)),
        ]
    name, function = ways[rng.integers(len(ways))]
    return Step(name, function, (k,))


def _padded(config: tuple, axis: int, x: Any) -> Any:
    low, high, gap = config
    if x.shape[axis] + low + high <= 0:
        low, high = 1, 0
    every = [(low, high, gap) if i == axis else (0, 0, 0) for i in range(x.ndim)]
    return lax.pad(x, jnp.asarray(0.5, x.dtype), every)


def _joined(rng: Any, kinds: list, k: int) -> Step:
    same = [i for i, x in enumerate(kinds) if x == kinds[k]]
    others = (k, _one_of(rng, same), _one_of(rng, same))
    if rng.random() < 0.5 and kinds[k].shape:
        return Step("concatenate", lambda *x: jnp.concatenate(x), others)
    return Step("stack", lambda *x: jnp.stack(x, -1), others)


def _reduced(rng: Any, kinds: list, k: int) -> Step:
    shape = kinds[k].shape
    axis = None if not shape or rng.random() < 0.3 else int(rng.integers(len(shape)))
    name = str(rng.choice("sum prod max min argmax argmin cumsum cumprod any all".split()))
    if name in ("any", "all"):
        return Step(name, lambda x: getattr(jnp, name)(x > 0.0, axis), (k,))
    running = name.startswith("cum") and axis is None
    return Step(name, lambda x: getattr(jnp, name)(x, 0 if running and shape else axis), (k,))


def _running(rng: Any, kinds: list, k: int) -> Step:
    axis = int(rng.integers(len(kinds[k].shape))) if kinds[k].shape else 0
    name = str(rng.choice(["cumsum", "cumprod", "cummax", "cummin"]))
    reverse = bool(rng.integers(2))
    return Step(name, lambda x: getattr(lax, name)(jnp.atleast_1d(x), axis, reverse=reverse), (k,))


def _dot(rng: Any, kinds: list, k: int) -> Step:
    x = kinds[k].shape
    pairs = [
        (i, a, b)
        for i, kind in enumerate(kinds)
        for a, size in enumerate(x)
        for b, other in enumerate(kind.shape)
        if size == other and kind.dtype == float
        and np.prod(x) * np.prod(kind.shape) / size**2 <= LARGEST
    ]  # fmt: skip
    if not pairs:
        return _unary(rng, kinds, k)
    i, a, b = pairs[rng.integers(len(pairs))]
    if rng.random() < 0.3:
        numbers = (((), ()), ((a,), (b,)))  # side by side
        small = np.prod(x) * np.prod(kinds[i].shape) / x[a] <= LARGEST
        if small:
            return Step("batched", lambda u, v: lax.dot_general(u, v, numbers), (k, i))
    return Step("dot", lambda u, v: jnp.tensordot(u, v, ((a,), (b,))), (k, i))


def _indices(rng: Any, computed: bool, size: int) -> Callable[..., Any]:
    """Indices of a value's first axis, some of them outside; a function of the value."""
    places = rng.integers(-1, size + 2, 3)
    if not computed:
        return lambda x: jnp.asarray(places)
    return lambda x: jnp.asarray(places) + (x.sum() > 0.3)


def _windows(rng: Any, kinds: list, k: int) -> Step:
    shape, computed = kinds[k].shape, bool(rng.integers(2))
    if not shape or not min(shape):
        return _shape(rng, kinds, k)
    where, mode = (
        _indices(rng, computed, shape[0]),
        str(rng.choice(["clip", "fill", "promise_in_bounds"])),
    )
    drop = "clip" if mode == "clip" else "drop"
    half = tuple(max(size // 2, 1) for size in shape)
    begin = lambda x: [where(x)[i % 3] for i in range(x.ndim)]
    ways: dict[str, Callable] = {
        "gather": lambda x: x.at[where(x)].get(mode=mode),
        "set": lambda x: x.at[where(x)[0]].set(0.25, mode=drop),
        "add": lambda x: x.at[where(x)].add(jnp.arange(3.0).reshape(3, *[1] * (x.ndim - 1))
                                            + 0.0 * x[:1], mode=drop),
        "dynamic slice": lambda x: lax.dynamic_slice(x, begin(x), half),
        "update": lambda x: lax.dynamic_update_slice(x, jnp.full(half, 0.75), begin(x)),
    }  # fmt: skip
    name = str(rng.choice(list(ways)))
    return Step(f"{name} {mode} {'computed' if computed else 'known'}", ways[name], (k,))


def _loop(rng: Any, kinds: list, k: int) -> Step:
    turns, reverse = int(rng.integers(0, 5)), bool(rng.integers(2))
    rows = np.round(rng.normal(size=(turns, 2)), 3)

    def scan(x: Any) -> Any:
        body = lambda c, r: (jnp.sin(c) + r[0] * c.mean(), c * r[1])
        last, every = lax.scan(body, jnp.asarray(x), jnp.asarray(rows), reverse=reverse)
        return jnp.concatenate([last[None], every])

    def fori(x: Any) -> Any:
        return lax.fori_loop(0, turns, lambda i, c: jnp.cos(c) * (i + 0.5) + x, x)

    def until(x: Any) -> Any:
        def smaller(state: Any) -> Any:
            i, c = state
            return i + 1, 0.5 * c

        return lax.while_loop(lambda s: (s[0] < 20) & (jnp.abs(s[1]).sum() > 0.7), smaller, (0, x))[
            1
        ]

    def branch(x: Any) -> Any:
        three = [jnp.sin, lambda v: v * 2.0 - 1.0, lambda v: v.sum() + 0.0 * v]
        which = jnp.int32(jnp.where(jnp.isfinite(x.sum()), jnp.clip(x.sum() * 2.0, -9, 9), 1.0))
        return lax.switch(which, three, x)

    ways = {"scan": scan, "fori": fori, "while": until, "switch": branch}
    ways["cond"] = lambda x: lax.cond(x.sum() > 0.2, lambda v: v + 1.0, jnp.cos, x)
    name = str(rng.choice(list(ways)))
    return Step(name, ways[name], (k,))


@jax.custom_jvp
def _bent(x: Any) -> Any:
    return jnp.where(x > 0, x * x, 0.0)


_bent.defjvp(
    lambda primals, changes: (_bent(*primals), 2.0 * jnp.maximum(primals[0], 0) * changes[0])
)


def _within(rng: Any, kinds: list, k: int) -> Step:
    ways: dict[str, Callable] = {
        "grad": jax.grad(lambda x: (jnp.sin(x) * x).sum() + (x.sum() ** 2)),
        "jvp": lambda x: jax.jvp(lambda v: _bent(v) * jnp.cos(v), (x,), (x * 0.5,))[1],
        "jit": jax.jit(lambda x: jnp.tanh(x) + jax.nn.relu(x)),
        "vmap": lambda x: jax.vmap(lambda v: v * v.sum())(jnp.atleast_1d(x)),
        "factor": _factor,
        "whole": lambda x: (jnp.floor(jnp.clip(x, -99, 99)).astype(int) % 3 + jnp.arange(x.size)
                            .reshape(x.shape)).astype(float),
        "bits": lambda x: ((jnp.clip(x, -9, 9) * 4).astype(jnp.int32) & 6 | 1).astype(float),
        "diagonal": lambda x: jnp.eye(3) * x.mean() + jnp.tri(3),
        "sort": lambda x: jnp.sort(jnp.ravel(x)),
    }  # fmt: skip
    name = str(rng.choice(list(ways)))
    return Step(name, ways[name], (k,))


def _factor(x: Any) -> Any:
    v = jnp.tanh(jnp.nan_to_num(x, posinf=0.0).ravel()[:1])
    M = jnp.eye(3) * 2.0 + v * jnp.ones((3, 3)) * 0.5
    L: Any = lax.linalg.cholesky(M)
    return lax.linalg.triangular_solve(L, jnp.ones((3, 1)) * v, left_side=True, lower=True)


MAKERS = (_unary, _binary, _where, _shape, _shape, _joined, _reduced, _running, _dot, _windows,
          _windows, _loop, _within)  # fmt: skip


def draw(rng: np.random.Generator) -> list[Step]:
    """A program."""
    kinds = [jax.ShapeDtypeStruct(shape, np.float64) for shape in INPUTS.values()]
    steps: list[Step] = []
    while len(steps) < rng.integers(3, 10):
        floats = [i for i, x in enumerate(kinds) if x.dtype == float and x.size]
        k = floats[-1] if rng.random() < 0.6 else _one_of(rng, floats)
        step = MAKERS[rng.integers(len(MAKERS))](rng, kinds, k)
        kind = jax.eval_shape(step.function, *(kinds[i] for i in step.operands))
        if kind.size <= LARGEST:
            steps.append(step)
            kinds.append(kind)
    return steps


def program(steps: list[Step], **inputs: Any) -> dict[str, Any]:
    """The last values, as floats."""
    values = [jnp.asarray(x) for x in inputs.values()]
    for step in steps:
        values.append(step.function(*(values[i] for i in step.operands)))
    return {f"out{i}": x.astype(float) for i, x in enumerate(values[-3:])}


# -- comparing ------------------------------------------------------------------------------------


def alike(a: dict[str, Any], b: dict[str, Any]) -> bool:
    """Whether two results are the same but for rounding."""
    return all(np.allclose(a[x], b[x], rtol=RTOL, atol=ATOL, equal_nan=True) for x in b)


def judged(steps: list[Step], call: Any, wanted: Callable, rng: np.random.Generator) -> str:
    """What became of a program."""
    if isinstance(call, str):
        return f"refused: {call.split('(')[0].strip()}"
    for _ in range(POINTS):
        inputs = {name: rng.normal(size=shape) for name, shape in INPUTS.items()}
        got, right = call(**inputs), wanted(**inputs)
        if alike(got, right):
            continue
        for _ in range(8):
            near = {k: v * (1 + NOISE * rng.normal(size=v.shape)) for k, v in inputs.items()}
            if not alike(wanted(**near), right):
                return "rounding decides"
        with jax.disable_jit():  # XLA takes 0 x for 0, even if x is NaN, where it sees a mask
            if alike(got, program(steps, **inputs)):
                return "XLA simplifies"
        lines = [f"  {i + len(INPUTS)}: {s.name} {s.operands}" for i, s in enumerate(steps)]
        return "\n".join(["differs", *lines, f"  got {got}", f"  wanted {right}"])
    return "agrees"


def main(count: int, seed: int, *names: str) -> int:
    begun, became = time.perf_counter(), Counter()
    rng = np.random.default_rng(seed)
    for first in range(0, count, BATCH):
        every = [draw(rng) for _ in range(min(BATCH, count - first))]
        functions = [partial(program, steps) for steps in every]
        by_jax = [jax.jit(f) for f in functions]
        for name in names or emitters.EMITTERS:
            calls = emitters.EMITTERS[name](functions, INPUTS)
            for steps, call, wanted in zip(every, calls, by_jax, strict=True):
                result = judged(steps, call, wanted, rng)
                became[name, result.split("\n")[0]] += 1
                if result.startswith("differs"):
                    print(name, result, flush=True)
        jax.clear_caches()
    print(f"{count} programs, seed {seed}, {time.perf_counter() - begun:.0f} s")
    for (name, result), times in sorted(became.items()):
        print(f"  {name:<8} {result:<60} {times:6d}")
    return sum(times for (_, result), times in became.items() if result == "differs")


if __name__ == "__main__":
    words = sys.argv[1:]
    numbers = [int(x) for x in (words + ["1000", "0"][len(words) :])[:2]]
    sys.exit(main(numbers[0], numbers[1], *words[2:]) > 0)
