"""The course of a dense motion as C leaves it: a block of numbers with the fields of ``Course``."""

from __future__ import annotations

from typing import Any, ClassVar, Self

import numpy as np

from zwang.engine.layout import Block
from zwang.engine.program.sizes import Sizes
from zwang.integrate.course import Course, Sight, State

STATES = {"now": ("t", "q", "qd"), "before": ("t_before", "q_before", "qd_before")}


def _field(name: str) -> property:
    """A field of the block, read where it is asked for."""

    def read(self: CourseInC) -> Any:
        real = self.layout.reals.get(name)
        if real is not None:
            return self.block[real]
        return self.block.view(np.int64)[self.layout.wholes[name]]

    return property(read)


class CourseInC:
    """A course as C left it. It does not change: C writes into copies.

    A copy of it with other numbers is a ``Course``, and C looks around again.
    """

    layout: ClassVar[Block]
    sizes: ClassVar[Sizes]
    kept = None
    h, error, cut, quiet = map(_field, ("h", "error", "cut", "quiet"))
    smallest, largest, times, sigmas = map(_field, ("smallest", "largest", "times", "sigmas"))
    rank, turns, index = map(_field, ("rank", "turns", "index"))
    accepted, rejected = map(_field, ("accepted", "rejected"))

    def __init__(self, block: np.ndarray):
        self.block = block
        self.address = block.ctypes.data

    @classmethod
    def empty(cls) -> Self:
        """One in which nothing stands yet."""
        return cls(np.zeros(cls.layout.size))

    @classmethod
    def at(cls, t: Any, q: Any, qd: Any) -> Self:
        """One in which a state stands, to be begun."""
        course = cls.empty()
        for name, x in zip(STATES["now"], (t, q, qd), strict=True):
            course.block[cls.layout[name]] = x
        return course

    def copied(self) -> Self:
        """A copy, to be written to."""
        return type(self)(self.block.copy())

    @property
    def now(self) -> State:
        """The last accepted state."""
        return self._state("now")

    @property
    def before(self) -> State:
        """The one before it."""
        return self._state("before")

    def _state(self, which: str) -> State:
        t, q, qd = (self.block[self.layout[name]] for name in STATES[which])
        return State(t[0], q, qd)

    @property
    def values(self) -> np.ndarray:
        """Of the events' functions, now (e,)."""
        return self.block[self.layout["values"]][: self.sizes.events]

    @property
    def former(self) -> np.ndarray:
        """Of the events' functions, before (e,)."""
        return self.block[self.layout["former"]][: self.sizes.events]

    @property
    def sight(self) -> Sight | None:
        """Of the constraints, now."""
        n, m = self.sizes.n, self.sizes.m
        k = min(m, n)
        if not m:
            return None
        shapes = (m,), (k,), (m, k), (m, n), (n,), (n,), ()
        fields = zip(Sight._fields, shapes, strict=True)
        return Sight(*(self.block[self.layout[f"sight.{x}"]].reshape(s) for x, s in fields))

    def _asdict(self) -> dict[str, Any]:
        fields = {name: getattr(self, name) for name in Course._fields}
        kinds = {name: np.float64 for name in ("h", "error", "cut", "quiet", "smallest", "largest")}
        kinds |= {name: np.int64 for name in ("rank", "turns", "index", "accepted", "rejected")}
        return fields | {name: kind(fields[name]) for name, kind in kinds.items()}

    def _replace(self, **changed: Any) -> Course:
        return Course(**self._asdict() | changed)


def course_class(layout: Block, sizes: Sizes) -> type[CourseInC]:
    """The courses of a system."""
    return type("Course", (CourseInC,), {"layout": layout, "sizes": sizes})


def packed(kind: type[CourseInC], course: Course) -> CourseInC:
    """A course that C did not leave, as C has it."""
    own = kind.empty()
    real, layout = own.block, kind.layout
    whole = real.view(np.int64)
    for which, names in STATES.items():
        for name, x in zip(names, getattr(course, which), strict=True):
            real[layout[name]] = np.ravel(x)
    if course.sight is not None:
        for name, x in zip(Sight._fields, course.sight, strict=True):
            real[layout[f"sight.{name}"]] = np.ravel(x)
    events = kind.sizes.events
    real[layout["values"]][:events] = course.values
    real[layout["former"]][:events] = course.former
    for name in ("times", "sigmas", "h", "error", "cut", "quiet", "smallest", "largest"):
        real[layout[name]] = getattr(course, name)
    for name in ("rank", "turns", "index", "accepted", "rejected"):
        whole[layout.wholes[name]] = int(getattr(course, name))
    return own
