r"""Requirements that depend on each other: where they agree on the path, they are met off it too.

A path of joints and that of their tip agree on the path. Off it their rows ask for different
accelerations: φ is bent, and gains may differ. With κ the feedback, e = b + κ − A q̈_plant, and −R e
the least change that makes demands e possible, each row in its length in the metric, rows agree if

    max |R φ| ≤ max |φ| / 20,       max |R e| ≤ 2 max |κ|        over rows in their lengths.

Beside a path the errors φ are A δq, of which R leaves nothing to first order; of paths that
contradict each other R leaves all that the nearest control cannot mend. And the demands without
feedback lack something of the order of φ, which is to be no more than the feedback asks. Rows that
agree are asked for e − R e: by the least squares of all. Else, and on the path, nothing changes.

All rows are on positions here, with errors φ, or all on velocities, with errors ψ. Compromises,
limits and priorities have rules of their own for what is missed.
"""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from zwang.base.arrays import Array
from zwang.control.description import AbstractController
from zwang.control.law.judge import LIMIT
from zwang.control.requirements import Wanted

# What may be left of the errors: as much as paths bend on the way back to them, and no more, since
# paths that contradict each other by less are refused only where errors have died out so far. And
# of the demands, beside the feedback.
ERRORS, FEEDBACK = 0.05, 2.0


def errors_of(controller: AbstractController, rows: Wanted) -> Array | None:
    """The errors (m,) by which it is judged; None if no rows may yield."""
    m, some = len(rows.rows.names), rows.rows
    chosen = controller.degrees is not None or controller.priority is not None
    one_kind = some.positions == m or (some.positions == 0 and some.velocities == m)
    if len(some.groups) < 2 or not controller.gains or chosen or controller.gives_up:
        return None
    return rows.error if one_kind else None


def change(rows: Wanted, b: Array, fed: Array, left: Array, lengths: Array) -> Array:
    """The change of demands b (m,) off the path, −R e; zero for rows that agree or contradict.

    Shapes: fed, lengths (m,), left (m, 2) −R e and −R φ.
    """
    safe: Any = jnp.where(lengths > 0, lengths, 1.0)
    largest = lambda x: (jnp.abs(x) / safe).max()
    agree = largest(left[:, 1]) <= ERRORS * largest(rows.error)
    agree = agree & (largest(left[:, 0]) <= FEEDBACK * largest(b - rows.b))
    nothing: Any = LIMIT * safe * largest(b) + fed
    some = (jnp.abs(left[:, 0]) > nothing).any()
    return jnp.where(agree & some, left[:, 0], 0.0)
