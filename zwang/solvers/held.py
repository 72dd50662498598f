"""A solver whose rank rule is told by the motion it works for, and not once for all.

What cuts between rows that are independent and rows that are not is then a number of the program,
which may differ from member to member of a batch, and not a part of what is compiled.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from zwang.base.arrays import Array
from zwang.solvers.base import AbstractSolver, Found


class Held(AbstractSolver):
    """``base`` with another tolerance of the rank rule."""

    def __init__(self, base: Any, cut: Any):
        self.base, self.cut = base, cut
        self.consistency = base.consistency

    def find(self, M: Array, A: Array, F: Array, b: Array) -> Found:
        return replace(self.base, rank=self.cut).find(M, A, F, b)
