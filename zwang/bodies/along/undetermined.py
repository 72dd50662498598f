"""What is not determined of the forces of a mechanism's joints: by dense matrices, or sparse."""

from __future__ import annotations

import abc
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from zwang.base.process.one_thread import one_thread
from zwang.consistency.independence import Independence, in_metric
from zwang.consistency.uniqueness import Uniqueness
from zwang.engine.large import Unsupported, loose_at
from zwang.equation.acceleration_form import Rows
from zwang.equation.matrices import evaluate
from zwang.system.elements import by_parts
from zwang.system.system import System

Exert = Callable[[np.ndarray], np.ndarray]


class AbstractUndetermined(abc.ABC):
    """What rows of constraints leave open of the forces that they exert."""

    A: Any  # (m, n) dense or sparse
    rows: Rows  # which row is whose
    lam: Any = None  # (m,) the multipliers, where they were found on the way

    @abc.abstractmethod
    def is_unique(self, own: Sequence[int]) -> bool:
        """Whether the force of these rows is."""

    @abc.abstractmethod
    def directions(self, own: Sequence[int], exert: Exert) -> tuple[np.ndarray, np.ndarray]:
        """Bases (j, 3) of what is not determined of force and torque."""


class Dense(AbstractUndetermined):
    """By dense matrices."""

    def __init__(self, system: System, q: Any, qd: Any, t: Any, p: Any):
        here = evaluate(system, q, qd, t, p)
        self.A, self.rows = np.asarray(here.form.A), here.form.rows
        self._all = Independence(in_metric(np.asarray(here.M), self.A))
        self._found = Uniqueness(self._all, self.rows.groups)

    def is_unique(self, own):
        return self._all.is_unique(own)

    def directions(self, own, exert):
        force, torque = (
            self._found.directions(own, lambda lam, part=part: exert(lam)[:, part])
            for part in (slice(3), slice(3, 6))
        )
        return force, torque


class Sparse(AbstractUndetermined):
    """By sparse matrices: a block for each joint."""

    def __init__(self, system: System, q: Any, qd: Any, t: Any, p: Any):
        self._loose, self.A, self.lam, self.rows = loose_at(system, q, qd, t, p)

    def is_unique(self, own):
        return not len(self._loose.directions(list(own), self._loose.columns(list(own))[1]))

    def directions(self, own, exert):
        lam = np.zeros((len(own), self.A.shape[0]))
        lam[range(len(own)), list(own)] = 1.0
        exerted = exert(lam)
        force, torque = (
            self._loose.directions(list(own), exerted[:, part]) for part in (slice(3), slice(3, 6))
        )
        return force, torque


@one_thread
def undetermined_at(system: System, q: Any, qd: Any, t: Any, p: Any) -> AbstractUndetermined:
    """What is not determined in a state."""
    if by_parts(system, len(q), rubbing=True):
        try:
            return Sparse(system, q, qd, t, p)
        except Unsupported:
            pass
    return Dense(system, q, qd, t, p)
