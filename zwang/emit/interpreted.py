"""A function of arrays, traced once and evaluated by NumPy."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from zwang.emit.evaluate import Program
from zwang.ir.lower import lower


class Interpreted:
    """A traced function; calling it evaluates its equations one after the other.

    What depends on no argument is evaluated when it is made; what no result needs is left out.
    """

    def __init__(self, function: Callable, *shapes: Any):
        leaves, self._tree = jax.tree.flatten(shapes)
        flat = lambda *x: function(*jax.tree.unflatten(self._tree, x))
        closed, out = jax.make_jaxpr(flat, return_shape=True)(*leaves)
        self._out = jax.tree.structure(out)
        self._program = Program(lower(closed))

    def only(self, choose: Callable) -> Interpreted:
        """The same function with a part of its results, and of the equations; nothing is traced."""
        results, out = jax.tree.flatten(
            choose(jax.tree.unflatten(self._out, self._program.results))
        )
        part = copy.copy(self)
        part._program, part._out = self._program.only(results), out
        return part

    def needs(self, i: int) -> bool:
        """Whether a result depends on an argument, by the equations and not by its value."""
        inputs = jax.tree.unflatten(self._tree, self._program.inputs)
        return self._program.needs(jax.tree.leaves(inputs[i]))

    def __call__(self, *args: Any) -> Any:
        """What the function returns, in NumPy arrays."""
        leaves, tree = jax.tree.flatten(args)
        if tree != self._tree:
            raise TypeError(f"`args` is a tree {tree}; wanted {self._tree}.")
        results: list[np.ndarray] = self._program(*leaves)
        return jax.tree.unflatten(self._out, results)
