"""Which inputs are batched; what does not fit is refused by name."""

import re

import numpy as np
import pytest

import zwang as zw
from tests.ensemble.bobs import Q0, QD0, N, P
from tests.refusals import refused
from tests.systems.points import PENDULUM
from zwang.ensemble.inputs import batch

test_what_does_not_fit_is_refused_by_name = refused(
    [
        (
            ((Q0, QD0, {"L": np.ones(3), "g": 1.0}),),
            rf"`p\['L'\]` has 3 members and `q0` has {N}.*zw\.shared\(p\['L'\]\)",
        ),
        (
            ((Q0[0], QD0[0], {"a": {"b": [np.ones(2), np.ones(5)]}}),),
            r"`p\['a'\]\['b'\]\[1\]` has 5 members and `p\['a'\]\['b'\]\[0\]` has 2",
        ),
        (((Q0, QD0[:4], P),), rf"`qd0` has 4 members and `q0` has {N}"),
        (((Q0[0], QD0[0], {"L": 1.0, "g": [1.0, 2.0]}),), "Nothing is batched"),
        (((Q0[:0], QD0[0], {"L": 1.0}),), r"`q0` has the shape \(0, 2\)"),
        (((Q0[None], QD0, P),), r"`q0` has the shape \(1, 21, 2\); wanted \(N, 2\)"),
        (((Q0[:, :1], QD0, P),), r"`q0` has the shape \(21, 1\); wanted \(N, 2\)"),
        (((zw.shared(Q0), QD0, P),), r"wanted \(2,\)"),
    ],
    lambda inputs: batch(PENDULUM, *inputs),
)


def test_complex_numbers_are_refused_by_name():
    with pytest.raises(TypeError, match=re.escape("p['L']")):
        batch(PENDULUM, Q0, QD0, {"L": np.ones(N) * 1j})


def test_members_have_their_own_inputs_and_share_the_others():
    whole = np.arange(3.0)
    p = {
        "k": np.arange(4.0),
        "w": zw.shared(whole),
        "mode": "x",
        "v": np.ones((4, 2)),
        "none": None,
    }
    found = batch(PENDULUM, Q0[:4], QD0[0], p)
    assert found.size == 4
    own = found.parameters(2)
    assert (own["k"], own["mode"], own["none"]) == (2.0, "x", None)
    np.testing.assert_array_equal(own["w"], whole)
    np.testing.assert_array_equal(own["v"], [1.0, 1.0])
    members = found.members(1, 3)
    np.testing.assert_array_equal(members.q0, Q0[1:3])
    assert [x.shape for x in members.numbers] == [(2,), (2, 2), (2, 3)]
    assert set(found.own()) == {"k", "v"} and set(found.common()) == {"w"}


def test_part_of_the_members_is_itself():
    found = batch(PENDULUM, Q0, QD0, P).take(slice(3, 7))
    assert found.size == 4
    for i in range(4):
        assert found.parameters(i)["L"] == P["L"][3 + i] and found.parameters(i)["g"] == 9.81
        np.testing.assert_array_equal(found.start(i)[0], Q0[3 + i])
