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
the simplex method, 1977).

Rounding must not turn in circles either. Where columns are nearly parallel, what one of them could
do beside the others is a direction or none by one rule, for slopes as for the controls: one that
adds no direction has no slope. And an input that was let go but stops at once at its limit stays
there until others have moved; in the later half, for good. So the turns suffice. What such an
input would still gain for the highest aim that it acts on is small, GAIN of the terms of the slope;
if it is not, the status is INACCURATE. The engine calls the same in C, runtime/c/bounded.h.
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
from zwang.integrate.projection import INDEPENDENT
from zwang.ir.calls import BOUNDED
from zwang.solvers.derivative import differentiable

# Slopes below FLAT of the terms they are sums of are zero, and so is what is missed; what is more
# has a rounding of FLAT ROUNDING of what enters.
FLAT, ROUNDING = 1e-10, 1e-3
GAIN = 1e-8  # steeper ones that were not followed are told
ROUNDED = 1e-11  # beyond a limit by this part of the largest input is at the limit
TURNS, MORE = 6, 12  # for each input and aim, and besides


class Within(NamedTuple):
    """A control within limits."""

    inputs: Array  # (k,) τ
    held: Array  # (k,) 1 at the upper limit, −1 at the lower one, else 0
    done: Array  # whether it is the nearest
    status: Array  # of the solves, a number


class Rest(NamedTuple):
    """The control with some inputs held: τ, what all levels ask of it, and the status."""

    inputs: Array
    rows: Taken
    status: Array


def bounded(
    how: Inputs, e: Array, C: Array, lower: Array, upper: Array, start: Array, levels: Levels
) -> Within:
    """The nearest control within limits. Shapes: e (m,), C (k,), lower, upper (k,), start (k,)."""
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

    told = BOUNDED, turns, FLAT, GAIN, ROUNDING, ROUNDED, INDEPENDENT, *sizes
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

    def turn(count: Any, state: tuple[Within, Array, Array]) -> tuple[Within, Array, Array]:
        now, loose, shut = state
        late = count >= turns // 2
        rest = with_held(how, e, C, now.inputs, now.held, levels)
        largest = size + (cost * jnp.abs(rest.inputs)).max()
        part, first = _part_of_the_way(now, rest.inputs, lower, upper, ROUNDED * largest / cost)
        far = first.any()
        inputs = jnp.clip(now.inputs + part * (rest.inputs - now.inputs), lower, upper)
        side = jnp.where(rest.inputs > now.inputs, 1, -1)
        met = jnp.where(first, side, now.held)
        inputs = jnp.where(met > 0, upper, jnp.where(met < 0, lower, inputs))
        # One that was let go, and is stopped at once, stays where it is until others have moved.
        moved = (jnp.abs(inputs - now.inputs) > ROUNDED * largest / cost).any()
        closed: Any = jnp.where(moved & ~late, False, shut | (first & loose & (late | ~moved)))
        slope, parts, adds = slopes(how, e, C, rest, levels, largest)
        back = _led_back(slope * now.held * ~closed, late)
        held = jnp.where(far, met, jnp.where(back, 0, now.held))
        done: Any = ~far & ~back.any()
        lost = done & (closed & _gains(parts * now.held, adds)).any()
        missed = jnp.where(lost, int(Status.INACCURATE), int(Status.OK))
        then = Within(inputs, held, done, gravest(now.status, rest.status, missed, xp=jnp))
        following = then, (loose & late) | (back & ~far), closed
        return jax.tree.map(lambda old, new: jnp.where(now.done, old, new), state, following)

    held = jnp.where(start > upper, 1, jnp.where(start < lower, -1, 0))
    now = Within(inputs, held, ~held.astype(bool).any(), jnp.asarray(int(Status.OK)))
    none = jnp.zeros(len(C), bool)
    found = jax.lax.fori_loop(0, turns, turn, (now, none, none))[0]
    unfinished = jnp.where(found.done, int(Status.OK), int(Status.INACCURATE))
    return found._replace(status=gravest(found.status, unfinished, xp=jnp))


def with_held(how: Inputs, e: Array, C: Array, inputs: Array, held: Array, levels: Levels) -> Rest:
    """The control of ``levels`` by the inputs that are not held.

    Shapes: e (m,), C (k,), inputs (k,), held (k,).
    """
    free = held == 0
    open_ = jnp.asarray(free, how.G.dtype)
    fixed: Any = jnp.where(free, 0.0, inputs)
    cost = costs(how.N)
    rows = taken(how.G / cost, open_, levels, (INDEPENDENT,) * len(levels))
    N = jnp.where(free[:, None] & free, how.N, 0.0) + jnp.diag(1.0 - open_)
    F, demand = open_ * (how.N @ (C - fixed)), rows.T @ (rows.Z @ (e - how.G @ fixed))
    # By rows that are orthonormal the kernel has no rank to decide: that is done.
    found = differentiable(EXACT)(N, rows.V * cost * open_, F[:, None], demand[:, None])
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


def _gains(back: Array, adds: Array) -> Any:
    """Which inputs (k,) would gain something, by slopes (aims, k) in parts of their terms. The
    highest aim decides to which an input adds a direction."""
    found, open_ = jnp.zeros(back.shape[1], bool), jnp.ones(back.shape[1], bool)
    for slope, new in zip(back, adds, strict=True):
        found, open_ = found | (open_ & (slope > GAIN)), open_ & ~new
    return found


def slopes(how: Inputs, e: Array, C: Array, rest: Rest, levels: Levels, largest: Array) -> Any:
    """Slopes of all aims (levels + 1, k), in the costs of inputs; exactly zero where flat. The
    same in parts of the terms they are sums of; and whether an input adds a direction at all.

    Shapes: e (m,), C (k,).
    """
    cost = costs(how.N)
    acts, off, found, higher = how.G / cost, cost * (rest.inputs - C), [], 0
    for rows, count in zip(map(np.array, levels), rest.rows.counts, strict=True):
        V, z = rest.rows.V[:higher], rest.rows.Z[higher : higher + count][:, rows]
        lengths = jnp.sqrt((acts[rows] ** 2).sum(axis=0))
        missed = how.G[rows] @ rest.inputs - e[rows]
        entering = lengths.max() * largest + jnp.sqrt((e[rows] ** 2).sum())
        left = jnp.sqrt((missed**2).sum())
        # What is missed by rounding has no slope, and what is not has rounding.
        missed = jnp.where(left > FLAT * entering, missed, 0.0)
        size = lengths * (left + ROUNDING * entering)
        slope, of = _beyond(missed @ acts[rows], size, rest.rows, higher)
        # An input that would add no direction to those of the free ones has no slope either.
        new = acts[rows] - (acts[rows] * rest.rows.free) @ V.T @ V
        new = new - z.T @ (z @ new)
        new = jnp.sqrt((new**2).sum(axis=0))
        slope = jnp.where(new > INDEPENDENT * lengths, slope, 0.0)
        found.append((slope, slope / of, new > FLAT * ROUNDING * lengths))
        higher += count
    slope, size = (how.N / cost[:, None] / cost) @ off, jnp.full_like(off, jnp.abs(off).sum())
    slope, of = _beyond(slope, size, rest.rows, higher)
    found.append((slope, slope / of, jnp.ones_like(off, bool)))
    return tuple(map(jnp.stack, zip(*found, strict=True)))


def _beyond(slope: Array, size: Array, rows: Taken, higher: int) -> tuple[Any, Any]:
    """A slope (k,) of terms of some size (k,) less what the first ``higher`` of V have of it; and
    that size."""
    V = rows.V[:higher]
    parts, terms = V @ (rows.free * slope), jnp.abs(V) @ (rows.free * size)
    slope, size = slope - parts @ V, size + terms @ (1.0 + jnp.abs(V))
    return jnp.where(jnp.abs(slope) > FLAT * size, slope, 0.0), jnp.where(size > 0, size, 1.0)
