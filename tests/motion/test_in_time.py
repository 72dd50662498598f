"""What time brings into a motion is not stepped over, though nothing shows of it at the start."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from scipy.integrate import solve_ivp

import zwang as zw
from tests.motion.ways import WAYS, moved
from zwang import zoo
from zwang.base.identity.fingerprint import uses
from zwang.equation.acceleration_form import acceleration_form
from zwang.equation.known import known_at
from zwang.integrate.options import Options
from zwang.integrate.problem import request

END = 6.0


def pulse(t, xp=jnp):
    """A smooth push of 100 between 3 and 3.2, which is zero with all derivatives around."""
    x = (t - 3.1) / 0.1
    inside = abs(x) < 1.0
    return xp.where(inside, 100.0 * xp.exp(1.0 - 1.0 / (1.0 - xp.where(inside, x, 0.0) ** 2)), 0.0)


def swung(push):
    """The angle of a hanging pendulum at END, by steps that are all short."""
    rate = lambda t, y: [y[1], push(t, np) - 9.81 * np.sin(y[0])]
    tight = {"method": "DOP853", "rtol": 1e-12, "atol": 1e-14, "max_step": 0.01}
    return solve_ivp(rate, (0.0, END), [0.0, 0.0], **tight).y[0, -1]


ANSWER = swung(pulse)
WEIGHT = lambda q: -9.81 * jnp.sin(q)
PUSHED: dict[str, dict] = {
    "force": {"force": lambda q, t: WEIGHT(q) + pulse(t)},
    "nonideal": {"force": WEIGHT, "nonideal": lambda q, t: 0.0 * q + pulse(t)},
}


PLACES = [("force", way) for way in WAYS] + [("nonideal", way) for way in WAYS[:2]]


@pytest.mark.parametrize("where, way", PLACES)
def test_a_push_at_rest(where, way, monkeypatch):
    system = zw.System(1.0, **PUSHED[where])
    rows = moved(way, monkeypatch, system, [0.0], [0.0], (0.0, END))
    assert rows.status == 0
    np.testing.assert_allclose(rows.q[-1], ANSWER, rtol=0, atol=1e-8)


def test_times_to_report_are_a_span_too():
    system = zw.System(1.0, **PUSHED["force"])
    motion = zw.simulate(system, [0.0], [0.0], [0.0, 2.9, END])
    assert abs(motion.q[-1, 0] - ANSWER) < 1e-7


def test_the_users_longest_step_wins():
    system = zw.System(1.0, **PUSHED["force"])
    run = lambda **asked: zw.simulate(system, [0.0], [0.0], (0.0, END), **asked)
    assert run(max_step=END).stats["accepted"] < 10 < 300 <= run(max_step=0.02).stats["accepted"]


def test_a_load_on_a_body_and_a_drive():
    bob = zw.PlanarBody(mass=0.5, inertia=0.5, p_WB=(0.0, -1.0), name="bob")
    pin = zw.joints.Revolute(zw.GROUND, bob, point=(0.0, 0.0), name="pin")
    pushed = zw.Mechanism([bob], [pin], [zw.Gravity((0.0, -2 * 9.81)), zw.Load(bob, torque=pulse)])
    assert abs(pushed.simulate((0.0, END)).q[-1, 2] - ANSWER) < 1e-6
    path = lambda t: 1e-2 * pulse(t)
    driven = zw.Mechanism([bob], [pin, zw.joints.Driven(pin, path, name="drive")], [])
    motion = driven.simulate((0.0, END))
    assert motion.stats["largest_step"] <= 0.01 * END
    np.testing.assert_allclose(motion.at([3.05, 3.1]).q[:, 2], path(np.array([3.05, 3.1])))


def test_what_a_control_follows():
    system = zw.System(1.0, lambda q: 0.0 * q, coordinates=["x"])
    path = zw.Holonomic(lambda q, t: q[0] - 1e-2 * pulse(t), name="path")
    motion = zw.simulate(zw.track(system, path).closed_loop(), [0.0], [0.0], (0.0, END))
    assert abs(motion.at([3.1]).q[0, 0] - 1.0) < 1e-7


def _full_trace(system, q, qd, p):
    def everything(q, qd, t):
        form = acceleration_form(system, q, qd, t, p)
        return system.M(q, t, p, qd), system.Q(q, qd, t, p), form.A, form.b, form.phi

    return uses(jax.make_jaxpr(everything)(q, qd, 0.0).jaxpr, 2)


MACHINES = ("andrews", "stewart", "turntable", "governor", "slider_crank", "rolling_coin")


@pytest.mark.parametrize("name", MACHINES)
def test_whether_time_enters_is_told_by_the_trace(name):
    machine = getattr(zoo.mechanisms, name)().mechanism
    system, (q, qd) = machine.system(), map(np.asarray, machine.start())
    assert known_at(system, q, qd, 0.0, None).timed == _full_trace(system, q, qd, None)


@pytest.mark.parametrize(
    "event, timed", [(lambda q: q[0], False), (lambda q, t: q[0], False), (lambda t: t - 2.0, True)]
)
def test_without_time_no_step_is_bounded(event, timed):
    system = zw.System(1.0, lambda q, t: -q, coordinates=["x"])
    options = Options(events=zw.Event(event, name="x"))
    asked = request(system, [1.0], [0.0], (0.0, 5.0), None, options)
    assert asked.settings.longest == (0.05 if timed else np.inf)
