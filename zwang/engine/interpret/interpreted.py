"""A function of arrays, traced once and evaluated by NumPy."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import jax
import numpy as np

from zwang.engine.interpret.loops import LOOPS
from zwang.engine.interpret.primitives import CALLING, bound, function_of, in_numpy
from zwang.engine.interpret.steps import Steps, Turned, needed
from zwang.ir.calls import known_call


class Program:
    """A jaxpr as steps; calling it evaluates them one after the other."""

    def __init__(self, jaxpr: Any, consts: Sequence[Any]):
        writer = Steps(_turned)
        self.inputs = [writer.new() for _ in jaxpr.invars]
        known = [writer.known(x) for x in consts]
        self.results = writer.write(jaxpr, known, self.inputs)
        self._values, self._count, self._every = writer.values, writer.count, writer.steps
        self._steps = needed(writer.steps, self.results)

    def only(self, results: Sequence[int]) -> Program:
        """The same with other results, and the steps that these need."""
        found = copy.copy(self)
        found.results, found._steps = list(results), needed(self._every, results)
        return found

    def needs(self, places: Sequence[int]) -> bool:
        """Whether a result depends on one of some places."""
        wanted = {i for _, inputs, _, _ in self._steps for i in inputs} | set(self.results)
        return not wanted.isdisjoint(places)

    def __call__(self, *leaves: Any) -> list[np.ndarray]:
        """What the jaxpr returns, in NumPy arrays."""
        values: list[Any] = [None] * self._count
        for place, x in self._values.items():
            values[place] = x
        for place, x in zip(self.inputs, leaves, strict=True):
            values[place] = np.asarray(x)
        with np.errstate(all="ignore"):
            for function, inputs, outputs, done in self._steps:
                found = function(*[values[i] for i in inputs])
                if len(outputs) == 1 and not isinstance(found, list):
                    values[outputs[0]] = found
                else:
                    for place, x in zip(outputs, found, strict=True):
                        values[place] = x
                for place in done:
                    values[place] = None
        return [np.asarray(values[i]) for i in self.results]


class Interpreted:
    """A traced function; calling it evaluates its equations one after the other.

    What depends on no argument is evaluated when it is made; what no result needs is left out.
    """

    def __init__(self, function: Callable, *shapes: Any):
        leaves, self._tree = jax.tree.flatten(shapes)
        flat = lambda *x: function(*jax.tree.unflatten(self._tree, x))
        closed, out = jax.make_jaxpr(flat, return_shape=True)(*leaves)
        self._out = jax.tree.structure(out)
        self._program = Program(closed.jaxpr, closed.consts)

    def only(self, choose: Callable) -> Interpreted:
        """The same function with a part of its results, and of the equations; nothing is traced."""
        results, out = jax.tree.flatten(
            choose(jax.tree.unflatten(self._out, self._program.results))
        )
        found = copy.copy(self)
        found._program, found._out = self._program.only(results), out
        return found

    def needs(self, i: int) -> bool:
        """Whether a result depends on an argument, by the equations and not by its value."""
        inputs = jax.tree.unflatten(self._tree, self._program.inputs)
        return self._program.needs(jax.tree.leaves(inputs[i]))

    def __call__(self, *args: Any) -> Any:
        """What the function returns, in NumPy arrays."""
        leaves, tree = jax.tree.flatten(args)
        if tree != self._tree:
            raise TypeError(f"`args` is a tree {tree}; wanted {self._tree}.")
        return jax.tree.unflatten(self._out, self._program(*leaves))


def _program(jaxpr: Any) -> Program:
    """A program within the program, closed."""
    return Program(jaxpr.jaxpr, jaxpr.consts)


def _turned(equation: Any) -> Turned:
    """An equation for NumPy."""
    name, shapes = equation.primitive.name, [x.aval.shape for x in equation.invars]
    known = known_call(equation.params.get("name", ""), shapes)
    function = known and known.in_numpy
    if function is None and name in CALLING:
        return Turned(None)
    if function is None:
        turn = LOOPS.get(name)
        function = function_of(equation) if turn is None else turn(equation.params, _program)
    return Turned(function, function)


def plainly(function: Callable, *shapes: Any) -> Callable:
    """The function as its equations, each said once and without calls: sooner differentiated."""
    closed, out = jax.make_jaxpr(function, return_shape=True)(*shapes)
    tree = jax.tree.structure(out)
    return lambda *x: jax.tree.unflatten(tree, replayed(closed, jax.tree.leaves(x)))


def replayed(closed: Any, args: Sequence[Any]) -> list[Any]:
    """What a closed jaxpr returns, by JAX, with the programs that it calls written out."""
    written = Steps(_bound)
    places = [written.new() for _ in args]
    values: dict[int, Any] = dict(zip(places, args, strict=True))
    # Constants of a trace may be those of a trace around it.
    consts = [written.new() for _ in closed.consts]
    values |= dict(zip(consts, closed.consts, strict=True))
    results = written.write(closed.jaxpr, consts, places)
    values |= written.values
    for function, inputs, outputs, done in needed(written.steps, results):
        found = function(*[values[i] for i in inputs])
        values |= dict(zip(outputs, found if isinstance(found, list) else [found], strict=True))
    return [values[i] for i in results]


PLAINLY = ("pjit", "jit")  # calls without rules of their own for derivatives


def _bound(equation: Any) -> Turned:
    """An equation for JAX."""
    if equation.primitive.name in PLAINLY:
        return Turned(None)
    known = None if equation.primitive.name in (*CALLING, *LOOPS) else in_numpy(equation)
    return Turned(partial(bound, equation), known)
