"""A motion is called steady where its small motions stay the same along it, and only there."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.linear import linearize as module

m, r, g, v = 2.0, 0.4, 9.81, 1.3
LAMBDA = 1j * np.sqrt(12.0 / 5.0 * (v / r) ** 2 - 4.0 / 5.0 * g / r)  # of a disk, upright
TO_Z = np.array([np.sqrt(0.5), -np.sqrt(0.5), 0.0, 0.0])  # turns z into y


def times(a, b):
    vector = a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:])
    return np.array([a[0] * b[0] - a[1:] @ b[1:], *vector])


def coin(heading: float, axis: int):
    """A coin whose axle is an axis of its body, and the functions lean and yaw of q."""
    c, s = np.cos(heading), np.sin(heading)
    quat = np.array([np.cos(heading / 2), 0.0, 0.0, np.sin(heading / 2)])
    quat = times(quat, TO_Z) if axis == 2 else quat
    J = np.full(3, m * r * r / 4)
    J[axis] *= 2
    w = v / r * np.array([-s, c, 0.0])
    given = dict(p_WB=[0.0, 0.0, r], quat_WB=list(quat), v_WB=[v * c, v * s, 0.0], w_WB=list(w))
    body = zw.RigidBody(m, list(J), name="coin", **given)
    along = list(np.eye(3)[axis])
    roll = zw.joints.RollingDisk(zw.GROUND, body, radius=r, axis_2=along, name="roll")

    def axle(q):
        a, b, c, d = q[3:]
        if axis == 2:
            return 2 * (b * d + a * c), 2 * (c * d - a * b), a * a - b * b - c * c + d * d
        return 2 * (b * c - a * d), a * a - b * b + c * c - d * d, 2 * (c * d + a * b)

    lean = lambda q: jnp.arcsin(axle(q)[2])
    yaw = lambda q: jnp.arctan2(-axle(q)[0], axle(q)[1])
    return zw.Mechanism([body], [roll], [zw.Gravity()]), {"lean": lean, "yaw": yaw}


def test_a_coin_is_judged_alike_in_all_headings_and_never_in_coordinates_that_turn(monkeypatch):
    for heading, axis in ((0.0, 1), (0.7, 1), (0.7, 2)):
        rolling, named = coin(heading, axis)
        found = zw.linearize(rolling, coordinates=named)
        assert found.steady == "steady" and found.stability == "stable", found.verdict
        assert np.abs(found.eigenvalues - LAMBDA).min() < 1e-9 * abs(LAMBDA)
        assert zw.linearize(rolling).stability == "undecided"
    rolling, _ = coin(0.0, 1)
    assert "lean and the yaw" in zw.equilibrium(rolling, rates={"coin.x": v}).verdict.reason
    monkeypatch.setattr(module, "changing", lambda *_: "")
    assert zw.linearize(rolling).stability == "unstable"


def test_a_speed_that_drifts_is_not_taken_for_one_that_turns():
    for first in (0.0, 1.0):
        pushed = zw.System(
            1.0, lambda q, qd: [0.3 * (qd[1] - 2.0), 0.0 * q[0]], coordinates=["x", "y"]
        )
        found = zw.linearize(pushed, [0.0, 0.0], [first, 2.0])
        assert found.steady == "steady" and found.stability == "undecided"


def test_rates_that_do_not_stay_are_no_steady_motion():
    """A bob on a disk that turns: x and y balance in the middle of the spring for an instant."""
    disk = zw.System.from_lagrangian(
        T=lambda q, qd: (5.0 * qd[0] ** 2 + qd[1] ** 2 + qd[2] ** 2) / 2,
        V=lambda q: 2 * ((q[1] - jnp.cos(q[0])) ** 2 + (q[2] - jnp.sin(q[0])) ** 2),
        coordinates=["angle", "x", "y"],
    )
    for angle in (0.0, 1.1):
        guess = [angle, 1.2 * np.cos(angle), 1.2 * np.sin(angle)]
        found = zw.equilibrium(disk, guess, hold="angle", rates={"angle": 1.0}, throw=False)
        assert found.status == zw.Status.NO_EQUILIBRIUM and "do not stay" in found.detail
        assert str(found).startswith("Equilibrium: no steady motion")
        with pytest.raises(zw.NumericalError, match="turns along"):
            zw.equilibrium(disk, guess, hold="angle", rates={"angle": 1.0})
