"""All that a motion needs, as one C program: the system's functions, the kernel, the steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from zwang.base.functions import EXTRA
from zwang.engine.program import friction as rubbing
from zwang.engine.program import structs
from zwang.engine.program.cholesky import both, square, straight
from zwang.engine.program.constants import constants_of, directions
from zwang.engine.program.controlled import describing, in_loops
from zwang.engine.program.method import arithmetic, gauss
from zwang.engine.program.method.stages import stages_text
from zwang.engine.program.sizes import LARGEST, Sizes
from zwang.engine.program.system_functions import described, fatal, of_state
from zwang.engine.program.units import Parts, parts, say_once
from zwang.engine.scalar.calls.kernel import defined, kernel_text, text_of
from zwang.engine.scalar.elementwise import array
from zwang.engine.scalar.emit import Emitted, emit
from zwang.engine.scalar.graph import Unsupported, graph_of, is_known, needed, neg
from zwang.engine.scalar.jaxpr import scalarized
from zwang.equation.acceleration_form import acceleration_form
from zwang.integrate.method import runge_kutta as stepping
from zwang.integrate.method.runge_kutta import Program
from zwang.solvers import Auto
from zwang.system.lagrangian import lagrangian_of
from zwang.system.system import System

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
# Operations of the kernel written out; beyond it loops are as good. Those of the system's functions
# are not among them: these are computed anyhow.
LONGEST = 6000
# Entries of M and A together: up to SURE always; up to LARGEST if the text has at most so many
# LETTERS, which compilers turn into programs within some ten seconds.
SURE, LETTERS = 6000, 800_000


class Written(NamedTuple):
    """A program in C.

    Attributes
    ----------
    text : all of it
    units : the same in two, to be compiled side by side
    crossing : the units of a second one, which crosses singular configurations
    sizes : in both
    operations : how many each of its functions takes, by name
    """

    text: str
    units: tuple[str, ...]
    crossing: tuple[str, ...]
    sizes: Sizes
    operations: dict[str, Counter]


def write(program: Program, sizes: Sizes, *, many: bool = False) -> Written:
    """The C program of a motion.

    Parameters
    ----------
    program : what moves, and how
    sizes : of it
    many : whether it can do whole motions of many members by itself

    Raises
    ------
    Unsupported
        It cannot be written in C; the text says why.
    """
    n, m, solver = sizes.n, sizes.m, program.solver
    if n * (n + m) > LARGEST:
        raise Unsupported(f"{n} coordinates and {m} rows of constraints are too many for C")
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
    return Written(whole, own.units(rest), own.units(*across), sizes, operations)


@lru_cache(maxsize=16)  # a page needs both kinds of program
def _own(program: Program, sizes: Sizes) -> tuple[Parts, dict[str, Counter]]:
    """What is written for this program alone, and how many operations each function takes."""
    n, m = sizes.n, sizes.m
    judging = dict(arithmetic.arithmetic(program.rule, program.order, n))
    room = _room(program, sizes)
    own = in_loops(program, sizes, ARGUMENTS, room) or {}
    functions = _watched(program, sizes) if own else _functions(program, sizes)
    functions |= {} if own else _straight(program, sizes, functions)
    # What nothing holds moves by `zw_straight`, and needs the others for rows, or if that fails.
    seldom = ALL_OF_IT if m == 0 and "zw_straight" in functions else ()

    def emitted(name: str, found: dict[str, np.ndarray]) -> Emitted:
        given, returned = ARGUMENTS[name]
        public, outputs = name in PUBLIC, {x: found[x] for x in returned}
        alone, rare = name in functions, name in seldom
        return emit(name, given, outputs, public=public, own=alone, seldom=rare, room=room)

    rules = {name: emitted(name, found) for name, found in judging.items()}
    own |= {name: emitted(name, found) for name, found in functions.items()}
    if "zw_evaluate" in functions and functions["zw_evaluate"] is functions["zw_describe"]:
        say_once(own, room, ARGUMENTS)
    names = [defined(constants_of(program, sizes)), structs.text(sizes.dimensions)]
    names += [defined({name[3:].upper(): int(name in functions) for name in STRAIGHT})]
    shared = [CONSTANT, directions(program), *([gauss.tables()] if m else [])]
    shared += [x.text for x in rules.values()]
    shared += [kernel_text(n, m, 2), _stages(program)]
    shared += [text_of("friction.h")] if "zw_law" in functions else []
    operations = {k: x.operations for k, x in (rules | own).items()}
    return parts(names, list(own.values()), shared), operations


def write_acceleration(program: Program, sizes: Sizes) -> tuple[str, ...]:
    """The C program of the acceleration in one state, in units.

    Parameters
    ----------
    program : what moves
    sizes : of it

    Raises
    ------
    Unsupported
        It cannot be written in C; the text says why.
    """
    functions, room = _functions(program, sizes), _room(program, sizes)
    own = []
    for name in ("zw_describe", "zw_nonideal", "zw_law", "zw_excess"):
        if name in functions:
            given, returned = ARGUMENTS[name]
            outputs = {x: functions[name][x] for x in returned}
            own.append(emit(name, given, outputs, own=True, room=room))
    names = [defined(constants_of(program, sizes))]
    names += [defined({"LAGRANGIAN": int("zw_excess" in functions)})]
    shared = [kernel_text(sizes.n, sizes.m, 2)]
    shared += [text_of("friction.h")] if "zw_law" in functions else []
    return parts(names, own, shared).units(text_of("accelerate.h", "solution.h"))


def _room(program: Program, sizes: Sizes) -> dict[str, int]:
    """How many numbers C has room for, by the name of an output; see the files of ``c/``."""
    n, m, rows = sizes.n, sizes.m, sizes.rows
    unknowns = m if rubbing.of_lam(program.system.value) else n
    told = {"M": n * n, "Q": n, "A": m * n, "b": m, "C": n, "slope": n * unknowns}
    told |= {"phi": rows.positions, "velocity": rows.velocities, "g": sizes.events}
    told |= arithmetic.ROOM | {"seen": sizes.observed, "excess": 1, "x": n, "good": 1, "sizes": 2}
    return told | {"Z": m * n, "lengths": m, "volume": 1}


def _public(kind: str) -> str:
    return f"#undef ZW_PUBLIC\n#define ZW_PUBLIC {kind}\n"


# -- the system's functions ----------------------------------------------------------------------

STATE = ("q", "qd", "t", "p")
ARGUMENTS = arithmetic.ARGUMENTS | {  # in, out
    "zw_evaluate": (STATE, ("M", "Q", "A", "b")),
    "zw_hold": (STATE, ("M", "A", "phi", "velocity")),
    "zw_nonideal": ((*STATE, "ideal"), ("C",)),
    "zw_law": ((*STATE, "ideal", "A", "x"), ("C", "slope")),
    "zw_watch": (STATE, ("g",)),
    "zw_describe": (STATE, ("M", "Q", "A", "b", "phi", "velocity", "seen")),
    "zw_excess": (STATE, ("excess",)),
    "zw_straight": (STATE, ("x", "good")),
    "zw_straight_q": (STATE, ("x", "sizes", "good")),
    "zw_straight_qd": (STATE, ("x", "Z", "lengths", "volume", "good")),
}
PUBLIC = ("zw_excess",)
ALL_OF_IT = ("zw_describe", "zw_evaluate", "zw_hold")
STRAIGHT = ("zw_straight", "zw_straight_q", "zw_straight_qd")


def _functions(program: Program, sizes: Sizes) -> dict[str, dict[str, np.ndarray]]:
    """What each function returns, by name, in scalar values.

    One trace gives all that is known of a state; each function takes of it what it needs.
    """
    system, moving = program.system.value, program.moving()

    def evaluate(q, qd, t, p):
        form = acceleration_form(moving, q, qd, t, p)
        return {"M": moving.M(q, t, p, qd), "Q": moving.Q(q, qd, t, p), "A": form.A, "b": form.b}

    try:
        everything = described(program, sizes.numbers, sizes.n)
    except Unsupported:  # by the rules of `rates`, but perhaps not by those of JAX
        everything = _scalars(program, sizes, describing(system), fatal=fatal)
    found = {"zw_describe": everything, "zw_hold": everything, "zw_evaluate": everything}
    if moving is not system:
        found["zw_evaluate"] = _scalars(program, sizes, evaluate, fatal=fatal)
    if rubbing.is_sought(system):
        unknowns = sizes.m if rubbing.of_lam(system) else sizes.n
        others = ("ideal", (sizes.n,)), ("A", (sizes.m, sizes.n)), ("x", (unknowns,))
        law = rubbing.law(system)
        found["zw_law"] = _scalars(program, sizes, law, *others, fatal=lambda x: [x["C"]])
    elif system.nonideal is not None:
        found["zw_nonideal"] = _nonideal(program, sizes)
    lagrangian = lagrangian_of(system)
    if "excess" in everything:
        found["zw_excess"] = everything
    elif lagrangian is not None:
        excess = lambda *state: {"excess": lagrangian.beyond_quadratic(*state)[None]}
        found["zw_excess"] = _scalars(program, sizes, excess)
    return found | _watched(program, sizes)


def _watched(program: Program, sizes: Sizes) -> dict[str, dict[str, np.ndarray]]:
    """What events watch, if there are any."""
    watch = lambda q, qd, t, p: {"g": program.events.value.values(t, q, qd, p)}
    return {"zw_watch": _scalars(program, sizes, watch)} if sizes.events else {}


def require_direct(system: System) -> None:
    """Refuse friction that depends on the reaction that acts under it.

    Parameters
    ----------
    system : the description
    """
    friction = system.nonideal
    if friction is None:
        return
    asked = [x for x in EXTRA if x != "Qc_ideal" and friction.asks_for(x)]
    if asked:
        raise Unsupported(f"`nonideal` asks for `{asked[0]}`, which is found by iteration")


def _nonideal(program: Program, sizes: Sizes) -> dict[str, np.ndarray]:
    system = program.system.value

    def friction(q, qd, t, p, ideal):
        return {"C": system.C(q, qd, t, p, Qc_ideal=ideal)}

    return _scalars(program, sizes, friction, ("ideal", (sizes.n,)), fatal=lambda x: [x["C"]])


def _straight(
    program: Program, sizes: Sizes, functions: dict[str, dict[str, np.ndarray]]
) -> dict[str, dict[str, np.ndarray]]:
    """The kernel's first way written out: for accelerations, and for both projections."""
    n, rows, held = sizes.n, sizes.rows, functions["zw_hold"]
    told = constants_of(program, sizes)
    moves = max(told["WELL_CONDITIONED"], told["STEP_RANK"])
    returns = max(told["WELL_CONDITIONED"], told["WIDE"])
    if sizes.m > n or program.system.value.nonideal is not None:
        return {}
    M, Q, A, b = (functions["zw_evaluate"][name] for name in ("M", "Q", "A", "b"))
    moved = straight(M, A, Q, b, moves, glance=False)
    own = len(needed([*moved.x, moved.good])) - len(needed([*M.flat, *Q, *A.flat, *b]))
    if moved.good is False or own > LONGEST:
        return {}
    found = {"zw_straight": {"x": moved.x, "good": array([moved.good], (1,))}}
    M, A, nothing = held["M"], held["A"], array([0.0] * n, (n,))
    # All rows are looked at, also those of accelerations alone.
    seen = straight(M, A, nothing, array([0.0] * sizes.m, (sizes.m,)), returns)
    for name, count, rest in (
        ("zw_straight_q", rows.positions, held["phi"]),
        ("zw_straight_qd", rows.velocities, held["velocity"]),
    ):
        if is_known(*rest[:count]):  # no rows, or rows that say nothing of the state
            continue
        wanted = array(map(neg, rest[:count]), (count,))
        change = straight(M, A[:count], nothing, wanted, returns, glance=False)
        q = [graph_of(rest).input("q", j) for j in range(n)]
        found[name] = {"x": change.x, "Z": seen.Z, "lengths": seen.lengths}
        found[name]["sizes"] = array([square(M, change.x), square(M, q)], (2,))
        found[name]["volume"] = array([seen.volume], (1,))
        found[name]["good"] = array([both(change.good, seen.good)], (1,))
    return found


def _scalars(
    program: Program,
    sizes: Sizes,
    function: Callable,
    *others: tuple[str, tuple[int, ...]],
    fatal: Callable | None = None,
) -> dict[str, np.ndarray]:
    """A function of the state, taken apart; in it all numbers of the parameters are one vector."""
    n, count = sizes.n, sum(int(np.prod(shape)) for shape in sizes.numbers)
    inputs = ("q", (n,)), ("qd", (n,)), ("t", (1,)), ("p", (count,))
    flat = of_state(program, sizes.numbers, function)
    return scalarized(flat, *inputs, *others, fatal=fatal)[1]


def _stages(program: Program) -> str:
    """The stages of the method, with the coefficients that diffrax has."""
    table = stepping.tableau(program.method.value)
    if table is None:
        name = type(program.method.value).__name__
        raise Unsupported(f"`method` is {name}, which has no explicit stages")
    return stages_text(table)
