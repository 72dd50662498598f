"""What many values of a System have in common: the same operations on other inputs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from zwang.engine.scalar.autodiff import again
from zwang.engine.scalar.elementwise import Values, boxed
from zwang.engine.scalar.graph import Node, Unsupported, needed

LARGEST = 4000  # operations of one template
PLAIN = frozenset((0.0, 0.5, 1.0, 2.0, 3.0, 4.0))  # numbers that belong to a law; others to a part


class Output(NamedTuple):
    """A value that is wanted.

    Attributes
    ----------
    name : of an array of an ``Element``: M, Q, phi or psi
    place : in it
    value : a number, a node, or what a ``Template`` has for it
    """

    name: str
    place: tuple[int, ...]
    value: Any


class Template(NamedTuple):
    """Operations on coordinates, velocities, time and numbers; the same for all of a kind.

    What an operation is applied to is a pair: "step" and its place among the operations before,
    "q", "qd", "t" or "c" and a place, or "is" and a number with its sign.

    Attributes
    ----------
    steps : name, kind and arguments of each operation
    outputs : what is wanted
    width : how many coordinates it concerns
    numbers : how many numbers it has
    """

    steps: tuple[tuple[str, str, tuple[Any, ...]], ...]
    outputs: tuple[Output, ...]
    width: int
    numbers: int

    def __call__(self, *given: Values) -> dict[str, Values]:
        """What a part adds to the equations, by name.

        Parameters
        ----------
        *given : q (w,), qd (w,), t (1,), p, c (k,): inputs of one graph
        """
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
        shapes |= {"kinetic": (), "potential": ()}
        found = {name: boxed(np.zeros(shape)) for name, shape in shapes.items()}
        for name, place, argument in self.outputs:
            found[name][place] = of(argument)
        return found


class Instance(NamedTuple):
    """One of a kind.

    Attributes
    ----------
    template : of the kind
    columns : its coordinates
    numbers : its own
    sources : for each number, its place among those of the parameters; −1 for a constant
    """

    template: Template
    columns: tuple[int, ...]
    numbers: tuple[float, ...]
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
    """The kind of some values, and what is their own.

    Parameters
    ----------
    outputs : with nodes and numbers as values
    first : coordinates that come before all others

    Raises
    ------
    Unsupported
        They take too many operations.
    """
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
