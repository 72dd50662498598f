"""What joints exert along a motion, by the multipliers that really act; what of it is unique."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from zwang.base.arrays import is_concrete
from zwang.base.names import look_up
from zwang.bodies.along.body_pose import mechanism_of
from zwang.bodies.along.exerted import JointReaction, exerted, pose_in
from zwang.bodies.along.undetermined import AbstractUndetermined, undetermined_at
from zwang.bodies.forces.joint_friction import JointFriction
from zwang.bodies.marker import unpack, vector
from zwang.bodies.mechanism import Mechanism
from zwang.consistency.diagnose import NOT_UNIQUE
from zwang.consistency.report import Report
from zwang.equation.acceleration import evaluate_and_solve
from zwang.motion.motion import Motion
from zwang.motion.work.multipliers import multipliers

ROUNDING = 1e-13
MANY = 100  # joints; of more the directions in which reactions are loose are not looked for


def reaction(motion: Motion, name: str) -> JointReaction:
    """What a joint exerts along a motion; see ``Motion.reaction``."""
    mechanism, system = mechanism_of(motion, "reaction"), motion.system
    assert system is not None
    mechanism, lam = mechanism.at(motion.p), multipliers(motion)
    found = exerted(mechanism, name, motion.q, motion.qd, lam, motion.A, motion.rows)
    if not is_concrete(motion.q) or np.ndim(motion.t) != 1:
        return found
    state = motion.q[0], motion.qd[0]
    first = undetermined_at(system, *state, motion.t[0], motion.p)
    return replace(found, **_uniqueness(mechanism, name, *state, first))


def reaction_at(
    mechanism: Mechanism, name: str, q: Any, qd: Any, t: Any = 0.0, p: Any = None
) -> JointReaction:
    """What a joint exerts in a state; see ``Mechanism.reaction``."""
    look_up(name, {joint.label: i for i, joint in enumerate(mechanism.joints)})
    system = mechanism.system(definite=True)
    q, qd, t = (np.asarray(x, float) for x in system.state(q, qd, t, np))
    loose = undetermined_at(system, q, qd, t, p)
    lam = loose.lam
    if lam is None:
        lam = evaluate_and_solve(system, q, qd, t, p, acting=True)[1].lam
    mechanism = mechanism.at(p)
    found = exerted(mechanism, name, q, qd, np.asarray(lam), loose.A, loose.rows)
    return replace(found, **_uniqueness(mechanism, name, q, qd, loose))


def _uniqueness(
    mechanism: Mechanism, name: str, q: Any, qd: Any, loose: AbstractUndetermined
) -> dict[str, Any]:
    """Whether a reaction is unique in a state, by the rule of the Report, and where it is not."""
    own = dict(loose.rows.groups)[name]

    def of(lam):
        at_q, at_qd = (np.broadcast_to(x, (len(lam), len(x))) for x in (q, qd))
        found = exerted(mechanism, name, at_q, at_qd, lam, loose.A, loose.rows)
        # A torque that is the rounding of a force with a lever is none.
        lever = (1.0 + np.abs(q).max()) * np.abs(found.force).max(initial=0.0)
        torque = np.where(np.abs(found.torque) > ROUNDING * lever, found.torque, 0.0)
        return np.concatenate([found.force, torque], axis=1)

    force, torque = loose.directions(own, of)
    unique = loose.is_unique(own)
    return {"unique": unique, "free_force": force, "free_torque": torque}


def with_directions(
    mechanism: Mechanism, report: Report, q: Any, qd: Any, t: Any, p: Any
) -> Report:
    """A mechanism's Report with the directions in which reactions are not determined."""
    if report.rank is None or all(report.unique.values()):
        return report
    if len(report.undetermined) > MANY:
        return report
    q, qd = (np.asarray(x, float) for x in (q, qd))
    here = undetermined_at(mechanism.system(definite=True), q, qd, t, p)
    mechanism = mechanism.at(p)
    loose = {
        joint.label: _uniqueness(mechanism, joint.label, q, qd, here)
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
