"""Starts in a singular configuration, and next to one, at rest and moving."""

import numpy as np
import pytest

import zwang as zw
from tests.motion.parallelograms import (
    Row,
    absolute_angles,
    judge,
    pins,
    planar_bodies,
    relative_angles,
)

STATED = [pins, planar_bodies, absolute_angles, relative_angles]


@pytest.mark.parametrize("row", [Row(1), Row(1, 1e3, 1e3), Row(2)])
@pytest.mark.parametrize("form", STATED)
def test_a_start_in_a_singular_configuration_is_not_moved(form, row):
    """Flat, each loop may fold or not, also where it begins at rest; so says every statement."""
    stated = form(row)
    for theta in (0.0, np.pi):
        for speed in (3.0, 0.0, -1.0):
            start = stated.state(theta, speed)
            motion = zw.simulate(stated.system, *start, (0.0, 0.2), throw=False)
            assert motion.status == zw.Status.BRANCH_NOT_ASSURED, (theta, speed)
            assert motion.t[-1] == 0.0
            assert "falls from" in motion.detail or "zw.branches" in motion.detail


@pytest.mark.parametrize("rtol", [1e-6, 1e-9, 1e-11])
@pytest.mark.parametrize("form", STATED)
def test_a_start_next_to_one_crosses_on_its_branch(form, rtol):
    row, end = Row(1), 0.6
    stated = form(row)
    for theta in (0.0, np.pi):
        for off in (2e-4, -1e-3, 1e-2):
            for speed in (3.0, -3.0, 1.0, -1.0, 0.0):
                start = stated.state(theta + off, speed)
                motion = zw.simulate(stated.system, *start, (0.0, end), rtol=rtol)
                wanted, _ = stated.state(*judge(row, theta + off, speed, end).y[:, -1])
                far = np.abs(motion.q[-1] - wanted).max()
                assert far <= 1000 * rtol + 1e-10, (theta, off, speed, far)
