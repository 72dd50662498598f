"""Where a number can hide from a key, and as what: holders and values for `soak_captured.py`."""

from __future__ import annotations

import array
import builtins
import collections
import contextvars
import enum
import functools
import os
import sys
import threading
import types
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import jax.numpy as jnp
import numpy as np
import scipy.constants

Read = Callable[[], Any]
Put = Callable[[Any], None]


VALUES: dict[str, Callable[[float], Any]] = {
    "float": float,
    "int": int,
    "numpy scalar": np.float64,
    "float32": np.float32,
    "array ()": np.asarray,
    "array (2,)": lambda x: np.array([0.0, x]),
    "jax array": jnp.asarray,
    "list": lambda x: [[x]],
    "tuple": lambda x: (x, "text"),
    "dict": lambda x: {"a": {"b": x}},
    "text": lambda x: f"{x}",
    "fraction": Fraction,
    "complex": lambda x: complex(0.0, x),
    "function": lambda x: lambda: x,
}


def numbered(x: Any) -> Any:
    """The number in a value; it may be an array of JAX."""
    if callable(x):
        return x()
    if isinstance(x, dict):
        return x["a"]["b"]
    if isinstance(x, list | tuple):
        return numbered(x[0])
    if isinstance(x, str | Fraction):
        return float(x)
    if isinstance(x, complex) and not isinstance(x, float):
        return x.imag
    return x[-1] if np.ndim(x) else x


# -- holders: each gives a function that reads, and one that changes -----------------------------


class Fields:
    """An object with fields."""


class Slots:
    """An object without a dictionary."""

    __slots__ = ("k",)


class DictWith(dict):
    """A dict with attributes."""


class ListWith(list):
    """A list with attributes."""


class ArrayWith(np.ndarray):
    """An array with attributes."""


class Meta(type):
    """A class of classes."""


def attribute(owner: Any) -> tuple[Read, Put]:
    """A number that hides as an attribute."""
    return (lambda: owner.k), (lambda x: setattr(owner, "k", x))


def item(owner: Any, place: Any) -> tuple[Read, Put]:
    """A number that hides as an entry."""
    return (lambda: owner[place]), (lambda x: owner.__setitem__(place, x))


def cell() -> tuple[Read, Put]:
    """A variable from outside."""
    k = None

    def put(x):
        nonlocal k
        k = x

    return (lambda: k), put


def deep_cell() -> tuple[Read, Put]:
    """A variable from outside, three functions deep."""
    read, put = cell()

    def outer():
        def inner():
            return (lambda: read())()

        return inner()

    return outer, put


def variable() -> tuple[Read, Put]:
    """A global of a module that was made here."""
    scope: dict[str, Any] = {"__name__": "cell_of_a_notebook"}
    exec("def read():\n    return K\n", scope)
    return scope["read"], (lambda x: scope.__setitem__("K", x))


def of_class(kind: str) -> tuple[Read, Put]:
    """An attribute of a class, in something that it is."""

    class Owner:
        plain: Any = None
        listed, named, inner = [None], {"k": None}, Fields()
        method = functools.partial(lambda x: x, None)

    if kind == "partial":
        put = lambda x: setattr(Owner, "method", functools.partial(lambda y: y, x))
        return (lambda: Owner.method.args[0]), put
    return {
        "plain": lambda: ((lambda: Owner.plain), (lambda x: setattr(Owner, "plain", x))),
        "list": lambda: item(Owner.listed, 0),
        "dict": lambda: item(Owner.named, "k"),
        "object": lambda: attribute(Owner.inner),
    }[kind]()


def submodule() -> tuple[Read, Put]:
    """``pkg.sub.K``."""
    pkg, sub = types.ModuleType("soak_pkg"), types.ModuleType("soak_pkg.sub")
    vars(pkg)["sub"] = sub
    return (lambda: pkg.sub.K), (lambda x: setattr(sub, "K", x))


def imported_inside() -> tuple[Read, Put]:
    """A module that is imported where the function runs."""
    module = sys.modules.setdefault("soak_inside", types.ModuleType("soak_inside"))

    def read():
        import soak_inside  # pyright: ignore[reportMissingImports]

        return soak_inside.K

    return read, (lambda x: setattr(module, "K", x))


def redefined_enum() -> tuple[Read, Put]:
    """An Enum that is written down again."""
    holder = {}
    put = lambda x: holder.__setitem__("E", enum.Enum("E", {"K": (x,)}))
    return (lambda: holder["E"].K.value[0]), put


def environment() -> tuple[Read, Put]:
    """A text outside of Python; only numbers can be there."""
    read = lambda: float(os.environ["SOAK_K"])
    return read, (lambda x: os.environ.__setitem__("SOAK_K", repr(float(numbered(x)))))


def context() -> tuple[Read, Put]:
    """A context variable."""
    variable = contextvars.ContextVar("soak")
    return variable.get, lambda x: variable.set(x) and None


def cached() -> tuple[Read, Put]:
    """A function with a cache, made again."""
    holder = {}
    put = lambda x: holder.__setitem__("f", functools.lru_cache(lambda: x))
    return (lambda: holder["f"]()), put


def computed() -> tuple[Read, Put]:
    """A property over a field."""
    hidden = Fields()
    read, put = attribute(hidden)
    owner = type("Computed", (), {"k": property(lambda self: read())})()
    return (lambda: owner.k), put


def guessed() -> tuple[Read, Put]:
    """An attribute that is made when it is asked for."""
    store = {}
    owner = type("Guessed", (), {"__getattr__": lambda self, name: store[name]})()
    return (lambda: owner.k), (lambda x: store.__setitem__("k", x))


def of_function() -> tuple[Read, Put]:
    """An attribute of the function itself."""

    def read():
        return vars(read)["k"]

    return read, (lambda x: vars(read).__setitem__("k", x))


def default() -> tuple[Read, Put]:
    """A default argument, changed in place."""

    def read(k=None):
        return k

    return read, (lambda x: setattr(read, "__defaults__", (x,)))


def bytes_of() -> tuple[Read, Put]:
    """A buffer."""
    numbers = array.array("d", [0.0])
    return (lambda: numbers[0]), (lambda x: numbers.__setitem__(0, float(numbered(x))))


HOLDERS: dict[str, Callable[[], tuple[Read, Put]]] = {
    "cell": cell,
    "nested closures": deep_cell,
    "global": variable,
    "class attribute": lambda: of_class("plain"),
    "list of a class": lambda: of_class("list"),
    "dict of a class": lambda: of_class("dict"),
    "object of a class": lambda: of_class("object"),
    "partial of a class": lambda: of_class("partial"),
    "class of classes": lambda: attribute(Meta("Made", (), {})),
    "pkg.sub.K": submodule,
    "import inside": imported_inside,
    "Enum redefined": redefined_enum,
    "deque": lambda: item(collections.deque([None]), 0),
    "defaultdict": lambda: item(collections.defaultdict(list), "k"),
    "ChainMap": lambda: item(collections.ChainMap({}), "k"),
    "slots": lambda: attribute(Slots()),
    "fields": lambda: attribute(Fields()),
    "namespace": lambda: attribute(types.SimpleNamespace()),
    "dict subclass": lambda: attribute(DictWith()),
    "list subclass": lambda: attribute(ListWith()),
    "array subclass": lambda: attribute(np.zeros(2).view(ArrayWith)),
    "array of objects": lambda: item(np.array([None], object), 0),
    "installed package": lambda: attribute(scipy.constants),
    "builtins": lambda: attribute(builtins),
    "thread": lambda: attribute(threading.local()),
    "environment": environment,
    "context": context,
    "lru_cache": cached,
    "property": computed,
    "getattr": guessed,
    "function attribute": of_function,
    "default argument": default,
    "buffer": bytes_of,
}
