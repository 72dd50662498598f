"""Statements of C: loops that compute arrays, and the memory that they need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import Any

import numpy as np

from zwang.emit.lines import CALLED, computed
from zwang.emit.loops.index import Index, Indices, flat_place, nest, strides_of
from zwang.emit.loops.memory import Buffer, Statement, Tables
from zwang.emit.loops.views import View, in_memory, of_buffer, of_number
from zwang.ir.block import Block, Kind, Op
from zwang.ir.records import Called
from zwang.ir.scalar.bounds import COMPUTED
from zwang.ir.scalar.graph import BOOL, FLOAT, INT, Graph, Unsupported
from zwang.ir.scalar.types import HARMLESS, is_narrow, kind_for

PLAIN: dict[str, Callable] = {FLOAT: float, INT: int, BOOL: bool}
# By the name of a primitive, or any of a kind: of a writer, an operation and views.
RULES: dict[str, Callable] = {}
LETTERS = 600_000  # of one function, beyond which compilers take too long


def rule(*names: str) -> Callable:
    """Put a function into the table, under these names."""

    def put(function: Callable) -> Callable:
        RULES.update(dict.fromkeys(names, function))
        return function

    return put


def require_wide(op: Op) -> None:
    """Refuse to compute with floats of less precision, as the scalars do."""
    if op.kind == "loop" or op.name in HARMLESS:
        return
    for variable in (*op.equation.invars, *op.equation.outvars):
        kind_for(variable.aval.dtype)
        if is_narrow(variable.aval.dtype):
            raise Unsupported(f"numbers of the type {variable.aval.dtype}")


class Writer:
    """The statements of one function."""

    def __init__(self, prefix: str):
        self.statements, self.buffers = list[Statement](), list[Buffer]()
        self.prefix, self.tables = prefix, Tables(f"{prefix}_table")
        self.operations, self._times, self._letters = 0, 1, 0
        self._numbers, self.block = count(), None
        self.functions, self.calls = list[str](), list[Called]()

    def new(self, size: int, kind: str) -> Buffer:
        """A new array in C."""
        result = Buffer(f"{COMPUTED}{next(self._numbers)}", max(size, 1), kind)
        self.buffers.append(result)
        return result

    def name(self, prefix: str) -> str:
        """A name that nothing else has."""
        return f"{prefix}{next(self._numbers)}"

    def name_beside(self) -> str:
        """The name of another function that is called."""
        return f"{self.prefix}_part{len(self.functions)}"

    def say(self, lines: list[str], touched: Iterable[str]) -> None:
        """Add a statement."""
        self._letters += sum(map(len, lines))
        if self._letters > LETTERS:
            raise Unsupported(f"the program in C would have more than {LETTERS} letters")
        self.statements.append(Statement(lines, frozenset(touched)))

    # -- computing arrays --------------------------------------------------------------------

    def put(self, view: View, name: str, place: Callable[[Indices], Index]) -> None:
        """Compute all elements of an array, and put them where they belong."""
        if not int(np.prod(view.shape)):
            return
        heads, indices = nest(view.shape)
        lines, (text,) = self.body([view], indices)
        lines.append(f"    {name}[{place(indices).text}] = {text};")
        self.count(view.shape, view.cost)
        self.say(around(heads, lines, free=True), view.touched | {name})

    def body(self, views: Sequence[View], indices: Indices) -> tuple[list[str], list[str]]:
        """Lines that compute an element of some arrays, and what each is called then."""
        graph = Graph()
        return computed([view.at(graph, indices[: len(view.shape)]) for view in views])

    def count(self, shape: Iterable[int], operations: int) -> None:
        """Count operations in loops over a shape."""
        self.operations += self._times * max(operations, 1) * int(np.prod(list(shape)))

    def kept(self, view: View) -> View:
        """The same array in memory, in order."""
        if view.memory is not None:
            return view
        buffer = self.new(int(np.prod(view.shape)), view.kind)
        strides = strides_of(view.shape)
        self.put(view, buffer.name, lambda indices: flat_place(indices, strides))
        return of_buffer(buffer, view.shape)

    def cheap(self, view: View) -> View:
        """The same array, which may be read several times."""
        return view if view.is_cheap else self.kept(view)

    def constant(self, x: np.ndarray) -> View:
        """An array of known numbers."""
        kind = kind_for(x.dtype)
        if x.size and (x == x.flat[0]).all() and not _mixed(x):
            return of_number(PLAIN[kind](x.flat[0]), kind, x.shape)
        return in_memory(self.tables.of(x, kind), kind, x.shape)

    # -- operations --------------------------------------------------------------------------

    def run(self, block: Block, args: Sequence[View]) -> list[View]:
        """What a block returns for arrays."""
        outer, self.block = self.block, block
        views, uses = dict(zip(block.inputs, args, strict=True)), block.uses()

        def read(i: int) -> View:
            if i not in views:
                views[i] = self.constant(block.known[i])
            return views[i]

        for op in block.ops:
            results = self._results(op, [read(i) for i in op.args])
            for i, view in zip(op.outs, results, strict=True):
                views[i] = view if uses[i] <= 1 else self.cheap(view)
        self.block = outer
        return [read(i) for i in block.results]

    def _results(self, op: Op, args: list[View]) -> list[View]:
        require_wide(op)
        rule = RULES.get(op.name) or RULES.get(f"any {op.kind}", RULES["any other"])
        results = rule(self, op, *args)
        return results if isinstance(results, list) else [results]

    def kind(self, op: Op) -> Kind:
        """Shape and type of an operation's first result."""
        assert self.block is not None
        return self.block.kinds[op.outs[0]]

    def within(self, times: int, write: Callable[[], Any]) -> tuple[Any, list[str], frozenset[str]]:
        """What a function returns that writes statements, and these as lines of a block."""
        outer, self.statements = self.statements, []
        self._times *= max(times, 1)
        result = write()
        inner, self.statements = self.statements, outer
        self._times //= max(times, 1)
        lines = [line for x in inner for line in x.lines]
        return result, lines, frozenset(name for x in inner for name in x.touched)


def wrapped(dtype: Any, text: str) -> str:
    """A number as one of a type: whole ones are brought back into their width."""
    is_narrow = kind_for(dtype) == INT and dtype != np.int64
    return CALLED[f"wrap_{dtype.name}"].format(text) if is_narrow else text


def _mixed(x: np.ndarray) -> bool:
    """Whether zeros of both signs are among equal numbers."""
    return bool(
        np.issubdtype(x.dtype, np.floating) and np.signbit(x).any() and not np.signbit(x).all()
    )


def around(heads: Sequence[str], lines: Sequence[str], *, free: bool = False) -> list[str]:
    """Lines inside of loops."""
    heads = [*heads[:-1], f"ZW_FREE {heads[-1]}"] if heads and free else heads
    if len(lines) == 1 and heads:
        return [f"    {' '.join(heads)} {lines[0].strip()}"]
    return [f"    {' '.join([*heads, '{'])}", *(f"    {line}" for line in lines), "    }"]
