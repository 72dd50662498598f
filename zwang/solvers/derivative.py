"""Derivatives of a solve, from the equations it solves and not from how it solved them.

Differentiating  M x − Aᵀ lam = F,  A x = b  gives the same equations for the tangents:

    M dx − Aᵀ dlam = dF − dM x + dAᵀ lam =: f,    A dx = db − dA x =: g

As long as the rank does not change, these are consistent, and dx and d(Aᵀ lam) are unique, also
with redundant rows and singular M. They are solved through the inverse of the saddle matrix,

    dx = P f + R g,    dlam = W g − Rᵀ f,    W = Rᵀ M R,

where P and −Rᵀ are x and lam for F = I and b = 0. That is again a solve, with this very rule as
its derivative, so that derivatives of any order follow; and the map from f and g is linear, so
that JAX can transpose it for reverse mode.

Of the multipliers of redundant rows the one of least norm, times the lengths s of the rows, is
meant: with Ã = A/s and Π the orthogonal projection onto the range of Ã, (I − Π) s lam = 0. The
derivative of that adds, with y such that A y = s² lam,

    s⁻¹ (I − Π) (dA y / s − 2 ds lam)        to dlam.

P alone, which control asks for, is ``mobility``; with the above its derivative is

    dP = − P dM P − P dAᵀRᵀ − R dA P.

For singular M the lengths come from an equilibration that has no derivative; they are held fixed.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import cache

import jax
import jax.numpy as jnp
import numpy as np

from zwang.solvers.base import NAMES, AbstractSolver, Attempt, mass_factor
from zwang.solvers.batch import batchable
from zwang.solvers.held import Held

# The solvers under the names that their calls have in traced programs, for those who read these.
KERNELS: dict[str, AbstractSolver] = {}
MOBILITIES: dict[str, AbstractSolver] = {}


def differentiable(solver: AbstractSolver) -> Callable[..., Attempt]:
    """``solver.compute`` with the derivative rule above."""
    if isinstance(solver, Held):
        return lambda *inputs: _differentiable(solver.base, True)(*inputs, solver.cut)
    return _differentiable(solver, False)


@cache
def _differentiable(solver: AbstractSolver, held: bool) -> Callable[..., Attempt]:
    """The same; if ``held``, as a function of the cut too, by which there is no derivative."""

    def kernel(M, A, F, b, *cut):
        return batchable(solver, held)(M, A, F, b, *cut)

    kernel.__name__ = f"zwang_kernel_{zlib.crc32(repr(solver).encode()):08x}"
    if held:
        kernel.__name__ += "_held"
    else:
        KERNELS[kernel.__name__] = solver
    compute = jax.custom_jvp(jax.jit(kernel))

    @compute.defjvp
    def _(primals, tangents):
        M, A, F, b, *cut = primals
        dM, dA, dF, db = tangents[:4]
        dM = (dM + dM.T) / 2
        attempt = compute(M, A, F, b, *cut)
        unit = compute(M, A, *_unit_forces(M, A), *cut)
        P, R = unit.x, -unit.lam.T
        f, g = dF - dM @ attempt.x + dA.T @ attempt.lam, db - dA @ attempt.x
        held_fixed = attempt.taken == NAMES.index("singular")
        dlengths = jnp.where(held_fixed, 0.0, _length_rate(M, A, dM, dA, attempt.lengths))
        dlam = R.T @ (M @ (R @ g)) - R.T @ f
        if A.shape[0]:
            dlam = dlam + _redundant_rate(A, dA, R, attempt, dlengths)
        zero = Attempt(*map(_zero_tangent, attempt))
        return attempt, zero._replace(
            x=P @ f + R @ g,
            lam=dlam,
            force=dA.T @ attempt.lam + A.T @ dlam,
            lengths=dlengths,
        )

    return compute


@cache
def mobility(solver: AbstractSolver) -> Callable[..., tuple[jax.Array, jax.Array]]:
    """The constrained inverse mass P (n, n) as a function of M and A, and a status."""

    def constrained(M, A):
        found = batchable(solver, False)(M, A, *_unit_forces(M, A))
        return found.x, found.status

    constrained.__name__ = f"zwang_mobility_{zlib.crc32(repr(solver).encode()):08x}"
    MOBILITIES[constrained.__name__] = solver
    compute = jax.custom_jvp(jax.jit(constrained))

    @compute.defjvp
    def _(primals, tangents):
        (M, A), (dM, dA) = primals, tangents
        unit = _differentiable(solver, False)(M, A, *_unit_forces(M, A))
        P, R = unit.x, -unit.lam.T
        across = R @ (dA @ P)
        dP = -P @ ((dM + dM.T) / 2) @ P - across - across.T
        return (P, unit.status), (dP, _zero_tangent(unit.status))

    return compute


def _unit_forces(M: jax.Array, A: jax.Array) -> tuple[jax.Array, jax.Array]:
    """F and b of a force along each coordinate."""
    m, n = A.shape
    return jnp.eye(n, dtype=M.dtype), jnp.zeros((m, n), M.dtype)


def _zero_tangent(x: jax.Array):
    if jnp.issubdtype(x.dtype, jnp.floating):
        return jnp.zeros_like(x)
    return np.zeros(x.shape, jax.dtypes.float0)


def _redundant_rate(A, dA, R, attempt: Attempt, dlengths):
    """What redundant rows add to dlam; zero, up to rounding, where rows are independent."""
    s, lam = attempt.lengths[:, None], attempt.lam
    y = R @ (s**2 * lam)
    turned = dA @ y / s - 2 * dlengths[:, None] * lam
    return (turned - A @ (R @ (s * turned)) / s) / s  # Π = s⁻¹ A R s


def _length_rate(M, A, dM, dA, lengths):
    """ds for s_i² = A_i M⁻¹ A_iᵀ, if M is definite."""
    if not len(lengths):
        return lengths
    _, _, definite = mass_factor(M, jnp)
    safe = jnp.where(definite, M, jnp.eye(M.shape[0], dtype=M.dtype))
    H = jnp.where(definite, jax.scipy.linalg.cho_solve((jnp.linalg.cholesky(safe), True), A.T), 0.0)
    return ((2 * dA - H.T @ dM) * H.T).sum(axis=1) / (2 * lengths)
