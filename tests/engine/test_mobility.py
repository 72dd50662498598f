"""The constrained inverse mass: in C, by NumPy and by JAX the kernel's answer to unit forces."""

import ctypes

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.control.plant import SOLVER
from zwang.emit import Interpreted
from zwang.emit.lines import PRELUDE
from zwang.files.build import library
from zwang.ir.calls import called_texts
from zwang.ir.records import Mobility
from zwang.ir.text import constants, defined
from zwang.solvers.derivative import differentiable, mobility

SIZES = [(1, 0), (1, 2), (3, 2), (6, 3), (6, 9), (14, 11)]


@pytest.fixture(scope="module")
def in_c():
    """P and a status by C, of M and A of any of the sizes; those of n are one text."""
    calls = [Mobility(n, m, SOLVER.rank or 0.0, SOLVER.consistency or 0.0) for n, m in SIZES]
    public = [
        f"ZW_PUBLIC void p{x.n}x{x.m}(const double *in, double *out)\n"
        f"{{ {x.prefix}call(0, {x.rank!r}, {x.consistency!r}, in, out); }}"
        for x in calls
    ]
    texts = PRELUDE, defined(constants()), called_texts(calls), *public
    made = library("\n".join(texts))

    def found(M, A):
        (m, n), given = A.shape, np.concatenate([M.ravel(), A.ravel()])
        out = np.empty(n * n + 1)
        places = (ctypes.c_void_p(x.ctypes.data) for x in (given, out))
        getattr(made, f"p{n}x{m}")(*places)
        return out[:-1].reshape(n, n), int(out[-1])

    return found


def draw(rng, n, m, lacking=False):
    """M and A in any units; rows that repeat each other; perhaps a direction without mass."""
    G, A = rng.normal(size=(n, n)), rng.normal(size=(m, n))
    if m > 2:
        A[-1] = A[0] - 2.0 * A[1]
    if lacking:
        G[0] = 0.0
    units, lengths = 10.0 ** rng.integers(-4, 5, n), 10.0 ** rng.integers(-4, 5, m)
    return (G @ G.T) * units * units[:, None], A * units * lengths[:, None]


def unit_forces(M, A):
    n = len(M)
    with np.errstate(all="ignore"):
        return SOLVER.compute(M, A, np.eye(n), np.zeros((len(A), n)))


def off(P, wanted, M):
    """The largest difference in units in which M is of size one, in parts of what is wanted."""
    units = np.sqrt(np.diag(M)) + (np.diag(M) == 0)
    scale = units * units[:, None]
    return np.abs((P - wanted) * scale).max() / np.abs(wanted * scale).max(initial=1e-3)


@pytest.mark.parametrize(("n", "m"), SIZES)
def test_C_has_the_answer_to_unit_forces(n, m, in_c, rng):
    for _ in range(40):
        M, A = draw(rng, n, m)
        wanted, (P, status) = unit_forces(M, A), in_c(M, A)
        assert status == wanted.status == zw.Status.OK
        condition = np.linalg.cond(M / np.sqrt(np.diag(M) * np.diag(M)[:, None]))
        assert off(P, wanted.x, M) < 1e-13 * condition  # of M in like units


def test_it_is_symmetric_does_not_move_the_rows_and_undoes_the_mass(in_c, rng):
    M, A = draw(rng, 14, 11)
    P, _ = in_c(M, A)
    u = np.sqrt(np.diag(M))
    rows = A / u / np.linalg.norm(A / u, axis=1)[:, None]
    assert (P == P.T).all()
    assert np.abs(rows @ (P * u * u[:, None])).max() < 1e-11
    assert off(P @ M @ P, P, M) < 1e-10


def test_of_masses_far_apart_each_row_is_met_in_its_own_digits(in_c):
    # A light rider between two heavy ends, joined by levers: one freedom, along z.
    M, A = np.diag([3e12, 0.7, 5e12]), np.array([[0.7, -1.3, 0.0], [0.0, 1.1, -0.9]])
    z = np.array([1.0, 0.7 / 1.3, 0.7 / 1.3 * 1.1 / 0.9])
    P, status = in_c(M, A)
    assert status == zw.Status.OK
    assert P == pytest.approx(np.outer(z, z) / (z @ M @ z), rel=1e-13)


@pytest.mark.parametrize("heavy", [1e4, 1e8, 1e12])
def test_no_unit_force_moves_a_row_by_more_than_rounding_of_its_terms(heavy, in_c, rng):
    """However far apart the masses are, and in any units of coordinates and rows."""
    masses = np.where(np.arange(14) % 3 == 0, heavy, 1.0) * rng.uniform(0.5, 2.0, 14)
    A, units = rng.normal(size=(11, 14)), 2.0 ** rng.integers(-9, 9, 14)
    lengths = 2.0 ** rng.integers(-9, 9, 11)
    for M, rows in ((masses, A), (masses * units**2, A * units * lengths[:, None])):
        P, status = in_c(np.diag(M), rows)
        assert status == zw.Status.OK
        # Of 14 terms; without the second look at the rows it is 1e-14 to 1e-10.
        assert (np.abs(rows @ P) <= 14 * 2.2e-16 * (np.abs(rows) @ np.abs(P))).all()


@pytest.mark.parametrize("held", [True, False])
def test_where_mass_is_lacking_rows_must_supply_it(held, in_c, rng):
    M, A = draw(rng, 6, 3, lacking=True)
    if not held:
        A[:, 0] = 0.0
    wanted, (P, status) = unit_forces(M, A), in_c(M, A)
    assert (status == zw.Status.OK) is held and status == wanted.status
    assert off(P, wanted.x, M) < 1e-9 if held else np.isnan(P).all()


def test_numbers_that_are_not_finite_have_a_status(in_c):
    P, status = in_c(np.full((3, 3), np.nan), np.ones((2, 3)))
    assert status == zw.Status.NON_FINITE and np.isnan(P).all()


def test_jax_and_numpy_have_it_with_the_kernels_derivative(rng):
    M, A = draw(rng, 6, 3)
    dM, dA = draw(rng, 6, 3)
    P, status = mobility(SOLVER)(M, A)
    by_numpy = Interpreted(lambda *x: mobility(SOLVER)(*x)[0], M, A)(M, A)
    assert int(status) == zw.Status.OK and off(by_numpy, P, M) < 1e-12
    nothing = jnp.zeros((3, 6))
    x = lambda M, A: differentiable(SOLVER)(M, A, jnp.eye(6), nothing).x
    wanted = jax.jvp(x, (M, A), (dM, dA))[1]
    change = jax.jvp(lambda *x: mobility(SOLVER)(*x)[0], (M, A), (dM, dA))[1]
    assert off(change, np.asarray(wanted), M) < 1e-10
