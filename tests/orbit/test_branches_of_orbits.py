"""Families of orbits that cross: symmetry breaking, period doubling, tori; and the way across."""

import jax.numpy as jnp
import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import fsolve

import zwang as zw

W = 2.0 / 3.0
T = 2.0 * np.pi / W
TIGHT = {"method": "DOP853", "rtol": 1e-12, "atol": 1e-13}


def torque(t, p, cos=jnp.cos):
    return p["F"] * cos(W * t) + p["tilt"]


ANGLE = zw.System(1.0, lambda q, qd, t, p: torque(t, p) - qd / 2 - jnp.sin(q))
DOWN = np.array([0.0, 1.0])
ROD = zw.Holonomic(lambda q: jnp.stack([q @ q - 1.0, 3.0 * (q @ q - 1.0)]), name="rod, twice")
PINS = zw.System(
    1.0, lambda q, qd, t, p: torque(t, p) * jnp.stack([-q[1], q[0]]) - qd / 2 - DOWN, [ROD]
)


def pins(angle, rate):
    return (
        np.array([np.sin(angle), -np.cos(angle)]),
        rate * np.array([np.cos(angle), np.sin(angle)]),
    )


def pendulum(system, tilt=0.0):
    """The settled swing of a driven pendulum at F = 0.9, of which θ(t + T/2) = −θ(t)."""
    p = {"F": 0.9, "tilt": tilt}
    rate = lambda t, y: [y[1], torque(t, p, np.cos) - y[1] / 2 - np.sin(y[0])]
    state = solve_ivp(rate, (0.0, 20 * T), [0.0, 0.0], **TIGHT).y[:, -1]
    start = pins(*state) if system is PINS else ([state[0]], [state[1]])
    return zw.periodic(system, *start, T, p)


def swing_breaks() -> np.ndarray:
    """θ, its rate and F at which half a period, turned around, has the multiplier −1; by SciPy."""

    def half(x, F):
        rate = lambda t, y: [y[1], F * np.cos(W * t) - y[1] / 2 - np.sin(y[0])]
        return -solve_ivp(rate, (0.0, T / 2), x, **TIGHT).y[:, -1]

    def off(z):
        slope = lambda d: (half(z[:2] + d, z[2]) - half(z[:2] - d, z[2])) / 2e-5
        J = np.transpose([slope(d) for d in 1e-5 * np.eye(2)])
        return [*(half(z[:2], z[2]) - z[:2]), np.linalg.det(J + np.eye(2))]

    return np.array(fsolve(off, [-1.07, 1.9, 1.005], xtol=1e-12))


@pytest.mark.parametrize("system", [ANGLE, PINS], ids=["angle", "pins"])
def test_a_family_goes_on_where_its_symmetry_breaks(system):
    """In any coordinates; and the two that branch off are images of each other."""
    angle, rate, F = swing_breaks()
    family = pendulum(system).follow("F", 1.04)
    (found,) = family.bifurcations
    assert found.kind == "branch point" and found.value == pytest.approx(F, abs=1e-7)
    start = pins(angle, rate)[0] if system is PINS else np.array([angle])
    np.testing.assert_allclose(found.orbit.q0, start, atol=1e-6)
    assert found.orbit.trivial == 0 and np.abs(found.orbit.multipliers - 1.0).min() <= 1e-6
    assert family.values[-1] == pytest.approx(1.04, abs=1e-8)
    assert family.stable[0] and not family.stable[-1]
    mirror = np.array([-1.0, 1.0] if system is PINS else [-1.0])
    still = lambda orbit: orbit.motion.at([T / 2]).q[0] - mirror * orbit.q0
    assert max(np.abs(still(x)).max() for x in family.orbits) <= 1e-7
    left, right = (found.branch(side).follow("F", 1.02) for side in (1, -1))
    for branch in (left, right):
        assert np.abs(still(branch.orbits[-1])).max() > 1e-2 and branch.stable.all()
    image = mirror * right.orbits[-1].motion.at([T / 2]).q[0]
    np.testing.assert_allclose(left.orbits[-1].q0, image, atol=1e-7)


def test_without_the_symmetry_no_family_crosses():
    family = pendulum(ANGLE, tilt=0.01).follow("F", 1.04)
    assert family.status == zw.Status.OK
    assert not [x for x in family.bifurcations if x.kind == "branch point"]


def test_a_family_may_end_in_a_branch_point():
    F = swing_breaks()[2]
    family = pendulum(ANGLE).follow("F", F)
    assert family.values[-1] == pytest.approx(F, abs=1e-8)
    assert np.abs(family.orbits[-1].multipliers - 1.0).min() <= 1e-5


@pytest.mark.parametrize("turn", [0.0, 0.7])
def test_the_straight_orbit_of_henon_and_heiles(turn):
    """6E = 0.969309 and 0.986709 are the pitchforks of the orbit A, as published by M. Brack."""
    c, s = np.cos(turn), np.sin(turn)
    R = np.array([[c, -s], [s, c]])

    def V(q):
        x, y = jnp.asarray(R) @ q
        return (x**2 + y**2) / 2 + x**2 * y - y**3 / 3

    system = zw.System.from_lagrangian(T=lambda qd: qd @ qd / 2, V=V)
    orbit = zw.periodic(system, R.T @ [0.0, 0.6], [0.0, 0.0], 6.8)
    family = orbit.follow("energy", 0.99 / 6)
    kinds = [x.kind for x in family.bifurcations]
    assert kinds == ["period doubling"] * 2 + ["branch point"] * 2
    *doubled, first, second = family.bifurcations
    assert 6 * first.value == pytest.approx(0.969309, abs=5e-7)
    assert 6 * second.value == pytest.approx(0.986709, abs=5e-7)
    for found, times in zip(family.bifurcations, (2, 2, 1, 1), strict=True):
        assert found.orbit.trivial == 2
        crossing = found.branch()
        assert crossing.period / found.orbit.period == pytest.approx(times, abs=1e-3)
        aside = np.abs(crossing.motion.q @ R[0]).max()
        assert aside > 1e-3 > np.abs(found.orbit.motion.q @ R[0]).max()


def test_two_families_that_cross_exchange_their_stability():
    """q = 0 is an orbit whatever λ is; another one passes through it, on both sides."""
    law = lambda q, qd, t, p: -qd + (p["l"] + 0.3 * jnp.cos(t)) * q - q**2
    system = zw.System(1.0, law)
    family = zw.periodic(system, [0.0], [0.0], 2 * np.pi, {"l": -0.5}).follow("l", 0.5)
    (found,) = family.bifurcations
    assert found.kind == "branch point" and family.stable[0] and not family.stable[-1]
    up, down = (
        found.branch(side).follow("l", to) for side in (1, -1) for to in (found.value + 0.2,)
    )
    for branch in (up, down):
        end = branch.orbits[-1]
        assert end.stability == "stable" and end.motion.q.min() > 1e-2  # through zero, if need be
    np.testing.assert_allclose(up.orbits[-1].q0, down.orbits[-1].q0, atol=1e-7)


def test_a_parametric_pendulum_swings_from_where_its_rest_doubles():
    """Mathieu with damping c: the threshold by SciPy; behind it, it swings at half the rate."""
    c = 0.1
    law = lambda q, qd, t, p: -c * qd - (1 + p["a"] * jnp.cos(2 * t)) * jnp.sin(q)
    rest = zw.periodic(zw.System(1.0, law), [0.0], [0.0], np.pi, {"a": 0.05})
    (found,) = rest.follow("a", 0.3).bifurcations
    assert found.kind == "period doubling"

    def off(a):
        rate = lambda t, y: [y[1], -c * y[1] - (1 + a[0] * np.cos(2 * t)) * y[0]]
        B = [solve_ivp(rate, (0, np.pi), x, **TIGHT).y[:, -1] for x in np.eye(2)]
        return np.linalg.det(np.array(B) + np.eye(2))

    assert found.value == pytest.approx(fsolve(off, [0.2], xtol=1e-12)[0], abs=1e-8)
    swing = found.branch().follow("a", 0.3)
    assert swing.orbits[-1].period == pytest.approx(2 * np.pi, abs=1e-12)
    assert swing.orbits[-1].stability == "stable" and swing.amplitudes[-1, 0] > 0.5


def test_a_torus_leaves_where_the_divergence_vanishes():
    """Van der Pol, forced: the product of the multipliers is exp ∫ ε (1 − x²) dt, one there."""
    law = lambda q, qd, t, p: 0.2 * (1 - q**2) * qd - q + p["F"] * jnp.cos(1.2 * t)
    system = zw.System(1.0, law)
    settled = zw.simulate(system, [1.0], [0.0], [0.0, 60 * np.pi / 1.2], {"F": 1.5})
    orbit = zw.periodic(system, settled.q[-1], settled.qd[-1], 2 * np.pi / 1.2, {"F": 1.5})
    family = orbit.follow("F", 0.3)
    (found,) = [x for x in family.bifurcations if x.kind == "torus"]
    times = np.linspace(0, found.orbit.period, 200, endpoint=False)
    assert np.mean(found.orbit.motion.at(times).q ** 2) == pytest.approx(1.0, abs=1e-7)
    assert family.stable[0] and not family.stable[-1]
    with pytest.raises(ValueError, match="a torus, and no family"):
        found.branch()
    with pytest.raises(ValueError, match="`side` is 2"):
        found.branch(2)
