r"""What begins and ends between two neighbours in a family, such as a narrow tongue.

A number may change its sign twice between two orbits: then it has been less at one of them than at
both of its neighbours. Parabolas lead to where it is least. At the ends of a family there is a
neighbour on one side only, and an orbit close beside says whether it falls or rises there.
"""

from __future__ import annotations

import numpy as np
from numpy.polynomial import Polynomial

from zwang.base.status import NumericalError
from zwang.orbit.along.crossing import DIPS, TORUS, near, sure
from zwang.orbit.along.curve import Curve
from zwang.orbit.along.member import Member

TRIES = 10
ASIDE = 0.1  # of an interval, how far from its ends another orbit is looked at
CLOSEST = 1e-6  # of the orbit's size: the shortest interval that is looked into


def refined(passed: list[Member], wanted: float) -> list[Member]:
    """Orbits of a family with those added that lie in a tongue between two of them.

    Parameters
    ----------
    passed : the orbits, in their order
    wanted : how far from periodic others may be
    """
    if len(passed) < 2:
        return passed
    found = [passed[0], *_beside(passed[0], passed[1], wanted), *passed[1:-1]]
    found += [*_beside(passed[-1], found[-1], wanted), passed[-1]]
    for kind in DIPS:
        new: dict[int, list[Member]] = {}
        for i, three in enumerate(zip(found, found[1:], found[2:], strict=False)):
            for after, member in _dip(list(three), kind, wanted):
                new.setdefault(i + after, []).append(member)
        found = [y for i, x in enumerate(found) for y in (x, *new.get(i, []))]
    return found


def _beside(end: Member, inner: Member, wanted: float) -> list[Member]:
    """An orbit close to one at an end, where it may say more."""
    falls = [kind for kind in near(end) if abs(DIPS[kind](end)) <= abs(DIPS[kind](inner))]
    if not falls:
        return []
    try:
        return [end.step(ASIDE * end.distance(inner.point), wanted)]
    except NumericalError:
        return []


def _dip(three: list[Member], kind: str, wanted: float) -> list[tuple[int, Member]]:
    """An orbit at which a number has another sign than at three neighbours; after which it is."""
    before, here, after = three
    if kind not in near(here):
        return []
    off, curve = DIPS[kind], Curve(here, before, after)
    sign = np.sign(off(here))
    known = sorted(((s, sign * off(at)) for s, at in curve.passed), key=lambda pair: pair[0])
    for _ in range(TRIES):
        (low, u), (middle, v), (high, w) = known
        if not 0.0 < v <= min(u, w) or high - low <= CLOSEST:
            break
        place, least = _vertex((low, middle, high), (u, v, w))
        try:
            new = curve.at(place, wanted)
        except NumericalError:
            break
        value = sign * off(new)
        if value < 0.0:
            told = new.outside != here.outside if kind == TORUS else sure(new, kind)
            return [(int(place > 0.0), new)] if told else []
        if min(least, value) > v / 2:  # it turns far from zero
            break
        known = sorted([*known, (place, value)])
        best = min((1, 2), key=lambda i: known[i][1])
        known = known[best - 1 : best + 2]
    return []


def _vertex(s: tuple[float, ...], values: tuple[float, ...]) -> tuple[float, float]:
    """Where a parabola through three points is least, a little beside the middle one; how low."""
    fit = Polynomial.fit(s, values, 2)
    place = float(np.real(fit.deriv().roots()[0]))
    k = int(place > s[1])
    room = ASIDE * (s[k + 1] - s[k])
    return min(max(place, s[k] + room), s[k + 1] - room), float(fit(place))
