"""Joints and forces of one kind, evaluated together: time and program grow with kinds and numbers.

First the markers of all of them, with their rates, in one go; then for each kind one function of
markers, mapped over its members. It gives blocks: for each member, row and body the derivatives by
the body's seven coordinates. Nothing here is dense; ``Layout`` says where each block belongs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import lru_cache
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from zwang.base.arrays import namespace
from zwang.base.identity.keyed import AbstractKeyed, key
from zwang.bodies import marker
from zwang.bodies.kinds.body import Placed
from zwang.bodies.marker import Mark
from zwang.bodies.varying import Made, put, stack
from zwang.emit import plainly


class Batch(AbstractKeyed):
    """Members alike in all but numbers: joints or forces of one kind."""

    def __init__(self, members: Sequence[Any], places: Sequence[int], index: dict[str, int]):
        self.model = members[0]  # the first member, whose functions serve all
        self.places = np.asarray(places)  # (J,) their places among the joints, or the forces
        # (J, arity) indices of their bodies; the ground is the last
        self.bodies = np.array([[index[body.name] for body in x.bodies] for x in members])
        stacked = [[np.stack(part) for part in zip(*x.marks, strict=True)] for x in members]
        # their markers, arrays with (J, arity) in front
        self.marks = Mark(*(np.stack(part) for part in zip(*stacked, strict=True)))
        # their numbers by name, arrays with (J,) in front
        self.numbers = stacked_numbers([x.numbers for x in members])
        # those whose numbers depend on the parameters, and their places in the arrays
        self.open = [(i, x) for i, x in enumerate(members) if x.open]

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        open = tuple((i, x.sources()) for i, x in self.open)
        return self.model.law(), self.places, self.bodies, tuple(self.marks), self.numbers, open

    def at(self, made: Made) -> Batch:
        """The same with the numbers that parameters give."""
        if not self.open:
            return self
        found, members = copy(self), [made(x) for _, x in self.open]
        which = [i for i, _ in self.open]
        marks = [[stack(part) for part in zip(*x.marks, strict=True)] for x in members]
        pairs = zip(self.marks, zip(*marks, strict=True), strict=True)
        found.marks = Mark(*(put(x, which, values) for x, values in pairs))
        found.numbers = numbers_at(self.numbers, self.open, made)
        return found

    @property
    def arrays(self) -> dict[str, Array]:
        """Its numbers as JAX arrays."""
        return {name: jnp.asarray(x) for name, x in self.numbers.items()}


def batched(members: Sequence[Any], index: dict[str, int]) -> tuple[Batch, ...]:
    """Members sorted into batches, each in the order given."""
    found: dict[Any, list[int]] = {}
    for i, member in enumerate(members):
        found.setdefault(key(member.law()), []).append(i)
    return tuple(Batch([members[i] for i in places], places, index) for places in found.values())


def stacked_numbers(numbers: Sequence[dict[str, Any]]) -> dict[str, np.ndarray]:
    """Numbers by name, of one member after the other."""
    return {name: np.stack([np.asarray(x[name], float) for x in numbers]) for name in numbers[0]}


def numbers_at(
    numbers: dict[str, np.ndarray], open: Sequence[tuple[int, Any]], made: Made
) -> dict[str, Any]:
    """Numbers by name, with those that parameters give."""
    if not open:
        return numbers
    which, own = [i for i, _ in open], [made(x).numbers for _, x in open]
    return {name: put(x, which, [y[name] for y in own]) for name, x in numbers.items()}


# -- markers -----------------------------------------------------------------------------------


class Marked(NamedTuple):
    """Markers in the world as vectors, with their rates; see ``marker.vector`` and ``speeds``."""

    # y, yd, ydd: (..., 16) place and axes, their rates, and second rates at q̈ = 0
    y: Array
    yd: Array
    ydd: Array
    Y: Array  # (..., 16, 7) ∂y/∂x, by the pose of the body
    # s, sd: (..., 6) velocity and angular velocity, and their rates at q̈ = 0
    s: Array
    sd: Array
    S: Array  # (..., 6, 7) ∂s/∂ẋ


def marked(batches: Sequence[Batch], placed: Placed) -> list[Marked]:
    """The markers of several batches, computed together; of each (J, arity) in front."""
    if not batches:
        return []
    bodies = np.concatenate([batch.bodies.reshape(-1) for batch in batches])
    flat = ([x.reshape(-1, *x.shape[2:]) for x in batch.marks] for batch in batches)
    marks = Mark(*(jnp.asarray(namespace(*x).concatenate(x)) for x in zip(*flat, strict=True)))
    found = _all_marked(placed.x[bodies], placed.v[bodies], placed.w[bodies], marks)
    result, first = [], 0
    for batch in batches:
        last = first + batch.bodies.size
        own = (x[first:last].reshape(*batch.bodies.shape, *x.shape[1:]) for x in found)
        result.append(Marked(*own))
        first = last
    return result


def _marked(x: Array, v: Array, w: Array, mark: Mark) -> Marked:
    (y, yd), (_, ydd) = _twice(lambda s: marker.vector(x + s * v + s**2 / 2.0 * w, mark))
    Y = jax.jacfwd(marker.vector)(x, mark)
    s, sd = jax.jvp(lambda x, v: marker.speeds(x, v, mark), (x, v), (v, w))
    return Marked(y, yd, ydd, Y, s, sd, jax.jacfwd(marker.speeds, argnums=1)(x, v, mark))


@lru_cache(maxsize=8)
def _one_marked(*kinds: Any) -> Callable:
    """The same, traced: of which much is said more than once."""
    shapes = [jax.ShapeDtypeStruct(shape, kind) for shape, kind in kinds]
    return plainly(_marked, *shapes[:3], Mark(*shapes[3:]))


@jax.jit  # which JAX then traces once for each number of them
def _all_marked(x: Array, v: Array, w: Array, mark: Mark) -> Marked:
    kinds = ((y.shape[1:], y.dtype) for y in (x, v, w, *mark))
    return jax.vmap(_one_marked(*kinds))(x, v, w, mark)


def _twice(path: Any) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    """A function of time at zero and its rate, and the rates of both."""
    zero, one = jnp.zeros(()), jnp.ones(())
    return jax.jvp(lambda s: jax.jvp(path, (s,), (one,)), (zero,), (one,))


def markers(y: Array, s: Array | None = None) -> list[marker.Marker]:
    """The markers of one member, from vectors (arity, 16) and speeds (arity, 6)."""
    speeds = [None] * y.shape[0] if s is None else list(s)
    return [marker.unpack(yi, si) for yi, si in zip(y, speeds, strict=True)]


# -- rows of joints ------------------------------------------------------------------------------


class Rows(NamedTuple):
    """Rows of a batch of joints, at one level."""

    A: Array  # (J, k, arity, 7) by the coordinates of the bodies
    by_pose: Array  # (J, k, arity, 7) by their poses, the ground's too
    b: Array  # (J, k)
    phi: Array | None  # (J, k) what remains on positions; None for rows on velocities
    velocity: Array  # (J, k) what remains on velocities


def position_rows(batch: Batch, here: Marked, placed: Placed, t: Array, p: Any) -> Rows:
    """φ of a batch, differentiated: A = ∂φ/∂x T, b = −(d/dt)²φ at q̈ = 0."""
    kept = np.array(batch.model.kept()[0], int)

    def one(here, T, c):
        def phi(y, t):
            return batch.model.phi(markers(y), c, t, p)[kept]

        def path(s):
            return phi(here.y + s * here.yd + s**2 / 2.0 * here.ydd, t + s)

        (now, velocity), (_, second) = _twice(path)
        by_pose = jnp.einsum("kai,aij->kaj", jax.jacfwd(phi)(here.y, t), here.Y)
        return Rows(_by_coordinates(by_pose, T), by_pose, -second, now, velocity)

    return jax.vmap(one)(here, placed.T[batch.bodies], batch.arrays)


def velocity_rows(batch: Batch, here: Marked, placed: Placed, t: Array, p: Any) -> Rows:
    """ψ of a batch, differentiated: A = ∂ψ/∂ẋ T, b = −(d/dt)ψ at q̈ = 0."""
    kept = np.array(batch.model.kept()[1], int)

    def one(here, T, c):
        def psi(y, s, t):
            return batch.model.psi(markers(y, s), c, t, p)[kept]

        state, rates = (here.y, here.s, t), (here.yd, here.sd, jnp.ones_like(t))
        velocity, rate = jax.jvp(psi, state, rates)
        by_pose = jnp.einsum("kai,aij->kaj", jax.jacfwd(psi, argnums=1)(*state), here.S)
        return Rows(_by_coordinates(by_pose, T), by_pose, -rate, None, velocity)

    return jax.vmap(one)(here, placed.T[batch.bodies], batch.arrays)


def _by_coordinates(by_pose: Array, T: Array) -> Array:
    return jnp.einsum("kai,aij->kaj", by_pose, T)


LEVELS = position_rows, velocity_rows
