"""What holds a state of rest is told by kinds: a force and a torque, or a force by coordinate."""

from __future__ import annotations

import re

import numpy as np
import pytest

import zwang as zw


@pytest.mark.parametrize("unit", [1.0, 1e3])
@pytest.mark.parametrize("angle", [0.0, 0.8])
def test_a_wall_holds_a_beam_by_a_force_and_a_torque(unit, angle):
    """m g and m g l / 2, which no unit of length mixes; turned about the vertical or not."""
    along = 0.5 * unit * np.array([np.cos(angle), np.sin(angle), 0.0])
    quat = [np.cos(angle / 2), 0.0, 0.0, np.sin(angle / 2)]
    beam = zw.RigidBody(2.0, [0.1 * unit**2] * 3, p_WB=list(along), quat_WB=quat, name="beam")
    wall = zw.joints.Fixed(zw.GROUND, beam, point=[0.0, 0.0, 0.0], name="wall")
    found = zw.equilibrium(zw.Mechanism([beam], [wall], [zw.Gravity([0.0, 0.0, -9.81 * unit])]))
    told = re.search(r"held by +wall, force (\S+), torque (\S+)", str(found))
    assert told, found
    np.testing.assert_allclose(
        [float(x) for x in told.groups()], [19.62 * unit, 9.81 * unit**2], rtol=1e-7
    )


def test_a_constraint_of_coordinates_tells_on_which_it_acts():
    rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
    bob = zw.System(2.0, [0.0, -19.62], [rod], coordinates=["x", "y"])
    assert "held by         rod, 19.62 on y\n" in str(zw.equilibrium(bob, [0.0, -1.0]))
    free = zw.System(2.0, None, [rod], coordinates=["x", "y"])
    assert "rod, with no force" in str(zw.equilibrium(free, [0.0, -1.0]))
