"""The explicit equation in stages: each value gets a name, for systems too large to be written out.

M = L D Lᵀ and A M⁻¹Aᵀ are factorised without square roots; what is zero stays out of it. So the
formulas grow with the number of operations, and not with the power of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from zwang.symbolic.algebra.from_graph import free_names
from zwang.symbolic.untyped import sp

LEAST = 2  # operations of an expression that is worth a name


class Stages:
    """Definitions, one after the other."""

    def __init__(self, pairs: Any = (), taken: Iterable[Any] = ()):
        # of a name and an expression, which are there already
        self.pairs: list[tuple[Any, Any]] = list(pairs)
        self._free = free_names("s", (*taken, *(name for name, _ in self.pairs)))
        self._names: dict[Any, Any] = {}
        self.pivots: list[Any] = []

    def name(self, tree: Any) -> Any:
        """A name for an expression; the expression itself if it is short."""
        if not tree.args or sp.count_ops(tree) < LEAST:
            return tree
        if tree not in self._names:
            self._names[tree] = next(self._free)
            self.pairs.append((self._names[tree], tree))
        return self._names[tree]

    def named(self, trees: Any) -> Any:
        """A matrix whose entries have names."""
        return trees.applyfunc(self.name)

    def product(self, left: Any, right: Any) -> Any:
        """Left times right, each entry with a name."""
        return self.named(left * right) if left.cols else sp.zeros(left.rows, right.cols)

    def solve(self, M: Any, right: Any) -> Any:
        """M⁻¹ times right, for a symmetric M whose leading minors do not vanish.

        Shapes: M (n, n), right (n, k).
        """
        n, L, D = M.rows, sp.eye(M.rows), []
        for j in range(n):
            below = sum(L[j, k] ** 2 * D[k] for k in range(j))
            D.append(self.name(M[j, j] - below))
            self.pivots.append(D[j])
            for i in range(j + 1, n):
                below = sum(L[i, k] * L[j, k] * D[k] for k in range(j))
                L[i, j] = self.name((M[i, j] - below) / D[j])
        X = sp.zeros(n, right.cols)
        for column in range(right.cols):
            for i in range(n):
                above = sum(L[i, k] * X[k, column] for k in range(i))
                X[i, column] = self.name(right[i, column] - above)
            for i in range(n):
                X[i, column] = self.name(X[i, column] / D[i])
            for i in reversed(range(n)):
                above = sum(L[k, i] * X[k, column] for k in range(i + 1, n))
                X[i, column] = self.name(X[i, column] - above)
        return X
