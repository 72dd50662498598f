"""What a live page is of: a system with a start, and the scene of its motion."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from zwang.base.functions import Bound, bind
from zwang.base.status import NumericalError, Status
from zwang.bodies.mechanism import Mechanism
from zwang.integrate.method.runge_kutta import method_named
from zwang.motion.simulate import simulate
from zwang.page.live.contacts import with_contacts
from zwang.page.live.mould import Mould, mould_of
from zwang.page.of_function import Wanted, scene_of_function
from zwang.page.places import corners_of, places_of
from zwang.page.recording import shown
from zwang.page.scene import Scene
from zwang.page.show import scene_of
from zwang.system.constraints import POSITION
from zwang.system.system import System

if TYPE_CHECKING:  # who has no model file need not import how they are read
    from zwang.modelfile.tables.page import Wishes

DEFAULT = (0.0, 10.0)  # for how long a motion is meant that nobody says it of


class Subject(NamedTuple):
    """What moves in a page."""

    system: System  # the description
    # q0, qd0: (n,) its start
    q0: Any
    qd0: Any
    t: tuple[float, float]  # a pair (start, end)
    p: Any  # parameters
    settings: dict[str, Any]  # what ``zw.simulate`` is told besides
    title: str  # what it calls itself; "" for nothing
    wishes: Wishes | None = None  # what a model file says of its page; None where there is no file
    # function of p that returns q0 and qd0 (2, n), where they follow from the parameters
    origin: Callable | None = None
    mould: Mould | None = None  # what else of the picture does


def subject_of(
    what: Any, q0: Any, qd0: Any, t: Any, p: Any, settings: Mapping[str, Any]
) -> Subject:
    """The subject that arguments of ``zw.page`` describe; what is None is the description's own."""
    told = {name: x for name, x in settings.items() if x is not None}
    if isinstance(what, Mechanism):
        system, start, mould = what.system(definite=True), what.start(p), mould_of(what, p)
        found = Subject(system, *start, _pair(t), p, told, "", mould=mould)
        if q0 is None and qd0 is None and what.equations.open:
            found = found._replace(origin=lambda p: jnp.stack(what.start(p)))
    elif isinstance(what, System):
        for name, x in (("q0", q0), ("qd0", qd0)):
            if x is None:
                raise TypeError(f"`{name}` is None; wanted the start of the system.")
        found = Subject(what, q0, qd0, _pair(t), p, told, "")
    else:
        found = _of_model(what, q0, qd0, t, p, told)
    given = {name: x for name, x in (("q0", q0), ("qd0", qd0)) if x is not None}
    return found._replace(**given)


def _of_model(what: Any, q0: Any, qd0: Any, t: Any, p: Any, told: dict[str, Any]) -> Subject:
    """The subject of a model of a file."""
    from zwang.modelfile.model import Model

    if not isinstance(what, Model):
        raise TypeError(f"`what` is {what!r}; wanted a model, a zw.Mechanism or a zw.System.")
    own: dict[str, Any] = dict(what.settings) | {"events": what.events}
    if isinstance(own.get("method"), str):
        own["method"] = method_named(own["method"])
    start = what.start() if q0 is None or qd0 is None else (q0, qd0)
    times, numbers = what.t if t is None else t, dict(what.p) if p is None else p
    found = Subject(what.system, *start, _pair(times), numbers, own | told, what.title, what.page)
    return found._replace(origin=what.written_start) if q0 is None and qd0 is None else found


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
    subject: Subject, points: Bound | None, links: Any, title: str, trails: Any = None
) -> tuple[Scene, Callable | None]:
    """The scene, and the function of (q, t, p) for the points that come with each frame."""
    given = subject.system, subject.q0, subject.qd0, subject.t, subject.p
    motion = simulate(*given, **subject.settings, throw=False)
    if len(motion) < 2:
        raise NumericalError(Status(motion.status), motion.detail, motion)
    some, wishes = shown(motion), subject.wishes
    if points is not None:
        bound, wanted = points, Wanted(points.function, links)
    elif wishes is not None and wishes.points is not None:
        bound = bind("`points` of [page]", wishes.points, POSITION)
        pairs = [list(pair) for pair in wishes.links] if links is None else links
        wanted = Wanted(bound.function, pairs, wishes.names, wishes.trails)
    else:
        if trails is not None:
            raise ValueError("`trails` chooses among `points`; wanted `points` with it.")
        scene, _ = scene_of(some, None, links, title)
        seen = places_of(scene, some.q).reshape(-1, 3), corners_of(scene, some.q)
        scene, origin = scene.around(np.concatenate(seen)), subject.system.origin
        return with_contacts(scene, origin) if isinstance(origin, Mechanism) else (scene, None)
    if trails is not None:
        wanted = wanted._replace(trails=trails)
    scene, free = scene_of_function(some, wanted, title)
    if not free:
        return scene, None
    chosen = np.asarray(free)
    return scene, lambda q, t, p: bound.at({"q": q, "t": t, "p": p})[chosen]
