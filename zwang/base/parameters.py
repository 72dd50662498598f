"""The parameters of a motion, taken apart once: for JAX, for C, and for the Motion.

Their numbers are data; all else is part of the program. A motion in C needs the numbers as one
vector, JAX as a list of arrays, and a Motion keeps what the user gave, arrays as copies.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import jax
import numpy as np

from zwang.base.arrays import is_concrete, kept, require_shallow
from zwang.base.functions import flat, join, rest_of_numbers, split

PLAIN = {float, int, np.float64}  # what needs no look: one number, with no array around it
FLAT = PLAIN | {np.ndarray, type(None)}  # and what contains nothing
ONE = ((), np.dtype(float))  # shape and type of such a number


class Parameters:
    """Numbers, and the rest."""

    known = in_numpy = True

    def __init__(self, p: Any):
        try:
            if not FLAT.issuperset(map(type, p.values() if type(p) is dict else (p,))):
                require_shallow(p)
            leaves, tree = jax.tree.flatten(p)
        except (TypeError, ValueError):  # names that have no order: by those of what they are
            leaves, tree = flat(p)
        self._leaves, own = leaves, vars(self)
        plain = plain_numbers(leaves)
        if plain is not None:
            own["vector"], own["kept"] = plain if leaves else np.zeros(1), leaves
            self.rest, self.shapes = rest_of_numbers(tree), (ONE,) * len(leaves)
            self.kind: Hashable = tree
            return
        own["numbers"], self.rest = split(p, np)
        # shape and type of each number
        self.shapes = tuple((np.shape(x), x.dtype) for x in self.numbers)
        # the same for all parameters that one program serves: names, shapes, and what is no number
        self.kind = self.rest.key, self.shapes
        # whether all numbers can be looked at now, that is, none is being traced
        self.known = is_concrete(*self.numbers)
        # whether none of them is an array of JAX
        self.in_numpy = not any(isinstance(x, jax.Array) for x in self.numbers)

    @cached_property
    def numbers(self) -> list[Any]:
        """Each number as an array of floats; those of JAX stay what they are."""
        return list(map(np.asarray, self.vector[: len(self._leaves)]))

    @cached_property
    def vector(self) -> np.ndarray:
        """All numbers behind each other, as C has them; one zero if there is none."""
        return vector_of(self.numbers)

    @cached_property
    def kept(self) -> list[Any]:
        """The numbers as they were given, each of its own type, and arrays as frozen copies."""
        _, static, _ = self.rest.key
        pairs = zip(self._leaves, static, strict=True)
        return [x if type(x) in PLAIN else kept(x) for x, fixed in pairs if not fixed]

    @property
    def value(self) -> Any:
        """All of them, with strong float64 arrays for the numbers."""
        return join(self.numbers, self.rest)


class Settings(Mapping):
    """Names and values that do not change, so that compiled code may be kept by them."""

    def __init__(self, items: Mapping[str, Any] | None = None):
        self._items = dict(items or {})

    def __getitem__(self, name: str) -> Any:
        return self._items[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(tuple(self._items.items()))

    def __repr__(self) -> str:
        return repr(self._items)


def plain_numbers(given: Sequence[Any]) -> np.ndarray | None:
    """Numbers that are no arrays as one vector; None if one of them is something else."""
    if not PLAIN.issuperset(map(type, given)):
        return None
    try:
        return np.array(given, float)
    except OverflowError:  # a whole number beyond all floats
        return None


def vector_of(numbers: Sequence[Any]) -> np.ndarray:
    """All numbers as one vector, as C has them; one zero if there is none."""
    pieces = [np.ravel(np.asarray(x, float)) for x in numbers]
    return np.concatenate(pieces) if pieces else np.zeros(1)
