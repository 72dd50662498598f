"""Large mechanisms looked at by sparse means: the report and the reactions that dense ones give."""

from dataclasses import fields

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.bodies.test_mechanism import loop
from zwang.bodies.along import undetermined
from zwang.engine.large import assembled_by_parts
from zwang.engine.large.instant import check as checks
from zwang.engine.large.instant.structure import structure_of
from zwang.engine.large.rows import observed
from zwang.integrate.course import State
from zwang.solvers.sparse import metric
from zwang.system import elements
from zwang.zoo.mechanisms import ladder, net, scissor_lift, truss

J = zw.joints


LOOP = loop()


def states():
    """The start, and states off the joints, on positions and on velocities."""
    rng = np.random.default_rng(2)
    q, qd = LOOP.start()
    away = rng.normal(size=len(q))
    return {
        "start": (q, qd),
        "off positions": (q + 1e-6 * away, qd),
        "off velocities": (q, qd + 1e-6 * away),
        "far off": (q + 0.05 * away, qd + away),
    }


def agree(found, dense):
    """Two reports say the same."""
    for field in fields(dense):
        a, b = getattr(found, field.name), getattr(dense, field.name)
        if field.name == "residuals":
            assert [(x.name, x.level) for x in a] == [(x.name, x.level) for x in b]
            for what in ("raw", "scaled", "allowed"):
                values = ([getattr(x, what) for x in y] for y in (a, b))
                np.testing.assert_allclose(*values, rtol=1e-7, atol=1e-13)
        elif field.name.startswith("condition"):
            assert a == pytest.approx(b, rel=1e-6)
        elif field.name == "problems":
            assert len(a) == len(b)
        elif field.name != "solver":
            assert a == b, field.name


@pytest.mark.parametrize("name", states())
def test_the_sparse_report_is_the_dense_one(monkeypatch, name):
    system, state = LOOP.system(definite=True), states()[name]
    found = zw.check(system, *state)
    assert found.solver.startswith("sparse")
    monkeypatch.setattr(elements, "MANY", np.inf)
    dense = zw.check(system, *state)
    assert found.ok == (name == "start") == dense.ok
    agree(found, dense)


def test_what_is_loose_of_a_reaction_is_so_by_both_means():
    system, (q, qd) = LOOP.system(definite=True), LOOP.start()
    dense = undetermined.Dense(system, q, qd, 0.0, None)
    sparse = undetermined.Sparse(system, q, qd, 0.0, None)
    rng = np.random.default_rng(0)
    along = rng.normal(size=(len(q), 6))
    for name, rows in dense.rows.groups:
        assert dense.is_unique(rows) == sparse.is_unique(rows)

        def exert(lam, rows=rows):
            own = list(rows)
            return lam[:, own] @ dense.A[own] @ along

        for a, b in zip(dense.directions(rows, exert), sparse.directions(rows, exert), strict=True):
            assert a.shape == b.shape, name
            np.testing.assert_allclose(a.T @ a, b.T @ b, atol=1e-6)


def test_a_lift_is_known_by_its_count_of_rows():
    """3k − 2 rows too many, one freedom; hinges share what they hold across the plane."""
    k = 15
    report = scissor_lift(k).mechanism.check()
    assert report.ok and report.degrees_of_freedom == 1
    too_many = sum(len(x.rows) - x.rank for x in report.dependencies)
    assert report.rank == report.m - (3 * k - 2) and too_many == 3 * k - 2
    assert not report.unique["foot"] and report.unique["right 1.norm"]
    assert report.undetermined["foot"] == (
        "its force along (0, 1, 0)",
        "its torque along (0, 0, 1)",
    )
    q, qd = scissor_lift(k).mechanism.start()
    spoiled = scissor_lift(k).mechanism.check(q + 1e-3 * np.arange(len(q)), qd)
    assert not spoiled.ok and any("off the constraints" in text for text in spoiled.problems)


def test_rows_that_contradict_each_other_are_named():
    """A chain between two walls, and a rod that is too long for it."""
    bodies = [zw.Particle(1.0, p_WB=[float(i), 0.0], name=f"b{i}") for i in range(20)]
    rods = [J.Distance(a, b, name=f"r{a.name}") for a, b in zip(bodies, bodies[1:], strict=False)]
    ends = [
        J.Distance(zw.GROUND, bodies[i], point_1=[float(i), 1.0, 0], name=f"e{i}") for i in (0, 19)
    ]
    long = J.Distance(bodies[3], bodies[4], length=1.5, name="long")
    report = zw.Mechanism(bodies, [*rods, *ends, long]).check()
    assert not report.ok and set(report.inconsistent_position) == {"rb3", "long"}
    assert report.redundant_groups == ("rb3", "long")


def test_least_multipliers_are_told_however_small_the_smallest_singular_value_is(monkeypatch):
    """Of 600 stages it is 3e-7: the least are those that are orthogonal to all circuits."""
    mechanism = scissor_lift(600).mechanism
    system, (q, qd) = mechanism.system(definite=True), mechanism.start()
    found, p, row = checks.large_at(system, q, qd, 0.0, None)
    structure = structure_of(found.plan, row.M, row.A)
    assert structure is not None
    now = State(np.asarray(0.0), q, qd)
    seen = observed(found, p, [now], zw.Sparse(), 0)
    lam = seen.multipliers[0] * row.lengths
    assert seen.status[0] == zw.Status.OK and np.isfinite(lam).all()
    assert np.abs(structure.N @ lam).max() < 1e-9 * np.abs(lam).max()
    loose = lam + structure.N[[7]].toarray()[0] * np.abs(lam).max()
    assert np.abs(structure.N @ loose).max() > 1e-2 * np.abs(lam).max()
    # What cannot be told has a status.
    monkeypatch.setattr(metric, "LEFT_IN", -1.0)
    told = observed(found, p, [now], zw.Sparse(), 0)
    assert told.status[0] == zw.Status.INACCURATE and np.isnan(told.multipliers).all()


def test_a_bar_that_is_moved_contradicts_nothing_though_its_rows_are_redundant():
    lift = scissor_lift(40).mechanism
    (q, qd), system = lift.start(), lift.system(definite=True)
    q = q.copy()
    q[7 * 40 + 2] += 1e-3  # out of the plane, which the joints of its loop forbid twice
    report = zw.check(system, q, qd)
    assert not report.ok and report.inconsistent_position == ()
    assert zw.check(system, *lift.assemble(q, qd)).ok


def test_what_sparse_means_cannot_do_is_refused_by_name(monkeypatch):
    monkeypatch.setattr(checks, "LARGEST", 0)
    free = zw.Mechanism([zw.Particle(0.0, name=f"b{i}") for i in range(12)])
    with pytest.raises(ValueError, match="`check` of 36 coordinates and 0 rows is by sparse"):
        free.check()


def test_the_start_that_is_assembled_is_the_nearest_one(monkeypatch):
    rng, (q, qd) = np.random.default_rng(0), LOOP.start()
    guess = q + 1e-3 * rng.normal(size=len(q)), qd + 1e-2 * rng.normal(size=len(q))
    system = LOOP.system(definite=True)
    first, second = map(np.asarray, guess)
    found = assembled_by_parts(system, first, second, 0.0, None, np.ones(len(q), bool))
    assert found is not None
    np.testing.assert_array_equal(LOOP.assemble(*guess)[0], found[0])
    monkeypatch.setattr(elements, "MANY", np.inf)
    for x, y in zip(found, LOOP.assemble(*guess), strict=True):
        np.testing.assert_allclose(x, y, atol=1e-12)


def test_a_large_start_is_assembled_and_what_cannot_be_is_named(monkeypatch):
    lift = scissor_lift(15).mechanism
    rng, (q, qd) = np.random.default_rng(1), lift.start()
    guess = q + 1e-4 * rng.normal(size=len(q)), qd + 1e-2 * rng.normal(size=len(q))
    x, v = lift.assemble(*guess)
    assert lift.check(x, v).ok and not lift.check(*guess).ok
    held, _ = lift.assemble(*guess, hold="right 3.z")
    place = [*(lift.system().coordinates or ("",))].index("right 3.z")
    assert held[place] == guess[0][place] and lift.check(held, qd).residuals[0].ok
    monkeypatch.setattr("zwang.engine.large.instant.assemble.LARGEST", 0)
    with pytest.raises(zw.NumericalError, match="'foot"):
        lift.assemble(*guess, hold=["right 1", "left 3", "left 4"])


def test_members_of_a_large_ensemble_move_as_alone():
    lift = scissor_lift(8).mechanism
    q, qd = lift.start()
    speeds = np.linspace(0.5, 1.0, 5)[:, None] * qd
    found = zw.simulate_many(lift, q, speeds, (0.0, 0.05), threads=2)
    assert "kinds of parts" in found.engine and "2 threads" in found.engine
    assert "too many for straight-line C" in found.engine  # and not for C, in which they move
    for i in (0, 3):
        alone = lift.simulate((0.0, 0.05), qd0=speeds[i])
        np.testing.assert_array_equal(np.ravel(found.q[i]), alone.q[-1])


LARGE = {"net": net(4), "ladder": ladder(2), "truss": truss(8)}
TOO_MANY = {"net": 0, "ladder": 6, "truss": 8}


@pytest.mark.parametrize("name", LARGE)
def test_large_machines_of_the_zoo_move_as_their_answers_say(name):
    machine = LARGE[name]
    report = machine.mechanism.check()
    assert report.ok and report.degrees_of_freedom == machine.mobility
    assert report.counted == machine.counted
    assert report.rank == report.m - TOO_MANY[name]
    motion = machine.simulate()
    assert "kinds of parts" in motion.engine
    assert machine.error(motion) <= 1e-10
    assert np.ptp(motion.energy) <= 1e-9 * np.abs(motion.energy).max()


def test_of_a_braced_storey_no_bar_force_is_known_and_the_foot_bears_the_weight():
    """From rest the tower begins to fall: the foot bears all but what falls already."""
    machine = LARGE["truss"]
    report = machine.mechanism.check()
    assert report.unique["foot"] and report.unique["0 left to 0 right"] is False
    assert not report.unique["7 left to 8 right"]
    assert len(report.dependencies) == 1  # neighbours share their beams
    q, qd = machine.mechanism.start()
    solution = machine.mechanism.system(definite=True).acceleration(q, qd)
    falling = np.asarray(solution.qdd).reshape(-1, 2).mean(axis=0)
    foot = machine.mechanism.reaction("foot").force
    np.testing.assert_allclose(foot[:2], falling + [0.0, 9.81], rtol=1e-9)


def test_circuits_of_a_long_machine_are_short_and_give_all_that_is_loose(monkeypatch):
    """As many as there are redundant rows, each zero, whose span is that of the long ones."""
    monkeypatch.setattr("zwang.engine.large.instant.circuits.SHORT", 12)
    lift = scissor_lift(40).mechanism
    found, _, row = checks.large_at(lift.system(definite=True), *lift.start(), 0.0, None)
    structure = structure_of(found.plan, row.M, row.A)
    assert structure is not None
    N, lengths = structure.N, structure.lengths
    assert N.shape[0] == row.A.shape[0] - structure.rank
    exerted = np.abs((N / lengths) @ row.A).max()
    assert exerted <= 1e-10 * np.abs(row.A.data).max() / lengths.min()
    assert np.linalg.matrix_rank(N.toarray()) == N.shape[0]
    assert np.diff(N.indptr).max() <= 100
    plan = found.plan
    with plan.lock:
        long = metric.combinations(plan, np.flatnonzero(plan.held["dead"]))
    whole = np.zeros(N.shape)
    whole[:, plan.held["S"]] = long.toarray()
    assert np.diff(long.indptr).max() > 100
    both = np.linalg.matrix_rank(np.vstack([N.toarray(), whole]), tol=1e-8)
    assert both == N.shape[0]


def test_a_force_that_users_wrote_makes_no_start_dense(monkeypatch):
    """What holds a start are rows; a load of time is none, and so nothing is written out for it."""

    def refuse(*given):
        raise AssertionError("it is looked at as a whole")

    monkeypatch.setattr("zwang.engine.near.near_parts", refuse)
    cars = [zw.PlanarBody(1.0, 0.1, p_WB=[i, 0.0], name=f"car {i}") for i in range(12)]
    rails = [
        zw.joints.Prismatic(zw.GROUND, car, [i, 0.0], [1.0, 0.0], name=f"rail {i}")
        for i, car in enumerate(cars)
    ]
    pull = zw.Load(cars[0], force=lambda t: jnp.array([jnp.sin(t), 0.0]))
    train = zw.Mechanism(cars, rails, [pull])
    q, qd = train.start()
    q, qd = train.assemble(q + 1e-3, qd)
    np.testing.assert_allclose(q.reshape(12, 3)[:, 0], np.arange(12) + 1e-3, atol=1e-12)
    np.testing.assert_allclose(q.reshape(12, 3)[:, 1:], 0.0, atol=1e-12)


@pytest.mark.parametrize("length", [1.0, 1000.0])
def test_drives_of_a_machine_at_rest_are_met_by_sparse_means(length, monkeypatch):
    """How near is near enough follows from the speeds that are found: the guess has none."""
    monkeypatch.setattr("zwang.engine.large.instant.assemble.LARGEST", 0)
    monkeypatch.setattr("zwang.engine.large.instant.assemble.AROUND", 0)
    rates, bodies, joints = np.random.default_rng(0).uniform(1.0, 5.0, 40), [], []
    for i, rate in enumerate(rates):
        place = [i * length, 0.0, 0.0]
        body = zw.RigidBody(1.0, [0.1, 0.2, 0.3], p_WB=place, name=f"b{i}")
        hinge = J.Revolute(zw.GROUND, body, point=place, axis=[0, 0, 1], name=f"h{i}")
        bodies.append(body)
        joints += [hinge, J.Driven(hinge, lambda t, rate=rate: jnp.sin(rate * t), name=f"d{i}")]
    q, qd = zw.Mechanism(bodies, joints).assemble()
    np.testing.assert_allclose(2.0 * qd[6::7], rates, rtol=1e-14)
    np.testing.assert_array_equal(q[::7], length * np.arange(40))
