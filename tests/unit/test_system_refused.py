"""A system that cannot be made or evaluated is refused, and what is wrong with it is named."""

from dataclasses import dataclass, field

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.refusals import refused


@dataclass
class Bad:
    """A system that cannot be made or cannot be evaluated, and what the message must say."""

    text: str
    args: tuple = (1.0, [0.0, 0.0])
    options: dict = field(default_factory=dict)
    q: object = (0.1, 0.2)
    qd: object = (0.3, 0.4)
    t: object = 0.0
    p: object = None
    error: type = ValueError


MATRIX = zw.Holonomic(lambda q: jnp.eye(2), name="rod")
UP_AND_DOWN = zw.AccelerationLevel([[1, 0], [1, 0]], [1, -1], name=["up", "down"])

BAD = {
    "observables without names": Bad(
        "`observables` is", (1.0, None), {"observables": [abs]}, error=TypeError
    ),
    "an observable without a function": Bad(
        "the observable 'speed' is 3", (1.0, None), {"observables": {"speed": 3}}, error=TypeError
    ),
    "mass is a text": Bad("`mass` is 'heavy'", ("heavy", None), error=TypeError),
    "mass is not square": Bad("`mass` has the shape .2, 3.", (np.ones((2, 3)), None)),
    "mass of another size": Bad("`mass` has the shape .3,.", (lambda q: jnp.ones(3), None)),
    "mass asks for qd": Bad("`mass`.*`qd`", (lambda q, qd: 1.0, None), error=TypeError),
    "force too long": Bad("`force` has the shape .3,.", (1.0, lambda q: jnp.zeros(3))),
    "force is a matrix": Bad("`force` has the shape .2, 2.", (1.0, np.eye(2))),
    "force returns ints": Bad("`force` returned.*int64", (1.0, lambda: [0, -10]), error=TypeError),
    "force returns None": Bad("`force` returned None", (1.0, lambda q: None), error=TypeError),
    "force is NaN": Bad(
        "Not finite: `force` at y",
        (1.0, lambda q: [0.0, jnp.sqrt(-q[1])]),
        {"coordinates": ["x", "y"]},
        error=zw.NumericalError,
    ),
    "phi is NaN": Bad(
        "Not finite: 'rod'",
        (1.0, None, zw.Holonomic(lambda q: jnp.log(-q[0]), name="rod")),
        error=zw.NumericalError,
    ),
    "C is NaN": Bad(
        r"Not finite: `nonideal` at q\[0\]",
        options={"nonideal": lambda q: jnp.sqrt(-q)},
        error=zw.NumericalError,
    ),
    "q is NaN": Bad(
        "NaN or infinity", q=(np.nan, 0.0), error=zw.NumericalError, args=(1.0, lambda q: -q)
    ),
    "sizes disagree": Bad("2 by `force`, 3 by `coordinates`", options={"coordinates": "x y z"}),
    "q of another size": Bad("`q` has the shape .3,.; wanted .2,.", q=np.zeros(3)),
    "q is a batch": Bad("use jax.vmap", (1.0, None), q=np.zeros((2, 2)), qd=np.zeros((2, 2))),
    "q is a text": Bad("`q`", q="zero", error=TypeError),
    "qd of another size": Bad("`qd` has the shape .1,.", qd=[0.0]),
    "t is a vector": Bad("`t` has the shape .1,.", t=[0.0]),
    "bare function": Bad("zw.Holonomic", (1.0, None, [lambda q: q @ q]), error=TypeError),
    "matrix": Bad("'rod'.*shape .2, 2.", (1.0, None, MATRIX)),
    "same name": Bad(
        "'a' more than once",
        (1.0, None, [zw.Pfaffian([1.0, 0.0], name="a"), zw.Pfaffian([0.0, 1.0], name="a")]),
    ),
    "coordinates repeat": Bad("`coordinates`.*differ", options={"coordinates": "x x"}),
    "coordinates are numbers": Bad("`coordinates`", options={"coordinates": [1]}, error=TypeError),
    "coordinates are no names": Bad(
        "`coordinates` is 3.0; wanted names", options={"coordinates": 3.0}, error=TypeError
    ),
    "coordinates have no order": Bad(
        "`coordinates` is .*; wanted names", options={"coordinates": {"x", "y"}}, error=TypeError
    ),
    "q is None": Bad("`q` is None; wanted real numbers", q=None, error=TypeError),
    "q is empty": Bad("`q` has the shape .0,.; wanted a vector", (1.0, None), q=[], qd=[]),
    "qd holds None": Bad("`qd` is .None, 0.0.", qd=[None, 0.0], error=TypeError),
    "t is complex": Bad("`t` has the type complex128", t=1j, error=TypeError),
    "p is complex": Bad("`p.'k'.` has the type complex128", p={"k": 1j}, error=TypeError),
    "force is None inside": Bad("`force` is .None, 0.0.", (1.0, [None, 0.0]), error=TypeError),
    "force returns too large": Bad("`force` returned", (1.0, lambda: 10**400), error=TypeError),
    "mass is empty": Bad("`mass` has the shape .0,.", ([], None)),
    "constraints are None": Bad("`constraints` holds None", (1.0, None, None), error=TypeError),
    "nameless": Bad(
        "'holonomic 2' has the shape .2, 2.",
        (1.0, None, [zw.Holonomic(lambda q: q[0]), zw.Holonomic(lambda q: jnp.eye(2))]),
    ),
    "energy is a number": Bad("`energy`", options={"energy": 1.0}, error=TypeError),
    "contradiction": Bad(
        "Not met: up, down",
        (1.0, None, UP_AND_DOWN),
        error=zw.NumericalError,
    ),
    "massless": Bad(
        "Free is the direction .* y",
        ([1.0, 0.0], None),
        {"coordinates": ["x", "y"]},
        error=zw.NumericalError,
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused_and_named(name):
    bad = BAD[name]
    with pytest.raises(bad.error, match=bad.text):
        zw.System(*bad.args, **bad.options).acceleration(bad.q, bad.qd, bad.t, bad.p)


test_bad_particles_are_refused = refused(
    [
        ((([[1.0]], None), {}), "`masses`"),
        ((([], None), {}), "`masses` has the shape .0,."),
        (((1.0, None), {"dimension": 4}), "`dimension` is 4"),
        (((1.0, None), {"dimension": 2.0}), "`dimension` is 2.0"),
        (((1.0, None), {"dimension": True}), "`dimension` is True"),
        (((1.0, None), {"dimension": np.ones(2)}), "`dimension` is array"),
        (
            (([1.0, 2.0], lambda q: jnp.zeros((3, 2))), {}),
            "`force` has the shape .3, 2.; wanted .2, 3.",
        ),
    ],
    lambda arguments, options: zw.System.from_particles(*arguments, **options).acceleration(
        np.zeros(6), np.zeros(6)
    ),
)
