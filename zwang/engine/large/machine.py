"""The machine of a large motion: the same contract as for small ones, the same course."""

from __future__ import annotations

import ctypes
import threading
import time
import weakref
from dataclasses import replace
from typing import Any

import numpy as np

from zwang.base.arrays import as_floats
from zwang.base.parameters import Parameters
from zwang.base.status import Status
from zwang.consistency.adrift import left
from zwang.engine.dense.native import LONG, ROOM, tolerances
from zwang.engine.large.crossing import LargeSteps, sizes_in, smallest
from zwang.engine.large.rows import (
    Look,
    accelerates,
    handed_out,
    helped_at,
    looked_at,
    observed,
)
from zwang.engine.large.system import Large, large
from zwang.equation.observe import Observed
from zwang.integrate.backend import AbstractMachine, Begun
from zwang.integrate.course import Advanced, Course, Halt, Settings, State
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.method.step_size import tilted
from zwang.integrate.projection import INDEPENDENT, ROUGHLY, SMALLEST, WIDE, cut_for
from zwang.integrate.singular.crossing import Passage, across
from zwang.integrate.singular.place import Place, parts_in
from zwang.integrate.singular.told import lost_among
from zwang.integrate.start import AROUND, RISES
from zwang.runtime.constants import SPARSE
from zwang.solvers.sparse import Sparse

LOOKED_INTO = 1_000_000  # entries of M and A up to which dense ones tell the cause of a failure
STATES = 20_000_000  # numbers of the states that one call may report
TOLD = 8  # singular values that are looked at to tell what is being lost
BACK = 4  # corrections of a state that lies a little before or behind the start
SCALARS = {  # of the course, and how C calls them
    **{name: name for name in ("cut", "quiet", "smallest", "largest")},
    **{name: name for name in ("rank", "turns", "index", "accepted", "rejected")},
    "h": "h_next",
    "error": "norm",
}
WHOLE = ("rank", "turns", "index", "accepted", "rejected")
WATCHED = tuple("sizes right_before left_before lone weight small".split())  # it goes on from them


def large_machine(program: Program, parameters: Parameters, n: int) -> LargeMachine:
    """The machine of a large motion. Raises Unsupported."""
    shapes = tuple([shape for shape, _ in parameters.shapes])
    return LargeMachine(for_thread(large(program, n, shapes), parameters), parameters)


class _Mine(threading.local):
    """The twins of this thread, by the system that they are of."""

    def __init__(self):
        self.twins: weakref.WeakKeyDictionary[Large, Large] = weakref.WeakKeyDictionary()


_MINE = _Mine()


def for_thread(system: Large, parameters: Parameters) -> Large:
    """The system for parameters and for this thread: itself where nobody else can be at it."""
    if system.open:
        return system.twin(parameters.value)
    if threading.current_thread() is threading.main_thread():
        return system
    if system not in _MINE.twins:
        _MINE.twins[system] = system.twin()
    return _MINE.twins[system]


class LargeMachine(AbstractMachine):
    """A large motion in C."""

    at_once = 4

    def __init__(self, system: Large, parameters: Parameters):
        self.system, self.p = system, parameters.vector
        self._as_given, self._begun = system, False
        self.dense = system.sizes.n * (system.sizes.n + system.sizes.m) <= LOOKED_INTO
        self.name = f"native: {system.kinds} kinds of parts, sparse factors"

    # -- rows ------------------------------------------------------------------------------------

    def observe(self, t: Any, q: Any, qd: Any, solver: Any, cut: Any = None) -> Observed:
        seen = self._seen(t, q, qd, solver, cut, 0)
        few = np.prod(seen.A.shape, dtype=float) <= LOOKED_INTO
        return replace(seen, A=handed_out(seen.A)) if few else seen

    def rows(
        self, t: Any, q: Any, qd: Any, solver: Any, cut: Any, rank: int, projected: bool
    ) -> tuple[Observed, bool]:
        seen = self._seen(t, q, qd, solver, cut, rank)
        names = self.system.rows
        raw = seen.residual_raw[:, : names.velocities]
        sound = (seen.status == Status.OK).all() and (seen.rank >= rank).all()
        moved = left(seen.A, raw, np.asarray(q), np.asarray(qd), names.positions, projected, np)
        return replace(seen, A=handed_out(seen.A)), bool(sound and not moved.any())

    def _seen(self, t: Any, q: Any, qd: Any, solver: Any, cut: Any, rank: int) -> Observed:
        """All rows, with sparse constraint matrices."""
        t, q, qd = (np.ascontiguousarray(as_floats("rows", x, np)) for x in (t, q, qd))
        states = [State(*now) for now in zip(t, q, qd, strict=True)]
        return observed(self._as_given, self.p, states, Sparse(*tolerances(solver, cut)), rank)

    # -- the course ------------------------------------------------------------------------------

    def excess(self, state: State) -> Any:
        return np.zeros(())  # what is made of parts is not given by a Lagrangian

    def _able(self, state: State) -> None:
        """Where M has no inverse, go on with one that has; rows tell of M as it was given."""
        if not self._begun:
            self._begun = True  # what is told against it is told once
            self.system = helped_at(self.system, self.p, state)

    def restore(self, state: State) -> State:
        self._able(state)
        return self._projected(state, self.system.memory.projects or 1, ROUGHLY)[0]

    def _projected(self, state: State, times: int, cut: float) -> tuple[State, bool]:
        """The nearest state on the constraints, and whether it was reached."""
        t, q, qd = (np.array(x, float) for x in state)
        system = self.system
        with system.plan.lock:
            system.give(self.p)
            given = system.at, float(t), q.ctypes.data, qd.ctypes.data
            reached = system.library.zw_sparse_return(*given, times, SMALLEST, cut)
        return State(t, q, qd), bool(reached)

    def begin(self, state: State, qdd: Any, settings: Settings, span: Any) -> Begun:
        now = State(*(np.array(x, float) for x in state))
        t, q, qd = now
        self._able(now)
        here = looked_at(self.system, self.p, now, INDEPENDENT)
        cut = cut_for(np.asarray(here.sigma))
        # With more rank just before or after it, or with a σ that is small no more, the start is
        # singular.
        around = AROUND * np.abs(q).max() / max(np.abs(qd).max(), 1e-300)
        around = min(around, AROUND * float(span)) if np.isfinite(around) else 0.0
        singular = False
        for dt in (-around, around) if self.system.sizes.m else ():
            there, reached = self._projected(State(t + dt, q + dt * qd, qd), BACK, float(cut))
            seen = looked_at(self.system, self.p, there, float(cut)) if reached else here
            risen = here.sigma <= WIDE and seen.sigma > RISES * here.sigma
            singular |= seen.rank > here.rank or (risen and seen.rank == here.rank)
        if singular and here.sigma <= WIDE:
            here = looked_at(self.system, self.p, now, WIDE)
        # A start at rest, or at the origin, has no size; a thousandth of a unit does for it.
        least = 1e-3 * np.sqrt(here.M.diagonal().sum() / len(q))
        of_q, of_qd = (np.sqrt(abs(x @ (here.M @ x))) + least for x in (q, qd))
        here = here._replace(sigma=self._sigma(now, here, float(cut)))
        course = self._first(now, np.asarray(qdd, float), settings, float(span), here)
        return Begun(course, np.asarray(singular), (of_q, of_qd))

    def _sigma(self, now: State, here: Look, cut: float) -> float:
        """σ as it is found in the steps, to be compared with."""
        if not here.rank:
            return 1.0
        t, q, qd = float(now.t), np.asarray(now.q), np.asarray(now.qd)
        with self.system.plan.lock:
            self.system.give(self.p)
            self.system.memory.rank = here.rank
            state = self.system.at, t, q.ctypes.data, qd.ctypes.data
            root = max(cut, SPARSE["OF_SIGMA"] * here.sigma)
            found = self.system.library.zw_sparse_look(*state, root, int(SPARSE["LOOKS"]))
        return found if np.isfinite(found) else here.sigma

    def _first(
        self, now: State, qdd: np.ndarray, settings: Settings, span: float, here: Look
    ) -> Course:
        """The course before its first step."""
        (values, back), system = self._armed(now, qdd, settings), self.system
        zero = np.zeros((), int)
        course = Course(
            now=now,
            before=now,
            h=np.asarray(settings.step, float),
            error=np.ones(()),
            sight=None,
            rank=np.asarray(here.rank),
            cut=cut_for(np.asarray(here.sigma)),
            times=np.full(3, now.t),
            sigmas=np.full(3, here.sigma),
            quiet=np.asarray(-np.inf),
            turns=zero,
            values=values,
            former=values,
            index=zero,
            accepted=zero,
            rejected=zero,
            smallest=np.asarray(np.inf),
            largest=np.zeros(()),
        )
        if settings.step > 0:
            return course
        with system.plan.lock:
            self.load(course, settings)
            h = system.library.zw_sparse_first_step(system.at, qdd.ctypes.data, span)
        return course._replace(h=np.asarray(min(h, back / 2)))

    def _armed(self, now: State, qdd: np.ndarray, settings: Settings) -> tuple[np.ndarray, float]:
        """Values of the events' functions at a start; see ``Watched.armed``."""
        found, back = np.zeros(self.system.sizes.events), np.full(1, np.inf)
        if self.system.watch is not None:
            t, q, qd = (np.array(x, float, ndmin=1) for x in now)
            error = np.asarray(tilted(q, qd, settings.rtol, settings.atol))
            rate = np.ascontiguousarray(qdd, float)
            self.system.watch["zw_arm"].run((q, qd, t, self.p, rate, error), (found, back))
        return found, float(back[0])

    def _watched(self, now: State) -> np.ndarray:
        """Values of the events' functions."""
        found = np.zeros(self.system.sizes.events)
        if self.system.watch is not None:
            t, q, qd = (np.array(x, float, ndmin=1) for x in now)
            self.system.watch["zw_watch"].run((q, qd, t, self.p), (found,))
        return found

    def accelerates(self, state: State, qdd: Any) -> bool:
        self._able(state)
        return accelerates(self.system.row(state, self.p), np.asarray(qdd))

    def depart(self, state: State, settings: Settings, span: Any, solver: Any) -> None:
        return None

    def load(self, course: Course, settings: Settings) -> None:
        """Lay a course where C finds it."""
        held, memory = self.system.held, self.system.memory
        self.system.give(self.p)
        (memory.t, held["q"][:], held["qd"][:]) = map(np.asarray, course.now)
        (memory.t_before, held["q_before"][:], held["qd_before"][:]) = map(
            np.asarray, course.before
        )
        for name in ("times", "sigmas", "values", "former"):
            x = np.asarray(getattr(course, name))
            held[name][: len(x)] = x
        for name, own in SCALARS.items():
            setattr(memory, own, (int if name in WHOLE else float)(getattr(course, name)))
        kept = course.kept or {}
        memory.looked = len(kept) == len(WATCHED)
        for name, x in kept.items():
            held[name][:] = x
        memory.rtol, memory.atol, memory.step = map(float, settings[:3])
        memory.every, memory.longest = int(settings.every), float(settings.longest)
        memory.gaps = None if settings.gaps is None else settings.gaps.ctypes.data

    def _left(self, course: Course) -> Course:
        """The course that C left."""
        held, memory = self.system.held, self.system.memory
        events = self.system.sizes.events
        found = {name: held[name].copy() for name in ("times", "sigmas")}
        found |= {name: held[name][:events].copy() for name in ("values", "former")}
        found |= {name: np.asarray(getattr(memory, own)) for name, own in SCALARS.items()}
        now = State(np.asarray(memory.t), held["q"].copy(), held["qd"].copy())
        before = State(
            np.asarray(memory.t_before), held["q_before"].copy(), held["qd_before"].copy()
        )
        kept = {name: held[name].copy() for name in WATCHED}
        return course._replace(now=now, before=before, kept=kept, **found)

    def advance(
        self, course: Course, targets: Any, last: int, settings: Settings, limit: int
    ) -> Advanced:
        system, n = self.system, self.system.sizes.n
        size = int(np.clip(STATES // n, 1, ROOM))
        passed = np.empty(size), np.empty((size, n)), np.empty((size, n))
        rows, times = LONG(), np.ascontiguousarray(targets, float)
        values = np.zeros(max(system.sizes.events, 1))
        with system.plan.lock:
            self.load(course, settings)
            begin = time.thread_time()
            halt = system.library.zw_sparse_advance(
                system.at,
                times.ctypes.data,
                last,
                limit,
                size,
                *(x.ctypes.data for x in passed),
                ctypes.addressof(rows),
                values.ctypes.data,
            )
            system.ran(time.thread_time() - begin)
            course = self._left(course)
        return Advanced(course, halt, State(*passed), rows.value)

    def locate(self, course: Course, settings: Settings, which: int) -> State:
        system, n = self.system, self.system.sizes.n
        q, qd, values = np.empty(n), np.empty(n), np.zeros(system.sizes.events)
        with system.plan.lock:
            self.load(course, settings)
            out = (x.ctypes.data for x in (values, q, qd))
            t = system.library.zw_sparse_locate(system.at, which, *out)
        return State(np.asarray(t), q, qd)

    def cross(self, course: Course, settings: Settings, halt: Halt) -> Passage:
        given = self.system, self.p, course, settings
        return across(LargeSteps(*given, self.load, self._watched), course, settings, halt)

    def losing(self, course: Course, now: int | None = None) -> Place:
        state, rank = State(*map(np.asarray, course.now)), int(course.rank)
        if now is None:
            return lost_among(
                *smallest(self.system, self.p, state, min(rank, TOLD), sizes_in(course))
            )
        # In the configuration itself what is lost cannot be told from what never was there.
        dt = AROUND * np.abs(state.q).max() / max(np.abs(state.qd).max(), 1e-300)
        aside = State(state.t + dt, state.q + dt * state.qd, state.qd)
        aside, _ = self._projected(aside, BACK, float(course.cut))
        _, combined = smallest(self.system, self.p, aside, rank - now, sizes_in(course))
        return Place(0.0, rank - now, parts_in(combined))
