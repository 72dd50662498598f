"""Forces and torques along a motion: where their arrows are, and how large they are.

Of a body with the coordinates p and u, place and quaternion, the force on q of a constraint is that
force f on p and Q_u on u. With the rates w in world axes, u̇ = ½ (0, w) u, so that the power Q_u·u̇
is w·τ of the torque about p

    τ = ½ (u₀ Q_v − Q₀ v + v × Q_v),    u = (u₀, v),  Q_u = (Q₀, Q_v),

and about another point r it is τ − (r − p) × f. In the plane the force on the angle is τ itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from zwang.bodies.kinds import quaternion
from zwang.motion.motion import Motion
from zwang.page.places import places_of, pose_of_body
from zwang.page.scene import Arrow, Body, Scene

STILL = Body("ground", "particle", (), 0)
FAINT = 1e-9  # a torque that is smaller, in parts of the largest force times the whole, is none


class Curve(NamedTuple):
    """A curve under the picture: its panel, its name, and its values (T,)."""

    panel: str
    name: str
    values: np.ndarray


def arrows_of(motion: Motion, scene: Scene, where: Any) -> np.ndarray:
    """Place and vector of each arrow of the scene, (T, 6a). Shapes: where (T, k, 3)."""
    joints = {x.label: x for x in _joints(motion)}
    found = []
    for arrow in scene.arrows:
        joint = joints.get(arrow.name) if arrow.of == "constraint" else None
        if joint is not None and _rubs(motion):
            exerted = motion.reaction(arrow.name)
            vector = exerted.force if arrow.kind == "force" else exerted.torque
            found += [np.asarray(exerted.point), np.asarray(vector)]
            continue
        force = _on_coordinates(motion, arrow)
        place = np.full((len(motion), 3), np.nan) if arrow.at is None else where[:, arrow.at]
        if joint is not None and _rolls(joint):
            place = _contact(motion, scene, joint)
        if arrow.kind == "torque":
            found += [place, _torque(motion, scene, arrow, force, place)]
        else:
            found += [place, _part(arrow, force)]
    return np.concatenate(found, axis=1) if found else np.zeros((len(motion), 0))


def _joints(motion: Motion) -> Sequence[Any]:
    """The joints of the mechanism that moved, with known numbers; none of a motion from a file."""
    if motion.system is None:
        return ()
    from zwang.bodies.mechanism import Mechanism  # JAX comes with it

    origin = motion.system.origin
    return origin.at(motion.p).joints if isinstance(origin, Mechanism) else ()


def _rolls(joint: Any) -> bool:
    """Whether a body of a joint touches the other where it rolls."""
    from zwang.bodies.joints.rolling.rolling_disk import RollingDisk
    from zwang.bodies.joints.rolling.rolling_sphere import RollingSphere

    return isinstance(joint, RollingDisk | RollingSphere)


def _part(arrow: Arrow, force: np.ndarray) -> np.ndarray:
    """The vector (T, 3) that an arrow shows of a force (T, n) on the coordinates."""
    if arrow.along is not None:
        return arrow.sign * force[:, list(arrow.columns)] * np.asarray(arrow.along)
    found = np.zeros((len(force), 3))
    for k, j in enumerate(arrow.columns):
        if j >= 0:
            other = bool(arrow.mirrored) and arrow.mirrored[k]
            found[:, k] = force[:, j] * (-arrow.sign if other else arrow.sign)
    return found


def _torque(
    motion: Motion, scene: Scene, arrow: Arrow, force: np.ndarray, place: np.ndarray
) -> np.ndarray:
    """The torque (T, 3) about a place (T, 3)."""
    own, found = force[:, list(arrow.columns)], np.zeros((len(force), 3))
    if arrow.body is None:
        found[:, 2] = arrow.sign * own[:, 0]
        return found
    p, u = pose_of_body(scene.bodies[arrow.body], np.asarray(motion.q))
    f = np.zeros((len(force), 3))
    if len(arrow.columns) == 3:
        f[:, :2], found[:, 2] = own[:, :2], own[:, 2]
    else:
        f, (Q0, Qv) = own[:, :3], (own[:, 3:4], own[:, 4:])
        u0, v = u[:, :1], u[:, 1:]
        found = 0.5 * (u0 * Qv - Q0 * v + np.cross(v, Qv))
    return arrow.sign * (found - np.cross(place - p, f))


def with_torques(scene: Scene, motion: Motion) -> Scene:
    """The scene of bodies with the torques that act along a motion, beside their forces."""
    turning = {
        tuple(body.columns[: 2 if body.kind == "planar" else 3]): i
        for i, body in enumerate(scene.bodies)
        if body.kind != "particle"
    }
    torques = [
        replace(arrow, kind="torque", body=i, columns=scene.bodies[i].columns)
        for arrow in scene.arrows
        if arrow.at is not None and (i := turning.get(tuple(arrow.columns))) is not None
    ]
    whole = replace(scene, arrows=(*scene.arrows, *torques))
    vectors = arrows_of(motion, whole, places_of(scene, motion.q)).reshape(len(motion), -1, 2, 3)
    sizes = np.nan_to_num(np.linalg.norm(vectors[:, :, 1], axis=2)).max(axis=0, initial=0.0)
    count, extent = len(scene.arrows), np.linalg.norm(np.subtract(scene.high, scene.low))
    least = FAINT * max(sizes[:count].max(initial=0.0) * extent, sizes[count:].max(initial=0.0))
    acting = [arrow for arrow, size in zip(torques, sizes[count:], strict=True) if size > least]
    return replace(scene, arrows=(*scene.arrows, *acting))


def _on_coordinates(motion: Motion, arrow: Arrow) -> np.ndarray:
    """The force (T, n) that an arrow shows a part of."""
    match arrow.of:
        case "control":
            return np.asarray(motion.control)
        case "nonideal":
            return np.asarray(motion.Qc_nonideal)
    return np.asarray(motion.force(arrow.name))


def _rubs(motion: Motion) -> bool:
    """Whether friction changes the multipliers."""
    return motion.system is not None and motion.system.nonideal is not None


def _contact(motion: Motion, scene: Scene, joint: Any) -> np.ndarray:
    """Where a wheel or a ball touches (T, 3): its lowest point, seen along the plane's normal."""
    q, marks = np.asarray(motion.q), joint.marks
    frames = []
    for body, mark in zip(joint.bodies, marks, strict=True):
        (own,) = [x for x in scene.bodies if x.name == body.name] or [STILL]
        place, turn = pose_of_body(own, q)
        R = quaternion.matrix(turn)
        frames.append((place + R @ mark.r, R @ mark.F[:, 2]))
    (_, normal), (centre, axis) = frames
    if joint.kind == "rolling disk":
        normal = normal - (normal * axis).sum(axis=1, keepdims=True) * axis
        normal = normal / np.linalg.norm(normal, axis=1, keepdims=True)
    return centre - float(joint.radius) * normal


def forces_of(motion: Motion, scene: Scene, arrows: np.ndarray) -> list[Curve]:
    """Sizes (T,) of forces and torques by name: of the largest arrow, or over all coordinates.

    A rod between two points has an arrow at each, whose size is its tension; over all coordinates
    its force has the length √2 times that. Lengths of quaternions are no constraints to a reader.

    Shapes: arrows (T, 6a).
    """
    seen: dict[tuple[str, str], Any] = {}
    for i, arrow in enumerate(scene.arrows):
        own = np.linalg.norm(arrows[:, 6 * i + 3 : 6 * i + 6], axis=1)
        if arrow.columns or own.any():
            key = f"{arrow.kind}s", arrow.name
            seen[key] = np.fmax(seen.get(key, 0.0), own)
    found = [Curve(*key, values) for key, values in sorted(seen.items(), key=lambda x: x[0][0])]
    named = {name for _, name in seen}
    for name, _ in motion.rows.groups:
        if name not in named and not is_norm(name, motion.coordinates):
            size = np.linalg.norm(np.asarray(motion.force(name)), axis=1)
            found.append(Curve("forces on coordinates", name, size))
    return found


def is_norm(name: str, coordinates: Sequence[str]) -> bool:
    """Whether a constraint only keeps the length of a body's quaternion."""
    return name.endswith(".norm") and f"{name.removesuffix('norm')}u0" in coordinates
