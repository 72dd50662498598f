"""Guesses that are far off: several turns, relaxation oscillations, a path that must be kept."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw

G = 9.81


def swing(which):
    if which == "angle":
        energy = lambda q, qd: qd @ qd / 2 - G * jnp.cos(q[0])
        return zw.System(1.0, lambda q: -G * jnp.sin(q), energy=energy), [1.0]
    rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
    energy = lambda q, qd: qd @ qd / 2 + G * q[1]
    return zw.System(1.0, [0.0, -G], [rod], energy=energy), [np.sin(1.0), -np.cos(1.0)]


@pytest.mark.parametrize("which", ["angle", "pins"])
def test_a_guess_of_some_turns_leads_to_the_nearest_number_of_them_and_says_so(which):
    system, start = swing(which)
    still = np.zeros(len(start))
    once = zw.periodic(system, start, still, 2.1)
    assert once.turns == 1 and "turns" not in str(once)
    for times, want in ((1.3, 1), (1.9, 2), (2.2, 2), (2.9, 3)):
        orbit = zw.periodic(system, start, still, times * once.period)
        assert orbit.turns == want and orbit.period == pytest.approx(want * once.period, rel=1e-10)
        assert want == 1 or f"{want}: it returns after {once.period:.8g}" in str(orbit)


def test_turns_of_what_is_forced_and_of_what_goes_around():
    forced = zw.System(1.0, lambda q, qd, t: -q - 0.2 * qd + jnp.cos(1.5 * t))
    for times in (1, 3):
        assert zw.periodic(forced, [0.5], [0.0], times * 2 * np.pi / 1.5).turns == times
    system, _ = swing("angle")
    for times in (1, 2):
        shift = [2 * np.pi * times]
        assert zw.periodic(system, [0.0], [10.0], 0.7 * times, shift=shift).turns == times


def test_a_state_that_comes_again_under_another_force_is_no_return():
    """x = sin 2t + sin³t cos⁴t / 2 is at 0 and at π in one state, and goes on differently."""
    x = lambda t: jnp.sin(2 * t) + 0.5 * jnp.sin(t) ** 3 * jnp.cos(t) ** 4
    v = jax.grad(x)
    drive = lambda t: jax.grad(v)(t) + 0.6 * v(t) + 2.0 * x(t)
    forced = zw.System(1.0, lambda q, qd, t: drive(t) - 0.6 * qd - 2.0 * q)
    orbit = zw.periodic(forced, [0.0], [2.0], 2 * np.pi)
    np.testing.assert_allclose([*orbit.q0, *orbit.qd0], [0.0, 2.0], atol=1e-8)
    assert orbit.turns == 1 and "turns" not in str(orbit)
    assert zw.periodic(forced, [0.0], [2.0], 4 * np.pi).turns == 2


@pytest.mark.parametrize("guess", [162.8, 150.0])
@pytest.mark.parametrize("size", [1.0, 1e3])
def test_a_relaxation_oscillation_is_found_from_a_start_beside_it(guess, size):
    """Van der Pol, μ = 100, in two units of length: its period is published as 162.837."""
    law = lambda q, qd: 100.0 * (1.0 - (q / size) ** 2) * qd - q
    orbit = zw.periodic(zw.System(1.0, law), [2.0 * size], [0.0], guess, atol=1e-13 * size)
    assert orbit.period == pytest.approx(162.837071, abs=1e-5)
    assert orbit.stability == "stable" and orbit.turns == 1


@pytest.mark.parametrize("gains", [None, (4.0, 4.0)])
def test_what_tracks_a_path_without_gains_stays_on_it(gains):
    """The tracked carriage drives the other: its multipliers are exp(λ T) of λ² + 0.2 λ + 3."""
    pull = lambda q, qd: 3.0 * (q[1] - q[0]) + 0.2 * (qd[1] - qd[0])
    force = lambda q, qd: jnp.stack([pull(q, qd), -pull(q, qd)])
    carriages = zw.System([2.0, 1.0], force)
    path = zw.Holonomic(lambda q, t: q[0] - 0.5 * jnp.sin(2 * t), name="path")
    loop = zw.track(carriages, path, **({} if gains is None else {"gains": gains})).closed_loop()
    orbit = zw.periodic(loop, [0.0, 0.2], [1.0, 0.0], np.pi)
    H = (3 + 0.4j) / (-1 + 0.4j)  # of the other one's answer to 0.5 sin 2t
    np.testing.assert_allclose([orbit.q0[1], orbit.qd0[1]], [H.imag / 2, H.real], atol=1e-6)
    for x in np.exp(np.roots([1.0, 0.2, 3.0]) * np.pi):
        assert np.abs(orbit.multipliers - x).min() <= 1e-8
