"""Rest under constraints on velocities that ask something of q."""

import jax.numpy as jnp
import numpy as np
import pytest
from scipy.optimize import brentq

import zwang as zw
from zwang.rest.branch.joined import Along, slope


def follower(row, R=None, times=1.0, wire=False):
    """x on a spring to y, which a row on velocities moves; in coordinates R q, the row scaled."""
    J = jnp.asarray(np.eye(2) if R is None else R)

    def force(q, qd):
        (x, y), (v, _) = J @ q, J @ qd
        return J.T @ jnp.stack([-10.0 * jnp.sin(x - y) - v - x**3, 0.0])

    law = lambda q, qd, t, p: times * row((J @ q)[1], (J @ qd)[1], t, p)
    return zw.System(J.T @ J, force, [zw.Nonholonomic(law, name="lag")])


LAG = lambda y, rate, t, p: rate + 2.0 * (y - p["y"])
TILTED = np.linalg.inv(1e3 * np.array([[3.0, 1.0], [0.5, 2.0]]))


@pytest.mark.parametrize("R", [np.eye(2), TILTED], ids=["plain", "tilted, in mm"])
def test_rest_is_found_from_beside_it(R):
    """y comes to rest where its row has q̇ = 0; and x where the spring holds it, by SciPy."""
    x = float(brentq(lambda x: -10.0 * np.sin(x - 0.5) - x**3, 0.0, 1.0, xtol=1e-14))  # pyright: ignore[reportArgumentType]
    for times in (1.0, 1e6):
        system = follower(LAG, R, times)
        for guess in ([0.1, 0.3], [0.5, 0.5], [0.48, 2.0], [0.0, -0.7]):
            found = zw.equilibrium(system, np.linalg.inv(R) @ guess, {"y": 0.5})
            np.testing.assert_allclose(R @ found.q, [x, 0.5], atol=1e-12)
            assert not found.qd.any() and found.stability == "asymptotically stable"
            assert np.abs(found.eigenvalues + 2.0).min() <= 1e-12


def test_a_locus_follows_what_the_row_asks_for():
    found = zw.root_locus(
        follower(LAG), [0.1, 0.3], {"y": 0.0}, name="y", values=[-1.0, -0.5, 0.5, 1.0]
    )
    assert not found.crossings
    places = [x.q[1] for x in found.equilibria if x is not None]
    np.testing.assert_allclose(places, found.values, atol=1e-12)
    # And so does its slope, against the difference of two.
    at = lambda y: zw.equilibrium(follower(LAG), [0.1, 0.3], {"y": y})
    difference = (at(0.5 + 1e-5).q - at(0.5 - 1e-5).q) / 2e-5
    np.testing.assert_allclose(np.asarray(slope(at(0.5), Along("y"))), difference, atol=1e-8)


def test_rest_that_time_does_not_move_and_rest_that_it_does():
    gain = lambda y, rate, t, p: rate + (2.0 + jnp.sin(t)) * (y - 0.5)
    found = zw.equilibrium(follower(gain), [0.1, 0.3])
    assert found.q[1] == pytest.approx(0.5, abs=1e-12) and "state of rest" in str(found)
    moved = lambda y, rate, t, p: rate + 2.0 * (y - jnp.sin(t))
    assert "instant" in str(zw.equilibrium(follower(moved), [0.1, 0.3], throw=False))


def test_where_the_row_never_lets_it_rest_there_is_none():
    never = lambda y, rate, t, p: rate + 1.0 + y**2
    with pytest.raises(zw.NumericalError, match="for an instant"):
        zw.equilibrium(follower(never), [0.1, 0.3])


def test_a_belt_that_moves_evenly_carries_a_steady_motion():
    """Its row asks nothing of q; and it may have the name of a coordinate."""
    force = lambda q, qd: jnp.stack([-10.0 * (q[0] - 1.0) - 3.0 * (qd[0] - qd[1]), 0.0])
    belt = zw.Pfaffian([0.0, 1.0], lambda q: -2.0, name="belt")
    system = zw.System(1.0, force, [belt], coordinates=["x", "belt"])
    found = zw.equilibrium(system, [0.1, 0.3])
    np.testing.assert_allclose(found.qd, [0.0, 2.0], atol=1e-14)
    assert found.q[0] == pytest.approx(1.6, abs=1e-12) and found.status == zw.Status.OK


ROWS = {
    "linear": lambda q, qd: qd[1] + 2.0 * (q[1] - 0.7),
    "bent": lambda q, qd: qd[1] + jnp.tanh(q[1] - q[0] - 0.7),
    "coupled": lambda q, qd: qd[1] - qd[0] + 2.0 * (q[1] - 0.7) + q[0],
}


@pytest.mark.parametrize("name", ROWS)
def test_rest_is_preferred_to_a_motion_that_the_row_makes_for_an_instant(name):
    """Also where nothing that is free depends on where it is."""
    system = zw.System(1.0, lambda q: -q, [zw.Nonholonomic(ROWS[name], name="row")])
    for guess in ([0.3, 0.2], [0.3, 0.69]):
        found = zw.equilibrium(system, guess)
        assert found.status == 0 and not found.qd.any()
        assert abs(ROWS[name](found.q, found.qd)) < 1e-12
        np.testing.assert_allclose(system.acceleration(found.q, found.qd).qdd, 0.0, atol=1e-9)


def test_a_motion_that_a_row_makes_for_an_instant_is_not_steady():
    system = zw.System(1.0, lambda q: -q, [zw.Nonholonomic(ROWS["bent"], name="row")])
    found = zw.equilibrium(system, [2.0, -3.0], throw=False)  # where Newton finds no rest
    assert found.status == zw.Status.NO_EQUILIBRIUM or not found.qd.any()
