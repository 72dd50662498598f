"""Requirements whose inputs appear in higher derivatives: found, named, differentiated on, met."""

from functools import cache
from typing import Any, cast

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.project.source import example

K, G, M_LINK, M_MOTOR, RUB = 50.0, 9.81, 1.0, 0.2, 0.1


def flexible(turn=np.eye(2), unit=1.0):
    """A link under gravity on a spring from its motor; coordinates z with q = turn z / unit.

    Its System, the requirement that the link follows ½ sin t, and the motor's column of S.
    """
    T = turn / unit

    def force(q, qd):
        link, motor = T @ q
        pull = K * (link - motor)
        Q = jnp.stack([-G * jnp.sin(link) - pull, pull - RUB * (T @ qd)[1]])
        return T.T @ Q

    mass = T.T @ np.diag([M_LINK, M_MOTOR]) @ T
    path = zw.Holonomic(lambda q, t: unit * ((T @ q)[0] - 0.5 * jnp.sin(t)), name="tip")
    return zw.System(mass, force), path, T.T @ np.array([0.0, 1.0]), T


def by_hand(t):
    """Link and motor, their velocities, and the motor's torque along ½ sin t."""
    s, c = np.sin(t) / 2, np.cos(t) / 2
    heavy = G * np.array([np.sin(s), np.cos(s) * c, -np.sin(s) * c**2 - np.cos(s) * s])
    swing = M_LINK * np.array([-s, -c, s])
    motor, motor_d, motor_dd = np.array([s, c, -s]) + (swing + heavy) / K
    torque = M_MOTOR * motor_dd + K * (motor - s) + RUB * motor_d
    return np.array([s, motor]), np.array([c, motor_d]), torque


TURNED = np.array([[0.6, -0.8], [0.8, 0.6]]) @ np.diag([1.0, 30.0])


@pytest.mark.parametrize(
    ("turn", "unit"), [(np.eye(2), 1.0), (TURNED, 1e3)], ids=["as it is", "turned, other units"]
)
def test_a_flexible_joint_is_found_and_its_torque_is_that_by_hand(turn, unit):
    plant, path, S, T = flexible(turn, unit)
    control = zw.track(plant, path, actuation=S[:, None])
    q, qd, _ = by_hand(0.4)
    back = lambda x: np.linalg.solve(T, x)
    report = control.check(back(q), back(qd), 0.4)
    assert not report.ok and dict(report.degrees)["tip"].tolist() == [4]
    assert "'tip' 4" in str(report) and "controller.raised" in " ".join(str(report).split())
    solved = control.raised(back(q), back(qd), 0.4)
    for t in (0.0, 0.4, 1.3):
        q, qd, torque = by_hand(t)
        assert solved.inputs(back(q), back(qd), t) == pytest.approx([torque], rel=1e-11, abs=1e-11)
    found = solved.check(back(q), back(qd), 1.3)
    assert found.ok and found.internal.count == 0 and not found.degrees


def test_a_flexible_joint_follows_its_path_with_nothing_projected():
    plant, path, S, _ = flexible()
    control = zw.track(plant, path, actuation=S[:, None], degrees={"tip": 4})
    q, qd, _ = by_hand(0.0)
    motion = zw.simulate(control.closed_loop(), q, qd, (0.0, 3.0), rtol=1e-10)
    assert motion.engine.startswith("native")
    assert np.abs(motion.tracking_error("tip")).max() < 1e-9
    ends = by_hand(motion.t[-1])
    assert np.abs(motion.q[-1] - ends[0]).max() < 1e-9
    with pytest.raises(ValueError, match="derivatives above the first"):
        zw.simulate(control.closed_loop(), q + [0.0, 0.01], qd, (0.0, 1.0))
    start = control.start(q + [0.2, -0.1], qd + [0.0, 0.3])
    assert np.abs(np.array(start) - [q, qd]).max() < 1e-9
    # With the degree told wrong, no input appears, and that is said.
    wrong = zw.track(plant, path, actuation=S[:, None], degrees={"tip": 3})
    assert wrong.status(q, qd + [0.0, 0.1]) == zw.Status.INFEASIBLE


def test_an_error_dies_out_as_the_gains_say():
    plant, path, S, _ = flexible()
    control = zw.track(plant, path, actuation=S[:, None], degrees={"tip": 4}, gains=6.0)
    q, qd, _ = by_hand(0.0)
    motion = zw.simulate(
        control.closed_loop(), q + [0.1, 0.1], qd, np.linspace(0.0, 2.0, 21), rtol=1e-10
    )
    # All four roots at −3: φ = (c₀ + c₁t + c₂t² + c₃t³) e^(−3t).
    t, error = motion.t, motion.tracking_error("tip")[:, 0]
    basis = np.vander(t, 4) * np.exp(-3.0 * t)[:, None]
    fitted = np.linalg.lstsq(basis, error)
    assert np.abs(basis @ fitted[0] - error).max() < 1e-9 and abs(error[-1]) < 0.02


def test_motor_spring_and_load_go_by_velocity_too():
    """ψ of the load's speed: one derivative less."""
    plant, _, S, _ = flexible()
    speed = zw.Nonholonomic(lambda qd, t: qd[0] - 0.5 * jnp.cos(t), name="speed")
    control = zw.track(plant, speed, actuation=S[:, None])
    q, qd, torque = by_hand(0.7)
    solved = control.raised(q, qd, 0.7)
    degrees: Any = dict(cast("Any", solved.degrees))
    assert degrees["speed"].tolist() == [3]
    assert solved.inputs(q, qd, 0.7) == pytest.approx([torque], rel=1e-11)
    # Where the load is nobody controls, and it stays there.
    assert solved.check(q, qd, 0.7).internal.count == 1


@pytest.fixture(scope="module")
def crane():
    """The example, which carries its load once."""
    module = example("control_crane")
    module.carried = cache(module.carried)
    return module


def test_a_crane_carries_its_load_along_a_path(crane):
    """Trolley and hoist both pull along the cable: at a given height the load has a degree of 4."""
    solved, motion = crane.carried()
    assert [int(x) for _, rows in solved.degrees for x in np.atleast_1d(rows)] == [4, 2]
    assert max(np.abs(motion.tracking_error(name)).max() for name in ("across", "up")) < 1e-8
    assert (
        np.abs(motion.q[-1] - [2.0, 0.0, 1.0]).max() < 1e-8 and np.abs(motion.q[:, 1]).max() > 0.2
    )
    # The load's own equation, m r̈ = cable's pull + weight, by the path alone.
    t = motion.t[len(motion.t) // 2]
    x, dx = motion.at([t]).q[0], 1e-3
    way = lambda t: -crane.load(np.array([0.0, 0.0, 0.0]), t)
    pull = (way(t + dx) - 2 * way(t) + way(t - dx)) / dx**2 + np.array([0.0, G])
    assert np.abs(pull[0] * np.cos(x[1]) + pull[1] * np.sin(x[1])) < 1e-4


def test_the_example_of_the_crane_runs(crane, tmp_path, capsys):
    crane.main(tmp_path / "crane.png")
    assert "False" not in capsys.readouterr().out and (tmp_path / "crane.png").is_file()


def test_what_no_derivative_brings_is_not_raised():
    """Two demands for one motor: the second has no input left, whatever is differentiated."""
    plant, path, S, _ = flexible()
    both = [path, zw.Holonomic(lambda q: q[1], name="motor")]
    control = zw.track(plant, both, actuation=S[:, None])
    with pytest.raises(zw.NumericalError, match="No input is left for 'tip'") as caught:
        control.raised([0.1, 0.2], [0.0, 0.1])
    assert caught.value.status == zw.Status.INFEASIBLE
    report = control.check([0.1, 0.2], [0.0, 0.1])
    assert {name: x.tolist() for name, x in report.degrees} == {"tip": [4], "motor": [2]}
    assert report.spent == report.out_of_reach == ("tip",) and not report.ok
    assert "are more than 1 input can meet" in str(report).replace("\n     ", " ")
    with pytest.raises(zw.NumericalError, match="the relative degree is higher") as caught:
        control.force([0.1, 0.2], [0.0, 0.1])
    assert "lost their grip" not in str(caught.value)
    alone = zw.track(plant, path, actuation=S[:, None], gains=2.0).raised([0.1, 0.2], [0.0, 0.1])
    assert alone.status([0.1, 0.2], [0.0, 0.1]) == zw.Status.OK
    # Where two derivatives do, nothing is raised either.
    easy = zw.track(plant, both[1], actuation=S[:, None])
    assert easy.raised([0.1, 0.2], [0.0, 0.1]) is easy


def test_mistakes_are_told():
    plant, path, S, _ = flexible()
    track = lambda **given: zw.track(plant, path, actuation=S[:, None], **given)
    with pytest.raises(TypeError, match="`degrees` is 4; wanted the relative degree"):
        track(degrees=4)
    with pytest.raises(ValueError, match="Did you mean 'tip'"):
        track(degrees={"top": 4})
    with pytest.raises(ValueError, match="`degrees` of `tip`"):
        track(degrees={"tip": "four"})
    with pytest.raises(ValueError, match="of at least 2"):
        track(degrees={"tip": 1}).force([0.0, 0.0], [0.0, 0.0])
    for too_many in ({"tip": 99}, [0, 0, 0, 0, 1]):  # two coordinates, a state of four numbers
        with pytest.raises(ValueError, match="derivatives more; wanted less than 4"):
            track(degrees=too_many).force([0.0, 0.0], [0.0, 0.0])
    with pytest.raises(ValueError, match="`robust` of a controller with `degrees`"):
        track(degrees={"tip": 4}).robust(1.0, width=0.1)
    rubbing = zw.System(1.0, None, nonideal=lambda reaction: 0.1 * reaction)
    with pytest.raises(ValueError, match="friction depends on forces"):
        zw.track(rubbing, path, degrees={"tip": 4})
    with pytest.raises(ValueError, match="friction depends on forces"):
        zw.track(rubbing, path).raised([0.0, 0.0], [0.0, 0.0])


def test_rows_that_inputs_reach_at_once_but_not_together_are_told_as_such():
    """A trolley, and both coordinates of the load that hangs from it, by two inputs."""

    def hung(q):
        return jnp.stack([q[0] + q[1] * jnp.sin(q[2]), -q[1] * jnp.cos(q[2])])

    def kinetic(q, qd):
        v = jax.jvp(hung, (q,), (qd,))[1]
        return 5.0 * qd[0] ** 2 + 0.5 * qd[1] ** 2 + 2.0 * v @ v

    plant = zw.System.from_lagrangian(
        T=kinetic, V=lambda q: 4.0 * 9.81 * hung(q)[1], coordinates="trolley cable swing"
    )
    trolley = zw.Holonomic(lambda q: q[0] - 0.1, name="trolley")
    load = zw.Holonomic(lambda q: hung(q) - jnp.array([0.1, -3.0]), name="load")
    state = [0.1, 2.9, 0.05], [0.9, 0.1, 0.2]
    control = zw.track(plant, [trolley, load], actuation=["trolley", "cable"], gains=(4.0, 4.0))
    report = control.check(*state)
    assert not report.degrees and not report.spent and not report.ok
    assert "cannot all be met by 2 inputs, of rank 2" in " ".join(report.problems)
