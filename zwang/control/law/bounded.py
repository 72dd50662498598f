r"""The nearest control within limits: quadratic programs one after the other, by one active set.

Level by level, the highest first, and of all controls that are as good for the higher levels,

    |G τ − e|² → min,    and after the lowest    (τ − C)ᵀN (τ − C) → min,    l ≤ τ ≤ h,

with what is missed in coordinates of ``miss``. So a limit costs nothing as long as other inputs can
do its work, and a lower aim takes nothing from a higher one. With some inputs held at limits the
rest is that of ``levels``; then

- if the way to it leaves the limits, go as far as they allow, and hold the input that met one;
- else look at the slopes  Gᵀ(G τ − e)  and  N (τ − C)  of the aims, each less what the free inputs
  do for the higher ones: an input is let go whose first slope that is not zero leads back inside,
  of the highest aim that has one, the steepest;
- if there is none, it is done.

An aim never rises where the higher ones stay, so no set of held inputs comes twice, unless steps
have no length: several inputs are at limits that one of them would do. After half of the turns the
first input in order is let go or held, not the steepest (R. G. Bland, New finite pivoting rules for
the simplex method, 1977). When all turns do not suffice, what was reached is within the limits, and
the status is INACCURATE. The engine calls the same in C, engine/c/bounded.h.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array
from zwang.base.status import Status, gravest
from zwang.control.law.least_effort import EXACT, Inputs
from zwang.control.law.levels import Levels, Taken, costs, taken
from zwang.engine.scalar.calls.bounded import NAME
from zwang.integrate.projection import INDEPENDENT
from zwang.solvers.derivative import differentiable

# Slopes below FLAT of the terms they are sums of are zero, and so is what is missed; what is more
# has a rounding of FLAT ROUNDING of what enters.
FLAT, ROUNDING = 1e-10, 1e-3
ROUNDED = 1e-11  # beyond a limit by this part of the largest input is at the limit
TURNS, MORE = 6, 12  # for each input and aim, and besides


class Within(NamedTuple):
    """A control within limits.

    Attributes
    ----------
    inputs : (k,)   τ
    held : (k,)     1 at the upper limit, −1 at the lower one, else 0
    done : ()       whether it is the nearest
    status : ()     of the solves, a number
    """

    inputs: Array
    held: Array
    done: Array
    status: Array


class Rest(NamedTuple):
    """The control with some inputs held: τ, what all levels ask of it, and the status."""

    inputs: Array
    rows: Taken
    status: Array


def bounded(
    how: Inputs, e: Array, C: Array, lower: Array, upper: Array, start: Array, levels: Levels
) -> Within:
    """The nearest control within limits.

    Parameters
    ----------
    how : what inputs do to what is missed
    e : (m,)        demands
    C : (k,)        the control that is wanted where there is a choice
    lower, upper : (k,)     limits
    start : (k,)    the control without limits
    levels : rows of each level, the highest first
    """
    order = np.concatenate([np.array(rows, int) for rows in levels])
    search = _compiled(len(C), tuple(map(len, levels)))
    return search(how.G[order], how.N, e[order], C, lower, upper, start)


@cache
def _compiled(k: int, sizes: tuple[int, ...]) -> Callable[..., Within]:
    """The active set for k inputs and levels of some rows, by the name that the engine knows."""
    turns, ends = TURNS * k * (len(sizes) + 1) + MORE, np.cumsum(sizes)
    levels = tuple(
        tuple(range(end - size, end)) for end, size in zip(ends.tolist(), sizes, strict=True)
    )

    def active_set(*given: Array) -> Within:
        return _active_set(levels, turns, *given)

    told = NAME, turns, FLAT, ROUNDING, ROUNDED, INDEPENDENT, *sizes
    active_set.__name__ = "_".join(map(str, told))
    return jax.jit(active_set)


def _active_set(
    levels: Levels,
    turns: int,
    G: Array,
    N: Array,
    e: Array,
    C: Array,
    lower: Array,
    upper: Array,
    start: Array,
) -> Within:
    how, cost, inputs = Inputs(G, N, None), costs(N), jnp.clip(start, lower, upper)
    size = (cost * (jnp.abs(inputs) + jnp.abs(C))).max()

    def turn(count: Any, now: Within) -> Within:
        late = count >= turns // 2
        rest = with_held(how, e, C, now.inputs, now.held, levels)
        largest = size + (cost * jnp.abs(rest.inputs)).max()
        part, first = _part_of_the_way(now, rest.inputs, lower, upper, ROUNDED * largest / cost)
        far = first.any()
        inputs = jnp.clip(now.inputs + part * (rest.inputs - now.inputs), lower, upper)
        side = jnp.where(rest.inputs > now.inputs, 1, -1)
        met = jnp.where(first, side, now.held)
        inputs = jnp.where(met > 0, upper, jnp.where(met < 0, lower, inputs))
        back = _led_back(slopes(how, e, C, rest, levels, largest) * now.held, late)
        held = jnp.where(far, met, jnp.where(back, 0, now.held))
        done: Any = ~far & ~back.any()
        moved = Within(inputs, held, done, gravest(now.status, rest.status, xp=jnp))
        return jax.tree.map(lambda old, new: jnp.where(now.done, old, new), now, moved)

    held = jnp.where(start > upper, 1, jnp.where(start < lower, -1, 0))
    now = Within(inputs, held, ~held.astype(bool).any(), jnp.asarray(int(Status.OK)))
    found = jax.lax.fori_loop(0, turns, turn, now)
    unfinished = jnp.where(found.done, int(Status.OK), int(Status.INACCURATE))
    return found._replace(status=gravest(found.status, unfinished, xp=jnp))


def with_held(how: Inputs, e: Array, C: Array, inputs: Array, held: Array, levels: Levels) -> Rest:
    """The control of ``levels`` by the inputs that are not held.

    Parameters
    ----------
    how : what inputs do to what is missed
    e : (m,)        demands
    C : (k,)        the control that is wanted where there is a choice
    inputs : (k,)   of which those that are held count
    held : (k,)     which are; zero for none
    levels : rows of each level, the highest first
    """
    free = held == 0
    open_ = jnp.asarray(free, how.G.dtype)
    fixed: Any = jnp.where(free, 0.0, inputs)
    rows = taken(how.G / costs(how.N), open_, levels, (INDEPENDENT,) * len(levels))
    N = jnp.where(free[:, None] & free, how.N, 0.0) + jnp.diag(1.0 - open_)
    F, demand = open_ * (how.N @ (C - fixed)), rows.Z @ (e - how.G @ fixed)
    found = differentiable(EXACT)(N, (rows.Z @ how.G) * open_, F[:, None], demand[:, None])
    return Rest(fixed + open_ * found.x[:, 0], rows, found.status)


def _part_of_the_way(
    now: Within, then: Array, lower: Array, upper: Array, beyond: Array
) -> tuple[Array, Array]:
    """How far of the way to go within the limits, and which input (k,) stops it, if any; none does
    that would only be ``beyond`` (k,) its limit."""
    way = then - now.inputs
    room = jnp.where(way > 0, upper, lower) - now.inputs
    leaves = (now.held == 0) & ((then > upper + beyond) | (then < lower - beyond))
    share: Any = jnp.where(leaves, room / jnp.where(leaves, way, 1.0), 2.0)
    part = jnp.clip(share.min(), 0.0, 1.0)
    return part, leaves & (jnp.arange(len(way)) == jnp.argmin(share))


def _led_back(back: Array, late: Any) -> Array:
    """Which input (k,) to let go, by slopes (aims, k) that are positive where they lead back."""
    chosen, flat = jnp.zeros(back.shape[1], bool), jnp.ones(back.shape[1], bool)
    for slope in back:
        leads = flat & (slope > 0)
        steep: Any = jnp.where(late, 1.0, slope)
        steepest = leads & (jnp.arange(len(slope)) == jnp.argmax(steep * leads))
        chosen = jnp.where(chosen.any(), chosen, steepest)
        flat = flat & (slope == 0.0)
    return chosen


def slopes(how: Inputs, e: Array, C: Array, rest: Rest, levels: Levels, largest: Array) -> Any:
    """Slopes of all aims (levels + 1, k), in the costs of inputs; exactly zero where flat.

    Parameters
    ----------
    how : what inputs do to what is missed
    e : (m,)        demands
    C : (k,)        the control that is wanted where there is a choice
    rest : of ``with_held``
    levels : rows of each level, the highest first
    largest : () input, in its cost
    """
    cost = costs(how.N)
    acts, off, found, higher = how.G / cost, cost * (rest.inputs - C), [], 0
    for rows, count in zip(map(np.array, levels), rest.rows.counts, strict=True):
        lengths = jnp.sqrt((acts[rows] ** 2).sum(axis=0))
        missed = how.G[rows] @ rest.inputs - e[rows]
        entering = lengths.max() * largest + jnp.sqrt((e[rows] ** 2).sum())
        left = jnp.sqrt((missed**2).sum())
        # What is missed by rounding has no slope, and what is not has rounding.
        missed = jnp.where(left > FLAT * entering, missed, 0.0)
        size = lengths * (left + ROUNDING * entering)
        found.append(_beyond(missed @ acts[rows], size, rest.rows, higher))
        higher += count
    slope, size = (how.N / cost[:, None] / cost) @ off, jnp.full_like(off, jnp.abs(off).sum())
    found.append(_beyond(slope, size, rest.rows, higher))
    return jnp.stack(found)


def _beyond(slope: Array, size: Array, rows: Taken, higher: int) -> Any:
    """A slope (k,) of terms of some size (k,) less what the first ``higher`` of V have of it."""
    V = rows.V[:higher]
    parts, terms = V @ (rows.free * slope), jnp.abs(V) @ (rows.free * size)
    slope, size = slope - parts @ V, size + terms @ (1.0 + jnp.abs(V))
    return jnp.where(jnp.abs(slope) > FLAT * size, slope, 0.0)
