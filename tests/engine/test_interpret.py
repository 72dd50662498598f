"""Equations evaluated by NumPy: factors and branches, where nothing is compiled."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from zwang.engine.interpret import Interpreted, primitives

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
    monkeypatch.setattr(primitives, "_by_jax", lambda x: pytest.fail(f"{x.primitive} is compiled"))
    found = Interpreted(CASES[name], M, Y)(M, Y)
    np.testing.assert_allclose(found, CASES[name](M, Y), rtol=1e-14, atol=1e-15)


def test_batches_are_left_to_jax():
    both = np.stack([M, 2.0 * M])
    found = Interpreted(jnp.linalg.cholesky, both)(both)
    np.testing.assert_allclose(found, np.linalg.cholesky(both), rtol=1e-14)
