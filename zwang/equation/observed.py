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
    """What follows from T rows of t, q and q̇."""

    # qdd, Qc, Qc_ideal, Qc_nonideal: (T, n) as in ``Solution``
    qdd: Array
    Qc: Array
    Qc_ideal: Array
    Qc_nonideal: Array
    multipliers: Array  # (T, m) those of the ideal part, ``Solution.lam``
    A: Array  # (T, m, n) constraint matrix
    # (T, m) what remains of each row at its own level, φ, ψ or A q̈ − b, divided by the row's
    # length
    residual: Array
    residual_raw: Array  # (T, m) the same, not divided
    # rate, rate_raw: (T, h) φ̇ of the holonomic rows, divided and not
    rate: Array
    rate_raw: Array
    rank: Array  # (T,) rank of A
    energy: Any  # (T,) None where the system has none
    power: Array  # (T,) Qc · q̇, of the constraint forces
    observables: dict[str, Any]  # (T, ...) each, by name
    status: Array  # (T,) a ``Status`` as a number, row by row
    rows: Rows = field(metadata={"static": True})  # which row of A is whose
