"""A jaxpr without calls: steps, each with the places of what it takes and gives.

What depends on no input is evaluated by NumPy, what is asked for twice is one step, and what no
result needs is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from zwang.emit.evaluate import function
from zwang.emit.scalars import LATER
from zwang.ir.block import Op
from zwang.ir.calls import known_call
from zwang.ir.lower import CALLING, CALLS, lower, operation
from zwang.ir.records import Called


class Step(NamedTuple):
    """An equation, and the places of what it takes and gives."""

    equation: Any
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]


class Flat:
    """A jaxpr as steps."""

    def __init__(self, closed: Any):
        self.values: dict[int, np.ndarray] = {}  # by place, what is known
        self.steps: list[Step] = []  # all of them
        self._count = 0
        self._numbers: dict[Any, int] = {}  # places of what is known, by its bytes
        self._done: dict[Any, Sequence[int]] = {}  # places of results, by equation and operands
        # inputs, results: places
        self.inputs = [self._new() for _ in closed.jaxpr.invars]
        consts = [self._known(x) for x in closed.consts]
        self.results = self._write(closed.jaxpr, consts, self.inputs)

    def needed(self, results: Sequence[int]) -> tuple[list[Step], Counter]:
        """The steps that some places need, and how often each place is asked for."""
        uses, kept = Counter(results), []
        for step in reversed(self.steps):
            if any(uses[i] for i in step.outputs):
                kept.append(step)
                uses.update(step.inputs)
        return kept[::-1], uses

    def _new(self) -> int:
        self._count += 1
        return self._count - 1

    def _known(self, x: Any) -> int:
        value = np.asarray(x)
        key = value.dtype, value.shape, value.tobytes()
        if key not in self._numbers:
            self._numbers[key] = self._new()
            self.values[self._numbers[key]] = value
        return self._numbers[key]

    def _write(self, jaxpr: Any, consts: Sequence[int], args: Sequence[int]) -> list[int]:
        """The places of what a jaxpr returns, for those of its constants and arguments."""
        places = dict(zip(jaxpr.constvars, consts, strict=True))
        places |= dict(zip(jaxpr.invars, args, strict=True))
        read = lambda atom: self._known(atom.val) if hasattr(atom, "val") else places[atom]
        for equation in jaxpr.eqns:
            outputs = self._equation(equation, [read(atom) for atom in equation.invars])
            places |= dict(zip(equation.outvars, outputs, strict=True))
        return [read(atom) for atom in jaxpr.outvars]

    def _equation(self, equation: Any, inputs: list[int]) -> Sequence[int]:
        name, known = equation.primitive.name, all(place in self.values for place in inputs)
        if name in CALLING and not is_called(equation):
            inner = next(equation.params[x] for x in CALLS if x in equation.params)
            return self._called(inner, inputs)
        if name == "cond" and inputs[0] in self.values:
            branches, which = equation.params["branches"], int(self.values[inputs[0]])
            return self._called(branches[min(max(which, 0), len(branches) - 1)], inputs[1:])
        told = _told(equation, inputs)
        if told in self._done:
            return self._done[told]
        outputs = tuple(self._new() for _ in equation.outvars)
        if told is not None:
            self._done[told] = outputs
        if known and name not in LATER:
            with np.errstate(all="ignore"):
                found = _evaluated(equation)(*[self.values[i] for i in inputs])
            found = found if isinstance(found, list) else [found]
            self.values |= dict(zip(outputs, map(np.asarray, found), strict=True))
        else:
            self.steps.append(Step(equation, tuple(inputs), outputs))
        return outputs

    def _called(self, inner: Any, inputs: Sequence[int]) -> list[int]:
        consts = [self._known(x) for x in getattr(inner, "consts", ())]
        return self._write(getattr(inner, "jaxpr", inner), consts, inputs)


def _told(equation: Any, inputs: Sequence[int]) -> Any:
    """What tells an equation from others that may give something else; None if that is unknown.

    Jaxprs among its parameters are compared as objects: JAX keeps what it traced.
    """
    told = equation.primitive, tuple(sorted(equation.params.items())), tuple(inputs)
    try:
        hash(told)
    except TypeError:
        return None
    return None if equation.effects else told


def is_called(equation: Any) -> bool:
    """Whether an equation calls a function that C has by its name."""
    return call_in(equation) is not None


def call_in(equation: Any) -> Called | None:
    """The function in C that an equation calls by its name. Raises Unsupported."""
    known = known_call(equation.params.get("name", ""), [x.aval.shape for x in equation.invars])
    return known and known.in_c()


def _evaluated(equation: Any) -> Any:
    kind, what = operation(equation, lower)
    return function(Op(kind, what, (), (), equation))
