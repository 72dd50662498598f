"""Equations evaluated by NumPy: factors and branches, where nothing is compiled."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from zwang.emit import Interpreted, plainly
from zwang.ir import numeric

M = np.array([[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 2.0]])
Y = np.array([[1.0, 2.0], [-1.0, 0.5], [0.3, 4.0]])


def solved(left, lower, transpose, unit):
    given = {"left_side": left, "lower": lower, "transpose_a": transpose, "unit_diagonal": unit}
    return lambda M, Y: jax.lax.linalg.triangular_solve(M, Y if left else Y.T, **given)


CASES = {
    f"solved {flags:04b}": solved(*(bool(flags >> i & 1) for i in range(4))) for flags in range(16)
}
CASES |= {
    "factor": lambda M, Y: jnp.linalg.cholesky(M),
    "no factor": lambda M, Y: jnp.linalg.cholesky(M - 5.0 * jnp.eye(3)),
    "branch": lambda M, Y: jax.lax.platform_dependent(M, cpu=jnp.sin, default=jnp.cos),
    "default": lambda M, Y: jax.lax.platform_dependent(M, cuda=jnp.sin, default=jnp.cos),
}


@pytest.mark.parametrize("name", CASES)
def test_factors_and_branches_are_those_of_jax_and_nothing_is_compiled(name, monkeypatch):
    monkeypatch.setattr(numeric, "by_jax", lambda x: pytest.fail(f"{x.primitive} is compiled"))
    found = Interpreted(CASES[name], M, Y)(M, Y)
    np.testing.assert_allclose(found, CASES[name](M, Y), rtol=1e-14, atol=1e-15)


def test_indices_are_those_of_each_call():
    def moved(M, Y):
        where = (M[0] > 1.0).astype(int)
        outside = Y.at[where, 2 * where].get(mode="fill", fill_value=7.0)
        return Y[where], Y.at[where].add(M[0, 0], mode="drop"), outside

    evaluated = Interpreted(moved, M, Y)
    for given in (M, M[::-1], -M):
        for found, wanted in zip(evaluated(given, Y), moved(given, jnp.asarray(Y)), strict=True):
            np.testing.assert_allclose(found, wanted, rtol=1e-14)


def test_windows_that_do_not_fit_are_moved_inside():
    def moved(x, i):
        taken = [jax.lax.dynamic_slice(x, (i, j), (2, 2)) for j in (-1, 0, 5)]
        put = [jax.lax.dynamic_update_slice(x, taken[0], (j, i)) for j in (-4, 1, 2)]
        return taken, put, x.at[i, 1].add(3.0), jnp.cumsum(x, 1), jnp.argmax(x, 0)

    evaluated = Interpreted(moved, M, 0)
    for i in (-3, 0, 1, 9):
        both = zip(
            jax.tree.leaves(evaluated(M, i)), jax.tree.leaves(moved(jnp.asarray(M), i)), strict=True
        )
        for found, wanted in both:
            np.testing.assert_allclose(found, wanted, rtol=1e-15)
            assert found.dtype == wanted.dtype


def test_batches_are_left_to_jax():
    both = np.stack([M, 2.0 * M])
    found = Interpreted(jnp.linalg.cholesky, both)(both)
    np.testing.assert_allclose(found, np.linalg.cholesky(both), rtol=1e-14)


def test_what_is_said_twice_or_in_vain_or_known_is_neither_differentiated_nor_evaluated_again():
    twice = jax.jit(lambda x: jnp.sin(x) @ M @ jnp.cos(x))
    turned = jnp.asarray([3.0, 1.0, 2.0])

    def said(x, y):
        in_vain = jnp.exp(y) @ x
        known = jnp.linalg.norm(jnp.sort(turned))
        return twice(x) * known + twice(x) / (y @ x), jax.grad(twice)(x), 0.0 * in_vain

    x, y = M[0], M[1]
    plain = plainly(lambda x, y: said(x, y)[:2], x, y)
    count = lambda f: str(jax.make_jaxpr(f)(x, y)).count("sin ")
    assert (count(said), count(plain)) == (3, 1)
    along = lambda f: jax.jvp(lambda x, y: f(x, y)[:2], (x, y), (y, x))
    found = Interpreted(plain, x, y)(x, y), along(plain)
    jax.tree.map(
        lambda a, b: np.testing.assert_allclose(a, b, rtol=1e-13),
        found,
        (said(x, y)[:2], along(said)),
    )


def test_equations_with_other_numbers_are_others():
    """Constants of the same bits in another type or shape, and parameters, tell them apart."""

    def other(x):
        wide = jnp.broadcast_to(x, (2, 3)), jnp.broadcast_to(x[:, None], (3, 2))
        powers = x**2, x**3, x + np.int64(0), x + np.float64(-0.0)
        return *wide, *powers, x[:2], x[1:], jnp.arctan2(0.0, -x), jnp.arctan2(-0.0, -x)

    found = Interpreted(plainly(other, M[0]), M[0])(M[0])
    for a, b in zip(found, other(M[0]), strict=True):
        np.testing.assert_array_equal(np.signbit(a), np.signbit(b))
        np.testing.assert_allclose(a, b, rtol=1e-15)
