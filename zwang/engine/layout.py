"""Where in what C writes a name stands: in rows of a motion, and in the course."""

from __future__ import annotations

import ctypes
import functools
import math
from typing import Any

import numpy as np

from zwang.engine.program.sizes import Sizes
from zwang.engine.program.structs import structure
from zwang.equation.observed import Observed
from zwang.integrate.course import Course, Settings
from zwang.solvers import rank as rules

REALS = ("h", "error", "cut", "quiet", "smallest", "largest")
VECTORS = ("times", "sigmas", "values", "former")
WHOLE = ("rank", "turns", "index", "accepted", "rejected")
SETTINGS: Any = structure("zw_settings", ())
UNIT = np.zeros(1)
Parts = list[tuple[str, tuple[int, ...]]]


def parts_of(sizes: Sizes, energy: bool) -> Parts:
    """What stands in a row, in its order: names and shapes."""
    n, m, h = sizes.n, sizes.m, sizes.rows.positions
    parts: Parts = []
    parts += [(name, (n,)) for name in ("qdd", "Qc", "Qc_ideal", "Qc_nonideal")]
    parts += [(name, (m,)) for name in ("multipliers", "residual", "residual_raw")]
    parts += [("rate", (h,)), ("rate_raw", (h,)), ("A", (m, n)), ("power", ())]
    parts += [("energy", ())] if energy else []
    return parts + [(f"observable {name}", shape) for name, shape in sizes.observables]


def size_of(parts: Parts) -> int:
    """How many numbers stand in a row."""
    return sum(math.prod(shape) for _, shape in parts)


class RowLayout:
    """Where in a row its parts are."""

    def __init__(self, sizes: Sizes, parts: Parts):
        ends = np.cumsum([0, *(math.prod(shape) for _, shape in parts)]).tolist()
        places = [(ends[i], ends[i + 1], shape) for i, (_, shape) in enumerate(parts)]
        count = len(parts) - len(sizes.observables)
        names = [name for name, _ in (*parts[:count], *sizes.observables)]
        each = [(name, *place) for name, place in zip(names, places, strict=True)]
        self.fields, self.observables = each[:count], each[count:]


def observed(sizes: Sizes, parts: Parts, found: np.ndarray, whole: np.ndarray) -> Observed:
    """What C wrote row by row, by name. Shapes: found (T, .), whole (T, 2)."""
    layout, T = RowLayout(sizes, parts), len(found)
    fields, observables = (
        {name: found[:, a:b].reshape(T, *shape).copy() for name, a, b, shape in places}
        for places in (layout.fields, layout.observables)
    )
    rank, status = whole[:, 0].astype(np.int32), whole[:, 1].astype(np.int32)
    about: dict[str, Any] = {"energy": None} | fields
    return Observed(**about, observables=observables, rank=rank, status=status, rows=sizes.rows)


class CourseLayout:
    """Where in ``zw_course`` its fields are, counted in numbers of eight bytes."""

    def __init__(self, sizes: Sizes):
        n, m, events = sizes.n, sizes.m, sizes.events
        kind, sight = (structure(x, sizes.dimensions) for x in ("zw_course", "zw_sight"))
        place = lambda name: getattr(kind, name).offset // 8
        self.now, self.before = (
            (i, slice(i + 1, i + 1 + n), slice(i + 1 + n, i + 1 + 2 * n))
            for i in (place("t"), place("t_before"))
        )
        lengths = {"times": 3, "sigmas": 3, "values": events, "former": events}
        # places by name
        self.vectors = {k: slice(place(k), place(k) + size) for k, size in lengths.items()}
        shapes = {"sizes": (m,), "values": (min(m, n),), "U": (m, min(m, n)), "polar": (m, n)}
        shapes |= {"reach": (n,), "weight": (n,), "shrunk": ()}
        self.sight = []  # places and shapes of its fields; without constraints there are none
        for name, shape in shapes.items() if m else ():
            first = place("sight") + getattr(sight, name).offset // 8
            self.sight.append((slice(first, first + math.prod(shape)), shape))


def put(packed: Any, course: Course) -> None:
    """Lay a course that C did not leave where C finds it."""
    layout, real = packed.layout, np.frombuffer(packed, float)
    for places, state in ((layout.now, course.now), (layout.before, course.before)):
        for at, x in zip(places, state, strict=True):
            real[at] = x
    if course.sight is not None:
        for (at, _), x in zip(layout.sight, course.sight, strict=True):
            real[at] = np.ravel(x)
    for name, at in layout.vectors.items():
        real[at] = getattr(course, name)
    for names, kind in ((REALS, float), (WHOLE, int)):
        for name in names:
            setattr(packed, name, kind(getattr(course, name)))


def settings_in_c(settings: Settings) -> ctypes.Structure:
    """``zw_settings`` of these numbers; what it points to is the settings' own."""
    gaps = settings.gaps
    address = 0 if gaps is None else gaps.ctypes.data
    return SETTINGS(*settings[:3], int(settings.every), settings.longest, address)


def tolerances(solver: Any, cut: Any) -> tuple[float, float]:
    """Of the rank, where no ``cut`` takes its place, and of contradictions."""
    rank, consistency = own_tolerances(solver.rank, solver.consistency)
    return rank if cut is None else float(cut), consistency


@functools.lru_cache(maxsize=64)
def own_tolerances(rank: float | None, consistency: float | None) -> tuple[float, float]:
    return (
        float(rules.tolerance(rank, rules.RANK, UNIT)),
        float(rules.tolerance(consistency, rules.CONSISTENCY, UNIT)),
    )
