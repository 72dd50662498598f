"""What a reference problem is: a system, a start, and an answer that is known from elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from zwang.system.system import System


@dataclass(frozen=True, eq=False)
class Table:
    """An answer known at some times only; called with one or several of them."""

    times: Any  # (T,) when it is known
    values: Any  # (T, k) what is known then

    def __post_init__(self):
        for name in ("times", "values"):
            object.__setattr__(self, name, _fixed(getattr(self, name)))

    def __call__(self, t: Any) -> np.ndarray:
        wanted = np.asarray(t, float)
        matches = np.abs(np.subtract.outer(wanted, self.times)) <= 1e-12 * (1.0 + self.times)
        if not matches.any(axis=-1).all():
            known = ", ".join(f"{time:g}" for time in self.times)
            raise ValueError(f"`t` is {t!r}; wanted times of the table: {known}.")
        return self.values[np.argmax(matches, axis=-1)]


@dataclass(frozen=True, eq=False)
class Problem:
    """A system with its start, its answer, and where they come from; print it for a card."""

    name: str  # the name in ``zoo.PROBLEMS``
    title: str  # what it is, in a few words
    system: System  # the description
    q0: Any  # (n,) coordinates at the time 0
    qd0: Any  # (n,) velocities at the time 0
    t: float  # the end of the motion
    p: Mapping[str, float]  # the parameters that the answer belongs to, by name
    # function of one or several times that returns what ``observe`` should find, (k,) or (T, k); a
    # ``Table`` where it is known at some times only; or None
    answer: Callable[[Any], np.ndarray] | None
    # how far the answer itself can be trusted, in the sense of ``error``, with the start and the
    # parameters rounded to 16 digits
    tolerance: float
    citation: str  # the source, with a key of references.bib
    notes: tuple[str, ...] = ()  # what goes wrong easily
    # function of (q, qd), one state or rows of them, that returns the quantities to compare; by
    # default all of q and then all of qd
    observe: Callable[[Any, Any], Any] | None = None
    observed: tuple[str, ...] = ()  # the names of these quantities
    # function of one or several times that returns the constraint force, or None
    Qc: Callable[[Any], np.ndarray] | None = None

    def __post_init__(self):
        names = self.system.coordinates
        if names is None:
            raise ValueError("`system` has no names of coordinates; wanted them.")
        for name in ("q0", "qd0"):
            object.__setattr__(self, name, _fixed(getattr(self, name)))
            if getattr(self, name).shape != (len(names),):
                raise ValueError(f"`{name}` has not one entry for each of {', '.join(names)}.")
        object.__setattr__(self, "p", dict(self.p))
        if self.observe is None:
            rates = tuple(f"d{name}/dt" for name in names)
            object.__setattr__(self, "observe", whole_state)
            object.__setattr__(self, "observed", (*names, *rates))

    @property
    def knows_state(self) -> bool:
        """Whether the answer is all of q and qd, at any time."""
        return (
            self.observe is whole_state
            and self.answer is not None
            and not isinstance(self.answer, Table)
        )

    @property
    def times(self) -> np.ndarray:
        """Times at which the answer is known: those of the table, or the end; none without it."""
        if self.answer is None:
            return np.zeros(0)
        return self.answer.times if isinstance(self.answer, Table) else np.array([self.t])

    def state(self, t: Any) -> tuple[np.ndarray, np.ndarray]:
        """q and qd at one or several times, where the answer is the whole state."""
        if self.answer is None or self.observe is not whole_state:
            raise ValueError(f"The answer of {self.name!r} is not a state: {self.observed}.")
        q, qd = np.split(self.answer(t), 2, axis=-1)
        return q, qd

    def error(self, t: Any, q: Any, qd: Any) -> float:
        """The largest difference from the answer, relative where the answer exceeds one.

        Shapes: q (n,), qd (n,).
        """
        if self.answer is None or self.observe is None:
            raise ValueError(f"{self.name!r} has no answer for these parameters.")
        wanted = self.answer(t)
        found = np.asarray(self.observe(np.asarray(q), np.asarray(qd)))
        return float(np.max(np.abs(found - wanted) / np.maximum(1.0, np.abs(wanted))))

    def __str__(self) -> str:
        given = [constraint.name for constraint in self.system.constraints]
        names = [x for name in given for x in ([name] if isinstance(name, str) else name or ())]
        lines = {
            "coordinates": ", ".join(self.system.coordinates or ()),
            "constraints": "; ".join(names) or "none",
            "parameters": ", ".join(f"{name} = {x:g}" for name, x in self.p.items()) or "none",
            "motion": f"from 0 to {self.t:g}",
            "answer": self._answer(),
            "source": self.citation,
        }
        card = [f"{self.name}: {self.title}"]
        card += [f"  {what:12} {text}" for what, text in lines.items()]
        return "\n".join(card + [f"  {'note':12} {note}" for note in self.notes])

    def _answer(self) -> str:
        if self.answer is None:
            return "none for these parameters"
        when = "at any time"
        if isinstance(self.answer, Table):
            when = "at " + ", ".join(f"{t:g}" for t in self.answer.times)
        what = "q and qd" if self.observe is whole_state else ", ".join(self.observed)
        return f"{what} {when}, to {self.tolerance:g}"


def whole_state(q: Any, qd: Any) -> np.ndarray:
    """All of q and then all of qd, as one row for each state. Shapes: q (n,), qd (n,)."""
    return np.concatenate([q, qd], axis=-1)


def rows(*columns: Any) -> np.ndarray:
    """Quantities at one or several times, side by side: (k,) or (T, k)."""
    return np.stack(np.broadcast_arrays(*columns), axis=-1)


def _fixed(x: Any) -> np.ndarray:
    array = np.array(x, float)
    array.flags.writeable = False
    return array
