"""Named failures: each has a cause and a remedy, and travels in the result as a number.

A user's mistake in shape or type is an exception at once. A numerical failure is a value, so
that in a batch one bad member spoils no other; outside a batch ``throw=True`` raises it.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from zwang.base.escape import for_terminal


class Status(IntEnum):
    """What became of a solve; ``OK`` is 0. Where several apply, the first of them is told.

    Each member has a ``cause`` and a ``remedy``. In batches a status is an array of the
    numbers, and compares with the members: ``solution.status == zw.Status.INCONSISTENT``.
    """

    OK = 0
    NON_FINITE = 1
    MASS_NOT_SEMIDEFINITE = 2
    NEEDS_DEFINITE_MASS = 3
    NEEDS_FULL_RANK = 4
    INCONSISTENT = 5
    INACCURATE = 6
    NO_SOLUTION = 7
    NOT_UNIQUE = 8
    REACTION_NOT_FOUND = 9
    REACTION_NOT_UNIQUE = 10
    NOT_ASSEMBLED = 11
    STEP_TOO_SMALL = 12
    STEP_FAILED = 13
    BRANCH_NOT_ASSURED = 14
    TOO_MANY_STEPS = 15
    INTERRUPTED = 16
    INFEASIBLE = 17
    LEFT_CONSTRAINTS = 18
    CONTROL_UNBOUNDED = 19
    NO_EQUILIBRIUM = 20
    NO_ORBIT = 21

    @property
    def cause(self) -> str:
        """What happened, in a sentence."""
        return _TEXTS[self][0]

    @property
    def remedy(self) -> str:
        """What to do about it, in a sentence."""
        return _TEXTS[self][1]


_TEXTS = {
    Status.OK: ("The equations are met.", "Nothing to mend."),
    Status.NON_FINITE: (
        "The input holds NaN or infinity.",
        "Look at the state and the parameters it was computed from: a division by zero, "
        "a root of a negative number, or an earlier step that diverged.",
    ),
    Status.MASS_NOT_SEMIDEFINITE: (
        "The mass matrix M is not symmetric and positive semi-definite.",
        "Check the signs of masses and inertias, and that M equals its transpose.",
    ),
    Status.INCONSISTENT: (
        "The constraints contradict each other: no acceleration satisfies A q̈ = b.",
        "Remove or correct one of the rows named; if they should agree, the state may lie "
        "off the constraints that were differentiated.",
    ),
    Status.NO_SOLUTION: (
        "A force pushes along a direction that has neither mass nor constraint, "
        "so no acceleration balances it.",
        "Give the coordinates named a mass or a constraint, or take the force off them.",
    ),
    Status.NOT_UNIQUE: (
        "The acceleration is not unique: [M | Aᵀ] has rank below n, "
        "so some direction has neither mass nor constraint.",
        "Give the coordinates named a mass or a constraint. The constraint force is still "
        "unique: `throw=False` returns it.",
    ),
    Status.REACTION_NOT_FOUND: (
        "No reaction of the constraints agrees with the friction that depends on it.",
        "Lower the coefficient of friction, or give the constraints some compliance: for rigid "
        "bodies with much friction there may be no answer.",
    ),
    Status.REACTION_NOT_UNIQUE: (
        "More than one reaction of the constraints agrees with the friction that depends on it.",
        "Lower the coefficient of friction, or give the constraints some compliance: the law "
        "does not determine the motion.",
    ),
    Status.NOT_ASSEMBLED: (
        "No position or velocity that satisfies the constraints was found near the start.",
        "Check the lengths and signs in the constraints named, begin from a better guess (a "
        "symmetric one may leave no direction to go), or hold fewer coordinates.",
    ),
    Status.STEP_TOO_SMALL: (
        "The motion could not be continued: steps became too small to change the time.",
        "Look at the last state: a motion that ends there (a force that grows without bound, a "
        "function that is not smooth) cannot be followed farther; otherwise loosen `rtol`.",
    ),
    Status.STEP_FAILED: (
        "A step of the fixed length could not be taken.",
        "Use a shorter `step`, or none: then its length is adapted.",
    ),
    Status.BRANCH_NOT_ASSURED: (
        "The constraints change their rank, and which of several motions goes on from there "
        "could not be assured.",
        "Choose one with `branch=` among zw.branches(system, q, qd), from the last state of the "
        "motion; or give the mechanism a start or parameters that avoid this configuration, add "
        "the constraint that decides, or stop the motion before it with an event.",
    ),
    Status.TOO_MANY_STEPS: (
        "The motion did not come to its end within `max_steps`.",
        "Raise `max_steps`, loosen `rtol`, or use a method for stiff systems, such as "
        "diffrax.Kvaerno5().",
    ),
    Status.INTERRUPTED: (
        "The motion was interrupted.",
        "Go on from its last state, if you like.",
    ),
    Status.INFEASIBLE: (
        "The requirements cannot be met by the control in this state.",
        "See `controller.check(q, qd, t, p)`. Drop a requirement or add an actuator; keep away "
        "from singular configurations; or accept the nearest control: zw.track(..., "
        "compromise=True).",
    ),
    Status.LEFT_CONSTRAINTS: (
        "The motion left its constraints: more remains of them than the tolerances explain, though "
        "every step was solved.",
        "Look at the constraints named: each must be a smooth function that the coordinates enter, "
        "and none so near a sum of the others, in the metric of the masses, that it counts as one.",
    ),
    Status.CONTROL_UNBOUNDED: (
        "The control grows without bound on the way: the inputs come to where they no longer act "
        "on what is required.",
        "Give the inputs limits, controller.limited(lower, upper): then they do what they can. Or "
        "keep the path away from there; controller.check_along(...) tells where it is.",
    ),
    Status.NO_EQUILIBRIUM: (
        "No state of rest, and no steady motion with the given rates, was found near the guess.",
        "Begin from another guess, or from several: zw.equilibrium(system, [q1, q2, ...]). Hold "
        "fewer coordinates, leave a rate open (None), or look whether the forces can balance.",
    ),
    Status.NO_ORBIT: (
        "No periodic motion was found near the guess.",
        "Begin from a better guess: the end of a motion that has settled, or a neighbour in a "
        "family, orbit.follow(...). Look whether the period is right, which of a forced motion is "
        "a multiple of the force's, and whether coordinates grow on the way: `shift`, `free`.",
    ),
    Status.INACCURATE: (
        "The equations could not be met to the tolerance: they are too ill-conditioned.",
        "Check for constraints that almost repeat each other and for masses that differ by "
        "more than ten orders of magnitude along one direction.",
    ),
    Status.NEEDS_DEFINITE_MASS: (
        "The chosen solver needs a positive definite M, and this M is singular.",
        "Use `zw.Singular()`, or `zw.Auto()`, the default.",
    ),
    Status.NEEDS_FULL_RANK: (
        "The chosen solver needs independent constraints, and these depend on each other "
        "or nearly so.",
        "Use `zw.Orthogonal()`, or `zw.Auto()`, the default.",
    ),
}


class NumericalError(ArithmeticError):
    """A failed solve, raised where ``throw=True`` and the values are known.

    Attributes
    ----------
    status : Status
    detail : str        the guilty rows or coordinates
    motion : what there is of a motion that failed, or None
    """

    def __init__(self, status: Status, detail: str = "", motion: Any = None):
        self.status = status
        self.detail = detail
        self.motion = motion
        named = "\n".join(map(for_terminal, detail.split("\n")))
        super().__init__(" ".join(filter(None, (status.cause, named, status.remedy))))

    def __reduce__(self):
        return type(self), (self.status, self.detail, self.motion)


class NotAssembled(ValueError):
    """A start that no motion can have: it is off the constraints, or off a path to be followed."""

    def __init__(self, message: str, row: str = "", remain: float = 0.0):
        self.row, self.remain = row, remain
        super().__init__(message)

    def __reduce__(self):
        return type(self), (str(self), self.row, self.remain)


class NoParameters(TypeError):
    """A function takes parameters, and none were given."""


def status_of(number: Any) -> Status | int:
    """A status by its number; of a member that was not run yet the number itself."""
    try:
        return Status(int(number))
    except ValueError:
        return int(number)


def gravest(*statuses: Any, xp: Any) -> Any:
    """The failure that comes first in ``Status``, or OK."""
    result, *others = statuses
    for status in others:
        if xp is np:
            result = min(filter(None, (result, status)), default=Status.OK)
        else:
            graver = (result == Status.OK) | ((status != Status.OK) & (status < result))
            result = xp.where(graver, status, result)
    return result
