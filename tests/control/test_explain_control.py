"""One instant of a closed loop taken apart: e, K and u are the papers', and their parts add up."""

import numpy as np
import pytest

import zwang as zw
from zwang import zoo
from zwang.equation.matrices import evaluate
from zwang.papers import ku93, u05

PROBLEM = zoo.ku93_oscillator(0.4)
PATH = PROBLEM.system.constraints
PLANT = PROBLEM.system.with_constraints([])


def wish(qd):
    return -0.4 * qd


def letters(q, qd, t):
    seen = evaluate(PROBLEM.system, q, qd, t, PROBLEM.p)
    return [np.asarray(x) for x in (seen.M, seen.Q, seen.form.A, seen.form.b)]


@pytest.mark.equation("U05 (10), (24)-(25)", "KU93 (32)")
@pytest.mark.parametrize("C", [None, wish], ids=["without C", "with C"])
def test_terms_of_a_control_are_those_of_the_papers(C):
    rng, controller = np.random.default_rng(3), zw.track(PLANT, PATH, C=C)
    for _ in range(5):
        q, qd = rng.normal(size=(2, 2))
        M, Q, A, b = letters(q, qd, 0.3)
        steering = zw.explain(controller, q, qd, 0.3, PROBLEM.p).control
        assert steering is not None
        wanted = None if C is None else wish(qd)
        inverses = np.linalg.pinv(A), ku93.least_squares_ginverse(M, A, np.linalg.pinv(A))
        first = ku93.closed_loop_force(M, Q, A, *inverses)
        by_C = u05.Qc_nonideal(M, A, np.zeros(2) if wanted is None else wanted)
        for name, expected in {
            "e": u05.error_signal(M, Q, A, b),
            "K": u05.gain(M, A),
            "u": u05.Qc(M, Q, A, b, wanted),
            "feed_forward": ku93.feed_forward_force(M, A, b, *inverses),
            "feedback": first + by_C,
            "wished": by_C,
        }.items():
            np.testing.assert_allclose(getattr(steering, name), expected, rtol=0, atol=1e-10)
        assert steering.natural and steering.requirements == ("path",)


def test_page_of_a_controlled_motion_names_the_terms_and_their_equations():
    controller = zw.track(PLANT, PATH, C=wish)
    motion = zw.simulate(controller.closed_loop(), PROBLEM.q0, PROBLEM.qd0, (0, 1), PROBLEM.p)
    here = motion.explain(0.7)
    assert here.control is not None
    np.testing.assert_allclose(here.control.u, motion.at([0.7]).control[0], rtol=1e-12)
    np.testing.assert_allclose(here.qdd, motion.at([0.7]).qdd[0], rtol=1e-9)
    lines = str(here).splitlines()
    for start, end in {
        "  feed-forward": "KU93 (32), second term",
        "  feedback": "KU93 (32), first term",
        "    of it, by C": "U05 (24)",
        "  u ": "control force, U05 (24)",
        "  e ": "U05, below (10)",
        "gain K": "U05 (25)",
    }.items():
        assert [line for line in lines if line.startswith(start) and line.endswith(end)], start
    assert any(line.split() == ["path"] for line in lines)
    assert "given, and the control u, U05 (1)" in str(here)
    without = str(zw.explain(zw.track(PLANT, PATH), here.a, here.a, 0.7, PROBLEM.p))
    assert "control force, U05 (25)" in without and "by C" not in without
    assert zw.explain(PLANT, PROBLEM.q0, PROBLEM.qd0, 0.0, PROBLEM.p).control is None


@pytest.mark.parametrize("way", ["weight", "actuation", "limits"])
def test_parts_of_other_controls_add_up_and_the_page_says_that_K_is_another(way):
    controller = {
        "weight": lambda: zw.track(PLANT, PATH, weight=[3.0, 1.0]),
        "actuation": lambda: zw.track(PLANT, PATH, actuation=[[1.0], [0.0]]),
        "limits": lambda: zw.track(PLANT, PATH).limited(-1.0, 1.0),
    }[way]()
    state = PROBLEM.q0, PROBLEM.qd0, 0.0, PROBLEM.p
    explanation = zw.explain(controller, *state)
    steering = explanation.control
    assert steering is not None
    np.testing.assert_array_equal(steering.u, controller.force(*state))
    sums = steering.feed_forward + steering.feedback
    np.testing.assert_allclose(sums, steering.K @ steering.e, atol=1e-9)
    limited = way == "limits"
    assert np.allclose(sums, steering.u, atol=1e-9) != limited
    assert ("before limits" in str(explanation)) == limited
    assert "M^(1/2) B⁺ without weight" in str(explanation) and not steering.natural


def test_no_control_raises_with_its_cause():
    both = [*PATH, zw.Holonomic(lambda q, t: q[0] - q[1] - t, name="other")]
    with pytest.raises(zw.NumericalError, match="other"):
        zw.explain(zw.track(PLANT, both), PROBLEM.q0, PROBLEM.qd0, 0.0, PROBLEM.p)
