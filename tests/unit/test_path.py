"""zw.path: SciPy's splines, with derivatives by JAX, and in C."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from scipy.interpolate import CubicSpline, make_interp_spline

import zwang as zw
from tests.refusals import refused

# Coefficients of short pieces are large and cancel: a few hundred roundings.
ROUNDED = 1e-12


def data(seed, count, width):
    rng = np.random.default_rng(seed)
    times = rng.uniform(-1.0, 1.0) + np.cumsum(rng.uniform(0.05, 1.0, count))
    return times, rng.standard_normal((count, width)), rng.standard_normal((2, width))


def by_scipy(kind, times, points, ends):
    if kind == "cubic":
        ends_of: Any = (1, ends[0]), (1, ends[1])
        return CubicSpline(times, points, bc_type=ends_of)
    none = np.zeros(ends.shape[1])
    conditions = [[(1, v), (2, none)] for v in ends]
    return make_interp_spline(times, points, 5, bc_type=conditions)


@pytest.mark.parametrize("kind", ["cubic", "quintic"])
@pytest.mark.parametrize("count", [2, 3, 8, 40])
def test_a_path_is_scipys_spline_with_its_derivatives(kind, count):
    times, points, ends = data(count, count, 2)
    path, spline = zw.path(times, points, kind=kind, velocities=ends), None
    spline = by_scipy(kind, times, points, ends)
    at = np.sort(np.append(np.linspace(times[0], times[-1], 101), times))
    derived = path
    for order in range(3):
        wanted = spline(at, order)
        found = jax.jit(jax.vmap(derived))(jnp.asarray(at))
        assert np.abs(found - wanted).max() <= ROUNDED * np.abs(wanted).max()
        derived = jax.jacfwd(derived)
    assert np.abs(path(at) - spline(at)).max() <= ROUNDED * np.abs(points).max()


@pytest.mark.parametrize("kind", ["cubic", "quintic"])
def test_beyond_its_ends_it_goes_on_straight(kind):
    times, points, ends = data(3, 5, 3)
    path = zw.path(times, points, kind=kind, velocities=ends)
    for place, sign, end in ((0, -1.0, 0), (-1, 1.0, 1)):
        far = times[place] + sign * 2.5
        np.testing.assert_allclose(path(far), points[place] + sign * 2.5 * ends[end], atol=1e-12)
        assert np.abs(jax.jacfwd(path)(far) - ends[end]).max() == 0.0
    resting = zw.path(times, points, kind=kind)
    assert (resting(np.array([times[0] - 1.0, times[-1] + 9.0])) == points[[0, -1]]).all()


def test_a_quintic_has_two_continuous_derivatives_at_its_ends_and_four_within():
    times, points, ends = data(5, 6, 1)
    derived = zw.path(times, points[:, 0], velocities=ends[:, 0])
    for order in range(5):
        further = jax.jacfwd(derived)
        both = jax.jit(jax.vmap(lambda t, x=derived, y=further: (x(t), y(t))))
        for t in times if order < 3 else times[1:-1]:
            (before, after), slopes = both(t + np.array([-1e-9, 1e-9]))
            jump = 4e-9 * np.abs(slopes).sum()
            assert abs(after - before) <= jump + 1e-9 * abs(before) + 1e-12
        derived = further


def test_points_may_be_traced():
    times, points, ends = data(7, 6, 2)
    value = lambda points, ends: zw.path(times, points, velocities=ends)(times[2] + 0.01)
    slope = jax.jit(jax.jacfwd(value))(points, ends)
    step = 1e-4 * np.eye(12).reshape(12, 6, 2)  # exact, since a path is linear in its points
    differences = [(value(points + x, ends) - value(points - x, ends)) / 2e-4 for x in step]
    moved = np.moveaxis(np.stack(differences).reshape(6, 2, 2), -1, 0)
    np.testing.assert_allclose(slope, moved, atol=1e-9)
    np.testing.assert_allclose(jax.jit(value)(points, ends), value(points, ends), atol=1e-12)


@pytest.mark.parametrize("kind", ["cubic", "quintic"])
def test_a_path_is_followed_in_c_and_by_jax(kind):
    path = zw.path([0.0, 0.4, 1.0], [0.0, 0.5, 0.2], kind=kind)
    plant = zw.System([2.0], lambda q: -q)
    loop = zw.track(plant, zw.Holonomic(lambda q, t: q[0] - path(t), name="path")).closed_loop()
    for engine in ("native", "jax"):
        motion = zw.simulate(loop, [0.0], [0.0], (0.0, 1.0), engine=engine)
        assert motion.engine.startswith(engine)
        assert np.abs(motion.tracking_error("path")).max() < 1e-8
        assert abs(motion.q[-1, 0] - 0.2) < 1e-8


def test_a_joint_is_driven_along_a_path():
    arm = zw.PlanarBody(mass=1.0, inertia=0.1, p_WB=[0.5, 0.0], name="arm")
    pin = zw.joints.Revolute(zw.GROUND, arm, point=[0.0, 0.0], name="pin")
    machine = zw.Mechanism([arm], [pin])
    turn = zw.joints.Driven(pin, zw.path([0.0, 1.0], [0.0, 7.0]), name="turn")
    motion = zw.track(machine, turn, actuation=["pin"]).closed_loop()
    q, qd = machine.start()
    end = zw.simulate(motion, q, qd, (0.0, 1.0)).q[-1]
    np.testing.assert_allclose(end[:2], [0.5 * np.cos(7.0), 0.5 * np.sin(7.0)], atol=1e-7)


test_what_is_no_path_is_refused_by_name = refused(
    [
        ((([0.0, 1.0, 1.0], [1.0, 2.0, 3.0]), {}), "`times`.* 1 at 2 after 1"),
        ((([0.0, np.nan], [1.0, 2.0]), {}), "`times`.* nan at 1"),
        ((([0.0], [1.0]), {}), r"`times`.*\(1,\)"),
        ((([0.0, 1.0], [1.0]), {}), r"`points`.*\(1,\).*\(2,\) or \(2, k\)"),
        ((([0.0, 1.0], np.ones((2, 1, 1))), {}), "`points`"),
        ((([0.0, 1.0], [1.0, np.inf]), {}), "`points`.* inf at .1."),
        ((([0.0, 1.0], [1.0, 2.0]), {"kind": "linear"}), "`kind` is 'linear'.*cubic"),
        ((([0.0, 1.0], [1.0, 2.0]), {"velocities": 1.0}), "`velocities`.*a pair"),
        ((([0.0, 1.0], [1.0, 2.0]), {"velocities": [1.0]}), r"`velocities`.*\(1,\).*\(2,\)"),
    ],
    lambda given, options: zw.path(*given, **options),
    error=(TypeError, ValueError),
)
