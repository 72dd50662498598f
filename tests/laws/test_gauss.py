"""Gauss's principle: among all accelerations with A q̈ = b the true one is constrained least.

With C the constraint is that of Qc − C. A singular M has no M⁻¹; what is least then is
½ q̈ᵀM q̈ − q̈ᵀ(Q + C), which for a definite M is half Gauss's function up to a constant.
"""

import numpy as np
import pytest

from tests.systems.drawn import EPS, cases, close, every, norm, rounding, solved, specs
from zwang.papers import ku93

free = lambda spec: spec.rank_A < spec.n
free_and_definite = lambda spec: free(spec) and spec.definite

# How far to go from the true acceleration, in random directions: both ways, near and far.
LENGTHS = [-10.0, -1.0, -0.1, 0.1, 1.0, 10.0]


def other_accelerations(s, rng):
    """Yield v, (n,), such that q̈ + v satisfies the constraints too."""
    for length in LENGTHS:
        y = rng.standard_normal(s.N.shape[1])
        yield length * s.N @ y / norm(y)


@pytest.mark.equation("KU93 (14), (17)")
@every("way, spec", cases(free_and_definite))
def test_no_other_admissible_acceleration_has_less_constraint(way, spec, rng):
    s = solved(way, spec)
    J = lambda qdd: ku93.gauss_constraint(s.system.M, s.system.Q + s.C, qdd)
    for v in other_accelerations(s, rng):
        assert J(s.answer.qdd + v) > J(s.answer.qdd)


@pytest.mark.equation("KU93 (13)")
@every("way, spec", cases(free_and_definite))
def test_constraint_of_another_acceleration_exceeds_by_the_square_of_the_difference(way, spec, rng):
    # KU93 (13), an identity that holds only where q̈ is the minimum. J is at most of the size
    # of |Q + C|² / eig(M), and v has a length of up to 10, hence the factors.
    s = solved(way, spec)
    M = s.system.M
    J = lambda qdd: ku93.gauss_constraint(M, s.system.Q + s.C, qdd)
    tol = 100 * s.tol * (1 + np.sqrt(J(s.answer.qdd)))
    for v in other_accelerations(s, rng):
        close(J(s.answer.qdd + v), J(s.answer.qdd) + v @ M @ v, tol)


@pytest.mark.equation("KU93 (14)")
@every("way, spec", cases(free))
def test_true_acceleration_is_the_least_for_singular_mass_too(way, spec, rng):
    s = solved(way, spec)
    M, force = s.system.M, s.system.Q + s.C
    G = lambda qdd: qdd @ M @ qdd / 2 - qdd @ force
    tol = 100 * s.tol * (1 + norm(s.answer.qdd) + norm(force))
    for v in other_accelerations(s, rng):
        close(G(s.answer.qdd + v), G(s.answer.qdd) + v @ M @ v / 2, tol)
        assert G(s.answer.qdd + v) > G(s.answer.qdd) - tol


@pytest.mark.equation("KU93 (16)")
@every("way, spec", cases(lambda spec: spec.definite))
def test_least_constraint_is_the_weighted_square_of_Qc_less_C(way, spec):
    s = solved(way, spec)
    M, Q = s.system.M, s.system.Q
    least = ku93.gauss_constraint(M, Q + s.C, s.answer.qdd)
    by_force = ku93.gauss_constraint_of_force(M, s.answer.Qc - s.C)
    plain = (s.answer.Qc - s.C) @ np.linalg.solve(M, s.answer.Qc - s.C)
    tol = 100 * s.tol * (1 + np.sqrt(least))  # eigenvalues of M are from 0.1 to 1
    close(by_force, least, tol)
    close(plain, least, tol)


@pytest.mark.equation("KU93 (16)")
@every("way, spec", cases(lambda spec: free_and_definite(spec) and spec.rank_A > 0))
def test_any_other_force_that_meets_the_constraints_is_larger(way, spec, rng):
    # KU93 (16): Qc + M v makes A q̈ = b as well.
    s = solved(way, spec)
    M = s.system.M
    least = ku93.gauss_constraint_of_force(M, s.answer.Qc - s.C)
    for v in other_accelerations(s, rng):
        assert ku93.gauss_constraint_of_force(M, s.answer.Qc - s.C + M @ v) > least


@pytest.mark.equation("KU93 (9)-(12)")
@every("way, spec", cases(lambda spec: spec.rank_A > 0))
def test_virtual_work_on_differences_of_admissible_accelerations_is_zero(way, spec, rng):
    # KU93 (9)-(12), for Qc − C.
    s = solved(way, spec)
    A, b = s.system.A, s.system.b
    start = np.linalg.lstsq(A, b, rcond=1e-9)[0]
    other = start + s.N @ rng.standard_normal(s.N.shape[1])
    difference = other - s.answer.qdd
    tol = s.tol * (1 + norm(difference) + norm(s.answer.Qc - s.C))
    close(A @ difference, 0, tol)
    close((s.answer.Qc - s.C) @ difference, 0, tol)


@pytest.mark.equation("KU93 (15)")
@pytest.mark.parametrize("particles", [1, 2, 10])
def test_for_particles_the_function_is_the_one_of_gauss(particles, rng):
    masses = rng.uniform(0.1, 10, particles)
    force, acceleration = rng.standard_normal((2, particles, 3))
    M = np.diag(np.repeat(masses, 3))
    general = ku93.gauss_constraint(M, force.ravel(), acceleration.ravel())
    by_particle = ku93.gauss_constraint_of_particles(masses, force, acceleration)
    close(by_particle, general, 100 * EPS * particles * general)


@every("spec", specs(lambda spec: free_and_definite(spec) and spec.scale == 1))
def test_function_for_singular_mass_is_half_of_gauss_up_to_a_constant(spec, rng):
    system = spec.system()
    M, Q = system.M, system.Q
    x, y = rng.standard_normal((2, spec.n))
    G = lambda qdd: qdd @ M @ qdd / 2 - qdd @ Q
    J = lambda qdd: ku93.gauss_constraint(M, Q, qdd)
    tol = rounding(system) * (1 + norm(Q) + norm(x) + norm(y))
    close(G(x) - G(y), (J(x) - J(y)) / 2, 10 * tol)
