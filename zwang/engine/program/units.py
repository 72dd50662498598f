"""A C program in one text, or in two units: one of its system, one that systems of its sizes share.

Most of the text depends on sizes, method and tolerances alone: the kernel, the steps, the rows.
As a unit of its own it is compiled once, and beside that of the system.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from zwang.emit import tape
from zwang.emit.lines import PRELUDE, Emitted
from zwang.emit.tape import Before, taped
from zwang.ir.calls import called_texts
from zwang.ir.scalar.graph import needed
from zwang.ir.text import constants, defined

APART = "#define ZW_UNITS"
MUCH = 1500  # operations of a description that is not written twice


class Parts(NamedTuple):
    """What a program is made of."""

    names: str  # what both units know: constants, structs
    own: tuple[Emitted, ...]  # the functions of the system, as declared in C
    shared: str  # what calls them, and is called by what follows

    def whole(self, *rest: str) -> str:
        """The program as one text."""
        return "\n".join([PRELUDE, self.names, self._functions(), self.shared, *rest])

    def units(self, *rest: str, hasty: bool = False) -> tuple[str, ...]:
        """The same as two."""
        heads = [x.head for x in self.own]
        data = hasty and any(x.tape for x in self.own)
        functions = [tape.HEAD, self._functions(hasty)] if data else [self._functions()]
        found = (
            "\n".join([APART, PRELUDE, defined(constants()), *functions]),
            "\n".join([APART, PRELUDE, self.names, *heads, self.shared, *rest]),
        )
        return (*found, tape.UNIT) if data else found

    def _functions(self, hasty: bool = False) -> str:
        called = called_texts([call for x in self.own for call in x.calls])
        return "\n".join([called, *(hasty and x.tape or x.text for x in self.own)])


def parts(names: Sequence[str], own: Sequence[Emitted], shared: Sequence[str]) -> Parts:
    """What a program is made of, from texts."""
    return Parts("\n".join(names), tuple(own), "\n".join(shared))


def is_said(functions: Mapping[str, Any], arguments: Mapping[str, Any]) -> bool:
    """Whether a step needs most of what a row shows, as under control: one function does both."""
    found = functions["zw_evaluate"]
    if found is not functions["zw_describe"]:
        return False

    def count(name: str) -> int:
        if not isinstance(found, dict):
            return found.emit(name, *arguments[name]).operations.total()
        return len(needed(v for x in arguments[name][1] for v in found[x].flat))

    whole = count("zw_describe")
    return whole >= MUCH and count("zw_evaluate") >= 0.6 * whole


def through(
    described: Emitted, head: str, room: Mapping[str, int], arguments: Mapping[str, Any]
) -> Emitted:
    """What a step needs, as what a row shows and a part of it."""
    (given, shown), (_, kept) = arguments["zw_describe"], arguments["zw_evaluate"]
    rest = ", ".join(f"{x}[{max(room[x], 1)}]" for x in shown if x not in kept)
    call = f"zw_describe({', '.join((*given, *shown))});"
    text = f"{head.rstrip(';')}\n{{\n    double {rest};\n    {call}\n}}\n"
    return Emitted(text, head, described.operations, ())


def hastened(
    name: str,
    written: Emitted,
    functions: Mapping[str, Any],
    arguments: Mapping[str, Any],
    first: Mapping[str, str],
) -> Emitted:
    """A function that has data too, for who compiles in haste."""
    if not isinstance(functions.get(name), dict):
        return written

    def returned(name: str) -> dict[str, Any]:
        return {x: functions[name][x] for x in arguments[name][1]}

    other = first.get(name)
    before = None if other is None else Before(other, arguments[other][0], returned(other))
    return taped(written, arguments[name][0], returned(name), before)
