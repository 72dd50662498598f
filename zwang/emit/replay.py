"""A function as its equations, each said once and without calls: sooner differentiated by JAX."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax

from zwang.ir.lower import Lowering
from zwang.ir.numeric import bound


def plainly(function: Callable, *shapes: Any) -> Callable:
    """The function as its equations."""
    closed, out = jax.make_jaxpr(function, return_shape=True)(*shapes)
    tree = jax.tree.structure(out)
    return lambda *x: jax.tree.unflatten(tree, _replayed(closed, jax.tree.leaves(x)))


def _replayed(closed: Any, args: Sequence[Any]) -> list[Any]:
    """What a closed jaxpr returns, by JAX, with the programs that it calls written out."""
    block = Lowering(replay=True).closed(closed)
    values: dict[int, Any] = dict(zip(block.inputs, [*args, *closed.consts], strict=True))
    values |= block.known
    for op in block.ops:
        if not all(i in values for i in op.outs):
            results = bound(op.equation, *[values[i] for i in op.args])
            several = op.equation.primitive.multiple_results
            values |= zip(op.outs, results if several else [results], strict=True)
    return [values[i] for i in block.results]
