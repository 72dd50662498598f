"""Functions of a description and a state: by the engine in C for known numbers, else by XLA.

A function is written out in scalar values, runs on tape at once, and is compiled beside once it has
run for a while. Of many coordinates that would be too much: there it is evaluated by NumPy,
equation by equation, and after some calls compiled beside with its loops. What the engine cannot
write, and what is traced, goes by XLA.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from time import perf_counter
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import is_concrete
from zwang.base.functions import join, split
from zwang.base.identity.keyed import Keyed, jit_by_key
from zwang.emit import Interpreted
from zwang.emit.lines import PRELUDE, Emitted, emit
from zwang.emit.loops.function import Looped
from zwang.emit.scalars import scalarized
from zwang.emit.tape import tape_of
from zwang.ir.calls import called_texts
from zwang.ir.scalar.graph import TooMany, Unsupported
from zwang.ir.scalar.witness import solved
from zwang.ir.text import constants, defined
from zwang.library.functions import Functions, wrapped
from zwang.library.tape import Tape

# Coordinates up to which a function is written out: its tape is as fast as loops that are compiled.
FEW = 30
# Beyond: calls by NumPy, a tenth of a second each, after which loops are compiled beside, which
# takes half a minute. And coordinates above which matrices leave no room on a stack.
FIRST, MOST = 20, 128
# Calls by NumPy after which C pays, if NumPy has traced a function anyway: to write an equation
# takes as long as to evaluate it some hundred times.
OFTEN = 300
LONGEST = 60_000  # instructions of a tape beyond which a compiler takes too long
KEPT = 256  # programs, by function, description and shapes; the longest unused goes first
LAW, RESULT = "zw_law", "found"  # a function in C, and what it returns
_PROGRAMS: OrderedDict[Hashable, Any] = OrderedDict()


class Written:
    """A function of arrays in C: on tape, if it has one, until it is compiled."""

    def __init__(self, count: int, text: Callable[[], Emitted], tape: Tape | None = None):
        # count: of its arguments; text: of a function ``LAW`` of these, with one result
        self._functions = Functions({LAW: tape}, lambda: _unit(text(), count))
        self._function, self._tape = self._functions[LAW], tape
        self._short = tape is None or len(tape.codes) < LONGEST

    @property
    def ready(self) -> bool:
        """Whether it can be called."""
        return self._tape is not None or self._functions.compiled

    def begin(self) -> None:
        """Have it compiled beside."""
        self._functions.begin()

    def __call__(self, arguments: Sequence[np.ndarray], result: np.ndarray) -> None:
        if self._functions.compiled or not self._short:
            self._function.run(arguments, (result,))
            return
        began = perf_counter()
        self._function.run(arguments, (result,))
        self._functions.ran(perf_counter() - began)


def taped(inputs: Sequence[str], values: np.ndarray) -> Written:
    """Scalar values as a function of its inputs, on tape at once. Raises Unsupported."""
    outputs = {RESULT: values}
    write = lambda: emit(LAW, inputs, outputs, own=True)
    return Written(len(inputs), write, tape_of(inputs, outputs))


def _unit(written: Emitted, count: int) -> str:
    """The function, after all that it calls, with the signature that C calls."""
    above = PRELUDE, defined(constants()), called_texts(written.calls)
    return "\n".join([*above, written.text, wrapped(LAW, count, 1)])


class InC:
    """A function of q, qd, t and packed numbers in C. Raises Unsupported.

    It is written out; or it has ``loops``, and is ready once these are compiled.
    """

    def __init__(
        self,
        law: Callable,
        n: int,
        shapes: tuple[tuple[int, ...], ...],
        *,
        loops: bool = False,
        trusting: bool = False,
    ):
        # trusting: zeros are folded on trust, if all that the kernel is given vouches for them
        from zwang.engine.program import derived as derived  # rules of what stands for derivatives

        count, about = sum(map(math.prod, shapes)), []
        inputs = ("state", (2 * n + 1,)), ("p", (count,))

        def flat(state, packed):
            result = law(state[:n], state[n:-1], state[-1], unpacked(packed, shapes))
            leaves, tree = jax.tree.flatten(jax.tree.map(jnp.asarray, result))
            about[:] = [x.shape for x in leaves], [x.dtype for x in leaves], tree
            return {RESULT: jnp.concatenate([jnp.ravel(x).astype(float) for x in leaves])}

        if loops:
            looped = Looped(flat, *inputs, deferred=True)
            text = looped.emit(LAW, [x for x, _ in inputs], [RESULT], stack=True)
            self.written = Written(len(inputs), lambda: text)
        else:
            kernel = lambda result: [solved(result[RESULT].flat)]
            _, result = scalarized(flat, *inputs, fatal=kernel if trusting else None)
            self.written = taped([name for name, _ in inputs], result[RESULT])
        kinds, dtypes, self._tree = about
        ends = np.cumsum([0, *map(math.prod, kinds)]).tolist()
        self._n, self._size = n, ends[-1]
        self._parts = list(zip(ends[:-1], ends[1:], kinds, dtypes, strict=True))

    def __call__(self, q: Any, qd: Any, t: Any, packed: np.ndarray) -> Any:
        n, state, result = self._n, np.empty(2 * self._n + 1), np.empty(self._size)
        state[:n] = q
        state[n:-1] = qd
        state[-1] = t
        self.written((state, packed), result)
        leaves = [
            result[a:b].reshape(shape).astype(kind, copy=False) for a, b, shape, kind in self._parts
        ]
        return jax.tree.unflatten(self._tree, leaves)


class ByNumPy:
    """A function of a state and more: by NumPy for its first calls, then in C if it can be."""

    def __init__(
        self,
        by_numpy: Interpreted,
        law: Callable,
        shapes: Any,
        *,
        first: int = OFTEN,
        each: bool = False,
    ):
        # each: by_numpy takes several of the last argument, one behind the other, and law one
        self.by_numpy, self.law, self.shapes, self.each = by_numpy, law, shapes, each
        self.calls, self.first = 0, first
        self.in_c: InC | None = None
        self.tried = shapes[0].shape[0] > MOST

    def __call__(self, *args: Any) -> Any:
        """What the function returns, in NumPy arrays."""
        self.calls += 1
        if self.calls > self.first:
            with suppress(Unsupported):  # it stays with NumPy
                self.write()
        if self.in_c is None or not self.in_c.written.ready:
            return self.by_numpy(*args)
        q, qd, t, *others = args
        if not self.each:
            return self.in_c(q, qd, t, pack(jax.tree.leaves(others)))
        own, rows = pack(jax.tree.leaves(others[:-1])), jax.tree.leaves(others[-1])
        packed = np.concatenate([x.reshape(len(x), math.prod(x.shape[1:])) for x in rows], axis=1)
        every = [self.in_c(q, qd, t, np.concatenate([own, row])) for row in packed]
        return jax.tree.map(lambda *x: np.stack(x), *every)

    def write(self) -> None:
        """Write it in C, once; loops are compiled beside. Raises Unsupported."""
        if self.tried:
            return
        self.tried = True
        q, _, _, *others = self.shapes
        leaves, tree = jax.tree.flatten(others)
        law = lambda q, qd, t, rest: self.law(q, qd, t, *jax.tree.unflatten(tree, rest))
        loops = q.shape[0] > FEW
        self.in_c = InC(law, q.shape[0], tuple(x.shape for x in leaves), loops=loops)
        if loops:
            self.in_c.written.begin()


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
        if isinstance(program, InC):
            return program(q, qd, t, pack(numbers))
        return program(q, qd, t, [*numbers])

    def program(self, fixed: Keyed, rest: Keyed, q: Any, numbers: Any) -> InC | ByNumPy | str:
        """A function of q, qd, t and the numbers, packed for C; or why there is none."""
        n, shapes = np.shape(q)[0], tuple(np.shape(x) for x in numbers)
        key = self.function, fixed, rest, n, shapes
        if key not in _PROGRAMS:
            law = lambda q, qd, t, numbers: self.by_xla(fixed, rest, q, qd, t, numbers)
            _PROGRAMS[key] = _program(law, n, shapes)
            if len(_PROGRAMS) > KEPT:
                _PROGRAMS.popitem(last=False)
        _PROGRAMS.move_to_end(key)
        return _PROGRAMS[key]


def _program(law: Callable, n: int, shapes: tuple[tuple[int, ...], ...]) -> InC | ByNumPy | str:
    try:
        if n <= FEW:
            with suppress(TooMany):
                return InC(law, n, shapes)
        return by_numpy(law, n, shapes)
    except Unsupported as reason:
        return str(reason)


def in_c(law: Callable, n: int, shapes: tuple[tuple[int, ...], ...]) -> Callable:
    """A function of q, qd, t and packed numbers, for who calls it often. Raises Unsupported."""
    if n <= FEW:
        with suppress(TooMany):
            return InC(law, n, shapes, trusting=True)
    both = by_numpy(law, n, shapes)
    both.write()
    return lambda q, qd, t, packed: both(q, qd, t, unpacked(packed, shapes))


def by_numpy(
    law: Callable, n: int, shapes: tuple[tuple[int, ...], ...], first: int = FIRST
) -> ByNumPy:
    """A function of q, qd, t and a list of numbers, by NumPy at first. Raises Unsupported."""
    array = lambda *shape: jax.ShapeDtypeStruct(shape, np.float64)
    about = array(n), array(n), array(), [array(*shape) for shape in shapes]
    return ByNumPy(Interpreted(law, *about), law, about, first=first)


def pack(numbers: Any) -> np.ndarray:
    """All numbers of the parameters, one behind the other."""
    parts = [np.ravel(np.asarray(x, float)) for x in numbers]
    return np.concatenate(parts) if parts else np.zeros(0)


def unpacked(packed: Any, shapes: tuple[tuple[int, ...], ...]) -> list[Any]:
    """The numbers again, each in its shape."""
    ends = np.cumsum([0, *map(math.prod, shapes)])
    return [packed[a:b].reshape(x) for a, b, x in zip(ends[:-1], ends[1:], shapes, strict=True)]


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
