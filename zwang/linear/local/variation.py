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

from typing import Any

import numpy as np

from zwang.base.functions import Bound, join, split
from zwang.base.identity.keyed import Keyed
from zwang.base.names import names_of
from zwang.base.status import NumericalError, Status
from zwang.equation.acceleration_form import Rows
from zwang.equation.friction import response
from zwang.equation.fundamental import solve
from zwang.equation.known import known
from zwang.linear.local.named import not_finite
from zwang.linear.local.state.acting import acting, followed
from zwang.linear.local.state.held import held
from zwang.linear.local.state.kept import Kept, in_chunks
from zwang.linear.local.state.large import large_coordinates, large_equations
from zwang.linear.local.state.rows import rows
from zwang.linear.local.state.values import Change as Change
from zwang.linear.local.state.values import Matrices as Matrices
from zwang.linear.local.state.values import State as State
from zwang.linear.local.traced import Direction, equations, functions_of
from zwang.sensitivity.tangent_system import TANGENT
from zwang.system.system import System


class Variation:
    """A system with coordinates and outputs, to be evaluated in states and along directions."""

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
        self.n = len(shape[0])
        fixed, shapes = known(system, *given), tuple(np.shape(x) for x in self.numbers)
        self.rows: Rows = rows(fixed, self.rest, self.n, shapes)
        sizes = self.n, len(self.rows.names), shapes
        every = [tuple(known(f, *given, lam=self.m) for f in some) for some in (functions, outputs)]
        self._traced = (
            equations(fixed, self.rest, *sizes),
            functions_of(fixed, self.rest, *every, *sizes),
        )
        self._equations, self._functions = self._by_parts(fixed, shape, every)
        self._kept = Kept(self._matrices)

    def _by_parts(self, fixed: Keyed, state: Any, every: Any) -> tuple[Any, Any]:
        """The equations and the functions: of a large system part by part, where that can be."""
        sizes = self.m, self.rows.positions
        parts = large_equations(fixed, self.rest, state, self.p, sizes)
        if parts is None:
            return self._traced
        shapes = tuple(np.shape(x) for x in self.numbers)
        functions = large_coordinates(*every, self.rest, self.n, shapes)
        return parts, functions or self._traced[1]

    @property
    def m(self) -> int:
        """How many rows there are."""
        return len(self.rows.names)

    @property
    def blank(self) -> tuple[np.ndarray, np.ndarray]:
        """q̈ and λ that are zero, for what does not depend on them."""
        return np.zeros(self.n), np.zeros(self._traced[0].shapes.all[-1].shape)

    @property
    def equations(self) -> Any:
        """What stands for the equations of the system, the same for the same system."""
        return self._equations

    @property
    def in_time(self) -> bool:
        """Whether time enters, as far as the equations that were traced can tell."""
        return self._equations.in_time or self._functions.in_time

    @property
    def analytic(self) -> bool:
        """Whether forces and constraints are known to have all derivatives where they have one."""
        both = self._equations, self._functions
        return all(getattr(x, "analytic", False) for x in both)

    def state(self, q: Any, qd: Any, t: Any, numbers: Any = None) -> State:
        """A state for its methods. Shapes: q, qd (n,)."""
        q, qd, t = (np.asarray(x, float) for x in (q, qd, t))
        return State(q, qd, t, self.numbers if numbers is None else numbers)

    def parameters(self, x: State) -> Any:
        """The parameters in a state."""
        return join(x.numbers, self.rest)

    def direction(self, count: int, **given: Any) -> Direction:
        """Directions, as many as ``count``, zero but for the entries that are ``given``."""
        blank = {
            "q": np.zeros((count, self.n)),
            "qd": np.zeros((count, self.n)),
            "t": np.zeros(count),
            "numbers": [np.zeros((count, *x.shape)) for x in self.numbers],
            "qdd": np.zeros((count, self.n)),
            "lam": np.zeros((count, len(self.blank[1]))),
        }
        return Direction(**(blank | given))

    def plain(self, x: State) -> tuple[Any, ...]:
        """M, F, A, b and what remains of the constraints, without friction by reactions."""
        return self._equations.here(*x, *self.blank)

    def matrices(self, x: State, load: Any = 0.0) -> Matrices:
        """What holds in a state. Shapes: load (n,)."""
        return self._kept((*x[:3], *x.numbers, load), x, load)

    def bare(self, x: State, load: Any = 0.0, W: Any = None) -> Matrices:
        """What holds in a state, but for friction that asks for forces of the constraints."""
        M, F, A, b, phi, velocity = self.plain(x)
        own = self._equations is self._traced[0]
        k = self.rows.velocities
        M, F, W = held(M, F, A[:k], b[:k], None if own else W)
        sigma, rate, S = self._functions.here(*x)
        blank = (), np.zeros(0)
        return Matrices(M, F + load, A, b, phi, velocity, sigma, rate, S, *blank, W)

    def _matrices(self, x: State, load: Any) -> Matrices:
        at = self.bare(x, load)
        if not self._equations.acting:
            return at
        F, slopes, ideal = self._rubbed(x, *at[:4])
        return at._replace(F=F, slopes=slopes, ideal=ideal)

    def _rubbed(self, x: State, M: Any, F: Any, A: Any, b: Any) -> tuple[Any, Any, np.ndarray]:
        """The force with the friction that acts, its slopes, and what ideal constraints do."""
        without = solve(M, F, A, b, throw=False)
        if without.status != Status.OK:  # its cause is told where the acceleration is asked for
            return F, (), np.zeros(0)
        ideal = np.concatenate([without.qdd, without.lam])
        P = -np.asarray(response(M, A, None, numpy=True, of_lam=True))
        law = lambda lam: self._equations.friction(*x, A, lam, without.lam)
        found = acting(law, without.lam, P)
        return F + found.C, found.slopes, ideal if self._equations.ideal else np.zeros(0)

    def energy(self, x: State) -> float | None:
        """The energy in a state; None where the system has none."""
        if self.system.energy is None:
            return None
        found = self._equations.energy(*x)
        return float(self._traced[0].energy(*x) if found is None else found)

    def second_rates(self, x: State, a: Any) -> np.ndarray:
        """σ̈ (c,) of the coordinates that are functions. Shapes: a (n,)."""
        return self._functions.seconds(*x, a)

    def output_values(self, x: State, a: Any, lam: Any) -> list[np.ndarray]:
        """What the outputs are in a state. Shapes: a, lam (n,)."""
        return self._functions.values(*x, a, lam[: self.m])

    def change(self, x: State, a: Any, lam: Any, along: Direction) -> Change:
        """How everything changes along directions, q̈ and λ as these say. Shapes: a, lam (n,)."""
        by_numbers = any(part.any() for part in along.numbers)
        parts = [
            f.once(*x, a, y, along._replace(lam=z))
            if f not in self._traced
            else in_chunks(lambda part, f=f, y=y: f.once(*x, a, y, part), along._replace(lam=z))
            for f, y, z in self._both(lam, along.lam, traced=by_numbers)
        ]
        return Change(*parts[0], *parts[1])

    def velocity_along(self, x: State, along: Direction) -> np.ndarray:
        """How the rows on velocities change (D, k) along changes of q and q̇."""
        if self._equations is self._traced[0]:
            return self.change(x, *self.blank, along).velocity
        return self._equations.velocity(x, along)

    def turning(self, x: State, y: np.ndarray) -> list[Any] | None:
        """∂A/∂q y (m, n) for each of D directions, sparse; None where there are no parts.

        Shapes: y (D, n).
        """
        return None if self.parts is None else self.parts.turning(x, y)

    @property
    def parts(self) -> Any:
        """The equations part by part; None where they were traced as a whole."""
        return None if self._equations is self._traced[0] else self._equations

    def change_twice(
        self, x: State, a: Any, lam: Any, first: Direction, second: Direction
    ) -> Change:
        """The second derivatives along D pairs of directions."""
        parts = [
            in_chunks(
                lambda pair, f=f, y=y: f.twice(*x, a, y, *pair),
                (first._replace(lam=u), second._replace(lam=v)),
            )
            for f, y, u, v in self._both(lam, first.lam, second.lam, traced=True)
        ]
        return Change(*parts[0], *parts[1])

    def _both(self, *lam: Any, traced: bool) -> tuple[tuple[Any, ...], ...]:
        """The equations and the functions, each with the multipliers that it knows."""
        first, second = self._traced if traced else (self._equations, self._functions)
        return (first, *lam), (second, *(x[..., : self.m] for x in lam))

    def solved(self, at: Matrices, r: Any, rows: Any) -> tuple[np.ndarray, np.ndarray]:
        """δq̈ (D, n) and δλ (D, m) with which the balance changes by −r (D, n), the rows by −rows.

        Shapes: r, rows (D, n).
        """
        self._require_finite(r, rows)
        if not len(r):
            return r[:, : self.n], np.zeros((0, len(self.blank[1])))
        if not at.slopes:
            return self._kernel(at, r, rows)
        self._require_finite(np.concatenate(at.slopes, axis=1).T, rows)
        Y, P = (x.T for x in self._kernel(at, -np.eye(self.n), np.zeros((self.n, self.m))))
        n, m, more = self.n, self.m, np.zeros((len(r), 0))
        if len(at.ideal):
            more = np.concatenate(self._kernel(at, r[:, n:], rows[:, m:]), axis=1)
            r = r[:, :n] - more[:, n:] @ at.slopes[1].T
        qdd, lam = self._kernel(at, r, rows[:, :m])
        qdd, lam = followed(qdd.T, lam.T, Y, P, at.slopes[0])
        return qdd.T, np.concatenate([lam.T, more], axis=1)

    def _kernel(self, at: Matrices, r: Any, rows: Any) -> tuple[np.ndarray, np.ndarray]:
        """The same without friction."""
        count = len(at.W)
        r = r + (rows[:, :count] * at.W) @ at.A[:count]
        with np.errstate(all="ignore"):  # a singular M is tried as a definite one first
            found = TANGENT.compute(at.M, at.A, -r.T, -rows.T)
        if found.status != Status.OK:
            raise NumericalError(Status(int(found.status)))
        return found.x.T, found.lam.T

    def _require_finite(self, r: Any, rows: Any) -> None:
        """Raise where something has no derivative, by name: |q̇| at rest, say."""
        names = names_of(self.system.coordinates, self.n)
        lost = [f"that of the forces on {name!r}" for name in not_finite(r, names)]
        lost += [f"that of the constraint {x!r}" for x in not_finite(rows, self.rows.names)]
        if lost:
            told = f"A derivative is not finite: {', '.join(lost)}."
            raise NumericalError(Status.NON_FINITE, told)
