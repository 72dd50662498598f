"""How parameters travel: numbers are data, the rest of a nest is part of the program."""

from __future__ import annotations

import reprlib
from collections.abc import Sequence
from functools import lru_cache
from types import ModuleType
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import as_floats, is_concrete, require_shallow
from zwang.base.identity.keyed import Keyed, key


def flat(p: Any, name: str = "p") -> tuple[list[Any], Any]:
    """The leaves of a tree of parameters, and the tree without them."""
    require_shallow(p, name)
    try:
        return jax.tree.flatten(p)
    except (TypeError, ValueError) as error:  # names that cannot be put into an order
        named = by_name(p)
        if named is not p:
            return flat(named, name)
        raise TypeError(
            f"`{name}` is {reprlib.repr(p)}; wanted parameters whose names are of one kind, such "
            f"as texts: {error}"
        ) from None


def by_name(p: Any) -> Any:
    """Parameters under the names of what they are given under, such as symbols of SymPy."""
    if not isinstance(p, dict) or not p or any(isinstance(x, str) for x in p):
        return p
    names = [getattr(x, "name", None) for x in p]
    if not all(isinstance(x, str) for x in names) or len(set(names)) < len(names):
        return p
    return dict(zip(names, p.values(), strict=True))


def split(p: Any, xp: ModuleType = jnp) -> tuple[list[Any], Keyed]:
    """The numbers of a tree of parameters as strong float64 arrays, and the rest of it.

    Strings, booleans and callables are static; all else that is a leaf is a number.
    """
    leaves, tree = flat(p)
    static = list(map(_is_static, leaves))
    try:
        numbers = [_number(x, xp) for x, fixed in zip(leaves, static, strict=True) if not fixed]
    except TypeError:
        _complain(p)
        raise
    if not any(static):
        return numbers, rest_of_numbers(tree)
    rest = [x if fixed else None for x, fixed in zip(leaves, static, strict=True)]
    return numbers, Keyed((tree, rest), (tree, tuple(static), key(rest)))


@lru_cache(maxsize=256)
def rest_of_numbers(tree: Any) -> Keyed:
    """What ``split`` leaves of a tree that holds nothing but numbers."""
    rest = [None] * tree.num_leaves
    return Keyed((tree, rest), (tree, (False,) * len(rest), key(rest)))


def join(numbers: Sequence[Any], rest: Keyed) -> Any:
    """The tree of parameters that was split."""
    tree, leaves = rest.value
    left = iter(numbers)
    _, static, _ = rest.key
    filled = [x if fixed else next(left) for x, fixed in zip(leaves, static, strict=True)]
    return tree.unflatten(filled)


def _is_static(x: Any) -> bool:
    return isinstance(x, str | bool | np.bool_) or callable(x)


def _number(x: Any, xp: ModuleType = jnp, name: str = "p") -> Any:
    """A leaf of p as an array; keys of random numbers and complex numbers stay what they are."""
    if isinstance(x, jax.Array) and not jnp.issubdtype(x.dtype, jnp.integer):
        return x
    return as_floats(name, x, np if xp is np and is_concrete(x) else jnp)


def _complain(p: Any) -> None:
    """Raise for the first leaf that is no number, by its place in p."""
    for path, x in jax.tree.leaves_with_path(p):
        if not _is_static(x):
            _number(x, name="p" + jax.tree_util.keystr(path))
