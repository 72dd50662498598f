"""What makes two descriptions the same, and what makes a compiled program theirs.

Descriptions are compared by value: numbers and arrays by their bytes, objects of this library by
their parts, functions and all else by being the very same object. A program is kept under what
was traced of a description (see ``known``), which a ``Keyed`` carries with it.
"""

from __future__ import annotations

import abc
import dataclasses
import enum
import functools
import hashlib
import operator
from collections.abc import Callable, Hashable
from types import MethodType
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import is_concrete

MEMORY = "_known"  # the attribute under which an object keeps what was traced of it
# Packages whose classes are known by their names.
OWN = ("zwang", "builtins", "functools", "types", "numpy", "jax", "jaxlib")
PLAIN = (tuple, list, dict, set, frozenset)


class AbstractKeyed(abc.ABC):
    """Equal to another if their parts are."""

    @abc.abstractmethod
    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""

    def key(self) -> Hashable:
        """The key of its parts, as they are now."""
        return key(self)

    def __eq__(self, other: object) -> bool:
        same = self is other
        return same or (isinstance(other, AbstractKeyed) and self.key() == other.key())

    def __hash__(self) -> int:
        return hash(self.key())

    def __getstate__(self) -> dict[str, Any]:
        return {name: x for name, x in vars(self).items() if name != MEMORY}


def memory_of(what: Any) -> dict[Hashable, Any] | None:
    """What was made of an object, by name; None for what is no object of this library."""
    if not isinstance(what, AbstractKeyed):
        return None
    return vars(what).setdefault(MEMORY, {})


class AbstractComposed(AbstractKeyed):
    """A function that does what its parts say, and hides nothing: whoever knows these knows it."""

    @property
    def whole(self) -> bool:
        """Whether this holds for this one."""
        return True


class Keyed:
    """A value with the key of its programs: an argument that ``jax.jit`` holds fixed."""

    __slots__ = ("value", "key", "timed", "kept", "_hash")

    def __init__(self, value: Any, key: Any, timed: bool = False):
        self.value, self.key, self.timed, self._hash = value, key, timed, hash(key)
        self.kept: dict[Any, Any] = {}  # what was made of it, for who made it

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Keyed) and self._hash == other._hash and self.key == other.key

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self):
        return Keyed, (self.value, self.key, self.timed)


class Same:
    """An object that only itself is equal to; kept alive, so that its id is not used again."""

    __slots__ = ("value",)

    def __init__(self, value: Any):
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


# -- compiling by key ----------------------------------------------------------------------------


def jit_by_key(*static: int) -> Callable[[Callable], Any]:
    """``jax.jit`` of a function whose arguments at the places ``static`` are keyed."""

    return lambda function: jax.jit(function, static_argnums=static)


class Last:
    """What was found last, for who asks again for the very same arrays.

    Compilers do not see that two parts of a trace are the same, and would compile each.
    """

    def __init__(self):
        self._last: tuple[tuple, Any, Any] = ((), None, None)

    def __call__(self, find: Callable[[], Any], *given: Any) -> Any:
        """What ``find`` returns now, or returned for the same arrays."""
        try:
            from jax.extend.core import get_opaque_trace_state  # pyright: ignore
        except ImportError:  # before jax 0.10
            from jax.core import get_opaque_trace_state
        before, where, found = self._last
        # In another trace the same arrays may be meant, but what was found is not known there.
        here = get_opaque_trace_state(convention="flax")
        same = len(given) == len(before) and all(map(operator.is_, given, before))
        if not same or where != here:
            found = find()
            self._last = given, here, found
        return found


# -- the key of a value --------------------------------------------------------------------------


def key(x: Any) -> Hashable:
    """What makes a value the same as another: itself, its bytes, or its parts."""
    if x is None or isinstance(x, bool | int | str | bytes):
        return type(x), x
    if isinstance(x, float | complex):
        return type(x), repr(x)  # NaN equals itself, −0.0 does not equal 0.0
    if isinstance(x, np.ndarray | np.generic | jax.Array):
        return _array_key(x)
    if isinstance(x, AbstractKeyed):
        return type(x), key(x.parts())
    if isinstance(x, Keyed):
        return Keyed, x
    if type(x) in PLAIN or (isinstance(x, tuple) and hasattr(x, "_fields")):
        return _nest_key(x)
    if isinstance(x, type):
        return type, x
    if isinstance(x, np.dtype):
        return np.dtype, x.str
    if isinstance(x, enum.Enum):
        return type(x), x.name
    if type(x) is functools.partial:
        return functools.partial, key((x.func, x.args, x.keywords))
    if isinstance(x, MethodType):
        return MethodType, key(x.__func__), key(x.__self__)
    if dataclasses.is_dataclass(x):
        names = [field.name for field in dataclasses.fields(x)]
        if set(getattr(x, "__dict__", ())) <= set(names):
            return type(x), *((name, key(getattr(x, name, None))) for name in names)
    return Same(x)


def _nest_key(x: Any) -> Hashable:
    if isinstance(x, dict):
        return dict, *((key(name), key(item)) for name, item in x.items())
    if isinstance(x, set | frozenset):
        return type(x), frozenset(map(key, x))
    return type(x), *map(key, x)


def _array_key(x: Any) -> Hashable:
    own = type(x) is not np.ndarray and isinstance(x, np.ndarray)  # it may hold anything else
    if own or not is_concrete(x) or jnp.issubdtype(x.dtype, jax.dtypes.extended):
        return Same(x)
    # JAX promotes weakly typed arrays differently, so they are not the same.
    kind = (jax.Array, bool(x.weak_type)) if isinstance(x, jax.Array) else type(x)
    array = np.ascontiguousarray(x)
    if array.dtype == object:
        return kind, array.shape, *map(key, array.flat)
    digest = hashlib.blake2b(array.tobytes(), digest_size=24).digest()
    return kind, array.dtype.str, np.shape(x), digest
