r"""A system near a state: M, A and what remains of its constraints, with their derivatives.

They are taken on scalar values, which run on tape; nothing waits for a compiler, and of JAX there
is nothing but the trace of the functions themselves. For what is needed a few times, as the
derivatives of a start are.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from zwang.base.parameters import Parameters
from zwang.emit.columns import Computed
from zwang.engine.evaluate import taped
from zwang.engine.program.elements import Parts, Shapes
from zwang.engine.program.system_functions import Describer, State, summed
from zwang.integrate.course import State as Instant
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.options import Options
from zwang.integrate.problem import program_of
from zwang.ir.scalar.graph import Graph, Unsupported, add, mul
from zwang.ir.scalar.laws import Values, array
from zwang.ir.scalar.rates import gradient, rate
from zwang.system.deferred import for_engine
from zwang.system.elements import sums_of
from zwang.system.system import System

OPTIONS = Options()


class Matrices(NamedTuple):
    """M (n, n), A (m, n), and what remains of the rows: phi (h,), velocity (k,)."""

    M: np.ndarray
    A: np.ndarray
    phi: np.ndarray
    velocity: np.ndarray


class Rates(NamedTuple):
    """What changes in D directions: M w and Aᵀν (D, n), phi (D, h), velocity (D, k)."""

    Mw: np.ndarray
    pulled: np.ndarray
    phi: np.ndarray
    velocity: np.ndarray


class Near:
    """A system near states. Raises Unsupported."""

    def __init__(self, system: System, n: int, p: Any):
        parameters = Parameters(p)
        shapes = tuple(shape for shape, _ in parameters.shapes)
        blank = Instant(np.zeros(()), np.zeros(n), np.zeros(n))
        program = program_of(system.unforced, blank, parameters, OPTIONS)
        self.p, self._values = parameters.vector, _described(program, shapes, n)

    def matrices(self, q: Any, qd: Any, t: Any) -> Matrices:
        """M, A and what remains in a state. Shapes: q, qd (n,)."""
        return Matrices(*self._values.matrices(**self._at(q, qd, t)))

    def bend(self, level: int, q: Any, qd: Any, t: Any, nu: np.ndarray) -> np.ndarray:
        """∂(Aᵀν)/∂q, or by q̇ (n, n). Shapes: nu (k,)."""
        return self._values.bend(level)(**self._at(q, qd, t), nu=self._filled(nu))[0]

    def rates(self, q: Any, qd: Any, t: Any, w: Any, nu: Any, s: Any, dp: Any) -> Rates:
        """What changes with q and the parameters in D directions, q̇ being fixed.

        Shapes: w (n,), s, dp (D, n).
        """
        one = self._at(q, qd, t) | {"w": w, "nu": self._filled(nu)}
        wide = {name: np.asarray(x)[:, None] for name, x in one.items()}
        return Rates(*self._values.rates(**wide, s=s.T, dp=dp.T))

    def _at(self, q: Any, qd: Any, t: Any) -> dict[str, np.ndarray]:
        return {"q": q, "qd": qd, "t": np.reshape(t, 1), "p": self.p}

    def _filled(self, nu: Any) -> np.ndarray:
        return np.concatenate([nu, np.zeros(len(self._values.nu) - len(nu))])


class _Taped:
    """Values of one state in C: on tape, and compiled once they were computed for a while."""

    def __init__(self, inputs: tuple[str, ...], *outputs: Values):
        self.inputs, self.shapes = inputs, [x.shape for x in outputs]
        self.ends = np.cumsum([0, *(x.size for x in outputs)]).tolist()
        self.written = taped(inputs, np.concatenate([x.ravel() for x in outputs]))

    def __call__(self, **arrays: Any) -> list[np.ndarray]:
        """The values."""
        block = np.empty(self.ends[-1])
        self.written([np.ascontiguousarray(arrays[x], float) for x in self.inputs], block)
        ends = zip(self.ends, self.ends[1:], self.shapes, strict=False)
        return [block[a:b].reshape(shape) for a, b, shape in ends]


class _Values:
    """A system's equations in values of one graph, and what is asked of them."""

    def __init__(self, program: Program, shapes: Shapes, n: int):
        graph, count = Graph(), sum(int(np.prod(shape)) for shape in shapes)
        named = lambda name, size: array((graph.input(name, k) for k in range(size)), (size,))
        self.state = State(named("q", n), named("qd", n), named("t", 1), named("p", count))
        describer = Describer(program, shapes, n, graph, self.state)
        system = program.system.value
        sums = sums_of(system, unforced=True)
        if sums is None:
            M = describer.traced(lambda q, qd, t, p: system.M(q, t, p, qd))
            found = {"M": M} | describer.constraints()
        else:
            found = summed(sums, Parts(sums, shapes, program.p, smooth=True), describer)
        self.M, self.A, self.phi, self.velocity = (found[name] for name in Matrices._fields)
        self.w, self.nu = named("w", n), named("nu", len(self.velocity))
        self.s, self.dp = named("s", n), named("dp", count)
        self._bends: dict[int, _Taped] = {}

    @cached_property
    def pulled(self) -> Values:
        """Aᵀν, of the rows on positions and velocities."""
        return _product(self.A[: len(self.nu)].T, self.nu)

    @cached_property
    def matrices(self) -> _Taped:
        """M, A and what remains."""
        return _Taped(State._fields, self.M, self.A, self.phi, self.velocity)

    def bend(self, level: int) -> _Taped:
        """∂(Aᵀν)/∂q, or by q̇."""
        if level not in self._bends:
            # Row by row: each of them depends on few coordinates.
            rows = [gradient(x, self.state[level]) for x in self.pulled]
            self._bends[level] = _Taped((*State._fields, "nu"), np.stack(rows))
        return self._bends[level]

    @cached_property
    def rates(self) -> Computed:
        """Along s and dp."""
        way = dict(zip(self.state.q, self.s, strict=True))
        way |= dict(zip(self.state.p, self.dp, strict=True))
        asked = _product(self.M, self.w), self.pulled, self.phi, self.velocity
        return Computed([rate(x, way) for x in asked])


@lru_cache(maxsize=64)
@for_engine()
def _described(program: Program, shapes: Shapes, n: int) -> _Values:
    return _Values(program, shapes, n)


def near_parts(system: System, n: int, p: Any) -> Near | None:
    """A mechanism near states; None for other systems, and where JAX has to differentiate."""
    if sums_of(system, unforced=True) is None:
        return None
    try:
        return Near(system, n, p)
    except Unsupported:
        return None


def _product(A: Values, x: Values) -> Values:
    """A x."""
    found = []
    for row in A:
        total: Any = 0.0
        for a, b in zip(row, x, strict=True):
            total = add(total, mul(a, b))
        found.append(total)
    return array(found, (len(found),))
