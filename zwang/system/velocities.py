r"""A system given by velocities of its parts, and what acts on them: Kane's equations.

Vectors w of three numbers each, such as the velocity of a mass centre or the angular velocity of a
body, are functions of q, t and linear in q̇; each has an inertia G (3, 3) and a force f (3,), in
which inertia that comes from turning axes is counted. With W = ∂w/∂q̇ and ẇ where q̈ = 0,

    M = Σ Wᵀ G W,      Q = Σ Wᵀ (f − G ẇ) + force

Nothing asks whether w are the rates of positions: they may be held by constraints already, as those
of a wheel that rolls. An energy would then say too little.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp

from zwang.base.functions import Bound, Constant
from zwang.base.identity.keyed import AbstractKeyed
from zwang.system.system import System


@dataclass(frozen=True, eq=False)
class Velocities(AbstractKeyed):
    """Velocities of parts, and what acts on them; all functions of (q, qd, t, p)."""

    velocity: Bound  # w (k, 3), linear in qd
    inertia: Bound  # G (k, 3, 3), of (q, t, p)
    load: Bound  # f (k, 3)

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return self.velocity, self.inertia, self.load

    def w(self, q, qd, t, p):
        """All velocities (k, 3)."""
        return self.velocity.at({"q": q, "qd": qd, "t": t, "p": p})

    def W(self, q, t, p):
        """∂w/∂q̇ (k, 3, n)."""
        return jax.jacfwd(self.w, argnums=1)(q, jnp.zeros_like(q), t, p)

    def acting(self, q, qd, t, p):
        """G (k, 3, 3) and f (k, 3)."""
        values = {"q": q, "qd": qd, "t": t, "p": p}
        return self.inertia.at(values), self.load.at(values)


@dataclass(frozen=True, eq=False)
class Mass(AbstractKeyed):
    """Σ WᵀG W."""

    velocities: Velocities  # of all parts

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return (self.velocities,)

    def __call__(self, q, t, p):
        """M (n, n)."""
        W = self.velocities.W(q, t, p)
        G = self.velocities.inertia.at({"q": q, "t": t, "p": p})
        return jnp.einsum("kin,kij,kjm->nm", W, G, W)


@dataclass(frozen=True, eq=False)
class Loads(AbstractKeyed):
    """Σ Wᵀ(f − G ẇ), and another force."""

    velocities: Velocities  # of all parts
    other: Bound | Constant | None = None  # a force (n,) besides, or None

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return self.velocities, self.other

    def __call__(self, q, qd, t, p):
        """Q (n,)."""
        w = lambda q, t: self.velocities.w(q, qd, t, p)
        turned = jax.jvp(w, (q, t), (qd, jnp.ones_like(t)))[1]
        G, f = self.velocities.acting(q, qd, t, p)
        left = f - jnp.einsum("kij,kj->ki", G, turned)
        Q = jnp.einsum("kin,ki->n", self.velocities.W(q, t, p), left)
        return Q if self.other is None else Q + self.besides(q, qd, t, p)

    def besides(self, q, qd, t, p):
        """The other force (n,)."""
        assert self.other is not None
        return self.other.at({"q": q, "qd": qd, "t": t, "p": p})


def loads_of(system: System) -> Loads | None:
    """The velocities and loads that a system was made from, if it was."""
    found = getattr(system.force, "function", None)
    mass = getattr(system.mass, "function", None)
    if not isinstance(found, Loads) or not isinstance(mass, Mass):
        return None
    return found if mass.velocities is found.velocities else None
