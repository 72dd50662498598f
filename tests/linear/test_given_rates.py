"""Forces that have no value at rest, as those of tyres; and searches that keep what is held."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw

MASS, INERTIA, FRONT, REAR, CF, CR = 1500.0, 2500.0, 1.2, 1.5, 60e3, 45e3
CRITICAL = np.sqrt(CF * CR * (FRONT + REAR) ** 2 / (MASS * (FRONT * CF - REAR * CR)))


def tyres(q, qd):
    """Slip angles as quotients of speeds: none at rest."""
    c, s = jnp.cos(q[2]), jnp.sin(q[2])
    u, v = c * qd[0] + s * qd[1], c * qd[1] - s * qd[0]
    front, rear = -CF * (v + FRONT * qd[2]) / u, -CR * (v - REAR * qd[2]) / u
    side = front + rear
    return jnp.stack([-s * side, c * side, FRONT * front - REAR * rear])


CAR = zw.System([MASS, MASS, INERTIA], tyres, coordinates=["x", "y", "psi"])


def textbook(speed):
    """Eigenvalues of the bicycle model of a car."""
    A = np.array(
        [
            [-(CF + CR) / (MASS * speed), (REAR * CR - FRONT * CF) / (MASS * speed) - speed],
            [
                (REAR * CR - FRONT * CF) / (INERTIA * speed),
                -(FRONT**2 * CF + REAR**2 * CR) / (INERTIA * speed),
            ],
        ]
    )
    return np.sort_complex(np.linalg.eigvals(A))


@pytest.mark.parametrize("speed", [20.0, 50.0])
def test_a_car_on_tyres_drives_steadily_at_the_rate_that_is_given(speed):
    found = zw.equilibrium(CAR, [0.0, 0.0, 0.0], rates={"x": speed})
    np.testing.assert_allclose(found.qd, [speed, 0.0, 0.0], atol=1e-9)
    values = found.eigenvalues[np.abs(found.eigenvalues) > 1e-6]
    np.testing.assert_allclose(np.sort_complex(values), textbook(speed), rtol=1e-7)


def test_the_critical_speed_of_a_car_on_tyres_is_found():
    locus = zw.root_locus(CAR, [0.0] * 3, name="x", values=[20.0, 45.0, 60.0], rate=True)
    assert [x != "unstable" for x in locus.stability] == [True, True, False]
    assert locus.crossings[0].value == pytest.approx(CRITICAL, rel=1e-7)
    assert locus.reasons == ("", "", "")


@pytest.mark.parametrize("heading", [0.0, 0.8])
def test_drag_along_the_velocity_balances_a_thrust_at_the_rate_that_is_given(heading):
    way = np.array([np.cos(heading), np.sin(heading)])
    law = lambda qd: 2.0 * way - 2.0 * qd / jnp.sqrt(qd @ qd)
    boat = zw.System(1.0, law, coordinates=["x", "y"])
    along = {"s": lambda q: way @ q}
    found = zw.equilibrium(boat, [0.0, 0.0], rates={"s": 3.0}, coordinates=along)
    np.testing.assert_allclose(found.qd, 3.0 * way, atol=1e-12)


def test_on_constraints_forces_without_a_value_at_rest_are_asked_at_the_rates_only():
    rail = zw.Holonomic(lambda q: q[1] - 0.5, name="rail")
    law = lambda qd: jnp.stack([2.0 - 2.0 * qd[0] / jnp.sqrt(qd @ qd), -1.0 + 0.0 * qd[0]])
    sled = zw.System([1.0, 3.0], law, [rail], coordinates=["x", "y"])
    found = zw.equilibrium(sled, [0.0, 0.4], rates={"x": 1.5})
    np.testing.assert_allclose([*found.q, *found.qd], [0.0, 0.5, 1.5, 0.0], atol=1e-12)


def test_where_a_force_has_no_value_its_coordinates_and_the_state_are_told():
    with pytest.raises(zw.NumericalError, match=r"force on 'x', 'y', 'psi'.* q̇ = \[0") as caught:
        zw.equilibrium(CAR, [0.0, 0.0, 0.0])
    assert caught.value.status == zw.Status.NON_FINITE
    law = lambda q, p: jnp.stack([-q[0], -q[1] * jnp.sqrt(p["k"])])
    springs = zw.System(1.0, law, coordinates=["a", "b"])
    locus = zw.root_locus(springs, [0.1, 0.1], {"k": 1.0}, name="k", values=[1.0, -1.0, -2.0])
    assert locus.stability == ("stable", "missing", "missing")
    assert locus.reasons[0] == "" and "force on 'b'" in locus.reasons[1]
    assert "force on 'b'" in locus.reasons[2] and "force on 'b'" in repr(locus)


# -- what is held --------------------------------------------------------------------------------


def top(weight=2.0):
    return zw.System.from_lagrangian(
        T=lambda q, qd: (
            (qd[0] ** 2 + (qd[1] * jnp.sin(q[0])) ** 2) / 2
            + 0.2 * (qd[2] + qd[1] * jnp.cos(q[0])) ** 2
        ),
        V=lambda q: weight * jnp.cos(q[0]),
        coordinates=["tilt", "precession", "spin"],
    )


@pytest.mark.parametrize("tilt", [0.5, 1.0, 2.5])
@pytest.mark.parametrize("weight", [2.0, 2e-6])
def test_a_tilt_that_is_held_keeps_its_value_and_the_force_on_it_is_told(tilt, weight):
    found = zw.equilibrium(top(weight), [tilt, 0.0, 0.0], hold="tilt", throw=False)
    assert found.status == zw.Status.NO_EQUILIBRIUM
    assert found.q[0] == pytest.approx(tilt, abs=1e-12)
    assert found.residual[0] == pytest.approx(weight * np.sin(tilt), rel=1e-9)
    assert f"{weight * np.sin(tilt):.3g} on 'tilt'" in found.detail


def test_downhill_a_pendulum_keeps_what_is_held_on_its_constraint():
    """In x, y with y held nothing else moves: there is no rest, and the search stays."""
    rod = zw.Holonomic(lambda q: q[:2] @ q[:2] - 1.0, name="rod")
    bob = zw.System(1.0, [0.0, -9.81, 0.0], [rod], coordinates=["x", "y", "z"])
    found = zw.equilibrium(bob, [0.6, -0.8, 0.3], hold="y", throw=False)
    assert found.status == zw.Status.NO_EQUILIBRIUM
    np.testing.assert_allclose(found.q, [0.6, -0.8, 0.3], atol=1e-9)


def test_a_rest_without_an_acceleration_is_refused_and_what_it_lacks_is_named():
    """If the top hangs or stands, its angles of Euler fail: M has no inverse there."""
    found = zw.equilibrium(top(), [0.5, 0.0, 0.0], throw=False)
    assert found.status == zw.Status.NO_EQUILIBRIUM
    assert abs(np.sin(found.q[0])) < 1e-4
    assert "precession" in found.detail and "spin" in found.detail


def test_a_search_that_meets_no_acceleration_on_its_way_is_told_and_returned():
    """The same with a torque about the vertical, which nothing balances anywhere."""
    pushed = zw.System.from_lagrangian(
        T=lambda q, qd: (
            (qd[0] ** 2 + (qd[1] * jnp.sin(q[0])) ** 2) / 2
            + 0.2 * (qd[2] + qd[1] * jnp.cos(q[0])) ** 2
        ),
        V=lambda q: 2.0 * jnp.cos(q[0]),
        force=lambda q: jnp.array([0.0, 0.1, 0.1]),
        coordinates=["tilt", "precession", "spin"],
    )
    found = zw.equilibrium(pushed, [0.5, 0.0, 0.0], throw=False)
    assert found.status != zw.Status.OK
    assert "precession" in found.detail and "spin" in found.detail
