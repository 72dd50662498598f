"""The machine of a motion in C: the same calls as ``JaxMachine``, the same course between them."""

from __future__ import annotations

import ctypes
import functools
import math
from contextlib import suppress
from time import thread_time
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from zwang.base.process.progress import waiting
from zwang.base.process.stack import is_little, require_room
from zwang.base.status import Status
from zwang.engine.code import Code, code_of
from zwang.engine.layout import (
    REALS,
    SETTINGS,
    VECTORS,
    WHOLE,
    CourseLayout,
    RowLayout,
    own_tolerances,
    parts_of,
    put,
    settings_in_c,
    size_of,
)
from zwang.engine.layout import tolerances as tolerances
from zwang.engine.program.structs import require_same_layout, structure
from zwang.equation.observed import Observed
from zwang.files import build
from zwang.integrate.backend import AbstractMachine, Begun, Started
from zwang.integrate.course import Advanced, Course, Halt, Settings, Sight, State
from zwang.solvers.rank import QUADRATIC

if TYPE_CHECKING:  # what has run before needs none of this
    from zwang.base.parameters import Parameters
    from zwang.engine.singular import Crossing
    from zwang.integrate.method.runge_kutta import Program
    from zwang.integrate.singular.passage import Passage, Place

ROOM = 1024  # states that one call of the loop can report
# How long a program compiled in haste runs before it is compiled well: in seconds, for each letter.
AT_LEAST, PATIENT = 0.03, 1e-6
OPERATIONS = 3e7  # of dense factors, in the steps of the first call
CODES = ctypes.c_int * 3
POINTER, REAL, LONG = ctypes.c_void_p, ctypes.c_double, ctypes.c_longlong
SIGNATURES = {
    "zw_advance": ([POINTER] * 3 + [LONG, POINTER, LONG, LONG] + [POINTER] * 4, ctypes.c_int),
    "zw_locate": ([POINTER] * 3 + [LONG, POINTER], None),
    "zw_begin": ([POINTER] * 4 + [REAL, POINTER], ctypes.c_int),
    "zw_accelerates": ([REAL] + [POINTER] * 4, ctypes.c_int),
    "zw_start": ([POINTER] * 3 + [REAL] * 3 + [POINTER], ctypes.c_int),
    "zw_restore": ([REAL] + [POINTER] * 3, ctypes.c_int),
    "zw_observe": (
        [LONG] + [POINTER] * 4 + [REAL, REAL, LONG, ctypes.c_int] + [POINTER] * 4,
        ctypes.c_int,
    ),
    "zw_excess": ([POINTER] * 5, None),
}


class Native:
    """A compiled program: its functions, its sizes, and how C lays a course and rows."""

    def __init__(self, code: Code):
        self.code, self.sizes = code, code.sizes
        kinds = CourseInC, structure("zw_course", self.sizes.dimensions)
        self.course: Any = type("Course", kinds, {"layout": CourseLayout(self.sizes)})
        self.little = is_little(self.sizes.n, self.sizes.m)
        self.parts = parts_of(self.sizes, self.sizes.energy)
        self.row, self.row_size = RowLayout(self.sizes, self.parts), size_of(self.parts)
        widths = [math.prod(shape) for _, shape in self.parts]
        self.widths = (LONG * len(widths))(*widths)
        self.spent, self.hasty = 0.0, not (code.is_kept(build.ONCE) or code.in_loops)
        self.at_once = max(1, min(ROOM, int(OPERATIONS / (self.sizes.n + self.sizes.m) ** 3)))
        self._load(build.SELDOM if self.hasty else build.ONCE)

    def _load(self, level: str) -> None:
        with waiting(lambda: f"compiling {self.code.lines:,} lines of C, once"):
            library = self.code.library(level)
        self.level = level
        require_same_layout(library, self.sizes.dimensions)
        for name, (arguments, returned) in SIGNATURES.items():
            function = getattr(library, name, None)
            if function is not None:
                function.argtypes, function.restype = arguments, returned
                setattr(self, name, function)
        self.lagrangian = "zw_excess" in vars(self)

    def improve(self) -> None:
        """Compile a program that was compiled in haste well, once that is worth its time."""
        with suppress(build.NoLibrary):  # the one that it has serves as well
            if self.spent < PATIENT * self.code.letters:
                return
            self._load(build.ONCE)
        self.hasty = False

    @functools.cached_property
    def crossing(self) -> Crossing:
        """What crosses singular configurations; compiled when the first is met."""
        from zwang.engine.singular import Crossing

        return Crossing(self.code)

    def __getattr__(self, name: str) -> Any:  # the functions, for checkers of types
        raise AttributeError(name)


@functools.lru_cache(maxsize=256)
def compiled(program: Program, n: int, shapes: tuple[tuple[int, ...], ...]) -> Native:
    """The C program of a motion, compiled or taken from where it is kept. Raises Unsupported."""
    return Native(code_of(program, n, shapes))


def native_machine(program: Program, parameters: Parameters, n: int) -> NativeMachine:
    """The machine in C. Raises Unsupported."""
    shapes = tuple([shape for shape, _ in parameters.shapes])
    return NativeMachine(compiled(program, n, shapes), program, parameters)


def _vector_field(name: str) -> property:
    return property(lambda self: np.frombuffer(self, float)[self.layout.vectors[name]])


class CourseInC:
    """A course as C left it, with the fields of ``Course``, read where they are asked for.

    It is mixed into the struct, from which the numbers have their names, and does not change. A
    copy of it with other numbers is a ``Course``, and C looks around again.
    """

    layout: ClassVar[CourseLayout]
    kept = None
    times, sigmas, values, former = (_vector_field(name) for name in VECTORS)

    @property
    def now(self: Any) -> State:
        """The last accepted state."""
        real = np.frombuffer(self, float)
        t, q, qd = self.layout.now
        return State(real[t], real[q], real[qd])

    @property
    def before(self: Any) -> State:
        """The one before it."""
        real = np.frombuffer(self, float)
        t, q, qd = self.layout.before
        return State(real[t], real[q], real[qd])

    @property
    def sight(self: Any) -> Sight | None:
        """Of the constraints, now."""
        real = np.frombuffer(self, float)
        found = [real[at].reshape(shape) for at, shape in self.layout.sight]
        return Sight(*found) if found else None

    def _asdict(self) -> dict[str, Any]:
        found = {name: getattr(self, name) for name in Course._fields}
        for names, kind in ((REALS, np.float64), (WHOLE, np.int64)):
            found |= {name: kind(found[name]) for name in names}
        return found

    def _replace(self, **changed: Any) -> Course:
        return Course(**self._asdict() | changed)


class NativeMachine(AbstractMachine):
    """A motion in C."""

    def __init__(self, native: Native, program: Program, parameters: Parameters):
        self.name, self.native, self.sizes = "native", native, native.sizes
        if not native.little:
            require_room(self.sizes.n, self.sizes.m)
        self.at_once = native.at_once
        self.program, self.parameters = program, parameters
        self.p = parameters.vector
        self._p = self.p.ctypes.data

    def observe(self, t: Any, q: Any, qd: Any, solver: Any, cut: Any = None) -> Observed:
        return self.rows(t, q, qd, solver, cut, 0, False)[0]

    def rows(
        self, t: Any, q: Any, qd: Any, solver: Any, cut: Any, rank: int, projected: bool
    ) -> tuple[Observed, bool]:
        t, q, qd = (np.ascontiguousarray(x, float) for x in (t, q, qd))
        native, T = self.native, len(t)
        if not native.little:  # who reads a motion may be another thread
            require_room(self.sizes.n, self.sizes.m)
        own, consistency = own_tolerances(solver.rank, solver.consistency)
        # Field by field in one block, at its end the ranks and the statuses, of four bytes each.
        found, last = np.empty(T * (native.row_size + 1)), T * native.row_size
        at = found.ctypes.data
        odd = native.zw_observe(
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
        found.setflags(write=False)
        fields: dict[str, Any] = {"energy": None}
        for name, a, b, shape in native.row.fields:
            fields[name] = found[a * T : b * T].reshape(T, *shape)
        observables = {
            name: found[a * T : b * T].reshape(T, *shape)
            for name, a, b, shape in native.row.observables
        }
        ranks, statuses = found[last:].view(np.int32).reshape(2, T)
        about = {"rank": ranks, "status": statuses, "rows": self.sizes.rows}
        return Observed(**fields, observables=observables, **about), not odd

    def excess(self, state: State) -> Any:
        t, q, qd = [np.array(x, float, ndmin=1, order="C") for x in state]
        found = np.zeros(1)
        self.native.zw_excess(*(x.ctypes.data for x in (q, qd, t, self.p, found)))
        return found[0]

    def restore(self, state: State) -> State:
        t, q, qd = map(_vector, state)
        self.native.zw_restore(float(t[0]), *(x.ctypes.data for x in (q, qd, self.p)))
        return State(t[0], q, qd)

    def begin(self, state: State, qdd: Any, settings: Settings, span: Any) -> Begun:
        t, q, qd = map(np.asarray, state)
        packed, sizes = self.native.course(t, tuple(q.tolist()), tuple(qd.tolist())), np.zeros(2)
        rate, told = _vector(qdd), settings_in_c(settings)  # held until C is done with them
        given = ctypes.byref(packed), self._p, rate.ctypes.data, ctypes.byref(told)
        singular = self.native.zw_begin(*given, float(span), sizes.ctypes.data)
        return Begun(packed, np.asarray(bool(singular)), (sizes[0], sizes[1]))

    def accelerates(self, state: State, qdd: Any) -> bool:
        (t, q, qd), rate = map(_vector, state), _vector(qdd)
        given = (x.ctypes.data for x in (q, qd, self.p, rate))
        return bool(self.native.zw_accelerates(float(t[0]), *given))

    def depart(self, state: State, settings: Settings, span: Any, solver: Any) -> Started | None:
        native, (t, q, qd) = self.native, state
        packed, told = native.course(t, tuple(q.tolist()), tuple(qd.tolist())), CODES()
        gaps = 0 if settings.gaps is None else settings.gaps.ctypes.data
        numbers = SETTINGS(*settings[:3], int(settings.every), settings.longest, gaps)
        if native.lagrangian:
            at, excess = ctypes.addressof(packed), REAL()
            native.zw_excess(at + 8, at + 8 + q.nbytes, at, self._p, ctypes.byref(excess))
            if not excess.value < QUADRATIC:
                return None
        status = native.zw_start(
            ctypes.byref(packed),
            self._p,
            ctypes.byref(numbers),
            span,
            *own_tolerances(solver.rank, solver.consistency),
            told,
        )
        if status != Status.OK or told[1]:  # someone must look at it
            return None
        return Started(packed, bool(told[0]), self.sizes.rows.names)

    def advance(
        self, course: Course, targets: Any, last: int, settings: Settings, limit: int
    ) -> Advanced:
        native, n, ours = self.native, self.sizes.n, isinstance(course, CourseInC)
        packed = native.course.from_buffer_copy(course) if ours else self._pack(course)
        block, ends = np.empty(ROOM * (1 + 2 * n)), (ROOM, ROOM * (1 + n))
        at = block.ctypes.data
        # These are held until C is done with them.
        rows, times = LONG(), np.ascontiguousarray(targets, float)
        gaps = 0 if settings.gaps is None else settings.gaps.ctypes.data
        told = SETTINGS(*settings[:3], int(settings.every), settings.longest, gaps)
        began = thread_time()
        given = ctypes.byref(packed), self._p, times.ctypes.data, last, ctypes.byref(told)
        out = at, at + 8 * ends[0], at + 8 * ends[1], ctypes.byref(rows)
        halt = native.zw_advance(*given, limit, ROOM, *out)
        native.spent += thread_time() - began
        if native.hasty and native.spent > AT_LEAST:
            native.improve()
        t, q, qd = block[: ends[0]], block[ends[0] : ends[1]], block[ends[1] :]
        passed = State(t, q.reshape(ROOM, n), qd.reshape(ROOM, n))
        return Advanced(packed, halt, passed, rows.value)

    def locate(self, course: Course, settings: Settings, which: int) -> State:
        n, packed = self.sizes.n, self._pack(course)
        found = np.empty(1 + 2 * n)
        told = settings_in_c(settings)
        given = ctypes.byref(packed), self._p, ctypes.byref(told)
        self.native.zw_locate(*given, which, found.ctypes.data)
        return State(found[0], found[1 : 1 + n], found[1 + n :])

    def cross(self, course: Course, settings: Settings, halt: Halt) -> Passage:
        try:
            crossing = self.native.crossing
        except build.NoLibrary:  # what moves it was compiled, but there is no room for more
            from zwang.integrate.singular import traced as passage

            numbers = self.parameters.numbers
            return passage.cross(self.program, numbers, course, settings, halt)
        told = settings_in_c(settings)
        return crossing.attempt(self._pack(course), self.p, told, halt)

    def losing(self, course: Course, now: int | None = None) -> Place:
        from zwang.integrate.singular.told import lost_at

        return lost_at(course, now)

    def _pack(self, course: Course) -> Any:
        """A course as C has it, to be written to."""
        if isinstance(course, CourseInC):
            return self.native.course.from_buffer_copy(course)
        found = self.native.course()
        put(found, course)
        return found


def _vector(x: Any) -> np.ndarray:
    return np.array(x, float, ndmin=1, order="C")
