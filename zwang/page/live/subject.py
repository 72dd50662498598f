"""What a live page is of: a system with a start, and the scene of its motion."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import jax
import numpy as np

from zwang.base.functions import Bound, bind
from zwang.base.status import NumericalError, Status
from zwang.bodies.mechanism import Mechanism
from zwang.integrate.method.runge_kutta import method_named
from zwang.modelfile.model import Model
from zwang.modelfile.tables.page import Wishes
from zwang.motion.motion import Motion
from zwang.motion.points import checked_links
from zwang.motion.simulate import simulate
from zwang.page.of_points import arrows_on, scene_of_points
from zwang.page.places import corners_of, places_of
from zwang.page.recording import shown
from zwang.page.scene import Scene
from zwang.page.show import scene_of
from zwang.system.constraints import POSITION
from zwang.system.system import System

DEFAULT = (0.0, 10.0)  # for how long a motion is meant that nobody says it of
STANDS = {"color": -1, "trail": False}  # how a point is drawn that does not move
PROBES = 8  # states at which it is looked at what points are made of
SAMPLES = 100  # states at which a function of points is evaluated


class Subject(NamedTuple):
    """What moves in a page.

    Attributes
    ----------
    system : the description
    q0, qd0 : (n,)      its start
    t : a pair (start, end)
    p : parameters
    settings : what ``zw.simulate`` is told besides
    title : what it calls itself; "" for nothing
    wishes : what a model file says of its page
    origin : function of p that returns q0 and qd0 (2, n), where they follow from the parameters
    """

    system: System
    q0: Any
    qd0: Any
    t: tuple[float, float]
    p: Any
    settings: dict[str, Any]
    title: str
    wishes: Wishes
    origin: Callable | None = None


def subject_of(
    what: Any, q0: Any, qd0: Any, t: Any, p: Any, settings: Mapping[str, Any]
) -> Subject:
    """The subject that arguments of ``zw.page`` describe; what is None is the description's own.

    Parameters
    ----------
    what : a ``Model``, a ``Mechanism`` or a ``System``
    q0, qd0, t, p : as for ``zw.page``
    settings : of ``zw.simulate``, by name
    """
    told = {name: x for name, x in settings.items() if x is not None}
    if isinstance(what, Model):
        own, named = dict(what.settings), {"events": what.events}
        if isinstance(own.get("method"), str):
            own["method"] = method_named(own["method"])
        start = what.start() if q0 is None or qd0 is None else (q0, qd0)
        times = what.t if t is None else t
        numbers = dict(what.p) if p is None else p
        found = Subject(
            what.system, *start, _pair(times), numbers, own | named | told, what.title, what.page
        )
        if q0 is None and qd0 is None:
            found = found._replace(origin=what.written_start)
    elif isinstance(what, Mechanism):
        system, start = what.system(definite=True), what.start(p)
        found = Subject(system, *start, _pair(t), p, told, "", Wishes())
    elif isinstance(what, System):
        for name, x in (("q0", q0), ("qd0", qd0)):
            if x is None:
                raise TypeError(f"`{name}` is None; wanted the start of the system.")
        found = Subject(what, q0, qd0, _pair(t), p, told, "", Wishes())
    else:
        raise TypeError(f"`what` is {what!r}; wanted a model, a zw.Mechanism or a zw.System.")
    given = {name: x for name, x in (("q0", q0), ("qd0", qd0)) if x is not None}
    return found._replace(**given)


def _pair(t: Any) -> tuple[float, float]:
    """The ends of times."""
    if t is None:
        return DEFAULT
    try:
        found = np.asarray(t, float)
    except (TypeError, ValueError):
        found = np.zeros(0)
    if found.ndim != 1 or len(found) < 2 or not np.isfinite(found).all() or found[-1] <= found[0]:
        raise ValueError(f"`t` is {t!r}; wanted a pair (start, end).")
    return float(found[0]), float(found[-1])


def pictured(
    subject: Subject, points: Bound | None, links: Any, title: str
) -> tuple[Scene, Callable | None]:
    """The scene, and the function of (q, t, p) for the points that come with each frame.

    Parameters
    ----------
    subject : what moves
    points, links, title : as for ``zw.page``
    """
    given = subject.system, subject.q0, subject.qd0, subject.t, subject.p
    motion = simulate(*given, **subject.settings, throw=False)
    if len(motion) < 2:
        raise NumericalError(Status(motion.status), motion.detail, motion)
    some, wishes = shown(motion), subject.wishes
    if points is None and wishes.points is None:
        scene, _ = scene_of(some, None, links, title)
        seen = places_of(scene, some.q).reshape(-1, 3), corners_of(scene, some.q)
        return scene.around(np.concatenate(seen)), None
    names = wishes.names if points is None else ()
    pairs = [list(pair) for pair in wishes.links] if links is None and points is None else links
    bound = bind("`points` of [page]", wishes.points, POSITION) if points is None else points
    return _of_points(some, lambda q, t, p: bound.at({"q": q, "t": t, "p": p}), pairs, names, title)


def _of_points(
    motion: Motion, points: Callable, links: Any, names: tuple[str, ...], title: str
) -> tuple[Scene, Callable | None]:
    """The scene of a user's points; those that are coordinates are known as such."""
    rows = np.unique(np.linspace(0, len(motion) - 1, SAMPLES).astype(int))
    q, t = np.asarray(motion.q)[rows], np.asarray(motion.t)[rows]
    at = jax.jit(jax.vmap(lambda q, t: points(q, t, motion.p)))
    found = np.asarray(at(q, t))
    if found.ndim != 3 or found.shape[2] not in (2, 3) or found.shape[1] == 0:
        shape = found.shape[1:]
        raise ValueError(f"`points` returned the shape {shape}; wanted (k, 2) or (k, 3).")
    scene = scene_of_points(motion.coordinates, found, checked_links(links, found.shape[1]), title)
    # What a point is made of shows where q is anything, on the constraints or off.
    probes = q[:1] + np.random.default_rng(0).normal(size=(PROBES, q.shape[1]))
    probed = np.asarray(at(probes, np.full(PROBES, t[0])))
    made_of = [_made_of(probed[:, i], probes) for i in range(found.shape[1])]
    columns = [None if any(x.mirrored) else x.columns for x in made_of]
    fixed = np.ptp(found, axis=0).max(axis=1) + np.ptp(probed, axis=0).max(axis=1) == 0.0
    named = [
        replace(point, name=name, columns=own, **(STANDS if still else {}))
        for point, name, own, still in zip(
            scene.points, names or [x.name for x in scene.points], columns, fixed, strict=False
        )
    ]
    rest = scene.points[len(named) :]
    held, mirrored = zip(*made_of, strict=True)
    arrows = arrows_on(motion.rows.groups, held, np.asarray(motion.A)[rows], mirrored)
    scene = replace(scene, points=(*named, *rest), arrows=tuple(arrows))
    filled = np.zeros((*found.shape[:2], 3))
    filled[..., : found.shape[2]] = found
    free = [i for i, own in enumerate(columns) if own is None]
    scene = scene.around(filled)
    if not free:
        return scene, None
    return scene, lambda q, t, p: points(q, t, p)[np.asarray(free)]


class MadeOf(NamedTuple):
    """Which coordinates a point consists of, or None; and which of them with the other sign."""

    columns: tuple[int, ...] | None
    mirrored: tuple[bool, ...]


def _made_of(places: np.ndarray, q: np.ndarray) -> MadeOf:
    """What a point (K, 2 or 3) is made of, in states (K, n) that have nothing in common."""
    same = np.stack([(q == x[:, None]).all(axis=0) for x in places.T])
    other = np.stack([(q == -x[:, None]).all(axis=0) for x in places.T])
    if not (same | other).any(axis=1).all():
        return MadeOf(None, ())
    columns, mirrored = (same | other).argmax(axis=1), np.asarray(other.any(axis=1))
    return MadeOf(tuple(columns.tolist()), tuple(mirrored.tolist()))
