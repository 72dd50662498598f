"""All that a motion needs, as one C program: the system's functions, the kernel, the steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang import advance, drift, pose, start, stepping
from zwang.acceleration_form import Rows, acceleration_form
from zwang.advance import Halt
from zwang.drift import Projection
from zwang.engine.calls import constants as kernel_constants
from zwang.engine.calls import defined, kernel_text, text_of
from zwang.engine.emit import PRELUDE, emit
from zwang.engine.scalar import Unsupported
from zwang.engine.trace import scalarized
from zwang.functions import EXTRA
from zwang.lagrangian import lagrangian_of
from zwang.solvers import Auto
from zwang.stepping import Program
from zwang.system import System

TEXTS = ("motion.h", "rows.h")
LARGEST = 6000  # entries of M and A together: beyond it compilers take minutes


class Sizes(NamedTuple):
    """How large everything is.

    Attributes
    ----------
    n : coordinates
    rows : of the constraints: which is whose
    events : how many are watched for
    numbers : shapes of the parameters' numbers
    observables : name and shape of each
    """

    n: int
    rows: Rows
    events: int
    numbers: tuple[tuple[int, ...], ...]
    observables: tuple[tuple[str, tuple[int, ...]], ...]

    @property
    def m(self) -> int:
        """Rows of constraints."""
        return len(self.rows.names)


class Written(NamedTuple):
    """A program in C, the sizes in it, and how many operations each of its functions takes."""

    text: str
    sizes: Sizes
    operations: dict[str, Counter]


def sizes_of(program: Program, n: int, shapes: tuple[tuple[int, ...], ...]) -> Sizes:
    """The sizes of a program, from tracing it.

    Parameters
    ----------
    program : what moves, and how
    n : number of coordinates
    shapes : of the parameters' numbers
    """
    system = program.system.value

    def look(q, numbers):
        p = program.p(numbers)
        values = system.values(q, q, 0.0, p)
        seen = [function.at(values) for _, function in system.observables]
        return acceleration_form(system, q, q, 0.0, p), seen

    form, seen = jax.eval_shape(look, jnp.zeros(n), [jnp.zeros(shape) for shape in shapes])
    names = (name for name, _ in system.observables)
    observables = tuple((name, x.shape) for name, x in zip(names, seen, strict=True))
    return Sizes(n, form.rows, len(program.events.value.events), shapes, observables)


def write(program: Program, sizes: Sizes) -> Written:
    """The C program of a motion.

    Parameters
    ----------
    program : what moves, and how
    sizes : of it

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
    functions = _functions(program, sizes)
    emitted = {}
    for name, found in functions.items():
        given, returned = ARGUMENTS[name]
        outputs = {x: found[x] for x in returned}
        emitted[name] = emit(name, given, outputs, public=name in PUBLIC)
    lines = [PRELUDE, defined(_constants(program, sizes))]
    lines += [_tableau(program), _directions(program)]
    called = {call.prefix: call for x in emitted.values() for call in x.calls}
    lines += [kernel_text(x.n, x.m, x.k, prefix) for prefix, x in called.items()]
    lines += [x.text for x in emitted.values()]
    lines += [kernel_text(n, m, 2), text_of(*TEXTS)]
    return Written("\n".join(lines), sizes, {k: x.operations for k, x in emitted.items()})


# -- the system's functions ----------------------------------------------------------------------

STATE = ("q", "qd", "t", "p")
ARGUMENTS = {  # in, out
    "zw_evaluate": (STATE, ("M", "Q", "A", "b")),
    "zw_hold": (STATE, ("M", "A", "phi", "velocity")),
    "zw_nonideal": ((*STATE, "ideal"), ("C",)),
    "zw_watch": (STATE, ("g",)),
    "zw_describe": (STATE, ("M", "Q", "A", "b", "phi", "velocity", "seen")),
    "zw_excess": (STATE, ("excess",)),
}
PUBLIC = ("zw_excess",)


def _functions(program: Program, sizes: Sizes) -> dict[str, dict[str, np.ndarray]]:
    """What each function returns, by name, in scalar values.

    One trace gives all that is known of a state; each function takes of it what it needs.
    """
    system, moving = program.system.value, program.moving()

    def describe(q, qd, t, p):
        form, values = acceleration_form(system, q, qd, t, p), system.values(q, qd, t, p)
        seen = [] if system.energy is None else [system.energy.at(values)]
        seen += [function.at(values) for _, function in system.observables]
        parts = [jnp.ravel(x).astype(float) for x in seen]
        return {
            "M": system.M(q, t, p),
            "Q": system.Q(q, qd, t, p),
            "A": form.A,
            "b": form.b,
            "phi": form.phi,
            "velocity": form.velocity,
            "seen": jnp.concatenate(parts) if parts else jnp.zeros(0),
        }

    def evaluate(q, qd, t, p):
        form = acceleration_form(moving, q, qd, t, p)
        return {"M": moving.M(q, t, p), "Q": moving.Q(q, qd, t, p), "A": form.A, "b": form.b}

    def watch(q, qd, t, p):
        return {"g": program.events.value.values(t, q, qd, p)}

    everything = _scalars(program, sizes, describe)
    found = {"zw_describe": everything, "zw_hold": everything, "zw_evaluate": everything}
    if moving is not system:
        found["zw_evaluate"] = _scalars(program, sizes, evaluate)
    if system.nonideal is not None:
        found["zw_nonideal"] = _nonideal(program, sizes)
    lagrangian = lagrangian_of(system)
    if lagrangian is not None:
        found["zw_excess"] = _scalars(
            program,
            sizes,
            lambda q, qd, t, p: {"excess": lagrangian.beyond_quadratic(q, qd, t, p)[None]},
        )
    if sizes.events:
        found["zw_watch"] = _scalars(program, sizes, watch)
    return found


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
    require_direct(system)

    def friction(q, qd, t, p, ideal):
        return {"C": system.C(q, qd, t, p, Qc_ideal=ideal)}

    return _scalars(program, sizes, friction, ("ideal", (sizes.n,)))


def _scalars(
    program: Program, sizes: Sizes, function: Callable, *others: tuple[str, tuple[int, ...]]
) -> dict[str, np.ndarray]:
    """A function of the state, taken apart; in it all numbers of the parameters are one vector."""
    ends = np.cumsum([0, *(int(np.prod(shape)) for shape in sizes.numbers)])

    def flat(q, qd, t, p, *rest):
        pieces = zip(ends, ends[1:], sizes.numbers, strict=False)
        numbers = [p[a:b].reshape(shape) for a, b, shape in pieces]
        return function(q, qd, t[0], program.p(numbers), *rest)

    n = sizes.n
    inputs = ("q", (n,)), ("qd", (n,)), ("t", (1,)), ("p", (int(ends[-1]),))
    return scalarized(flat, *inputs, *others)[1]


# -- numbers that Python knows -------------------------------------------------------------------


def _constants(program: Program, sizes: Sizes) -> dict[str, Any]:
    """Sizes, tolerances and codes, each from where it is said."""
    system = program.system.value
    rank, consistency = program.solver.rank, program.solver.consistency
    small = np.finfo(np.float64)
    nonideal = system.nonideal
    constants: dict[str, Any] = kernel_constants() | {
        "H": sizes.rows.positions,
        "K": sizes.rows.velocities,
        "E": sizes.events,
        "NONIDEAL": int(nonideal is not None),
        "ASKS_IDEAL": int(nonideal is not None and nonideal.asks_for("Qc_ideal")),
        "CURVED": int(any(constraint.curved for constraint in system.constraints)),
        "PROJECTS": program.drift.iterations if isinstance(program.drift, Projection) else 0,
        "ORDER": program.order,
        "EPS": float(small.eps),
        "TINY": float(small.tiny),
        "WIDE": drift.WIDE,
        "CONVERGED": drift.CONVERGED,
        "SMALLEST": drift.SMALLEST,
        "AROUND": start.AROUND,
        "VANISHED": pose.VANISHED,
        "SHARE": stepping.SHARE,
    }
    default_rank, default_consistency = constants["RANK"], constants["CONSISTENCY"]
    constants["STEP_RANK"] = float(default_rank if rank is None else rank)
    constants["STEP_CONSISTENCY"] = float(
        default_consistency if consistency is None else consistency
    )
    for name in ("SAFETY", "LEAST", "MOST", "RETRY", "AHEAD", "FEW", "TURNS", "LOST"):
        constants[name] = getattr(advance, name)
    return constants | {f"HALT_{halt.name}": int(halt) for halt in Halt}


def _tableau(program: Program) -> str:
    """The coefficients of the method, as diffrax has them."""
    table = stepping.tableau(program.method.value)
    if table is None:
        name = type(program.method.value).__name__
        raise Unsupported(f"`method` is {name}, which has no explicit stages")
    nodes, stages, weights, errors = table
    count = len(weights)
    rows = [", ".join(map(repr, [*row, *[0.0] * (count - len(row))])) for row in stages]
    vector = lambda x: f"{{{', '.join(map(repr, x))}}}"
    table = ",\n    ".join(f"{{{row}}}" for row in rows)
    return "\n".join(
        [
            "#ifndef ZW_CONSTANT\n#define ZW_CONSTANT static const\n#endif",
            f"#define ZW_STAGES {count}",
            f"ZW_CONSTANT double zw_node[ZW_STAGES] = {vector(nodes)};",
            f"ZW_CONSTANT double zw_stage[ZW_STAGES][ZW_STAGES] = {{\n    {table}}};",
            f"ZW_CONSTANT double zw_weight[ZW_STAGES] = {vector(weights)};",
            f"ZW_CONSTANT double zw_error_weight[ZW_STAGES] = {vector(errors)};",
        ]
    )


def _directions(program: Program) -> str:
    given = [event.direction for event in program.events.value.events] or [0]
    return f"ZW_CONSTANT int zw_direction[{len(given)}] = {{{', '.join(map(str, given))}}};\n"
