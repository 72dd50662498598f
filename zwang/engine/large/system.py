"""A large system in C: its kinds of parts, its pattern, its memory."""

from __future__ import annotations

import ctypes
import functools
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from copy import copy
from typing import Any

import numpy as np
import scipy

from zwang.base.process.progress import so_far, waiting
from zwang.base.stacked import Places
from zwang.base.status import NumericalError, Status
from zwang.engine.large.events import watching
from zwang.engine.large.kind import SEEN, Kind, kind_of
from zwang.engine.large.memory import ARRAYS, FRICTION, Answer, Friction, Motion, Row
from zwang.engine.large.pattern import help_in, listed, matrices_in, pattern_of
from zwang.engine.large.plain import parts_of, require_thin
from zwang.engine.large.rubbing import rubbing_kind, rubbing_listed
from zwang.engine.program.sizes import Sizes, sizes_of
from zwang.equation.acceleration_form import Rows
from zwang.integrate.course import State
from zwang.integrate.method.runge_kutta import IN_STEPS, Program
from zwang.integrate.projection import Projection
from zwang.ir.scalar.graph import Unsupported
from zwang.library.functions import Functions
from zwang.library.loader import library
from zwang.runtime.constants import SPARSE
from zwang.runtime.method import method_of
from zwang.solvers.base import at_rest
from zwang.solvers.sparse import kernel
from zwang.solvers.sparse.lanes import lanes_of
from zwang.solvers.sparse.metric import LEAST_MU
from zwang.solvers.sparse.symbolic import MOST, TooFull, planned
from zwang.system.elements import Element, Sums, moved_by_parts

COMPILERS = 2  # that run side by side
FILLED = (
    "Rows could stand in for the mass that is missing, but the sparse factors of {} coordinates "
    "would then have more than {:.0e} entries, and no solver is for so many. Give parts without "
    "mass a millionth of that of others, or leave them out: a link between two points is a "
    "zw.joints.Distance."
)


class Large:
    """A large system in C. Whoever calls a function of the library holds ``plan.lock``."""

    def __init__(self, program: Program, n: int, shapes: tuple[tuple[int, ...], ...]):
        _require_known(program)
        self.program = program  # what it was made from
        self.laid: object = None  # whose numbers C has, if that is known
        # where M has no inverse, what rows add to it and their weights; None where it has one
        self.help: tuple[np.ndarray, np.ndarray] | None = None
        self._helped: dict[bytes, Large] = {}
        # what its energies are sums of; None for plain functions
        self.sums: Sums | None = moved_by_parts(program.system.value)
        self.open = self.sums is not None and bool(self.sums.mass.open)
        self.sizes: Sizes = sizes_of(program, n, shapes)  # of the system
        self.method, self.library = method_of(program), library()
        with ThreadPoolExecutor(COMPILERS) as pool:
            traced = [] if self.sums else parts_of(program, n, shapes)
            elements = self.sums.mass.elements() if self.sums else tuple(x.element for x in traced)
            friction = self.sums.friction if self.sums else None
            rubs = friction.elements() if friction else ()
            rubbing = [rubbing_kind(x, shapes, program.p, pool) for x in rubs]
            kinds = _compiled(elements, shapes, program.p, pool)
            self._friction = rubs, [x.result() for x in rubbing]
        self.watch = watching(program, n, shapes)
        self.calls_users = any(element.key is None for element in elements)
        every = [kind.functions for kind in (*kinds, *self._friction[1])]
        self.functions = [*{id(x): x for x in every}.values()]  # of each kind once
        self.kinds, m = len(self.functions), self.sizes.m
        self.functions += [self.watch] if self.watch is not None else []
        # pattern, plan: where its entries are, and how it is eliminated
        self.pattern = pattern_of(elements, kinds, m, n)
        if traced:
            require_thin(self.pattern.M.nnz + self.pattern.A.nnz, n * (n + m))
        try:
            self.plan = planned(self.pattern.M, self.pattern.A)
        except TooFull:
            raise Unsupported(
                f"the sparse factors of {n} coordinates and {m} rows would fill up"
            ) from None
        self.lanes = lanes_of(self.pattern.M, self.pattern.A)
        self.places = Places(self.pattern.A)
        self._parts, self._sourced = (elements, kinds), [x.sources for x in traced]
        self._lay(elements, self._room(n, m))

    def _lay(self, elements: tuple[Element, ...], held: dict[str, np.ndarray]) -> None:
        """Lay all of it where C finds it."""
        self._listed, self._kept, numbers = listed(elements, self._parts[1], self.pattern)
        self._sources = [_sourced(*x) for x in zip(numbers, self._sourced, strict=False)]
        self._rubbing, self._rubbed = rubbing_listed(*self._friction)
        self.held, self.memory = held, self._memory(self.program, held)
        self.at = ctypes.addressof(self.memory)

    def twin(self, p: Any = None) -> Large:
        """The same system with a memory of its own, and the numbers that parameters give."""
        found, elements = copy(self), self._parts[0]
        found._helped = {}
        numbers = self.sums.mass.numbers(p) if self.sums else None
        if numbers is not None:
            elements = _with_numbers(elements, numbers)
            found._parts = elements, self._parts[1]
        if self.rubs and numbers is not None:
            own = self.sums.friction.numbers(p)  # type: ignore[union-attr]
            found._friction = _with_numbers(self._friction[0], own), self._friction[1]
        found.plan, found.lanes = self.plan.twin(), self.lanes and self.lanes.twin()
        found._lay(elements, kernel.together(self.held))
        return found

    def helped(self, rows: np.ndarray, weights: np.ndarray) -> Large:
        """The same system with rows that help its M, which has no inverse without; in a memory of
        its own.

        Shapes: rows (g,), weights (g,). Raises NumericalError.
        """
        n, m, key = self.sizes.n, self.sizes.m, rows.tobytes() + weights.tobytes()
        if key in self._helped:
            return self._helped[key]
        found, (elements, kinds) = copy(self), self._parts
        found.pattern = pattern_of(elements, kinds, m, n, rows)
        try:
            found.plan, found.lanes = planned(found.pattern.M, found.pattern.A).twin(), None
        except TooFull:
            raise NumericalError(Status.NEEDS_DEFINITE_MASS, FILLED.format(n, MOST)) from None
        found.help = help_in(found.pattern, found.plan.held, rows, weights)
        found._lay(elements, found._room(n, m))
        self._helped = {key: found}
        return found

    def ran(self, seconds: float) -> None:
        """Take note that C ran, and have kinds compiled beside once that is worth it."""
        compiled_beside(self.functions, seconds)

    @property
    def parts(self) -> tuple[tuple[Element, ...], list[Kind]]:
        """All parts, element by element, with the numbers they have here; and their kinds."""
        return self._parts

    @property
    def friction(self) -> tuple[Element, ...]:
        """All friction by the multipliers that act, with the numbers it has here."""
        return self._friction[0]

    @property
    def rubs(self) -> bool:
        """Whether there is friction by the multipliers that act."""
        return len(self._friction[0]) > 0

    @property
    def sources(self) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
        """Of each element of plain functions its numbers, which of them are parameters, which."""
        return self._sources

    @property
    def rows(self) -> Rows:
        """Which row of A is whose."""
        return self.sizes.rows

    def _room(self, n: int, m: int) -> dict[str, np.ndarray]:
        """The arrays that C works on."""
        events, followed = self.sizes.events, int(SPARSE["FOLLOWED"])
        sizes = dict.fromkeys("b phi velocity lengths lam sizes".split(), m)
        sizes |= dict.fromkeys(("left", "left_before"), followed * m)
        sizes |= dict.fromkeys(("right", "right_before"), followed * n)
        sizes |= {"small": 4 * followed}
        # With a zero behind their last number, which stands for what some lanes do not have.
        sizes |= dict.fromkeys(("b", "phi", "velocity", "sizes"), m + 1) | {"Q": n + 1}
        sizes |= {"M_steady": self.pattern.M.nnz + 1, "Q_steady": n + 1}
        sizes |= {"M": self.pattern.M.nnz + 1, "A": self.pattern.A.nnz + 1, "error": 2 * n}
        sizes |= _friction_room(n, m) if self.rubs else dict.fromkeys(FRICTION, 0)
        sizes |= {"stages": self.method.stages * n, "times": 3, "sigmas": 3}
        sizes |= {"values": events, "former": events, "tape": self._room_on_tape()}
        return kernel.together({name: np.zeros(max(sizes.get(name, n), 1)) for name in ARRAYS})

    def _room_on_tape(self) -> int:
        """How many doubles tapes need, as long as anything is on tape."""
        kinds = [kind.room for kind in (*self._parts[1], *self._friction[1])]
        return max([*kinds, 0 if self.watch is None else self.watch["zw_watch"].room, 1])

    def _memory(self, program: Program, held: dict[str, np.ndarray]) -> Any:
        events, system = program.events.value.events, program.system.value
        self.direction = np.array([x.direction for x in events] or [0], np.intc)
        drift, rows = program.drift, self.rows
        # Lanes tell no multipliers.
        helped = self.library.zw_sparse_lanes_help(kernel.ways())
        lanes = None if self.rubs or not helped else self.lanes
        steady = all(kind.steady or not kind.M.shape[1] for kind in self._parts[1])
        places, weights = self.help or (None, None)
        return Motion(
            n=self.sizes.n,
            m=self.sizes.m,
            h=rows.positions,
            k=rows.velocities,
            kinds=len(self._listed),
            masses=self.pattern.M.nnz,
            entries=self.pattern.A.nnz,
            projects=drift.iterations if isinstance(drift, Projection) else 0,
            curved=any(x.curved for x in system.constraints),
            events=len(events),
            fixed=steady and self.help is None,
            help=None if places is None else places.ctypes.data,
            helping=None if weights is None else weights.ctypes.data,
            summed=-1,
            rubs=len(self._rubbing),
            rubbing=ctypes.addressof(self._rubbing),
            sparse=self.plan.at,
            method=self.method.at,
            lanes=lanes.at if lanes else None,
            list=ctypes.addressof(self._listed),
            watch=None if self.watch is None else self.watch["zw_watch"].address,
            direction=self.direction.ctypes.data,
            **{name: x.ctypes.data for name, x in held.items()},
        )

    def give(self, p: np.ndarray) -> None:
        """Lay parameters where C finds them, and forget how long rows have been."""
        self.laid = None
        self.memory.p = p.ctypes.data
        self.memory.summed = -abs(self.memory.summed)
        self.held["sizes"][:] = 0.0
        for c, places, sources in self._sources:
            c[places] = p[sources]

    def row(self, now: State, p: np.ndarray, mu: float = LEAST_MU, powers: int = 0) -> Row:
        """The equations in a state and their answer, copied."""
        n, m, h = self.sizes.n, self.sizes.m, self.rows.positions
        t, q, qd = float(now.t), *(np.ascontiguousarray(x, float) for x in (now.q, now.qd))
        seen, qdd, lam, told = np.zeros(2), np.empty(n), np.empty(max(m, 1)), np.zeros(3)
        state = self.at, t, q.ctypes.data, qd.ctypes.data
        with self.plan.lock:
            self.give(p)
            out = (x.ctypes.data for x in (qdd, lam, told))
            solved = self.library.zw_sparse_row(*state, mu, powers, *out)
            rest, answer = at_rest(n, qdd.dtype), (x.ctypes.data for x in (qdd, lam))
            remains = self.library.zw_sparse_met(self.at, rest, *answer) if solved else np.inf
            self.library.zw_sparse_energies(*state, seen.ctypes.data)
            matrices = matrices_in(self.pattern, self.held)
            names = "Q", "b", "phi", "velocity", "lengths"
            Q, b, phi, velocity, lengths = (self.held[name].copy() for name in names)
            C, acting = (self.held[name].copy() for name in ("load", "acting"))
            status = self.memory.rubbed
        energies: dict[str, float] = dict(zip(SEEN, seen.tolist(), strict=True))
        rows = b[:m], phi[:h], velocity[:m], lengths[:m]
        rubbing = Friction(C, acting[:m], status) if self.rubs else None
        return Row(
            *matrices,
            Q[:n],
            *rows,
            energies,
            Answer(qdd, lam[:m], *told.tolist(), remains=remains, rubbing=rubbing)
            if solved
            else None,
        )


def compiled_beside(every: list[Functions], seconds: float) -> None:
    """Have functions compiled beside once they ran for so long that it is worth it."""
    for functions in every:
        if not functions.compiled:
            functions.ran(seconds)


def _compiled(
    elements: tuple[Element, ...], shapes: tuple[tuple[int, ...], ...], join: Any, pool: Executor
) -> list[Kind]:
    """The kinds of elements; a compiler is at one of them while the next is traced."""
    later: list[Future[Kind]] = []
    with waiting(so_far("kinds of parts")):
        for element in elements:
            later.append(kind_of(element, shapes, join, pool))
        _ = scipy.sparse.linalg.splu  # loaded while compilers run
        return [x.result() for x in later]


def _friction_room(n: int, m: int) -> dict[str, int]:
    """How many numbers friction works on, by name."""
    on_q = "load", "loaded", "rising", "aside"
    sizes = {name: n if name in on_q else m for name in FRICTION}
    return sizes | {"krylov": (int(SPARSE["KRYLOV"]) + 1) * m}


def _with_numbers(elements: tuple[Element, ...], numbers: Any) -> tuple[Element, ...]:
    """Parts with other numbers."""
    pairs = zip(elements, numbers, strict=True)
    return tuple(element._replace(numbers=x) for element, x in pairs)


def _require_known(program: Program) -> None:
    """Refuse what is not written for large systems."""
    if program.solver != IN_STEPS:
        raise Unsupported(f"`solver` is {program.solver!r}, which large systems do not take")
    if program.drift is not None and not isinstance(program.drift, Projection):
        raise Unsupported(f"`drift` is {program.drift!r}, which large systems do not take")


def _sourced(c: np.ndarray, sources: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Numbers of parts, flat; which of them are parameters; and which parameters."""
    places = np.flatnonzero(sources >= 0)
    return c.reshape(-1), places, sources.ravel()[places]


@functools.lru_cache(maxsize=64)
def large(program: Program, n: int, shapes: tuple[tuple[int, ...], ...]) -> Large:
    """The large system of a program, made or remembered. Raises Unsupported."""
    return Large(program, n, shapes)
