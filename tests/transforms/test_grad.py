"""Derivatives of a solve agree with finite differences along families that keep the ranks."""

from __future__ import annotations

from functools import cache

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw

THETA = jnp.array([0.3, 0.5])
STEP = 3e-6

# (n, m, rank_A, rank_M, solver): full rank, redundant, singular, both, nothing to hold. Auto
# compiles all three solvers, so that its cases have one shape and share a program.
CASES = [
    (4, 2, 2, 4, zw.Auto()),
    (4, 2, 2, 4, zw.Cholesky()),
    (4, 2, 1, 4, zw.Auto()),
    (4, 6, 3, 4, zw.Orthogonal()),
    (4, 2, 2, 3, zw.Auto()),
    (5, 4, 3, 3, zw.Singular()),
    (3, 0, 0, 3, zw.Auto()),
]
ids = [f"{n}-{m}-A{a}-M{r}-{type(s).__name__}" for n, m, a, r, s in CASES]


def family(n, m, rank_A, rank_M):
    """What M, Q, A, b, C of any θ are made of; factors of lower rank have columns of zeros."""
    rng = np.random.default_rng(n + 10 * m)

    def path(*shape, width=0):
        base = np.linalg.qr(rng.standard_normal(shape))[0] if len(shape) == 2 else None
        base = rng.standard_normal(shape) if base is None else base[: shape[0], : shape[1]]
        parts = np.stack([base, *(0.2 * rng.standard_normal((2, *shape)))])
        return np.pad(parts, [(0, 0)] * (parts.ndim - 1) + [(0, width - shape[-1])] * (width > 0))

    G, W, V = path(n, rank_M, width=n), path(m, rank_A, width=n), path(n, rank_A, width=n)
    return {"G": G, "W": W, "V": V, "c": path(n), "lam": path(m), "C": path(n)}


def at(theta, numbers):
    """M, Q, A, b, C with constant ranks, consistent for every θ."""
    x = {k: v[0] + v[1] * theta[0] + v[2] * jnp.sin(3 * theta[1]) for k, v in numbers.items()}
    A = x["W"] @ x["V"].T
    M = x["G"] @ x["G"].T
    return M, M @ x["c"] - A.T @ x["lam"], A, A @ x["c"], x["C"]


@cache
def answer_of(n, m, solver):
    def answer(theta, numbers):
        s = zw.solve(*at(theta, numbers), solver=solver)
        return jnp.concatenate([s.qdd, s.Qc, s.Qc_ideal, s.Qc_nonideal, s.lam])

    return jax.jit(answer)


@cache
def derived(derivative, n, m, solver):
    """A derivative of the answer, or of its sum with weights."""
    answer = answer_of(n, m, solver)
    if derivative in (jax.jacfwd, jax.jacrev):
        return jax.jit(derivative(answer))
    return jax.jit(derivative(lambda theta, numbers, w: answer(theta, numbers) @ w))


def told(n, m, rank_A, rank_M):
    """How many numbers of an answer have a derivative that differences see.

    With singular M the lengths that redundant multipliers are counted in are held fixed, so their
    derivative is a convention.
    """
    return 4 * n + m * (rank_A == m or rank_M == n)


def differences(f, theta, *given):
    columns = [
        (f(theta + STEP * e, *given) - f(theta - STEP * e, *given)) / (2 * STEP) for e in jnp.eye(2)
    ]
    return jnp.stack(columns, axis=-1)


# Central differences with this step err by rounding / step ~ 1e-10 and step² ~ 1e-11, times
# the condition of the systems, about a hundred.
TOLERANCE = 1e-7


@pytest.mark.parametrize("case", CASES, ids=ids)
@pytest.mark.parametrize("jacobian", [jax.jacfwd, jax.jacrev])
def test_jacobian_equals_finite_differences(case, jacobian):
    (n, m, *ranks, solver), numbers = case, family(*case[:4])
    seen = slice(told(n, m, *ranks))
    wanted = differences(answer_of(n, m, solver), THETA, numbers)[seen]
    found = derived(jacobian, n, m, solver)(THETA, numbers)[seen]
    np.testing.assert_allclose(found, wanted, rtol=0, atol=TOLERANCE * np.abs(wanted).max())


@pytest.mark.parametrize("case", CASES, ids=ids)
def test_hessian_equals_finite_differences_of_the_gradient(case):
    (n, m, *ranks, solver), numbers = case, family(*case[:4])
    places = np.arange(4 * n + m)
    weights = np.cos(places) * (places < told(n, m, *ranks))
    wanted = differences(derived(jax.grad, n, m, solver), THETA, numbers, weights)
    found = derived(jax.hessian, n, m, solver)(THETA, numbers, weights)
    np.testing.assert_allclose(found, wanted, rtol=0, atol=TOLERANCE * np.abs(wanted).max())
    np.testing.assert_allclose(found, found.T, rtol=0, atol=1e-9 * np.abs(wanted).max())


def test_gradients_in_a_batch_equal_those_alone():
    n, m, *_, solver = case = CASES[2]
    gradient, numbers, ones = derived(jax.grad, n, m, solver), family(*case[:4]), np.ones(4 * n + m)
    thetas = THETA + jnp.linspace(0, 0.1, 5)[:, None]
    alone = jnp.stack([gradient(theta, numbers, ones) for theta in thetas])
    batch = jax.vmap(gradient, in_axes=(0, None, None))(thetas, numbers, ones)
    np.testing.assert_allclose(batch, alone, rtol=1e-10)


def test_gradient_with_redundant_and_massless_members_is_finite_for_each():
    # One batch with a sound member, a redundant one and a singular one.
    M = jnp.stack([jnp.eye(3), jnp.eye(3), jnp.diag(jnp.array([1.0, 1.0, 0.0]))])
    A = jnp.array([[[1.0, 0, 1], [0, 1, 0]], [[1, 0, 1], [2, 0, 2]], [[1, 0, 1], [0, 1, 0]]])
    b = jnp.array([[1.0, 2.0], [1.0, 2.0], [1.0, 2.0]])

    def energy(Q):
        return jax.vmap(zw.solve)(M, Q, A, b).qdd @ jnp.ones(3)

    Q = jnp.ones((3, 3))
    jacobian = jax.jit(jax.jacrev(energy))(Q)
    assert bool(jnp.isfinite(jacobian).all())
    np.testing.assert_allclose(jacobian, jax.jit(jax.jacfwd(energy))(Q), atol=1e-14)
