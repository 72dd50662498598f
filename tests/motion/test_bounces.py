"""Motions that start on the surface of an event and come back to it, beside closed forms."""

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.motion.ways import FINE, WAYS, moved
from zwang.base.status import Status

G = 9.81
BALL = zw.System(1.0, lambda q: jnp.full_like(q, -G))
FLOOR = zw.Event(lambda q: q[0], name="floor", direction=-1)
ABOVE = zw.Event(lambda q: q[0] - 1.0, name="floor")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("event, y", [(FLOOR, 0.0), (FLOOR, -1e-17), (FLOOR, 1e-17), (ABOVE, 1.0)])
def test_a_short_flight_is_not_stepped_over(event, y, way, monkeypatch):
    v = 2e-4
    rows = moved(way, monkeypatch, BALL, [y], [v], (0.0, 50.0), events=event)
    assert rows.status == 0
    np.testing.assert_allclose(rows.t_end, 2 * v / G, rtol=1e-8)
    np.testing.assert_allclose(rows.q[-1], y, rtol=0, atol=1e-15)


@pytest.mark.parametrize("engine", ["native", "jax", "many"])
def test_twenty_bounces_are_those_of_the_closed_form(engine):
    e, q, qd, t = 0.6, np.array([1.0]), np.array([0.0]), 0.0
    speed = np.sqrt(2 * G)
    wanted = speed / G
    for _ in range(20):
        if engine == "many":
            many = zw.simulate_many(BALL, q[None], qd[None], (t, t + 50.0), events=FLOOR, **FINE)
            assert many.status[0] == 0
            t, q, qd = float(many.t_end[0]), many.q[0, -1], many.qd[0, -1]
        else:
            span = t, t + 50.0
            motion = zw.simulate(BALL, q, qd, span, events=FLOOR, engine=engine, **FINE)
            t, q, qd = motion.t[-1], motion.q[-1], motion.qd[-1]
        assert abs(t - wanted) < 1e-11
        speed *= e
        qd, wanted = -e * qd, wanted + 2 * speed / G


@pytest.mark.parametrize("engine", ["native", "jax"])
def test_a_ball_that_comes_to_rest_does_not_fall_through(engine):
    q, qd, t = np.array([0.0]), np.array([1e-3]), 1.0
    for _ in range(200):
        span = t, t + 50.0
        motion = zw.simulate(BALL, q, qd, span, events=FLOOR, engine=engine, throw=False)
        t, q, qd = motion.t[-1], motion.q[-1], -0.5 * motion.qd[-1]
        assert abs(q[0]) < 1e-12
        if motion.status:
            break
    assert motion.status == Status.STEP_TOO_SMALL and "'floor'" in motion.detail
    assert abs(t - 1.0 - 4e-3 / G) < 1e-12


def test_fixed_steps_see_it_too():
    motion = zw.simulate(BALL, [0.0], [0.01], (0.0, 50.0), events=FLOOR, step=0.1)
    assert abs(motion.t[-1] - 0.02 / G) < 1e-9


@pytest.mark.parametrize("way", WAYS)
def test_rates_say_on_which_side_a_motion_goes(way, monkeypatch):
    """A swing past its lowest point, and one let go at its highest: half periods later."""
    swing = zw.System(1.0, lambda q: -q)
    low = zw.Event(lambda q: q[0], name="low")
    high = zw.Event(lambda q: q[0] - 1.0, name="high", direction=1, terminal=True)
    rows = moved(way, monkeypatch, swing, [0.0], [1.0], (0.0, 50.0), events=low)
    np.testing.assert_allclose(rows.t_end, np.pi, rtol=0, atol=1e-9)
    rows = moved(way, monkeypatch, swing, [1.0], [0.1], (0.0, 50.0), events=high)
    np.testing.assert_allclose(rows.t_end, 2 * np.pi, rtol=0, atol=1e-9)


def test_a_motion_stays_as_it_was_where_no_event_is_zero_at_the_start():
    apart = zw.Event(lambda q: q[0] - 0.5, name="apart", terminal=False)
    given = zw.System(1.0, lambda q: -q), [1.0], [0.0], (0.0, 6.0)
    with_event = zw.simulate(*given, events=apart)
    assert len(with_event.events["apart"].t) == 2
    np.testing.assert_array_equal(with_event.t, zw.simulate(*given).t)
