"""Many systems at once: what ``jax.vmap`` of a solve does.

``cond`` under ``vmap`` runs both ways for everyone. So all members are solved the fast way, and
then only those again, in chunks, that the fast way refused; if there are none, nothing more runs.
The fast way is small dense algebra over all members side by side, not one library call each.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import jax
import jax.numpy as jnp
from jax.custom_batching import custom_vmap

from zwang.base.arrays import by_platform
from zwang.base.status import Status
from zwang.solvers import rank as rules
from zwang.solvers.auto import Auto
from zwang.solvers.base import NAMES, AbstractSolver, Attempt, at_rest, traced
from zwang.solvers.cholesky import Cholesky
from zwang.solvers.held import Held
from zwang.solvers.orthogonal import Orthogonal
from zwang.solvers.singular import Singular
from zwang.solvers.straight import line_status

# n + m up to which members are solved side by side. The code grows with n + m and with it the
# time to compile, and beyond this size a library call for each member is as fast.
SIDE_BY_SIDE = 14


@cache
def batchable(solver: AbstractSolver, held: bool = False) -> Callable[..., Attempt]:
    """``solver.compute`` as a function that knows what to do under ``vmap``.

    ``Auto`` chooses for each member, ``Cholesky`` runs side by side; other solvers are mapped
    as they are. If ``held``, the cut of the rank rule is one more input.
    """

    def one(M, A, F, b, *cut):
        return traced((Held(solver, *cut) if held else solver).compute(M, A, F, b))

    if isinstance(solver, Auto):
        return _mapped_by(one, lambda *inputs: solve_many(solver, *inputs))
    if isinstance(solver, Cholesky):
        return _mapped_by(one, lambda *inputs: solve_fast(solver, *inputs))
    return one


def _mapped_by(one: Callable[..., Attempt], many: Callable[..., Attempt]) -> Callable[..., Attempt]:
    """``one``, of which ``vmap`` makes ``many``."""
    one, many = custom_vmap(one), custom_vmap(many)

    @one.def_vmap
    def _(size, batched, *inputs):
        attempt = many(*_all_batched(size, batched, inputs))
        return attempt, jax.tree.map(lambda _: True, attempt)

    @many.def_vmap
    def _(size, batched, *inputs):
        # A batch of batches is one batch.
        inputs = _all_batched(size, batched, inputs)
        inner = inputs[0].shape[1]
        attempt = many(*(x.reshape(size * inner, *x.shape[2:]) for x in inputs))
        attempt = jax.tree.map(lambda x: x.reshape(size, inner, *x.shape[1:]), attempt)
        return attempt, jax.tree.map(lambda _: True, attempt)

    return one


def _all_batched(size, batched, inputs):
    return [
        x if is_batched else jnp.broadcast_to(x, (size, *x.shape))
        for x, is_batched in zip(inputs, batched, strict=True)
    ]


def solve_many(
    solver: Auto, M: jax.Array, A: jax.Array, F: jax.Array, b: jax.Array, *cut: jax.Array
) -> Attempt:
    """All members the fast way; those it refused by QR; and those still unmet by M + α²A⁺A.

    Parameters are those of ``AbstractSolver.find`` with one more axis in front; and the cuts of
    the rank rule (members,), where these are held.
    """
    orthogonal = Orthogonal(solver.rank, solver.consistency)
    singular = Singular(1.0, solver.rank, solver.consistency)
    unmet = jnp.array([Status.NEEDS_DEFINITE_MASS, Status.INCONSISTENT, Status.INACCURATE])

    def repaired(attempt):
        if A.shape[1] <= A.shape[2]:
            attempt = _again(orthogonal, attempt.status != Status.OK, attempt, M, A, F, b, *cut)
        return _again(singular, jnp.isin(attempt.status, unmet), attempt, M, A, F, b, *cut)

    if A.shape[1] > A.shape[2]:
        attempt = _each(orthogonal)(M, A, F, b, *cut)
    else:  # which needs a rank far above any cut that is held
        attempt = solve_fast(Cholesky(*solver.tolerances(M)), M, A, F, b)
    # The loops would not run without a member to repair, but their state would be copied.
    needed = (attempt.status != Status.OK).any()
    return jax.lax.cond(needed, repaired, lambda attempt: attempt, attempt)


def solve_fast(solver: Cholesky, M: jax.Array, A: jax.Array, F: jax.Array, b: jax.Array) -> Attempt:
    """All members by Cholesky; each has its own status."""
    _, m, n = A.shape
    if n + m > SIDE_BY_SIDE or m > n or F.shape[2] > 2:
        return jax.vmap(lambda *one: traced(solver.compute(*one)))(M, A, F, b)
    tolerances = dict(
        least=rules.tolerance(solver.well_conditioned, rules.WELL_CONDITIONED, M),
        consistency=rules.tolerance(solver.consistency, rules.CONSISTENCY, M),
    )
    on_cpu, on_gpu = (partial(f, **tolerances) for f in (side_by_side, _side_by_side_on_gpu))
    return by_platform(on_cpu, on_gpu, M, A, F, b)


def _again(solver: AbstractSolver, which: jax.Array, attempt: Attempt, *inputs) -> Attempt:
    """Solve the members ``which`` (B,) again, a chunk at a time, as long as there are any."""
    members = which.shape[0]
    chunk = min(members, max(32, members // 64))
    compute = _each(solver)

    def repair(carry):
        attempt, left = carry
        (index,) = jnp.nonzero(left, size=chunk, fill_value=members)
        some = (jnp.take(x, index, axis=0, mode="clip") for x in inputs)
        put = lambda old, new: old.at[index].set(new.astype(old.dtype), mode="drop")
        attempt = jax.tree.map(put, attempt, compute(*some))
        return attempt, left.at[index].set(False, mode="drop")

    return jax.lax.while_loop(lambda carry: carry[1].any(), repair, (attempt, which))[0]


def _each(solver: AbstractSolver) -> Callable[..., Attempt]:
    """Members one beside the other; with a cut each, where these are held."""

    def one(M, A, F, b, *cut):
        return traced((Held(solver, *cut) if cut else solver).compute(M, A, F, b))

    return jax.vmap(one)


def _side_by_side_on_gpu(*inputs: jax.Array, **tolerances: float) -> Attempt:
    from zwang.solvers import gpu  # importing Pallas takes a second: only where there is a GPU

    return gpu.side_by_side(*inputs, **tolerances)


# -- side by side --------------------------------------------------------------------------


def side_by_side(
    M: jax.Array, A: jax.Array, F: jax.Array, b: jax.Array, *, least: float, consistency: float
) -> Attempt:
    """The Cholesky solver with the members on the last axis, where they fill vectors.

    As in ``Cholesky``, with Y = L⁻¹Aᵀ unscaled: pivots are compared with the diagonal instead.
    """
    members, m, n = A.shape
    symmetric = _symmetric(M)
    finite = jnp.isfinite(sum(x.sum(axis=(1, 2)) for x in (M, A, F, b)))
    M, A, F, b = jax.lax.optimization_barrier([jnp.moveaxis(x, 0, -1) for x in (M, A, F, b)])
    rank_rtol = rules.tolerance(None, rules.RANK, M)

    right = jnp.concatenate([jnp.swapaxes(A, 0, 1), F], axis=1)
    product = rules.rounding(n, M.dtype)
    L, solved, definite = _eliminate(M, right, rank_rtol, product)
    Y, w = solved[:, :m], solved[:, m:]
    products = (Y[:, :, None] * solved[:, None, :]).sum(axis=0)
    gram, e = jax.lax.optimization_barrier((products[:, :m], b - products[:, m:]))
    K, e, full_rank = _eliminate(gram, e, least**2)
    lam = _back_substitute(K, e)
    y = jax.lax.optimization_barrier(w + (Y[:, :, None] * lam).sum(axis=1))
    x = _back_substitute(L, y)

    squares = jnp.stack([gram[i, i] for i in range(m)]) if m else b[:, 0]
    lengths = jnp.sqrt(squares + (squares == 0))
    mass = jnp.stack([M[i, i] for i in range(n)])
    moved = jnp.abs(x) + at_rest(n, M.dtype) * jnp.abs(F) / mass[:, None]
    terms = (jnp.abs(A)[:, :, None] * moved).sum(axis=1) + jnp.abs(b)
    Ax = (A[:, :, None] * x).sum(axis=1)
    residual = (jnp.abs(Ax - b) / (terms + (terms == 0))).max(axis=1)
    met = (residual <= consistency).all(axis=0)
    status = line_status(finite, symmetric, definite, full_rank, met)
    lost = jnp.where(status == Status.OK, 0.0, jnp.nan)
    front = lambda v: jnp.moveaxis(v, -1, 0)
    zero = jnp.zeros(members, jnp.int32)
    return Attempt(
        x=front(x + lost),
        lam=front(lam + lost),
        force=front((A[:, :, None] * lam[:, None]).sum(axis=0) + lost),
        residual=front(residual),
        lengths=front(lengths),
        free=jnp.zeros((members, n), M.dtype),
        rank=zero + m,
        status=status,
        taken=zero + NAMES.index("cholesky"),
    )


def _symmetric(M: jax.Array) -> jax.Array:
    diagonal = jnp.abs(jnp.diagonal(M, axis1=1, axis2=2))
    allowed = rules.tolerance(None, rules.CONSISTENCY, M) ** 2 * diagonal[:, :, None]
    return ((M - jnp.swapaxes(M, 1, 2)) ** 2 <= allowed * diagonal[:, None]).all(axis=(1, 2))


def _eliminate(M: jax.Array, right: jax.Array, least: float, product: float = 0.0):
    """Columns of L below the diagonal with 1 / L_jj, L⁻¹ right, and whether all pivots served.

    The barrier after each step keeps the compiler from computing a step anew for each of its
    uses, which would make the work grow like a power.
    """
    diagonal = [M[j, j] for j in range(M.shape[0])]
    columns, rows, ok, smallest = [], [], True, jnp.ones_like(M[0, 0]) if diagonal else 1.0
    for j in range(len(diagonal)):
        ok &= (M[0, 0] > least * diagonal[j]) & (M[0, 0] * smallest > product * diagonal[j])
        smallest = jnp.minimum(smallest, M[0, 0] / diagonal[j])
        inverse = 1.0 / jnp.sqrt(M[0, 0])
        column, row = M[1:, 0] * inverse, right[0] * inverse
        M, right = M[1:, 1:] - column[:, None] * column, right[1:] - column[:, None] * row
        M, right, inverse, column, row, ok, smallest = jax.lax.optimization_barrier(
            (M, right, inverse, column, row, ok, smallest)
        )
        columns.append((inverse, column))
        rows.append(row)
    return columns, jnp.stack(rows) if rows else right, ok


def _back_substitute(L, y: jax.Array) -> jax.Array:
    """x (n, k, members) with Lᵀ x = y."""
    x = y[:0]
    for j in reversed(range(len(L))):
        inverse, column = L[j]
        row = (y[j] - (column[:, None] * x).sum(axis=0)) * inverse
        x = jax.lax.optimization_barrier(jnp.concatenate([row[None], x]))
    return x
