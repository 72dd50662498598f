"""Side by side on a GPU: one lane a system, everything between loads and stores in registers.

The straight-line solver with vectors of lanes for scalars, as a Pallas kernel for Triton. Each
input is read once and each output written once, so it runs near the bandwidth of the memory;
the same code left to XLA is split into many kernels and runs at a tenth of that.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as lanes

from zwang.base.arrays import cholesky, solve_lower
from zwang.base.status import Status
from zwang.solvers import rank as rules
from zwang.solvers.base import NAMES, Attempt
from zwang.solvers.straight import scalar_solve

LANES = 32  # systems a block: one warp, so that each thread has registers for a whole system


def side_by_side(
    M: jax.Array, A: jax.Array, F: jax.Array, b: jax.Array, *, least: float, consistency: float
) -> Attempt:
    """All members the fast way; arguments as in ``zwang.solvers.batch.side_by_side``."""
    (members, m, n), k = A.shape, F.shape[2]
    shapes = [(n, k), (m, k), (n, k), (m,)]  # x, lam, force, residual
    outputs = [jax.ShapeDtypeStruct((members, *shape), M.dtype) for shape in shapes]
    outputs.append(jax.ShapeDtypeStruct((members,), jnp.int32))

    def kernel(*refs):
        # Addresses in 32 bits where they suffice: there is much arithmetic on them.
        index = jnp.int32 if members * n * max(m, n) < 2**31 else jnp.int64
        member = pl.program_id(0).astype(index) * LANES + jnp.arange(LANES, dtype=index)
        inside = member < members

        def read(ref, *place):
            return lanes.load(ref.at[(member, *place)], mask=inside, other=0.0)

        def write(ref, value, *place):
            lanes.store(ref.at[(member, *place)], value, mask=inside)

        M_, A_, F_, b_, x_, lam_, force_, residual_, status_ = refs
        A = [[read(A_, i, j) for j in range(n)] for i in range(m)]
        line = scalar_solve(
            [[read(M_, i, j) for j in range(n)] for i in range(n)],
            A,
            [[read(F_, i, c) for i in range(n)] for c in range(k)],
            [[read(b_, i, c) for i in range(m)] for c in range(k)],
            dtype=M.dtype,
            least=least,
            consistency=consistency,
        )
        lost = jnp.where(line.status == Status.OK, 0.0, jnp.nan)
        for c in range(k):
            for i in range(n):
                force = [A[r][i] * line.lam[c][r] for r in range(m)]
                write(x_, line.x[c][i] + lost, i, c)
                write(force_, sum(force, lost), i, c)
            for i in range(m):
                write(lam_, line.lam[c][i] + lost, i, c)
        for i in range(m):
            write(residual_, line.residual[i], i)
        write(status_, line.status)

    x, lam, force, residual, status = pl.pallas_call(
        kernel,
        grid=(pl.cdiv(members, LANES),),
        out_shape=outputs,
        compiler_params=lanes.CompilerParams(num_warps=LANES // 32, num_stages=1),
    )(M, A, F, b)
    return Attempt(
        x=x,
        lam=lam,
        force=force,
        residual=residual,
        lengths=_lengths(M, A),
        free=jnp.zeros((members, n), M.dtype),
        rank=jnp.full(members, m, jnp.int32),
        status=status,
        taken=jnp.full(members, NAMES.index("cholesky"), jnp.int32),
    )


def _lengths(M: jax.Array, A: jax.Array) -> jax.Array:
    """The lengths of the rows (members, m), apart: only derivatives ask for them.

    Where nobody does, the compiler leaves this out, and the kernel saves the writing.
    """

    def one(M, A):
        L, _ = cholesky(M, jnp)
        return jnp.asarray(rules.lengths_of(solve_lower(L, A.T, jnp), jnp))

    return jax.vmap(one)(M, A)
