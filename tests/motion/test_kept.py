"""What is kept of a motion by name is what the whole motion has of it."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.integrate.course import State
from zwang.motion import kept
from zwang.zoo.mechanisms import four_bar, scissor_lift

ROD = zw.Holonomic(lambda q: q[:2] @ q[:2] - 1.0, name="rod")
TIE = zw.Holonomic(lambda q: (q[2:] - q[:2]) @ (q[2:] - q[:2]) - 1.0, name="tie")
BOBS = zw.System(1.0, [0.0, -9.81] * 2, [ROD, TIE], coordinates=["a.x", "a.y", "b.x", "b.y"])
START = np.array([1.0, 0.0, 2.0, 0.0]), np.zeros(4)


def swing(t: Any = (0.0, 1.0), **options: Any) -> zw.Motion:
    return zw.simulate(BOBS, *START, t, **options)


def same(some: zw.Motion, whole: zw.Motion) -> None:
    """All that is kept is as in the whole."""
    columns = [whole.coordinates.index(name) for name in some.coordinates]
    rows = [whole.rows.names.index(name) for name in some.rows.names]
    for name in ("q", "qd", "qdd", "Qc", "Qc_ideal", "Qc_nonideal"):
        np.testing.assert_array_equal(getattr(some, name), getattr(whole, name)[:, columns])
    for name in ("multipliers", "residual", "residual_raw"):
        np.testing.assert_array_equal(getattr(some, name), getattr(whole, name)[:, rows])
    for name in ("t", "rank", "power", "energy"):
        np.testing.assert_array_equal(getattr(some, name), getattr(whole, name))
    for name, _ in some.rows.groups:
        np.testing.assert_array_equal(some.lam(name), whole.lam(name))
        np.testing.assert_allclose(some.force(name), whole.force(name)[:, columns], atol=1e-15)
    np.testing.assert_array_equal(some.A, np.asarray(whole.A)[:, rows][:, :, columns])
    assert some.status == whole.status and some.detail == whole.detail
    assert some.rank_changes == whole.rank_changes and some.engine == whole.engine


@pytest.mark.parametrize("at_once", [1, 10, 10**6])
def test_what_is_kept_is_a_part_of_the_whole(monkeypatch, at_once):
    monkeypatch.setattr(kept, "AT_ONCE", at_once)
    for t in ((0.0, 1.0), [0.0, 0.3, 0.9]):
        whole = swing(t)
        for keep in (["a"], "b.y", ["tie"], ["b.x", "rod", "tie"], [], ("a", "a.x", "b")):
            same(swing(t, keep=keep), whole)
    assert swing(keep="b").coordinates == ("b.x", "b.y")
    assert swing(keep="b").rows.names == ()


def test_mechanisms_large_ones_too_keep_bodies_and_joints(monkeypatch):
    for mechanism in (four_bar().mechanism, scissor_lift(4).mechanism):
        body, joint = mechanism.bodies[-1].name, mechanism.joints[0].name
        times = [0.0, 0.1, 0.2]
        whole, some = (mechanism.simulate(times, keep=x) for x in (None, [body, joint]))
        same(some, whole)
        assert all(name.startswith(f"{body}.") for name in some.coordinates)
        assert [name for name, _ in some.rows.groups] == [joint]


def test_matrices_that_are_sparse_stay_so(monkeypatch):
    from zwang.engine.large import rows

    monkeypatch.setattr(rows, "DENSE", 0)
    lift = scissor_lift(4).mechanism
    whole, some = (lift.simulate([0.0, 0.1], keep=x) for x in (None, ["foot", lift.bodies[0].name]))
    assert not isinstance(some.A, np.ndarray)
    same(some, whole)


def test_a_constraint_that_is_left_is_told_though_nothing_of_it_is_kept(monkeypatch):
    monkeypatch.setattr(kept, "AT_ONCE", 1)
    step = zw.Holonomic(lambda t: jnp.floor(2.0 * t), name="step")
    system = zw.System(1.0, [0.0, -9.81], [step])
    motion = zw.simulate(system, np.zeros(2), np.zeros(2), [0.0, 0.3, 0.8], throw=False, keep=[])
    assert motion.status == zw.Status.LEFT_CONSTRAINTS and "'step' by 1" in motion.detail


def test_events_and_failures_are_told_alike():
    low = zw.Event(lambda q: q[1] + 0.5, name="low", terminal=False)
    for options in ({"events": low}, {"max_steps": 5}):
        whole, some = (swing((0.0, 4.0), throw=False, keep=x, **options) for x in (None, "b"))
        same(some, whole)
        for name, found in whole.events.items():
            assert len(found.t)
            np.testing.assert_array_equal(some.events[name].t, found.t)
            np.testing.assert_array_equal(some.events[name].q, found.q[:, 2:])
    with pytest.raises(zw.NumericalError) as error:
        swing(keep="b", max_steps=5)
    assert error.value.motion.coordinates == ("b.x", "b.y")


def test_what_cannot_begin_keeps_what_it_can():
    rows = [zw.AccelerationLevel([[1.0, 0.0]], [x], name=f"at {x}") for x in (1.0, 2.0)]
    system = zw.System(1.0, [0.0, 0.0], rows)
    motion = zw.simulate(system, [0.0, 0.0], [0.0, 0.0], (0.0, 1.0), throw=False, keep="q[1]")
    assert motion.status == zw.Status.INCONSISTENT and motion.q.shape == (1, 1)


def test_nothing_of_the_rest_is_held(monkeypatch):
    """Of each state the whole is seen once, and only what is asked for outlives it."""
    seen: list[State] = []
    taken = kept.Keeping.extend

    def watched(self, states):
        seen.append(states)
        taken(self, states)
        for block in self._blocks:
            assert block.q.shape[1] == 1 and (block.q.base is None or block.q.base.shape[1] == 1)

    monkeypatch.setattr(kept.Keeping, "extend", watched)
    motion = swing(np.linspace(0.0, 1.0, 50), keep="a.x")
    assert sum(len(x.t) for x in seen) == len(motion) - 1
    arrays = [x for x in jax.tree.leaves(motion) if np.ndim(x)]
    assert sum(x.size for x in arrays) < 20 * len(motion)


def test_a_kept_motion_is_written_and_read_and_says_what_it_lacks(tmp_path):
    motion = swing(keep=["b", "tie"])
    motion.save(tmp_path / "some.nc")
    again = zw.load(tmp_path / "some.nc")
    same(again, motion)
    assert "2 of 4 coordinates, 1 of 2 rows" in repr(again)
    for ask in (lambda x: x.at([0.5]), lambda x: x.balance(), lambda x: x.sigma):
        with pytest.raises(RuntimeError, match="needs the whole state.*without `keep`"):
            ask(again)


def test_inside_of_programs_it_is_the_same():
    found = jax.jit(lambda q: swing([0.0, 0.1], keep="b.y").q + 0.0 * q[0])(START[0])
    np.testing.assert_allclose(found, swing([0.0, 0.1]).q[:, 3:], atol=1e-9)


@pytest.mark.parametrize(
    "keep, error, told",
    [
        ("c", ValueError, "`keep` names 'c', which is no coordinate, body or constraint; wanted"),
        (["a", "rodd"], ValueError, "Did you mean 'rod'?"),
        (3, TypeError, "`keep` is 3; wanted names of coordinates"),
        (["a", 3], TypeError, "`keep` is .'a', 3.; wanted names"),
        ({"a": 1}, TypeError, "`keep` is .'a': 1.; wanted names"),
    ],
)
def test_wrong_names_are_told(keep, error, told):
    with pytest.raises(error, match=told):
        swing(keep=keep)


def test_a_branch_is_not_kept_of():
    with pytest.raises(ValueError, match="`keep` is given, and `branch` too"):
        swing(keep="a", branch=object())
