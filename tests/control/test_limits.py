"""Limits of inputs: numbers, or functions of the state and the time."""

import ctypes
import subprocess

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.files.build import compiler

S = np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.5]])
TURN = zw.Holonomic(lambda q, t: q - t**2 / 2, name="turn")
LEVEL = zw.Holonomic(lambda q: q[0] - q[1], name="level")
BODY = zw.System([10.0, 12.0], None)
PLAIN = zw.track(BODY, [TURN, LEVEL], actuation=S, weight=1.0, gains=2.0)


def upper(qd, t, p):
    """Motors that are weaker at speed and when it gets late."""
    return p["most"] * jnp.stack([1.0 - 0.1 * qd[0] ** 2, 1.0 - 0.3 * t, 0.5 + 0.0 * t])


VARYING = PLAIN.limited(lambda qd, t, p: -0.5 * upper(qd, t, p), upper)
P = {"most": 7.0}


def states(count=8):
    rng = np.random.default_rng(3)
    return [(*rng.normal(size=(2, 2)), float(rng.uniform(0.0, 2.0))) for _ in range(count)]


def test_limits_that_vary_are_in_each_state_those_of_numbers():
    law, traced = (
        VARYING.compile(P, inputs=True),
        jax.jit(lambda q, qd, t: VARYING.inputs(q, qd, t, P)),
    )
    seen = set()
    for q, qd, t in states():
        high = np.asarray(upper(qd, t, P))
        fixed = PLAIN.limited(-0.5 * high, high)
        wanted = fixed.inputs(q, qd, t, P)
        np.testing.assert_allclose(VARYING.inputs(q, qd, t, P), wanted, rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(law(q, qd, t), wanted, rtol=1e-12, atol=1e-12)
        found = traced(*map(jnp.asarray, (q, qd, t)))
        np.testing.assert_allclose(found, wanted, rtol=1e-9, atol=1e-9)
        assert np.array_equal(VARYING.saturated(q, qd, t, P), fixed.saturated(q, qd, t, P))
        told, known = (x.check(q, qd, t, P) for x in (VARYING, fixed))
        assert told.held.tolist() == known.held.tolist() and told.beyond_limits == known.unmet + (
            known.beyond_limits
        )
        seen |= set(known.held.tolist())
    assert law.engine == "native" and seen == {-1, 0, 1}


def test_limits_that_vary_go_into_exported_programs(tmp_path):
    _, source, _ = zw.export_c(VARYING, tmp_path / "wheels", q=np.zeros(2), p=P)
    library = tmp_path / "wheels.so"
    strict = "-std=c99 -Wall -Wextra -Werror -ffp-contract=off -shared -fPIC -o".split()
    subprocess.run([*compiler(), *strict, library, source, "-lm"], check=True)
    function = ctypes.CDLL(str(library)).wheels_compute
    numbers = lambda *x: (ctypes.c_double * max(len(x), 1))(*x)
    for q, qd, t in states():
        out = u, inputs, saturated, status = [numbers(*[0.0] * n) for n in (2, 3, 3, 1)]
        function(numbers(*q), numbers(*qd), numbers(t), numbers(7.0), *out)
        assert status[0] == 0
        np.testing.assert_allclose(
            np.array(inputs), VARYING.inputs(q, qd, t, P), rtol=1e-12, atol=1e-12
        )
        np.testing.assert_allclose(np.array(u), VARYING.force(q, qd, t, P), rtol=1e-12, atol=1e-12)
        assert np.array_equal(np.array(saturated, bool), VARYING.saturated(q, qd, t, P))


@pytest.mark.parametrize("engine", ["auto", "jax"])
def test_a_motor_that_is_weaker_at_speed_has_its_closed_form(engine):
    """m v̇ = F (1 − v/w) from rest, as long as more is asked for: v = w (1 − exp(−F t/(m w)))."""
    fast = zw.Nonholonomic(lambda qd: qd[0] - 3.0, name="fast")
    m, F, w = 2.0, 5.0, 4.0
    control = zw.track(zw.System([m], None), fast, gains=100.0)
    held = control.limited(lambda qd: -F * (1.0 + qd / w), lambda qd: F * (1.0 - qd / w))
    motion = zw.simulate(held.closed_loop(), [0.0], [0.0], (0.0, 1.0), engine=engine)
    assert motion.qd[-1] == pytest.approx([w * (1.0 - np.exp(-F / (m * w)))], rel=1e-7)
    assert motion.observables["saturated"].all()
    along = held.check_along(np.linspace(0.0, 1.0, 5), [0.0], [0.0])
    assert along.saturated.all() and along.inputs[0, 0] == F


def test_a_held_input_is_compared_with_the_limits_of_its_time():
    path = zw.Holonomic(lambda q, t: q - t**2, name="path")
    control = zw.track(zw.System([1.0], None), path, gains=2.0)
    held = control.limited(-3.0, lambda t: 3.0 - 4.0 * t).sampled(0.05)
    motion = held.simulate([0.0], [0.0], (0.0, 0.5))
    late = motion.t[:-1] >= 0.25 - 1e-9
    np.testing.assert_allclose(motion.control[:-1][late, 0], 3.0 - 4.0 * motion.t[:-1][late])
    assert np.array_equal(motion.observables["saturated"][:-1, 0] > 0, late)


def test_no_limits_change_nothing():
    free = PLAIN.limited(-np.inf, np.inf)
    one = PLAIN.limited([-np.inf, -2.0, -np.inf], [np.inf, 2.0, np.inf])
    wide = PLAIN.limited([-1e9, -2.0, -1e9], [1e9, 2.0, 1e9])
    for q, qd, t in states(4):
        np.testing.assert_allclose(free.inputs(q, qd, t), PLAIN.inputs(q, qd, t), rtol=1e-12)
        assert not free.saturated(q, qd, t).any()
        np.testing.assert_allclose(one.inputs(q, qd, t), wide.inputs(q, qd, t), rtol=1e-12)
    near = zw.track(BODY, [TURN, LEVEL], actuation=S, weight=1.0, gains=2.0, compromise=True)
    law, traced = free.compile(inputs=True), jax.jit(free.inputs)
    q, qd, t = states()[0]
    wanted = near.inputs(q, qd, t)
    for found in (law(q, qd, t), traced(*map(jnp.asarray, (q, qd, t)))):
        np.testing.assert_allclose(found, wanted, rtol=1e-10, atol=1e-10)


def test_limits_that_leave_no_room_are_told_by_name():
    late = PLAIN.limited(-1.0, lambda t: jnp.array([1.0, 1.0, 0.0]) - t)
    q = np.zeros(2)
    assert late.status(q, q, 0.5) == zw.Status.OK
    assert late.status(q, q, 1.5) == zw.Status.INFEASIBLE
    with pytest.raises(zw.NumericalError, match="`lower` and `upper` leave no room here, input 2"):
        late.force(q, q, 1.5)
    report = late.check(q, q, 1.5)
    assert not report.ok and "leave no room here, input 2: -1 to -1.5" in report.problems[0]
    broken = PLAIN.limited(-1.0, lambda t: jnp.sqrt(1.0 - t))
    assert broken.status(q, q, 2.0) == zw.Status.NON_FINITE
    with pytest.raises(zw.NumericalError, match="Not finite: `upper`"):
        broken.force(q, q, 2.0)
    endless = PLAIN.limited(-np.inf, lambda t: jnp.sqrt(1.0 - t))
    with pytest.raises(zw.NumericalError, match=r"Not finite: `upper`\."):
        endless.force(q, q, 2.0)
    with pytest.raises(ValueError, match="`upper` has the shape"):
        PLAIN.limited(-1.0, lambda t: jnp.ones(2) + t).force(q, q, 0.0)
    with pytest.raises(ValueError, match="functions of .q, qd, t, p."):
        PLAIN.limited([np.nan], lambda t: t)


def test_a_switch_between_limits_that_ends_steps_is_told_with_remedies_that_help():
    """y is thrown up and driven by an energy that nothing but its rate changes: at the top the
    input goes from one limit to the other, ÿ = −20 ± 3. It is so late that no step resolves it."""
    fall = zw.System([1.0, 1.0], [0.0, -20.0], coordinates="x y")
    energy = lambda q, qd: qd @ qd / 2.0 + 20.0 * q[1] - 1e3
    more = zw.Nonholonomic(energy, name="energy")
    control = zw.track(fall, more, actuation=["y"], gains=2.0).limited(-3.0, 3.0)
    start, times = (np.zeros(2), np.array([5.0, 1.7])), (1000.0, 1000.3)
    loop, rise = control.closed_loop(), 0.1
    with pytest.raises(zw.NumericalError, match="from one limit to the other at once") as caught:
        zw.simulate(loop, *start, times)
    assert caught.value.status == zw.Status.STEP_TOO_SMALL
    assert "atol=1e-9" in str(caught.value) and "controller.sampled" in str(caught.value)
    assert caught.value.motion.t[-1] == pytest.approx(1000.1, abs=1e-9)
    top = 1.7 * rise - 17.0 * rise**2 / 2
    end = top - 23.0 * 0.2**2 / 2
    motion = zw.simulate(loop, *start, times, atol=1e-9)
    assert motion.q[-1, 1] == pytest.approx(end, abs=1e-8)
    assert motion.qd[-1, 1] == pytest.approx(-23.0 * 0.2, abs=1e-8)
    held = control.sampled(0.01).simulate(*start, times)
    assert held.status == zw.Status.OK and held.q[-1, 1] == pytest.approx(end, abs=0.02)
