"""Starts at rest in a singular configuration: refused where nothing leads on, whatever the size."""

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.consistency import nearness
from zwang.engine.large import large_machine
from zwang.integrate.options import Options
from zwang.integrate.problem import request
from zwang.motion.simulate import chosen

WEIGHT = np.array([0.3, -9.81])


def turned(angle):
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s], [s, c]])


def chain(
    count, *, angle=0.0, unit=1.0, span=1.0, speed=0.0, mass=1.0, far=0.0, power=4, twice=False
):
    """Rods of one length between two walls; taut if these are ``span = 1`` apart.

    With a shorter span it hangs in an arc of equal rods. The last may be stated twice, and a wall
    may come nearer with a power of time.
    """
    length, R = unit / count, turned(angle)
    if span == 1.0:
        points = np.stack([np.arange(1, count), np.zeros(count - 1)], 1) * length
        end = np.array([unit, 0.0])
    else:
        turns = np.linspace(-1.0, 1.0, count)
        steps = length * np.stack([np.cos(turns), np.sin(turns)], 1)
        points, end = np.cumsum(steps, axis=0)[:-1], steps.sum(axis=0)
    walls = np.stack([np.zeros(2), end]) @ R.T + far

    def rods(q, t):
        wall = jnp.asarray(walls[1:]) - speed * t**power * jnp.asarray(R[:, 0])
        ends = jnp.concatenate([walls[:1], q.reshape(-1, 2), wall])
        found = ((jnp.diff(ends, axis=0) ** 2).sum(axis=1) - length**2) / unit
        return jnp.concatenate([found, found[-1:] * (2.0 + q[-1])]) if twice else found

    force = np.tile(R @ WEIGHT * mass * unit, count - 1)
    system = zw.System(mass, force, [zw.Holonomic(rods, name="rods")])
    return system, (points @ R.T + far).ravel(), np.zeros(2 * count - 2)


WAYS = {
    "as it is": {},
    "turned": {"angle": 0.7},
    "in millimetres": {"unit": 1e3},
    "heavy, and far from the origin": {"mass": 1e4, "far": 30.0},
}
SIZES = [(count, way) for count in (3, 10) for way in WAYS] + [(60, "all at once")]
WAYS["all at once"] = {name: x for way in WAYS.values() for name, x in way.items()}


@pytest.mark.parametrize("count, way", SIZES)
def test_a_taut_chain_between_two_walls_is_refused_at_once(count, way):
    """It has one place on its constraints, and no finite force holds its weight."""
    start = chain(count, **WAYS[way])
    motion = zw.simulate(*start, (0.0, 0.1), throw=False, max_steps=100)
    assert motion.status == zw.Status.INCONSISTENT and motion.t[-1] == 0.0
    assert "singular configuration" in motion.detail and "rods[0]" in motion.detail


@pytest.mark.parametrize("count, way", SIZES)
def test_check_warns_of_it_and_of_nothing_where_the_chain_hangs(count, way):
    found = zw.check(*chain(count, **WAYS[way]))
    assert any("In a singular configuration" in x and "rods[0]" in x for x in found.warnings)
    found = zw.check(*chain(count, span=0.5, **WAYS[way]))
    assert found.ok and not found.warnings


def test_larger_ones_are_told_by_sparse_means():
    start = chain(250)
    assert any("In a singular configuration" in x for x in zw.check(*start).warnings)
    motion = zw.simulate(*start, (0.0, 0.1), throw=False)
    assert motion.status == zw.Status.INCONSISTENT and motion.t[-1] == 0.0
    for more in ({}, {"twice": True}, {"twice": True, "speed": 0.5, "power": 2}):
        assert not zw.check(*chain(250, span=0.5, **more)).warnings


def test_a_chain_of_distances_between_particles_is_refused_too():
    count = 30
    at = np.arange(count + 1) / count
    points = [zw.Particle(1.0, p_WB=[x, 0.0], name=f"b{i}") for i, x in enumerate(at[1:-1])]
    ends = [zw.GROUND, *points, zw.GROUND]
    rods = [
        zw.joints.Distance(*ends[i : i + 2], points=([at[i], 0.0], [at[i + 1], 0.0]))
        for i in range(count)
    ]
    motion = zw.Mechanism(points, rods, [zw.Gravity()]).simulate((0.0, 0.1), throw=False)
    assert motion.status == zw.Status.INCONSISTENT and motion.t[-1] == 0.0


def test_without_weight_across_it_rests():
    system, q0, qd0 = chain(10)
    along = np.tile([1.0, 0.0], 9)
    motion = zw.simulate(zw.System(1.0, along, system.constraints), q0, qd0, (0.0, 0.1))
    assert motion.status == zw.Status.OK and np.abs(motion.q - q0).max() <= 1e-12


def supported(body, joints, weight=(0.0, -9.81, 0.0)):
    """A body, joined to the ground at points."""
    ends = zw.GROUND, body
    made = [kind(*ends, point=x, name=f"{i}") for i, (kind, x) in enumerate(joints)]
    return zw.Mechanism([body], made, [zw.Gravity(weight)])


BEAM = zw.PlanarBody(2.0, 0.7, p_WB=[0.5, 0.0], name="beam")
PLATE = zw.RigidBody(2.0, [0.5, 0.6, 0.7], p_WB=[0.3, 0.1, 0.0], name="plate")
ROD = zw.RigidBody(2.0, [0.5, 0.6, 0.7], p_WB=[0.3, 0.0, 0.0], name="rod")
ENDS = [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]
SQUARE = [[x, y, 0.0] for x in (-1.0, 1.0) for y in (-1.0, 1.0)]
BALL, PIN, WELD = zw.joints.Spherical, zw.joints.Revolute, zw.joints.Fixed
SUPPORTED = {
    "a beam on two pins": supported(BEAM, [(PIN, x) for x in ENDS]),
    "a beam on a weld and a pin": supported(BEAM, [(WELD, ENDS[0]), (PIN, ENDS[1])]),
    "a plate on four balls": supported(PLATE, [(BALL, x) for x in SQUARE], (-9.81, 0.0, -1.0)),
    "a rod that may spin between two balls": supported(ROD, [(BALL, x) for x in ENDS]),
}


@pytest.mark.parametrize("name", SUPPORTED)
def test_rounding_of_an_acceleration_is_no_direction_to_look_in(name):
    """Bodies on more supports than they need stay: −5e−47 of q̈ was followed, and refused."""
    mechanism = SUPPORTED[name]
    motion = mechanism.simulate((0.0, 2.0))
    assert motion.status == zw.Status.OK and np.abs(motion.q - motion.q[0]).max() <= 1e-12
    q0, qd0 = mechanism.start()
    many = zw.simulate_many(mechanism.system(), np.stack(2 * [q0]), qd0, (0.0, 2.0))
    assert many.engine.startswith("native") and many.ok.all()


def machines(mechanism):
    """By all means that there are, and the start."""
    q0, qd0 = mechanism.start()
    for engine in ("native", "jax"):
        asked = request(mechanism.system(), q0, qd0, (0.0, 1.0), None, Options(engine=engine))
        yield chosen(asked), asked.start
    yield large_machine(asked.setup.program, asked.parameters, len(q0)), asked.start


@pytest.mark.parametrize("unit", [1e-6, 1.0, 1e6])
def test_what_is_rounding_is_judged_in_the_metric_by_all_means(unit):
    """In parts of what the weight alone would do, whatever the unit of mass."""
    plate = zw.RigidBody(2.0 * unit, np.array([0.5, 0.6, 0.7]) * unit, name="plate")
    for machine, start in machines(supported(plate, [(BALL, x) for x in ENDS])):
        judged = [machine.accelerates(start, x * np.eye(7)[0]) for x in (0.0, 1e-13, 1e-11)]
        assert judged == [False, False, True], machine.name


def test_rows_that_time_changes_are_not_judged_by_how_they_are_at_the_start():
    """Walls that come nearer make room, later: nothing is refused before it is tried."""
    motion = zw.simulate(*chain(3, speed=1.0), (0.0, 0.1), throw=False, max_steps=50)
    assert "At rest in a singular" not in motion.detail


def parallelogram(force):
    """Flat: cranks and coupler lie on one line, and two ways lead on."""

    def rods(q):
        a, b = q[:2], q[2:]
        c = b - jnp.array([2.0, 0.0])
        return jnp.stack([a @ a - 1.0, (b - a) @ (b - a) - 4.0, c @ c - 1.0])

    system = zw.System(1.0, force, [zw.Holonomic(rods, name="rods")])
    return system, np.array([1.0, 0.0, 3.0, 0.0]), np.zeros(4)


def test_where_several_ways_lead_on_none_is_chosen_by_accident():
    """The weights would turn the cranks differently, which no way allows."""
    start = parallelogram(np.array([0.0, -9.81, 0.0, -5.0]))
    motion = zw.simulate(*start, (0.0, 0.1), throw=False)
    assert motion.status == zw.Status.BRANCH_NOT_ASSURED and motion.t[-1] == 0.0
    assert len(zw.branches(*start)) == 2


def test_a_motion_that_ends_where_it_begins_has_a_balance():
    """No work is done in no time."""
    motion = zw.simulate(*chain(3), (0.0, 0.1), throw=False)
    balance = motion.balance()
    assert len(motion.t) == 1 and balance.works.shape == (len(balance.names), 1)
    assert not balance.works.any() and balance.error == 0.0 and "Balance of work" in str(balance)


def test_the_look_around_takes_few_decompositions(monkeypatch):
    """Singular vectors of where one stands; elsewhere values are enough, and once for each use."""
    system, q, qd = chain(10, span=0.5)
    whole, own = [], np.linalg.svd

    def counted(x, *args, **kwargs):
        whole.append(kwargs.get("compute_uv", True))
        return own(x, *args, **kwargs)

    monkeypatch.setattr(nearness.np.linalg, "svd", counted)
    nearness.rank_around(system, q, qd, 0.0, None)
    assert sum(whole) == 2 and len(whole) <= 2 + 2 * 4 * nearness.ALONG


def loaded(start, loads):
    """An ensemble over the forces on a start at rest, few steps allowed; and its members alone."""
    system, q0, qd0 = start
    system = zw.System(1.0, lambda p: jnp.asarray(p["load"]), system.constraints)
    given = system, q0, qd0, (0.0, 0.1)
    many = zw.simulate_many(*given, {"load": loads}, max_steps=100)
    alone = [zw.simulate(*given, {"load": x}, max_steps=100, throw=False) for x in loads]
    return many, [x.status for x in alone]


@pytest.mark.parametrize("way", ["as it is", "all at once"])
def test_a_member_that_is_stuck_has_the_status_of_its_motion(way):
    """Beside members that rest, under a force along the chain."""
    start = chain(4, **WAYS[way])
    R = turned(WAYS[way].get("angle", 0.0))
    loads = np.stack([np.tile(R @ x, 3) for x in ([1.0, 0.0], WEIGHT, [2.0, 0.0], -WEIGHT)])
    many, alone = loaded(start, loads)
    assert many.engine.startswith("native") and many.status.tolist() == alone
    assert many.status.tolist()[1::2] == 2 * [zw.Status.INCONSISTENT]
    assert many.ok.tolist() == [True, False, True, False]
    assert (many.accepted[1::2] == 0).all() and np.isnan(many.q[1::2]).all()


def test_a_member_from_which_several_ways_lead_on_is_told_so():
    start = parallelogram(np.zeros(4))
    apart, one_way = np.array([0.0, -9.81, 0.0, -5.0]), np.zeros(4)
    many, alone = loaded(start, np.stack([apart, one_way]))
    assert many.status.tolist() == alone
    assert many.status[0] == zw.Status.BRANCH_NOT_ASSURED


def test_members_of_rows_that_time_changes_are_not_judged_by_the_start():
    start = chain(3, speed=1.0)
    many, alone = loaded(start, np.tile(WEIGHT, 2)[None])
    assert many.status.tolist() == alone and many.accepted[0] + many.rejected[0] > 0


@pytest.mark.slow
def test_a_member_that_is_stuck_is_told_by_JAX_too():
    system, q0, qd0 = chain(4)
    system = zw.System(1.0, lambda p: jnp.asarray(p["load"]), system.constraints)
    loads = np.stack([np.tile(x, 3) for x in ([1.0, 0.0], WEIGHT)])
    many = zw.simulate_many(system, q0, qd0, (0.0, 0.1), {"load": loads}, engine="jax")
    assert many.status.tolist() == [zw.Status.OK, zw.Status.INCONSISTENT]
    assert many.t_end[1] == 0.0 and many.accepted[1] == 0 and np.isnan(many.q[1]).all()
