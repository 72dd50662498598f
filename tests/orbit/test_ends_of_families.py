"""Where families end: at what was asked for and no further, or where a period has no bound."""

import re

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw

G = 9.81


def driven(which):
    """x'' = 0.3 cos(ω t) − 0.2 x' − x, by its frequency; as it is, or against a redundant line."""
    law = lambda q, qd, t, p: 0.3 * jnp.cos(p["w"] * t) - 0.2 * qd - q
    if which == "number":
        return zw.System(1.0, law), [0.3]
    line = zw.Holonomic(lambda q: jnp.stack([q[0] - q[1], 2.0 * (q[0] - q[1])]), name="line")
    return zw.System(1.0, law, [line]), [0.3, 0.3]


@pytest.mark.parametrize("which", ["number", "line"])
@pytest.mark.parametrize("to", [0.05, 0.02])
def test_a_family_goes_to_low_frequencies_and_not_beyond_zero(which, to):
    system, start = driven(which)
    period = lambda p: 2 * np.pi / p["w"]
    orbit = zw.periodic(system, start, np.zeros(len(start)), period, {"w": 0.6})
    family = orbit.follow("w", to)
    assert family.values[-1] == pytest.approx(to, abs=1e-8) and not family.bifurcations
    w = family.values
    want = 0.3 / np.hypot(1.0 - w**2, 0.2 * w)
    np.testing.assert_allclose(family.amplitudes[:, 0], want, atol=1e-8)
    with pytest.raises(ValueError, match=r"`to` is -0.1, where there is no period.*positive"):
        orbit.follow("w", -0.1)


def pendulum(which):
    """A swing of amplitude 2, its energy zero at half height; which coordinate tells the top."""
    if which == "angle":
        energy = lambda q, qd: qd @ qd / 2 - G * jnp.cos(q[0])
        return zw.System(1.0, lambda q: -G * jnp.sin(q), energy=energy), [2.0], ("q[0]", np.pi)
    rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
    energy = lambda q, qd: (qd @ qd + 2 * G * q[1]) / 2
    system = zw.System(1.0, [0.0, -G], [rod], energy=energy)
    return system, [np.sin(2.0), -np.cos(2.0)], ("q[1]", 1.0)


def rest_told(detail, name):
    """Where the motion hardly moves, as the text says."""
    found = re.search(rf"hardly moves, about .*{re.escape(name)} ([-+.e\d]*\d)", detail)
    assert found is not None
    return float(found[1])


@pytest.mark.parametrize("which", ["angle", "pins"])
def test_a_swing_that_comes_to_the_top_takes_forever(which):
    """Its period is not bounded, and nothing dies out: it keeps its energy."""
    system, start, top = pendulum(which)
    swing = zw.periodic(system, start, np.zeros(len(start)), 3.0)
    family = swing.follow("energy", 12.0, throw=False)
    assert family.status == zw.Status.NO_ORBIT
    assert "period grows without bound" in family.detail
    assert abs(rest_told(family.detail, top[0])) == pytest.approx(top[1], abs=1e-2)
    assert "die out" not in family.detail
    assert family.values[-1] == pytest.approx(G, abs=1e-6) and family.values[-1] < G


def test_a_motion_that_goes_around_ever_more_slowly_takes_forever():
    system, _, top = pendulum("angle")
    around = zw.periodic(system, [0.0], [10.0], 0.7, shift=[2 * np.pi])
    with pytest.raises(zw.NumericalError, match="period grows without bound") as caught:
        around.follow("energy", 0.0)
    assert rest_told(caught.value.detail, top[0]) == pytest.approx(top[1], abs=1e-2)
