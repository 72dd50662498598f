"""Coordinates by name: those of q, those of a mechanism's joints, and functions of (q, t, p)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from zwang.base.functions import Bound, bind
from zwang.base.identity.keyed import AbstractKeyed
from zwang.base.names import names_of
from zwang.bodies.joints.base import PLAIN
from zwang.bodies.kinds import quaternion
from zwang.bodies.kinds.body import Ground
from zwang.bodies.kinds.planar_body import PlanarBody
from zwang.bodies.kinds.rigid_body import RigidBody
from zwang.bodies.marker import angle, displacement, unpack, vector
from zwang.bodies.mechanism import Mechanism
from zwang.motion.motion import look_up
from zwang.system.system import System


class Coordinate(NamedTuple):
    """A number that a configuration has.

    Attributes
    ----------
    name : of it
    place : in q, for one of these
    function : of (q, t, p), for another
    turns : places in q of what turns the body whose coordinate it is, for one in q
    """

    name: str
    place: int | None = None
    function: Bound | None = None
    turns: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class JointCoordinate(AbstractKeyed):
    """The angle or the displacement of a joint, as a function of q."""

    mechanism: Mechanism  # which has the joint
    joint: Any  # one that turns or slides
    which: str  # "angle" or "displacement"

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another: where two markers are, but no mass and no force.

        So it is traced once, whichever numbers of the mechanism a parameter changes.
        """
        layout, places = self.mechanism.equations.layout, self._places
        ends = *(type(body) for body in self._bodies), *self.joint.marks[:2], self.which
        ground = tuple(place == len(layout.names) for place in places)
        return *ends, *ground, layout.columns[places], layout.n, layout.ground

    def __call__(self, q: Any) -> Any:
        layout, places = self.mechanism.equations.layout, self._places
        if self.which == "angle" and all(isinstance(x, RigidBody | Ground) for x in self._bodies):
            # The turn between the markers is bilinear in the two quaternions: two numbers of it
            # are soon differentiated.
            ends = [q[layout.columns[i, 3:]] if i < len(layout.names) else PLAIN for i in places]
            return 2.0 * jnp.arctan2(*(ends[0] @ self._turn[k] @ ends[1] for k in (3, 0)))
        if self.which == "angle" and all(isinstance(x, PlanarBody | Ground) for x in self._bodies):
            turns = [q[layout.columns[i, 2]] if i < len(layout.names) else 0.0 for i in places]
            return turns[1] - turns[0] + 2.0 * np.arctan2(self._turn[3, 0, 0], self._turn[0, 0, 0])
        marks = zip(self._bodies, places, self.joint.marks[:2], strict=True)
        first, second = (unpack(vector(self._pose(q, *x), mark)) for *x, mark in marks)
        return (angle if self.which == "angle" else displacement)(first, second)

    def _pose(self, q: Any, body: Any, place: int) -> Any:
        layout = self.mechanism.equations.layout
        if place == len(layout.names):
            return layout.ground
        c = jnp.append(q, 0.0)[layout.columns[place]]
        return type(body).place(c, jnp.zeros_like(c)).x

    @property
    def _bodies(self) -> tuple[Any, ...]:
        return self.joint.bodies[:2]

    @property
    def _places(self) -> list[int]:
        index = self.mechanism.equations.layout.index
        return [index[body.name] for body in self._bodies]

    @cached_property
    def _turn(self) -> np.ndarray:
        """Entry k of the turn between the markers is u₁ᵀ W_k u₂: W (4, 4, 4)."""
        f1, f2 = (np.asarray(mark.f) for mark in self.joint.marks[:2])
        unit = np.eye(4)
        ends = quaternion.product(unit, f1), quaternion.product(unit, f2)
        inner = quaternion.product(quaternion.conjugate(ends[0])[:, None], ends[1][None])
        return np.moveaxis(np.asarray(inner), -1, 0)


def described(what: Any, p: Any) -> tuple[System, Mechanism | None]:
    """The System of a System or a Mechanism, and the mechanism where there is one."""
    if isinstance(what, Mechanism):
        return what.system(definite=True), what.at(p)
    if not isinstance(what, System):
        raise TypeError(f"`system` is {what!r}; wanted a zw.System or a zw.Mechanism.")
    return what, what.origin.at(p) if isinstance(what.origin, Mechanism) else None


def every(system: System, mechanism: Mechanism | None, n: int) -> dict[str, Coordinate]:
    """All coordinates that have a name: those of the joints before those of q."""
    found = {}
    for joint in () if mechanism is None else mechanism.joints:
        for which in getattr(joint, "moves", ()) if not hasattr(joint, "joint") else ():
            name = f"{joint.label}.{which}"
            assert mechanism is not None
            function = bind(f"`{name}`", JointCoordinate(mechanism, joint, which), ("q",))
            found[name] = Coordinate(name, function=function)
    names = names_of(system.coordinates, n)
    turning: dict[str, list[int]] = {}
    for i, name in enumerate(names if mechanism is not None else ()):
        body, _, axis = name.rpartition(".")
        if axis not in "xyz":
            turning.setdefault(body, []).append(i)
    for i, name in enumerate(names):
        found[name] = Coordinate(name, i, turns=tuple(turning.get(name.rpartition(".")[0], ())))
    return found


def grouped(coordinates: Sequence[Coordinate], qd: Any, taken: Sequence[int]) -> list[list[int]]:
    """Places of the coordinates that are not taken: joints' first, those of turning bodies last.

    The coordinates of a body that turns speak of axes that turn with it: a motion that is steady
    is not so in them.

    Shapes: qd (n,).
    """
    groups: list[list[int]] = [[], [], []]
    for i, x in enumerate(coordinates):
        if i not in taken:
            turns = any(qd[place] != 0.0 for place in x.turns)
            groups[0 if x.place is None else 2 if turns else 1].append(i)
    return groups


def asked(what: str, given: Any, known: dict[str, Coordinate]) -> tuple[Coordinate, ...]:
    """Coordinates as a user asks for them."""
    if given is None:
        return ()
    if isinstance(given, str):
        given = [given]
    if isinstance(given, Mapping):
        pairs = list(given.items())
    elif isinstance(given, Sequence):
        pairs = [(name, name) for name in given]
    else:
        raise TypeError(
            f"`{what}` is {given!r}; wanted names of coordinates, or functions of q by name."
        )
    found = []
    for name, meant in pairs:
        if not isinstance(name, str) or not name:
            raise TypeError(f"`{what}` names {name!r}; wanted a text.")
        if callable(meant):
            function = bind(f"`{what}` named {name!r}", meant, ("q", "t", "p"))
            found.append(Coordinate(name, function=function))
        else:
            found.append(look_up(meant, known, what=what)._replace(name=name))
    names = [x.name for x in found]
    if len(set(names)) < len(names):
        raise ValueError(f"`{what}` is {given!r}; wanted names that differ.")
    return tuple(found)


def functions_of(known: Mapping[str, Coordinate], more: Sequence[Coordinate]) -> tuple[Bound, ...]:
    """The functions of all coordinates, each once: those that have a name before others."""
    found = {id(x.function): x.function for x in (*known.values(), *more) if x.function is not None}
    return tuple(found.values())


def not_finite(x: np.ndarray, names: Any) -> list[str]:
    """Names of the columns (…, k) that hold something that is not finite. Shapes: x (…, k)."""
    bad = np.flatnonzero(~np.isfinite(x).all(axis=0))
    return [*dict.fromkeys(names[i % len(names)] for i in bad)]
