"""MuJoCo finds the same accelerations and reactions, of random trees."""

import numpy as np
import pytest

from tests.reference.trees import Body, accelerations, assert_same, ours, state_of, tree

mujoco = pytest.importorskip("mujoco")
pytestmark = pytest.mark.slow
NAMES = {"revolute": "hinge", "prismatic": "slide", "spherical": "ball"}


def text(x):
    return " ".join([f"{value:.17g}" for value in np.ravel(x)])


def model_of(seed):
    given = tree(seed)

    def body(i) -> str:
        before = given.points[given.parents[i]] if given.parents[i] >= 0 else np.zeros(3)
        J = given.inertias[i]
        full = [J[0, 0], J[1, 1], J[2, 2], J[0, 1], J[0, 2], J[1, 2]]
        axis = "" if given.kinds[i] == "spherical" else f' axis="{text(given.axes[i])}"'
        inside = "".join([body(k) for k, parent in enumerate(given.parents) if parent == i])
        return (
            f'<body name="body {i}" pos="{text(given.points[i] - before)}">'
            f'<inertial mass="{text(given.masses[i])}" fullinertia="{text(full)}" '
            f'pos="{text(given.centres[i] - given.points[i])}"/>'
            f'<joint name="joint {i}" type="{NAMES[given.kinds[i]]}"{axis}/>{inside}</body>'
        )

    roots = "".join(body(i) for i, parent in enumerate(given.parents) if parent < 0)
    return mujoco.MjModel.from_xml_string(
        '<mujoco><compiler angle="radian"/><option gravity="0 0 -9.81"/>'
        f"<worldbody>{roots}</worldbody></mujoco>"
    )


def bodies_of(model, data, count):
    found, J, rates = [], np.zeros((6, model.nv)), np.zeros((6, model.nv))
    for i in range(count):
        body = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, f"body {i}")
        p, R = data.xipos[body].copy(), data.xmat[body].reshape(3, 3).copy()
        mujoco.mj_jacBodyCom(model, data, J[:3], J[3:], body)
        mujoco.mj_jacDot(model, data, rates[:3], rates[3:], p, body)
        speed, change = J @ data.qvel, J @ data.qacc + rates @ data.qvel
        found.append(Body(p, R, speed[:3], speed[3:], change[:3], change[3:]))
    return found


@pytest.mark.parametrize("seed", (1, 2))
def test_open_trees_move_and_press_as_they_do_there(seed):
    model, rng = model_of(seed), np.random.default_rng(seed + 10)
    data, count = mujoco.MjData(model), len(tree(seed).parents)
    for _ in range(2):
        data.qvel[:] = rng.normal(size=model.nv)
        mujoco.mj_integratePos(model, data.qpos, rng.normal(size=model.nv), 1.0)
        mujoco.mj_forward(model, data)
        mujoco.mj_rnePostConstraint(model, data)
        bodies = bodies_of(model, data, count)
        q, qd = state_of(bodies)
        wanted = [np.concatenate([body.a, body.wd]) for body in bodies]
        assert_same(accelerations(ours(seed), q, qd), wanted)
        for i in range(count):
            body = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, f"body {i}")
            # Inner forces are given at the centre of mass of the whole tree, torque first.
            torque, force = np.split(data.cfrc_int[body], 2)
            there = data.subtree_com[model.body_rootid[body]]
            reaction = ours(seed).reaction(f"joint {i}", q, qd)
            torque = torque + np.cross(there - reaction.point, force)
            found = np.concatenate([reaction.force, reaction.torque])
            assert_same(found, np.concatenate([force, torque]))
