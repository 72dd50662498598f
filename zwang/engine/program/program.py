"""The functions of a system in C: straight lines, or loops; what its motion calls of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

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
from zwang.engine.scalar.calls.kernel import defined
from zwang.engine.scalar.calls.texts import called_texts
from zwang.engine.scalar.emit import PRELUDE, Emitted, head_of
from zwang.engine.scalar.graph import Unsupported
from zwang.integrate.method.runge_kutta import Program
from zwang.runtime.constants import of_kernel
from zwang.solvers import Auto

# Entries of M and A together: up to SURE always; up to LARGEST if the text has at most so many
# LETTERS, which compilers turn into programs within some ten seconds.
SURE, LETTERS = 6000, 800_000
EXPORT = """\
#if defined(_WIN32)
#define ZW_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define ZW_EXPORT __attribute__((visibility("default")))
#else
#define ZW_EXPORT
#endif
"""


class Own(NamedTuple):
    """The functions of a system."""

    functions: dict[str, Emitted]  # by name, in the order in which C wants them

    @property
    def text(self) -> str:
        """All of them, after what they call."""
        every = self.functions.values()
        called = called_texts([call for x in every for call in x.calls])
        return "\n".join([called, *(x.text for x in every)])

    @property
    def unit(self) -> str:
        """A library of them, each with the signature that the library of motions calls."""
        wrappers = [_wrapped(name) for name in self.functions]
        return "\n".join([PRELUDE, EXPORT, defined(of_kernel()), self.text, *wrappers])

    @property
    def operations(self) -> dict[str, Counter]:
        """How many operations each takes, by kind."""
        return {name: x.operations for name, x in self.functions.items()}


@lru_cache(maxsize=16)  # a system is asked for its motion and for its ensemble
def own_functions(program: Program, sizes: Sizes) -> Own:
    """The functions of a system, written out or in loops. Raises Unsupported."""
    room = room_of(program, sizes)
    own = in_loops(program, sizes, ARGUMENTS, room) or {}
    functions = besides(program, sizes) if own else functions_of(program, sizes)
    functions |= {} if own else straight_of(program, sizes, functions)
    # What nothing holds moves by `zw_straight`, and needs the others for rows, or if that fails.
    seldom = ALL_OF_IT if sizes.m == 0 and "zw_straight" in functions else ()
    said = "zw_evaluate" in functions and is_said(functions, ARGUMENTS)
    for name, found in functions.items():  # zw_describe is the first of them
        if name == "zw_evaluate" and said:
            head = head_of(name, *ARGUMENTS[name], "ZW_SELDOM ZW_PART" if seldom else "ZW_PART")
            own[name] = through(own["zw_describe"], f"{head};", room, ARGUMENTS)
        else:
            own[name] = emitted(name, found, seldom=name in seldom, room=room)
    return Own(own)


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
    letters = sum(len(x.text) for x in own.functions.values())
    if sizes.n * (sizes.n + sizes.m) > SURE and letters > LETTERS:
        raise Unsupported(f"the program in C would have {letters} letters, too many to compile")
    return own


def write_acceleration(program: Program, sizes: Sizes) -> Own:
    """What the acceleration in one state calls of a system. Raises Unsupported."""
    functions, room = functions_of(program, sizes), room_of(program, sizes)
    names = ("zw_describe", "zw_oppose", "zw_law", "zw_excess")
    return Own({x: emitted(x, functions[x], room=room) for x in names if x in functions})


def _wrapped(name: str) -> str:
    """A function as the library of motions calls it: arrays that are given, arrays to fill."""
    given, returned = ARGUMENTS[name]
    arguments = [f"in[{i}]" for i in range(len(given))] + [f"out[{i}]" for i in range(len(returned))]
    return (
        f"ZW_EXPORT void {name}_code(const double *const *in, double *const *out)\n"
        f"{{\n    {name}({', '.join(arguments)});\n}}\n"
    )
