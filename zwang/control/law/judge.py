r"""Whether a control meets the requirements: one rule, for C and JAX, for the force and its report.

What is left of row i, A q̈ − b, counts as nothing if it is at most

    LIMIT ((|A| |q̈|)_i + ‖row i‖ max_j |b_j| / ‖row j‖)
        + rounding of the errors fed back + rounding ‖row i‖ (whole size)

The first term is for data: what is measured lies a little off the constraints and the path, where
rows that depend on each other disagree a little. It is of the size of all demands, in the metric M,
so that a row whose own demand is zero has its share. The last is for rounding. Orthogonal factors
spread it over all rows, so it is of the size of the whole problem in the metric: of q̈, of the
plant's own acceleration, and of what each input adds. Where the control goes through the
constrained inverse mass P, which is cleaned of what the rank rule calls nothing, that counts as
rounding. The acceleration itself is no size for data: it grows where inputs lose their grip.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array
from zwang.base.status import Status
from zwang.control.plant import SOLVER
from zwang.solvers import rank as rules

LIMIT = rules.tolerance(SOLVER.consistency, rules.CONSISTENCY, np.ones(1))
CLEANED = rules.tolerance(None, rules.RANK, np.ones(1))


def allowed(A: Array, b: Array, fed: Array, qdd: Array, lengths: Array, rounded: Array) -> Array:
    """What counts as nothing in each row (m,); derivatives hold it fixed.

    Shapes: A, b (m, n), fed (m,), qdd (n,), lengths (m,).
    """
    safe: Any = jnp.where(lengths > 0, lengths, 1.0)
    demands: Any = jnp.where(lengths > 0, jnp.abs(b) / safe, 0.0)
    terms = jnp.abs(A) @ jnp.abs(qdd) + lengths * demands.max(initial=0.0)
    found: Any = LIMIT * terms + fed + lengths * rounded
    return jax.lax.stop_gradient(found)


def judged(left: Array, nothing: Array) -> Array:
    """INFEASIBLE as a number, unless what is left (m,) of all rows is nothing (m,)."""
    off = jnp.abs(left) > nothing
    return jnp.where(off.any(), int(Status.INFEASIBLE), int(Status.OK))
