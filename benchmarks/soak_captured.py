"""Ways to hide a number: ``python benchmarks/soak_captured.py [ways across damaged seed]``.

A number is put into a holder (a class attribute, a slot, a deque, a module's module ...), as one
kind of value (a float, a list, an array, a text ...), and is read by one part of a description in
one style of function. The description is used in one way; then the number is changed, and it is
looked at in other ways, as is another that is built anew, and one more once the number is back.
What is counted, and must be zero:

stale       answers of a description built anew that are not those of its number
moved       answers of an old object that are not those of its first use
resumed     fingerprints of a store that did not change with the number

``ways`` of them are within one process, in which programs are kept; ``across`` are looked at by
another process through the cache on disk, after this one did all it could to spoil that; for
``damaged`` of these the cache was damaged in between. Their numbers are new, so that each compiles.
"""

from __future__ import annotations

import functools
import itertools
import multiprocessing
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from hiding import HOLDERS, VALUES, Read, numbered

import zwang as zw
from zwang.engine import acceleration
from zwang.engine.code import code_of
from zwang.engine.dense import native
from zwang.ensemble.arguments import plan_for
from zwang.files import build


class Way(NamedTuple):
    """A holder, a kind of value, a part of a description, a style of function, a first use."""

    holder: str
    value: str
    part: str
    style: str
    first: str


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
    every = list(itertools.product(HOLDERS, VALUES, PARTS, STYLES, USES))
    every = [way for way in map(Way._make, every) if not _moot(way)]
    random.Random(seed).shuffle(every)
    yield from itertools.islice(itertools.cycle(every), count)


def _moot(way: Way) -> bool:
    """Rules of first order are not for energies, which are differentiated twice."""
    return way.style == "rule" and way.part == "energy"


ONE, NOUGHT, SPAN = np.ones(1), np.zeros(1), (0.0, 0.01)


def _moved(system: zw.System, **how: Any) -> float:
    return float(zw.simulate(system, ONE, NOUGHT, SPAN, **how).qdd[0, 0])


def _by_gradient(system: zw.System) -> float:
    return float(jax.jvp(lambda q: system.acceleration(q, NOUGHT).qdd[0], (ONE,), (ONE,))[0])


# First uses; those that give the acceleration at q = 1, q̇ = 0 are looked at afterwards too.
USES: dict[str, Callable[[zw.System], Any]] = {
    "acceleration": lambda s: float(s.acceleration(ONE, NOUGHT).qdd[0]),
    "by JAX": lambda s: float(s.acceleration(jnp.ones(1), NOUGHT).qdd[0]),
    "motion": _moved,
    "motion by JAX": lambda s: _moved(s, engine="jax"),
    "without drift": lambda s: _moved(s, drift=None),
    "gradient": _by_gradient,
    "check": lambda s: zw.check(s, ONE, NOUGHT) and None,
    "linearize": lambda s: zw.linearize(s, NOUGHT) and None,
}
LATER = ("acceleration", "by JAX", "motion", "motion by JAX", "without drift", "gradient")


def store_fingerprint(system: zw.System) -> str:
    """By which a store knows a system."""
    given: dict[str, Any] = {
        "step": None,
        "method": None,
        "drift": zw.Projection(),
        "solver": None,
        "events": (),
    }
    given |= {"max_steps": None, "rtol": None, "atol": None}
    chosen: dict[str, Any] = {"observables": None, "chunk": None, "dtype": None, "threads": None}
    chosen |= {"engine": "jax", "assemble": False, "keep": "end"}
    start = np.ones((2, 1))
    plan = plan_for(system, start, np.zeros(1), [0.0, 1.0], None, given, **chosen)
    return plan.fingerprint()["system"]


class Hidden:
    """A number hidden in one way, and what is built with it."""

    def __init__(self, way: Way):
        self._way, (self._read, self._put) = way, HOLDERS[way.holder]()

    def built(self, number: float) -> zw.System:
        """A description built anew, with another number in the holder."""
        self._put(VALUES[self._way.value](number))
        return PARTS[self._way.part](STYLES[self._way.style](self._read))


def tried(way: Way, before: float = 2.0, after: float = 3.0, later: Any = LATER) -> list[str]:
    """What went wrong in one way."""
    hidden, found = Hidden(way), []

    def looked_at(system: zw.System, number: float, wrong: str) -> None:
        found.extend(f"{wrong} {use}" for use in later if USES[use](system) != -number)

    old = hidden.built(before)
    USES[way.first](old)
    new = hidden.built(after)
    looked_at(old, before, "moved")
    looked_at(new, after, "stale")
    again = hidden.built(before)
    looked_at(again, before, "stale")
    looked_at(new, after, "moved")
    prints = [store_fingerprint(x) for x in (old, new, again)]
    return found + ["resumed"] * (prints[0] == prints[1] or prints[0] != prints[2])


# -- two processes ---------------------------------------------------------------------------------


def serve(pipe: Any, cache: str) -> None:
    """Another process: it builds each way anew and tells what a motion gives."""
    os.environ["ZWANG_CACHE"] = cache
    while (asked := pipe.recv()) is not None:
        way, number = asked
        forget()
        pipe.send(_moved(Hidden(way).built(number)))


def forget() -> None:
    """All that a new process does not know."""
    for function in (build.library, code_of, native.compiled, acceleration._compiled):
        function.cache_clear()


def _torn(files: list[Path], rng: random.Random) -> None:
    content = files[0].read_bytes()
    files[0].write_bytes(content[: rng.randrange(len(content))])


def _flipped(files: list[Path], rng: random.Random) -> None:
    content = bytearray(files[0].read_bytes())
    content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    files[0].write_bytes(content)


def _swapped(files: list[Path], rng: random.Random) -> None:
    """Another file of ours in its place, whole and with its digest."""
    others = [x for x in files[1:] if x.suffix == files[0].suffix]
    for other in others[:1]:
        for a, b in ((files[0], other), (files[0].with_suffix(".sum"), other.with_suffix(".sum"))):
            a.write_bytes(b.read_bytes())


def _lost(files: list[Path], rng: random.Random) -> None:
    files[0].with_suffix(rng.choice([files[0].suffix, ".sum"])).unlink()


def _left(files: list[Path], rng: random.Random) -> None:
    """What a killed process leaves."""
    (files[0].parent / f".building-{rng.random()}").mkdir()


CHANGE = 5000.0
DAMAGES = (_torn, _flipped, _swapped, _lost, _left)


def across(count: int, damaged: int, seed: int) -> Counter[str]:
    """Ways over two processes and one cache."""
    told: Counter[str] = Counter()
    context, rng = multiprocessing.get_context("spawn"), random.Random(seed)
    with tempfile.TemporaryDirectory() as cache:
        os.environ["ZWANG_CACHE"] = cache
        here, there = context.Pipe()
        other = context.Process(target=serve, args=(there, cache), daemon=True)
        other.start()
        for i, way in enumerate(ways(count + damaged, seed)):
            number = 4.0 + i  # which no other way has compiled, and which an int can be
            hidden = Hidden(way)
            old = hidden.built(number)
            # XLA compiles for seconds, and its programs are of no use to the other process.
            USES[way.first if i % 20 == 0 else rng.choice(("acceleration", "check"))](old)
            new = hidden.built(number + CHANGE)
            forget()
            said = [_moved(old) != -number, _moved(new) != -number - CHANGE]
            if i >= count:
                files = [*Path(cache).glob("native/*.so"), *Path(cache).glob("native/*.code")]
                files.sort(key=lambda x: -x.stat().st_mtime_ns)
                rng.choice(DAMAGES)(files[rng.randrange(2) :], rng)
            if i % 25 == 0:
                print(f"{i} ways over two processes: {sum(told.values())} wrong so far", flush=True)
            here.send((way, number))
            said.append(here.recv() != -number)
            for wrong, name in zip(said, ("moved", "stale", "stale elsewhere"), strict=True):
                told[name] += wrong
                if wrong:
                    print(f"{name}: {', '.join(way)}, number {number}, damaged {i >= count}")
        here.send(None)
        other.join()
    return told


def main() -> None:
    """All ways that were asked for, and how many went wrong."""
    given = [*map(int, sys.argv[1:]), *(10_000, 1_000, 200, 0)[len(sys.argv) - 1 :]]
    count, pairs, damaged, seed = given
    told, rng = across(pairs, damaged, seed), random.Random(seed)
    print(f"{pairs} ways over two processes, {damaged} damaged, seed {seed}: {dict(told)}")
    for done, way in enumerate(ways(count, seed)):
        if done % 25 == 0:
            print(f"{done} ways in a process: {sum(told.values())} wrong so far", flush=True)
        said = tried(way, later=rng.sample(LATER, 2))
        told.update(said)
        for wrong in said:
            print(f"{wrong}: {', '.join(way)}")
    wrong = sum(told.values())
    print(f"{count} ways in a process, seed {seed}: {wrong} wrong with those before")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
