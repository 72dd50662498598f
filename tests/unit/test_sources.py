"""A mechanism or a controller stands for the System that it moves, in every function."""

from typing import Any

import jax
import numpy as np
import pytest

import zwang as zw
from tests.refusals import refused

CRANK = zw.PlanarBody(1.0, 0.1, p_WB=[0.5, 0.0], name="crank")
ROD = zw.PlanarBody("m", 0.1, p_WB=[1.5, 0.0], name="rod")
JOINTS = [
    zw.joints.Revolute(zw.GROUND, CRANK, point=[0, 0], name="A"),
    zw.joints.Revolute(CRANK, ROD, point=[1, 0], name="B"),
]
ARM = zw.Mechanism([CRANK, ROD], JOINTS, [zw.Gravity([0.0, -9.81])])
P, SPAN = {"m": 2.0}, (0.0, 0.1)

SPRING = zw.System(lambda p: p["m"], lambda q, p: -3.0 * q, coordinates=["x"])
LOOP = zw.track(SPRING, zw.Holonomic(lambda q, t: q - t, name="path"))


def same(a: Any, b: Any) -> bool:
    """Whether two results are the same in every bit."""
    return all(map(np.array_equal, jax.tree.leaves(a), jax.tree.leaves(b)))


def rows(motion):
    return motion.t, motion.q, motion.qd, motion.qdd, motion.Qc, dict(motion.observables)


def test_a_mechanism_moves_as_by_its_own_function():
    own = ARM.simulate(SPAN, P)
    motion = zw.simulate(ARM, t=SPAN, p=P)
    assert same(rows(motion), rows(own)) and motion.system is own.system
    q, qd = ARM.start(P)
    assert same(rows(zw.simulate(ARM, q, 0.0 * qd, SPAN, P)), rows(own))


def test_a_mechanism_is_checked_and_assembled_as_by_its_own_functions():
    assert str(zw.check(ARM, p=P)) == str(ARM.check(p=P))
    assert "joints" not in str(zw.check(ARM.system(), *ARM.start(P), p=P))
    q, qd = ARM.start(P)
    moved = q + np.array([0.0, 0.0, 0.0, 1e-3, 0.0, 0.0])
    assert same(zw.assemble(ARM, moved, p=P), ARM.assemble(moved, p=P))
    held = zw.assemble(ARM, moved, qd, p=P, hold="crank")
    assert same(held, ARM.assemble(moved, p=P, hold="crank"))
    assert np.array_equal(held[0][:3], q[:3])


def test_a_controller_moves_as_its_closed_loop():
    state, p = ([0.0], [1.0]), {"m": 2.0}
    loop = LOOP.closed_loop()
    own, motion = zw.simulate(loop, *state, SPAN, p), zw.simulate(LOOP, *state, SPAN, p)
    assert same(rows(motion), rows(own)) and same(motion.control, own.control)
    assert same(motion.tracking_error("path"), own.tracking_error("path"))
    assert str(zw.check(LOOP, *state, p=p)) == str(zw.check(loop, *state, p=p))
    assert same(zw.assemble(LOOP, *state, p=p), zw.assemble(loop, *state, p=p))
    assert LOOP.moving is LOOP.moving  # traced once


def test_others_take_a_controller_too():
    state, p = ([0.0], [1.0]), {"m": 2.0}
    loop = LOOP.closed_loop()
    many = [zw.simulate_many(x, *state, SPAN, {"m": np.array([1.0, 2.0])}) for x in (LOOP, loop)]
    assert same(many[0].q, many[1].q)
    found = [zw.sensitivity(x, *state, SPAN, p) for x in (LOOP, loop)]
    assert same(found[0].q, found[1].q)


CALLS = {
    "simulate": lambda x: zw.simulate(x, [0.0], [0.0], SPAN),
    "check": lambda x: zw.check(x, [0.0], [0.0]),
    "assemble": lambda x: zw.assemble(x, [0.0], [0.0]),
    "branches": lambda x: zw.branches(x, [0.0], [0.0]),
    "simulate_many": lambda x: zw.simulate_many(x, [0.0], [0.0], SPAN),
    "sensitivity": lambda x: zw.sensitivity(x, [0.0], [0.0], SPAN),
    "fit": lambda x: zw.fit(x, [0.0], [0.0], [0.0, 1.0], [[0.0], [1.0]], {"k": 1.0}),
}
WRONG = {"a function": lambda q: -q, "a list": [SPRING] * 1000, "None": None, "its kind": zw.System}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("name", CALLS)
def test_what_describes_no_system_is_refused_by_name(name, wrong):
    with pytest.raises(TypeError, match="^`system` is .*; wanted a zw.System, a zw.Mech") as caught:
        CALLS[name](WRONG[wrong])
    assert len(str(caught.value)) < 300


test_what_only_a_mechanism_has_by_itself_is_asked_for_by_name = refused(
    [
        (lambda: zw.simulate(SPRING, t=SPAN, p=P), "^`q0` is None"),
        (lambda: zw.simulate(LOOP, [0.0], t=SPAN, p=P), "^`qd0` is None"),
        (lambda: zw.simulate(ARM, p=P), "^`t` is None"),
        (lambda: zw.check(SPRING, p=P), "^`q` is None"),
        (lambda: zw.check(LOOP, [0.0], p=P), "^`qd` is None"),
        (lambda: zw.assemble(SPRING, p=P), "^`q` is None"),
    ],
    error=TypeError,
)
