"""What a controller is made of; what it computes is in the files below."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array, as_floats, kept
from zwang.base.functions import Bound, Constant
from zwang.control.requirements import Gains, rows_of
from zwang.control.robust import Robust
from zwang.equation.acceleration_form import Rows
from zwang.system.constraints import AbstractConstraint
from zwang.system.origin import AbstractLaw
from zwang.system.system import System

LIMITS = ("lower", "upper")


@dataclass(frozen=True, eq=False)
class AbstractController(AbstractLaw):
    """The description of a controller; its fields are told in ``zwang.control.controller``."""

    model: System
    requirements: tuple[AbstractConstraint, ...]
    weight: Bound | Constant | None = None
    actuation: Bound | Constant | None = None
    gains: Gains = ()
    compromise: tuple[tuple[str, float], ...] | None = None
    limits: tuple[np.ndarray, np.ndarray] | None = None
    robustness: Robust | None = None
    C: Bound | Constant | None = None
    priority: tuple[tuple[str, int], ...] | None = None

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        described = (self.model, self.requirements, self.weight, self.actuation, self.gains)
        return *described, self.compromise, self.limits, self.robustness, self.C, self.priority

    @cached_property
    def required(self) -> System:
        """The model with the requirements in the place of its constraints; it never moves."""
        return self.model.with_constraints(self.requirements)

    @property
    def natural(self) -> bool:
        """Whether the force is Nature's choice: on every coordinate, least in uᵀM⁻¹u."""
        return self.weight is None and self.actuation is None

    @property
    def restricted(self) -> bool:
        """Whether the inputs have limits."""
        return self.limits is not None

    @property
    def plain(self) -> bool:
        """Whether it is Nature's choice and nothing else: all requirements met, without limits."""
        given = self.compromise, self.limits, self.priority
        return self.natural and all(x is None for x in given)

    @property
    def gives_up(self) -> bool:
        """Whether requirements may be missed, by as little as can be."""
        return self.compromise is not None or self.restricted

    def levels(self, rows: Rows) -> tuple[tuple[int, ...], ...]:
        """Rows of each level of priority, the highest first.

        Parameters
        ----------
        rows : which row is whose
        """
        level = dict(self.priority or ())
        of_row = [0] * len(rows.names)
        for name, places in rows.groups:
            for i in places:
                of_row[i] = level.get(name, of_row[i])
        return tuple(
            tuple(i for i, x in enumerate(of_row) if x == wanted) for wanted in sorted(set(of_row))
        )

    def limits_of(self, inputs: Array) -> tuple[Array, Array]:
        """Lower and upper limit of each input (k,).

        Parameters
        ----------
        inputs : (k,)
        """
        assert self.limits is not None
        for name, x in zip(LIMITS, self.limits, strict=True):
            if x.shape not in ((), inputs.shape):
                raise ValueError(
                    f"`{name}` has the shape {x.shape}; wanted a number, or {inputs.shape}, one "
                    "for each input."
                )
        low, high = (jnp.broadcast_to(x, inputs.shape) for x in self.limits)
        return low, high

    def within(self, inputs: Array) -> Array:
        """Inputs (k,) brought within the limits, each by itself.

        Parameters
        ----------
        inputs : (k,)
        """
        return jnp.clip(inputs, *self.limits_of(inputs))

    def at_limits(self, inputs: Array) -> Array:
        """Which inputs (k,) are at their limits.

        Parameters
        ----------
        inputs : (k,)
        """
        if self.limits is None:
            return jnp.zeros(inputs.shape, bool)
        low, high = self.limits_of(inputs)
        return (inputs <= low) | (inputs >= high)

    def rows(self, q: Any, qd: Any, t: Any = 0.0, p: Any = None) -> Rows:
        """Names of the rows of the requirements, in their order.

        Parameters
        ----------
        q, qd, t, p : as for ``force``
        """
        return rows_of(self.required, q, qd, t, p)


def checked_limits(lower: Any, upper: Any) -> tuple[np.ndarray, np.ndarray]:
    """Limits of inputs, or an error that says what is wrong with them."""
    low, high = (kept(np.asarray(as_floats(x, y, np))) for x, y in zip(LIMITS, (lower, upper)))
    fits = low.ndim < 2 and high.ndim < 2 and low.size and high.size
    fits = fits and (low.size == 1 or high.size in (1, low.size))
    if not fits or not (low <= high).all():
        raise ValueError(
            f"`lower` and `upper` are {lower!r} and {upper!r}; wanted numbers, or one for each "
            "input, the lower ones not above the upper ones."
        )
    return low, high
