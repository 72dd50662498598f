"""A trace as a list of equations: calls in line, said once, and only what somebody needs."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from zwang.ir.calls import known_call
from zwang.ir.lower import CALLING, CALLS, lower, operation
from zwang.ir.numeric import function_of
from zwang.ir.scalar.graph import Unsupported
from zwang.ir.scalar.types import HARMLESS, is_narrow, kind_for

FEW = 64  # numbers that are computed here rather than in C
INDICES = 1_000_000  # whole numbers, likewise, in case that they are indices
LOOPS = ("scan", "while", "cond")
# Which operands say where elements stand: they may be known, and are then no values.
WHERE = {"gather": 1, "scatter": 1, "scatter-add": 1, "scatter_add": 1, "dynamic_slice": 1}
WHERE |= {"dynamic_update_slice": 2}


class Kind(NamedTuple):
    """Shape and type of a value."""

    shape: tuple[int, ...]
    dtype: Any

    @property
    def size(self) -> int:
        """How many elements it has."""
        return int(np.prod(self.shape))


class Step(NamedTuple):
    """One equation."""

    name: str  # of the primitive
    params: dict[str, Any]  # its parameters
    # inputs, outputs: values, by number
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    # of operands that are known to say where elements stand, their numbers; else None
    where: tuple[np.ndarray, ...] | None


class Flat:
    """A jaxpr as steps."""

    def __init__(self, jaxpr: Any, consts: Sequence[Any], given: Sequence[Any] = ()):
        self.kinds: list[Kind] = []  # of each value
        self.known: dict[int, np.ndarray] = {}  # the numbers of some values
        self._every: list[Step] = []
        self._said: dict[Any, tuple[int, ...]] = {}
        # inputs, results: values
        self.inputs = [self._new(x.aval) for x in jaxpr.invars]
        self.known |= {i: x for i, x in zip(self.inputs, given, strict=False) if x is not None}
        held = [self._constant(x) for x in consts]
        self.results = self._write(jaxpr, held, self.inputs)
        whole = self.only(range(len(self.results)))
        self.steps, self.uses = whole.steps, whole.uses

    def only(self, places: Sequence[int]) -> Flat:
        """The same with some of the results, and what these need."""
        found = copy.copy(self)
        found.results = [self.results[i] for i in places]
        wanted, found.steps = set(found.results), []
        for step in reversed(self._every):
            if not wanted.isdisjoint(step.outputs):
                wanted.update(step.inputs)
                found.steps.append(step)
        found.steps.reverse()
        found.uses = Counter(i for step in found.steps for i in step.inputs)
        found.uses.update(found.results)
        return found

    def _new(self, aval: Any) -> int:
        self.kinds.append(Kind(tuple(aval.shape), np.dtype(aval.dtype)))
        return len(self.kinds) - 1

    def _constant(self, x: Any) -> int:
        x = np.asarray(x)
        said = "constant", x.shape, x.dtype.str, x.tobytes()
        if said not in self._said:
            place = self._new(x)
            self.known[place] = x
            self._said[said] = (place,)
        return self._said[said][0]

    def _write(self, jaxpr: Any, consts: Sequence[int], args: Sequence[int]) -> list[int]:
        places = dict(zip(jaxpr.constvars, consts, strict=True))
        places |= dict(zip(jaxpr.invars, args, strict=True))

        def read(atom: Any) -> int:
            return self._constant(atom.val) if hasattr(atom, "val") else places[atom]

        for equation in jaxpr.eqns:
            found = self._equation(equation, [read(atom) for atom in equation.invars])
            places |= dict(zip(equation.outvars, found, strict=True))
        return [read(atom) for atom in jaxpr.outvars]

    def _equation(self, equation: Any, inputs: list[int]) -> Sequence[int]:
        name, params = equation.primitive.name, equation.params
        known = known_call(params.get("name", ""), [x.aval.shape for x in equation.invars])
        if known is not None and known.in_numpy is not None:
            raise Unsupported(f"`{params['name']}` in loops")
        if name in CALLING:
            inner = next(params[x] for x in CALLS if x in params)
            held = [self._constant(x) for x in getattr(inner, "consts", ())]
            return self._write(getattr(inner, "jaxpr", inner), held, inputs)
        _require_wide(equation)
        key = None if name in LOOPS else (name, tuple(inputs), str(sorted(params.items(), key=str)))
        if key is None or key not in self._said:
            found = self._said[key] = self._step(equation, inputs)
            return found
        return self._said[key]

    def _step(self, equation: Any, inputs: list[int]) -> tuple[int, ...]:
        name, outputs = equation.primitive.name, tuple(self._new(x.aval) for x in equation.outvars)
        if self._are_known(equation, inputs, outputs):
            with np.errstate(all="ignore"):
                function = function_of(equation, *operation(equation, lower))
                found = function(*[self.known[i] for i in inputs])
            found = found if isinstance(found, list) else [found]
            self.known |= {i: np.asarray(x) for i, x in zip(outputs, found, strict=True)}
        where, first = None, WHERE.get(name, len(inputs))
        said = inputs[first : first + 1] if name not in ("dynamic_slice",) else inputs[first:]
        said = inputs[first:] if name.startswith("dynamic") else said
        if said and all(i in self.known for i in said):
            where = tuple(self.known[i] for i in said)
            inputs = [i for place, i in enumerate(inputs) if not first <= place < first + len(said)]
        self._every.append(Step(name, equation.params, tuple(inputs), outputs, where))
        return outputs

    def _are_known(self, equation: Any, inputs: list[int], outputs: tuple[int, ...]) -> bool:
        """Whether the results are to be computed here; C may compute them too."""
        if equation.primitive.name in LOOPS or not all(i in self.known for i in inputs):
            return False
        kinds = [self.kinds[i] for i in outputs]
        whole = not any(np.issubdtype(kind.dtype, np.floating) for kind in kinds)
        return sum(kind.size for kind in kinds) <= (INDICES if whole else FEW)


def _require_wide(equation: Any) -> None:
    """Refuse to compute with floats of less precision, as the scalars do."""
    if equation.primitive.name in HARMLESS or equation.primitive.name in LOOPS:
        return
    for variable in (*equation.invars, *equation.outvars):
        dtype = np.dtype(variable.aval.dtype)
        kind_for(dtype)
        if is_narrow(dtype):
            raise Unsupported(f"numbers of the type {dtype}")
