"""What follows from the rows t, q, q̇ of a motion, by name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import jax

from zwang.base.arrays import Array
from zwang.equation.rows import Rows


@jax.tree_util.register_dataclass
@dataclass(frozen=True, eq=False)
class Observed:
    """What follows from T rows of t, q and q̇.

    Attributes
    ----------
    qdd, Qc, Qc_ideal, Qc_nonideal : (T, n)     as in ``Solution``
    multipliers : (T, m)    those of the ideal part, ``Solution.lam``
    A : (T, m, n)           constraint matrix
    residual : (T, m)       what remains of each row at its own level, φ, ψ or A q̈ − b, divided
        by the row's length
    residual_raw : (T, m)   the same, not divided
    rate, rate_raw : (T, h)     φ̇ of the holonomic rows, divided and not
    rank : (T,)             rank of A
    energy : (T,)           None where the system has none
    power : (T,)            Qc · q̇, of the constraint forces
    observables : (T, ...)  each, by name
    status : (T,)           a ``Status`` as a number, row by row
    rows : which row of A is whose
    """

    qdd: Array
    Qc: Array
    Qc_ideal: Array
    Qc_nonideal: Array
    multipliers: Array
    A: Array
    residual: Array
    residual_raw: Array
    rate: Array
    rate_raw: Array
    rank: Array
    energy: Any
    power: Array
    observables: dict[str, Any]
    status: Array
    rows: Rows = field(metadata={"static": True})
