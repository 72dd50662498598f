"""Paths that jump, and paths without a second derivative, are named before a run."""

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.control.report.path import Lines, jumps

PLANT = zw.System([2.0, 1.0], lambda q: -q)
FIELDS = 0.1 * np.arange(1.0, 6.0)


def corners(t):
    """Linear in pieces, as by jnp.interp: the velocity changes by one at 0.5 and by two at 0.8."""
    return 0.4 * t + jnp.maximum(t - 0.5, 0.0) - 2.0 * jnp.maximum(t - 0.8, 0.0)


# By name: a requirement on q[0] or qd[0], and what jumps in it when, if anything does.
PATHS = {
    "corners": (lambda q, t: q[0] - corners(t), (1, 0.5, 0.8)),
    "corners of the state": (lambda q, t: q[0] - 0.2 * jnp.abs(q[1] - 0.4) - 0.3 * t, (1,)),
    "corners turned": (lambda q, t: (1.0 + q[0]) ** 2 - (1.0 + corners(t)) ** 2, (1, 0.5, 0.8)),
    "stairs": (lambda q, t: q[0] - 0.1 * jnp.round(5.0 * t), (0, 0.1, 0.3, 0.5, 0.7, 0.9)),
    "heading": (lambda q, t: q[0] - jnp.arctan2(jnp.sin(4 * t), jnp.cos(4 * t)), (0, np.pi / 4)),
    "wrapped": (lambda q, t: jnp.arctan2(jnp.sin(q[0] - 9 * t), jnp.cos(q[0] - 9 * t)), None),
    "spline": (lambda q, t: q[0] - zw.path(FIELDS, jnp.sin(4.0 * FIELDS), kind="cubic")(t), None),
    "quintic": (lambda q, t: q[0] - zw.path(FIELDS, jnp.sin(4.0 * FIELDS))(t), None),
    "bang-bang": (lambda q, t: q[0] - t**2 + 2.0 * jnp.maximum(t - 0.5, 0.0) ** 2, None),
    "fast": (lambda q, t: q[0] - 0.01 * jnp.sin(300.0 * t), None),
    "steep": (lambda q, t: q[0] - jnp.tanh(100.0 * (t - 0.5)), None),
    "at rest": (lambda q, t: q[0] - 0.0 * t, None),
    "of the state": (lambda q: q[0] - jnp.sin(3.0 * q[1]), None),
}


def required(name):
    path = zw.Holonomic(PATHS[name][0], name="path")
    controller = zw.track(PLANT, [path, zw.Holonomic(lambda q, t: q[1] - 0.6 * t, name="other")])
    return controller, *controller.start([0.0, 0.0], [0.1, 0.6])


@pytest.mark.parametrize("name", PATHS)
def test_what_jumps_along_a_path_is_named_and_what_is_smooth_is_not(name):
    controller, q, qd = required(name)
    found, wanted = controller.check_along(np.linspace(0.0, 1.0, 12), q, qd), PATHS[name][1]
    assert found.ok == (wanted is None), str(found)
    if wanted is not None:
        (jump,) = found.jumps
        assert (jump.row, jump.order) == ("path", wanted[0])
        assert min(abs(jump.time - t) for t in wanted[1:] or (2 / 3,)) < 1e-5
        assert found.first == jump.time and "'path'" in found.cause and "zw.path" in found.cause


@pytest.mark.parametrize("name", [x for x in PATHS if x not in ("corners of the state", "heading")])
def test_what_jumps_soon_as_a_function_of_time_is_a_problem(name):
    controller, q, qd = required(name)
    report = controller.check(q, qd)
    assert [x.row for x in report.jumps] == ["path"] * (PATHS[name][1] is not None)
    assert report.ok == (not report.jumps) and all("'path'" in x for x in report.problems)


def test_a_velocity_that_jumps_is_named_and_one_that_has_a_corner_is_not():
    for law, jumping in (
        (lambda qd, t: qd[0] - jnp.where(t < 0.5, 0.1, 0.3), True),
        (lambda qd, t: qd[0] - 0.1 - jnp.maximum(t - 0.5, 0.0), False),
    ):
        controller = zw.track(PLANT, zw.Nonholonomic(law, name="speed"), gains=3.0)
        found = controller.check_along([0.0, 0.4, 1.0], [0.1, 0.0], [0.1, 0.2])
        assert [(x.row, x.order) for x in found.jumps] == [("speed", 0)] * jumping
        assert controller.check([0.1, 0.0], [0.1, 0.2]).ok != jumping


def test_a_joint_that_is_told_to_turn_by_a_wrapped_angle_is_named():
    body = zw.PlanarBody(mass=1.0, inertia=0.1, p_WB=[0.5, 0.0], name="body")
    pin = zw.joints.Revolute(zw.GROUND, body, point=[0.0, 0.0], name="pin")
    laws = {"round": lambda t: 9.0 * t, "corner": corners}
    for name, law in laws.items():
        turn = zw.joints.Driven(pin, law, name=name)
        controller = zw.track(zw.Mechanism([body], [pin]), turn, actuation=["pin"], gains=9.0)
        q, qd = controller.posed({"pin": 0.0}, {"pin": 0.4})
        assert [x.row for x in controller.check(q, qd).jumps] == ["corner"] * (name == "corner")


@pytest.mark.parametrize("count", [3, 30, 3000])
def test_many_small_corners_of_interp_are_seen(count):
    """Between 3,000 points each corner is small, and none is missed."""
    times = np.linspace(0.0, 2.0, count)
    for path, broken in ((lambda t: jnp.interp(t, times, np.sin(times)), True), (jnp.sin, False)):
        law = zw.Holonomic(lambda q, t, path=path: q[0] - path(t), name="path")
        line = Lines(np.zeros((1, 2)), np.ones((1, 2)), np.array([0.1]), np.array([1.9]))
        found = jumps(zw.track(PLANT, law), line, np.ones((2, 1)), None, still=True)
        assert [x.order for x in found] == [1] * broken
