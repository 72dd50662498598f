"""What a controller is made of; what it computes is in the files below."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array
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

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        described = (self.model, self.requirements, self.weight, self.actuation, self.gains)
        return *described, self.compromise, self.limits, self.robustness

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

    def within(self, inputs: Array) -> Array:
        """Inputs (k,) brought within the limits.

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
        return jnp.clip(inputs, *self.limits)

    def rows(self, q: Any, qd: Any, t: Any = 0.0, p: Any = None) -> Rows:
        """Names of the rows of the requirements, in their order.

        Parameters
        ----------
        q, qd, t, p : as for ``force``
        """
        return rows_of(self.required, q, qd, t, p)
