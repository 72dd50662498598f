r"""Staying on the constraints while a motion is integrated.

The equation of motion satisfies the constraints' second derivatives; their rounding and the
errors of the steps add up, and the constraints themselves are left. Against that:

``Projection``, the default: after each step the least change, in the metric M, that brings the
state back. It is the kernel's problem,

    ½ δᵀ M δ  least subject to  A δ = −φ

iterated for the positions, then once for the velocities with −φ̇ and −ψ in the place of −φ, or
several times where some ψ is not linear in the velocities: twice at least, since A is told as it
is where the last correction begins, and rows of ψ turn with the velocities. Off the constraints
those that repeat each other are independent, and would count for a rank that there is not.

``Baumgarte``: A q̈ = b becomes A q̈ = b − α (φ̇, ψ) − β φ, whose errors die out in time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base import arguments
from zwang.base.arrays import Array, eps, namespace
from zwang.equation.acceleration_form import acceleration_form
from zwang.equation.fundamental import solve
from zwang.solvers import Orthogonal
from zwang.solvers.base import is_definite
from zwang.solvers.held import Held
from zwang.solvers.singular import equilibrate
from zwang.system.constraints import AccelerationLevel
from zwang.system.system import System

# Off the constraints redundant rows are a little independent, and disagree a little: the rank
# rule is wide, and rows that disagree are met in the sense of least squares. But rows may come
# near each other for good, in the metric of very different masses: a light link between heavy
# bodies. So the rule is wide in parts of the smallest singular value that counts, if that is
# small: a motion's ``cut`` is OF_SMALLEST of it, from NARROW to WIDE. On the constraints what is
# below INDEPENDENT is nothing, and where a start is written with nine digits, below ROUGHLY.
WIDE, NARROW, OF_SMALLEST, INDEPENDENT, ROUGHLY = 1e-4, 1e-10, 1e-2, 1e-9, 1e-8
PROJECT = Orthogonal(rank=WIDE, consistency=np.inf)

LARGEST = 1e150  # whose square is a number

# The last correction of the positions, in parts of their size; the next one would be its square.
# Near the origin there is no size, and what is below SMALLEST counts as none. One of ROUNDED is
# rounding, after which C makes no other.
CONVERGED, SMALLEST, ROUNDED = 1e-6, 1e-12, 1e-15
TWICE = 2  # corrections of velocities at least, where rows turn with them


@dataclass(frozen=True)
class Projection:
    """Return to the constraints after every step, by the least change in the metric M.

    Parameters
    ----------
    iterations : how many corrections of the positions; errors are squared by each
    """

    iterations: int = 3

    def __post_init__(self):
        arguments.whole("iterations", self.iterations)


@dataclass(frozen=True)
class Baumgarte:
    """Let errors of the constraints die out: φ̈ + α φ̇ + β φ = 0 and ψ̇ + α ψ = 0.

    Parameters
    ----------
    alpha : of the velocities' errors, 1 over a time
    beta : of the positions' errors, 1 over a time squared; by default α²/4, which does not
        oscillate

    The terms are Baumgarte's (1972); the papers have none, and let errors add up.
    """

    alpha: float
    beta: float | None = None

    def __post_init__(self):
        alpha = arguments.number("alpha", self.alpha, least=0.0)
        object.__setattr__(self, "alpha", alpha)
        if self.beta is not None:
            beta = arguments.number("beta", self.beta, least=0.0)
            object.__setattr__(self, "beta", beta)
        elif not alpha < LARGEST:
            raise ValueError(f"`alpha` is {alpha!r}; wanted one whose square is finite.")

    @property
    def feedback(self) -> float:
        """β."""
        return self.alpha**2 / 4 if self.beta is None else self.beta

    @property
    def rate(self) -> float:
        """How fast errors change, at most about: the roots of s² + α s + β = 0, and of s + α."""
        return max(self.alpha, float(np.sqrt(self.feedback)))

    def stabilised(self, system: System) -> System:
        """The system with its constraints' errors fed back, all rows as acceleration-level ones.

        Parameters
        ----------
        system : the description
        """
        if not system.constraints:
            return system

        def A(q, qd, t, p):
            return acceleration_form(system, q, qd, t, p).A

        def b(q, qd, t, p):
            form = acceleration_form(system, q, qd, t, p)
            k, h = len(form.velocity), len(form.phi)
            b = jnp.asarray(form.b).at[:k].add(-self.alpha * form.velocity)
            return b.at[:h].add(-self.feedback * form.phi)

        return system.with_constraints(AccelerationLevel(A, b, name="constraints"))


class Projected(NamedTuple):
    """A state on the constraints, M (n, n) and A (m, n) there, and whether it was reached.

    ``last`` is the length, in the metric, of the last correction of q: rounding, after some.
    """

    q: Array
    qd: Array
    M: Array
    A: Array
    reached: Array
    last: Array


def project(
    system: System,
    t: Any,
    q: Any,
    qd: Any,
    p: Any,
    iterations: int,
    atol: Any = SMALLEST,
    cut: Any = WIDE,
) -> Projected:
    """The nearest state on the constraints, for a state that is near. Shapes: q (n,), qd (n,)."""
    form = jax.eval_shape(lambda: acceleration_form(system, q, qd, t, p))
    h, k = form.rows.positions, form.rows.velocities

    def correct(state, on_q):
        """One correction: of q by the first h rows, or of qd by the first k."""
        q, qd, reached, last, _ = state
        M, form = system.M(q, t, p, qd), acceleration_form(system, q, qd, t, p)
        W = metric(M, form.A)
        if h == k:  # the same rows, so the same code serves both
            r = -jnp.where(on_q, form.phi, form.velocity)
            change = _least_change(W, form.A[:h], r, cut)
        elif on_q:
            change = _least_change(W, form.A[:h], -form.phi, cut)
        else:
            change = _least_change(W, form.A[:k], -form.velocity, cut)
        square = change @ W @ change
        small = square <= CONVERGED**2 * (q @ W @ q)
        small = small | (jnp.abs(change) <= atol).all()
        q, qd = q + jnp.where(on_q, change, 0.0), qd + jnp.where(on_q, 0.0, change)
        last = jnp.where(on_q, jnp.sqrt(jnp.abs(jax.lax.stop_gradient(square))), last)
        return (q, qd, jnp.where(on_q, small, reached), last, (M, form.A)), None

    curved = any(constraint.curved for constraint in system.constraints)
    times = iterations if h else 0, max(iterations, TWICE) if curved else 1
    M, A = jnp.zeros((q.shape[0],) * 2, q.dtype), jnp.zeros(form.A.shape, q.dtype)
    state: Any = q, qd, jnp.asarray(True), jnp.zeros((), q.dtype), (M, A)
    if h == k:
        state, _ = jax.lax.scan(correct, state, jnp.arange(sum(times)) < times[0])
    else:
        for on_q, length in zip((True, False), times, strict=True):
            again = lambda state, _, on_q=on_q: correct(state, on_q)
            state, _ = jax.lax.scan(again, state, None, length=length)
    q, qd, reached, last, (M, A) = state
    finite = jnp.isfinite(q).all() & jnp.isfinite(qd).all()
    return Projected(q, qd, M, A, jnp.logical_and(reached, finite), last)


def metric(M: Array, A: Array) -> Array:
    """M where it is positive definite, and else M with the rows of A added in like units.

    A coordinate without mass has no distance in M. The constraints give it one, as they give it
    an acceleration: M + (A/lengths)ᵀ(A/lengths) is positive definite if [M | Aᵀ] has rank n.
    """
    if A.shape[0] == 0:
        return M
    definite = is_definite(M)
    return jax.lax.cond(definite, _as_it_is, _with_rows, M, A)


def _as_it_is(M: Array, A: Array) -> Array:
    return M


def _with_rows(M: Array, A: Array) -> Array:
    # In units of the coordinates in which M is of size one, the rows of A / lengths are too. Any
    # lengths would do, so that derivatives hold them fixed.
    _, lengths = equilibrate(*jax.lax.stop_gradient((M, A)), jnp)
    rows = A / lengths[:, None]
    return M + rows.T @ rows


def _least_change(W: Array, A: Array, r: Array, cut: Any) -> Array:
    if A.shape[0] == 0:
        return jnp.zeros(A.shape[1], A.dtype)
    solver = Held(PROJECT, cut)
    return solve(W, jnp.zeros(A.shape[1], A.dtype), A, r, solver=solver, throw=False).qdd


def cut_for(sigma: Array, cut: Any = 0.0) -> Array:
    """The cut of the rank rule in a motion whose smallest singular value that counts is known."""
    xp = namespace(sigma, cut)
    return xp.clip(xp.maximum(OF_SMALLEST * sigma, cut), least_of(NARROW, sigma.dtype), WIDE)


def least_of(value: float, dtype: Any) -> float:
    """A singular value, or what rounding makes of one that is zero, if that is more."""
    return min(max(value, 1e3 * eps(dtype)), WIDE)
