"""Arrays in C, views of them, and where they lie.

A view is a buffer and, for each of its elements, a place in it. Whatever moves elements, such as a
slice or a transpose, NumPy does to the places. Where these are linear in the indices, as they
mostly are, C computes them; elsewhere a table says them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from zwang.emit.lines import number
from zwang.ir.scalar.graph import FLOAT
from zwang.ir.scalar.types import kind_for

SMALL = 16  # numbers of a buffer that has a place of its own
ITEM = np.dtype(np.int64).itemsize


class Buffer:
    """An array in C."""

    def __init__(self, name: str, kind: str, size: int):
        self.name, self.kind, self.size = name, kind, size
        self.order = np.arange(size)  # (size,) their places


class View(NamedTuple):
    """Elements of a buffer."""

    buffer: Buffer  # in which they are
    places: np.ndarray  # of each of them, in the shape of the view
    dtype: Any  # of the elements

    @property
    def shape(self) -> tuple[int, ...]:
        """Of the view."""
        return self.places.shape

    @property
    def whole(self) -> bool:
        """Whether it is all of the buffer, in its order."""
        return self.places.size == self.buffer.size and bool(
            (self.places.reshape(-1) == self.buffer.order).all()
        )

    def moved(self, places: np.ndarray) -> View:
        """Others of the same buffer."""
        return self._replace(places=places)

    def strides(self) -> tuple[int, tuple[int, ...]] | None:
        """The place of the first element, and how it grows with each index; None if it does not."""
        places = self.places
        if not places.size:
            return 0, (0,) * places.ndim
        first = int(places.flat[0])
        if places is self.buffer.order or places.base is self.buffer.order:
            return first, tuple(
                step // ITEM if size > 1 else 0
                for step, size in zip(places.strides, places.shape, strict=True)
            )
        corner = (0,) * places.ndim
        steps = [
            int(places[(*corner[:k], 1, *corner[k + 1 :])]) - first if size > 1 else 0
            for k, size in enumerate(places.shape)
        ]
        linear = first + sum(
            step * np.arange(size).reshape([-1 if k == j else 1 for j in range(places.ndim)])
            for k, (step, size) in enumerate(zip(steps, places.shape, strict=True))
        )
        return (first, tuple(steps)) if np.equal(linear, places).all() else None


class Store:
    """All buffers of a function."""

    def __init__(self) -> None:
        self._own: list[Buffer] = []
        self._tables: dict[tuple[str, bytes], Buffer] = {}
        self._texts: list[str] = []

    def new(self, shape: Sequence[int], dtype: Any) -> View:
        """A view of a new array."""
        buffer = Buffer(f"a{len(self._own)}", kind_for(dtype), int(np.prod(shape)))
        self._own.append(buffer)
        return View(buffer, buffer.order.reshape(tuple(shape)), dtype)

    def table(self, x: np.ndarray) -> View:
        """A view of known numbers."""
        kind = kind_for(x.dtype)
        key = kind, np.ascontiguousarray(x).tobytes()
        if key not in self._tables:
            buffer = Buffer(f"c{len(self._tables)}", kind, x.size)
            plain = float if kind == FLOAT else int
            told = ", ".join(number(plain(v)) for v in x.ravel().tolist())
            small = kind != FLOAT and np.abs(x).max(initial=0) < 2**31
            told = f"static const {'int' if small else kind} {buffer.name}[] = {{{told}}};"
            self._texts.append(f"    {told}")
            self._tables[key] = buffer
        buffer = self._tables[key]
        return View(buffer, buffer.order.reshape(x.shape), x.dtype)

    def laid(self, blocks: Sequence[str]) -> str:
        """The text of a function's body: arrays that are not needed at once share their place."""
        spans: dict[int, list[int]] = {}
        for k, text in enumerate(blocks):
            for name in dict.fromkeys(re.findall(r"\ba(\d+)\[", text)):  # in one order always
                spans.setdefault(int(name), [k, k])[1] = k
        room: dict[str, list[list[int]]] = {}  # by kind: size and last use of each place
        names: dict[int, str] = {}
        for i in sorted(spans, key=lambda i: spans[i][0]):
            (first, last), buffer = spans[i], self._own[i]
            places = room.setdefault(buffer.kind, [])
            free = [x for x in places if x[1] < first and (x[0] >= SMALL) == (buffer.size >= SMALL)]
            fits = [x for x in free if x[0] >= buffer.size]
            place = min(fits, default=None, key=lambda x: x[0]) or max(free, default=None)
            if place is None:
                place = [buffer.size, last]
                places.append(place)
            place[0], place[1] = max(place[0], buffer.size), last
            names[i] = f"{buffer.kind[0]}{next(k for k, x in enumerate(places) if x is place)}_"
        rooms = [
            f"    {kind} {kind[0]}{k}_[{max(size, 1)}];"
            for kind, places in room.items()
            for k, (size, _) in enumerate(places)
        ]
        text = "\n".join(blocks)
        text = re.sub(r"\ba(\d+)\b(?=[\[ ,)])", lambda found: names[int(found[1])], text)
        return "\n".join([*self._texts, *rooms, text])
