"""What joints exert along a motion, by the multipliers that really act; what of it is unique."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from zwang.base.arrays import is_concrete
from zwang.base.names import look_up
from zwang.bodies.along.body_pose import mechanism_of
from zwang.bodies.along.exerted import JointReaction, exerted, pose_in
from zwang.bodies.forces.joint_friction import JointFriction
from zwang.bodies.marker import unpack, vector
from zwang.bodies.mechanism import Mechanism
from zwang.consistency.diagnose import NOT_UNIQUE
from zwang.consistency.independence import Independence, in_metric
from zwang.consistency.report import Report
from zwang.consistency.uniqueness import Uniqueness
from zwang.equation.acceleration import evaluate_and_solve
from zwang.equation.matrices import evaluate
from zwang.motion.motion import Motion
from zwang.motion.work.multipliers import multipliers


def reaction(motion: Motion, name: str) -> JointReaction:
    """What a joint exerts along a motion; see ``Motion.reaction``.

    Parameters
    ----------
    motion : of a mechanism
    name : of the joint
    """
    mechanism, system = mechanism_of(motion, "reaction"), motion.system
    assert system is not None
    mechanism, lam = mechanism.at(motion.p), multipliers(motion)
    found = exerted(mechanism, name, motion.q, motion.qd, lam, motion.A, motion.rows)
    if not is_concrete(motion.q) or np.ndim(motion.t) != 1:
        return found
    first = evaluate(system, motion.q[0], motion.qd[0], motion.t[0], motion.p)
    state = motion.q[0], motion.qd[0]
    return replace(found, **_uniqueness(mechanism, name, *state, first.M, first.form))


def reaction_at(
    mechanism: Mechanism, name: str, q: Any, qd: Any, t: Any = 0.0, p: Any = None
) -> JointReaction:
    """What a joint exerts in a state; see ``Mechanism.reaction``.

    Parameters
    ----------
    mechanism : the description
    name : of the joint
    q, qd, t, p : the state and parameters
    """
    look_up(name, {joint.label: i for i, joint in enumerate(mechanism.joints)})
    system = mechanism.system(definite=True)
    here, solution = evaluate_and_solve(system, q, qd, t, p, acting=True)
    t, q, qd = (np.asarray(x, float) for x in (t, q, qd))
    A, rows, mechanism = np.asarray(here.form.A), here.form.rows, mechanism.at(p)
    found = exerted(mechanism, name, q, qd, np.asarray(solution.lam), A, rows)
    return replace(found, **_uniqueness(mechanism, name, q, qd, here.M, here.form))


def _uniqueness(
    mechanism: Mechanism, name: str, q: Any, qd: Any, M: Any, form: Any
) -> dict[str, Any]:
    """Whether a reaction is unique in a state, by the rule of the Report, and where it is not."""
    A, groups = np.asarray(form.A), form.rows.groups
    rows = Independence(in_metric(np.asarray(M), A))
    found, own = Uniqueness(rows, groups), dict(groups)[name]

    def of(lam):
        at_q, at_qd = (np.broadcast_to(x, (len(lam), len(x))) for x in (q, qd))
        return exerted(mechanism, name, at_q, at_qd, lam, A, form.rows)

    return {
        "unique": rows.is_unique(own),
        "free_force": found.directions(own, lambda lam: of(lam).force),
        "free_torque": found.directions(own, lambda lam: of(lam).torque),
    }


def with_directions(
    mechanism: Mechanism, report: Report, q: Any, qd: Any, t: Any, p: Any
) -> Report:
    """A mechanism's Report with the directions in which reactions are not determined.

    Parameters
    ----------
    mechanism : the description
    report : on its System
    q, qd, t, p : where
    """
    if report.rank is None or all(report.unique.values()):
        return report
    here = evaluate(mechanism.system(definite=True), q, qd, t, p)
    mechanism = mechanism.at(p)
    q, qd = (np.asarray(x, float) for x in (q, qd))
    loose = {
        joint.label: _uniqueness(mechanism, joint.label, q, qd, here.M, here.form)
        for joint in mechanism.joints
        if joint.label in report.undetermined
    }
    told = {name: _told(x) for name, x in loose.items()}
    warnings = [*report.warnings]
    for force in mechanism.forces:
        if isinstance(force, JointFriction) and force.joint.label in loose:
            joint = force.joint
            first = vector(pose_in(mechanism, joint.body_1, q, qd), joint.marks[0])
            if force.feels(**loose[joint.label], axis=unpack(first).a):
                name = repr(force.name or f"in {joint.label}")
                warnings.append(NOT_UNIQUE.format(name, f"the reaction in {joint.label!r}"))
    return replace(report, undetermined=told, warnings=tuple(warnings))


def _told(loose: dict[str, Any]) -> tuple[str, ...]:
    """Directions in words."""
    found = []
    for what in ("force", "torque"):
        basis = loose[f"free_{what}"]
        if len(basis) == 3:
            found.append(f"its {what}")
        for u in basis if len(basis) < 3 else ():
            u = np.where(np.abs(u) < 1e-9, 0.0, u * np.sign(u[np.abs(u).argmax()]))
            found.append(f"its {what} along ({', '.join(f'{x:.3g}' for x in u)})")
    return tuple(found)
