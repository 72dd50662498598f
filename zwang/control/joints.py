r"""A mechanism under control: actuators at joints, joints that must move as told, other plants.

A torque τ about a joint does the work τ θ̇, and θ̇ is linear in q̇; so its column of S is ∂θ̇/∂q̇.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array

from zwang.base.names import any_of
from zwang.bodies.batches import marked, markers
from zwang.bodies.equations import Equations
from zwang.bodies.functions.once import once
from zwang.bodies.joints.base import AbstractJoint
from zwang.bodies.joints.driven import Driven
from zwang.bodies.joints.driven_pose import DrivenPose
from zwang.bodies.kinds.body import GROUND
from zwang.bodies.marker import Marker
from zwang.bodies.mechanism import Mechanism
from zwang.bodies.members import hidden_bodies
from zwang.motion.motion import look_up
from zwang.system.constraints import Holonomic
from zwang.system.system import System


def moving_plant(model: System | None, plant: Any) -> System:
    """The System that really moves, where another than the model is given."""
    if plant is None and model is not None:
        return model
    if not isinstance(plant, System | Mechanism):
        raise TypeError(f"`plant` is {plant!r}; wanted a zw.System or a zw.Mechanism.")
    found = plant.system(definite=True) if isinstance(plant, Mechanism) else plant
    theirs, ours = found.coordinates, None if model is None else model.coordinates
    if theirs is None or ours is None or theirs == ours:
        _require_as_many(found, model)
        return found
    pairs = itertools.zip_longest(theirs, ours)
    i, (own, wanted) = next((i, x) for i, x in enumerate(pairs) if x[0] != x[1])
    count = f"{len(theirs)} coordinates, and the model {len(ours)}"
    raise ValueError(
        f"`plant` has {count}; at place {i} it has {own or 'none'!r}, and the model "
        f"{wanted or 'none'!r}. Wanted a plant with the model's coordinates, in their "
        "order and by their names, or without names."
    )


def _require_as_many(plant: System, model: System | None) -> None:
    """Refuse another number of coordinates, where both tell theirs before they are called."""
    counts = [x.n for x in (plant, model) if x is not None]
    if len(set(counts) - {None}) > 1:
        raise ValueError(
            f"`plant` has {counts[0]} coordinates, and the model {counts[1]}. Wanted a plant with "
            "the model's coordinates, in their order."
        )


def actuation_of(mechanism: Mechanism, names: list[str]) -> Callable:
    """S (n, k) as a function of q: a torque about, or a force along, each joint that is named."""
    moves = [move_of(mechanism, name, "actuation") for name in names]
    drives = [
        Driven(joint, _still, coordinate, name=f"input {i}")
        for i, (joint, coordinate) in enumerate(moves)
    ]
    equations, first = _with(mechanism, drives)

    def S(q, p):
        own = equations.at(p)
        placed = own.layout.placed(q, jnp.zeros_like(q))
        found = jnp.zeros((own.layout.n + 1, len(moves)))
        for batch, here in zip(own.joints, marked(own.joints, placed), strict=True):
            mine = [(i, place - first) for i, place in enumerate(batch.places) if place >= first]
            for i, column in mine:
                by = _by_speeds(markers(here.y[i]), moves[column][1])
                rows = jnp.einsum("as,asx,axj->aj", by, here.S[i], placed.T[batch.bodies[i]])
                at = own.layout.columns[batch.bodies[i]]
                found = found.at[at, column].add(rows)
        return found[:-1]

    S_once = once(S)
    return lambda q, p: S_once(q, p)


def moves_of(mechanism: Mechanism, drives: Sequence[Driven | DrivenPose]) -> Callable:
    """How far drives are off (k,), as a function of the mechanism's parameters, theirs, q and t."""
    equations, first = _with(mechanism, drives)

    def phi(own, p, q, t):
        seen = _seen(equations.at(own), q, jnp.zeros_like(q))
        found = [_off(x, seen[first + i], t, p) for i, x in enumerate(drives)]
        return jnp.concatenate(found)

    return once(phi)


def _off(drive: Driven | DrivenPose, m: list[Marker], t: Any, p: Any) -> Array:
    """How far a drive is off; of a pose the place, and twice the vector part of the turn."""
    if isinstance(drive, Driven):
        return drive.off(m, t, p)
    planar = drive.body_2.planar and getattr(drive.body_1, "planar", True)
    rows = drive.planar_rows if planar else drive.rows
    return drive.phi(m, {}, t, p)[np.array([drive.rows.index(x) for x in rows])]


def required_of(mechanism: Mechanism, requirement: Any) -> Any:
    """A requirement; of a joint that must move as told the one that says so."""
    if not isinstance(requirement, Driven | DrivenPose):
        return requirement
    if isinstance(requirement, Driven):
        _require_own(mechanism, requirement)
    else:
        _require_bodies(mechanism, requirement)
    phi = moves_of(mechanism, [requirement])
    return Holonomic(lambda q, t, p: phi(p, p, q, t), name=requirement.label)


def _require_bodies(mechanism: Mechanism, drive: DrivenPose) -> None:
    """Refuse the drive of a body that the mechanism does not have."""
    known = [body.name for body in mechanism.bodies]
    for body in (drive.body_1, drive.body_2):
        if body is not GROUND and body.name not in known:
            raise ValueError(
                f"`requirements` has the drive {drive.label!r} of {body!r}, which is not of this "
                f"mechanism; {any_of(body.name, known)}"
            )


def _require_own(mechanism: Mechanism, drive: Driven) -> None:
    """Refuse the drive of a joint that the mechanism does not have."""
    joint = drive.joint
    # The mechanism has given a name to a joint that had none.
    same = lambda x: (
        type(x) is type(joint) and x == (joint if joint.name else joint.renamed(x.name))
    )
    if not any(map(same, mechanism.joints)):
        known = [x.label for x in mechanism.joints if not isinstance(x, Driven)]
        raise ValueError(
            f"`requirements` has the drive {drive.label!r} of {joint!r}, which is not of this "
            f"mechanism; {any_of(joint.label, known)}"
        )


def move_of(mechanism: Mechanism, name: str, what: str) -> tuple[AbstractJoint, str]:
    """A joint and which of its coordinates is meant."""
    known = {}
    for joint in mechanism.joints:
        for move in () if isinstance(joint, Driven) else joint.moves:
            known[f"{joint.label}.{move}"] = joint, move
            if len(joint.moves) == 1:
                known[joint.label] = joint, move
    return look_up(name, known, what=what)


def _still(t):
    return 0.0 * t


def _with(mechanism: Mechanism, drives: Sequence[Driven | DrivenPose]) -> tuple[Equations, int]:
    """Equations of the mechanism's coordinates with these drives, and the place of the first."""
    kept = [joint for joint in mechanism.joints if joint.massless]  # they have coordinates
    bodies = *mechanism.bodies, *hidden_bodies(kept)
    return Equations(bodies, [*kept, *drives], (), (), ()), len(kept)


def _seen(equations: Equations, q: Array, qd: Array) -> dict[int, list[Marker]]:
    """The markers of each joint, by its place."""
    found, placed = {}, equations.layout.placed(q, qd)
    for batch, here in zip(equations.joints, marked(equations.joints, placed), strict=True):
        for i, place in enumerate(batch.places):
            found[int(place)] = markers(here.y[i], here.s[i])
    return found


def _by_speeds(m: list[Marker], coordinate: str) -> Array:
    r"""By the velocity and the angular velocity of each marker (arity, 6): the rate of a joint.

    θ̇ = (ω₂ − ω₁) · a₁; and of the displacement a₁ · (p₂ − p₁) it is
    a₁ · (v₂ − v₁) + ω₁ · (a₁ × (p₂ − p₁)).
    """
    (first, second), none = m[:2], jnp.zeros(3)
    if coordinate == "angle":
        rows = [[none, -first.a], [none, first.a]]
    else:
        arm = jnp.cross(first.a, second.p - first.p)
        rows = [[-first.a, arm], [first.a, none]]
    rows += [[none, none]] * (len(m) - 2)
    return jnp.stack([jnp.concatenate(x) for x in rows])
