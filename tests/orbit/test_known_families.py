"""Orbits and families with published answers, each stated in several ways that mean the same."""

import jax.numpy as jnp
import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq
from scipy.special import mathieu_a, mathieu_b

import zwang as zw

G, SHAKE = 9.81, 0.1
UP = 1.0 + SHAKE
LINE = np.array([1.0, 2.0, -1.0]) / np.sqrt(6.0)
OFF_LINE = np.eye(3) - np.outer(LINE, LINE)
TIGHT = {"method": "DOP853", "rtol": 1e-12, "atol": 1e-14}


def mathieu(n):
    """Rest of x'' + (a − 2 q cos 2t) x = 0; in space on a line, against which a load presses."""
    stiff = lambda t, p: p["a"] - 2.0 * p["q"] * jnp.cos(2.0 * t)
    if n == 1:
        return zw.System(1.0, lambda q, t, p: -stiff(t, p) * q)
    load = OFF_LINE @ np.array([1.0, 2.0, 3.0])
    line = zw.Holonomic(lambda q: OFF_LINE @ q, name="line")
    return zw.System(1.0, lambda q, t, p: load - stiff(t, p) * q, [line])


@pytest.mark.parametrize("n", [1, 3], ids=["number", "line in space"])
def test_a_narrow_tongue_of_mathieus_equation_has_two_edges(n):
    start = np.zeros(n), np.zeros(n)
    orbit = zw.periodic(mathieu(n), *start, np.pi, {"a": 0.5, "q": 0.5})
    to_middle = orbit.follow("a", 4.05)
    found = [*to_middle.bifurcations, *to_middle.orbits[-1].follow("a", 5.0).bifurcations]
    assert [x.kind for x in found] == ["period doubling", "branch point", "branch point"]
    want = [mathieu_a(1, 0.5), mathieu_b(2, 0.5), mathieu_a(2, 0.5)]
    np.testing.assert_allclose([x.value for x in found], want, atol=1e-7)


def kapitza(which):
    height = lambda t, p: SHAKE * jnp.cos(p["w"] * t)
    if which == "angle":
        lift = lambda t, p: G - SHAKE * p["w"] ** 2 * jnp.cos(p["w"] * t)
        return zw.System(1.0, lambda q, t, p: lift(t, p) * jnp.sin(q)), [0.0]
    if which == "bob":
        rod = lambda q, t, p: q[0] ** 2 + (q[1] - height(t, p)) ** 2 - 1.0
        return zw.System(1.0, [0.0, -G], [zw.Holonomic(rod, name="rod")]), [0.0, UP]
    pivot = lambda q, t, p: jnp.stack([q[2], q[3] - height(t, p)])
    rod = lambda q: (q[:2] - q[2:]) @ (q[:2] - q[2:]) - 1.0
    rows = [zw.Holonomic(pivot, name="pivot"), zw.Holonomic(rod, name="rod")]
    return zw.System([2.0, 2.0, 1.0, 1.0], [0.0, -2 * G, 0.0, -G], rows), [0.0, UP, 0.0, SHAKE]


def trace(w):
    """Of the derivative of a period, for small angles from upright; by SciPy."""
    rate = lambda t, y: [y[1], (G - SHAKE * w**2 * np.cos(w * t)) * y[0]]
    ends = [solve_ivp(rate, (0.0, 2 * np.pi / w), y, **TIGHT).y[:, -1] for y in np.eye(2)]
    return ends[0][0] + ends[1][1]


@pytest.mark.parametrize("which", ["angle", "bob", "two particles"])
def test_kapitzas_pendulum_stands_from_the_same_frequency_on(which):
    system, up = kapitza(which)
    period = lambda p: 2 * np.pi / p["w"]
    family = zw.periodic(system, up, [0.0] * len(up), period, {"w": 40.0}).follow("w", 50.0)
    (found,) = family.bifurcations
    assert found.kind == "branch point"
    assert found.value == pytest.approx(brentq(lambda w: trace(w) - 2.0, 40.0, 50.0), abs=1e-7)
    last = family.orbits[-1]
    assert last.period == pytest.approx(2 * np.pi / 50.0, rel=1e-9)
    assert last.multipliers.sum() == pytest.approx(trace(50.0), abs=1e-7)


def hill(e):
    """Trace of a period for x'' = −(1 + 2y) x beside y'' = −y + y², at e of the saddles' energy."""
    speed = np.sqrt(e / 3.0)  # through y = 0
    rate = lambda t, z: [z[1], -z[0] + z[0] ** 2, z[3], -(1 + 2 * z[0]) * z[2]]

    def again(t, z):
        return z[0] if t > 1.0 else 1.0

    again.terminal, again.direction = True, 1.0
    ends = [
        solve_ivp(rate, (0.0, 30.0), [0.0, speed, *x], events=again, **TIGHT).y[2:, -1]
        for x in np.eye(2)
    ]
    return ends[0][0] + ends[1][1]


def test_bifurcations_of_henon_and_heiles_straight_orbit():
    """It leaves and regains stability again and again on the way to the energy of the saddles."""
    force = lambda q: jnp.stack([-q[0] - 2 * q[0] * q[1], -q[1] - q[0] ** 2 + q[1] ** 2])
    energy = lambda q, qd: qd @ qd / 2 + q @ q / 2 + q[0] ** 2 * q[1] - q[1] ** 3 / 3
    system = zw.System(1.0, force, energy=energy)
    family = zw.periodic(system, [0.0, 0.3], [0.0, 0.0], 6.3).follow("energy", 0.9917 / 6)
    found = [6 * x.value for x in family.bifurcations if x.kind == "branch point"]
    want = np.array([brentq(lambda e: hill(e) - 2.0, *x) for x in ((0.96, 0.975), (0.98, 0.99))])
    np.testing.assert_allclose(found, want, atol=1e-7)


@pytest.mark.parametrize(("mu", "guess"), [(20.0, 35.0), (100.0, 162.0)])
def test_a_relaxation_oscillation_is_stable_at_any_tolerance(mu, guess):
    """One multiplier is one by nature, and the period has the digits of the tolerance."""
    system = zw.System(1.0, lambda q, qd, p: p["mu"] * (1 - q**2) * qd - q)
    again = zw.Event(lambda q: q[0], name="again", direction=1, terminal=False)
    motion = zw.simulate(
        system, [2.0], [0.0], (0.0, 6.0 * mu), {"mu": mu}, events=again, rtol=1e-12
    )
    want = np.diff(motion.events["again"].t)[-1]
    start = zw.simulate(system, [2.0], [0.0], [0.0, 3.0 * guess], {"mu": mu})
    for rtol in (1e-9, 1e-11):
        orbit = zw.periodic(system, start.q[-1], start.qd[-1], guess, {"mu": mu}, rtol=rtol)
        assert (orbit.trivial, orbit.stability) == (1, "stable")
        assert orbit.period == pytest.approx(want, rel=10 * rtol)


def test_the_first_orbit_of_a_mechanism_is_known_without_xla(compilations):
    """Its equations run in C and by NumPy; XLA would take longer than all the rest."""
    body = zw.RigidBody(1.0, [0.1, 0.15, 0.23], p_WB=[0.3, 0, -0.4], name="body")
    hinge = zw.joints.Revolute(zw.GROUND, body, point=[0, 0, 0], axis=[0, 1, 0], name="hinge")
    machine = zw.Mechanism([body], [hinge], [zw.Gravity()])
    assert zw.periodic(machine, period=1.6).stability == "neutral"
    assert not [x for x in compilations if "backend_compile" in x]
