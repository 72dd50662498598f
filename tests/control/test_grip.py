"""What `check` says where inputs have no grip: it and the status tell the same."""

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw


def ball_on_beam(angle: float = 0.0, unit: float = 1.0) -> zw.System:
    """A ball that rolls on a beam, which a motor turns; angles begin elsewhere, lengths have
    another unit."""

    def kinetic(q, qd):
        r, rate = q[0] * unit, qd[0] * unit
        return 0.07 * rate**2 + (0.25 + 0.05 * r**2) * qd[1] ** 2

    potential = lambda q: 0.981 * unit * q[0] * jnp.sin(q[1] - angle)
    return zw.System.from_lagrangian(T=kinetic, V=potential, coordinates="ball beam")


@pytest.mark.parametrize(("angle", "unit"), [(0.0, 1.0), (0.7, 1e-3)])
def test_a_ball_on_a_beam_has_no_grip_at_rest(angle, unit):
    """The third derivative has the input times 2 r θ̇: nearby, but not here."""
    ball = zw.Holonomic(lambda q: q[0], name="ball")
    control = zw.track(ball_on_beam(angle, unit), ball, actuation=["beam"])
    found = control.check([0.0, angle], [0.0, 0.0])
    assert not found.ok and not found.grip
    assert "no grip in these derivatives either" in found.problems[0]
    assert "differentiates on and meets them" not in str(found)
    assert "met at this instant   'ball'" in str(found)
    out = zw.Holonomic(lambda q: q[0] - 0.3 / unit, name="ball")
    moves = zw.track(ball_on_beam(angle, unit), out, actuation=["beam"])
    state = [0.3 / unit, angle], [0.0, 0.5]
    found = moves.check(*state)
    assert found.grip and "differentiates on and meets them" in found.problems[0]
    assert moves.raised(*state).status(*state) == zw.Status.OK


def test_a_vehicle_that_stands_has_no_grip_across():
    along = lambda angle: jnp.stack([jnp.cos(angle), jnp.sin(angle)])
    edge = zw.Nonholonomic(lambda q, qd: along(q[2] + jnp.pi / 2) @ qd[:2], name="edge")
    vehicle = zw.System([3.0, 3.0, 0.4], None, [edge], coordinates="x y heading")
    motors = lambda q: jnp.array([[1.0, 0.0], [0.0, 0.0], [0.0, 1.0]]).at[:2, 0].set(along(q[2]))
    axle = zw.Holonomic(lambda q, t: q[:2] - along(0.4) * t * (1.0 + t), name="axle")
    control = zw.track(vehicle, axle, actuation=motors)
    speeds = ([*(v * along(0.4)), 0.0] for v in (0.0, 1.0))
    stands, moves = (control.check([0.0, 0.0, 0.4], qd) for qd in speeds)
    assert not stands.grip and moves.grip


def test_a_direction_without_mass_follows_by_itself():
    """M = diag(1, 0), y = x by an input on x: y follows, whatever the input does."""
    follow = zw.Holonomic(lambda q: q[1] - q[0], name="follow")
    push = lambda at_y: lambda q: jnp.stack([-q[0], at_y + 0.0 * q[0]])
    state = [1.0, 1.0], [0.0, 0.0]
    for turned in (0.0, 0.6):
        R = np.array([[np.cos(turned), -np.sin(turned)], [np.sin(turned), np.cos(turned)]])
        M = R @ np.diag([1.0, 0.0]) @ R.T
        force = lambda q, R=R: R @ push(0.0)(R.T @ q)
        row = zw.Holonomic(lambda q, R=R: (R.T @ q)[1] - (R.T @ q)[0], name="follow")
        control = zw.track(zw.System(M, force), row, actuation=R[:, :1])
        start = R @ np.array(state[0]), np.zeros(2)
        found = control.check(*start)
        assert control.status(*start) == zw.Status.OK and found.ok, str(found)
        assert found.decided == ("follow",) and not found.out_of_reach
        motion = zw.simulate(control.closed_loop(), *start, (0.0, 1.0))
        np.testing.assert_allclose(R.T @ motion.q[-1], np.cos(1.0), rtol=1e-7)
    pushed = zw.System([1.0, 0.0], push(1.0), coordinates="x y")
    control = zw.track(pushed, follow, actuation=["x"])
    found = control.check(*state)
    assert control.status(*state) == zw.Status.INFEASIBLE == found.status
    assert found.unmet == ("follow",) and "What has no mass takes no force" in found.problems[0]
    assert "relative degree" not in str(found)
    assert zw.track(pushed, follow).check(*state).decided == ()  # a force on y does it


def test_rows_that_are_mixed_with_one_of_a_massless_direction_are_met():
    plant = zw.System([1.0, 0.0, 2.0], lambda q: jnp.stack([-q[0], 0.0 * q[0], 0.0 * q[0]]))
    both = lambda q, t: jnp.stack([q[1] - q[0], q[0] - jnp.sin(t)])
    R = np.array([[0.6, 0.8], [-0.8, 0.6]])
    for rows in (both, lambda q, t: R @ both(q, t)):
        control = zw.track(plant, zw.Holonomic(rows, name="r"), actuation=np.eye(3)[:, [0, 2]])
        assert control.check(np.zeros(3), [1.0, 1.0, 0.0]).ok
