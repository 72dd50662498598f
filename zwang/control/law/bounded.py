r"""The nearest control within limits: a quadratic program, in the metrics of the least control.

    (G τ − e)ᵀR (G τ − e) → min,    and of all these    (τ − C)ᵀN (τ − C) → min,    l ≤ τ ≤ h

So a limit costs nothing as long as other inputs can do its work. An active set solves it. With some
inputs held at limits the rest is the least control of ``least_effort``; then

- if the way to it leaves the limits, go as far as they allow, and hold the input that met one;
- else look at the slopes  z₁ = GᵀR (G τ − e)  and  z₂ = N (τ − C) − Gᵀν  of the two aims, the first
  where it is not zero: an input whose slope leads back inside is let go, the steepest first;
- if there is none, it is done.

The first aim never rises, and the second not where the first stays, so no set of held inputs comes
twice. Turns are counted; when they do not suffice, which was never seen, what was reached is within
the limits, and the status is INACCURATE. The engine calls the same in C, engine/c/bounded.h.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from zwang.base.arrays import Array
from zwang.base.status import Status, gravest
from zwang.control.law.least_effort import EXACT, Inputs, shortfall
from zwang.engine.scalar.calls.bounded import NAME
from zwang.solvers.derivative import differentiable

# Slopes below this part of the terms they are sums of are zero.
FLAT = 1e-10
TURNS, MORE = 4, 4  # for each input, and besides


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
    """The least control with some inputs held: τ, what it misses (m,), and ν (m,)."""

    inputs: Array
    missed: Array
    nu: Array
    status: Array


def bounded(how: Inputs, e: Array, C: Array, lower: Array, upper: Array, start: Array) -> Within:
    """The nearest control within limits.

    Parameters
    ----------
    how : what inputs do
    e : (m,)        demands
    C : (k,)        the control that is wanted where there is a choice
    lower, upper : (k,)     limits
    start : (k,)    the control without limits
    """
    return _compiled(len(C))(how.G, how.N, how.inverse, e, C, lower, upper, start)


@cache
def _compiled(k: int) -> Callable[..., Within]:
    """The active set for k inputs, under the name by which the engine knows it."""
    turns = TURNS * k + MORE

    def active_set(*given: Array) -> Within:
        return _active_set(turns, *given)

    active_set.__name__ = f"{NAME}_{turns}_{FLAT!r}_{EXACT.rank!r}"
    return jax.jit(active_set)


def _active_set(
    turns: int,
    G: Array,
    N: Array,
    inverse: Array,
    e: Array,
    C: Array,
    lower: Array,
    upper: Array,
    start: Array,
) -> Within:
    how = Inputs(G, N, None, inverse)

    def turn(_, now: Within) -> Within:
        rest = with_held(how, e, C, now.inputs, now.held)
        part, first = _part_of_the_way(now.inputs, rest.inputs, now.held, lower, upper)
        far = part < 1.0
        inputs = now.inputs + part * (rest.inputs - now.inputs)
        side = jnp.where(rest.inputs > now.inputs, 1, -1)
        met = jnp.where(first & far, side, now.held)
        inputs = jnp.where(met > 0, upper, jnp.where(met < 0, lower, inputs))
        back = _led_back(how, e, rest, C, now.held)
        held = jnp.where(far, met, jnp.where(back, 0, now.held))
        done = ~far & ~back.any()
        moved = Within(inputs, held, done, gravest(now.status, rest.status, xp=jnp))
        return jax.tree.map(lambda old, new: jnp.where(now.done, old, new), now, moved)

    inputs = jnp.clip(start, lower, upper)
    held = jnp.where(start > upper, 1, jnp.where(start < lower, -1, 0))
    now = Within(inputs, held, ~held.astype(bool).any(), jnp.asarray(int(Status.OK)))
    found = jax.lax.fori_loop(0, turns, turn, now)
    unfinished = jnp.where(found.done, int(Status.OK), int(Status.INACCURATE))
    return found._replace(status=gravest(found.status, unfinished, xp=jnp))


def with_held(how: Inputs, e: Array, C: Array, inputs: Array, held: Array) -> Rest:
    """The least control of the inputs that are not held.

    Parameters
    ----------
    how : what inputs do
    e : (m,)        demands
    C : (k,)        the control that is wanted where there is a choice
    inputs : (k,)   of which those that are held count
    held : (k,)     which are; zero for none
    """
    free = held == 0
    fixed: Any = jnp.where(free, 0.0, inputs)
    G = how.G * free
    N = jnp.where(free[:, None] & free, how.N, 0.0) + jnp.diag(jnp.where(free, 0.0, 1.0))
    F = free * (how.N @ (C - fixed))
    demand = e - how.G @ fixed
    missed = shortfall(G, demand[:, None], how.inverse)
    found = differentiable(EXACT)(N, G, F[:, None], demand[:, None] + missed)
    inputs = fixed + free * found.x[:, 0]
    return Rest(inputs, how.G @ inputs - e, found.lam[:, 0], found.status)


def _part_of_the_way(
    now: Array, then: Array, held: Array, lower: Array, upper: Array
) -> tuple[Array, Array]:
    """How far of the way to go within the limits, and which input (k,) stops it."""
    way = then - now
    room = jnp.where(way > 0, upper - now, lower - now)
    leaves = (held == 0) & (jnp.where(way > 0, then > upper, then < lower))
    share: Any = jnp.where(leaves, room / jnp.where(leaves, way, 1.0), 1.0)
    part = jnp.clip(share.min(), 0.0, 1.0)
    return part, leaves & (jnp.arange(len(now)) == jnp.argmin(share))


def _led_back(how: Inputs, e: Array, rest: Rest, C: Array, held: Array) -> Array:
    """Which held input (k,) to let go: the one with the steepest slope back inside, if any."""
    of_first, of_second = slopes(how, e, rest, C, held)
    matters = (of_first > 0).any()
    if_flat: Any = jnp.where(of_first == 0.0, of_second, 0.0)
    slope = jnp.where(matters, of_first, if_flat)
    return (slope > 0) & (jnp.arange(len(held)) == jnp.argmax(slope))


def slopes(
    how: Inputs, e: Array, rest: Rest, C: Array, held: Array, flat: float = FLAT
) -> tuple[Any, Any]:
    """Slopes z₁ and z₂ of held inputs (k,), positive where they lead back inside.

    Parameters
    ----------
    how : what inputs do
    e : (m,)        demands
    rest : of ``with_held``
    C : (k,)        the control that is wanted where there is a choice
    held : (k,)     1 at the upper limit, −1 at the lower one, else 0
    flat : slopes below this part of the terms they are sums of are zero
    """
    # What is missed by rounding has no slope.
    root = jnp.sqrt(how.inverse)
    entering = (jnp.abs(how.G) @ jnp.abs(rest.inputs) + jnp.abs(e)) / root
    real = jnp.abs(rest.missed) / root > FLAT * entering.max(initial=0.0)
    weighted = jnp.where(real, rest.missed, 0.0) / how.inverse
    first, size = how.G.T @ weighted, jnp.abs(how.G).T @ jnp.abs(weighted)
    off = rest.inputs - C
    second = how.N @ off - how.G.T @ rest.nu
    terms = jnp.abs(how.N) @ jnp.abs(off) + jnp.abs(how.G).T @ jnp.abs(rest.nu)
    # In units of each input: its slope over the root of its weight.
    unit = 1.0 / jnp.sqrt(jnp.diagonal(how.N))

    def steep(z: Array, size: Array) -> Any:
        return jnp.where(jnp.abs(z) > flat * size, z * held * unit, 0.0)

    return steep(first, size), steep(second, terms)
