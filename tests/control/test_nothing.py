"""Requirements that depend on nothing, and inputs that do nothing, are said so."""

import numpy as np
import pytest

import zwang as zw

CART = zw.System([2.0, 1.0], lambda q: [q[1] - q[0], q[0] - q[1]])
REST = np.zeros(2), np.zeros(2)
PATH = zw.Holonomic(lambda q, t: q[0] - 0.5 * t**2, name="path")


@pytest.mark.parametrize(
    ("function", "gains"),
    [
        (lambda q: 1.0 + 0.0 * q[0], None),
        (lambda q: 1.0 + 0.0 * q[0], 2.0),
        (lambda t: t**2, None),
    ],
    ids=["a constant", "a constant, with gains", "the time"],
)
def test_a_requirement_that_no_motion_changes_is_said_so(function, gains):
    empty = zw.Holonomic(function, name="empty")
    report = zw.track(CART, [PATH, empty], gains=gains).check(*REST)
    assert report.empty == ("empty",) and not report.ok
    assert "Neither q nor qd enters 'empty'" in " ".join(str(report).split())
    assert "contradict" not in str(report) and "grip" not in str(report)


def test_what_no_acceleration_changes_is_no_matter_of_actuators():
    clock = zw.Holonomic(lambda t: t**2, name="clock")
    with pytest.raises(zw.NumericalError, match="No acceleration changes 'clock' here") as caught:
        zw.track(CART, clock).force(*REST)
    assert "actuators have lost" not in str(caught.value)


@pytest.mark.parametrize("unit", [1.0, 1e6, 1e-6])
def test_inputs_that_move_nothing_are_told(unit):
    none = zw.track(CART, PATH, actuation=np.zeros((2, 1))).check(*REST)
    assert none.idle == (0,) and none.problems[0].startswith("No input moves anything")
    assert "degree" not in str(none)
    some = zw.track(CART, PATH, actuation=unit * np.eye(2)[:, [0, 0]] * [1.0, 0.0]).check(*REST)
    assert some.ok and some.idle == (1,)
