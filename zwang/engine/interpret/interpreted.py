"""A function of arrays, traced once and evaluated by NumPy."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np

from zwang.engine.interpret.calls import known_by_name
from zwang.engine.interpret.loops import LOOPS
from zwang.engine.interpret.primitives import CALLING, CALLS, bound, function_of


class Program:
    """A jaxpr as steps; calling it evaluates them one after the other.

    Parameters
    ----------
    jaxpr : an open one
    consts : its constants
    """

    def __init__(self, jaxpr: Any, consts: Sequence[Any]):
        writer = _Writer()
        self.inputs = [writer.new() for _ in jaxpr.invars]
        known = [writer.known(np.asarray(x)) for x in consts]
        self.results = writer.write(jaxpr, known, self.inputs)
        self._values, self._count, self._every = writer.values, writer.count, writer.steps
        self._steps = _needed(writer.steps, self.results)

    def only(self, results: Sequence[int]) -> Program:
        """The same with other results, and the steps that these need.

        Parameters
        ----------
        results : places
        """
        found = copy.copy(self)
        found.results, found._steps = list(results), _needed(self._every, results)
        return found

    def needs(self, places: Sequence[int]) -> bool:
        """Whether a result depends on one of some places.

        Parameters
        ----------
        places : of inputs
        """
        wanted = {i for _, inputs, _, _ in self._steps for i in inputs} | set(self.results)
        return not wanted.isdisjoint(places)

    def __call__(self, *leaves: Any) -> list[np.ndarray]:
        """What the jaxpr returns, in NumPy arrays.

        Parameters
        ----------
        *leaves : its arguments
        """
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

    Parameters
    ----------
    function : of arrays, or of trees of these, that JAX can trace
    *shapes : for each argument, arrays or ``jax.ShapeDtypeStruct`` like those that will be given
    """

    def __init__(self, function: Callable, *shapes: Any):
        leaves, self._tree = jax.tree.flatten(shapes)
        flat = lambda *x: function(*jax.tree.unflatten(self._tree, x))
        closed, out = jax.make_jaxpr(flat, return_shape=True)(*leaves)
        self._out = jax.tree.structure(out)
        self._program = Program(closed.jaxpr, closed.consts)

    def only(self, choose: Callable) -> Interpreted:
        """The same function with a part of its results, and of the equations; nothing is traced.

        Parameters
        ----------
        choose : function of the results, as their tree, that returns a part of it
        """
        results, out = jax.tree.flatten(
            choose(jax.tree.unflatten(self._out, self._program.results))
        )
        found = copy.copy(self)
        found._program, found._out = self._program.only(results), out
        return found

    def needs(self, i: int) -> bool:
        """Whether a result depends on an argument, by the equations and not by its value.

        Parameters
        ----------
        i : place of the argument
        """
        inputs = jax.tree.unflatten(self._tree, self._program.inputs)
        return self._program.needs(jax.tree.leaves(inputs[i]))

    def __call__(self, *args: Any) -> Any:
        """What the function returns, in NumPy arrays.

        Parameters
        ----------
        *args : as the shapes were given
        """
        leaves, tree = jax.tree.flatten(args)
        if tree != self._tree:
            raise TypeError(f"`args` is a tree {tree}; wanted {self._tree}.")
        return jax.tree.unflatten(self._out, self._program(*leaves))


class _Writer:
    """Equations as steps: a function, and the places of its inputs and outputs."""

    def __init__(self):
        self.count = 0
        self.values: dict[int, np.ndarray] = {}
        self.steps: list[tuple[Callable, list[int], list[int]]] = []

    def new(self) -> int:
        self.count += 1
        return self.count - 1

    def known(self, x: np.ndarray) -> int:
        place = self.new()
        self.values[place] = x
        return place

    def write(self, jaxpr: Any, consts: Sequence[int], args: Sequence[int]) -> list[int]:
        """The places of what a jaxpr returns, for places of its constants and arguments."""
        places = dict(zip(jaxpr.constvars, consts, strict=True))
        places |= dict(zip(jaxpr.invars, args, strict=True))

        def read(atom: Any) -> int:
            return self.known(np.asarray(atom.val)) if hasattr(atom, "val") else places[atom]

        for equation in jaxpr.eqns:
            inputs = [read(atom) for atom in equation.invars]
            outputs = self._equation(equation, inputs)
            places |= dict(zip(equation.outvars, outputs, strict=True))
        return [read(atom) for atom in jaxpr.outvars]

    def _equation(self, equation: Any, inputs: list[int]) -> list[int]:
        name = equation.primitive.name
        function = known_by_name(equation)
        if function is None and name in CALLING:
            inner = next(equation.params[x] for x in CALLS if x in equation.params)
            consts = [self.known(np.asarray(x)) for x in getattr(inner, "consts", ())]
            return self.write(getattr(inner, "jaxpr", inner), consts, inputs)
        if function is None:
            turn = LOOPS.get(name)
            function = function_of(equation) if turn is None else turn(equation.params, _program)
        outputs = [self.new() for _ in equation.outvars]
        if all(place in self.values for place in inputs):
            with np.errstate(all="ignore"):
                found = function(*[self.values[i] for i in inputs])
            found = found if isinstance(found, list) else [found]
            self.values |= dict(zip(outputs, map(np.asarray, found), strict=True))
        else:
            self.steps.append((function, inputs, outputs))
        return outputs


def _needed(steps: list[Any], results: Sequence[int]) -> list[Any]:
    """The steps that the results need, each with the places that nobody asks for afterwards."""
    wanted, kept = set(results), []
    for function, inputs, outputs in reversed(steps):
        if wanted.isdisjoint(outputs):
            continue
        done = [i for i in dict.fromkeys((*inputs, *outputs)) if i not in wanted]
        wanted.update(inputs)
        kept.append((function, inputs, outputs, done))
    return kept[::-1]


def _program(jaxpr: Any) -> Program:
    """A program within the program, closed."""
    return Program(jaxpr.jaxpr, jaxpr.consts)


def replayed(closed: Any, args: Sequence[Any]) -> list[Any]:
    """What a closed jaxpr returns, by JAX, with the programs that it calls written out.

    Parameters
    ----------
    closed : the jaxpr
    args : its arguments
    """
    return _replayed(closed.jaxpr, closed.consts, args)


def _replayed(jaxpr: Any, consts: Sequence[Any], args: Sequence[Any]) -> list[Any]:
    known = dict(zip(jaxpr.constvars, consts, strict=True))
    known |= dict(zip(jaxpr.invars, args, strict=True))
    read = lambda atom: atom.val if hasattr(atom, "val") else known[atom]
    for equation in jaxpr.eqns:
        given = [read(atom) for atom in equation.invars]
        if equation.primitive.name in PLAINLY:
            inner = next(equation.params[x] for x in CALLS if x in equation.params)
            found = _replayed(inner.jaxpr, inner.consts, given)
        else:
            found = bound(equation, *given)
            found = found if equation.primitive.multiple_results else [found]
        known |= dict(zip(equation.outvars, found, strict=True))
    return [read(atom) for atom in jaxpr.outvars]


PLAINLY = ("pjit", "jit")  # calls without rules of their own for derivatives
