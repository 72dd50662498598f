"""What ideal constraints change and what nonideal ones add are orthogonal in the metric of M.

For singular M there is no a = M⁻¹Q, hence no first part; the law is then Qc_idealᵀ w = 0.
"""

from dataclasses import replace

import numpy as np
import pytest

from tests.systems.drawn import cases, close, every, in_like_units, norm, rounding, solved, specs
from zwang.papers import u05

# Where A has rank 0 or n one of the two parts is zero, and there is nothing to show.
both_parts = lambda spec: spec.nonideal and 0 < spec.rank_A < spec.n


def nonideal_acceleration(way, spec, s):
    """w, (n,) in like units: what C adds to the acceleration."""
    system = replace(spec.system(), C=None)
    return s.answer.qdd - np.asarray(way.solve(*system).qdd) * system.units


@pytest.mark.equation("U05 (10)")
@every("way, spec", cases(lambda spec: both_parts(spec) and spec.definite))
def test_parts_of_the_deviation_are_orthogonal_in_the_metric_of_M(way, spec):
    s = solved(way, spec)
    M, Q = s.system.M, s.system.Q
    w = nonideal_acceleration(way, spec, s)
    u = s.answer.qdd - w - np.linalg.solve(M, Q)
    assert min(norm(u), norm(w)) > 1e-3
    # u has the error of a = M⁻¹Q too, at most 10 times that of Q.
    tol = 10 * s.tol * (norm(u) + norm(w))
    close(u @ M @ w, 0, tol)
    close(M @ u, s.answer.Qc_ideal, 10 * s.tol)


@every("way, spec", cases(both_parts))
def test_ideal_force_does_no_work_on_the_acceleration_that_C_adds(way, spec):
    s = solved(way, spec)
    w = nonideal_acceleration(way, spec, s)
    assert min(norm(s.answer.Qc_ideal), norm(w)) > 1e-3
    tol = 2 * s.tol * (norm(w) + norm(s.answer.Qc_ideal))
    close(s.answer.Qc_ideal @ w, 0, tol)
    close(s.system.M @ w, s.answer.Qc_nonideal, 2 * s.tol)


@pytest.mark.equation("U05 (10)")
@every("spec", specs(lambda spec: both_parts(spec) and spec.definite))
def test_parts_printed_in_U05_add_up_to_the_deviation_and_are_orthogonal(spec):
    system, like = spec.system(), in_like_units(spec.system())
    first, second = (part * system.units for part in u05.deviation_parts(*system))
    a = u05.unconstrained_acceleration(like.M, like.Q)
    assert min(norm(first), norm(second)) > 1e-3
    size = 1 + norm(first) + norm(second)
    tol = rounding(like) * spec.scale**2 * size
    close(first + second, like.qdd - a, tol)
    close(first @ like.M @ second, 0, tol)
