"""The motions of KU93's examples are those of one coordinate, of closed forms, of the text.

The references integrate one coordinate with SciPy; they are in the example that shows them.
"""

from functools import cache
from typing import Any

import numpy as np
import pytest

import zwang as zw
from examples.ku93_pendulum import by_angle, by_x
from zwang import zoo

EPS = float(np.finfo(float).eps)
TOLERANCE = 1e-10  # as in the paper

# -- example 1 ------------------------------------------------------------------------------------


@cache
def particle() -> zw.Motion:
    p = zoo.ku93_particle()
    return zw.simulate(p.system, p.q0, p.qd0, (0.0, p.t), p.p, rtol=TOLERANCE)


@pytest.mark.equation("KU93 (31)")
def test_particle_moves_as_in_closed_form():
    motion = particle()
    assert zoo.ku93_particle().error(motion.t, motion.q, motion.qd) <= 1e-11


@pytest.mark.equation("KU93 (38)")
def test_particle_has_the_printed_acceleration_all_along():
    """(38)."""
    motion = particle()
    z, xd, zd = motion.q[:, 2], motion.qd[:, 0], motion.qd[:, 2]
    printed = (zd * xd / (1 + z**2))[:, None] * np.stack([-z, np.ones_like(z), 0.0 * z], axis=1)
    np.testing.assert_allclose(motion.qdd, printed, rtol=0.0, atol=8 * EPS)


# -- example 2 ------------------------------------------------------------------------------------

TIMES = np.linspace(0.0, 10.0, 41)
CASES = {
    "even": zoo.ku93_pendulum(mu=0.0, a=20.0),
    **{f"a={a:g}": zoo.ku93_pendulum(mu=-0.1, a=a) for a in (4.0, 2.0, 1.0, 0.5)},
}


@cache
def pendulum(name: str) -> zw.Motion:
    """All cases share one compiled program."""
    p = CASES[name]
    return zw.simulate(p.system, p.q0, p.qd0, TIMES, p.p, rtol=TOLERANCE)


@cache
def known(name: str) -> Any:
    return (by_angle if name == "even" else by_x)(CASES[name])(TIMES)


@pytest.mark.equation("KU93 (33)-(34)")
@pytest.mark.parametrize("name", CASES)
def test_pendulum_moves_as_the_equation_in_one_coordinate(name):
    """An error is mostly a delay; accelerations of 200 on the uneven rod make more of it."""
    motion, expected = pendulum(name), known(name)
    place, speed = (3e-11, 3e-11) if name == "even" else (2e-10, 3e-9)
    np.testing.assert_allclose(motion.q, expected.q, rtol=0.0, atol=place)
    np.testing.assert_allclose(motion.qd, expected.qd, rtol=0.0, atol=speed)


@pytest.mark.equation("KU93 (34)")
@pytest.mark.parametrize("name", CASES)
def test_rod_pulls_as_the_equation_in_one_coordinate_says(name):
    force, expected = pendulum(name).force("length"), known(name).Qc
    np.testing.assert_allclose(force, expected, rtol=0.0, atol=1e-9 * np.abs(expected).max())


@pytest.mark.parametrize("name", CASES)
def test_pendulum_keeps_its_length_and_its_energy(name):
    motion, p = pendulum(name), CASES[name].p
    assert np.abs(motion.residual_raw).max() <= 4 * EPS * p["L"] ** 2
    assert np.ptp(motion.energy) <= TOLERANCE * p["m"] * p["g"] * p["L"]


def test_largest_angle_is_about_the_eighty_degrees_of_the_text():
    """The turn is where the energy of the start is all spent."""
    p = CASES["even"]
    turn = np.arccos(1.0 - p.qd0[0] ** 2 / (2.0 * p.p["g"] * p.p["L"]))
    angles = np.arctan2(pendulum("even").q[:, 0], pendulum("even").q[:, 1])
    assert 75.0 < np.degrees(angles.max()) <= np.degrees(turn) < 80.0


# -- example 3 ------------------------------------------------------------------------------------

ALPHAS = [4.0, 0.4]


@cache
def oscillator(alpha: float, drift: Any) -> zw.Motion:
    p = zoo.ku93_oscillator(alpha)
    times = np.union1d(np.linspace(0.0, 10.0, 101), p.times)
    return zw.simulate(p.system, p.q0, p.qd0, times, p.p, rtol=TOLERANCE, drift=drift)


@pytest.mark.equation("KU93 (35c)")
@pytest.mark.parametrize("alpha", ALPHAS)
def test_path_is_tracked_without_projection_as_well_as_in_the_paper(alpha):
    """Within 1e-9, says the text, for a local tolerance of 1e-10."""
    assert np.abs(oscillator(alpha, None).residual_raw).max() <= 1e-9


@pytest.mark.parametrize("alpha", ALPHAS)
def test_path_is_tracked_to_rounding_with_projection(alpha):
    motion = oscillator(alpha, zw.Projection())
    assert np.abs(motion.residual_raw).max() <= 4 * EPS * np.abs(motion.q).max()


@pytest.mark.equation("KU93 (35a)-(35c)")
@pytest.mark.parametrize("drift", [None, zw.Projection()], ids=["none", "projection"])
@pytest.mark.parametrize("alpha", ALPHAS)
def test_masses_are_where_34_digits_have_them(alpha, drift):
    p, motion = zoo.ku93_oscillator(alpha), oscillator(alpha, drift)
    rows = np.searchsorted(motion.t, p.times)
    assert p.error(motion.t[rows], motion.q[rows], motion.qd[rows]) <= 1e-10


def control(p, t, q, qd):
    """(32) for D = [1 −1] and g the path's second derivative, by hand: f1, and f2 = −f1."""
    stretch, rate, x2, x2d = q[0] - q[1], qd[0] - qd[1], q[1], qd[1]
    between = p["k1"] * stretch + p["c1"] * rate + p["kbar1"] * stretch**3
    wall = p["k2"] * x2 + p["c2"] * x2d + p["kbar2"] * x2**3
    wt = p["omega"] * t
    g = (p["alpha"] ** 2 - p["omega"] ** 2) * np.sin(wt) - 2 * p["alpha"] * p["omega"] * np.cos(wt)
    g = p["A"] * np.exp(-p["alpha"] * t) * g
    free = -between / p["m1"] - (between - wall) / p["m2"]
    f1 = p["m1"] * p["m2"] / (p["m1"] + p["m2"]) * (g - free)
    return np.stack([f1, -f1], axis=-1)


@pytest.mark.equation("KU93 (32), (35c)")
@pytest.mark.parametrize("alpha", ALPHAS)
def test_control_force_is_the_closed_form(alpha):
    """At every row of the motion from its own state, and at four times from 34 digits."""
    p, motion = zoo.ku93_oscillator(alpha), oscillator(alpha, zw.Projection())
    size = np.abs(motion.Qc).max()
    own = control(p.p, motion.t, motion.q.T, motion.qd.T)
    np.testing.assert_allclose(motion.Qc, own, rtol=0.0, atol=100 * EPS * size)
    rows = np.searchsorted(motion.t, p.times)
    q, qd = p.state(p.times)
    exact = control(p.p, p.times, q.T, qd.T)
    np.testing.assert_allclose(motion.Qc[rows], exact, rtol=0.0, atol=1e-10 * size)
