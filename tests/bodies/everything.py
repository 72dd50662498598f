"""A mechanism with a joint of every kind between two bodies: one program serves all their tests.

It cannot move, and need not: the rows of one joint at a time are looked at.
"""

from functools import cache
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

import zwang as zw
from zwang.bodies.kinds import quaternion
from zwang.equation.acceleration_form import acceleration_form
from zwang.equation.matrices import evaluate

J = zw.joints
RNG = np.random.default_rng(5)


def unit(size):
    x = RNG.normal(size=size)
    return x / np.linalg.norm(x)


POINT, AXIS = RNG.normal(size=3), unit(3)
ACROSS = np.cross(AXIS, unit(3))
ACROSS /= np.linalg.norm(ACROSS)
PITCH, RADIUS, RATIO = 0.4, 0.3, -2.5


def turn_about(point, axis, angle):
    """The rotation of space about a line: quaternion and shift."""
    u = quaternion.from_axis_angle(axis, np.asarray(angle))
    return u, point - quaternion.matrix(u) @ point


def shift(d):
    return np.array([1.0, 0.0, 0.0, 0.0]), np.asarray(d)


def after(first, second):
    """Two motions of space, one after the other."""
    (u1, d1), (u2, d2) = first, second
    return quaternion.product(u2, u1), quaternion.matrix(u2) @ d1 + d2


class Case(NamedTuple):
    """A joint, the relative freedoms that it leaves, and a finite motion that it allows."""

    joint: Any
    freedom: int
    motion: Any


def rigid(name):
    points = RNG.normal(size=(4, 3))
    inertia = sum((r @ r) * np.eye(3) - np.outer(r, r) for r in points)
    p, u = RNG.normal(size=3), unit(4)
    return zw.RigidBody(1.0 + RNG.random(), inertia, p_WB=p, quat_WB=u, name=name)


def spatial() -> tuple[list, dict[str, Case]]:
    a, b, c = rigid("a"), rigid("b"), rigid("c")
    revolute = J.Revolute(a, b, POINT, AXIS, name="revolute")
    prismatic = J.Prismatic(a, b, POINT, AXIS, name="prismatic")
    R = quaternion.matrix(b.quat_WB)
    r_b = R.T @ (POINT - b.p_WB)
    in_a = quaternion.matrix(a.quat_WB).T

    def curve(s):
        """Along AXIS, bent, through b's centre at s = 0; in the axes of a."""
        bent = s * AXIS + s**2 * ACROSS
        return (b.p_WB - a.p_WB) @ in_a.T + jnp.stack([bent @ row for row in in_a])

    turn, slide = turn_about(POINT, AXIS, 1.2), shift(0.7 * AXIS)
    ball = after(turn, turn_about(POINT, ACROSS, -0.8))
    on_plane = after(shift(0.3 * ACROSS), shift(-0.5 * np.cross(AXIS, ACROSS)))
    rod = turn_about(a.p_WB, ACROSS, 0.6)
    cases = [
        Case(J.Fixed(a, b, POINT, name="fixed"), 0, shift(np.zeros(3))),
        Case(revolute, 1, turn),
        Case(prismatic, 1, slide),
        Case(J.Cylindrical(a, b, POINT, AXIS, name="cylindrical"), 2, after(turn, slide)),
        Case(
            J.Screw(a, b, POINT, AXIS, pitch=PITCH, name="screw"),
            1,
            after(turn_about(POINT, AXIS, 9.0), shift(PITCH * 9.0 / (2.0 * np.pi) * AXIS)),
        ),
        Case(
            J.Universal(a, b, POINT, axes=(AXIS, ACROSS), name="universal"),
            2,
            after(turn_about(POINT, ACROSS, 0.9), turn_about(POINT, AXIS, -1.4)),
        ),
        Case(J.Spherical(a, b, POINT, name="spherical"), 3, ball),
        Case(J.Planar(a, b, POINT, AXIS, name="planar"), 3, after(turn, on_plane)),
        Case(J.Distance(a, b, name="distance"), 5, after(rod, turn_about(a.p_WB, AXIS, 2.0))),
        Case(
            J.Distance(a, b, length=lambda t: 2.0 + jnp.sin(t), name="telescope"), 5, None
        ),
        Case(J.PointOnLine(a, b, POINT, AXIS, name="point on line"), 4, after(ball, slide)),
        Case(J.PointOnCurve(a, b, curve, name="point on curve"), 4, shift(np.zeros(3))),
        Case(J.Gear(a, b, ratio=RATIO, carrier=c, axis=AXIS, name="gear"), 5, None),
        Case(
            J.RollingDisk(a, b, RADIUS, axis=AXIS, normal=ACROSS + 0.5 * AXIS, name="disk"),
            3,
            shift(np.cross(AXIS, ACROSS)),
        ),
        Case(J.RollingSphere(a, b, RADIUS, normal=AXIS, name="sphere"), 3, shift(ACROSS)),
        Case(J.KnifeEdge(a, b, POINT, AXIS, name="knife edge"), 5, None),
        Case(J.Driven(revolute, lambda t: jnp.sin(2.0 * t), name="motor"), 5, None),
        Case(J.Driven(prismatic, lambda t: t**2, name="piston"), 5, None),
        Case(
            J.DrivenPose(
                a,
                b,
                position=lambda t: jnp.stack([t, jnp.cos(t), 1.0 + 0.0 * t]),
                quat=lambda t: jnp.stack([jnp.cos(t), 0.0 * t, jnp.sin(t), 0.0 * t]),
                name="driven pose",
            ),
            0,
            None,
        ),
        Case(
            J.Custom(
                a,
                b,
                lambda pose_1, pose_2, t: pose_1.p_WB @ pose_2.R_WB[:, 0] - t,
                lambda pose_1, pose_2: pose_2.v_WB @ pose_1.w_WB,
                name="custom",
            ),
            4,
            None,
        ),
        Case(
            J.Revolute(
                a, b, point_1=in_a @ (POINT - a.p_WB), point_2=r_b, axis_1=in_a @ AXIS,
                axis_2=R.T @ AXIS, name="in body axes",
            ),
            1,
            turn,
        ),
    ]  # fmt: skip
    return [a, b, c], {case.joint.name: case for case in cases}


def flat() -> tuple[list, dict[str, Case]]:
    a = zw.PlanarBody(1.0, 0.5, p_WB=[0.3, -0.2], angle=0.4, name="a")
    b = zw.PlanarBody(2.0, 0.7, p_WB=[1.1, 0.9], angle=-7.5, name="b")
    point, z = np.array([0.5, 0.8, 0.0]), np.array([0.0, 0.0, 1.0])
    axis, across = np.array([0.6, 0.8, 0.0]), np.array([-0.8, 0.6, 0.0])
    turn, slide = turn_about(point, z, 2.1), shift(0.7 * axis)
    revolute = J.Revolute(a, b, point, name="revolute")
    cases = [
        Case(J.Fixed(a, b, point, name="fixed"), 0, shift(np.zeros(3))),
        Case(revolute, 1, turn),
        Case(J.Spherical(a, b, point, name="pin"), 1, turn),
        Case(J.Prismatic(a, b, point, axis, name="prismatic"), 1, slide),
        Case(J.PointOnLine(a, b, point, axis, name="slot"), 2, after(turn, slide)),
        Case(J.Distance(a, b, name="distance"), 2, turn_about(np.array([0.3, -0.2, 0]), z, 1.0)),
        Case(J.Gear(a, b, ratio=RATIO, name="gear"), 2, None),
        Case(J.RollingDisk(a, b, RADIUS, normal=across, name="wheel"), 1, slide),
        Case(J.KnifeEdge(a, b, point, axis, name="knife edge"), 2, None),
        Case(J.Driven(revolute, lambda t: 3.0 * t, name="motor"), 2, None),
        Case(
            J.PointOnCurve(a, b, lambda s: jnp.stack([s, s**2]), name="cam"), 2, None
        ),
        Case(
            J.DrivenPose(a, b, position=lambda t: jnp.stack([t, t**2]), name="driven pose"), 1, None
        ),
    ]  # fmt: skip
    return [a, b], {case.joint.name: case for case in cases}


SPATIAL, FLAT = spatial(), flat()
CASES = {f"{name}": (SPATIAL, name) for name in SPATIAL[1]}
CASES |= {f"{name} in the plane": (FLAT, name) for name in FLAT[1]}


@cache
def mechanism(planar: bool):
    bodies, cases = FLAT if planar else SPATIAL
    return zw.Mechanism(bodies, [case.joint for case in cases.values()])


@cache
def system(planar: bool):
    return mechanism(planar).system()


def form(planar: bool, q, qd, t=0.0):
    """A, b and what remains, in a state."""
    return evaluate(system(planar), np.asarray(q), np.asarray(qd), t).form


def rows_of(planar: bool, name: str):
    """The rows of one joint, and of the lengths of quaternions."""
    q, qd = mechanism(planar).start()
    groups = dict(form(planar, q, qd).rows.groups)
    return list(groups[name]), [rows[0] for key, rows in groups.items() if key.endswith(".norm")]


__all__ = ["CASES", "acceleration_form", "form", "mechanism", "rows_of", "system"]
