r"""Between two values of a parameter where stability is the same: whether it was another meanwhile.

Quantities that are positive while the stability stays are known at the values that were looked at:

    −Re λ of each eigenvalue         where all motions die out
    Re λ of the fastest to grow      where one grows
    λ of the stiffness in M̄          where it is positive definite and nothing else acts
    |λᵢ − λⱼ|² and |λᵢ|²             where gyroscopic forces hold what the stiffness does not, or
                                     forces circulate: eigenvalues leave the axis where they meet

A parabola through three values tells whether one of them dips towards zero between two. Where it
does, the lowest place is looked at; where a quantity changes by much, or the stiffness has another
number of negative eigenvalues, the middle; and so on in both parts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import scipy

from zwang.linear.spectrum import STILL
from zwang.linear.stability import ALIKE, UNDECIDED, UNSTABLE, stiffness_in_metric
from zwang.rest.equilibrium import Equilibrium

MOST = 16  # states looked at between two values
NARROWEST = 1.0 / 64.0  # of the interval between them
DIPS = 0.3  # of what a quantity is at the ends: so much is left of it in the middle
ASIDE = 0.04  # of an interval, how far beside another place is looked at
WITHIN = 0.1, 0.9  # of an interval, where it is divided
MUCH = 3.0  # times that by which a quantity may differ at the ends


class Seen(NamedTuple):
    """A state of rest and its value of the parameter."""

    value: float
    found: Equilibrium


def looked_at(
    at: Callable, left: Seen, right: Seen, outer: Sequence[Seen | None] = (None, None)
) -> list[Seen]:
    """States from one value to another on a branch, as many as show what happens meanwhile.

    Parameters
    ----------
    at : as ``Following`` asks for it
    left, right : the states at both
    outer : those before and behind, on the same branch, if there are any
    """
    seen, tried = [outer[0], left, right, outer[1]], set()
    least = NARROWEST * abs(right.value - left.value) * (1 + 1e-9)
    for _ in range(MOST):
        open_still = []
        for i in range(1, len(seen) - 2):
            before, one, two, after = seen[i - 1 : i + 3]
            assert one is not None and two is not None
            width = abs(two.value - one.value)
            wide = width > least and one.value not in tried
            part = hidden(one, two, (before, after)) if wide else None
            if part is not None:
                open_still.append((width, i, part))
        if not open_still:
            break
        _, i, part = max(open_still, key=lambda x: x[0])
        one, two = seen[i : i + 2]
        assert one is not None and two is not None
        middle = _between(at, one, two, part)
        if middle is None:
            tried.add(one.value)
        else:
            seen.insert(i + 1, middle)
    return [x for x in seen[1:-1] if x is not None]


def _between(at: Callable, one: Seen, two: Seen, part: float) -> Seen | None:
    """The state after a part of the interval, if it is on the way from one to the other."""
    # Just where stability changes it is open.
    for place in (part, part - ASIDE, part + ASIDE):
        value = one.value + place * (two.value - one.value)
        found = at(value, one.found.q, False, smooth(one.found, two.found))
        if found is None or found.stability != UNDECIDED:
            part = place
            break
    if found is None or found.stability == UNDECIDED:
        return None
    size = one.found.linear.reduced.metric.size
    way = size(two.found.q - one.found.q) + 1e-6 * (size(one.found.q) + size(two.found.q))
    off = size(found.q - one.found.q - part * (two.found.q - one.found.q))
    return Seen(value, found) if off <= way or not off > 0 else None


def smooth(*found: Equilibrium) -> bool:
    """Whether forces are smooth in some states, and so in those between them.

    Parameters
    ----------
    *found : states of rest that were looked at
    """
    return not any(x.linear.doubt or x.linear.reduced.limit for x in found)


def hidden(one: Seen, two: Seen, others: Sequence[Seen | None]) -> float | None:
    """Where stability may be another between two states that have the same, as a part of the way.

    None where nothing tells so.

    Parameters
    ----------
    one, two : beside each other
    others : those next to them, if there are any
    """
    ends = one.found, two.found
    words = {x.stability for x in ends}
    if len(words) > 1 or UNDECIDED in words or any(x.linear.doubt for x in ends):
        return None
    if len({_negative(x) for x in ends}) > 1:
        return 0.5
    known = [x for x in others if x is not None and x.found.stability in words]
    if not known:
        quantities = _quantities(*ends)
        return 0.5 if quantities is None or quantities.size else None
    for other in known:
        quantities = _quantities(*ends, other.found)
        if quantities is None:
            return 0.5
        part = _lowest(quantities, one.value, two.value, other.value)
        if part is not None:
            return part
    return None


def _lowest(y: np.ndarray, a: float, b: float, c: float) -> float | None:
    """Where positive quantities (3, k) come near zero between the first two of three values.

    Half way where they change by much; None where they do neither.
    """
    if not y.shape[1]:
        return None
    small, large = y[:2].min(axis=0), y[:2].max(axis=0)
    # With s from 0 to 1 between them, y = y₀ + (y₁ − y₀ − m) s + m s².
    s = (c - a) / (b - a)
    m = (y[2] - y[0] - s * (y[1] - y[0])) / (s * s - s)
    slope = y[1] - y[0] - m
    with np.errstate(all="ignore"):
        lowest = np.where(m > 0, -slope / (2.0 * m), -1.0)
    inside = (lowest > 0.0) & (lowest < 1.0)
    depth = np.where(inside, y[0] + (slope + m * lowest) * lowest, small)
    dips = depth < DIPS * small
    if dips.any():
        with np.errstate(all="ignore"):
            deepest = int(np.argmin(np.where(dips, depth / small, np.inf)))
        return float(np.clip(lowest[deepest], *WITHIN))
    return 0.5 if (large > MUCH * small).any() else None


def _quantities(*found: Equilibrium) -> np.ndarray | None:
    """What is positive while the stability of some states stays (k, c); None where they differ.

    All in one unit: what is a parabola of the parameter is none in parts of something else.
    """
    pace = found[0].linear.spectrum.fastest
    spectra = [_spectrum(x) / pace for x in found]
    if len({len(x) for x in spectra}) > 1:
        return None
    growth = np.array([x.real.max(initial=-np.inf) for x in spectra])
    if found[0].stability == UNSTABLE:
        return np.abs(growth)[:, None]
    if not len(spectra[0]):
        return np.zeros((len(found), 0))
    values: Any = np.array([spectra[0], *(_matched(spectra[0], x) for x in spectra[1:])])
    if (growth < -STILL * np.array([x.linear.spectrum.fastest / pace for x in found])).all():
        return -values.real
    stiff = [_stiffness(x, pace**2) for x in found]
    if all(x is not None and x.min(initial=np.inf) > 0 for x in stiff):
        return np.array(stiff)
    above = values[:, values[0].imag >= 0]
    i, j = np.triu_indices(above.shape[1], 1)
    return np.concatenate([np.abs(above[:, i] - above[:, j]) ** 2, np.abs(above) ** 2], axis=1)


def _spectrum(found: Equilibrium) -> Any:
    """The eigenvalues that are not zero."""
    spectrum = found.linear.spectrum
    return spectrum.values[: len(spectrum.values) - spectrum.zeros]


def _matched(values: Any, others: Any) -> Any:
    """Others in the order of those to which they are nearest."""
    apart = np.abs(values[:, None] - others)
    return others[scipy.optimize.linear_sum_assignment(apart)[1]]


def _stiffness(found: Equilibrium, unit: float = 1.0) -> np.ndarray | None:
    """Eigenvalues of K̄ in M̄, rising, in some unit; None where other forces act too."""
    linear = found.linear
    if linear.coordinates != linear.rates:
        return None
    values = stiffness_in_metric(linear.mass, linear.damping, linear.stiffness)
    if values is None:
        return None
    # Of directions that nothing brings back rounding is left.
    return np.where(np.abs(values) <= ALIKE * np.abs(values).max(), 1.0, values / unit)


def _negative(found: Equilibrium) -> int:
    """How many eigenvalues of the stiffness are negative."""
    values = _stiffness(found)
    return 0 if values is None else int((values < 0).sum())
