"""What every solver is given and what it returns.

A solver answers one question, with k right-hand sides at once:

    M x − Aᵀ lam = F,    A x = b        x (n, k), lam (m, k), F (n, k), b (m, k)

Writing one
-----------
1. Subclass ``AbstractSolver`` with a frozen dataclass. Its fields are tolerances; its hash is
   part of the compile cache's key.
2. Implement ``find(M, A, F, b) -> Found``. Take the namespace from the arrays
   (``zwang.base.arrays.namespace``), so that the same text runs on NumPy and on JAX.
3. Read only the lower half of M: users' matrices are symmetric up to rounding.
4. Redundant rows: x and Aᵀ lam are unique; of all lam give the one whose entries, times the
   lengths of the rows, have the least norm. Rows that disagree: least squares over the rows
   divided by their lengths.
5. Never raise for numbers and never return a wrong one in silence: set ``status``. That A x
   equals b is checked afterwards, by ``compute``.
6. Under tracing do not branch in Python on values.
"""

from __future__ import annotations

import abc
from types import ModuleType
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base import arguments
from zwang.base.arrays import (
    Array,
    cholesky,
    choose,
    eps,
    is_concrete,
    namespace,
    solve_lower,
    tiny,
)
from zwang.base.process.one_thread import at_size
from zwang.base.status import Status, gravest
from zwang.solvers import rank as rules

NAMES = ("cholesky", "orthogonal", "singular", "sparse")
# Why a sparse system went the dense way; ``taken`` is the place of the solver's name, plus that of
# the reason times the number of names.
REASONS = (
    "",
    "M and A are small",
    "sparse factors would fill up",
    "there is no C compiler for sparse factors",
    "sparse factors did not reach the tolerance",
)


class Found(NamedTuple):
    """What a solver finds.

    Attributes
    ----------
    x : (n, k)          solutions
    lam : (m, k)        multipliers
    lengths : (m,)      lengths of the rows of A in coordinates in which M, or the mass put in
        its place, is the identity
    units : (n,)        units of the coordinates in which M is of size one: M_jj^(-1/2), if M > 0
    free : (n,)         a direction with neither mass nor constraint; zero if there is none
    rank : ()           rank of A
    status : ()         a ``Status`` as a number
    taken : ()          which solver it was: its place in ``NAMES``, −1 for one of the user's; and
        why, see ``REASONS``
    """

    x: Any
    lam: Any
    lengths: Any
    units: Any
    free: Any
    rank: Any
    status: Any
    taken: Any = -1


class Attempt(NamedTuple):
    """What was found, completed and checked.

    Attributes
    ----------
    x, lam, lengths, free, rank, status, taken : as in ``Found``
    force : (n, k)      Aᵀ lam
    residual : (m,)     how far A x is from b, each row in parts of what enters it, so that it has
        no unit; the largest of all columns
    """

    x: Any
    lam: Any
    force: Any
    residual: Any
    lengths: Any
    free: Any
    rank: Any
    status: Any
    taken: Any


class AbstractSolver(abc.ABC):
    """A way to solve the equations of constrained motion; see this file's head for the contract."""

    consistency: float | None = None
    takes_sparse: bool = False  # whether M and A may be matrices of scipy.sparse

    @abc.abstractmethod
    def find(self, M: Array, A: Array, F: Array, b: Array) -> Found:
        """Solve M x − Aᵀ lam = F, A x = b.

        Parameters
        ----------
        M : (n, n) symmetric, positive semi-definite; the lower half is read
        A : (m, n)
        F : (n, k)
        b : (m, k)
        """

    def compute(self, M: Array, A: Array, F: Array, b: Array) -> Attempt:
        """``find``, then the forces and the check that A x equals b.

        Parameters
        ----------
        M, A, F, b : as for ``find``
        """
        with at_size(M):
            return finish(A, F, b, self.find(M, A, F, b), self.consistency)


def finish(A: Array, F: Array, b: Array, found: Found, consistency: float | None) -> Attempt:
    """Add the forces, compare A x with b, and put NaN where a number means nothing.

    A row that is not met contradicts another if the rank leaves room for that; if it does not,
    digits were lost. If only x is not unique the forces still are.
    """
    xp = namespace(A, F, b)
    residual = relative_residual(A, F, b, found, xp).max(axis=1)
    met = (residual <= rules.tolerance(consistency, rules.CONSISTENCY, A)).all()
    unmet = choose(found.rank < A.shape[0], Status.INCONSISTENT, Status.INACCURATE, xp)
    status = gravest(found.status, choose(met, Status.OK, unmet, xp), xp=xp)

    lost = status != Status.OK
    force_lost = lost & (status != Status.NOT_UNIQUE)
    return Attempt(
        x=found.x + choose(lost, np.nan, 0.0, xp),
        lam=found.lam + choose(force_lost, np.nan, 0.0, xp),
        force=A.T @ found.lam + choose(force_lost, np.nan, 0.0, xp),
        residual=residual,
        lengths=found.lengths,
        free=found.free,
        rank=found.rank,
        status=status,
        taken=found.taken,
    )


def relative_residual(A: Array, F: Array, b: Array, found: Found, xp: ModuleType) -> Array:
    """|A x − b| (m, k) in parts of the terms of each row, |A| |x| + |b|.

    At rest these terms are rounding themselves. So the rounding of what each force, given or of
    a constraint, would do to its coordinate alone counts too; it has the right unit, and only
    rows see it that it enters. So does the rounding of the largest x in like units, which
    orthogonal factors spread over all coordinates.
    """
    forces = xp.abs(F) + abs(A).T @ xp.abs(found.lam)
    units = found.units[:, None]
    spread = units * (xp.abs(found.x) / units).max(axis=0)
    rounded = at_rest(A.shape[1], A.dtype) * (units**2 * forces + spread)
    terms = abs(A) @ (xp.abs(found.x) + rounded) + xp.abs(b)
    return xp.abs(A @ found.x - b) / (terms + (terms < tiny(A.dtype)))


def at_rest(n: int, dtype: Any) -> float:
    """Rounding, in parts of how far a row may stay from being met."""
    return rules.rounding(n, dtype) / eps(dtype) ** rules.CONSISTENCY


# -- the first step of every solver that needs M > 0 ---------------------------------------


class Metric(NamedTuple):
    """The problem in the metric M, where M is the identity: y − Y lam = w, Yᵀ y = b, x = L⁻ᵀ y."""

    L: Any  # (n, n) lower factor of M
    Y: Any  # (n, m) L⁻¹Aᵀ, its columns scaled to length one
    w: Any  # (n, k) L⁻¹F
    b: Any  # (m, k) b, divided by the lengths
    lengths: Any  # (m,) of the columns before scaling, the rows of A L⁻ᵀ
    units: Any  # (n,) M_jj^(-1/2)
    noise: Any  # what rounding can lift a zero singular value of Y to
    status: Any  # of the input; ``NEEDS_DEFINITE_MASS`` if there is no such metric


def in_metric(M: Array, A: Array, F: Array, b: Array, xp: ModuleType) -> Metric:
    """Go over to the metric M."""
    m = A.shape[0]
    L, pivots, definite = mass_factor(M, xp)
    solved = solve_lower(L, xp.concatenate([A.T, F], axis=1), xp)
    Y, w = solved[:, :m], solved[:, m:]
    lengths = rules.lengths_of(Y, xp)
    refused = choose(definite, Status.OK, Status.NEEDS_DEFINITE_MASS, xp)
    return Metric(
        L=L,
        Y=Y / lengths,
        w=w,
        b=b / lengths[:, None],
        lengths=lengths,
        units=1.0 / xp.sqrt(xp.diagonal(M)),
        noise=rules.noise(pivots, xp),
        status=gravest(input_status(M, A, F, b, xp), refused, xp=xp),
    )


def mass_factor(M: Array, xp: ModuleType) -> tuple[Array, Array, Any]:
    """Lower L with M = L Lᵀ, the pivots L_ii² / M_ii, and whether M is positive definite.

    The pivots do not change with the units of the coordinates. One without mass has none.
    """
    L, ok = cholesky(M, xp)
    sizes = xp.diagonal(M)
    pivots = xp.diagonal(L) ** 2 / (sizes + (sizes == 0))
    if xp is np and not ok:
        return L, pivots, False
    inverse = lambda: solve_lower(L, xp.diag(xp.sqrt(sizes)), xp)
    return L, pivots, ok & rules.is_definite(pivots, inverse, xp)


def is_definite(M: Array) -> Array:
    """Whether M is positive definite, traced: under a name by which the engine calls it in C."""
    return zwang_is_definite(jax.lax.stop_gradient(M))


@jax.jit
def zwang_is_definite(M: Array) -> Array:
    """``is_definite``, traced."""
    return mass_factor(M, jnp)[2]


def input_status(M: Array, A: Array, F: Array, b: Array, xp: ModuleType) -> Any:
    """NON_FINITE, MASS_NOT_SEMIDEFINITE for an M that is not symmetric, or OK."""
    # A sum is finite only if its terms are; it is one pass over each array.
    finite = xp.isfinite(M.sum() + A.sum() + F.sum() + b.sum())
    diagonal = xp.abs(xp.diagonal(M))
    allowed = rules.tolerance(None, rules.CONSISTENCY, M) ** 2 * diagonal[:, None] * diagonal
    symmetric = ((M - M.T) ** 2 <= allowed).all()
    asymmetric = choose(symmetric, Status.OK, Status.MASS_NOT_SEMIDEFINITE, xp)
    return choose(finite, asymmetric, Status.NON_FINITE, xp)


# -- between NumPy, where one can stop in the middle, and JAX, where one cannot ----------------


def refuse(A: Array, F: Array, status: Any, taken: int) -> Found:
    """A search that was given up."""
    (m, n), k = A.shape, F.shape[1]
    x, lam = np.full((n, k), np.nan), np.full((m, k), np.nan)
    return Found(x, lam, lam[:, 0], x[:, 0], x[:, 0], 0, status, taken)


def traced(result: Any) -> Any:
    """``Found`` or ``Attempt`` with plain numbers as JAX arrays, as branches and batches need."""
    numbers = {k: jnp.asarray(getattr(result, k), jnp.int32) for k in ("rank", "status", "taken")}
    return result._replace(**numbers)


def require_tolerances(**given: Any) -> None:
    """Refuse tolerances of a solver that are no numbers from 0 on; None is the default of one."""
    for name, x in given.items():
        if x is not None and is_concrete(x):  # inside a trace it is the motion's own
            arguments.number(name, x, least=0.0, endless=True)
