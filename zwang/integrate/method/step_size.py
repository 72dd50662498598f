"""How large an error may be, and how long a step: the one text of it, for JAX and for C.

All of it is arithmetic without branches, so the engine writes it out in C as it stands here.
"""

from __future__ import annotations

import abc
from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array, eps

GOLDEN = 0.618033988749895  # multiples of it lie apart, their whole parts left out
SHARE = 0.05  # of the tolerance, for one step
SAFETY = 0.85  # of the length that the error would allow
LEAST, MOST = 0.2, 10.0  # by which a step may differ from the one before
RETRY = 0.25  # after a step that was not sound


def tolerated(q: Array, qd: Array, rtol: Any, atol: Any) -> Array:
    """The error (2n,) that a step may add to each coordinate and velocity; more than rounding.

    It is a part of what is asked for: the errors of many steps add up.

    Shapes: q, qd (n,).
    """

    sizes = jnp.abs(q), jnp.abs(qd)
    return jnp.concatenate([allowed(x, x.max(), rtol, atol) for x in sizes])


def allowed(x: Array, largest: Array, rtol: Any, atol: Any) -> Array:
    """The error that a step may add to numbers of the sizes x, the largest of which is known."""
    rounding = 32 * eps(x.dtype) * largest + jnp.finfo(x.dtype).tiny
    return SHARE * (atol + rtol * x) + rounding


def tilted(q: Array, qd: Array, rtol: Any, atol: Any) -> Array:
    """What a state (2n,) may be off by, with other parts of it for each number: no two cancel."""
    parts = GOLDEN * np.arange(1, 2 * q.shape[0] + 1) % 1.0
    return tolerated(q, qd, rtol, atol) * (1.0 + parts)


def error_norm(
    q: Array,
    qd: Array,
    q_new: Array,
    qd_new: Array,
    error: Array,
    noise: Array,
    rtol: Any,
    atol: Any,
) -> Array:
    """The error of a step over what is tolerated, the largest of all; 1 is just good enough.

    Shapes: q, qd (n,), q_new, qd_new (n,), error (2n,), noise (2n,).
    """
    of_q, of_qd = (jnp.maximum(abs(a), abs(b)) for a, b in ((q, q_new), (qd, qd_new)))
    return (jnp.abs(error) / (tolerated(of_q, of_qd, rtol, atol) + noise)).max()


def initial_step(q: Array, qd: Array, qdd: Array, rtol: Any, atol: Any, span: Array) -> Array:
    """A first length that is rather too small: the rule lets it grow by ten at once.

    Shapes: q, qd, qdd (n,).
    """
    y, rate = jnp.concatenate([q, qd]), jnp.concatenate([qd, qdd])
    error = tolerated(q, qd, rtol, atol)
    size, speed = (jnp.abs(x / error).max() for x in (y, rate))
    return first_length(size, speed, span)


def first_length(size: Array, speed: Array, span: Array) -> Array:
    """A first length, from the largest part of the state and of its rate over what is tolerated."""
    guess = 0.01 * size / jnp.maximum(speed, 1e-300)
    return jnp.clip(jnp.where(jnp.isfinite(guess) & (guess > 0), guess, span), 1e-6 * span, span)


class AbstractStepSize(abc.ABC):
    """A rule for the length of the next step. A kind is a frozen dataclass with one method."""

    @abc.abstractmethod
    def factor(self, error: Array, former: Array, order: int) -> Array:
        """By how much the next step may be longer than this one, before bounds."""


@dataclass(frozen=True)
class Elementary(AbstractStepSize):
    """As long as this step's error alone says: h (1 / error)^(1/order)."""

    def factor(self, error: Array, former: Array, order: int) -> Array:
        return error ** (-1.0 / order)


@dataclass(frozen=True)
class PI(AbstractStepSize):
    """Of the last two errors: h error^(−kI/order) (former / error)^(kP/order).

    The second factor looks at how the error changes, and keeps steps from swinging.

    References
    ----------
    Gustafsson, Lundh, Söderlind, A PI stepsize control for the numerical solution of ordinary
    differential equations, BIT (1988).
    """

    # integral, proportional: kI and kP; by default those that the paper advises
    integral: float = 0.3
    proportional: float = 0.4

    def factor(self, error: Array, former: Array, order: int) -> Array:
        ratio = jnp.clip(former, 1e-4, 1.0) / error
        return error ** (-self.integral / order) * ratio ** (self.proportional / order)


def judge(
    rule: AbstractStepSize, order: int, error: Array, former: Array, sound: Array
) -> tuple[Array, Array]:
    """The error of a step, infinite if it was not sound; and the factor to the next length."""
    error = jnp.where(sound & jnp.isfinite(error), error, jnp.inf)
    factor = SAFETY * rule.factor(jnp.maximum(error, 1e-30), former, order)
    return error, jnp.where(sound, jnp.clip(factor, LEAST, MOST), RETRY)
