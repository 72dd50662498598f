"""The course of a dense motion as C leaves it: a block of numbers with the fields of ``Course``."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from zwang.engine.dense.layout import Block
from zwang.engine.program.sizes import Sizes
from zwang.integrate.course import Course, Sight, State

STATES = {"now": ("t", "q", "qd"), "before": ("t_before", "q_before", "qd_before")}
REALS = ("h", "error", "cut", "quiet", "smallest", "largest")
WHOLE = ("rank", "turns", "index", "accepted", "rejected")


def _vector_field(name: str) -> property:
    return property(lambda self: np.frombuffer(self, float)[self.layout[name]])


class CourseInC:
    """A course as C left it, with the fields of ``Course``, read where they are asked for.

    It is mixed into the struct, from which the numbers have their names, and does not change: C
    writes into copies. A copy of it with other numbers is a ``Course``, and C looks around again.
    """

    layout: ClassVar[Block]
    sizes: ClassVar[Sizes]
    kept = None
    times, sigmas = _vector_field("times"), _vector_field("sigmas")

    @property
    def now(self: Any) -> State:
        """The last accepted state."""
        real = np.frombuffer(self, float)
        t, q, qd = self.now_at
        return State(real[t], real[q], real[qd])

    @property
    def before(self: Any) -> State:
        """The one before it."""
        real, (t, q, qd) = np.frombuffer(self, float), (self.layout[x] for x in STATES["before"])
        return State(real[t][0], real[q], real[qd])

    @property
    def values(self: Any) -> np.ndarray:
        """Of the events' functions, now (e,)."""
        return np.frombuffer(self, float)[self.layout["values"]][: self.sizes.events]

    @property
    def former(self: Any) -> np.ndarray:
        """Of the events' functions, before (e,)."""
        return np.frombuffer(self, float)[self.layout["former"]][: self.sizes.events]

    @property
    def sight(self: Any) -> Sight | None:
        """Of the constraints, now."""
        n, m = self.sizes.n, self.sizes.m
        k, real = min(m, n), np.frombuffer(self, float)
        if not m:
            return None
        shapes = (m,), (k,), (m, k), (m, n), (n,), (n,), ()
        fields = zip(Sight._fields, shapes, strict=True)
        return Sight(*(real[self.layout[f"sight.{x}"]].reshape(shape) for x, shape in fields))

    def _asdict(self) -> dict[str, Any]:
        fields = {name: getattr(self, name) for name in Course._fields}
        for names, kind in ((REALS, np.float64), (WHOLE, np.int64)):
            fields |= {name: kind(fields[name]) for name in names}
        return fields

    def _replace(self, **changed: Any) -> Course:
        return Course(**self._asdict() | changed)


def course_class(layout: Block, sizes: Sizes) -> Any:
    """The courses of a system."""
    kind = layout.structure("Course", CourseInC)
    kind.sizes, kind.now_at = sizes, (layout["t"].start, layout["q"], layout["qd"])
    return kind


def packed(kind: Any, course: Course) -> Any:
    """A course that C did not leave, as C has it."""
    own = kind()
    real, layout = np.frombuffer(own, float), kind.layout
    for which, names in STATES.items():
        for name, x in zip(names, getattr(course, which), strict=True):
            real[layout[name]] = np.ravel(x)
    if course.sight is not None:
        for name, x in zip(Sight._fields, course.sight, strict=True):
            real[layout[f"sight.{name}"]] = np.ravel(x)
    for name in ("values", "former"):
        real[layout[name]][: kind.sizes.events] = getattr(course, name)
    for name in ("times", "sigmas"):
        real[layout[name]] = getattr(course, name)
    for names, of in ((REALS, float), (WHOLE, int)):
        for name in names:
            setattr(own, name, of(getattr(course, name)))
    return own
