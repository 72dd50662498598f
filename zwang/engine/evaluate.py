"""Functions of a description and a state: by the engine in C for known numbers, else by XLA.

C takes a second or two to compile where XLA takes half a minute, and microseconds to call. Here the
compiler is told to hurry, since nobody asks state by state a million times. What the engine cannot
write, and what is traced, goes by XLA. Of many coordinates the first calls are evaluated by NumPy,
equation by equation: to compile would take ten times as long as these.
"""

from __future__ import annotations

import ctypes
import math
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import is_concrete
from zwang.base.functions import join, split
from zwang.base.identity.keyed import Keyed, jit_by_key
from zwang.emit import Interpreted, tape
from zwang.emit.lines import PRELUDE, Emitted, emit
from zwang.emit.loops.function import MANY, Looped
from zwang.emit.scalars import scalarized
from zwang.emit.tape import taped
from zwang.files.build import ONCE, SELDOM, library
from zwang.ir.calls import called_texts
from zwang.ir.scalar.graph import Unsupported
from zwang.ir.scalar.witness import solved
from zwang.ir.text import constants, defined

# Calls of many coordinates by NumPy, a tenth of a second: who asks for more asks for a report, with
# a hundred states, and again. And coordinates above which matrices leave no room on a stack.
FIRST, MOST = 20, 128
# Calls by NumPy after which C pays, whatever the function: to write and compile an equation takes
# as long as to evaluate it some hundred times. And coordinates above which it is not tried.
OFTEN, FEW = 300, 30
KEPT = 256  # programs in C, by function, description and shapes; the longest unused goes first
FOUND = "found"  # what a function in C returns
_PROGRAMS: OrderedDict[Hashable, Any] = OrderedDict()


class Evaluated:
    """A function of (description, q, qd, t, p), compiled once for each description."""

    def __init__(self, function: Callable):
        # of the description, such as a controller, and of a state; it returns arrays in tuples with
        # names
        self.function = function
        self.by_xla = jit_by_key(0, 1)(self._traced)

    def _traced(self, fixed: Keyed, rest: Keyed, q: Any, qd: Any, t: Any, numbers: Any) -> Any:
        return self.function(fixed.value, q, qd, t, join(numbers, rest))

    def __call__(self, fixed: Keyed, rest: Keyed, q: Any, qd: Any, t: Any, numbers: Any) -> Any:
        """What the function returns; NumPy arrays where all are known."""
        state = (q, qd, t, *numbers)
        if not is_concrete(*state) or any(x.dtype != np.float64 for x in state):
            return self.by_xla(fixed, rest, q, qd, t, numbers)
        program = self.program(fixed, rest, q, numbers)
        if isinstance(program, str):
            return self.by_xla(fixed, rest, q, qd, t, numbers)
        return program(q, qd, t, pack(numbers))

    def program(self, fixed: Keyed, rest: Keyed, q: Any, numbers: Any, often: bool = False) -> Any:
        """The program in C, a function of q, qd, t and the packed numbers; or why there is none."""
        n, shapes = np.shape(q)[0], tuple(np.shape(x) for x in numbers)
        key = self.function, fixed, rest, n, shapes
        if key in _PROGRAMS and not (often and isinstance(_PROGRAMS[key], _First)):
            _PROGRAMS.move_to_end(key)
            return _PROGRAMS[key]
        law = lambda q, qd, t, numbers: self.by_xla(fixed, rest, q, qd, t, numbers)
        found: Any = ""
        if n <= MANY or (often and n <= MOST):
            found = _compiled(law, n, shapes)
        if n > MANY and isinstance(found, str):
            found = _PROGRAMS.get(key) or _First(law, n, shapes)
        _PROGRAMS[key] = found
        if len(_PROGRAMS) > KEPT:
            _PROGRAMS.popitem(last=False)
        return found


def _compiled(law: Callable, n: int, shapes: tuple[tuple[int, ...], ...]) -> Any:
    """The program in C, or why there is none."""
    try:
        return in_c(law, n, shapes, SELDOM)
    except Unsupported as reason:
        return str(reason)


class _First:
    """A program of which the first calls are evaluated by NumPy, and then it is in C if it can
    be.
    """

    def __init__(self, law: Callable, n: int, shapes: tuple[tuple[int, ...], ...]):
        self.law, self.n, self.shapes, self.calls = law, n, shapes, 0
        array = lambda *shape: jax.ShapeDtypeStruct(shape, np.float64)
        numbers = [array(*shape) for shape in shapes]
        self.by_numpy = Interpreted(law, array(n), array(n), array(), numbers)
        self.in_c: Any = None

    def __call__(self, q: Any, qd: Any, t: Any, packed: np.ndarray) -> Any:
        self.calls += 1
        if self.calls > FIRST and self.in_c is None and self.n <= MOST:
            self.in_c = _compiled(self.law, self.n, self.shapes)
        if callable(self.in_c):
            return self.in_c(q, qd, t, packed)
        return self.by_numpy(q, qd, t, unpacked(packed, self.shapes))


class Often:
    """A function of a state and more, by NumPy at first, in C once it was asked for often."""

    def __init__(self, by_numpy: Interpreted, law: Callable, shapes: Any, each: bool = False):
        self.by_numpy, self.law, self.shapes, self.each = by_numpy, law, shapes, each
        self.calls, self.in_c = 0, None if shapes[0].shape[0] <= FEW else ""

    def __call__(self, *args: Any) -> Any:
        """What the function returns, in NumPy arrays."""
        if self.in_c is None:
            self.calls += 1
            if self.calls > OFTEN:
                self.in_c = self._compiled()
        if not callable(self.in_c):
            return self.by_numpy(*args)
        q, qd, t, *others = args
        if not self.each:
            return self.in_c(q, qd, t, pack(jax.tree.leaves(others)))
        own, rows = pack(jax.tree.leaves(others[:-1])), jax.tree.leaves(others[-1])
        packed = np.concatenate([x.reshape(len(x), math.prod(x.shape[1:])) for x in rows], axis=1)
        found = [self.in_c(q, qd, t, np.concatenate([own, row])) for row in packed]
        return jax.tree.map(lambda *x: np.stack(x), *found)

    def _compiled(self) -> Any:
        q, _, _, *others = self.shapes
        leaves, tree = jax.tree.flatten(others)
        law = lambda q, qd, t, rest: self.law(q, qd, t, *jax.tree.unflatten(tree, rest))
        return _compiled(law, q.shape[0], tuple(x.shape for x in leaves))


def pack(numbers: Any) -> np.ndarray:
    """All numbers of the parameters, one behind the other."""
    parts = [np.ravel(np.asarray(x, float)) for x in numbers]
    return np.concatenate(parts) if parts else np.zeros(0)


def unpacked(packed: Any, shapes: tuple[tuple[int, ...], ...]) -> list[Any]:
    """The numbers again, each in its shape."""
    ends = np.cumsum([0, *map(math.prod, shapes)])
    return [packed[a:b].reshape(x) for a, b, x in zip(ends[:-1], ends[1:], shapes, strict=True)]


def in_c(law: Callable, n: int, shapes: tuple[tuple[int, ...], ...], level: str = ONCE) -> Callable:
    """A function of q, qd, t and numbers as one of a C library, of packed numbers.

    Raises Unsupported.
    """
    from zwang.engine.program import derived as derived  # the rules of what stands for derivatives

    count, about = sum(map(math.prod, shapes)), []
    inputs = ("state", (2 * n + 1,)), ("p", (count,))

    def flat(state, packed):
        found = law(state[:n], state[n:-1], state[-1], unpacked(packed, shapes))
        leaves, tree = jax.tree.flatten(jax.tree.map(jnp.asarray, found))
        about[:] = [x.shape for x in leaves], [x.dtype for x in leaves], tree
        return {FOUND: jnp.concatenate([jnp.ravel(x).astype(float) for x in leaves])}

    written = _in_loops(flat, inputs) if n > MANY else None
    if written is None:
        kernel = lambda found: [solved(found[FOUND].flat)]
        # To fold on trust what is then not vouched for takes all of it a second time.
        fatal = None if level == SELDOM else kernel
        _, found = scalarized(flat, *inputs, fatal=fatal)
        names = ("state", "p")
        written = taped(emit("zw_law", names, found, public=True), names, found)
    else:
        level = ONCE  # its text is short
    given, dtypes, tree = about
    size = sum(map(math.prod, given))
    return _called(_library(written, level), given, dtypes, tree, n, size)


def _in_loops(flat: Callable, inputs: Any) -> Emitted | None:
    """The function in loops over arrays; None where that cannot be."""
    try:
        looped = Looped(flat, *inputs, deferred=True)
        return looped.emit("zw_law", [x for x, _ in inputs], [FOUND], public=True, stack=True)
    except Unsupported:
        return None


def _library(written: Emitted, level: str) -> Any:
    """The function ``zw_law``, and all that it calls."""
    above = [PRELUDE, defined(constants()), called_texts(written.calls)]
    units: Any = "\n".join([*above, written.text])
    if level == SELDOM and written.tape:
        units = "\n".join([*above, tape.HEAD, written.tape]), tape.UNIT
    function = library(units, level).zw_law
    function.argtypes, function.restype = [ctypes.c_void_p] * 3, None
    return function


def _called(function: Any, shapes: Any, dtypes: Any, tree: Any, n: int, size: int) -> Callable:
    ends = np.cumsum([0, *(math.prod(x) for x in shapes)])
    places = list(zip(ends[:-1], ends[1:], shapes, dtypes, strict=True))
    single = len(places) == 1 and dtypes[0] == np.float64

    def call(q: Any, qd: Any, t: Any, packed: np.ndarray) -> Any:
        state, found = np.empty(2 * n + 1), np.empty(size)
        state[:n] = q
        state[n:-1] = qd
        state[-1] = t
        function(state.ctypes.data, packed.ctypes.data, found.ctypes.data)
        if single:
            return jax.tree.unflatten(tree, [found.reshape(shapes[0])])
        leaves = [
            found[a:b].reshape(shape).astype(kind, copy=False) for a, b, shape, kind in places
        ]
        return jax.tree.unflatten(tree, leaves)

    return call


def in_rows(
    evaluated: Evaluated,
    fixed: Keyed,
    rows: tuple[Any, Any, Any],
    p: Any,
    besides: Mapping,
    taken: Callable[[Any], Any] = lambda found: found,
) -> Any:
    """What a function returns in T rows of a motion, each leaf with an axis in front."""
    found = []
    for i, (t, q, qd) in enumerate(zip(*rows, strict=True)):
        numbers, rest = split({"p": p} | {name: x[i] for name, x in besides.items()}, np)
        found.append(taken(evaluated(fixed, rest, q, qd, np.asarray(t), numbers)))
    return jax.tree.map(lambda *x: np.stack([np.asarray(y) for y in x]), *found)
