"""Linkages of several kinds cross singular configurations in three statements; drives stop."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.motion.linkages import FORMS, LINKAGES, judge, linkage, stated

END = 1.5
STARTS = ((0.5, 3.0), (-0.9, 7.5))  # the second one crosses in every kind


def crossed(name, form, start, rtol):
    """The error of a motion over what is allowed; its rank changes are those of the path."""
    given, smooth = stated(name, form), judge(name, start[0], start[1], END)
    motion = zw.simulate(given.system, *given.state(*start), (0.0, END), rtol=rtol, engine="native")
    flat = linkage(name).flat(smooth.sol(np.linspace(0.0, END, 3001))[0])
    passed = int((np.diff(np.sign(flat)) != 0).sum())
    assert len(motion.rank_changes) == passed, (name, form, start, rtol)
    assert all(change.assured for change in motion.rank_changes)
    assert passed > 0 or start != STARTS[1], name
    pairs = zip((motion.q[-1], motion.qd[-1]), given.state(*smooth.y[:, -1]), strict=True)
    error = max(np.abs(x - y).max() / max(1.0, np.abs(y).max()) for x, y in pairs)
    return error / (1e3 * rtol + 1e-10)


@pytest.mark.parametrize("name", [name for name in LINKAGES if name != "lazy_tongs"])
def test_every_kind_crosses_in_points(name):
    for start in STARTS:
        for rtol in (1e-6, 1e-9, 1e-11):
            assert crossed(name, "points", start, rtol) <= 1.0


def test_a_step_may_meet_more_places_than_are_told_of_it():
    """As lazy tongs do, whose stages are flat together; there is room for those that are told."""
    assert crossed("lazy_tongs", "points", STARTS[1], 1e-6) <= 1.0


@pytest.mark.slow
@pytest.mark.parametrize("name", LINKAGES)
@pytest.mark.parametrize("form", FORMS)
def test_every_kind_crosses_in_every_statement(name, form):
    for start in STARTS:
        for rtol in (1e-6, 1e-8, 1e-9, 1e-10, 1e-11):
            assert crossed(name, form, start, rtol) <= 1.0


def test_angles_and_mixtures_cross():
    """One of each here; all of them are slow."""
    assert crossed("kite", "angles", STARTS[0], 1e-9) <= 1.0
    assert crossed("in_space", "mixed", STARTS[0], 1e-9) <= 1.0


# -- drives ----------------------------------------------------------------------------------------

CORNERS = np.array([[np.cos(a), np.sin(a), 0.0] for a in np.arange(0, 6, 2) * np.pi / 3])
PLATE = 0.6 * np.array([[np.cos(a), np.sin(a), 0.0] for a in np.arange(1, 7, 2) * np.pi / 3])
LEGS = ((0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 0))


def placed(yaw):
    """The corners of a plate that was turned about the vertical (3, 3)."""
    c, s = jnp.cos(yaw), jnp.sin(yaw)
    return PLATE @ jnp.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]) + jnp.array([0, 0, 1.0])


def legs(at):
    return jnp.stack([((at[a] - CORNERS[b]) ** 2).sum() for a, b in LEGS])


def stewart(lengths_apart):
    """A plate of three corners on six legs that are led; where it is turned by 90° they do not
    hold it. The legs are rows of time, or have coordinates of their own, which are led."""
    names = [f"leg {i}" for i in range(1, 7)]
    side = float(((PLATE[0] - PLATE[1]) ** 2).sum())

    def sides(q):
        at = q[:9].reshape(3, 3)
        return ((at - jnp.roll(at, 1, axis=0)) ** 2).sum(axis=1) - side

    plate = zw.Holonomic(sides, name="plate")
    if not lengths_apart:
        led = zw.Holonomic(lambda q, t: legs(q.reshape(3, 3)) - legs(placed(t)), name=names)
        return zw.System(1.0, np.tile([0, 0, -9.81], 3), [led, plate])
    tied = zw.Holonomic(lambda q: legs(q[:9].reshape(3, 3)) - q[9:] ** 2, name=names)
    led = zw.Holonomic(lambda q, t: q[9:] - jnp.sqrt(legs(placed(t))), name="drive")
    weight = np.append(np.tile([0, 0, -9.81], 3), np.zeros(6))
    return zw.System(np.append(np.ones(9), np.full(6, 0.1)), weight, [tied, led, plate])


def led_state(lengths_apart, t):
    def path(t):
        at = placed(t)
        return jnp.append(at.ravel(), jnp.sqrt(legs(at))) if lengths_apart else at.ravel()

    q, qd = jax.jvp(path, (t,), (1.0,))
    return np.asarray(q), np.asarray(qd)


@pytest.mark.parametrize("lengths_apart", [False, True])
def test_what_is_led_by_drives_is_not_carried_across(lengths_apart):
    system, start = stewart(lengths_apart), led_state(lengths_apart, 1.0)
    motion = zw.simulate(system, *start, (1.0, 2.0), throw=False)
    assert motion.status == zw.Status.BRANCH_NOT_ASSURED and "Drives take part" in motion.detail
    assert "leg 1" in motion.detail and abs(motion.rank_changes[-1].t - np.pi / 2) < 1e-6
    np.testing.assert_allclose(motion.q[-1], led_state(lengths_apart, motion.t[-1])[0], atol=1e-9)
    q, qd = (np.stack([x, x]) for x in start)
    found = zw.simulate_many(system, q, qd, [1.0, 2.0], engine="native")
    assert (found.status == zw.Status.BRANCH_NOT_ASSURED).all()
    there = led_state(lengths_apart, np.pi / 2)
    ways = zw.branches(system, *there, np.pi / 2)
    assert [round(way.share, 6) for way in ways][0] == 1.0 and len(ways) == 2
    for way in ways:
        goes = zw.simulate(system, way.q, way.qd, (np.pi / 2, 2.0), branch=way)
        assert np.abs(goes.residual).max() < 1e-9
        on_path = np.abs(goes.q[-1] - led_state(lengths_apart, 2.0)[0]).max() < 1e-8
        assert on_path == (way is ways[0])


def test_out_of_reach_is_said():
    """Two legs whose feet are drawn apart until they are stretched: nothing goes on."""
    left = zw.Holonomic(lambda q, t: (q[0] + 0.6 + 0.2 * t) ** 2 + q[1] ** 2 - 1.0, name="left")
    right = zw.Holonomic(lambda q, t: (q[0] - 0.6 - 0.2 * t) ** 2 + q[1] ** 2 - 1.0, name="right")
    system = zw.System(1.0, [0.0, -9.81], [left, right])
    q, qd = zw.assemble(system, [0.0, 0.8], [0.0, 0.0])
    for rtol in (1e-6, 1e-9, 1e-11):
        motion = zw.simulate(system, q, qd, (0.0, 3.0), rtol=rtol, throw=False)
        assert motion.status == zw.Status.BRANCH_NOT_ASSURED and 1.9 < motion.t[-1] < 2.0
        assert "left, right" in motion.detail and "no motion goes on" in motion.detail
    assert zw.branches(system, [0.0, 0.0], [0.0, -1.0], 2.0) == ()


def test_a_drive_that_takes_no_part_is_carried_across():
    """The slider of an equal slider-crank, led through the middle."""
    kind = linkage("equal_slider_crank")
    bars = zw.Holonomic(kind.rows, name=["crank", "rod", "guide"])
    led = zw.Holonomic(lambda q, t: q[2] - (1.0 - t), name="drive")
    system = zw.System(kind.masses, kind.weight, [bars, led])
    q, qd = zw.assemble(system, [0.5, 0.86, 1.0, 0.0], [0.0, 0.0, -1.0, 0.0])
    motion = zw.simulate(system, q, qd, (0.0, 2.0))
    assert len(motion.rank_changes) == 1
    np.testing.assert_allclose(motion.q[-1], [-0.5, np.sqrt(0.75), -1.0, 0.0], atol=1e-9)


# -- rows that hold of themselves ------------------------------------------------------------------


def test_rows_that_hold_of_themselves_are_named():
    """In any unit; and a row in a very small unit is none."""
    for unit in (1e-6, 1.0, 1e6):
        circle = lambda q, unit=unit: (
            unit * (jnp.cos(q[0]) ** 2 + jnp.sin(q[0]) * jnp.sin(q[0]) - 1)
        )
        rows = [
            zw.Holonomic(circle, name="nothing"),
            zw.Holonomic(lambda q: q[0] - q[1], name="tie"),
        ]
        system = zw.System(1.0, None, rows)
        for theta in (0.3, 1.1, 2.0):
            start = [theta, theta], [1.0, 1.0]
            try:
                motion = zw.simulate(system, *start, (0.0, 1.0))
                np.testing.assert_allclose(motion.q[-1], theta + 1.0, atol=1e-12)
            except ValueError as error:
                assert "'nothing' holds of itself" in str(error)
    small = zw.Holonomic(lambda q: 1e-15 * (q @ q - 1.0), name="rod")
    system = zw.System(1.0, [0.0, -9.81], [small, zw.Holonomic(lambda q: 2 * (q @ q - 1.0))])
    motion = zw.simulate(system, [1.0, 0.0], [0.0, 0.0], (0.0, 0.5))
    assert abs(motion.q[-1] @ motion.q[-1] - 1.0) < 1e-12
