"""What all joints share: two bodies, markers on them, and rows of equations between the markers.

A joint of a new kind is a final class that says

1. ``rows`` and ``velocity_rows``: the names of its equations on positions and on velocities;
2. ``planar_rows`` and ``planar_velocity_rows``: those that are left in the plane z = 0, or None if
   it cannot be there;
3. ``phi`` and ``psi``: these equations, for markers in the world;
4. ``numbered``, which of its fields hold numbers; and in ``_settled``, where its markers are.

Joints of one kind are evaluated together, so ``phi`` and ``psi`` take numbers from ``c`` and not
from the joint; only the functions in ``functions`` they may take from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import jax.numpy as jnp
import numpy as np
from jax import Array

from zwang.base.functions import Bound
from zwang.bodies import checks as given
from zwang.bodies import marker
from zwang.bodies.kinds import quaternion
from zwang.bodies.kinds.body import AbstractBody, Ground
from zwang.bodies.marker import Mark, Marker
from zwang.bodies.varying import AbstractPart, changed

Body = AbstractBody | Ground
PLAIN = np.array([1.0, 0.0, 0.0, 0.0])  # no turn


class AbstractJoint(AbstractPart):
    """A joint between two bodies, or a body and the ground; what it exerts acts on the second."""

    kind: ClassVar[str]  # in words
    rows: ClassVar[tuple[str, ...]] = ()
    velocity_rows: ClassVar[tuple[str, ...]] = ()
    planar_rows: ClassVar[tuple[str, ...] | None] = None
    planar_velocity_rows: ClassVar[tuple[str, ...]] = ()
    needs_turns: ClassVar[tuple[bool, bool]] = (True, True)  # whether a particle will not do
    moves: ClassVar[tuple[str, ...]] = ()  # what of it can be driven, sprung or rubbed
    massless: ClassVar[bool] = False  # whether ``others`` holds a coordinate without mass
    curved: ClassVar[bool] = False  # whether psi may be nonlinear in the velocities
    made_with = ("body_1", "body_2")

    body_1: Any
    body_2: Any
    name: str | None
    marks: tuple[Mark, ...]  # one for each of ``bodies``

    # -- what a kind says ------------------------------------------------------------------------

    def phi(self, m: Sequence[Marker], c: dict[str, Array], t: Array, p: Any) -> Array:
        """What must vanish of the positions, one entry for each of ``rows``."""
        return jnp.zeros(0)

    def psi(self, m: Sequence[Marker], c: dict[str, Array], t: Array, p: Any) -> Array:
        """What must vanish of the velocities, one entry for each of ``velocity_rows``."""
        return jnp.zeros(0)

    @property
    def numbers(self) -> dict[str, Any]:
        """Numbers that its equations take as ``c``."""
        return {}

    @property
    def functions(self) -> tuple[Bound, ...]:
        """Functions of the user's that its equations call."""
        return ()

    @property
    def others(self) -> tuple[Body, ...]:
        """Bodies beside the two that it concerns, such as the carrier of a gear."""
        return ()

    def where(self, m: Sequence[Marker], c: dict[str, Array]) -> Array:
        """The place (3,) at which its reaction is given: that of the second marker."""
        return m[1].p

    # -- what follows ----------------------------------------------------------------------------

    @property
    def bodies(self) -> tuple[Body, ...]:
        """The bodies of its markers."""
        return self.body_1, self.body_2, *self.others

    @property
    def planar(self) -> bool:
        """Whether all its bodies stay in the plane z = 0."""
        return all(body.planar for body in self.bodies)

    def kept(self) -> tuple[list[int], list[int]]:
        """Which entries of ``phi`` and of ``psi`` are rows here."""
        if not self.planar:
            return list(range(len(self.rows))), list(range(len(self.velocity_rows)))
        first = [self.rows.index(x) for x in self.planar_rows or ()]
        return first, [self.velocity_rows.index(x) for x in self.planar_velocity_rows]

    def row_names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Names of its rows on positions and on velocities: "A.x", ...; of a single one "A"."""
        on_q, on_qd = self.kept()
        if len(on_q) + len(on_qd) == 1:
            return (self.label,) * len(on_q), (self.label,) * len(on_qd)
        first = tuple(f"{self.label}.{self.rows[i]}" for i in on_q)
        return first, tuple(f"{self.label}.{self.velocity_rows[i]}" for i in on_qd)

    @property
    def label(self) -> str:
        """Its name, or its kind."""
        return self.name or self.kind

    def law(self) -> tuple[Any, ...]:
        """What joints must have alike to be evaluated together."""
        shapes = tuple((k, np.shape(x)) for k, x in sorted(self.numbers.items()))
        return type(self), self.kept(), self.rows, self.functions, shapes

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        names = tuple(body.name for body in self.bodies)
        own = self.marks, self.numbers, self.functions, self.rows, self.name
        return names, *own, self.sources()

    def renamed(self, name: str) -> Any:
        """The same joint under a name."""
        return changed(self, name=name)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.label!r}: {self.body_1!r}, {self.body_2!r})"

    # -- for ``_settled`` --------------------------------------------------------------------------

    def _what(self, argument: str) -> str:
        """How messages name an argument."""
        named = isinstance(self.name, str) and self.name
        return f"{argument}` of the " + (f"{self.kind} `{self.name}" if named else f"`{self.kind}")

    def _which(self, argument: str, i: int, world: Any, local: Any) -> str:
        """How messages name a point or an axis that may be given in the world or in body i."""
        own = f"{'axis' if argument == 'axes' else argument}_{i}"
        if world is not None and local is not None:
            return self._what(f"{argument}` or `{own}")
        return self._what(argument if local is None else own)

    def _two(self, argument: str, wanted: str) -> tuple[Any, Any]:
        """A pair that may be given, not yet looked at; None for both where it is not."""
        return given.two(self._what(argument), getattr(self, argument), wanted)

    def _check_bodies(self) -> None:
        if self.name is not None:
            given.name_of(f"a {self.kind}", self.name)
        for which, needed in zip(("body_1", "body_2"), self.needs_turns, strict=True):
            body = getattr(self, which)
            if not isinstance(body, AbstractBody | Ground):
                raise TypeError(
                    f"`{self._what(which)}` is {body!r}; wanted a body such as zw.RigidBody(...), "
                    "or zw.GROUND."
                )
            if needed and not body.turns:
                raise ValueError(
                    f"`{self._what(which)}` is the particle {body.name!r}, which has no "
                    "orientation; wanted a body that has one."
                )
        if self.body_1.name == self.body_2.name:
            raise ValueError(
                f"The {self.kind} {self.name or ''} joins {self.body_1.name!r} to itself; wanted "
                "two bodies.".replace("  ", " ")
            )
        if self.planar and self.planar_rows is None:
            raise ValueError(
                f"The {self.kind} {self.name or ''} joins bodies that stay in a plane, where there "
                "is no such joint.".replace("  ", " ")
            )

    def _points(self, point: Any, point_1: Any, point_2: Any) -> tuple[Any, Any]:
        """The two points in body axes; what is not given follows from the other, at the start.

        Without any of them, the place of a particle or, for joints that have use of it, nothing.
        """
        poses = self.body_1.pose(), self.body_2.pose()
        if point is None and point_1 is None and point_2 is None:
            still = [
                x for b, x in zip((self.body_1, self.body_2), poses, strict=True) if not b.turns
            ]
            if not still:
                raise ValueError(
                    f"`{self._what('point')}` is missing; wanted a point of the world at the "
                    "start, or `point_1` and `point_2` in body axes."
                )
            point = still[0][:3]
        found = [
            marker.local_point(self._which("point", i, point, local), x, point, local)
            for i, x, local in zip((1, 2), poses, (point_1, point_2), strict=True)
        ]
        return self._completed(found, poses)

    def _completed(self, found: list, poses: Any) -> tuple[Any, Any]:
        for i, other in ((0, 1), (1, 0)):
            if found[i] is None:
                there = quaternion.matrix(poses[other][3:]) @ found[other] + poses[other][:3]
                found[i] = marker.local_point("point", poses[i], there, None)
        bodies = self.body_1, self.body_2
        for i, (body, r) in enumerate(zip(bodies, found, strict=True), 1):
            if not body.turns and given.is_off(r, poses[i - 1]):
                raise ValueError(
                    f"`{self._what(f'point_{i}')}` is {r} off the particle {body.name!r}; wanted "
                    "the particle's own place."
                )
        return found[0], found[1]

    def _frames(self, axis: Any, axis_1: Any, axis_2: Any) -> tuple[Any, Any]:
        """The turns f (4,) of both markers; a along the axis, and n, o alike at the start."""
        poses = self.body_1.pose(), self.body_2.pose()
        if axis is None and axis_1 is None and axis_2 is None:
            if not self.planar:
                raise ValueError(
                    f"`{self._what('axis')}` is missing; wanted a direction of the world at the "
                    "start, or `axis_1` and `axis_2` in body axes."
                )
            axis = (0.0, 0.0, 1.0)
        found = [
            marker.local_axis(self._which("axis", i, axis, a), x, axis, a)
            for i, x, a in zip((1, 2), poses, (axis_1, axis_2), strict=True)
        ]
        R_1, R_2 = (quaternion.matrix(x[3:]) for x in poses)
        if found[0] is None:
            found[0] = R_1.T @ R_2 @ found[1]
        W_1 = marker.axes_along(R_1 @ found[0])
        W_2 = W_1 if found[1] is None else marker.turned_onto(W_1, R_2 @ found[1])
        return self._turn(0, W_1), self._turn(1, W_2)

    def _need_axis(self, *given: Any) -> None:
        if all(axis is None for axis in given):
            raise ValueError(f"`{self._what('axis')}` is missing; wanted a direction.")

    def _turn(self, which: int, W: Any) -> Any:
        """The turn f (4,) of the marker whose axes in the world are W (3, 3) at the start."""
        u = self.bodies[which].pose()[3:]
        return quaternion.product(quaternion.conjugate(u), quaternion.from_matrix(W))

    def _axis_across_plane(self) -> None:
        """In the plane the axis must be z."""
        along = self.marks[0].F[2, 2]
        if self.planar and given.is_known(along) and abs(abs(along) - 1.0) > 1e-9:
            raise ValueError(f"`{self._what('axis')}` is not z; wanted z, across the plane.")

    def _axis_in_plane(self) -> None:
        along = self.marks[0].F[2, 2]
        if self.planar and given.is_known(along) and abs(along) > 1e-9:
            raise ValueError(
                f"`{self._what('axis')}` has a part along z; wanted none in the plane."
            )
