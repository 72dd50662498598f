"""A C program in one text, or in two units: one of its system, one that systems of its sizes share.

Most of the text depends on sizes, method and tolerances alone: the kernel, the steps, the rows.
As a unit of its own it is compiled once, and beside that of the system.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from zwang.engine.scalar.calls.kernel import constants, defined
from zwang.engine.scalar.calls.texts import called_texts
from zwang.engine.scalar.emit import PRELUDE, Emitted

APART = "#define ZW_UNITS"
MUCH = 1500  # operations of a description that is not written twice


class Parts(NamedTuple):
    """What a program is made of.

    Attributes
    ----------
    names : what both units know: constants, structs
    own : the functions of the system, as declared in C
    shared : what calls them, and is called by what follows
    """

    names: str
    own: tuple[Emitted, ...]
    shared: str

    def whole(self, *rest: str) -> str:
        """The program as one text.

        Parameters
        ----------
        *rest : what follows
        """
        return "\n".join([PRELUDE, self.names, self._functions(), self.shared, *rest])

    def units(self, *rest: str) -> tuple[str, str]:
        """The same as two.

        Parameters
        ----------
        *rest : what follows
        """
        heads = [x.head for x in self.own]
        system = [APART, PRELUDE, defined(constants()), self._functions()]
        return (
            "\n".join(system),
            "\n".join([APART, PRELUDE, self.names, *heads, self.shared, *rest]),
        )

    def _functions(self) -> str:
        called = called_texts([call for x in self.own for call in x.calls])
        return "\n".join([called, *(x.text for x in self.own)])


def parts(names: Sequence[str], own: Sequence[Emitted], shared: Sequence[str]) -> Parts:
    """What a program is made of, from texts.

    Parameters
    ----------
    names, own, shared : as above, in pieces
    """
    return Parts("\n".join(names), tuple(own), "\n".join(shared))


def say_once(
    emitted: dict[str, Emitted], room: Mapping[str, int], arguments: Mapping[str, Any]
) -> None:
    """Where a step needs most of what a row shows, as under control, one function does both.

    Parameters
    ----------
    emitted : functions by name; ``zw_evaluate`` among them is written anew
    room : entries of what they return
    arguments : what they are given and what they return
    """
    whole, part = (emitted[x].operations.total() for x in ("zw_describe", "zw_evaluate"))
    if whole < MUCH or part < 0.6 * whole:
        return
    described, head = emitted["zw_describe"], emitted.pop("zw_evaluate").head
    emitted["zw_evaluate"] = through(described, head, room, arguments)


def through(
    described: Emitted, head: str, room: Mapping[str, int], arguments: Mapping[str, Any]
) -> Emitted:
    """What a step needs, as what a row shows and a part of it.

    Parameters
    ----------
    described : ``zw_describe``
    head : of ``zw_evaluate``
    room, arguments : as for ``say_once``
    """
    (given, shown), (_, kept) = arguments["zw_describe"], arguments["zw_evaluate"]
    rest = ", ".join(f"{x}[{max(room[x], 1)}]" for x in shown if x not in kept)
    call = f"zw_describe({', '.join((*given, *shown))});"
    text = f"{head.rstrip(';')}\n{{\n    double {rest};\n    {call}\n}}\n"
    return Emitted(text, head, described.operations, ())
