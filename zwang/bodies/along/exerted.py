"""Force and torque of a joint on its bodies, from its multipliers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import is_concrete, is_sparse, namespace
from zwang.base.names import look_up
from zwang.base.stacked import Stacked
from zwang.bodies.along.body_pose import pose_of
from zwang.bodies.batches import markers
from zwang.bodies.joints.base import AbstractJoint
from zwang.bodies.kinds import quaternion
from zwang.bodies.kinds.body import Ground
from zwang.bodies.kinds.particle import Particle
from zwang.bodies.kinds.planar_body import PlanarBody
from zwang.bodies.kinds.rigid_body import RigidBody
from zwang.bodies.marker import vector
from zwang.bodies.mechanism import Mechanism


@dataclass(frozen=True, eq=False)
class JointReaction:
    """What a joint exerts on its second body, in T rows of a motion; in one state, without T.

    The first body feels the opposite, at the same place; of a gear it feels −ratio times the
    torque, about its own axis, and the carrier the rest. Friction in the joint is not part of it,
    but what friction changes in it is.

    Attributes
    ----------
    name : of the joint
    force : (T, 3)      in world axes
    torque : (T, 3)     about ``point``, in world axes
    point : (T, 3)      where: the joint's point on the second body, or where it touches
    force_body, torque_body : (T, 3)        the same in the axes of the second body
    force_body_1, torque_body_1 : (T, 3)    the same in the axes of the first
    power : (T,)        of the joint on both bodies together; zero unless time enters it
    unique : whether it is determined, at the first row; where joints repeat each other it may not
        be, and is then that of the multipliers of least norm
    free_force, free_torque : (k, 3)        directions of length one, in world axes, along which
        force and torque are not determined there; across them they are
    """

    name: str
    force: Any
    torque: Any
    point: Any
    force_body: Any
    torque_body: Any
    force_body_1: Any
    torque_body_1: Any
    power: Any
    unique: bool | None = None
    free_force: Any = None
    free_torque: Any = None


def exerted(
    mechanism: Mechanism, name: str, q: Any, qd: Any, lam: Any, A: Any, rows: Any
) -> JointReaction:
    """The reaction in a state, or in several; whether it is unique is not said."""
    place = look_up(name, {joint.label: i for i, joint in enumerate(mechanism.joints)})
    joint, own = mechanism.joints[place], list(dict(rows.groups)[name])
    known = is_concrete(q)
    lam = np.asarray(lam) if known else lam
    f = _on_coordinates(A, own, lam)
    poses = [pose_in(mechanism, body, q, qd) for body in joint.bodies]
    point = _where(joint, poses)
    on = [
        _wrench(mechanism, body, f, x, point) for body, x in zip(joint.bodies, poses, strict=True)
    ]
    force, torque = on[1]
    if isinstance(joint.body_2, Ground):  # what a joint exerts on all of its bodies is nothing
        distinct = {body.name: pair for body, pair in zip(joint.bodies, on, strict=True)}
        force, torque = (-sum(parts) for parts in zip(*distinct.values(), strict=True))
    power = (f * qd).sum(axis=-1)
    in_axes = [
        (force, torque)
        if isinstance(body, Ground)
        else tuple(map(pose_of(mechanism, body.name, q, qd).in_body, (force, torque)))
        for body in (joint.body_2, joint.body_1)
    ]
    return JointReaction(name, force, torque, point, *in_axes[0], *in_axes[1], power=power)


def _on_coordinates(A: Any, own: list[int], lam: Any) -> Any:
    """Aᵀλ (..., n) of some rows, of one matrix for each row of a motion or of one for all."""
    if isinstance(A, Stacked):
        return A.forces(own, lam)
    if is_sparse(A):
        return lam[..., own] @ A[own].toarray()
    return (A[..., own, :] * lam[..., own, None]).sum(axis=-2)


def pose_in(mechanism: Mechanism, body: Any, q: Any, qd: Any) -> Any:
    """The pose (..., 7) of a body, of the ground or of a curve's coordinate."""
    columns, x = _columns(mechanism, body), body.pose()
    if isinstance(body, Ground) or not isinstance(body, RigidBody | PlanarBody | Particle):
        xp = namespace(q)
        x = xp.broadcast_to(xp.asarray(x), (*q.shape[:-1], len(x)))
        # A curve's coordinate stands in the place of x.
        return x if not columns else xp.concatenate([q[..., columns], x[..., 1:]], axis=-1)
    here = pose_of(mechanism, body.name, q, qd)
    return namespace(here.p_WB).concatenate([here.p_WB, here.quat_WB], axis=-1)


def _columns(mechanism: Mechanism, body: Any) -> list[int]:
    layout = mechanism.equations.layout
    return [int(i) for i in layout.columns[layout.index[body.name]] if i < layout.n]


def _wrench(mechanism: Mechanism, body: Any, f: Any, x: Any, point: Any) -> tuple[Any, Any]:
    """Force and torque at a point (..., 3), of a force f (..., n) on the coordinates."""
    own, xp = f[..., _columns(mechanism, body)], namespace(f)
    nothing = xp.zeros_like(f[..., :1])
    if isinstance(body, RigidBody):
        u = x[..., 3:]
        force, torque_B = own[..., :3], quaternion.body_torque(u, own[..., 3:])
        torque = (quaternion.matrix(u) * torque_B[..., None, :]).sum(axis=-1)
    elif isinstance(body, PlanarBody):
        force = xp.concatenate([own[..., :2], nothing], axis=-1)
        torque = xp.concatenate([nothing, nothing, own[..., 2:]], axis=-1)
    elif isinstance(body, Particle):
        filled = [nothing] * (3 - own.shape[-1])
        force, torque = xp.concatenate([own, *filled], axis=-1), xp.repeat(nothing, 3, axis=-1)
    else:  # of the ground nothing is known, and a curve's coordinate is in no space
        zero = xp.repeat(nothing, 3, axis=-1)
        return zero, zero
    return force, torque + xp.cross(x[..., :3] - point, force)


def _where(joint: AbstractJoint, poses: list[Any]) -> Any:
    """The place (..., 3) at which a joint's reaction is given."""
    y = [vector(x, mark) for x, mark in zip(poses, joint.marks, strict=True)]
    if type(joint).where is AbstractJoint.where:
        return y[1][..., :3]

    def one(y):
        return joint.where(markers(y), {name: jnp.asarray(c) for name, c in joint.numbers.items()})

    xp = namespace(*y)
    found = jnp.vectorize(one, signature="(a,k)->(d)")(jnp.asarray(xp.stack(y, axis=-2)))
    return np.asarray(found) if xp is np else found
