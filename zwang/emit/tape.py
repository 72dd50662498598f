"""Scalar values as a tape: see ``zwang.library.tape``.

Operations of one kind stand together as far as their arguments allow, so that there is little to
decide when it is run. A product that one sum alone needs is computed with it: it is rounded as it
would be on its own.
"""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from zwang.emit.on_tape import on_tape
from zwang.ir.plain_records import INSIDE, Loop
from zwang.ir.records import Called
from zwang.ir.scalar.graph import CALLS, FLOAT, Node, Unsupported, kind_of, needed
from zwang.library.operations import INSTRUCTIONS, OPERATIONS, REAL, WHOLE
from zwang.library.tape import Call, Tape

END, READ, STORE, CALL = range(len(INSTRUCTIONS))
# How arithmetic of whole numbers is called.
_WHOLE_NAMES = {x: f"whole_{x}" for x in "add sub mul neg eq ne lt le gt ge select".split()}
# By the operation and which of its arguments are products: a name, and the order of arguments x y
# of the first product, then what stands beside it.
_FUSED = {
    ("add", True, True): "mul_add_mul",
    ("sub", True, True): "mul_sub_mul",
    ("add", True, False): "mul_add",
    ("sub", True, False): "mul_sub",
    ("add", False, True): "mul_add",
    ("sub", False, True): "sub_mul",
}


def tape_of(inputs: Sequence[str], outputs: Mapping[str, np.ndarray]) -> Tape:
    """The tape of a function of some inputs. Raises Unsupported."""
    items = _Items(inputs, outputs)
    return _Order(items).tape()


class _Items:
    """Operations with indices of others as arguments; ~i stands for the known number i."""

    def __init__(self, inputs: Sequence[str], outputs: Mapping[str, np.ndarray]):
        self.inputs = {name: i for i, name in enumerate(inputs)}
        self.names: list[str] = []  # of operations; "read", "call" and "element" are others
        self.args: list[list[int]] = []
        self.about: list[Any] = []  # of reads: input and place; of elements: which; of calls: whom
        self.numbers: dict[bytes, int] = {}
        self._of_node: dict[int, int] = {}
        self._converted: dict[tuple[str, int], int] = {}
        values = [list(x.flat) for x in outputs.values()]
        for node in needed(v for x in values for v in x):
            self._of_node[node.index] = self._node(node)
        self.outputs = [[self._as(v, REAL) for v in x] for x in values]

    def _item(self, name: str, args: list[int], about: Any = None) -> int:
        self.names.append(name)
        self.args.append(args)
        self.about.append(about)
        return len(self.names) - 1

    def _node(self, node: Node) -> int:
        op, args = node.op, node.args
        if op == "input":
            if args[1] is None or args[0] not in self.inputs or not isinstance(args[1], int):
                raise Unsupported(f"`{args[0]}`, which has no place of its own")
            return self._item("read", [], (self.inputs[args[0]], args[1]))
        if op in CALLS:
            return self._item("call", [self._as(x, REAL) for x in args[1:]], args[0])
        if op == "element":
            item = self._item("element", [self._of_node[args[0].index]], args[1])
            return item if node.kind == FLOAT else self._item("whole", [item])
        if op in ("to_int", "wrap_int64"):
            return self._as(args[0], WHOLE)
        arms = args[op == "select" :]  # of which a condition is none
        whole = node.kind != FLOAT and all(_kind(x) == WHOLE for x in arms)
        name = _WHOLE_NAMES.get(op, op) if whole else op
        known = OPERATIONS.get(name)
        if known is None or known.returns != _kind(node):
            raise Unsupported(f"`{op}`, which no tape has")
        return self._item(name, [self._as(x, k) for x, k in zip(args, known.takes, strict=True)])

    def _as(self, x: Any, kind: str) -> int:
        """A value as an item, or as a known number, of a kind."""
        if not isinstance(x, Node):
            packed = struct.pack("=d", x) if kind == REAL else struct.pack("=q", int(x))
            return ~self.numbers.setdefault(packed, len(self.numbers))
        item = self._of_node[x.index]
        if _kind(x) == kind:
            return item
        name = "to_float" if kind == REAL else "whole"
        if (name, item) not in self._converted:
            self._converted[name, item] = self._item(name, [item])
        return self._converted[name, item]


def _recorded(call: Called) -> Call:
    """A call; that of a loop has a tape of its own."""
    turn = tape_of(INSIDE, {"next": call.body.values}) if isinstance(call, Loop) else None
    return on_tape(call, turn)


def _kind(x: Any) -> str:
    """What a place holds of a value."""
    return REAL if kind_of(x) == FLOAT else WHOLE


class _Order:
    """The order of a tape's operations, and the places of their results."""

    def __init__(self, items: _Items):
        self.items = items
        self.codes: list[int] = []
        self.calls: list[Call] = []
        self.count = len(items.numbers)
        self.place = [-1] * len(items.names)
        self._fuse()
        self._read()
        self._operate()

    def _fuse(self) -> None:
        """Sums with products that nothing else needs become operations of their own."""
        items = self.items
        names, args, self.lost = items.names, items.args, set[int]()
        uses = [0] * len(names)
        for x in (*args, *items.outputs):
            for i in x:
                if i >= 0:
                    uses[i] += 1
        for i, name in enumerate(names):
            if name not in ("add", "sub"):
                continue
            x, y = args[i]
            first, second = (j >= 0 and uses[j] == 1 and names[j] == "mul" for j in (x, y))
            if not (first or second):
                continue
            names[i] = _FUSED[name, first, second]
            args[i] = [
                *(args[x] if first else args[y]),
                *(args[y] if first and second else [y if first else x]),
            ]
            self.lost.update(j for j, inside in ((x, first), (y, second)) if inside)

    def _read(self) -> None:
        by_input = defaultdict[int, list[int]](list)
        for i, name in enumerate(self.items.names):
            if name == "read":
                by_input[self.items.about[i][0]].append(i)
        for which, same in by_input.items():
            self.codes += READ, len(same), which, *(self.items.about[i][1] for i in same)
            self._put(same)

    def _put(self, same: Iterable[int]) -> None:
        for i in same:
            self.place[i] = self.count
            self.count += 1

    def _operate(self) -> None:
        """Operations of one kind after each other, as long as any of it can be computed."""
        names, args, place = self.items.names, self.items.args, self.place
        waits = [0] * len(names)
        users: list[list[int]] = [[] for _ in names]
        ready = defaultdict[str, list[int]](list)
        for i, name in enumerate(names):
            if name == "read" or i in self.lost:
                continue
            before = {j for j in args[i] if j >= 0 and place[j] < 0}
            waits[i] = len(before)
            for j in before:
                users[j].append(i)
            if not before:
                ready[name].append(i)
        while ready:
            op = max(ready, key=lambda name: len(ready[name]))
            same, todo = ready.pop(op), 0
            while todo < len(same):  # it grows while it is gone through
                i, todo = same[todo], todo + 1
                self._one(op, i)
                for j in users[i]:
                    waits[j] -= 1
                    if not waits[j]:
                        (same if names[j] == op else ready[names[j]]).append(j)
            if op not in ("element", "call"):
                self.codes += OPERATIONS[op].code, len(same)
                self.codes += [self._at(j) for i in same for j in args[i]]

    def _one(self, op: str, i: int) -> None:
        about, args = self.items.about[i], self.items.args[i]
        if op == "element":
            self.place[i] = self.place[args[0]] + about
        elif op == "call":
            # Its arguments stand before its results.
            self.codes += CALL, len(args), len(self.calls), *map(self._at, args)
            self.calls.append(_recorded(about))
            self.place[i] = self.count + len(args)
            self.count += len(args) + about.size
        else:
            self._put([i])

    def _at(self, i: int) -> int:
        return self.place[i] if i >= 0 else ~i

    def tape(self) -> Tape:
        """The tape."""
        for i, x in enumerate(self.items.outputs):
            if x:
                self.codes += STORE, len(x), i, *map(self._at, x)
        self.codes += END, 0
        numbers = np.frombuffer(b"".join(self.items.numbers), float)
        return Tape(np.array(self.codes, np.uint32), numbers, self.count, tuple(self.calls))
