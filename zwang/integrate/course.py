"""How far a motion has come, and why it halts: what is handed from step to step.

``Course`` is all that a step leaves to the next; JAX and C hold the same fields.
"""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from zwang.base.arrays import Array

STATIC = {"static": True}  # a field that JAX holds fixed
# Every so many steps it must have come so far, in parts of what is left: 4e11 steps are too many.
STRETCH, PROGRESS = 4096, 1e-8


class Halt(enum.IntEnum):
    """Why the loop stopped."""

    NONE = 0  # it did not, or the buffer is full
    END = 1
    SINGULAR_AHEAD = 2  # after an accepted step
    SINGULAR_WITHIN = 3  # in a step that was not accepted
    STEP_TOO_SMALL = 4
    EVENT = 5  # in the last accepted step, which is not in the buffer yet
    FAILED = 6  # a fixed step
    RANK_ROSE = 7  # in a step that was not accepted


class Settings(NamedTuple):
    """Numbers of a motion: tolerances, fixed step (or 0), whether every step is reported; the
    longest step; for each target the time that is left out before it, None if none is a break.
    """

    rtol: Array
    atol: Array
    step: Array
    every: Array
    longest: Array | float = math.inf
    gaps: Any = None  # (K,)


class State(NamedTuple):
    """A time, and the state at it."""

    t: Array
    q: Array
    qd: Array


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class RankChange:
    """A singular configuration that a motion went through, or before which it ended."""

    t: Any  # when
    # before, at: rank of A before it, and at it
    before: int = field(metadata=STATIC)
    at: int = field(metadata=STATIC)
    # names of the rows that depend on each other there
    constraints: tuple[str, ...] = field(metadata=STATIC)
    # whether the motion behind it is the only one that goes on smoothly
    assured: bool = field(metadata=STATIC)


class Sight(NamedTuple):
    """What is seen of the constraints in a state."""

    sizes: Array  # (m,) largest lengths of the rows so far
    values: Array  # (k,) singular values of B, k = min(m, n), the largest first
    U: Array  # (m, k) left singular vectors
    polar: Array  # (m, n) U Vᵀ over the first r
    # (n,) how far each coordinate may move where all others give way: 1 in the metric M, divided by
    # σ
    reach: Array
    weight: Array  # (n,) of each coordinate in the rows of B
    shrunk: Array  # the shortest row, in parts of its largest length, from VANISHED to 1

    def sigma(self, rank: Array) -> Array:
        """The singular value that must not vanish; 1 without constraints."""
        if self.values.shape[0] == 0:
            return jnp.ones((), self.sizes.dtype)
        return jnp.where(rank > 0, self.values[jnp.maximum(rank - 1, 0)], 1.0)


class Course(NamedTuple):
    """How far a motion has come."""

    # now, before: the last accepted state, and the one before it
    now: State
    before: State
    h: Array  # length to try next
    error: Array  # norm of the error of the last accepted step, for the rule of step sizes
    sight: Sight | None  # of the constraints, now
    rank: Array  # largest rank so far
    cut: Array  # of the rank rule in the steps, see ``zwang.integrate.projection``
    # times, sigmas: (3,) the last three accepted times, and σ there
    times: Array
    sigmas: Array
    quiet: Array  # time before which no singular configuration is looked for
    turns: Array  # how often in turn a step was halved because the constraints turned too far
    # values, former: (e,) of the events' functions, now and before
    values: Array
    former: Array
    index: Array  # of the next of the times to land on
    # accepted, rejected: steps
    accepted: Array
    rejected: Array
    # smallest, largest: accepted lengths; the smallest without those cut to land on a time
    smallest: Array
    largest: Array
    # what a machine keeps of its own from call to call, so that calls change nothing
    kept: Any = None


class Advanced(NamedTuple):
    """Where the loop stopped, why, and the states to report that it passed; the first ``rows``."""

    course: Course
    halt: Array | int
    passed: State
    rows: Array | int


def begin(now: State, values: Array, sight: Sight | None, rank: Array, h: Any) -> Course:
    """The course before its first step. Shapes: values (e,)."""
    from zwang.integrate.projection import cut_for

    sigma = jnp.ones(()) if sight is None else sight.sigma(rank)
    zero = jnp.zeros((), int)
    return Course(
        now=now,
        before=now,
        h=jnp.asarray(h, float),
        error=jnp.ones(()),
        sight=sight,
        rank=jnp.asarray(rank),
        cut=cut_for(sigma),
        times=jnp.full(3, now.t),
        sigmas=jnp.full(3, sigma),
        quiet=jnp.full((), -jnp.inf, float),
        turns=zero,
        values=values,
        former=values,
        index=zero,
        accepted=zero,
        rejected=zero,
        smallest=jnp.full((), jnp.inf, float),
        largest=jnp.zeros(()),
    )
