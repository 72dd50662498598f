"""Statements of C: loops that compute arrays, and the memory that they need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import Any

import numpy as np

from zwang.emit.lines import computed
from zwang.engine.rolled.flat import FEW, Flat, Kind, Step
from zwang.engine.rolled.index import Index, Indices, flat_place, nest, strides_of
from zwang.engine.rolled.memory import Buffer, Statement, Tables
from zwang.engine.rolled.views import View, in_memory, of_buffer, of_number
from zwang.ir.scalar.bounds import COMPUTED
from zwang.ir.scalar.graph import BOOL, FLOAT, INT, Graph, Unsupported
from zwang.ir.scalar.types import kind_for

PLAIN: dict[str, Callable] = {FLOAT: float, INT: int, BOOL: bool}
RULES: dict[str, Callable] = {}  # by the name of a primitive: of a writer, a step and views
LETTERS = 600_000  # of one function, beyond which compilers take too long


def rule(*names: str) -> Callable:
    """Put a function into the table, under these names."""

    def put(function: Callable) -> Callable:
        RULES.update(dict.fromkeys(names, function))
        return function

    return put


class Writer:
    """The statements of one function."""

    def __init__(self, tables: Tables):
        self.statements, self.buffers, self.tables = list[Statement](), list[Buffer](), tables
        self.operations, self._times, self._letters = 0, 1, 0
        self._numbers, self.flat = count(), None

    def new(self, size: int, kind: str) -> Buffer:
        """A new array in C."""
        found = Buffer(f"{COMPUTED}{next(self._numbers)}", max(size, 1), kind)
        self.buffers.append(found)
        return found

    def name(self, prefix: str) -> str:
        """A name that nothing else has."""
        return f"{prefix}{next(self._numbers)}"

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

    # -- equations ---------------------------------------------------------------------------

    def run(self, flat: Flat, given: Sequence[View]) -> list[View]:
        """What equations return for arrays."""
        outer, self.flat = self.flat, flat
        views = dict(zip(flat.inputs, given, strict=True))

        def read(i: int) -> View:
            if i not in views:
                views[i] = self.constant(flat.known[i])
            return views[i]

        few = {i for i, x in flat.known.items() if x.size <= FEW}
        for step in flat.steps:
            if few.issuperset(step.outputs):
                continue
            found = self._results(step, [read(i) for i in step.inputs])
            for i, view in zip(step.outputs, found, strict=True):
                views[i] = view if flat.uses[i] <= 1 else self.cheap(view)
        self.flat = outer
        return [read(i) for i in flat.results]

    def _results(self, step: Step, given: list[View]) -> list[View]:
        if step.name not in RULES:
            raise Unsupported(f"`{step.name}` in loops")
        found = RULES[step.name](self, step, *given)
        return found if isinstance(found, list) else [found]

    def kind(self, i: int) -> Kind:
        """Shape and type of a value of the equations that are written."""
        assert self.flat is not None
        return self.flat.kinds[i]

    def within(self, times: int, write: Callable[[], Any]) -> tuple[Any, list[str], frozenset[str]]:
        """What a function returns that writes statements, and these as lines of a block."""
        outer, self.statements = self.statements, []
        self._times *= max(times, 1)
        found = write()
        inner, self.statements = self.statements, outer
        self._times //= max(times, 1)
        lines = [line for x in inner for line in x.lines]
        return found, lines, frozenset(name for x in inner for name in x.touched)


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
