"""Degrees of requirements that follow from each other, and degrees that are said wrong."""

from typing import Any, cast

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.control.test_degree import TURNED, flexible
from tests.control.test_turned import along

STATE = np.array([0.2, 0.25]), np.array([0.3, 0.1]), 0.4
CHARTS = [(np.eye(2), 1.0), (TURNED, 1e3)]


def joint(chart, *rows, gains: Any = 4.0, **given):
    """A flexible joint whose tip is required as rows say: functions of it, and of which kind."""
    plant, _, S, T = flexible(*CHARTS[chart])
    unit = CHARTS[chart][1]
    tip = lambda q, t: unit * ((T @ q)[0] - jnp.sin(t) / 2)
    found = []
    for i, (kind, row) in enumerate(rows):
        if kind == "positions":
            found.append(zw.Holonomic(lambda q, t, row=row: row(tip(q, t)), name=f"r{i}"))
        else:
            rate = lambda q, qd, t, row=row: row(unit * ((T @ qd)[0] - jnp.cos(t) / 2))
            found.append(zw.Nonholonomic(rate, name=f"r{i}"))
    back = lambda x: np.linalg.solve(T, x)
    control = zw.track(plant, found, actuation=S[:, None], gains=gains, **given)
    return control, (back(STATE[0]), back(STATE[1]), STATE[2])


ONCE = ("positions", lambda y: y)
AGAIN = ("positions", lambda y: 1e3 * y)
TWICE = ("positions", lambda y: jnp.stack([y, -2.0 * y]))
SPEED = ("velocities", lambda v: 7.0 * v)


@pytest.mark.parametrize("chart", [0, 1], ids=["as it is", "turned, other units"])
@pytest.mark.parametrize(
    ("rows", "degrees"),
    [((ONCE, AGAIN), [4, 4]), ((TWICE,), [4, 4]), ((AGAIN, ONCE, TWICE), [4, 4, 4, 4])],
    ids=["twice", "two rows", "four times"],
)
def test_what_is_required_twice_is_met_as_if_once(chart, rows, degrees):
    control, state = joint(chart, *rows)
    found = control.check(*state)
    assert np.concatenate([x for _, x in found.degrees]).tolist() == degrees
    single, _ = joint(chart, ONCE, degrees={"r0": 4})
    raised = control.raised(*state)
    assert raised.inputs(*state) == pytest.approx(single.inputs(*state), rel=1e-9)
    assert raised.check(*state).ok


def test_a_position_and_its_rate_have_the_degrees_of_one_derivative():
    control, state = joint(0, ONCE, SPEED, gains=None)
    assert [x.tolist() for _, x in control.check(*state).degrees] == [[4], [3]]


def quadrotor(rows, unit=1.0, **given):
    """Thrust and torque, and rows of the place; lengths in other units."""
    S = lambda q: jnp.stack(
        [jnp.append(along(q[2] + jnp.pi / 2), 0.0), jnp.array([0.0, 0, 1.0])], 1
    )
    plant = zw.System([1.3, 1.3, 0.05 * unit**2], [0.0, -1.3 * 9.81 * unit, 0.0])
    path = lambda q, t: rows @ (q[:2] - unit * jnp.stack([jnp.sin(t), 0.3 * jnp.cos(2 * t)]))
    return zw.track(plant, zw.Holonomic(path, name="place"), actuation=S, gains=4.0, **given)


def quadrotor_off(unit=1.0):
    """A state off the path."""
    return np.array([0.3 * unit, 0.2 * unit, 0.2]), np.array([unit, 0.1 * unit, 0.3])


@pytest.mark.parametrize("unit", [1.0, 1e3], ids=["m", "mm"])
def test_a_row_that_follows_from_two_has_the_higher_degree(unit):
    """Off the path too: x at 4, z at 2, x + z at 4 ask for nothing that contradicts."""
    state = quadrotor_off(unit)
    wanted = quadrotor(np.eye(2), unit, degrees={"place": [4, 2]}).inputs(*state)
    raised = quadrotor(np.array([[1.0, 0.0], [0.0, 1.0], [1e-3, 1e-3]]), unit).raised(*state)
    ((_, degrees),) = cast("Any", raised.degrees)
    assert degrees.tolist() == [4, 2, 4]
    assert raised.inputs(*state) == pytest.approx(wanted, rel=1e-8)


def test_directions_have_one_law_however_rows_are_turned():
    """Counted by directions, the law is the same off the path; on it, that of rows is it too."""
    state, found = quadrotor_off(), []
    for angle, unit in ((0.0, 1.0), (0.7, 1e3), (2.0, 1e-3)):
        turn = unit * np.stack([along(angle), along(angle + np.pi / 2)])
        found.append(quadrotor(turn, degrees=[1, 0, 1]).inputs(*state))
    np.testing.assert_allclose(found, [found[0]] * 3, rtol=1e-8)
    rows = quadrotor(np.eye(2), degrees={"place": [4, 2]})
    start = rows.start([0.0, 0.3, 0.0], [1.0, 0.0, 0.0])
    same = quadrotor(np.eye(2), degrees=[1, 0, 1]).inputs(*start)
    assert same == pytest.approx(rows.inputs(*start), rel=1e-6, abs=1e-6)


def masses(n, **given):
    """n masses and springs in a row, with dampers; the first is led, the last is pushed."""

    def force(q, qd):
        pull = (q[1:] - q[:-1]) + 0.3 * (qd[1:] - qd[:-1]) * given.get("rub", 0.0)
        return jnp.append(pull, 0.0) - jnp.append(0.0, pull)

    path = zw.Holonomic(lambda q: q[0], name="y")
    degrees = given.get("degrees")
    plant = zw.System(np.ones(n), force)
    return zw.track(plant, path, actuation=np.eye(n)[:, -1:], gains=2.0, degrees=degrees)


def test_a_degree_above_six_is_asked_for():
    state = np.array([0.1, 0.2, 0.3, 0.4]), np.zeros(4)
    control = masses(4)
    told = " ".join(str(control.check(*state)).split())
    assert "No input appears in 6 derivatives of 'y'" in told and "degrees={'y': 8}" in told
    with pytest.raises(zw.NumericalError, match="degrees={'y': 8}"):
        control.raised(*state)
    # With two masses and no spring between them no derivative is left.
    apart = zw.System(np.ones(2), None)
    path = zw.Holonomic(lambda q: q[0], name="y")
    with pytest.raises(zw.NumericalError, match="no input ever acts there"):
        zw.track(apart, path, actuation=np.eye(2)[:, 1:]).raised(np.zeros(2), np.ones(2))


@pytest.mark.parametrize(("rub", "right", "wrong"), [(1.0, 3, 4), (0.0, 4, 5), (1.0, 3, 5)])
def test_a_degree_that_is_said_too_high_is_refused(rub, right, wrong):
    """A damper lets the force through one derivative earlier. With more derivatives than that the
    law would cancel what is not there, and its numbers would be wrong without a word."""
    state = np.array([0.1, 0.2, 0.0]), np.array([0.3, -0.1, 0.1])
    two = [x[:2] for x in state]
    assert np.isfinite(masses(2, rub=rub, degrees={"y": right}).inputs(*two)).all()
    control = masses(2, rub=rub, degrees={"y": wrong})
    assert control.status(*two) == zw.Status.INFEASIBLE
    with pytest.raises(zw.NumericalError, match=f"'y' after {right}, not {wrong} derivatives"):
        control.force(*two)
    assert "`degrees` is too high" in " ".join(str(control.check(*two)).split())


def test_directions_that_are_counted_late_are_refused():
    edge = zw.Nonholonomic(lambda q, qd: along(q[2] + jnp.pi / 2) @ qd[:2], name="edge")
    motors = lambda q: jnp.stack([jnp.append(along(q[2]), 0.0), jnp.array([0.0, 0.0, 1.0])], axis=1)
    plant = zw.System([3.0, 3.0, 0.4], lambda qd: -qd, [edge])
    axle = zw.Holonomic(lambda q, t: q[:2] - 2.0 * along(0.6 * t), name="axle")
    state = np.array([2.1, 0.1, 1.6]), np.array([*1.1 * along(1.6), 0.5])
    for counts, fine in (([1, 1], True), ([0, 2], False), ([1, 0, 1], False)):
        control = zw.track(plant, axle, actuation=motors, gains=2.0, degrees=counts)
        assert (control.status(*state) == zw.Status.OK) == fine
        if not fine:
            with pytest.raises(zw.NumericalError, match="more directions than"):
                control.force(*state)


@pytest.mark.parametrize(("length", "time", "across"), [(1e3, 1.0, 1.0), (1e2, 1e3, 1e4)])
def test_the_condition_knows_no_units(length, time, across):
    """A load on a cable: trolley and hoist in units of their own, its angle as it is."""

    def crane(length, time, across):
        scale = np.array([length * across, length, 1.0])
        place = lambda q: jnp.stack([q[0] / across + q[1] * jnp.sin(q[2]), -q[1] * jnp.cos(q[2])])
        pull = lambda q, qd: jax.jvp(place, (q,), (qd,))[1]
        kinetic = lambda q, qd: 10.0 * (qd[0] / across) ** 2 + 2.5 * pull(q, qd) @ pull(q, qd)
        plant = zw.System.from_lagrangian(
            T=kinetic, V=lambda q: 5.0 * 9.81 * length / time**2 * place(q)[1]
        )
        path = lambda q, t: place(q) - length * jnp.stack([jnp.sin(t / time), -3.0 + 0.0 * t])
        load = zw.Holonomic(path, name="load")
        given = {"gains": (4.0 / time, 4.0 / time**2), "degrees": {"load": [4, 2]}}
        control = zw.track(plant, load, actuation=np.eye(3)[:, :2], **given)
        state = scale * [0.1, 2.9, 0.05], scale * [0.9, 0.1, 0.2] / time, 0.1 * time
        return control.check(*state).condition

    assert crane(length, time, across) == pytest.approx(crane(1.0, 1.0, 1.0), rel=1e-6)


def test_a_vehicle_that_comes_to_a_stand_says_that_the_grip_is_lost():
    edge = zw.Nonholonomic(lambda q, qd: along(q[2] + jnp.pi / 2) @ qd[:2], name="edge")
    motors = lambda q: jnp.stack([jnp.append(along(q[2]), 0.0), jnp.array([0.0, 0.0, 1.0])], axis=1)
    plant = zw.System([3.0, 3.0, 0.4], None, [edge])
    axle = zw.Holonomic(lambda q, t: q[:2] - jnp.stack([jnp.sin(t), 0.0 * t]), name="axle")
    control = zw.track(plant, axle, actuation=motors, degrees=[1, 1])
    with pytest.raises(zw.NumericalError, match="lose their grip on 'axle"):
        zw.simulate(control.closed_loop(), [0.0, 0.0, 0.0], [1.0, 0.0, 0.0], (0.0, 3.0))


@pytest.mark.parametrize("off", [0.0, 0.1], ids=["agree on the path", "contradict"])
def test_redundant_paths_are_told_apart_from_contradictory_ones(off):
    """A path of joints and that of their tip: off it they ask for different accelerations."""
    tip = lambda q: along(q[0]) + along(q[0] + q[1])
    joints = lambda t: jnp.stack([0.5 + 0.3 * jnp.sin(t), 0.8 + 0.2 * jnp.cos(t)])
    both = [
        zw.Holonomic(lambda q, t: q - joints(t), name="joints"),
        zw.Holonomic(lambda q, t: tip(q) - tip(joints(t)) + off, name="tip"),
    ]
    control = zw.track(zw.System([1.0, 1.0], None), both, gains=4.0)
    state = np.array([0.55, 1.05]), np.array([0.3, 0.0])
    said = "contradict each other" if off else "agree on the path"
    assert said in control.check(*state, 0.0).problems[0]
    with pytest.raises(zw.NumericalError) as caught:
        control.sampled(0.01).simulate(*state, (0.0, 1.0))
    assert caught.value.status == zw.Status.INFEASIBLE and "'tip[0]'" in caught.value.detail
    assert ("agree on the path" in caught.value.detail) == (not off)
    if not off:  # what the message recommends
        nearest = zw.track(control.model, both, gains=4.0, compromise=True)
        motion = nearest.sampled(0.01).simulate(*state, (0.0, 3.0))
        assert np.abs(motion.tracking_error("tip")[-1]).max() < 5e-3
