"""The kernel in C decides as the one in Python does, and finds the same."""

import ctypes

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.emit.lines import PRELUDE, emit
from zwang.emit.scalars import scalarized
from zwang.files import build
from zwang.ir import text
from zwang.ir.calls import called_texts
from zwang.ir.records import Kernel

CALL = """
int answer(const double *M, const double *Q, const double *A, const double *b, const double *C,
           double rank, double consistency, double *x, double *lam, int *found_rank)
{
    zw_room w = {0};
    double F[2 * ZW_N], B[2 * ZW_ROWS];
    zw_found found;
    for (int j = 0; j < ZW_N; j++) F[j] = Q[j] + C[j], F[ZW_N + j] = C[j];
    for (int i = 0; i < ZW_M; i++) B[i] = b[i], B[ZW_ROWS + i] = 0.0;
    zw_solve(w, ZW_M, M, A, 2, F, B, rank, consistency, &found);
    for (int j = 0; j < ZW_N; j++) x[j] = found.x[j];
    for (int i = 0; i < ZW_M; i++) lam[i] = found.lam[i] - found.lam[ZW_ROWS + i];
    *found_rank = found.rank;
    return found.status;
}
"""
SIZES = [(1, 0), (1, 2), (2, 1), (3, 3), (5, 4), (6, 8)]


def kernel(n, m):
    """A function of M, Q, A, b, C: status, rank, qdd, lam."""
    known = text.constants()
    texts = PRELUDE, text.defined(known), text.kernel_text(n, m, 2), CALL
    library = build.library("\n".join(texts))

    def solve(*arrays):
        x, lam, rank = np.empty(n), np.empty(m), ctypes.c_int()
        kept = [np.ascontiguousarray(a, float) for a in (*arrays, x, lam)]
        places = [ctypes.c_void_p(a.ctypes.data) for a in kept]
        tight = [ctypes.c_double(known[name]) for name in ("RANK", "CONSISTENCY")]
        status = library.answer(*places[:5], *tight, *places[5:], ctypes.byref(rank))
        return status, rank.value, kept[5], kept[6]

    return solve


def draw(rng, n, m):
    """A system: M of any rank, rows that may repeat or contradict each other, any units."""
    G = rng.normal(size=(n, rng.integers(1, n + 1) if rng.random() < 0.4 else n))
    A = rng.normal(size=(m, n))
    if m > 1 and rng.random() < 0.5:
        A[-1] = A[0] * rng.normal() + (A[1] if m > 2 else 0.0)
    b = A @ rng.normal(size=n) if rng.random() < 0.8 else rng.normal(size=m)
    units = 10.0 ** rng.integers(-4, 5, n)
    rows = 10.0 ** rng.integers(-4, 5, m)
    C = rng.normal(size=n) * (rng.random() < 0.5)
    M = (G @ G.T) * units * units[:, None]
    return M, rng.normal(size=n) * units, A * units * rows[:, None], b * rows, C * units


@pytest.mark.parametrize(("n", "m"), SIZES)
def test_decisions_and_answers_are_those_of_Python(n, m, rng):
    solve, statuses = kernel(n, m), set()
    for _ in range(200):
        arrays = draw(rng, n, m)
        wanted = zw.solve(*arrays, throw=False)
        status, rank, qdd, lam = solve(*arrays)
        assert (status, rank) == (wanted.status, wanted.rank)
        statuses.add(status)
        if status != zw.Status.OK:
            assert np.isnan(qdd).all()
            continue
        np.testing.assert_allclose(qdd, wanted.qdd, rtol=1e-6, atol=1e-8 * abs(wanted.qdd).max())
        pull = arrays[2].T * lam
        expected = arrays[2].T * wanted.lam
        scale = abs(expected).max(initial=abs(arrays[1]).max())
        np.testing.assert_allclose(pull.sum(axis=1), expected.sum(axis=1), atol=1e-8 * scale)
    assert zw.Status.OK in statuses and (m < 2 or len(statuses) > 1)


@pytest.mark.parametrize("angle", [0.0, 1e-13, 1e-10, 1e-8, 1e-6, 1e-4, 1e-2])
def test_rows_are_told_apart_by_the_angle_that_Python_takes(angle):
    A, qdd = np.array([[1.0, 0.0, 0.0], [np.cos(angle), np.sin(angle), 0.0]]), np.ones(3)
    M = np.diag([1.0, 2.0, 3.0])
    arrays = M, M @ qdd, A, A @ qdd, np.zeros(3)
    wanted = zw.solve(*arrays)
    assert wanted.rank == (2 if angle > 1e-11 else 1)
    assert kernel(3, 2)(*arrays)[:2] == (wanted.status, wanted.rank)


BAD = {
    "NaN": (np.full((2, 2), np.nan), [0, 0], [[1, 0]], [0], [0, 0]),
    "not symmetric": ([[1, 0.5], [0, 1]], [0, 0], [[1, 0]], [0], [0, 0]),
    "negative": ([[1, 0], [0, -1]], [0, 0], [[1, 0]], [0], [0, 0]),
    "free": ([[1, 0], [0, 0]], [0, 0], [[1, 0]], [0], [0, 0]),
    "pushed": ([[1, 0], [0, 0]], [0, 1], [[1, 0]], [0], [0, 0]),
    "no row": ([[1, 0], [0, 1]], [0, 1], [[0, 0]], [1], [0, 0]),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_solved_has_the_same_status(name):
    arrays = [np.array(x, float) for x in BAD[name]]
    wanted = zw.solve(*arrays, throw=False)
    assert wanted.status != zw.Status.OK
    assert kernel(2, 1)(*arrays)[0] == wanted.status


# -- calls of the kernel inside of a program -----------------------------------------------------

SOLVERS = [zw.Auto(), zw.Cholesky(), zw.Orthogonal(rank=1e-6), zw.Singular(), zw.Auto(rank=1e-4)]


@pytest.mark.parametrize("solver", SOLVERS, ids=repr)
def test_a_solve_inside_of_a_program_is_a_call_of_the_kernel(solver, rng):
    n, m = 4, 3

    def whole(x):
        G, A = x[:16].reshape(n, n), x[16:28].reshape(m, n)
        M = G @ G.T + jnp.diag(jnp.where(jnp.abs(G).sum(axis=1) > 0, 0.5, 0.0))
        found = zw.solve(M, x[28:32], A, x[32:35], x[35:39], solver=solver, throw=False)
        parts = found.qdd, found.Qc, found.Qc_ideal, found.Qc_nonideal, found.lam, found.residual
        return jnp.concatenate([*parts, jnp.stack([found.rank, found.status]).astype(float)])

    _, out = scalarized(whole, ("x", (39,)))
    emitted = emit("whole", ("x",), {"y": out}, public=True)
    (call,) = emitted.calls
    assert isinstance(call, Kernel)
    kernel = called_texts(emitted.calls)
    library = build.library(
        "\n".join([PRELUDE, text.defined(text.constants()), kernel, emitted.text])
    )
    by_jax = jax.jit(whole)
    for k in range(6):
        x = rng.normal(size=39)
        if k % 2:
            x[24:28] = x[16:20]  # a row twice
            x[34] = x[32]
        if k > 3:
            x[:4] = 0.0  # a coordinate without mass
        found = np.empty(out.size)
        library.whole(ctypes.c_void_p(x.ctypes.data), ctypes.c_void_p(found.ctypes.data))
        np.testing.assert_allclose(found, by_jax(x), rtol=1e-7, atol=1e-9)


def test_a_name_that_stands_for_two_numbers_is_refused():
    assert text.together({"MOST": 4}, {"MOST": 4, "AGAIN": 2}) == {"MOST": 4, "AGAIN": 2}
    with pytest.raises(ValueError, match="`MOST` is 4 and 10000"):
        text.together({"MOST": 4}, {"MOST": 10_000})
