"""What the kernel answers: the acceleration, the force, and what became of the solve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import jax
import numpy as np

from zwang.base import arguments
from zwang.base.status import Status
from zwang.solvers.base import NAMES


@partial(jax.tree_util.register_dataclass)
@dataclass(frozen=True, eq=False)
class Solution:
    """The constrained acceleration and the force that brings it about.

    Attributes
    ----------
    qdd : (n,)          q̈, the acceleration
    Qc : (n,)           the constraint force, M q̈ − Q
    Qc_ideal : (n,)     the part that ideal constraints would exert; equals Aᵀ lam
    Qc_nonideal : (n,)  the part due to C; zero without it
    lam : (m,)          multipliers of the ideal part. Unique only if the rows are independent;
        otherwise those of least norm, each counted in the length of its row (where M is
        singular too, their derivatives hold these lengths fixed)
    rank : ()           rank of A
    residual : (m,)     |A q̈ − b|, row by row, in parts of what enters the row; without unit
    status : ()         a ``Status`` as a number; 0 is OK
    free : (n,)         a direction of q̈ that nothing determines; zero if there is none
    taken : ()          the solver that gave the answer, as a number; see ``chosen``

    After a failure the arrays are NaN, together with the status; only for ``NOT_UNIQUE`` are
    the forces still there, since they are unique.
    """

    qdd: Any
    Qc: Any
    Qc_ideal: Any
    Qc_nonideal: Any
    lam: Any
    rank: Any
    residual: Any
    status: Any
    free: Any
    taken: Any

    def member(self, index: Any) -> Solution:
        """One member of a batch of solutions.

        Parameters
        ----------
        index : its place in the batch; a tuple for a batch of batches
        """
        shape = np.shape(self.status)
        places = index if isinstance(index, tuple) else (index,)
        whole = all(isinstance(i, int | np.integer) and not isinstance(i, bool) for i in places)
        if not whole or len(places) > len(shape) or not _inside(places, shape):
            raise ValueError(
                f"`index` is {index!r}; wanted whole numbers that lie in a batch of the shape "
                f"{shape}."
            )
        return jax.tree.map(lambda x: x[index], self)

    def _require_one(self) -> None:
        if np.ndim(self.status):
            raise ValueError(
                f"This is a batch of the shape {np.shape(self.status)}; wanted one solution: "
                "take `.member(i)`."
            )

    @property
    def chosen(self) -> str:
        """Which solver gave the answer, and why that one."""
        self._require_one()
        if self.status != Status.OK:
            return f"no answer: {Status(int(self.status)).name}"
        taken, rank, m = int(self.taken), int(self.rank), self.lam.shape[-1]
        if taken < 0:
            return "a solver of the user's"
        if NAMES[taken] == "singular":
            why = "M is singular, or nearly so"
        elif rank < m:
            why = f"M is positive definite, and the constraints have rank {rank} of {m}"
        elif NAMES[taken] == "orthogonal":
            why = "M is positive definite, and the constraints nearly depend on each other"
        else:
            why = "M is positive definite and the constraints are independent"
        return f"{NAMES[taken]}: {why}"

    def explain(
        self, coordinates: Sequence[str] | None = None, constraints: Sequence[str] | None = None
    ) -> str:
        """What became of the solve, with the rows and coordinates concerned by name.

        Parameters
        ----------
        coordinates : names of the n coordinates; by default ``q[0]``, ``q[1]``, ...
        constraints : names of the m rows; by default ``row 0``, ``row 1``, ...
        """
        self._require_one()
        _names("coordinates", coordinates, self.qdd.shape[-1], "q[{}]")  # complains of what is none
        _names("constraints", constraints, self.lam.shape[-1], "row {}")
        status = Status(int(self.status))
        detail = self._detail(status, coordinates, constraints)
        return " ".join(filter(None, (f"{status.name}:", status.cause, detail, status.remedy)))

    def _detail(self, status: Status, coordinates=None, constraints=None) -> str:
        if status in (Status.INCONSISTENT, Status.INACCURATE):
            size = np.abs(np.asarray(self.residual))
            guilty = np.flatnonzero(size > 1e-3 * size.max())
            named = _names("constraints", constraints, len(size), "row {}")[guilty]
            return f"Not met: {', '.join(named)} (by {size.max():.1e} of what enters)."
        if status in (Status.NOT_UNIQUE, Status.NO_SOLUTION):
            free = np.asarray(self.free)
            moving = np.flatnonzero(np.abs(free) > 1e-9 * np.abs(free).max())
            names = _names("coordinates", coordinates, len(free), "q[{}]")
            named = [f"{free[i]:+.3g} {names[i]}" for i in moving]
            return f"Free is the direction {' '.join(named)}."
        return ""


def _inside(places: Sequence[int], shape: Sequence[int]) -> bool:
    return all(-size <= i < size for i, size in zip(places, shape, strict=False))


def _names(argument: str, given: Sequence[str] | None, count: int, default: str) -> np.ndarray:
    if given is None:
        return np.array([default.format(i) for i in range(count)], dtype=object)
    names = arguments.listed(argument, given, f"{count} names, or None")
    if not all(isinstance(name, str) for name in names):
        raise TypeError(f"`{argument}` is {given!r}; wanted {count} names, or None.")
    if len(names) != count:
        raise ValueError(f"`{argument}` has {len(names)} names; wanted {count}.")
    return np.array(names, dtype=object)
