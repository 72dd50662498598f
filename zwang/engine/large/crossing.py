"""Steps of a large motion across configurations in which the constraints lose rank.

Of the singular values only the smallest that counts is followed along a step. Where it comes to
zero, as many are lost as the rank falls by there, and the rows that take part are those that lie in
the combinations with the smallest ones, seen from a little aside.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from zwang.engine.large.rows import looked_at
from zwang.engine.large.system import Large
from zwang.integrate.course import Course, Settings, State
from zwang.integrate.singular import drives
from zwang.integrate.singular.collocation import STAGES
from zwang.integrate.singular.crossing import BEHIND, AbstractSteps, until
from zwang.integrate.singular.laid import Laid, allowed_by
from zwang.integrate.singular.place import MOST, PLACES, Place, parts_in
from zwang.runtime.constants import SPARSE

# ASIDE: σ from which what is lost can be told from nothing. ROUNDS: of iteration for all that is
# lost. FEW: combinations of rows that are looked at, at most.
# LOOKED: looks around a place at which σ is least; AT_ONCE: of the cut, σ that is zero for sure.
# SAME: of the places between which it lies, a distance that is none.
ASIDE, ROUNDS, FEW = 100.0 * SPARSE["ON_ROWS"], 6, 64
FARTHER = 1.0, 3.0, 10.0  # where it is looked at from, in parts of 10 ASIDE
NEARER = 6  # how often from a fourth of the distance
LOOKED, AT_ONCE, SAME = 24, 1e-3, 1e-4
NEXT = 1e-3  # of the way to the next place that was looked at, a little aside
VAIN = 5  # looks in turn that find nothing lower, after which there is nothing
LARGE = 1e3  # more than any singular value of rows of length one
LAND = 4  # corrections of a state on a step


class LargeSteps(AbstractSteps):
    """Steps from a course of a large motion."""

    def __init__(
        self,
        system: Large,
        p: np.ndarray,
        course: Course,
        settings: Settings,
        load: Callable[[Course, Settings], None],
        watched: Callable[[State], Any],
    ):
        self._system, self._p, self._course, self._settings = system, p, course, settings
        self._load, self._watched = load, watched
        self._allowed = allowed_by(course.now, settings)

    def _loaded(self) -> None:
        """Lay the course where C finds it, unless it is there."""
        if self._system.laid is not self:
            self._load(self._course, self._settings)
            self._system.laid = self

    # -- steps -----------------------------------------------------------------------------------

    def lay(self, H: float) -> Laid:
        system, now, n = self._system, self._course.now, self._system.sizes.n
        small = 0.1 * self._allowed
        found = []
        with system.plan.lock:
            self._loaded()
            for rule in range(len(STAGES)):
                K, room, q, qd = (np.zeros(size) for size in (max(STAGES) * n,) * 2 + (n, n))
                places = (x.ctypes.data for x in (K, room, q, qd))
                first = found[0][1].ctypes.data if found else None
                given = system.at, rule, H, small.ctypes.data, first
                found.append((system.library.zw_sparse_lay(*given, *places), K, q, qd))
                if not found[-1][0]:
                    break
        settled = all(good for good, *_ in found)
        _, K, q, qd = found[0]
        ends = [np.concatenate(x[2:]) for x in found]
        moves = float(now.t) + H / 64 > float(now.t)
        agreed = settled and moves and bool((np.abs(ends[0] - ends[-1]) <= self._allowed).all())
        end = State(np.asarray(now.t + H), q, qd)
        return Laid(K, H, end, settled, agreed)

    def land(self, laid: Laid, theta: float) -> tuple[np.ndarray, np.ndarray]:
        system, n = self._system, self._system.sizes.n
        q, qd = np.empty(n), np.empty(n)
        with system.plan.lock:
            self._loaded()
            given = system.at, 0, laid.H, laid.across.ctypes.data, theta, 0, LAND
            system.library.zw_sparse_land(*given, q.ctypes.data, qd.ctypes.data)
        return q, qd

    def watched(self, state: State) -> Any:
        return self._watched(state)

    def distance(self, course: Course) -> float:
        # One that falls may stand behind others that stay.
        small = (course.kept or {}).get("small", np.zeros(0)).reshape(-1, int(SPARSE["FOLLOWED"]))
        known = small[:0:-1, 1 : int(course.rank)].T if len(small) else ()
        return min([super().distance(course), *(until(course.times, x) for x in known)])

    # -- what lies on them -----------------------------------------------------------------------

    def _sigmas(self, laid: Laid, thetas: Any) -> np.ndarray:
        """σ at places of a step; LARGE where it cannot be seen."""
        system, places = self._system, np.asarray(thetas, float)
        found, K = np.empty_like(places), laid.across.ctypes.data
        with system.plan.lock:
            self._loaded()
            step = system.at, laid.H, K, laid.agreed, int(SPARSE["LOOKS"])
            at = places.ctypes.data, found.ctypes.data
            system.library.zw_sparse_along(*step, len(places), *at)
        return np.where(np.isfinite(found), found, LARGE)

    def find(self, laid: Laid) -> tuple[Place, ...]:
        if not np.isfinite(laid.across).all():
            return ()
        sigma = _with_unseen(self._sigmas(laid, PLACES))
        low = np.concatenate([[np.inf], sigma, [np.inf]])
        lowest = np.flatnonzero((sigma <= low[:-2]) & (sigma < low[2:]))
        found = (self._closer(laid, PLACES, sigma, int(i)) for i in lowest)
        return tuple([place for place in found if place is not None][:MOST])

    def _closer(self, laid: Laid, thetas: np.ndarray, sigma: np.ndarray, i: int) -> Place | None:
        """The place at which σ is least around the i-th one; None if it does not come to zero.

        Where it does, σ² is all but a parabola: the next look is at the lowest point of one.
        """
        cut, around = float(self._course.cut), slice(max(i - 1, 0), i + 2)
        x, y = thetas[around], sigma[around]
        if len(x) == 2:  # at an end of the step: it may lie just within
            x, y = np.insert(x, 1, x.mean()), np.insert(y, 1, self._sigmas(laid, [x.mean()]))
        vain = 0
        for _ in range(LOOKED):
            best = int(y.argmin())
            if y[best] <= AT_ONCE * cut or vain >= VAIN:
                break
            theta = _lowest(x, y, best)
            where = int(np.searchsorted(x, theta))
            seen = float(self._sigmas(laid, [theta])[0])
            if seen > y[where - 1 : where + 1].max():
                # What is nothing is not seen, and another is; a little aside it is not nothing. Or
                # else σ rises between the two.
                theta += NEXT * (x[where] - theta)
                seen = float(self._sigmas(laid, [theta])[0])
            x, y = np.insert(x, where, theta), np.insert(y, where, seen)
            vain = 0 if y.min() < 0.9 * y[best + (where <= best)] else vain + 1
        return Place(float(x[y.argmin()]), 1, ()) if y.min() < cut else None

    def told(self, laid: Laid, places: tuple[Place, ...]) -> tuple[Place, ...]:
        return tuple([self._told(laid, place.theta) for place in places])

    def _told(self, laid: Laid, theta: float) -> Place:
        # Next to it, where it is nothing, it is not seen, and another is.
        aside, there = self._aside(laid, theta)
        lost, near = self._lost(laid, theta), 10.0 * ASIDE / max(there, ASIDE)
        better = self._between(laid, theta, abs(aside - theta) * ASIDE / max(there, ASIDE))
        # Where many are lost at once, that of the least of all may be found beside the others.
        if better != theta and (again := self._lost(laid, better)) >= lost:
            theta, lost = better, again
        # Far away others may be below what is lost, and too near it is not told from nothing; the
        # place itself is known but to the cut. So it is looked at from where it is seen smallest.
        seen = [
            self._losing(laid, theta + (aside - theta) * part, lost)
            for part in sorted({min(1.0, times * near) for times in FARTHER})
        ]
        _, directions = min(seen, key=lambda found: found[0].max(initial=0.0) or np.inf)
        return Place(theta, lost, parts_in(directions))

    def _aside(self, laid: Laid, theta: float) -> tuple[float, float]:
        """A place aside from which σ falls along a line, and σ there; farther away another one may
        be smaller, which stays."""
        far = PLACES[1] if theta < 0.5 else -PLACES[1]
        there = float(self._sigmas(laid, [theta + far])[0])
        for _ in range(NEARER):
            nearer = float(self._sigmas(laid, [theta + far / 4])[0])
            if nearer < there / 2 or nearer < ASIDE:
                break
            far, there = far / 4, nearer
        return theta + far, there

    def _between(self, laid: Laid, theta: float, far: float) -> float:
        """The place once more, from where σ is seen on both sides: it falls along lines to it."""
        ends = np.array([theta - far, theta + far])
        left, right = self._sigmas(laid, ends) if 0.0 < ends[0] and ends[1] < 1.0 else (0.0, 0.0)
        if not 0.1 * right < left < 10.0 * right:
            return theta
        return float((ends[0] * right + ends[1] * left) / (left + right))

    def _losing(self, laid: Laid, theta: float, lost: int) -> tuple[np.ndarray, np.ndarray]:
        """The smallest singular values at a place, and the combinations of rows they are of."""
        t = np.asarray(float(self._course.now.t) + theta * laid.H)
        there = State(t, *self.land(laid, theta))
        return smallest(self._system, self._p, there, lost, sizes_in(self._course))

    def _lost(self, laid: Laid, theta: float) -> int:
        """By how much the rank falls at a place."""
        t = np.asarray(float(self._course.now.t) + theta * laid.H)
        there = State(t, *self.land(laid, theta))
        cut, sizes = float(self._course.cut), sizes_in(self._course)
        seen = looked_at(self._system, self._p, there, cut, sizes)
        return max(1, int(self._course.rank) - seen.rank)

    def behind(self, laid: Laid, places: tuple[Place, ...]) -> Course:
        course, step = self._course, float(self._settings.step)
        since = places[-1].theta if places else 0.0
        thetas = np.append(since + (1.0 - since) * np.array(BEHIND), 1.0)
        start, end = float(course.now.t), laid.end
        return course._replace(
            now=end,
            before=course.now,
            h=np.asarray(step if step > 0 else laid.H / 2),
            times=np.append(start + thetas[:-1] * laid.H, end.t),
            sigmas=self._sigmas(laid, thetas),
            turns=np.zeros_like(course.turns),
            values=self._watched(end),
            former=course.values,
            accepted=course.accepted + 1,
            kept={} if course.kept is None else {"sizes": sizes_in(course)},
        )

    def driven(self, places: tuple[Place, ...]) -> bool:
        now, system = self._course.now, self._system
        still = State(now.t, now.q, np.zeros_like(now.qd))
        with system.plan.lock:
            system.give(self._p)
            t, q, qd = float(still.t), *(np.array(x, float) for x in still[1:])
            system.library.zw_sparse_holding(system.at, t, q.ctypes.data, qd.ctypes.data)
            if not system.held["velocity"][: system.sizes.m].any():
                return False  # nothing moves of itself
        row = system.row(still, self._p)
        drive = drives.moving_by(row.A, row.velocity, np.asarray(now.qd))
        return drives.among(drive, places)


def _with_unseen(sigma: np.ndarray) -> np.ndarray:
    """Singular values at even places, zero where it is nothing: there another one was seen, while
    on both sides it falls along a line to that place."""
    found = sigma.copy()
    for i in range(2, len(sigma) - 2):
        sides = (sigma[i - 2], sigma[i - 1]), (sigma[i + 2], sigma[i + 1])
        if all(near < sigma[i] and abs(far - 2.0 * near) < 0.2 * far for far, near in sides):
            found[i] = 0.0
    return found


def _lowest(x: np.ndarray, y: np.ndarray, best: int) -> float:
    """Where a parabola through the squares around the best of some values is lowest.

    Shapes: x (k,), y (k,).
    """
    at = int(np.clip(best, 1, len(x) - 2))
    (a, b, c), (fa, fb, fc) = x[at - 1 : at + 2], y[at - 1 : at + 2] ** 2
    left, right = (fb - fa) / (b - a), (fc - fb) / (c - b)
    bend = (right - left) / (c - a)
    wanted = (a + b) / 2 - left / (2 * bend) if 0 < bend < np.inf else np.nan
    # Never where it was looked already, nor outside.
    apart = np.abs(x - wanted).min()
    if a < wanted < c and apart > SAME * (c - a):
        return float(wanted)
    return float((a + b) / 2 if b - a > c - b else (b + c) / 2)


def sizes_in(course: Course) -> np.ndarray | None:
    """The largest lengths (m,) that rows have had."""
    return (course.kept or {}).get("sizes")


@functools.lru_cache(maxsize=8)
def _any_directions(count: int, n: int) -> np.ndarray:
    return np.random.default_rng(0).normal(size=(count, n))


def smallest(
    system: Large, p: np.ndarray, there: State, count: int, sizes: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """The smallest singular values that count, the largest first, and their left vectors (m, k).

    Shapes: sizes (m,).
    """
    n, m, count = system.sizes.n, system.sizes.m, min(count, FEW)
    V, U = _any_directions(count, n).copy(), np.zeros((count, m))
    t, q, qd = float(there.t), *(np.array(x, float) for x in (there.q, there.qd))
    with system.plan.lock:
        system.give(p)
        system.held["sizes"][:] = 0.0 if sizes is None else sizes
        given = system.at, t, q.ctypes.data, qd.ctypes.data, ASIDE, count, ROUNDS
        found = system.library.zw_sparse_losing(*given, V.ctypes.data, U.ctypes.data)
    if not found:
        return np.zeros(0), np.zeros((m, 0))
    left, values, _ = np.linalg.svd(U.T, full_matrices=False)
    return values, left
