"""Random mechanisms, described once for all engines.

Joint and body frames are parallel to the world's in the pose at which all joint angles are zero.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

import zwang as zw
from zwang.bodies.kinds import quaternion

KINDS = ("revolute", "prismatic", "spherical")


class Tree(NamedTuple):
    """Bodies with their parents, of which −1 is the ground, and the joint that holds each.

    Attributes
    ----------
    parents : (N,)
    kinds : (N,) of KINDS
    points, axes : (N, 3)       of the joints
    centres : (N, 3)            of mass
    masses : (N,)
    inertias : (N, 3, 3)        about the centres
    """

    parents: Any
    kinds: Any
    points: Any
    axes: Any
    centres: Any
    masses: Any
    inertias: Any


@cache
def tree(seed: int, count: int = 6) -> Tree:
    rng = np.random.default_rng(seed)
    corners = rng.normal(size=(count, 4, 3))
    inertias = [sum((r @ r) * np.eye(3) - np.outer(r, r) for r in body) for body in corners]
    axes = rng.normal(size=(count, 3))
    parents = [-1]
    while len(parents) < count:
        # The body before, or one that holds it: Pinocchio wants branches one after the other.
        parent = len(parents) - 1
        while parent > 0 and rng.random() < 0.3:
            parent = parents[parent]
        parents.append(parent)
    return Tree(
        parents=parents,
        kinds=[KINDS[i % 3] for i in rng.permutation(count)],
        points=rng.normal(size=(count, 3)),
        axes=axes / np.linalg.norm(axes, axis=1)[:, None],
        centres=rng.normal(size=(count, 3)),
        masses=rng.uniform(0.5, 2.0, count),
        inertias=inertias,
    )


@cache
def ours(seed: int, closed: bool = False) -> zw.Mechanism:
    """The tree as a mechanism; closed, its last body is held to the ground by a ball joint."""
    given = tree(seed)
    bodies = [
        zw.RigidBody(m, J, p_WB=c, name=f"body {i}")
        for i, (m, J, c) in enumerate(zip(given.masses, given.inertias, given.centres, strict=True))
    ]
    joints = []
    for i, (parent, kind) in enumerate(zip(given.parents, given.kinds, strict=True)):
        pair = zw.GROUND if parent < 0 else bodies[parent], bodies[i]
        axis = {} if kind == "spherical" else {"axis": given.axes[i]}
        make = getattr(zw.joints, kind.capitalize())
        joints.append(make(*pair, point=given.points[i], name=f"joint {i}", **axis))
    if closed:
        joints.append(
            zw.joints.Spherical(zw.GROUND, bodies[-1], point=loop_point(seed), name="loop")
        )
    return zw.Mechanism(bodies, joints, [zw.Gravity([0.0, 0.0, -9.81])])


def loop_point(seed: int):
    """Where the loop closes."""
    return tree(seed).centres[-1] + np.array([0.3, -0.2, 0.5])


class Body(NamedTuple):
    """What another engine says of a body, in world axes: at its centre of mass."""

    p: Any
    R: Any
    v: Any
    w: Any
    a: Any
    wd: Any


def state_of(bodies):
    """q and qd of the mechanism."""
    q, qd = [], []
    for body in bodies:
        u = quaternion.from_matrix(body.R)
        q += [body.p, u]
        qd += [body.v, quaternion.rate_of(u, body.R.T @ body.w)]
    return np.concatenate(q), np.concatenate(qd)


def accelerations(mechanism, q, qd):
    """Of the centres of mass, and of the angles, in world axes (N, 6)."""
    qdd = np.asarray(mechanism.system().acceleration(q, qd).qdd).reshape(-1, 7)
    u = q.reshape(-1, 7)[:, 3:]
    # w = 2 E u̇ in body axes, and E(u̇) u̇ = 0.
    turning = [quaternion.matrix(x) @ quaternion.body_rate(x, xdd) for x, xdd in zip(u, qdd[:, 3:])]
    return np.concatenate([qdd[:, :3], np.array(turning)], axis=1)


def assert_same(found, wanted):
    """To 1e-9 of the largest."""
    wanted = np.asarray(wanted)
    assert np.abs(np.asarray(found) - wanted).max() <= 1e-9 * (1.0 + np.abs(wanted).max())
