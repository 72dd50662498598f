"""Singular configurations are crossed however the linkage is stated, and told alike."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.motion.parallelograms import FORMS, GRAVITY, Row, flattened, judge, singular_mass
from zwang.integrate import rank_watch
from zwang.integrate.projection import project
from zwang.integrate.singular import told

END = 2.0
TOLERANCES = (1e-6, 1e-8, 1e-9, 1e-10, 1e-11)
PLANE = ("pins", "absolute_angles", "relative_angles")


def starts(count, seed=0):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        speed = rng.choice([-1, 1]) * rng.uniform(0.5, 8.0)
        yield float(rng.uniform(-np.pi, np.pi)), float(speed)


def missed(row, form, start, options, times=(0.0, END)):
    """How far a motion is off the judge's, at all its times; its rank changes are the judge's."""
    stated, smooth = FORMS[form](row), judge(row, start[0], start[1], END)
    q, qd = stated.state(*start)
    motion = zw.simulate(stated.system, q, qd, times, engine="native", **options)
    changes = motion.rank_changes
    assert len(changes) == flattened(smooth.sol(np.linspace(0.0, END, 2001))[0]), (form, start)
    for change in changes:
        assert change.assured and change.before - change.at == row.N
        assert abs(np.sin(smooth.sol(change.t)[0])) <= 1e-4
    wanted = [stated.state(*smooth.sol(t))[0] for t in motion.t]
    return np.abs(motion.q - wanted).max() / max(1.0, np.abs(wanted).max())


@pytest.mark.parametrize("form", PLANE)
def test_every_statement_crosses_at_every_tolerance(form):
    for start in [*starts(2), (-2.0379, -4.561)]:  # the last turns back just behind it
        for rtol in TOLERANCES:
            off = missed(Row(2), form, start, {"rtol": rtol})
            assert off <= 1e3 * rtol + 1e-10, (start, rtol)


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_bodies_cross_too(form):
    for start in starts(2):
        for rtol in (1e-6, 1e-9):
            assert missed(Row(1, 1.0, 2.0), form, start, {"rtol": rtol}) <= 1e3 * rtol + 1e-10


@pytest.mark.parametrize("form, N", [("hinges_in_space", 2), ("planar_bodies", 10)])
def test_mechanisms_cross_by_sparse_factors(form, N):
    """Rows that are redundant, and ten ranks at once."""
    for start, rtol in zip(starts(3), (1e-6, 1e-9, 1e-11), strict=True):
        assert missed(Row(N), form, start, {"rtol": rtol}) <= 1e3 * rtol + 1e-10, (start, rtol)
    (start,) = starts(1)
    assert missed(Row(N), form, start, {"step": 0.02}) <= 1e-8
    assert missed(Row(N), form, start, {}, np.linspace(0.0, END, 31)) <= 1e-8


def test_a_wide_tolerance_takes_fewer_steps_where_coordinates_are_zero_along_the_motion():
    """Of these only `atol` is tolerated; what is left in accelerations by `rtol` was more."""
    stated, steps = FORMS["hinges_in_space"](Row(3)), []
    for rtol in (1e-4, 1e-6, 1e-9):
        q, qd = stated.state(1.9683349641197863, 0.6239572664639682)
        motion = zw.simulate(stated.system, q, qd, (0.0, 0.4), rtol=rtol)
        steps.append(motion.stats["accepted"] + motion.stats["rejected"])
    assert steps[0] <= steps[1] <= steps[2] < 100, steps


def test_a_mechanism_by_sparse_factors_tells_what_others_tell():
    """In a singular configuration, on a branch out of it, at an event within a crossing."""
    row, ends = Row(2, 1.0, 1.5), []
    stated = FORMS["hinges_in_space"](row)
    q, qd = stated.state(0.0, 3.0)
    with pytest.raises(zw.NumericalError, match="of A0.x, .* and 1 others falls from 34 to 32"):
        zw.simulate(stated.system, q, qd, (0.0, 1.0))
    way = zw.branches(stated.system, q, qd)[0]
    motion = zw.simulate(stated.system, q, qd, (0.0, 0.3), branch=way)
    wanted, _ = stated.state(*judge(row, 0.0, 3.0, 0.3).y[:, -1])
    np.testing.assert_allclose(motion.q[-1], wanted, atol=1e-9)
    low = zw.Event(lambda q: q[1] - 0.01, name="low")
    for form in ("hinges_in_space", "planar_bodies"):
        given = FORMS[form](row)
        motion = zw.simulate(given.system, *given.state(0.5, -3.0), (0.0, 0.4), events=low)
        ends.append(motion.events["low"].t[0])
    np.testing.assert_allclose(ends[0], ends[1], atol=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("form", ["hinges_in_space", "planar_bodies"])
@pytest.mark.parametrize("N", [3, 5, 10, 40])
def test_many_parallelograms_of_bodies_cross_at_every_tolerance(form, N):
    for start in starts(2):
        for rtol in TOLERANCES:
            assert missed(Row(N), form, start, {"rtol": rtol}) <= 1e3 * rtol + 1e-10


@pytest.mark.slow
def test_a_singular_mass_matrix_crosses_at_the_quaternion_of_no_turn():
    stated, start = singular_mass(Row(1)), (0.8605556614246863, 0.8073014295214602)
    smooth = judge(Row(1), *start, END)
    for rtol in (1e-6, 1e-9):
        motion = zw.simulate(stated.system, *stated.state(*start), (0.0, END), rtol=rtol)
        wanted, _ = stated.state(*smooth.y[:, -1])
        assert np.abs(motion.q[-1] - wanted).max() <= 1e3 * rtol + 1e-10
        passed = flattened(smooth.sol(np.linspace(0.0, END, 2001))[0])
        assert len(motion.rank_changes) == passed > 0


@pytest.mark.parametrize("form", PLANE)
def test_fixed_steps_and_asked_times_cross(form):
    (start,) = starts(1)
    for step in (0.02, 0.003):
        assert missed(Row(2), form, start, {"step": step}) <= 1e-8
    times = np.linspace(0.0, END, 301)
    assert missed(Row(2), form, start, {}, times) <= 1e-8


def test_fixed_steps_are_reported_within_a_crossing():
    stated = FORMS["pins"](Row(2))
    motion = zw.simulate(stated.system, *stated.state(0.5, -3.0), (0.0, 1.0), step=0.01)
    assert motion.rank_changes
    np.testing.assert_allclose(np.diff(motion.t), 0.01, rtol=1e-9)


@pytest.mark.parametrize("form", ["pins", "absolute_angles", "relative_angles"])
def test_fixed_steps_cross_slowly_and_back_again(form):
    """A row that turns back just behind the line is near it for many steps, which are rounding."""
    stated, first, pull = FORMS[form](Row(1)), -0.55, 2 * GRAVITY * 2.0 / (5.0 / 3.0)
    for highest in (1e-2, 1e-3, 3e-4, 1e-4, 3e-5):
        speed = float(np.sqrt(pull * (np.sin(highest) - np.sin(first))))
        smooth = judge(Row(1), first, speed, 0.8).sol
        for step in (1e-3, 3e-3, 5e-3):
            state = stated.state(first, speed)
            motion = zw.simulate(stated.system, *state, (0.0, 0.8), step=step)
            wanted = [stated.state(*x)[0] for x in smooth(motion.t).T]
            assert np.abs(motion.q - wanted).max() <= 1e-9
            np.testing.assert_allclose(np.diff(motion.t)[:-2], step, rtol=1e-9)
            assert 1 <= len(motion.rank_changes) <= 2  # so near each other, they may be told as one


def test_fixed_steps_that_are_never_across_are_helped_by_another():
    """Of a tenth of a turn and more: no number of them is exact; the reported times stay theirs."""
    stated = FORMS["pins"](Row(2))
    for start, step in (((2.325334640180267, -7.215861795605945), 0.1), ((2.98, -7.23), 0.15)):
        motion = zw.simulate(stated.system, *stated.state(*start), (0.0, 1.5), step=step)
        assert len(motion.rank_changes) > 1
        np.testing.assert_allclose(np.diff(motion.t), step, rtol=1e-9)
        smooth = judge(Row(2), *start, 1.5).sol(motion.t)
        wanted = [stated.state(*x)[0] for x in smooth.T]
        assert np.abs(motion.q - wanted).max() <= 0.02  # with steps of 40 to 60 degrees
    with pytest.raises(zw.NumericalError, match="steps of 0.1 lead: take shorter ones"):
        state = stated.state(-2.835238921937138, -7.993820862988036)
        zw.simulate(stated.system, *state, (0.0, 2.0), step=0.1)


def test_passages_behind_the_end_are_not_counted():
    """The end, or an event, may lie within a step across and before the configuration."""
    stated, (start,) = FORMS["pins"](Row(2)), starts(1)
    q, qd = stated.state(*start)
    place = zw.simulate(stated.system, q, qd, (0.0, END)).rank_changes[0].t
    early = zw.Event(lambda t: t - (place - 1e-3), name="early")
    ways: list[dict[str, Any]] = [{}, {"step": 0.02}, {"events": early}]
    for options, end in zip(ways, (place - 1e-3, place - 1e-3, END), strict=True):
        motion = zw.simulate(stated.system, q, qd, (0.0, end), **options)
        assert motion.stats["crossings"] == 0 and not motion.rank_changes
        many = zw.simulate_many(stated.system, q[None], qd[None], (0.0, end), **options)
        assert many.crossings.tolist() == [0] and many.status.tolist() == [zw.Status.OK]


@pytest.mark.parametrize("form", PLANE)
def test_what_rounding_leaves_open_is_known(form):
    """States that differ by rounding are brought back to states that differ by less than noise."""
    stated, rng = FORMS[form](Row(2)), np.random.default_rng(3)
    back = jax.jit(lambda q, qd: project(stated.system, 0.0, q, qd, None, 4))
    rank = len(stated.system.constraints[0].name)
    sizes, sigmas, full = jnp.zeros(rank), [], jnp.asarray(rank)
    for theta in (1.0, 0.013, 0.01):  # θ̇ = −3
        q, qd = map(jnp.asarray, stated.state(theta, -3.0))
        there = back(q, qd)
        sight = rank_watch.look(there.M, there.A, sizes, full)
        sizes, sigmas = sight.sizes, [*sigmas, sight.sigma(full)]
    others = [back(q + a, qd + 3 * b) for a, b in 4e-16 * rng.normal(size=(20, 2, len(q)))]
    spread = np.max([np.abs(np.append(x.q - there.q, x.qd - there.qd)) for x in others], axis=0)
    times, last = jnp.array([0.0, 0.329, 0.33]), max(x.last for x in others)
    noise = rank_watch.noise(sight.reach, sight.weight, q, qd, times, jnp.array(sigmas), last)
    assert (spread <= np.asarray(noise)).all() and np.max(noise) <= 1e-9
    assert spread.max() > 1e-14  # more than at a place where no rank is lost


# -- branches --------------------------------------------------------------------------------------


@pytest.mark.parametrize("off", [0.0, 1e-3])
def test_branches_do_not_depend_on_the_statement(off):
    shares = []
    for form in PLANE:
        stated = FORMS[form](Row(2, 1.0, 1.5))
        ways = zw.branches(stated.system, *stated.state(off, 1.0))
        assert len(ways) == 4  # each loop may fold or not
        shares.append([way.share for way in ways])
        at, along = stated.state(0.0, 1.0)
        np.testing.assert_allclose(ways[0].q, at, atol=1e-5)
        np.testing.assert_allclose(ways[0].qd, along, atol=1e-5)
    np.testing.assert_allclose(shares, [shares[0]] * 3, atol=1e-5)


def test_a_chosen_branch_is_followed():
    row, ends = Row(2, 1.0, 1.5), []
    for form in ("absolute_angles", "relative_angles"):
        stated = FORMS[form](row)
        q, qd = stated.state(0.0, 3.0)
        with pytest.raises(zw.NumericalError, match="falls from 4 to 2") as caught:
            zw.simulate(stated.system, q, qd, (0.0, 1.0))
        assert "branch=" in str(caught.value)
        motions = [
            zw.simulate(stated.system, q, qd, (0.0, 1.0), branch=way)
            for way in zw.branches(stated.system, q, qd)
        ]
        wanted, _ = stated.state(*judge(row, 0.0, 3.0, 1.0).y[:, -1])
        np.testing.assert_allclose(motions[0].q[-1], wanted, atol=1e-9)
        assert all(np.abs(motion.residual).max() < 1e-9 for motion in motions)
        ends.append([motion.q[-1][0] for motion in motions])
    np.testing.assert_allclose(*ends, atol=1e-7)


def test_a_configuration_off_the_constraints_has_no_branches():
    """In any units, and where there is nothing to lose no word is said."""
    for unit in (1e-6, 1.0, 1e6):
        rod = zw.Holonomic(lambda q, unit=unit: q @ q - unit**2, name="rod")
        bob = zw.System(1.0, [0.0, 0.0], [rod])
        (way,) = zw.branches(bob, [unit, 0.0], [0.0, 1.0])
        np.testing.assert_allclose(way.qd, [0.0, 1.0], atol=1e-12)
        with pytest.raises(ValueError, match="`q` is off the constraints 'rod', by a distance"):
            zw.branches(bob, [1.01 * unit, 0.0], [0.0, 1.0])
    with pytest.raises(ValueError, match="`q` is .*nan.*wanted finite"):
        zw.branches(bob, [np.nan, 0.0], [0.0, 1.0])
    pins = zw.Holonomic(lambda q: q - jnp.array([0.1, 0.7]), name=["x", "y"])
    assert zw.branches(zw.System(1.0, [0.0, 0.0], [pins]), [0.1, 0.7], [0.0, 0.0]) == ()
    (way,) = zw.branches(zw.System(1.0, [0.0, 0.0]), [1.0, 0.0], [0.0, 2.0])
    assert way.share == 1.0 and way.qd.tolist() == [0.0, 2.0]


UNITS = [(1e-6, 1.0), (1e-6, 1e3), (1.0, 1e-3), (1.0, 1e3), (1e6, 1.0), (1e6, 1e-3)]


@pytest.mark.parametrize("unit, factor", UNITS)
def test_branches_of_driven_rows_do_not_depend_on_units(unit, factor):
    """At t = π/2 drives stand still but for rounding, 6e-17, and begin to move again."""

    def gate(q, t):  # opens: ẋ ẏ = −1/2
        return factor * (q[0] * q[1] - unit**2 * (jnp.sin(t) - 1.0))

    def apart(q, t):  # leads the third coordinate, which takes no part
        return factor * (q[2] - unit * jnp.sin(t))

    def still(q, t):
        return factor * (q[0] * q[1] - unit**2 * (jnp.sin(t) - 1.0) ** 2)

    bead = lambda *rows: zw.System(1.0, None, [zw.Holonomic(x, name=x.__name__) for x in rows])
    at, along = [0.0, 0.0], np.array([unit, -unit / 2])
    first = zw.branches(bead(gate), at, along, np.pi / 2)[0]
    np.testing.assert_allclose(first.qd, along, rtol=1e-6)
    np.testing.assert_allclose(np.linalg.norm(first.tangent, axis=0), 1.0)
    ways = zw.branches(bead(still), at, along, np.pi / 2)
    np.testing.assert_allclose([way.share for way in ways], [0.8, 0.2], atol=1e-6)
    wires = zw.Holonomic(lambda q: q[0] * q[1], name="wires")
    led = zw.System(1.0, None, [wires, zw.Holonomic(apart, name="led")])
    assert len(zw.branches(led, [*at, unit], np.zeros(3), np.pi / 2)) == 2


def test_wrong_branches_are_refused():
    stated = FORMS["pins"](Row(2))
    q, qd = stated.state(0.0, 1.0)
    with pytest.raises(TypeError, match="`branch` is 1; wanted one of zw.branches"):
        zw.simulate(stated.system, q, qd, (0.0, 1.0), branch=1)  # pyright: ignore[reportArgumentType]
    still = zw.branches(stated.system, q, 0.0 * qd)[0]
    with pytest.raises(ValueError, match="`branch` has no velocity"):
        zw.simulate(stated.system, q, qd, (0.0, 1.0), branch=still)


def test_no_branch_leads_out_of_a_rigid_structure():
    ring = zw.Holonomic(lambda q: q @ q, name="point")
    assert zw.branches(zw.System(1.0, None, [ring]), [0.0, 0.0], [0.0, 0.0]) == ()


# -- what is told ----------------------------------------------------------------------------------


def test_check_warns_near_a_singular_configuration_only():
    for form in PLANE:
        stated = FORMS[form](Row(2, 1.0, 1.5))
        near = zw.check(stated.system, *stated.state(1e-3, 1.0))
        far = zw.check(stated.system, *stated.state(0.8, 1.0))
        assert near.ok and "Near a singular configuration" in near.warnings[0]
        assert "Warning." in str(near) and far.warnings == ()


def test_sigma_is_zero_where_rank_is_lost():
    for form in PLANE:
        stated = FORMS[form](Row(2))
        motion = zw.simulate(stated.system, *stated.state(0.5, -3.0), np.linspace(0.0, 0.4, 41))
        (change,) = motion.rank_changes
        sigma = motion.sigma
        assert abs(motion.t[sigma.argmin()] - change.t) <= 0.01
        assert sigma.max() > 10 * sigma.min() and sigma.shape == (41,)


def test_few_rows_are_named():
    names = tuple(f"row {i}" for i in range(23))
    assert told.named(names) == "row 0, row 1, row 2, row 3, row 4, row 5 and 17 others"
    assert told.named(names[:2]) == "row 0, row 1"
