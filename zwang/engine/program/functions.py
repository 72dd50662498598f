"""The functions of a system that a program in C has: taken apart into scalars, or in loops."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from zwang.base.arrays import eps
from zwang.base.functions import EXTRA
from zwang.emit import Interpreted
from zwang.emit.lines import Emitted, emit
from zwang.emit.scalars import scalarized
from zwang.engine.program import friction as rubbing
from zwang.engine.program.cholesky import both, square, straight
from zwang.engine.program.elements import may_differ
from zwang.engine.program.sizes import Sizes
from zwang.engine.program.system_functions import described, described_by_jax, fatal, of_state
from zwang.equation.acceleration_form import acceleration_form
from zwang.integrate.events import ACTING
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.method.step_size import tilted
from zwang.integrate.projection import WIDE
from zwang.ir.scalar.graph import (
    LIMIT,
    TooMany,
    Unsupported,
    graph_of,
    is_known,
    needed,
    neg,
)
from zwang.ir.scalar.laws import array
from zwang.solvers import rank as rules
from zwang.system.deferred import for_jax
from zwang.system.elements import sums_of
from zwang.system.lagrangian import Lagrangian, lagrangian_of
from zwang.system.origin import AbstractGuard
from zwang.system.system import System
from zwang.system.tangent import tangent_of

if TYPE_CHECKING:
    from zwang.emit.loops import Looped

# Operations of the kernel written out; beyond it loops are as good. Those of the system's functions
# are not among them: these are computed anyhow.
LONGEST = 6000
EPS = float(eps(np.float64))
# Operations of a plain system of FEW coordinates or more: what has MANY is not taken apart, what is
# HEAVY not written so, if it can be written in loops and most entries of M and A are there.
FEW, MANY, HEAVY, FULL = 16, 30_000, 8000, 0.4
Found: TypeAlias = "dict[str, np.ndarray] | Looped"  # what functions return

STATE = ("q", "qd", "t", "p")
ARGUMENTS = {  # in, out
    "zw_evaluate": (STATE, ("M", "Q", "A", "b")),
    "zw_hold": (STATE, ("M", "A", "phi", "velocity")),
    "zw_oppose": ((*STATE, "ideal"), ("C",)),
    "zw_law": ((*STATE, "ideal", "A", "x"), ("C", "slope")),
    "zw_watch": ((*STATE, *ACTING), ("g",)),
    "zw_arm": ((*STATE, *ACTING, "told"), ("armed", "back")),
    "zw_describe": (STATE, ("M", "Q", "A", "b", "phi", "velocity", "seen")),
    "zw_excess": (STATE, ("excess",)),
    "zw_straight": (STATE, ("x", "good")),
    "zw_straight_q": (STATE, ("x", "sizes", "good")),
    "zw_straight_qd": (STATE, ("x", "Z", "lengths", "volume", "good")),
}
ALL_OF_IT = ("zw_describe", "zw_evaluate", "zw_hold")
STRAIGHT = ("zw_straight", "zw_straight_q", "zw_straight_qd")


def emitted(name: str, found: Found, *, seldom: bool = False, **told: Any) -> Emitted:
    """A function in C."""
    inputs, outputs = ARGUMENTS[name]
    if not isinstance(found, dict):
        return found.emit(name, inputs, outputs, **told)
    return emit(name, inputs, {x: found[x] for x in outputs}, seldom=seldom, **told)


def functions_of(program: Program, sizes: Sizes) -> dict[str, Found]:
    """What each function returns, by name, in scalar values or in loops.

    One trace gives all that is known of a state; each function takes of it what it needs.
    """
    system, moving = program.system.value, program.moving()

    def evaluate(q, qd, t, p):
        form = acceleration_form(moving, q, qd, t, p)
        return {"M": moving.M(q, t, p, qd), "Q": moving.Q(q, qd, t, p), "A": form.A, "b": form.b}

    everything = _everything(program, sizes)
    found: dict[str, Found] = {
        "zw_describe": everything,
        "zw_hold": everything,
        "zw_evaluate": everything,
    }
    if moving is not system:
        found["zw_evaluate"] = _scalars(program, sizes, evaluate, fatal=fatal)
    lagrangian = lagrangian_of(system)
    if lagrangian is not None:
        found["zw_excess"] = _excess(program, sizes, lagrangian, everything)
    return found | besides(program, sizes)


def besides(program: Program, sizes: Sizes) -> dict[str, Found]:
    """The law of friction and what events watch, if there are any."""
    system, found = program.system.value, dict[str, Found]()
    if rubbing.is_sought(system):
        unknowns = sizes.m if rubbing.of_lam(system) else sizes.n
        others = ("ideal", (sizes.n,)), ("A", (sizes.m, sizes.n)), ("x", (unknowns,))
        law = rubbing.law(system)
        found["zw_law"] = _scalars(program, sizes, law, *others, fatal=lambda x: [x["C"]])
    elif system.nonideal is not None:
        found["zw_oppose"] = _nonideal(program, sizes)
    watched = program.events.value
    if not sizes.events:
        return found
    watch = lambda q, qd, t, p, *acting: {"g": watched.values(t, q, qd, p, *acting)}

    def arm(q, qd, t, p, *rest):  # the last: rtol, atol
        *acting, told = rest
        error = tilted(q, qd, told[0], told[1])
        armed, back = watched.armed(t, q, qd, p, acting[0], error, *acting)
        return {"armed": armed, "back": back[None]}

    acting = list(zip(ACTING, ((sizes.n,), (sizes.n,), (sizes.m,)), strict=True))
    found["zw_arm"] = _scalars(program, sizes, arm, *acting, ("told", (2,)))
    return found | {"zw_watch": _scalars(program, sizes, watch, *acting)}


def _excess(program: Program, sizes: Sizes, lagrangian: Lagrangian, everything: Found) -> Found:
    """How far a Lagrangian is from quadratic, which is asked once."""
    excess = lambda *state: {"excess": lagrangian.beyond_quadratic(*state)[None]}
    scalars = isinstance(everything, dict)
    if scalars and "excess" in everything and len(needed(everything["excess"])) < HEAVY:
        return everything
    try:
        return _in_loops(program, sizes, excess)
    except Unsupported:
        known = scalars and "excess" in everything
        return everything if known else _scalars(program, sizes, excess)


def _everything(program: Program, sizes: Sizes) -> Found:
    """All that is known of a state: taken apart into scalars, or in loops where that is too much.

    Loops do not see which entries are zero, and have the dense kernel behind them: they are for
    systems whose M and A are full.
    """
    system = program.system.value
    whole = sums_of(system, rubbing=True) is None and tangent_of(system) is None
    if sizes.n < FEW or not whole or isinstance(system.origin, AbstractGuard):
        return _in_scalars(program, sizes)
    try:
        size = sizes.n * (sizes.n + sizes.m)
        limit = 0 if size > HEAVY and entries_of_M(program, sizes) > FULL * size else MANY
        found = _in_scalars(program, sizes, limit)
        M, _, A, _ = fatal(found)
        entries = sum(may_differ(x) for x in (*M.flat, *A.flat))
        light = entries + len(needed(x for y in fatal(found) for x in y.flat)) < HEAVY
        if light or entries < FULL * (M.size + A.size):
            return found
    except Unsupported:
        found = None
    try:
        return _in_loops(program, sizes, described_by_jax(program))
    except Unsupported:
        return _in_scalars(program, sizes) if found is None else found


def entries_of_M(program: Program, sizes: Sizes) -> int:
    """How many entries of M differ from zero, in a state of no meaning."""
    rng, system = np.random.default_rng(0), program.system.value
    given = [rng.uniform(0.5, 1.5, shape) for _, shape in _inputs(sizes)]
    mass = of_state(program, sizes.numbers, lambda q, qd, t, p: system.M(q, t, p, qd))
    with for_jax():
        M = Interpreted(mass, *given)(*given)
    return int((np.isfinite(M) & (M != 0)).sum())


def _in_scalars(program: Program, sizes: Sizes, limit: int = LIMIT) -> dict[str, np.ndarray]:
    try:
        return described(program, sizes.numbers, sizes.n, limit)
    except TooMany:
        raise
    except Unsupported:  # by the rules of `rates`, but perhaps not by those of JAX
        given = program, sizes, described_by_jax(program)
        return _scalars(*given, fatal=fatal, limit=limit)


def _in_loops(program: Program, sizes: Sizes, function: Callable) -> Looped:
    """A function of the state with its loops; its derivatives are those of JAX."""
    from zwang.emit.loops import Looped  # which few systems need

    found = Looped(of_state(program, sizes.numbers, function), *_inputs(sizes))
    found.emit("zw_tried", STATE, list(found.shapes))
    return found


def require_direct(system: System) -> None:
    """Refuse friction that depends on the reaction that acts under it."""
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


def straight_of(
    program: Program, sizes: Sizes, functions: dict[str, Found]
) -> dict[str, dict[str, np.ndarray]]:
    """The kernel's first way written out: for accelerations, and for both projections."""
    n, rows, held = sizes.n, sizes.rows, functions["zw_hold"]
    everything = functions["zw_evaluate"]
    if not (isinstance(held, dict) and isinstance(everything, dict)):
        return {}
    least = EPS**rules.WELL_CONDITIONED
    rank = program.solver.rank
    moves = max(least, EPS**rules.RANK if rank is None else float(rank))
    returns = max(least, WIDE)
    if sizes.m > n or program.system.value.nonideal is not None:
        return {}
    M, Q, A, b = (everything[name] for name in ("M", "Q", "A", "b"))
    try:
        moved = _within(3 * LONGEST, everything, lambda: straight(M, A, Q, b, moves, glance=False))
    except TooMany:
        return {}
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


def _within(more: int, found: dict[str, np.ndarray], write: Callable) -> Any:
    """What a function returns that may add so many operations to those that were found."""
    nodes = [x for values in found.values() for x in values.flat]
    if is_known(*nodes):
        return write()
    graph = graph_of(nodes)
    limit, graph.limit = graph.limit, len(graph.nodes) + more
    try:
        return write()
    finally:
        graph.limit = max(limit, LIMIT)


def _scalars(
    program: Program,
    sizes: Sizes,
    function: Callable,
    *others: tuple[str, tuple[int, ...]],
    **told: Any,
) -> dict[str, np.ndarray]:
    """A function of the state, taken apart; in it all numbers of the parameters are one vector."""
    flat = of_state(program, sizes.numbers, function)
    return scalarized(flat, *_inputs(sizes), *others, **told)[1]


def _inputs(sizes: Sizes) -> list[tuple[str, tuple[int, ...]]]:
    n, count = sizes.n, sum(int(np.prod(shape)) for shape in sizes.numbers)
    return [("q", (n,)), ("qd", (n,)), ("t", (1,)), ("p", (count,))]


def room_of(program: Program, sizes: Sizes) -> dict[str, int]:
    """How many numbers C has room for, by the name of an output; see the files of ``c/``."""
    n, m, rows = sizes.n, sizes.m, sizes.rows
    looked, loaded = rubbing.reach(program.system.value, n, m)
    told = {"M": n * n, "Q": n, "A": m * n, "b": m, "C": n, "slope": len(loaded) * len(looked)}
    told |= {"phi": rows.positions, "velocity": rows.velocities, "g": sizes.events}
    told |= {"armed": sizes.events, "back": 1}
    told |= {"seen": sizes.observed, "excess": 1, "x": n, "good": 1, "sizes": 2}
    return told | {"Z": m * n, "lengths": m, "volume": 1}
