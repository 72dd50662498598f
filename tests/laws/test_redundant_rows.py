"""Repeating or combining constraints changes neither the acceleration nor the force."""

from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.systems.drawn import WAYS, Way, cases, close, every, solved, solved_system

constrained = lambda spec: 0 < spec.m and spec.n <= 30


def repeated(A, b, rng):
    """One constraint said twice more, once with the other sign."""
    i = rng.integers(len(b))
    rows = [*range(len(b)), i, i]
    signs = np.r_[np.ones(len(b) + 1), -1.0]
    return signs[:, None] * A[rows], signs * b[rows]


def with_a_sum(A, b, rng):
    """A combination of all constraints added to them."""
    weights = rng.standard_normal(len(b))
    return np.vstack([A, weights @ A]), np.append(b, weights @ b)


def with_nothing(A, b, rng):
    """An empty constraint, 0 = 0, added."""
    return np.vstack([A, np.zeros_like(A[0])]), np.append(b, 0.0)


def doubled(A, b, rng):
    """All constraints twice."""
    return np.vstack([A, A]), np.append(b, b)


def reordered(A, b, rng):
    """The same constraints in another order."""
    order = rng.permutation(len(b))
    return A[order], b[order]


def multiplied(A, b, rng):
    """Each constraint multiplied by a number of its own."""
    factors = rng.uniform(0.3, 3, len(b))
    return factors[:, None] * A, factors * b


def combined(A, b, rng):
    """As many independent combinations of the constraints, by an orthogonal matrix."""
    T = np.linalg.qr(rng.standard_normal((len(b), len(b))))[0]
    return T @ A, T @ b


REDUNDANT = [repeated, with_a_sum, with_nothing, doubled]
EQUIVALENT = [reordered, multiplied, combined]


def changed(system, change, rng):
    """The system with its constraints rewritten; combinations are formed in like units."""
    s = system.row_units
    A, b = change(system.A / s[:, None], system.b / s, rng)
    if len(b) == len(s):
        units = s
    else:
        units = np.append(s, np.ones(len(b) - len(s)))
    return replace(system, A=units[:, None] * A, b=units * b, row_units=units)


def same_answer(way: Way, spec, change, rng):
    before = solved(way, spec)
    after = solved_system(way, changed(spec.system(), change, rng), spec.scale)
    tol = before.tol + after.tol
    for name in ("qdd", "Qc", "Qc_ideal", "Qc_nonideal"):
        x, y = getattr(before.answer, name), getattr(after.answer, name)
        close(y, x, tol, name)


tolerant = {way.name for way in WAYS if not way.needs_full_row_rank}


@pytest.mark.parametrize("change", REDUNDANT, ids=lambda change: change.__name__)
@every("way, spec", [case for case in cases(constrained) if case[0].name in tolerant])
def test_redundant_constraints_change_nothing(way, spec, change, rng):
    same_answer(way, spec, change, rng)


@pytest.mark.parametrize("change", EQUIVALENT, ids=lambda change: change.__name__)
@every("way, spec", cases(constrained))
def test_equivalent_constraints_change_nothing(way, spec, change, rng):
    same_answer(way, spec, change, rng)


@pytest.mark.parametrize("small", [0.0, 5e-324, 1e-312, 2e-308])
def test_a_row_too_small_to_be_divided_by_is_a_row_of_zeros(small):
    """As of what has died out; to NumPy, JAX and C alike."""
    A, b, expected = np.array([[small, 0.0], [1.0, 0.5]]), np.array([0.0, 1.0]), [0.8, 0.4]
    ask = lambda A: zw.solve(jnp.eye(2), jnp.zeros(2), A, jnp.asarray(b), throw=False).qdd
    rows = zw.AccelerationLevel(A, b, name="rows")
    assert zw.solve(np.eye(2), np.zeros(2), A, b).qdd == pytest.approx(expected)
    assert jax.jit(ask)(jnp.asarray(A)) == pytest.approx(expected)
    assert zw.System(np.ones(2), None, rows).acceleration([0, 0], [0, 0]).qdd == pytest.approx(
        expected
    )
