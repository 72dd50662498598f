"""A start is assembled to the nearest consistent one, in the metric of the masses."""

import jax.numpy as jnp
import numpy as np
import pytest
from scipy.optimize import minimize

import zwang as zw
from tests.unit import mechanisms as andrews
from tests.unit.small import bob, rod
from zwang.equation.acceleration_form import acceleration_form

EPS = float(np.finfo(float).eps)
MET = 1e-12  # scaled residuals: φᵢ over the length of its row in the metric M


def quadrics(q, p):
    return jnp.einsum("kij,i,j->k", p["S"], q, q) / 2 + p["c"] @ q - p["d"]


def speeds(q, qd, p):
    return jnp.einsum("kij,i,j->k", p["S"], qd, qd) / 2 + p["c"] @ qd - p["d"] + 0.0 * q[0]


SURFACES = zw.System(lambda p: p["M"], None, [zw.Holonomic(quadrics, name="quadric")])
SPEEDS = zw.System(lambda p: p["M"], None, [zw.Nonholonomic(speeds, name="speed")])


def random_surface(rng, n, m):
    """Quadrics through a random point, a metric, and a start some way from that point."""
    S, c, B = rng.normal(size=(m, n, n)), rng.normal(size=(m, n)), rng.normal(size=(n, n))
    S, M, there = S + S.transpose(0, 2, 1), B @ B.T + 0.1 * np.eye(n), rng.normal(size=n)
    d = np.einsum("kij,i,j->k", S, there, there) / 2 + c @ there
    return {"S": S, "c": c, "d": d, "M": M}, there + rng.normal(size=n)


def residuals(system, q, qd, t=0.0, p=None):
    """What remains on positions and on velocities, scaled, the largest of each."""
    form = acceleration_form(system, q, qd, t, p)
    M, A = np.asarray(system.M(q, t, p)), np.asarray(form.A)
    lengths = np.sqrt(np.einsum("ij,ij->i", A @ np.linalg.pinv(M), A))
    velocity = np.asarray(form.velocity)
    phi = np.asarray(form.phi) / lengths[: len(form.phi)]
    return np.abs(phi).max(initial=0), np.abs(velocity / lengths[: len(velocity)]).max(initial=0)


def outside_the_rows(A, force):
    """The part of a force that is no combination of the rows, in parts of the force."""
    lam = np.linalg.lstsq(A.T, force, rcond=None)[0]
    return np.linalg.norm(A.T @ lam - force) / np.linalg.norm(force)


# -- the nearest point ---------------------------------------------------------------------------


@pytest.mark.parametrize("q0", [(3.0, -4.0), (300.0, -400.0), (0.3, -0.4), (3e-5, -4e-5)])
def test_nearest_point_of_a_circle_is_on_the_ray(q0):
    q, qd = zw.assemble(bob, q0, [1.0, 0.0])
    # Near the centre the direction of the ray is worth |q0| / eps.
    np.testing.assert_allclose(q, [0.6, -0.8], atol=20 * EPS * max(1, 1 / np.hypot(*q0)))
    np.testing.assert_allclose(qd, [0.64, 0.48], atol=20 * EPS * max(1, 1 / np.hypot(*q0)))


@pytest.mark.parametrize("q0", [(3.0, 2.0), (0.3, 0.1), (-5.0, 0.1), (0.0, 5.0), (1.0, -1.0)])
def test_nearest_point_of_an_ellipse_is_that_of_an_optimiser(q0):
    M = np.array([[3.0, 0.5], [0.5, 1.0]])
    ellipse = zw.Holonomic(lambda q: (q[0] / 2) ** 2 + q[1] ** 2 - 1.0, name="ellipse")
    q, _ = zw.assemble(zw.System(M, None, [ellipse]), q0, [0.0, 0.0])

    def distance(angle):
        away = np.array([2 * np.cos(angle[0]), np.sin(angle[0])]) - q0
        return away @ M @ away / 2

    angles = np.linspace(0, 2 * np.pi, 721)[:, None]
    first = angles[np.argmin([distance(angle) for angle in angles])]
    best = minimize(distance, first, tol=1e-14).x[0]
    # A minimum of a function known to eps is found to the root of eps.
    np.testing.assert_allclose(q, [2 * np.cos(best), np.sin(best)], atol=1e-6)


def test_the_farthest_point_is_left():
    """Down from the long axis leads to its end, where the distance is stationary but largest."""
    ellipse = zw.Holonomic(lambda q: (q[0] / 2) ** 2 + q[1] ** 2 - 1.0, name="ellipse")
    q, _ = zw.assemble(zw.System(1.0, None, [ellipse]), [0.3, 0.0], [0.0, 0.0])
    # The nearest: x = 4 x0 / 3.
    np.testing.assert_allclose([q[0], abs(q[1])], [0.4, np.sqrt(0.96)], atol=1e-12)


@pytest.mark.parametrize("n, m", [(2, 1), (4, 2), (6, 3), (5, 4)])
@pytest.mark.parametrize("seed", range(5))
def test_the_change_of_positions_is_normal_in_the_metric(n, m, seed):
    """M0 (q − q0) is a combination of the rows of A(q)."""
    p, q0 = random_surface(np.random.default_rng(seed), n, m)
    q, qd = zw.assemble(SURFACES, q0, np.ones(n), p=p)
    assert max(residuals(SURFACES, q, qd, p=p)) <= MET
    A = np.einsum("kij,j->ki", p["S"], q) + p["c"]
    # Newton's method to rounding, through conditions of some thousand.
    assert outside_the_rows(A, p["M"] @ (q - q0)) <= 1e-10
    assert outside_the_rows(A, p["M"] @ (qd - 1)) <= 1e-10


@pytest.mark.parametrize("n, m", [(2, 1), (4, 2), (6, 3)])
@pytest.mark.parametrize("seed", range(3))
def test_the_change_of_velocities_is_normal_in_the_metric(n, m, seed):
    """M (q̇ − q̇0) is a combination of the rows, where ψ is not linear in q̇."""
    p, qd0 = random_surface(np.random.default_rng(seed), n, m)
    q, qd = zw.assemble(SPEEDS, np.ones(n), qd0, p=p)
    np.testing.assert_array_equal(q, 1.0)
    assert max(residuals(SPEEDS, q, qd, p=p)) <= MET
    A = np.einsum("kij,j->ki", p["S"], qd) + p["c"]
    assert outside_the_rows(A, p["M"] @ (qd - qd0)) <= 1e-10


def test_metric_of_the_positions_is_that_of_the_start():
    """With M(q) = diag(1, 1 + q1²) at the start, on the line x + y = 1."""
    line = zw.Holonomic(lambda q: q[0] + q[1] - 1.0, name="line")
    system = zw.System(lambda q: jnp.stack([1.0 + 0.0 * q[0], 1.0 + q[1] ** 2]), None, [line])
    q, _ = zw.assemble(system, [0.0, 2.0], [0.0, 0.0])
    np.testing.assert_allclose(q, [-5 / 6, 2 - 1 / 6], atol=10 * EPS)


# -- what is already right -----------------------------------------------------------------------


@pytest.mark.parametrize("hold", [(), "x", ["x", 1]])
def test_a_consistent_start_is_returned_as_it_is(hold):
    q0, qd0 = np.array([0.6, -0.8]), np.array([1.6, 1.2])
    q, qd = zw.assemble(bob, q0, qd0, hold=hold)
    np.testing.assert_allclose(q, q0, rtol=0, atol=1e-15)
    np.testing.assert_allclose(qd, qd0, rtol=0, atol=1e-15)


def test_rounding_at_the_origin_is_no_violation():
    """The terms of the circle have its size, however small q is."""
    circle = zw.Holonomic(lambda q: q[0] ** 2 + (q[1] - 1000.0) ** 2 - 1e6, name="circle")
    q, _ = zw.assemble(zw.System(1.0, None, [circle]), [1e-17, 3e-14], [0.0, 0.0])
    np.testing.assert_allclose(q, 0.0, atol=1e-12)


def test_squeezer_keeps_its_published_start():
    loops = zw.Holonomic(andrews.phi, name="loops")
    system = zw.System.from_lagrangian(T=andrews.T, V=andrews.V, constraints=[loops])
    q, qd = zw.assemble(system, andrews.Q0, np.zeros(7))
    np.testing.assert_allclose(q, andrews.Q0, rtol=0, atol=1e-14)  # rounding of the loops
    moved = andrews.Q0 + 0.05 * np.cos(np.arange(7.0))
    q, qd = zw.assemble(system, moved, np.ones(7), hold=0)
    assert q[0] == moved[0] and qd[0] == 1.0
    assert np.abs(andrews.phi(q)).max() <= MET
    assert max(residuals(system, q, qd)) <= MET


def test_without_constraints_nothing_moves():
    q, qd = zw.assemble(zw.System(1.0, None), [1.0, 2.0], [3.0, 4.0])
    assert q.tolist() == [1.0, 2.0] and qd.tolist() == [3.0, 4.0]


# -- kinds of systems ----------------------------------------------------------------------------


def loop(q):
    return [
        jnp.cos(q[0]) + 2.0 * jnp.cos(q[1]) - 1.5 * jnp.cos(q[2]) - 2.0,
        jnp.sin(q[0]) + 2.0 * jnp.sin(q[1]) - 1.5 * jnp.sin(q[2]),
    ]


FOUR_BAR = zw.System(
    [1.0, 2.0, 3.0], None, [zw.Holonomic(loop, name="loop")], coordinates=["a", "b", "c"]
)


@pytest.mark.parametrize("guess", [(1.0, 0.0, 0.0), (1.0, 3.0, -2.0), (6.0, 6.0, 6.0)])
@pytest.mark.parametrize("hold", ["a", 0, ["a"], ()])
def test_four_bar_closes_from_a_bad_guess(guess, hold):
    q, qd = zw.assemble(FOUR_BAR, guess, [1.0, 0.0, 0.0], hold=hold)
    assert max(residuals(FOUR_BAR, q, qd)) <= MET
    if hold != ():
        assert q[0] == guess[0] and qd[0] == 1.0


def test_held_coordinates_do_not_move_and_the_others_are_nearest():
    q, qd = zw.assemble(bob, [0.5, 0.7], [-0.8, 0.6], hold="x")
    np.testing.assert_allclose(q, [0.5, np.sqrt(0.75)], atol=10 * EPS)
    np.testing.assert_allclose(qd, [-0.8, 0.4 / np.sqrt(0.75)], atol=10 * EPS)
    assert q[0] == 0.5 and qd[0] == -0.8


def test_redundant_closure_is_met():
    """Three parallel cranks of one platform, in points: 7 rods for 6 coordinates, rank 5."""

    def rods(q):
        a, b, c = q[:2], q[2:4], q[4:]
        feet = jnp.array([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]])
        spans = [a - feet[0], b - feet[1], c - feet[2], b - a, c - b]
        lengths = [1.0, 1.0, 1.0, 1.0, 1.0]
        return jnp.stack([s @ s - r for s, r in zip(spans, lengths, strict=True)])

    def again(q):
        return [(q[4:] - q[:2]) @ (q[4:] - q[:2]) - 4.0, q[1] - q[5]]

    constraints = [zw.Holonomic(rods, name="rods"), zw.Holonomic(again, name="again")]
    system = zw.System(1.0, None, constraints)
    exact = np.array([0.6, 0.8, 1.6, 0.8, 2.6, 0.8])
    guess = exact + [0.1, -0.05, 0.02, 0.1, -0.1, 0.03]
    q, qd = zw.assemble(system, guess, [1.0, 0.0, 0.5, 0.0, 0.0, 0.2])
    # Straight rods in a line are a double root, met to the root of its rounding in q.
    assert max(residuals(system, q, qd)) <= MET
    np.testing.assert_allclose(q - np.tile(q[:2], 3), [0, 0, 1, 0, 2, 0], atol=1e-5)


def bars(q):
    x, feet = q.reshape(3, 2), jnp.array([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]])
    cranks, couplers = jnp.sum((x - feet) ** 2, axis=1), jnp.sum((x[1:] - x[:-1]) ** 2, axis=1)
    return jnp.concatenate([cranks, couplers]) - 1.0


@pytest.mark.parametrize("angle", [0.0, 1e-9, 1e-6, 1e-3])
@pytest.mark.parametrize("away", [0.0, 1e-9, 1e-4])
def test_four_bars_are_met_at_and_near_the_pose_where_they_lose_rank(angle, away, rng):
    system = zw.System(1.0, None, [zw.Holonomic(bars, name="bars")])
    q0 = np.tile([np.cos(angle), np.sin(angle)], 3) + [0, 0, 1, 0, 2, 0]
    q0 = q0 + away * rng.normal(size=6)
    q, qd = zw.assemble(system, q0, rng.normal(size=6))
    assert max(residuals(system, q, qd)) <= MET
    assert np.linalg.norm(q - q0) <= 3 * away + 1e-9


def test_repeated_constraints_change_nothing():
    twice = zw.Holonomic(lambda q: jnp.sqrt(q @ q) - 1.0, name="again")
    q, qd = zw.assemble(zw.System(2.0, None, [rod, twice]), [3.0, -4.0], [1.0, 0.0])
    np.testing.assert_allclose(q, [0.6, -0.8], atol=20 * EPS)
    np.testing.assert_allclose(qd, [0.64, 0.48], atol=20 * EPS)


def test_driven_constraints_give_their_velocity():
    line = zw.Holonomic(lambda q, t, p: q[0] - p * t**2, name="driven")
    q, qd = zw.assemble(zw.System(1.0, None, [line]), [0.0, 5.0], [0.0, 1.0], t=2.0, p=3.0)
    assert q.tolist() == [12.0, 5.0] and qd.tolist() == [12.0, 1.0]


def test_speed_that_is_asked_for_keeps_its_direction():
    steady = zw.Nonholonomic(lambda qd: qd @ qd - 4.0, name="steady")
    _, qd = zw.assemble(zw.System(3.0, None, [steady]), [0.0, 0.0], [0.3, 0.4])
    np.testing.assert_allclose(qd, [1.2, 1.6], atol=20 * EPS)


def test_pfaffian_rows_are_met_with_the_least_change():
    rolling = zw.Pfaffian(lambda q: [-q[2], 1.0, 0.0], name="rolling")
    q, qd = zw.assemble(zw.System(1.0, None, [rolling]), [0.0, 0.0, 2.0], [1.0, 0.0, 3.0])
    assert q.tolist() == [0.0, 0.0, 2.0]
    np.testing.assert_allclose(qd, [0.2, 0.4, 3.0], atol=10 * EPS)


def test_massless_coordinate_goes_where_the_constraint_wants_it():
    """And one with neither mass nor constraint stays."""
    track = zw.Holonomic(lambda q: q[1] - q[0], name="track")
    q, qd = zw.assemble(zw.System([1.0, 0.0, 0.0], None, [track]), [2.0, 0.0, 7.0], [1.0, 0.0, 3.0])
    np.testing.assert_allclose(q, [2.0, 2.0, 7.0], atol=20 * EPS)
    np.testing.assert_allclose(qd, [1.0, 1.0, 3.0], atol=20 * EPS)


def test_a_unit_of_length_changes_nothing():
    """The same four-bar with rows in other units, and a coordinate in thousandths."""
    units = np.array([1e3, 1.0, 1.0])
    rows = zw.Holonomic(lambda q: 1e9 * jnp.stack(loop(q / units)), name="loop")
    small = zw.System(np.array([1.0, 2.0, 3.0]) / units**2, None, [rows])
    guess, rates = np.array([1.0, 0.2, 1.0]), np.array([1.0, 0.0, 0.0])
    expected = zw.assemble(FOUR_BAR, guess, rates)
    found = zw.assemble(small, guess * units, rates * units)
    # Both are Newton's iteration to rounding, which need not be the same in each unit.
    np.testing.assert_allclose(np.divide(found, units), expected, atol=1e-13)
