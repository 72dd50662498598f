"""Singular configurations crossed in C."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

import numpy as np

from zwang.engine.course import CourseInC
from zwang.integrate.course import Halt, State
from zwang.integrate.singular.passage import Passage, Place

if TYPE_CHECKING:
    from zwang.engine.native import Native


def cross(
    native: Native, course: CourseInC, p: np.ndarray, settings: ctypes.Structure, halt: Halt
) -> Passage:
    """What ``zwang.integrate.singular.crossing.cross`` returns."""
    n, layout = native.sizes.n, native.model.passage
    after, block = native.course.empty(), np.zeros(layout.size)
    whole, at = block.view(np.int64), block.ctypes.data
    motion = p.ctypes.data, ctypes.byref(settings)
    native.call("cross", course.address, *motion, int(halt), at, after.address)

    def state_at(t: float) -> State:
        state = np.empty(2 * n)
        native.call("crossing_at", course.address, at, *motion, t, state.ctypes.data)
        return State(np.asarray(t), state[:n], state[n:])

    def root(which: int) -> State:
        state = np.empty(2 * n)
        t = native.call("crossing_root", course.address, at, *motion, which, state.ctypes.data)
        return State(np.asarray(t), state[:n], state[n:])

    real = {name: block[layout[name]] for name in layout.reals}
    flag = {name: bool(whole[layout.wholes[name]]) for name in FLAGS}
    rows = real["rows"].reshape(-1, max(native.sizes.m, 1)) != 0.0
    places = tuple(
        Place(float(real["theta"][k]), int(whole[layout["flips"]][k]), _places(rows[k]))
        for k in range(whole[layout.wholes["met"]])
    )
    return Passage(
        after=after if flag["taken"] else None,  # pyright: ignore[reportArgumentType]
        end=State(np.asarray(real["end"][0]), real["q"].copy(), real["qd"].copy()),
        places=places,
        begin=float(real["t"][0]),
        distance=float(real["distance"][0]),
        H=float(real["H"][0]),
        slow=flag["slow"],
        nothing=flag["nothing"],
        may_come_nearer=flag["may_come_nearer"],
        at=state_at,
        root=root,
    )


FLAGS = ("taken", "slow", "nothing", "may_come_nearer")


def _places(rows: np.ndarray) -> tuple[int, ...]:
    return tuple(int(i) for i in np.flatnonzero(rows))
