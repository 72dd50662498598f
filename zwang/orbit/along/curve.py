r"""The family between two of its orbits, and where on it a number is zero.

At a branch point the equations bordered by the family's direction are singular: beside it Newton's
method is slow, and at it the direction is not known. So it is not solved for there; the orbits on
both sides of it lie on a smooth curve, which a polynomial through a few of them follows across.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.polynomial import Polynomial

from zwang.base.status import NumericalError, Status
from zwang.orbit.along.member import Member
from zwang.orbit.manifold import onto
from zwang.orbit.parameter import Point

SECANT, FOUND = 24, 1e-9  # tries for a bifurcation; step along the family at which it is found
NEIGHBOURS = 3  # through which a polynomial goes, with their directions
NEAR = 5e-3  # of the orbit's size: the nearest orbits to a branch point that are solved for
SHRINK, TRIES = 0.3, 8  # an interval about a branch point becomes so much shorter, so many times
AROUND = (-1.0, 1.0, -2.0, 2.0)  # where others are solved for, in parts of that
CLOSER = 0.1  # than orbits elsewhere
POINTS = 6  # through which a polynomial for its place goes
SLIP = 1e-6  # how far from periodic the curve may be
Off = Callable[[Member], float]


class Curve:
    """The family about one of its orbits: a polynomial through some, with their directions."""

    def __init__(self, last: Member, *others: Member):
        self.last = last  # the orbit, at the place zero
        self.passed = [(0.0, last), *((last.distance(x.point), x) for x in others)]

    def nearest(self, place: float, count: int) -> list[tuple[float, Member]]:
        """Of those passed the nearest to a place."""
        return sorted(self.passed, key=lambda pair: abs(pair[0] - place))[:count]

    def point(self, place: float) -> tuple[Point, np.ndarray]:
        """Where the polynomial is at a place, on the constraints; and its direction (2n + 2,)."""
        some, problem = self.nearest(place, NEIGHBOURS), self.last.problem
        s = np.array([x for x, _ in some]) - place
        unit, powers = np.abs(s).max() or 1.0, np.arange(2 * len(s))
        s = (s / unit)[:, None]
        rows = [s**powers, powers * s ** np.maximum(powers - 1, 0)]
        start = self.last.point.raw
        values = [start + self.last.phased(at, at.point.raw - start) for _, at in some]
        slopes = [unit * self.last.rate(at) for _, at in some]
        # Its first two coefficients are what it is at the place, and how it changes.
        found = np.linalg.solve(np.concatenate(rows), np.array(values + slopes))
        *x, period, value = found[0]
        if not problem.period_open:  # a function of the value: its slope is none of the unknowns
            period = problem.family.period(value, self.last.point.period)
        p, omega = problem.family.p(value), 2 * np.pi / period
        x = onto(problem.flow.system, np.array(x), problem.flow.t, p, omega)
        return Point(x, float(period), float(value)), found[1] / unit

    def at(self, place: float, wanted: float) -> Member:
        """The orbit at a place."""
        found = self.last.step(place, wanted, self.point(place)[0])
        self.passed.append((place, found))
        return found


def landed(last: Member, new: Member, off: Off, wanted: float) -> Member:
    """The orbit between two at which a number is zero, solved for."""
    curve = Curve(last, new)
    known = [(s, off(at)) for s, at in curve.passed]
    best, size = new, max(abs(value) for _, value in known)
    slow = False
    for _ in range(SECANT):
        (low, a), (high, b) = _between(known)
        if high - low <= FOUND or a == b:
            break
        at = (low + high) / 2 if slow else _guess(known, low, high)
        best = curve.at(at, wanted)
        value = off(best)
        if abs(value) <= FOUND * size:
            break
        slow = abs(value) > min(abs(a), abs(b)) / 2
        known.append((at, value))
    return best


Known = list[tuple[float, float]]


def _between(known: Known) -> Known:
    """Two neighbouring places between which a number, known at some, changes its sign."""
    known = sorted(known)
    return next([x, y] for x, y in pairwise(known) if x[1] * y[1] <= 0.0)


def _guess(known: Known, low: float, high: float) -> float:
    """Where between two places a number is zero, by a polynomial through those near."""
    ends = dict(known)
    a, b = ends[low], ends[high]
    secant = (low * b - high * a) / (b - a) if b != a else (low + high) / 2
    some = sorted(known, key=lambda pair: abs(pair[0] - secant))[:POINTS]
    fit = Polynomial.fit([s for s, _ in some], [value for _, value in some], len(some) - 1)
    zeros = [x.real for x in fit.roots() if abs(x.imag) < 1e-9 and low <= x.real <= high]
    return float(min(zeros, key=lambda x: abs(x - secant), default=secant))


def across(last: Member, new: Member, off: Off, wanted: float) -> Member:
    """The orbit between two at which a number is zero, by those around it alone."""
    curve = Curve(last, new)
    ends = 0.0, last.distance(new.point)
    for _ in range(TRIES):
        zero, between = _zero(curve, off, ends)
        half = max(SHRINK * (between[1] - between[0]) / 2, NEAR)
        if half == NEAR:
            break
        _solve_for(curve, (zero - half, zero + half), wanted)
    _solve_for(curve, zero + NEAR * np.array(AROUND), wanted)
    zero, _ = _zero(curve, off, ends)
    problem, (point, along) = last.problem, curve.point(zero)
    found = problem.equations(point, problem.family.along is not None)
    if found.off > SLIP:
        told = f"A branch point is near, and the curve through it is off by {found.off:.1e}."
        raise NumericalError(Status.NO_ORBIT, told)
    there = Member(problem, point, found, 0, last.measure, last)
    return there.face(there.own(along))


def _solve_for(curve: Curve, places: Any, wanted: float) -> None:
    """Add orbits at some places, where none is so near and as far as they are found."""
    for place in places:
        if min(abs(place - s) for s, _ in curve.passed) > NEAR / 2:
            try:
                curve.at(float(place), CLOSER * wanted)
            except NumericalError:
                continue


def _zero(curve: Curve, off: Off, ends: tuple[float, float]) -> tuple[float, tuple[float, float]]:
    """Where between two ends the number is zero, by a polynomial; and between which orbits.

    Orbits beyond the ends take part in the polynomial alone: there may be another zero.
    """
    known = [(s, off(at)) for s, at in curve.passed]
    low, high = (s for s, _ in _between([x for x in known if ends[0] <= x[0] <= ends[1]]))
    return _guess(known, low, high), (low, high)
