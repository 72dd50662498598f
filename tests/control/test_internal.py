"""Motion that nobody controls: its rates are those of closed forms, also where wheels roll."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw

M, INERTIA, AHEAD, TRAIL = 3.0, 0.4, 0.5, 0.8  # of a vehicle, and of the point that is led

SKEW = np.array([[0.6, -8.0, 0.2], [0.8, 6.0, -0.3], [0.0, 1.0, 1.0]])


def from_polar(z):
    return jnp.stack([1e-3 * z[0] * jnp.cos(z[1]), 1e-3 * z[0] * jnp.sin(z[1]), z[2]])


def to_polar(x):
    return np.array([1e3 * np.hypot(x[0], x[1]), np.arctan2(x[1], x[0]), x[2]])


# Coordinates z with (x, y, heading) = chart(z), the way back, and the unit of time in seconds.
CHARTS = {
    "as it is": (lambda z: z, lambda x: x, 1.0),
    "polar, mm, ms": (from_polar, to_polar, 1e-3),
    "skew": (lambda z: SKEW @ z, lambda x: np.linalg.solve(SKEW, x), 1.0),
}


def lane(t, p):
    """A point at the speed p["s"] on a curve of the curvature p["k"], perhaps with waves (2,)."""
    turned = p["k"] * p["s"] * t
    bow = p["s"] * t * turned / 2 * jnp.sinc(turned / 2 / jnp.pi) ** 2
    return jnp.stack([3.0 + p["s"] * t * jnp.sinc(turned / jnp.pi), 1.0 + bow]) + jnp.stack(
        [0.0 * t, p["wave"] * jnp.sin(3.0 * t)]
    )


def vehicle(name):
    """A controller that leads a point ahead of the axle along ``lane``, in some coordinates."""
    chart, _, unit = CHARTS[name]
    J, mass = jax.jacfwd(chart), jnp.diag(jnp.array([M, M, INERTIA]))
    along = lambda a: jnp.stack([jnp.cos(a), jnp.sin(a)])

    def force(q, qd):
        return -J(q).T @ mass @ jax.jvp(J, (q,), (qd,))[1] @ qd

    def edge(q, qd):
        x, v = chart(q), J(q) @ qd
        return along(x[2] + jnp.pi / 2) @ v[:2]

    def actuation(q):
        push = jnp.append(along(chart(q)[2]), 0.0)
        return J(q).T @ jnp.stack([push, jnp.array([0.0, 0.0, 1.0])], axis=1)

    def led(q, t, p):
        x = chart(q)
        return x[:2] + AHEAD * along(x[2]) - lane(unit * t, p)

    no_slip = zw.Nonholonomic(edge, name="edge")
    plant = zw.System(lambda q: J(q).T @ mass @ J(q), force, [no_slip])
    gains = (3.0 * unit, 2.0 * unit**2)
    return zw.track(plant, zw.Holonomic(led, name="lane"), gains=gains, actuation=actuation)


def steady(s, k, t):
    """x, y, heading and their rates along the lane, steady; and the rate of the heading's error.

    With e the course less the heading, ė = s k − (s / d) sin e.
    """
    e, course = np.arcsin(AHEAD * k), k * s * t
    a, v, w = course - e, s * np.cos(e), s * k
    at = np.asarray(lane(jnp.asarray(t), {"s": s, "k": k, "wave": 0.0}))
    x = np.append(at - AHEAD * np.array([np.cos(a), np.sin(a)]), a)
    return x, np.array([v * np.cos(a), v * np.sin(a), w]), -s / AHEAD * np.cos(e)


@pytest.mark.parametrize("name", CHARTS)
def test_the_heading_of_a_led_vehicle_is_found_with_its_rate(name):
    control, (chart, back, unit) = vehicle(name), CHARTS[name]
    for s, k in ((1.0, 0.0), (-1.0, 0.0), (1.0, 0.5), (-0.02, 0.5), (30.0, -1.0)):
        t = 0.4 / abs(s)
        x, xd, rate = steady(s, k, t)
        z = back(x)
        zd = np.linalg.solve(jax.jacfwd(chart)(jnp.asarray(z)), xd * unit)
        report = control.check(z, zd, t / unit, {"s": s, "k": k, "wave": 0.0})
        found = report.internal
        assert report.ok and found.count == 1 and found.steady
        assert found.eigenvalues / unit == pytest.approx([rate], rel=1e-7)
        assert found.stability == ("stable" if s > 0 else "unstable")
        assert ("UNSTABLE" in str(report)) == (s < 0) and "nobody controls" in str(report)


def test_the_rate_is_that_of_the_closed_loop_and_a_changing_one_is_left_open():
    control = vehicle("as it is")
    for s in (1.0, -1.0):
        p = {"s": s, "k": 0.5, "wave": 0.0}
        x, xd, rate = steady(s, 0.5, 0.0)
        small = x + 1e-6 * np.array([AHEAD * np.sin(x[2]), -AHEAD * np.cos(x[2]), 1.0])
        start = control.start(small, xd, 0.0, p)
        then = zw.simulate(control.closed_loop(), *start, [0.0, 1.0], p, rtol=1e-12)
        plain = zw.simulate(control.closed_loop(), x, xd, [0.0, 1.0], p, rtol=1e-12)
        off = (then.q - plain.q)[:, 2]
        assert np.log(off[1] / off[0]) == pytest.approx(rate, rel=1e-4)
        # A start off the path is judged on it.
        off_path = control.check(x + [0.03, 0.0, 0.0], xd, 0.0, p).internal
        assert off_path.steady and off_path.eigenvalues == pytest.approx([rate], rel=0.05)
    p = {"s": 1.0, "k": 0.0, "wave": 0.5}
    report = control.check(*control.start(x, xd, 0.0, p), 0.0, p)
    assert report.internal.count == 1 and report.internal.stability == "undecided"
    assert "UNDECIDED" in str(report) and report.ok


def test_a_trailer_on_a_circle_has_a_rate_of_its_own():
    def places(q):
        return jnp.array([*q[:3], q[0] - TRAIL * jnp.cos(q[3]), q[1] - TRAIL * jnp.sin(q[3]), q[3]])

    def rates(q, qd):
        return jax.jvp(places, (q,), (qd,))[1]

    def rolling(q, qd):
        v = rates(q, qd)
        across = lambda a, v: jnp.cos(a) * v[1] - jnp.sin(a) * v[0]
        return jnp.stack([across(q[2], v[:2]), across(q[3], v[3:5])])

    masses = jnp.array([M, M, INERTIA, 1.0, 1.0, 0.2])
    plant = zw.System.from_lagrangian(
        T=lambda q, qd: masses @ rates(q, qd) ** 2 / 2,
        constraints=[zw.Nonholonomic(rolling, name="roll")],
        coordinates="x y car trailer",
    )
    ahead = lambda q: q[:2] + AHEAD * jnp.stack([jnp.cos(q[2]), jnp.sin(q[2])])
    path = zw.Holonomic(lambda q, t, p: ahead(q) - lane(t, p), name="lane")

    def actuation(q):
        push = jnp.stack([jnp.cos(q[2]), jnp.sin(q[2]), 0.0 * q[2], 0.0 * q[2]])
        return jnp.stack([push, jnp.array([0.0, 0.0, 1.0, 0.0])], axis=1)

    control = zw.track(plant, path, actuation=actuation, gains=(3.0, 2.0))
    for s, k in ((1.0, 0.0), (1.0, 0.5), (-1.0, 0.5)):
        x, xd, rate = steady(s, k, 0.7)
        v = s * np.sqrt(1 - (AHEAD * k) ** 2)
        bend = np.arcsin(s * k * TRAIL / v)  # of the hitch: v sin(bend) = TRAIL s k
        q, qd = np.append(x, x[2] - bend), np.append(xd, xd[2])
        found = control.check(q, qd, 0.7, {"s": s, "k": k, "wave": 0.0}).internal
        exact = sorted([rate, -v / TRAIL * np.cos(bend)], reverse=True)
        assert found.count == 2 and found.eigenvalues == pytest.approx(exact, rel=1e-6)
        assert found.stability == ("stable" if s > 0 else "unstable")


def test_wheels_that_turn_on_drift_and_a_blade_with_a_speed_only_does_too():
    along = lambda q, qd: jnp.cos(q[2]) * qd[0] + jnp.sin(q[2]) * qd[1]
    across = lambda q, qd: jnp.cos(q[2]) * qd[1] - jnp.sin(q[2]) * qd[0]

    def wheels(q, qd):
        v, turn = along(q, qd), 0.3 * qd[2]
        return jnp.stack([across(q, qd), v - turn - 0.1 * qd[3], v + turn - 0.1 * qd[4]])

    rolling = zw.Nonholonomic(wheels, name="roll")
    names = ["x", "y", "a", "left", "right"]
    cart = zw.System([M, M, INERTIA, 0.01, 0.01], None, [rolling], coordinates=names)
    ahead = lambda q: q[:2] + AHEAD * jnp.stack([jnp.cos(q[2]), jnp.sin(q[2])])
    start = jnp.array([AHEAD - 3.0, -1.0])
    path = zw.Holonomic(lambda q, t, p: ahead(q) - lane(t, p) - start, name="lane")
    control = zw.track(cart, path, actuation=["left", "right"], gains=(3.0, 2.0))
    for s, stability in ((1.0, "undamped"), (-1.0, "unstable")):
        p = {"s": s, "k": 0.0, "wave": 0.0}
        found = control.check(np.zeros(5), [s, 0.0, 0.0, 10 * s, 10 * s], 0.0, p).internal
        exact = sorted([0.0, 0.0, -s / AHEAD], reverse=True)
        assert found.count == 3 and found.stability == stability
        assert found.eigenvalues == pytest.approx(exact, abs=1e-5)
    edge = zw.Nonholonomic(across, name="edge")
    blade = zw.System([M, M, INERTIA], None, [edge], coordinates=["x", "y", "a"])
    speed = zw.Nonholonomic(lambda q, qd: along(q, qd) - 1.0, name="speed")
    for turn in (0.0, 0.7):
        found = zw.track(blade, speed, gains=3.0).check([0.0, 0.0, 0.0], [1.0, 0.0, turn]).internal
        assert found.count == 4 and found.stability == "undamped"


def test_velocities_that_are_told_by_positions_and_a_spring_that_changes():
    force = lambda q, t, p: jnp.stack([0.0 * t, -(4.0 + p * jnp.sin(t)) * q[1]])
    plant = zw.System([1.0, 1.0], force, coordinates=["x", "y"])
    slide = zw.Nonholonomic(lambda q, qd: qd[0] + 3.0 * q[0] - q[1], name="slide")
    control = zw.track(plant, slide, actuation=["x"])
    found = control.check([0.0, 0.0], [0.0, 0.0], 0.0, 0.0).internal
    assert found.count == 3 and found.stability == "undamped"
    for one in (-3.0, 2j, -2j):  # x' = y − 3 x, and y swings
        assert np.abs(found.eigenvalues - one).min() < 1e-7
    found = control.check([0.0, 0.0], [0.0, 0.0], 0.0, 1.0).internal
    assert found.count == 3 and found.stability == "undecided" and found.here == "undamped"


SHAPE = np.array([[0.6, -8.0], [0.8, 6.0]])


@pytest.mark.parametrize("turned", [np.eye(2), SHAPE])
@pytest.mark.parametrize(("lead", "part"), [(0.0, 0.0), (0.2, 0.0), (0.2, 0.3), (0.2, 1.5)])
def test_what_swings_on_has_its_own_frequency_at_rest_and_on_the_way(turned, lead, part):
    """A hub with a springy arm; led is the hub, or a point of the arm, (1, part) of (hub, arm)."""
    mass, stiffness = np.array([[1.55, 0.65], [0.65, 0.41]]), 20.0
    force = lambda q: -turned.T @ jnp.array([0.0, stiffness]) * (turned @ q)[1]
    hub = zw.System(turned.T @ mass @ turned, force)
    row = np.array([1.0, part]) @ turned
    led = zw.Holonomic(lambda q, t: row @ q - lead * jnp.sin(t), name="led")
    motor = turned.T @ np.array([[1.0], [0.0]])
    control = zw.track(hub, led, actuation=motor, gains=4.0)
    found = control.check([0.0, 0.0], np.linalg.solve(turned, [lead, 0.0])).internal
    square = stiffness / (mass[1, 1] - part * mass[1, 0])  # of the arm while the point stands
    expected = np.array([1.0, -1.0]) * np.sqrt(complex(-square))
    assert sorted(found.eigenvalues, key=lambda x: (x.real, x.imag)) == pytest.approx(
        sorted(expected, key=lambda x: (x.real, x.imag)), abs=1e-6
    )
    assert found.stability == ("undamped" if square > 0 else "unstable")


def test_a_pole_that_hangs_under_a_cart_that_is_held_swings_as_a_pendulum():
    def kinetic(q, qd):
        return (1.2 * qd[0] ** 2 + 0.2 * jnp.cos(q[1]) * qd[0] * qd[1] + 0.05 * qd[1] ** 2) / 2

    pole = zw.System.from_lagrangian(T=kinetic, V=lambda q: 0.981 * jnp.cos(q[1]))
    held = zw.Holonomic(lambda q: q[0], name="cart")
    control = zw.track(pole, held, actuation=np.array([[1.0], [0.0]]), gains=4.0)
    rate = np.sqrt(9.81 / 0.5)
    for angle, expected in ((np.pi, 1j * rate), (0.0, rate)):
        values = control.check([0.0, angle], [0.0, 0.0]).internal.eigenvalues
        assert np.abs(values - expected).min() < 1e-6 and abs(values.sum()) < 1e-6


TURNS = {
    "as it is": np.eye(2),
    "turned": np.array([[0.6, -0.8], [0.8, 0.6]]),
    "skew, units": np.array([[1e3, 0.3], [2e2, 1e-2]]),
}


@pytest.mark.parametrize("name", TURNS)
def test_what_a_lower_aim_does_with_the_rest_has_the_rates_of_its_gains(name):
    """x is held; y has two aims that contradict each other, each counted in its length: 2/3 and 1.
    So ÿ + (0.4 · 4 + 0.6 · 6) ẏ + (0.4 · 4 + 0.6 · 9) y is constant."""
    B = TURNS[name]
    plant = zw.System(B.T @ np.diag([2.0, 1.0]) @ B, None)
    main = zw.Holonomic(lambda z: (B @ z)[0] - 1.0, name="main")
    rows = lambda z: jnp.stack([(B @ z)[0] + (B @ z)[1], (B @ z)[1] - 2.0])
    low, gains = (
        zw.Holonomic(rows, name=["a", "b"]),
        {"main": 4.0, "a": (4.0, 4.0), "b": (6.0, 9.0)},
    )
    control = zw.track(plant, [main, low], gains=gains, priority={"a": 1, "b": 1})
    found = control.check(np.linalg.solve(B, [1.0, 9.2 / 7.0]), np.zeros(2))
    assert found.ok and found.missed[1:].all() and found.internal.lower
    wanted = np.sort_complex(np.roots([1.0, 5.2, 7.0]))
    np.testing.assert_allclose(np.sort_complex(found.internal.eigenvalues), wanted, rtol=1e-6)
    assert found.internal.stability == "stable" and "left to lower aims" in str(found)


def test_a_lower_aim_that_drives_away_is_told():
    plant = zw.System([2.0, 1.0, 1.0], None)
    main = zw.Holonomic(lambda q: q[0], name="main")
    rows = lambda q: jnp.array([[0.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    apart = lambda q, qd: jnp.stack([3.0 * q[1], 5.0 * q[1] + 1e-3, -q[2] - 3.0 * qd[2]])
    away = zw.AccelerationLevel(rows, apart, name=["u", "v", "w"])
    control = zw.track(plant, [main, away], gains=4.0, priority=dict.fromkeys("uvw", 1))
    found = control.check([0.0, -1e-3 / 8.0, 0.0], np.zeros(3)).internal
    wanted = np.sort([-2.0, 2.0, *np.roots([1.0, 3.0, 1.0])])
    np.testing.assert_allclose(np.sort(np.real(found.eigenvalues)), wanted, rtol=1e-6)
    assert found.stability == "unstable"


def test_an_arm_with_a_posture_swings_as_its_closed_loop_does():
    """Three joints, two rows for the hand; the posture of all three cannot be met. The rates are
    those of the closed loop that the hand's errors do not have."""
    inertia = lambda q: jnp.eye(3) + 0.3 * jnp.cos(q[:, None] - q)
    arm = zw.System(inertia, lambda q, qd: -0.2 * jnp.sin(q), coordinates="a b c")
    reach = lambda q: jnp.stack([jnp.cos(q).sum() - 1.5, jnp.sin(q).sum() - 1.2])
    hand, rest = zw.Holonomic(reach, name="hand"), np.array([0.9, 0.2, -0.4])
    posture = zw.Holonomic(lambda q: q - rest, name="posture")
    gains = {"hand": (8.0, 16.0), "posture": (3.0, 2.0)}
    control = zw.track(arm, [hand, posture], gains=gains, priority={"posture": 1})
    q, qd = np.array([1.2, 0.9, -0.5]), np.zeros(3)
    motion = zw.simulate(control.closed_loop(), q, qd, (0.0, 40.0), rtol=1e-11, atol=1e-13)
    q, qd = motion.q[-1], np.zeros(3)
    found = control.check(q, qd).internal
    law = jax.jit(lambda x: control.command(x[:3], x[3:], throw=False).qdd)
    slopes = np.asarray(jax.jacfwd(law)(jnp.concatenate([q, qd])))
    whole = np.linalg.eigvals(np.vstack([np.eye(3, 6, 3), slopes]))
    own = [x for x in whole if np.abs(x - np.roots([1.0, 8.0, 16.0])).min() > 1e-3]
    assert found.count == 2 and found.lower and found.stability == "stable"
    np.testing.assert_allclose(np.sort_complex(found.eigenvalues), np.sort_complex(own), rtol=1e-5)


def test_angles_in_which_nothing_happens_do_not_swing():
    """Two wheels are turned by a slide, at ratios that change with it: their angles drift, and the
    rounding of B must not be taken for a turn of directions."""
    ratio = lambda q: jnp.stack([1.0 + 0.3 * jnp.sin(q[0]), 2.0 + 0.5 * jnp.cos(q[0])])
    roll = zw.Nonholonomic(lambda q, qd: qd[1:] - ratio(q) * qd[0], name="roll")
    plant = zw.System([1.0, 0.3, 0.2], None, [roll], coordinates="x a b")
    path = zw.Holonomic(lambda q, t: q[0] - t - 0.1 * jnp.sin(t), name="path")
    control = zw.track(plant, path, actuation=["x"], gains=2.0)
    q = np.array([0.3, 0.1, 0.2])
    found = control.check(q, 1.05 * np.append(1.0, ratio(q)), 0.3).internal
    assert found.count == 2 and found.stability == "undamped"
    assert np.abs(found.eigenvalues).max() < 1e-6


@pytest.mark.parametrize("links", [2, 3])
def test_nothing_is_said_of_rates_at_a_singular_pose(links):
    def points(q):
        a = jnp.cumsum(q)
        return jnp.cumsum(jnp.stack([jnp.cos(a), jnp.sin(a)], 1), 0)

    def kinetic(q, qd):
        v = jax.jvp(points, (q,), (qd,))[1]
        return 0.5 * jnp.sum(v**2) + 0.05 * jnp.sum(jnp.cumsum(qd) ** 2)

    plant = zw.System.from_lagrangian(T=kinetic, V=lambda q: 0.0)
    for bend in (0.0, 1e-9, 0.1):  # stretched, or nearly so, the rows of the hand are parallel
        q = np.append(0.3, np.full(links - 1, bend))
        aim = np.asarray(points(q)[-1])
        hand = zw.Holonomic(lambda q, t, aim=aim: points(q)[-1] - aim, name="hand")
        control = zw.track(plant, hand, gains=(3.0, 2.0), actuation=np.eye(links))
        report = control.check(q, 0.0 * q)
        assert ("singular pose its rates" in str(report)) == (bend < 0.1)
        assert ("singular" in report.internal.unknown) == (bend < 0.1)
        if bend < 0.1:
            assert report.internal.stability == "undecided" and "exp(" not in str(report)
        assert bend > 0.0 or "This is a singular pose" in str(report)
