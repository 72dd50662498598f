"""A frame that moves along is chosen in the metric: no choice of coordinates shows."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.linear.test_linear import same_spectrum
from zwang.linear.local.moving import frame
from zwang.linear.local.reduced import kinetic_change

G = 9.81


def attracted(masses, T, shift, dimension=2):
    """Points that attract each other by 1/r², in coordinates x with q = T x + shift."""
    count = len(masses)
    pull = np.outer(masses, masses) * (1.0 - np.eye(count))

    def force(x):
        P = (T @ x + shift).reshape(count, dimension)
        d = P[None] - P[:, None]
        r = jnp.sqrt((d * d).sum(axis=-1) + jnp.eye(count))
        return T.T @ ((pull / r**3)[..., None] * d).sum(axis=1).ravel()

    return zw.System(T.T @ np.diag(np.repeat(masses, dimension)) @ T, force)


def turning(masses, rng, spread, dimension=2, boost=0.0):
    """Equal sides that turn about the centre of mass; the rate; all in random coordinates."""
    masses = np.asarray(masses, float)
    P = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, np.sqrt(0.75)]])[: len(masses)]
    P = P - masses @ P / masses.sum()
    rate = np.sqrt(masses.sum())
    V = rate * np.stack([-P[:, 1], P[:, 0]], axis=1)
    R = np.linalg.qr(rng.normal(size=(dimension, dimension)))[0][:, :2]
    q, qd = ((x @ R.T).ravel() for x in (P, V))
    n = len(q)
    T = np.linalg.qr(rng.normal(size=(n, n)))[0] + 0.1 * rng.normal(size=(n, n))
    T = T * 10.0 ** (spread * rng.uniform(-1, 1, n))
    shift = rng.normal(size=n)
    qd = qd + boost * np.tile(rng.normal(size=dimension), len(masses))
    found = attracted(masses, T, shift, dimension)
    return found, np.linalg.solve(T, q - shift), np.linalg.solve(T, qd), rate


def triangle(masses, rate):
    """Routh's: λ⁴ + ω² λ² + 27/4 (Σ m_i m_j / (Σ m)²) ω⁴ = 0."""
    m = np.asarray(masses)
    part = 27.0 / 4.0 * (m.sum() ** 2 - m @ m) / 2.0 / m.sum() ** 2
    return rate * np.roots([1.0, 0.0, 1.0, 0.0, part])


CASES = [
    ([1.0, 1.0], "stable"),
    ([1.0, 0.5], "stable"),
    ([1.0, 0.01], "stable"),
    ([1.0, 0.01, 0.01], "stable"),
    ([3.0, 0.02, 0.05], "stable"),
    ([1.0, 1.0, 1.0], "unstable"),
    ([1.0, 0.3, 0.2], "unstable"),
]


@pytest.mark.parametrize("masses, word", CASES)
def test_points_that_turn_are_the_same_in_all_coordinates(masses, word, rng):
    """±iω of the distance, Routh's of the triangle; all else is where symmetries lead, or drift."""
    for spread, boost in ((0.0, 0.0), (0.0, 1.3), (6.0, 0.4)):
        system, q, qd, rate = turning(masses, rng, spread, boost=boost)
        found = zw.linearize(system, q, qd)
        wanted = np.zeros(4 * len(masses), complex)
        wanted[:2] = 1j * rate, -1j * rate
        if len(masses) == 3:
            wanted[2:6] = triangle(masses, rate)
        assert (found.steady, found.stability) == ("steady", word), found.verdict
        same_spectrum(found.eigenvalues, wanted, 1e-8)
        assert (found.eigenvalues == 0.0).sum() == 6
        if word == "stable":
            assert "apart from a family" in found.verdict.reason


def test_a_choice_by_coordinates_shows(monkeypatch, rng):
    """With weights of the coordinates in place of the metric the centre of mass turns a little."""
    monkeypatch.setattr(frame, "_dear", lambda own, metric: [own.parts.T])
    rates = []
    for _ in range(3):
        system, q, qd, _ = turning([1.0, 0.3], rng, 0.0)
        found = zw.linearize(system, q, qd)
        rates.append(np.sort(np.abs(found.eigenvalues)))
    assert np.ptp(rates, axis=0).max() > 1e-3


def test_points_in_space(rng):
    """Nine coordinates: the plane's normal is a freedom too, ±iω once more by each point's own."""
    masses = [1.0, 0.01, 0.02]
    system, q, qd, rate = turning(masses, rng, 0.0, dimension=3)
    found = zw.linearize(system, q, qd)
    assert (found.steady, found.stability) == ("steady", "stable"), found.verdict
    for value in (1j * rate, *triangle(masses, rate)):
        assert np.abs(found.eigenvalues - value).min() < 1e-8 * rate


@pytest.mark.parametrize("unit", [1e-6, 1.0, 100.0, 1e6])
def test_zeros_of_a_bob_that_circles_are_zeros_in_all_turns_and_units(unit, rng):
    """Its angle, and the radius with the rate that goes with it: two zeros, to the bit."""
    length, tilt, m = 0.7, 0.6, 1.3
    spin = np.sqrt(G / length / np.cos(tilt))
    rod = zw.Holonomic(lambda q, p: (q @ q) / p["length"] ** 2 - 1.0, name="rod")
    bob = zw.System(m, lambda p: p["weight"], [rod], coordinates=["x", "y", "z"])
    w = spin * np.sqrt(1.0 + 3.0 * np.cos(tilt) ** 2)
    for _ in range(6):
        R = unit * np.linalg.qr(rng.normal(size=(3, 3)))[0]
        q = R @ [length * np.sin(tilt), 0.0, -length * np.cos(tilt)]
        qd = R @ [0.0, spin * length * np.sin(tilt), 0.0]
        p = {"length": unit * length, "weight": R @ [0.0, 0.0, -m * G]}
        found = zw.linearize(bob, q, qd, p=p)
        same_spectrum(found.eigenvalues, np.array([1j * w, -1j * w, 0.0, 0.0]), 1e-10)
        assert (found.eigenvalues[2:] == 0.0).all() and found.stability == "stable"
        assert "apart from a family" in found.verdict.reason


def test_bodies_and_a_plain_system_of_the_same_points_agree(rng):
    """Particles of a mechanism whose weight is each other's: the centre of mass drifts in both."""
    masses, k = np.array([1.0, 0.4]), 3.0
    q = np.array([0.0, 0.0, 0.0, 1.5, 0.0, 0.0]).reshape(2, 3)
    q = q - masses @ q / masses.sum()
    pull = k * 0.5
    rate = np.sqrt(pull * masses.sum() / masses.prod() / 1.5)
    qd = np.cross([0.0, 0.0, rate], q)
    parts = [
        zw.Particle(m, p_WB=x, v_WB=v, name=name)
        for name, m, x, v in zip("ab", masses, q, qd, strict=True)
    ]
    spring = zw.Spring(parts[0], parts[1], k, rest=1.0, name="spring")
    whole = zw.linearize(zw.Mechanism(parts, [], [spring]))

    def force(x):
        d = x[3:] - x[:3]
        f = k * (1.0 - 1.0 / jnp.sqrt(d @ d)) * d
        return jnp.concatenate([f, -f])

    plain = zw.linearize(zw.System(np.repeat(masses, 3), force), q.ravel(), qd.ravel())
    assert whole.stability == plain.stability == "stable"
    assert (whole.eigenvalues == 0).sum() == (plain.eigenvalues == 0).sum()
    same_spectrum(whole.eigenvalues, plain.eigenvalues, 1e-9)


def test_energy_along_fields_is_exact_where_the_mass_is_not_constant():
    """A bob in polar coordinates: angle + t is a symmetry, r + t is none, and is told by δT."""
    bob = zw.System.from_lagrangian(
        T=lambda q, qd: (qd[0] ** 2 + q[0] ** 2 * qd[1] ** 2) / 2,
        V=lambda q: 2.0 * (q[0] - 1.0) ** 2,
        coordinates=["r", "angle"],
    )
    found = zw.linearize(bob, [4.0 / 3.0, 0.2], [0.0, 1.0]).reduced
    x = found.x
    q, qd = np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([[0.3, 0.2], [0.0, 0.0]])
    power = kinetic_change(found.variation, x, q, qd)
    np.testing.assert_allclose(power, [4.0 / 3.0 + 0.2 * 16.0 / 9.0, 0.0], rtol=1e-14, atol=1e-15)


@pytest.mark.parametrize("forward, word", [(1.0, "stable"), (-1.0, "unstable")])
def test_a_sleigh_is_judged_alike_in_all_coordinates(forward, word, rng):
    """λ = −m a v / (J + m a²), with the edge behind the centre of mass, or before it."""
    m, J, a, v = 2.0, 0.3, 0.25, 1.5
    heading = np.array([np.cos(0.8), np.sin(0.8), 0.0])
    for spread in (None, 0.0, 6.0):
        T = np.eye(3)
        if spread is not None:
            T = np.linalg.qr(rng.normal(size=(3, 3)))[0] * 10.0 ** rng.uniform(-spread, spread, 3)

        def edge(q, qd, T=T):
            (_, _, turn), (x, y, rate) = T @ q, T @ qd
            return -jnp.sin(turn) * x + jnp.cos(turn) * y - a * rate

        sleigh = zw.System(T.T @ np.diag([m, m, J]) @ T, None, [zw.Nonholonomic(edge, name="edge")])
        q, qd = np.linalg.solve(T, [0.3, 0.2, 0.8]), np.linalg.solve(T, forward * v * heading)
        found = zw.linearize(sleigh, q, qd)
        assert (found.steady, found.stability) == ("steady", word), (spread, found.verdict)
        wanted = np.zeros(5)
        wanted[0] = -forward * m * a * v / (J + m * a * a)
        same_spectrum(found.eigenvalues, wanted, 1e-9)
