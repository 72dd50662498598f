"""Types of numbers: which of them C computes as JAX does, and how whole numbers wrap.

float64 and bool are what C has. Whole numbers of all widths but uint64 are computed with 64 bits;
after every operation they are brought back into their width, which for sums and products is the
same as if they had never left it. Numbers of less precision than float64 round in ways of their
own: they are known ones, and only moved, compared and converted, or they are left to JAX.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import jax.numpy as jnp
import numpy as np

from zwang.ir.scalar.graph import BOOL, FLOAT, INT, Node, Unsupported

WIDTHS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32")  # of nodes
EXACT = 2**24  # whole numbers that less precision than float64 need not round before its own
# What is exact, also of numbers with less precision.
HARMLESS = frozenset(
    "convert_element_type broadcast_in_dim reshape squeeze expand_dims transpose rev concatenate "
    "stack unstack split slice pad iota gather dynamic_slice dynamic_update_slice scatter tile "
    "copy copy_p select_n eq ne lt le gt ge max min neg abs sign is_finite reduce_max reduce_min "
    "cummax cummin clamp argmax argmin stop_gradient optimization_barrier".split()
)


@cache  # there are few types, and each is asked for at every equation
def is_narrow(dtype: Any) -> bool:
    """Whether these are floats of another precision than float64."""
    return jnp.issubdtype(dtype, jnp.floating) and dtype != np.float64


@cache
def kind_for(dtype: Any) -> str:
    """The kind of values of a type."""
    if jnp.issubdtype(dtype, jnp.bool_):
        return BOOL
    if jnp.issubdtype(dtype, jnp.integer):
        return INT
    if jnp.issubdtype(dtype, jnp.floating):
        return FLOAT
    name = "complex numbers" if jnp.issubdtype(dtype, jnp.complexfloating) else f"the type {dtype}"
    raise Unsupported(name)


def is_plain(items: Iterable[Any], dtype: Any) -> bool:
    """Whether values are float64 as they are: nearly all of them."""
    if dtype != np.float64:
        return False
    return all(x.kind == FLOAT if type(x) is Node else isinstance(x, float) for x in items)


def known(x: Any, dtype: Any) -> Any:
    """A known number, as one of a type."""
    kind = kind_for(dtype)
    if kind == BOOL:
        return bool(x)
    if kind == INT:
        return _wrapped(int(x), dtype)
    if dtype == np.float64:
        return x if isinstance(x, float) else float(x)
    if isinstance(x, int) and abs(x) > EXACT:
        raise Unsupported(f"numbers of the type {dtype}")
    with np.errstate(all="ignore"):
        return float(np.asarray(x).astype(dtype))


def _wrapped(x: int, dtype: Any) -> int:
    """A whole number, as so many bits hold it."""
    about = jnp.iinfo(dtype)
    low, count = int(about.min), int(about.max) - int(about.min) + 1
    return (x - low) % count + low


def typed(x: Any, dtype: Any) -> Any:
    """A value, as one of a type: whole numbers are brought back into their width."""
    if not isinstance(x, Node):
        return known(x, dtype)
    if x.kind != kind_for(dtype) or is_narrow(dtype):
        raise Unsupported(f"numbers of the type {dtype}")
    if x.kind == INT and dtype.name not in WIDTHS:
        raise Unsupported(f"numbers of the type {dtype}")
    if x.kind != INT or (x.op != "select" and _is_within(x, dtype)):
        return x
    # What is chosen is in its width if both are: |x| chooses −x, which may not be.
    if x.op == "select" and all(
        not isinstance(y, Node) or _is_within(y, dtype) for y in x.args[1:]
    ):
        return x
    return wrapping(x, dtype)


def _is_within(x: Node, dtype: Any) -> bool:
    """Whether a whole number made of numbers of a type is one; a choice is, inside another."""
    return dtype == np.int64 or x.op in ("element", "irem", "select", *_into(dtype))


def _into(dtype: Any) -> tuple[str, str]:
    """Operations whose result has a type, whatever they are given."""
    return f"wrap_{dtype.name}", f"to_{dtype.name}"


def wrapping(x: Node, dtype: Any) -> Node:
    """A whole number of any type as one of another."""
    if dtype.name not in WIDTHS:
        raise Unsupported(f"numbers of the type {dtype}")
    if dtype == np.int64 or x.op in _into(dtype):
        return x
    return x.graph.node(f"wrap_{dtype.name}", (x,), INT)


def from_float(x: Any, dtype: Any) -> Any:
    """A float as a whole number: cut off, the nearest that there is, and 0 for NaN."""
    if isinstance(x, Node):
        if dtype.name not in WIDTHS:
            raise Unsupported(f"numbers of the type {dtype}")
        return x.graph.node(f"to_{dtype.name}", (x,), INT)
    low, high = int(jnp.iinfo(dtype).min), int(jnp.iinfo(dtype).max)
    if x != x:
        return 0
    return high if x >= float(high) else low if x <= float(low) else int(x)
