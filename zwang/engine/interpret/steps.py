"""The equations of a jaxpr as steps: calls written out, what is known computed, nothing twice.

A trace says much twice, since whoever traces asks the same of the same again: of a bicycle's
equations of motion, 4,800 with their derivatives in time, 1,800 are left. All that follows, to
differentiate them, to evaluate them, takes as much less.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

import numpy as np

from zwang.engine.interpret.primitives import CALLS

SMALL = 4096  # elements of a constant that is compared with others


class Turned(NamedTuple):
    """What becomes of an equation."""

    # of its operands, one for each step of it; None where a call is written out
    function: Callable | None
    known: Callable | None = None  # the same for NumPy arrays, if there is one


Step = tuple[Callable, list[int], list[int]]


class Steps:
    """A function, and the places of its inputs and outputs, for each equation that is needed."""

    def __init__(self, turn: Callable[[Any], Turned]):
        self.turn, self.count = turn, 0
        self.values: dict[int, Any] = {}
        self.steps: list[Step] = []
        self._constants: dict[Hashable, int] = {}
        self._done: dict[Hashable, list[int]] = {}

    def new(self) -> int:
        """Another place."""
        self.count += 1
        return self.count - 1

    def known(self, x: Any) -> int:
        """The place of a constant."""
        x = np.asarray(x)
        same = x.dtype.kind in "biuf" and x.size <= SMALL
        key: Hashable = (x.dtype.str, x.shape, x.tobytes()) if same else self.count
        if key not in self._constants:
            self._constants[key] = self.new()
            self.values[self._constants[key]] = x
        return self._constants[key]

    def write(self, jaxpr: Any, consts: Sequence[int], args: Sequence[int]) -> list[int]:
        """The places of what a jaxpr returns, for places of its constants and arguments."""
        places = dict(zip(jaxpr.constvars, consts, strict=True))
        places |= dict(zip(jaxpr.invars, args, strict=True))

        def read(atom: Any) -> int:
            return self.known(atom.val) if hasattr(atom, "val") else places[atom]

        for equation in jaxpr.eqns:
            inputs = [read(atom) for atom in equation.invars]
            places |= dict(zip(equation.outvars, self._equation(equation, inputs), strict=True))
        return [read(atom) for atom in jaxpr.outvars]

    def _equation(self, equation: Any, inputs: list[int]) -> list[int]:
        key = _key(equation, inputs)
        if key is None or key not in self._done:
            found = self._written(equation, inputs)
            if key is None:
                return found
            self._done[key] = found
        return self._done[key]

    def _written(self, equation: Any, inputs: list[int]) -> list[int]:
        function, known = self.turn(equation)
        if function is None:
            inner = next(equation.params[x] for x in CALLS if x in equation.params)
            consts = [self.known(x) for x in getattr(inner, "consts", ())]
            return self.write(getattr(inner, "jaxpr", inner), consts, inputs)
        if known is not None and all(place in self.values for place in inputs):
            with np.errstate(all="ignore"):
                found = known(*[self.values[i] for i in inputs])
            return [self.known(x) for x in (found if isinstance(found, list) else [found])]
        outputs = [self.new() for _ in equation.outvars]
        self.steps.append((function, inputs, outputs))
        return outputs


def _key(equation: Any, inputs: list[int]) -> Hashable | None:
    """What says the same as this says it under the same key; None where that is not known."""
    key = equation.primitive, tuple(sorted(equation.params.items())), tuple(inputs)
    try:
        hash(key)
    except TypeError:  # parameters that cannot be compared
        return None
    return None if equation.effects else key


def needed(steps: Sequence[Step], results: Sequence[int]) -> list[tuple]:
    """The steps that the results need, each with the places that nobody asks for afterwards."""
    wanted, kept = set(results), []
    for function, inputs, outputs in reversed(steps):
        if wanted.isdisjoint(outputs):
            continue
        done = [i for i in dict.fromkeys((*inputs, *outputs)) if i not in wanted]
        wanted.update(inputs)
        kept.append((function, inputs, outputs, done))
    return kept[::-1]
