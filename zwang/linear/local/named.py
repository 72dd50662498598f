"""Coordinates by name: those of q, those of a mechanism's joints, and functions of (q, t, p)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import jax.numpy as jnp

from zwang.base.functions import Bound, bind
from zwang.base.identity.keyed import AbstractKeyed
from zwang.base.names import names_of
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
    """

    name: str
    place: int | None = None
    function: Bound | None = None


@dataclass(frozen=True, eq=False)
class JointCoordinate(AbstractKeyed):
    """The angle or the displacement of a joint, as a function of q.

    Attributes
    ----------
    mechanism : which has the joint
    joint : one that turns or slides
    which : "angle" or "displacement"
    """

    mechanism: Mechanism
    joint: Any
    which: str

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return self.mechanism, self.joint.label, self.which

    def __call__(self, q: Any) -> Any:
        layout = self.mechanism.equations.layout
        x = layout.placed(q, jnp.zeros_like(q)).x
        places = [layout.index[body.name] for body in self.joint.bodies[:2]]
        marks = zip(places, self.joint.marks[:2], strict=True)
        first, second = (unpack(vector(x[i], mark)) for i, mark in marks)
        return (angle if self.which == "angle" else displacement)(first, second)


def described(what: Any) -> tuple[System, Mechanism | None]:
    """The System of a System or a Mechanism, and the mechanism where there is one.

    Parameters
    ----------
    what : either of them
    """
    if isinstance(what, Mechanism):
        return what.system(definite=True), what
    if not isinstance(what, System):
        raise TypeError(f"`system` is {what!r}; wanted a zw.System or a zw.Mechanism.")
    return what, what.origin if isinstance(what.origin, Mechanism) else None


def every(system: System, mechanism: Mechanism | None, n: int) -> dict[str, Coordinate]:
    """All coordinates that have a name: those of the joints before those of q.

    Parameters
    ----------
    system : the description
    mechanism : that it came from, or None
    n : how many coordinates it has
    """
    found = {}
    for joint in () if mechanism is None else mechanism.joints:
        for which in getattr(joint, "moves", ()) if not hasattr(joint, "joint") else ():
            name = f"{joint.label}.{which}"
            assert mechanism is not None
            function = bind(f"`{name}`", JointCoordinate(mechanism, joint, which), ("q",))
            found[name] = Coordinate(name, function=function)
    for i, name in enumerate(names_of(system.coordinates, n)):
        found[name] = Coordinate(name, i)
    return found


def asked(what: str, given: Any, known: dict[str, Coordinate]) -> tuple[Coordinate, ...]:
    """Coordinates as a user asks for them.

    Parameters
    ----------
    what : how messages name the argument
    given : names; or by name functions of (q, t, p), or names of known ones; or None
    known : all that have a name
    """
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
            f"`{what}` is {given!r}; wanted names of coordinates, or functions of (q, t, p) by name."
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


def functions_of(
    known: Mapping[str, Coordinate], more: Sequence[Coordinate]
) -> tuple[Bound, ...]:
    """The functions of all coordinates, each once: those that have a name before others.

    Parameters
    ----------
    known : by name
    more : that were asked for
    """
    found = {id(x.function): x.function for x in (*known.values(), *more) if x.function is not None}
    return tuple(found.values())
