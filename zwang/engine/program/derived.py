r"""Derivatives of traced functions on their scalar values: of constraints, of energies.

    φ(q, t)             A = ∂φ/∂q       φ̇ = A q̇ + ∂φ/∂t       b = −dφ̇/dt  at q̈ = 0
    ψ(q, q̇, t)          A = ∂ψ/∂q̇       b = −dψ/dt  at q̈ = 0
    α q̇ + β             A = α           b = −d(α q̇ + β)/dt  at q̈ = 0
    L(q, q̇, t)          M = ∂²L/∂q̇²     Q = ∂L/∂q − dp/dt  at q̈ = 0,     p = ∂L/∂q̇
    w(q, q̇, t)          M = Σ Wᵀ G W    Q = Σ Wᵀ (f − G ẇ)  at q̈ = 0,    W = ∂w/∂q̇

They serve the description of a motion, and equations of a trace that are left to the engine, see
``zwang.system.deferred``. A function with rules of its own for derivatives is left to JAX.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Any

import jax
import numpy as np

from zwang.emit.scalars import LATER, once, run
from zwang.ir.block import Block
from zwang.ir.lower import lower
from zwang.ir.scalar.graph import Graph, Node, Unsupported, add, neg, sub, times
from zwang.ir.scalar.laws import Values, array
from zwang.ir.scalar.rates import gradient, jacobian, rate, replaced
from zwang.system.deferred import NAME, Deferred, Tangent

# What JAX differentiates by rules of its own, or by others than those of `rates`.
OWN_RULES = frozenset(
    "custom_jvp_call custom_vjp_call custom_vjp_call_jaxpr custom_lin stop_gradient sign clamp rem "
    "reduce_max reduce_min cummax cummin cholesky triangular_solve".split()
)


def along(q: Values, qd: Values, t: Values) -> dict[Node, Any]:
    """How the inputs change along a motion, q̈ being 0. Shapes: q, qd (n,)."""
    return dict(zip(q.flat, qd.flat, strict=True)) | {t.item(): 1.0}


def of_positions(phi: Values, q: Values, way: dict[Node, Any]) -> dict[str, Any]:
    """A, b and the residuals of constraints on positions. Shapes: phi (m,), q (n,)."""
    velocity = rate(phi, way)
    b = negative(rate(velocity, way))
    return {"A": jacobian(phi, list(q)), "b": b, "phi": phi, "velocity": velocity}


def of_velocities(psi: Values, qd: Values, way: dict[Node, Any]) -> dict[str, Any]:
    """A, b and the residual of constraints on velocities. Shapes: psi (m,), qd (n,)."""
    b = negative(rate(psi, way))
    return {"A": jacobian(psi, list(qd)), "b": b, "phi": None, "velocity": psi}


def of_pfaffian(alpha: Values, psi: Values, way: dict[Node, Any]) -> dict[str, Any]:
    """A, b and the residual of constraints in Pfaffian form. Shapes: alpha, psi (m, n)."""
    return {"A": alpha, "b": negative(rate(psi, way)), "phi": None, "velocity": psi}


def mass_of(momentum: Values, qd: Values) -> Values:
    """M (n, n) of ∂L/∂q̇ (n,), at rest. Shapes: momentum (n,), qd (n,)."""
    return replaced(jacobian(momentum, list(qd)), dict.fromkeys(qd.flat, 0.0))


def force_of(L: Any, momentum: Values, q: Values, way: dict[Node, Any]) -> Values:
    """Q (n,) of a Lagrangian. Shapes: momentum (n,), q (n,)."""
    return combined(sub, gradient(L, list(q)), rate(momentum, way))


def mass_and_force(
    w: Values, G: Values, f: Values, qd: Values, along: Mapping[Node, Any]
) -> tuple[Values, Values]:
    """M (n, n) and Q (n,) by Kane's equations.

    What is zero leaves nothing behind: a body depends on the joints on the way to it alone.

    Shapes: w (k, 3), G (k, 3, 3), f (k, 3), qd (n,).
    """
    n, rates = len(qd), list(qd)
    turned = rate(w, along)
    W = replaced(jacobian(w.ravel(), rates), dict.fromkeys(rates, 0.0)).reshape(-1, 3, n)
    carried = [_product(*x) for x in zip(G, W, strict=True)]  # G W
    needed = [_product(*x) for x in zip(G, turned, strict=True)]
    left = [array(map(sub, *x), (3,)) for x in zip(f, needed, strict=True)]
    # Of M the lower half is summed, and is the upper one too.
    M = [[_sum(_dot(W[k][:, i], carried[k][:, j]) for k in range(len(W))) for j in range(i + 1)]
         for i in range(n)]  # fmt: skip
    whole = (M[max(i, j)][min(i, j)] for i in range(n) for j in range(n))
    Q = (_sum(_dot(W[k][:, i], left[k]) for k in range(len(W))) for i in range(n))
    return array(whole, (n, n)), array(Q, (n,))


def _sum(terms: Iterable[Any]) -> Any:
    return reduce(add, terms, 0.0)


def _dot(x: Values, y: Values) -> Any:
    return _sum(map(times, x.flat, y.flat))


def _product(matrix: Values, x: Values) -> Values:
    """A matrix times a vector, or times a matrix."""
    columns = x.reshape(len(x), -1).T
    return array((_dot(row, column) for row in matrix for column in columns), x.shape)


def negative(x: Values) -> Values:
    """−x."""
    return array(map(neg, x.flat), x.shape)


def combined(function: Callable, x: Values, y: Values) -> Values:
    """A function of two values, for each pair of elements."""
    return array(map(function, x.flat, y.flat), x.shape)


# -- equations that were left to the engine ------------------------------------------------------


def deferred_call(graph: Graph, call: Deferred | Tangent, operands: list[Values]) -> list[Values]:
    """The results of an equation that was left to the engine."""
    try:
        if isinstance(call, Tangent):
            return _tangent(graph, call, operands)
        return _plain(graph, call, operands)
    except Unsupported:  # by these rules, but perhaps not by those of JAX
        closed = jax.make_jaxpr(call.by_jax)(*_kinds(operands))
        return run(graph, lower(closed), operands)


def _plain(graph: Graph, call: Deferred, operands: list[Values]) -> list[Values]:
    by = operands
    if call.kind in ("mass", "momentum"):  # differentiated by any velocities, before others come in
        q, n = operands[0], operands[0].size
        by = [q, array((graph.input("qd", i) for i in range(n)), (n,)), *operands[2:]]
    if not _are_inputs([x for part in by[:3] for x in part.flat]):
        raise Unsupported("the derivative by what is no input")
    found = _on_scalars(graph, call, by)
    return [_at(x, by[1], operands[1]) for x in found]


def _tangent(graph: Graph, call: Tangent, operands: list[Values]) -> list[Values]:
    """How the results of an equation change with its operands.

    Changes are inputs with names of their own while it is differentiated, since they may be any
    values; then those that are given take their place.
    """
    found, by = _with_changes(graph, call, operands)
    pairs = [x for a, b in zip(by, operands, strict=True) for x in zip(a.flat, b.flat, strict=True)]
    places = {a: b for a, b in pairs if isinstance(a, Node) and a is not b}
    return [replaced(x, places) for x in found]


def _with_changes(
    graph: Graph, call: Deferred | Tangent, operands: Sequence[Values]
) -> tuple[list[Values], list[Values]]:
    """The results, and all operands of which they are functions."""
    if not isinstance(call, Tangent):
        own = list(operands[: len(call.given)])
        return _plain(graph, call, own), own
    found, before = _with_changes(graph, call.call, operands)
    changes = [
        array((graph.input(f"change{len(before) + k}", i) for i in range(x.size)), x.shape)
        for k, x in enumerate(before)
    ]
    way: dict[Node, Any] = {}
    for x, change, given in zip(before, changes, operands[len(before) :], strict=False):
        for node, by, actual in zip(x.flat, change.flat, given.flat, strict=True):
            if isinstance(node, Node) and node.op == "input":
                way[node] = by
            elif isinstance(actual, Node) or actual != 0.0:
                raise Unsupported("the derivative by what is no input")
    return [rate(x, way) for x in found], [*before, *changes]


def _on_scalars(graph: Graph, call: Deferred, operands: list[Values]) -> list[Values]:
    """The results at any inputs: once in a graph, for it and for all derivatives of it."""
    key = once(call.owner, call.rest, operands)
    if key not in graph.called:
        block = lower(call.traced())
        require_rates(block)
        graph.called[key] = call.owner, run(graph, block, operands)
    if (call.kind, key) not in graph.called:
        graph.called[call.kind, key] = _derived(call.kind, graph.called[key][1], operands)
    return graph.called[call.kind, key]


def _derived(kind: str, found: list[Values], operands: list[Values]) -> list[Values]:
    """What a kind of equation asks of its function's values."""
    q, qd, t = operands[:3]
    way = along(q, qd, t)
    match kind:
        case "momentum":
            return [gradient(found[0].item(), list(qd))]
        case "mass":
            return [mass_of(gradient(found[0].item(), list(qd)), qd)]
        case "force":
            L = found[0].item()
            return [force_of(L, gradient(L, list(qd)), q, way)]
        case "positions":
            parts = of_positions(found[0], q, way)
        case "velocities":
            parts = of_velocities(found[0], qd, way)
        case _:
            alpha, psi = found
            parts = of_pfaffian(alpha, psi, way)
    return [x for x in parts.values() if x is not None]


LATER[NAME] = deferred_call


def _at(values: Values, qd: Values, given: Values) -> Values:
    """Values of velocities qd, for those that are given."""
    pairs = list(zip(qd.flat, given.flat, strict=True))
    return values if all(a is b for a, b in pairs) else replaced(values, dict(pairs))


def _kinds(operands: Sequence[Values]) -> list[jax.ShapeDtypeStruct]:
    return [jax.ShapeDtypeStruct(x.shape, np.float64) for x in operands]


def _are_inputs(values: Sequence[Any]) -> bool:
    """Whether all are inputs, each another one."""
    inputs = [x for x in values if isinstance(x, Node) and x.op == "input"]
    return len(inputs) == len(values) == len({x.index for x in inputs})


def require_rates(block: Block) -> None:
    """Refuse a function whose derivatives have rules of their own. Raises Unsupported."""
    own = next((name for name in block.names if name in OWN_RULES), None)
    if own is not None:
        raise Unsupported(f"the derivative of `{own}`")
