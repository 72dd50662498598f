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

import functools
import itertools
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from hiding import HOLDERS, VALUES, Read, numbered

import zwang as zw
from zwang.ensemble.arguments import plan_for


class Way(NamedTuple):
    """One way: a holder, a kind of value, a part of a description, a style of function."""

    holder: str
    value: str
    part: str
    style: str


# -- parts and styles ----------------------------------------------------------------------------


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
