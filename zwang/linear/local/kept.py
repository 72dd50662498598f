"""What saves work: large systems by parts, results computed last, directions in equal pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import jax
import numpy as np

from zwang.base.identity.keyed import Keyed
from zwang.linear.local.traced import CHUNK
from zwang.system.elements import by_sparse_means

KEPT = 4


class Kept:
    """The last results of a function, by the numbers that it depends on.

    Parameters
    ----------
    of : the function
    """

    def __init__(self, of: Callable):
        self.of, self._last = of, []

    def __call__(self, numbers: Sequence[Any], *given: Any) -> Any:
        """Its result.

        Parameters
        ----------
        numbers : arrays: what it depends on
        *given : its arguments
        """
        key = tuple(np.asarray(x).tobytes() for x in numbers)
        for known, found in self._last:
            if known == key:
                return found
        found = self.of(*given)
        self._last = [(key, found), *self._last[: KEPT - 1]]
        return found


def in_chunks(run: Callable, along: Any) -> Any:
    """What a function returns for many directions, in pieces of one size.

    The last is filled up with zeros.

    Parameters
    ----------
    run : takes ``CHUNK`` of them
    along : D directions, a tree of arrays (D, ...)
    """
    count = len(jax.tree.leaves(along)[0])
    parts = []
    for begin in range(0, max(count, 1), CHUNK):
        part = jax.tree.map(lambda x, a=begin: x[a : a + CHUNK], along)
        short = CHUNK - len(jax.tree.leaves(part)[0])
        fill = lambda x, k=short: np.concatenate([x, np.zeros((k, *x.shape[1:]))])
        parts.append(run(jax.tree.map(fill, part) if short else part))
    return jax.tree.map(lambda *x: np.concatenate(x)[:count], *parts)


def large_equations(fixed: Keyed, rest: Keyed, state: Any, p: Any, sizes: Any) -> Any:
    """The equations of a large system part by part; None where these have to be traced.

    Parameters
    ----------
    fixed : the System under its key
    rest : of the parameters, what is no number
    state : q, qd, t: any
    p : parameters
    sizes : m, and how many rows restrict positions
    """
    if not by_sparse_means(fixed.value, len(state[0])):
        return None
    from zwang.engine.large import equations_by_parts  # which few need

    name = "equations by parts", rest, sizes
    if name not in fixed.kept:
        fixed.kept[name] = equations_by_parts(fixed.value, state, p, rest, sizes)
    return fixed.kept[name]


@lru_cache(maxsize=64)
def large_coordinates(
    functions: tuple[Keyed, ...], outputs: tuple[Keyed, ...], rest: Keyed, n: int, shapes: Any
) -> Any:
    """Coordinates that are functions of q, part by part; None where these have to be traced.

    Parameters
    ----------
    functions, outputs : under their keys
    rest, n, shapes : as for ``traced.equations``
    """
    from zwang.engine.large import coordinates_by_parts

    if outputs:
        return None
    return coordinates_by_parts([x.value for x in functions], n, shapes, rest)
