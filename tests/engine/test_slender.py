"""Small mechanisms of bodies that have next to no inertia about one of their axes."""

from functools import cache

import numpy as np
import pytest

import zwang as zw
from tests.engine.in_a_row import WEIGHT, in_a_row, in_the_plane, turned

TIMES, COUNT = [0.0, 0.3, 0.6], 3


@cache
def in_plane():
    return in_the_plane(COUNT).simulate(TIMES, rtol=1e-12).q.reshape(-1, COUNT, 3)[:, :, :2]


@cache
def in_space():
    """The same in space; inertias, axes and the unit of length are parameters."""
    along = lambda p, length: p["unit"] * length * p["R"][:, 0]
    tensor = lambda p: p["unit"] ** 2 * p["R"] @ (np.eye(3) * p["inertia"]) @ p["R"].T
    return in_a_row(
        lambda k: zw.RigidBody(1.0, tensor, p_WB=lambda p: along(p, 0.25 + 0.5 * k), name=f"b{k}"),
        lambda a, b, k: zw.joints.Revolute(
            a, b, point=lambda p: along(p, 0.5 * k), axis=lambda p: p["R"][:, 1], name=f"j{k}"
        ),
        COUNT,
        lambda p: p["unit"] * p["R"] @ np.array([WEIGHT[0], 0.0, WEIGHT[1]]),
    )


def numbers(inertia, R=None, unit=1.0):
    R = np.eye(3) if R is None else R
    return {"inertia": np.array([inertia, 0.02, 0.02]), "R": R, "unit": unit}


def placed(q, R, unit):
    """Where the bodies are, in the plane and across it."""
    return q.reshape(-1, COUNT, 7)[:, :, :3] @ R / unit


@pytest.mark.parametrize(("R", "unit"), [(np.eye(3), 1.0), (turned(), 1.0), (np.eye(3), 1e3)])
@pytest.mark.parametrize("inertia", [0.0, 1e-10, 1e-8])
def test_slender_bodies_in_space_move_as_in_the_plane(inertia, R, unit):
    """About its own axis a body never turns here, so that its inertia there does not matter; and no
    configuration of a tree is singular, so that none is told.
    """
    motion = in_space().simulate(TIMES, p=numbers(inertia, R, unit), rtol=1e-10)
    found = placed(motion.q, R, unit)
    np.testing.assert_allclose(found[:, :, [0, 2]], in_plane(), rtol=0, atol=1e-9)
    np.testing.assert_allclose(found[:, :, 1], 0.0, atol=1e-9)
    assert not motion.rank_changes


def test_fixed_steps_of_slender_bodies():
    motion = in_space().simulate(TIMES, p=numbers(1e-10), step=0.01)
    found = placed(motion.q, np.eye(3), 1.0)
    at = np.searchsorted(motion.t, np.array(TIMES) - 1e-9)
    np.testing.assert_allclose(found[at][:, :, [0, 2]], in_plane(), rtol=0, atol=1e-7)
    assert not motion.rank_changes


def test_members_of_an_ensemble_are_slender_too():
    whole = in_space()
    each = [numbers(inertia) for inertia in (1e-10, 1e-9)]
    q, qd = whole.start(each[0])
    p = each[0] | {"inertia": np.stack([x["inertia"] for x in each]), "R": zw.shared(np.eye(3))}
    many = zw.simulate_many(whole.system(definite=True), q, qd, TIMES, p, rtol=1e-10)
    for member in np.asarray(many.q):
        found = placed(member, np.eye(3), 1.0)
        wanted = in_plane()[-len(found) :]
        np.testing.assert_allclose(found[:, :, [0, 2]], wanted, rtol=0, atol=1e-9)
    assert not np.asarray(many.status).any()
