"""Where time enters: what balances for an instant, and small motions that depend on time."""

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw

W = 3.0
LINE = zw.Holonomic(lambda q, t, p: q[0] * jnp.sin(p["w"] * t) - q[1] * jnp.cos(p["w"] * t))
TURNING = zw.System(1.0, lambda q: -4.0 * q, [LINE])
ALONG = {"r": lambda q, t, p: q[0] * jnp.cos(p["w"] * t) + q[1] * jnp.sin(p["w"] * t)}


def test_on_a_line_that_turns_a_frame_or_coordinates_that_turn_along_decide():
    """r̈ = (ω² − 4) r; where the world is not the same all round, there is no such frame."""
    uneven = zw.System(1.0, lambda q: -jnp.array([4.0, 5.0]) * q, [LINE])
    found = zw.equilibrium(uneven, [0.1, 0.0], p={"w": W})
    assert found.status == zw.Status.OK and found.stability == "undecided"
    assert "depend on time" in found.verdict.reason and "zw.periodic" in found.verdict.reason
    assert "depend on time" in str(zw.linearize(uneven, [0.0, 0.0], p={"w": W}))
    found = zw.equilibrium(TURNING, [0.1, 0.0], p={"w": W})
    assert found.status == zw.Status.OK and found.stability == "unstable"
    np.testing.assert_allclose(sorted(found.eigenvalues.real), [-(5**0.5), 5**0.5])
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


RADIUS, FAST = 0.5, 8.0
LOW = 9.81 / (RADIUS * FAST**2)  # the cosine of the angle at which a bead on a fast hoop stays


def on_a_driven_hoop(R):
    """A bead on a hoop that is driven round; the world's axes are turned by R."""
    hoop = zw.Holonomic(lambda q: q @ q - RADIUS**2, name="hoop")

    def plane(q, t):
        x = R.T @ q
        return x[1] * jnp.cos(FAST * t) - x[0] * jnp.sin(FAST * t)

    turning = zw.Holonomic(plane, name="plane")
    return zw.System(1.0, R @ [0.0, 0.0, -9.81], [hoop, turning], coordinates=["x", "y", "z"])


@pytest.mark.parametrize("turn", [0.0, 0.6])
def test_a_bead_on_a_driven_hoop_is_judged_in_the_coordinates_of_the_world(turn):
    """λ² = −ω² sin² θ where it stays, though it might rest at the bottom."""
    c, s = np.cos(turn), np.sin(turn)
    R = np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])
    system, across = on_a_driven_hoop(R), RADIUS * np.sqrt(1.0 - LOW**2)
    q = R @ [across, 0.0, -RADIUS * LOW]
    rate = FAST * np.sqrt(1.0 - LOW**2)
    found = zw.linearize(system, q, R @ [0.0, FAST * across, 0.0])
    assert (found.steady, found.stability) == ("steady", "stable")
    np.testing.assert_allclose(np.abs(found.eigenvalues.imag), rate, rtol=1e-9)
    if turn:
        return
    rest = zw.equilibrium(system, q)
    np.testing.assert_allclose(rest.q, q, atol=1e-9)
    assert rest.stability == "stable"


def test_the_rate_of_a_drive_may_be_given_once_more_but_not_otherwise():
    crank = zw.PlanarBody(1.0, 0.1, p_WB=[0.5, 0.0], w_WB=3.0, v_WB=[0.0, 1.5], name="crank")
    arm = zw.PlanarBody(1.0, 0.1, p_WB=[1.5, 0.0], w_WB=3.0, v_WB=[0.0, 4.5], name="arm")
    axle = zw.joints.Revolute(zw.GROUND, crank, point=[0, 0], name="axle")
    elbow = zw.joints.Revolute(crank, arm, point=[1.0, 0.0], name="elbow")
    motor = zw.joints.Driven(axle, lambda t: 3.0 * t, name="motor")
    machine = zw.Mechanism([crank, arm], [axle, elbow, motor], [])
    found = zw.equilibrium(machine, rates={"axle.angle": 3.0, "elbow.angle": 0.0})
    assert found.stability == "stable"
    # The arm is a pendulum in the field of ω²: (J + m l²) λ² = −m ω² l a.
    np.testing.assert_allclose(
        np.abs(found.linear.eigenvalues.imag), np.sqrt(9.0 * 0.5 / (0.1 + 0.25)), rtol=1e-9
    )
    with pytest.raises(ValueError, match=r"'axle.angle' \(3\).*wanted the same"):
        zw.equilibrium(machine, rates={"axle.angle": 2.0})
