"""Starts in a singular configuration, and next to one, at rest and moving."""

from itertools import product

import numpy as np
import pytest

import zwang as zw
from tests.motion.parallelograms import (
    Row,
    absolute_angles,
    hinges_in_space,
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
            q, qd = stated.state(theta, speed)
            motion = zw.simulate(stated.system, q, qd, (0.0, 0.2), throw=False)
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
                q, qd = stated.state(theta + off, speed)
                motion = zw.simulate(stated.system, q, qd, (0.0, end), rtol=rtol)
                wanted, _ = stated.state(*judge(row, theta + off, speed, end).y[:, -1])
                far = np.abs(motion.q[-1] - wanted).max()
                assert far <= 1000 * rtol + 1e-10, (theta, off, speed, far)


@pytest.mark.parametrize(("form", "row"), [(hinges_in_space, Row(2)), (planar_bodies, Row(6))])
def test_by_sparse_factors_too_it_crosses_or_is_refused(form, row):
    """Next to it, what counted as rank was rounding, and a motion could fold without a word."""
    stated, end = form(row), 0.3
    for theta, off, speed in product((0.0, np.pi), (1e-7, -1e-6, 1e-3), (3.0, -1.0, 0.0)):
        q, qd = stated.state(theta + off, speed)
        motion = zw.simulate(stated.system, q, qd, (0.0, end), throw=False)
        assert "kinds of parts" in motion.engine
        if abs(off) < 1e-4:
            assert motion.status == zw.Status.BRANCH_NOT_ASSURED and motion.t[-1] == 0.0
            continue
        wanted, _ = stated.state(*judge(row, theta + off, speed, end).y[:, -1])
        assert motion.status == zw.Status.OK
        at = [i for i, name in enumerate(stated.system.coordinates) if name[-2:] in (".x", ".y")]
        np.testing.assert_allclose(motion.q[-1][at], wanted[at], rtol=0, atol=1e-6)
