"""The motion of a large system in C: kernel, steps and watch, in one text for all systems."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import jax.numpy as jnp
import numpy as np

from zwang.base.status import Status
from zwang.emit.lines import PRELUDE, Emitted, emit
from zwang.emit.scalars import scalarized
from zwang.engine.large.memory import (
    PAIR_SIZES,
    RUBBING,
    SIZES,
    motion_text,
    pair_text,
    text_of,
)
from zwang.engine.program.method import gauss
from zwang.engine.program.method.stages import stages_text
from zwang.engine.program.program import CONSTANT
from zwang.engine.program.system_functions import of_state
from zwang.equation import friction
from zwang.files import build
from zwang.integrate import projection, rank_watch, step
from zwang.integrate.course import Halt
from zwang.integrate.method import runge_kutta, step_size
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.method.step_size import AbstractStepSize
from zwang.integrate.method.tableau import Tableau
from zwang.ir.calls import called_texts
from zwang.ir.scalar.graph import Unsupported
from zwang.ir.text import defined
from zwang.solvers.sparse import kernel, lanes, metric

FILES = ("rub.h", "rub_step.h", "met.h", "observe.h", "return.h", "watch.h", "step.h", "locate.h")
FILES += ("across.h",)
# LEAST_PROXIMAL: rounding in YᵀY, below which cut² has no meaning; where it is too little it is
# tried up to MOST_PROXIMAL. PATIENT: of the former, cut² below which √μ is not below σ. SOLVED: the
# last change of an answer, in parts of it, that may be left.
# ENOUGH: of what a step tolerates; so far accelerations need not be corrected, nor beyond OF_RTOL:
# of rtol, in parts of them. OF_SIGMA: √μ in the steps, of σ. ON_ROWS: √μ on the constraints, where
# σ is looked at. APART_FROM: of √μ; what is farther from the rows before it is independent of them.
# ROUNDED: a correction of q that is rounding, in parts of it. FORESEEN: of sigma, over which the
# next correction is the square of the last. LOST: of the cut; σ below it counts as lost. NEXT_TO:
# of σ; a change of q in parts of it after which factors still serve to correct what is left.
# GLANCES, LOOKS: rounds of iteration for σ, with and without a guess. SURVEYS: steps after which
# the reach of coordinates is found anew. MIXED: of any direction in that guess. FOLLOWED: how many
# singular values; SOON: steps within which one behind the smallest must come to zero to be looked
# at; SWEEPS: of rotations among them. OVER: the cosine below whose negative a vector
# turned over. CLOSE_BY: of q, what two iterates of a step across differ by where it is close to the
# constraints. FORETOLD: of the step before, the length of one across for which that tells how
# accelerations change. RUBBED: of the multipliers that act, what they may be off; ROUGHLY: of
# that, what one step of Newton's method may leave; KRYLOV: vectors it is found from.
OWN = {
    "LEAST_PROXIMAL": 2e-15,
    "MOST_PROXIMAL": 1e-2,
    "PATIENT": 3e-3,
    "SOLVED": 1e-8,
    "ENOUGH": 1e-3,
    "OF_RTOL": 1e-2,
    "OF_SIGMA": 0.03,
    "ON_ROWS": 1e-6,
    "APART_FROM": 30.0,
    "ROUNDED": 1e-12,
    "FORESEEN": 1e-2,
    "NEXT_TO": 1e-4,
    "LOST": 3.0,
    "GLANCES": 2,
    "LOOKS": 60,
    "SURVEYS": 64,
    "MIXED": 0.1,
    "FOLLOWED": 4,
    "SOON": 1.0,
    "SWEEPS": 6,
    "OVER": 0.25,
    "CLOSE_BY": 1e-8,
    "RUBBED": 1e-13,
    "ROUGHLY": 1e-2,
    "KRYLOV": 30,
    "FORETOLD": 4.0,
}
STATUSES = ("OK", "INACCURATE", "REACTION_NOT_FOUND", "REACTION_NOT_UNIQUE")
CONTEXT = "zw_motion *p"
# The sums of stages depend on no other coordinate, which compilers do not see.
LOOP = """\
#if defined(__GNUC__) && !defined(__clang__)
#define ZW_LOOP _Pragma("GCC ivdep")
#pragma GCC optimize("tree-vectorize", "vect-cost-model=dynamic")
#endif
"""
ROOM = "double (*k)[p->n] = (double (*)[p->n])p->stages, *x = p->x, *v = p->v;"
WATCHING = (
    "typedef void (*zw_watching)(const double *, const double *, const double *, const double *, "
    "double *);\n"
)


_NUMBER, _REAL, _POINTER, _WHOLE = (
    ctypes.c_int,
    ctypes.c_double,
    ctypes.c_void_p,
    ctypes.c_longlong,
)
_STATE = [_POINTER, _REAL, _POINTER, _POINTER]
FUNCTIONS: tuple[tuple[str, Any, list[Any]], ...] = (
    ("zw_large_sizes", None, [_POINTER]),
    ("zw_lanes_help", _NUMBER, []),
    ("zw_equations", None, _STATE),
    ("zw_holding", None, _STATE),
    ("zw_energies", None, [*_STATE, _POINTER]),
    ("zw_ready", _NUMBER, [_POINTER, _WHOLE, _REAL]),
    ("zw_return", _NUMBER, [*_STATE, _WHOLE, _REAL, _REAL]),
    ("zw_look", _REAL, [*_STATE, _REAL, _NUMBER]),
    ("zw_row", _NUMBER, [*_STATE, _REAL, _NUMBER] + 3 * [_POINTER]),
    ("zw_met", _REAL, [_POINTER, _REAL, _POINTER, _POINTER]),
    ("zw_observe", None, [_POINTER, _WHOLE, *3 * [_POINTER], _REAL, _NUMBER, _REAL, _POINTER]),
    ("zw_first_step", _REAL, [_POINTER, _POINTER, _REAL]),
    ("zw_advance", _NUMBER, [_POINTER, _POINTER, _WHOLE, _WHOLE, _WHOLE] + 5 * [_POINTER]),
    ("zw_locate", _REAL, [_POINTER, _WHOLE] + 3 * [_POINTER]),
    ("zw_lay", _NUMBER, [_POINTER, _NUMBER, _REAL] + 6 * [_POINTER]),
    ("zw_land", _NUMBER, [_POINTER, _NUMBER, _REAL, _POINTER, _REAL, _NUMBER, _WHOLE, *_STATE[2:]]),
    ("zw_along", None, [_POINTER, _REAL, _POINTER, *3 * [_NUMBER], *2 * [_POINTER]]),
    ("zw_losing", _NUMBER, [*_STATE, _REAL, _NUMBER, _NUMBER] + 2 * [_POINTER]),
)
OF_PAIRS: tuple[tuple[str, Any, list[Any]], ...] = (
    ("zw_pair_sizes", None, [_POINTER]),
    ("zw_vary_parts", None, [_POINTER, _REAL, _REAL] + 4 * [_POINTER]),
    ("zw_lean_parts", None, _STATE),
    ("zw_pair_advance", _NUMBER, [_POINTER, _POINTER, _WHOLE, _WHOLE] + 3 * [_POINTER]),
)


def library_of(program: Program, pool: Executor, n: int, pair: bool = False) -> Future[ctypes.CDLL]:
    """The motion, the same for all systems that move by one method: written now, compiled beside.

    Nearly half of it is about lanes, and is left out where there are none.

    Raises Unsupported.
    """
    table = runge_kutta.tableau(program.method.value)
    if table is None:
        name = type(program.method.value).__name__
        raise Unsupported(f"`method` is {name}, which has no explicit stages")
    stages = tuple(map(tuple, table.stages))
    lists = tuple(table.nodes), stages, tuple(table.weights), tuple(table.errors)
    written = _written(lists, program.rule, program.order, pair, n < lanes.FEWEST)
    return pool.submit(_compiled, written, pair)


@functools.lru_cache(maxsize=16)
def _written(
    lists: tuple[Any, ...], rule: AbstractStepSize, order: int, pair: bool, few: bool
) -> str:
    table = Tableau(*lists)
    return "\n".join([text(table, rule, order, few), _of_pairs(table) if pair else ""])


def _of_pairs(table: Tableau) -> str:
    """What moves a pair besides."""
    stages = stages_text(table, "zw_pair *p", ROOM, "ZW_CLONED static")
    for name in ("zw_stages", "zw_acceleration"):
        stages = stages.replace(f"{name}(", f"{name.replace('zw_', 'zw_pair_')}(")
    return "\n".join([pair_text(), stages, text_of("pair.h", "pair_rub.h")])


@functools.lru_cache(maxsize=16)
def _compiled(written: str, pair: bool) -> ctypes.CDLL:
    found = build.library(written, build.OFTEN)
    for name, returns, takes in (*FUNCTIONS, *(OF_PAIRS if pair else ())):
        function = getattr(found, name)
        function.restype, function.argtypes = returns, takes
    told = ("zw_large_sizes", SIZES), ("zw_pair_sizes", PAIR_SIZES)
    for name, wanted in told[: 1 + pair]:
        sizes = (ctypes.c_longlong * len(wanted))()
        getattr(found, name)(sizes)
        if list(sizes) != wanted:
            raise build.NoLibrary("the compiler lays out the memory of a motion in its own way")
    return found


def text(table: Tableau, rule: AbstractStepSize, order: int, few: bool = False) -> str:
    """The whole program."""
    lines = [
        LOOP,
        PRELUDE,
        kernel.text(),
        lanes.text(few),
        motion_text(),
        WATCHING,
        defined(_constants()),
    ]
    lines += [CONSTANT, gauss.tables()]
    lines += [
        *_arithmetic(rule, order),
        "#define ZW_N p->n",
        stages_text(table, CONTEXT, ROOM, "ZW_CLONED static"),
    ]
    return "\n".join([*lines, text_of("vectors.h", "state.h", *FILES)])


def _constants() -> dict[str, float | int]:
    found = {name: getattr(step, name) for name in ("AHEAD", "FEW", "LITTLE", "TURNS", "NEAR")}
    found |= {"SMALLEST_STEP": step.SMALLEST, "RETRY": step_size.RETRY}
    found |= {"CONVERGED": projection.CONVERGED, "SETTLED": runge_kutta.SETTLED}
    found |= {"WIDE": projection.WIDE, "SMALLEST": projection.SMALLEST}
    found |= rubbing_constants() | {"NEAREST": metric.NEAREST, "DIGITS": metric.DIGITS}
    across = gauss.constants()
    found |= {name: across[name] for name in ("GAUSS", "PICARD", "PROJECTIONS", "ENDS")}
    found |= {"EPS": float(np.finfo(np.float64).eps)}
    return OWN | found | {f"HALT_{halt.name}": int(halt) for halt in Halt}


def rubbing_constants() -> dict[str, float | int]:
    """What ``rub.h`` has constants for, by name."""
    found = {name: OWN[name] for name in ("SOLVED", "RUBBED", "ROUGHLY", "KRYLOV")}
    found |= {"NEWTON": friction.STEPS, "BALANCED": friction.TOLERANCE}
    found |= {"DIFFERENT": friction.DIFFERENT}
    return found | {name: int(Status[name]) for name in STATUSES}


def rubbing_room(n: int, m: int) -> dict[str, int]:
    """How many numbers friction works on, by name."""
    on_q = "load", "loaded", "rising", "aside"
    found = {name: n if name in on_q else m for name in RUBBING}
    return found | {"krylov": (OWN["KRYLOV"] + 1) * m}


def _arithmetic(rule: AbstractStepSize, order: int) -> list[str]:
    """What Python has in one text for arrays, for one number here."""

    def told_open(x):
        return jnp.stack(rank_watch.left_open(x[0], x[1], x[2], x[3], x[4:7], x[7:10], x[10]))

    def judged(x):
        return jnp.stack(step_size.judge(rule, order, x[0], x[1], x[2] > 0))

    def distance(x):
        return rank_watch.distance(x[:3], x[3:])[None]

    functions: dict[str, tuple[int, Callable]] = {
        "zw_distance": (6, distance),
        "zw_allowed": (4, lambda x: step_size.allowed(x[0], x[1], x[2], x[3])[None]),
        "zw_open": (11, told_open),
        "zw_judged": (3, judged),
        "zw_first": (3, lambda x: step_size.first_length(x[0], x[1], x[2])[None]),
        "zw_cut_for": (2, lambda x: projection.cut_for(x[0], x[1])[None]),
    }
    return [
        emit(name, ("told",), {"out": scalarized(function, ("told", (size,)))[1]}).text
        for name, (size, function) in functions.items()
    ]


def watching(program: Program, n: int, shapes: tuple[tuple[int, ...], ...]) -> ctypes.CDLL | None:
    """The functions of the events in C, ``zw_watch`` and ``zw_arm``; None if there are no
    events.
    """
    watched = program.events.value
    if not watched.events:
        return None
    if watched.acts:
        raise Unsupported("an event asks for `qdd`, `Qc` or `lam`")
    count = sum(int(np.prod(shape)) for shape in shapes)
    inputs = ("q", (n,)), ("qd", (n,)), ("t", (1,)), ("p", (count,))

    def arm(q, qd, t, p, qdd, error):
        armed, back = watched.armed(t, q, qd, p, qdd, error)
        return {"armed": armed, "back": back[None]}

    watch = of_state(program, shapes, lambda q, qd, t, p: {"g": watched.values(t, q, qd, p)})
    emitted = [_emitted("zw_watch", watch, inputs)]
    others = ("qdd", (n,)), ("error", (2 * n,))
    emitted.append(_emitted("zw_arm", of_state(program, shapes, arm), (*inputs, *others)))
    called = called_texts([name for x in emitted for name in x.calls])
    library = build.library("\n".join((PRELUDE, called, *(x.text for x in emitted))))
    library.zw_watch.restype, library.zw_watch.argtypes = None, 5 * [ctypes.c_void_p]
    library.zw_arm.restype, library.zw_arm.argtypes = None, 8 * [ctypes.c_void_p]
    return library


def _emitted(name: str, function: Any, inputs: Any) -> Emitted:
    return emit(name, [x for x, _ in inputs], scalarized(function, *inputs)[1], public=True)
