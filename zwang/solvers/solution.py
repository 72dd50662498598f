"""What the kernel answers: the acceleration, the force, and what became of the solve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import jax
import numpy as np

from zwang.base import arguments
from zwang.base.status import Status
from zwang.solvers.base import NAMES, REASONS

MANY = 12  # names in a message
MET = 1e-12  # what may remain of rows that are not to blame


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
    freedom : where the acceleration is not unique, all of them (a ``zw.Freedom``): ``qdd`` is one
        and ``directions`` (n, k) span the rest. None where it is unique, or where nothing could
        be looked at: inside ``jit`` and in a batch

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
    freedom: Any = None

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
        reason, taken = divmod(taken, len(NAMES))
        if NAMES[taken] == "sparse":
            why = f"M and A have few entries, and so have their factors; rank {rank} of {m}"
        elif NAMES[taken] == "singular":
            why = "M is singular, or nearly so"
        elif rank < m:
            why = f"M is positive definite, and the constraints have rank {rank} of {m}"
        elif NAMES[taken] == "orthogonal":
            why = "M is positive definite, and the constraints nearly depend on each other"
        else:
            why = "M is positive definite and the constraints are independent"
        return f"{NAMES[taken]}: {why}" + (f"; dense, since {REASONS[reason]}" if reason else "")

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
            if not size.max(initial=0.0) > MET:
                return ""
            guilty = np.flatnonzero(size > 1e-3 * size.max())
            named = _listed(_names("constraints", constraints, len(size), "row {}")[guilty], ", ")
            return f"Not met: {named} (by {size.max():.1e} of what enters)."
        if status in (Status.NOT_UNIQUE, Status.NO_SOLUTION):
            names = _names("coordinates", coordinates, len(self.free), "q[{}]")
            if self.freedom is not None:
                told = replace(self.freedom, coordinates=tuple(names)).names
            else:  # a member of a batch knows one of them
                free = np.asarray(self.free)
                moving = np.flatnonzero(np.abs(free) > 1e-9 * np.abs(free).max())
                told = _listed([f"{free[i]:+.3g} {names[i]}" for i in moving], " ")
                return f"Free is the direction {told}; zw.solve of this one alone names all."
            if len(told) == 1:
                return f"Free is the direction {told[0]}."
            return f"Free are {len(told)} directions: {_listed(told, '; ')}."
        return ""


def _listed(names: Any, between: str) -> str:
    """The first of many names, and how many more there are."""
    more = f"{between}and {len(names) - MANY} more" if len(names) > MANY else ""
    return between.join(names[:MANY]) + more


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
