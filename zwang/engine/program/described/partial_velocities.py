r"""Kane's equations on scalar values, from velocities of parts and what acts on them.

    M = Σ Wᵀ G W,      Q = Σ Wᵀ (f − G ẇ),      W = ∂w/∂q̇,   ẇ where q̈ = 0

What is zero leaves nothing behind: a body depends on the joints on the way to it alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any

from zwang.engine.scalar.autodiff import jacobian, rate, replaced
from zwang.engine.scalar.elementwise import Values, array
from zwang.engine.scalar.graph import Node, add, sub, times


def mass_and_force(
    w: Values, G: Values, f: Values, qd: Values, along: Mapping[Node, Any]
) -> tuple[Values, Values]:
    """M (n, n) and Q (n,).

    Parameters
    ----------
    w : (k, 3)      velocities
    G : (k, 3, 3)   their inertias
    f : (k, 3)      what acts on them
    qd : (n,)       nodes
    along : how inputs change along the motion, q̈ being 0
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
