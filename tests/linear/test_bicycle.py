"""Whipple's bicycle against the benchmark of Meijaard, Papadopoulos, Ruina and Schwab (2007).

    M q̈ + v C1 q̇ + (g K0 + v² K2) q = f,    q = (roll, steer)

Proc. R. Soc. A 463, 1955-1982, table 2 and equation (5.3) ff.; matrices as published there.
"""

from functools import cache
from typing import Any

import numpy as np
import pytest
import scipy.optimize

import zwang as zw
from tests.project import source

M = np.array([[80.81722, 2.31941332208709], [2.31941332208709, 0.29784188199686]])
C1 = np.array([[0.0, 33.86641391492494], [-0.85035641456978, 1.68540397397560]])
K0 = np.array([[-80.95, -2.59951685249872], [-2.59951685249872, -0.80329488458618]])
K2 = np.array([[0.0, 76.59734589573222], [0.0, 2.65431523794604]])
G = 9.81
WEAVE, CAPSIZE = 4.292382536341118, 6.024262015388377  # as published, in m/s


@pytest.fixture(scope="module")
def example():
    module = source.example("bicycle")
    module.small_motions = cache(module.small_motions)  # a second of tracing for each speed
    return module


def published(v):
    A = np.zeros((4, 4))
    A[:2, 2:] = np.eye(2)
    A[2:, :2] = -np.linalg.solve(M, G * K0 + v**2 * K2)
    A[2:, 2:] = -np.linalg.solve(M, v * C1)
    return np.linalg.eigvals(A)


def off(found, wanted):
    """The largest distance of an eigenvalue to its partner."""
    apart = np.abs(found[:, None] - wanted)
    return apart[scipy.optimize.linear_sum_assignment(apart)].max()


def test_the_reduced_matrices_are_the_published_ones(example):
    still, slow = example.small_motions(0.0), example.small_motions(1.0)
    assert still.coordinates == ("roll", "steer") == still.rates
    for found, wanted in (
        (still.mass, M),
        (slow.mass, M),
        (still.damping, np.zeros((2, 2))),
        (slow.damping, C1),
        (still.stiffness / G, K0),
        (slow.stiffness - still.stiffness, K2),
    ):
        assert np.abs(found - wanted).max() < 1e-10


def test_the_eigenvalues_are_the_published_ones_from_rest_to_ten(example):
    for v in (0, 2, 4, 5, 6, 8, 10):
        model = example.small_motions(float(v))
        assert off(model.eigenvalues, published(v)) < 1e-10
        stable = WEAVE < v < CAPSIZE
        assert model.stability == ("asymptotically stable" if stable else "unstable")
        # Forces along roll and steer are the f of the benchmark.
        np.testing.assert_allclose(model.B[2:, :2], np.linalg.inv(M), rtol=1e-10, atol=1e-12)
    at_five = np.array([-0.322866429004, -14.078389692798, -0.775341882196 + 4.464867713788j])
    found = example.small_motions(5.0).eigenvalues
    assert max(np.abs(found - x).min() for x in at_five) < 1e-11


def test_the_example_runs(example, capsys):
    example.main()
    told = capsys.readouterr().out
    assert told.count("unstable") == 4 and told.count("asymptotically stable") == 2


def test_weave_and_capsize_speeds_are_the_published_ones(example):
    def growth(v, which):
        values = example.small_motions(v).eigenvalues
        pair = np.abs(values.imag) > 1.0
        return values[pair if which == "weave" else ~pair].real.max()

    for which, wanted in (("weave", WEAVE), ("capsize", CAPSIZE)):
        near = wanted - 2e-6, wanted + 2e-6  # between which the sign changes
        speed: Any = scipy.optimize.brentq(growth, *near, args=(which,), xtol=2e-11)
        assert abs(speed - wanted) < 1e-10


def test_the_steady_motion_is_found_from_the_speed_of_a_wheel(example):
    found = zw.equilibrium(
        example.bicycle(), rates={"rear axle.angle": 5.0 / 0.3}, coordinates={"roll": example.roll}
    )
    assert found.off < 1e-12
    assert abs(found.qd[0] - 5.0) < 1e-12
    assert found.stability == "stable"  # of which speed and heading are a family
    moving = found.eigenvalues[: len(found.eigenvalues) - found.linear.spectrum.zeros]
    assert off(moving, published(5.0)) < 1e-9
    assert found.linear.spectrum.zeros == 6


def test_other_states_enter_the_equations_of_steer_alone(example):
    model = zw.linearize(example.bicycle(3.0), coordinates=example.COORDINATES)
    with pytest.raises(ValueError, match="'roll'"):
        model.block("steer")
    assert set(model.unfelt) >= {"frame.x", "frame.y"}


@pytest.mark.slow
def test_the_nonlinear_bicycle_coasts_and_keeps_its_energy(example):
    """Pushed sideways at 4.6 m/s, where it keeps itself upright."""
    bicycle = example.bicycle(4.6)
    model = zw.linearize(bicycle, coordinates=example.COORDINATES)
    place = model.states.index("roll'")
    q, qd = bicycle.start()
    qd = qd + 1e-3 * model.reduced.E.qd[place]
    q, qd = bicycle.assemble(q, qd)
    motion = bicycle.simulate([0.0, 1.0], q0=q, qd0=qd, rtol=1e-10)
    assert abs(np.ptp(motion.energy)) < 1e-8 * abs(motion.energy[0])
    block = model.block("roll", "steer")
    import scipy.linalg

    x = scipy.linalg.expm(block.A)[:, block.states.index("roll'")] * 1e-3
    assert abs(float(example.roll(motion.q[-1])) - x[0]) < 1e-6 * 1e-3 + 1e-3 * abs(x[0])
