"""With ``throw=False`` a failure is a status, whatever it is that the guess lacks."""

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.systems.points import TOP
from zwang.base.status import NumericalError, Status

CIRCLES = [
    zw.Holonomic(lambda q: q @ q - 1.0, name="small"),
    zw.Holonomic(lambda q: q @ q - 4.0, name="large"),
]
SPEEDS = [
    zw.Nonholonomic(lambda q, qd: qd[0] - 1.0, name="slow"),
    zw.Nonholonomic(lambda q, qd: qd[0] - 2.0, name="fast"),
]
PLANE = ["x", "y"]
# Each with a guess, its velocity, the status, and a name that must be told.
CASES = {
    "angles that fail": (TOP, [0.0, 0.0, 0.0], [0.0, 0.0, 1.0], Status.NOT_UNIQUE, "spin"),
    "no such place": (
        zw.System(1.0, [0.0, -1.0], CIRCLES, coordinates=PLANE),
        [0.0, 1.0],
        [1.0, 0.0],
        Status.NOT_ASSEMBLED,
        "",
    ),
    "no such speed": (
        zw.System(1.0, [0.0, -1.0], SPEEDS, coordinates=PLANE),
        [0.0, 1.0],
        [1.0, 0.0],
        Status.NOT_ASSEMBLED,
        "",
    ),
    "no mass": (
        zw.System([1.0, 0.0], [0.0, -1.0], coordinates=PLANE),
        [0.0, 1.0],
        [1.0, 0.0],
        Status.NO_SOLUTION,
        "y",
    ),
    "no number": (
        zw.System(1.0, lambda q: jnp.sqrt(q - 1.0), coordinates=["x"]),
        [0.0],
        [1.0],
        Status.NON_FINITE,
        "x",
    ),
    "less than no mass": (
        zw.System([-1.0], lambda q: -q, coordinates=["x"]),
        [0.5],
        [1.0],
        Status.MASS_NOT_SEMIDEFINITE,
        "",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_an_equilibrium_tells_what_a_guess_lacks(case):
    system, q, _, status, name = CASES[case]
    rates = {"spin": 20.0} if system is TOP else None  # at rest it balances upright
    with pytest.raises(NumericalError) as raised:
        zw.equilibrium(system, q, rates=rates)
    found = zw.equilibrium(system, q, rates=rates, throw=False)
    assert found.status == status == raised.value.status
    assert name in found.detail
    assert "begin elsewhere" in found.detail
    assert found.q.tolist() == q
    assert np.isnan(found.residual).all()
    assert found.stability == "undecided"
    assert found.status.cause in found.verdict.reason
    assert found.status.name in repr(found)
    assert not any(found.unique.values())
    with pytest.raises(NumericalError):
        assert found.linear


@pytest.mark.parametrize("case", CASES)
def test_an_orbit_and_its_family_tell_what_a_guess_lacks(case):
    system, q, qd, status, name = CASES[case]
    with pytest.raises(NumericalError) as raised:
        zw.periodic(system, q, qd, 2.0)
    found = zw.periodic(system, q, qd, 2.0, {"a": 1.0}, throw=False)
    assert found.status == status == raised.value.status
    assert name in found.detail
    assert found.q0.tolist() == q
    assert found.qd0.tolist() == qd
    assert found.stability == "undecided"
    assert np.isnan(found.amplitude).all()
    assert found.turns == 1
    assert found.status.name in repr(found)
    family = found.follow("a", 2.0, throw=False)
    assert family.status == status
    assert len(family) == 0
    assert family.status.name in repr(family)
    with pytest.raises(NumericalError, match="was not found"):
        found.follow("a", 2.0)


def test_an_orbit_from_a_motion_that_ends_has_what_there_is_of_it():
    system = zw.System(1.0, lambda q: q**3)  # from 3 it is gone at t = 0.58
    found = zw.periodic(system, [3.0], [1.0], 20.0, throw=False)
    assert found.status == Status.STEP_TOO_SMALL
    assert 0.5 < found.motion.t[-1] < 0.6
    assert "STEP_TOO_SMALL" in repr(found)


def test_an_orbit_from_rest_is_a_status():
    system = zw.System(1.0, lambda q: -q)
    found = zw.periodic(system, [0.0], [0.0], 6.0, throw=False)
    assert found.status == Status.NO_ORBIT
    assert "rest" in found.detail
    assert "NO_ORBIT" in repr(found)
