"""Events: moments at which a function of the state goes through zero."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base import arguments
from zwang.base.arrays import Array, eps, tiny
from zwang.base.functions import STATE, Bound, bind
from zwang.base.identity.keyed import AbstractKeyed
from zwang.base.names import checked_name
from zwang.integrate.method.breaks import WIDTH

ACTING = ("qdd", "Qc", "lam")  # what a function may ask for by name besides the state


@dataclass(frozen=True, eq=False)
class Event(AbstractKeyed):
    """A moment at which g(q, qd, t, p) goes through zero.

    Parameters
    ----------
    g : function of (q, qd, t, p) that returns a number; it must be continuous. By name it may also
        ask for ``qdd``, ``Qc`` and ``lam``, which must be unique: of constraints that depend on
        each other it is not
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
        object.__setattr__(
            self, "g", bind(f"`g` of the event {self.name!r}", self.g, STATE, ACTING)
        )

    @property
    def acts(self) -> bool:
        """Whether it asks for more than the state."""
        return any(self.g.asks_for(name) for name in ACTING)

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

    @property
    def acts(self) -> bool:
        """Whether one asks for more than the state."""
        return any(event.acts for event in self.events)

    def values(self, t: Any, q: Any, qd: Any, p: Any, *acting: Any) -> Array:
        """All g (e,) in a state, under the ``acting`` q̈, Qc and λ if one asks for them."""
        known = {"q": q, "qd": qd, "t": t, "p": p} | dict(zip(ACTING, acting, strict=False))
        found = [_number(event.g, known) for event in self.events]
        return jnp.stack(found) if found else jnp.zeros(0)

    def armed(
        self, t: Any, q: Any, qd: Any, p: Any, qdd: Any, error: Any, *acting: Any
    ) -> tuple[Any, Any]:
        """All g (e,) at a start, and the time () after which the first of them comes back.

        What is zero there, but for an ``error`` (2n,) of the state and the rounding of t, has the
        sign that it takes at once: that of ġ, or else of g̈, along q + s q̇ + s² q̈ / 2. By this it
        comes back after −2 ġ/g̈. Of g that depends on q̇, g̈ lacks a term, and is only a guess;
        g of what acts is as it is, for its rate is not known.
        """
        if not self.events:
            return jnp.zeros(0), jnp.asarray(jnp.inf)

        def along(s: Any) -> Array:
            return self.values(t + s, q + s * (qd + s / 2 * qdd), qd + s * qdd, p, *acting)

        def rate(s: Any) -> tuple[Array, Array]:
            return jax.jvp(along, (s,), (jnp.ones_like(s),))

        start = jnp.zeros_like(jnp.asarray(t, float))
        (g, first), (_, second) = jax.jvp(rate, (start,), (jnp.ones_like(start),))
        leaning = jnp.split(error, 2)
        lean = jax.jvp(lambda q, qd: self.values(t, q, qd, p, *acting), (q, qd), tuple(leaning))[1]
        least = abs(lean) + WIDTH * eps(first.dtype) * abs(t * first) + tiny(first.dtype)
        on = (abs(g) <= least) & ~np.array([event.acts for event in self.events])
        sign = jnp.sign(jnp.where(first == 0, second, first))
        returns = on & (first * second < 0)
        back: Any = jnp.where(returns, -2 * first / jnp.where(returns, second, 1.0), jnp.inf)
        return jnp.where(on, sign * least, g), back.min()

    def came(self, before: Array, after: Array) -> Array:
        """Which of them (e,) went through zero, in its direction; one that stands at zero did not.

        Shapes: before, after (e,).
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
