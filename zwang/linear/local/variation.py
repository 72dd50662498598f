r"""A system in a state, and how all of it changes along directions, exactly.

In a state x = (q, q̇) with parameters p, and with the acceleration and the multipliers there, let

    r = M q̈ − Q − C − Aᵀλ,     A q̈ − b,      φ,      (φ̇, ψ),      σ, σ̇, σ̈

be the balance of forces, the rows of the constraints at their three levels, and coordinates σ.
Along a direction (δq, δq̇, δp) the first two stay zero, so that

    M δq̈ − Aᵀδλ = −d r,     A δq̈ = −d(A q̈ − b),

with d for the derivative at fixed q̈ and λ: the kernel's problem again. A derivative along two
directions follows from the same equations once more, with the derivatives of r along both.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import numpy as np

from zwang.base.functions import Bound, join, split
from zwang.base.names import names_of
from zwang.base.status import NumericalError, Status
from zwang.equation.acceleration import acceleration
from zwang.equation.acceleration_form import Rows
from zwang.equation.known import known
from zwang.linear.local.traced import (
    CHUNK,
    Direction,
    asks_for_forces,
    equations,
    functions_of,
    rows,
)
from zwang.sensitivity.tangent_system import TANGENT
from zwang.system.system import System


class State(NamedTuple):
    """A state: q (n,), q̇ (n,), t (), and the numbers of the parameters."""

    q: np.ndarray
    qd: np.ndarray
    t: np.ndarray
    numbers: list[np.ndarray]


class Matrices(NamedTuple):
    """What holds in a state.

    Attributes
    ----------
    M : (n, n)          mass matrix
    F : (n,)            given force, with C
    A, b : (m, n), (m,)     rows of the constraints
    phi : (h,)          what remains of those on positions
    velocity : (k,)     what remains on velocities
    sigma, rate : (c,)  coordinates and their rates
    S : (c, n)          ∂σ/∂q
    """

    M: Any
    F: Any
    A: Any
    b: Any
    phi: Any
    velocity: Any
    sigma: Any
    rate: Any
    S: Any


class Change(NamedTuple):
    """What changes along D directions, (D, ...) each.

    Attributes
    ----------
    balance : (n,)      r
    rows : (m,)         A q̈ − b
    phi : (h,)
    velocity : (k,)     φ̇, then ψ
    sigma, rate, acceleration : (c,)    σ, σ̇, σ̈
    outputs : of each function that was asked for
    """

    balance: Any
    rows: Any
    phi: Any
    velocity: Any
    sigma: Any
    rate: Any
    acceleration: Any
    outputs: Any


class Variation:
    """A system with coordinates and outputs, to be evaluated in states and along directions.

    Parameters
    ----------
    system : the description
    p : parameters
    functions : coordinates, functions of (q, t, p) that return a number
    outputs : functions of (q, qd, t, p), which may also ask for ``qdd``, ``Qc`` and ``lam``
    q, qd, t : any state, for its shapes
    """

    def __init__(
        self,
        system: System,
        p: Any,
        functions: tuple[Bound, ...],
        outputs: tuple[Bound, ...],
        q: Any,
        qd: Any,
        t: Any,
    ):
        self.system, self.p, self.functions = system, p, functions
        numbers, self.rest = split(p, np)
        self.numbers = [np.asarray(x, float) for x in numbers]
        shape = np.asarray(q, float), np.asarray(qd, float), np.asarray(t, float)
        given = *shape, self.numbers, self.rest
        self.n, self.whole = len(shape[0]), asks_for_forces(system)
        fixed, shapes = known(system, *given), tuple(np.shape(x) for x in self.numbers)
        self.rows: Rows = rows(fixed, self.rest, self.n, shapes)
        sizes = self.n, len(self.rows.names), shapes
        self._equations = equations(fixed, self.rest, *sizes)
        coordinates = tuple(known(f, *given) for f in functions)
        asked = tuple(known(f, *given) for f in outputs)
        self._functions = functions_of(fixed, self.rest, coordinates, asked, *sizes)

    @property
    def m(self) -> int:
        """How many rows there are."""
        return len(self.rows.names)

    def state(self, q: Any, qd: Any, t: Any, numbers: Any = None) -> State:
        """A state for its methods.

        Parameters
        ----------
        q, qd : (n,)    coordinates, velocities
        t : ()          time
        numbers : of the parameters, if others
        """
        q, qd, t = (np.asarray(x, float) for x in (q, qd, t))
        return State(q, qd, t, self.numbers if numbers is None else numbers)

    def parameters(self, x: State) -> Any:
        """The parameters in a state.

        Parameters
        ----------
        x : the state
        """
        return join(x.numbers, self.rest)

    def direction(self, count: int, **given: Any) -> Direction:
        """Directions that are zero but for what is given.

        Parameters
        ----------
        count : how many
        **given : entries of ``Direction``
        """
        blank = {
            "q": np.zeros((count, self.n)),
            "qd": np.zeros((count, self.n)),
            "t": np.zeros(count),
            "numbers": [np.zeros((count, *x.shape)) for x in self.numbers],
            "qdd": np.zeros((count, self.n)),
            "lam": np.zeros((count, self.m)),
        }
        return Direction(**(blank | given))

    def matrices(self, x: State) -> Matrices:
        """What holds in a state.

        Parameters
        ----------
        x : the state
        """
        M, F, A, b, phi, velocity = self._equations.here(*x, np.zeros(self.n), np.zeros(self.m))
        if self.whole:
            acting = acceleration(self.system, x.q, x.qd, x.t, self.parameters(x))
            F = F + np.asarray(acting.Qc_nonideal)
        return Matrices(M, F, A, b, phi, velocity, *self._functions.here(*x))

    def energy(self, x: State) -> float | None:
        """The energy in a state; None where the system has none.

        Parameters
        ----------
        x : the state
        """
        return None if self.system.energy is None else float(self._equations.energy(*x))

    def second_rates(self, x: State, a: Any) -> np.ndarray:
        """σ̈ (c,) of the coordinates that are functions.

        Parameters
        ----------
        x : the state
        a : (n,)        the acceleration
        """
        return self._functions.seconds(*x, a)

    def output_values(self, x: State, a: Any, lam: Any) -> list[np.ndarray]:
        """What the outputs are in a state.

        Parameters
        ----------
        x : the state
        a, lam : (n,), (m,)     acceleration and multipliers in it
        """
        return self._functions.values(*x, a, lam)

    def change(self, x: State, a: Any, lam: Any, along: Direction) -> Change:
        """How everything changes along directions, q̈ and λ as these say.

        Parameters
        ----------
        x : the state
        a, lam : (n,), (m,)     acceleration and multipliers in it
        along : D directions
        """
        parts = [
            _in_chunks(lambda part, f=f: f.once(*x, a, lam, part), along)
            for f in (self._equations, self._functions)
        ]
        return Change(*parts[0], *parts[1])

    def change_twice(
        self, x: State, a: Any, lam: Any, first: Direction, second: Direction
    ) -> Change:
        """The second derivatives along D pairs of directions.

        Parameters
        ----------
        x, a, lam : as for ``change``
        first, second : D directions each
        """
        parts = [
            _in_chunks(lambda pair, f=f: f.twice(*x, a, lam, *pair), (first, second))
            for f in (self._equations, self._functions)
        ]
        return Change(*parts[0], *parts[1])

    def solved(self, at: Matrices, r: Any, rows: Any) -> tuple[np.ndarray, np.ndarray]:
        """δq̈ (D, n) and δλ (D, m) with which the balance changes by −r (D, n), the rows by −rows.

        Parameters
        ----------
        at : the matrices of the state
        r, rows : (D, n), (D, m)
        """
        self._require_finite(r, rows)
        if self.whole or not len(r):  # with friction by reactions r is q̈ − its value
            return -r, np.zeros((len(r), self.m))
        with np.errstate(all="ignore"):  # a singular M is tried as a definite one first
            found = TANGENT.compute(at.M, at.A, -r.T, -rows.T)
        if found.status != Status.OK:
            raise NumericalError(Status(int(found.status)))
        return found.x.T, found.lam.T

    def _require_finite(self, r: Any, rows: Any) -> None:
        """Raise where something has no derivative, by name: |q̇| at rest, say."""
        names = names_of(self.system.coordinates, self.n)
        lost = [f"that of the forces on {names[i]!r}" for i in _not_finite(r)]
        lost += [f"that of the constraint {self.rows.names[i]!r}" for i in _not_finite(rows)]
        if lost:
            told = f"A derivative is not finite: {', '.join(lost)}."
            raise NumericalError(Status.NON_FINITE, told)


def _not_finite(x: np.ndarray) -> list[int]:
    return np.flatnonzero(~np.isfinite(x).all(axis=0)).tolist()


def _in_chunks(run: Callable, along: Any) -> Any:
    """Directions in pieces of one size; the last is filled up with zeros."""
    count = len(jax.tree.leaves(along)[0])
    parts = []
    for begin in range(0, max(count, 1), CHUNK):
        part = jax.tree.map(lambda x, a=begin: x[a : a + CHUNK], along)
        short = CHUNK - len(jax.tree.leaves(part)[0])
        fill = lambda x, k=short: np.concatenate([x, np.zeros((k, *x.shape[1:]))])
        parts.append(run(jax.tree.map(fill, part) if short else part))
    return jax.tree.map(lambda *x: np.concatenate(x)[:count], *parts)
