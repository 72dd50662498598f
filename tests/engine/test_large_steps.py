"""How many steps large motions take: what is left in accelerations must not make them shorter."""

import copy
import functools
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.runtime.units import number, spoiled, use
from zwang import zoo
from zwang.engine.large.system import large


def side_by_side(machine, count):
    """A machine so many times, each by itself: parts that look alike, which have lanes."""
    bodies, joints = [], []
    for i in range(count):
        own = machine().mechanism
        named = {x.name: replaced(x, name=f"{x.name} {i}") for x in own.bodies}
        bodies += named.values()
        for joint in own.joints:
            pair = {x: named.get(getattr(joint, x).name, zw.GROUND) for x in ("body_1", "body_2")}
            joints.append(replaced(joint, name=f"{joint.name} {i}", **pair))
    return zw.Mechanism(bodies, joints, own.forces)


def replaced(x, **fields):
    """A copy of a body or a joint that is otherwise as it was made."""
    found = copy.copy(x)
    for name, value in fields.items():
        object.__setattr__(found, name, value)
    return found


def rods_twice(length, mass=1.0):
    """A chain in space that stays in a plane, so that coordinates are zero along its motion."""
    N = 64
    angle = 0.4 * np.sin(np.arange(N))
    start = np.stack([np.sin(angle), -np.cos(angle), 0.0 * angle], axis=1).cumsum(axis=0)

    def rods(q):
        d = jnp.diff(q.reshape(N, 3), axis=0, prepend=jnp.zeros((1, 3)))
        rows = (d * d).sum(axis=1) - (length / N) ** 2
        return jnp.concatenate([rows, rows[::4]])

    weight = np.tile([0.0, -9.81 * mass / N, 0.0], N)
    system = zw.System(mass / N, weight, [zw.Holonomic(rods, name="rods")])
    return lambda **asked: zw.simulate(
        system, start.ravel() * length / N, np.zeros(3 * N), [0.0, 0.05], **asked
    )


MOTIONS: dict[str, Any] = {
    "Bricard's loop": lambda: functools.partial(zoo.mechanisms.bricard().simulate, (0.0, 1.0)),
    "eight of them": lambda: functools.partial(
        side_by_side(zoo.mechanisms.bricard, 8).simulate, (0.0, 1.0)
    ),
    "governors": lambda: functools.partial(
        side_by_side(zoo.mechanisms.governor, 3).simulate, (0.0, 0.1)
    ),
    "truss": lambda: functools.partial(zoo.mechanisms.truss(16).simulate, (0.0, 0.3)),
    "rods twice": lambda: rods_twice(1.0),
    "long rods twice": lambda: rods_twice(1e3),
    "light rods twice": lambda: rods_twice(1.0, 1e-10),
}


@pytest.mark.parametrize("name", MOTIONS)
def test_what_corrections_leave_of_accelerations_makes_no_steps(monkeypatch, name):
    """Redundant rows are met by corrections, which end as soon as a tolerance allows it."""
    asked = {"default": {}, "wide": {"rtol": 1e-6, "atol": 1e-9}, "mixed": {"rtol": 1e-4}}

    def counted():
        large.cache_clear()
        stats = {x: MOTIONS[name]()(**given).stats for x, given in asked.items()}
        return {x: found["accepted"] + found["rejected"] for x, found in stats.items()}

    found = counted()
    use(monkeypatch, spoiled(number("SPARSE_ENOUGH", 0.0)))  # to rounding
    wanted = counted()
    large.cache_clear()
    assert all(found[x] <= 2 * wanted[x] for x in asked), (found, wanted)
