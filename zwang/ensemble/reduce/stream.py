"""Reductions of many members, chunk by chunk.

Members are taken in the order of their numbers, in blocks of one size: so nothing depends on the
chunks in which they were computed. Members that failed are left out, and so are, row by row, those
that ended before the row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from zwang.base.names import look_up
from zwang.base.status import Status
from zwang.ensemble.reduce.reduce import AbstractReduction, Covariance, Histogram, Mean, Quantiles

BLOCK = 1024  # members that are taken together
NAMED: dict[str, AbstractReduction] = {
    "mean": Mean(),
    "covariance": Covariance(),
    "quantiles": Quantiles(),
    "histogram": Histogram(),
}


def checked_reductions(reduce: Any) -> tuple[AbstractReduction, ...]:
    """Reductions as the user gives them: by name, or as objects."""
    given = reduce if isinstance(reduce, tuple | list) else (reduce,)
    found = tuple(look_up(x, NAMED, what="reduce") if isinstance(x, str) else x for x in given)
    for x in found:
        if not isinstance(x, AbstractReduction):
            raise TypeError(
                f"`reduce` holds {x!r}; wanted any of {', '.join(map(repr, NAMED))}, or one such "
                "as zw.Quantiles((0.1, 0.9))."
            )
    names = [x.name for x in found]
    if len(set(names)) < len(names):
        raise ValueError(f"`reduce` has {names}; wanted each of them once.")
    return found


Reduced = dict[str, dict[str, dict[str, np.ndarray]]]  # by reduction, then by variable


class Stream:
    """Reductions of several variables, fed with chunks in the order of the members.

    Shapes: shapes (T, ...).
    """

    def __init__(
        self, reductions: Sequence[AbstractReduction], shapes: Mapping[str, tuple[int, ...]]
    ):
        self.names = tuple(shapes)
        self.sums = {
            (reduction.name, name): reduction.begin(shape)
            for reduction in reductions
            for name, shape in shapes.items()
        }
        self.left: list[dict[str, np.ndarray]] = []
        self.waiting = 0

    def feed(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Take in a chunk."""
        arrays = {name: np.asarray(arrays[name]) for name in (*self.names, "status")}
        first, count = 0, len(arrays["status"])
        while first < count:
            last = min(count, first + BLOCK - self.waiting)
            self.left.append({name: x[first:last] for name, x in arrays.items()})
            self.waiting += last - first
            first = last
            if self.waiting == BLOCK:
                self._fold()

    def _fold(self) -> None:
        if not self.left:
            return
        status = np.concatenate([part["status"] for part in self.left])
        ended = status == Status.OK
        for name in self.names:
            x = np.concatenate([part[name] for part in self.left]).astype(float)
            counted = np.isfinite(x) & ended.reshape(-1, *[1] * (x.ndim - 1))
            for (_, variable), total in self.sums.items():
                if variable == name:
                    total.add(np.where(counted, x, 0.0), counted)
        self.left, self.waiting = [], 0

    def result(self) -> Reduced:
        """What came out, by reduction and variable."""
        self._fold()
        found: Reduced = {}
        for (reduction, name), total in self.sums.items():
            found.setdefault(reduction, {})[name] = total.result()
        return found


def reduced(
    reductions: Sequence[AbstractReduction],
    shapes: Mapping[str, tuple[int, ...]],
    chunks: Iterable[Mapping[str, np.ndarray]],
) -> Reduced:
    """Reductions of chunks that come in the order of the members. Shapes: shapes (T, ...)."""
    stream = Stream(reductions, shapes)
    for arrays in chunks:
        stream.feed(arrays)
    return stream.result()
