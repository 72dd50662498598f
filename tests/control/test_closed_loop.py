"""The plant under control: what the force achieves, with nothing else to hold the path."""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.control.machines import ARM, OSCILLATOR, arm, circle, oscillator, wave
from zwang.control.report import path
from zwang.equation.acceleration_form import acceleration_form
from zwang.zoo.points.ku93 import ku93_oscillator

DUFFING = ku93_oscillator(4.0)
FREE = DUFFING.system.with_constraints([])
ANSWER: Any = DUFFING.answer
TRACKED = zw.track(FREE, DUFFING.system.constraints)


@pytest.mark.equation("U05 (25)")
def test_duffing_stays_on_its_path_and_moves_as_published():
    motion = zw.simulate(TRACKED.closed_loop(), DUFFING.q0, DUFFING.qd0, (0.0, 10.0), DUFFING.p)
    assert np.abs(motion.tracking_error("path")).max() <= 1e-9
    assert motion.A.shape[1] == 0  # a requirement is no constraint
    assert np.abs(motion.Qc).max() == 0.0
    end = np.concatenate([motion.q[-1], motion.qd[-1]])
    assert np.abs(end - ANSWER(10.0)).max() < 1e-8
    M = np.array([2.0, 1.0])
    Q = np.array([FREE.Q(q, v, p=DUFFING.p) for q, v in zip(motion.q, motion.qd, strict=True)])
    assert np.abs(M * motion.qdd - Q - motion.control).max() < 1e-12 * np.abs(Q).max()
    assert (motion.observables["control_status"] == 0).all()


@pytest.mark.parametrize(
    ("argument", "q0", "qd0"),
    [("q0", [1.1, 1.0], DUFFING.qd0), ("qd0", DUFFING.q0, [2.0, 2.0])],
    ids=["position", "velocity"],
)
def test_a_start_off_the_path_without_gains_is_refused(argument, q0, qd0):
    with pytest.raises(ValueError, match=f"`{argument}` is off the path 'path' by"):
        zw.simulate(TRACKED.closed_loop(), q0, qd0, (0.0, 10.0), DUFFING.p)


def test_a_start_is_brought_onto_the_path_by_the_least_change():
    q, qd = TRACKED.start([1.1, 1.0], [2.0, 2.0], 0.0, DUFFING.p)
    assert abs(q[0] - q[1]) < 1e-12
    assert abs(qd[0] - qd[1] - 2 * np.pi) < 1e-9
    assert np.allclose(
        np.array([2.0, 1.0]) @ (q - np.array([1.1, 1.0])), 0.0
    )  # the centre of mass stays


def test_commands_may_be_asked_for_again_in_another_trace():
    """Inside a branch and outside of it, of the same arrays: what a branch found stays there."""
    loop = TRACKED.closed_loop()

    @jax.jit
    def both(q, qd):
        inside = jax.lax.cond(q[0] > 0, lambda: loop.Q(q, qd, 0.1, DUFFING.p), lambda: q)
        return inside, loop.Q(q, qd, 0.1, DUFFING.p)

    inside, outside = both(jnp.array([1.0, 0.5]), jnp.array([0.2, 0.1]))
    assert np.array_equal(inside, outside)


# -- an arm on a circle; each requirement twice, each row with gains of its own --------------------

ALPHA, BETA = np.array([3.0, 5.0]), np.array([2.0, 6.25])
TWICE = [
    zw.Holonomic(circle, name="circle"),
    zw.Holonomic(lambda q, t, p: 7.0 * circle(q, t, p), name="again"),
]
ON_CIRCLE = zw.track(arm(), TWICE, gains={"circle": (ALPHA, BETA), "again": (ALPHA, BETA)})
ARM_LOOP = ON_CIRCLE.closed_loop()


@pytest.fixture(scope="module")
def on_circle():
    return ON_CIRCLE.start([0.9, -0.6], [0.0, 0.0], 0.0, ARM)


def test_arm_stays_on_its_circle(on_circle):
    motion = zw.simulate(ARM_LOOP, on_circle[0], on_circle[1], (0.0, 4.0), ARM)
    assert np.abs(motion.tracking_error("circle")).max() <= 1e-8
    assert motion.tracking_error("circle").shape == (len(motion), 2)
    assert motion.control.shape == (len(motion), 2)


def test_errors_die_out_as_the_gains_say(on_circle):
    """Against the closed form of φ̈ + α φ̇ + β φ = 0, row by row."""
    q, qd = on_circle
    motion = zw.simulate(ARM_LOOP, q + [0.05, 0.1], qd + [0.1, 0.2], (0.0, 4.0), ARM)
    error = motion.tracking_error("circle")
    form = ON_CIRCLE.required.with_constraints(TWICE[:1])
    rate = np.asarray(acceleration_form(form, motion.q[0], motion.qd[0], 0.0, ARM).velocity)
    for i in range(2):
        roots = np.roots([1.0, ALPHA[i], BETA[i]]).astype(complex)
        if abs(roots[0] - roots[1]) < 1e-6:
            s, c = roots[0].real, error[0, i]
            wanted = np.exp(s * motion.t) * (c + (rate[i] - s * c) * motion.t)
        else:
            c = np.linalg.solve(np.stack([np.ones(2), roots]), np.array([error[0, i], rate[i]]))
            wanted = (np.exp(np.outer(motion.t, roots)) @ c).real
        assert np.abs(error[:, i] - wanted).max() < 1e-6
    assert np.abs(error[0]).min() > 0.01 and np.abs(error[-1]).max() < 3e-3


# -- physics stays physics ------------------------------------------------------------------------


def test_physical_force_and_control_are_apart_and_add_up():
    """A bead that rubs on a sphere must keep to a speed, a requirement nonlinear in q̇."""

    def rub(qd, Qc_ideal, p):
        speed = jnp.sqrt(qd @ qd + 1e-6)
        return -p["mu"] * jnp.sqrt(Qc_ideal @ Qc_ideal + 1e-9) * qd / speed

    sphere = zw.Holonomic(lambda q: q @ q - 1.0, name="sphere")
    bead = zw.System(1.3, [0.0, 0.0, -1.3 * 9.81], [sphere], nonideal=rub)
    speed = zw.Nonholonomic(lambda qd, p: qd @ qd - p["speed"] ** 2, name="speed")
    p = {"mu": 0.2, "speed": 2.0}
    control = zw.track(bead, speed, gains=3.0)
    motion = zw.simulate(control.closed_loop(), [0.6, 0.0, -0.8], [0.0, 2.5, 0.0], (0.0, 3.0), p)
    assert np.abs(motion.residual).max() < 1e-11
    wanted = 2.25 * np.exp(-3.0 * motion.t)  # ψ̇ + α ψ = 0
    assert np.abs(motion.tracking_error("speed")[:, 0] - wanted).max() < 1e-6
    Q = np.array([0.0, 0.0, -1.3 * 9.81])
    left = 1.3 * motion.qdd - Q - motion.control - motion.Qc
    assert np.abs(left).max() < 1e-10
    assert np.abs(motion.Qc_nonideal).max() > 1.0 and np.abs(motion.control).max() > 1.0


def test_an_energy_requirement_is_met():
    """The arm swings up to a given energy, by the least force: E − E₀ dies out."""
    machine = arm()
    assert machine.energy is not None
    energy = lambda q, qd, t, p: machine.energy(q, qd, t, p) - p["energy"]
    control = zw.track(machine, zw.Nonholonomic(energy, name="energy"), gains=2.0)
    p = ARM | {"energy": 10.0}
    motion = zw.simulate(control.closed_loop(), [-1.0, -0.5], [0.5, 1.0], (0.0, 2.0), p)
    error = motion.tracking_error("energy")[:, 0]
    assert abs(error[0]) > 5.0
    assert np.abs(error - error[0] * np.exp(-2.0 * motion.t)).max() < 1e-6
    assert np.allclose(motion.energy - 10.0, error, atol=1e-9)


def test_control_that_changes_the_friction_still_meets_its_requirement():
    """A weight makes the control press on the sphere, and the friction follows the pressure."""

    def rub(qd, reaction, p):
        speed = jnp.sqrt(qd @ qd + 1e-6)
        return -p["mu"] * jnp.sqrt(reaction @ reaction + 1e-9) * qd / speed

    sphere = zw.Holonomic(lambda q: q @ q - 1.0, name="sphere")
    pushed = lambda p: jnp.array([0.0, 0.0, -9.81]) + p["push"]
    bead = zw.System(1.0, pushed, [sphere], nonideal=rub)
    path = zw.Holonomic(lambda q, t: q[1] - 0.5 * jnp.sin(t), name="path")
    control = zw.track(bead, path, gains=(2.0, 1.0), weight=[1.0, 1.0, 0.1])
    along, up = np.array([-0.6, 0.8, 0.0]), np.array([0.64, 0.48, 0.6])  # on the sphere
    q, qd, t = np.array([0.48, 0.36, -0.8]), 0.5 * along + 0.8 * up, 0.2
    state, p = (q, qd, t), {"mu": 0.4, "push": np.zeros(3)}
    u = control.force(*state, p)
    real = bead.acceleration(*state, p | {"push": u})
    error, rate = q[1] - 0.5 * np.sin(t), qd[1] - 0.5 * np.cos(t)
    aim = -0.5 * np.sin(t) - 2.0 * rate - error
    assert abs(real.qdd[1] - aim) < 1e-9
    alone = bead.acceleration(*state, p)
    assert np.abs(real.Qc_nonideal - alone.Qc_nonideal).max() > 1e-3  # it did change


def test_attitude_in_quaternions_is_tracked_though_their_mass_matrix_is_singular():
    """A body must turn about an axis at a changing rate; the unit norm is physics. From a wrong
    attitude, whose error dies out. No control can be along the quaternion, which has no mass."""

    def kinetic(q, qd, p):
        w, x, y, z = q
        E = jnp.stack(
            [jnp.stack([-x, w, z, -y]), jnp.stack([-y, -z, w, x]), jnp.stack([-z, y, -x, w])]
        )
        rate = 2.0 * E @ qd
        return p["J"] @ rate**2 / 2.0

    def attitude(q, t, p):
        angle = 0.3 * jnp.sin(t)
        return q[1:] - jnp.sin(angle) * p["axis"]

    norm = zw.Holonomic(lambda q: q @ q - 1.0, name="norm")
    body = zw.System.from_lagrangian(T=kinetic, constraints=[norm])
    control = zw.track(body, zw.Holonomic(attitude, name="attitude"), gains=(4.0, 4.0))
    p = {"J": np.array([1.0, 2.0, 3.0]), "axis": np.array([0.6, 0.0, 0.8])}
    q0 = np.array([np.sqrt(1 - 0.02), 0.1, 0.1, 0.0])
    motion = zw.simulate(control.closed_loop(), q0, np.zeros(4), (0.0, 4.0), p)
    error, t = motion.tracking_error("attitude"), motion.t
    start, rate = q0[1:], -0.3 * p["axis"]
    wanted = np.exp(-2.0 * t)[:, None] * (start + np.outer(t, rate + 2.0 * start))
    assert np.abs(error - wanted).max() < 1e-6
    assert np.abs(motion.residual).max() < 1e-12
    assert np.abs((motion.control * motion.q).sum(axis=1)).max() < 1e-9


# -- another plant than the model -----------------------------------------------------------------

PATH = zw.Holonomic(wave, name="path")
SOFT = zw.track(oscillator(), PATH, gains=(6.0, 9.0))
WRONG = OSCILLATOR | {"m": 1.2}
# φ̈ + αφ̇ + βφ = d: on the path q̈ = −sin t, and u = m (q̈ + k q + ...) is off by the mass alone.
BOUND, WIDTH = 0.4, 0.02
HARD = SOFT.robust(BOUND, width=WIDTH, spread=1 / 6)


def heavier(controller):
    loop = controller.closed_loop(p_plant=WRONG)
    return zw.simulate(loop, [0.0], [1.0], (0.0, 8.0), OSCILLATOR, rtol=1e-7)


def mismatch(motion):
    """d and Δ along a motion, from the masses: q̈ = (−k q − h q³ + u) / 1.2."""
    x, t = motion.q[:, 0], motion.t
    spring = -OSCILLATOR["k"] * x - OSCILLATOR["h"] * x**3
    wanted = -np.sin(t)  # and the feedback, which is small
    return spring / 1.2 + (wanted - spring) / 1.2 - wanted


def test_robust_term_keeps_its_promise_and_without_it_the_error_is_larger():
    kappa = 3.0  # of (6, 9)
    hard = heavier(HARD)
    assert np.abs(mismatch(hard)).max() < BOUND  # the law's premise
    assert np.allclose(HARD.promise([0.0], [1.0], 0.0, OSCILLATOR), WIDTH / kappa)
    assert np.abs(hard.tracking_error("path")).max() <= WIDTH / kappa
    soft = heavier(SOFT)
    assert np.abs(soft.tracking_error("path")).max() > WIDTH / kappa


def test_a_wrong_gain_matrix_lets_the_error_grow():
    """u = c K e with c = 1 stays on the path; with c = 0.9 it does not."""

    def force(q, qd, t, p):
        own = TRACKED.gain(q, qd, t, p) @ TRACKED.error_signal(q, qd, t, p)
        return FREE.Q(q, qd, t, p) + p["factor"] * own

    broken = zw.System(FREE.mass, force, observables={"path": DUFFING.system.constraints[0].phi})
    ends = {}
    for factor in (1.0, 0.9):
        p = dict(DUFFING.p) | {"factor": factor}
        motion = zw.simulate(broken, DUFFING.q0, DUFFING.qd0, (0.0, 3.0), p, rtol=1e-8)
        ends[factor] = np.abs(motion.observables["path"])
    assert ends[1.0].max() < 1e-8
    assert ends[0.9].max() > 0.05 and ends[0.9][-1] > 10 * ends[0.9][1]


# -- a computer in the loop ----------------------------------------------------------------------


def sampled_error(period, delay):
    found = SOFT.sampled(period, delay=delay).simulate([0.0], [1.0], (0.0, 64 * period), OSCILLATOR)
    return found, np.abs(found.tracking_error("path")).max()


def test_a_sampled_controller_misses_by_its_period_and_delay():
    """First order: half the period, half the error over the same number of samples; rows add up."""
    motion, coarse = sampled_error(0.02, 0.005)
    _, fine = sampled_error(0.01, 0.0025)
    assert fine < 0.6 * coarse and 1e-8 < coarse < 1e-2
    assert len(motion) == 2 * 64 + 1 and np.abs(motion.control[0]).max() == 0.0
    # What was measured at the start of a period acts from the delay on, and is held.
    k = 20
    measured = SOFT.force(motion.q[2 * k], motion.qd[2 * k], motion.t[2 * k], OSCILLATOR)
    assert np.allclose(motion.control[2 * k + 1], measured)
    assert np.allclose(motion.control[2 * k + 2], measured)
    left = motion.qdd - spring(motion.q) - motion.control
    assert np.abs(left).max() < 1e-12


def test_a_sampled_motion_under_limits_says_which_inputs_are_at_them():
    motion = SOFT.limited(-0.1, 0.1).sampled(0.02).simulate([0.0], [1.0], (0.0, 0.4), OSCILLATOR)
    held = np.abs(motion.observables["inputs"]) == 0.1
    assert held.any() and not held.all() and (motion.observables["saturated"] == held).all()


@pytest.mark.parametrize("noise", [(np.nan, 0.0), (0.0, -1.0), (0.0, np.inf)])
def test_noise_of_no_size_is_told(noise):
    with pytest.raises(ValueError, match="`noise` is .* not negative"):
        SOFT.sampled(0.02, noise=noise)


def spring(x):
    return -OSCILLATOR["k"] * x - OSCILLATOR["h"] * x**3


def test_many_closed_loops_start_on_the_path_of_each():
    """The path has a parameter in p. Each is assembled by its own; a function is refused."""
    cart = zw.System([2.0, 1.0], lambda q: [q[1] - q[0], q[0] - q[1]])
    path = zw.Holonomic(lambda q, t, p: q[0] - p["a"] * jnp.cos(t), name="path")
    a, guess = np.array([0.5, 1.0, 1.5]), ([1.0, 0.0], [0.0, 0.0])
    control = zw.track(cart, path)
    other = control.closed_loop(plant=zw.System([2.0, 1.0], None), p_plant={"a": 0.0})
    for loop in (control.closed_loop(), other):
        many = zw.simulate_many(loop, *guess, [0.0, 1.0], {"a": a})
        assert many.status.tolist() == [zw.Status.NOT_ASSEMBLED, 0, zw.Status.NOT_ASSEMBLED]
        many = zw.simulate_many(loop, *guess, [0.0, 1.0], {"a": a}, assemble=True)
        assert (many.status == 0).all() and many.q[:, 0, 0] == pytest.approx(a, abs=1e-12)
        if loop is not other:  # which the control of the model does not keep on the path
            assert many.q[:, 1, 0] == pytest.approx(a * np.cos(1.0), abs=1e-9)
            one = many.motion(2)
            assert one.q[-1] == pytest.approx(many.q[2, 1], abs=1e-9)
    # Gains bring an error back, and a start off the path stays as it is.
    late = zw.track(cart, path, gains=3.0).closed_loop()
    many = zw.simulate_many(late, *guess, [0.0, 1.0], {"a": a}, assemble=True)
    assert (many.status == 0).all() and many.q[:, 0, 0].tolist() == [1.0, 1.0, 1.0]
    with pytest.raises(TypeError, match="`q0` is a function; wanted numbers.*assemble=True"):
        zw.simulate_many(late, lambda p: [p["a"], 0.0], guess[1], [0.0, 1.0], {"a": a})


def test_a_sampled_thruster_turns_with_its_body():
    """Held are the inputs, not the force: v is the integral of the heading's direction."""

    def thruster(q):
        return jnp.stack([jnp.stack([jnp.cos(q[2]), jnp.sin(q[2]), 0.0 * q[2]]), jnp.eye(3)[2]], 1)

    turn = zw.Holonomic(lambda q, t: q[2] - 2.0 * t, name="turn")
    along = lambda q: jnp.stack([jnp.cos(q[2]), jnp.sin(q[2]), 0.0 * q[2]])
    thrust = zw.AccelerationLevel(along, 1.0, name="thrust")
    controller = zw.track(zw.System(np.ones(3), None), [turn, thrust], actuation=thruster)
    motion = controller.sampled(0.25).simulate(np.zeros(3), [0.0, 0.0, 2.0], (0.0, 1.0))
    wanted = np.sin(2.0) / 2.0, (1.0 - np.cos(2.0)) / 2.0
    assert np.abs(motion.qd[-1, :2] - wanted).max() < 1e-8
    assert np.abs(motion.observables["inputs"] - [1.0, 0.0]).max() < 1e-9
    direction = np.stack([np.cos(motion.q[:, 2]), np.sin(motion.q[:, 2])], axis=1)
    assert np.abs(motion.control[:, :2] - direction).max() < 1e-9


@pytest.mark.parametrize(
    "plant",
    [
        zw.System(np.ones(3), None),
        zw.System(np.eye(3), None),
        zw.System(1.0, np.zeros(3)),
        zw.System(lambda q: 1.0 + 0.0 * q, None, coordinates="x y z"),
    ],
    ids=["vector", "matrix", "force", "names"],
)
def test_a_plant_of_other_coordinates_is_refused_before_it_moves(plant):
    path = zw.Holonomic(lambda q, t: q[0] - t, name="path")
    control = zw.track(zw.System([2.0, 1.0], None), path)
    held = partial(control.sampled(0.1).simulate, [0.0, 0.0], [1.0, 0.0], (0.0, 1.0))
    for made in (control.closed_loop, held):
        with pytest.raises(ValueError, match="`plant` has 3 coordinates, and the model 2"):
            made(plant=plant)


@pytest.mark.parametrize("gains", [(2.0, 1.0), (0.0, 0.0)], ids=["held", "not held"])
def test_a_requirement_that_is_no_number_at_the_start_is_named(gains):
    root = zw.Holonomic(lambda q, t: jnp.sqrt(q - 2.0), name="root")
    loop = zw.track(zw.System(1.0, lambda q: -q), root, gains=gains).closed_loop()
    with pytest.raises(zw.NumericalError, match="Not finite: the requirement 'root'"):
        zw.simulate(loop, [1.0], [0.0], (0.0, 0.1))


def test_a_start_whose_errors_die_out_is_not_judged_by_them(monkeypatch):
    asked = []
    monkeypatch.setattr(path, "errors", lambda *x, now=path.errors: asked.append(x) or now(*x))
    line = zw.Holonomic(lambda q, t: q - t, name="line")
    free = zw.System(1.0, lambda q: -q)
    loops = [zw.track(free, line, gains=gains).closed_loop() for gains in ((2.0, 1.0), (0.0, 0.0))]
    zw.simulate(loops[0], [0.5], [1.0], (0.0, 0.1))
    assert not asked
    with pytest.raises(ValueError, match="`q0` is off the path 'line'"):
        zw.simulate(loops[1], [0.5], [1.0], (0.0, 0.1))
    assert asked
