"""Pinocchio: q̈ of a tree with loops by ``constraintDynamics``, integrated by SciPy's DOP853.

Loops are ``RigidConstraintModel`` of points in space, without a corrector, solved by its proximal
method to 1e-12 with mu 1e-10: rows out of the plane, and redundant ones, need that. A tree has
``aba``. The setting of a run is rtol.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pinocchio as pin
from scipy.integrate import solve_ivp

from peers.linkage import GROUND, Linkage, linkage
from peers.start import ATOL

SETTINGS = (1e-4, 1e-6, 1e-8, 1e-10, 1e-12)
VERSION = f"Pinocchio {pin.__version__}"


def prepare(name: str) -> Callable[[float], tuple[Any, Any]]:
    """A function of rtol that returns q and qd at the end."""
    given = linkage(name)
    qdd, n = _acceleration(given), len(given.q0)

    def field(t, y):
        return np.concatenate([y[n:], qdd(y[:n], y[n:])])

    def run(rtol: float) -> tuple[Any, Any]:
        y0 = np.concatenate([given.q0, given.qd0])
        found = solve_ivp(field, (0.0, given.end), y0, method="DOP853", rtol=rtol, atol=ATOL)
        if not found.success:
            raise ArithmeticError("step too small")
        return given.coordinates(*np.split(found.y[:, -1], 2))

    return run


def acceleration(name: str) -> Callable[[], Any]:
    """A function that finds the acceleration at the start once more."""
    given = linkage(name)
    qdd = _acceleration(given)
    return lambda: qdd(given.q0, given.qd0)


def _acceleration(given: Linkage) -> Callable:
    model = pin.Model()
    model.gravity.linear = given.gravity
    ids: dict[int, int] = {GROUND: 0}
    for i in _branches(given, GROUND):  # it wants all that hangs on a link right after it
        link = given.links[i]
        kind = pin.JointModelRevoluteUnaligned(link.axis)
        place = pin.SE3(np.eye(3), link.place)
        ids[i] = model.addJoint(ids[link.parent], kind, place, f"joint {i}")
        body = pin.Inertia(link.mass, link.centre, link.inertia)
        model.appendBodyToJoint(ids[i], body, pin.SE3.Identity())
    loops = pin.StdVec_RigidConstraintModel()
    loops.extend(
        pin.RigidConstraintModel(
            pin.ContactType.CONTACT_3D,
            model,
            ids[loop.a],
            pin.SE3(np.eye(3), loop.on_a),
            ids[loop.b],
            pin.SE3(np.eye(3), loop.on_b),
            pin.ReferenceFrame.LOCAL,
        )
        for loop in given.loops
    )
    data = model.createData()
    places = np.array([model.joints[ids[i]].idx_v for i in range(len(given.links))])
    held = pin.StdVec_RigidConstraintData()
    held.extend(loop.createData() for loop in loops)
    if given.loops:
        pin.initConstraintDynamics(model, data, loops, held)
    proximal = pin.ProximalSettings(1e-12, 1e-10, 50)
    tau = np.zeros(model.nv)

    def qdd(q, qd):
        at, moving = np.empty(model.nq), np.empty(model.nv)
        at[places], moving[places], tau[places] = q, qd, given.torques
        if given.spring is not None:
            pin.computeJointJacobians(model, data, at)
            tau[:] += _pull(given, model, data, ids)
        if not given.loops:
            return pin.aba(model, data, at, moving, tau)[places]
        found = pin.constraintDynamics(model, data, at, moving, tau, loops, held, proximal)
        return found[places]

    return qdd


def _pull(given: Linkage, model: Any, data: Any, ids: dict[int, int]) -> np.ndarray:
    """The spring's force on the coordinates."""
    spring = given.spring
    assert spring is not None
    joint = ids[spring.link]
    placement = data.oMi[joint]
    away = placement.act(spring.point) - spring.anchor
    length = np.linalg.norm(away)
    force = -spring.stiffness * (length - spring.length) / length * away
    J = pin.getJointJacobian(model, data, joint, pin.ReferenceFrame.LOCAL_WORLD_ALIGNED)
    arm = placement.rotation @ spring.point
    return J[:3].T @ force + J[3:].T @ np.cross(arm, force)


def _branches(given: Linkage, parent: int) -> Iterator[int]:
    for i, link in enumerate(given.links):
        if link.parent == parent:
            yield i
            yield from _branches(given, i)
