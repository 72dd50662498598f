"""A long ladder whose last rods pass the horizontal, where their parallelogram loses rank, moves on
as pendulums in a row: however slender its rods are, whose singular values stand before the one
that comes to zero."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import zwang as zw

ROD, RUNG, WIDTH, g = 1.0, 0.5, 0.6, 9.81


def start(N):
    """Angles against the vertical and their rates: the last rods are about to pass."""
    rng = np.random.default_rng(N)
    angles = np.linspace(0.3, 0.8, N) + 0.02 * rng.normal(size=N)
    rates = 0.2 * rng.normal(size=N)
    angles[-1], rates[-1] = np.pi / 2 - 0.1, 20.0
    return angles, rates


def pendulums(N, t):
    """The angles (T, N): Σ_j C_ij [cos(θ_i − θ_j) θ̈_j + sin(θ_i − θ_j) θ̇_j²] = −g a w_i sin θ_i."""
    a, k = 1.0 / N, np.arange(N)
    low = np.maximum(k[:, None], k)
    below = RUNG * (N - low) + 2 * ROD * (N - 1 - low)
    C = a**2 * (below + np.where(k[:, None] == k, 2 * ROD / 3.0, ROD))
    w = RUNG * (N - k) + 2 * ROD * (N - 1 - k) + ROD

    def field(_, y):
        apart = y[:N, None] - y[:N]
        force = -g * a * w * np.sin(y[:N]) - (C * np.sin(apart)) @ y[N:] ** 2
        return np.concatenate([y[N:], np.linalg.solve(C * np.cos(apart), force)])

    given = {"method": "DOP853", "rtol": 1e-13, "atol": 1e-14, "t_eval": t}
    return solve_ivp(field, (0.0, t[-1]), np.concatenate(start(N)), **given).y[:N].T


def ladder(N, slender, unit=1.0):
    """Rods and rungs on hinges in space; the inertia of rods about themselves is a small part of
    that about their middle; lengths in parts of ``unit``."""
    a, above, bodies, joints = 1.0 / N, zw.GROUND, [], []
    top, speed = np.zeros(3), np.zeros(3)

    def body(mass, inertia, place, turn, v, w, name):
        quat = [np.cos(turn / 2), 0.0, -np.sin(turn / 2), 0.0]
        of = {"p_WB": place * unit, "quat_WB": quat, "v_WB": v * unit, "w_WB": [0.0, -w, 0.0]}
        return zw.RigidBody(mass, np.array(inertia) * unit**2, **of, name=name)

    def hinge(one, other, place, name):
        point = place * unit
        joints.append(zw.joints.Revolute(one, other, point=point, axis=[0, 1, 0], name=name))

    own, across = ROD * a**2 / 12, RUNG * WIDTH**2 / 12
    for i, (angle, rate) in enumerate(zip(*start(N), strict=True)):
        way = a * np.array([np.sin(angle), 0.0, -np.cos(angle)])
        pace = a * rate * np.array([np.cos(angle), 0.0, np.sin(angle)])
        end, then = top + way, speed + pace
        middle = end + [WIDTH / 2, 0.0, 0.0]
        rung = body(RUNG, [slender * across, across, across], middle, 0.0, then, 0.0, f"rung {i}")
        for name, x in (("left", 0.0), ("right", WIDTH)):
            aside, at = np.array([x, 0.0, 0.0]), (top + end) / 2
            inertia, v = [own, own, slender * own], (speed + then) / 2
            rod = body(ROD, inertia, aside + at, angle, v, rate, f"{name} {i}")
            hinge(above, rod, top + aside, f"{name} top {i}")
            hinge(rod, rung, end + aside, f"{name} end {i}")
            bodies.append(rod)
        bodies.append(rung)
        above, top, speed = rung, end, then
    return zw.Mechanism(bodies, joints, [zw.Gravity([0.0, 0.0, -g * unit])])


@pytest.mark.parametrize(
    "N, slender, unit", [(10, 1.0, 1.0), (10, 0.01, 1.0), (10, 0.01, 1000.0), (20, 0.01, 1.0)]
)
def test_a_ladder_goes_through_its_singular_configuration(N, slender, unit):
    t = np.linspace(0.0, 0.015, 4)
    motion = ladder(N, slender, unit).simulate(t)
    turns = [motion.pose(f"left {i}").quat_WB for i in range(N)]
    found = np.stack([-2.0 * np.arctan2(x[:, 2], x[:, 0]) for x in turns], axis=1)
    wanted = pendulums(N, t)
    assert wanted[0, -1] < np.pi / 2 < wanted[-1, -1]
    np.testing.assert_allclose(found, wanted, atol=1e-9)
    (change,) = motion.rank_changes
    assert change.before - change.at == 1
    assert all(f"{N - 1}." in row for row in change.constraints)
