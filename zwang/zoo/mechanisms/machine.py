"""What a reference mechanism is: bodies and joints, its mobility, and an answer if one is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from zwang.bodies.mechanism import Mechanism
from zwang.motion.motion import Motion
from zwang.zoo.problem import Table


@dataclass(frozen=True, eq=False)
class Machine:
    """A mechanism with what is known of it; print it for a card."""

    name: str  # the name in ``zoo.MECHANISMS``
    title: str  # what it is, in a few words
    mechanism: Mechanism  # the description, with its start
    t: float  # the end of the motion
    mobility: int  # how many degrees of freedom it has
    # how many the counting formula finds: freedoms of the bodies less rows of the joints
    counted: int
    citation: str  # the source, with a key of references.bib
    # function of one or several times that returns what ``observe`` should find, (k,) or (T, k); a
    # ``Table`` where it is known at some times only; or None
    answer: Callable[[Any], np.ndarray] | None = None
    # function of a ``Motion`` that returns the quantities to compare (T, k), or None
    observe: Callable[[Motion], Any] | None = None
    observed: str = ""  # what these quantities are, in words
    tolerance: float = 1e-12  # how far the answer itself can be trusted, in the sense of ``error``
    conservative: bool = True  # whether the energy stays
    notes: tuple[str, ...] = ()  # what goes wrong easily

    @property
    def times(self) -> np.ndarray:
        """The start, and times at which the answer is known: those of the table, or the end."""
        known = self.answer.times if isinstance(self.answer, Table) else [self.t]
        return np.array([0.0, *known])

    def simulate(self, t: Any = None, **options: Any) -> Motion:
        """Move it from its start."""
        return self.mechanism.simulate(self.times if t is None else t, **options)

    def error(self, motion: Motion) -> float:
        """The largest difference from the answer, relative where the answer exceeds one."""
        if self.answer is None or self.observe is None:
            raise ValueError(f"{self.name!r} has no answer.")
        found, t = np.asarray(self.observe(motion)), np.asarray(motion.t)
        if isinstance(self.answer, Table) and t[0] not in self.answer.times:
            found, t = found[1:], t[1:]
        wanted = self.answer(t)
        return float(np.max(np.abs(found - wanted) / np.maximum(1.0, np.abs(wanted))))

    def __str__(self) -> str:
        answer = "none"
        if self.answer is not None:
            times = self.times[1:] if isinstance(self.answer, Table) else ()
            when = ", ".join(f"{t:g}" for t in times) or "any time"
            answer = f"{self.observed} at {when}, to {self.tolerance:g}"
        lines = {
            "bodies": ", ".join(body.name for body in self.mechanism.bodies),
            "joints": ", ".join(joint.label for joint in self.mechanism.joints) or "none",
            "mobility": f"{self.mobility}; by counting {self.counted}",
            "motion": f"from 0 to {self.t:g}",
            "answer": answer,
            "source": self.citation,
        }
        card = [f"{self.name}: {self.title}"]
        card += [f"  {what:9} {text}" for what, text in lines.items()]
        return "\n".join(card + [f"  {'note':9} {note}" for note in self.notes])


def orientation_and_rate(name: str) -> Callable[[Motion], np.ndarray]:
    """An ``observe`` of a body's turning: R_WB row by row, then w_B (T, 12)."""

    def observe(motion):
        pose = motion.pose(name)
        turned = np.asarray(pose.R_WB).reshape(len(motion.t), 9)
        return np.concatenate([turned, np.asarray(pose.w_B)], axis=-1)

    return observe
