"""How long an expression would be, multiplied out: known before it is done."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from zwang.symbolic.untyped import sp


def expanded_terms(tree: Any) -> tuple[float, dict[Any, float]]:
    """At most how many terms an expression has above the line; and by what it is divided, each with
    its terms.
    """
    if isinstance(tree, sp.Add):
        parts = [expanded_terms(x) for x in tree.args]
        below = {k: max(p[1].get(k, 1.0) for p in parts) for p in parts for k in p[1]}
        whole = product_of(below)
        return sum(above * whole / product_of(own) for above, own in parts), below
    if isinstance(tree, sp.Mul):
        parts = [expanded_terms(x) for x in tree.args]
        keys = dict.fromkeys(k for _, own in parts for k in own)
        below = {k: math.prod(own.get(k, 1.0) for _, own in parts) for k in keys}
        return math.prod(above for above, _ in parts), below
    if isinstance(tree, sp.Pow) and tree.exp.is_Integer:
        above, below = expanded_terms(tree.base)
        k = abs(int(tree.exp))
        powers = {x: min(terms**k, math.inf) for x, terms in below.items()}
        raised = float(math.comb(int(min(above, 1e6)) + k - 1, k)) if above > 1 else 1.0
        return (raised, powers) if tree.exp > 0 else (product_of(powers), {tree.base: raised})
    return 1.0, {}


def product_of(below: Mapping[Any, float]) -> float:
    """Terms of the product of all that an expression is divided by."""
    return math.prod(below.values())
