r"""A system near a state: M, A and what remains of its constraints, with their derivatives.

They are taken on scalar values and computed by NumPy; nothing is compiled, and of JAX there is
nothing but the trace of the functions themselves. For what is asked for a few times, as the
derivatives of a start are.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from zwang.base.parameters import Parameters
from zwang.engine.program.elements import Parts, Shapes
from zwang.engine.program.system_functions import Describer, State, summed
from zwang.engine.scalar.autodiff import jacobian, rate
from zwang.engine.scalar.elementwise import Values, array
from zwang.engine.scalar.graph import Graph, add, mul
from zwang.engine.scalar.numeric import Computed
from zwang.integrate.course import State as Instant
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.options import Options
from zwang.integrate.problem import program_of
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
    """A system near states, by NumPy.

    Parameters
    ----------
    system : the description
    n : number of coordinates
    p : parameters

    Raises
    ------
    Unsupported
        There is something in it that only JAX can differentiate.
    """

    def __init__(self, system: System, n: int, p: Any):
        parameters = Parameters(p)
        shapes = tuple(shape for shape, _ in parameters.shapes)
        blank = Instant(np.zeros(()), np.zeros(n), np.zeros(n))
        program = program_of(system, blank, parameters, OPTIONS)
        self.p = parameters.vector
        with for_engine():
            self._describe(program, shapes, n)

    def _describe(self, program: Program, shapes: Shapes, n: int) -> None:
        graph = Graph()
        named = lambda name, size: array((graph.input(name, k) for k in range(size)), (size,))
        state = State(named("q", n), named("qd", n), named("t", 1), named("p", len(self.p)))
        describer, sums = Describer(program, shapes, n, graph, state), sums_of(program.system.value)
        if sums is None:
            found = describer.forces() | describer.constraints()
        else:
            found = summed(sums, Parts(sums, shapes, program.p, smooth=True), describer)
        self.state, self.M, self.A = state, found["M"], found["A"]
        self.phi, self.velocity = found["phi"], found["velocity"]
        self.w, self.nu = named("w", n), named("nu", len(self.velocity))
        self.s, self.dp = named("s", n), named("dp", len(self.p))

    @cached_property
    def _pulled(self) -> Values:
        """Aᵀν, of the rows on positions and velocities."""
        return _product(self.A[: len(self.nu)].T, self.nu)

    @cached_property
    def _matrices(self) -> Computed:
        return Computed([self.M, self.A, self.phi, self.velocity])

    @cached_property
    def _bends(self) -> tuple[Computed, Computed]:
        of = lambda x: Computed([jacobian(self._pulled, list(x))])
        return of(self.state.q), of(self.state.qd)

    @cached_property
    def _rates(self) -> Computed:
        way = dict(zip(self.state.q, self.s, strict=True))
        way |= dict(zip(self.state.p, self.dp, strict=True))
        asked = _product(self.M, self.w), self._pulled, self.phi, self.velocity
        return Computed([rate(x, way) for x in asked])

    def matrices(self, q: Any, qd: Any, t: Any) -> Matrices:
        """M, A and what remains in a state.

        Parameters
        ----------
        q, qd : (n,), t : ()    the state
        """
        return Matrices(*self._matrices(q=q, qd=qd, t=np.reshape(t, 1), p=self.p))

    def bend(self, level: int, q: Any, qd: Any, t: Any, nu: np.ndarray) -> np.ndarray:
        """∂(Aᵀν)/∂q, or by q̇ (n, n).

        Parameters
        ----------
        level : 0 by q, 1 by q̇
        q, qd, t : as above
        nu : (k,)       of the first rows
        """
        given = {"q": q, "qd": qd, "t": np.reshape(t, 1), "p": self.p, "nu": self._filled(nu)}
        return self._bends[level](**given)[0]

    def rates(self, q: Any, qd: Any, t: Any, w: Any, nu: Any, s: Any, dp: Any) -> Rates:
        """What changes with q and the parameters in D directions, q̇ being fixed.

        Parameters
        ----------
        q, qd, t, nu : as above
        w : (n,)
        s, dp : (D, n), (D, .)      directions
        """
        one = {"q": q, "qd": qd, "t": np.reshape(t, 1), "p": self.p}
        one |= {"w": w, "nu": self._filled(nu)}
        found = self._rates(
            **{name: np.asarray(x)[:, None] for name, x in one.items()}, s=s.T, dp=dp.T
        )
        return Rates(*found)

    def _filled(self, nu: Any) -> np.ndarray:
        return np.concatenate([nu, np.zeros(len(self.nu) - len(nu))])


def _product(A: Values, x: Values) -> Values:
    """A x."""
    found = []
    for row in A:
        total: Any = 0.0
        for a, b in zip(row, x, strict=True):
            total = add(total, mul(a, b))
        found.append(total)
    return array(found, (len(found),))
