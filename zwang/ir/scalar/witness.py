"""Zeros that are folded on trust, and what vouches for them.

0 x is NaN where x is not finite. Often that cannot be excluded beforehand: q / |q|, or a parameter.
But if x enters M or A elsewhere, and not times zero, then these are not finite either, and a motion
ends there whether 0 x is NaN or 0. So such products are folded on trust, and afterwards each x is
looked for among what the results cannot be finite without. Where one is missing, all is traced
again, and only what is proven is folded.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from zwang.ir.scalar.graph import LIMIT, Graph, Node, bounds_of, needed
from zwang.ir.scalar.laws import Values, array

# Operations whose result is not finite where one of their arguments is not.
CARRIES = frozenset(
    "add sub mul neg sqrt fabs sin cos tan asin acos asinh acosh atanh sinh cosh log log1p cbrt "
    "floor ceil rint round element kernel".split()
)

# Operations whose result is finite where all of their arguments are.
SMOOTH = frozenset(
    "add sub mul neg fabs sin cos tan atan asinh tanh erf erfc cbrt floor ceil rint round max min "
    "select atan2 to_float".split()
)


def trusted(
    trace: Callable[[Graph], Any],
    fatal: Callable[[Any], Iterable[Values]],
    limit: int = LIMIT,
) -> Any:
    """What a function of a graph makes in it, with zeros folded on trust if that is justified."""
    graph = Graph(limit, trusting=True)
    found = trace(graph)
    roots = [x for values in fatal(found) for x in values.flat]
    return found if vouched(graph, roots) else trace(Graph(limit))


def vouched(graph: Graph, roots: Iterable[Any]) -> bool:
    """Whether all that was trusted to be finite is so wherever the roots are."""
    seen, below = _carried(roots)
    asked = graph.finite | graph.apart
    finite: set[int] = set()
    apart: set[int] = set(below)
    for node in needed(graph.nodes[i] for i in asked):
        if node.bounds.finite or node.index in seen or _follows(node, finite, apart):
            finite.add(node.index)
        parts = node.op in ("mul", "sqrt") and all(
            _is_among(x, apart) and x != 0 for x in node.args
        )
        if parts or node.bounds.apart:
            apart.add(node.index)
    return graph.finite <= finite and graph.apart <= apart


def _carried(roots: Iterable[Any]) -> tuple[set[int], set[int]]:
    """Indices of nodes that are finite where the roots are; and of those that are not zero."""
    seen: set[int] = set()
    below: set[int] = set()  # what is divided by
    todo = [x for x in roots if isinstance(x, Node)]
    while todo:
        node = todo.pop()
        if node.index in seen:
            continue
        seen.add(node.index)
        if node.op == "div":
            over, under = node.args
            todo += [over] if isinstance(over, Node) else []
            below |= {under.index} if isinstance(under, Node) else set()
        elif node.op in CARRIES:
            todo += [x for x in node.args if isinstance(x, Node)]
    return seen, below


def _follows(node: Node, finite: set[int], apart: set[int]) -> bool:
    """Whether a node is finite because its arguments are."""
    if node.op == "div":
        return _is_among(node.args[0], finite) and _is_among(node.args[1], apart)
    root = node.op == "sqrt" and bounds_of(node.args[0]).low >= 0
    return (root or node.op in SMOOTH) and all(_is_among(x, finite) for x in node.args)


def _is_among(x: Any, nodes: set[int]) -> bool:
    return x.index in nodes if isinstance(x, Node) else math.isfinite(x)


def solved(outputs: Iterable[Any]) -> Values:
    """All that calls of the kernel are given on the way to some values."""
    calls = [node for node in needed(outputs) if node.op == "kernel"]
    given = [x for node in calls for x in node.args[1:]]
    return array(given, (len(given),))
