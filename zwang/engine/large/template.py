"""What many values of a System have in common: the same operations on other inputs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from zwang.ir.scalar.graph import Graph, Node, Unsupported, div, is_known, mul, needed, neg
from zwang.ir.scalar.laws import Values, boxed
from zwang.ir.scalar.rates import again

LARGEST = 4000  # operations of one template
PLAIN = frozenset((0.0, 0.5, 1.0, 2.0, 3.0, 4.0))  # numbers that belong to a law; others to a part


class Output(NamedTuple):
    """A value that is wanted."""

    name: str  # of an array of an ``Element``: M, Q, phi or psi; or L for a term of a Lagrangian
    place: tuple[int, ...]  # in it
    value: Any  # a number, a node, or what a ``Template`` has for it


class Template(NamedTuple):
    """Operations on coordinates, velocities, time and numbers; the same for all of a kind.

    What an operation is applied to is a pair: "step" and its place among the operations before,
    "q", "qd", "t" or "c" and a place, or "is" and a number with its sign.
    """

    # name, kind and arguments of each operation
    steps: tuple[tuple[str, str, tuple[Any, ...]], ...]
    outputs: tuple[Output, ...]  # what is wanted
    width: int  # how many coordinates it concerns
    numbers: int  # how many numbers it has

    def __call__(self, *given: Values) -> dict[str, Values]:
        """What a part adds to the equations, by name."""
        names = "q", "qd", "t", "p", "c"
        held: dict[str, Values] = dict(zip(names, given, strict=True))
        held["step"] = np.empty(len(self.steps), object)

        def of(argument: Any) -> Any:
            kind, x = argument[:2]
            return x if kind == "is" else held[kind][x]

        for i, (op, kind, args) in enumerate(self.steps):
            held["step"][i] = again(op, kind, tuple(map(of, args)))
        rows = {name: sum(x.name == name for x in self.outputs) for name in ("phi", "psi")}
        shapes = {"M": (self.width, self.width), "Q": (self.width,), "weight": ()}
        shapes |= {name: (count,) for name, count in rows.items()}
        shapes |= {"kinetic": (), "potential": (), "L": ()}
        found = {name: boxed(np.zeros(shape)) for name, shape in shapes.items()}
        for name, place, argument in self.outputs:
            found[name][place] = of(argument)
        return found


class Instance(NamedTuple):
    """One of a kind."""

    template: Template  # of the kind
    columns: tuple[int, ...]  # its coordinates
    numbers: tuple[float, ...]  # its own
    # for each number, its place among those of the parameters; −1 for a constant
    sources: tuple[int, ...]


class _Reading:
    """Names for what values depend on, in the order in which it is met."""

    def __init__(self, first: Sequence[int]):
        self.columns = {column: j for j, column in enumerate(first)}
        self.numbers: list[float] = []
        self.sources: list[int] = []
        self.known: dict[int, tuple] = {}

    def input(self, name: str, place: int) -> tuple:
        if name == "t":
            return "t", 0
        if name == "p":
            return self.number(0.0, place)
        return name, self.columns.setdefault(place, len(self.columns))

    def number(self, x: float, source: int = -1) -> tuple:
        self.numbers.append(x)
        self.sources.append(source)
        return "c", len(self.numbers) - 1

    def argument(self, x: Any, fixed: bool) -> tuple:
        """What a value is called; a number that is not ``fixed`` may be another one elsewhere."""
        if isinstance(x, Node):
            return self.known[x.index]
        own = isinstance(x, float) and math.isfinite(x) and abs(x) not in PLAIN
        if own and not fixed:
            return self.number(float(x))
        return "is", x if not isinstance(x, float) else float(x), math.copysign(1.0, x)


def instance(outputs: Sequence[Output], first: Sequence[int] = ()) -> Instance:
    """The kind of some values, and what is their own. Raises Unsupported."""
    order = needed(x.value for x in outputs)
    if len(order) > LARGEST:
        raise Unsupported(f"one row or force takes {len(order)} operations, of {LARGEST} at most")
    reading, steps = _Reading(first), []
    for node in order:
        if node.op == "input":
            reading.known[node.index] = reading.input(*node.args)
            continue
        # The derivative of a power is known for known exponents only.
        args = tuple(
            reading.argument(x, node.op == "pow" and place == 1)
            for place, x in enumerate(node.args)
        )
        reading.known[node.index] = "step", len(steps)
        steps.append((node.op, node.kind, args))
    wanted = tuple(Output(x.name, x.place, reading.argument(x.value, False)) for x in outputs)
    template = Template(tuple(steps), wanted, len(reading.columns), len(reading.numbers))
    return Instance(
        template, tuple(reading.columns), tuple(reading.numbers), tuple(reading.sources)
    )


def moving(graph: Graph) -> set[int]:
    """The nodes that depend on the state or on time, by their index."""
    found: set[int] = set()
    for node in graph.nodes:
        args = node.args[:1] if node.op == "input" else node.args
        if any(x.index in found if isinstance(x, Node) else x in ("q", "qd", "t") for x in args):
            found.add(node.index)
    return found


def terms_of(total: Any, moves: set[int], *, numbers: bool = False) -> list[Any]:
    """The terms of a sum, each with the constant factors that it stands under."""
    found, todo = [], [(total, 1.0)]
    fixed = lambda x: is_known(x) or x.index not in moves
    while todo:
        x, factor = todo.pop()
        if fixed(x):
            found += [mul(factor, x)] if numbers else []
            continue
        match x.op:
            case "add":
                todo += [(y, factor) for y in x.args]
            case "sub":
                todo += [(x.args[0], factor), (x.args[1], neg(factor))]
            case "neg":
                todo.append((x.args[0], neg(factor)))
            case "mul" if fixed(x.args[0]) or fixed(x.args[1]):
                a, b = x.args if fixed(x.args[0]) else x.args[::-1]
                todo.append((b, mul(factor, a)))
            case "div" if fixed(x.args[1]):
                todo.append((x.args[0], div(factor, x.args[1])))
            case _:
                found.append(mul(factor, x))
    return found
