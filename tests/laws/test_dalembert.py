"""Under virtual displacements the constraint force does the work of C: none, if ideal."""

import numpy as np
import pytest

from tests.systems.drawn import cases, close, every, norm, null_space, rounding, solved, specs
from zwang.papers import u05, uk95
from zwang.papers._inverses import inverse_square_root, square_root

# Where A has rank n there is no virtual displacement, and nothing to show.
free = lambda spec: spec.rank_A < spec.n
in_between = lambda spec: spec.definite and spec.scale == 1 and 0 < spec.rank_A < spec.n


@pytest.mark.equation("U05 (7), (18)", "US10 (6)")
@every("way, spec", cases(free))
def test_work_under_every_virtual_displacement_is_that_of_C(way, spec):
    # The columns of N span all v with A v = 0.
    s = solved(way, spec)
    close(s.N.T @ s.answer.Qc, s.N.T @ s.C, s.tol)


@every("way, spec", cases(lambda spec: spec.nonideal and free(spec)))
def test_ideal_part_does_no_work_and_nonideal_part_does_all(way, spec):
    s = solved(way, spec)
    close(s.N.T @ s.answer.Qc_ideal, 0, s.tol)
    close(s.N.T @ s.answer.Qc_nonideal, s.N.T @ s.C, s.tol)


@every("way, spec", cases(lambda spec: not spec.nonideal and 0 < spec.rank_A < spec.n))
def test_ideal_force_is_a_combination_of_the_rows_of_A(way, spec):
    # D'Alembert's principle in its other form: Qc = Aᵀ lam for some lam.
    s = solved(way, spec)
    lam = np.linalg.lstsq(s.system.A.T, s.answer.Qc, rcond=1e-9)[0]
    close(s.system.A.T @ lam, s.answer.Qc, s.tol)


@pytest.mark.equation("U05 (17a)-(17b)")
@every("spec", specs(lambda spec: spec.definite and spec.scale == 1))
def test_virtual_displacements_are_all_of_the_null_space_of_A(spec):
    system = spec.system()
    M, _, A, _, _ = system
    images = np.column_stack([u05.virtual_displacement(M, A, y) for y in np.eye(spec.n)])
    tol = rounding(system)
    close(A @ images, 0, tol)
    # Conditions are 10, so that images that should not be zero are not small.
    assert np.linalg.matrix_rank(images, tol=1e-6) == spec.n - spec.rank_A


@pytest.mark.equation("UK95 (11)-(12)")
@every("spec", specs(in_between))
def test_scaled_virtual_displacements_are_the_null_space_of_B(spec):
    system = spec.system()
    M, _, A, _, _ = system
    B = u05.B_matrix(M, A)
    tol = rounding(system)
    for u in null_space(B).T:
        close(A @ uk95.virtual_displacement(M, u), 0, tol)
        close(u @ u05.B_pinv(M, A), 0, tol)  # above (14)


@pytest.mark.equation("U05 (14)-(16), (19)-(23)")
@every("spec", specs(in_between))
def test_any_z_meets_the_constraints_and_the_work_decides_z(spec, rng):
    system = spec.system()
    M, Q, A, b, _ = system
    N, tol = null_space(A), rounding(system)
    C, other = rng.standard_normal((2, spec.n))
    z = inverse_square_root(M) @ C  # (20)
    for any_z in (z, other):
        qdd = np.linalg.solve(M, Q + u05.Qc_any(M, Q, A, b, any_z))
        close(A @ qdd, b, tol)
    close(u05.Qc_any(M, Q, A, b, z), u05.Qc(M, Q, A, b, C), tol)
    close(N.T @ u05.Qc_any(M, Q, A, b, z), N.T @ C, tol)
    assert norm(N.T @ (u05.Qc_any(M, Q, A, b, other) - C)) > 1e-3


@pytest.mark.equation("UK95 (10), (13)-(15)")
@every("spec", specs(in_between))
def test_dalembert_admits_only_h_in_the_column_space_of_B_pinv(spec, rng):
    system = spec.system()
    M, Q, A, b, _ = system
    N, tol, M_half = null_space(A), rounding(system), square_root(M)
    ideal = uk95.scaled_constraint_force(M, Q, A, b)
    admitted = u05.B_pinv(M, A) @ rng.standard_normal(spec.m)  # (14)
    other = rng.standard_normal(spec.n)
    force = uk95.scaled_constraint_force_any(M, Q, A, b, admitted)
    close(force, ideal, tol)
    close(N.T @ M_half @ force, 0, tol)
    working = M_half @ uk95.scaled_constraint_force_any(M, Q, A, b, other)
    qdd = np.linalg.solve(M, Q + working)
    close(A @ qdd, b, tol)
    assert norm(N.T @ working) > 1e-3
