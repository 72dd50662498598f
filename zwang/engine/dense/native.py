"""The machine of a motion in C: the same calls as ``JaxMachine``, the same course between them."""

from __future__ import annotations

import ctypes
import functools
import math
from time import thread_time
from typing import TYPE_CHECKING, Any

import numpy as np

from zwang.base.status import Status
from zwang.engine.code import Code, code_of
from zwang.engine.dense.course import CourseInC, course_class, packed
from zwang.engine.dense.layout import RowLayout, own_tolerances, parts_of, settings_in_c, size_of
from zwang.engine.dense.layout import tolerances as tolerances
from zwang.engine.dense.model import DenseModel
from zwang.equation.observed import Observed
from zwang.integrate.backend import AbstractMachine, Begun, Started
from zwang.integrate.course import Advanced, Course, Halt, Settings, State
from zwang.library.interface import DENSE
from zwang.runtime.structs import Settings as SettingsInC

if TYPE_CHECKING:  # what has run before needs none of this
    from zwang.base.parameters import Parameters
    from zwang.integrate.method.runge_kutta import Program
    from zwang.integrate.singular.passage import Passage, Place

ROOM = 1024  # states that one call of the loop can report
CALLS = {name.removeprefix("zw_dense_") for name in DENSE} - {"sizes", "layout"}
OPERATIONS = 3e7  # of dense factors, in the steps of the first call
CODES = ctypes.c_int * 3
NO_MEMORY = "the motion has no room for what it computes"
POINTER, REAL, LONG = ctypes.c_void_p, ctypes.c_double, ctypes.c_longlong


class Native:
    """A system in C: its model, its sizes, and how C lays a course and rows."""

    def __init__(self, program: Program, code: Code):
        self.code, self.sizes = code, code.sizes
        self.functions = code.running()
        self.model = DenseModel(program, code.sizes, self.functions)
        self.course: Any = course_class(self.model.course, code.sizes)
        self.parts = parts_of(self.sizes, self.sizes.energy)
        self.row, self.row_size = RowLayout(self.sizes, self.parts), size_of(self.parts)
        widths = [math.prod(shape) for _, shape in self.parts]
        self.widths = (LONG * len(widths))(*widths)
        self.at_once = max(1, min(ROOM, int(OPERATIONS / (self.sizes.n + self.sizes.m) ** 3)))
        for name in CALLS:  # each with this model
            setattr(self, name, self.model.bound(name))

    def __getattr__(self, name: str) -> Any:  # the functions, for checkers of types
        raise AttributeError(name)


@functools.lru_cache(maxsize=256)
def compiled(program: Program, n: int, shapes: tuple[tuple[int, ...], ...]) -> Native:
    """A system in C, compiled or taken from where it is kept. Raises Unsupported."""
    return Native(program, code_of(program, n, shapes))


def native_machine(program: Program, parameters: Parameters, n: int) -> NativeMachine:
    """The machine in C. Raises Unsupported."""
    shapes = tuple([shape for shape, _ in parameters.shapes])
    return NativeMachine(compiled(program, n, shapes), parameters)


class NativeMachine(AbstractMachine):
    """A motion in C."""

    def __init__(self, native: Native, parameters: Parameters):
        self.name, self.native, self.sizes = "native", native, native.sizes
        self.at_once = native.at_once
        self.p = parameters.vector
        self._p = self.p.ctypes.data

    def observe(self, t: Any, q: Any, qd: Any, solver: Any, cut: Any = None) -> Observed:
        return self.rows(t, q, qd, solver, cut, 0, False)[0]

    def rows(
        self, t: Any, q: Any, qd: Any, solver: Any, cut: Any, rank: int, projected: bool
    ) -> tuple[Observed, bool]:
        t, q, qd = (np.ascontiguousarray(x, float) for x in (t, q, qd))
        native, T = self.native, len(t)
        own, consistency = own_tolerances(solver.rank, solver.consistency)
        # Field by field in one block, at its end the ranks and the statuses, of four bytes each.
        block, last = np.empty(T * (native.row_size + 1)), T * native.row_size
        at = block.ctypes.data
        begin = thread_time()
        odd = native.observe(
            T,
            *(x.ctypes.data for x in (t, q, qd)),
            self._p,
            own if cut is None else float(cut),
            consistency,
            rank,
            projected,
            native.widths,
            *(at, at + 8 * last, at + 8 * last + 4 * T),
        )
        if odd < 0:
            raise MemoryError(NO_MEMORY)
        if native.functions.code is None:
            native.functions.ran(thread_time() - begin)
        block.setflags(write=False)
        fields: dict[str, Any] = {"energy": None}
        for name, a, b, shape in native.row.fields:
            fields[name] = block[a * T : b * T].reshape(T, *shape)
        observables = {
            name: block[a * T : b * T].reshape(T, *shape)
            for name, a, b, shape in native.row.observables
        }
        ranks, statuses = block[last:].view(np.int32).reshape(2, T)
        about = {"rank": ranks, "status": statuses, "rows": self.sizes.rows}
        return Observed(**fields, observables=observables, **about), not odd

    def excess(self, state: State) -> Any:
        (t, q, qd), excess = map(_vector, state), np.zeros(1)
        self.native.excess(float(t[0]), *(x.ctypes.data for x in (q, qd, self.p, excess)))
        return excess[0]

    def restore(self, state: State) -> State:
        t, q, qd = map(_vector, state)
        written = self.native.restore(float(t[0]), *(x.ctypes.data for x in (q, qd, self.p)))
        require_memory(written)
        return State(t[0], q, qd)

    def begin(self, state: State, qdd: Any, settings: Settings, span: Any) -> Begun:
        course, sizes = self._course_at(*map(_vector, state)), np.zeros(2)
        rate, numbers = _vector(qdd), settings_in_c(settings)
        start = ctypes.byref(course), self._p, rate.ctypes.data, ctypes.byref(numbers)
        singular = self.native.begin(*start, float(span), sizes.ctypes.data)
        require_memory(singular)
        return Begun(course, np.asarray(bool(singular)), (sizes[0], sizes[1]))

    def accelerates(self, state: State, qdd: Any) -> bool:
        (t, q, qd), rate = map(_vector, state), _vector(qdd)
        arrays = (x.ctypes.data for x in (q, qd, self.p, rate))
        return bool(require_memory(self.native.accelerates(float(t[0]), *arrays)))

    def depart(self, state: State, settings: Settings, span: Any, solver: Any) -> Started | None:
        native, report, (t, q, qd) = self.native, CODES(), state
        course = native.course()
        course.t, course.q, course.qd = t, tuple(q.tolist()), tuple(qd.tolist())
        gaps = 0 if settings.gaps is None else settings.gaps.ctypes.data
        numbers = SettingsInC(*settings[:3], int(settings.every), settings.longest, gaps)
        status = native.start(
            ctypes.byref(course),
            self._p,
            ctypes.byref(numbers),
            span,
            *own_tolerances(solver.rank, solver.consistency),
            report,
        )
        if status != Status.OK or report[1]:  # someone must look at it
            return None
        return Started(course, bool(report[0]), self.sizes.rows.names)

    def advance(
        self, course: Course, targets: Any, last: int, settings: Settings, limit: int
    ) -> Advanced:
        native, n, ours = self.native, self.sizes.n, isinstance(course, CourseInC)
        own = native.course.from_buffer_copy(course) if ours else packed(native.course, course)
        block, ends = np.empty(ROOM * (1 + 2 * n)), (ROOM, ROOM * (1 + n))
        at = block.ctypes.data
        # These are held until C is done with them.
        rows, times = LONG(), np.ascontiguousarray(targets, float)
        gaps = 0 if settings.gaps is None else settings.gaps.ctypes.data
        numbers = SettingsInC(*settings[:3], int(settings.every), settings.longest, gaps)
        motion = ctypes.byref(own), self._p, times.ctypes.data, last, ctypes.byref(numbers)
        out = at, at + 8 * ends[0], at + 8 * ends[1], ctypes.byref(rows)
        begin = thread_time()
        halt = native.advance(*motion, limit, ROOM, *out)
        if halt < 0:
            raise MemoryError(NO_MEMORY)
        if native.functions.code is None:
            native.functions.ran(thread_time() - begin)
        t, q, qd = block[: ends[0]], block[ends[0] : ends[1]], block[ends[1] :]
        passed = State(t, q.reshape(ROOM, n), qd.reshape(ROOM, n))
        return Advanced(own, halt, passed, rows.value)

    def locate(self, course: Course, settings: Settings, which: int) -> State:
        n, own = self.sizes.n, self._packed(course)
        state, numbers = np.empty(1 + 2 * n), settings_in_c(settings)
        motion = ctypes.byref(own), self._p, ctypes.byref(numbers)
        require_memory(self.native.locate(*motion, which, state.ctypes.data))
        return State(state[0], state[1 : 1 + n], state[1 + n :])

    def cross(self, course: Course, settings: Settings, halt: Halt) -> Passage:
        from zwang.engine.dense.singular import cross  # most motions cross nothing

        numbers = settings_in_c(settings)
        return cross(self.native, self._packed(course), self.p, numbers, halt)

    def losing(self, course: Course, now: int | None = None) -> Place:
        from zwang.integrate.singular.told import lost_at

        return lost_at(course, now)

    def _course_at(self, t: np.ndarray, q: np.ndarray, qd: np.ndarray) -> Any:
        """A course in which a state stands, to be begun."""
        course = self.native.course()
        course.t, course.q, course.qd = t[0], tuple(q.tolist()), tuple(qd.tolist())
        return course

    def _packed(self, course: Any) -> Any:
        """A course as C has it."""
        return course if isinstance(course, CourseInC) else packed(self.native.course, course)


def require_memory(code: int) -> int:
    """What C returned, unless it lacked memory: then it wrote nothing."""
    if code < 0:
        raise MemoryError(NO_MEMORY)
    return code


def _vector(x: Any) -> np.ndarray:
    return np.array(x, float, ndmin=1, order="C")
