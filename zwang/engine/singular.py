"""Singular configurations crossed in C, by a program of its own: most motions meet none."""

from __future__ import annotations

import ctypes
from contextlib import suppress
from typing import Any

import numpy as np

from zwang.engine.code import CROSSED_OFTEN, CROSSING, Code
from zwang.engine.program.structs import require_same_layout, structure
from zwang.files import build
from zwang.integrate.course import Halt, State
from zwang.integrate.singular.passage import Passage, Place

HURRY = 60  # attempts to cross, after which it is worth while to compile them better
POINTER, REAL, LONG = ctypes.c_void_p, ctypes.c_double, ctypes.c_longlong
SIGNATURES = {
    "zw_try_crossing": ([POINTER] * 3 + [ctypes.c_int] + [POINTER] * 2, None),
    "zw_crossing_at": ([POINTER] * 4 + [REAL, POINTER], None),
    "zw_crossing_root": ([POINTER] * 4 + [LONG, POINTER], REAL),
}


class Crossing:
    """The functions of crossing.h, compiled or taken from where they are kept. Raises NoLibrary."""

    def __init__(self, code: Code):
        self.code, self.sizes = code, code.sizes
        self.passage = structure("zw_passage", self.sizes.dimensions)
        # Most motions cross few, if any: who crosses many waits once more.
        self._tried, self.hasty = 0, not code.is_kept(CROSSED_OFTEN)
        self._load(CROSSING if self.hasty else CROSSED_OFTEN)

    def _load(self, what: str) -> None:
        library = self.code.library(what)
        require_same_layout(library, self.sizes.dimensions)
        for name, (arguments, returned) in SIGNATURES.items():
            function = getattr(library, name)
            function.argtypes, function.restype = arguments, returned
            setattr(self, name, function)

    def __getattr__(self, name: str) -> Any:  # the functions, for checkers of types
        raise AttributeError(name)

    def attempt(
        self,
        course: Any,
        p: np.ndarray,
        settings: ctypes.Structure,
        halt: Halt,
    ) -> Passage:
        """What ``zwang.integrate.singular.crossing.cross`` returns."""
        self._tried += 1
        if self.hasty and self._tried > HURRY:
            self.hasty = False
            with suppress(build.NoLibrary):  # then it stays as it is
                self._load(CROSSED_OFTEN)
        n, behind, laid = self.sizes.n, type(course)(), self.passage()
        # These hold what they point to, which C reads again later.
        before = ctypes.byref(course), p.ctypes.data_as(POINTER), ctypes.byref(settings)
        self.zw_try_crossing(*before, int(halt), ctypes.byref(laid), ctypes.byref(behind))
        given = before[0], ctypes.byref(laid), *before[1:]

        def at(t: float) -> State:
            found = np.empty(2 * n)
            self.zw_crossing_at(*given, t, found.ctypes.data)
            return State(np.asarray(t), found[:n], found[n:])

        def root(which: int) -> State:
            found = np.empty(2 * n)
            t = self.zw_crossing_root(*given, which, found.ctypes.data)
            return State(np.asarray(t), found[:n], found[n:])

        m, many = self.sizes.m, max(self.sizes.m, 1)
        places = tuple(
            Place(
                laid.theta[k], laid.flips[k], tuple(i for i in range(m) if laid.rows[k * many + i])
            )
            for k in range(laid.met)
        )
        return Passage(
            after=behind if laid.taken else None,
            end=State(np.asarray(laid.end), np.array(laid.q), np.array(laid.qd)),
            places=places,
            begin=laid.t,
            distance=laid.distance,
            H=laid.H,
            slow=bool(laid.slow),
            nothing=bool(laid.nothing),
            may_come_nearer=bool(laid.may_come_nearer),
            at=at,
            root=root,
        )
