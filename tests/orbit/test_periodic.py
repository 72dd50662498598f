"""Periodic motions: against closed forms and other integrators, on constraints, in families."""

from functools import cache

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.special import ellipk

import zwang as zw
from zwang.orbit import floquet
from zwang.orbit.returning import Return

G = 9.81


# -- known orbits --------------------------------------------------------------------------------


@pytest.mark.parametrize("mu", [0.2, 1.0])
def test_van_der_pol_against_another_integrator(mu):
    """The other's period is the zero of q̇ on the section, its multiplier is Liouville's."""
    orbit = zw.periodic(VAN_DER_POL, [2.0], [0.0], 6.4, {"mu": mu})

    def rate(t, y):
        return [y[1], mu * (1 - y[0] ** 2) * y[1] - y[0], mu * (1 - y[0] ** 2)]

    event = lambda t, y: y[1] if t > 1.0 else 1.0
    event.direction = -1.0  # pyright: ignore[reportFunctionMemberAccess]
    tight = {"method": "DOP853", "rtol": 1e-13, "atol": 1e-14}
    far = solve_ivp(rate, (0.0, 150.0), [2.0, 0.0, 0.0], **tight).y[:, -1]
    far = solve_ivp(rate, (0.0, 20.0), [*far[:2], 0.0], events=event, **tight)
    (t1, t2), (y1, y2) = far.t_events[0][-2:], far.y_events[0][-2:]
    assert orbit.period == pytest.approx(t2 - t1, abs=1e-8)
    assert orbit.multipliers[0] == 1.0 and orbit.trivial == 1 and orbit.stability == "stable"
    assert orbit.multipliers[1] == pytest.approx(np.exp(y2[2] - y1[2]), abs=1e-8)
    if mu == 1.0:
        assert orbit.period == pytest.approx(6.663286859323130, abs=1e-10)
    x = orbit.motion
    np.testing.assert_allclose(x.q[-1], x.q[0], atol=1e-9)


VAN_DER_POL = zw.System(1.0, lambda q, qd, p: p["mu"] * (1.0 - q**2) * qd - q)
FREE = zw.System(
    1.0,
    lambda q, p: -p["a"] * q - p["b"] * q**3,
    coordinates=["x"],
    energy=lambda q, qd, p: qd @ qd / 2 + p["a"] * (q @ q) / 2 + p["b"] * (q @ q) ** 2 / 4,
)


def duffing_period(A, a, b):
    return 4.0 * ellipk(b * A**2 / (2.0 * (a + b * A**2))) / np.sqrt(a + b * A**2)


def test_free_duffing_has_the_period_of_its_elliptic_function():
    p = {"a": 1.0, "b": 2.0}
    for hold in (["x"], ["energy"], ()):
        orbit = zw.periodic(FREE, [1.3], [0.0], 3.6, p, hold=hold)
        assert orbit.period == pytest.approx(duffing_period(1.3, 1.0, 2.0), abs=1e-10)
        np.testing.assert_array_equal(orbit.multipliers, [1.0, 1.0])
        assert orbit.stability == "neutral"
    wanted = duffing_period(1.5, 1.0, 2.0)
    orbit = zw.periodic(FREE, [1.3], [0.0], wanted, p, hold="period")
    amplitude = np.sqrt((np.sqrt(1.0 + 8.0 * orbit.motion.energy[0]) - 1.0) / 2.0)
    assert orbit.period == wanted and amplitude == pytest.approx(1.5, abs=1e-9)


def test_of_a_family_without_an_energy_the_nearest_is_found():
    """Each motion of a spring is periodic: nothing but the period changes much."""
    spring = zw.System(1.0, lambda q, p: -p["k"] * q)
    for guess in (3.0, 3.3):
        orbit = zw.periodic(spring, [1.0], [0.0], guess, {"k": 4.0})
        assert orbit.period == pytest.approx(np.pi, abs=1e-9) and orbit.trivial == 2
        np.testing.assert_allclose(
            orbit.motion.q[:, 0] ** 2 + orbit.motion.qd[:, 0] ** 2 / 4, 1, 0.1
        )


FORCED = zw.System(
    1.0,
    lambda q, qd, t, p: -p["c"] * qd - p["a"] * q - p["b"] * q**3 + p["F"] * jnp.cos(p["w"] * t),
)


def test_a_subharmonic_of_the_forced_duffing_oscillator_is_a_cosine():
    """x = A cos(ω t / 3), with a − ω²/9 + ¾ b A² = 0 and F = b A³ / 4."""
    a, b, A = 1.0, 1.0, 0.7
    w = 3.0 * np.sqrt(a + 0.75 * b * A**2)
    p = {"c": 0.0, "a": a, "b": b, "F": b * A**3 / 4.0, "w": w}
    orbit = zw.periodic(FORCED, [1.01 * A], [0.02], lambda p: 6.0 * np.pi / p["w"], p)
    assert not orbit.autonomous and orbit.trivial == 0 and orbit.period == 6.0 * np.pi / w
    np.testing.assert_allclose([orbit.q0[0], orbit.qd0[0]], [A, 0.0], atol=1e-9)
    cos = np.cos(w * orbit.motion.t / 3.0)
    np.testing.assert_allclose(orbit.motion.q[:, 0], A * cos, atol=1e-9)

    def hill(t, y):
        return [y[1], -(a + 3.0 * b * (A * np.cos(w * t / 3.0)) ** 2) * y[0]]

    columns = [
        solve_ivp(hill, (0.0, orbit.period), e, method="DOP853", rtol=1e-13, atol=1e-14).y[:, -1]
        for e in np.eye(2)
    ]
    expected = np.linalg.eigvals(np.transpose(columns))
    for x in expected:
        assert np.abs(orbit.multipliers - x).min() <= 1e-8


def test_a_period_that_is_none_of_the_forcing_is_refused():
    """It can be solved for any period: the motion returns once, and goes on otherwise."""
    p = {"c": 0.2, "a": 4.0, "b": 0.0, "F": 1.0, "w": 1.5}
    with pytest.raises(zw.NumericalError, match="no multiple") as error:
        zw.periodic(FORCED, [0.0], [0.5], 3.0, p)
    assert error.value.status == zw.Status.NO_ORBIT
    kept = zw.periodic(FORCED, [0.0], [0.5], 3.0, p, throw=False)
    assert kept.status == zw.Status.NO_ORBIT and kept.stability == "undecided"
    assert "none found" in str(kept) and "stable" not in str(kept)
    for times in (1, 2):
        period = times * 2 * np.pi / 1.5
        orbit = zw.periodic(FORCED, [0.5], [0.0], period, p)
        assert orbit.stability == "stable" and orbit.period == period


def test_a_constraint_that_time_moves_is_looked_at_too():
    moved = zw.Holonomic(lambda q, t: q[1] - 0.1 * jnp.sin(t), name="moved")
    pair = zw.System(1.0, lambda q, qd: jnp.stack([q[1] - 2.0 * q[0] - qd[0], 0.0]), [moved])
    assert zw.periodic(pair, [0.0, 0.0], [0.1, 0.1], 2 * np.pi).stability == "stable"
    with pytest.raises(zw.NumericalError):
        zw.periodic(pair, [0.0, 0.0], [0.1, 0.1], 3 * np.pi)


# -- on constraints ------------------------------------------------------------------------------


@cache
def bob(rods: int, R: tuple = ()):
    """A pendulum in space with its rod once or twice, in axes of any direction."""
    turn = np.array(R or np.eye(3)).reshape(3, 3)
    down = turn @ [0.0, 0.0, -1.0]
    ties = [zw.Holonomic(lambda q: q @ q - 1.0, name=f"rod {i}") for i in range(rods)]
    energy = lambda q, qd: qd @ qd - 2.0 * G * (q @ jnp.asarray(down))
    return zw.System(2.0, 2.0 * G * down, ties, energy=energy), turn


PLAIN = pytest.param(1, False, marks=pytest.mark.slow)


@pytest.mark.parametrize(("rods", "turned"), [PLAIN, (2, True)])
def test_a_conical_pendulum_in_redundant_coordinates(rods, turned):
    """Period 2π √(cos θ / g); it swings about its cone with √(1 + 3 cos²θ) times its rate."""
    R = np.linalg.qr(np.random.default_rng(1).standard_normal((3, 3)))[0] if turned else np.eye(3)
    system, R = bob(rods, tuple(R.ravel()))
    angle = 0.6
    rate = np.sqrt(G / np.cos(angle))
    q0, qd0 = R @ [np.sin(angle), 0.0, -np.cos(angle)], R @ [0.0, np.sin(angle) * rate, 0.0]
    orbit = zw.periodic(system, 1.001 * q0, qd0 + 0.001, 2.02 * np.pi / rate)
    # The energy of the guess, brought onto the rod, chooses the cone.
    height = orbit.motion.q @ R[:, 2]
    cosine = -height.mean()
    rate = np.sqrt(G / cosine)
    if np.ptp(height) < 1e-9:
        assert orbit.period == pytest.approx(2.0 * np.pi / rate, abs=1e-9)
        turns = 2.0 * np.pi * np.sqrt(1.0 + 3.0 * cosine**2)
        expected = [1.0, 1.0, *np.exp([1j * turns, -1j * turns])]
        for x in expected:
            assert np.abs(orbit.multipliers - x).min() <= 1e-8
    assert len(orbit.multipliers) == 4 and orbit.stability == "neutral"
    assert np.abs(orbit.motion.residual).max() <= 1e-12


@pytest.mark.slow
def test_a_rolling_disk_rolls_as_its_linear_equations_say():
    """Upright, straight, at the rate ω: it leans with Ω² = (12 ω² − 4 g/a)/5, nonholonomic."""
    a, rate = 1.0, 3.0

    def T(q, qd):  # x, y of the contact, lean, heading, roll; the axis is level where lean is 0
        centre = lambda q: jnp.array(
            [
                q[0] + a * jnp.sin(q[2]) * jnp.sin(q[3]),
                q[1] - a * jnp.sin(q[2]) * jnp.cos(q[3]),
                a * jnp.cos(q[2]),
            ]
        )
        v = jax.jvp(centre, (q,), (qd,))[1]
        w = jnp.array([qd[2], qd[3] * jnp.cos(q[2]), qd[4] + qd[3] * jnp.sin(q[2])])
        return v @ v / 2 + (w[0] ** 2 + w[1] ** 2) * a**2 / 8 + w[2] ** 2 * a**2 / 4

    slip = zw.Nonholonomic(
        lambda q, qd: jnp.array(
            [qd[0] - a * qd[4] * jnp.cos(q[3]), qd[1] - a * qd[4] * jnp.sin(q[3])]
        ),
        name="no slip",
    )
    names = ["x", "y", "lean", "heading", "roll"]
    V = lambda q: G * a * jnp.cos(q[2])
    disk = zw.System.from_lagrangian(T=T, V=V, constraints=[slip], coordinates=names)
    start = [0.0] * 5, [a * rate, 0.0, 0.0, 0.0, rate]
    orbit = zw.periodic(
        disk, *start, 2.0 * np.pi / rate, shift={"roll": 2.0 * np.pi}, free=["x", "y"]
    )
    assert orbit.period == pytest.approx(2.0 * np.pi / rate, abs=1e-10)
    turn = np.sqrt((12.0 * rate**2 - 4.0 * G / a) / 5.0) * orbit.period
    for x in np.exp([1j * turn, -1j * turn]):
        assert np.abs(orbit.multipliers - x).min() <= 1e-8
    # Of 5 + 3 directions all but the two of the lean are one: place, heading, roll, its rate.
    assert len(orbit.multipliers) == 8 and orbit.stability == "neutral"


# -- families --------------------------------------------------------------------------------------


def test_the_resonance_curve_of_duffing_has_two_folds():
    """At a fold a multiplier is one; on both sides of the hysteresis the ends are stable."""
    p = {"c": 0.1, "a": 1.0, "b": 1.0, "F": 0.3, "w": 0.6}
    period = lambda p: 2.0 * np.pi / p["w"]
    settled = zw.simulate(FORCED, [0.0], [0.0], [0.0, 30.0 * period(p)], p)
    orbit = zw.periodic(FORCED, settled.q[-1], settled.qd[-1], period, p)
    family = orbit.follow("w", 2.2)
    assert family.values[-1] == pytest.approx(2.2, abs=1e-7)
    folds = [x for x in family.bifurcations if x.kind == "fold"]
    assert [x.kind for x in family.bifurcations] == ["fold", "fold"]
    assert folds[0].value > folds[1].value
    for fold in folds:
        assert np.abs(fold.orbit.multipliers - 1.0).min() <= 1e-6
        # Liouville: the product of the multipliers is that of the damping.
        damped = np.exp(-p["c"] * fold.orbit.period)
        assert np.prod(fold.orbit.multipliers) == pytest.approx(damped, abs=1e-8)
    between = (family.values < folds[0].value) & (family.values > folds[1].value)
    unstable = ~family.stable
    assert unstable.any() and between[unstable].all() and family.stable[[0, -1]].all()
    assert "fold" in str(family)
    assert family.plot().axes


def test_a_period_doubling_is_found_and_leads_to_an_orbit_of_twice_the_period():
    """Two wells, δ = 0.3, ω = 1.2: one period at F = 0.2, two at 0.28, as the literature has it."""
    p = {"c": 0.3, "a": -1.0, "b": 1.0, "F": 0.2, "w": 1.2}
    T = 2.0 * np.pi / 1.2
    settled = zw.simulate(FORCED, [1.0], [0.0], [0.0, 40.0 * T], p)
    family = zw.periodic(FORCED, settled.q[-1], settled.qd[-1], T, p).follow("F", 0.28)
    (found,) = family.bifurcations
    assert found.kind == "period doubling" and 0.2 < found.value < 0.28
    assert np.abs(found.orbit.multipliers + 1.0).min() <= 1e-6
    assert family.stable[0] and not family.stable[-1]
    p = p | {"F": 0.28}
    settled = zw.simulate(FORCED, [1.0], [0.0], [0.0, 80.0 * T], p)
    twice = zw.periodic(FORCED, settled.q[-1], settled.qd[-1], 2.0 * T, p)
    assert twice.stability == "stable"
    half = twice.motion.at([T]).q[0]
    assert np.abs(half - twice.q0).max() > 1e-3


def test_a_nonlinear_normal_mode_over_its_energy():
    orbit = zw.periodic(FREE, [0.1], [0.0], 6.2, {"a": 1.0, "b": 2.0})
    family = orbit.follow("energy", 5.0)
    amplitude = np.sqrt((np.sqrt(1.0 + 8.0 * family.values) - 1.0) / 2.0)
    np.testing.assert_allclose(family.periods, duffing_period(amplitude, 1.0, 2.0), atol=1e-8)
    assert family.values[-1] == pytest.approx(5.0, abs=1e-6)


def test_a_family_over_a_parameter_of_the_constraints():
    """The length of a pendulum's rod is followed, at the energy of its swing."""
    rod = zw.Holonomic(lambda q, p: q @ q - p["L"] ** 2, name="rod")
    energy = lambda q, qd, p: qd @ qd / 2 + G * (q[1] + p["L"])
    system = zw.System(1.0, [0.0, -G], [rod], energy=energy)
    L, angle = 1.0, 0.8
    start = [L * np.sin(angle), -L * np.cos(angle)], [0.0, 0.0]
    orbit = zw.periodic(system, *start, 2.1, {"L": L})
    family = orbit.follow("L", 1.5)
    for length, found in zip(family.values, family.orbits, strict=True):
        highest = found.energy / (2.0 * G * length)  # sin² of half the angle
        assert found.energy == pytest.approx(orbit.energy, rel=1e-9)
        assert found.period == pytest.approx(4.0 * np.sqrt(length / G) * ellipk(highest), abs=1e-8)


# -- multipliers -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_ones_in_jordan_blocks_leave_the_other_multipliers_exact(seed):
    random = np.random.default_rng(seed)
    blocks, others = [[1.0, 0.7], [0.0, 1.0]], random.uniform(-0.9, 0.9, 3)
    B = np.zeros((6, 6))
    B[:2, :2], B[2, 2], B[3:, 3:] = blocks, 1.0, np.diag(others)
    X = random.standard_normal((6, 6)) + 3.0 * np.eye(6)
    values, ones = floquet.multipliers(X @ B @ np.linalg.inv(X))
    assert ones == 3 and (values[:3] == 1.0).all()
    np.testing.assert_allclose(np.sort(np.real(values[3:])), np.sort(others), atol=1e-10)


def test_numbers_change_their_sign_at_bifurcations():
    pair = lambda r: np.array([r * np.exp(0.5j), r * np.exp(-0.5j)])
    cases = {
        "branch point": (np.array([0.9, 0.2]), np.array([1.1, 0.2])),
        "period doubling": (np.array([-0.9, 0.2]), np.array([-1.1, 0.2])),
        "torus": (pair(0.9), pair(1.1)),
    }
    for kind, (before, after) in cases.items():
        changed = [x for x in cases if floquet.tests(before)[x] * floquet.tests(after)[x] < 0]
        assert changed == [kind]
    assert [floquet.stability(pair(r), 0) for r in (0.9, 1.0, 1.1)] == [
        "stable",
        "neutral",
        "unstable",
    ]


# -- failures --------------------------------------------------------------------------------------


def test_failures_are_said_by_name():
    damped = zw.System(1.0, lambda q, qd: -q - 0.1 * qd)
    with pytest.raises(zw.NumericalError, match="No periodic motion was found"):
        zw.periodic(damped, [1.0], [0.0], 6.0)
    with pytest.raises(zw.NumericalError, match="at rest"):
        zw.periodic(VAN_DER_POL, [0.0], [0.0], 6.0, {"mu": 1.0})
    lost = zw.periodic(damped, [1.0], [0.0], 6.0, throw=False)
    assert lost.status == zw.Status.NO_ORBIT and "NO_ORBIT" in str(lost)
    with pytest.raises(zw.NumericalError, match="off the constraints"):
        never = zw.System(1.0, None, [zw.Holonomic(lambda q: q @ q + 1.0, name="never")])
        zw.periodic(never, [1.0, 0.0], [0.0, 1.0], 6.0)
    with pytest.raises(ValueError, match="`hold` has 'energy'"):
        zw.periodic(VAN_DER_POL, [2.0], [0.0], 6.5, {"mu": 1.0}, hold="energy")
    orbit = zw.periodic(VAN_DER_POL, [2.0], [0.0], 6.5, {"mu": 1.0})
    with pytest.raises(ValueError, match="`name` is 'energy'"):
        orbit.follow("energy", 2.0)
    with pytest.raises(ValueError, match="`name` is 'nu'; wanted any of 'mu', 'energy', 'period'"):
        orbit.follow("nu", 2.0)


def test_a_quaternion_has_returned_as_its_opposite_too(rng):
    places = np.arange(3, 7)
    returns = Return(np.zeros(9), np.zeros(9, bool), (places,))
    q, qd = rng.normal(size=9), rng.normal(size=9)
    flip = np.where(np.isin(np.arange(9), places), -1.0, 1.0)
    for sign, other in ((np.ones(9), flip), (flip, -np.ones(9))):
        back = returns.off(np.stack([q, sign * q]), np.stack([qd, sign * qd]))
        assert not back.any()
        assert returns.off(np.stack([q, other * q]), np.stack([qd, sign * qd]))[1].any()


@pytest.mark.slow
@pytest.mark.parametrize("planar", [True, False])
def test_a_body_that_goes_around_a_hinge_returns(planar):
    """T = 4 K(k) / ω with k = 2 ω₀ / ω: of a mechanism, from its start, up to the sign of u."""
    if planar:
        body = zw.PlanarBody(1.0, 0.2, p_WB=[0, -0.5], w_WB=12.0, v_WB=[6.0, 0], name="bob")
        axis, shift = {"point": [0.0, 0.0]}, {"bob.angle": 2 * np.pi}
    else:
        turning = {"w_WB": [0, -12.0, 0], "v_WB": [6.0, 0, 0]}
        body = zw.RigidBody(1.0, [0.1, 0.2, 0.15], p_WB=[0, 0, -0.5], **turning, name="bob")
        axis, shift = {"point": [0.0, 0.0, 0.0], "axis": [0, 1, 0]}, None
    hinge = zw.joints.Revolute(zw.GROUND, body, **axis, name="hinge")
    orbit = zw.periodic(zw.Mechanism([body], [hinge], [zw.Gravity()]), period=0.6, shift=shift)
    squared = 4 * 9.81 * 0.5 / (0.2 + 0.25) / 12.0**2
    assert abs(orbit.period - 4 / 12.0 * ellipk(squared)) < 1e-12
    assert orbit.trivial == 2 and orbit.stability == "neutral"


def test_what_only_constraints_move_returns_with_them_or_not():
    drive = zw.Holonomic(lambda q, t: q - jnp.cos(t), name="drive")
    driven = zw.System(1.0, lambda q: -q, [drive])
    orbit = zw.periodic(driven, [1.0], [0.0], 2 * np.pi)
    assert orbit.residual < 1e-12 and not len(orbit.multipliers)
    with pytest.raises(zw.NumericalError, match="constraints alone move it"):
        zw.periodic(driven, [1.0], [0.0], 5.0)


@pytest.mark.parametrize("d", [1.2, 0.25])
def test_a_rest_that_time_shakes_has_the_multipliers_of_mathieu(d):
    """Against SciPy; in the tongue at d = 1/4 it is unstable, and a wrong period is refused."""
    swing = zw.System(1.0, lambda q, t, p: -(p["d"] + 0.3 * jnp.cos(t)) * q)
    orbit = zw.periodic(swing, [0.0], [0.0], 2 * np.pi, {"d": d})
    rate = lambda t, x: [x[1], -(d + 0.3 * np.cos(t)) * x[0]]
    settings = {"rtol": 1e-12, "atol": 1e-13, "method": "DOP853"}
    ends = [solve_ivp(rate, (0, 2 * np.pi), x, **settings).y[:, -1] for x in np.eye(2)]
    wanted = np.sort_complex(np.linalg.eigvals(np.transpose(ends)).astype(complex))
    np.testing.assert_allclose(np.sort_complex(orbit.multipliers), wanted, atol=1e-8)
    assert orbit.stability == ("neutral" if d == 1.2 else "unstable")
    with pytest.raises(zw.NumericalError, match="no multiple"):
        zw.periodic(swing, [0.0], [0.0], 4.0, {"d": d})


def test_amplitudes_are_those_between_the_steps():
    swing = zw.System(1.0, lambda q, qd: (1.0 - q**2) * qd - q)
    orbit = zw.periodic(swing, [2.0], [0.0], 6.5)
    assert abs(orbit.amplitude[0] - 2.008619860) < 1e-8  # of van der Pol's oscillator, μ = 1


def test_what_friction_ends_is_said_to_die_out():
    pendulum = zw.System(1.0, lambda q, qd: -9.81 * jnp.sin(q) - 0.2 * qd)
    with pytest.raises(zw.NumericalError, match="friction acts and nothing drives"):
        zw.periodic(pendulum, [1.0], [0.0], 2.0)
