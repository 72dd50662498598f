"""How near a configuration is to one in which the constraints lose rank.

Rows are compared with the largest lengths that they have around: one that is about to vanish is
short here, and not there. What is measured is σ, the smallest singular value that counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from zwang.base.arrays import solve_lower
from zwang.consistency.independence import in_metric
from zwang.equation.matrices import evaluate
from zwang.solvers.base import mass_factor

# AROUND: how far the rows turn, or of the size of q, on the way around. ALONG: directions at most.
# ONTO: corrections there. HALVED: how often a way is halved that leads to no place on the
# constraints. CONVERGED, of the way or the speed, and SMALLEST: the last correction, where one is
# reached. FOUND: σ that is zero. NAMED: rows in a text.
# NEAR: σ below which a configuration is near a singular one, if it is RISES times larger around.
AROUND, ALONG, ONTO, HALVED, FOUND, NAMED = 1.0, 3, 4, 5, 1e-8, 6
CONVERGED, SMALLEST = 1e-6, 1e-12
NEAR, RISES = 0.03, 3.0

At = Callable[[np.ndarray, np.ndarray], Any]


class Here(NamedTuple):
    """The constraints in a configuration, in the metric: rows in parts of their lengths around."""

    back: np.ndarray  # (n, n) from coordinates in which M is of size one to q̇
    S: np.ndarray  # (k,) singular values of the rows
    Z: np.ndarray  # (m, m) left singular vectors, as columns
    V: np.ndarray  # (n, n) right singular vectors in the metric, as rows
    sizes: np.ndarray  # (m,) lengths around, by which the rows are divided
    lengths: np.ndarray  # (m,) lengths here

    @property
    def counted(self) -> int:
        """How many singular values are not zero."""
        return int((self.S > FOUND).sum())

    def kept(self, least: float) -> int:
        """How many singular values remain where those behind the widest gap are lost."""
        S = np.append(1.0, self.S[: self.counted])
        lost = np.flatnonzero(S[1:] <= least)
        return int(lost[(S[lost] / S[lost + 1]).argmax()]) if len(lost) else self.counted


def look(found: Any, sizes: np.ndarray | None = None) -> Here:
    """What is seen where the matrices are known. Shapes: sizes (m,)."""
    rows = _rows(found)
    largest = rows.divisors(sizes)
    Z, S, V = np.linalg.svd((rows.U / largest).T)
    return Here(np.linalg.inv(rows.to_metric), S, Z, V, largest, rows.lengths)


class _Rows(NamedTuple):
    """The rows in the metric, as columns U (n, m), their lengths, and what takes q̇ there."""

    U: np.ndarray
    lengths: np.ndarray
    to_metric: np.ndarray

    def divisors(self, sizes: np.ndarray | None) -> np.ndarray:
        """The lengths by which rows are divided, if they have had these sizes."""
        largest = self.lengths if sizes is None else np.maximum(sizes, self.lengths)
        return np.where(largest > 0, largest, 1.0)

    def singular_values(self, sizes: np.ndarray | None = None) -> np.ndarray:
        """Of the rows so divided; without the vectors, which cost most."""
        return np.linalg.svd(self.U / self.divisors(sizes), compute_uv=False)


def _rows(found: Any) -> _Rows:
    A = np.asarray(found.form.A)
    metric = in_metric(np.asarray(found.M), A)
    lengths = metric.lengths * (A != 0).any(axis=1)
    return _Rows(metric.U * metric.lengths, lengths, metric.to_metric)


class Around(NamedTuple):
    """What is seen here, and around: the rank there, the largest σ, and how far it is."""

    # here, rank, sigma, far: this
    here: Here
    rank: int
    sigma: float
    far: float
    # (m,) what rows that depend on each other here demand in contradiction as soon as something
    # moves; zero where they do not
    apart: np.ndarray


def look_around(at: At, q: np.ndarray, qd: np.ndarray) -> Around:
    """What is seen here, rows compared with those around. Shapes: q, qd (n,)."""
    found = at(q, qd)
    alone = look(found)
    free = (alone.back @ alone.V[alone.kept(NEAR) :].T).T[-ALONG:]
    others, farthest = [], 0.0
    ways = [v / _size(alone.back, v) for v in ([qd] if qd.any() else free)]
    for v in ways:
        far = _far(at, q, qd, v, found, alone)
        farthest = max(far, farthest)
        for part in (-1.0, -0.5, 0.5, 1.0):
            others += _beside(at, q, qd, part * far * v)
    if not others:
        return Around(alone, alone.counted, 0.0, farthest, _apart(at, q, ways, found, alone))
    seen = [_rows(x) for x in others]
    sizes = np.max([x.lengths for x in seen], axis=0)
    rank = max(int((x.singular_values() > FOUND).sum()) for x in seen)
    sigma = max(x.singular_values(sizes)[rank - 1] for x in seen) if rank else 1.0
    return Around(look(found, sizes), rank, float(sigma), farthest, np.zeros(len(sizes)))


def _size(back: np.ndarray, v: np.ndarray) -> float:
    """The length of v in the metric, not zero."""
    return max(float(np.linalg.norm(np.linalg.solve(back, v))), 1e-300)


def _apart(
    at: At, q: np.ndarray, ways: list[np.ndarray], found: Any, here: Here
) -> np.ndarray:  # fmt: skip
    """What rows that depend on each other demand in contradiction along ways that A allows (m,).

    Where the rank is the same around, A x = b has an answer for all velocities. Of b only what is
    quadratic in the velocity counts, so that drives have no part in it.
    """
    form, zero = found.form, np.zeros_like(q)
    off = np.zeros(len(here.sizes))
    if len(form.velocity) < len(off):  # rows on accelerations are what their writer wants
        return off
    Z = here.Z[:, here.counted :]
    b = lambda v: np.asarray(at(q, v).form.b) / here.sizes
    for v in ways:
        curved = (b(v) + b(-v)) / 2 - b(zero)
        loose = Z @ (Z.T @ curved)
        if np.linalg.norm(loose) > CONVERGED * np.linalg.norm(curved):
            off = np.maximum(off, np.abs(loose) / np.linalg.norm(curved))
    return off


def rank_around(system: Any, q: np.ndarray, qd: np.ndarray, t: Any, p: Any) -> int:
    """The rank of the constraints around a configuration in which some of it is lost.

    Shapes: q, qd (n,).
    """
    return look_around(lambda q, qd: evaluate(system, q, qd, t, p), q, qd).rank


def _far(at: At, q: np.ndarray, qd: np.ndarray, v: np.ndarray, found: Any, here: Here) -> float:
    """How far to go along v until the rows turn by a good part, which no origin or unit changes."""
    size = np.linalg.norm(np.linalg.solve(here.back, q))
    step = 1e-5 * (size + np.linalg.norm(np.linalg.solve(here.back, np.ones_like(q))))
    A = np.asarray(found.form.A)
    # A row that is short here turns at once; that alone makes it no short way.
    lengths = np.maximum(here.lengths, np.median(here.lengths) if len(A) else 0.0)
    lengths = np.where(lengths > 0, lengths, 1.0)[:, None]
    dA = (np.asarray(at(q + step * v, qd).form.A) - A) @ here.back / lengths / step
    rate = np.linalg.norm(dA, 2) if np.isfinite(dA).all() else 0.0
    return float(AROUND / rate if rate > 0 else AROUND * size)


def _beside(at: At, q: np.ndarray, qd: np.ndarray, v: np.ndarray) -> list[Any]:
    """The matrices on the constraints near q + v, or half as far and so on; none if off them."""
    places = (_onto(at, q, qd, v / 2**halved) for halved in range(HALVED))
    found = next((x for x in places if x is not None), None)
    return [] if found is None else [found]


def _back(found: Any) -> np.ndarray:
    """From coordinates in which M is of size one to q̇ (n, n)."""
    M = np.asarray(found.M)
    L, _, definite = mass_factor(M, np)
    if definite:
        return np.asarray(solve_lower(L, np.eye(len(M)), np)).T
    return np.linalg.inv(in_metric(M, np.asarray(found.form.A)).to_metric)


def _onto(at: At, q: np.ndarray, qd: np.ndarray, v: np.ndarray) -> Any:
    """The matrices on the constraints near q + v, on positions and then on velocities, or None.

    Off the constraints rows that repeat each other may be independent: where φ(1 + q²) stands
    beside φ, and where rows turn with the velocities.
    """
    q = q + v
    found = at(q, qd)
    h, k = len(found.form.phi), len(found.form.velocity)
    for rows, on_q in ((h, True), (k if k > h else 0, False)):
        change, size = np.zeros_like(q), 1.0
        for _ in range(ONTO if rows else 0):
            A = np.asarray(found.form.A)[:rows]
            if not np.isfinite(A).all():
                return None
            back, left = _back(found), found.form.phi if on_q else found.form.velocity
            change = np.linalg.lstsq(A @ back, -np.asarray(left), rcond=1e-6)[0]
            # A place is reached by its distance from where one stands, not from the origin.
            size = np.linalg.norm(np.linalg.solve(back, v if on_q else qd))
            q, qd = (q + back @ change, qd) if on_q else (q, qd + back @ change)
            found = at(q, qd)
        if not np.linalg.norm(change) <= CONVERGED * size + SMALLEST:
            return None
    return found if np.isfinite(np.asarray(found.form.A)).all() else None


def warning(at: At, q: np.ndarray, qd: np.ndarray, names: tuple[str, ...]) -> str:
    """What to say of a start near a singular configuration; empty if it is not.

    Shapes: q, qd (n,).
    """
    here, rank, around, _, apart = look_around(at, q, qd)
    if apart.any():
        return stuck(names, apart)
    if rank == 0:
        return ""
    sigma = float(here.S[rank - 1])
    if not (sigma < NEAR and around > RISES * sigma):
        return ""
    lost = here.Z[:, min(here.kept(NEAR), rank - 1) : rank]
    part = np.abs(lost).max(axis=1, initial=0.0)
    rows = _guilty(names, part)
    depend = f"{_listed(rows)} all but depend on each other"
    return (
        f"Near a singular configuration: σ = {sigma:.2g}, and "
        f"{depend if len(rows) > 1 else rows[0] + ' all but vanishes'}. A motion crosses it where "
        "one smooth way leads on, and else stops; zw.branches(system, q, qd) lists the ways."
    )


def speed_from_rest(q: np.ndarray, qdd: np.ndarray) -> np.ndarray | None:
    """A velocity along q̈ (n,) whose squares are of its size; None where there is no such.

    Shapes: q, qdd (n,).
    """
    largest = np.abs(qdd).max(initial=0.0)
    if not (largest > 0 and np.isfinite(largest)):
        return None
    return qdd * np.sqrt((np.abs(q).max() or 1.0) / largest)


def stuck(names: tuple[str, ...], apart: np.ndarray) -> str:
    """What to say of a configuration that nothing leaves in the ways that A allows there.

    Shapes: apart (m,).
    """
    return (
        f"In a singular configuration: {_listed(_guilty(names, apart))} depend on each other "
        "here, and turn apart as soon as something moves. No place on the constraints was "
        "found beside it: what moves by the rank may be stuck. zw.branches(system, q, qd) "
        "lists the ways out, if there are any."
    )


def _guilty(names: tuple[str, ...], part: np.ndarray) -> list[str]:
    """The rows that have a good part in something."""
    return [repr(name) for name, x in zip(names, part, strict=True) if x > 0.1 * part.max()]


def _listed(rows: list[str]) -> str:
    others = f" and {len(rows) - NAMED} others" if len(rows) > NAMED else ""
    return f"{', '.join(rows[:NAMED])}{others}"
