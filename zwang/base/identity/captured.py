"""Functions alike in all but the numbers that they capture.

``[lambda t, a=a: a * jnp.sin(t) for a in amplitudes]`` are as many functions, which do the same
with other numbers. Taken apart into these numbers and what is left, they are one.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Iterator, Sequence
from types import CellType, FunctionType
from typing import Any, NamedTuple

import jax
import numpy as np

from zwang.base.identity.keyed import Same, key

LARGEST = 2**31  # of whole numbers that are taken for real ones


class Captured(NamedTuple):
    """A function taken apart.

    Attributes
    ----------
    key : equal for functions that differ in these numbers alone
    numbers : in defaults and closures, and those of functions in them, in order
    """

    key: Hashable
    numbers: tuple[np.ndarray, ...]


def captured(function: Callable, whole: bool = False) -> Captured | None:
    """The numbers that a function captures; None if it cannot be taken apart."""
    walk = _Walk(whole)
    try:
        found, _ = walk(function)
    except _Endless:
        return None
    return Captured(found, tuple(walk.numbers)) if _known(function) else None


def capturing(function: Callable, numbers: Sequence[Any], whole: bool = False) -> Callable:
    """The function with other numbers in the place of those that it captures."""
    return _Walk(whole, iter(numbers))(function)[1]


class _Endless(Exception):
    """A function captures itself, or nothing yet."""


class _Walk:
    """Keys of values, and the values with other numbers."""

    def __init__(self, whole: bool, given: Iterator[Any] | None = None):
        self.numbers: list[np.ndarray] = []
        self._whole, self._given, self._within = whole, given, []

    def __call__(self, x: Any) -> tuple[Hashable, Any]:
        if self._is_number(x):
            self.numbers.append(np.asarray(x, float))
            told = type(x).__name__, np.shape(x)
            return told, x if self._given is None else next(self._given)
        if type(x) in (tuple, list):
            pairs = list(map(self, x))
            return (type(x), *(k for k, _ in pairs)), type(x)(y for _, y in pairs)
        if type(x) is dict:
            pairs = {name: self(y) for name, y in x.items()}
            keys = ((key(name), k) for name, (k, _) in pairs.items())
            return (dict, *keys), {name: y for name, (_, y) in pairs.items()}
        if type(x) is functools.partial:
            told, (function, args, named) = self((x.func, x.args, x.keywords))
            return (functools.partial, told), functools.partial(function, *args, **named)
        return self._function(x) if isinstance(x, FunctionType) else (key(x), x)

    def _is_number(self, x: Any) -> bool:
        if type(x) is int:
            return self._whole and abs(x) < LARGEST
        array = isinstance(x, np.ndarray | np.float64 | jax.Array)
        return type(x) is float or (array and x.dtype == np.float64)

    def _function(self, x: FunctionType) -> tuple[Hashable, Any]:
        if any(x is one for one in self._within):
            raise _Endless
        self._within.append(x)
        try:
            cells = tuple(cell.cell_contents for cell in x.__closure__ or ())
        except ValueError:  # a cell is empty as yet
            raise _Endless from None
        told, (held, defaults, named) = self((cells, x.__defaults__ or (), x.__kwdefaults__ or {}))
        self._within.pop()
        found = FunctionType(
            x.__code__, x.__globals__, x.__name__, defaults, tuple(map(CellType, held))
        )
        found.__kwdefaults__ = named
        return (FunctionType, x.__code__, Same(x.__globals__), told), found


def _known(function: Callable) -> bool:
    inner = function.func if isinstance(function, functools.partial) else function
    return isinstance(inner, FunctionType)
