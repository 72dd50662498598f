"""What each force and each friction of a mechanism exerts by itself, for the balance of work.

Arrays are in the order of the batches, and hold no names: two mechanisms that are alike but for
names share what is compiled.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array

from zwang.bodies.batches import marked, markers
from zwang.bodies.equations import Equations
from zwang.bodies.forces.base import AbstractForce
from zwang.bodies.forces.gravity import Gravity
from zwang.bodies.forces.joint_friction import JointFriction
from zwang.bodies.kinds.body import Placed


def given_names(equations: Equations, forces: Sequence[Any]) -> tuple[str, ...]:
    """Names of what ``given_forces`` returns: their own, or their kinds and numbers."""
    pulls = _named([x for x in forces if isinstance(x, Gravity)])
    others = _named([x for x in forces if isinstance(x, AbstractForce)])
    return *pulls, *(others[i] for batch in equations.forces for i in batch.places)


def friction_names(equations: Equations, forces: Sequence[Any]) -> tuple[str, ...]:
    """Names of what ``frictions`` returns: their own, or those of their joints."""
    named = _named([x for x in forces if isinstance(x, JointFriction)])
    return tuple(named[i] for batch in equations.rubbing for i in batch.places)


def _named(members: Sequence[Any]) -> list[str]:
    kinds = [_kind(x) for x in members]
    numbered = [
        kind if kinds.count(kind) == 1 else f"{kind} {1 + kinds[:i].count(kind)}"
        for i, kind in enumerate(kinds)
    ]
    return [getattr(x, "name", None) or told for x, told in zip(members, numbered, strict=True)]


def _kind(x: Any) -> str:
    if isinstance(x, JointFriction):
        return f"friction in {x.joint.label}"
    return "gravity" if isinstance(x, Gravity) else x.kind


def given_forces(
    equations: Equations, q: Array, qd: Array, t: Array, p: Any
) -> tuple[Array, Array]:
    """Each weight, then each force, on the coordinates (k, n); and its potential energy (k,)."""
    placed = equations.layout.placed(q, qd)
    found, stored = [jnp.zeros((0, len(q)))], [jnp.zeros(0)]
    for gravity in equations.gravity:
        g = gravity.pull(equations.planar, t, p)
        pull = jnp.asarray(equations.masses)[:, None] * g
        on_poses = jnp.zeros_like(placed.x).at[:-1, :3].add(pull)
        found.append(_on_coordinates(equations, placed, on_poses[None]))
        stored.append(-(pull * placed.x[:-1, :3]).sum()[None])
    for batch, here in zip(equations.forces, marked(equations.forces, placed), strict=True):

        def both(here, c, model=batch.model):
            given = markers(here.y, here.s), c, t, p
            return model.wrench(*given), model.potential(*given)

        acting, energy = jax.vmap(both)(here, batch.arrays)
        found.append(_each(equations, placed, batch.bodies, here.y[..., :3], acting))
        stored.append(energy)
    return jnp.concatenate(found), jnp.concatenate(stored)


def frictions(equations: Equations, q: Array, qd: Array, t: Array, p: Any, lam: Array) -> Array:
    """Each friction on the coordinates (k, n), under the multipliers lam (m,) that really act.

    Shapes: lam (m,).
    """
    placed, found = equations.layout.placed(q, qd), [jnp.zeros((0, len(q)))]
    for batch in equations.rubbing:
        on_2, where = batch.prepare(placed, equations.m[0], t, p)(lam)
        wrench, points = jnp.stack([-on_2, on_2], axis=1), jnp.stack([where, where], axis=1)
        found.append(_each(equations, placed, batch.joints.bodies[:, :2], points, wrench))
    return jnp.concatenate(found)


def _each(equations: Equations, placed: Placed, bodies: Any, points: Any, wrench: Any) -> Array:
    """What each of J members exerts on the coordinates (J, n), the others left out."""

    def one(bodies, points, wrench):
        none = jnp.zeros_like(placed.x)
        return equations.pushed(none, placed, bodies[None], points[None], wrench[None])

    on_poses = jax.vmap(one)(jnp.asarray(bodies), points, wrench)
    return _on_coordinates(equations, placed, on_poses)


def _on_coordinates(equations: Equations, placed: Placed, on_poses: Array) -> Array:
    """Forces (J, N + 1, 7) on poses as forces (J, n) on coordinates."""
    by_body = jnp.einsum("aij,kai->kaj", placed.T[:-1], on_poses[:, :-1])
    return jax.vmap(equations.layout.summed)(by_body)
