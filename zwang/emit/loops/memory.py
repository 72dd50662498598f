"""Arrays that C works on: each has its place for as long as somebody reads it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from zwang.emit.lines import number
from zwang.ir.scalar.graph import BOOL, FLOAT, INT

STORED = {FLOAT: "double", INT: "long long", BOOL: "long long"}
SMALL = 16  # elements of an array that C may keep in registers
MOST = 40_000_000  # bytes of all of them


class Buffer(NamedTuple):
    """An array of C."""

    name: str  # in C
    size: int  # how many elements
    kind: str  # of the elements


class Statement(NamedTuple):
    """Lines of C."""

    lines: list[str]  # the text
    touched: frozenset[str]  # the names of arrays that it reads or writes


class Tables:
    """Constants of a program, each written once."""

    def __init__(self, name: str):
        self.name, self.lines = name, list[str]()
        self._known: dict[tuple, str] = {}

    def of(self, x: np.ndarray, kind: str) -> str:
        """The name of an array of constants."""
        key = kind, x.shape, x.tobytes()
        if key not in self._known:
            name = f"{self.name}_{len(self._known)}"
            plain = {FLOAT: float, INT: int, BOOL: bool}[kind]
            numbers = [number(plain(v)) for v in x.ravel().tolist()]
            rows = [", ".join(numbers[i : i + 24]) for i in range(0, len(numbers), 24)]
            stored = "int" if kind == INT and np.abs(x).max(initial=0) < 2**31 else STORED[kind]
            self.lines += [f"ZW_TABLE {stored} {name}[] = {{", ",\n".join(rows) + "};"]
            self._known[key] = name
        return self._known[key]


def laid_out(
    buffers: Sequence[Buffer], statements: Sequence[Statement], stack: bool = False
) -> list[str]:
    """Declarations of all arrays; those that are never needed at once share their place."""
    spans: dict[str, tuple[int, int]] = {}
    for i, statement in enumerate(statements):
        for name in statement.touched:
            spans[name] = spans.get(name, (i, i))[0], i
    used = [x for x in buffers if x.name in spans]
    lines = [f"    {STORED[x.kind]} {x.name}[{x.size}];" for x in used if x.size <= SMALL]
    for kind, memory in (("double", "zw_room"), ("long long", "zw_whole")):
        large = [x for x in used if x.size > SMALL and STORED[x.kind] == kind]
        if stack:
            lines += _stacked(large, spans, kind, memory)
            continue
        places, size = _placed(large, spans)
        if large:
            lines.append(f"    ZW_ROOM {kind} {memory}[{size}];")
        pairs = zip(large, places, strict=True)
        lines += [f"    {kind} *const {x.name} = {memory} + {place};" for x, place in pairs]
    return lines


def _stacked(
    buffers: Sequence[Buffer], spans: dict[str, tuple[int, int]], kind: str, memory: str
) -> list[str]:
    """Declarations on the stack, where compilers see that arrays are apart."""
    sizes, lasts = list[int](), list[int]()  # of each array that several share
    names = list[str]()
    for x in sorted(buffers, key=lambda x: spans[x.name]):
        first, last = spans[x.name]
        free = [i for i, end in enumerate(lasts) if end < first]
        fits = [i for i in free if sizes[i] >= x.size]
        if fits or free:
            i = min(fits, key=lambda i: sizes[i]) if fits else max(free, key=lambda i: sizes[i])
            sizes[i], lasts[i] = max(sizes[i], x.size), last
        else:
            i = len(sizes)
            sizes.append(x.size)
            lasts.append(last)
        names.append(f"    {kind} *const {x.name} = {memory}{i};")
    return [f"    {kind} {memory}{i}[{size}];" for i, size in enumerate(sizes)] + names


def room_of(lines: Iterable[str]) -> int:
    """How many bytes declarations ask for, of ``laid_out``."""
    sizes = (x for x in lines if x.startswith("    ZW_ROOM"))
    return sum(8 * int(x[x.index("[") + 1 : x.index("]")]) for x in sizes)


def _placed(buffers: Sequence[Buffer], spans: dict[str, tuple[int, int]]) -> tuple[list[int], int]:
    """The first place for each that is free as long as it is needed; and the end of all."""
    order = sorted(range(len(buffers)), key=lambda i: spans[buffers[i].name])
    firsts, whole = [0] * len(buffers), 0
    taken: list[tuple[int, int, int]] = []  # begin, end; the last statement that needs it
    for i in order:
        first, last = spans[buffers[i].name]
        taken = [x for x in taken if x[2] >= first]
        place = 0
        for begin, end, _ in sorted(taken):
            if place + buffers[i].size <= begin:
                break
            place = max(place, end)
        taken.append((place, place + buffers[i].size, last))
        firsts[i], whole = place, max(whole, place + buffers[i].size)
    return firsts, whole
