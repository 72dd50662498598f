"""What makes two functions the same: the key under which compiled code is kept.

The key is made of a function's code and the values that it captures: numbers and arrays by value,
functions and objects by what they are made of. A notebook cell run again makes new functions
with equal keys, and compiles nothing; a captured number that has changed changes the key, and
the answer.
"""

from __future__ import annotations

import abc
import dis
import enum
import functools
import hashlib
import sys
from collections import deque
from collections.abc import Hashable
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import is_concrete


class AbstractKeyed(abc.ABC):
    """Equal to another if their keys are equal now."""

    @abc.abstractmethod
    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""

    def key(self) -> Hashable:
        """The key of its parts, as they are now."""
        return key(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AbstractKeyed) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


class Keyed:
    """A value with its key, as it was when this was made: an argument that ``jax.jit`` holds fixed.

    Functions may read globals that change. Their own hash follows such a change, which a table
    of compiled programs must not; this one stays.
    """

    __slots__ = ("value", "key", "_hash")

    def __init__(self, value: Any, key: Any):
        self.value, self.key, self._hash = value, key, hash(key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Keyed) and self._hash == other._hash and self.key == other.key

    def __hash__(self) -> int:
        return self._hash


class Same:
    """An object that only itself is equal to; kept alive, so that its id is not used again."""

    __slots__ = ("value",)

    def __init__(self, value: Any):
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


def key(x: Any) -> Hashable:
    """What makes a value the same as another, to a compiled program that captured it."""
    return _key(x, {})


Seen = dict[int, tuple[int, Any]]  # by id: the place, and the object itself to keep its id taken


def _key(x: Any, seen: Seen) -> Hashable:
    """Numbers, texts and arrays by value, functions and objects by what they are made of."""
    if x is None or isinstance(x, bool | int | str | bytes):
        return type(x), x
    if isinstance(x, float | complex):
        return type(x), repr(x)  # NaN equals itself, −0.0 does not equal 0.0
    if isinstance(x, np.ndarray | np.generic | jax.Array):
        return _array_key(x, seen)
    if isinstance(x, ModuleType):
        return ModuleType, x.__name__
    if isinstance(x, CodeType):
        return _code_key(x)
    # What was met before is named by its place: functions may call each other.
    if id(x) in seen:
        return "seen", seen[id(x)][0]
    seen[id(x)] = len(seen), x
    if isinstance(x, tuple | list):
        return _class_key(type(x), seen), *[_key(item, seen) for item in x]
    if isinstance(x, dict):
        items = [(_key(name, seen), _key(item, seen)) for name, item in x.items()]
        return _class_key(type(x), seen), *items
    if isinstance(x, set | frozenset):
        return type(x), frozenset(_key(item, seen) for item in x)
    if isinstance(x, enum.Enum):
        return type(x).__module__, type(x).__qualname__, x.name
    try:
        return _callable_key(x, seen)
    except (AttributeError, TypeError, ValueError, RuntimeError):
        return Same(x)  # an object that does not let itself be looked at


def _array_key(x: Any, seen: Seen) -> Hashable:
    if not is_concrete(x) or not _has_bytes(x):
        return Same(x)
    # JAX promotes weakly typed arrays differently, so they are not the same.
    kind = (jax.Array, bool(x.weak_type)) if isinstance(x, jax.Array) else type(x)
    array = np.ascontiguousarray(x)
    if array.dtype == object:
        return kind, array.shape, *(_key(item, seen) for item in array.flat)
    digest = hashlib.blake2b(array.tobytes(), digest_size=24).digest()
    return kind, array.dtype.str, np.shape(x), digest


def _has_bytes(x: Any) -> bool:
    return not jnp.issubdtype(x.dtype, jax.dtypes.extended)


def _callable_key(x: Any, seen: Seen) -> Hashable:
    if isinstance(x, AbstractKeyed):
        return type(x), _key(x.parts(), seen)
    if isinstance(x, functools.partial):
        return functools.partial, _key((x.func, x.args, x.keywords), seen)
    if isinstance(x, MethodType):
        return MethodType, _key(x.__func__, seen), _object_key(x.__self__, x.__func__, seen)
    if isinstance(x, FunctionType):
        return _function_key(x, seen)
    if isinstance(x, type):
        return _class_key(x, seen)
    if isinstance(x, BuiltinFunctionType | np.ufunc):
        return type(x), getattr(x, "__module__", None), x.__name__
    if isinstance(x, classmethod | staticmethod):
        return type(x), _key(x.__func__, seen)
    if isinstance(x, property):
        return property, _key(x.fget, seen)
    inner = getattr(x, "__wrapped__", None)
    if isinstance(inner, FunctionType | MethodType | functools.partial):
        return type(x), _key(inner, seen)  # jax.jit and its like
    return _object_key(x, getattr(type(x), "__call__", None), seen)


def _function_key(f: FunctionType, seen: Seen) -> Hashable:
    """Code, defaults, captured variables, and the globals that it reads.

    What a function itself changes, such as a counter, is no input to it and is left out. A
    function of a library is known by its name; only what it captured is looked at.
    """
    code, reads = f.__code__, _reads(f.__code__)
    cells = zip(code.co_freevars, map(_contents, f.__closure__ or ()), strict=True)
    captured = {name: x for name, x in cells if not reads.changes(name, x)}
    held = [_key(x, seen) for x in (f.__defaults__, f.__kwdefaults__, captured)]
    module = f.__globals__.get("__name__", "")
    if _is_library(module):
        return FunctionType, module, code.co_qualname, *held
    found = ((name, f.__globals__.get(name)) for name in reads.globals)
    scope = {name: x for name, x in found if not reads.changes(name, x)}
    own = {name: x for name, x in vars(f).items() if name in reads.attributes}
    outer = {name: _module_values(x, reads.attributes) for name, x in scope.items()}
    return FunctionType, _code_key(code), *held, _key([outer, own], seen)


def _contents(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # a variable not yet set
        return None


def _module_values(x: Any, attributes: frozenset[str]) -> Any:
    """A module of the user's with the values read from it; anything else unchanged."""
    if not isinstance(x, ModuleType) or _is_library(x.__name__):
        return x
    return [x, {name: vars(x)[name] for name in sorted(attributes) if name in vars(x)}]


def _class_key(cls: type, seen: Seen) -> Hashable:
    name = cls.__module__, cls.__qualname__
    if _is_library(cls.__module__):
        return type, *name
    skipped = ("__dict__", "__weakref__", "__doc__", "__module__", "__firstlineno__")
    body = {k: x for k, x in vars(cls).items() if k not in skipped and not k.startswith("_abc")}
    parts = {k: x for k, x in body.items() if _is_input(x)}
    return type, *name, _key([cls.__bases__, parts], seen)


def _is_input(x: Any) -> bool:
    plain = int | float | complex | str | tuple | np.ndarray | jax.Array
    return isinstance(x, plain | FunctionType | property | classmethod | staticmethod)


def _object_key(x: Any, method: Any, seen: Seen) -> Hashable:
    """Class and fields, without those that the ``method`` called writes; else itself alone."""
    slots = [s for cls in type(x).__mro__ for s in vars(cls).get("__slots__", ())]
    if isinstance(x, ModuleType | type) or not (hasattr(x, "__dict__") or slots):
        return _key(x, seen) if isinstance(x, ModuleType | type) else Same(x)
    fields = {s: getattr(x, s) for s in slots if isinstance(s, str) and hasattr(x, s)}
    fields |= getattr(x, "__dict__", {})
    code = getattr(method, "__code__", None)
    written = _reads(code).stored if code else frozenset()
    kept = {name: value for name, value in fields.items() if name not in written}
    return object, _class_key(type(x), seen), _key(kept, seen)


@functools.lru_cache(maxsize=4096)
def _is_library(module: str | None) -> bool:
    """Whether code is installed, and so does not change between two cells of a notebook."""
    top = (module or "").partition(".")[0]
    if top == "__main__":  # the user's, whoever started it: a launcher's file may be installed
        return False
    if top == "zwang" or top in sys.stdlib_module_names:
        return True
    return "-packages" in (getattr(sys.modules.get(top), "__file__", None) or "")


# -- what code reads and writes -----------------------------------------------------------------


class Reads(NamedTuple):
    """Names that a code object, with the functions inside it, reads and writes.

    Attributes
    ----------
    globals : global names read
    attributes : names of attributes read
    written : variables from outside that it assigns, whole or in part
    filled : variables whose contents it changes by a method, such as ``append``
    stored : names of attributes that it assigns
    """

    globals: tuple[str, ...]
    attributes: frozenset[str]
    written: frozenset[str]
    filled: frozenset[str]
    stored: frozenset[str]

    def changes(self, name: str, x: Any) -> bool:
        """Whether the variable ``name`` with the value ``x`` is changed by the code."""
        return name in self.written or (name in self.filled and isinstance(x, CONTAINERS))


CONTAINERS = (list, dict, set, deque)
FILLING = frozenset("append extend insert add update setdefault pop clear appendleft".split())
OUTER = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF", "LOAD_CLASSDEREF")


@functools.lru_cache(maxsize=4096)
def _reads(code: CodeType) -> Reads:
    found: list[str] = []
    attributes, written, filled, stored = set(), set(), set(), set()
    starts: dict[Any, str] = {}  # where in the text each variable stands
    last = None
    for step in dis.get_instructions(code):
        name, place = step.argval, step.positions and step.positions[0::2]  # line, column
        if step.opname in OUTER:
            starts[place] = name
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
                found.append(name)
        elif step.opname in ("STORE_GLOBAL", "STORE_DEREF"):
            written.add(name)
        elif step.opname in ("STORE_SUBSCR", "STORE_ATTR"):
            # `c[i] = x` and `c.i = x`: the text of the target begins with the variable c.
            written.update(filter(None, [starts.get(place)]))
            stored.update([name] if step.opname == "STORE_ATTR" else [])
        elif step.opname in ("LOAD_METHOD", "LOAD_ATTR"):
            attributes.add(name)
            filled.update([last] if name in FILLING and last else [])
        last = name if step.opname in OUTER else None
    for inner in (_reads(c) for c in code.co_consts if isinstance(c, CodeType)):
        found += inner.globals
        attributes |= inner.attributes
        written |= inner.written
        filled |= inner.filled
        stored |= inner.stored
    own = set(code.co_cellvars)  # captured by inner functions, but made here
    names = tuple(dict.fromkeys(found))
    sets = (attributes, written - own, filled - own, stored)
    return Reads(names, *map(frozenset, sets))


@functools.lru_cache(maxsize=4096)
def _code_key(code: CodeType) -> Hashable:
    """What the code does, without the file, the lines and the name it was written under."""
    return (
        code.co_code,
        tuple(_key(constant, {}) for constant in code.co_consts),
        code.co_names,
        code.co_varnames,
        code.co_freevars,
        code.co_cellvars,
        (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags),
    )
