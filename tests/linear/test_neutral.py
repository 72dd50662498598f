"""What nothing brings back: rounding of cancelled forces is no motion, and what follows is felt."""

import jax.numpy as jnp
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import zwang as zw

AXES = [Rotation.identity(), *Rotation.random(2, rng=np.random.default_rng(7))]


def quaternion(R):
    return R.as_quat(scalar_first=True)


def puck(R, unit, speed, spin, twice):
    """A body on a level table, in axes that are turned; on one joint, or on two that repeat."""
    n, d = R.apply([0, 0, 1]), unit * R.apply([1, 0.3, 0])
    body = zw.RigidBody(
        5.0,
        unit**2 * np.array([1.0, 1.1, 1.2]),
        p_WB=0.5 * d,
        quat_WB=quaternion(R),
        v_WB=speed * d,
        w_WB=spin * n,
        name="puck",
    )
    tables = [zw.joints.Planar(zw.GROUND, body, point=k * d, axis=n) for k in range(1 + twice)]
    return zw.Mechanism([body], tables, [zw.Gravity(-9.81 * unit * n)])


@pytest.mark.parametrize("twice", [False, True])
@pytest.mark.parametrize("unit", [1.0, 1e3])
def test_a_puck_on_a_level_table_is_judged_alike_in_all_axes(unit, twice):
    for R in AXES:
        rest = zw.equilibrium(puck(R, unit, 0.0, 0.0, twice))
        assert rest.stability == "undecided" and "nothing brings back" in rest.verdict.reason
        assert not rest.linear.eigenvalues.any()
        for speed, spin in ((2.0, 0.0), (2.0, 3.0), (0.0, 3.0)):
            found = zw.linearize(puck(R, unit, speed, spin, twice))
            assert (found.steady, found.stability) == ("steady", "stable"), found.verdict
            assert not found.eigenvalues.any()


@pytest.mark.parametrize("unit", [1.0, 1e3])
def test_a_carriage_rests_anywhere_on_a_level_rail_and_rolls_on(unit):
    for R in AXES[1:]:
        d = R.apply([1, 0, 0])
        body = zw.RigidBody(
            5.0,
            unit**2 * np.array([1.0, 1.1, 1.2]),
            p_WB=unit * R.apply([0.1, 0.2, 0.3]),
            quat_WB=quaternion(R),
            v_WB=2.0 * unit * d,
            name="carriage",
        )
        rail = zw.joints.Prismatic(zw.GROUND, body, point=[0, 0, 0], axis=d, name="rail")
        weight = zw.Gravity(-9.81 * unit * R.apply([0, 0, 1]))
        carriage = zw.Mechanism([body], [rail], [weight])
        start = carriage.start()[0]
        rest = zw.equilibrium(carriage)
        np.testing.assert_allclose(rest.q, start, atol=1e-12 * unit)
        assert not rest.linear.eigenvalues.any()
        assert zw.linearize(carriage).steady == "steady"


# A car with a trailer, whose axle is LENGTH behind the hitch: towed, the angle between them decays
# as exp(−v t / LENGTH); pushed, it grows so.
HITCH, LENGTH = 0.4, 1.5


def flat_car(v, heading):
    """In the place and the heading of the car, and the heading of the trailer."""

    def psi(q, qd):
        a, b = q[2:]
        x = qd[0] + HITCH * jnp.sin(a) * qd[2] + LENGTH * jnp.sin(b) * qd[3]
        y = qd[1] - HITCH * jnp.cos(a) * qd[2] - LENGTH * jnp.cos(b) * qd[3]
        sideways = -jnp.sin(a) * qd[0] + jnp.cos(a) * qd[1]
        return jnp.stack([sideways, qd[2], -jnp.sin(b) * x + jnp.cos(b) * y])

    car = zw.System([7.0, 7.0, 2.0, 1.0], None, [zw.Nonholonomic(psi)])
    along = [v * np.cos(heading), v * np.sin(heading), 0.0, 0.0]
    return zw.linearize(car, [0.0, 0.0, heading, heading], along)


def car_of_bodies(v, R):
    """Of two bodies on a table, on knife edges, in axes that are turned."""
    d, s, n = R.apply(np.eye(3))
    given = {"quat_WB": quaternion(R), "v_WB": v * d}
    car = zw.RigidBody(5.0, [1.0, 1.0, 1.0], p_WB=0.5 * d, name="car", **given)
    trailer = zw.RigidBody(2.0, [0.5, 0.5, 0.5], p_WB=-d, name="trailer", **given)
    edge = lambda body, at: zw.joints.KnifeEdge(zw.GROUND, body, point=at * d, axis=s)
    joints = [
        zw.joints.Planar(zw.GROUND, car, point=[0, 0, 0], axis=n),
        edge(car, 0.0),
        edge(car, 1.2),
        zw.joints.Revolute(car, trailer, point=-HITCH * d, axis=n),
        edge(trailer, -HITCH - LENGTH),
    ]
    return zw.linearize(zw.Mechanism([car, trailer], joints, []))


@pytest.mark.parametrize("v, word", [(2.0, "stable"), (-2.0, "unstable")])
def test_a_trailer_follows_when_towed_and_jackknifes_when_pushed(v, word):
    """Where it is feels nothing else, but its heading feels itself."""
    models = [flat_car(v, heading) for heading in (0.0, 0.3, 2.0)]
    for model in [*models, *(car_of_bodies(v, R) for R in AXES)]:
        assert (model.steady, model.stability) == ("steady", word), model.verdict
        np.testing.assert_allclose(model.eigenvalues[0], -v / LENGTH, rtol=1e-9)
        assert not model.eigenvalues[1:].any()
