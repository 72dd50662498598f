"""What joints exert, from their multipliers, and the friction that depends on it."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from zwang.base.identity.keyed import AbstractKeyed, key
from zwang.bodies.batches import (
    LEVELS,
    Batch,
    Marked,
    marked,
    markers,
    numbers_at,
    stacked_numbers,
)
from zwang.bodies.kinds import quaternion
from zwang.bodies.kinds.body import Placed
from zwang.bodies.varying import Made

Places = tuple[np.ndarray, np.ndarray]


class Rubbing(AbstractKeyed):
    """A batch of joint friction: the joints that it is of, and where their rows are.

    Shapes: places (J,).
    """

    def __init__(self, members: Sequence[Any], joints: Batch, rows: Places, places: Sequence[int]):
        self.model, self.joints, self.rows, self.places = members[0], joints, rows, places
        # their numbers by name, arrays with (J,) in front
        self.numbers = stacked_numbers([x.numbers for x in members])
        # those whose numbers depend on the parameters, and their places in the arrays
        self.open = [(i, x) for i, x in enumerate(members) if x.open]

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        open = tuple((i, x.sources()) for i, x in self.open)
        return self.model.law(), self.numbers, self.joints, self.rows, open

    def at(self, made: Made) -> Rubbing:
        """The same with the numbers that parameters give."""
        found = copy(self)
        found.joints = self.joints.at(made)
        found.numbers = numbers_at(self.numbers, self.open, made)
        return found

    def prepare(self, placed: Placed, h: int, t: Array, p: Any) -> Any:
        """The law in a state: a function of lam (m,), which returns what ``friction`` needs."""
        (here,) = marked([self.joints], placed)
        lever = reaction_of(self.joints, self.rows, here, placed, h, t, p)
        c = {name: jnp.asarray(x) for name, x in self.numbers.items()}

        def one(here, c, force, torque):
            return self.model.rub(markers(here.y, here.s), c, force, torque)

        def wrench(lam):
            """Force and torque of friction on the second bodies (J, 2, 3), and where (J, 3)."""
            force, torque = lever(lam)
            return jax.vmap(one)(here, c, force, torque), lever.where

        return wrench


def rubbings(friction: Sequence[Any], joints: Sequence[Any], place_rows: Any, index: Any) -> tuple:
    """Friction sorted into batches."""
    place = {joint.label: i for i, joint in enumerate(joints)}
    found: dict[Any, list] = {}
    for i, member in enumerate(friction):
        found.setdefault(key((member.law(), member.joint.law())), []).append(i)
    result = []
    for own in found.values():
        members = [friction[i] for i in own]
        places = [place[member.joint.label] for member in members]
        batch = Batch([joints[i] for i in places], places, index)
        result.append(Rubbing(members, batch, place_rows(batch), own))
    return tuple(result)


class Lever(NamedTuple):
    """How the multipliers of joints become forces and torques on their second bodies."""

    # force, torque: (J, 3, m) force and torque at ``where`` for each multiplier, in world axes
    force: Array
    torque: Array
    rows: np.ndarray  # (J, m) which multipliers
    where: Array  # (J, 3) the places at which they are given

    def __call__(self, lam: Array) -> tuple[Array, Array]:
        """Force and torque (J, 3) under the multipliers of the whole mechanism."""
        own = lam[self.rows][:, None, :]
        return (self.force * own).sum(axis=-1), (self.torque * own).sum(axis=-1)


def reaction_of(
    batch: Batch, rows: Places, here: Marked, placed: Placed, h: int, t: Array, p: Any
) -> Lever:
    """What the multipliers of a batch of joints exert."""
    by_pose, places = [], []
    for level, rows_of in enumerate(LEVELS):
        if rows[level].size:
            # Of Aᵀ the part by the second body's pose, the ground's too.
            by_pose.append(rows_of(batch, here, placed, t, p).by_pose[:, :, 1])
            places.append(rows[level] + level * h)
    f = jnp.concatenate(by_pose, axis=1)  # (J, k, 7)
    where = jax.vmap(lambda y, c: batch.model.where(markers(y), c))(here.y, batch.arrays)
    x = placed.x[batch.bodies[:, 1]][:, None, :]
    force, torque = (jnp.swapaxes(y, 1, 2) for y in wrench_at(where[:, None, :], x, f))
    return Lever(force, torque, np.concatenate(places, axis=1), where)


def wrench_at(where: Array, x: Array, f: Array) -> tuple[Array, Array]:
    """Force and torque (..., 3) at a place, of a force f (..., 7) on the pose x (..., 7)."""
    force, u = f[..., :3], x[..., 3:]
    torque_B = quaternion.body_torque(u, f[..., 3:])
    torque = (quaternion.matrix(u) * torque_B[..., None, :]).sum(axis=-1)
    return force, torque + jnp.cross(x[..., :3] - where, force)


def pose_force(x: Array, force: Array, torque: Array) -> Array:
    """The force (..., 7) on poses x (..., 7), of a force and a torque at the centre of mass."""
    R = quaternion.matrix(x[..., 3:])
    torque_B = (R * torque[..., :, None]).sum(axis=-2)
    return jnp.concatenate([force, quaternion.generalized_torque(x[..., 3:], torque_B)], axis=-1)
