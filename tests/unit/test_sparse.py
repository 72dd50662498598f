"""Sparse factors give what dense ones give: answers, ranks, statuses; `Auto` says what it took."""

from __future__ import annotations

import threading

import jax.numpy as jnp
import numpy as np
import pytest
from scipy import sparse

import zwang as zw
from zwang.files import build
from zwang.solvers.sparse import choose, kernel, metric
from zwang.zoo.random_machine import random_machine

KINDS = {
    "tree": {},
    "redundant": {"redundant": True},
    "singular": {"singular": True},
    "both": {"singular": True, "redundant": True},
    "units": {"singular": True, "redundant": True, "scale": 1e6},
    "nearly": {"redundant": True, "nearly": 1e-3},
}


class Careful(zw.AbstractSolver):
    """The rank-revealing way of the dense kernel."""

    def find(self, M, A, F, b):
        return zw.Auto().careful(M, A, F, b)


def both(M, Q, A, b, C=None):
    """The sparse answer and the dense one."""
    dense = [x.toarray() if sparse.issparse(x) else x for x in (M, A)]
    return (
        zw.solve(M, Q, A, b, C, solver=zw.Sparse(), throw=False),
        zw.solve(dense[0], Q, dense[1], b, C, solver=Careful(), throw=False),
    )


def off(x, y, unit):
    return np.abs((x - y) * unit).max() / (1.0 + np.abs(y * unit).max())


@pytest.mark.parametrize("kind", KINDS)
def test_machines_have_the_dense_answer_and_the_planted_one(kind):
    for seed in range(4):
        x = random_machine(6 + 12 * seed, seed=seed, **KINDS[kind])
        found, wanted = both(x.M, x.Q, x.A, x.b)
        assert found.status == wanted.status == zw.Status.OK
        assert found.rank == wanted.rank
        # Condition numbers are up to 1e6 here.
        assert off(found.qdd, x.qdd, x.units) < 1e-9
        assert off(found.Qc, x.Qc, 1.0 / x.units) < 1e-9
        if kind != "nearly":  # which determines multipliers badly
            assert off(found.lam, wanted.lam, x.row_units) < 1e-7


def test_the_work_of_nonideal_constraints_is_split_as_by_dense_factors():
    x = random_machine(20, redundant=True, seed=3)
    found, wanted = both(x.M, x.Q, x.A, x.b, np.sin(np.arange(len(x.Q))))
    for name in ("qdd", "Qc", "Qc_ideal", "Qc_nonideal", "lam"):
        assert off(getattr(found, name), getattr(wanted, name), 1.0) < 1e-9, name


def spoiled(how: str):
    """A machine with something wrong, as dense arrays."""
    x = random_machine(15, seed=7, redundant=True)
    M, Q, A, b = x.M.toarray(), x.Q.copy(), x.A.toarray(), x.b.copy()
    if how == "infinite":
        Q[3] = np.inf
    elif how == "not a number":
        M[2, 2] = np.nan
    elif how == "negative":
        M[4, 4] *= -1.0
    elif how == "asymmetric":
        M[1, 0] += 1.0 + M[0, 0]
    elif how == "contradiction":
        A, b = np.vstack([A, A[5]]), np.append(b, b[5] + 1.0)
    else:
        M[6], M[:, 6], A[:, 6] = 0.0, 0.0, 0.0
        b, Q[6] = A @ np.ones(len(M)), 1.0 if how == "pushed" else 0.0
    return M, Q, A, b


@pytest.mark.parametrize(
    "how, status",
    [
        ("infinite", zw.Status.NON_FINITE),
        ("not a number", zw.Status.NON_FINITE),
        ("negative", zw.Status.MASS_NOT_SEMIDEFINITE),
        ("asymmetric", zw.Status.MASS_NOT_SEMIDEFINITE),
        ("contradiction", zw.Status.INCONSISTENT),
        ("massless", zw.Status.NOT_UNIQUE),
        ("pushed", zw.Status.NO_SOLUTION),
    ],
)
def test_what_is_spoiled_has_the_dense_status_and_no_number(how, status):
    M, Q, A, b = spoiled(how)
    found, wanted = both(sparse.csr_array(M), Q, sparse.csr_array(A), b)
    assert found.status == wanted.status == status
    assert np.isnan(found.qdd).all()
    assert np.isfinite(found.Qc).all() == (status == zw.Status.NOT_UNIQUE)
    if how == "massless":
        assert found.explain() == wanted.explain()
    with pytest.raises(zw.NumericalError):
        zw.solve(sparse.csr_array(M), Q, sparse.csr_array(A), b)


def test_rows_that_depend_on_each_other_in_secret_are_found(monkeypatch):
    """The third row is 1e-10 away from the two before it, but the second 1e-16 from the others."""
    x = random_machine(20, seed=9)
    n = x.A.shape[1]
    a, e, f = np.random.default_rng(9).standard_normal((3, n)) * (np.arange(n) < 6)
    A = sparse.csr_array(sparse.vstack([sparse.csr_array([a, a + 1e-6 * e, e + 1e-10 * f]), x.A]))
    b = A @ x.qdd
    found, wanted = both(x.M, x.Q, A, b)
    assert found.status == wanted.status == zw.Status.OK
    assert found.rank == wanted.rank == len(b) - 1
    assert off(found.qdd, wanted.qdd, 1.0) < 1e-7
    monkeypatch.setattr(metric, "DEFLATIONS", 0)  # nobody looks for them
    found = zw.solve(x.M, x.Q, A, b, solver=zw.Sparse(), throw=False)
    assert found.status == zw.Status.INACCURATE


def test_a_rank_that_is_not_sure_is_a_status_and_auto_goes_the_dense_way(monkeypatch):
    monkeypatch.setattr(metric, "DEFLATIONS", 0)
    x = random_machine(100, seed=1)
    found = zw.solve(x.M, x.Q, x.A, x.b, solver=zw.Sparse(), throw=False)
    assert found.status == zw.Status.INACCURATE
    assert np.isnan(found.qdd).all()
    assert "did not reach the tolerance" in zw.solve(x.M, x.Q, x.A, x.b).chosen


def test_any_format_gives_the_same_and_stays_as_it_was():
    x = random_machine(30, redundant=True, seed=2)
    wanted = zw.solve(x.M, x.Q, x.A, x.b, solver=zw.Sparse())
    twice = sparse.coo_array(
        (np.tile(x.A.tocoo().data / 2, 2), np.tile(x.A.tocoo().coords, 2)), shape=x.A.shape
    )
    for M, A in (
        (x.M.tocsc(), x.A.tocoo()),
        (sparse.csr_matrix(x.M), twice),
        (x.M.toarray(), x.A),
        (x.M, x.A.toarray()),
        (x.M.tolil(), x.A.todok()),
    ):
        for solver in (zw.Sparse(), None):
            found = zw.solve(M, x.Q, A, x.b, solver=solver)
            np.testing.assert_allclose(found.qdd, wanted.qdd, rtol=1e-12, atol=1e-12)
    assert twice.nnz == 2 * x.A.nnz
    dense = zw.solve(x.M, x.Q, x.A, x.b, solver=zw.Orthogonal())
    np.testing.assert_allclose(dense.qdd, wanted.qdd, rtol=1e-9, atol=1e-9)


def test_only_the_lower_half_of_the_mass_matrix_is_read():
    x = random_machine(30, seed=4)
    rounded = x.M.copy()
    upper = rounded.tocoo()
    upper.data[upper.row < upper.col] *= 1.0 + 1e-13
    one, other = (
        zw.solve(M, x.Q, x.A, x.b, solver=zw.Sparse()) for M in (x.M, sparse.csr_array(upper))
    )
    np.testing.assert_array_equal(one.qdd, other.qdd)


def test_auto_says_why_it_took_dense_factors_or_sparse_ones(monkeypatch):
    small, large = random_machine(5, seed=5), random_machine(120, seed=5)
    solve = lambda x: zw.solve(x.M, x.Q, x.A, x.b).chosen
    assert "dense, since M and A are small" in solve(small)
    assert solve(large).startswith("sparse: ")
    assert zw.solve(large.M.toarray(), large.Q, large.A.toarray(), large.b).chosen == solve(large)
    rng = np.random.default_rng(0)
    full = rng.standard_normal((60, 200))
    chosen = zw.solve(
        sparse.eye_array(200), np.ones(200), sparse.csr_array(full), np.ones(60)
    ).chosen
    assert "dense, since sparse factors would fill up" in chosen

    def none(*_):
        raise build.NoLibrary("no C compiler was found")

    monkeypatch.setattr(kernel, "library", none)
    x = random_machine(130, seed=6)  # a pattern that is not remembered
    assert "there is no C compiler" in solve(x)
    monkeypatch.setattr(choose, "DENSE", 10)
    with pytest.raises(build.NoLibrary, match="no C compiler"):
        solve(random_machine(131, seed=6))


def test_threads_with_one_pattern_do_not_meet():
    x = random_machine(60, redundant=True, seed=8)
    wanted = zw.solve(x.M, x.Q, x.A, x.b, solver=zw.Sparse()).qdd
    wrong = []

    def work():
        for factor in (1.0, 2.0, 3.0, 4.0):
            found = zw.solve(factor * x.M, factor * x.Q, x.A, x.b, solver=zw.Sparse()).qdd
            if not np.allclose(found, wanted, rtol=1e-9, atol=1e-9):
                wrong.append(factor)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_chain_of_thousands_of_links_with_doubled_rods():
    N = 20_000
    rng = np.random.default_rng(0)
    angle = np.cumsum(rng.normal(0.0, 0.3, N))
    u, k = np.stack([np.cos(angle), np.sin(angle)]), np.arange(N)
    rows, columns = np.concatenate([k, k[1:]]), np.concatenate([k, k[:-1]])
    parts = [
        sparse.coo_array((np.concatenate([x, -x[1:]]), (rows, columns)), shape=(N, N)) for x in u
    ]
    A = sparse.csr_array(sparse.hstack(parts))
    A = sparse.csr_array(sparse.vstack([A, A[::7]]))
    qdd = rng.standard_normal(2 * N)
    masses = sparse.diags_array(rng.uniform(0.5, 2.0, 2 * N))
    lam = rng.standard_normal(len(A.indptr) - 1)
    found = zw.solve(masses, masses @ qdd - A.T @ lam, A, A @ qdd)
    assert found.rank == N
    assert found.residual.max() < 1e-14
    # The condition of a chain grows with the square of its length.
    assert np.abs(found.qdd - qdd).max() < 1e-8


@pytest.mark.parametrize(
    "change, told",
    [
        ({"M": sparse.eye_array(3) * 1j}, "`M` has the type complex128"),
        ({"A": sparse.csr_array((1, 4))}, r"`A` has the shape \(1, 4\)"),
        ({"M": sparse.csr_array((2, 3))}, r"`M` has the shape \(2, 3\)"),
        ({"Q": jnp.ones(3)}, "`M` is a sparse matrix beside arrays of JAX"),
    ],
)
def test_wrong_matrices_are_named(change, told):
    right = {"M": sparse.eye_array(3), "Q": np.ones(3), "A": sparse.csr_array((1, 3)), "b": [0.0]}
    with pytest.raises((TypeError, ValueError), match=told):
        zw.solve(**(right | change))


def test_arrays_of_jax_are_refused_by_name():
    with pytest.raises(TypeError, match=r"zw.Sparse\(\), which takes NumPy arrays"):
        zw.solve(jnp.eye(2), jnp.ones(2), jnp.ones((1, 2)), jnp.ones(1), solver=zw.Sparse())


def spans(x):
    """The span of the rows of a machine, without and with weights, beside the basis that singular
    vectors are, and the rank."""
    plan = metric.Plan(x.M, x.A)
    metric.factor(plan, x.M.data)
    rank, sure = metric.rank_of(plan, x.A, 1e-9)
    assert sure
    Y = sparse.csc_array((plan.held["Yx"], plan.held["Yi"], plan.held["Yp"]), (plan.n, plan.m))
    for weights in (np.ones(plan.m), np.geomspace(1e-3, 1e3, plan.m)):
        U, values, _ = np.linalg.svd((Y.toarray() / weights).T, full_matrices=False)
        assert values[rank - 1] > 1e4 * values[rank]
        yield metric.Span(plan, weights, rank, 1e-9), U[:, :rank], rank
        wrong = metric.Span(plan, weights, rank - 1, 1e-9)
        assert not wrong.sure  # another rank than that of the rows is seen


@pytest.mark.parametrize("scale", [1.0, 1e5])
def test_what_rows_span_is_found_without_combinations_of_them(scale):
    rng = np.random.default_rng(4)
    for seed in range(3):
        x = random_machine(8 + 8 * seed, redundant=True, scale=scale, seed=seed)
        for span, basis, rank in spans(x):
            v = rng.standard_normal(x.A.shape[0])
            assert span.sure and rank < len(v)
            wanted = basis @ (basis.T @ v)
            assert np.abs(span.taken_out(v) - wanted).max() < 1e-9 * np.abs(v).max()
            assert span.sure


def test_multipliers_are_the_least_by_any_way(monkeypatch):
    """By proximal factors, by the span of the rows, by combinations; and by dense ones."""
    x = random_machine(20, redundant=True, seed=5)
    wanted = both(x.M, x.Q, x.A, x.b)[1]
    monkeypatch.setattr(metric, "ENTRIES", 0)
    near = lambda: off(both(x.M, x.Q, x.A, x.b)[0].lam, wanted.lam, x.row_units) < 1e-8
    assert near()
    monkeypatch.setattr(metric, "proximal", lambda plan, cut: None)
    assert near()
    monkeypatch.setattr(metric, "NOTHING", 1e3)  # so that nothing is left to span anything
    assert near()
