r"""What multipliers of neighbours in a family say was met between them.

A multiplier passes one at a fold, where the parameter ℓ (or the energy, of a system that keeps it)
turns around, and at a branch point, where it does not: of the equations bordered by the family's
direction the determinant is that of 1 − B over ℓ's part of the direction, and it changes its sign
at branch points only. At a period doubling the determinant of 1 + B does.

A pair that leaves the circle is seen by counting those outside, for there rounding decides nothing:
of a system that loses nothing all are on the circle, to 1e-15 on the one side or the other.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np

from zwang.orbit import floquet
from zwang.orbit.along.curve import Off
from zwang.orbit.along.member import Member

FOLD, BRANCH, DOUBLING, TORUS = "fold", "branch point", "period doubling", "torus"
AT = {BRANCH: 1.0, DOUBLING: -1.0}  # where a multiplier passes
LEAVES = 2  # how many multipliers leave at a torus
REAL = 1e-3  # of a pair that leaves, how large its imaginary part is if it is none


def sure(at: Member, kind: str) -> bool:
    """Whether the sign of a determinant is not made by errors: B ∓ 1 is not within them
    singular.
    """
    if not len(at.reduced):
        return True
    values = np.linalg.svd(at.reduced - AT[kind] * np.eye(len(at.reduced)), compute_uv=False)
    return bool(values.min() > at.error)


def cases(last: Member, new: Member) -> dict[str, Off]:
    """Kinds of what is met between two orbits, each with a number that is zero there."""
    before, after = last.tests, new.tests
    changed = {x: before[x] * after[x] < 0 and sure(last, x) and sure(new, x) for x in AT}
    turned = last.tilt * new.tilt < 0
    found: dict[str, Off] = {}
    if last.slope * new.slope < 0:
        found[FOLD] = lambda at: at.slope
    elif turned:
        found[FOLD] = lambda at: at.tilt
    if changed[BRANCH] != turned:
        found[BRANCH] = lambda at: at.tests[BRANCH] / (at.tilt if turned else 1.0)
    if changed[DOUBLING]:
        found[DOUBLING] = lambda at: at.tests[DOUBLING]
    missing = _unexplained(last, new, set(found))
    if LEAVES in missing and 0 not in missing:
        found[TORUS] = _leaving(last, new)
    return found


def settled(last: Member, new: Member, kinds: set[str]) -> bool:
    """Whether what is met is one thing that accounts for the multipliers that left, or came
    back.
    """
    of_multipliers = kinds & {BRANCH, DOUBLING, TORUS}
    both = {FOLD, BRANCH} <= kinds or (TORUS in kinds and len(of_multipliers) > 1)
    left = {LEAVES} if TORUS in kinds else {0}
    return not both and bool(left & set(_unexplained(last, new, kinds - {TORUS})))


def _unexplained(last: Member, new: Member, kinds: set[str]) -> list[int]:
    """How many multipliers have left or come back beside those at real ones; all that may be."""
    by = {BRANCH: 1, DOUBLING: 1, FOLD: int(last.tilt * new.tilt < 0)}
    steps = [(by[kind], -by[kind]) for kind in kinds]
    return [abs(new.outside - last.outside - sum(x)) for x in product(*steps)]


def _leaving(last: Member, new: Member) -> Off:
    """A number that is zero where a pair leaves the circle between two orbits, or comes back."""
    if {np.sign(discriminant(x)) for x in (last, new)} == {1.0, -1.0}:
        return lambda at: discriminant(at) or 0.0
    place = max(last.outside, new.outside) - 1
    beyond: Callable[[Member], float] = lambda at: float(
        np.sort(np.abs(at.multipliers))[::-1][place] - 1.0
    )
    # A pair that is on the circle before it leaves has left where it is off by more than errors.
    fewer = last if last.outside < new.outside else new
    least = 0.0 if beyond(fewer) < -floquet.NEUTRAL else floquet.NEUTRAL
    return lambda at: beyond(at) - least


def discriminant(at: Member) -> float:
    """Of pairs μ, 1/μ, zero where two of them meet; zero too where there are no such pairs."""
    pairs = floquet.reciprocal(at.multipliers)
    return 0.0 if pairs is None else floquet.discriminant(pairs)


def kind_of(kind: str, at: Member) -> str:
    """What it is: where two real multipliers leave at once, as of equal parts, it is no torus."""
    if kind != TORUS:
        return kind
    values = at.multipliers
    nearest = values[np.abs(np.abs(values) - 1.0).argmin()]
    if abs(nearest.imag) > REAL:
        return TORUS
    return BRANCH if nearest.real > 0.0 else DOUBLING
