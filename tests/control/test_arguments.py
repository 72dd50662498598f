"""What is given to zw.track: forms of gains, and mistakes that are named."""

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.refusals import refused

PLANT = zw.System([2.0, 1.0], lambda q: -q, coordinates=["x", "y"])
PATH = zw.Holonomic(lambda q, t: q - jnp.stack([t, 0.0 * t]), name="path")
STATE = [0.3, 0.2], [0.1, 0.5]

FORMS = {
    "kp and kd": ({"kp": 9.0, "kd": 6.0}, (6.0, 9.0)),
    "alpha and beta": ({"alpha": 6.0, "beta": 2.0}, (6.0, 2.0)),
    "alpha alone": ({"alpha": 6.0}, (6.0, 9.0)),
    "by name": ({"path": {"kp": 9.0, "kd": 6.0}}, (6.0, 9.0)),
    "by rows": ({"kp": [9.0, 1.0], "kd": [6.0, 2.0]}, ([6.0, 2.0], [9.0, 1.0])),
}


@pytest.mark.parametrize("form", FORMS)
def test_gains_by_letters_are_those_of_the_pair(form):
    given, pair = FORMS[form]
    found = zw.track(PLANT, PATH, gains=given).force(*STATE)
    assert (found == zw.track(PLANT, PATH, gains=pair).force(*STATE)).all()


def test_an_error_obeys_its_equation():
    control, q, qd = zw.track(PLANT, PATH, gains={"kp": 9.0, "kd": 4.0}), *map(np.array, STATE)
    phi, rate = q, qd - [1.0, 0.0]
    second = control.command(q, qd).qdd  # of a path without acceleration
    np.testing.assert_allclose(second + 4.0 * rate + 9.0 * phi, 0.0, atol=1e-12)


def test_a_requirement_may_have_a_letter_as_its_name():
    named = zw.Holonomic(PATH.phi.function, name="kp")
    found = zw.track(PLANT, named, gains={"kp": (6.0, 9.0)}).force(*STATE)
    assert (found == zw.track(PLANT, PATH, gains=(6.0, 9.0)).force(*STATE)).all()


test_other_gains_are_refused = refused(
    [
        ({"kp": 9.0}, "wanted dict.kp=..., kd=..."),
        ({"kp": 9.0, "kd": 1.0, "alpha": 1.0}, "one of the two"),
        ({"beta": 9.0}, "one of the two"),
        ({"kp": -9.0, "kd": 1.0}, "not negative"),
        ({"kp": 9.0, "path": 1.0}, "kp"),
        (((1.0, 2.0, 3.0),), "dict.kp"),
    ],
    lambda gains: zw.track(PLANT, PATH, gains=gains),
    error=(KeyError, ValueError),
)


def test_a_list_of_degrees_that_counts_more_directions_than_rows_is_refused():
    control = zw.track(PLANT, PATH, degrees=[4, 4])
    for call in (control.force, control.check):
        with pytest.raises(ValueError, match=r"`degrees` is \[4, 4\].* 8 in all.* 2 rows.*'path'"):
            call(*STATE)


@pytest.mark.parametrize("names", [["x", "z"], ["y", "x"], ["x", "y", "z"]])
def test_a_plant_of_other_names_is_refused(names):
    plant = zw.System(np.ones(len(names)), None, coordinates=names)
    control = zw.track(PLANT, PATH, gains=2.0)
    for call in (
        lambda: control.closed_loop(plant=plant),
        lambda: control.sampled(0.1).simulate(*STATE, (0.0, 0.1), plant=plant),
    ):
        with pytest.raises(ValueError, match="`plant`.*the model's coordinates"):
            call()


test_weights_and_actuators_that_are_none_are_refused = refused(
    [
        ({"weight": [[1.0, 2.0], [0.0, 1.0]]}, "`weight`.*2 at .0, 1. and 0 at .1, 0.*symmetric"),
        ({"actuation": ["x", "x"]}, "`actuation` has 'x' 2 times"),
        ({"actuation": ["x", "z"]}, "`actuation`.*'z'"),
    ],
    lambda given: zw.track(PLANT, PATH, **given),
    error=(KeyError, ValueError),
)
