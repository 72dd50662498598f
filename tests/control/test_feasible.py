"""What can be met is met, however it is stated; what cannot is refused, the guilty by name."""

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.control.machines import ARM, CART_POLE, arm, cart_pole, hand
from tests.control.problems import KINDS, audit, verdicts

AT_REST = np.zeros(4), np.zeros(4)
ROD = lambda q: q[2:] - q[:2]


def turned(q, p):
    """The second of two points, one ahead of the first, in a frame that is turned (2,)."""
    c, s = jnp.cos(p["angle"]), jnp.sin(p["angle"])
    gap = p["unit"] * (q[2:] - q[:2] - jnp.array([1.0, 0.0]))
    return jnp.stack([c * gap[0] - s * gap[1], s * gap[0] + c * gap[1]])


LEAD = zw.Holonomic(lambda q, t: jnp.stack([q[0] - t**2 / 2, q[1]]), name="lead")
GAP = zw.Holonomic(turned, name="gap")
AGAIN = zw.Holonomic(lambda q, p: 3.0 * turned(q, p) + jnp.array([p["off"], 0.0]), name="again")
TWO = zw.System(lambda p: p["mass"] * jnp.ones(4), None)
PAIR = zw.track(TWO, [LEAD, GAP, AGAIN], gains=(2.0, 1.0))


@pytest.mark.parametrize("actuation", [None, np.eye(4)], ids=["forces", "actuators"])
@pytest.mark.parametrize("mass", [1.0, 1e-6, 1e6])
@pytest.mark.parametrize("unit", [1.0, 1e-6, 1e6])
def test_rows_without_a_demand_are_not_refused_however_they_are_turned(mass, unit, actuation):
    control = PAIR if actuation is None else BY_ACTUATORS
    state = np.array([0.0, 0.0, 1.0, 0.0]), np.zeros(4), 0.0
    for angle in np.linspace(0.0, 6.0, 20):
        p = {"angle": angle, "unit": unit, "mass": mass, "off": 0.0}
        u = control.force(*state, p)
        assert np.abs(u / mass - [1.0, 0.0, 1.0, 0.0]).max() < 1e-12
        spoiled = p | {"off": unit}  # the same rows, asked for something else
        assert control.status(*state, spoiled) == zw.Status.INFEASIBLE
    report = control.check(*state, p)
    assert report.ok and report.rank == 4
    assert set(control.check(*state, spoiled).unmet) == {"gap[0]", "again[0]"}


BY_ACTUATORS = zw.track(TWO, [LEAD, GAP, AGAIN], gains=(2.0, 1.0), actuation=np.eye(4))


def test_a_formation_that_turns_with_its_leader_runs_in_c_from_the_first_instant():
    """Two satellites about an oblate body, in a frame turned by an angle: all demands are zero."""

    def pull(q):
        def one(r):
            R2 = r @ r
            return -r / R2**1.5 * (1.0 + 1e-3 / R2)

        return jnp.concatenate([one(q[:2]), one(q[2:])])

    c, s = np.cos(0.7), np.sin(0.7)
    gap = zw.Holonomic(
        lambda q: jnp.array([[c, -s], [s, c]]) @ (q[2:] - q[:2] - jnp.array([0.1, 0.0])), name="gap"
    )
    control = zw.track(zw.System(np.ones(4), pull), gap, actuation=np.eye(4)[:, 2:])
    start = np.array([1.0, 0.0, 1.1, 0.0]), np.array([0.0, 1.0, 0.0, 1.0])
    motion = zw.simulate(control.closed_loop(), *start, (0.0, 1.0), rtol=1e-8)
    assert motion.engine.startswith("native") and motion.status == zw.Status.OK
    assert np.abs(motion.tracking_error("gap")).max() < 1e-9


@pytest.mark.parametrize("feasible", [True, False], ids=["feasible", "infeasible"])
@pytest.mark.parametrize("name", ["driven"])
def test_random_problems_are_decided_right_and_by_all_ways_alike(name, feasible):
    found = audit(name, 60, 1, feasible=feasible)
    assert found.pop("problems") == 60
    assert not any(found.values()), found


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_many_random_problems_are_decided_right(name):
    for feasible in (True, False):
        found = audit(name, 350, 2, feasible=feasible)
        assert found.pop("problems") and not any(found.values()), found


# -- a plant whose missing mass the requirement supplies ------------------------------------------


def massless(angle: float, unit: float):
    """x'' = −x and y = x, y without mass, in turned and scaled coordinates; and the start."""
    c, s = np.cos(angle), np.sin(angle)
    T = np.array([[c, -s], [s, c]]) @ np.diag([1.0, unit])  # (x, y) = T q
    plant = zw.System(T.T @ np.diag([1.0, 0.0]) @ T, lambda q: T.T @ jnp.array([-(T @ q)[0], 0.0]))
    follow = zw.Holonomic(lambda q: jnp.array([-1.0, 1.0]) @ (T @ q), name="y = x")
    return plant, follow, np.linalg.solve(T, [1.0, 1.0]), T


@pytest.mark.parametrize(("angle", "unit"), [(0.0, 1.0), (0.7, 1.0), (0.0, 1e6), (0.3, 1e-3)])
def test_requirements_may_supply_the_mass_that_a_plant_lacks(angle, unit):
    """[US10] (72)-(75) as control: no force is needed, and every word about it agrees."""
    plant, follow, q, T = massless(angle, unit)
    for more in ({}, {"weight": T.T @ T}, {"actuation": np.eye(2)}):
        control = zw.track(plant, follow, **more)
        state = q, np.zeros(2), 0.0
        A = np.array([-1.0, 1.0]) @ T
        needed = zw.solve(plant.M(q), plant.Q(q, 0 * q), A[None], [0.0])
        assert control.status(*state) == zw.Status.OK and control.check(*state).ok
        assert np.abs(np.linalg.solve(T.T, control.force(*state) - needed.Qc)).max() < 1e-9
        assert np.abs(T @ (control.command(*state).qdd - needed.qdd)).max() < 1e-9
        K, e = control.gain(*state), control.error_signal(*state)
        assert np.isfinite(K).all() and np.abs(np.linalg.solve(T.T, K @ e)).max() < 1e-9
        both = control.feed_forward(*state) + control.feedback(*state)
        assert np.abs(np.linalg.solve(T.T, both)).max() < 1e-9


@pytest.mark.parametrize("given", ["numbers", "function"])
def test_a_massless_coordinate_follows_in_the_closed_loop_as_under_a_constraint(given):
    plant, follow, q, _ = massless(0.0, 1.0)
    if given == "function":
        plant = zw.System(lambda q: jnp.diag(jnp.array([1.0, 0.0])), lambda q: [-q[0], 0.0])
    loop = zw.track(plant, follow).closed_loop(massless=True if given == "function" else None)
    motion = zw.simulate(loop, q, [0.0, 0.0], (0.0, 1.0))
    assert np.abs(motion.q[-1] - np.cos(1.0)).max() < 1e-9


def test_a_massless_coordinate_that_nothing_decides_is_refused():
    plant = zw.System(np.diag([1.0, 0.0, 0.0]), None, coordinates="x y z")
    control = zw.track(plant, zw.Holonomic(lambda q: q[1] - q[0], name="y = x"), weight=1.0)
    with pytest.raises(zw.NumericalError, match="z"):
        control.force(np.zeros(3), np.zeros(3))
    assert not control.check(np.zeros(3), np.zeros(3)).ok


# -- where inputs end -----------------------------------------------------------------------------

AWAY = zw.Holonomic(lambda q, t, p: hand(q, p) - jnp.stack([1.0 + 0.4 * t, 0.5]), name="hand")
NEAREST = zw.track(arm(), AWAY, gains=(6.0, 9.0), compromise=True)


@pytest.fixture(scope="module")
def reaching():
    return NEAREST.start([0.9, -0.6], [0.0, 0.0], 0.0, ARM)


def test_a_target_that_leaves_the_reach_ends_a_motion_in_words_that_help(reaching):
    with pytest.raises(zw.NumericalError, match=r"controller.limited\(lower, upper\)") as caught:
        zw.simulate(NEAREST.closed_loop(), reaching[0], reaching[1], (0.0, 3.0), ARM)
    assert caught.value.status == zw.Status.CONTROL_UNBOUNDED
    assert "compromise" not in str(caught.value)


FREE = zw.System(1.0, lambda q: -q)
WELL = zw.System([1.0, 1.0], lambda q: [0.0, -1.0 / q[1] ** 2])  # the second falls into it
SWITCHED_OFF = {"actuation": lambda q: jnp.where(q > 0.5, 0.0, 1.0) * jnp.ones((1, 1))}
AHEAD = zw.Holonomic(lambda q, t: q[0] - t, name="ahead")
ENDS = {
    "CONTROL_UNBOUNDED": (NEAREST, None, ARM),
    "STEP_TOO_SMALL": (zw.track(WELL, AHEAD), ([0.0, 1.0], [1.0, 0.0]), None),
    "INFEASIBLE": (zw.track(FREE, AHEAD, **SWITCHED_OFF), ([0.0], [1.0]), None),
}


@pytest.mark.parametrize("status", ENDS)
def test_a_law_that_fails_has_one_status_alone_in_ensembles_and_sampled(status, reaching):
    control, start, p = ENDS[status]
    q, qd = map(np.asarray, start or reaching)
    loop, wanted = control.closed_loop(), zw.Status[status]
    alone = zw.simulate(loop, q, qd, (0.0, 3.0), p, throw=False)
    many = zw.simulate_many(loop, np.stack([q, q]), qd, [0.0, 3.0], p)
    held = control.sampled(0.01).simulate(q, qd, (0.0, 3.0), p, throw=False)
    assert (alone.status, *many.status, held.status) == (wanted,) * 4
    assert wanted == zw.Status.STEP_TOO_SMALL or control.requirements[0].name in held.detail


def written(q, t, p):
    """What AWAY asks for, its rows mixed."""
    return p["T"] @ (hand(q, p) - jnp.stack([1.0 + 0.4 * t, 0.5]))


def test_lost_grip_is_told_alike_however_the_rows_are_written(reaching):
    """Of unit rows the condition would be 1 in some axes, and the end STEP_TOO_SMALL."""
    control = zw.track(arm(), zw.Holonomic(written, name="hand"), gains=(6.0, 9.0))
    turned = lambda x: np.array([[np.cos(x), np.sin(x)], [-np.sin(x), np.cos(x)]])
    ways = [np.eye(2), *map(turned, (0.4, 1.2, 2.5)), np.array([[1e5, 3e4], [0.0, 1e-4]])]
    near, still = np.array([0.3, 0.3001]), np.zeros(2)  # almost stretched
    conditions = []
    for T in ways:
        p = ARM | {"T": T}
        conditions.append(control.check(near, still, 0.0, p).condition)
        assert control.check(np.array([0.3, 1.0]), still, 0.0, p).condition < 2.0
        with pytest.raises(zw.NumericalError) as caught:
            zw.simulate(control.closed_loop(), reaching[0], reaching[1], (0.0, 3.0), p)
        assert caught.value.status == zw.Status.CONTROL_UNBOUNDED
    assert np.ptp(conditions) < 1e-6 * conditions[0] and conditions[0] > 100.0


@pytest.mark.parametrize("machine", ["angles", "points"])
def test_check_and_check_along_tell_one_condition_in_a_state(machine, reaching):
    """A path that comes near the end of the reach, where the condition rises."""
    control = zw.track(arm(), AWAY, gains=(6.0, 9.0))
    q, qd = reaching
    if machine == "points":  # two masses on rods, each moved by a force
        rods = zw.Holonomic(lambda q: jnp.stack([q[:2] @ q[:2] - 1.0, ROD(q) @ ROD(q) - 0.64]))
        away = zw.Holonomic(lambda q, t: q[2:] - jnp.stack([1.0 + 0.4 * t, 0.5]), name="hand")
        control = zw.track(zw.System([1.0, 1.0, 2.0, 2.0], None, [rods]), away, gains=(6.0, 9.0))
        q, qd = control.start([0.8, 0.6, 1.0, 0.5], np.zeros(4))
    p = ARM if machine == "angles" else None
    found = control.check_along(np.linspace(0.0, 1.3, 6), q, qd, p)
    told = [
        control.check(*state, p).condition for state in zip(found.q, found.qd, found.t, strict=True)
    ]
    assert len(told) == 6
    np.testing.assert_allclose(found.condition, told, rtol=1e-12)


def test_limits_carry_a_control_through_where_its_target_leaves_the_reach(reaching):
    times = np.linspace(0.0, 3.0, 31)
    limited = NEAREST.limited(-50.0, 50.0).check_along(times, reaching[0], reaching[1], ARM)
    assert limited.t[-1] == 3.0 and (limited.status == zw.Status.OK).all()
    assert np.abs(limited.inputs).max() == 50.0
    assert limited.first and 1.6 < limited.first < 2.0 and "within the limits" in limited.cause
    strict = zw.track(arm(), AWAY, gains=(6.0, 9.0))
    free = strict.check_along(times, reaching[0], reaching[1], ARM)
    assert free.first and 1.7 <= free.first < 1.9 and "trouble" in str(free)
    short = zw.track(arm(), AWAY, gains=(6.0, 9.0)).check_along(
        times[:11], reaching[0], reaching[1], ARM
    )
    assert short.ok and "all requirements are met" in str(short)


def test_a_check_counts_the_limits():
    held = zw.track(zw.System(1.0, [-4.0]), zw.Holonomic(lambda q: q, name="still"))
    for limit, fine in ((1.0, False), (3.9, False), (4.0, True), (5.0, True)):
        report = held.limited(-limit, limit).check([0.0], [0.0])
        told = "all requirements can be met" if fine else "1 problem"
        assert report.ok == fine and str(report).startswith(f"Feasibility: {told}.\n")
    report = held.limited(-1.0, 1.0).check([0.0], [0.0])
    assert report.beyond_limits == ("still",) and report.missed[0] == -3.0
    assert "Without limits the inputs would be 4" in " ".join(str(report).split())


@pytest.mark.parametrize("scale", [1.0, 1e-6, 1e6])
def test_an_input_that_has_no_grip_is_said_so(scale, recwarn):
    """S → 0 at q = 2; no weight was given, and none is spoken of."""
    path = zw.Holonomic(lambda q, t: q - 1.0 - t, name="path")
    plant = zw.System(1.0, lambda q: -q)
    control = zw.track(plant, path, actuation=lambda q: scale * (q - 2.0)[:, None])
    assert control.status([1.5], [1.0], 0.5) == zw.Status.OK
    with pytest.raises(zw.NumericalError, match="No input acts on 'path' here") as caught:
        control.force([2.0], [1.0], 1.0)
    assert caught.value.status == zw.Status.INFEASIBLE
    report = " ".join(str(control.check([2.0], [1.0], 1.0)).split())
    for word in ("weight", "Singular()"):
        assert word not in str(caught.value) and word not in report
    assert "relative degree" in report and not recwarn.list


def test_inputs_that_do_the_same_share_it():
    plant = zw.System([1.0, 2.0], None)
    path = zw.Holonomic(lambda q, t: q - t**2 / 2, name="path")
    S = np.array([[1.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    control = zw.track(plant, path, actuation=S)
    inputs = np.asarray(control.inputs([0.0, 0.0], [0.0, 0.0]))
    assert np.abs(inputs - np.array([0.5, 0.5, 2.0])).max() < 1e-12


def test_a_motion_is_looked_at_after_its_run():
    """Row by row as it went, and the force there is the motion's."""
    cart = zw.System([2.0, 1.0], lambda q: [q[1] - q[0], q[0] - q[1]])
    path = zw.Holonomic(lambda q, t: q[0] - 0.5 * t**2, name="path")
    control = zw.track(cart, path, actuation=[[1.0], [0.0]]).limited(-1.9, 1.9)
    motion = zw.simulate(control.closed_loop(), [0.0, 0.3], [0.0, 0.0], np.linspace(0.0, 2.0, 21))
    found = control.check_along(motion)
    assert found.t.tolist() == motion.t.tolist() and (found.rank == 1).all()
    assert np.abs(found.inputs - motion.observables["inputs"]).max() < 1e-12
    held = motion.observables["saturated"][:, 0] > 0
    assert held.any() and (found.saturated[:, 0] == held).all()
    assert found.first == pytest.approx(motion.t[np.argmax(held)]) and "limits" in found.cause
    with pytest.raises(ValueError, match="`q` and `qd` go with times"):
        control.check_along(motion, [0.0, 0.3], [0.0, 0.0])


def test_a_grip_that_is_lost_between_two_states_is_told_before_the_run():
    """A mass on a spring has too much energy; at the turning points no force takes any."""
    spring = zw.System(1.0, lambda q: -q)
    more = zw.Nonholonomic(lambda q, qd: (q @ q + qd @ qd) / 2 - 1.0, name="energy")
    control = zw.track(spring, more, actuation=[[1.0]], gains={"energy": (0.1, 0.0)})
    found = control.check_along(np.linspace(0.0, 2.0, 9), [0.0], [2.0])
    assert found.first is not None and not found.ok
    assert 1.25 <= found.first <= 1.75 and "grip on 'energy'" in found.cause
    assert control.check_along(np.linspace(0.0, 1.0, 5), [0.0], [2.0]).ok
    held = zw.track(
        spring, more, actuation=[[1.0]], gains={"energy": (0.1, 0.0)}, compromise=True
    ).limited(-1.0, 1.0)
    assert "grip" not in held.check_along(np.linspace(0.0, 2.0, 9), [0.0], [2.0]).cause


# -- relative degree, and motion that nobody controls ---------------------------------------------


def crane():
    """A trolley x, a cable of length l at the angle theta, and a load at its end."""

    def kinetic(q, qd):
        s, c = jnp.sin(q[1]), jnp.cos(q[1])
        vx = qd[0] + qd[2] * s + q[2] * c * qd[1]
        vz = -qd[2] * c + q[2] * s * qd[1]
        return qd[0] ** 2 + 0.5 * (vx**2 + vz**2) + 0.05 * qd[2] ** 2

    height = lambda q: -9.81 * q[2] * jnp.cos(q[1])
    return zw.System.from_lagrangian(T=kinetic, V=height, coordinates=["x", "theta", "l"])


def test_a_crane_is_told_of_its_relative_degree():
    """Trolley and hoist both pull along the cable: one combination of two, everywhere."""

    def load(q, t):
        x, z = q[0] + q[2] * jnp.sin(q[1]), -q[2] * jnp.cos(q[1])
        return jnp.stack([x - 0.1 * t**2, z + 1.0])

    wanted = zw.Holonomic(load, name=["across", "up"])
    control = zw.track(crane(), wanted, actuation=["x", "l"], gains=(4.0, 4.0))
    for theta in (0.0, 0.1):
        report = control.check([0.0, theta, 1.0], np.zeros(3))
        told = " ".join(str(report).split())
        assert (report.rank, report.rank_nearby, report.rank_of_forces) == (1, 1, 2)
        assert "relative degree" in told and "singular pose" not in told and not report.ok


@pytest.mark.parametrize(
    ("held", "named", "stability", "rate"),
    [(1, "x", "undamped", 0.0), (0, "theta", "unstable", np.sqrt(9.81 / 0.5))],
    ids=["pole held, the cart runs away", "cart held, the pole falls"],
)
def test_motion_that_nobody_controls_is_named_with_its_stability(held, named, stability, rate):
    path = zw.Holonomic(lambda q: q[held], name="held")
    control = zw.track(cart_pole(), path, actuation=["x"], gains=(6.0, 9.0))
    report = control.check(np.zeros(2), np.zeros(2), 0.0, CART_POLE)
    assert report.ok and report.internal.count == 2
    assert report.internal.coordinates == (named,) and report.internal.stability == stability
    assert abs(report.internal.eigenvalues[0].real - rate) < 1e-3
    assert "nobody controls" in str(report)


def test_nothing_is_left_where_all_is_required():
    control = zw.track(arm(), AWAY, gains=(6.0, 9.0))
    report = control.check([0.9, -0.6], [0.2, 0.1], 0.0, ARM)
    assert report.internal.count == 0 and "nobody" not in str(report)


@pytest.mark.parametrize(
    "name", [x if x == "driven" else pytest.param(x, marks=pytest.mark.slow) for x in KINDS]
)
def test_statements_of_one_problem_have_one_verdict(name):
    """With demands that are zero; twelve at a time, as many states as are compiled for above."""
    for seed in range(10):
        found = verdicts(name, 12, seed)
        assert not found["differ"] and not found["wrong"], (seed, found)


TRIANGLE = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
OPTIONS = {
    "forces": {},
    "weight": {"weight": 1.0},
    "inputs": {"actuation": np.eye(2)},
    "compromise": {"compromise": True},
}


@pytest.mark.parametrize("option", OPTIONS)
def test_a_demand_of_zero_is_as_large_as_the_others(option):
    """Three rows of which the last is the sum; angles turn the rows, or the coordinates."""
    plant = zw.System([1.0, 1.0], None)
    row = lambda i: zw.AccelerationLevel(
        lambda p: p["A"][i : i + 1], lambda p: p["b"][i : i + 1], name="abc"[i]
    )
    controller = zw.track(plant, [row(i) for i in range(3)], **OPTIONS[option])
    state = np.zeros(2), np.zeros(2), 0.0
    for second, angle in ((0.0, 0.0), (0.3, 0.0), (0.0, 0.7), (0.0, np.pi / 2)):
        c, s = np.cos(angle), np.sin(angle)
        for off, fits in ((3e-9, True), (1e-3, option == "compromise")):
            b = np.array([1.0, second, 1.0 + second + off])
            p = {"A": TRIANGLE @ np.array([[c, -s], [s, c]]), "b": b}
            assert (controller.status(*state, p) == zw.Status.OK) == fits
            report = controller.check(*state, p)
            assert report.ok == (off < 1e-6)
            assert report.conflicting == (() if report.ok else ("a", "b", "c"))
            if not report.ok:
                assert "'a', 'b' and 'c' contradict each other" in report.problems[0]
