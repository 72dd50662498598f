"""A large system in C: its kinds of parts, its pattern, its memory."""

from __future__ import annotations

import ctypes
import functools
from typing import Any, NamedTuple

import numpy as np

from zwang.base.identity.keyed import require_unchanged
from zwang.base.stacked import Places
from zwang.engine.large.kind import Kind, kind_of
from zwang.engine.large.memory import Listed, Motion, Part
from zwang.engine.large.pattern import pattern_of
from zwang.engine.large.program import library_of, watching
from zwang.engine.program.sizes import Sizes, sizes_of
from zwang.engine.scalar.graph import Unsupported
from zwang.equation.acceleration_form import Rows
from zwang.integrate.method.runge_kutta import IN_STEPS, Program, tableau
from zwang.integrate.projection import Projection
from zwang.solvers.sparse.symbolic import TooFull, planned
from zwang.system.elements import Element, Sums, sums_of


class Row(NamedTuple):
    """The equations in a state.

    Attributes
    ----------
    M, A : entries, as in the pattern
    Q : (n,), b : (m,), phi : (h,), velocity : (m,)
    seen : by name, the energies
    """

    M: np.ndarray
    A: np.ndarray
    Q: np.ndarray
    b: np.ndarray
    phi: np.ndarray
    velocity: np.ndarray
    seen: dict[str, float]


class Large:
    """A large system in C. Whoever calls a function of the library holds ``plan.lock``.

    Attributes
    ----------
    sizes : of the system
    sums : what its energies are sums of
    kinds : how many kinds of parts it has
    pattern, plan : where its entries are, and how it is eliminated
    library : the motion in C
    memory : what C works on, at ``at``; the arrays in it are ``held``
    """

    def __init__(self, program: Program, n: int, shapes: tuple[tuple[int, ...], ...]):
        system = program.system.value
        sums = sums_of(system)
        if sums is None:
            raise Unsupported("it is not made of parts of few kinds, as a mechanism is")
        _require_known(program)
        self.library, self.watch = library_of(program), watching(program, n, shapes)
        self.sums: Sums = sums
        self.sizes: Sizes = sizes_of(program, n, shapes)
        elements = sums.mass.elements()
        kinds = [kind_of(element, shapes, program.p) for element in elements]
        self.kinds, m = len({id(kind.library) for kind in kinds}), self.sizes.m
        self.pattern = pattern_of(elements, kinds, m, n)
        try:
            self.plan = planned(self.pattern.M, self.pattern.A)
        except TooFull:
            raise Unsupported(
                f"the sparse factors of {n} coordinates and {m} rows would fill up"
            ) from None
        self.places = Places(self.pattern.A)
        self._listed = _listed(elements, kinds, self.pattern)
        stages = len(tableau(program.method.value).nodes)  # type: ignore[union-attr]
        self.held = self._room(n, m, stages)
        self.memory = self._memory(program)
        self.at = ctypes.addressof(self.memory)

    @property
    def rows(self) -> Rows:
        """Which row of A is whose."""
        return self.sizes.rows

    def _room(self, n: int, m: int, stages: int) -> dict[str, np.ndarray]:
        """The arrays that C works on."""
        events = self.sizes.events
        sizes = dict.fromkeys("b phi velocity lengths lam left left_before".split(), m)
        sizes |= {"M": self.pattern.M.nnz, "A": self.pattern.A.nnz, "error": 2 * n}
        sizes |= {"stages": stages * n, "times": 3, "sigmas": 3, "values": events, "former": events}
        names = [name for name, kind in Motion._fields_ if kind is ctypes.c_void_p]
        arrays = [x for x in names if x not in ("sparse", "list", "watch", "direction", "p")]
        return {name: np.zeros(max(sizes.get(name, n), 1)) for name in arrays}

    def _memory(self, program: Program) -> Any:
        events, system = program.events.value.events, program.system.value
        self.direction = np.array([x.direction for x in events] or [0], np.intc)
        drift, rows = program.drift, self.rows
        watch = None if self.watch is None else ctypes.cast(self.watch.zw_watch, ctypes.c_void_p)
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
            sparse=self.plan.at,
            list=ctypes.addressof(self._listed),
            watch=None if watch is None else watch.value,
            direction=self.direction.ctypes.data,
            **{name: x.ctypes.data for name, x in self.held.items()},
        )

    def row(self, t: float, q: np.ndarray, qd: np.ndarray, p: np.ndarray) -> Row:
        """The equations in a state, copied.

        Parameters
        ----------
        t : ()          time
        q, qd : (n,)    the state
        p : numbers of the parameters
        """
        seen = np.zeros(2)
        state = self.at, float(t), q.ctypes.data, qd.ctypes.data
        with self.plan.lock:
            self.memory.p = p.ctypes.data
            self.library.zw_holding(*state)
            self.library.zw_equations(*state)
            self.library.zw_energies(*state, seen.ctypes.data)
            names = "M", "A", "Q", "b", "phi", "velocity"
            M, A, Q, b, phi, velocity = (self.held[name].copy() for name in names)
        M[self.pattern.above] = M[self.pattern.below]
        h, m = self.rows.positions, self.sizes.m
        told = dict(zip(("kinetic", "potential"), seen.tolist(), strict=True))
        return Row(M, A, Q, b[:m], phi[:h], velocity[:m], told)


def _require_known(program: Program) -> None:
    """Refuse what is not written for large systems."""
    if program.solver != IN_STEPS:
        raise Unsupported(f"`solver` is {program.solver!r}, which large systems do not take")
    if program.drift is not None and not isinstance(program.drift, Projection):
        raise Unsupported(f"`drift` is {program.drift!r}, which large systems do not take")


def _listed(elements: tuple[Element, ...], kinds: list[Kind], pattern: Any) -> Any:
    """The kinds with their parts, as C has them; the arrays are held by it."""
    found, kept = (Listed * len(elements))(), []
    for i, (element, kind) in enumerate(zip(elements, kinds, strict=True)):
        rows = np.concatenate(element.rows, axis=1)
        whole = [np.ascontiguousarray(x, np.intc) for x in (element.columns, rows)]
        whole += [np.ascontiguousarray(x[i], np.intc) for x in (pattern.M_at, pattern.A_at)]
        numbers = np.ascontiguousarray(element.numbers, float)
        kept += [*whole, numbers]
        places = [x.ctypes.data for x in (*whole, numbers)]
        found[i].parts = Part(len(element.columns), *places)
        for name in ("evaluate", "hold", "seen"):
            function = getattr(kind.library, f"zw_{name}_all")
            setattr(found[i], name, ctypes.cast(function, ctypes.c_void_p).value)
    found.kept = kept
    return found


@functools.lru_cache(maxsize=64)
def large(program: Program, n: int, shapes: tuple[tuple[int, ...], ...]) -> Large:
    """The large system of a program, made or remembered.

    Parameters
    ----------
    program : what moves, and how
    n : number of coordinates
    shapes : of the parameters' numbers

    Raises
    ------
    Unsupported
        It cannot be written in this way; the text says why.
    """
    require_unchanged(program)
    return Large(program, n, shapes)
