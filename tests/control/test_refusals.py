"""What cannot be controlled is said so, by name; never a silent wrong force."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.control.machines import ARM, CART_POLE, arm, cart_pole, circle

TRACES = []


def counted_circle(q, t, p):
    TRACES.append(1)
    return circle(q, t, p)


CIRCLE = zw.Holonomic(counted_circle, name="circle")
ON_CIRCLE = zw.track(arm(), CIRCLE, gains=4.0)
STATE = np.array([0.9, -0.6]), np.array([0.2, 0.1])
STRAIGHT = np.array([0.3, 0.3])


def refusal(controller, *state):
    with pytest.raises(zw.NumericalError) as raised:
        controller.force(*state)
    status, text = raised.value.status, str(raised.value)
    assert controller.status(*state) == status
    assert np.isnan(controller.force(*state, throw=False)).all()
    return status, text


def test_a_stretched_arm_is_a_status():
    status, text = refusal(ON_CIRCLE, STRAIGHT, STATE[1], 0.0, ARM)
    assert status == zw.Status.INFEASIBLE and "'circle[0]'" in text
    report = ON_CIRCLE.check(STRAIGHT, STATE[1], 0.0, ARM)
    assert (report.rank, report.rank_nearby) == (1, 2)
    assert "singular pose" in str(report) and not report.ok
    assert np.abs(ON_CIRCLE.residual(STRAIGHT, STATE[1], 0.0, ARM)).max() > 0.01


def test_a_good_state_has_nothing_to_report():
    report = ON_CIRCLE.check(*STATE, 0.0, ARM)
    assert report.ok and "all requirements can be met" in str(report)
    assert np.abs(ON_CIRCLE.residual(*STATE, 0.0, ARM)).max() < 1e-12


@pytest.mark.parametrize(
    ("q", "qd", "t", "guilty"),
    [
        ([np.nan, 0.0], [0.0, 0.0], 0.0, "`q` at shoulder"),
        ([0.5, 0.0], [0.0, np.inf], 0.0, "`qd` at elbow"),
        ([0.5, 0.0], [0.0, 0.0], np.nan, "`t`"),
    ],
    ids=["position", "velocity", "time"],
)
def test_a_state_that_is_not_finite_is_refused(q, qd, t, guilty):
    status, text = refusal(ON_CIRCLE, np.array(q), np.array(qd), t, ARM)
    assert status == zw.Status.NON_FINITE and guilty in text


def test_a_state_that_does_not_enter_is_refused_too():
    """No formula sees q[1], and still NaN is no state."""
    loose = zw.System([1.0, 1.0], None)
    control = zw.track(loose, zw.Holonomic(lambda q, t: q[0] - t, name="path"))
    status, _ = refusal(control, [0.0, np.nan], [1.0, 0.0], 0.0)
    assert status == zw.Status.NON_FINITE


FIRST = zw.Holonomic(lambda q, t: q[0] - jnp.sin(t), name="first")
SECOND = zw.Holonomic(lambda q, t, p: q[0] - p["c"] * q[1] - p["d"] * jnp.cos(t), name="second")
RAIL = zw.Holonomic(lambda q: q[1], name="rail")
ON_RAIL = zw.track(
    zw.System([1.0, 1.0, 1.0], None, [RAIL], coordinates="x y z"), [FIRST, SECOND], gains=1.0
)


@pytest.mark.parametrize(
    ("c", "d", "field", "words"),
    [
        (0.0, 1.0, "conflicting", "contradict each other"),
        (2.0, 0.0, "against_physics", "the physical constraints do not allow it"),
    ],
    ids=["each other", "physics"],
)
def test_contradictions_are_told_apart(c, d, field, words):
    """x = sin t against x = cos t; and x = sin t, x = c y on the rail y = 0."""
    state = [0.1, 0.0, 0.0], [0.3, 0.0, 0.0], 0.7, {"c": c, "d": d}
    status, _ = refusal(ON_RAIL, *state)
    assert status == zw.Status.INFEASIBLE
    report = ON_RAIL.check(*state)
    assert set(getattr(report, field)) == {"first", "second"}
    assert words in " ".join(str(report).split())


def test_partly_infeasible_requirements_and_their_compromise():
    cart = zw.Holonomic(lambda q, t: q[0] - 0.1 * jnp.sin(t), name="cart")
    pole = zw.Holonomic(lambda q: q[1], name="pole")
    state = [0.0, 0.1], [0.1, 0.0], 0.3, CART_POLE
    make = lambda **more: zw.track(
        cart_pole(), [cart, pole], actuation=["x"], gains=(4.0, 4.0), **more
    )
    strict = make()
    assert refusal(strict, *state)[0] == zw.Status.INFEASIBLE
    report = strict.check(*state)
    assert report.unmet == ("cart", "pole") and report.alone == ("cart", "pole")
    assert "cannot all be met by 1 input" in str(report)
    shared = make(compromise={"pole": 3.0})
    assert np.allclose(shared.check(*state).missed, shared.residual(*state), rtol=1e-9)
    # The pole counts more, and less of it is missed than of the cart; against least squares.
    weighed = make(compromise={"pole": 1e4}).limited(-0.1, 0.1)
    found = weighed.command(*state)
    assert found.force[1] == 0.0 and abs(found.force[0]) == 0.1 < abs(found.demanded[0])
    assert weighed.saturated(*state).all() and np.abs(found.residual).max() > 0.1
    M = np.array([[1.2, 0.1 * np.cos(0.1)], [0.1 * np.cos(0.1), 0.05]])  # as the model has it
    lengths = np.sqrt(np.diag(np.linalg.inv(M)))
    root = np.array([1.0, 100.0]) / lengths
    alone = cart_pole().acceleration(*state).qdd
    aim = np.array([-0.1 * np.sin(0.3) - 4 * (0.1 - 0.1 * np.cos(0.3)) + 0.4 * np.sin(0.3), -0.4])
    G = np.linalg.inv(M)[:, :1]
    best = np.linalg.lstsq(root[:, None] * G, root * (aim - alone), rcond=None)[0]
    assert np.allclose(found.demanded, best, rtol=1e-9)


def test_an_actuator_that_comes_too_late_is_said_in_words():
    two = zw.System([1.0, 1.0], lambda q: [q[1] - q[0], q[0] - q[1]], coordinates="x1 x2")
    load = zw.Holonomic(lambda q, t: q[1] - jnp.sin(t), name="load")
    control = zw.track(two, load, actuation=["x1"], gains=2.0)
    report = control.check([0.0, 0.3], [0.0, 1.0], 0.5)
    assert report.out_of_reach == ("load",)
    told = " ".join(str(report).split())
    assert "relative degree above two" in told
    assert "'load' 4" in told and "controller.raised" in told


def test_a_weight_must_be_positive_definite():
    control = zw.track(arm(), CIRCLE, gains=4.0, weight=lambda p: [[1.0, 0.0], [0.0, p["w"]]])
    status, text = refusal(control, *STATE, 0.0, ARM | {"w": -1.0})
    assert "`weight`" in text and status == zw.Status.MASS_NOT_SEMIDEFINITE
    skew = zw.track(arm(), CIRCLE, gains=4.0, weight=lambda p: [[2.0, p["w"]], [0.0, 1.0]])
    assert skew.status(*STATE, 0.0, ARM | {"w": 0.0}) == zw.Status.OK
    status, text = refusal(skew, *STATE, 0.0, ARM | {"w": 0.5})
    assert "`weight`" in text and "not symmetric" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"requirements": []}, "`requirements` is"),
        ({"gains": {"cirkle": 1.0}}, "Did you mean 'circle'"),
        ({"gains": (-1.0, 2.0)}, "not negative"),
        ({"actuation": ["sholder"]}, "Did you mean 'shoulder'"),
        ({"actuation": ["elbow", "elbow"]}, "`actuation` has 'elbow' 2 times; wanted each"),
        ({"compromise": {"circle": 0.0}}, "`compromise` of `circle`.*positive"),
        ({"weight": -2.0}, "`weight` is -2; wanted positive"),
        ({"weight": [1.0, 0.0]}, "`weight` is 0 at 1; wanted positive"),
        (
            {"weight": [[2.0, 1.0], [0.5, 2.0]]},
            r"`weight` .*1 at \(0, 1\) and 0.5 at \(1, 0\)",
        ),
        ({"weight": [[1.0, 2.0], [2.0, 1.0]]}, "`weight` .*the eigenvalue -1; wanted a positive"),
        ({"weight": [[1.0, 2.0]]}, r"`weight` has the shape \(1, 2\); wanted"),
        ({"weight": np.inf}, "`weight` is inf; wanted finite"),
    ],
    ids=str,
)
def test_a_users_mistake_is_an_error_that_helps(arguments, message):
    given = {"requirements": CIRCLE} | arguments
    with pytest.raises((ValueError, TypeError), match=message):
        zw.track(arm(), **given)


# -- compiled ----------------------------------------------------------------------------------


def test_compiled_law_is_the_force_and_traces_nothing_again():
    law = ON_CIRCLE.compile(ARM)
    law(*STATE, 0.0)
    before = len(TRACES)
    for q in np.linspace(STATE[0], [0.5, -1.0], 5):
        u = law(q, STATE[1], 0.1)
        assert type(u) is np.ndarray and u.shape == (2,)
        other = law(q, STATE[1], 0.1, ARM | {"m1": 3.0})
        assert np.abs(other - u).max() > 0.1
    assert len(TRACES) == before
    assert np.abs(u - ON_CIRCLE.force(q, STATE[1], 0.1, ARM)).max() < 1e-10
    with pytest.raises(zw.NumericalError, match="Not finite: `q` at shoulder"):
        law([np.nan, 0.0], STATE[1])


def test_force_under_jit_vmap_and_derivatives():
    """A batch with a singular member, and the derivative by a mass against differences."""
    many = np.stack([STATE[0], STRAIGHT, STATE[0] + 0.1])
    force = jax.jit(jax.vmap(lambda q: ON_CIRCLE.force(q, STATE[1], 0.0, ARM)))
    found = np.asarray(force(many))
    alone = [ON_CIRCLE.force(q, STATE[1], 0.0, ARM, throw=False) for q in many]
    assert np.allclose(found, alone, rtol=1e-9, equal_nan=True)
    assert np.isnan(found[1]).all() and np.isfinite(found[[0, 2]]).all()
    by_mass = lambda m: ON_CIRCLE.force(*STATE, 0.0, ARM | {"m2": m}, throw=False)
    slope = jax.jacfwd(by_mass)(1.0)
    h = 1e-5
    assert np.allclose(slope, (by_mass(1.0 + h) - by_mass(1.0 - h)) / (2 * h), rtol=1e-6)


def test_rounding_at_rest_is_no_contradiction():
    """Hanging still, all that enters the rows is rounding; a height that the rod decides is met."""
    rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
    bob = zw.System(1.0, [0.0, -9.81], [rod])
    level = zw.Holonomic(lambda q: q[1] + 1.0, name="level")
    twice = zw.Holonomic(lambda q: jnp.stack([0.3 * q[0], 0.7 * q[0]]), name="plumb")
    control = zw.track(bob, [level, twice], weight=2.0, gains=7.0)
    state = [1e-17, -1.0 + 1e-16], [3e-17, 1e-17]
    assert control.status(*state) == zw.Status.OK
    assert np.abs(control.force(*state)).max() < 1e-12


# -- what can be done is not refused, what cannot is told with its cause --------------------------


def test_a_straight_path_of_constant_speed_is_not_refused():
    """There A q̈ = 0: nothing but rounding enters the row, of large terms that cancel."""
    rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
    bob = zw.System(1.0, [0.0, -9.81], [rod], coordinates=["x", "y"])
    controller = zw.track(bob, zw.Holonomic(lambda q, t: q[0] - 0.6 - 0.3 * t, name="line"))
    for t in np.linspace(-1.5, 0.9, 40):
        x = 0.6 + 0.3 * t
        y = -np.sqrt(1.0 - x * x)
        q, qd = [x, y], [0.3, -0.3 * x / y]
        assert controller.status(q, qd, t) == zw.Status.OK
        total = bob.acceleration(q, qd, t).Qc + controller.force(q, qd, t)
        wanted = np.array([0.0, -(0.3**2 + qd[1] ** 2) / y + 9.81])  # ẍ = 0, yÿ = −v²
        np.testing.assert_allclose(total, wanted, atol=1e-12)


def lying(q):
    return jnp.array([[2.0, jnp.cos(q[1])], [jnp.cos(q[1]), 1.0]])


CART = zw.System(lying, lambda q: jnp.array([0.0, 9.81 * jnp.sin(q[1])]), coordinates=["x", "pole"])
UPRIGHT = zw.Holonomic(lambda q: q[1], name="upright")


def test_one_input_that_loses_its_grip_is_noticed():
    """A pole that lies level does not answer the cart."""
    controller = zw.track(CART, UPRIGHT, actuation=["x"], gains=(6.0, 9.0))
    assert controller.status([0.0, 1.0], [0.0, 0.0]) == zw.Status.OK
    assert controller.status([0.0, np.pi / 2], [0.0, 0.0]) == zw.Status.INFEASIBLE


def test_a_motion_under_impossible_control_is_refused_by_the_names_of_requirements():
    cart = zw.Holonomic(lambda q: q[0], name="cart stays")
    controller = zw.track(CART, [cart, UPRIGHT], actuation=["x"], gains=(6.0, 9.0))
    with pytest.raises(zw.NumericalError, match="'cart stays'.*'upright'") as caught:
        zw.simulate(controller.closed_loop(), [0.1, 0.1], [0.0, 0.0], (0.0, 1.0))
    assert caught.value.status == zw.Status.INFEASIBLE


def test_a_path_that_cannot_be_followed_to_its_end_is_followed_as_far_as_it_goes():
    """A level that rises with time to where the bob on its rod cannot follow."""
    rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
    bob = zw.System(1.0, [0.0, -9.81], [rod], coordinates=["x", "y"])
    rise = zw.Holonomic(lambda q, t: q[1] + 0.5 - t, name="rise")
    loop = zw.track(bob, rise).closed_loop()
    start = [np.sqrt(0.75), -0.5], [0.5 / np.sqrt(0.75), 1.0]
    motion = zw.simulate(loop, *start, (0.0, 3.0), throw=False)
    assert 1.49 < motion.t[-1] < 1.5  # at 1.5 it would be at the top of the circle
    assert motion.status in (zw.Status.INFEASIBLE, zw.Status.STEP_TOO_SMALL)
    assert np.abs(motion.tracking_error("rise")).max() < 1e-9


def test_a_path_to_look_along_that_is_none_is_told_by_its_argument():
    cart = zw.System([2.0, 1.0], lambda q: [q[1] - q[0], q[0] - q[1]], coordinates=["x", "y"])
    path = zw.Holonomic(lambda q, t: q[0] - 0.5 * t**2, name="path")
    control, start = zw.track(cart, path), ([0.0, 0.3], [0.0, 0.0])
    many = zw.simulate_many(control.closed_loop(), np.array([start[0]] * 2), start[1], [0.0, 0.1])
    stranger = zw.simulate(zw.System([1.0], None), [0.0], [0.0], [0.0, 0.1])
    for where, told in (
        (np.zeros((2, 3)), r"`where` has the shape \(2, 3\).*one path at a time"),
        ([0.0], "`where` .*two times"),
        ([1.0, 0.0], "`where` .*that rise"),
        ([0.0, np.nan], "`where` .*finite"),
        ([0.0, np.inf], "`where` .*finite"),
        (1.0, "`where` is 1.0; wanted a Motion"),
        (None, "`where` is None; wanted a Motion"),
        (many, r"`where` is Ensemble.*ensemble.motion\(member\)"),
    ):
        with pytest.raises((TypeError, ValueError), match=told):
            control.check_along(where, *start)
    for q, qd, told in (
        (np.zeros((2, 2)), np.zeros((2, 2)), r"`q` has the shape \(2, 2\); wanted one state"),
        (np.zeros(2), np.zeros((2, 2)), r"`qd` has the shape \(2, 2\); wanted one state"),
        ([0.0], [0.0], r"`q` has the shape \(1,\)"),
        ([0.0, np.nan], [0.0, 0.0], "`q` is .*wanted finite"),
    ):
        with pytest.raises(ValueError, match=told):
            control.check_along([0.0, 1.0], q, qd)
    with pytest.raises(ValueError, match="`where` is a Motion of 1 coordinates"):
        control.check_along(stranger)
    with pytest.raises(TypeError, match="`where` is traced"):
        jax.jit(lambda t: control.check_along(t, *start).t)(np.linspace(0.0, 1.0, 3))
    assert control.check_along(many.motion(0)).ok


def test_mass_that_requirements_supply_is_there_only_where_all_are_met():
    """Missed, they would push on what has mass: neither a compromise nor limits are an answer."""
    plant = zw.System(np.diag([1.0, 0.0, 2.0]), lambda q: jnp.stack([-q[0], 0.0, -1.0]))
    rows = lambda q, t: jnp.stack([q[1] - q[0], q[0] - 1.0 - t, q[2] - q[0]])
    mixed = np.array([[2.0, 1.0, 0.0], [-0.3, 4.0, 1.0], [0.0, 0.0, 50.0]])
    for mix in (np.eye(3), mixed):
        path = zw.Holonomic(lambda q, t, mix=mix: mix @ rows(q, t), name="r")
        few = zw.track(plant, path, actuation=np.eye(3)[:, :1], compromise=True, gains=2.0)
        with pytest.raises(zw.NumericalError, match="lacks mass that the requirements supply"):
            few.inputs([0.3, 0.1, 0.7], [0.2, 0.0, -0.1])
        both = zw.track(plant, path, actuation=np.eye(3)[:, [0, 2]], compromise=True, gains=2.0)
        tau = both.inputs([0.3, 0.1, 0.7], [0.2, 0.0, -0.1])
        wanted = [0.3 + 2.3, 1.0 + 2 * 2.5]  # of q̈ = (2.3, _, 2.5), by hand
        assert tau == pytest.approx(wanted, rel=1e-10)


def test_what_is_not_known_is_not_said_to_be_met():
    plant = zw.System([1.0, 2.0], None)
    path = zw.Holonomic(lambda q, t: q[0] - t**2, name="path")
    report = zw.track(plant, path, weight=lambda q: jnp.stack([1.0, q[1]])).check(
        [0.0, -1.0], [0, 0]
    )
    assert not report.ok and "met here              none" in str(report)
    moved = zw.Nonholonomic(lambda q, qd: qd @ qd - 4.0, name="energy")
    still = zw.track(plant, moved, gains=2.0).check([0.0, 0.0], [0.0, 0.0])
    assert still.still == ("energy",) and "No acceleration changes 'energy'" in str(still)
    assert not still.redundant


def test_internal_motion_of_a_compromise_is_not_known_and_said_so():
    """Which rows hold there is a matter of the compromise; where all are met it is known."""
    plant = zw.System([1.0, 2.0, 1.0], None)
    rows = lambda q, t: jnp.stack([q[0] - t**2, q[0] + q[1]])
    control = zw.track(plant, zw.Holonomic(rows, name="r"), actuation=np.eye(3), gains=2.0)
    known = control.check([0.0, 0.0, 0.0], [0.0, 0.0, 0.0]).internal
    assert known.count == 2 and not known.unknown and known.stability == "undamped"
    few = zw.track(plant, control.requirements, actuation=np.eye(3)[:, :1], compromise=True)
    report = few.check([0.0, 0.0, 0.0], [0.0, 0.0, 0.0])
    assert report.internal.unknown and report.internal.stability == "undecided"
    assert not report.ok and "compromise=True" not in str(report)  # which was done
    assert "not known: requirements are missed" in str(report)


def test_bounds_of_another_shape_are_told():
    plant = zw.System([1.0, 2.0], None)
    path = zw.Holonomic(lambda q: q, name="path")
    with pytest.raises(ValueError, match="one for each of the 2 rows"):
        zw.track(plant, path, gains=4.0).robust([1.0, 2.0, 3.0], width=0.1).force([0, 0], [0, 0])
