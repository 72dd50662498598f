"""The first way of the kernel and the stages of a method, written out, are what the loops give."""

import ctypes

import diffrax
import numpy as np
import pytest

import zwang as zw
from zwang.emit.lines import PRELUDE, emit
from zwang.engine.program.cholesky import straight
from zwang.engine.program.method.stages import stages_text
from zwang.files import build
from zwang.integrate.method.runge_kutta import Dopri8, tableau
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

LAW = """
#define ZW_N 2
/* qdd of a test problem that depends on everything */
static void law(double t, const double *q, const double *v, double *a)
{
    a[0] = cos(t) - q[0]*q[1] + 0.3*v[1];
    a[1] = sin(q[0]) - 0.1*v[0]*v[0] + t;
}
"""
CALL = """
ZW_FUNCTION void zw_acceleration(
    double t, const double *q, const double *qd, const double *p, double cut, double *qdd)
{
    (void)p, (void)cut;
    law(t, q, qd, qdd);
}
void step(double t, const double *q, const double *qd, double h, double *out)
{
    zw_stages(t, q, qd, h, 0, 0.0, out, out + 2, out + 4);
}
"""
METHODS = [diffrax.Heun(), diffrax.Midpoint(), diffrax.Ralston(), diffrax.Bosh3()]
METHODS += [diffrax.Tsit5(), diffrax.Dopri5(), diffrax.Dopri8(), Dopri8()]


def by_the_book(method, t, q, qd, h):
    table = tableau(method)
    assert table is not None
    nodes, stages, weights, errors = table
    y, K = np.concatenate([q, qd]), []

    def law(t, y):
        a, b, va, vb = y
        return np.array([va, vb, np.cos(t) - a * b + 0.3 * vb, np.sin(a) - 0.1 * va**2 + t])

    for c, row in zip(nodes, stages, strict=True):
        K.append(law(t + c * h, y + h * sum((w * k for w, k in zip(row, K, strict=False)), 0.0)))
    combined = [h * sum(w * k for w, k in zip(x, K, strict=True)) for x in (weights, errors)]
    return np.concatenate([y + combined[0], combined[1]])


@pytest.mark.parametrize(
    "method", METHODS, ids=lambda x: f"{type(x).__module__}.{type(x).__name__}"
)
def test_stages_are_those_of_the_method(method):
    table = tableau(method)
    assert table is not None
    text = "\n".join([PRELUDE, LAW, stages_text(table), CALL])
    step = build.library(text).step
    step.argtypes = [ctypes.c_double, *[ctypes.c_void_p] * 2, ctypes.c_double, ctypes.c_void_p]
    random = np.random.default_rng(8)
    for _ in range(20):
        t, h = random.uniform(0, 2), random.uniform(1e-3, 0.5)
        q, qd, out = random.standard_normal(2), random.standard_normal(2), np.empty(8)
        step(t, q.ctypes.data, qd.ctypes.data, h, out.ctypes.data)
        np.testing.assert_allclose(out, by_the_book(method, t, q, qd, h), rtol=1e-12, atol=1e-13)
