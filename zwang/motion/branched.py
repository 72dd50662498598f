"""A motion that leaves a singular configuration on a branch that was chosen."""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.base.status import NotAssembled, NumericalError, Status
from zwang.consistency.branches import Branch
from zwang.consistency.nearness import look_around
from zwang.equation.matrices import evaluate
from zwang.integrate.backend import AbstractMachine
from zwang.integrate.course import Halt, State
from zwang.integrate.loop import Journey, Passed
from zwang.integrate.problem import Request
from zwang.integrate.singular.crossing import Passage
from zwang.integrate.start import looked_at

FIRST, SHORTEST = 0.05, 1e-6  # of the span: the first step that is tried, and the last
# PARTS: of a step, at whose ends velocities tell that at its beginning; OTHER: of it, what they may
#   miss it by.
PARTS, OTHER = (1.0, 0.5, 0.25, 0.125), 0.02


def chosen_state(branch: Any) -> tuple[np.ndarray, np.ndarray]:
    """q and q̇ of a branch."""
    if not isinstance(branch, Branch):
        raise TypeError(f"`branch` is {branch!r}; wanted one of zw.branches(system, q, qd).")
    if not np.any(branch.qd):
        raise ValueError(
            "`branch` has no velocity, for those that were given lead along others; wanted "
            "zw.branches(system, q, qd) with another `qd`, such as branch.tangent[:, 0]."
        )
    return branch.q, branch.qd


def leave(asked: Request, machine: AbstractMachine) -> tuple[Request, Passage]:
    """The motion that is left to do, behind a step out of the configuration; and that step.

    The step is one of collocation, which has no stage in the configuration itself, so that it
    follows the branch along which its velocity points.
    """
    begun = machine.begin(asked.start, np.zeros_like(asked.start.q), asked.settings, asked.span)
    t, q, qd = map(np.asarray, asked.start)
    system, p = asked.program.system.value, asked.parameters.value
    around = look_around(lambda q, qd: evaluate(system, q, qd, t, p), q, qd)
    course = begun.course._replace(rank=np.asarray(around.rank))
    H = FIRST * float(asked.span)
    while H > SHORTEST * float(asked.span):
        step = asked.settings._replace(step=np.asarray(H))
        found = machine.cross(course, step, Halt.RANK_ROSE)
        if found.after is not None and _begins_along(found, qd):
            end = State(*map(np.asarray, found.end))
            wanted = asked.wanted[asked.wanted > float(end.t)]
            behind = asked.over(end, np.append(end.t, wanted))
            if _goes_on(behind, p, machine):
                return behind, found
        H /= 2
    raise NumericalError(
        Status.BRANCH_NOT_ASSURED,
        f"No smooth motion is seen to leave the configuration at t = {float(t):.9g} along "
        "`branch`. It may be too slow: forces pull it aside before the branches are apart. "
        "Begin faster, or from a place on the branch farther away.",
    )


# A step of collocation is projected onto the constraints at every stage. Where forces do more in it
# than the velocity does, its stages may come to another branch; there they are good, and nothing
# tells but that the velocity along the branch is gone at once. So the velocity at the beginning is
# told from those behind shorter and shorter steps: v(θH) = v₀ + θ v₁ + θ² v₂ + θ³ v₃.


def _begins_along(found: Passage, qd: np.ndarray) -> bool:
    """Whether the motion behind a step began with the velocity that was given."""
    ends = [found.at(found.begin + part * found.H) for part in PARTS]
    told = np.linalg.solve(np.vander(PARTS), np.stack([np.asarray(x.qd) for x in ends]))[-1]
    return bool(np.abs(told - qd).max() <= OTHER * np.abs(qd).max())


def _goes_on(behind: Request, p: Any, machine: AbstractMachine) -> bool:
    """Whether a motion may begin there: a step may end too near to be on the constraints."""
    try:
        return not looked_at(behind, p, machine).singular
    except (NotAssembled, NumericalError):
        return False


def joined(asked: Request, found: Passage, journey: Journey) -> Journey:
    """The journey with what lies before it: the start, and the times in the first step."""
    passed, rest = Passed(asked.start._replace(t=asked.wanted[0])), journey.passed
    wanted = asked.wanted[1:]
    for t in wanted[wanted <= float(found.end.t)]:
        passed.add(found.at(float(t)))
    states = State(*rest.together())
    kept = slice(0 if bool(asked.settings.every) else 1, None)  # its own start was not asked for
    passed.extend(State(*(x[kept] for x in states)))
    journey.passed = passed
    return journey
