"""The scene of a user's points, with the forces and torques that belong to them.

A component of a point that is a coordinate, or one with another sign or a constant beside it, has
the force on that coordinate. A coordinate that turns all points that it moves about another point
of the picture is an angle, and the force on it a torque about that point. One that shifts all that
it moves by the same d, wherever they are, has a force along d: its power is Q q̇ = F·d q̇, so that
F = Q d/|d|². All this is seen in states that have nothing in common: what holds there holds
everywhere, or nearly so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from zwang.motion.motion import Motion
from zwang.motion.points import checked_links, points_of
from zwang.page.of_points import scene_of_points
from zwang.page.places import places_of
from zwang.page.scene import Arrow, Scene

PROBES, SAMPLES = 6, 100  # states apart from each other; states of the motion
TURN = 1.0  # by which a coordinate is changed to see whether it is an angle
SAME = 1e-9  # what differs by less, in parts of the whole, is the same
STANDS = {"color": -1, "trail": False}  # how a point is drawn that does not move


class Wanted(NamedTuple):
    """Points as they were asked for."""

    points: Callable  # function of (q, t, p) that returns points (k, 2) or (k, 3)
    links: Any = None  # pairs of points, as for ``zw.page``
    names: Sequence[str] = ()  # of the first points; the others are numbered
    trails: Sequence[int] | None = None  # which points leave a trail; None for all that move


def scene_of_function(motion: Motion, wanted: Wanted, title: str) -> tuple[Scene, list[int]]:
    """The scene of points, and which of them come with each frame."""
    rows = np.unique(np.linspace(0, len(motion) - 1, SAMPLES).astype(int))
    q, t = np.asarray(motion.q)[rows], np.asarray(motion.t)[rows]
    places = points_of(motion, wanted.points, t, q)
    count = places.shape[1]
    pairs = checked_links(wanted.links, count)
    for i in wanted.trails or ():
        if i >= count:
            raise ValueError(f"`trails` holds {i}; wanted indices of points, 0 to {count - 1}.")
    scene = scene_of_points(motion.coordinates, places, pairs, title)
    states = q[:1] + np.random.default_rng(0).normal(size=(PROBES, q.shape[1]))
    probe = _Probe.of(motion, wanted.points, t[0], states)
    fixed = np.ptp(places, axis=0).max(axis=1) + np.ptp(probe.places, axis=0).max(axis=1) == 0.0
    made = [probe.made_of(i) for i in range(places.shape[1])]
    scene = _named(scene, wanted, made, fixed)
    arrows = [] if probe.flawed else _arrows(motion, np.asarray(motion.A)[rows], made)
    arrows += [] if probe.flawed else _pushes(motion, probe, made)
    arrows += [] if probe.flawed or scene.dimension == 3 else _torques(motion, scene, probe)
    scene = replace(scene, arrows=tuple(arrows))
    free = [i for i, x in enumerate(made) if x.columns is None]
    filled = np.zeros((*places.shape[:2], 3))
    filled[..., : places.shape[2]] = places
    return scene.around(filled), free


class _Made(NamedTuple):
    """What a point is made of: as ``Point.columns``, and as ``Arrow`` has it, or None."""

    columns: tuple[int, ...] | None
    force: tuple[int, ...] | None
    mirrored: tuple[bool, ...]


class _Probe(NamedTuple):
    """Points (K, k, d) in states (K, n), and with each coordinate changed (n, K, k, d)."""

    states: np.ndarray
    places: np.ndarray
    changed: np.ndarray
    size: float

    @property
    def flawed(self) -> bool:
        """Whether there are states without points."""
        return not (np.isfinite(self.places).all() and np.isfinite(self.changed).all())

    @classmethod
    def of(cls, motion: Motion, points: Callable, t: float, states: np.ndarray) -> _Probe:
        n, count = states.shape[1], len(states)
        moved = states + TURN * np.eye(n)[:, None]
        every = np.concatenate([states, moved.reshape(-1, n)])
        found = points_of(motion, points, np.full(len(every), t), every)
        places, changed = found[:count], found[count:].reshape(n, count, *found.shape[1:])
        return cls(states, places, changed, float(np.abs(np.nan_to_num(places)).max()) or 1.0)

    def made_of(self, point: int) -> _Made:
        """What a point is made of."""
        columns, force, mirrored = [], [], []
        for x in self.places[:, point].T:
            same = (self.states == x[:, None]).all(axis=0)
            with_sign = [self._steady(x[:, None] - sign * self.states) for sign in (1.0, -1.0)]
            known = with_sign[0] | with_sign[1]
            if not known.any() and np.ptp(x) > 0.0:
                return _Made(None, None, ())
            columns.append(int(same.argmax()) if same.any() else None)
            force.append(int(known.argmax()) if known.any() else -1)
            mirrored.append(bool(with_sign[1].any()))
        own = None if None in columns else tuple(columns)
        moves = any(i >= 0 for i in force)
        return _Made(own, tuple(force) if moves else None, tuple(mirrored))

    def _steady(self, x: np.ndarray) -> np.ndarray:
        return np.ptp(x, axis=0) <= SAME * self.size

    def shift(self, coordinate: int) -> tuple[int, np.ndarray] | None:
        """The first point that a coordinate moves, and by which d (3,) it shifts all that it
        moves.
        """
        shifts = (self.changed[coordinate] - self.places) / TURN
        moved = np.abs(shifts).max(axis=(0, 2)) > SAME * self.size
        if not moved.any() or not self._steady(shifts[:, moved].reshape(-1, shifts.shape[2])).all():
            return None
        d = shifts[0, moved][0]
        return int(moved.argmax()), np.append(d, np.zeros(3 - len(d)))

    def angle(self, coordinate: int, centers: np.ndarray) -> tuple[int, float] | None:
        """About which of the points (K, c, 2) a coordinate turns what it moves, and in which sense.

        Shapes: centers (K, c, 2).
        """
        shifts = self.changed[coordinate] - self.places
        moved = np.abs(shifts).max(axis=(0, 2)) > SAME * self.size
        for k in range(centers.shape[1] if moved.any() else 0):
            if k < len(moved) and moved[k]:
                continue
            c = centers[:, k, None]
            for sign in (1.0, -1.0):
                cos, sin = np.cos(TURN), sign * np.sin(TURN)
                turned = c + (self.places[:, moved] - c) @ np.array([[cos, sin], [-sin, cos]])
                off = np.abs(turned - self.changed[coordinate][:, moved]).max(axis=(0, 2))
                turns = off < SAME * self.size
                # What hangs on a point that turns may be carried along without turning.
                carried = shifts[:, moved, None] - shifts[:, moved][:, None, turns]
                apart = np.abs(carried).max(axis=(0, 3)).min(axis=1, initial=np.inf)
                if turns.any() and (turns | (apart < SAME * self.size)).all():
                    return k, sign
        return None


def _named(scene: Scene, wanted: Wanted, made: list[_Made], fixed: np.ndarray) -> Scene:
    """The scene with the names of its points, what they are made of, and their trails."""
    ends = [i for link in scene.links for i in (link.start, link.end)]
    names = [*wanted.names, *(x.name for x in scene.points[len(wanted.names) :])]
    found = []
    for i, (point, name) in enumerate(zip(scene.points, names, strict=True)):
        look = {}
        if i < len(made):
            look = {"columns": made[i].columns} | (STANDS if fixed[i] else {})
            if wanted.trails is not None:
                # Where links only bend, as in a rim, there is nothing to see besides them.
                own = i in wanted.trails
                look |= {"trail": own and not fixed[i], "seen": own or ends.count(i) < 2}
        found.append(replace(point, name=name, **look))
    return replace(scene, points=tuple(found))


def _forces(motion: Motion) -> list[tuple[str, str, Any]]:
    """Name and kind of each force, and its rows; None for one that is on all coordinates."""
    found: list[tuple[str, str, Any]] = [(x, "constraint", rows) for x, rows in motion.rows.groups]
    if "control" in motion.observables:
        found.append(("control", "control", None))
    if np.any(motion.Qc_nonideal):
        found.append(("nonideal force", "nonideal", None))
    return found


def _arrows(motion: Motion, A: np.ndarray, made: list[_Made]) -> list[Arrow]:
    """Forces on points that consist of coordinates."""
    found = []
    for name, of, rows in _forces(motion):
        touched = np.ones(A.shape[2], bool)
        if rows is not None:
            touched = np.abs(A[:, list(rows)]).max(axis=(0, 1), initial=0.0) > 0.0
        shown = set()  # points of the same coordinates, one above the other, have one arrow
        for i, (_, columns, mirrored) in enumerate(made):
            if columns and columns not in shown and any(j >= 0 and touched[j] for j in columns):
                shown.add(columns)
                found.append(Arrow(name, i, columns, of=of, mirrored=mirrored))
    return found


def _pushes(motion: Motion, probe: _Probe, made: list[_Made]) -> list[Arrow]:
    """Forces on coordinates that shift points along a line, and of which no point consists."""
    known = {j for x in made for j in x.force or ()}
    found = []
    for j in sorted(set(range(probe.states.shape[1])) - known):
        shift = probe.shift(j)
        if shift is None:
            continue
        at, d = shift
        for name, of, rows in _forces(motion):
            if rows is None or np.any(np.asarray(motion.A)[:, list(rows), j]):
                along = tuple(float(x) for x in d / (d @ d))
                found.append(Arrow(name, at, (j,), of=of, along=along))
    return found


def _torques(motion: Motion, scene: Scene, probe: _Probe) -> list[Arrow]:
    """Torques of forces on coordinates that are angles."""
    count, free = probe.places.shape[1], [x for x in scene.points if x.body is not None]
    others = places_of(replace(scene, points=tuple(free)), probe.states)[..., :2]
    centers = np.concatenate([probe.places, others], axis=1)
    found = []
    for j in range(probe.states.shape[1]):
        about = probe.angle(j, centers)
        if about is None:
            continue
        center, sign = about
        at = center if center < count else scene.points.index(free[center - count])
        for name, of, rows in _forces(motion):
            if rows is None or np.any(np.asarray(motion.A)[:, list(rows), j]):
                found.append(Arrow(name, at, (j,), sign, of, kind="torque"))
    return found
