"""Arrays that are computed where they are read: of each element, its value by its indices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from zwang.emit.loops.index import Indices, flat_place, strides_of
from zwang.emit.loops.memory import Buffer
from zwang.ir.scalar.graph import Graph

CHEAP = 2  # operations that are sooner done again than kept


class View(NamedTuple):
    """An array."""

    shape: tuple[int, ...]  # of it
    kind: str  # of its elements
    # the value of an element, a function of a graph and of indices
    at: Callable[[Graph, Indices], Any]
    touched: frozenset[str] = frozenset()  # names of arrays in C that it reads
    cost: int = 0  # operations that an element takes
    # its name and its first place in C, where all elements stand there in order
    memory: tuple[str, int] | None = None

    @property
    def is_cheap(self) -> bool:
        """Whether it may be read several times."""
        return self.cost <= CHEAP

    def moved(self, shape: Sequence[int], back: Callable[[Indices], Indices]) -> View:
        """The same elements at other indices."""
        at = lambda graph, indices: self.at(graph, back(indices))
        return View(tuple(shape), self.kind, at, self.touched, self.cost)


def in_memory(
    name: str, kind: str, shape: Sequence[int], offset: int = 0, strides: Sequence[int] = ()
) -> View:
    """An array whose elements stand in C."""
    steps = tuple(strides) or strides_of(shape)

    def at(graph: Graph, indices: Indices) -> Any:
        return graph.node("input", (name, flat_place(indices, steps, offset).text), kind)

    memory = None if strides else (name, offset)
    return View(tuple(shape), kind, at, frozenset((name,)), 0, memory)


def of_buffer(buffer: Buffer, shape: Sequence[int]) -> View:
    """An array that has memory of its own."""
    return in_memory(buffer.name, buffer.kind, shape)


def of_number(x: Any, kind: str, shape: Sequence[int] = ()) -> View:
    """A known number everywhere."""
    return View(tuple(shape), kind, lambda graph, indices: x)


def of_place(shape: Sequence[int], axis: int, kind: str) -> View:
    """The index along an axis."""

    def at(graph: Graph, indices: Indices) -> Any:
        place = indices[axis]
        named = place.terms and (f"({place.text})", None)  # a number that C has a name for
        return graph.node("input", named, kind) if named else place.offset

    return View(tuple(shape), kind, at)
