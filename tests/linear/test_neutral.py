"""What nothing brings back: rounding of cancelled forces is no motion, and what follows is felt."""

import jax.numpy as jnp
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import zwang as zw

AXES = [Rotation.identity(), *Rotation.random(2, rng=np.random.default_rng(7))]


def quaternion(R):
    return R.as_quat(scalar_first=True)


def beside(k):
    """A place k times as far from the middle of the world as the parameter d."""
    return lambda p: k * p["d"]


# Their numbers are parameters, so that each is traced once for all axes and units.
PUCK = zw.RigidBody(5.0, "J", p_WB=beside(0.5), quat_WB="turn", v_WB="v", w_WB="w", name="puck")
TABLES = [zw.joints.Planar(zw.GROUND, PUCK, point=beside(k), axis="n") for k in range(2)]
PUCKS = [zw.Mechanism([PUCK], TABLES[:count], [zw.Gravity("g")]) for count in (1, 2)]
CAR = zw.RigidBody(5.0, "J", p_WB="place", quat_WB="turn", v_WB="v", name="carriage")
RAIL = zw.joints.Prismatic(zw.GROUND, CAR, point=[0, 0, 0], axis="d", name="rail")
CARRIAGE = zw.Mechanism([CAR], [RAIL], [zw.Gravity("g")])


def numbers(R, unit, **more):
    """Parameters in axes that are turned: moments, the turn, the weight, vectors by name."""
    p = {"J": unit**2 * np.array([1.0, 1.1, 1.2]), "turn": quaternion(R)}
    return p | {name: R.apply(x) for name, x in ({"g": [0, 0, -9.81 * unit]} | more).items()}


@pytest.mark.parametrize("puck", PUCKS, ids=["one table", "two that repeat each other"])
@pytest.mark.parametrize("unit", [1.0, 1e3])
def test_a_puck_on_a_level_table_is_judged_alike_in_all_axes(unit, puck):
    d = unit * np.array([1.0, 0.3, 0.0])
    for R in AXES:
        given = {"d": d, "n": [0, 0, 1]}
        rest = zw.equilibrium(puck, None, numbers(R, unit, v=0 * d, w=0 * d, **given))
        assert rest.stability == "undecided" and "nothing brings back" in rest.verdict.reason
        assert not rest.linear.eigenvalues.any()
        for speed, spin in ((2.0, 0.0), (2.0, 3.0), (0.0, 3.0)):
            p = numbers(R, unit, v=speed * d, w=[0, 0, spin], **given)
            found = zw.linearize(puck, p=p)
            assert (found.steady, found.stability) == ("steady", "stable"), found.verdict
            assert not found.eigenvalues.any()


@pytest.mark.parametrize("unit", [1.0, 1e3])
def test_a_carriage_rests_anywhere_on_a_level_rail_and_rolls_on(unit):
    place = unit * np.array([0.1, 0.2, 0.3])
    for R in AXES[1:]:
        p = numbers(R, unit, place=place, v=[2.0 * unit, 0, 0], d=[1, 0, 0])
        rest = zw.equilibrium(CARRIAGE, None, p)
        np.testing.assert_allclose(rest.q, CARRIAGE.start(p)[0], atol=1e-12 * unit)
        assert not rest.linear.eigenvalues.any()
        assert zw.linearize(CARRIAGE, p=p).steady == "steady"


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
