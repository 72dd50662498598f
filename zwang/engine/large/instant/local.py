"""The equations of a system of many parts in a state, and their derivatives, without a compiler.

For what is asked in a few states: where a system rests, and its small motions there. Matrices of
derivatives are formed once for a state and serve all directions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import scipy

from zwang.base.parameters import Parameters
from zwang.engine.large.instant.kinds import ByNumpy, by_numpy
from zwang.engine.large.plain import Traced, parts_of
from zwang.engine.program.elements import SEEN
from zwang.integrate.course import State
from zwang.integrate.options import Options
from zwang.integrate.problem import program_of
from zwang.system.deferred import for_engine
from zwang.system.elements import Element, Sums, by_sparse_means, sums_of
from zwang.system.system import System

OPTIONS = Options()


class Given(NamedTuple):
    """Where parts are: q, qd (n,), t (), numbers of the parameters (.), of each kind's parts."""

    q: np.ndarray
    qd: np.ndarray
    t: Any
    p: np.ndarray
    numbers: Sequence[np.ndarray]


class Whole(NamedTuple):
    """The equations: M (n, n), Q (n,), A (m, n), b (m,), phi (h,), velocity (m,), seen (2,)."""

    M: np.ndarray
    Q: np.ndarray
    A: np.ndarray
    b: np.ndarray
    phi: np.ndarray
    velocity: np.ndarray
    seen: np.ndarray


class Derivatives(NamedTuple):
    """Of r = M x − Q − Aᵀλ, A x − b, φ and velocity, one matrix each: by q, q̇ and t, side by
    side.
    """

    balance: Any  # (n, 2n + 1), rows : (m, 2n + 1), phi : (h, 2n + 1), velocity : (m, 2n + 1)
    rows: Any
    phi: Any
    velocity: Any


class Local:
    """Parts of few kinds, by NumPy. Raises Unsupported."""

    def __init__(
        self, elements: Sequence[Element], sizes: tuple[int, int, int], shapes: Any, join: Callable
    ):
        self.elements = elements  # the parts
        self.n, self.m, self.h = sizes
        self.kinds: list[ByNumpy] = [by_numpy(x, shapes, join) for x in self.elements]

    @property
    def operations(self) -> frozenset[str]:
        """Names of all that is done to numbers."""
        return frozenset().union(*(kind.operations for kind in self.kinds))

    @property
    def in_time(self) -> bool:
        """Whether time enters."""
        return any("t" in kind.used for kind in self.kinds)

    def values(self, at: Given) -> Whole:
        """The equations in a state."""
        n, m = self.n, self.m
        M, Q, A, b = np.zeros((n, n)), np.zeros(n), np.zeros((m, n)), np.zeros(m)
        phi, velocity, seen = np.zeros(self.h), np.zeros(m), np.zeros(len(SEEN))
        for element, kind, given in self._each(at):
            found, columns = kind.added(given), element.columns
            rows = np.concatenate(element.rows, axis=1)
            np.add.at(M, (columns[:, :, None], columns[:, None, :]), found.M)
            np.add.at(Q, columns, found.Q)
            A[rows[:, :, None], columns[:, None, :]] = found.A
            b[rows], velocity[rows], phi[element.rows[0]] = found.b, found.velocity, found.phi
            seen += found.seen.sum(axis=0)
        return Whole(M, Q, A, b, phi, velocity, seen)

    def sparse(self, at: Given) -> tuple[Any, np.ndarray, Any, np.ndarray, np.ndarray]:
        """M, Q, A, b and phi in a state, M and A as sparse matrices."""
        masses, rows_of = [], []
        Q, b, phi = np.zeros(self.n), np.zeros(self.m), np.zeros(self.h)
        for element, kind, given in self._each(at):
            found, columns = kind.added(given), element.columns
            rows = np.concatenate(element.rows, axis=1)
            masses.append(_placed(np.swapaxes(found.M, 1, 2), columns, columns))
            rows_of.append(_placed(np.swapaxes(found.A, 1, 2), rows, columns))
            np.add.at(Q, columns, found.Q)
            b[rows], phi[element.rows[0]] = found.b, found.phi
        n, m = self.n, self.m
        return _matrix(masses, (n, n)), Q, _matrix(rows_of, (m, n)), b, phi

    def derivatives(self, at: Given, x: np.ndarray, lam: np.ndarray) -> Derivatives:
        """The derivatives in a state, with x and λ held. Shapes: x, lam (n,)."""
        n, m, entries = self.n, self.m, ([], [], [], [])
        for element, kind, given in self._each(at):
            columns, rows = element.columns, np.concatenate(element.rows, axis=1)
            along = _units(columns.shape[1], len(given["p"]), given["c"].shape[1])
            slopes, by = kind.slopes(given, x[columns], lam[rows], along), self._by(element)
            places = columns, rows, element.rows[0], rows
            for found, place, slope in zip(entries, places, slopes, strict=True):
                found.append(_placed(slope, place, by))
        heights = n, m, self.h, m
        return Derivatives(
            *(_matrix(x, (k, 2 * n + 1)) for x, k in zip(entries, heights, strict=True))
        )

    def leaning(self, at: Given) -> Any:
        """The derivatives of velocity alone, as in ``Derivatives``."""
        entries = []
        for element, kind, given in self._each(at):
            rows = np.concatenate(element.rows, axis=1)
            if rows.size:
                held = np.zeros(element.columns.shape), np.zeros(rows.shape)
                along = _units(element.columns.shape[1], len(given["p"]), given["c"].shape[1])
                slope = kind.slopes(given, *held, along, lean=True).velocity
                entries.append(_placed(slope, rows, self._by(element)))
        return _matrix(entries, (self.m, 2 * self.n + 1))

    def _by(self, element: Element) -> np.ndarray:
        """Places (J, 2w + 1) of the directions of parts: coordinates, velocities, time."""
        columns = element.columns
        last = np.full((len(columns), 1), 2 * self.n)
        return np.concatenate([columns, columns + self.n, last], axis=1)

    def turning(self, at: Given, y: np.ndarray) -> list[Any]:
        """∂A/∂q y, sparse (m, n), for each of D directions y.

        A x − b holds x in A x alone: with x one coordinate of each part after the other, less what
        it is with none, it gives column after column of the parts' own matrices.

        Shapes: y (D, n).
        """
        shape, entries = (self.m, self.n), [[] for _ in y]
        for element, kind, given in self._each(at):
            columns, rows = element.columns, np.concatenate(element.rows, axis=1)
            (count, w), k = columns.shape, rows.shape[1]
            along = _units(w, len(given["p"]), given["c"].shape[1])
            if not k:
                continue
            ends = [np.broadcast_to(x, (count, w)) for x in (*np.eye(w), np.zeros(w))]
            slopes = [kind.slopes(given, x, np.zeros((count, k)), along) for x in ends]
            *each, none = (x.rows[:, :w] for x in slopes)
            for i, slope in enumerate(each):
                change = np.einsum("jsk,djs->djk", slope - none, y[:, columns])
                by = np.broadcast_to(columns[:, i, None], rows.shape)
                for found, part in zip(entries, change, strict=True):
                    found.append((part, rows, by))
        return [_matrix(x, shape) for x in entries]

    def _each(self, at: Given) -> Any:
        """Elements with something in them, their kinds, and where they are."""
        t, (q, qd, _, p, numbers) = np.reshape(at.t, 1), at
        for element, kind, c in zip(self.elements, self.kinds, numbers, strict=True):
            if len(element.columns):
                own = {"q": q[element.columns], "qd": qd[element.columns], "t": t}
                yield element, kind, own | {"p": p[: _wanted(kind, p)], "c": c}


def _wanted(kind: ByNumpy, p: np.ndarray) -> int:
    """How many numbers of the parameters a kind is given: none, where it calls no function."""
    return len(p) if "p" in kind.used else 0


def _units(w: int, parameters: int, numbers: int) -> dict[str, np.ndarray]:
    """Directions of one part: each coordinate, each velocity, time."""
    unit = np.eye(2 * w + 1)[:, :, None]
    none = lambda size: np.zeros((size, 2 * w + 1, 1))
    along = {"s": unit[:w], "sd": unit[w : 2 * w], "dt": unit[2 * w :]}
    return along | {"dp": none(parameters), "dc": none(numbers)}


def _placed(slope: np.ndarray, place: np.ndarray, by: np.ndarray) -> tuple[np.ndarray, ...]:
    """Slopes (J, D, k) with their rows and columns: of part j along by[j, d], to place[j, k]."""
    shape = slope.shape
    return slope, np.broadcast_to(place[:, None, :], shape), np.broadcast_to(by[:, :, None], shape)


def _matrix(entries: Sequence[Any], shape: tuple[int, int]) -> Any:
    """A sparse matrix of entries that are added up."""
    if not entries:
        return scipy.sparse.csr_array(shape)
    data, rows, columns = (np.concatenate([x[i].ravel() for x in entries]) for i in range(3))
    some = data != 0.0  # NaN among them
    return scipy.sparse.csr_array((data[some], (rows[some], columns[some])), shape=shape)


class Parts(NamedTuple):
    """A system of parts, and where their numbers come from."""

    local: Local  # the parts
    sums: Sums | None  # what its energies are sums of; None for plain functions
    traced: list[Traced]  # of plain functions, their parts

    def numbers(self, p: Any, vector: np.ndarray) -> list[np.ndarray]:
        """The numbers (J, k) of each element."""
        given = self.sums.mass.numbers(p) if self.sums is not None and self.sums.mass.open else None
        if given is not None:
            return [np.asarray(x, float) for x in given]
        found = [np.asarray(x.numbers, float) for x in self.local.elements]
        padded = np.append(vector, 0.0)  # where −1 points to
        for i, own in enumerate(self.traced):
            found[i] = np.where(own.sources >= 0, padded[own.sources], found[i])
        return found


@for_engine()
def parts_near(system: System, q: Any, qd: Any, t: Any, p: Any, sizes: Any) -> Parts | None:
    """A large system as parts; None where it is none, or has parts that NumPy cannot follow.

    Raises Unsupported.
    """
    n = len(q)
    if not by_sparse_means(system, n):
        return None
    parameters, sums = Parameters(p), sums_of(system)
    shapes = tuple(shape for shape, _ in parameters.shapes)
    program = program_of(system, State(np.asarray(t), q, qd), parameters, OPTIONS)
    if sums is None:
        traced = parts_of(program, n, shapes)
        elements = [x.element for x in traced]
    else:
        traced, elements = [], [_plain(x, sums.mass.definite) for x in sums.mass.elements()]
    return Parts(Local(elements, (n, *sizes), shapes, program.p), sums, traced)


def _plain(element: Element, definite: bool) -> Element:
    """The element; without its weight where that is not asked for."""
    if definite or not element.rows[0].shape[1]:
        return element

    def function(*given):
        return {name: x for name, x in element.function(*given).items() if name != "weight"}

    key = None if element.key is None else ("without weight", element.key)
    return element._replace(function=function, key=key)
