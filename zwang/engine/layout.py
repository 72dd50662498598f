"""Rows of a motion as ``zw_row`` of observe.h writes them, by name again."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from zwang.engine.program.sizes import Sizes
from zwang.equation.observe import Observed

Parts = list[tuple[str, tuple[int, ...]]]


def parts_of(sizes: Sizes, energy: bool) -> Parts:
    """What stands in a row, in its order: names and shapes.

    Parameters
    ----------
    sizes : of the program
    energy : whether the system tells its energy
    """
    n, m, h = sizes.n, sizes.m, sizes.rows.positions
    parts: Parts = []
    parts += [(name, (n,)) for name in ("qdd", "Qc", "Qc_ideal", "Qc_nonideal")]
    parts += [(name, (m,)) for name in ("multipliers", "residual", "residual_raw")]
    parts += [("rate", (h,)), ("rate_raw", (h,)), ("A", (m, n)), ("power", ())]
    parts += [("energy", ())] if energy else []
    return parts + [(f"observable {name}", shape) for name, shape in sizes.observables]


def size_of(parts: Parts) -> int:
    """How many numbers stand in a row."""
    return sum(math.prod(shape) for _, shape in parts)


def observed(sizes: Sizes, parts: Parts, found: np.ndarray, whole: np.ndarray) -> Observed:
    """What C wrote, by name.

    Parameters
    ----------
    sizes : of the program
    parts : of a row
    found : (T, .)      numbers
    whole : (T, 2)      rank and status
    """
    fields: dict[str, Any] = {}
    begin = 0
    for name, shape in parts:
        end = begin + math.prod(shape)
        fields[name] = found[:, begin:end].reshape(len(found), *shape).copy()
        begin = end
    observables = {name: fields.pop(f"observable {name}") for name, _ in sizes.observables}
    fields = {"energy": None} | fields
    return Observed(
        **fields,
        observables=observables,
        rank=whole[:, 0].astype(np.int32),
        status=whole[:, 1].astype(np.int32),
        rows=sizes.rows,
    )
