"""Descriptions are the same by value, functions by being the same one."""

import dataclasses
import enum
import functools
import pickle

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.base.identity.keyed import key


def double(q):
    return 2.0 * q


class Spring:
    def force(self, q):
        return -q


@dataclasses.dataclass(frozen=True)
class Settings:
    gain: float
    rule: object = double


SPRING = Spring()
VALUES = {
    "numbers": lambda: (1, 1.0, True, "text", b"bytes", None, 1j),
    "nests": lambda: {"a": [1.0, (2.0,)], "b": {3}},
    "arrays": lambda: [np.arange(3.0), jnp.ones(2), np.float32(1.5)],
    "not a number": lambda: [float("nan"), np.array([np.nan, -0.0])],
    "a function": lambda: double,
    "a partial": lambda: functools.partial(double, q=np.ones(2)),
    "a method": lambda: SPRING.force,
    "a record": lambda: Settings(2.0),
    "a constraint": lambda: zw.Holonomic(double, name="row"),
    "a system": lambda: zw.System(np.ones(2), [0.0, 1.0], [zw.Holonomic(double, name="row")]),
}


@pytest.mark.parametrize("name", VALUES)
def test_made_again_a_value_is_the_same(name):
    make = VALUES[name]
    assert key(make()) == key(make()) and hash(key(make())) == hash(key(make()))


def test_values_that_may_compute_otherwise_differ():
    class First(enum.Enum):
        K = 1.0

    class Second(enum.Enum):
        K = 1.0

    odd = np.ones(2).view(type("Odd", (np.ndarray,), {}))
    pairs = [
        (1, 1.0),
        (True, 1),
        (0.0, -0.0),
        (np.zeros(4), np.zeros((2, 2))),
        (np.zeros(2), np.zeros(2, "i8")),
        (np.zeros(2), jnp.zeros(2)),
        (jnp.asarray(1.0), jnp.asarray(np.float64(1.0))),
        (First.K, Second.K),
        (lambda q: q, lambda q: q),  # what they capture cannot be seen
        (Spring().force, Spring().force),
        (object(), object()),
        (Settings(1.0), Settings(2.0)),
        (odd, odd.copy()),
        ({"k": 1.0}, {"k": 2.0}),
    ]
    same = [pair for pair in pairs if key(pair[0]) == key(pair[1])]
    assert not same


def test_a_function_of_a_system_may_use_the_system():
    holder = {}

    def force(q):
        return -holder["system"].M(q) @ q

    holder["system"] = zw.System(1.0, force)
    assert hash(holder["system"]) == hash(holder["system"])
    assert holder["system"].acceleration(np.ones(1), np.zeros(1)).qdd[0] == -1.0


def test_what_was_traced_of_a_system_does_not_travel():
    system = zw.System(1.0, double)
    system.acceleration(np.ones(1), np.zeros(1))
    other = pickle.loads(pickle.dumps(system))
    assert system == other and vars(other).keys() == vars(zw.System(1.0, double)).keys()
