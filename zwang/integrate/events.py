"""Events: moments at which a function of the state goes through zero."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from zwang.base import arguments
from zwang.base.arrays import Array
from zwang.base.functions import STATE, Bound, bind
from zwang.base.identity.keyed import AbstractKeyed
from zwang.base.later import jnp
from zwang.base.names import checked_name


@dataclass(frozen=True, eq=False)
class Event(AbstractKeyed):
    """A moment at which g(q, qd, t, p) goes through zero.

    Parameters
    ----------
    g : function of (q, qd, t, p) that returns a number; it must be continuous
    name : under which ``motion.events`` has it
    direction : +1 for zeros at which g rises, −1 for those at which it falls, 0 for both
    terminal : whether the motion ends with the first of them
    """

    g: Any
    name: str
    direction: int = 0
    terminal: bool = True

    def __post_init__(self):
        checked_name("name", self.name)
        arguments.one_of("direction", self.direction, (-1, 0, 1))
        arguments.flag("terminal", self.terminal)
        object.__setattr__(self, "g", bind(f"`g` of the event {self.name!r}", self.g, STATE))

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return self.g, self.name, self.direction, self.terminal


@dataclass(frozen=True, eq=False)
class Watched(AbstractKeyed):
    """The events that a motion watches for, together."""

    events: tuple[Event, ...]

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return self.events

    def values(self, t: Any, q: Any, qd: Any, p: Any) -> Array:
        """All g (e,) in a state."""
        known = {"q": q, "qd": qd, "t": t, "p": p}
        found = [_number(event.g, known) for event in self.events]
        return jnp.stack(found) if found else jnp.zeros(0)

    def came(self, before: Array, after: Array) -> Array:
        """Which of them (e,) went through zero, in its direction; one that stands at zero did not.

        Parameters
        ----------
        before, after : (e,)    values at two times
        """
        if not self.events:
            return np.zeros(0, bool)
        direction = np.array([event.direction for event in self.events])
        rises = (before < 0) & (after >= 0) & (direction >= 0)
        falls = (before > 0) & (after <= 0) & (direction <= 0)
        return rises | falls


def watched(events: Any) -> Watched:
    """Events as given by a user, checked."""
    given = events if isinstance(events, tuple | list) else (events,)
    found = tuple(given)
    for event in found:
        if not isinstance(event, Event):
            raise TypeError(f"`events` holds {event!r}; wanted zw.Event(function, name=...).")
    names = [event.name for event in found]
    if len(set(names)) < len(names):
        raise ValueError(f"`events` has the names {names}; wanted names that differ.")
    return Watched(found)


def _number(g: Bound, known: dict[str, Any]) -> Array:
    found = g.at(known)
    if found.shape != ():
        raise ValueError(f"{g.what} has the shape {found.shape}; wanted (), a number.")
    return found
