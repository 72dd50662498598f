"""Light links between heavy bodies, and rows without derivative: nothing is dropped silently."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw

ROWS = [
    zw.Holonomic(lambda q: q[0] - q[1], name="left"),
    zw.Holonomic(lambda q: q[0] - q[2], name="right"),
]
PAIR = zw.System(lambda p: p["masses"], lambda p: p["load"], ROWS)
# A light elbow between two heavy bodies, with the first rod said twice in another way.
RODS = lambda q: jnp.stack(
    [(q[:2] - q[2:4]) @ (q[:2] - q[2:4]), (q[2:4] - q[4:]) @ (q[2:4] - q[4:])]
)
ELBOW = zw.System(
    lambda p: jnp.repeat(p["masses"], 2),
    lambda q, p: -jnp.repeat(p["masses"], 2) * (q + jnp.array([0, 9.81] * 3)),
    [
        zw.Holonomic(lambda q: RODS(q) - jnp.array([1.0, 2.0]), name=["first", "second"]),
        zw.Holonomic(lambda q: (RODS(q)[0] - 1.0) * (2.0 + q[0]), name="again"),
    ],
)
STEPS = {
    "floor": lambda q: jnp.floor(q[1]),
    "round": lambda q: jnp.round(q[1]),
    "sign": lambda q: jnp.sign(q[1]),
    "whole": lambda q: 3.0 * q[1].astype(int),
    "comparison": lambda q: jnp.where(q[1] < -0.1, 1.0, 0.0),
    "stopped": lambda q: jax.lax.stop_gradient(q[1]),
}


def elbow(ratio):
    """The start and the parameters of ELBOW."""
    q = np.array([0.0, 0.0, 1.0, 0.0, 2.0, 1.0])
    return q, np.array([0.3, 0.2, 0.3, 0.2, 0.3, 0.2]), {"masses": np.array([1.0, 1 / ratio, 0.5])}


@pytest.mark.parametrize("engine", ["native", "jax"])
def test_bodies_on_a_light_link_move_as_one(engine):
    """x = F t² / 2 Σm for each of them, however light the one between, and in any order."""
    for light in (1e-2, 1e-9, 1e-12):
        for place in range(3):
            masses = np.roll([light, 1.0, 1.0], place)
            p = {"masses": masses, "load": np.roll([0.0, 1e-4, 0.0], place)}
            motion = zw.simulate(PAIR, np.zeros(3), np.zeros(3), [0.0, 1.0], p, engine=engine)
            assert motion.rank.tolist() == [2, 2]
            np.testing.assert_allclose(motion.q[-1], 0.5e-4 / masses.sum(), rtol=1e-9)
            np.testing.assert_allclose(motion.qdd[-1], 1e-4 / masses.sum(), rtol=1e-6)


def test_members_on_light_links_move_as_one():
    """Each member has a rank rule of its own: heavy and light ones side by side."""
    masses = np.array([[1e-9, 1.0, 1.0], [1.0, 1.0, 1.0], [1e-12, 1.0, 2.0]])
    p = {"masses": masses, "load": zw.shared(np.array([0.0, 1e-4, 0.0]))}
    start = np.zeros((3, 3))
    for engine in ("native", "jax"):
        found = zw.simulate_many(PAIR, start, start, [0.0, 1.0], p, engine=engine)
        assert (found.status == zw.Status.OK).all()
        wanted = np.repeat(0.5e-4 / masses.sum(axis=1)[:, None], 3, axis=1)
        np.testing.assert_allclose(np.asarray(found.q).reshape(3, -1, 3)[:, -1], wanted, rtol=1e-9)


def test_a_light_elbow_is_massless_in_the_limit():
    """Redundant rows stay redundant beside a light link; as its mass goes, the motion converges."""
    ends = {}
    for ratio in (1e8, 1e10, 1e12):
        q, qd, p = elbow(ratio)
        motion = zw.simulate(ELBOW, q, qd, [0.0, 0.4], p)
        assert (motion.rank == 2).all()
        assert np.abs(motion.residual_raw).max() <= 1e-12
        assert motion.stats["accepted"] <= 200
        ends[ratio] = motion.q[-1]
    assert np.abs(ends[1e8] - ends[1e12]).max() <= 1e-6
    assert np.abs(ends[1e10] - ends[1e12]).max() <= 1e-8


def test_the_rank_rule_of_a_motion_follows_its_smallest_singular_value():
    """From narrow to wide, rising and never falling; wide for all that is not small."""
    from zwang.integrate.projection import NARROW, WIDE, cut_for

    assert float(cut_for(jnp.asarray(0.5))) == WIDE
    assert float(cut_for(jnp.asarray(3e-5))) == pytest.approx(3e-7)
    assert float(cut_for(jnp.asarray(1e-5), 1e-6)) == 1e-6
    assert float(cut_for(jnp.asarray(0.0))) == NARROW


@pytest.mark.parametrize("name", STEPS)
def test_a_row_without_derivative_is_refused_by_name(name):
    system = zw.System(1.0, [0.0, -9.81], [zw.Holonomic(STEPS[name], name=name)])
    start = np.zeros(2), np.zeros(2)
    engines = ("native", "jax") if name == "floor" else ("native",)
    for engine in engines:
        with pytest.raises(ValueError, match=f"'{name}' changes with the state and has no derivat"):
            zw.simulate(system, *start, (0.0, 1.0), engine=engine)
    with pytest.raises(ValueError, match=f"'{name}' changes"):
        zw.assemble(system, *start)
    assert f"{name!r} changes with the state" in str(zw.check(system, *start).problems)
    many = np.zeros((2, 2)), np.zeros((2, 2))
    found = zw.simulate_many(system, *many, [0.0, 1.0], engine="native")
    assert (found.status == zw.Status.LEFT_CONSTRAINTS).all()


def test_inside_other_programs_the_status_says_it():
    system = zw.System(1.0, [0.0, -9.81], [zw.Holonomic(STEPS["floor"], name="floor")])
    start = jnp.zeros((2, 2))
    status = jax.jit(lambda q: zw.simulate(system, q, jnp.zeros(2), [0.0, 1.0]).status)(start[0])
    assert status == zw.Status.LEFT_CONSTRAINTS
    found = zw.simulate_many(system, np.zeros((2, 2)), np.zeros((2, 2)), [0.0, 1.0], engine="jax")
    assert (found.status == zw.Status.LEFT_CONSTRAINTS).all()


def test_rows_that_say_nothing_are_no_fault():
    """A row that is zero whatever the state, or in this pose only, has no derivative to miss."""
    for phi in (lambda q: 0.0 * q[0], lambda q: q[0] ** 2, lambda q: jnp.zeros(())):
        system = zw.System(1.0, [0.0, -9.81], [zw.Holonomic(phi, name="nothing")])
        motion = zw.simulate(system, np.zeros(2), np.zeros(2), (0.0, 1.0))
        assert motion.q[-1, 1] == pytest.approx(-9.81 / 2)
