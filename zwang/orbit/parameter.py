"""A parameter that is followed: the parameters that belong to a value of it, and their period."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import as_floats
from zwang.base.functions import Bound, join, split
from zwang.base.status import NumericalError, Status
from zwang.sensitivity.wrt import Directions


@dataclass(frozen=True, eq=False)
class Point:
    """A start, a period and the value of a parameter; not yet, or already, a periodic motion."""

    x: np.ndarray  # (2n,) q and q̇ at the start
    period: float
    value: float = 0.0  # of the parameter; zero without one

    @property
    def raw(self) -> np.ndarray:
        """All of it (2n + 2,)."""
        return np.append(self.x, [self.period, self.value])


@dataclass(frozen=True, eq=False)
class AtValue:
    """Parameters and period for a value of one of their numbers."""

    parameters: Any  # p, from which it begins
    # the direction of the number, or None where nothing is followed
    along: Directions | None = None
    period_of: Bound | None = None  # function of p that gives the period of what is forced, or None
    scale: float = 1.0  # in what the value counts
    times: int = 1  # how many of these periods make one

    def p(self, value: float) -> Any:
        """The parameters."""
        if self.along is None:
            return self.parameters
        return self.along.moved([value - float(self.along.values[0])])[0]

    @property
    def dp(self) -> list[np.ndarray]:
        """Their change with the value."""
        assert self.along is not None
        return [x[0] for x in self.along.dp]

    def period(self, value: float, before: float) -> float:
        """The period of what is forced. Raises NumericalError."""
        if self.period_of is None:
            return before
        try:
            return self.times * period_at(self.period_of, self.p(value))
        except ValueError as error:  # a step has gone too far; a shorter one need not
            raise NumericalError(Status.NO_ORBIT, f"At {value:.6g} {error}") from error

    def rate(self, value: float) -> float:
        """Its change with the value."""
        if self.period_of is None:
            return 0.0
        (numbers, rest), period_of = split(self.p(value)), self.period_of
        period = lambda numbers: period_of.at({"p": join(numbers, rest)})
        return self.times * float(
            jax.jvp(period, (numbers,), ([jnp.asarray(x) for x in self.dp],))[1]
        )


def period_at(period_of: Bound, p: Any) -> float:
    """What a function of p says the period is."""
    found = as_floats("period", period_of.at({"p": p}), np)
    if found.shape != () or not np.isfinite(found) or not found > 0.0:
        raise ValueError(f"`period` is {found}; wanted a positive number.")
    return float(found)
