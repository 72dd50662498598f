"""How near a motion came to configurations in which its constraints lose rank."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import solve_lower
from zwang.equation.matrices import evaluate
from zwang.integrate.projection import metric
from zwang.motion.motion import Motion
from zwang.solvers.base import mass_factor


def sigma(motion: Motion) -> np.ndarray:
    r"""The smallest singular value that counts (T,) of A L⁻ᵀ, M = L Lᵀ.

    Rows are divided by the largest length that they have along the motion, so that neither units
    nor factors before a constraint change it. It is zero where rank is lost, and 1 without rows.

    Parameters
    ----------
    motion : whose system is known
    """
    motion.require_one()
    if motion.system is None:
        raise ValueError(
            "This motion has no system, for it comes from a file; wanted "
            "zw.load(path, system=...), since σ depends on the masses."
        )
    rank = int(np.max(motion.rank, initial=0))
    if rank == 0:
        return np.ones(len(motion))
    state = motion.q, motion.qd, motion.t
    M = [evaluate(motion.system, *row, motion.p).M for row in zip(*state, strict=True)]
    return np.asarray(_smallest(jnp.stack(M), jnp.asarray(motion.A), rank))


def _smallest(M: Any, A: Any, rank: int) -> Any:
    def in_metric(pair):
        L, _, _ = mass_factor(metric(*pair), jnp)
        return solve_lower(L, pair[1].T, jnp)

    Y = jax.lax.map(in_metric, (M, A))
    lengths = jnp.linalg.norm(Y, axis=1).max(axis=0)
    B = Y / jnp.where(lengths > 0, lengths, 1.0)
    return jnp.linalg.svd(B, compute_uv=False)[:, rank - 1]
