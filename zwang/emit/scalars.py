"""A block taken apart: operation by operation, into scalar values."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import jax
import numpy as np

from zwang.emit.folds import FOLDED, called
from zwang.emit.lines import emit
from zwang.ir.block import Block, Branch, Op, Scan, While
from zwang.ir.lower import lower
from zwang.ir.moves import Joined
from zwang.ir.numeric import filling_of
from zwang.ir.places import NOWHERE, At, corners_of, places_of
from zwang.ir.plain_records import BODY, INSIDE, Body, Loop
from zwang.ir.records import Measure
from zwang.ir.scalar.graph import FLOAT, LIMIT, Graph, Node, Unsupported, add, is_known, kind_of
from zwang.ir.scalar.laws import TABLE, Values, array, boxed, numbers
from zwang.ir.scalar.types import HARMLESS, is_narrow, is_plain, kind_for, known, typed
from zwang.ir.scalar.witness import trusted
from zwang.system.deferred import for_engine

LATER: dict[str, Callable] = {}  # equations for which files below have the rules, by name
LONGEST = 4096  # turns of a loop that is written out


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
    block = lower(closed)

    def within(graph: Graph) -> tuple[Graph, Any]:
        args = [
            array((graph.input(name, k) for k in range(int(np.prod(shape)))), shape)
            for name, shape in inputs
        ]
        return graph, jax.tree.unflatten(jax.tree.structure(out), run(graph, block, args))

    if fatal is None:
        return within(Graph(limit))
    return trusted(within, lambda made: fatal(made[1]), limit)


def applied_to(graph: Graph, function: Callable, *args: Values) -> Any:
    """Trace a function of float64 arrays, and apply it to values."""
    shapes = [jax.ShapeDtypeStruct(x.shape, np.float64) for x in args]
    closed, out = jax.make_jaxpr(function, return_shape=True)(*shapes)
    return jax.tree.unflatten(jax.tree.structure(out), run(graph, lower(closed), args))


def run(graph: Graph, block: Block, args: Sequence[Values]) -> list[Values]:
    """What a block returns for values."""
    values: dict[int, Values] = dict(zip(block.inputs, args, strict=True))

    def read(i: int) -> Values:
        if i not in values:
            values[i] = boxed(block.known[i])
        return values[i]

    # Also operations that no result needs: what they make may be made again later, and the order of
    # nodes is that of the sums of derivatives.
    for op in block.every:
        if not all(i in block.known for i in op.outs):
            graph.where = _place(op.equation) or graph.where
            _require_wide(graph, op)
            results = applied(graph, op, [read(i) for i in op.args])
            for i, x in zip(op.outs, results, strict=True):
                values[i] = _typed(graph, op, block.kinds[i].dtype, x)
    return [read(i) for i in block.results]


def _typed(graph: Graph, op: Op, dtype: Any, x: Values) -> Values:
    """Results in the type that JAX says they have; refused where C would round in another way."""
    if op.kind == "loop" or op.name in LATER:
        return x  # they have been through this already
    if is_plain(x.ravel().tolist(), dtype):
        return x
    try:
        return array((typed(v, dtype) for v in x.flat), x.shape)
    except Unsupported as error:
        raise type(error)(f"{error}{_at(graph)}") from None


def _require_wide(graph: Graph, op: Op) -> None:
    """Refuse to compute with floats of less precision; moving and comparing them is no harm."""
    if op.kind == "loop" or op.name in LATER or op.name in HARMLESS:
        return
    for variable in (*op.equation.invars, *op.equation.outvars):
        dtype = getattr(variable.aval, "dtype", np.dtype(np.float64))
        if is_narrow(dtype):
            raise Unsupported(f"numbers of the type {dtype}{_at(graph)}")


def applied(graph: Graph, op: Op, operands: list[Values]) -> list[Values]:
    """The results of one operation."""
    try:
        results = _applied(graph, op, operands)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        # A form of the primitive that the table does not know, of another version of JAX, say.
        raise Unsupported(f"`{op.name}`, of which this form is not known: {error}") from error
    return results if isinstance(results, list) else [results]


def _applied(graph: Graph, op: Op, operands: list[Values]) -> Any:
    name, params = op.name, op.equation.params
    if name in LATER:
        return LATER[name](graph, params["call"], operands)
    if isinstance(op.what, Scan | While | Branch):
        return LOOPS[type(op.what)](graph, op.what, operands)
    if op.kind == "call" and op.what.known is not None:
        return _called(graph, op, operands)
    law = TABLE.get(name) if op.kind == "each" else FOLDED.get(name)
    try:
        if law is not None:
            return law(*operands, **params)
        match op.kind:
            case "move":
                moved = op.what(*operands)
                return boxed(moved) if not operands else moved
            case "take":
                return _taken(op, *operands)
            case "put":
                return _put(op, *operands)
    except Unsupported as error:
        raise type(error)(f"{error}{_at(graph)}") from None
    raise Unsupported(f"`{name}`{_at(graph)}")


def _at(graph: Graph) -> str:
    return f" ({graph.where})" if graph.where else ""


def once(what: Any, rest: Hashable, operands: Sequence[Values]) -> Hashable:
    """The key in ``graph.called`` of what is taken apart once for the same operands."""
    # Known numbers may be equal and yet differ, as 0.0 and -0.0 do, or be equal to none, as NaN.
    texts = (
        x.index if isinstance(x, Node) else (type(x), repr(x)) for y in operands for x in y.flat
    )
    return id(what), rest, tuple(texts)


def _called(graph: Graph, op: Op, operands: list[Values]) -> list[Values]:
    """A function of the library: a call in C, or its equations."""
    call = op.what.known.in_c()
    fixed = isinstance(call, Measure) and is_known(*(v for x in operands for v in x.flat))
    if call is None or fixed:  # known numbers are sooner measured now
        return run(graph, op.what.block(), operands)
    kinds = [x.aval for x in op.equation.outvars]
    shapes, types = [x.shape for x in kinds], [kind_for(x.dtype) for x in kinds]
    return called(graph, call, operands, shapes, types)


# -- windows -------------------------------------------------------------------------------------


def _corners(at: At, operands: Sequence[Values]) -> np.ndarray:
    """Where windows begin, which must be known."""
    if at.corners is not None:
        return at.corners
    return corners_of([numbers(x, "an index") for x in operands])


def _taken(op: Op, x: Values, *indices: Values) -> Values:
    """The elements at places that are known; another number where there is none."""
    out = op.equation.outvars[0].aval
    places, flat = places_of(op.what, x.shape, _corners(op.what, indices), out.shape), x.ravel()
    if (places != NOWHERE).all():
        return flat[places.ravel()].reshape(out.shape)
    outside = known(filling_of(op.equation), out.dtype)
    return array((outside if k == NOWHERE else flat[k] for k in places.flat), out.shape)


def _put(op: Op, x: Values, *rest: Values) -> Values:
    """Arrays put into one; at places that are known, updates without a place are dropped."""
    if isinstance(op.what, Joined):
        return op.what.move(x, *rest)
    updates, *indices = rest
    places = places_of(op.what, x.shape, _corners(op.what, indices), updates.shape)
    changed = list(x.flat)
    for place, update in zip(places.flat, updates.flat, strict=True):
        if place != NOWHERE:
            changed[place] = add(changed[place], update) if op.what.add else update
    return array(changed, x.shape)


# -- loops and branches --------------------------------------------------------------------------


def _scan(graph: Graph, loop: Scan, operands: list[Values]) -> list[Values]:
    """A loop of known length, written out; or a call of one."""
    n, k = loop.fixed, loop.fixed + loop.carried
    if _is_called(loop, operands):
        return _looped(graph, loop, operands[:n], operands[n:])
    if loop.length > LONGEST:
        raise Unsupported(f"a loop of {loop.length} turns{_at(graph)}")
    fixed, carry, rows = operands[:n], operands[n:k], operands[k:]
    outputs: list[list[Values]] = []
    for i in range(loop.length)[:: -1 if loop.reverse else 1]:
        results = run(graph, loop.body, [*fixed, *carry, *(_row(x, i) for x in rows)])
        carry = results[: loop.carried]
        outputs.append(results[loop.carried :])
    if loop.reverse:
        outputs.reverse()
    shapes = [loop.body.kinds[i].shape for i in loop.body.results[loop.carried :]]
    stacked = [
        array((v for row in outputs for v in row[j].flat), (loop.length, *shape))
        for j, shape in enumerate(shapes)
    ]
    return [*carry, *stacked]


def _is_called(loop: Scan, operands: list[Values]) -> bool:
    """Whether a loop is one in C: of floats alone, and nobody asks for its derivatives here."""
    results = loop.body.results
    alone = len(operands) == loop.fixed + loop.carried == loop.fixed + len(results)
    nodes = [x for part in operands for x in part.flat if isinstance(x, Node)]
    floats = all(loop.body.kinds[i].dtype == np.float64 for i in results)
    plain = all(kind_of(x) == FLOAT for x in nodes)
    return alone and floats and plain and any(x.late for x in nodes)


def _looped(graph: Graph, loop: Scan, fixed: list[Values], carry: list[Values]) -> Any:
    """A loop of known length, one call: its body is a function of what stays and what changes."""
    own, stays = Graph(graph.limit, last=True), [v for x in fixed for v in x.flat]
    places = {v.index: i for i, v in enumerate(stays) if isinstance(v, Node)}
    inside = lambda v: own.input("fixed", places[v.index]) if isinstance(v, Node) else v
    args = [array(map(inside, x.flat), x.shape) for x in fixed]
    ends = np.cumsum([0, *(x.size for x in carry)]).tolist()
    for a, x in zip(ends, carry, strict=False):
        args.append(array((own.input("carried", a + i) for i in range(x.size)), x.shape))
    results = [v for x in run(own, loop.body, args) for v in x.flat]
    values = array(results, (len(results),))
    body = emit(BODY, INSIDE, {"next": values})
    call = Loop(loop.length, len(stays), len(results), Body(body.text, values), body.calls)
    shapes = [x.shape for x in carry]
    return called(graph, call, [*fixed, *carry], shapes, [FLOAT] * len(shapes))


def _row(x: Values, i: int) -> Values:
    return array(x[i].flat if x.ndim > 1 else [x[i]], x.shape[1:])


def _while(graph: Graph, loop: While, operands: list[Values]) -> list[Values]:
    """A loop whose end is known from numbers alone, written out."""
    a, b = loop.of_test, loop.of_test + loop.of_body
    for_test, for_body, carry = operands[:a], operands[a:b], operands[b:]
    for _ in range(LONGEST):
        (goes_on,) = run(graph, loop.test, [*for_test, *carry])
        if not is_known(goes_on.item()):
            raise Unsupported(f"a loop whose length depends on the state{_at(graph)}")
        if not goes_on.item():
            return carry
        carry = run(graph, loop.body, [*for_body, *carry])
    raise Unsupported(f"a loop of more than {LONGEST} turns{_at(graph)}")


def _branch(graph: Graph, branch: Branch, operands: list[Values]) -> list[Values]:
    """A branch: the one that is known, or all of them and a choice."""
    which, rest = operands[0].item(), operands[1:]
    blocks = branch.blocks
    if is_known(which):
        return run(graph, blocks[min(max(int(which), 0), len(blocks) - 1)], rest)
    results = [run(graph, block, rest) for block in blocks]
    choose = TABLE["select_n"]
    return [choose(np.full(x[0].shape, which, object), *x) for x in zip(*results, strict=True)]


LOOPS: dict[type, Callable] = {Scan: _scan, While: _while, Branch: _branch}


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
