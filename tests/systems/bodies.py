"""Mechanisms that many tests share, for each choice of numbers one object."""

from functools import cache
from typing import Any

import numpy as np

import zwang as zw

G = 9.81


def rod(name: str = "rod", **numbers: Any) -> zw.RigidBody:
    """A body along x, its centre at 0.5."""
    given: dict[str, Any] = {"mass": 1.0, "inertia": [0.1, 0.1, 0.02], "p_WB": [0.5, 0.0, 0.0]}
    return zw.RigidBody(**(given | numbers), name=name)


def swing(m: Any = 1.3, k: Any = 20.0, r: Any = 0.4, length: Any = 1.0) -> zw.Mechanism:
    """A bob on a rod without mass, and a spring that hangs from the side."""
    bob = zw.Particle(m, p_WB=[0.6, -0.8], name="bob")
    tie = zw.joints.Distance(zw.GROUND, bob, length=length, name="rod")
    spring = zw.Spring(zw.GROUND, bob, stiffness=k, rest=0.5, damping=0.1, point_1=[r, 0.5, 0.0])
    return zw.Mechanism([bob], [tie], [zw.Gravity(), spring])


@cache
def links(count: int, unit: float = 1.0, upwards: float = 1.0, twice: int = 0) -> zw.Mechanism:
    """Slender links on hinges about y, hanging or standing, 1 / count long; of mass one in all.

    The first of the hinges may be there twice.
    """
    step = unit / count
    mass, inertia = 1.0 / count, [step**2 / 12 / count] * 3
    at = lambda i: [0, 0, -upwards * i * step]
    bodies = [zw.RigidBody(mass, inertia, p_WB=at(i + 0.5), name=f"b{i}") for i in range(count)]
    hinges = [
        zw.joints.Revolute(a, b, point=at(i), axis=[0, 1, 0], name=f"{name}{i}")
        for name, some in (("j", count), ("again ", twice))
        for i, (a, b) in enumerate(zip([zw.GROUND, *bodies[:some]], bodies[:some], strict=False))
    ]
    return zw.Mechanism(bodies, hinges, [zw.Gravity()])


def nodes(count: int, unit: float = 1.0) -> dict[tuple[int, int], np.ndarray]:
    """Where the knots of a net are at its start, on a bowl."""
    grid = np.linspace(-1, 1, count)
    at = {(i, j): (x, y) for i, x in enumerate(grid) for j, y in enumerate(grid)}
    return {k: unit * np.array([x, y, 0.3 * (x * x + y * y)]) for k, (x, y) in at.items()}


def ties_of(at: dict) -> list[tuple]:
    """Knots that are next to each other."""
    ties = [(k, (k[0] + i, k[1] + j)) for k in at for i, j in ((1, 0), (0, 1))]
    return [(a, b) for a, b in ties if b in at]


@cache
def net(count: int, unit: float = 1.0, twice: bool = False, nailed: bool = True) -> zw.Mechanism:
    """Knots of mass 0.1 that rods hold at their distances, named "(i, j)"; its corners nailed.

    Rods are named by their ends, nails by their knots; every third rod may be there twice.
    """
    at = nodes(count, unit)
    knots = {k: zw.Particle(0.1, p_WB=x, name=f"{k}") for k, x in at.items()}
    ties = ties_of(at)
    rods = [(a, b, f"{a} to {b}") for a, b in ties]
    rods += [(a, b, f"{a} to {b} again") for a, b in ties[::3]] if twice else []
    joints: list[Any] = [zw.joints.Distance(knots[a], knots[b], name=x) for a, b, x in rods]
    last = count - 1
    for k in ((0, 0), (0, last), (last, 0), (last, last)) if nailed else ():
        joints.append(zw.joints.Spherical(zw.GROUND, knots[k], point=at[k], name=f"nail {k}"))
    return zw.Mechanism(list(knots.values()), joints, [zw.Gravity()])
