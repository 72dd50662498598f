"""The ideal constraint force is a gain times an error signal, for M > 0 and for M ≥ 0.

Each in units spread over twelve decades, in turned coordinates, with rows repeated and mixed, on
NumPy, on JAX, compiled and in a batch.
"""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.systems.drawn import close, condition, in_like_units, rounding
from zwang.papers import us10

SIZES = [(4, 2, 2), (5, 6, 4), (3, 4, 3), (6, 3, 0)]


def systems(scale):
    """Of every rank of M that leaves the acceleration unique, well posed."""
    for n, m, rank_A in SIZES:
        for rank_M in range(n - rank_A, n + 1):
            draws = (zw.random_system(n, m, rank_A, rank_M, scale, seed=k) for k in range(50))
            yield next(x for x in draws if condition(in_like_units(x)) < 1e3)


@pytest.mark.equation("US10 (65), (67)")
@pytest.mark.parametrize("scale", [1.0, 1e3, 1e6])
def test_gain_times_signal_is_the_force_in_any_units(scale):
    for system in systems(scale):
        M, Q, A, b, _ = system
        force = zw.gain(M, A) @ zw.error_signal(M, Q, A, b)
        # Rows in unlike units cost no more than the pseudo-inverse of the weighted rows does.
        close((force - system.Qc) / system.units, 0, 1e2 * rounding(in_like_units(system)))


def test_the_signal_vanishes_where_the_free_motion_meets_the_constraints():
    for system in systems(1e3):
        M, _, A, b, _ = system
        free = M @ system.qdd  # the force under which q̈ needs no constraint
        e, size = zw.error_signal(M, free, A, b), zw.error_signal(M, 0 * free, A, b)
        close(e / system.row_units, 0, 1e-9 * (1 + np.abs(size / system.row_units).max()))


def test_signal_and_gain_change_with_the_coordinates_as_their_product_must():
    rng = np.random.default_rng(3)
    for system in systems(1.0):
        M, Q, A, b, _ = system
        turn = np.linalg.qr(rng.standard_normal(M.shape))[0]
        mixed = rng.standard_normal((len(b), len(b))) + 3.0 * np.eye(len(b))
        M_, Q_, A_, b_ = turn.T @ M @ turn, turn.T @ Q, mixed @ A @ turn, mixed @ b
        force = turn @ zw.gain(M_, A_) @ zw.error_signal(M_, Q_, A_, b_)
        close(force, system.Qc, 1e3 * rounding(system))


@pytest.mark.equation("US10 (65), (67)")
def test_for_like_units_they_are_the_papers_up_to_alpha():
    """[US10] (65), (67): with M and A of size one, α²A⁺A is a multiple of what is added."""
    u = np.array([0.5, 0.5, -0.5, 0.5])
    E = np.linalg.svd(u[None])[2][1:]
    M, A, b, Q = 4.0 * E.T @ E, u[None], np.array([-2.0]), np.array([1.0, 2.0, 0.0, 3.0])
    K, e = zw.gain(M, A), zw.error_signal(M, Q, A, b)
    alpha = float(np.sqrt(K[:, 0] @ u))  # M_A^(1/2) B_A⁺ = α²u, as in (106)
    close(K[:, 0], alpha**2 * u, 1e-14)
    M_A, z = us10.auxiliary_mass(M, A, alpha), alpha**2 * b
    a = np.linalg.solve(M_A, us10.auxiliary_force(Q, A, z))
    close(e, b - A @ a, 1e-13)


def test_numpy_jax_compiled_and_batched_agree():
    members = [zw.random_system(4, 3, 3, rank, seed=rank) for rank in (1, 2, 3, 4)]
    stacked = [
        jnp.stack([jnp.asarray(x) for x in parts]) for parts in zip(*(list(s)[:4] for s in members))
    ]
    M, Q, A, b = stacked
    K = jax.jit(jax.vmap(zw.gain))(M, A)
    e = jax.jit(jax.vmap(zw.error_signal))(M, Q, A, b)
    for i, system in enumerate(members):
        close(K[i], zw.gain(system.M, system.A), 1e-11)
        close(K[i] @ e[i], system.Qc, 1e-11)
        close(zw.gain(M[i], A[i]), K[i], 1e-12)


def test_where_only_the_acceleration_is_not_unique_the_force_is_still_told():
    M, Q, A, b = np.diag([1.0, 1.0, 0.0]), np.array([1.0, 0.0, 0.0]), [[1.0, 1.0, 0.0]], [0.0]
    close(zw.gain(M, A) @ zw.error_signal(M, Q, A, b), [-0.5, -0.5, 0.0], 1e-15)


def test_a_wrong_signal_is_told_apart():
    """The laws above can fail: another α in one of the two, or the sign of b."""
    system = zw.random_system(4, 2, seed=1)
    M, Q, A, b, _ = system
    wrong = zw.gain(M, A) @ zw.error_signal(M, Q, A, -b)
    assert np.abs(wrong - system.Qc).max() > 1e-3
