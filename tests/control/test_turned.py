"""The axle of a vehicle on a circle: pushed along at once, and across after one more derivative."""

from functools import cache

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.control.test_internal import CHARTS

MASS, INERTIA, AHEAD, R, W = 3.0, 0.4, 0.2, 2.0, 0.6  # the centre of mass is ahead of the axle
MIXED = 1e3 * np.array([[2.0, 1.0], [-0.3, 4.0], [1.0, 1.0]])  # three rows for two


def along(a):
    return jnp.stack([jnp.cos(a), jnp.sin(a)])


@cache
def vehicle(name, mixed):
    """A controller of the axle in some coordinates, and the way there from x, y, heading."""
    chart, back, unit = CHARTS[name]
    J, rows = jax.jacfwd(chart), MIXED if mixed else np.eye(2)

    def T(q, qd):
        x, v = chart(q), J(q) @ qd
        centre = v[:2] + AHEAD * v[2] * along(x[2] + jnp.pi / 2)
        return (MASS * centre @ centre + INERTIA * v[2] ** 2) / 2

    def motors(q):
        push = jnp.append(along(chart(q)[2]), 0.0)
        return J(q).T @ jnp.stack([push, jnp.array([0.0, 0.0, 1.0])], axis=1)

    edge = lambda q, qd: along(chart(q)[2] + jnp.pi / 2) @ (J(q) @ qd)[:2]
    axle = lambda q, t: rows @ (chart(q)[:2] - R * along(W * unit * t))
    plant = zw.System.from_lagrangian(T=T, constraints=[zw.Nonholonomic(edge, name="edge")])
    path = zw.Holonomic(axle, name="axle")
    control = zw.track(plant, path, actuation=motors, gains=(3.0 * unit, 2.0 * unit**2))

    def here(x, v):
        q = back(np.asarray(x))
        return q, np.linalg.solve(np.asarray(J(jnp.asarray(q))), unit * np.asarray(v))

    return control, here, unit


def on_circle(t):
    a = W * t
    return [R * np.cos(a), R * np.sin(a), a + np.pi / 2], [-R * W * np.sin(a), R * W * np.cos(a), W]


OFF = [2.1, 0.1, np.pi / 2 + 0.3], [-1.3 * np.sin(0.3), 1.3 * np.cos(0.3), 0.7]


def test_the_inputs_are_those_by_hand_at_every_heading():
    control, _, _ = vehicle("as it is", False)
    report = control.check(*on_circle(0.0))
    assert not report.ok and report.directions == (1, 1) and not report.degrees
    assert "1 direction after one more" in " ".join(str(report).split())
    assert control.check(*OFF).directions == (1, 1)  # and off the path it is the same cause
    raised = control.raised(*on_circle(0.0))
    assert raised.degrees == (1, 1) and raised.check(*on_circle(0.0)).ok
    hand = [-MASS * AHEAD * W**2, MASS * AHEAD * R * W**2]
    for t in np.arange(9) * np.pi / 4 / W:  # rows x and y lose the push in turn
        assert raised.inputs(*on_circle(t), t) == pytest.approx(hand, rel=1e-10, abs=1e-12)
    motion = zw.simulate(raised.closed_loop(), *OFF, (0.0, 25.0))
    assert np.abs(motion.tracking_error("axle")[-1]).max() < 1e-8
    # Without further derivatives the cause is told, and by name.
    with pytest.raises(zw.NumericalError, match="Physical constraints on velocities decide"):
        control.force(*OFF)
    # Where it stands still, turning moves the axle nowhere.
    rest = raised.check(on_circle(0.0)[0], np.zeros(3))
    assert not rest.ok and (rest.rank, rest.rank_nearby) == (1, 2)


def test_neither_coordinates_nor_rows_change_them():
    wanted = None
    for name, mixed in (("as it is", False), ("polar, mm, ms", True), ("skew", True)):
        control, here, unit = vehicle(name, mixed)
        raised = control.raised(*here(*on_circle(0.0)))
        assert raised.degrees == (1, 1)
        found = raised.inputs(*here(*OFF)) / unit**2
        wanted = found if wanted is None else wanted
        assert found == pytest.approx(wanted, rel=1e-7)


def test_mistakes_are_told():
    control, _, _ = vehicle("as it is", False)
    track = lambda **given: zw.track(control.model, control.requirements, **given)
    for wrong in ([1], [1, 0], [1, -1], [1.5, 1]):
        with pytest.raises(ValueError, match="`degrees` is"):
            track(degrees=wrong)
    with pytest.raises(ValueError, match="with `priority`"):
        track(degrees=[1, 1], priority={"axle": 1})


def test_where_a_direction_is_lost_nothing_is_given_up_unsaid():
    """Of what a standing vehicle misses across nobody can say how much it is: however it is
    written, limits and compromises have no answer there, and the same one as soon as it moves."""
    edge = zw.Nonholonomic(lambda q, qd: along(q[2] + jnp.pi / 2) @ qd[:2], name="edge")
    motors = lambda q: jnp.stack([jnp.append(along(q[2]), 0.0), jnp.array([0.0, 0.0, 1.0])], axis=1)
    plant = zw.System([3.0, 3.0, 0.4], None, [edge])
    found = []
    for angle in (0.0, 0.3, 0.300001):
        turn = jnp.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        path = lambda q, t, turn=turn: turn @ (q[:2] - jnp.stack([1.5 * t, jnp.sin(t)]))
        given = {"actuation": motors, "degrees": [1, 1], "gains": (3.0, 2.0)}
        axle = zw.Holonomic(path, name="axle")
        for control in (
            zw.track(plant, axle, **given).limited(-20.0, 20.0),
            zw.track(plant, axle, **given, compromise=True),
        ):
            assert control.status([0.0, 0.0, 0.3], [0.0] * 3) == zw.Status.INFEASIBLE
            moving = [0.01 * np.cos(0.3), 0.01 * np.sin(0.3), 0.0]
            found.append(control.inputs([0.0, 0.0, 0.3], moving)[0])
    np.testing.assert_allclose(found, found[0], rtol=1e-9)
