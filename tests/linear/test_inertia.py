"""Bodies of tiny inertia, or none: a particle on a rod, however small the inertia is."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import zwang as zw
from zwang.linear.local.state import held
from zwang.linear.local.state.held import weights

ROD, MASS, G = 0.6, 1.5, 9.81


def quaternion(turn):
    """A Rotation as (w, x, y, z)."""
    x, y, z, w = turn.as_quat()
    return [w, x, y, z]


def pendulum(inertia, unit=1.0, turned=None):
    """A bob on a hinge, level; lengths in parts of ``unit``, all of it turned."""
    turned = Rotation.identity() if turned is None else turned
    bob = zw.RigidBody(MASS, inertia, p_WB=turned.apply([ROD * unit, 0, 0]), name="bob")
    hinge = zw.joints.Revolute(
        zw.GROUND, bob, point=[0, 0, 0], axis=turned.apply([0, 1, 0]), name="hinge"
    )
    return zw.Mechanism([bob], [hinge], [zw.Gravity(turned.apply([0, 0, -G * unit]))])


def guess(angle, unit, turned):
    """The pendulum's pose at an angle below the level."""
    lean = turned * Rotation.from_euler("y", angle) * turned.inv()
    return [*lean.apply(turned.apply([ROD * unit, 0, 0])), *quaternion(lean)]


def particle():
    """The same as a particle on a rod in a plane."""
    rod = zw.Holonomic(lambda q: q @ q - ROD**2, name="rod")
    return zw.System(MASS, lambda q: [0.0, -MASS * G], [rod])


def test_pendulum_without_inertia_is_a_particle_on_a_rod():
    same = zw.equilibrium(particle(), [0.1, -0.59])
    turned = Rotation.from_euler("xyz", [0.3, 0.5, -0.9])
    straight = Rotation.identity()
    for inertia, unit, turn, angle in (
        ([0, 0, 0], 1.0, straight, 1.4),
        ([0, 0, 0], 1.0, straight, 0.3),
        ([0, 0, 0], 1e3, turned, 1.0),
        ([0, 1e-9, 1e-9], 1.0, turned, 1.4),
        ([1e-15] * 3, 1.0, straight, 1.0),
    ):
        found = zw.equilibrium(pendulum(inertia, unit, turn), guess(angle, unit, turn))
        assert found.stability == same.stability == "stable"
        assert found.linear.eigenvalues == pytest.approx(same.linear.eigenvalues, abs=1e-7)
        assert found.q == pytest.approx(guess(np.pi / 2, unit, turn), abs=1e-8 * unit)


def test_planar_pendulum_without_inertia():
    for unit in (1.0, 1e3):
        bob = zw.PlanarBody(MASS, 0.0, p_WB=[0.0, -ROD * unit], name="bob")
        hinge = zw.joints.Revolute(zw.GROUND, bob, point=[0, 0], name="hinge")
        found = zw.equilibrium(zw.Mechanism([bob], [hinge], [zw.Gravity([0, -G * unit])]))
        assert found.stability == "stable"
        assert found.linear.eigenvalues.imag == pytest.approx(np.sqrt(G / ROD) * np.array([1, -1]))


def conical(inertia, rate=6.0, rod=0.7, lean=0.8):
    """A steady motion of a bob on a hinge on a free shaft; the true angle and frequency."""
    bob_at = [rod * np.sin(lean), 0, -rod * np.cos(lean)]
    shaft = zw.RigidBody(1.0, [0.1] * 3, p_WB=[0, 0, 0], name="shaft")
    bob = zw.RigidBody(MASS, [inertia] * 3, p_WB=bob_at, name="bob")
    axle = zw.joints.Revolute(zw.GROUND, shaft, point=[0, 0, 0], axis=[0, 0, 1], name="axle")
    hinge = zw.joints.Revolute(shaft, bob, point=[0, 0, 0], axis=[0, -1, 0], name="hinge")
    mechanism = zw.Mechanism([shaft, bob], [axle, hinge], [zw.Gravity([0, 0, -G])])
    found = zw.equilibrium(mechanism, rates={"axle.angle": rate}, throw=False)
    # ½ (m l² + J) θ̇² + V with the momentum h about the axle kept:
    # V = −m g l cos θ + h² / 2 S, S = J_s + J + m l² sin² θ.
    arm, theta = MASS * rod**2, np.arccos(G / rod / rate**2)
    s, c = np.sin(theta), np.cos(theta)
    S, S1, S2 = 0.1 + inertia + arm * s**2, 2 * arm * s * c, 2 * arm * (c**2 - s**2)
    stiff = MASS * G * rod * c + rate**2 * (S1**2 / S - S2 / 2)
    return found, theta, np.sqrt(stiff / (arm + inertia))


def is_right(inertia):
    """Whether the steady motion and its eigenvalues are right."""
    found, theta, frequency = conical(inertia)
    values = found.linear.eigenvalues
    right = sorted([frequency, -frequency, 0.0, 0.0])
    return (
        found.status == zw.Status.OK
        and not found.detail
        and found.stability == "stable"
        and abs(found.q[9] + 0.7 * np.cos(theta)) < 1e-9
        and len(values) == 4
        and np.allclose(sorted(values.imag), right, rtol=1e-9, atol=1e-12)
    )


@pytest.mark.slow
def test_conical_pendulum_whatever_the_inertia():
    for inertia in (0.0, 1e-7):
        assert is_right(inertia), inertia


@pytest.mark.slow
def test_conical_pendulum_spoiled(monkeypatch):
    """In the metric of the tiny inertia itself the zeros are lost."""
    monkeypatch.setattr(held, "NEARLY", 0.0)
    assert not is_right(1e-7)


def test_mass_that_is_held_changes_no_motion():
    """M̂ and F̂ have the same x and multipliers, in any units; rows come apart in their metric."""
    rng = np.random.default_rng(5)
    for _ in range(20):
        n, m = 7, 5
        M = np.diag(np.append(np.ones(4), np.full(3, 1e-6)))
        A, F, b = rng.normal(size=(m, n)), rng.normal(size=n), rng.normal(size=m)
        W = weights(M, A)
        assert W.all()
        d, r = 10.0 ** rng.uniform(-3, 3, n), 10.0 ** rng.uniform(-3, 3, m)
        assert weights(d[:, None] * M * d, r[:, None] * A * d) * r**2 == pytest.approx(W, rel=1e-5)
        more, force, _ = held.held(M, F, A, b)
        plain, again = zw.solve(M, F, A, b), zw.solve(more, force, A, b)
        assert again.qdd == pytest.approx(plain.qdd, rel=1e-6)
        assert again.lam == pytest.approx(plain.lam, rel=1e-6, abs=1e-6)
        assert not weights(np.eye(n), np.eye(m, n)).any()


def on_a_ball(inertia, turned):
    """Small motions of a bob that circles on a ball joint, and the frequency of its nodding."""
    lean, rod = 0.6, 1.0
    rate = np.sqrt(G / rod / np.cos(lean))
    at, w = rod * np.array([np.sin(lean), 0, -np.cos(lean)]), np.array([0, 0, rate])
    place, turning = turned.apply(at), turned.apply(w)
    bob = zw.RigidBody(
        1.0, [inertia] * 3, p_WB=place, v_WB=np.cross(turning, place), w_WB=turning, name="bob"
    )
    ball = zw.joints.Spherical(zw.GROUND, bob, point=[0, 0, 0], name="ball")
    gravity = zw.Gravity(turned.apply([0, 0, -G]))
    # A heavy top of A = J + m l², C = J with its momenta h about the vertical, k about the rod.
    A, C = inertia + rod**2, inertia
    h = rate * (A * np.sin(lean) ** 2 + C * np.cos(lean) ** 2)
    k = C * rate * np.cos(lean)
    V = lambda x: (h - k * jnp.cos(x)) ** 2 / (2 * A * jnp.sin(x) ** 2) - G * rod * jnp.cos(x)
    assert abs(jax.grad(V)(lean)) < 1e-9
    return zw.linearize(zw.Mechanism([bob], [ball], [gravity])), np.sqrt(
        jax.grad(jax.grad(V))(lean) / A
    )


@pytest.mark.parametrize("inertia", [1e-3, 1e-9])
@pytest.mark.parametrize("turned", [[0.0, 0.0, 0.0], [0.3, 0.5, -0.9]])
def test_a_bob_on_a_ball_circles_stably_however_little_it_resists_to_spin(inertia, turned):
    found, frequency = on_a_ball(inertia, Rotation.from_euler("xyz", turned))
    assert found.steady == "steady"
    assert found.stability == "stable", found.verdict.reason
    assert found.eigenvalues[0].imag == pytest.approx(frequency, rel=1e-9)
    assert not found.eigenvalues[2:].any()
