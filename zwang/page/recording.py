"""A motion's rows for the eye: some of them, as numbers of half the length, in base64.

Rows are thinned evenly, and those stay in which a curve is highest or lowest. Between them the page
draws the cubic with the right q and q̇ at both ends.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from zwang.base.status import Status
from zwang.bodies.joints.rolling.rolling_disk import RollingDisk
from zwang.bodies.joints.rolling.rolling_sphere import RollingSphere
from zwang.bodies.kinds import quaternion
from zwang.bodies.mechanism import Mechanism
from zwang.motion.motion import Motion
from zwang.page.places import pose_of_body
from zwang.page.scene import Arrow, Body, Scene

# ROWS: at most. NUMBERS: at most, of all tables together, but never fewer rows than FEWEST.
ROWS, NUMBERS, FEWEST = 6_000, 200_000, 800
STILL = Body("ground", "particle", (), 0)
BY_ROW = ("t", "q", "qd", "qdd", "Qc", "Qc_ideal", "Qc_nonideal", "multipliers", "A")
BY_ROW += ("residual", "residual_raw", "rate", "rate_raw", "rank", "energy", "power")


class Curve(NamedTuple):
    """A curve under the picture: its panel, its name, and its values (T,)."""

    panel: str
    name: str
    values: np.ndarray


def shown(motion: Motion) -> Motion:
    """The motion in rows that can be shown: finite, of one time each, forward, not too many.

    Parameters
    ----------
    motion : of known numbers
    """
    t, q, qd = (np.asarray(x) for x in (motion.t, motion.q, motion.qd))
    sound = np.isfinite(t) & np.isfinite(q).all(axis=1) & np.isfinite(qd).all(axis=1)
    rows = np.flatnonzero(sound)
    rows = rows[np.argsort(t[rows], kind="stable")]
    rows = rows[np.diff(t[rows], prepend=np.nan) != 0.0]  # an event may repeat a time
    if len(rows) < 2:
        raise ValueError(f"`motion` has {len(rows)} rows to show; wanted two or more.")
    width = 2 * q.shape[1] + np.asarray(motion.multipliers).shape[1] + 4
    most = min(ROWS, max(FEWEST, NUMBERS // width))
    if len(rows) > most:
        rows = rows[_chosen(q[rows], np.asarray(motion.multipliers)[rows], most)]
    some = {
        name: np.asarray(x)[rows] for name in BY_ROW if (x := getattr(motion, name)) is not None
    }
    observables = {name: np.asarray(x)[rows] for name, x in motion.observables.items()}
    return replace(motion, **some, observables=observables)


def _chosen(q: np.ndarray, lam: np.ndarray, most: int) -> np.ndarray:
    """Rows evenly apart, and those in which a column of the tables has an extreme."""
    even = np.linspace(0, len(q) - 1, most).round().astype(int)
    tables = [x for x in (q, lam) if x.shape[1]]
    extremes = [f(x, axis=0) for x in tables for f in (np.nanargmin, np.nanargmax)]
    return np.unique(np.concatenate([even, *extremes]))


def curves_of(motion: Motion, forces: Sequence[Curve]) -> list[Curve]:
    """What is drawn under the picture besides coordinates: forces, energies, residuals.

    Parameters
    ----------
    motion : as ``shown`` gives it
    forces : their curves
    """
    found = [*forces]
    if motion.energy is not None:
        found.append(Curve("energy", "energy", np.asarray(motion.energy)))
    for name, values in motion.observables.items():
        for k, column in enumerate(np.asarray(values, float).reshape(len(motion), -1).T):
            label = name if np.ndim(values) == 1 else f"{name}[{k}]"
            found.append(Curve("energy" if "energy" in name else "observables", label, column))
    worst = [("residual", motion.residual), ("rate", motion.rate)]
    for name, values in worst:
        if np.shape(values)[1]:
            found.append(Curve("residual", name, np.abs(np.asarray(values)).max(axis=1)))
    return found


def arrows_of(motion: Motion, scene: Scene, where: Any) -> np.ndarray:
    """Place and vector of each arrow of the scene, (T, 6a).

    Parameters
    ----------
    motion : as ``shown`` gives it
    scene : with its arrows
    where : (T, k, 3)       its points
    """
    origin = None if motion.system is None else motion.system.origin
    parts = origin.at(motion.p).joints if isinstance(origin, Mechanism) else ()
    joints = {x.label: x for x in parts}
    found = []
    for arrow in scene.arrows:
        joint = joints.get(arrow.name) if arrow.of == "constraint" else None
        if joint is not None and _rubs(motion):
            exerted = motion.reaction(arrow.name)
            found += [np.asarray(exerted.point), np.asarray(exerted.force)]
            continue
        force = np.zeros((len(motion), 3))
        columns = list(arrow.columns)
        force[:, : len(columns)] = _on_coordinates(motion, arrow)[:, columns] * arrow.sign
        place = np.full((len(motion), 3), np.nan) if arrow.at is None else where[:, arrow.at]
        if isinstance(joint, RollingDisk | RollingSphere):
            place = _contact(motion, scene, joint)
        found += [place, force]
    return np.concatenate(found, axis=1) if found else np.zeros((len(motion), 0))


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
    if isinstance(joint, RollingDisk):
        normal = normal - (normal * axis).sum(axis=1, keepdims=True) * axis
        normal = normal / np.linalg.norm(normal, axis=1, keepdims=True)
    return centre - float(joint.radius) * normal


def forces_of(motion: Motion, scene: Scene, arrows: np.ndarray) -> list[Curve]:
    """Sizes (T,) of the forces by name: of the largest of its arrows, or else over all coordinates.

    A rod between two points has an arrow at each, whose size is its tension; over all coordinates
    its force has the length √2 times that. Lengths of quaternions are no constraints to a reader.

    Parameters
    ----------
    motion : as ``shown`` gives it
    scene : with its arrows
    arrows : (T, 6a)
    """
    seen: dict[str, Any] = {}
    for i, arrow in enumerate(scene.arrows):
        own = np.linalg.norm(arrows[:, 6 * i + 3 : 6 * i + 6], axis=1)
        if arrow.columns or own.any():
            seen[arrow.name] = np.fmax(seen.get(arrow.name, 0.0), own)
    found = [Curve("forces", name, values) for name, values in seen.items()]
    for name, _ in motion.rows.groups:
        if name not in seen and not is_norm(name, motion.coordinates):
            size = np.linalg.norm(np.asarray(motion.force(name)), axis=1)
            found.append(Curve("forces on coordinates", name, size))
    return found


def is_norm(name: str, coordinates: Sequence[str]) -> bool:
    """Whether a constraint only keeps the length of a body's quaternion.

    Parameters
    ----------
    name : of the constraint
    coordinates : names of q
    """
    return name.endswith(".norm") and f"{name.removesuffix('norm')}u0" in coordinates


def packed(x: Any, kind: str = "f4") -> dict[str, Any]:
    """An array as the page reads it.

    Parameters
    ----------
    x : numbers
    kind : f4 or f8
    """
    values = np.ascontiguousarray(x, dtype=f"<{kind}")
    text = base64.b64encode(values.tobytes()).decode("ascii")
    return {"type": kind, "shape": list(values.shape), "base64": text}


def recorded(
    motion: Motion, scene: Scene, where: Any, *, rows: int, points: Any = None, ghosts: Any = None
) -> dict[str, Any]:
    """All numbers of a page, as ``page/scene/recording.ts`` reads them.

    Parameters
    ----------
    motion : as ``shown`` gives it
    scene : what is drawn
    where : (T, k, 3)       its points along the motion
    rows : how many the motion had
    points : times (F,) and places (F, 3k) of points that come with each frame
    ghosts : (G, T, n)      coordinates of other members
    """
    arrows = arrows_of(motion, scene, where)
    found = curves_of(motion, forces_of(motion, scene, arrows))
    values = [curve.values for curve in found]
    table = np.stack(values, axis=1) if values else np.zeros((len(motion), 0))
    # Quaternions come after what can be read.
    order = sorted(enumerate(motion.coordinates), key=lambda x: x[1][-3:-1] == ".u")
    names = [{"panel": "coordinates", "name": name, "table": "q", "column": i} for i, name in order]
    names += [
        {"panel": curve.panel, "name": curve.name, "table": "curves", "column": i}
        for i, curve in enumerate(found)
    ]
    status = Status(int(motion.status))
    return {
        "t": packed(motion.t, "f8"),
        "q": packed(motion.q),
        "qd": packed(motion.qd),
        "points": None if points is None else [packed(points[0], "f8"), packed(points[1])],
        "arrows": packed(arrows) if scene.arrows else None,
        "curves": packed(table),
        "names": names,
        "ghosts": None if ghosts is None else packed(ghosts),
        "rows": rows,
        "status": "" if status == Status.OK else motion.detail or status.name,
    }
