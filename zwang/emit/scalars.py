"""A jaxpr taken apart: equation by equation, into scalar values."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import jax
import numpy as np

from zwang.emit import indexing as moving
from zwang.emit import reductions as sums
from zwang.emit.indexing import gather, scatter
from zwang.emit.lines import emit
from zwang.emit.reductions import called
from zwang.ir.calls import known_call
from zwang.ir.lower import counted
from zwang.ir.records import BODY, Loop, Measure
from zwang.ir.scalar.graph import FLOAT, LIMIT, Graph, Node, Unsupported, is_known, kind_of
from zwang.ir.scalar.laws import TABLE, Values, array, boxed
from zwang.ir.scalar.types import HARMLESS, is_narrow, is_plain, kind_for, typed
from zwang.ir.scalar.witness import trusted
from zwang.system.deferred import for_engine

assert moving.TABLE is sums.TABLE is TABLE  # importing them has filled it
LATER: dict[str, Callable] = {}  # equations for which files below have the rules, by name
LONGEST = 4096  # turns of a loop that is written out
CALLS = {  # where a primitive keeps the program that it calls
    "pjit": "jaxpr",
    "jit": "jaxpr",
    "closed_call": "call_jaxpr",
    "core_call": "call_jaxpr",
    "remat2": "jaxpr",
    "checkpoint": "jaxpr",
    "custom_jvp_call": "call_jaxpr",
    "custom_vjp_call": "call_jaxpr",
    "custom_vjp_call_jaxpr": "fun_jaxpr",
    "custom_lin": "jaxpr",
}


@for_engine()
def scalarized(
    function: Callable,
    *inputs: tuple[str, tuple[int, ...]],
    fatal: Callable | None = None,
    limit: int = LIMIT,
) -> tuple[Graph, Any]:
    """Trace a function of float64 arrays, and take it apart."""
    shapes = [jax.ShapeDtypeStruct(shape, np.float64) for _, shape in inputs]
    closed, out = jax.make_jaxpr(function, return_shape=True)(*shapes)

    def within(graph: Graph) -> tuple[Graph, Any]:
        given = [
            array((graph.input(name, k) for k in range(int(np.prod(shape)))), shape)
            for name, shape in inputs
        ]
        found = run(graph, closed.jaxpr, closed.consts, given)
        return graph, jax.tree.unflatten(jax.tree.structure(out), found)

    if fatal is None:
        return within(Graph(limit))
    return trusted(within, lambda found: fatal(found[1]), limit)


def applied_to(graph: Graph, function: Callable, *given: Values) -> Any:
    """Trace a function of float64 arrays, and apply it to values."""
    shapes = [jax.ShapeDtypeStruct(x.shape, np.float64) for x in given]
    closed, out = jax.make_jaxpr(function, return_shape=True)(*shapes)
    found = run(graph, closed.jaxpr, closed.consts, given)
    return jax.tree.unflatten(jax.tree.structure(out), found)


def run(graph: Graph, jaxpr: Any, consts: Sequence[Any], args: Sequence[Values]) -> list[Values]:
    """What a jaxpr returns for values."""
    known: dict[Any, Values] = {}

    def read(atom: Any) -> Values:
        return boxed(atom.val) if hasattr(atom, "val") else known[atom]

    for variable, x in zip(jaxpr.constvars, consts, strict=True):
        known[variable] = x if isinstance(x, np.ndarray) and x.dtype == object else boxed(x)
    known |= dict(zip(jaxpr.invars, args, strict=True))
    for equation in jaxpr.eqns:
        graph.where = _place(equation) or graph.where
        _require_wide(graph, equation)
        operands = [read(atom) for atom in equation.invars]
        for variable, x in zip(
            equation.outvars, equation_of(graph, equation, operands), strict=True
        ):
            known[variable] = _typed(graph, equation, _dtype(variable), x)
    return [read(atom) for atom in jaxpr.outvars]


def _typed(graph: Graph, equation: Any, dtype: Any, found: Values) -> Values:
    """Results in the type that JAX says they have; refused where C would round in another way."""
    if equation.primitive.name in CALLS or equation.primitive.name in (*LOOPS, *LATER):
        return found  # they have been through this already
    if is_plain(found.ravel().tolist(), dtype):
        return found
    try:
        return array((typed(x, dtype) for x in found.flat), found.shape)
    except Unsupported as error:
        raise type(error)(f"{error}{_at(graph)}") from None


def _require_wide(graph: Graph, equation: Any) -> None:
    """Refuse to compute with floats of less precision; moving and comparing them is no harm."""
    name = equation.primitive.name
    if name in CALLS or name in LOOPS or name in LATER or name in HARMLESS:
        return
    for variable in (*equation.invars, *equation.outvars):
        if is_narrow(_dtype(variable)):
            raise Unsupported(f"numbers of the type {_dtype(variable)}{_at(graph)}")


def _dtype(variable: Any) -> Any:
    return getattr(variable.aval, "dtype", np.dtype(np.float64))


def equation_of(graph: Graph, equation: Any, operands: list[Values]) -> list[Values]:
    """The results of one equation."""
    name = equation.primitive.name
    try:
        return _results(graph, equation, operands)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        # A form of the primitive that the table does not know, of another version of JAX, say.
        raise Unsupported(f"`{name}`, of which this form is not known: {error}") from error


def _results(graph: Graph, equation: Any, operands: list[Values]) -> list[Values]:
    name, params = equation.primitive.name, equation.params
    known = known_call(params.get("name", ""), [x.shape for x in operands])
    call = known and known.in_c()
    fixed = isinstance(call, Measure) and is_known(*(v for x in operands for v in x.flat))
    if call is not None and not fixed:  # known numbers are sooner measured now
        kinds = [x.aval for x in equation.outvars]
        return called(
            graph, call, operands, [x.shape for x in kinds], [kind_for(x.dtype) for x in kinds]
        )
    if name in LATER:
        return LATER[name](graph, params["call"], operands)
    if name in CALLS:
        return _remembered(graph, params[CALLS[name]], operands)
    if name in LOOPS:
        return LOOPS[name](graph, params, operands)
    if name == "gather":
        out = equation.outvars[0]
        return [gather(_dtype(out), *operands, out=out.aval.shape, **params)]
    if name in ("scatter", "scatter-add", "scatter_add"):
        return [scatter(*operands, add=name != "scatter", **params)]
    if name not in TABLE:
        raise Unsupported(f"`{name}`{_at(graph)}")
    try:
        found = TABLE[name](*operands, **params)
    except Unsupported as error:
        raise type(error)(f"{error}{_at(graph)}") from None
    return found if isinstance(found, list) else [found]


def _at(graph: Graph) -> str:
    return f" ({graph.where})" if graph.where else ""


def once(what: Any, rest: Hashable, operands: Sequence[Values]) -> Hashable:
    """The key in ``graph.called`` of what is taken apart once for the same operands."""
    # Known numbers may be equal and yet differ, as 0.0 and -0.0 do, or be equal to none, as NaN.
    told = (
        x.index if isinstance(x, Node) else (type(x), repr(x)) for y in operands for x in y.flat
    )
    return id(what), rest, tuple(told)


def _remembered(graph: Graph, jaxpr: Any, operands: list[Values]) -> list[Values]:
    """A program within the program; taken apart once for the same operands."""
    key = once(jaxpr, None, operands)
    if key not in graph.called:
        graph.called[key] = jaxpr, _call(graph, jaxpr, operands)
    return graph.called[key][1]


def _call(graph: Graph, jaxpr: Any, operands: list[Values]) -> list[Values]:
    """A program within the program, closed or open."""
    consts = getattr(jaxpr, "consts", ())
    return run(graph, getattr(jaxpr, "jaxpr", jaxpr), consts, operands)


# -- loops and branches --------------------------------------------------------------------------


def _scan(graph: Graph, params: dict[str, Any], operands: list[Values]) -> list[Values]:
    """A loop of known length, written out; or a call of one."""
    (n, carried), length = counted(params), params["length"]
    k = n + carried
    if _is_called(params["jaxpr"], n, operands, carried):
        return _looped(graph, params, operands[:n], operands[n:])
    if length > LONGEST:
        raise Unsupported(f"a loop of {length} turns{_at(graph)}")
    fixed, carry, rows = operands[:n], operands[n:k], operands[k:]
    outputs: list[list[Values]] = []
    order = reversed(range(length)) if params["reverse"] else range(length)
    for i in order:
        found = _call(graph, params["jaxpr"], [*fixed, *carry, *(_row(x, i) for x in rows)])
        carry = found[: len(carry)]
        outputs.append(found[len(carry) :])
    if params["reverse"]:
        outputs.reverse()
    shapes = [v.aval.shape for v in params["jaxpr"].jaxpr.outvars[len(carry) :]]
    stacked = [
        array((v for row in outputs for v in row[j].flat), (length, *shape))
        for j, shape in enumerate(shapes)
    ]
    return [*carry, *stacked]


def _is_called(inner: Any, n: int, operands: list[Values], carried: int) -> bool:
    """Whether a loop is one in C: of floats alone, and nobody asks for its derivatives here."""
    alone = len(operands) == n + carried == n + len(inner.jaxpr.outvars)
    nodes = [x for part in operands for x in part.flat if isinstance(x, Node)]
    floats = all(_dtype(x) == np.float64 for x in inner.jaxpr.outvars)
    plain = all(kind_of(x) == FLOAT for x in nodes)
    return alone and floats and plain and any(x.late for x in nodes)


def _looped(graph: Graph, params: dict[str, Any], fixed: list[Values], carry: list[Values]) -> Any:
    """A loop of known length, one call: its body is a function of what stays and what changes."""
    own, held = Graph(graph.limit, last=True), [v for x in fixed for v in x.flat]
    places = {v.index: i for i, v in enumerate(held) if isinstance(v, Node)}
    inside = lambda v: own.input("fixed", places[v.index]) if isinstance(v, Node) else v
    given = [array(map(inside, x.flat), x.shape) for x in fixed]
    ends = np.cumsum([0, *(x.size for x in carry)]).tolist()
    for a, x in zip(ends, carry, strict=False):
        given.append(array((own.input("carried", a + i) for i in range(x.size)), x.shape))
    found = [v for x in _call(own, params["jaxpr"], given) for v in x.flat]
    body = emit(BODY, ("fixed", "carried"), {"next": array(found, (len(found),))})
    call = Loop(params["length"], len(held), len(found), body.text, body.calls)
    node = graph.node("called", (call, *held, *(v for x in carry for v in x.flat)), FLOAT)
    items = [graph.node("element", (node, i), FLOAT) for i in range(len(found))]
    return [array(items[a : a + x.size], x.shape) for a, x in zip(ends, carry, strict=False)]


def _row(x: Values, i: int) -> Values:
    return array(x[i].flat if x.ndim > 1 else [x[i]], x.shape[1:])


def _while(graph: Graph, params: dict[str, Any], operands: list[Values]) -> list[Values]:
    """A loop whose end is known from numbers alone, written out."""
    a, b = params["cond_nconsts"], params["body_nconsts"]
    for_cond, for_body, carry = operands[:a], operands[a : a + b], operands[a + b :]
    for _ in range(LONGEST):
        (goes_on,) = _call(graph, params["cond_jaxpr"], [*for_cond, *carry])
        if not is_known(goes_on.item()):
            raise Unsupported(f"a loop whose length depends on the state{_at(graph)}")
        if not goes_on.item():
            return carry
        carry = _call(graph, params["body_jaxpr"], [*for_body, *carry])
    raise Unsupported(f"a loop of more than {LONGEST} turns{_at(graph)}")


def _cond(graph: Graph, params: dict[str, Any], operands: list[Values]) -> list[Values]:
    """A branch: the one that is known, or all of them and a choice."""
    which, rest = operands[0].item(), operands[1:]
    branches = params["branches"]
    if is_known(which):
        return _call(graph, branches[min(max(int(which), 0), len(branches) - 1)], rest)
    found = [_call(graph, branch, rest) for branch in branches]
    choose = TABLE["select_n"]
    return [choose(np.full(x[0].shape, which, object), *x) for x in zip(*found, strict=True)]


LOOPS = {"scan": _scan, "while": _while, "cond": _cond}


# -- where in the user's program -----------------------------------------------------------------


def _place(equation: Any) -> str:
    """The line of the user's file that an equation comes from, where JAX tells."""
    try:
        return _line(equation.source_info.traceback)
    except (ImportError, AttributeError, TypeError):
        try:
            return _line(equation.source_info)
        except (ImportError, AttributeError, TypeError):
            return ""


@lru_cache(maxsize=4096)  # programs within programs come again and again
def _line(source: Any) -> str:
    from jax._src import source_info_util

    frame = source_info_util.user_frame(source)
    if frame is None or "zwang" in Path(frame.file_name).parts:
        return ""
    return f"{Path(frame.file_name).name}:{frame.start_line}"
