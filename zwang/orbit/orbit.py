"""Orbit: a periodic motion with its period, its multipliers and its stability."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from zwang.base.escape import AbstractPage, for_terminal
from zwang.base.status import Status
from zwang.motion.motion import Motion
from zwang.motion.resample import at
from zwang.orbit import floquet
from zwang.orbit.manifold import tangent
from zwang.orbit.parameter import Point
from zwang.orbit.shooting import Equations, Problem

TOLD = 8  # multipliers that are printed
MOST_TURNS, SAME = 24, 1e-6  # that are looked for; of the size of an orbit, what is no difference
PLACES = 0.0, 0.13, 0.29, 0.61  # of a period, where what time moves must have returned
ZERO_STEPS = 8  # of Newton's method for the zero of a cubic


@dataclass(frozen=True, eq=False)
class Orbit(AbstractPage):
    """A periodic motion; print it for a summary.

    Attributes
    ----------
    motion : a ``Motion`` over one period, at every step; of a guess as far as there is one, or None
    period : ()             T
    multipliers : (d,)      Floquet's: by what small changes on the constraints grow in one period;
        those that are one by nature first, then the largest
    trivial : how many are one by nature: along the motion where time does not enter, and one more
        for each conserved quantity
    stability : "stable", "unstable", or "neutral" where one is on the circle and none beyond;
        "undecided" where no orbit was found
    residual : ()           how far it is from periodic, in parts of its size
    iterations : steps of Newton's method
    autonomous : whether time does not enter
    B : (d, d)              derivative of the end by the start, on the tangent space in the metric
    problem, point : what was asked for, to follow it
    status, detail : what became of the search
    """

    motion: Any
    period: float
    multipliers: np.ndarray
    trivial: int
    stability: str
    residual: float
    iterations: int
    autonomous: bool
    B: np.ndarray
    problem: Problem
    point: Point
    status: Status = Status.OK
    detail: str = ""

    @property
    def q0(self) -> np.ndarray:
        """Coordinates (n,) at the start."""
        return self.point.x[: len(self.point.x) // 2]

    @property
    def qd0(self) -> np.ndarray:
        """Velocities (n,) at the start."""
        return self.point.x[len(self.point.x) // 2 :]

    @property
    def p(self) -> Any:
        """The parameters."""
        return self.problem.family.p(self.point.value)

    @property
    def exponents(self) -> np.ndarray:
        """Floquet's exponents (d,), log μ / T."""
        with np.errstate(divide="ignore"):
            return np.log(self.multipliers) / self.period

    @property
    def energy(self) -> float | None:
        """The energy at the start, where the system tells one."""
        energy = None if self.motion is None else self.motion.energy
        return None if energy is None else float(energy[0])

    @cached_property
    def amplitude(self) -> np.ndarray:
        """Half of what each coordinate passes through (n,), between the steps too."""
        if not self._begins:
            return np.full(len(self.q0), np.nan)
        low, high = extremes(self.motion)
        return (high - low) / 2

    @property
    def _begins(self) -> bool:
        """Whether a motion was followed over the period."""
        return len(self.multipliers) > 0 or self.status == Status.OK

    @cached_property
    def turns(self) -> int:
        """How many times it goes around in one period: three, if it returns after a third of it."""
        motion, T = self.motion, self.period
        if self.status != Status.OK or not motion.qd.any():
            return 1
        parts = np.arange(2, MOST_TURNS + 1)
        flow, returns = self.problem.flow, self.problem.returns
        S = tangent(flow.system, self.point.x, flow.t, self.p, 2 * np.pi / T).S
        speeds = np.linalg.norm(motion.qd @ S[len(S) // 2 :, len(S) // 2 :].T, axis=1)
        # Where it is fastest: where it hardly moves, it has all but returned at any time. And a
        # state that comes again goes on alike only where time does not enter.
        begin, end = float(motion.t[0]), float(motion.t[-1])
        places = (0.0,) if self.autonomous else PLACES
        for place in places:
            after = (float(motion.t[speeds.argmax()]) - begin + place * T) % T
            first = begin + np.where(after + T / parts <= end - begin, after, after - T / parts)
            here, there = at(motion, first), at(motion, np.minimum(first + T / parts, end))
            once = [replace(returns, shift=returns.shift / k) for k in parts]
            states = zip(once, here.q, there.q, here.qd, there.qd, strict=True)
            off = [r.off(np.array([a, b]), np.array([c, d]))[1] for r, a, b, c, d in states]
            parts = parts[np.linalg.norm(np.array(off) @ S.T, axis=1) <= SAME * speeds.max()]
            if not len(parts):
                return 1
        return int(parts.max())

    def follow(self, name: str, to: Any, **options: Any) -> Any:
        """The orbits that come from it as a parameter changes; see ``zwang.orbit.family.follow``.

        Parameters
        ----------
        name : of a number in p; or "energy" or "period", where orbits come in families
        to : ()         the value to come to
        **options : as there
        """
        from zwang.orbit.family import follow

        return follow(self, name, to, **options)

    def __repr__(self) -> str:
        return "\n".join(map(for_terminal, self._page()))

    __str__ = __repr__

    def _page(self) -> Iterator[str]:
        if not self._begins:
            yield f"Orbit: none found; this is the guess, over {self.period:.12g}"
            yield f"  {'status':<15} {self.status.name}: {self.status.cause} {self.detail}"
            return
        kind = "autonomous" if self.autonomous else "forced"
        if self.status == Status.OK:
            yield f"Orbit: period {self.period:.12g}, {kind}, {self.stability}"
            if self.turns > 1:
                once = self.period / self.turns
                yield f"  {'turns':<15} {self.turns}: it returns after {once:.12g} already"
        else:
            yield f"Orbit: none found, {kind}; this is the guess, over {self.period:.12g}"
            yield f"  {'status':<15} {self.status.name}: {self.status.cause} {self.detail}"
        yield f"  {'off by':<15} {self.residual:.1e} of its size, after {self.iterations} steps"
        for i, x in enumerate(self.multipliers[:TOLD]):
            told = f"{x.real:.9g}" if abs(x.imag) < 1e-12 else f"{x.real:.9g} {x.imag:+.9g}i"
            nature = "  by nature" if i < self.trivial else f"  of size {abs(x):.9g}"
            yield f"  {'multiplier' if i == 0 else '':<15} {told}{nature}"
        if len(self.multipliers) > TOLD:
            yield f"  {'':<15} and {len(self.multipliers) - TOLD} more"
        names = zip(self.motion.coordinates, self.amplitude, strict=True)
        yield f"  {'amplitude':<15} " + ", ".join(f"{name} {x:.6g}" for name, x in names)


def made(
    problem: Problem,
    point: Point,
    found: Equations,
    iterations: int,
    natural: tuple[int, int] | None = None,
    **told: Any,
) -> Orbit:
    """The Orbit of a point that was found."""
    B, doubt = found.own, problem.doubt(found)
    values, ones = floquet.multipliers(B, natural, doubt)
    failed = told.get("status", Status.OK) != Status.OK
    return Orbit(
        motion=found.motion,
        period=point.period,
        multipliers=values,
        trivial=ones,
        stability="undecided"
        if failed
        else floquet.stability(values[ones:], ones - problem.autonomous, doubt),
        residual=found.off,
        iterations=iterations,
        autonomous=problem.autonomous,
        B=B,
        problem=problem,
        point=point,
        **told,
    )


def unmade(problem: Problem, point: Point, motion: Motion | None, **told: Any) -> Orbit:
    """A guess from which nothing could be followed over the period."""
    return Orbit(
        motion=motion,
        period=point.period,
        multipliers=np.zeros(0, complex),
        trivial=0,
        stability="undecided",
        residual=np.nan,
        iterations=0,
        autonomous=problem.autonomous,
        B=np.zeros((0, 0)),
        problem=problem,
        point=point,
        **told,
    )


# The least and the largest of coordinates, between the rows too. Where a velocity changes its sign
# from one row to the next, the cubic through both velocities and accelerations says when it is
# zero. The motion is asked for its state then, and from there  q* = q − q̇² / (2 q̈),  whose error is
# of third order in a time that is small already.


def extremes(motion: Motion) -> tuple[np.ndarray, np.ndarray]:
    """The least and the largest of each coordinate, (n,) each."""
    q, qd = np.asarray(motion.q), np.asarray(motion.qd)
    row, place = np.nonzero(qd[:-1] * qd[1:] < 0)
    if not len(row):
        return q.min(axis=0), q.max(axis=0)
    t = np.asarray(motion.t)
    times, back = np.unique(_zeros(motion, row, place), return_inverse=True)
    there = at(motion, np.clip(times, t[0], t[-1]))
    mine = np.reshape(back, -1), place
    speed, bend = np.asarray(there.qd)[mine], np.asarray(there.qdd)[mine]
    flat = bend == 0.0
    turned = np.asarray(there.q)[mine] - np.where(
        flat, 0.0, speed**2 / (2.0 * np.where(flat, 1.0, bend))
    )
    low, high = q.min(axis=0), q.max(axis=0)
    np.minimum.at(low, place, turned)
    np.maximum.at(high, place, turned)
    return low, high


def _zeros(motion: Motion, row: np.ndarray, place: np.ndarray) -> np.ndarray:
    """When velocities are zero, after these rows: by Newton's method, kept between the two."""
    t, qd, qdd = (np.asarray(x) for x in (motion.t, motion.qd, motion.qdd))
    h = t[row + 1] - t[row]
    v0, v1 = qd[row, place], qd[row + 1, place]
    a0, a1 = h * qdd[row, place], h * qdd[row + 1, place]
    c2, c3 = 3 * (v1 - v0) - 2 * a0 - a1, 2 * (v0 - v1) + a0 + a1
    s = v0 / (v0 - v1)
    for _ in range(ZERO_STEPS):
        value = v0 + s * (a0 + s * (c2 + s * c3))
        slope = a0 + s * (2 * c2 + s * 3 * c3)
        s = np.clip(s - value / np.where(slope == 0.0, np.inf, slope), 0.0, 1.0)
    return t[row] + s * h
