"""Where time enters: what balances for an instant, and small motions that depend on time."""

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw

W = 3.0
LINE = zw.Holonomic(lambda q, t, p: q[0] * jnp.sin(p["w"] * t) - q[1] * jnp.cos(p["w"] * t))
TURNING = zw.System(1.0, lambda q: -4.0 * q, [LINE])
ALONG = {"r": lambda q, t, p: q[0] * jnp.cos(p["w"] * t) + q[1] * jnp.sin(p["w"] * t)}


def test_on_a_line_that_turns_only_coordinates_that_turn_along_decide():
    """r̈ = (ω² − 4) r."""
    found = zw.equilibrium(TURNING, [0.1, 0.0], p={"w": W})
    assert found.status == zw.Status.OK and found.stability == "undecided"
    assert "depend on time" in found.verdict.reason and "zw.periodic" in found.verdict.reason
    assert "depend on time" in str(zw.linearize(TURNING, [0.0, 0.0], p={"w": W}))
    along = zw.linearize(TURNING, [0.0, 0.0], p={"w": W}, coordinates=ALONG)
    assert along.stability == "unstable"
    np.testing.assert_allclose(sorted(along.eigenvalues.real), [-(5**0.5), 5**0.5])
    slow = zw.linearize(TURNING, [0.0, 0.0], p={"w": 1.0}, coordinates=ALONG)
    assert slow.stability == "stable"
    np.testing.assert_allclose(np.abs(slow.eigenvalues.imag), 3**0.5)


def test_a_locus_calls_nothing_stable_that_depends_on_time():
    locus = zw.root_locus(TURNING, [0.1, 0.0], {"w": 1.0}, name="w", values=[0.0, 1.0, 3.0])
    assert locus.stability == ("stable", "undecided", "undecided") and not locus.crossings


PIVOT = zw.Holonomic(
    lambda q, t: jnp.sum((q - jnp.stack([0.0, 0.1 * jnp.cos(7.0 * t)])) ** 2) - 1.0
)


@pytest.mark.parametrize("unit", [1.0, 1e-3, 1e4])
def test_what_stands_still_for_an_instant_is_no_state_of_rest(unit):
    """Their first derivative by time vanishes at t = 0; in any unit of time."""
    for force in (lambda t: jnp.cos(t / unit), lambda t: jnp.sin(t / unit) ** 2):
        shaken = zw.System(1.0, lambda q, t, f=force: (f(t) - q) / unit**2)
        found = zw.equilibrium(shaken, [0.2])
        assert "this instant only" in found.detail and found.stability == "undecided"
        assert "no state of rest" in str(found)
        assert zw.linearize(shaken, found.q).steady == "instant"


def test_a_pivot_that_turns_back_is_no_rest():
    bob = zw.System(1.0, [0.0, -9.81], [PIVOT])
    assert "this instant only" in zw.equilibrium(bob, [0.1, -0.8]).detail


def test_a_stiffness_that_swings_leaves_stability_open():
    for stiff in (lambda t: 1.0 + 0.5 * jnp.sin(t), lambda t: 1.0 + 0.5 * jnp.cos(300.0 * t)):
        found = zw.equilibrium(zw.System(1.0, lambda q, t, k=stiff: -k(t) * q), [0.2])
        assert found.stability == "undecided" and found.linear.steady == "rest"


def test_what_turns_steadily_along_with_a_drive_is_decided():
    """A spring's far end goes around with ω, and so does the angle behind it."""
    system = zw.System(1.0, lambda q, t: -4.0 * jnp.sin(q - W * t), coordinates=["angle"])
    found = zw.equilibrium(system, [0.3], rates={"angle": W})
    assert abs(found.q[0]) < 1e-9 and found.stability == "stable"
    beating = zw.System(
        1.0, lambda q, t: -(4.0 + jnp.sin(t)) * jnp.sin(q - W * t), coordinates=["angle"]
    )
    assert zw.equilibrium(beating, [0.3], rates={"angle": W}).stability == "undecided"
