"""Pinocchio finds the same accelerations and reactions, of random trees and of closed loops."""

import numpy as np
import pytest

from tests.reference.trees import (
    Body,
    accelerations,
    assert_same,
    loop_point,
    ours,
    state_of,
    tree,
)

pin = pytest.importorskip("pinocchio", minversion="4")
pytestmark = pytest.mark.slow
SEEDS = (1, 2)


def model_of(seed):
    given, model = tree(seed), pin.Model()
    for i, (parent, kind) in enumerate(zip(given.parents, given.kinds, strict=True)):
        joint = {
            "revolute": lambda a: pin.JointModelRevoluteUnaligned(a),
            "prismatic": lambda a: pin.JointModelPrismaticUnaligned(a),
            "spherical": lambda _: pin.JointModelSpherical(),
        }[kind](given.axes[i])
        before = given.points[parent] if parent >= 0 else np.zeros(3)
        place = pin.SE3(np.eye(3), given.points[i] - before)
        found = model.addJoint(parent + 1, joint, place, f"joint {i}")
        arm = given.centres[i] - given.points[i]
        inertia = pin.Inertia(given.masses[i], arm, given.inertias[i])
        model.appendBodyToJoint(found, inertia, pin.SE3.Identity())
    return model


def bodies_of(model, data, seed):
    """Places, velocities and accelerations of the centres of mass."""
    given, found = tree(seed), []
    for i in range(model.njoints - 1):
        at, v = data.oMi[i + 1], data.v[i + 1]
        a = pin.getClassicalAcceleration(model, data, i + 1, pin.LOCAL)
        R, r = at.rotation, given.centres[i] - given.points[i]
        w, wd = v.angular, a.angular
        speed = v.linear + np.cross(w, r)
        change = a.linear + np.cross(wd, r) + np.cross(w, np.cross(w, r))
        found.append(Body(at.translation + R @ r, R, *(R @ x for x in (speed, w, change, wd))))
    return found


def assert_reactions(mechanism, q, qd, model, data):
    for i in range(model.njoints - 1):
        R, f = data.oMi[i + 1].rotation, data.f[i + 1]
        reaction = mechanism.reaction(f"joint {i}", q, qd)
        wanted = np.concatenate([R @ f.linear, R @ f.angular])
        assert_same(np.concatenate([reaction.force, reaction.torque]), wanted)


@pytest.mark.parametrize("seed", SEEDS)
def test_open_trees_move_and_press_as_they_do_there(seed):
    model, rng = model_of(seed), np.random.default_rng(seed)
    pin.seed(seed)
    data = model.createData()
    model.lowerPositionLimit, model.upperPositionLimit = -np.ones(model.nq), np.ones(model.nq)
    for _ in range(2):
        q, v = pin.randomConfiguration(model), rng.normal(size=model.nv)
        a = pin.aba(model, data, q, v, np.zeros(model.nv))
        pin.rnea(model, data, q, v, a)
        pin.forwardKinematics(model, data, q, v, a)
        bodies = bodies_of(model, data, seed)
        state = state_of(bodies)
        wanted = [np.concatenate([body.a, body.wd]) for body in bodies]
        assert_same(accelerations(ours(seed), *state), wanted)
        pin.rnea(model, data, q, v, a)
        assert_reactions(ours(seed), *state, model, data)


@pytest.mark.parametrize("seed", SEEDS)
def test_closed_loops_move_and_press_as_they_do_there(seed):
    model, rng = model_of(seed), np.random.default_rng(seed)
    last, given = model.njoints - 1, tree(seed)
    on_body = pin.SE3(np.eye(3), loop_point(seed) - given.points[-1])
    on_ground = pin.SE3(np.eye(3), loop_point(seed))
    loop = pin.RigidConstraintModel(
        pin.ContactType.CONTACT_3D, model, last, on_body, 0, on_ground, pin.LOCAL
    )
    data, q = model.createData(), pin.neutral(model)
    J = end_jacobian(model, q, last, on_body)
    assert np.linalg.matrix_rank(J) == 3  # the loop's reaction is unique
    v = rng.normal(size=model.nv)
    v = v - np.linalg.pinv(J) @ (J @ v)
    loops, loop_datas = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
    loops.append(loop)
    loop_datas.append(loop.createData())
    pin.initConstraintDynamics(model, data, loops, loop_datas)
    settings = pin.ProximalSettings(1e-15, 1e-15, 1e-10, 100)
    zero = np.zeros(model.nv)
    a = pin.constraintDynamics(model, data, q, v, zero, loops, loop_datas, settings).copy()
    force = np.array(loop_datas[0].contact_force.linear)  # frames are parallel to the world's here
    pin.forwardKinematics(model, data, q, v, a)
    bodies = bodies_of(model, data, seed)
    state = state_of(bodies)
    mechanism = ours(seed, closed=True)
    wanted = [np.concatenate([body.a, body.wd]) for body in bodies]
    assert_same(accelerations(mechanism, *state), wanted)
    reaction = mechanism.reaction("loop", *state)
    assert_same(reaction.force, force)
    outside = [pin.Force.Zero() for _ in range(model.njoints)]
    outside[last] = on_body.act(pin.Force(force, np.zeros(3)))
    pin.rnea(model, data, q, v, a, outside)
    assert_reactions(mechanism, *state, model, data)


def end_jacobian(model, q, joint, place):
    """Velocity of the point where the loop closes (3, nv), by the joint's own Jacobian."""
    data = model.createData()
    J = pin.computeJointJacobian(model, data, q, joint)
    return (place.inverse().toActionMatrix() @ J)[:3]
