"""Every way gives the answer that the system was built from, so all of them agree."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.systems.drawn import (
    EPS,
    WAYS,
    Spec,
    Way,
    cases,
    close,
    every,
    norm,
    null_space,
    solved,
    solved_system,
    specs,
)
from zwang.papers import u05, uk95
from zwang.papers._inverses import square_root


@st.composite
def specs_for(draw, way: Way) -> Spec:
    """Any system that a way can take, of up to 60 coordinates and of every rank."""
    n = draw(st.sampled_from(range(1, 61)))
    m = draw(st.integers(0, n if way.needs_full_row_rank else n + 5))
    rank_A = m if way.needs_full_row_rank else draw(st.integers(0, min(m, n)))
    rank_M = n if way.needs_definite_M else draw(st.integers(n - rank_A, n))
    scale = draw(st.sampled_from([x for x in (1.0, 10.0, 1e3, 1e6) if x <= way.max_scale]))
    nonideal = way.allows_C and draw(st.booleans())
    return Spec(n, m, rank_A, rank_M, scale, nonideal, seed=draw(st.integers(0, 1000)))


@pytest.mark.equation("U05 (8), (24)", "UK95 (4)-(5)", "US10 (5), (7)-(8), (47), (64), (72)-(75)")
@every("way, spec", cases())
def test_answer_is_the_planted_one(way, spec):
    s = solved(way, spec)
    close(s.answer.qdd, s.system.qdd, s.tol)
    close(s.answer.Qc, s.system.Qc, s.tol)


@pytest.mark.equation("U05 (9)")
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.name)
@given(data=st.data())
@settings(max_examples=100)
def test_answer_is_the_planted_one_for_any_size_and_rank(way, data):
    s = solved(way, data.draw(specs_for(way)))
    close(s.answer.qdd, s.system.qdd, s.tol)
    close(s.answer.Qc, s.system.Qc, s.tol)


@pytest.mark.equation("KU93 (18)", "U05 (5)-(6)", "UK95 (3), (6)", "US10 (1), (4)-(5)")
@every("way, spec", cases())
def test_acceleration_obeys_constraints_and_equation_of_motion(way, spec):
    s = solved(way, spec)
    M, Q, A, b, _ = s.system
    close(A @ s.answer.qdd, b, s.tol)
    close(M @ s.answer.qdd, Q + s.answer.Qc, s.tol)


@pytest.mark.equation("U05 (11)-(12)")
@every("way, spec", cases(lambda spec: spec.nonideal))
def test_parts_add_up_and_ideal_part_is_the_force_without_C(way, spec):
    s = solved(way, spec)
    system = replace(spec.system(), C=None)
    without_C = np.asarray(way.solve(*system).Qc) / system.units
    total = s.answer.Qc_ideal + s.answer.Qc_nonideal
    close(total, s.answer.Qc, s.tol)
    close(s.answer.Qc_ideal, without_C, s.tol)


@pytest.mark.equation("U05 (11)-(12)")
@every("way, spec", cases())
def test_ideal_part_is_spanned_by_rows_of_A_and_nonideal_part_by_M_times_null_space(way, spec):
    # With the sum known, these two subspaces fix the split: they meet in zero.
    s = solved(way, spec)
    span = s.system.M @ s.N
    outside_span = null_space(span.T)
    close(s.N.T @ s.answer.Qc_ideal, 0, s.tol)
    close(outside_span.T @ s.answer.Qc_nonideal, 0, s.tol)


@every("way, spec", cases(lambda spec: not spec.nonideal))
def test_ideal_constraints_have_no_nonideal_part(way, spec):
    s = solved(way, spec)
    close(s.answer.Qc_nonideal, 0, s.tol)


@pytest.mark.equation("U05 (1)-(2)", "UK95 (1)")
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.name)
def test_without_constraints_the_motion_is_free(way):
    spec = Spec(5, 0, 0, 5)
    s = solved_system(way, replace(spec.system(), qdd=np.zeros(5), Qc=np.zeros(5)), 1.0)
    a = u05.unconstrained_acceleration(s.system.M, s.system.Q)
    close(s.answer.qdd, a, s.tol)
    close(s.answer.Qc, 0, s.tol)


@pytest.mark.equation("U05 (10), (25)")
@every("spec", specs(lambda spec: spec.definite and spec.scale == 1))
def test_control_force_is_gain_times_error_signal_and_makes_the_path(spec):
    M, Q, A, b, _ = spec.system()
    a = np.linalg.solve(M, Q)
    e = u05.error_signal(M, Q, A, b)
    control = u05.control_force(M, Q, A, b)
    tol = 1e3 * EPS * spec.n * (1 + norm(e))  # conditions of M and A are 10 here
    close(e, b - A @ a, tol)
    close(control, u05.gain(M, A) @ e, tol)
    close(A @ np.linalg.solve(M, Q + control), b, tol)


@pytest.mark.equation("UK95 (7)-(9)")
@every("spec", specs(lambda spec: spec.definite and spec.scale == 1))
def test_scaled_accelerations_obey_the_scaled_equations(spec):
    M, Q, A, b, _ = spec.system()
    B, M_half = u05.B_matrix(M, A), square_root(M)
    scaled = uk95.scaled_acceleration(M, Q, A, b)
    a_s = uk95.scaled_unconstrained_acceleration(M, Q)
    force = uk95.scaled_constraint_force(M, Q, A, b)
    tol = 1e3 * EPS * spec.n * (1 + norm(Q) + norm(b))  # conditions are 10
    close(scaled, M_half @ uk95.qdd(M, Q, A, b), tol)
    close(scaled, a_s + force, tol)  # (7)
    close(B @ scaled, b, tol)  # (8)
    close(B @ force, b - B @ a_s, tol)  # (9)
