"""What a user's function does, traced once: from then on its trace is evaluated instead.

So what a description gives does not depend on when it is looked at, and what is kept under a trace
is made from that trace. It is of the shapes, types and texts of its arguments; for others there is
another, made when they first come.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import is_concrete
from zwang.base.identity.captured import Captured, captured
from zwang.base.identity.keyed import key
from zwang.base.later import require_double

OURS = "zwang"


class Recorded:
    """The traces of one function; they do not travel to another process."""

    def __init__(self):
        self._made: dict[Any, Any] = {}
        self._apart: dict[bool, tuple[Captured | None, Recorded]] = {}

    def __reduce__(self):
        return Recorded, ()

    def apart(self, function: Callable, whole: bool) -> tuple[Captured | None, Recorded]:
        """The function apart from its numbers as they were at first, and its traces with others."""
        if whole not in self._apart:
            self._apart.setdefault(whole, (captured(function, whole), Recorded()))
        return self._apart[whole]

    def __call__(self, function: Callable, args: Any, named: dict[str, Any]) -> Any:
        """The array that the function returns, by its trace."""
        leaves, tree = jax.tree.flatten((args, named))
        traced = [_is_traced(x) for x in leaves]
        arrays = [_strong(x) for x, ok in zip(leaves, traced, strict=True) if ok]
        rest = [None if ok else x for x, ok in zip(leaves, traced, strict=True)]
        kinds = tuple((x.shape, x.dtype) for x in arrays)
        name = tree, kinds, key(rest), jax.config.jax_enable_x64  # pyright: ignore
        closed = self._made.get(name)
        if closed is None:
            require_double()

            def of_arrays(*arrays):
                left = iter(arrays)
                filled = (next(left) if ok else x for x, ok in zip(rest, traced, strict=True))
                args, named = tree.unflatten(filled)
                return function(*args, **named)

            try:
                closed = jax.make_jaxpr(of_arrays)(*(jax.ShapeDtypeStruct(*x) for x in kinds))
            except (jax.errors.ConcretizationTypeError, jax.errors.TracerArrayConversionError):
                if not is_concrete(*arrays):
                    raise
                return function(*args, **named)  # it computes with numbers, and is asked with some
            _freeze(closed)
            if is_concrete(*closed.consts):  # what is traced must not outlive its trace
                closed = self._made.setdefault(name, closed)
        from jax.extend.core import jaxpr_as_fun

        (found,) = jaxpr_as_fun(closed)(*arrays)
        return jnp.asarray(found)


def is_ours(function: Any) -> bool:
    """Whether a function is the library's, so that what users gave is called by it, and not it."""
    while isinstance(function, functools.partial):
        function = function.func
    return str(getattr(function, "__module__", "")).partition(".")[0] == OURS


def _is_traced(x: Any) -> bool:
    return not isinstance(x, str | bool | np.bool_) and not callable(x)


def _strong(x: Any) -> Any:
    """A leaf as an array whose type is its own."""
    if not hasattr(x, "dtype"):
        return np.asarray(x)
    return jax.lax.convert_element_type(x, x.dtype) if getattr(x, "weak_type", False) else x


def _freeze(closed: Any) -> None:
    """Copy the arrays in a trace that are the user's, who may write to them."""
    constants = closed.consts
    constants[:] = map(_own, constants)
    for equation in closed.jaxpr.eqns:
        for x in equation.invars:
            if hasattr(x, "val"):
                x.val = _own(x.val)
        for inner in jax.tree.leaves(
            list(equation.params.values()), is_leaf=lambda x: hasattr(x, "consts")
        ):
            if hasattr(inner, "consts"):
                _freeze(inner)
    for x in closed.jaxpr.outvars:
        if hasattr(x, "val"):
            x.val = _own(x.val)


def _own(x: Any) -> Any:
    return x.copy() if isinstance(x, np.ndarray) else x
