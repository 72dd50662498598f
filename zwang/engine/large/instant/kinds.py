r"""Kinds of parts by NumPy: what all parts of a kind add in one state, and how that changes.

Nothing is compiled, and one turn over the operations of a kind serves all of its parts. With x and
λ held, the derivatives of

    r = M x − Q − Aᵀλ,      A x − b,      φ,      velocity

by the coordinates of a part are small matrices: those of the whole are their sum, and sparse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from zwang.emit.columns import Computed
from zwang.engine.large.kind import described, remembered
from zwang.engine.large.tangent.kinds import Varied, vary
from zwang.ir.scalar.graph import Node, needed
from zwang.system.elements import Element

AT_ONCE = 4096  # numbers of one value: parts times directions
# What has all derivatives wherever it has one. Not so powers, nor angles, which jump by a turn.
ANALYTIC = frozenset(
    "input add sub mul div neg sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp "
    "exp2 expm1 log log1p sqrt erf erfc".split()
)


class Added(NamedTuple):
    """What J parts add in a state."""

    # (J, w, w), Q : (J, w), A : (J, k, w), b : (J, k), phi : (J, a), velocity : (J, k)
    M: np.ndarray
    Q: np.ndarray
    A: np.ndarray
    b: np.ndarray
    phi: np.ndarray
    velocity: np.ndarray
    seen: np.ndarray  # (J, 2) kinetic and potential energy


class Slopes(NamedTuple):
    """How that changes along D directions of each part: (J, D, ...) each."""

    balance: np.ndarray  # (w,), rows : (k,), phi : (a,), velocity : (k,)
    rows: np.ndarray
    phi: np.ndarray
    velocity: np.ndarray


class ByNumpy:
    """One kind of part by NumPy."""

    def __init__(self, varied: Varied):
        self._varied, base = varied, varied.base
        self._values = Computed(list(base))
        self.used = _used([*base])
        self.operations = frozenset(x.op for x in _nodes([*base]))

    @cached_property
    def _slopes(self) -> Computed:
        found = self._varied
        return Computed([found.f, found.g, found.phi, found.velocity])

    @cached_property
    def _leaning(self) -> Computed:
        return Computed([self._varied.velocity])

    def added(self, given: dict[str, np.ndarray]) -> Added:
        """What parts add in a state."""
        count = len(given["q"])
        columns = {name: _column(x, count) for name, x in given.items()}
        found = self._values(**columns)
        return Added(*(np.broadcast_to(x, (count, *x.shape[1:])) for x in found))

    def slopes(
        self,
        given: dict[str, np.ndarray],
        x: np.ndarray,
        lam: np.ndarray,
        along: dict[str, Any],
        lean: bool = False,
    ) -> Slopes:
        """How that changes along directions, the same for all parts or one set for each.

        Shapes: x, lam (J, w).
        """
        count, wide = len(given["q"]), next(iter(along.values())).shape[1]
        step, parts = max(1, AT_ONCE // max(wide, 1)), []
        held = given | {"x": x, "lam": lam, "w": np.ones(1)}
        for begin in range(0, count, step):
            own = slice(begin, begin + step)
            cut = {name: y[own] if y.ndim == 2 else y for name, y in held.items()}
            size = min(step, count - begin)
            turned = {name: _column(y, size)[:, None, :] for name, y in cut.items()}
            turned |= {k: y[..., own] if y.shape[2] > 1 else y for k, y in along.items()}
            found = (self._leaning if lean else self._slopes)(**turned)
            parts.append([np.moveaxis(y, 1, 0) for y in found])
        found = [np.concatenate(part) for part in zip(*parts, strict=True)]
        if lean:
            nothing = np.zeros((count, wide, 0))
            return Slopes(nothing, nothing, nothing, *found)
        f, g, phi, velocity = found
        return Slopes(-f, -g, phi, velocity)


def _column(x: np.ndarray, count: int) -> np.ndarray:
    """Numbers of each part (J, k) as (k, J); those of all (k,) as (k, 1)."""
    return x.T if x.ndim == 2 else np.broadcast_to(x[:, None], (len(x), count))


def _nodes(values: Iterable[Any]) -> list[Node]:
    return needed([x for array in values for x in array.flat])


def _used(values: Iterable[Any]) -> frozenset[str]:
    """Names of the inputs that enter."""
    return frozenset(x.args[0] for x in _nodes(values) if x.op == "input")


def by_numpy(element: Element, shapes: Any, join: Callable) -> ByNumpy:
    """The kind of an element, made or remembered. Raises Unsupported."""
    return remembered(_made, element, shapes, join)


def _made(element: Element, shapes: Any, join: Callable) -> ByNumpy:
    total = sum(int(np.prod(shape)) for shape in shapes)
    then = lambda graph, x: vary(graph, x, element, total, time=True)
    return ByNumpy(described(element, shapes, join, then))
