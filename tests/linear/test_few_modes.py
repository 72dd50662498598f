"""A few modes of large states of rest by sparse factors: those that all small motions have."""

import numpy as np
import pytest
import scipy.special

import zwang as zw
from tests.systems.bodies import G, links
from zwang.base.status import Status
from zwang.rest import large


def chain(count, unit=1.0, damping=0.0, upwards=1.0, twice=False):
    """Links on hinges that rub, hanging or standing; or with hinges twice."""
    plain = links(count, unit, upwards, 2 * twice)
    rub = [zw.TorsionSpring(x, 0.0, damping=damping) for x in plain.joints[:count]]
    return zw.Mechanism(plain.bodies, plain.joints, [zw.Gravity([0, 0, -G * unit]), *rub])


@pytest.mark.parametrize(
    "given",
    [
        {"damping": 0.01},
        {"damping": 1e4, "unit": 1e3},
        {"damping": 0.01, "upwards": -1.0},
        {"damping": 0.01, "twice": True},
        {},
    ],
)
@pytest.mark.parametrize("near", [0.0, 20j])
def test_a_few_modes_are_those_of_all_small_motions(monkeypatch, given, near):
    monkeypatch.setattr(large, "LARGE", 30)
    found = zw.equilibrium(chain(6, **given))
    some = found.modes(4, near)
    assert "_near" not in found.__dict__  # small motions were not computed for it
    assert some.status == Status.OK
    every = found.linear.eigenvalues
    right = every[np.argsort(np.abs(every - near), kind="stable")][:4]
    away = lambda x: sorted(np.abs(x - near))
    np.testing.assert_allclose(away(some.eigenvalues), away(right), rtol=1e-7)
    assert max(np.abs(every - x).min() for x in some.eigenvalues) < 1e-7 * np.abs(every).max()
    # Motions keep the constraints, and are those of the modes: one direction each.
    rows = found.holds.A @ some.motions.T
    assert np.abs(rows).max() < 1e-9 * abs(found.holds.A).max() * np.abs(some.motions).max()
    again = found.modes(4, near)  # now of all small motions
    M = found.holds.M
    for x, y in zip(some.motions, again.motions, strict=True):
        assert abs(x.conj() @ (M @ x) - 1) < 1e-9
        assert abs(abs(x.conj() @ (M @ y)) - 1) < 1e-6


def test_a_long_chain_has_the_frequencies_of_a_rope():
    """√(g / l) j / 2 with the zeros j of J₀, in the limit: of n links apart by 1 / n² or so."""
    found = zw.equilibrium(chain(300, damping=1e-12))
    some = found.modes(6)
    right = scipy.special.jn_zeros(0, 3) / 2 * np.sqrt(G)
    assert some.status == Status.OK
    np.testing.assert_allclose(some.eigenvalues.imag[::2], right, rtol=1e-3)
    np.testing.assert_allclose(some.eigenvalues.imag[1::2], -right, rtol=1e-3)


def test_more_modes_than_there_are_is_a_status(monkeypatch):
    monkeypatch.setattr(large, "LARGE", 30)
    found = zw.equilibrium(chain(6))
    some = found.modes(20)
    assert some.status == Status.INACCURATE
    assert "of 20 modes" in some.detail
    with pytest.raises(ValueError, match="`near`"):
        found.modes(2, np.nan)
