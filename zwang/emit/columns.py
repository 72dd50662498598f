"""Scalar values computed by NumPy, one after the other: for what is asked for a few times.

To compile them takes longer than some hundred turns of this. Inputs may be arrays: then each value
is, and a turn serves many states or directions at once.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from zwang.ir.numeric import LOGICAL, PLAIN
from zwang.ir.scalar.graph import FLOAT, Node, Unsupported, needed
from zwang.ir.scalar.laws import Values
from zwang.ir.scalar.rates import SAME

FUNCTIONS: dict[str, Callable] = {
    op: PLAIN[name] if name in PLAIN else LOGICAL[name]
    for op, name in SAME.items()
    if name in PLAIN or name in LOGICAL
}
FUNCTIONS |= {
    "div": np.divide,
    "pow": np.power,
    "fmod": np.fmod,
    "select": np.where,
    "to_float": np.float64,
}
# Of single floats Python has the same, to the last bit and in a tenth of the time.
PYTHON = {"add": operator.add, "sub": operator.sub, "mul": operator.mul, "neg": operator.neg}


class Computed:
    """Values as steps, each of them a function of NumPy. Raises Unsupported."""

    def __init__(self, outputs: Sequence[Values]):
        self.outputs = list(outputs)  # arrays of values of one graph
        order = needed([x for values in self.outputs for x in values.flat])
        self._places = {node.index: i for i, node in enumerate(order)}
        self._inputs = [(i, *node.args) for i, node in enumerate(order) if node.op == "input"]
        self._count, self._numbers = len(order), list[Any]()
        self._steps = [self._step(i, node) for i, node in enumerate(order) if node.op != "input"]

    def _step(self, place: int, node: Node) -> tuple[Callable, int, tuple[int, ...]]:
        """A function, where its result goes, and where its arguments are."""
        function = PYTHON.get(node.op) if node.kind == FLOAT else None
        function = function or FUNCTIONS.get(node.op)
        if function is None:
            raise Unsupported(f"`{node.op}` by NumPy")
        at = (self._places[x.index] if isinstance(x, Node) else self._number(x) for x in node.args)
        return function, place, tuple(at)

    def _number(self, x: Any) -> int:
        """The place of a known number, behind those of all nodes."""
        self._numbers.append(x)
        return self._count + len(self._numbers) - 1

    def __call__(self, **given: Any) -> list[np.ndarray]:
        """The values, each with the further axes of the inputs before its own."""
        values: list[Any] = [None] * self._count + self._numbers
        numbers = {name: x.tolist() if np.ndim(x) == 1 else x for name, x in given.items()}
        for i, name, place in self._inputs:
            values[i] = numbers[name][place]
        with np.errstate(all="ignore"):
            for function, place, at in self._steps:
                values[place] = function(*[values[i] for i in at])
        return [self._stacked(x, values, given) for x in self.outputs]

    def _stacked(self, x: Values, values: list[Any], given: Mapping[str, Any]) -> np.ndarray:
        axes = np.broadcast_shapes(*(np.shape(y)[1:] for y in given.values()))
        found = np.empty((x.size, *axes))
        for i, node in enumerate(x.flat):
            found[i] = values[self._places[node.index]] if isinstance(node, Node) else node
        return np.moveaxis(found, 0, -1).reshape(*axes, *x.shape)
