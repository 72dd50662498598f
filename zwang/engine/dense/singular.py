"""Singular configurations crossed in C."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from zwang.integrate.course import Halt, State
from zwang.integrate.singular.passage import Passage, Place

FLAGS = ("taken", "slow", "nothing", "may_come_nearer")


class _Across:
    """A step across in C, with all that it points to."""

    def __init__(self, native: Any, course: Any, p: np.ndarray, settings: Any):
        self.native, self.course, self.p, self.settings = native, course, p, settings
        self.block = np.zeros(native.model.passage.size)

    def attempt(self, halt: Halt) -> Any:
        """Lay the step; the course behind it, if it is taken."""
        after, motion = self.native.course(), self._motion()
        place = self.block.ctypes.data
        self.native.cross(ctypes.byref(self.course), *motion, int(halt), place, ctypes.byref(after))
        return after

    def at(self, t: float) -> State:
        """The state at a time within the step."""
        state = np.empty(2 * self.native.sizes.n)
        self.native.crossing_at(*self._addresses(), t, state.ctypes.data)
        return self._state(t, state)

    def root(self, which: int) -> State:
        """The state in which an event happens within the step."""
        state = np.empty(2 * self.native.sizes.n)
        t = self.native.crossing_root(*self._addresses(), which, state.ctypes.data)
        return self._state(t, state)

    def field(self, name: str) -> np.ndarray:
        """What stands in the block under a name."""
        layout = self.native.model.passage
        field = layout.fields[name]
        return (self.block.view(np.int64) if field.whole else self.block)[field.places]

    def places(self) -> tuple[Place, ...]:
        """The singular configurations on the step."""
        rows = self.field("rows").reshape(-1, max(self.native.sizes.m, 1)) != 0.0
        theta, flips, count = self.field("theta"), self.field("flips"), int(self.field("met")[0])
        parts = [tuple(map(int, np.flatnonzero(x))) for x in rows[:count]]
        return tuple(Place(float(theta[k]), int(flips[k]), parts[k]) for k in range(count))

    def _motion(self) -> tuple[Any, ...]:
        return self.p.ctypes.data, ctypes.byref(self.settings)

    def _addresses(self) -> tuple[Any, ...]:
        return ctypes.byref(self.course), self.block.ctypes.data, *self._motion()

    def _state(self, t: float, state: np.ndarray) -> State:
        n = self.native.sizes.n
        return State(np.asarray(t), state[:n], state[n:])


def cross(
    native: Any, course: Any, p: np.ndarray, settings: ctypes.Structure, halt: Halt
) -> Passage:
    """What ``zwang.integrate.singular.crossing.cross`` returns."""
    step = _Across(native, course, p, settings)
    after = step.attempt(halt)
    flags = {name: bool(step.field(name)[0]) for name in FLAGS}
    taken = flags.pop("taken")
    q, qd = step.field("q").copy(), step.field("qd").copy()
    return Passage(
        after=after if taken else None,
        end=State(np.asarray(step.field("end")[0]), q, qd),
        places=step.places(),
        begin=float(step.field("t")[0]),
        distance=float(step.field("distance")[0]),
        H=float(step.field("H")[0]),
        at=step.at,
        root=step.root,
        **flags,
    )
