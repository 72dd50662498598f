r"""Priorities within limits: a lower aim has what the higher ones and the limits leave of inputs.

Level by level, with E the rows of all higher levels and e' what they got,

    (G τ − e)ᵀR (G τ − e) → min,    E τ = e',    l ≤ τ ≤ h,

and after the lowest the least (τ − C)ᵀN (τ − C). The active set of ``bounded`` has two aims, of
which the first never gives way to the second. So E τ = e', which can be met, is its first aim, and
the second one that of the level,

    (G τ − e)ᵀR (G τ − e) + δ (τ − τ')ᵀN (τ − τ') → min,

where δ makes the weight definite. Repeated with τ' the last answer it comes to the one for δ = 0
(R. T. Rockafellar, Monotone operators and the proximal point algorithm, 1976), and fast, since δ is
small.

A limit whose slope is not zero in the optimum of a level is met by every control that is as good
there. Such inputs stay where they are for all lower levels; else these would try to move them, and
E τ = e' would move them back, without end.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array
from zwang.base.status import gravest
from zwang.control.law.bounded import Within, bounded, slopes, with_held
from zwang.control.law.least_effort import EXACT, Inputs
from zwang.solvers.derivative import differentiable

DELTA = 1e-6  # in parts of what the level weighs most; the square of it is more than rounding
SETTLED = 1e-7  # slopes above this part of their terms are none of rounding
TURNS = 4  # each gains a factor of DELTA over the part that a direction weighs


class _Inputs(NamedTuple):
    """Limits of inputs, and which of them (k,) are settled where."""

    lower: Array
    upper: Array
    settled: Array
    at: Array
    status: Array


def bounded_by_level(
    how: Inputs,
    e: Array,
    C: Array,
    lower: Array,
    upper: Array,
    levels: tuple[tuple[int, ...], ...],
) -> Within:
    """The control within limits that serves each level as well as the higher ones allow.

    Parameters
    ----------
    how : what inputs do
    e : (m,)        demands
    C : (k,)        the control that is wanted where there is a choice
    lower, upper : (k,)     limits
    levels : rows of each level, the highest first
    """
    k, first = len(C), np.array(levels[0])
    now = _Inputs(lower, upper, jnp.zeros(k, bool), jnp.zeros(k, C.dtype), jnp.asarray(0))
    found, now = _nearest(now, _rows(how, first), e[first], C, 0)
    above, got = first, how.G[first] @ found.inputs
    for rows in map(np.array, levels[1:]):
        higher, level = _rows(how, above), _rows(how, rows)
        for _ in range(TURNS):
            N, wish, lost = _aim(level, e[rows], found.inputs)
            now = now._replace(status=gravest(now.status, lost, xp=jnp))
            found, later = _nearest(now, higher._replace(N=N), got, wish, 1)
        now = later
        above = np.concatenate([above, rows])
        got = jnp.concatenate([got, level.G @ found.inputs])
    found, now = _nearest(now, _rows(how, above), got, C, 0)
    held = (found.inputs >= upper).astype(int) - (found.inputs <= lower).astype(int)
    return found._replace(held=held, status=now.status)


def _rows(how: Inputs, rows: np.ndarray) -> Inputs:
    return Inputs(how.G[rows], how.N, None, how.inverse[rows])


def _aim(level: Inputs, e: Array, now: Array) -> tuple[Array, Array, Array]:
    """The weight GᵀR G + δ N of a level, the control that it wants, and the status of it."""
    weighted = level.G / level.inverse[:, None]
    N: Any = level.G.T @ weighted
    most: Any = (jnp.diagonal(N) / jnp.diagonal(level.N)).max()
    weighs: Any = jnp.where(most > 0, most, 1.0)
    N = N + DELTA * weighs * level.N
    N = (N + N.T) / 2
    step, status = _solved(N, weighted.T @ (e - level.G @ now))
    return N, now + step, status


def _solved(N: Array, F: Array) -> tuple[Array, Array]:
    """N⁻¹F (k,), and the status."""
    none = jnp.zeros((0, len(F)), F.dtype)
    found = differentiable(EXACT)(N, none, F[:, None], none[:, :1])
    return found.x[:, 0], found.status


def _nearest(now: _Inputs, how: Inputs, e: Array, C: Array, aim: int) -> tuple[Within, _Inputs]:
    """The nearest control with some inputs settled, and with those that one of its aims settles."""
    free = ~now.settled
    fixed: Any = jnp.where(free, 0.0, now.at)
    N = jnp.where(free[:, None] & free, how.N, 0.0) + jnp.diag(jnp.where(free, 0.0, 1.0))
    # What settled ones do to the second aim is another C of the rest.
    push: Any = jnp.where(free, how.N @ (C - fixed), now.at)
    C, lost = _solved(N, push)
    rest, e = Inputs(how.G * free, N, None, how.inverse), e - how.G @ fixed
    none = jnp.zeros(len(C), int)
    start = with_held(rest, e, C, fixed, none).inputs
    lower = jnp.where(free, now.lower, -jnp.inf)
    upper = jnp.where(free, now.upper, jnp.inf)
    found = bounded(rest, e, C, lower, upper, start)
    last = with_held(rest, e, C, found.inputs, found.held)
    steep = slopes(rest, e, last, C, found.held, SETTLED)[aim]
    settled = now.settled | ((found.held != 0) & (steep != 0))
    inputs = jnp.where(free, found.inputs, now.at)
    status = gravest(now.status, lost, found.status, xp=jnp)
    return found._replace(inputs=inputs), now._replace(settled=settled, at=inputs, status=status)
