r"""``zw.assemble`` of large systems that are made of parts: the nearest start, by sparse factors.

½ (q − q₀)ᵀM₀(q − q₀) is least under φ(q) = 0 where M₀ (q − q₀) = Aᵀν. With φ to first order
around the last q the change from q₀ is the kernel's own problem,

    M₀ x − Aᵀν = 0,    A x = A (q − q₀) − φ,    q ← q₀ + x,

whose fixed points are nearest points. The way x + q₀ − q leads down to one, with the unit for its
curvature. Where rows are bent, and hold against much, the curvature 1 + κ is larger and the whole
of the way too far: of what the way changed by in the last step, y for s, the share sᵀM₀y / yᵀM₀y
is taken, which is about 1 / (1 + κ) (Barzilai and Borwein). A step that leaves more of φ than
before, and more than a part of its own length, is halved.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy

from zwang.base.status import NumericalError, Status
from zwang.consistency.nearest_point import MET, TIGHT, WIDE
from zwang.engine.large.instant.check import AROUND, LARGEST
from zwang.engine.large.instant.state import entries_at, large_at
from zwang.engine.large.memory import Row
from zwang.engine.large.system import Large
from zwang.equation.matrices import require_finite
from zwang.integrate.course import State
from zwang.ir.scalar.graph import Unsupported
from zwang.solvers.sparse import Sparse
from zwang.system.elements import Element, sums_of
from zwang.system.system import System

ITERATIONS, HALVES = 500, 12
LEAST, ASIDE = 1e-3, 0.1  # share of a way; and of a step, by which it may leave the constraints
# Of the rank rule: off the constraints redundant rows are a little independent, the more so the
# farther. Any of them leads to a nearest point where it leads onto the constraints.
RANKS = 1e-2, 1e-4, WIDE, TIGHT
STILL = 1e-9  # the last change of a nearest point, in parts of its distance
LISTED = 6  # rows in a message


def assembled_by_parts(
    system: System, q: np.ndarray, qd: np.ndarray, t: Any, p: Any, free: np.ndarray
) -> tuple[np.ndarray, np.ndarray] | None:
    """The nearest start by sparse matrices; None where dense ones are needed, and will do.

    Shapes: free (n,). Raises NumericalError.
    """
    small, sums = entries_at(system, q, qd, t, p), sums_of(system)
    # Rows that are functions of users are looked at more closely; forces hold no start.
    if small <= AROUND and (sums is None or any(map(_has_users_rows, sums.mass.elements()))):
        return None
    try:
        found, vector, row = large_at(system, q, qd, t, p, able=True)
        return Assembling(found, vector, float(t), free).nearest(row, q, qd)
    except NumericalError:
        if small <= LARGEST:
            return None
        raise
    except Unsupported as why:
        if small <= LARGEST or sums is None:
            return None
        raise ValueError(
            f"`assemble` of {len(q)} coordinates and {small // len(q) - len(q)} rows is by sparse "
            f"matrices, which cannot do it: {why}; wanted a smaller mechanism for that."
        ) from None


def _has_users_rows(element: Element) -> bool:
    return element.key is None and any(x.shape[1] for x in element.rows)


class Assembling:
    """Looks for the nearest start of a large system. Shapes: free (n,)."""

    def __init__(self, system: Large, vector: np.ndarray, t: float, free: np.ndarray):
        self._system, self._vector, self._t, self._free = system, vector, t, free

    def nearest(self, row: Row, q: np.ndarray, qd: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Positions and velocities (n,)."""
        self._require_finite(row)
        if len(row.phi):
            q = self._positions(row, q, qd)
            row = self._at(q, qd)
        return q, self._velocities(row, q, qd)

    def _at(self, q: np.ndarray, qd: np.ndarray) -> Row:
        return self._system.row(State(np.asarray(self._t), q, qd), self._vector)

    def _positions(self, start: Row, q0: np.ndarray, qd: np.ndarray) -> np.ndarray:
        rows = len(start.phi)
        here, q, before = start, q0, None
        own = size = _length(start.M, q0)
        for rank in RANKS:
            for _ in range(ITERATIONS):
                off = _off(here.phi, start, rows)
                b = here.A[:rows] @ (q - q0) - here.phi
                there = q0 + self._least(start.M, here.A, rows, b, rank)
                way = there - q
                moved, far = (_length(start.M, x) for x in (way, there - q0))
                size = own + far
                if off <= MET * size and moved <= STILL * far + MET * size:
                    return q + self._least(start.M, here.A, rows, -here.phi, rank)
                share = _share(start.M, q, way, before)
                for _ in range(HALVES):
                    row = self._at(q + share * way, qd)
                    left = _off(row.phi, start, rows)
                    if left < off or left <= max(MET * size, ASIDE * share * moved):
                        break
                    share *= 0.5
                else:
                    break
                before = q, way
                here, q = row, q + share * way
        raise self._complaint("Positions", here.phi, start, rows, MET * size)

    def _velocities(self, row: Row, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        rows, start = self._system.rows.velocities, row
        if not rows:
            return qd
        v, before, own = qd, np.inf, _length(row.M, qd)
        size = own
        for _ in range(ITERATIONS):
            off = _off(row.velocity[:rows], start, rows)
            if off <= MET * size or off >= before:
                break
            b = row.A[:rows] @ (v - qd) - row.velocity[:rows]
            v, before = qd + self._least(start.M, row.A, rows, b, TIGHT), off
            row, size = self._at(q, v), own + _length(start.M, v - qd)
        if off > 1e3 * MET * max(size, off / MET * np.finfo(float).eps):
            raise self._complaint("Velocities", row.velocity, start, rows, MET * size)
        return v

    def _least(self, M: Any, A: Any, rows: int, b: np.ndarray, rank: float) -> np.ndarray:
        """The least change (n,) in the metric with A x = b; what is held does not change."""
        free, x = self._free, np.zeros(len(self._free))
        A = scipy.sparse.csr_array(A[:rows])
        if not free.all():
            M, A = M[free][:, free], A[:, free]
        none = np.zeros((int(free.sum()), 1))
        found = Sparse(rank=rank, consistency=1e9).find(M, A, none, b[:, None])
        if found.status in (Status.NON_FINITE, Status.MASS_NOT_SEMIDEFINITE):
            raise NumericalError(Status(int(found.status)))
        x[free] = found.x[:, 0]
        return x

    def _require_finite(self, row: Row) -> None:
        names = self._system.rows.names
        rows = np.repeat(np.arange(len(names)), np.diff(row.A.indptr))
        bad = np.bincount(rows, ~np.isfinite(row.A.data), minlength=len(names)) > 0
        bad |= ~np.isfinite(row.velocity)
        bad[: len(row.phi)] |= ~np.isfinite(row.phi)
        guilty = [] if np.isfinite(row.M.data).all() else ["`mass`"]
        require_finite([*guilty, *(repr(names[i]) for i in np.flatnonzero(bad))])

    def _complaint(
        self, what: str, values: np.ndarray, start: Row, rows: int, allowed: float
    ) -> NumericalError:
        """The rows that remain violated, the worst first."""
        scaled, names = np.abs(values[:rows]) / start.lengths[:rows], self._system.rows.names
        if not np.isfinite(scaled).all():
            told = "the constraints are not finite near the start."
        elif scaled.max(initial=0.0) <= allowed:
            told = "the constraints can be met, but the nearest such point was not found."
        else:
            worst = np.argsort(-scaled)
            worst = [i for i in worst if scaled[i] > 1e-3 * scaled[worst[0]]]
            lines = [
                f"{names[i]!r} is off by {values[i]:.3g} (scaled {scaled[i]:.3g})"
                for i in worst[:LISTED]
            ]
            lines += [f"and {len(worst) - LISTED} more"] if len(worst) > LISTED else []
            told = f"{', '.join(lines)}."
        return NumericalError(Status.NOT_ASSEMBLED, f"{what}: {told}")


def _share(M: Any, q: np.ndarray, way: np.ndarray, before: Any) -> float:
    """How much of a way to go, from how it changed in the last step."""
    if before is None:
        return 1.0
    s, y = q - before[0], before[1] - way
    along, length = s @ (M @ y), y @ (M @ y)
    return float(np.clip(along / length, LEAST, 1.0)) if along > 0 else 1.0


def _length(M: Any, x: np.ndarray) -> float:
    """Of a change, or of a place, in the metric."""
    return float(np.sqrt(x @ (M @ x)))


def _off(values: np.ndarray, start: Row, rows: int) -> float:
    """How far from the constraints, to first order; infinite where that is not known."""
    found = float(np.linalg.norm(values[:rows] / start.lengths[:rows]))
    return found if np.isfinite(found) else np.inf
