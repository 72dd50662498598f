"""simulate as a user meets it: methods, times, drift, events, failures, interruptions, errors."""

from typing import Any, cast

import diffrax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.refusals import refused
from tests.systems.points import ANY_ROD, LEVEL, PENDULUM, PERIOD, ROD, swung
from zwang.engine.dense.native import NativeMachine
from zwang.integrate.jax_backend import JaxMachine

P = {"L": 1.0, "g": 9.81}


def swing(t=(0.0, 2.0), **options):
    return zw.simulate(PENDULUM, *LEVEL, t, P, **options)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({}, 1e-9),
        ({"method": diffrax.Tsit5()}, 1e-8),
        ({"method": diffrax.Kvaerno5(), "rtol": 1e-7}, 1e-6),
        ({"method": diffrax.Dopri5(), "step": 5e-3}, 1e-8),
        ({"method": diffrax.Euler(), "step": 1e-3}, 3e-2),
        ({"drift": zw.Baumgarte(20.0)}, 1e-8),
        ({"drift": zw.Baumgarte(20.0, 400.0)}, 1e-8),
        ({"drift": None}, 1e-8),
        ({"solver": zw.Orthogonal()}, 1e-9),
    ],
    ids=str,
)
def test_methods_agree_with_the_closed_form(options, error):
    motion = swing(**options)
    q, _ = swung(motion.t)
    assert np.abs(motion.q - q).max() <= error
    projected = isinstance(options.get("drift", zw.Projection()), zw.Projection)
    assert np.abs(motion.residual).max() <= (1e-15 if projected else 1e-8)


@pytest.mark.parametrize("method", [diffrax.Heun(), diffrax.Bosh3(), diffrax.Dopri5()])
def test_fixed_steps_have_the_order_of_the_method(method):
    q, _ = swung(2.0)
    coarse, fine = (
        np.abs(swing([0.0, 2.0], method=method, step=step).q[-1] - q).max() for step in (0.02, 0.01)
    )
    assert np.log2(coarse / fine) >= method.order(None) - 0.35


def test_fixed_steps_are_of_their_length_and_land_on_times():
    motion = swing((0.0, 1.0), step=0.3)
    assert motion.t == pytest.approx([0.0, 0.3, 0.6, 0.8, 1.0])  # the last two are even


def test_chosen_times_are_the_times():
    times = np.array([0.0, 0.1, 0.1 + 1e-9, 1.7, 2.0])
    motion = swing(times)
    assert np.array_equal(motion.t, times)
    q, qd = swung(times)
    assert np.abs(motion.q - q).max() <= 1e-9
    assert np.abs(motion.qd - qd).max() <= 1e-8


def test_at_is_as_good_as_the_motion():
    motion = swing()
    times = [1.3, 0.0, 2.0, 0.77, 1.3]
    between = motion.at(times)
    assert between.t.tolist() == times
    q, qd = swung(np.array(times))
    assert np.abs(between.q - q).max() <= 1e-9
    assert np.abs(between.residual).max() <= 1e-15
    with pytest.raises(ValueError, match="`times` reaches from 1 to 3; wanted times within"):
        motion.at([1.0, 3.0])
    with pytest.raises(ValueError, match="`times` is"):
        motion.at([np.nan])


def test_at_of_a_loaded_motion_needs_the_system(tmp_path):
    motion = swing()
    motion.save(tmp_path / "run.nc")
    with pytest.raises(RuntimeError, match="zw.load"):
        zw.load(tmp_path / "run.nc").at([1.0])
    again = zw.load(tmp_path / "run.nc", system=PENDULUM)
    assert np.abs(again.at([1.0]).q - motion.at([1.0]).q).max() <= 1e-14


def test_energy_and_power():
    motion = swing()
    assert np.ptp(motion.energy) <= 1e-8
    assert np.abs(motion.power).max() <= 1e-12  # the rod is at rest, and ideal
    assert np.abs(motion.force("rod") - motion.Qc_ideal).max() == 0.0


# -- other kinds of constraints ------------------------------------------------------------------


def test_redundant_constraints_change_nothing():
    double = zw.Holonomic(lambda q, p: 3.0 * (q @ q - p["L"] ** 2), name="rod again")
    both = zw.System(1.0, lambda p: jnp.array([0.0, -1.0]) * p["g"], [ANY_ROD, double])
    motion = zw.simulate(both, *LEVEL, [0.0, 1.0, 2.0], P)
    assert np.abs(motion.q - swing([0.0, 1.0, 2.0]).q).max() <= 1e-10
    assert motion.rank.tolist() == [1, 1, 1]
    assert not motion.rank_changes


def test_speed_that_must_stay_the_same():
    """A constraint that is not linear in the velocities; projected by iteration."""
    system = zw.System(1.0, lambda q: -q, [zw.Nonholonomic(lambda qd: qd @ qd - 1.0, name="speed")])
    motion = zw.simulate(system, [1.0, 0.0], [0.6, 0.8], (0.0, 5.0), rtol=1e-6)
    assert np.abs(motion.residual).max() <= 1e-14


def test_acceleration_level_rows_are_met_but_not_projected():
    pushed = zw.AccelerationLevel([[1.0, 0.0]], lambda t: jnp.sin(t)[None], name="pushed")
    system = zw.System(1.0, [0.0, -1.0], [pushed])
    motion = zw.simulate(system, [0.0, 0.0], [0.0, 0.0], (0.0, 3.0))
    assert motion.q[-1, 0] == pytest.approx(3.0 - np.sin(3.0), abs=1e-9)
    assert np.abs(motion.residual).max() <= 1e-14


def test_no_constraints_at_all():
    motion = zw.simulate(zw.System(2.0, lambda q: -8.0 * q), [1.0], [0.0], (0.0, 3.0))
    assert motion.q[-1, 0] == pytest.approx(np.cos(6.0), abs=1e-8)
    assert motion.residual.shape == (len(motion), 0)


# -- events ------------------------------------------------------------------------------------


def test_events_are_found_to_rounding():
    low = zw.Event(lambda q: q[0], "bottom", terminal=False)
    motion = swing((0.0, 6.0), events=low)
    quarter = PERIOD / 4
    wanted = quarter * np.arange(1, 2 * 6.0 / (2 * quarter), 2)
    assert motion.events["bottom"].t == pytest.approx(wanted, abs=1e-9)
    assert np.abs(motion.events["bottom"].q[:, 0]).max() <= 1e-14
    assert motion.t[-1] == 6.0


@pytest.mark.parametrize(("direction", "count"), [(0, 5), (1, 2), (-1, 3)])
def test_direction_of_events(direction, count):
    low = zw.Event(lambda q: q[0], "bottom", direction=direction, terminal=False)
    motion = swing([0.0, 6.0], events=[low])
    assert len(motion.events["bottom"].t) == count
    signs = np.sign(motion.events["bottom"].qd[:, 0])
    assert direction == 0 or (signs == direction).all()


def test_a_terminal_event_ends_the_motion():
    turn = zw.Event(lambda qd: qd[0], "turn", direction=1)
    never = zw.Event(lambda q: q[0] - 2.0, "never")
    motion = swing((0.0, 6.0), events=[turn, never])
    assert motion.t[-1] == motion.events["turn"].t[0] == pytest.approx(PERIOD / 2)
    assert motion.status == zw.Status.OK
    assert motion.events["never"].q.shape == (0, 2)


def test_an_event_at_the_start_is_not_one():
    motion = swing(events=zw.Event(lambda qd: qd[1], "level"))
    assert motion.events["level"].t == pytest.approx([PERIOD / 4])


# -- failures keep what there is -----------------------------------------------------------------


def test_too_many_steps():
    with pytest.raises(zw.NumericalError, match="max_steps") as caught:
        swing((0.0, 100.0), max_steps=50)
    motion = caught.value.motion
    assert motion.status == zw.Status.TOO_MANY_STEPS
    assert 0.0 < motion.t[-1] < 100.0
    assert motion.stats["accepted"] + motion.stats["rejected"] == 50


def test_a_motion_that_ends_in_finite_time():
    """x' = x² in the velocity blows up at t = 1: q̈ = v², v(0) = 1."""
    system = zw.System(1.0, lambda qd: qd**2)
    motion = zw.simulate(system, [0.0], [1.0], (0.0, 2.0), throw=False)
    assert motion.status != zw.Status.OK
    assert motion.t[-1] == pytest.approx(1.0, abs=1e-6)
    assert np.isfinite(motion.q).all()


def test_a_force_that_becomes_nan_is_named():
    system = zw.System(1.0, lambda q: jnp.sqrt(1.0 - q), coordinates=["x"])
    with pytest.raises(zw.NumericalError, match="`force` at x") as caught:
        zw.simulate(system, [0.0], [3.0], (0.0, 2.0))
    assert caught.value.status == zw.Status.NON_FINITE
    assert caught.value.motion.q[-1, 0] == pytest.approx(1.0, abs=1e-3)


@pytest.mark.parametrize("machine", [NativeMachine, JaxMachine])
def test_an_interruption_keeps_the_motion(machine, monkeypatch):
    calls = []

    def interrupted(*arguments):
        calls.append(1)
        if len(calls) > 2:
            raise KeyboardInterrupt
        return advance(*arguments)

    advance = machine.advance
    monkeypatch.setattr(machine, "advance", interrupted)
    motion = swing((0.0, 1000.0), engine="jax" if machine is JaxMachine else "native")
    assert motion.status == zw.Status.INTERRUPTED
    assert 1.0 < motion.t[-1] < 1000.0
    assert np.abs(motion.q[-1] - swung(motion.t[-1])[0]).max() <= 1e-6


def test_a_bead_at_rest_at_the_origin_stays():
    """Where q is zero, a change has nothing to be compared with."""
    wire = zw.Holonomic(lambda q: q[1] - q[0] ** 2, name="wire")
    system = zw.System(1.0, [0.0, -9.81], [wire])
    motion = zw.simulate(system, [0.0, 0.0], [0.0, 0.0], (0.0, 1.0))
    assert np.abs(motion.q).max() <= 1e-15


def test_units_of_mass_do_not_matter():
    """With masses of 1e-24 and forces like it, the same motion."""
    system = zw.System(1e-24, [0.0, -9.81e-24], [ROD])
    motion = zw.simulate(system, *LEVEL, [0.0, 1.0, 2.0])
    assert np.abs(motion.q - swung(motion.t)[0]).max() <= 1e-9


def test_a_last_row_that_is_not_finite_is_not_taken_for_a_pose():
    force = lambda t: jnp.where(t < 1.0, 0.0, jnp.nan) * jnp.ones(2)
    system = zw.System(1.0, force, [ROD])
    options = {"step": 0.1, "method": diffrax.Midpoint(), "throw": False}
    motion = zw.simulate(system, [1.0, 0.0], [0.0, 1.0], (0.0, 1.0), **options)
    assert motion.status == zw.Status.NON_FINITE


def test_an_event_that_becomes_nan_is_not_lost():
    floor = zw.Event(lambda q: jnp.sqrt(q[0]), "floor")
    fall = zw.System(1.0, [-1.0])
    motion = zw.simulate(fall, [1.0], [0.0], (0.0, 5.0), events=floor, throw=False)
    assert motion.status != zw.Status.OK
    assert motion.q.min() >= 0.0
    with pytest.raises(zw.NumericalError, match="event 'floor'"):
        zw.simulate(fall, [-1.0], [0.0], (0.0, 5.0), events=floor)


def test_progress_is_shown(capsys):
    swing(progress=True)
    assert "100%" in capsys.readouterr().out


# -- what is refused -----------------------------------------------------------------------------

BAD = [
    ({"q0": [1.0, 0.1]}, ValueError, r"`q0` is off the constraint 'rod': 0.01 remains .*assemble"),
    ({"qd0": [1.0, 0.0]}, ValueError, r"`qd0` is off the constraint 'rod': 2 remains .*assemble"),
    ({"q0": [1.0, 0.0, 0.0]}, ValueError, r"`q0` has the shape \(3,\); wanted \(2,\)"),
    ({"q0": [np.nan, 0.0]}, ValueError, "`q0` is .*nan.*; wanted finite numbers"),
    ({"t": (1.0, 0.0)}, ValueError, "`t` is .*; wanted times that increase"),
    ({"t": [0.0, 1.0, 1.0]}, ValueError, "`t` is .*; wanted times that increase"),
    ({"t": [0.0]}, ValueError, "`t` is .*; wanted a pair"),
    ({"t": 5.0}, ValueError, "`t` is 5.0; wanted a pair"),
    ({"t": (0.0, np.nan)}, ValueError, "`t` is .*; wanted finite times"),
    ({"t": "long"}, TypeError, "`t`"),
    ({"rtol": 1e-15}, ValueError, "`rtol` is 1e-15; wanted a number from 1e-13 to 1"),
    ({"rtol": 0.0}, ValueError, "`rtol`"),
    ({"atol": -1.0}, ValueError, "`atol` is -1.0; wanted a number that is not negative"),
    ({"atol": [1.0, 2.0]}, ValueError, r"`atol` is \[1.0, 2.0\]; wanted one number"),
    ({"step": 0.0}, ValueError, "`step` is 0.0; wanted a positive number"),
    ({"method": "rk4"}, TypeError, "`method` is 'rk4'; wanted a diffrax method"),
    ({"method": diffrax.Dopri5}, TypeError, r"`method` is the class Dopri5; wanted Dopri5\(\)"),
    ({"method": diffrax.SemiImplicitEuler(), "step": 0.1}, ValueError, "one-step method"),
    ({"method": diffrax.Euler()}, ValueError, "does not estimate its error; wanted `step"),
    ({"drift": "projection"}, TypeError, "`drift` is 'projection'; wanted zw.Projection"),
    ({"solver": 3}, TypeError, "`solver` is 3; wanted"),
    ({"events": lambda q: q[0]}, TypeError, "`events` holds .*; wanted zw.Event"),
    ({"t": {"L": 1.0}}, TypeError, r"`t` is .*; wanted times. Is it `p`\?"),
    ({"events": [3]}, TypeError, "`events` holds 3; wanted zw.Event"),
    ({"max_steps": 0}, ValueError, "`max_steps` is 0; wanted a whole number"),
    ({"engine": "gpu"}, ValueError, "`engine` is 'gpu'; wanted"),
    ({"p": {"L": 1.0}}, KeyError, "g"),
    ({"system": 3}, TypeError, "`system` is 3; wanted a zw.System"),
]


@pytest.mark.parametrize(("given", "kind", "message"), BAD, ids=map(str, range(len(BAD))))
def test_bad_input_is_refused_by_name(given, kind, message):
    arguments = {
        "system": PENDULUM,
        "q0": LEVEL[0],
        "qd0": LEVEL[1],
        "t": (0.0, 1.0),
        "p": P,
    } | given
    with pytest.raises(kind, match=message):
        zw.simulate(**arguments)


test_bad_parts_are_refused_by_name = refused(
    [
        (lambda: zw.Event(3, "x"), "`g` of the event 'x' is 3", TypeError),
        (lambda: zw.Event(lambda q: q[0], ""), "`name` is ''; wanted a text", TypeError),
        (lambda: zw.Event(lambda q: q[0], "x", direction=2), "`direction` is 2"),
        (lambda: zw.Event(lambda q: q[0], "x", terminal=cast(Any, 1)), "is 1; wanted", TypeError),
        (lambda: zw.Projection(0), "`iterations` is 0"),
        (lambda: zw.Baumgarte(-1.0), "`alpha` is -1.0"),
        (lambda: zw.Baumgarte(1.0, np.inf), "`beta` is inf"),
        (lambda: swing(events=zw.Event(lambda q: q, "x")), r"shape \(2,\); wanted \(\), a number"),
        (lambda: swing(events=[zw.Event(lambda q: q[0], "x")] * 2), "names that differ"),
    ]
)


def test_a_start_written_with_ten_digits_is_taken_and_made_exact():
    motion = zw.simulate(PENDULUM, [0.7071067812, 0.7071067812], [0.0, 0.0], (0.0, 1.0), P)
    assert np.abs(motion.residual).max() <= 1e-15


def test_a_start_on_the_constraints_is_not_touched():
    start = np.array([0.6, 0.8])
    assert np.array_equal(zw.simulate(PENDULUM, start, [0.0, 0.0], (0.0, 0.1), P).q[0], start)


def test_a_lagrangian_that_is_not_quadratic_is_refused():
    system = zw.System.from_lagrangian(T=lambda qd: (qd @ qd) ** 2)
    with pytest.raises(ValueError, match="not a polynomial of degree two"):
        zw.simulate(system, [0.0], [1.0], (0.0, 1.0))


def test_a_start_without_an_acceleration_is_a_status_too():
    rods = [
        zw.Holonomic(lambda q: q[0] ** 2 + q[1] ** 2 - 1.0, name="left"),
        zw.Holonomic(lambda q: (q[2] - 2.0) ** 2 + q[3] ** 2 - 1.0, name="right"),
        zw.Holonomic(lambda q: (q[2] - q[0]) ** 2 + (q[3] - q[1]) ** 2 - 4.0, name="bar"),
    ]
    start = [1.0, 0.0, 3.0, 0.0], [0.0, 7.0, 0.0, -7.0]  # stretched, and torn apart
    motion = zw.simulate(zw.System(1.0, None, rods), *start, (0.0, 1.0), throw=False)
    assert motion.status == zw.Status.INCONSISTENT and "bar" in motion.detail
    assert motion.t.tolist() == [0.0]
    with pytest.raises(zw.NumericalError, match="bar") as caught:
        zw.simulate(zw.System(1.0, None, rods), *start, (0.0, 1.0))
    np.testing.assert_array_equal(caught.value.motion.q[0], start[0])


def test_how_far_it_came_is_kept_though_other_times_were_asked_for():
    swing = zw.System(1.0, lambda q: -q)
    motion = zw.simulate(swing, [1.0], [0.0], [0.0, 100.0], max_steps=20, throw=False)
    assert motion.status == zw.Status.TOO_MANY_STEPS and len(motion.t) == 2
    assert 0.0 < motion.t[-1] < 100.0
    assert motion.q[-1, 0] == pytest.approx(np.cos(motion.t[-1]), abs=1e-9)
