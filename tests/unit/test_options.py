"""What is asked of a motion is said once, checked once, and kept for calls that ask alike."""

import inspect
import pickle
from dataclasses import FrozenInstanceError, fields, replace

import numpy as np
import pytest

import zwang as zw
from zwang.base.parameters import Parameters
from zwang.integrate.options import Options, options

GIVEN = {item.name: item.default for item in fields(Options) if item.init}
CALLS = (zw.simulate, zw.simulate_many, zw.sensitivity, zw.fit)


def asked(**changed):
    return options(*(changed.get(name, x) for name, x in GIVEN.items() if name != "engines"))


@pytest.mark.parametrize("call", CALLS)
def test_a_default_stands_in_one_place(call):
    own = {zw.simulate_many: {"rtol", "atol"}}  # there they depend on the precision
    for name, x in inspect.signature(call).parameters.items():
        if name in GIVEN and name not in own.get(call, ()):
            assert x.default is GIVEN[name], name


WRONG = {
    "rtol": (0.0, 1e-20, 2.0, "fine", [1e-3, 1e-3], True + 1),
    "atol": (-1.0, np.inf, np.nan),
    "step": (0.0, -1.0, np.nan, "long"),
    "method": ("Dopri8", 3),
    "drift": ("none", 1.0),
    "solver": ("auto", zw.Auto),
    "events": (3, [None], lambda t: t),
    "max_steps": (0, 1.5, True),
    "engine": ("gpu", None),
    "adjoint": ("none",),
    "progress": (1, None),
    "throw": (0, "yes"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_asked_for_is_refused_by_name(name):
    for x in WRONG[name]:
        for make in (asked, Options):
            with pytest.raises((TypeError, ValueError), match=f"^`{name}`"):
                make(**{name: x})


def test_calls_that_ask_alike_share_their_options():
    rod = zw.Projection(2)
    event = zw.Event(lambda t: t - 1.0, name="one")
    assert asked() is asked()
    assert asked(drift=rod, events=event) is asked(drift=rod, events=[event])
    others = [asked(rtol=1e-8), asked(drift=zw.Projection(2)), asked(events=event), asked(step=1)]
    assert len({*others, asked(step=1.0), asked()}) == 6
    assert asked(rtol=np.float64(1e-8)).settings.rtol == asked(rtol=1e-8).settings.rtol


def test_they_do_not_change_and_travel():
    found = Options(rtol=1e-7, drift=None)
    with pytest.raises(FrozenInstanceError):
        found.rtol = 1.0  # pyright: ignore[reportAttributeAccessIssue]
    there = pickle.loads(pickle.dumps(found))
    assert there.told == found.told == replace(found, throw=False).told
    assert found.told["rtol"] == 1e-7 and found.told["drift"] == "None"


# -- parameters ------------------------------------------------------------------------------------

NUMBERS = {
    "numbers": {"m": 1.0, "k": 2, "L": np.float64(3.0)},
    "arrays": {"m": np.array([1.0, 2.0]), "k": 2},
    "with a text": {"m": 1.0, "kind": "steel", "on": True},
    "none": None,
}


@pytest.mark.parametrize("name", NUMBERS)
def test_parameters_are_the_same_however_they_are_read(name):
    from zwang.base.functions import split

    p, found = NUMBERS[name], Parameters(NUMBERS[name])
    numbers, rest = split(p, np)
    assert found.rest == rest and [x.shape for x in numbers] == [x for x, _ in found.shapes]
    for a, b in zip(found.numbers, numbers, strict=True):
        np.testing.assert_array_equal(a, b)
    np.testing.assert_array_equal(
        found.vector[: sum(x.size for x in numbers)], np.hstack([*numbers, []])
    )


def test_a_motion_keeps_parameters_that_nobody_can_change():
    p = {"g": np.array([0.0, -9.81]), "k": 2.0}
    system = zw.System(1.0, lambda q, p: p["g"] - p["k"] * q)
    motion = zw.simulate(system, [0.0, 0.0], [1.0, 0.0], (0.0, 0.1), p)
    p["g"][1] = 0.0
    assert motion.p["g"][1] == -9.81 and type(motion.p["k"]) is float
    for x in (motion.p["g"], motion.q, motion.qdd, motion.A, motion.rank):
        with pytest.raises(ValueError, match="read-only"):
            x[...] = 0.0
