"""Values of a function in C, and the loops that compute them.

A value is known, or a view of what was computed, or an operation on others, element by element,
that waits for the loop which needs it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from zwang.emit.lines import operand, statements
from zwang.engine.arrays.buffers import Store, View
from zwang.engine.arrays.nest import Nest
from zwang.ir.records import Called
from zwang.ir.scalar.graph import Graph
from zwang.ir.scalar.types import kind_for


class Waiting(NamedTuple):
    """An operation, element by element."""

    function: Callable  # of a value of each operand, that returns one
    operands: tuple[Any, ...]  # of this shape, or single
    # shape, dtype: of the result
    shape: tuple[int, ...]
    dtype: Any


Value = np.ndarray | View | Waiting


class Writer:
    """A function in C, as it is written."""

    def __init__(self, prefix: str):
        self.prefix, self.store = prefix, Store()
        self.blocks: list[str] = []  # its statements
        self.functions: list[str] = []  # text of functions that it calls
        self.calls: list[Called] = []  # of the kernel and the like, in all of them

    def view(self, value: Value) -> View:
        """A value that has a place."""
        if isinstance(value, np.ndarray):
            return self.store.table(value)
        if isinstance(value, View):
            return value
        found = self.store.new(value.shape, value.dtype)
        self.put(found, value)
        return found

    def put(self, into: View, value: Value, sign: str = "=") -> None:
        """Write a value into a view."""
        if not into.places.size:
            return
        leaves = _leaves(value, into.shape, self)
        nest = Nest(self.store, into.shape, [into, *leaves])
        lines, text = _computed(value, iter(nest.names[1:]))
        self.blocks.append(nest.text([*lines, f"{nest.names[0]} {sign} {text};"]))

    def folded(
        self, values: Sequence[Value], inner: Sequence[int], dtype: Any, start: str, law: str
    ) -> View:
        """A value for which elements along axes are put together, one after the other."""
        shape = values[0].shape
        kept = tuple(size for k, size in enumerate(shape) if k not in inner)
        found = self.store.new(kept, dtype)
        if not found.places.size:
            return found
        out = found.moved(np.broadcast_to(np.expand_dims(found.places, tuple(inner)), shape))
        if not all(shape):
            out, shape = found, kept
            values, inner = (), ()
        leaves = [_leaves(x, shape, self) for x in values]
        nest = Nest(self.store, shape, [out, *(y for x in leaves for y in x)], inner)
        names = iter(nest.names[1:])
        told = [_computed(x, names, f"{k}") for k, x in enumerate(values)]
        lines = [line for x, _ in told for line in x]
        factors = [f"({text})" for _, text in told]
        body = [*lines, f"s = {law.format('s', '*'.join(factors))};"] if factors else []
        before, after = [f"{kind_for(dtype)} s = {start};"], [f"{nest.names[0]} = s;"]
        self.blocks.append(nest.text(body, before, after))
        return found

    def behind(self, values: Sequence[Value]) -> View:
        """Values one behind the other, as floats."""
        sizes = [int(np.prod(x.shape)) for x in values]
        found = self.store.new((sum(sizes),), np.dtype(float))
        ends = np.cumsum([0, *sizes])
        for a, b, x in zip(ends, ends[1:], values, strict=False):
            self.put(found.moved(found.places[a:b].reshape(x.shape)), x)
        return found


def _leaves(value: Value, shape: tuple[int, ...], writer: Writer) -> list[View]:
    """The views that an operation reads, in the order in which it asks for them."""
    if isinstance(value, np.ndarray):
        if _single(value) is not None:
            return []
        value = writer.store.table(value)
    if isinstance(value, View):
        places = value.places
        return [value if places.shape == shape else value.moved(np.broadcast_to(places, shape))]
    return [leaf for x in value.operands for leaf in _leaves(x, shape, writer)]


def _single(value: np.ndarray) -> Any:
    """The number of which a known array consists; None if there are several."""
    flat = value.reshape(-1)
    plain = {"b": bool, "f": float}.get(value.dtype.kind, int)
    if not flat.size or flat.tobytes() != flat[:1].tobytes() * flat.size:
        return None
    return plain(flat[0])


def _computed(value: Value, names: Any, scope: str = "") -> tuple[list[str], str]:
    """Statements that compute an element, and how it is then written."""
    graph = Graph()

    def node(x: Value) -> Any:
        if isinstance(x, np.ndarray) and (single := _single(x)) is not None:
            return single
        if isinstance(x, Waiting):
            return x.function(*map(node, x.operands))
        return graph.node("loaded", (next(names),), kind_for(x.dtype))

    found = node(value)
    lines, written, _ = statements([found])
    text = operand(found, written)
    if not scope:
        return lines, text
    # Several of these stand in one loop.
    rename = {f"v{x.index}": f"v{x.index}_{scope}" for x in graph.nodes}
    swap = lambda line: re.sub(r"\bv\d+\b", lambda m: rename.get(m[0], m[0]), line)
    return [swap(x) for x in lines], swap(text)
