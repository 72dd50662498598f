"""The first way of the kernel and the stages of a method, written out, are what the loops give."""

import ctypes

import numpy as np
import pytest

import zwang as zw
from zwang.emit.lines import PRELUDE, emit
from zwang.engine.program.cholesky import straight
from zwang.files import build
from zwang.ir.scalar.graph import Graph, needed
from zwang.ir.scalar.laws import array, boxed

LEAST = 1e-4


def written_out(M, A, F, b):
    # Numbers that are known are computed at once, so nothing needs to be compiled.
    found = straight(boxed(M), boxed(A), boxed(F), boxed(b), LEAST)
    return found._replace(**{name: np.array(getattr(found, name), float) for name in NUMBERS})


NUMBERS = ("x", "Z", "lengths", "volume")


def system(seed: int, n: int, m: int):
    random = np.random.default_rng([seed, n, m])
    G = random.standard_normal((n, n))
    units = 10.0 ** random.uniform(-3, 3, n)
    M = units[:, None] * (G @ G.T + n * np.eye(n)) * units
    A = random.standard_normal((m, n)) * units * 10.0 ** random.uniform(-4, 4, (m, 1))
    return M, A, random.standard_normal(n) * units, random.standard_normal(m)


SIZES = [(1, 0), (1, 1), (2, 1), (3, 3), (4, 2), (6, 5), (8, 0)]


@pytest.mark.parametrize("n, m", SIZES)
def test_it_is_the_kernel(n, m):
    for seed in range(40):
        M, A, F, b = system(seed, n, m)
        found, wanted = written_out(M, A, F, b), zw.solve(M, F, A, b)
        if not found.good:  # rows that are nearly parallel are left to the kernel
            continue
        size = np.sqrt(np.diag(M))  # in like units
        error = np.abs((found.x - wanted.qdd) * size).max()
        assert error <= 1e-8 * np.abs(wanted.qdd * size).max(), (seed, error)


@pytest.mark.parametrize("n, m", SIZES)
def test_most_states_need_no_more(n, m):
    assert sum(bool(written_out(*system(seed, n, m)).good) for seed in range(40)) >= 38


@pytest.mark.parametrize("n, m", [(2, 1), (4, 2), (6, 5)])
def test_the_glance_is_of_the_rows_in_the_metric(n, m):
    for seed in range(20):
        M, A, F, b = system(seed, n, m)
        found = written_out(M, A, F, b)
        B = np.linalg.solve(np.linalg.cholesky(M), A.T).T
        lengths = np.linalg.norm(B, axis=1)
        np.testing.assert_allclose(found.lengths, lengths, rtol=1e-9)
        sigma = np.linalg.svd(B / lengths[:, None], compute_uv=False)
        np.testing.assert_allclose(found.volume, sigma.prod(), rtol=1e-6)
        np.testing.assert_allclose(found.Z @ found.Z.T, np.eye(m), atol=1e-6)


def scattered(seed: int, N: int):
    """A chain with N links whose coordinates and rows come in any order, all but a few known."""
    random = np.random.default_rng(seed)
    place, rows = random.permutation(2 * N), random.permutation(N)
    A = np.zeros((N, 2 * N))
    for k in range(N):
        for j in range(2):
            A[rows[k], place[2 * k + j]] = random.uniform(0.5, 1.0)
            if k:
                A[rows[k], place[2 * k + j - 2]] = -random.uniform(0.5, 1.0)
    return np.diag(random.uniform(1.0, 2.0, 2 * N)), A


def operations(N: int) -> int:
    """Of the acceleration of such a chain, of which only the zeros are known."""
    graph, counted = Graph(), 0
    M, A = scattered(1, N)

    def unknown(x):
        nonlocal counted
        values = []
        for v in np.ravel(x):
            values.append(graph.input("p", counted) if v else 0.0)
            counted += 1
        return array(values, np.shape(x))

    found = straight(unknown(M), unknown(A), unknown(np.ones(2 * N)), unknown(np.ones(N)), LEAST)
    return len(needed(found.x))


def test_a_chain_in_any_order_takes_operations_in_proportion_to_its_links():
    few, many = operations(8), operations(32)
    assert many < 4.5 * few
    for seed in range(5):
        M, A = scattered(seed, 12)
        F, b = np.ones(24), np.linspace(-1.0, 1.0, 12)
        found, wanted = written_out(M, A, F, b), zw.solve(M, F, A, b)
        assert found.good
        np.testing.assert_allclose(found.x, wanted.qdd, atol=1e-9)


def test_zeros_of_an_output_are_set_in_a_loop_and_not_one_by_one():
    x = Graph().input("x", 0)
    values: list = [0.0] * 50
    values[7], values[20], values[30] = x, -0.0, 2.0
    text = emit("scatter", ("x",), {"y": array(values, (50,))}, public=True).text
    assert text.count("y[") == 4
    function = build.library(PRELUDE + text).scatter
    given, found = (ctypes.c_double * 1)(3.0), (ctypes.c_double * 50)(*[9.0] * 50)
    function(given, found)
    assert list(found) == [3.0 if i == 7 else 2.0 if i == 30 else 0.0 for i in range(50)]
    assert np.signbit(found[20]) and not np.signbit(found[21])


def broken(how: str):
    M, A, F, b = system(5, 4, 2)
    if how == "redundant rows":
        A[1] = -3.0 * A[0]
    elif how == "a row of zeros":
        A[1] = 0.0
    elif how == "singular mass":
        M[:, 0] = M[0] = 0.0
    elif how == "negative mass":
        M = -M
    elif how == "not symmetric":
        M[0, 1] *= 2.0
    elif how == "not finite":
        F[2] = np.nan
    elif how == "infinite b":
        b[0] = np.inf
    return M, A, F, b


HOW = ["redundant rows", "a row of zeros", "singular mass", "negative mass", "not symmetric"]


@pytest.mark.parametrize("how", [*HOW, "not finite", "infinite b"])
def test_what_it_must_leave_to_the_kernel(how):
    with np.errstate(all="ignore"):
        assert not written_out(*broken(how)).good


# -- stages -------------------------------------------------------------------------------------
