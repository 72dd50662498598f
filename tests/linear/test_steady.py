"""A motion is called steady where its small motions stay the same along it, and only there."""

from __future__ import annotations

from functools import cache

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.linear import linearize as module
from zwang.linear.local.moving import symmetry

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


def test_a_coin_is_judged_alike_in_all_headings_and_coordinates(monkeypatch):
    """By its lean and yaw; by its place and quaternion, seen from a frame that moves along."""
    for heading, axis in ((0.0, 1), (4.0, 2)):
        rolling, named = coin(heading, axis)
        given = {"coin.x": v * np.cos(heading), "coin.y": v * np.sin(heading)}
        for found in (
            zw.linearize(rolling, coordinates=named),
            zw.linearize(rolling),
            zw.equilibrium(rolling, rates=given).linear,
        ):
            assert found.steady == "steady" and found.stability == "stable", found.verdict
            assert np.abs(found.eigenvalues - LAMBDA).min() < 1e-9 * abs(LAMBDA)
    rolling, _ = coin(0.0, 1)
    monkeypatch.setattr(module, "changing", lambda *_: "")
    assert zw.linearize(rolling).stability == "unstable"


def three(name: str) -> list[str]:
    """Names of the parts of a vector."""
    return [f"{name}{i}" for i in range(3)]


@cache
def rolling_on(turn: tuple, up: tuple) -> zw.Mechanism:
    """A coin on a plane, whose numbers are parameters: traced once for all of them."""
    start = dict(p_WB=three("place"), quat_WB=list(turn), v_WB=three("v"), w_WB=three("w"))
    body = zw.RigidBody(m, ["A", "C", "A"], name="coin", **start)
    roll = zw.joints.RollingDisk(
        zw.GROUND, body, radius="R", axis_2=[0.0, 1.0, 0.0], normal=list(up), name="roll"
    )
    return zw.Mechanism([body], [roll], [zw.Gravity(three("g"))])


@pytest.mark.parametrize("unit", [1.0, 1e3])
@pytest.mark.parametrize("pace", [0.9, 1.1])
def test_a_coin_is_stable_above_its_critical_speed_on_any_plane_in_any_unit(unit, pace):
    """v² = g r / 3; the plane turned in space with the weight, lengths in metres or millimetres."""
    R, speed, turn = r * unit, pace * np.sqrt(g * r / 3) * unit, np.array([0.4, 0.5, -0.3, 0.7])
    turn = turn / np.linalg.norm(turn)
    turned = lambda x: times(times(turn, np.array([0.0, *x])), turn * [1, -1, -1, -1])[1:]
    p = {"A": m * R * R / 4, "C": m * R * R / 2, "R": R}
    for name, x in {
        "place": turned([0.3 * R, -0.2 * R, R]),
        "v": turned([speed, 0.0, 0.0]),
        "w": turned([0.0, speed / R, 0.0]),
        "g": turned([0.0, 0.0, -g * unit]),
    }.items():
        p |= dict(zip(three(name), x, strict=True))
    found = zw.linearize(rolling_on(tuple(turn), tuple(turned([0.0, 0.0, 1.0]))), p=p)
    square = 4.0 / 5.0 * g / r - 12.0 / 5.0 * (speed / R) ** 2
    assert found.stability == ("stable" if pace > 1 else "unstable")
    assert np.abs(found.eigenvalues**2 - square).min() < 1e-9 * abs(square)


def test_eigenvalues_in_the_frame_that_moves_along_have_derivatives():
    """A (A + m r²) λ² = A m g r − C (C + m r²) Ω², by the mass."""
    A, C, spin = 0.08, 0.16, 1.3 / r
    square = lambda m: (A * m * g * r - C * (C + m * r**2) * spin**2) / (A * (A + m * r**2))
    v_0, w_0 = [spin * r, 0.0, 0.0], [0.0, spin, 0.0]
    body = zw.RigidBody("m", [A, C, A], p_WB=[0, 0, r], v_WB=v_0, w_WB=w_0, name="coin")
    roll = zw.joints.RollingDisk(zw.GROUND, body, radius=r, axis_2=[0.0, 1.0, 0.0], name="roll")
    found = zw.linearize(zw.Mechanism([body], [roll], [zw.Gravity()]), p={"m": 2.0})
    place = int(np.abs(found.eigenvalues**2 - square(2.0)).argmin())
    value, h = found.eigenvalues[place], 1e-6
    wanted = (square(2.0 + h) - square(2.0 - h)) / (2 * h) / (2 * value)
    assert found.reduced.candidates.frame is not None
    assert abs(found.derivatives(["m"])["m"][place] - wanted) < 1e-7 * abs(wanted)


def test_a_body_that_flies_turns_stably_about_two_of_its_axes():
    """Euler: λ² J_1 J_2 = −(J_3 − J_1)(J_3 − J_2) ω², of small motions seen from the body."""
    J, spin = np.array([1.0, 2.0, 3.0]), 4.0
    for axis, word in enumerate(("stable", "unstable", "stable")):
        w = list(spin * np.eye(3)[axis])
        body = zw.RigidBody(1.0, list(J), p_WB=[0.2, 0.1, 0], v_WB=[0.3, 0, 0], w_WB=w, name="b")
        found = zw.linearize(zw.Mechanism([body], []))
        others = np.delete(J, axis)
        square = -np.prod(J[axis] - others) * spin**2 / np.prod(others)
        assert found.steady == "steady" and found.stability == word
        assert np.abs(found.eigenvalues**2 - square).min() < 1e-9 * abs(square)


def test_a_top_of_a_body_sleeps_above_its_critical_speed():
    """A λ² ± i C s λ − m g l = 0, seen from the world; the tip on a ball joint."""
    length, C = 0.3, 0.02
    A = 0.05 + m * length**2
    critical = 2 * np.sqrt(A * m * g * length) / C
    for spin in (0.8 * critical, 1.2 * critical):
        body = zw.RigidBody(m, [0.05, 0.05, C], p_WB=[0, 0, length], w_WB=[0, 0, spin], name="top")
        tip = zw.joints.Spherical(zw.GROUND, body, point=[0.0, 0.0, 0.0], name="tip")
        found = zw.linearize(zw.Mechanism([body], [tip], [zw.Gravity()]))
        for value in np.roots([A, 1j * C * spin, -m * g * length]):
            assert np.abs(found.eigenvalues - value).min() < 1e-8 * abs(value)
        assert found.steady == "steady"
        assert found.stability == ("stable" if spin > critical else "unstable")


def test_a_bob_that_circles_is_steady_in_x_and_y():
    """λ² = −ω² (1 + 3 cos²θ), with ω² = g / (l cos θ); to first order no more of its symmetry."""
    length, tilt = 2.0, 0.5
    rod = zw.Holonomic(lambda q: q @ q - length**2, name="rod")
    bob = zw.System(m, [0.0, 0.0, -m * g], [rod], coordinates=["x", "y", "z"])
    spin = np.sqrt(g / (length * np.cos(tilt)))
    for angle in (0.0, 0.9):
        out = np.array([np.cos(angle), np.sin(angle), 0.0]) * length * np.sin(tilt)
        q, qd = out - [0.0, 0.0, length * np.cos(tilt)], spin * np.cross([0.0, 0.0, 1.0], out)
        found = zw.linearize(bob, q, qd)
        assert found.steady == "steady" and found.stability == "stable"
        square = -(spin**2) * (1 + 3 * np.cos(tilt) ** 2)
        assert np.abs(found.eigenvalues**2 - square).min() < 1e-9 * abs(square)
    assert "frame that moves along" in str(found)
    assert zw.linearize(bob, q, 1.01 * qd).steady == "instant"


def test_on_a_slope_a_coin_does_not_roll_steadily():
    rolling, _ = coin(0.7, 1)
    weight = [zw.Gravity([0.5, 0.0, -9.8])]
    found = zw.linearize(zw.Mechanism(rolling.bodies, rolling.joints, weight))
    assert found.steady == "instant" and found.stability == "undecided"


def test_a_speed_that_drifts_is_not_taken_for_one_that_turns():
    for first in (0.0, 1.0):
        pushed = zw.System(
            1.0, lambda q, qd: [0.3 * (qd[1] - 2.0), 0.0 * q[0]], coordinates=["x", "y"]
        )
        found = zw.linearize(pushed, [0.0, 0.0], [first, 2.0])
        assert found.steady == "steady" and found.stability == "undecided"


@pytest.mark.parametrize("weight", [0.0, 3.0])
def test_what_a_symmetry_carries_is_steady_and_what_none_does_is_not(weight):
    """A bob on a disk that turns, in x and y: k (r − 1) = r ω², but not if it has weight too."""
    disk = zw.System.from_lagrangian(
        T=lambda q, qd: (5.0 * qd[0] ** 2 + qd[1] ** 2 + qd[2] ** 2) / 2,
        V=lambda q: 2 * ((q[1] - jnp.cos(q[0])) ** 2 + (q[2] - jnp.sin(q[0])) ** 2) + weight * q[2],
        coordinates=["angle", "x", "y"],
    )
    for angle in (0.0, 1.1):
        guess = [angle, 1.2 * np.cos(angle), 1.2 * np.sin(angle)]
        found = zw.equilibrium(disk, guess, hold="angle", rates={"angle": 1.0}, throw=False)
        if not weight:
            assert found.linear.steady == "steady" and found.stability == "stable"
            np.testing.assert_allclose(
                found.q[1:], 4 / 3 * np.array([np.cos(angle), np.sin(angle)]), atol=1e-9
            )
            continue
        assert found.status == zw.Status.NO_EQUILIBRIUM
        assert str(found).startswith("Equilibrium: no steady motion")
        with pytest.raises(zw.NumericalError):
            zw.equilibrium(disk, guess, hold="angle", rates={"angle": 1.0})


# -- points that turn about each other -----------------------------------------------------------


def turning(law, anchor=0.0):
    """Three unit masses on a triangle that turns, and its rate; a force by the distance."""

    def force(q):
        P = q.reshape(3, 2)
        d = P[None] - P[:, None]
        r = jnp.sqrt((d * d).sum(axis=-1) + jnp.eye(3))
        return ((law(r) / r)[..., None] * d).sum(axis=1).ravel() - anchor * q

    angle = 0.3 + 2.0 * np.pi * np.arange(3) / 3.0
    q = np.stack([np.cos(angle), np.sin(angle)], axis=1).ravel()
    rate = np.sqrt(-q[:2] @ np.asarray(force(jnp.asarray(q)))[:2])
    qd = rate * np.stack([-np.sin(angle), np.cos(angle)], axis=1).ravel()
    return zw.System(1.0, force), q, qd, rate


PHI = {"phi": lambda q: jnp.arctan2(q[1], q[0])}


@pytest.mark.parametrize("coordinates", [(), PHI])
def test_Lagrange_triangle_of_equal_masses(coordinates):
    system, q, qd, rate = turning(lambda r: 1.0 / r**2)
    found = zw.linearize(system, q, qd, coordinates=coordinates)
    growing = found.eigenvalues[found.eigenvalues.real > 1e-3]
    assert found.stability == "unstable" and len(growing) == 2
    wanted = rate * (np.sqrt(0.5) + np.array([1j, -1j]))
    near = np.abs(growing[:, None] - wanted).min(axis=0)
    assert near.max() < 1e-7, growing


@pytest.mark.parametrize("anchor", [0.0, 2.0])
def test_masses_on_springs_that_turn_are_stable(anchor):
    system, q, qd, _ = turning(lambda r: 10.0 * (r - 1.0), anchor)
    found = zw.linearize(system, q, qd)
    assert found.stability == "stable"
    assert np.abs(found.eigenvalues.real).max() < 1e-6


def test_by_too_few_states_fields_pass_for_symmetries(monkeypatch):
    system, q, qd, _ = turning(lambda r: 10.0 * (r - 1.0), 2.0)
    for name in ("OVER", "SAMPLES"):
        monkeypatch.setattr(symmetry, name, 1 if name == "SAMPLES" else 0)
    found = zw.linearize(system, q, qd)
    assert np.abs(found.eigenvalues.real).max() > 1e-3  # what is said without enough of them
