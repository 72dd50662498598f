"""What is told where a motion sticks: rows that lose rank by name, an acceleration that jumps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from zwang.base.arrays import eps
from zwang.base.names import names_of
from zwang.integrate.course import Course, RankChange, Settings, State
from zwang.integrate.events import Event, Watched
from zwang.integrate.method.step_size import tilted
from zwang.integrate.singular.passage import Place, parts_in
from zwang.integrate.step import SMALLEST

# Singular values within TOGETHER of the smallest are lost with it; NAMED rows stand in a text.
TOGETHER, NAMED = 10.0, 6
# Where an acceleration jumps, it changes as much over a time as over a thousandth of it, and by
# little on both sides.
SHORTER, LITTLE = 1e-3, 0.1
JUMPING = {"forces": "a force that switches", "drives": "a drive whose acceleration jumps"}


def change(
    course: Course, place: Place, names: tuple[str, ...], t: float, *, assured: bool = True
) -> RankChange:
    """The change of rank at a place."""
    rank = int(course.rank)
    return RankChange(t, rank, rank - place.flips, tuple(names[i] for i in place.rows), assured)


def lost_at(course: Course, now: int | None = None) -> Place:
    """What is being lost where the course stands, if no step could be laid across."""
    if course.sight is None:
        return Place(0.0, 1, ())
    U, rank = np.asarray(course.sight.U), int(course.rank)
    if now is not None:
        return Place(0.0, rank - now, parts_in(U[:, now:]))
    return lost_among(np.asarray(course.sight.values)[:rank], U[:, :rank])


def lost_among(values: np.ndarray, U: np.ndarray) -> Place:
    """What is lost together with the smallest singular value. Shapes: values (k,), U (m, k)."""
    lost = max(1, int((values <= TOGETHER * values[-1:]).sum()))
    return Place(0.0, lost, parts_in(U[:, len(values) - lost :]))


def named(names: tuple[str, ...]) -> str:
    """Names of rows, but not all of very many."""
    others = f" and {len(names) - NAMED} others" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + others


def near(course: Course, place: Place, names: tuple[str, ...], cause: str) -> str:
    """What to say where steps fail near a singular configuration."""
    sigma, rows = float(course.sigmas[-1]), place.rows
    seen = (
        f"σ = {sigma:.2g} is left of rank {int(course.rank)}, and "
        f"{named(tuple(names[i] for i in rows))} all but depend on each other."
    )
    if cause != "rows":
        return f" Seen, and not shown to be the cause: {seen}"
    return (
        f" A singular configuration is near, and that is the cause: {seen} Loosen `rtol` and "
        "`atol`, stop before it with an event, or go on behind it: see zw.branches(system, q, qd)."
    )


def too_long(step: float) -> str:
    """What to say where steps of a fixed length could not be laid across."""
    if step == 0:
        return ""
    return (
        f" No step across it is exact to `rtol` from where steps of {step:.3g} lead: take shorter "
        "ones, or none of a fixed length."
    )


def jump(
    at: Callable[[float], Any],
    M: Any,
    coordinates: tuple[str, ...] | None,
    span: float,
    cause: str,
) -> str:
    """What to say where the acceleration jumps; nothing where it does not. Shapes: M (n, n)."""
    if cause not in JUMPING:
        return ""
    M = np.asarray(M)
    ends = [[np.asarray(at(side * h)) for side in (-1.0, 1.0)] for h in (span, SHORTER * span)]
    size = lambda x: float(np.sqrt(max(x @ M @ x, 0.0)))
    before, after = ends[1]
    gap = size(after - before)
    aside = max(size(x - y) for x, y in zip(*ends, strict=True))
    if not (aside < LITTLE * gap and gap > 1e-3 * max(size(before), size(after))):
        return ""
    most = int(np.argmax(np.sqrt(np.abs(np.diagonal(M))) * np.abs(after - before)))
    name = names_of(coordinates, len(M))[most]
    return (
        f" The acceleration jumps here, most that of {name!r}, from {before[most]:.3g} to "
        f"{after[most]:.3g}: {JUMPING[cause]}. Steps shrink at every such jump; where the "
        "velocity is zero, too, `atol` is all that stops them: give one that suits the size of the "
        "motion, such as atol=1e-9. Or make the switch smooth, or give its time, breaks=[...], or "
        "stop at it with a terminal zw.Event and go on from there."
    )


def rebound(events: tuple[Event, ...], now: State, p: Any, qdd: Any, settings: Settings) -> str:
    """The event that a motion stands on, if it comes back sooner than a step may be long."""
    t, q, qd = map(np.asarray, now)
    error = tilted(q, qd, settings.rtol, settings.atol)
    for event in events:
        back = float(Watched((event,)).armed(t, q, qd, p, qdd, error)[1])
        if back <= SMALLEST * eps(float) * abs(t):
            return (
                f" The event {event.name!r} comes back after {back:.2g}: bounces have come to "
                "rest. Wanted a system that has what lies on as a constraint, to go on with."
            )
    return ""
