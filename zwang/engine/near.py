r"""A system near a state: M, A and what remains of its constraints, with their derivatives.

They are taken on scalar values and computed by NumPy; nothing is compiled, and of JAX there is
nothing but the trace of the functions themselves. For what is asked for a few times, as the
derivatives of a start are.
"""

from __future__ import annotations

import ctypes
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from zwang.base.parameters import Parameters
from zwang.emit.columns import Computed
from zwang.emit.lines import PRELUDE, emit
from zwang.engine.program.elements import Parts, Shapes
from zwang.engine.program.system_functions import Describer, State, summed
from zwang.files import build
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
FIRST = 100  # states after which C pays


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
    """A system near states, by NumPy. Raises Unsupported."""

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


class _Repeated:
    """Values of one state: by NumPy at first, in C once it has been asked for some states."""

    def __init__(self, inputs: tuple[str, ...], *outputs: Values):
        self.inputs, self.outputs, self.calls = inputs, outputs, 0
        self._by_numpy, self._in_c, self._tried = Computed(outputs), None, False

    def __call__(self, **given: Any) -> list[np.ndarray]:
        """The values."""
        self.calls += 1
        if self.calls >= FIRST and not self._tried:  # though threads may count a call as one
            self._tried = True
            self._in_c = self._compiled()
        if self._in_c is None:
            return self._by_numpy(**given)
        found = np.empty(sum(x.size for x in self.outputs))
        arrays = [np.ascontiguousarray(given[name], float) for name in self.inputs]
        self._in_c(*(x.ctypes.data for x in (*arrays, found)))
        parts = np.split(found, np.cumsum([x.size for x in self.outputs])[:-1])
        return [x.reshape(y.shape) for x, y in zip(parts, self.outputs, strict=True)]

    def _compiled(self) -> Any:
        out = np.concatenate([x.ravel() for x in self.outputs])
        text = emit("zw_near", self.inputs, {"found": out}, public=True).text
        try:
            function = build.library("\n".join([PRELUDE, text]), build.SELDOM).zw_near
        except build.NoLibrary:
            return None
        function.argtypes, function.restype = [ctypes.c_void_p] * (len(self.inputs) + 1), None
        return function


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
        self._bends: dict[int, _Repeated] = {}

    @cached_property
    def pulled(self) -> Values:
        """Aᵀν, of the rows on positions and velocities."""
        return _product(self.A[: len(self.nu)].T, self.nu)

    @cached_property
    def matrices(self) -> _Repeated:
        """M, A and what remains."""
        return _Repeated(State._fields, self.M, self.A, self.phi, self.velocity)

    def bend(self, level: int) -> _Repeated:
        """∂(Aᵀν)/∂q, or by q̇."""
        if level not in self._bends:
            # Row by row: each of them depends on few coordinates.
            rows = [gradient(x, self.state[level]) for x in self.pulled]
            self._bends[level] = _Repeated((*State._fields, "nu"), np.stack(rows))
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
