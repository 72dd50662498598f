"""A bead on a hoop that is driven round, in coordinates of the world, against its angle."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw

G = 9.81


def hoop(speed, radius=1.0, turn=0.0):
    """The bead in x, y, z, whose axes may be turned."""
    c, s = np.cos(turn), np.sin(turn)
    R = np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])

    def plane(q, t):
        x = R.T @ q
        return (x[0] * jnp.sin(speed * t) - x[1] * jnp.cos(speed * t)) / radius

    rows = [
        zw.Holonomic(lambda q: q @ q / radius**2 - 1.0, name="ring"),
        zw.Holonomic(plane, name="plane"),
    ]
    return zw.System(2.0, 2.0 * R @ [0.0, 0.0, -G], rows, coordinates=["x", "y", "z"]), R


@pytest.mark.parametrize(("speed", "radius"), [(4.0, 1.0), (2.0, 1.0), (0.4, 1e2), (2.0, 3.0)])
@pytest.mark.parametrize("turn", [0.0, 0.5])
def test_the_bottom_of_a_driven_hoop_is_judged_as_in_the_angle(speed, radius, turn):
    bead, R = hoop(speed, radius, turn)
    found = zw.equilibrium(bead, radius * R @ [0.0, 0.0, -1.0])
    rate = speed**2 - G / radius
    np.testing.assert_allclose(found.qd, 0.0, atol=1e-12)
    assert found.stability == ("unstable" if rate > 0 else "stable")
    np.testing.assert_allclose(np.sort(found.eigenvalues**2), [rate, rate], rtol=1e-8)
    assert found.linear.steady == "rest"


@pytest.mark.parametrize("angle", [0.6435, 0.7, 0.75, 1.2])
@pytest.mark.parametrize("turn", [0.0, 0.5])
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_steady_motion_that_is_nearer_is_taken_before_rest_at_the_bottom(angle, turn, sign):
    bead, R = hoop(4.0, 1.0, turn)
    found = zw.equilibrium(bead, R @ [sign * np.sin(angle), 0.0, -np.cos(angle)])
    right = np.arccos(G / 16.0)
    place = [sign * np.sin(right), 0.0, -np.cos(right)]
    np.testing.assert_allclose(R.T @ found.q, place, atol=1e-9)
    assert found.stability == "stable"
    size = np.abs(found.eigenvalues.imag)
    np.testing.assert_allclose(size, 4.0 * np.sin(right), rtol=1e-8)


def test_near_the_bottom_the_rest_is_taken():
    bead, _ = hoop(4.0)
    found = zw.equilibrium(bead, [0.1, 0.0, -0.99])
    np.testing.assert_allclose(found.q, [0.0, 0.0, -1.0], atol=1e-9)
