"""Where bodies and their coordinates are, and what each kind of body gives, kind by kind."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import cached_property
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from zwang.base.identity.keyed import AbstractKeyed
from zwang.bodies.kinds.body import WIDTH, AbstractBody, Placed
from zwang.bodies.varying import Made, put


class Layout(AbstractKeyed):
    """Where bodies and their coordinates are."""

    def __init__(self, bodies: Sequence[AbstractBody], ground: Any):
        self.names = tuple(body.name for body in bodies)  # of the bodies
        # place of each body by name; the ground is the last
        self.index = {name: i for i, name in enumerate((*self.names, ground.name))}
        sizes = [len(body.axes) for body in bodies]
        self.n, first = sum(sizes), np.cumsum([0, *sizes])
        # (N + 1, 7) places of their coordinates in q; n where there is none
        self.columns = np.full((len(bodies) + 1, WIDTH), self.n)
        for i, size in enumerate(sizes):
            self.columns[i, :size] = np.arange(first[i], first[i] + size)
        self.ground = ground.pose()
        kinds: dict[type, list[int]] = {}
        for i, body in enumerate(bodies):
            kinds.setdefault(type(body), []).append(i)
        # for each kind of body: the class, the places of its bodies, their numbers
        self.kinds = tuple(
            (kind, np.asarray(places), _stacked([bodies[i].numbers() for i in places]))
            for kind, places in kinds.items()
        )
        # bodies whose numbers depend on the parameters, by their places
        self.open = {i: body for i, body in enumerate(bodies) if body.open}

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        open = tuple((i, body.sources()) for i, body in self.open.items())
        return self.names, self.columns, self.kinds, open

    def at(self, made: Made) -> Layout:
        """The same with the numbers that parameters give."""
        if not self.open:
            return self
        found, kinds = copy(self), []
        for kind, places, numbers in self.kinds:
            which = [k for k, i in enumerate(places) if i in self.open]
            own = [made(self.open[places[k]]).numbers() for k in which]
            new = {name: put(x, which, [y[name] for y in own]) for name, x in numbers.items()}
            kinds.append((kind, places, new))
        found.kinds = tuple(kinds)
        return found

    @cached_property
    def coordinates(self) -> np.ndarray:
        """Which columns of the bodies are coordinates (N, 7)."""
        return self.columns[:-1] < self.n

    def gathered(self, q: Array) -> Array:
        """The coordinates (N, 7) of each body, zeros where there are none."""
        return jnp.append(q, 0.0)[self.columns[:-1]]

    def summed(self, forces: Array) -> Array:
        """Forces (N, 7) by the bodies' coordinates as one vector (n,)."""
        return jnp.zeros(self.n + 1).at[self.columns[:-1]].add(forces)[:-1]

    def placed(self, q: Array, qd: Array) -> Placed:
        """All bodies, the ground last."""
        c, cd = self.gathered(q), self.gathered(qd)
        count = len(self.names) + 1
        x = jnp.zeros((count, WIDTH)).at[-1].set(self.ground)
        v, w = jnp.zeros((count, WIDTH)), jnp.zeros((count, WIDTH))
        found = Placed(x, v, w, jnp.zeros((count, WIDTH, WIDTH)))
        for kind, places, _ in self.kinds:
            new = jax.vmap(kind.place)(c[places], cd[places])
            found = Placed(*(a.at[places].set(b) for a, b in zip(found, new, strict=True)))
        return found

    def mass_blocks(self, q: Array) -> Array:
        """The mass matrices of all bodies (N, 7, 7)."""
        c = self.gathered(q)
        M = jnp.zeros((len(self.names), WIDTH, WIDTH))
        for kind, places, numbers in self.kinds:
            M = M.at[places].set(jax.vmap(kind.mass_block)(c[places], _arrays(numbers)))
        return M

    def velocity_forces(self, q: Array, qd: Array) -> Array:
        """What remains of Lagrange's equations without q̈ (N, 7)."""
        c, cd = self.gathered(q), self.gathered(qd)
        Q = jnp.zeros((len(self.names), WIDTH))
        for kind, places, numbers in self.kinds:
            new = jax.vmap(kind.velocity_force)(c[places], cd[places], _arrays(numbers))
            Q = Q.at[places].set(new)
        return Q

    def dense_mass(self, blocks: Array) -> Array:
        """M (n, n) from its blocks (N, 7, 7)."""
        rows, columns = self.columns[:-1, :, None], self.columns[:-1, None, :]
        return jnp.zeros((self.n + 1,) * 2).at[rows, columns].add(blocks)[:-1, :-1]


def _stacked(numbers: list[dict[str, np.ndarray]]) -> dict[str, np.ndarray]:
    return {name: np.stack([x[name] for x in numbers]) for name in numbers[0]}


def _arrays(numbers: dict[str, Any]) -> dict[str, Array]:
    return {name: jnp.asarray(x, float) for name, x in numbers.items()}
