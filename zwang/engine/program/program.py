"""All that a motion needs, as one C program: the system's functions, the kernel, the steps."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from zwang.emit.lines import Emitted, head_of
from zwang.engine.program import friction, structs
from zwang.engine.program.constants import constants_of, directions
from zwang.engine.program.controlled import in_loops
from zwang.engine.program.functions import (
    ALL_OF_IT,
    ARGUMENTS,
    BEFORE,
    PUBLIC,
    STRAIGHT,
    Found,
    besides,
    emitted,
    functions_of,
    room_of,
    straight_of,
)
from zwang.engine.program.functions import require_direct as require_direct
from zwang.engine.program.method import arithmetic, gauss
from zwang.engine.program.method.stages import stages_text
from zwang.engine.program.sizes import LARGEST, Sizes
from zwang.engine.program.units import Parts, hastened, is_said, parts, through
from zwang.integrate.method import runge_kutta as stepping
from zwang.integrate.method.runge_kutta import Program
from zwang.ir.scalar.graph import (
    Unsupported,
)
from zwang.ir.text import defined, kernel_text, text_of
from zwang.solvers import Auto

# The files of ``c/``: what steps need, what crosses singular configurations, what sees rows.
STEPS = (
    "accelerate.h",
    "project.h",
    "attempt.h",
    "rank_watch.h",
    "glance.h",
    "events.h",
    "step.h",
)
ACROSS = ("collocation.h", "place.h", "crossing.h")
ROWS = ("observe.h", "begin.h")
CONSTANT = "#ifndef ZW_CONSTANT\n#define ZW_CONSTANT static const\n#endif"
# Entries of M and A together: up to SURE always; up to LARGEST if the text has at most so many
# LETTERS, which compilers turn into programs within some ten seconds.
SURE, LETTERS = 6000, 800_000


class Written(NamedTuple):
    """A program in C."""

    text: str  # all of it
    units: tuple[str, ...]  # the same in two, to be compiled side by side
    hasty: tuple[str, ...]  # the same as units, where it is compiled in haste
    # the units of a second one, which crosses singular configurations; in haste, and well
    crossing: tuple[tuple[str, ...], tuple[str, ...]]
    sizes: Sizes  # in both
    operations: dict[str, Counter]  # how many each of its functions takes, by name

    @property
    def in_loops(self) -> bool:
        """Whether functions of the system keep their loops, and arrays for them."""
        return any("loops" in x for x in self.operations.values())


def write(program: Program, sizes: Sizes, *, many: bool = False) -> Written:
    """The C program of a motion. Raises Unsupported."""
    n, m, solver = sizes.n, sizes.m, program.solver
    if n * (n + m) > LARGEST:
        raise Unsupported(
            f"{n} coordinates and {m} rows of constraints are too many for straight-line C"
        )
    if not isinstance(solver, Auto):
        raise Unsupported(f"`solver` is {solver!r}, which is not written in C")
    own, operations = _own(program, sizes)
    names = (*STEPS, *ACROSS, *ROWS, "ensemble.h") if many else (*STEPS, *ROWS)
    rest = text_of(*names)
    whole = own.whole(rest)
    if n * (n + m) > SURE and len(whole) > LETTERS:
        raise Unsupported(f"the program in C would have {len(whole)} letters, too many to compile")
    # What is not called from outside is left out by compilers.
    across = _public("ZW_FUNCTION"), text_of(*STEPS), _public(""), text_of(*ACROSS)
    units, hasty = own.units(rest), own.units(rest, hasty=True)
    crossing = own.units(*across, hasty=True), own.units(*across)
    return Written(whole, units, hasty, crossing, sizes, operations)


@lru_cache(maxsize=16)  # a page needs both kinds of program
def _own(program: Program, sizes: Sizes) -> tuple[Parts, dict[str, Counter]]:
    """What is written for this program alone, and how many operations each function takes."""
    n, m = sizes.n, sizes.m
    judging = dict(arithmetic.arithmetic(program.rule, program.order, n))
    room = room_of(program, sizes)
    own = in_loops(program, sizes, ARGUMENTS, room) or {}
    functions = besides(program, sizes) if own else functions_of(program, sizes)
    functions |= {} if own else straight_of(program, sizes, functions)
    # What nothing holds moves by `zw_straight`, and needs the others for rows, or if that fails.
    seldom = ALL_OF_IT if m == 0 and "zw_straight" in functions else ()

    said = "zw_evaluate" in functions and is_said(functions, ARGUMENTS)

    def written(name: str, found: Found) -> Emitted:
        alone, rare = name in functions, name in seldom
        if name == "zw_evaluate" and said:
            given, returned = ARGUMENTS[name]
            head = head_of(name, given, returned, "ZW_SELDOM ZW_OWN" if rare else "ZW_OWN")
            return through(own["zw_describe"], f"{head};", room, ARGUMENTS)
        told = emitted(name, found, public=name in PUBLIC, own=alone, seldom=rare, room=room)
        return hastened(name, told, functions, ARGUMENTS, BEFORE)

    rules = {name: written(name, found) for name, found in judging.items()}
    for name, found in functions.items():  # zw_describe is the first of them
        own[name] = written(name, found)
    names = [defined(constants_of(program, sizes)), structs.text(sizes.dimensions)]
    names += [defined({name[3:].upper(): int(name in functions) for name in STRAIGHT})]
    shared = [CONSTANT, directions(program), *([gauss.tables()] if m else [])]
    shared += [x.text for x in rules.values()]
    shared += [kernel_text(n, m, 2), _stages(program)]
    shared += [friction.text(program.system.value, sizes.n, sizes.m)] * ("zw_law" in functions)
    operations = {k: x.operations for k, x in (rules | own).items()}
    return parts(names, list(own.values()), shared), operations


def write_acceleration(program: Program, sizes: Sizes) -> tuple[str, ...]:
    """The C program of the acceleration in one state, in units. Raises Unsupported."""
    functions, room = functions_of(program, sizes), room_of(program, sizes)
    own = []
    for name in ("zw_describe", "zw_nonideal", "zw_law", "zw_excess"):
        if name in functions:
            own.append(emitted(name, functions[name], own=True, room=room))
    names = [defined(constants_of(program, sizes))]
    names += [defined({"LAGRANGIAN": int("zw_excess" in functions)})]
    shared = [CONSTANT, kernel_text(sizes.n, sizes.m, 2)]
    shared += [friction.text(program.system.value, sizes.n, sizes.m)] * ("zw_law" in functions)
    return parts(names, own, shared).units(text_of("accelerate.h", "solution.h"))


def _public(kind: str) -> str:
    return f"#undef ZW_PUBLIC\n#define ZW_PUBLIC {kind}\n"


def _stages(program: Program) -> str:
    """The stages of the method, with the coefficients that diffrax has."""
    table = stepping.tableau(program.method.value)
    if table is None:
        name = type(program.method.value).__name__
        raise Unsupported(f"`method` is {name}, which has no explicit stages")
    return stages_text(table)
