"""The machine of a motion in C: the same calls as ``JaxMachine``, the same course between them."""

from __future__ import annotations

import ctypes
import functools
import math
from typing import Any

import numpy as np

from zwang.base.arrays import as_floats
from zwang.base.identity.keyed import require_unchanged
from zwang.engine import build
from zwang.engine.layout import observed, parts_of, size_of
from zwang.engine.program.program import Written, write
from zwang.engine.program.sizes import sizes_of
from zwang.engine.program.structs import require_same_layout, structure
from zwang.engine.singular import Crossing
from zwang.equation.observe import Observed
from zwang.integrate.backend import AbstractMachine, Begun
from zwang.integrate.course import Advanced, Course, Halt, Settings, State
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.rank_watch import Sight
from zwang.integrate.singular import crossing as passage
from zwang.integrate.singular.crossing import Passage
from zwang.solvers import rank as rules

REALS = ("h", "error", "cut", "quiet", "smallest", "largest")
WHOLE = ("rank", "turns", "index", "accepted", "rejected")
POINTER, REAL, LONG = ctypes.c_void_p, ctypes.c_double, ctypes.c_longlong
SIGNATURES = {
    "zw_advance": ([POINTER] * 3 + [LONG, POINTER, LONG, LONG] + [POINTER] * 2, ctypes.c_int),
    "zw_locate": ([POINTER] * 3 + [LONG, POINTER], None),
    "zw_begin": ([POINTER] * 4 + [REAL, POINTER], ctypes.c_int),
    "zw_restore": ([REAL] + [POINTER] * 3, ctypes.c_int),
    "zw_observe": ([LONG, LONG] + [POINTER] * 4 + [REAL, REAL] + [POINTER] * 2, None),
    "zw_excess": ([POINTER] * 5, None),
}


class Native:
    """A compiled program: its functions, its sizes, and its course as C has it."""

    def __init__(self, written: Written, energy: bool):
        self.written, self.sizes, self.energy = written, written.sizes, energy
        self.course = structure("zw_course", self.sizes.dimensions)
        library = build.library(written.text)
        require_same_layout(library, self.sizes.dimensions)
        for name, (arguments, returned) in SIGNATURES.items():
            function = getattr(library, name, None)
            if function is not None:
                function.argtypes, function.restype = arguments, returned
                setattr(self, name, function)

    @functools.cached_property
    def crossing(self) -> Crossing:
        """What crosses singular poses; compiled when the first is met."""
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
    require_unchanged(program)
    sizes = sizes_of(program, n, shapes)
    return Native(write(program, sizes), program.system.value.energy is not None)


def native_machine(program: Program, numbers: Any, n: int) -> NativeMachine:
    """The machine in C.

    Parameters
    ----------
    program : what moves, and how
    numbers : of the parameters
    n : number of coordinates

    Raises
    ------
    Unsupported
        There is none; the text says why.
    """
    return NativeMachine(compiled(program, n, tuple(map(np.shape, numbers))), program, numbers)


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
    numbers : of the parameters
    """

    at_once = 1024

    def __init__(self, native: Native, program: Program, numbers: Any):
        self.name, self.native, self.sizes = "native", native, native.sizes
        self.program, self.numbers = program, numbers
        self.p = flat(numbers)

    def observe(self, t: Any, q: Any, qd: Any, solver: Any, cut: Any = None) -> Observed:
        t, q, qd = (np.ascontiguousarray(as_floats("rows", x, np)) for x in (t, q, qd))
        count, parts = len(t), parts_of(self.sizes, self.native.energy)
        size = size_of(parts)
        found, whole = np.empty((count, size)), np.empty((count, 2), np.int64)
        tolerances = (
            rules.tolerance(solver.rank if cut is None else float(cut), rules.RANK, q),
            rules.tolerance(solver.consistency, rules.CONSISTENCY, q),
        )
        arrays = (x.ctypes.data for x in (t, q, qd, self.p))
        out = found.ctypes.data, whole.ctypes.data
        self.native.zw_observe(count, size, *arrays, *tolerances, *out)
        return observed(self.sizes, parts, found, whole)

    def excess(self, state: State) -> Any:
        t, q, qd = map(_vector, state)
        found = np.zeros(1)
        self.native.zw_excess(*(x.ctypes.data for x in (q, qd, t, self.p, found)))
        return found[0]

    def restore(self, state: State) -> State:
        t, q, qd = map(_vector, state)
        self.native.zw_restore(float(t[0]), *(x.ctypes.data for x in (q, qd, self.p)))
        return State(t[0], q, qd)

    def begin(self, state: State, qdd: Any, settings: Settings, span: Any) -> Begun:
        packed, sizes = self.native.course(), np.zeros(2)
        for name, x in zip(State._fields, state, strict=True):
            _put(packed, name, x)
        rate, told = _vector(qdd), settings_in_c(settings)  # held until C is done with them
        given = ctypes.byref(packed), self.p.ctypes.data, rate.ctypes.data, ctypes.byref(told)
        singular = self.native.zw_begin(*given, float(span), sizes.ctypes.data)
        return Begun(self._unpack(packed), np.asarray(bool(singular)), (sizes[0], sizes[1]))

    def advance(
        self, size: int, course: Course, targets: Any, last: int, settings: Settings, limit: int
    ) -> Advanced:
        n, packed = self.sizes.n, self._pack(course)
        passed, rows = np.empty((size, 1 + 2 * n)), LONG()
        times, told = _vector(targets), settings_in_c(settings)  # held until C is done with them
        halt = self.native.zw_advance(
            ctypes.byref(packed),
            self.p.ctypes.data,
            times.ctypes.data,
            last,
            ctypes.byref(told),
            limit,
            size,
            passed.ctypes.data,
            ctypes.byref(rows),
        )
        states = State(passed[:, 0], passed[:, 1 : 1 + n], passed[:, 1 + n :])
        count = np.asarray(rows.value)
        return Advanced(self._unpack(packed), np.asarray(halt), states, count)

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
            return passage.cross(self.program, self.numbers, course, settings, halt)
        told = settings_in_c(settings)
        return crossing.attempt(self._pack(course), self.p, told, halt, self._unpack)

    def _pack(self, course: Course) -> ctypes.Structure:
        """A course as C has it."""
        if isinstance(course, CourseInC) and course.packed is not None:
            return self.native.course.from_buffer_copy(course.packed)
        found = self.native.course()
        for suffix, state in (("", course.now), ("_before", course.before)):
            for name, x in zip(State._fields, state, strict=True):
                _put(found, name + suffix, x)
        if course.sight is not None:
            for name, x in zip(Sight._fields, course.sight, strict=True):
                _put(found.sight, name, x)
        for name in (*REALS, "times", "sigmas", "values", "former"):
            _put(found, name, getattr(course, name))
        for name in WHOLE:
            setattr(found, name, int(getattr(course, name)))
        return found

    def _unpack(self, packed: ctypes.Structure) -> Course:
        """The course that C left."""
        n, m, events = self.sizes.n, self.sizes.m, self.sizes.events
        shapes = {"sizes": (m,), "values": (min(m, n),), "U": (m, min(m, n)), "polar": (m, n)}
        shapes |= {"reach": (n,), "weight": (n,), "shrunk": ()}
        sight = Sight(**{k: _get(packed.sight, k, *s) for k, s in shapes.items()}) if m else None
        numbers: dict[str, Any] = {name: _get(packed, name) for name in (*REALS, *WHOLE)}
        numbers |= {name: _get(packed, name, 3) for name in ("times", "sigmas")}
        numbers |= {name: _get(packed, name, events) for name in ("values", "former")}
        state = {"t": (), "q": (n,), "qd": (n,)}
        course = CourseInC(
            now=State(**{name: _get(packed, name, *s) for name, s in state.items()}),
            before=State(**{name: _get(packed, f"{name}_before", *s) for name, s in state.items()}),
            sight=sight,
            **numbers,
        )
        course.packed = packed
        return course


def _vector(x: Any) -> np.ndarray:
    return np.array(x, float, ndmin=1, order="C")


def settings_in_c(settings: Settings) -> ctypes.Structure:
    """``zw_settings`` of these numbers."""
    kind = structure("zw_settings", ())
    return kind(*map(float, settings[:3]), int(settings.every))


def flat(numbers: Any) -> np.ndarray:
    """All numbers of the parameters as one vector."""
    pieces = [np.ravel(np.asarray(x, float)) for x in numbers]
    return np.concatenate(pieces) if pieces else np.zeros(1)


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


def _get(packed: ctypes.Structure, name: str, *shape: int) -> np.ndarray:
    """Read numbers out of a field."""
    x = np.array(getattr(packed, name))
    return x.ravel()[: math.prod(shape)].reshape(shape) if shape else x
