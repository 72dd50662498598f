"""Pseudo-inverses and square roots used in the papers' forms are what they are said to be."""

import numpy as np
import pytest

from tests.systems.drawn import EPS, close, every, norm, specs
from zwang.papers import ku93, u05, us10
from zwang.papers._inverses import inverse_square_root, pinv, square_root

MATRICES = {
    "A": lambda M, A: A,
    "B": lambda M, A: u05.B_matrix(M, A),
    "B_A": lambda M, A: u05.B_matrix(us10.auxiliary_mass(M, A), A),
    "H": lambda M, A: us10.H_matrix(M, A),
}


def rounding(X, X_plus):
    """Relative rounding of products of X and X⁺: eps * size * condition, with a factor of 10."""
    return 10 * EPS * max(X.shape) * max(1.0, norm(X) * norm(X_plus))


@pytest.mark.equation("U05 (13a)-(13d)")
@every("spec", specs(lambda spec: spec.definite))
@pytest.mark.parametrize("name", MATRICES)
def test_pseudo_inverse_meets_all_four_conditions(name, spec):
    system = spec.system()
    X = MATRICES[name](system.M, system.A)
    X_plus = u05.B_pinv(system.M, system.A) if name == "B" else pinv(X)
    tol = rounding(X, X_plus)
    one, two, three, four = map(norm, u05.penrose_residuals(X, X_plus))
    assert one <= tol * norm(X)  # (13a)
    assert two <= tol * norm(X_plus)  # (13b)
    assert three <= tol  # (13c)
    assert four <= tol  # (13d)


@pytest.mark.equation("U05 (13)")
@every("spec", specs(lambda spec: 0 < spec.rank_A < min(spec.n, spec.m)))
def test_no_other_g_inverse_meets_all_four_conditions(spec, rng):
    A = spec.system().A
    # A random g-inverse meets (13a) and, for a deficient A, none of the other three.
    other = ku93.random_ginverse(A, rng)
    one, two, three, four = map(norm, u05.penrose_residuals(A, other))
    assert one <= rounding(A, other) * norm(A) * norm(other)
    assert min(two / norm(other), three, four) > 1e-3


@every("spec", specs(lambda spec: spec.definite))
def test_square_roots_are_symmetric_and_multiply_to_M(spec):
    M = spec.system().M
    M_half, M_half_inv = square_root(M), inverse_square_root(M)
    tol = 10 * EPS * spec.n * np.linalg.cond(M)
    close(M_half, M_half.T, tol * norm(M_half))
    close(M_half @ M_half, M, tol * norm(M))
    close(M_half @ M_half_inv, np.eye(spec.n), tol)


@every("spec", specs(lambda spec: not spec.definite))
def test_singular_mass_has_no_inverse_square_root(spec):
    with pytest.raises(ValueError, match="positive definite"):
        inverse_square_root(spec.system().M)
