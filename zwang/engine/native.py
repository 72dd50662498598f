"""The machine of a motion in C: the same calls as ``JaxMachine``, the same course between them."""

from __future__ import annotations

import ctypes
import functools
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from zwang.base.progress import waiting
from zwang.base.status import Status
from zwang.engine.layout import (
    REALS,
    WHOLE,
    CourseLayout,
    observed_by_field,
    parts_of,
    size_of,
)
from zwang.engine.program.structs import require_same_layout, structure
from zwang.equation.observed import Observed
from zwang.files import build
from zwang.integrate.backend import AbstractMachine, Begun, Started
from zwang.integrate.course import Advanced, Course, Halt, Settings, Sight, State
from zwang.solvers import rank as rules

if TYPE_CHECKING:  # what has run before needs none of this
    from zwang.base.parameters import Parameters
    from zwang.engine.program.program import Written
    from zwang.engine.singular import Crossing
    from zwang.integrate.method.runge_kutta import Program
    from zwang.integrate.singular.passage import Passage, Place

ROOM = 1024  # states that one call of the loop can report
UNIT = np.zeros(1)
# Steps by a program compiled in haste, after which it is compiled well: that takes three to five
# times as long, and the same steps are made three times as fast.
PATIENT = 5000
POINTER, REAL, LONG = ctypes.c_void_p, ctypes.c_double, ctypes.c_longlong
SIGNATURES = {
    "zw_advance": ([POINTER] * 3 + [LONG, POINTER, LONG, LONG] + [POINTER] * 4, ctypes.c_int),
    "zw_locate": ([POINTER] * 3 + [LONG, POINTER], None),
    "zw_begin": ([POINTER] * 4 + [REAL, POINTER], ctypes.c_int),
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

    def __init__(self, written: Written, energy: bool):
        self.written, self.sizes = written, written.sizes
        self.course = structure("zw_course", self.sizes.dimensions)
        self.layout, self.parts = CourseLayout(self.sizes), parts_of(self.sizes, energy)
        self.row_size = size_of(self.parts)
        widths = [math.prod(shape) for _, shape in self.parts]
        self.widths = (LONG * len(widths))(*widths)
        self.steps, self.hasty = 0, not build.is_kept(written.units)
        self._load(build.SELDOM if self.hasty else build.ONCE)

    def _load(self, level: str) -> None:
        self.level = level
        lines = self.written.text.count("\n")
        with waiting(lambda: f"compiling {lines:,} lines of C, once"):
            library = build.library(self.written.units, level)
        require_same_layout(library, self.sizes.dimensions)
        for name, (arguments, returned) in SIGNATURES.items():
            function = getattr(library, name, None)
            if function is not None:
                function.argtypes, function.restype = arguments, returned
                setattr(self, name, function)

    def after(self, steps: int) -> None:
        """Steps that were made; after many of them the program is compiled to be faster."""
        self.steps += steps
        if self.hasty and self.steps > PATIENT:
            self.hasty = False
            self._load(build.ONCE)

    @functools.cached_property
    def crossing(self) -> Crossing:
        """What crosses singular configurations; compiled when the first is met."""
        from zwang.engine.singular import Crossing

        return Crossing(self.written.crossing, self.sizes)

    def __getattr__(self, name: str) -> Any:  # the functions, for checkers of types
        raise AttributeError(name)


@functools.lru_cache(maxsize=256)
def compiled(program: Program, n: int, shapes: tuple[tuple[int, ...], ...]) -> Native:
    """The C program of a motion, compiled or taken from where it is kept.

    Parameters
    ----------
    program : what moves, and how
    n : number of coordinates
    shapes : of the parameters' numbers

    Raises
    ------
    Unsupported
        It cannot be written in C, or there is no compiler; the text says why.
    """
    from zwang.base.identity.keyed import require_unchanged
    from zwang.engine.program.program import write
    from zwang.engine.program.sizes import sizes_of

    require_unchanged(program)
    sizes = sizes_of(program, n, shapes)
    return Native(write(program, sizes), program.system.value.energy is not None)


def native_machine(program: Program, parameters: Parameters, n: int) -> NativeMachine:
    """The machine in C.

    Parameters
    ----------
    program : what moves, and how
    parameters : of the system
    n : number of coordinates

    Raises
    ------
    Unsupported
        There is none; the text says why.
    """
    shapes = tuple([shape for shape, _ in parameters.shapes])
    return NativeMachine(compiled(program, n, shapes), program, parameters)


class CourseInC(Course):
    """A course that C left. A copy of it with other numbers is none, and C looks around again.

    Attributes
    ----------
    packed : all of it as C has it, with what only C knows
    """

    packed: ctypes.Structure | None = None


class NativeMachine(AbstractMachine):
    """A motion in C.

    Parameters
    ----------
    native : the program in C
    program : what moves, and how
    parameters : of the system
    """

    at_once = 1024

    def __init__(self, native: Native, program: Program, parameters: Parameters):
        self.name, self.native, self.sizes = "native", native, native.sizes
        self.program, self.parameters = program, parameters
        self.p = parameters.vector

    def observe(self, t: Any, q: Any, qd: Any, solver: Any, cut: Any = None) -> Observed:
        return self.rows(t, q, qd, solver, cut, 0, False)[0]

    def rows(
        self, t: Any, q: Any, qd: Any, solver: Any, cut: Any, rank: int, projected: bool
    ) -> tuple[Observed, bool]:
        t, q, qd = (np.ascontiguousarray(x, float) for x in (t, q, qd))
        native, count = self.native, len(t)
        found = np.empty(count * native.row_size)
        ranks, statuses = np.empty(count, np.int32), np.empty(count, np.int32)
        odd = native.zw_observe(
            count,
            *(x.ctypes.data for x in (t, q, qd, self.p)),
            *tolerances(solver, cut),
            rank,
            projected,
            native.widths,
            *(x.ctypes.data for x in (found, ranks, statuses)),
        )
        return observed_by_field(self.sizes, native.parts, found, ranks, statuses), not odd

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
        packed, sizes = self.native.course(), np.zeros(2)
        self.native.layout.write(packed, state)
        rate, told = _vector(qdd), settings_in_c(settings)  # held until C is done with them
        given = ctypes.byref(packed), self.p.ctypes.data, rate.ctypes.data, ctypes.byref(told)
        singular = self.native.zw_begin(*given, float(span), sizes.ctypes.data)
        return Begun(self._unpack(packed), np.asarray(bool(singular)), (sizes[0], sizes[1]))

    def depart(self, state: State, settings: Settings, span: Any, solver: Any) -> Started | None:
        packed, told = self.native.course(), (ctypes.c_int * 2)()
        self.native.layout.write(packed, state)
        numbers = settings_in_c(settings)
        status = self.native.zw_start(
            ctypes.byref(packed),
            self.p.ctypes.data,
            ctypes.byref(numbers),
            span,
            *tolerances(solver, None),
            told,
        )
        singular, flat = told
        if status != Status.OK or flat:
            return None
        return Started(self._unpack(packed), bool(singular), self.sizes.rows.names)

    def advance(
        self, course: Course, targets: Any, last: int, settings: Settings, limit: int
    ) -> Advanced:
        n, packed = self.sizes.n, self._pack(course)
        passed = np.empty(ROOM), np.empty((ROOM, n)), np.empty((ROOM, n))
        # These are held until C is done with them.
        rows, times, told = LONG(), _vector(targets), settings_in_c(settings)
        halt = self.native.zw_advance(
            ctypes.byref(packed),
            self.p.ctypes.data,
            times.ctypes.data,
            last,
            ctypes.byref(told),
            limit,
            ROOM,
            *(x.ctypes.data for x in passed),
            ctypes.byref(rows),
        )
        course = self._unpack(packed)
        self.native.after(rows.value)
        return Advanced(course, halt, State(*passed), rows.value)

    def locate(self, course: Course, settings: Settings, which: int) -> State:
        n, packed = self.sizes.n, self._pack(course)
        found = np.empty(1 + 2 * n)
        told = settings_in_c(settings)
        given = ctypes.byref(packed), self.p.ctypes.data, ctypes.byref(told)
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
        return crossing.attempt(self._pack(course), self.p, told, halt, self._unpack)

    def losing(self, course: Course, now: int | None = None) -> Place:
        from zwang.integrate.singular.told import lost_at

        return lost_at(course, now)

    def _pack(self, course: Course) -> ctypes.Structure:
        """A course as C has it."""
        if isinstance(course, CourseInC) and course.packed is not None:
            return self.native.course.from_buffer_copy(course.packed)
        found = self.native.course()
        _put_state(found, course.now)
        _put_state(found, course.before, "_before")
        if course.sight is not None:
            for name, x in zip(Sight._fields, course.sight, strict=True):
                _put(found.sight, name, x)
        for name in (*REALS, "times", "sigmas", "values", "former"):
            _put(found, name, getattr(course, name))
        for name in WHOLE:
            setattr(found, name, int(getattr(course, name)))
        return found

    def _unpack(self, packed: ctypes.Structure) -> Course:
        """The course that C left, which is not written to any more."""
        course = CourseInC(**self.native.layout.read(packed))
        course.packed = packed
        return course


def _vector(x: Any) -> np.ndarray:
    return np.array(x, float, ndmin=1, order="C")


def settings_in_c(settings: Settings) -> ctypes.Structure:
    """``zw_settings`` of these numbers."""
    kind = structure("zw_settings", ())
    return kind(*map(float, settings[:3]), int(settings.every))


def tolerances(solver: Any, cut: Any) -> tuple[float, float]:
    """Of the rank, where no ``cut`` takes its place, and of contradictions.

    Parameters
    ----------
    solver : that has some of its own, or None for the default
    cut : ()    of the rank rule, or None
    """
    return _tolerances(solver.rank if cut is None else float(cut), solver.consistency)


@functools.lru_cache(maxsize=64)
def _tolerances(rank: float | None, consistency: float | None) -> tuple[float, float]:
    return (
        float(rules.tolerance(rank, rules.RANK, UNIT)),
        float(rules.tolerance(consistency, rules.CONSISTENCY, UNIT)),
    )


def _put_state(found: ctypes.Structure, state: State, suffix: str = "") -> None:
    for name, x in zip(State._fields, state, strict=True):
        _put(found, name + suffix, x)


def _put(found: ctypes.Structure, name: str, x: Any) -> None:
    """Write numbers into a field."""
    x = np.asarray(x, float)
    if x.ndim == 0:
        setattr(found, name, float(x))
    elif x.size:
        field = getattr(found, name)
        if x.nbytes > ctypes.sizeof(field):
            raise ValueError(f"`{name}` has {x.size} numbers; wanted {len(field)}, for C has room.")
        ctypes.memmove(field, np.ascontiguousarray(x).ctypes.data, x.nbytes)
