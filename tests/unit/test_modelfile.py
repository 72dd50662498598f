"""Model files: the examples equal their twins in Python, and move as these do."""

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest
from scipy.integrate import solve_ivp

import zwang as zw
from tests.unit.models import EXAMPLES, equations
from zwang import zoo
from zwang.equation.acceleration_form import acceleration_form
from zwang.equation.known import known_at
from zwang.modelfile import parse, read, write
from zwang.modelfile.expression.formula import Formula
from zwang.zoo.points.ku93 import path as ku93_path

# -- the twins of the examples ---------------------------------------------------------------------


def double_pendulum():
    """The textbook's M and Q, written out by hand."""
    m1, m2, L1, L2, g, c = 1.0, 0.5, 1.0, 0.8, 9.81, 0.3

    def mass(q):
        cos = m2 * L1 * L2 * jnp.cos(q[0] - q[1])
        return jnp.array([[(m1 + m2) * L1**2, cos], [cos, m2 * L2**2]])

    def force(q, qd):
        sin = m2 * L1 * L2 * jnp.sin(q[0] - q[1])
        slip = qd[1] - qd[0]
        return jnp.array(
            [
                -sin * qd[1] ** 2 - (m1 + m2) * g * L1 * jnp.sin(q[0]) - c * (qd[0] - slip),
                sin * qd[0] ** 2 - m2 * g * L2 * jnp.sin(q[1]) - c * slip,
            ]
        )

    return zw.System(mass, force, coordinates="a b"), [2.0, 2.5], [0.0, 0.0], None


def shot():
    def force(qd):
        air = qd - jnp.array([-3.0, 0.0])
        return jnp.array([0.0, -0.2 * 9.81]) - 0.01 * jnp.sqrt(air @ air) * air

    angle = np.radians(40.0)
    return (
        zw.System(0.2, force, coordinates="x y"),
        [0.0, 5.0],
        [20.0 * np.cos(angle), 20.0 * np.sin(angle)],
        None,
    )


def controlled():
    """The controller's own closed loop."""
    problem = zoo.ku93_oscillator()
    path = zw.Holonomic(ku93_path, "path")
    free = problem.system.with_constraints(())
    loop = zw.track(free, path, actuation="x1", gains=(8.0, 16.0)).closed_loop()
    return loop, [1.2, 1.0], [8.0, 2.0], problem.p


def problem(make, *arguments):
    def twin():
        found = make(*arguments)
        return found.system, found.q0, found.qd0, found.p

    return twin


TWINS: dict[str, Callable[[], Any]] = {
    "bead_on_hoop": problem(zoo.bead_on_hoop),
    "car_axis": problem(zoo.car_axis),
    "double_pendulum": double_pendulum,
    "four_bar": problem(zoo.four_bar),
    "knife_edge": problem(zoo.knife_edge),
    "ku93_control": controlled,
    "ku93_oscillator": problem(zoo.ku93_oscillator),
    "ku93_particle": problem(zoo.ku93_particle),
    "ku93_pendulum": problem(zoo.ku93_pendulum),
    "pendulum": problem(zoo.pendulum),
    "rosenberg": problem(zoo.rosenberg, 0.4),
    "shot": shot,
    "slider_crank": problem(zoo.slider_crank),
    "two_masses": problem(zoo.two_masses),
}


def test_every_example_has_a_twin():
    assert sorted(EXAMPLES) == sorted(TWINS)


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_equals_its_twin(name):
    twin, q0, qd0, p = TWINS[name]()
    model = read(EXAMPLES[name])
    if name == "double_pendulum":
        model = model.with_changes(p={"c": 0.3})
    np.testing.assert_allclose(model.q0, q0, rtol=1e-15)
    np.testing.assert_allclose(model.qd0, qd0, rtol=1e-15)
    assert model.system.coordinates == twin.coordinates
    rng = np.random.default_rng(5)
    state = model.q0 + 0.1 * rng.normal(size=len(q0)), model.qd0 + rng.normal(size=len(q0)), 0.3
    ours = equations(model.system, *state, model.p)
    theirs = equations(twin, *state, p)
    for found, wanted in zip(ours, theirs):  # the twin may have no energy
        scale = np.abs(wanted).max(initial=1.0)
        np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-14 * scale)
    assert acceleration_form(model.system, *state, model.p).rows == (
        acceleration_form(twin, *state, p).rows
    )


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_is_written_gives_an_equal_model(name):
    model = read(EXAMPLES[name])
    again = parse(write(model))
    assert again == model and hash(again) == hash(model)
    programs = [known_at(x.system, x.q0, x.qd0, 0.0, x.p) for x in (model, again)]
    assert programs[0] == programs[1]
    assert again != again.with_changes(until=0.5)


# -- motions ---------------------------------------------------------------------------------------


def shot_by_scipy(motion):
    """Apex and landing, found by another integrator."""
    _, q0, qd0, _ = shot()

    def rate(t, y):
        air = np.hypot(y[2] + 3.0, y[3])
        return [y[2], y[3], -0.01 * air * (y[2] + 3.0) / 0.2, -9.81 - 0.01 * air * y[3] / 0.2]

    def apex(t, y):
        return y[3]

    def landing(t, y):
        return y[1]

    found = solve_ivp(
        rate, (0.0, 4.0), [*q0, *qd0], "DOP853", events=[apex, landing], rtol=1e-12, atol=1e-12
    )
    events = motion.events["apex"].t[0], motion.events["landing"].t[0]
    return np.array(events) - [times[0] for times in found.t_events]


def tracking_error(motion):
    """The error of the start dies out as φ̈ + 8 φ̇ + 16 φ = 0 says."""
    start, rate = 0.2, 8.0 - 2.0 - 2.0 * np.pi
    wanted = (start + (rate + 4.0 * start) * motion.t) * np.exp(-4.0 * motion.t)
    return motion.observables["error"] - wanted


OTHERS = {
    "double_pendulum": lambda motion: motion.energy - motion.energy[0],
    "ku93_control": tracking_error,
    "shot": shot_by_scipy,
}
SLOW = ("four_bar", "ku93_control")  # crosses singular poses; has a large graph


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW), id=name) for name in EXAMPLES],
)
def test_example_runs_to_its_known_end(name):
    """To a hundred times the tolerance of a file: errors of the steps add up."""
    model = read(EXAMPLES[name])
    allowed = 100.0 * model.settings.get("rtol", 1e-9)
    if name in OTHERS:
        assert np.abs(OTHERS[name](model.simulate())).max() < allowed
        return
    known = zoo.rosenberg(0.4) if name == "rosenberg" else getattr(zoo, name)()
    motion = model.with_changes(t=[0.0, *known.times]).simulate()
    assert known.error(motion.t[1:], motion.q[1:], motion.qd[1:]) < allowed


class TestMotion:
    """One pendulum, compiled once."""

    def test_the_motion_is_the_known_one_and_other_numbers_trace_nothing(self, monkeypatch):
        model, known = read(EXAMPLES["pendulum"]), zoo.pendulum()
        motion = model.simulate(rtol=1e-10)
        assert known.error(motion.t[-1], motion.q[-1], motion.qd[-1]) < 1e-8
        np.testing.assert_allclose(
            model.column(motion, "tilt"), np.arctan2(motion.q[:, 0], -motion.q[:, 1])
        )
        np.testing.assert_array_equal(model.column(motion, "y'"), motion.qd[:, 1])
        np.testing.assert_array_equal(model.column(motion, "energy"), motion.energy)
        traced = []
        monkeypatch.setattr(Formula, "at", lambda self, *args, **rows: traced.append(self))
        again = parse(write(model)).with_changes(p={"L": 2.0}, until=1.0).simulate()
        assert not traced
        assert again.q[0].tolist() == [-2.0, 0.0] and again.t[-1] == 1.0

    def test_a_start_off_the_constraints_is_assembled_around_what_is_held(self):
        text = (
            EXAMPLES["pendulum"].read_text().replace('x = "-L"', "x = {start = 0.6, hold = true}")
        )
        model = parse(text.replace("y = 0\n", "y = -0.7\n"))
        q, qd = model.start()
        np.testing.assert_allclose(q, [0.6, -0.8], atol=1e-12)
        assert not model.check().problems
        plain = parse(text.replace("rtol = 1e-9", "assemble = false"))
        assert plain.start()[0].tolist() == [0.6, 0.0]
