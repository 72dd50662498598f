"""Windows of instability with stability on both sides, and those that rounding only pretends."""

import jax.numpy as jnp
import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq
from scipy.special import mathieu_a, mathieu_b

import zwang as zw

TIGHT = {"method": "DOP853", "rtol": 1e-12, "atol": 1e-14}
TURN = np.linalg.qr(np.random.default_rng(3).standard_normal((3, 3)))[0]


def kinds(family):
    return [x.kind for x in family]


def values(family):
    return [x.value for x in family]


def met(orbit, name, *ends):
    """The bifurcations on the way from an orbit to a value, and from there to the next."""
    found = []
    for end in ends:
        family = orbit.follow(name, end)
        found += family.bifurcations
        orbit = family.orbits[-1]
    return found


def monodromy(stiffness, damping=0.0, period=2 * np.pi):
    """The derivative of a period of x'' = −K(t) x − c x', by SciPy."""
    n = len(stiffness(0.0))
    law = lambda t, y: np.concatenate([y[n:], -stiffness(t) @ y[:n] - damping * y[n:]])
    ends = [solve_ivp(law, (0.0, period), y, **TIGHT).y[:, -1] for y in np.eye(2 * n)]
    return np.transpose(ends)


# -- Mathieu -----------------------------------------------------------------------------------


def mathieu(which, damping=0.0):
    """x'' + c x' + (d + e cos t) x = 0: as it is, as a pendulum, ten times faster, on a line."""
    stiff = lambda t, p: p["d"] + p["e"] * jnp.cos(t)
    if which == "pendulum":
        return zw.System(1.0, lambda q, qd, t, p: -stiff(t, p) * jnp.sin(q) - damping * qd), 1, 1.0
    if which == "fast":
        law = lambda q, qd, t, p: -100.0 * stiff(10.0 * t, p) * q - 10.0 * damping * qd
        return zw.System(1.0, law), 1, 10.0
    if which == "line":
        line = zw.Holonomic(lambda q: TURN[1:] @ q, name="line")
        law = lambda q, qd, t, p: 3.0 * (-stiff(t, p) * q - damping * qd) + TURN[1]
        return zw.System(3.0, law, [line]), 3, 1.0
    return zw.System(1.0, lambda q, qd, t, p: -stiff(t, p) * q - damping * qd), 1, 1.0


def tongues(which, e, ends, damping=0.0):
    system, n, rate = mathieu(which, damping)
    rest = np.zeros(n), np.zeros(n)
    orbit = zw.periodic(system, *rest, 2 * np.pi / rate, {"d": ends[0], "e": e})
    return met(orbit, "d", *ends[1:])


@pytest.mark.parametrize("which", ["number", "pendulum", "fast", "line"])
@pytest.mark.parametrize("e", [0.1, 0.02])
def test_both_edges_of_a_tongue_are_told_once_and_nothing_else_is(which, e):
    """Nothing is lost, so no pair can leave the circle in one degree of freedom."""
    family = tongues(which, e, (0.15, 0.25, 1.0 + e**2 / 6.0, 1.4))
    assert kinds(family) == ["period doubling"] * 2 + ["branch point"] * 2
    edges = [mathieu_b(1, 2 * e), mathieu_a(1, 2 * e), mathieu_b(2, 2 * e), mathieu_a(2, 2 * e)]
    want = np.sort(np.array(edges) / 4.0)
    np.testing.assert_allclose(values(family), want, atol=1e-8)


@pytest.mark.parametrize(
    "ends", [(0.9, 1.002, 1.1), (1.1, 1.002, 0.9), (0.9, 1.002, 1.0055), (1.1, 1.002, 0.998)]
)
def test_a_tongue_is_found_from_either_side_and_close_to_an_end(ends):
    found = values(tongues("number", 0.1, ends))
    edges = np.array([mathieu_b(2, 0.2), mathieu_a(2, 0.2)]) / 4.0
    np.testing.assert_allclose(np.sort(found), edges, atol=1e-8)
    assert found == sorted(found, reverse=ends[-1] < ends[0])


@pytest.mark.parametrize("which", ["number", "line"])
@pytest.mark.parametrize("way", [0.003, -0.003])
def test_a_family_that_begins_at_an_edge_has_the_multipliers_of_its_orbits(which, way):
    """There both are one, and by nature none is."""
    edge = mathieu_b(2, 0.2) / 4.0
    system, n, rate = mathieu(which)
    orbit = zw.periodic(system, np.zeros(n), np.zeros(n), 2 * np.pi / rate, {"d": edge, "e": 0.1})
    family = orbit.follow("d", edge + way)
    assert [x.trivial for x in family.orbits] == [0] * len(family.orbits)
    B = monodromy(lambda t: np.array([[edge + way + 0.1 * np.cos(t)]]))
    for x in np.linalg.eigvals(B):
        assert np.abs(family.orbits[-1].multipliers - x).min() <= 1e-7
    assert family.orbits[-1].stability == ("unstable" if way > 0.0 else "neutral")


@pytest.mark.parametrize("ends", [(0.15, 1.02, 1.4), (1.4, 1.02, 0.15)])
def test_the_edges_of_a_tongue_with_damping(ends):
    e, c = 0.3, 0.02
    family = tongues("number", e, ends, c)
    B = lambda d: monodromy(lambda t: np.array([[d + e * np.cos(t)]]), c)
    want = [brentq(lambda d: np.linalg.det(B(d) - np.eye(2)), *x) for x in ((1, 1.01), (1.01, 1.1))]
    found = [x.value for x in family if x.kind == "branch point"]
    np.testing.assert_allclose(np.sort(found), np.array(want), atol=1e-8)
    assert set(kinds(family)) == {"branch point", "period doubling"}


# -- more degrees of freedom -------------------------------------------------------------------


STIFF, TIE = np.diag([1.0, 1.7]), 0.1 * np.array([[1.0, -1.0], [-1.0, 1.0]])
ANGLE = 0.4
AXES = np.array([[np.cos(ANGLE), -np.sin(ANGLE)], [np.sin(ANGLE), np.cos(ANGLE)]])


def pairs_apart(d):
    """(r₁ − r₂)² of the pairs μ, 1/μ, r = μ + 1/μ: negative where they have left the circle."""
    B = monodromy(lambda t: STIFF * (d + 0.05 * np.cos(t)) + TIE)
    both, twice = np.trace(B), np.trace(B @ B)  # of r₁ + r₂, and of r₁² + r₂² − 4
    return 2 * (twice + 4.0) - both**2


@pytest.mark.parametrize("axes", [np.eye(2), AXES], ids=["straight", "turned"])
@pytest.mark.parametrize("ends", [(0.4, 0.515, 0.6795, 0.9), (0.9, 0.6795, 0.515, 0.4)])
def test_two_that_are_tied_have_a_tongue_each_and_one_of_their_sum(axes, ends):
    """In the last two pairs meet on the circle and leave it, and come back."""
    law = lambda q, t, p: -axes.T @ ((STIFF * (p["d"] + 0.05 * jnp.cos(t)) + TIE) @ (axes @ q))
    orbit = zw.periodic(zw.System(1.0, law), [0.0, 0.0], [0.0, 0.0], 2 * np.pi, {"d": ends[0]})
    family = met(orbit, "d", *ends[1:])
    B = lambda d: monodromy(lambda t: STIFF * (d + 0.05 * np.cos(t)) + TIE)
    off = lambda d: np.linalg.det(B(d) - np.eye(4))
    want = [brentq(off, *x) for x in ((0.513, 0.515), (0.515, 0.517))]
    want += [brentq(pairs_apart, *x) for x in ((0.679, 0.6795), (0.6795, 0.68))]
    order = np.argsort(values(family))
    np.testing.assert_allclose(np.array(values(family))[order], np.array(want), atol=1e-7)
    told = np.array(kinds(family))[order]
    assert list(told) == ["branch point"] * 2 + ["torus"] * 2


@pytest.mark.parametrize("axes", [np.eye(2), AXES], ids=["straight", "turned"])
def test_a_multiplier_that_comes_to_one_and_goes_on_is_no_bifurcation(axes):
    """One of two oscillators is not shaken: at d = 1 its pair meets at one, and passes."""
    stiff = lambda t, p: jnp.stack([p["d"], 0.3 + 0.1 * jnp.cos(t)])
    law = lambda q, t, p: -axes.T @ (stiff(t, p) * (axes @ q))
    orbit = zw.periodic(zw.System(1.0, law), [0.0, 0.0], [0.0, 0.0], 2 * np.pi, {"d": 0.8})
    assert met(orbit, "d", 1.2) == []


def gyroscopic(p, t, q, qd):
    drive = 0.3 * jnp.stack([jnp.cos(1.1 * t), jnp.sin(1.1 * t)])
    return -jnp.array([4.0, 9.0]) * q + p["x"] * jnp.stack([qd[1], -qd[0]]) + drive


def pendulums(p, t, q, qd):
    return -jnp.array([1.0, 2.3, 3.1]) * jnp.sin(q) + p["x"] * jnp.cos(2.4 * t)


def shaken(p, t, q, qd):
    return -(9.81 - p["x"] * 900.0 * jnp.cos(30.0 * t)) * jnp.sin(q)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("law", "start", "rate", "ends", "want"),
    [
        (gyroscopic, [0.1, 0.1], 1.1, (0.5, 2.0), []),
        (pendulums, [-0.05] * 3, 2.4, (0.2, 0.8), []),
        (shaken, [np.pi], 30.0, (0.1, 0.6), ["branch point", "period doubling"]),
    ],
)
def test_no_torus_leaves_where_all_multipliers_stay_on_the_circle(
    law, start, rate, ends, want, turned
):
    n = len(start)
    axes = TURN[:n, :n] if turned and n == 3 else AXES if turned and n == 2 else np.eye(n)
    axes = -axes if turned else axes
    system = zw.System(1.0, lambda q, qd, t, p: axes.T @ law(p, t, axes @ q, axes @ qd))
    orbit = zw.periodic(system, axes.T @ start, [0.0] * n, 2 * np.pi / rate, {"x": ends[0]})
    assert kinds(met(orbit, "x", ends[1])) == want
