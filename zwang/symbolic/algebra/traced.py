"""A System's functions as formulas: traced, taken apart by the engine, and written in SymPy."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import Any

import jax
import numpy as np

from zwang.base.names import names_of
from zwang.base.parameters import Parameters
from zwang.base.status import NoParameters
from zwang.base.tracing import TracingError
from zwang.emit.scalars import run
from zwang.engine.program.system_functions import Describer, of_state
from zwang.equation.acceleration_form import Rows, acceleration_form, rows_of
from zwang.integrate.course import State
from zwang.integrate.options import Options
from zwang.integrate.problem import program_of
from zwang.ir.lower import lower
from zwang.ir.scalar.graph import Graph, Unsupported
from zwang.ir.scalar.laws import array
from zwang.symbolic.algebra.from_graph import taken_back
from zwang.symbolic.untyped import sp
from zwang.system.system import System

OPTIONS = Options(drift=None)
MOST = 200  # parameters that are found one by one


@dataclass(frozen=True)
class Traced:
    """A System in formulas, of plain real symbols."""

    # q, qd: (n,) symbols of the coordinates, and of their rates
    q: tuple[Any, ...]
    qd: tuple[Any, ...]
    t: Any  # symbol of the time
    parameters: tuple[Any, ...]  # symbols of the numbers of ``p``, in their order
    M: Any  # (n, n) mass matrix
    Q: Any  # (n,) given force
    A: Any  # (m, n) constraint matrix
    b: Any  # (m,) its right-hand side
    phi: Any  # what remains on positions, one for each row that restricts them
    velocity: Any  # what remains on velocities, likewise
    C: Any  # (n,) prescribed work of nonideal constraints, or None
    # pairs of a symbol in C and the force it stands for, such as ("Qc_ideal", 0)
    forces: tuple[tuple[Any, tuple[str, int]], ...]
    rows: tuple[str, ...]  # names of the constraints' rows
    # pairs of a name and what it stands for, each after those that it uses
    definitions: tuple[tuple[Any, Any], ...]
    names: tuple[str, ...]  # of the coordinates


def traced(system: System, q: Any = None, p: Any = None) -> tuple[Traced, Any]:
    """The formulas of a system, and the parameters that they were found with.

    Shapes: q (n,). Raises ValueError.
    """
    n = size_of(system, q)
    try:
        p = _asked_for(system, n) if p is None else p
        return _traced(system, n, p), p
    except Unsupported as why:
        raise ValueError(f"`system` cannot be written as formulas: {why}.") from None


def function_formulas(system: System, n: int, p: Any, function: Any) -> Any:
    """What a function of (q, qd, t, p) returns, as a matrix; a vector is one column."""
    describer = _describer(system, n, p)
    values = {"found": describer.traced(function)}
    found, pairs = _matrices(values, _symbols(names_of(system.coordinates, n), p))
    if pairs:
        raise Unsupported("a function that is too long to be written out")
    return found["found"]


def size_of(system: System, q: Any) -> int:
    """How many coordinates there are. Shapes: q (n,)."""
    if q is not None:
        return int(system.state(q, q, 0.0, np)[0].shape[0])
    if system.n is None:
        raise ValueError(
            "`system` does not tell how many coordinates it has; wanted `coordinates` in the "
            "System, or any `q`."
        )
    return system.n


def _asked_for(system: System, n: int) -> Any:
    """The parameters that a system's functions look up by name, each a number.

    What is looked up and not there raises ``KeyError`` with its name: so names are found one by
    one, until nothing is missing.
    """
    names: dict[str, float] = {}
    kind = jax.ShapeDtypeStruct((n,), np.float64)

    def look(q):
        system.M(q, 0.0, names or None)
        system.Q(q, q, 0.0, names or None)
        acceleration_form(system, q, q, 0.0, names or None)
        return _C(system)(q, q, 0.0, names or None, *([q] * len(_asked(system))))

    for _ in range(MOST):
        try:
            jax.eval_shape(look, kind)
            return {name: x for name, x in names.items() if name != "_"} or None
        except KeyError as error:
            missing = _missing(error)
            if missing is None or missing in names:
                break
            names[missing] = 1.0
        except NoParameters:
            names = {"_": 1.0}  # to be looked into, so that it can be missed
        except TracingError:
            raise
        except (TypeError, AttributeError, IndexError, ValueError):
            break
    known = ", ".join(name for name in names if name != "_")
    raise ValueError(
        "`p` is None, and the functions ask for parameters that are not numbers by name; wanted "
        f"any `p` that fits them{known and f', with {known} among them'}."
    )


def _missing(error: KeyError) -> str | None:
    """The name that was looked up: all that the error says, or what a message quotes."""
    said = error.args[0] if error.args else None
    quoted = re.search(r"""no ('(?:[^'\\]|\\.)+'|"(?:[^"\\]|\\.)+")""", str(said))
    found = said if quoted is None else ast.literal_eval(quoted[1])
    return found if isinstance(found, str) else None


def _asked(system: System) -> list[str]:
    """Constraint forces that the nonideal force asks for."""
    friction = system.nonideal
    return [] if friction is None else [x for x in ("Qc_ideal", "reaction") if friction.asks_for(x)]


def _C(system: System) -> Any:
    """C (n,) as a function of the state and of the forces that it asks for."""
    asked = _asked(system)
    if system.nonideal is not None and system.nonideal.asks_for("lam"):
        raise Unsupported(
            "`nonideal` asks for `lam`, which is found by iteration; wanted a friction of "
            "`Qc_ideal` or `reaction`, or none"
        )
    return lambda q, qd, t, p, *forces: system.C(q, qd, t, p, **dict(zip(asked, forces)))


def _traced(system: System, n: int, p: Any) -> Traced:
    asked, describer = _asked(system), _describer(system, n, p)
    values = _described(system, describer)
    if system.nonideal is not None:
        graph = describer.graph
        others = [array((graph.input(name, i) for i in range(n)), (n,)) for name in asked]
        values["C"] = _applied(describer, _C(system), others)
    names = names_of(system.coordinates, n)
    symbols = _symbols(names, p)
    for name in asked:
        symbols |= {(name, i): sp.Symbol(f"{name}.{x}", real=True) for i, x in enumerate(names)}
    found, pairs = _matrices(values, symbols)
    return Traced(
        q=tuple(symbols["q", i] for i in range(n)),
        qd=tuple(symbols["qd", i] for i in range(n)),
        t=symbols["t", 0],
        parameters=tuple(x for key, x in symbols.items() if key[0] == "p"),
        C=found.pop("C", None),
        forces=tuple((x, key) for key, x in symbols.items() if key[0] in asked),
        rows=rows_told(system, n, p).names,
        definitions=pairs,
        names=names,
        **{name: found[name] for name in ("M", "Q", "A", "b", "phi", "velocity")},
    )


def _describer(system: System, n: int, p: Any) -> Describer:
    parameters = Parameters(p)
    shapes = tuple(shape for shape, _ in parameters.shapes)
    program = program_of(system, State(np.zeros(()), np.zeros(n), np.zeros(n)), parameters, OPTIONS)
    # A product with zero is zero in a formula, whatever the other factor.
    return Describer(program, shapes, n, Graph(trusting=True))


def _described(system: System, describer: Describer) -> dict[str, Any]:
    """M, Q, A, b and what remains of the constraints, in scalar values."""
    try:
        found = describer.forces() | describer.constraints()
    except Unsupported:  # by the rules of the engine, but perhaps not by those of JAX

        def everything(q, qd, t, p):
            form = acceleration_form(system, q, qd, t, p)
            found = {"M": system.M(q, t, p), "Q": system.Q(q, qd, t, p), "A": form.A, "b": form.b}
            return found | {"phi": form.phi, "velocity": form.velocity}

        found = describer.traced(everything)
    return {name: found[name] for name in ("M", "Q", "A", "b", "phi", "velocity")}


def _applied(describer: Describer, function: Any, others: list[Any]) -> Any:
    """A function of the state and of other arrays, in scalar values."""
    flat = of_state(describer.program, describer.shapes, function)
    given = [*describer.state, *others]
    closed = jax.make_jaxpr(flat)(*(jax.ShapeDtypeStruct(x.shape, np.float64) for x in given))
    return run(describer.graph, lower(closed), given)[0]


def _matrices(values: dict[str, Any], symbols: Any) -> tuple[dict[str, Any], Any]:
    """Arrays of scalar values as matrices, a vector as one column; and the definitions."""
    trees, pairs = taken_back((v for x in values.values() for v in x.flat), symbols)
    found, place = {}, 0
    for name, x in values.items():
        rows, columns = (*x.shape, 1, 1)[:2]
        found[name] = sp.Matrix(rows, columns, trees[place : place + x.size])
        place += x.size
    return found, tuple(pairs)


def _symbols(names: tuple[str, ...], p: Any) -> dict[tuple[str, int], Any]:
    """A real symbol for each element of the state and of the parameters."""
    parameters = parameter_names(p)
    taken = {"t": "the time", **dict.fromkeys(names, "a coordinate")}
    for name in parameters:
        if name in taken:
            raise ValueError(
                f"`p` has {name!r}, which is the name of {taken[name]} too; wanted another name."
            )
        taken[name] = "another parameter"
    found = {("t", 0): sp.Symbol("t", real=True)}
    for i, name in enumerate(names):
        rate = f"{name}'"
        while rate in taken:
            rate = f"{rate}'"
        taken[rate] = "a rate"
        found["q", i] = sp.Symbol(name, real=True)
        found["qd", i] = sp.Symbol(rate, real=True)
    return found | {("p", i): sp.Symbol(name, real=True) for i, name in enumerate(parameters)}


def parameter_names(p: Any) -> list[str]:
    """A name for each number of the parameters, in their order: "k", "k_2", "spring_k"."""
    names: list[str] = []
    for path, x in jax.tree.leaves_with_path(p):
        if isinstance(x, str | bool | np.bool_) or callable(x):
            continue
        parts = [jax.tree_util.keystr((key,), simple=True) for key in path]
        name = "_".join(parts) or "p"
        places = list(np.ndindex(np.shape(x)))
        names += ["_".join([name, *map(str, place)]) for place in places] if places else []
    return names


def rows_told(system: System, n: int, p: Any) -> Rows:
    """Which row of the constraints is whose."""
    told: list[Rows] = []

    def look(q):
        told.append(rows_of(system, q, q, 0.0, p))

    jax.eval_shape(look, jax.ShapeDtypeStruct((n,), np.float64))
    return told[0]
