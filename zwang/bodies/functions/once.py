"""Functions of arrays that JAX traces once for the same kinds of numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from zwang.base.arrays import is_concrete
from zwang.base.functions import join, split
from zwang.base.identity.keyed import Keyed, jit_by_key


def once(function: Callable) -> Callable:
    """A function of arrays and parameters that is traced once for the same kinds of numbers.

    A mechanism is evaluated in many programs, and differentiated in each. Where nothing is traced,
    it is called as it is.
    """

    @jit_by_key(0)
    def traced(rest: Keyed, numbers: Any) -> Any:
        return function(*join(numbers, rest))

    def called(*given: Any) -> Any:
        if is_concrete(*jax.tree.leaves(given)):
            return function(*given)
        numbers, rest = split(given, jnp)
        return traced(rest, numbers)

    return called
