"""Scalar values as data, which one function in C goes through: for programs compiled in haste.

A compiler takes a second for ten thousand statements, also where it makes nothing fast. As numbers
in an array, operations and the places of their arguments, they take it a twentieth of that. To go
through them takes about as long as statements do that were compiled in haste, and gives the same to
the last bit. Operations of one kind stand together as far as their arguments allow, so that there
is little to decide; a result has the next place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from zwang.emit.lines import PRELUDE, Emitted, number
from zwang.files.build import AT_ANY_LEVEL
from zwang.ir.scalar.graph import BOOL, CALLS, INT, Node, needed
from zwang.ir.text import text_of

MUCH = 1500  # operations, from which on data are compiled sooner than statements
EXACT = 2**53  # whole numbers that a double has
# What c/tape.h knows, by numbers. Whole numbers are doubles too: it compares, chooses and wraps
# them, which leaves them exact, and adds none.
ENDS, READS, STORES, CALLED = range(4)
KNOWN = "add sub mul div neg eq ne lt le gt ge and or xor not select max min to_float isfinite "
KNOWN += "sqrt fabs sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 expm1 "
KNOWN += "log log1p cbrt floor ceil rint round erf erfc lgamma pow atan2 fmod "
KNOWN += "wrap_int8 wrap_int16 wrap_int32 wrap_int64 wrap_uint8 wrap_uint16 wrap_uint32"
CODES = {name: i for i, name in enumerate(KNOWN.split(), CALLED + 1)}
OF_INTEGERS = frozenset(x for x in CODES if x in ("select", "max", "min") or x[:4] == "wrap")

HEAD = """\
typedef void zw_calls(unsigned which, const double *given, double *found);
#if defined(__GNUC__)
__attribute__((visibility("hidden")))
#endif
void zw_tape(const unsigned *tape, double *v, unsigned numbers, const double *const *given,
             double *const *found, zw_calls *calls);
"""
# What goes through all of them: a unit of its own, whose text is the same for all programs.
_NUMBERED = "\n".join(f"#define ZW_OP_{name.upper()} {code}" for name, code in CODES.items())
UNIT = "\n".join([AT_ANY_LEVEL, PRELUDE, HEAD, _NUMBERED, text_of("tape.h")])


class _Unknown(Exception):
    """An operation that has no code."""


class Before(NamedTuple):
    """A function that is called before, and whose results are inputs then."""

    name: str  # of the function
    inputs: Sequence[str]  # names of what it is given
    outputs: Mapping[str, np.ndarray]  # by name, what it returns

    @property
    def places(self) -> dict[int, tuple[str, int]]:
        """By the index of a node, which result it is."""
        nodes = ((name, i, v) for name, x in self.outputs.items() for i, v in enumerate(x.flat))
        return {v.index: (name, i) for name, i, v in nodes if isinstance(v, Node)}

    def text(self) -> str:
        """The call, after room for its results."""
        room = ", ".join(f"{name}[{max(x.size, 1)}]" for name, x in self.outputs.items())
        call = f"{self.name}({', '.join((*self.inputs, *self.outputs))})"
        return f"    double {room};\n    {call};\n"


def taped(
    written: Emitted,
    inputs: Sequence[str],
    outputs: Mapping[str, np.ndarray],
    before: Before | None = None,
) -> Emitted:
    """The same function, which knows its values as data too where that is compiled sooner."""
    if written.operations.total() < MUCH:
        return written
    try:
        tape = _Writer(inputs, outputs, before)
    except _Unknown:
        return written
    name = written.head.partition("(")[0].split()[-1]
    calls = "\n".join(_case(i, call) for i, call in enumerate(tape.calls))
    given = [*inputs, *(before.outputs if before else ())]
    text = f"""\
static const unsigned {name}_tape[] = {{{_wrapped(map(str, tape.codes))}}};
static const double {name}_numbers[] = {{{_wrapped([*map(number, tape.known), "0"])}}};
static void {name}_calls(unsigned which, const double *given, double *found)
{{
    switch (which) {{
{calls}
    default: (void)given, (void)found;
    }}
}}
{written.head.rstrip(";")}
{{
{before.text() if before else ""}\
    const double *zw_in[] = {{{", ".join(given)}}};
    double *zw_out[] = {{{", ".join(outputs)}}}, zw_v[{max(tape.next, 1)}];
    for (unsigned i = 0; i < {len(tape.known)}; i++) zw_v[i] = {name}_numbers[i];
    zw_tape({name}_tape, zw_v, {len(tape.known)}, zw_in, zw_out, {name}_calls);
}}
"""
    return written._replace(tape=text)


def _case(i: int, call: Any) -> str:
    told = f"{call.way}, {number(call.rank)}, {number(call.consistency)}"
    return f"    case {i}: {call.prefix}call({told}, given, found); break;"


def _wrapped(texts: Iterable[str], width: int = 32) -> str:
    every = list(texts)
    return ",\n".join(",".join(every[i : i + width]) for i in range(0, len(every), width))


class _Writer:
    """Puts the operations that outputs need into an order, and their places into numbers."""

    def __init__(
        self, inputs: Sequence[str], outputs: Mapping[str, np.ndarray], before: Before | None
    ):
        self.given = before.places if before else {}
        names = (*inputs, *(before.outputs if before else ()))
        self.inputs = {name: i for i, name in enumerate(names)}
        self.numbers: dict[tuple[str, Any], int] = {}
        self.place: dict[int, int] = {}
        # operations, how many of each follow each other, and the places of their arguments
        self.codes: list[int] = []
        self.calls: list[Any] = []  # of functions in C
        found = list(outputs.values())
        order = needed((v for x in found for v in x.flat), self.given)
        inner = [x for x in order if not self._is_read(x)]
        for node in inner:
            for x in () if node.op == "element" else node.args[node.op in CALLS :]:
                self._number(x)
        for v in (v for x in found for v in x.flat):
            self._number(v)
        self.known = [value for _, value in self.numbers]  # numbers, in the first places
        self.next = len(self.known)  # how many places there are
        self._read([node for node in order if self._is_read(node)])
        self._ordered(inner)
        for i, x in enumerate(found):
            if x.size:
                self.codes += STORES, x.size, i, *(self._at(v) for v in x.flat)
        self.codes += ENDS, 0

    def _is_read(self, node: Node) -> bool:
        return node.op == "input" or node.index in self.given

    def _number(self, x: Any) -> None:
        """A known number gets a place; each once, −0.0 beside 0.0."""
        if not isinstance(x, Node):
            if isinstance(x, int) and abs(x) > EXACT:
                raise _Unknown
            self.numbers.setdefault((repr(float(x)), float(x)), len(self.numbers))

    def _at(self, x: Any) -> int:
        if isinstance(x, Node):
            return self.place[x.index]
        return self.numbers[repr(float(x)), float(x)]

    def _read(self, nodes: list[Node]) -> None:
        by_name = defaultdict[str, list[tuple[Node, int]]](list)
        for node in nodes:
            name, place = self.given.get(node.index) or node.args
            if place is None:
                raise _Unknown
            by_name[name].append((node, place))
        for name, same in by_name.items():
            self.codes += READS, len(same), self.inputs[name], *(place for _, place in same)
            for node, _ in same:
                self._put(node)

    def _put(self, node: Node) -> None:
        self.place[node.index], self.next = self.next, self.next + 1

    def _ordered(self, nodes: list[Node]) -> None:
        """Operations of one kind after each other, as long as any of it can be computed."""
        waits, users = dict[int, int](), defaultdict[int, list[Node]](list)
        ready = defaultdict[str, list[Node]](list)
        for node in nodes:
            before = {i for i in node.before if i not in self.place}
            waits[node.index] = len(before)
            for i in before:
                users[i].append(node)
            if not before:
                ready[node.op].append(node)
        while ready:
            op = max(ready, key=lambda name: len(ready[name]))
            same, todo = ready.pop(op), 0
            while todo < len(same):  # it grows while it is gone through
                node, todo = same[todo], todo + 1
                if op == "element":
                    self.place[node.index] = self.place[node.args[0].index] + node.args[1]
                elif op in CALLS:
                    self._call(node)
                else:
                    self._put(node)
                for user in users[node.index]:
                    waits[user.index] -= 1
                    if not waits[user.index]:
                        (same if user.op == op else ready[user.op]).append(user)
            self._operations(op, same)

    def _operations(self, op: str, nodes: list[Node]) -> None:
        if op == "element" or op in CALLS:
            return
        copied = op == "to_int" and all(x.args[0].kind == BOOL for x in nodes)
        whole = op not in OF_INTEGERS and any(x.kind == INT for x in nodes)
        if not copied and (op not in CODES or whole):
            raise _Unknown
        self.codes += CODES["to_float" if copied else op], len(nodes)
        self.codes += [self._at(x) for node in nodes for x in node.args]

    def _call(self, node: Node) -> None:
        """What it is given stands before what it returns."""
        call, *given = node.args
        self.codes += CALLED, len(given), len(self.calls), call.size, *map(self._at, given)
        self.calls.append(call)
        self.place[node.index], self.next = self.next + len(given), self.next + len(given)
        self.next += call.size
