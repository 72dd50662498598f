"""The functions of a system in C: straight lines, or loops; what its motion calls of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from zwang.emit.lines import PRELUDE, Emitted, head_of, require_room
from zwang.emit.tape import tape_of
from zwang.engine.program.controlled import in_loops
from zwang.engine.program.functions import (
    ALL_OF_IT,
    ARGUMENTS,
    Found,
    besides,
    emitted,
    functions_of,
    room_of,
    straight_of,
)
from zwang.engine.program.functions import require_direct as require_direct
from zwang.engine.program.sizes import LARGEST, Sizes
from zwang.engine.program.through import is_said, through
from zwang.integrate.method.runge_kutta import Program
from zwang.ir.calls import called_texts
from zwang.ir.scalar.graph import Unsupported
from zwang.ir.text import constants, defined
from zwang.library.functions import wrapped
from zwang.library.tape import Tape
from zwang.solvers import Auto

# Entries of M and A together: up to SURE always; up to LARGEST if the text has at most so many
# LETTERS, which compilers turn into programs within some ten seconds.
SURE, LETTERS = 6000, 800_000


class Own:
    """The functions of a system: as data, and as text where that is wanted."""

    def __init__(
        self,
        functions: Mapping[str, Found],
        looped: Mapping[str, Emitted],
        room: Mapping[str, int],
        seldom: Sequence[str] = (),
    ):
        # in scalar values or in loops; those that loops over arrays have already; how many
        # numbers there is room for in an output; which are called so seldom that compilers need
        # not take their time
        self._functions, self._looped, self._room, self._seldom = functions, looped, room, seldom
        self.names = (*looped, *functions)

    @cached_property
    def tapes(self) -> dict[str, Tape] | None:
        """Each as data; None if one has loops, which no tape has."""
        if self._looped or not all(isinstance(x, dict) for x in self._functions.values()):
            return None
        return {name: self._tape(name, x) for name, x in self._functions.items()}

    def _tape(self, name: str, values: Any) -> Tape:
        inputs, outputs = ARGUMENTS[name]
        require_room({x: values[x] for x in outputs}, self._room)
        return tape_of(inputs, {x: values[x] for x in outputs})

    @cached_property
    def functions(self) -> dict[str, Emitted]:
        """Each as text, in the order in which C wants them."""
        own, found = dict(self._looped), self._functions
        said = "zw_evaluate" in found and is_said(found, ARGUMENTS)
        for name, function in found.items():  # zw_describe is the first of them
            seldom = name in self._seldom
            if name == "zw_evaluate" and said:
                inputs, outputs = ARGUMENTS[name]
                kind = "ZW_SELDOM ZW_PART" if seldom else "ZW_PART"
                head = head_of(name, inputs, outputs, kind)
                own[name] = through(own["zw_describe"], f"{head};", self._room, ARGUMENTS)
            else:
                own[name] = emitted(name, function, seldom=seldom, room=self._room)
        return own

    @cached_property
    def text(self) -> str:
        """All of them, after what they call."""
        every = self.functions.values()
        called = called_texts([call for x in every for call in x.calls])
        return "\n".join([called, *(x.text for x in every)])

    @property
    def unit(self) -> str:
        """A library of them, each with the signature that the library of motions calls."""
        sizes = {name: [len(x) for x in ARGUMENTS[name]] for name in self.functions}
        wrappers = [wrapped(name, a, b) for name, (a, b) in sizes.items()]
        return "\n".join([PRELUDE, defined(constants()), self.text, *wrappers])

    @property
    def operations(self) -> dict[str, Counter]:
        """How many operations each takes, by kind."""
        return {name: x.operations for name, x in self.functions.items()}


@lru_cache(maxsize=16)  # a system is asked for its motion and for its ensemble
def own_functions(program: Program, sizes: Sizes) -> Own:
    """The functions of a system, written out or in loops. Raises Unsupported."""
    room = room_of(program, sizes)
    looped = in_loops(program, sizes, ARGUMENTS, room) or {}
    functions = besides(program, sizes) if looped else functions_of(program, sizes)
    functions |= {} if looped else straight_of(program, sizes, functions)
    # What nothing holds moves by `zw_straight`, and needs the others for rows, or if that fails.
    seldom = ALL_OF_IT if sizes.m == 0 and "zw_straight" in functions else ()
    return Own(functions, looped, room, seldom)


def require_writable(program: Program, sizes: Sizes) -> None:
    """Refuse what C cannot have. Raises Unsupported."""
    n, m = sizes.n, sizes.m
    if n * (n + m) > LARGEST:
        raise Unsupported(
            f"{n} coordinates and {m} rows of constraints are too many for straight-line C"
        )
    if not isinstance(program.solver, Auto):
        raise Unsupported(f"`solver` is {program.solver!r}, which is not written in C")


def write(program: Program, sizes: Sizes) -> Own:
    """What a motion calls of a system. Raises Unsupported."""
    require_writable(program, sizes)
    own = own_functions(program, sizes)
    if sizes.n * (sizes.n + sizes.m) > SURE and len(own.text) > LETTERS:
        raise Unsupported(
            f"the program in C would have {len(own.text)} letters, too many to compile"
        )
    return own


def write_acceleration(program: Program, sizes: Sizes) -> Own:
    """What the acceleration in one state calls of a system. Raises Unsupported."""
    functions, room = functions_of(program, sizes), room_of(program, sizes)
    names = ("zw_describe", "zw_oppose", "zw_law", "zw_excess")
    return Own({x: functions[x] for x in names if x in functions}, {}, room)
