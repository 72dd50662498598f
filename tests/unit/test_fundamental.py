"""`zw.solve` and its companions: the contract, the statuses, the refusals."""

from __future__ import annotations

import pickle
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.papers import u05
from zwang.solvers.base import mass_factor

SOLVERS = [zw.Auto(), zw.Cholesky(), zw.Orthogonal(), zw.Singular()]
by_name = lambda solver: type(solver).__name__

# A bob on a rod of length 1 at (0.6, -0.8): the rod pulls with gravity's share and m v²/r.
BOB: dict[str, Any] = dict(
    M=np.eye(2), Q=np.array([0.0, -9.81]), A=np.array([[0.6, -0.8]]), b=np.array([-1.0])
)


def test_a_bob_on_a_rod_is_pulled_as_textbooks_say():
    bob = zw.solve(**BOB)
    tension = 9.81 * 0.8 + 1.0
    np.testing.assert_allclose(bob.Qc, tension * np.array([-0.6, 0.8]), rtol=1e-14)
    np.testing.assert_allclose(bob.qdd, BOB["Q"] + bob.Qc, rtol=1e-14)
    np.testing.assert_allclose(BOB["A"].T @ bob.lam, bob.Qc_ideal, rtol=1e-14)
    assert (bob.rank, bob.status) == (1, zw.Status.OK)


@pytest.mark.parametrize("solver", SOLVERS, ids=by_name)
@pytest.mark.parametrize("n", [2, 11, 29])
def test_numpy_in_numpy_out_with_nothing_compiled(solver, n, compilations):
    M, Q, A, b, _ = zw.random_system(n, n // 2, seed=n)
    solution = zw.solve(M, Q, A, b, solver=solver)
    for name in ("qdd", "Qc", "Qc_ideal", "Qc_nonideal", "lam", "residual"):
        assert type(getattr(solution, name)) is np.ndarray, name
    assert compilations == []


def test_jax_in_jax_out(compilations):
    jax.clear_caches()
    solution = zw.solve(*(jnp.asarray(x) for x in BOB.values()))
    assert isinstance(solution.qdd, jax.Array) and solution.qdd.dtype == jnp.float64
    assert compilations != []  # so the fixture above does see compilations


def test_lists_and_integers_are_numbers_too():
    bob = zw.solve([[1, 0], [0, 1]], [0, -10], [[3, -4]], [-5])
    np.testing.assert_allclose(bob.qdd, [-0.6 * 9, -10 + 0.8 * 9], rtol=1e-14)


@pytest.mark.parametrize("kind", [np.asarray, jnp.asarray], ids=["numpy", "jax"])
@pytest.mark.parametrize("solver", SOLVERS, ids=by_name)
def test_without_constraints_the_motion_is_free(kind, solver):
    M, Q, A, b, C = (kind(x) for x in zw.random_system(4, 0, nonideal=True, seed=2))
    free = zw.solve(M, Q, A, b, C, solver=solver)
    np.testing.assert_allclose(M @ free.qdd, Q + C, rtol=1e-12)
    assert free.rank == 0 and free.lam.shape == (0,) and free.residual.shape == (0,)


@pytest.mark.parametrize("solver", SOLVERS, ids=by_name)
@pytest.mark.parametrize("seed", range(5))
def test_a_system_in_equilibrium_stays_there(solver, seed):
    # Q is answered by the constraints alone: q̈ = 0, and no rounding may look like a failure.
    M, _, A, b, _ = zw.random_system(5, 3, seed=seed)
    Q = A.T @ np.array([1.0, -2.0, 3.0])
    still = zw.solve(M, Q, A, 0 * b, solver=solver)
    np.testing.assert_allclose(still.qdd, 0, atol=1e-13 * np.abs(np.linalg.solve(M, Q)).max())
    np.testing.assert_allclose(still.Qc, -Q, atol=1e-13 * np.abs(Q).max())


def test_no_C_and_zero_C_are_the_same():
    M, Q, A, b, _ = zw.random_system(6, 4, 3, seed=1)
    without, zero = zw.solve(M, Q, A, b), zw.solve(M, Q, A, b, 0 * Q)
    np.testing.assert_allclose(without.qdd, zero.qdd, rtol=1e-13)
    np.testing.assert_array_equal(zero.Qc_nonideal, 0)


# -- statuses ------------------------------------------------------------------------------

I3 = np.eye(3)
MASSLESS_Z = np.diag([1.0, 1.0, 0.0])
FAILURES = {
    "two rows ask for different accelerations": (
        dict(M=I3, Q=[0, 0, 0], A=[[1, 0, 0], [2, 0, 0]], b=[1, 1]),
        zw.Status.INCONSISTENT,
        "row 0, row 1",
    ),
    "a row of zeros asks for something": (
        dict(M=I3, Q=[0, 0, 0], A=[[1, 0, 0], [0, 0, 0]], b=[1, 1]),
        zw.Status.INCONSISTENT,
        "row 1",
    ),
    "z has neither mass nor constraint": (
        dict(M=MASSLESS_Z, Q=[1, 0, 0], A=[[1, 1, 0]], b=[0]),
        zw.Status.NOT_UNIQUE,
        "q[2]",
    ),
    "a force along a free massless direction": (
        dict(M=MASSLESS_Z, Q=[1, 0, 5], A=[[1, 1, 0]], b=[0]),
        zw.Status.NO_SOLUTION,
        "q[2]",
    ),
    "a negative mass": (
        dict(M=np.diag([1.0, -1.0, 1.0]), Q=[0, 0, 0], A=[[1, 0, 0]], b=[0]),
        zw.Status.MASS_NOT_SEMIDEFINITE,
        "positive semi-definite",
    ),
    "a negative mass that a constraint hides": (
        dict(M=np.diag([1.0, -0.5]), Q=[0, 0], A=[[0, 1]], b=[0]),
        zw.Status.MASS_NOT_SEMIDEFINITE,
        "positive semi-definite",
    ),
    "M is not symmetric": (
        dict(M=I3 + 0.1 * np.eye(3, k=1), Q=[0, 0, 0], A=[[1, 0, 0]], b=[0]),
        zw.Status.MASS_NOT_SEMIDEFINITE,
        "symmetric",
    ),
    "NaN in Q": (
        dict(M=I3, Q=[0, np.nan, 0], A=[[1, 0, 0]], b=[0]),
        zw.Status.NON_FINITE,
        "NaN",
    ),
    "infinity in A": (
        dict(M=I3, Q=[0, 0, 0], A=[[1, np.inf, 0]], b=[0]),
        zw.Status.NON_FINITE,
        "infinity",
    ),
    "NaN in M": (
        dict(M=np.diag([1, np.nan, 1]), Q=[0, 0, 0], A=[[1, 0, 0]], b=[0]),
        zw.Status.NON_FINITE,
        "NaN",
    ),
}


@pytest.mark.parametrize("given, status, named", FAILURES.values(), ids=FAILURES)
def test_a_failure_is_raised_with_cause_and_culprit(given, status, named):
    with pytest.raises(zw.NumericalError) as error:
        zw.solve(**given)
    assert error.value.status is status
    assert status.cause in str(error.value) and status.remedy in str(error.value)
    assert named in str(error.value)


@pytest.mark.parametrize("kind", [np.asarray, jnp.asarray], ids=["numpy", "jax"])
@pytest.mark.parametrize("given, status, named", FAILURES.values(), ids=FAILURES)
def test_a_failure_without_throw_is_nan_with_a_status(kind, given, status, named):
    solution = zw.solve(*(kind(np.asarray(x, float)) for x in given.values()), throw=False)
    assert solution.status == status
    assert np.isnan(solution.qdd).all()
    forces_known = status is zw.Status.NOT_UNIQUE
    assert np.isnan(solution.Qc).all() != forces_known
    assert np.isnan(solution.lam).all() != forces_known


def test_the_force_is_unique_where_the_acceleration_is_not():
    given, _, _ = FAILURES["z has neither mass nor constraint"]
    solution = zw.solve(**given, throw=False)
    # x and y share the push: q̈ = (½, −½), Qc = M q̈ − Q.
    np.testing.assert_allclose(solution.Qc, [-0.5, -0.5, 0.0], atol=1e-15)
    np.testing.assert_allclose(np.abs(solution.free) / np.abs(solution.free).max(), [0, 0, 1])


def test_explain_uses_names():
    given, _, _ = FAILURES["two rows ask for different accelerations"]
    text = zw.solve(**given, throw=False).explain(constraints=["rod", "wire"])
    assert text.startswith("INCONSISTENT") and "rod, wire" in text
    given, _, _ = FAILURES["z has neither mass nor constraint"]
    assert "height" in zw.solve(**given, throw=False).explain(["x", "y", "height"])


def test_a_solver_refuses_what_it_is_not_made_for():
    redundant = zw.random_system(4, 3, 2, seed=0)
    massless = zw.random_system(4, 3, 3, 2, seed=0)
    for solver, system, status in [
        (zw.Cholesky(), redundant, zw.Status.NEEDS_FULL_RANK),
        (zw.Cholesky(), massless, zw.Status.NEEDS_DEFINITE_MASS),
        (zw.Orthogonal(), massless, zw.Status.NEEDS_DEFINITE_MASS),
    ]:
        assert zw.solve(*system, solver=solver, throw=False).status == status


def test_auto_says_which_solver_it_took_and_why():
    full, redundant, massless = (
        zw.solve(*zw.random_system(4, 3, *ranks, seed=0)).chosen
        for ranks in [(3, 4), (2, 4), (3, 2)]
    )
    assert full.startswith("cholesky: ") and "independent" in full
    assert redundant.startswith("orthogonal: ") and "rank 2 of 3" in redundant
    assert massless.startswith("singular: ") and "M is singular" in massless


# -- mistakes ------------------------------------------------------------------------------

MISTAKES = [
    (dict(M=np.ones((2, 3))), ValueError, ["`M`", "(2, 3)", "square"]),
    (dict(M=np.ones(2)), ValueError, ["`M`", "(2,)", "square"]),
    (dict(M=np.zeros((0, 0))), ValueError, ["`M`", "n ≥ 1"]),
    (dict(Q=np.ones(3)), ValueError, ["`Q`", "(3,)", "(2,)"]),
    (dict(Q=1.0), ValueError, ["`Q`", "()", "(2,)"]),
    (dict(A=np.ones((1, 3))), ValueError, ["`A`", "(1, 3)", "(m, 2)"]),
    (dict(A=np.ones(2)), ValueError, ["`A`", "(2,)", "(m, 2)"]),
    (dict(b=np.ones(2)), ValueError, ["`b`", "(2,)", "(1,)"]),
    (dict(C=np.ones(1)), ValueError, ["`C`", "(1,)", "(2,)"]),
    (dict(Q=np.ma.array([1.0, 2.0], mask=[False, True])), TypeError, ["`Q`", "masked"]),
    (dict(Q="down"), TypeError, ["`Q`", "real numbers"]),
    (dict(Q=np.ones(2) * 1j), TypeError, ["`Q`", "complex", "real numbers"]),
    (dict(M=[[1, 0], [0]]), TypeError, ["`M`", "not an array"]),
    (dict(solver="auto"), TypeError, ["`solver`", "'auto'", "zw.Auto()"]),
    (dict(solver=zw.Auto), TypeError, ["`solver`", "zw.Auto()"]),
]


@pytest.mark.parametrize("wrong, error, parts", MISTAKES)
def test_a_mistake_is_named(wrong, error, parts):
    with pytest.raises(error) as caught:
        zw.solve(**{**BOB, **wrong})
    for part in parts:
        assert part in str(caught.value)


def test_alpha_zero_is_refused():
    with pytest.raises(ValueError, match="`alpha` is 0"):
        zw.Singular(alpha=0.0)


# -- gain and error signal -----------------------------------------------------------------


@pytest.mark.parametrize("kind", [np.asarray, jnp.asarray], ids=["numpy", "jax"])
@pytest.mark.parametrize("rank", [4, 2])
def test_gain_times_error_signal_is_the_ideal_force(kind, rank):
    M, Q, A, b, _ = zw.random_system(6, 4, rank, seed=3)
    K, e = zw.gain(kind(M), kind(A)), zw.error_signal(*(kind(x) for x in (M, Q, A, b)))
    np.testing.assert_allclose(K, u05.gain(M, A), atol=1e-12)
    np.testing.assert_allclose(e, u05.error_signal(M, Q, A, b), atol=1e-13)
    np.testing.assert_allclose(K @ e, zw.solve(M, Q, A, b).Qc_ideal, atol=1e-12)


def test_gain_is_the_unscaled_pseudo_inverse():
    # The row repeated a hundredfold gets almost all of the gain; a scaled one would get half.
    K = zw.gain(np.eye(2), [[1.0, 0.0], [100.0, 0.0]])
    np.testing.assert_allclose(K, np.linalg.pinv([[1.0, 0.0], [100.0, 0.0]]), atol=1e-15)


@pytest.mark.parametrize(
    "M, A, error, part",
    [
        (2.0, np.ones((1, 2)), ValueError, "`M`"),
        (np.eye(2), np.ones(2), ValueError, "`A`"),
        (np.eye(2), np.zeros((2, 0)), ValueError, "`A`"),
        (np.eye(2), np.array([[np.nan, 1.0]]), zw.NumericalError, "NaN"),
        (np.triu(np.ones((2, 2))), np.ones((1, 2)), zw.NumericalError, "symmetric"),
    ],
)
def test_gain_refuses_what_it_cannot_use(M, A, error, part):
    with pytest.raises(error, match=part):
        zw.gain(M, A)


def test_a_member_of_a_batch_explains_itself_and_a_batch_says_so():
    given, _, _ = FAILURES["two rows ask for different accelerations"]
    batch = jax.jit(jax.vmap(zw.solve))(*(jnp.asarray(x, float)[None] for x in given.values()))
    assert "row 0, row 1" in batch.member(0).explain()
    with pytest.raises(ValueError, match="member"):
        batch.explain()
    with pytest.raises(ValueError, match="`constraints` has 1 names; wanted 2"):
        batch.member(0).explain(constraints=["rod"])
    loose = jax.jit(jax.vmap(zw.solve, (0, None, None, None)))
    member = loose(jnp.diag(jnp.array([1.0, 0, 0]))[None], *map(jnp.zeros, (3, (0, 3), 0))).member(
        0
    )
    assert "zw.solve of this one alone names all" in member.explain()


def test_a_signal_without_answer_names_what_is_pushed():
    with pytest.raises(zw.NumericalError, match=r"Free: \+1 q\[1\]; \+1 q\[2\]\."):
        zw.error_signal(np.diag([1.0, 0, 0]), [0.0, 1.0, 0.0], [[1.0, 0, 0]], [1.0])


def test_errors_travel_between_processes():
    error = zw.NumericalError(zw.Status.INCONSISTENT, "Not met: rod.")
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.status, copy.detail, str(copy)) == (error.status, error.detail, str(error))


def test_gain_and_error_signal_refuse_a_mass_that_is_not_semidefinite():
    M = np.diag([1.0, -1.0, 0.0])
    for kind in (np.asarray, jnp.asarray):
        with pytest.raises(zw.NumericalError, match="positive semi-definite"):
            zw.gain(kind(M), kind(np.ones((1, 3))))
        with pytest.raises(zw.NumericalError, match="positive semi-definite"):
            zw.error_signal(*map(kind, (M, np.ones(3), np.ones((1, 3)), np.ones(1))))
    with pytest.raises(zw.NumericalError, match="free massless|No acceleration|force"):
        zw.error_signal(MASSLESS_Z, np.ones(3), [[1.0, 1.0, 0.0]], [0.0])


def test_a_coordinate_without_mass_is_no_division_by_zero():
    with np.errstate(all="raise"):
        for M in (np.diag([1.0, 0.0]), np.zeros((2, 2)), np.array([[0.0, 1.0], [1.0, 1.0]])):
            assert not mass_factor(M, np)[2]
        assert mass_factor(np.diag([1e-200, 1e200]), np)[2]


@pytest.mark.parametrize("xp", [np, jnp], ids=["numpy", "jax"])
def test_no_rows_may_be_an_empty_list(xp):
    """Then the motion is the one without constraints, and n comes from M."""
    M, Q = xp.diag(xp.asarray([1.0, 2.0])), xp.asarray([3.0, 4.0])
    found, wanted = zw.solve(M, Q, [], []), zw.solve(M, Q, xp.zeros((0, 2)), xp.zeros(0))
    np.testing.assert_allclose(found.qdd, [3.0, 2.0], rtol=1e-15)
    np.testing.assert_array_equal(found.Qc, wanted.Qc)
    assert zw.gain(M, []).shape == (2, 0) and zw.error_signal(M, Q, [], []).shape == (0,)
    assert zw.System(1.0, Q, [zw.Pfaffian([], [])]).acceleration([0, 0], [0, 0]).lam.shape == (0,)
    np.testing.assert_allclose(zw.Explanation.of(M, Q, [], []).a, [3.0, 2.0], rtol=1e-15)
    with pytest.raises(ValueError, match=r"`b` has the shape \(1,\); wanted \(0,\)"):
        zw.solve(M, Q, [], [1.0])
