"""Friction by reactions of joints, part by part: answers and statuses of the small engine."""

import numpy as np
import pytest

import zwang as zw
from zwang.engine import choose
from zwang.equation.acceleration import evaluate_and_solve
from zwang.integrate.options import Options
from zwang.integrate.problem import request
from zwang.motion.simulate import chosen
from zwang.motion.work.multipliers import multipliers

NAMES = ("q", "qd", "qdd", "Qc", "Qc_ideal", "Qc_nonideal", "multipliers")


def arm(turn=0.0):
    """Four bars in a row, of which all joints rub, in axes that are turned."""
    c, s = np.cos(turn), np.sin(turn)
    along = np.array([c, s])
    bars = [zw.PlanarBody(1.0 + i, 0.1, p_WB=(i + 0.5) * along, name=f"bar {i}") for i in range(4)]
    joints = [
        zw.joints.Revolute(one, other, point=i * along, name=f"pin {i}")
        for i, (one, other) in enumerate(zip([zw.GROUND, *bars], bars, strict=False))
    ]
    rubs = [zw.JointFriction(pin, 0.3, radius=0.2, speed=0.1) for pin in joints]
    return zw.Mechanism(bars, joints, [zw.Gravity([9.81 * s, -9.81 * c]), *rubs])


def slide(mass: float | str = 2.0, mu: float | str = 0.4):
    """A carriage on a guide with a ball that carries a rod: sliding, torque counted, and a ball."""
    car = zw.RigidBody(mass, [0.1, 0.2, 0.3], v_WB=[1.0, 0.0, 0.0], name="car")
    rod = zw.RigidBody(
        1.0, [0.2, 0.2, 0.01], p_WB=[0.3, 0.0, -0.4], v_WB=[1.0, 0.0, 0.0], name="rod"
    )
    guide = zw.joints.Prismatic(zw.GROUND, car, [0, 0, 0], [1, 0, 0], name="guide")
    ball = zw.joints.Spherical(car, rod, point=[0, 0, 0], name="ball")
    rubs = zw.JointFriction(guide, 0.2, length=0.4), zw.JointFriction(ball, mu, radius=0.05)
    return zw.Mechanism([car, rod], [guide, ball], [zw.Gravity(), *rubs])


def parallelogram(mass: float | str = 1.0, mu: float | str = 0.3):
    """Three cranks under one coupler, one too many, of which two rub: redundant in the plane."""
    cranks = [
        zw.PlanarBody(m, 0.1, p_WB=[x + 0.3, 0.4], w_WB=1.0, v_WB=[-0.4, 0.3], name=f"c{x}")
        for x, m in enumerate((1.0, mass, 1.0))
    ]
    coupler = zw.PlanarBody(2.0, 0.5, p_WB=[1.6, 0.8], v_WB=[-0.8, 0.6], name="coupler")
    feet = [
        zw.joints.Revolute(zw.GROUND, x, point=[i, 0], name=f"foot {i}")
        for i, x in enumerate(cranks)
    ]
    tops = [
        zw.joints.Revolute(x, coupler, point=[i + 0.6, 0.8], name=f"top {i}")
        for i, x in enumerate(cranks)
    ]
    rubs = [zw.JointFriction(x, mu, radius=0.1, speed=0.2) for x in (feet[0], tops[1])]
    return zw.Mechanism([*cranks, coupler], [*feet, *tops], [zw.Gravity(), *rubs])


def by_both(made, monkeypatch, **options):
    """The motion written out, and by parts."""
    found = []
    for size in (10**6, 0):
        monkeypatch.setattr(choose, "WRITTEN_OUT", size)
        mechanism = made()
        found.append(zw.simulate(mechanism.system(definite=True), *mechanism.start(), **options))
    assert found[0].engine == "native" and "kinds of parts" in found[1].engine
    return found


@pytest.mark.parametrize("made", [arm, slide, parallelogram])
def test_by_parts_friction_is_that_of_the_small_engine(made, monkeypatch):
    small, large = by_both(made, monkeypatch, t=[0.0, 0.05, 0.3], rtol=1e-11)
    assert small.status == large.status == zw.Status.OK
    assert np.abs(small.Qc_nonideal).max() > 0.1
    for name in NAMES:
        x, y = getattr(large, name), getattr(small, name)
        np.testing.assert_allclose(x, y, atol=1e-8 * np.abs(y).max(), err_msg=name)


@pytest.mark.parametrize("made", [arm, slide, parallelogram])
def test_by_equal_steps_both_engines_go_the_same_way(made, monkeypatch):
    """To rounding: nothing that is sought by iteration is left off by more."""
    small, large = by_both(made, monkeypatch, t=[0.0, 0.2], step=0.02)
    for name in ("q", "qd", "qdd", "Qc_nonideal"):
        x, y = getattr(large, name), getattr(small, name)
        np.testing.assert_allclose(x, y, atol=1e-12 * np.abs(y).max(), err_msg=name)


def test_friction_does_not_depend_on_the_axes(monkeypatch):
    monkeypatch.setattr(choose, "WRITTEN_OUT", 0)
    straight, turned = (arm(x).simulate([0.0, 0.2], rtol=1e-11) for x in (0.0, 0.7))
    power = [(x.Qc_nonideal * x.qd).sum(axis=1) for x in (straight, turned)]
    np.testing.assert_allclose(power[1], power[0], rtol=1e-8)


def leaning_rod(velocity, mu: float | str):
    """A rod that slides on its lower end, leaning: Painlevé's."""
    angle, half = 0.6, 1.0
    rod = zw.PlanarBody(
        1.0,
        1.0 / 3.0,
        p_WB=[half * np.cos(angle), half * np.sin(angle)],
        v_WB=[velocity, 0.0],
        name="rod",
    )
    line = zw.joints.PointOnLine(zw.GROUND, rod, point=[0, 0], axis=[1, 0], name="floor")
    return zw.Mechanism([rod], [line], [zw.Gravity(), zw.JointFriction(line, mu, speed=1e-3)])


@pytest.mark.parametrize("velocity", [-2.0, 2.0])
@pytest.mark.parametrize("mu", [0.3, 3.0])
def test_paradoxes_have_the_status_of_the_small_engine(velocity, mu, monkeypatch):
    seen = []
    for size in (10**6, 0):
        monkeypatch.setattr(choose, "WRITTEN_OUT", size)
        mechanism = leaning_rod(velocity, mu)
        q, qd = (np.asarray(x) for x in mechanism.start())
        asked = request(mechanism.system(definite=True), q, qd, (0.0, 0.1), None, Options())
        assert ("parts" in chosen(asked).name) == (size == 0)
        seen.append(chosen(asked).observe(np.zeros(1), q[None], qd[None], zw.Auto()))
    small, large = seen
    assert small.status == large.status
    assert (small.status == zw.Status.OK) == (mu == 0.3)
    np.testing.assert_allclose(large.qdd, small.qdd, rtol=1e-9, atol=1e-9)


def leaning(count, seed=2):
    """States of such a rod: its slope, the speed v of its lower end along the floor, and its ω."""
    rng = np.random.default_rng(seed)
    slope = rng.uniform(0.1, 3.0, count)
    v = rng.choice([-1.0, 1.0], count) * 10.0 ** rng.uniform(-5, 1, count)
    w = rng.normal(size=count) * rng.choice([0.0, 1.0, 3.0], count)
    c, s = np.cos(slope), np.sin(slope)
    q, qd = np.stack([c, s, slope - 0.6], axis=1), np.stack([v - w * s, w * c, w], axis=1)
    return q, qd, (c, s, v, w)


@pytest.mark.parametrize("size", [10**6, 0], ids=["written out", "by parts"])
@pytest.mark.parametrize("mu", [0.3, 1.5, 3.0])
def test_all_states_of_a_leaning_rod_have_the_status_of_its_closed_form(mu, size, monkeypatch):
    """N is one of two numbers, N > 0 and N < 0 of ω² s − g + N (1 + 3 c²) + 3 c s μ tanh(v/v₀) |N|,
    which vanishes. None of them may be, or one, or both."""
    monkeypatch.setattr(choose, "WRITTEN_OUT", size)
    q, qd, (c, s, v, w) = leaning(200)
    mechanism = leaning_rod(1.0, "mu")
    asked = request(mechanism.system(definite=True), q[0], qd[0], (0.0, 0.1), {"mu": mu}, Options())
    machine = chosen(asked)
    assert ("parts" in machine.name) == (size == 0)
    found = machine.observe(np.zeros(len(q)), q, qd, zw.Auto())

    pull, rub = w**2 * s - 9.81, mu * np.tanh(v / 1e-3)
    slopes = np.stack([1.0 + 3.0 * c**2 + sign * 3.0 * c * s * rub for sign in (1.0, -1.0)])
    N = -pull / slopes
    valid = np.stack([N[0] > 0.0, N[1] < 0.0])
    words = np.array([zw.Status.REACTION_NOT_FOUND, zw.Status.OK, zw.Status.REACTION_NOT_UNIQUE])
    np.testing.assert_array_equal(found.status, words[valid.sum(axis=0)])
    assert len(set(found.status.tolist())) == (1 if mu == 0.3 else 3)

    one, which = valid.sum(axis=0) == 1, valid.argmax(axis=0)
    N, slope = (np.take_along_axis(x, which[None], axis=0)[0] for x in (N, slopes))
    F = -rub * np.abs(N)
    wanted = np.stack([F, N - 9.81, 3.0 * (s * F - c * N)], axis=1)
    off = np.abs(found.qdd - wanted).max(axis=1) / np.abs(wanted).max(axis=1)
    assert (off * np.abs(slope))[one].max() <= 1e-10  # what the slope leaves of an error


@pytest.mark.parametrize(("slope", "velocity"), [(0.3, -2.0), (2.6, 2.0)])
def test_a_rod_that_slides_and_sticks_moves_as_written_out(slope, velocity, monkeypatch):
    """With so much friction that in other states there is no answer, or there are two."""
    q = np.array([np.cos(slope), np.sin(slope), slope - 0.6])
    ends = []
    for size in (10**6, 0):
        monkeypatch.setattr(choose, "WRITTEN_OUT", size)
        system = leaning_rod(velocity, 1.5).system(definite=True)
        motion = zw.simulate(system, q, np.array([velocity, 0.0, 0.0]), [0.0, 1.0, 2.0])
        ends.append(np.concatenate([motion.q, motion.qd], axis=1))
    np.testing.assert_allclose(ends[1], ends[0], atol=1e-6)


def chain(count, mu: float | str = 0.3, mass: float | str = 1.0):
    """Rigid bodies in a row, all of whose hinges rub."""
    rng, before, at, bodies, joints = np.random.default_rng(5), zw.GROUND, np.zeros(3), [], []
    for i in range(count):
        along = rng.normal(size=3)
        along /= np.linalg.norm(along)
        own = mass if i == 1 else 1.0
        body = zw.RigidBody(own, [0.05, 0.06, 0.07], p_WB=at + along / 2, name=f"link {i}")
        joints.append(
            zw.joints.Revolute(before, body, point=at, axis=rng.normal(size=3), name=f"hinge {i}")
        )
        before, at = body, at + along
        bodies.append(body)
    rubs = [zw.JointFriction(x, mu, radius=0.1, speed=0.3) for x in joints]
    return zw.Mechanism(bodies, joints, [zw.Gravity(), *rubs])


def test_a_large_machine_that_rubs_loses_what_its_friction_works():
    machine = chain(6)
    motion = machine.simulate(np.linspace(0.0, 0.2, 5))
    assert "sparse" in motion.engine and motion.status == zw.Status.OK
    balance = motion.balance()
    assert balance.error < 1e-9
    assert motion.energy[-1] < motion.energy[0] - 1e-3
    assert machine.check().ok


def test_coefficients_of_friction_may_be_parameters():
    """Other values compile nothing, and with none the motion is that without friction."""
    open = chain(6, mu="mu")
    with_mu, without = (open.simulate([0.0, 0.1], {"mu": mu}) for mu in (0.3, 0.0))
    fixed = chain(6).simulate([0.0, 0.1])
    np.testing.assert_allclose(with_mu.q[-1], fixed.q[-1], atol=1e-9)
    assert np.abs(without.Qc_nonideal).max() < 1e-10 < np.abs(with_mu.Qc_nonideal).max()


def test_the_reactions_that_act_are_those_of_dense_matrices(monkeypatch):
    monkeypatch.setattr("zwang.system.elements.MANY", 0)
    machine = arm()
    motion = machine.simulate([0.0, 0.3])
    q, qd, t = motion.q[-1], motion.qd[-1], motion.t[-1]
    found = machine.reaction(machine.joints[1].label, q, qd, t)
    wanted = evaluate_and_solve(machine.system(definite=True), q, qd, t, acting=True)[1]
    np.testing.assert_allclose(multipliers(motion)[-1], wanted.lam, rtol=1e-9, atol=1e-9)
    assert found.unique


def test_friction_by_a_reaction_that_is_not_unique_is_warned_of(monkeypatch):
    report = parallelogram().check()
    monkeypatch.setattr("zwang.system.elements.MANY", 0)
    sparse = parallelogram().check()
    assert any("friction" in text.lower() for text in report.warnings)
    assert sparse.warnings == report.warnings and sparse.status == report.status
