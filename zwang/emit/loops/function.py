"""A function of arrays in C, with its loops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager

import jax
import numpy as np

from zwang.emit.lines import Emitted, head_of
from zwang.emit.loops import calls, each, folds, moves, turns, windows
from zwang.emit.loops.index import flat_place, strides_of
from zwang.emit.loops.memory import MOST, laid_out, room_of
from zwang.emit.loops.views import in_memory
from zwang.emit.loops.writer import RULES, Writer
from zwang.ir.lower import lower
from zwang.ir.scalar.graph import FLOAT, Unsupported
from zwang.system.deferred import for_engine, for_jax

assert all(x.rule is not None and RULES for x in (calls, each, folds, moves, turns, windows))
MANY = 12  # coordinates above which loops are shorter than straight lines
LOOPED = "/* in loops over arrays */"  # stands above every function with arrays on the stack
# Memory is asked for once by each thread; a GPU has it on its stack. ZW_FREE: of a loop whose turns
# do not depend on each other, which compilers cannot know of places in one memory. Texts are
# mostly short and loops long, so that they are made fast also where the rest is not.
ABOVE = """\
#ifndef ZW_ROOM
#if defined(__CUDACC__)
#define ZW_ROOM
#define ZW_TABLE __device__ static const
#elif defined(_MSC_VER)
#define ZW_ROOM static __declspec(thread)
#define ZW_TABLE static const
#elif defined(__wasm__)
#define ZW_ROOM static
#define ZW_TABLE static const
#else
#define ZW_ROOM static __thread
#define ZW_TABLE static const
#endif
#if defined(__clang__)
#define ZW_FREE _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__) && !defined(__CUDACC__)
#define ZW_FREE _Pragma("GCC ivdep")
#else
#define ZW_FREE
#endif
/* An index, moved inside. */
ZW_FUNCTION int zw_inside(long long i, int last) { return i < 0 ? 0 : i > last ? last : (int)i; }
#endif
"""
BRIEF = 40_000  # letters that are compiled well at once
FAST = """\
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
#pragma GCC push_options
#pragma GCC optimize("O2", "tree-vectorize", "vect-cost-model=dynamic")
#endif
"""
AGAIN = """\
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
#pragma GCC pop_options
#endif
"""


class Looped:
    """A traced function of float64 arrays, by name of what it returns.

    ``deferred`` if derivatives that are left to the engine are taken apart, see
    ``zwang.system.deferred``.
    """

    def __init__(
        self, function: Callable, *inputs: tuple[str, tuple[int, ...]], deferred: bool = False
    ):
        self.inputs, self.deferred = inputs, deferred  # name and shape of each
        kinds = [jax.ShapeDtypeStruct(shape, np.float64) for _, shape in inputs]
        with self._tracing():
            closed, out = jax.make_jaxpr(function, return_shape=True)(*kinds)
        self.shapes: dict[str, tuple[int, ...]] = {x: tuple(y.shape) for x, y in out.items()}
        self._block = lower(closed)
        # A tree of JAX has its names in the order of the alphabet.
        self._names = sorted(out)

    def _tracing(self) -> AbstractContextManager[None]:
        return for_engine() if self.deferred else for_jax()

    def emit(
        self,
        name: str,
        arguments: Sequence[str],
        outputs: Sequence[str],
        *,
        public: bool = False,
        own: bool = True,
        stack: bool = False,
        room: Mapping[str, int] | None = None,
    ) -> Emitted:
        """Write a function ``void name(const double *arguments..., double *outputs...)``.

        Its arrays are on the ``stack``, or else in memory of the thread. Raises Unsupported.
        """
        names = [out for out in outputs if out in self.shapes]
        for out in names:
            if room is not None and int(np.prod(self.shapes[out])) != room[out]:
                raise Unsupported(f"`{out}` has the shape {self.shapes[out]}")
        writer = self._written(name, names)
        lines = laid_out(writer.buffers, writer.statements, stack)
        if room_of(lines) > MOST:
            raise Unsupported(f"it would take {room_of(lines):,} bytes of memory")
        kind = "ZW_PUBLIC" if public else "ZW_OWN" if own else "ZW_PART"
        head = head_of(name, arguments, outputs, kind)
        unused = [f"    (void){x};" for x in (*arguments, *outputs)]
        body = [*unused, *lines, *(line for x in writer.statements for line in x.lines)]
        fast = not stack and sum(map(len, body)) < BRIEF
        above, below = ([FAST], [AGAIN]) if fast else ([LOOPED] if stack else [], [""])
        parts = [ABOVE, *writer.tables.lines, *writer.functions, *above, head, "{", *body, "}"]
        operations = Counter({"loops over arrays" if stack else "loops": writer.operations})
        text = "\n".join([*parts, *below])
        return Emitted(text, f"{head};", operations, tuple(writer.calls))

    def _written(self, name: str, outputs: Sequence[str]) -> Writer:
        """The statements that compute some of the results."""
        block, writer = self._block, Writer(name)
        block = block.only([block.results[self._names.index(x)] for x in outputs])
        with self._tracing():
            results = writer.run(block, [in_memory(x, FLOAT, shape) for x, shape in self.inputs])
        for out, view in zip(outputs, results, strict=True):
            strides = strides_of(view.shape)
            writer.put(view, out, lambda at, s=strides: flat_place(at, s))
        return writer
