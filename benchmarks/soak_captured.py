"""Ways to hide a number from a key: ``python benchmarks/soak_captured.py [ways] [seed]``.

A number is put into a holder (a class attribute, a slot, a deque, a module's module ...), as one
kind of value (a float, a list, an array, a text ...), and is read by one part of a description in
one style of function. Then it is changed and the description is built again. What is counted, and
must be zero:

stale       answers of a description built again that are not those of its number
resumed     fingerprints of a store that did not change with the number
mixed       answers of the old object that are neither those of the old number nor of the new

Of the old object it is told how often the change was noticed; else it kept what it captured at
its first use, which is the contract.
"""

from __future__ import annotations

import array
import builtins
import collections
import contextvars
import enum
import functools
import itertools
import os
import random
import sys
import threading
import types
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import scipy.constants

import zwang as zw
from zwang.ensemble.arguments import plan_for

Read = Callable[[], Any]
Put = Callable[[Any], None]


class Way(NamedTuple):
    """One way: a holder, a kind of value, a part of a description, a style of function."""

    holder: str
    value: str
    part: str
    style: str


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

# -- values, parts and styles ----------------------------------------------------------------------

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


def _lambda(read: Read) -> Callable:
    return lambda q: -numbered(read()) * q


def _partial(read: Read) -> Callable:
    return functools.partial(lambda read, q: -numbered(read()) * q, read)


def _method(read: Read) -> Callable:
    class Spring:
        def force(self, q):
            return -numbered(read()) * q

    return Spring().force


def _called(read: Read) -> Callable:
    class Spring:
        def __call__(self, q):
            return -numbered(read()) * q

    return Spring()


def _rule(read: Read) -> Callable:
    """The number stands in a derivative rule only: d/dq of what is 0 at q is −k."""

    @jax.custom_jvp
    def nought(q):
        return 0.0 * q

    @nought.defjvp
    def _(primals, tangents):
        return nought(*primals), -numbered(read()) * tangents[0]

    return lambda q: jax.jvp(nought, (q,), (q,))[1]


def _scanned(read: Read) -> Callable:
    def force(q):
        step = lambda carry, _: (carry - numbered(read()) * q, None)
        return jax.lax.scan(step, jnp.zeros_like(q), None, length=1)[0]

    return force


STYLES: dict[str, Callable[[Read], Callable]] = {
    "lambda": _lambda,
    "partial": _partial,
    "method": _method,
    "called": _called,
    "rule": _rule,
    "jit": lambda read: jax.jit(_lambda(read)),
    "vmap": lambda read: jax.vmap(_lambda(read)),
    "scan": _scanned,
}

# Each system's acceleration at q = 1, q̇ = 0 is minus the number, or the number itself.
PARTS: dict[str, Callable[[Callable], Any]] = {
    "force": lambda f: zw.System(1.0, f),
    "nonideal": lambda f: zw.System(1.0, None, nonideal=f),
    "row": lambda f: zw.System(
        1.0, None, [zw.AccelerationLevel([[1.0]], lambda q: f(q), name="row")]
    ),
    "energy": lambda f: zw.System.from_lagrangian(
        T=lambda qd: qd @ qd / 2, V=lambda q: -q @ f(q) / 2
    ),
    "helper": lambda f: zw.System(1.0, lambda q: (lambda x: f(x))(q)),
}


def ways(count: int, seed: int) -> Iterator[Way]:
    """Some of all combinations, in an order that the seed decides."""
    every = list(itertools.product(HOLDERS, VALUES, PARTS, STYLES))
    every = [way for way in map(Way._make, every) if not _moot(way)]
    random.Random(seed).shuffle(every)
    yield from itertools.islice(itertools.cycle(every), count)


def _moot(way: Way) -> bool:
    """Rules of first order are not for energies, which are differentiated twice."""
    return way.style == "rule" and way.part == "energy"


def answer(system: zw.System) -> float:
    """The acceleration at q = 1."""
    return float(system.acceleration(np.ones(1), np.zeros(1)).qdd[0])


def store_fingerprint(system: zw.System) -> dict[str, str]:
    """By which a store is known."""
    given = {"step": None, "method": None, "drift": zw.Projection(), "solver": None, "events": ()}
    given |= {"max_steps": None, "rtol": None, "atol": None}
    chosen = {"observables": None, "chunk": None, "dtype": None, "threads": None}
    chosen |= {"engine": "jax", "assemble": False, "keep": "end"}
    start = np.ones((2, 1))
    return plan_for(system, start, np.zeros(1), [0.0, 1.0], None, given, **chosen).fingerprint()


def tried(way: Way, before: float = 2.0, after: float = 3.0) -> list[str]:
    """What is to be said of one way: what went wrong, and whether the old object noticed."""
    read, put = HOLDERS[way.holder]()
    value, style, part = VALUES[way.value], STYLES[way.style], PARTS[way.part]
    found, prints = [], []
    systems: list[zw.System] = []
    for number in (before, after, before):
        put(value(number))
        systems.append(part(style(read)))
        if answer(systems[-1]) != -number:
            found.append("stale")
        prints.append(store_fingerprint(systems[-1])["system"])
    if prints[0] == prints[1] or prints[0] != prints[2]:
        found.append("resumed")
    old = systems[1]  # its number is `before` now
    there = answer(old)
    if there not in (-before, -after):
        found.append("mixed")
    return [*found, "noticed" if there == -before else "kept"]


def main() -> None:
    """All ways that were asked for, and how many went wrong."""
    count, seed = map(int, (sys.argv[1:] + ["1000", "0"][len(sys.argv) - 1 :])[:2])
    told: Counter[str] = Counter()
    for way in ways(count, seed):
        said = tried(way)
        told.update(said)
        for wrong in said:
            if wrong not in ("noticed", "kept"):
                print(f"{wrong}: {', '.join(way)}")
    wrong = {name: told[name] for name in ("stale", "resumed", "mixed")}
    print(f"{count} ways, seed {seed}: " + ", ".join(f"{n} {name}" for name, n in wrong.items()))
    print(f"the same object: {told['noticed']} noticed, {told['kept']} kept as captured")
    sys.exit(any(wrong.values()))


if __name__ == "__main__":
    main()
