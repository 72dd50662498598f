"""Rest where M has no length: what balances does not ask for masses."""

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.base.status import NumericalError, Status

WEIGHT = 9.81


def _crank(unit, turned):
    """A weight on a lever that hangs on a crank without mass; the plane turned, in other units."""
    c, s = np.cos(turned), np.sin(turned)
    down = lambda q: c * q[1] - s * q[0]
    return zw.System(
        [0.0, 0.0, 1.0],
        [0.0, 0.0, -WEIGHT],
        [
            zw.Holonomic(lambda q: q[0] ** 2 + q[1] ** 2 - unit**2, name="crank"),
            zw.Holonomic(lambda q: q[2] - 2.0 * down(q) / unit, name="lever"),
        ],
        coordinates=["x", "y", "z"],
    )


@pytest.mark.parametrize(("unit", "turned"), [(1.0, 0.0), (1e3, 0.0), (1.0, 0.7), (1e-3, 2.0)])
def test_a_toggled_lever_rests_and_is_named(unit, turned):
    c, s = np.cos(turned), np.sin(turned)
    guess = np.array([0.9 * c + 0.3 * s, 0.9 * s - 0.3 * c, 0.0])
    guess *= [unit, unit, 1.0]
    found = zw.equilibrium(_crank(unit, turned), guess)
    assert found.status == Status.OK
    # It hangs or stands; the crank points along the pull, which all of it holds.
    way = found.q[2] / 2.0
    assert abs(abs(way) - 1.0) < 1e-9
    np.testing.assert_allclose(found.q[:2], way * unit * np.array([-s, c]), atol=1e-9 * unit)
    np.testing.assert_allclose(found.force("lever")[2], WEIGHT, rtol=1e-9)
    np.testing.assert_allclose(
        found.force("crank")[:2], 2 * WEIGHT / unit * np.array([-s, c]), atol=1e-8 / unit
    )
    assert found.stability == "undecided"
    assert "neither mass nor constraint" in found.verdict.reason
    if not turned:
        assert "direction x" in found.verdict.reason
    assert "no small motions" in repr(found)
    with pytest.raises(NumericalError, match="neither mass nor constraint"):
        assert found.linear


@pytest.mark.parametrize("masses", [(1.0, 1.0, 1.0), (0.0, 0.0, 1.0)])
def test_a_knee_that_is_pulled_straight_needs_no_mass(masses):
    rows = [
        zw.Holonomic(lambda q: q[0] ** 2 + q[1] ** 2 - 1.0, name="crank"),
        zw.Holonomic(lambda q: (q[0] - q[2]) ** 2 + q[1] ** 2 - 2.25, name="rod"),
    ]
    knee = zw.System(masses, [0.0, 0.0, 1.0], rows, coordinates=["x", "y", "u"])
    found = zw.equilibrium(knee, [0.9, 0.4, 2.2])
    np.testing.assert_allclose(found.q, [1.0, 0.0, 2.5], atol=1e-9)
    assert found.stability == ("stable" if masses[0] else "undecided")


def test_a_node_without_mass_rests_between_its_springs():
    force = lambda q: jnp.stack([-q[0] - 2 * (q[0] - q[1]), 2 * (q[0] - q[1]) - 3 * (q[1] - 5)])
    found = zw.equilibrium(zw.System([1.0, 0.0], force), [0.0, 0.0])
    np.testing.assert_allclose(found.q, [30 / 11, 45 / 11], rtol=1e-12)
    assert found.stability == "undecided"


@pytest.mark.parametrize("tilt", [0.0, 0.3])
def test_a_top_stands_upright_where_its_angles_fail(tilt):
    top = zw.System.from_lagrangian(
        T=lambda q, qd: (
            (qd[0] ** 2 + (qd[1] * jnp.sin(q[0])) ** 2) / 2
            + 0.2 * (qd[2] + qd[1] * jnp.cos(q[0])) ** 2
        ),
        V=lambda q: 2.0 * jnp.cos(q[0]),
        coordinates=["tilt", "precession", "spin"],
    )
    found = zw.equilibrium(top, [tilt, 0.0, 0.0])
    assert abs(found.q[0]) < 1e-9
    assert "precession" in found.verdict.reason
    assert "spin" in found.verdict.reason


def test_what_is_pushed_without_mass_is_refused_still():
    with pytest.raises(NumericalError) as raised:
        zw.equilibrium(zw.System([1.0, 0.0], lambda q: jnp.stack([-q[0], 1.0])), [0.3, 0.0])
    assert raised.value.status == Status.NO_SOLUTION
