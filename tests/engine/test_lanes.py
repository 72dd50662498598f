"""Parts that look alike, eliminated side by side: the answer is that of the other factors."""

import ctypes
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest
from scipy import sparse

import zwang as zw
from tests.runtime.units import number, spoiled, use
from zwang.engine.large import system as systems
from zwang.solvers.sparse import kernel, symbolic
from zwang.solvers.sparse.lanes import LANES, Wish, lanes_of
from zwang.solvers.sparse.symbolic import laid_out
from zwang.zoo.mechanisms import bricard, net, scissor_lift
from zwang.zoo.random_machine import random_machine


def rope(N, d, rng, every=0, ring=0, blocks=False):
    """M and A of N particles in d dimensions; every so manieth row twice, ties between far ones."""
    k, u = np.arange(N), rng.normal(size=(N, d))
    u /= np.linalg.norm(u, axis=1, keepdims=True)
    rows = np.repeat(np.concatenate([k, k[1:]]), d)
    columns = (d * np.concatenate([k, k[:-1]])[:, None] + np.arange(d)).ravel()
    A = sparse.csr_array((np.concatenate([u, -u[1:]]).ravel(), (rows, columns)), (N, d * N))
    more = [A[::every]] if every else []
    if ring:
        tie = sparse.lil_array((1, d * N))
        tie[0, :d], tie[0, d * ring : d * ring + d] = u[0], -u[1]
        more.append(sparse.csr_array(tie))
    A = sparse.csr_array(sparse.vstack([A, *more]))
    mass = np.repeat(rng.uniform(0.5, 2.0, N), d)
    pair = np.eye(d) + (0.3 if blocks else 0.0)
    M = sparse.kron(sparse.eye_array(N), pair) * np.sqrt(mass) * np.sqrt(mass)[:, None]
    return sparse.csr_array(M), A


def stated_otherwise(M, A, rng):
    """The same in another order of coordinates and rows, and in other units."""
    m, n = A.shape
    units, order, rows = 10.0 ** rng.integers(-2, 3, n), rng.permutation(n), rng.permutation(m)
    T = sparse.csr_array(sparse.diags_array(units))[:, order]
    D = sparse.csr_array(sparse.diags_array(10.0 ** rng.integers(-4, 5, m)))
    return sparse.csr_array(T.T @ M @ T), sparse.csr_array((D @ A @ T)[rows])


RNG = np.random.default_rng(11)
CASES = {
    "plane": rope(64, 2, RNG),
    "no multiple of lanes": rope(61, 2, RNG),
    "space": rope(47, 3, RNG),
    "blocks": rope(50, 2, RNG, blocks=True),
    "rods twice": rope(64, 2, RNG, every=3),
    "a tie": rope(64, 2, RNG, ring=60),
    "other order and units": stated_otherwise(*rope(64, 2, RNG), RNG),
    "of blocks": stated_otherwise(*rope(64, 3, RNG, every=5, blocks=True), RNG),
}


@pytest.fixture(scope="module")
def program():
    return kernel.library()


def answer(program, lanes, M, Q, A, b, warm=0, mu=0.0, ways=None, **asked):
    """x by lanes, and the last correction."""
    behind = [np.append(x, 0.0) for x in (M.data, Q, A.data, b, np.zeros_like(b))]
    x, eps = np.full(len(Q), np.nan), float(np.finfo(float).eps)
    M_at, *others = map(kernel.place, behind)
    given = {"anew": 1, "warm": warm, "mu": mu, "wanted": 1.0, "rounds": 30, "eps": eps}
    wish = Wish(n=len(Q), **given | asked)
    own = kernel.ways() if ways is None else ways
    return x, program.zw_sparse_in_lanes(
        own, lanes.at, M_at, 0, *others, ctypes.addressof(wish), kernel.place(x)
    )


def near(x, known, M, rounding):
    """In the metric, against the whole."""
    size = lambda v: np.sqrt(v @ (M @ v))
    return size(x - known) <= rounding * size(known)


def _entries(matrix) -> Any:
    matrix.sort_indices()
    return matrix


@pytest.mark.parametrize("name", CASES)
def test_the_answer_in_lanes_is_that_of_sparse_factors(program, name):
    M, A = map(_entries, CASES[name])
    rng = np.random.default_rng(3)
    lanes = lanes_of(M, A)
    assert lanes is not None
    Q, x0 = M @ rng.normal(size=A.shape[1]), rng.normal(size=A.shape[1])
    known = zw.solve(M, Q, A, A @ x0, solver=zw.Sparse())
    redundant = known.rank < A.shape[0]
    mu = 1e-9 if redundant else 0.0
    for warm in (0, 1):
        x, change = answer(program, lanes, M, Q, A, A @ x0, warm, mu)
        assert 0.0 <= change <= 1e-8 and near(x, known.qdd, M, 1e-9)
    twin = lanes.twin()
    again, _ = answer(program, twin, M, Q, A, A @ x0, 0, mu)
    assert np.array_equal(again, answer(program, lanes, M, Q, A, A @ x0, 0, mu)[0])
    other = 3.0 * M  # a mass that is not what it was
    x, _ = answer(program, lanes, other, Q, A, A @ x0, 0, mu)
    assert near(x, zw.solve(other, Q, A, A @ x0, solver=zw.Sparse()).qdd, M, 1e-9)
    lanes.held["A_from"][0] = lanes.held["A_from"][-1]  # and spoiled, it is not
    assert not near(answer(program, lanes, M, Q, A, A @ x0, 0, mu)[0], known.qdd, M, 1e-3)


@pytest.mark.parametrize("name", CASES)
def test_a_mu_above_singular_values_is_made_up_for(program, name):
    M, A = map(_entries, CASES[name])
    rng = np.random.default_rng(4)
    lanes, Q, x0 = lanes_of(M, A), M @ rng.normal(size=A.shape[1]), rng.normal(size=A.shape[1])
    known = zw.solve(M, Q, A, A @ x0, solver=zw.Sparse()).qdd
    for mu in (1e-3, 1e-1):  # σ of these ropes is about 0.03
        few = {"rounds": 1, "mu": mu}
        x, change = answer(program, lanes, M, Q, A, A @ x0, wanted=1e-12 / mu, **few)
        assert change <= 1e-8 and near(x, known, M, 1e-9)
        assert not near(answer(program, lanes, M, Q, A, A @ x0, **few)[0], known, M, 1e-9)


@pytest.mark.parametrize("part", [1e-4, 1e-7, 1e-10])
def test_corrections_end_where_the_next_one_is_foretold_to_be_small(program, part):
    M, A = rope(64, 2, np.random.default_rng(6))
    lanes, Q, b = lanes_of(M, A), np.ones(128), np.ones(64)
    known = zw.solve(M, Q, A, b, solver=zw.Sparse()).qdd
    size = np.sqrt(Q @ (Q / M.diagonal()))  # of all of it; what is tolerated is a length, too
    for asked in ({"part": part, "most": np.inf}, {"part": 1.0, "most": part * size}):
        x, change = answer(program, lanes, M, Q, A, b, mu=1e-5, **asked)
        assert change <= part and near(x, known, M, part)
    exact, last = answer(program, lanes, M, Q, A, b, mu=1e-5)
    assert last < 1e-15 and near(exact, known, M, 1e-12) and not near(x, exact, M, 1e-14)


def test_what_is_not_to_be_found_in_lanes_is_told(program):
    M, A = rope(64, 2, np.random.default_rng(5))
    lanes, Q = lanes_of(M, A), np.ones(128)
    b = np.ones(64)
    assert answer(program, lanes, M, Q, A, b)[1] <= 1e-8
    for spoil in (0.0, np.nan, 1e-120):
        other = A.copy()
        other.data[other.indptr[20] : other.indptr[21]] = spoil
        assert not answer(program, lanes, M, Q, other, b)[1] <= 1e-8
    for entry in (0.0, -1.0, np.nan):
        other = M.copy()
        other.data[40] = entry
        assert not answer(program, lanes, other, Q, A, b)[1] <= 1e-8
    twice = sparse.csr_array(sparse.vstack([A, A[::4]]))
    contradicting = lanes_of(M, twice)
    assert not answer(program, contradicting, M, Q, twice, np.ones(80))[1] <= 1e-8
    assert answer(program, lanes, M, Q, A, b)[1] <= 1e-8  # nothing of it is kept


def test_machines_without_parts_that_look_alike_have_no_lanes():
    x = random_machine(60, seed=4)
    assert lanes_of(x.M, x.A) is None
    few = rope(3 * LANES, 2, np.random.default_rng(0))
    assert lanes_of(*few) is None
    M, A = few
    assert lanes_of(M, A[:0]) is None


def test_a_motion_in_lanes_is_the_same_motion(program, monkeypatch):
    N = 40
    angle = 0.4 * np.sin(np.arange(N))
    start = np.cumsum(np.stack([np.sin(angle), -np.cos(angle)], axis=1), axis=0).ravel() / N

    def rods(q):
        d = jnp.diff(q.reshape(N, 2), axis=0, prepend=jnp.zeros((1, 2)))
        return (d * d).sum(axis=1) - 1.0 / N**2

    system = zw.System(1.0 / N, np.tile([0.0, -9.81 / N], N), [zw.Holonomic(rods)])
    move = lambda: zw.simulate(system, start, np.zeros(2 * N), [0.0, 0.02])
    known, again = move(), move()
    assert np.array_equal(known.q, again.q)
    monkeypatch.setattr(systems, "lanes_of", lambda M, A: None)
    systems.large.cache_clear()
    plain = move()
    systems.large.cache_clear()
    assert np.abs(plain.q - known.q).max() <= 1e-9
    # It was another way, where lanes help.
    assert np.array_equal(plain.q, known.q) != bool(program.zw_sparse_lanes_help(kernel.ways()))


@pytest.mark.parametrize("in_lanes", [True, False])
def test_a_motion_with_patience_is_the_same_motion(monkeypatch, in_lanes):
    """Of a lift whose σ² is below a μ that is not allowed to be smaller; redundant rows besides."""
    lift, made = scissor_lift(64), []
    cut = lambda M, A: made.append(lanes_of(M, A)) or (made[-1] if in_lanes else None)
    move = lambda: lift.mechanism.simulate([0.0, 0.1])
    known = move()
    monkeypatch.setattr(systems, "lanes_of", cut)
    use(monkeypatch, spoiled(number("LEAST_PROXIMAL", 1e-9)))
    patient = move()
    systems.large.cache_clear()
    assert made[0] is not None and not np.array_equal(patient.q, known.q)  # it was another way
    assert np.abs(patient.q - known.q).max() <= 1e-9
    assert np.array_equal(patient.rank, known.rank) and patient.status == known.status
    assert max(lift.error(patient), np.abs(patient.residual).max()) <= 1e-10


@pytest.mark.parametrize("name", CASES)
def test_branches_one_after_the_other_fill_no_more_than_by_turns(name):
    M, A = map(_entries, CASES[name])
    by_turns, _, _, R = laid_out(M, A)
    found, _, _, branches = laid_out(M, A, 0)
    assert sorted(found["S"]) == sorted(by_turns["S"])
    assert len(branches.places) == len(R.places)
    first = np.arange(A.shape[0])  # of the subtree that ends at each place
    size = np.ones_like(first)
    for k, parent in enumerate(branches.parent):
        assert size[k] == k - first[k] + 1  # nothing else stands among it
        if parent >= 0:
            first[parent], size[parent] = min(first[parent], first[k]), size[parent] + size[k]


# -- machines ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def machines(program):
    """The ways of C for this machine and for lesser ones."""
    return [program.zw_sparse_ways(most) for most in range(kernel.MACHINES + 1)]


@pytest.mark.parametrize("name", ["plane", "rods twice", "of blocks"])
def test_the_answer_in_lanes_is_the_same_on_all_machines(program, machines, name):
    M, A = map(_entries, CASES[name])
    rng = np.random.default_rng(8)
    Q, b = M @ rng.normal(size=A.shape[1]), A @ rng.normal(size=A.shape[1])
    for asked in ({"mu": 1e-9}, {"mu": 1e-3, "wanted": 1e-9}):
        own = lambda ways, asked=asked: answer(
            program, lanes_of(M, A), M, Q, A, b, ways=ways, **asked
        )
        found = [own(ways) for ways in machines]
        assert all(np.array_equal(x, found[0][0]) and y == found[0][1] for x, y in found)
    assert program.zw_sparse_ways(99) == machines[-1]


@pytest.mark.parametrize("make", [bricard, lambda: net(4)], ids=["bricard", "net"])
def test_a_motion_is_the_same_on_all_machines(monkeypatch, make):
    loop, motions = make().mechanism, []
    monkeypatch.setattr(systems, "lanes_of", lambda M, A: None)
    for most in range(kernel.MACHINES + 1):
        monkeypatch.setattr(kernel, "MACHINES", most)
        monkeypatch.setattr(symbolic, "_kept", type(symbolic._kept)())
        systems.large.cache_clear()
        motions.append(loop.simulate((0.0, 0.2)))
    systems.large.cache_clear()
    assert "sparse factors" in motions[0].engine
    assert all(np.array_equal(x.q, motions[0].q) for x in motions)
