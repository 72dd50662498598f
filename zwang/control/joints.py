r"""A mechanism under control: actuators at joints, joints that must move as told, starts by angles.

A torque τ about a joint does the work τ θ̇, and θ̇ is linear in q̇; so its column of S is ∂θ̇/∂q̇.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array

from zwang.base import arguments
from zwang.base.functions import join, split
from zwang.base.identity.keyed import Keyed, jit_by_key
from zwang.bodies.batches import marked, markers
from zwang.bodies.equations import Equations
from zwang.bodies.joints.base import AbstractJoint
from zwang.bodies.joints.driven import Driven
from zwang.bodies.marker import Marker
from zwang.bodies.mechanism import Mechanism
from zwang.motion.motion import look_up
from zwang.system.constraints import Holonomic


def actuation_of(mechanism: Mechanism, names: list[str]) -> Callable:
    """S (n, k) as a function of q: a torque about, or a force along, each joint that is named.

    Parameters
    ----------
    mechanism : with the joints
    names : of joints; of one that turns and slides "name.angle" or "name.displacement"
    """
    moves = [move_of(mechanism, name, "actuation") for name in names]
    drives = [
        Driven(joint, _still, coordinate, name=f"input {i}")
        for i, (joint, coordinate) in enumerate(moves)
    ]
    equations, first = _with(mechanism, drives)

    def rates(q, qd, p):
        seen = _seen(equations.at(p), q, qd)
        pairs = enumerate(coordinate for _, coordinate in moves)
        return jnp.stack([_rate(seen[first + i], coordinate) for i, coordinate in pairs])

    return _once(lambda q, p: jax.jacrev(rates, 1)(q, jnp.zeros_like(q), p).T)


def required_of(mechanism: Mechanism, requirement: Any) -> Any:
    """A requirement; of a joint that must move as told the one that says so.

    Parameters
    ----------
    mechanism : with the joint
    requirement : a constraint, or a ``zw.joints.Driven``
    """
    if not isinstance(requirement, Driven):
        return requirement
    equations, first = _with(mechanism, [requirement])

    def phi(q, t, p):
        seen = _seen(equations.at(p), q, jnp.zeros_like(q))
        return requirement.phi(seen[first], {}, t, p)

    return Holonomic(phi, name=requirement.label)


def _once(function: Callable) -> Callable:
    """A function of (q, p) that JAX traces once for the same kinds of numbers."""

    @jit_by_key(0)
    def traced(rest: Keyed, q, numbers):
        return function(q, join(numbers, rest))

    def called(q, p):
        numbers, rest = split(p, jnp)
        return traced(rest, q, numbers)

    return called


def posed(mechanism: Any, values: Any, rates: Any, t: Any = 0.0, p: Any = None) -> tuple[Any, Any]:
    """The state with given angles and displacements of joints, nearest to the start in the rest.

    Parameters
    ----------
    mechanism : a ``Mechanism``
    values : by the name of a joint, its angle or displacement
    rates : likewise its rate; zero for joints that are not named
    t : ()      time
    p : parameters
    """
    for what, x in (("values", values), ("rates", {} if rates is None else rates)):
        if not isinstance(x, Mapping) or not all(isinstance(name, str) for name in x):
            raise TypeError(f"`{what}` is {x!r}; wanted numbers by the name of a joint.")
        for name, number in x.items():
            arguments.number(f"{what}` of `{name}", number)
    arguments.number("t", t)
    split(p)  # a wrong kind is told now
    if not isinstance(mechanism, Mechanism):
        raise TypeError("`posed` is for a controller of a zw.Mechanism; this one has a zw.System.")
    rates, drives = rates or {}, []
    for name in {**values, **rates}:
        if name not in values:
            raise ValueError(f"`rates` has {name!r}, which `values` has not; wanted both.")
        joint, coordinate = move_of(mechanism, name, "values")
        place, rate = float(values[name]), float(rates.get(name, 0.0))
        follow = lambda s, place=place, rate=rate: place + rate * (s - t)
        drives.append(Driven(joint, follow, coordinate, name=f"{name} as posed"))
    held = Mechanism(mechanism.bodies, [*mechanism.joints, *drives], mechanism.forces)
    return held.assemble(t=t, p=p)


def move_of(mechanism: Mechanism, name: str, what: str) -> tuple[AbstractJoint, str]:
    """A joint and which of its coordinates is meant.

    Parameters
    ----------
    mechanism : with the joints
    name : of a joint, or of its coordinate, such as "slide.displacement"
    what : how messages name the argument
    """
    known = {}
    for joint in mechanism.joints:
        for move in () if isinstance(joint, Driven) else joint.moves:
            known[f"{joint.label}.{move}"] = joint, move
            if len(joint.moves) == 1:
                known[joint.label] = joint, move
    return look_up(name, known, what=what)


def _still(t):
    return 0.0 * t


def _with(mechanism: Mechanism, drives: list[Driven]) -> tuple[Equations, int]:
    """Equations of the mechanism's coordinates with these drives, and the place of the first."""
    kept = [joint for joint in mechanism.joints if joint.massless]  # they have coordinates
    return Mechanism(mechanism.bodies, [*kept, *drives]).equations, len(kept)


def _seen(equations: Equations, q: Array, qd: Array) -> dict[int, list[Marker]]:
    """The markers of each joint, by its place."""
    found, placed = {}, equations.layout.placed(q, qd)
    for batch, here in zip(equations.joints, marked(equations.joints, placed), strict=True):
        for i, place in enumerate(batch.places):
            found[int(place)] = markers(here.y[i], here.s[i])
    return found


def _rate(m: list[Marker], coordinate: str) -> Array:
    """θ̇, or the rate of the displacement a₁ · (p₂ − p₁)."""
    first, second = m[:2]
    if coordinate == "angle":
        return (second.w - first.w) @ first.a
    turned = jnp.cross(first.w, first.a) @ (second.p - first.p)
    return turned + first.a @ (second.v - first.v)
