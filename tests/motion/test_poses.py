"""Singular poses: a motion is right and says what it met, or its status says it is not assured."""

import jax.numpy as jnp
import numpy as np
import pytest
from scipy.integrate import solve_ivp

import zwang as zw
from zwang import zoo

END = 3.0


def crank(q):
    return q[0] ** 2 + q[1] ** 2 - 1.0


def rod(q):
    return (q[2] - q[0]) ** 2 + q[1] ** 2 - 1.0


def mass(p):
    return jnp.array([1.0, 1.0, 0.0]) + p["slider"] * jnp.array([0.0, 0.0, 1.0])


# A slider-crank whose rod is as long as its crank. At θ = ±90° both lie on each other, and the
# slider may stay at rest while they turn; going on smoothly it moves with s = 2 cos θ.
def folding():
    """A new one: what was compiled of another is not remembered by it."""
    return zw.System(
        mass,
        lambda p: jnp.array([0.0, -1.0, 0.0]) * p["g"],
        [zw.Holonomic(crank, name="crank"), zw.Holonomic(rod, name="rod")],
        coordinates=["x", "y", "s"],
    )


FOLDING = folding()


EVENTS = [
    zw.Event(lambda q: q[0] - 1e-3, "before", terminal=False),
    zw.Event(lambda q: q[0] + 0.02, "after"),
]


def placed(theta, speed):
    c, s = np.cos(theta), np.sin(theta)
    return np.array([c, s, 2 * c]), speed * np.array([-s, c, -2 * s])


def reduced(theta, speed, p, end=END):
    """θ and θ̇ of the one coordinate on the smooth branch, densely."""

    def rate(_, y):
        s, c = np.sin(y[0]), np.cos(y[0])
        inertia = 1.0 + 4 * p["slider"] * s**2
        return [y[1], (-p["g"] * c - 4 * p["slider"] * s * c * y[1] ** 2) / inertia]

    options = {"rtol": 1e-13, "atol": 1e-14, "method": "DOP853", "dense_output": True}
    return solve_ivp(rate, (0.0, end), [theta, speed], **options)


def poses_passed(theta):
    return int(np.abs(np.diff(np.floor((theta - np.pi / 2) / np.pi))).sum())


def starts(count):
    rng = np.random.default_rng(7)
    for _ in range(count):
        p = {"slider": float(rng.uniform(0.2, 3.0)), "g": float(rng.choice([0.0, 9.81]))}
        yield float(rng.uniform(-np.pi, np.pi)), float(rng.uniform(-6.0, 6.0)), p


@pytest.mark.parametrize("rtol", [1e-3, 1e-5, 1e-7, 1e-9, 1e-11, 1e-13])
@pytest.mark.parametrize(("theta", "speed", "p"), list(starts(12)))
def test_right_or_not_assured(theta, speed, p, rtol):
    motion = zw.simulate(FOLDING, *placed(theta, speed), (0.0, END), p, rtol=rtol, throw=False)
    smooth = reduced(theta, speed, p)
    q, _ = placed(*smooth.y[:, -1])
    if motion.status == zw.Status.OK:
        assert np.abs(motion.q[-1] - q).max() <= max(3e3 * rtol, 1e-10)
        assert len(motion.rank_changes) == poses_passed(smooth.y[0])
        for change in motion.rank_changes:
            assert (change.before, change.at, change.assured) == (2, 1, True)
            assert set(change.constraints) == {"crank", "rod"}
            assert abs(np.cos(smooth.sol(change.t)[0])) <= max(1e3 * rtol, 1e-6)
    else:
        assert motion.status == zw.Status.BRANCH_NOT_ASSURED
        assert not motion.rank_changes[-1].assured


@pytest.mark.parametrize("off", [0.0, 1e-9, 1e-5, 1e-4, 1e-3, 1e-2, -1e-9, -1e-5, -1e-4, -1e-2])
@pytest.mark.parametrize("rtol", [1e-6, 1e-9, 1e-12])
def test_starts_near_a_pose(off, rtol):
    p = {"slider": 1.0, "g": 0.0}
    theta = np.pi / 2 - off
    motion = zw.simulate(FOLDING, *placed(theta, 2.0), (0.0, 2.0), p, rtol=rtol, throw=False)
    # Within 1e-4 the start counts as the pose itself; at its edge both are right.
    if abs(off) < 1e-4 or (abs(off) == 1e-4 and motion.status != zw.Status.OK):
        assert motion.status == zw.Status.BRANCH_NOT_ASSURED
        return
    q, _ = placed(*reduced(theta, 2.0, p, 2.0).y[:, -1])
    assert motion.status == zw.Status.OK
    assert np.abs(motion.q[-1] - q).max() <= max(rtol, 1e-11)
    assert len(motion.rank_changes) == (2 if off > 0 else 1)


@pytest.mark.parametrize("rtol", [1e-3, 1e-4, 1e-6, 1e-8, 1e-9, 1e-10, 1e-12, 1e-13])
def test_four_bar_at_every_tolerance(rtol):
    """Where rounding decides, by chance and by processor, the middle one of seven motions tells."""
    problem, errors = zoo.four_bar(2), []
    q, _ = problem.state(10.0)
    for close in rtol * (np.linspace(1.0, 2.0, 7) if rtol < 1e-11 else np.ones(1)):
        given = problem.system, problem.q0, problem.qd0, (0.0, 10.0), problem.p
        motion = zw.simulate(*given, rtol=float(close))
        errors.append(np.abs(motion.q[-1] - q).max())
        assert [change.at for change in motion.rank_changes] == [3] * 10
    assert np.median(errors) <= max(20 * rtol, 1e-11)


@pytest.mark.parametrize("step", [0.1, 0.01, 0.003])
def test_fixed_steps_cross_too(step):
    p = {"slider": 1.0, "g": 0.0}
    motion = zw.simulate(FOLDING, *placed(0.5, 2.0), (0.0, 2.0), p, step=step)
    q, _ = placed(*reduced(0.5, 2.0, p, 2.0).y[:, -1])
    assert np.abs(motion.q[-1] - q).max() <= 2e5 * step**8 + 1e-12
    assert len(motion.rank_changes) == 1


@pytest.fixture(scope="module")
def pose_time():
    p = {"slider": 1.0, "g": 0.0}
    motion = zw.simulate(FOLDING, *placed(0.5, 2.0), (0.0, 2.0), p, rtol=1e-12)
    return motion.rank_changes[0].t


def test_times_at_a_pose(pose_time):
    """The state is right there; the acceleration is not determined by it, and NaN says so."""
    p = {"slider": 1.0, "g": 0.0}
    times = [0.0, pose_time - 1e-3, pose_time, pose_time + 1e-3, 2.0]
    motion = zw.simulate(FOLDING, *placed(0.5, 2.0), times, p, rtol=1e-10)
    smooth = reduced(0.5, 2.0, p, 2.0)
    for t, q, qd in zip(motion.t, motion.q, motion.qd, strict=True):
        wanted = placed(*smooth.sol(t))
        assert np.abs(q - wanted[0]).max() <= 1e-9
        assert np.abs(qd - wanted[1]).max() <= 1e-8
    undetermined = np.isnan(motion.qdd).all(axis=1)
    assert undetermined.tolist() == [False, False, True, False, False]
    assert motion.rank.tolist() == [2, 2, 1, 2, 2]
    assert motion.status == zw.Status.OK


def test_at_goes_on_behind_a_pose(pose_time):
    p = {"slider": 1.0, "g": 0.0}
    motion = zw.simulate(FOLDING, *placed(0.5, 2.0), [0.0, pose_time, 2.0], p, rtol=1e-10)
    wanted, _ = placed(*reduced(0.5, 2.0, p, 2.0).sol(pose_time + 0.01))
    assert np.abs(motion.at([pose_time + 0.01]).q[0] - wanted).max() <= 1e-9


def test_a_pose_at_the_end_of_a_fixed_step(pose_time):
    p = {"slider": 1.0, "g": 0.0}
    motion = zw.simulate(FOLDING, *placed(0.5, 2.0), (0.0, 2.0), p, step=pose_time / 8)
    wanted, _ = placed(*reduced(0.5, 2.0, p, 2.0).y[:, -1])
    assert np.abs(motion.q[-1] - wanted).max() <= 1e-6
    assert len(motion.rank_changes) == 1


def test_a_motion_may_end_at_a_pose(pose_time):
    p = {"slider": 1.0, "g": 0.0}
    motion = zw.simulate(FOLDING, *placed(0.5, 2.0), (0.0, pose_time), p)
    assert motion.t[-1] == pose_time
    assert len(motion.rank_changes) == 1


@pytest.mark.parametrize("engine", ["native", pytest.param("jax", marks=pytest.mark.slow)])
def test_events_around_a_pose(engine):
    p = {"slider": 1.0, "g": 0.0}
    options = {"events": EVENTS, "rtol": 1e-10, "engine": engine}
    motion = zw.simulate(FOLDING, *placed(0.5, 2.0), (0.0, 2.0), p, **options)
    smooth = reduced(0.5, 2.0, p, 2.0)
    for name, x in (("before", 1e-3), ("after", -0.02)):
        (t,) = motion.events[name].t
        assert abs(np.cos(smooth.sol(t)[0]) - x) <= 1e-9
    assert motion.t[-1] == motion.events["after"].t[0]
    assert len(motion.rank_changes) == 1


def test_wires_that_cross():
    """A bead on the wires x = 0 and y = 0: where they cross, the only row of A vanishes."""
    bead = zw.System(1.0, [0.0, 0.0], [zw.Holonomic(lambda q: q[0] * q[1], name="wires")])
    motion = zw.simulate(bead, [-1.0, 0.0], [1.0, 0.0], (0.0, 2.0), throw=False)
    if motion.status == zw.Status.OK:
        assert motion.q[-1] == pytest.approx([1.0, 0.0], abs=1e-8)
        assert [change.at for change in motion.rank_changes] == [0]
    else:
        assert motion.status == zw.Status.BRANCH_NOT_ASSURED


def test_a_row_that_vanishes_and_comes_back_with_the_same_sign_is_crossed_and_told():
    """A bead on a ring, whose row has a factor that is a square: its direction does not turn."""
    ring = lambda q, p: q @ q - p["r"] ** 2
    plain, doubled = (
        zw.System(1.0, [0.0, -9.81], [zw.Holonomic(row, name="ring")])
        for row in (ring, lambda q, p: ring(q, p) * (q[0] - 0.3 * p["r"]) ** 2)
    )
    rng = np.random.default_rng(0)
    for _ in range(8):
        p = {"r": float(rng.uniform(0.5, 3.0))}
        turn, speed = rng.uniform(-np.pi, np.pi), p["r"] * rng.uniform(1.0, 8.0)
        along = np.array([np.cos(turn), np.sin(turn)])
        start = p["r"] * along, speed * np.array([-along[1], along[0]])
        wanted = zw.simulate(plain, *start, np.linspace(0.0, 2.0, 2001), p, rtol=1e-11)
        passed = (np.diff(np.sign(wanted.q[:, 0] - 0.3 * p["r"])) != 0).sum()
        for rtol in (1e-4, 1e-6, 1e-9):
            motion = zw.simulate(doubled, *start, (0.0, 2.0), p, rtol=rtol)
            assert np.abs(motion.q[-1] - wanted.q[-1]).max() <= 1e3 * rtol + 1e-9
            assert len(motion.rank_changes) == passed


def test_throwing_names_the_constraints():
    with pytest.raises(zw.NumericalError, match="crank, rod") as caught:
        zw.simulate(FOLDING, *placed(np.pi / 2, 1.0), (0.0, 1.0), {"slider": 1.0, "g": 0.0})
    assert caught.value.status == zw.Status.BRANCH_NOT_ASSURED
    assert len(caught.value.motion) == 1
