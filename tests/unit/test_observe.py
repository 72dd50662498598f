"""What is observed along a motion agrees with the equations, and is compiled once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.equation.observe import CHUNK, Observed, _observe, observe, row_lengths

EPS = float(np.finfo(float).eps)
G = 9.81


class Case(NamedTuple):
    """A system, and what its rows are by hand, in NumPy.

    Attributes
    ----------
    M, Q : functions of (q, qd) that return M (n, n) and Q (n,)
    A : function of (q, qd) that returns A (m, n)
    left : function of (q, qd, qdd) that returns what remains of each row (m,), at its own level
    rate : function of (q, qd) that returns φ̇ (h,)
    """

    system: zw.System
    n: int
    M: Callable
    Q: Callable
    A: Callable
    left: Callable
    rate: Callable


def none(*_):
    return np.zeros(0)


def pendulum() -> Case:
    def energy(q, qd):
        return qd @ qd + 2.0 * G * q[1]

    rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
    system = zw.System(2.0, [0.0, -2.0 * G], [rod], coordinates=["x", "y"], energy=energy)
    return Case(
        system,
        2,
        M=lambda q, qd: 2.0 * np.eye(2),
        Q=lambda q, qd: np.array([0.0, -2.0 * G]),
        A=lambda q, qd: 2.0 * q[None],
        left=lambda q, qd, qdd: np.array([q @ q - 1.0]),
        rate=lambda q, qd: np.array([2.0 * q @ qd]),
    )


def twice_held() -> Case:
    """The same rod twice, in metres and in millimetres, and a level: rank 2 of 3 rows."""
    rods = zw.Holonomic(lambda q: (q[:2] @ q[:2] - 1.0) * jnp.array([1.0, 1e3]), name="rods")
    level = zw.Holonomic(lambda q: q[2] - 0.5 * q[0], name="level")
    mass = np.array([[2.0, 0.3, 0.0], [0.3, 1.0, 0.1], [0.0, 0.1, 3.0]])

    def A(q, qd):
        row = np.array([2 * q[0], 2 * q[1], 0.0])
        return np.stack([row, 1e3 * row, [-0.5, 0.0, 1.0]])

    def left(q, qd, qdd):
        phi = q[:2] @ q[:2] - 1.0
        return np.array([phi, 1e3 * phi, q[2] - 0.5 * q[0]])

    return Case(
        zw.System(mass, lambda q, qd: -qd, [rods, level]),
        3,
        M=lambda q, qd: mass,
        Q=lambda q, qd: -qd,
        A=A,
        left=left,
        rate=lambda q, qd: A(q, qd) @ qd,
    )


def knife_edge() -> Case:
    """On an incline, and under a constraint on its acceleration."""
    edge = zw.Nonholonomic(lambda q, qd: qd[0] * jnp.sin(q[2]) - qd[1] * jnp.cos(q[2]), name="edge")
    spin = zw.AccelerationLevel([0.0, 0.0, 2.0], lambda qd: -qd[2], name="spin")
    system = zw.System([1.2, 1.2, 0.1], [1.2 * G, 0.0, 0.0], [spin, edge])
    return Case(
        system,
        3,
        M=lambda q, qd: np.diag([1.2, 1.2, 0.1]),
        Q=lambda q, qd: np.array([1.2 * G, 0.0, 0.0]),
        A=lambda q, qd: np.array([[np.sin(q[2]), -np.cos(q[2]), 0.0], [0.0, 0.0, 2.0]]),
        left=lambda q, qd, qdd: np.array(
            [qd[0] * np.sin(q[2]) - qd[1] * np.cos(q[2]), 2.0 * qdd[2] + qd[2]]
        ),
        rate=none,
    )


def rubbing() -> Case:
    """A bead on a wire y = x², with friction by the ideal force."""

    def friction(qd, Qc_ideal):
        return -0.2 * jnp.sqrt(Qc_ideal @ Qc_ideal) * qd / jnp.sqrt(qd @ qd)

    wire = zw.Holonomic(lambda q: q[1] - q[0] ** 2, name="wire")
    case = pendulum()
    return case._replace(
        system=zw.System(2.0, [0.0, -2.0 * G], [wire], nonideal=friction),
        A=lambda q, qd: np.array([[-2 * q[0], 1.0]]),
        left=lambda q, qd, qdd: np.array([q[1] - q[0] ** 2]),
        rate=lambda q, qd: np.array([qd[1] - 2 * q[0] * qd[0]]),
    )


def massless() -> Case:
    """The second coordinate has no mass, and is held by the constraint."""
    link = zw.Holonomic(lambda q: q[1] - jnp.sin(q[0]), name="link")
    return Case(
        zw.System([3.0, 0.0], lambda q: -q, [link]),
        2,
        M=lambda q, qd: np.diag([3.0, 0.0]),
        Q=lambda q, qd: -q,
        A=lambda q, qd: np.array([[-np.cos(q[0]), 1.0]]),
        left=lambda q, qd, qdd: np.array([q[1] - np.sin(q[0])]),
        rate=lambda q, qd: np.array([qd[1] - np.cos(q[0]) * qd[0]]),
    )


CASES = {make.__name__: make() for make in (pendulum, twice_held, knife_edge, rubbing, massless)}
each_case = pytest.mark.parametrize("name", CASES)


class Rows(NamedTuple):
    t: np.ndarray
    q: np.ndarray
    qd: np.ndarray
    seen: Observed


@cache
def rows_of(name: str) -> Rows:
    """Random states, more than one chunk of them, and what is observed."""
    case, rng = CASES[name], np.random.default_rng(3)
    t, shape = np.linspace(0.0, 1.0, CHUNK + 7), (CHUNK + 7, case.n)
    q, qd = rng.normal(size=shape), rng.normal(size=shape)
    return Rows(t, q, qd, observe(case.system, t, q, qd))


def by_row(f: Callable, *columns: Any) -> np.ndarray:
    return np.stack([f(*row) for row in zip(*columns, strict=True)])


# -- the equations -------------------------------------------------------------------------------


@each_case
def test_mass_times_acceleration_is_the_sum_of_forces(name):
    case, (_, q, qd, seen) = CASES[name], rows_of(name)
    M, Q = by_row(case.M, q, qd), by_row(case.Q, q, qd)
    assert (seen.status == zw.Status.OK).all()
    moved = np.einsum("tij,tj->ti", M, seen.qdd)
    size = np.abs(seen.Qc) + np.abs(Q) + np.abs(seen.Qc).max()
    assert (np.abs(moved - Q - seen.Qc) <= 1e4 * EPS * size).all()  # poses near rank loss: 1e2
    np.testing.assert_allclose(seen.Qc_ideal + seen.Qc_nonideal, seen.Qc, rtol=0, atol=1e-10)


@each_case
def test_constraint_matrix_and_residuals_are_those_by_hand(name):
    case, (_, q, qd, seen) = CASES[name], rows_of(name)
    A, left = by_row(case.A, q, qd), by_row(case.left, q, qd, seen.qdd)
    rate = by_row(case.rate, q, qd)
    np.testing.assert_allclose(seen.A, A, rtol=1e-14, atol=1e-14)
    h = rate.shape[1]
    terms = 1e3 * (1 + np.abs(q).max() ** 2 + np.abs(seen.qdd).max())  # what rounding is part of
    np.testing.assert_allclose(seen.residual_raw, left, rtol=1e-12, atol=EPS * terms)
    np.testing.assert_allclose(seen.rate_raw, rate, rtol=1e-12, atol=EPS * terms)
    assert seen.rows.positions == h


@pytest.mark.parametrize("name", sorted(set(CASES) - {"massless"}))
def test_residuals_are_divided_by_the_length_of_the_row_in_the_metric(name):
    case, (_, q, qd, seen) = CASES[name], rows_of(name)
    M, A = by_row(case.M, q, qd), by_row(case.A, q, qd)
    lengths = np.sqrt(np.einsum("tmi,tij,tmj->tm", A, np.linalg.inv(M), A))
    np.testing.assert_allclose(seen.residual * lengths, seen.residual_raw, rtol=1e-12)
    h = seen.rate.shape[1]
    np.testing.assert_allclose(seen.rate * lengths[:, :h], seen.rate_raw, rtol=1e-12)


def test_where_the_mass_is_singular_the_lengths_are_the_solvers():
    case, (_, q, qd, seen) = CASES["massless"], rows_of("massless")

    def lengths(q, qd):
        M, A = case.M(q, qd), case.A(q, qd)
        return zw.Singular().find(M, A, np.zeros((2, 1)), np.zeros((1, 1))).lengths

    np.testing.assert_allclose(seen.residual * by_row(lengths, q, qd), seen.residual_raw)


@pytest.mark.parametrize("M", [np.diag([2.0, 5.0]), np.diag([2.0, 0.0])])
def test_lengths_follow_the_unit_of_a_row(M):
    A = np.array([[0.3, -1.0], [0.3e6, -1.0e6], [0.0, 0.0]])
    lengths = row_lengths(jnp.asarray(M), jnp.asarray(A))
    np.testing.assert_allclose(lengths[1], 1e6 * lengths[0], rtol=1e-13)
    assert lengths[2] == 1.0


@each_case
def test_each_row_is_what_the_system_says_there(name):
    case, (t, q, qd, seen) = CASES[name], rows_of(name)
    for i in (0, CHUNK - 1, CHUNK, CHUNK + 6):
        alone = case.system.acceleration(q[i], qd[i], t[i])
        for ours, theirs in (("qdd", "qdd"), ("Qc", "Qc"), ("multipliers", "lam")):
            expected = getattr(alone, theirs)
            size = np.abs(expected).max(initial=1.0)
            np.testing.assert_allclose(getattr(seen, ours)[i], expected, atol=1e-9 * size)
        assert seen.rank[i] == alone.rank


def test_rank_counts_independent_rows():
    assert (rows_of("twice_held").seen.rank == 2).all()
    assert (rows_of("knife_edge").seen.rank == 2).all()


def test_energy_and_power_are_those_by_hand():
    _, q, qd, seen = rows_of("pendulum")
    np.testing.assert_allclose(seen.energy, (qd**2).sum(1) + 2 * G * q[:, 1], rtol=1e-13)
    np.testing.assert_allclose(seen.power, (seen.Qc * qd).sum(1), rtol=1e-12)
    assert rows_of("knife_edge").seen.energy is None


def test_friction_takes_power_and_ideal_constraints_do_not():
    case, (t, q, qd, _) = CASES["rubbing"], rows_of("rubbing")
    q, qd = q.copy(), qd.copy()
    q[:, 1], qd[:, 1] = q[:, 0] ** 2, 2 * q[:, 0] * qd[:, 0]  # on the wire
    seen = observe(case.system, t, q, qd)
    ideal = (seen.Qc_ideal * qd).sum(1)
    size = np.linalg.norm(seen.Qc_ideal, axis=1) * np.linalg.norm(qd, axis=1)
    np.testing.assert_allclose(ideal / size, 0.0, atol=1e-13)
    np.testing.assert_allclose(seen.power / size, -0.2, rtol=1e-12)


def test_without_constraints_there_is_nothing_to_hold():
    t, q = np.array([0.0, 2.0]), np.array([[1.0, 2.0], [3.0, -4.0]])
    seen = observe(zw.System([1.0, 2.0], lambda q, t: -q * t), t, q, q)
    np.testing.assert_allclose(seen.qdd, -q * t[:, None] / [1.0, 2.0], rtol=4 * EPS)
    assert seen.multipliers.shape == seen.residual.shape == (2, 0)
    assert seen.A.shape == (2, 0, 2)


def test_one_bad_row_spoils_no_other():
    case, (t, q, qd, seen) = CASES["pendulum"], rows_of("pendulum")
    q = q.copy()
    q[3], q[5] = np.nan, 0.0  # no number; and a rod of length 0 that turns
    spoiled = observe(case.system, t, q, qd)
    assert spoiled.status[3] == zw.Status.NON_FINITE
    assert spoiled.status[5] == zw.Status.INCONSISTENT
    sound = np.delete(np.arange(len(t)), [3, 5])
    for name in ("qdd", "Qc", "multipliers", "status", "residual"):
        np.testing.assert_array_equal(getattr(spoiled, name)[sound], getattr(seen, name)[sound])


# -- compiled once, and inside transformations ---------------------------------------------------

TRACED = []


def counted(q, p):
    TRACED.append(q.shape)
    return q @ q - p["length"] ** 2


COUNTED = zw.System(lambda p: p["mass"], None, [zw.Holonomic(counted, name="rod")])


def programs() -> int:
    """How many were compiled to observe with."""
    compiled: Any = _observe
    return compiled._cache_size()


def test_other_numbers_and_other_lengths_trace_and_compile_nothing():
    q = np.random.default_rng(0).normal(size=(3 * CHUNK, 2))
    t = np.arange(3.0 * CHUNK)
    observe(COUNTED, t[:5], q[:5], q[:5], {"length": 1.0, "mass": 2.0})
    before, compiled = len(TRACED), programs()
    assert before
    for T, p in ((5, (3, 1)), (1, (2.5, 2)), (CHUNK, (1.0, 1.0)), (2 * CHUNK + 9, (2, 0.5))):
        seen = observe(COUNTED, t[-T:], q[-T:], -q[-T:], dict(zip(("length", "mass"), p)))
        assert len(seen.qdd) == T
    assert (len(TRACED), programs()) == (before, compiled)


def test_inside_jit_and_vmap_it_is_the_same():
    case, (t, q, qd, seen) = CASES["pendulum"], rows_of("pendulum")
    few = slice(0, 4)

    def scaled(w):
        return observe(case.system, t[few], w * q[few], qd[few])

    compiled = jax.jit(scaled)(1.0)
    batch = jax.jit(jax.vmap(scaled))(jnp.array([1.0, 2.0]))
    for name in ("qdd", "Qc", "residual", "energy", "rank"):
        expected = getattr(seen, name)[few]
        assert isinstance(getattr(compiled, name), jax.Array)
        np.testing.assert_allclose(getattr(compiled, name), expected, rtol=1e-12)
        np.testing.assert_allclose(getattr(batch, name)[0], expected, rtol=1e-12)


@pytest.mark.parametrize("name, scaled", [("pendulum", True), ("massless", False)])
def test_derivatives_agree_with_differences(name, scaled):
    """Where M is singular the lengths are held fixed, so there raw residuals only."""
    case, (t, q, qd, _) = CASES[name], rows_of(name)

    @jax.jit
    def total(w):
        seen = observe(case.system, t[:3], w * q[:3], qd[:3])
        raw = (seen.residual_raw**2).sum() + (seen.rate_raw**2).sum()
        return (seen.qdd**2).sum() + raw + scaled * (seen.residual.sum() + seen.rate.sum())

    # Central differences: an error of step² and of eps / step.
    step = 1e-5
    difference = (total(1.0 + step) - total(1.0 - step)) / (2 * step)
    np.testing.assert_allclose(jax.grad(total)(1.0), difference, rtol=1e-7)


# -- mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "t, q, qd, told",
    [
        (0.0, [[1.0, 0.0]], [[0.0, 0.0]], r"`t` has the shape \(\)"),
        ([], np.zeros((0, 2)), np.zeros((0, 2)), r"`t` has the shape \(0,\)"),
        ([0.0], [1.0, 0.0], [0.0, 0.0], r"`q` has the shape \(2,\)"),
        ([0.0, 1.0], [[1.0, 0.0]], [[0.0, 0.0]], r"`q` has the shape \(1, 2\)"),
        ([0.0], [[1.0, 0.0]], [[0.0]], r"`qd` has the shape \(1, 1\)"),
    ],
)
def test_wrong_shapes_are_named(t, q, qd, told):
    with pytest.raises(ValueError, match=told):
        observe(CASES["pendulum"].system, t, q, qd)


def test_an_energy_that_is_no_number_is_named():
    system = zw.System(1.0, None, energy=lambda qd: qd**2)
    with pytest.raises(ValueError, match=r"`energy` has the shape \(2,\)"):
        observe(system, [0.0], [[1.0, 0.0]], [[0.0, 0.0]])
