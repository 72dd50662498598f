"""Real parts near zero, and rests that small motions do not decide, are told."""

from __future__ import annotations

import pytest

import zwang as zw


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


def test_small_motions_about_a_degenerate_rest_are_in_doubt_however_asked_for():
    found = zw.equilibrium(zw.System(1.0, lambda q: 10.0 * q**3), [0.1])
    assert found.degenerate and found.stability == "undecided"
    model = zw.linearize(found, outputs=["q0"] if "q0" in found.names else None)
    assert model.stability == "undecided" and model.doubt.startswith("degenerate")
