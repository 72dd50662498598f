"""Real parts near zero, and rests that small motions do not decide, are told."""

from __future__ import annotations

import numpy as np
import pytest

import zwang as zw
from zwang.linear.stability import stiffness_in_metric


@pytest.mark.parametrize("pace", [1.0, 1e4, 1e-4])
def test_a_real_part_that_counts_as_zero_is_named(pace):
    for part in (1e-9, 1e-10):
        spring = zw.System(1.0, lambda q, qd, part=part: -(pace**2) * q + part * pace * qd)
        found = zw.equilibrium(spring, [0.0])
        assert found.stability == "stable"
        assert f"the real part {part * pace / 2:.2g}, which counts as zero" in found.verdict.reason
    plain = zw.equilibrium(zw.System(1.0, lambda q: -(pace**2) * q), [0.0])
    assert "counts as zero" not in plain.verdict.reason
    fed = zw.System(1.0, lambda q, qd: -(pace**2) * q + 1e-8 * pace * qd)
    assert zw.equilibrium(fed, [0.0]).stability == "unstable"


@pytest.mark.parametrize("pace", [1.0, 1e4])
def test_real_parts_that_rounding_makes_are_not_named(pace):
    """Of masses and stiffnesses alone, in coordinates that mix them."""
    for seed in range(4):
        rng = np.random.default_rng(seed)
        mass, stiff = (B @ B.T + np.eye(5) for B in rng.normal(size=(2, 5, 5)))
        spring = zw.System(mass, lambda q, K=pace**2 * stiff: -K @ q)
        found = zw.equilibrium(spring, np.zeros(5))
        assert found.stability == "stable" and "counts as zero" not in found.verdict.reason


def test_small_motions_about_a_degenerate_rest_are_in_doubt_however_asked_for():
    found = zw.equilibrium(zw.System(1.0, lambda q: 10.0 * q**3), [0.1])
    assert found.degenerate and found.stability == "undecided"
    model = zw.linearize(found, outputs=["q0"] if "q0" in found.names else None)
    assert model.stability == "undecided" and model.doubt.startswith("degenerate")


@pytest.mark.parametrize("seed", range(4))
def test_gyroscopic_forces_feed_no_energy_in(seed):
    """What is skew in the damping does no work, however large it is; a negative part does."""
    X, D, W = np.random.default_rng(seed).normal(size=(3, 4, 4))
    mass, stiff, damping, turning = X @ X.T + np.eye(4), D @ D.T + np.eye(4), 0.1 * D.T @ D, W - W.T
    wanted = stiffness_in_metric(mass, damping, stiff)
    found = stiffness_in_metric(mass, damping + turning, stiff)
    assert found is not None and wanted is not None
    np.testing.assert_allclose(found, wanted, rtol=1e-12)
    assert stiffness_in_metric(mass, turning - damping, stiff) is None
