"""Single problems have the numbers of their sources, and keep what those conserve.

Numbers without a comment come from the source that the problem cites, as printed.
"""

from typing import Any

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import ellipj

from tests.unit import mechanisms as printed
from tests.zoo.problems import EPS, problem, residuals
from zwang import zoo
from zwang.equation.matrices import evaluate
from zwang.zoo.elliptic import swing_from, third_kind
from zwang.zoo.linkages.bricard import pose
from zwang.zoo.turning.euler_free_body import body_rates

A01 = {  # six digits
    0.5: (-3.91049e-01, -9.20370e-01),
    1.0: (9.86292e-01, -1.65011e-01),
    1.5: (8.84132e-01, -4.67237e-01),
    1999.0: (-2.21194e-01, -9.75230e-01),
    1999.5: (9.95044e-01, -9.94392e-02),
    2000.0: (8.14603e-01, -5.80019e-01),
}


@pytest.mark.parametrize("t", A01)
def test_pendulum_is_where_the_published_table_has_it(t):
    np.testing.assert_allclose(problem("pendulum").state(t)[0], A01[t], atol=5e-7)


# N = 2; x, y and rates of B0, by the closed form in 40 digits. EXUDYN's runs, extrapolated in the
# step, have 0.32845810 for the first number at 10.
A02 = {
    0.5: (0.69528663316440051, 0.71873256343574162, 1.9602054253718332, -1.8962611405865767),
    1.0: (-0.19502030194943509, -0.98079920566217383, -6.6766780368811581, 1.3275783251604872),
    2.0: (0.057815795768011432, 0.99832726786345548, 1.0172601366204365, -0.058912248713445648),
    4.0: (0.11761610237680861, 0.9930591384513251, 1.0690392650289686, -0.12661504916672028),
    10.0: (0.32845811154081538, 0.94451853817860096, 1.4230514702069441, -0.49486884548704296),
    20.0: (0.83974657430684355, 0.54297853635288466, 1.8382226441967427, -2.8429137892740971),
}


@pytest.mark.parametrize("t", A02)
def test_first_pin_of_two_parallelograms_is_where_forty_digits_have_it(t):
    q, qd = problem("four_bar").state(t)
    np.testing.assert_allclose([*q[:2], *qd[:2]], A02[t], rtol=0.0, atol=1e-12)


@pytest.mark.parametrize("N", [1, 2, 5])
def test_row_of_parallelograms_loses_rank_N_on_the_level(N):
    p = zoo.four_bar(N)
    for side, lost in ((1.0, N), (-1.0, N), (0.6, 0)):
        pins = [x for i in range(N + 1) for x in (i + side, np.sqrt(1.0 - side**2))]
        form = evaluate(p.system, pins, np.zeros(2 * N + 2), 0.0, p.p).form
        assert np.abs(form.phi).max() <= 8.0 * EPS * N
        assert np.linalg.matrix_rank(np.asarray(form.A)) == 2 * N + 1 - lost


@pytest.mark.parametrize("N", [1, 4])
def test_energy_of_parallelograms_is_that_of_the_angle_alone(N):
    """T = ½((N+1)/3 + N) θ̇², V = g((N+1)/2 + N) cos θ, in the units of the benchmark."""
    p: Any = zoo.four_bar(N)
    for t in (0.0, 0.7, 3.1):
        q, qd = p.state(t)
        energy = p.system.energy.at(p.system.values(q, qd, t, p.p))
        T = ((N + 1) / 3 + N) * (qd[0] ** 2 + qd[1] ** 2) / 2
        np.testing.assert_allclose(energy, T + 9.81 * ((N + 1) / 2 + N) * q[1], rtol=1e-13)


def test_bricard_has_rank_four_and_starts_as_stated():
    p = problem("bricard")
    solution = p.system.acceleration(p.q0, p.qd0, 0.0, p.p)
    np.testing.assert_allclose(solution.qdd, 1.95808383 * np.array([1, -1, 1, -1, 1]), atol=5e-9)
    assert solution.rank == 4


@pytest.mark.parametrize("q1", [0.3, 1.2, 2.9])
def test_bricard_stays_closed_where_its_angles_are_equal_in_turn(q1):
    p: Any = problem("bricard")
    q2 = np.arcsin(-np.sin(q1) / (1.0 + np.sin(q1)))
    q = np.array([q1, q2, q1, q2, q1])
    form = evaluate(p.system, q, np.zeros(5), 0.0, p.p).form
    assert np.abs(form.phi).max() <= 8.0 * EPS
    assert np.linalg.matrix_rank(np.asarray(form.A)) == 4
    # Two ways to P2: along the rods, and by the closed form of ``observe``.
    np.testing.assert_allclose(p.observe(q, q)[1:], pose(q).points[2], atol=8.0 * EPS)


def test_andrews_has_the_printed_mass_and_force():
    p, rng = problem("andrews"), np.random.default_rng(0)
    q, qd = rng.normal(size=7), 100.0 * rng.normal(size=7)
    found = evaluate(p.system, q, qd, 0.0, p.p)
    np.testing.assert_allclose(found.M, printed.mass(q), rtol=1e-13, atol=1e-19)
    force = printed.force(q, qd)
    np.testing.assert_allclose(found.Q, force, atol=1e-13 * np.abs(force).max())


def test_andrews_ends_with_the_stated_acceleration_and_multipliers():
    """The rounding of the state to 16 digits, times accelerations of 6e5, leaves 1e-10."""
    p = problem("andrews")
    found = p.system.acceleration(*p.state(0.03), 0.03, p.p)
    qdd = [-24631.76312287463, 51850.31963646423, 324102.6007075786, 566749.4220009953]
    qdd += [16743.63541834544, -566749.4220009953, 9826.507801544163]
    lam = [199.1753481045386, -29.75530997497176, 23.06654361162215]
    lam += [31.45272527577114, 22.64249478639438, 11.61739235261126]
    np.testing.assert_allclose(found.qdd, qdd, rtol=1e-10)
    np.testing.assert_allclose(-found.lam, lam, rtol=1e-10)


def test_andrews_starts_with_the_stated_acceleration():
    p = problem("andrews")
    qdd = p.system.acceleration(p.q0, p.qd0, 0.0, p.p).qdd[:2]
    np.testing.assert_allclose(qdd, [14222.443919954114, -10666.832939965585], rtol=1e-12)


def test_car_axis_ends_with_the_stated_multipliers():
    p = problem("car_axis")
    q, qd = p.state(3.0)
    lam = p.system.acceleration(q, qd, 3.0, p.p).lam
    np.testing.assert_allclose(lam, [-0.00473688659085332652, -0.00110468033125956584], atol=1e-15)


def test_answers_in_45_digits_agree_with_the_published_ones_as_stated():
    q, qd = problem("andrews").state(0.03)
    published = [15.81077119629904, -15.75637105984298, 0.04082224013073101, -0.5347301163226948]
    published += [0.5244099658805304, 0.5347301163226948, 1.048080741042263]
    np.testing.assert_allclose(q, published, rtol=1e-9, atol=1e-9)
    q, qd = problem("car_axis").state(3.0)
    places = [
        0.0493455784275402809,
        0.496989460230171154,
        1.04174252488542152,
        0.373911027265361257,
    ]
    speeds = [-0.0770583684040972358, 0.00744686658723778553, 0.0175568157537232222]
    np.testing.assert_allclose(q, places, rtol=0.0, atol=1e-12)
    np.testing.assert_allclose(qd, [*speeds, 0.770341043779251976], rtol=0.0, atol=1e-10)


def test_bead_is_where_the_source_has_it():
    q, qd = problem("bead_on_hoop").state(2.0)
    np.testing.assert_allclose(
        [q[2], qd[2]], [-0.27439223074532954, 0.00697995464593362], atol=1e-12
    )


def test_free_body_has_the_stated_rates_about_its_axes():
    p = problem("euler_free_body")
    np.testing.assert_allclose(body_rates(p.q0, p.qd0), [1.0, 0.4, 1.2], rtol=1e-14)
    rates = [0.18398470472238673, -1.0612019734377702, 1.0573316054376034]
    np.testing.assert_allclose(body_rates(*p.state(4.0)), rates, rtol=0.0, atol=1e-14)


def test_two_masses_are_where_the_source_has_them_and_M_is_singular():
    p = problem("two_masses")
    x1, q1, x2 = p.state(2.0)[0]
    np.testing.assert_allclose([x1, q1 + x2], [0.5853587435954413, 1.1119619104592533], atol=1e-14)
    assert np.linalg.matrix_rank(np.asarray(p.system.M(p.q0, 0.0, p.p))) == 2


def test_swings_have_the_stated_roots_and_period():
    top = swing_from(*_top())
    roots = [0.76484218728448842626, 0.7728608713471120945, 74.015195592163299252]
    np.testing.assert_allclose([top.low, top.high, top.far], roots, rtol=1e-14)
    np.testing.assert_allclose(top.period, 0.103824988122315294, rtol=1e-13)


def _top():
    """Start, slope, half curvature and leading coefficient of the top's cubic, by its formula."""
    I1, I3, mgl, theta, precession, spin = 0.02, 0.03, 0.5, 0.7, 1.0, 40.0
    u, w3 = np.cos(theta), spin + precession * np.cos(theta)
    a, beta = I3 * w3 / I1, 2 * mgl / I1
    b = (I1 * precession * np.sin(theta) ** 2 + I3 * w3 * u) / I1
    alpha = (I1 * precession**2 * np.sin(theta) ** 2 + 2 * mgl * u) / I1
    slope = -beta * (1 - u**2) - 2 * u * (alpha - beta * u) + 2 * a * (b - a * u)
    return u, slope, 3 * beta * u - alpha - a**2, beta


@pytest.mark.parametrize("n", [-3.0, 0.4, 0.9])
def test_integral_of_the_third_kind_is_what_it_says(n):
    def integrand(v):
        return 1.0 / (1.0 - n * ellipj(v, 0.6)[0] ** 2)

    for u in (-2.0, 1.3, 7.7):
        wanted, _ = quad(integrand, 0.0, u, epsabs=1e-13, epsrel=1e-13, limit=200)
        np.testing.assert_allclose(third_kind(n, u, 0.6), wanted, rtol=1e-12)


# -- tables: the system's acceleration against the equation in one coordinate ---------------------


def test_oscillator_of_ku93_is_pushed_as_the_sum_of_both_equations_demands():
    """(m1 + m2) ẍ2 + c2 ẋ2 + k2 x2 + k̄2 x2³ = −m1 s̈, and the two controls are opposite."""
    for alpha in (4.0, 0.4):
        p = zoo.ku93_oscillator(alpha)
        for t in p.times:
            q, qd = p.state(t)
            found = p.system.acceleration(q, qd, t, p.p)
            w, decay = 2 * np.pi, np.exp(-alpha * t)
            sdd = decay * ((alpha**2 - w**2) * np.sin(w * t) - 2 * alpha * w * np.cos(w * t))
            x2dd = -(12 * q[1] + 0.15 * qd[1] + 2 * q[1] ** 3 + 2 * sdd) / 3
            np.testing.assert_allclose(found.qdd, [x2dd + sdd, x2dd], atol=1e-12 * 40)
            np.testing.assert_allclose(found.Qc.sum(), 0.0, atol=1e-13 * np.abs(found.Qc).max())


@pytest.mark.parametrize("speed", [0.5, 1.0, 2.0, 4.0])
def test_uneven_pendulum_of_ku93_keeps_length_and_energy_in_the_table(speed):
    p: Any = zoo.ku93_pendulum(-0.1, speed)
    for t in p.times:
        q, qd = p.state(t)
        form = evaluate(p.system, q, qd, t, p.p).form
        np.testing.assert_allclose([*form.phi, *form.velocity], 0.0, atol=1e-12)
        energy = p.system.energy.at(p.system.values(q, qd, t, p.p))
        np.testing.assert_allclose(energy, speed**2 / 2 - 80 * np.pi, rtol=1e-14)


def test_slider_crank_keeps_lengths_and_energy_in_the_table():
    p: Any = problem("slider_crank")
    for t in p.times:
        q, qd = p.state(t)
        assert np.abs(residuals("slider_crank", q, qd, t)).max() <= 1e-14
        energies = [
            p.system.energy.at(p.system.values(*s, t, p.p)) for s in ((q, qd), (p.q0, p.qd0))
        ]
        np.testing.assert_allclose(*energies, rtol=1e-14)


def test_swing_of_ku93_reaches_about_eighty_degrees():
    q, _ = problem("ku93_pendulum").state(np.linspace(0.0, 10.0, 1001))
    assert 75.0 < np.degrees(np.arctan2(q[:, 0], q[:, 1])).max() < 80.0
