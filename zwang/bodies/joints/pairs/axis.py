"""What joints with an axis share: a point and an axis on each of two bodies."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from zwang.bodies.joints.base import AbstractJoint
from zwang.bodies.marker import mark


@dataclass(frozen=True, eq=False, repr=False)
class AbstractAxisJoint(AbstractJoint):
    """A joint whose markers have their a along one axis, and n and o alike at the start.

    A kind calls ``_place`` in its ``_settled``, then says what it needs besides.
    """

    body_1: Any
    body_2: Any
    point: Any = None
    axis: Any = None
    point_1: Any = None
    point_2: Any = None
    axis_1: Any = None
    axis_2: Any = None
    name: str | None = None
    marks: Any = field(init=False)

    numbered = dict.fromkeys(("point", "axis", "point_1", "point_2", "axis_1", "axis_2"), (3,))

    def _place(self) -> None:
        """Check the bodies, and put a marker on each."""
        self._check_bodies()
        points = self._points(self.point, self.point_1, self.point_2)
        frames = self._frames(self.axis, self.axis_1, self.axis_2)
        self._settle(marks=tuple(map(mark, points, frames)))
