"""C writes as many numbers as there is room for, whatever a user's function returns."""

import itertools

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.emit.lines import emit
from zwang.emit.scalars import scalarized

RETURNED = {
    "(2,)": lambda q, qd: 0.5 * qd**2,
    "(1,)": lambda q, qd: 0.5 * qd[:1] ** 2,
    "(0,)": lambda q, qd: qd[:0],
    "(1, 1)": lambda q, qd: jnp.ones((1, 1)),
}
START = [1.0, 0.0], [0.0, 1.0]
free = lambda **more: zw.System(1.0, lambda q: -q, **more)  # noqa: E731
WAYS = {
    "native": lambda S: zw.simulate(S, *START, (0.0, 1.0), engine="native"),
    "jax": lambda S: zw.simulate(S, *START, (0.0, 1.0), engine="jax"),
    "many": lambda S: zw.simulate_many(S, *START, (0.0, 1.0), {"k": np.ones(3)}),
    "acceleration": lambda S: S.acceleration(*START),
}


@pytest.mark.parametrize("shape", RETURNED)
@pytest.mark.parametrize("way", WAYS)
def test_an_energy_is_one_number(shape, way):
    shown = shape.replace("(", r"\(").replace(")", r"\)")
    with pytest.raises(ValueError, match=rf"`energy` has the shape {shown}; wanted \(\)"):
        WAYS[way](free(energy=RETURNED[shape]))


@pytest.mark.parametrize("shape", RETURNED)
@pytest.mark.parametrize("engine", ["native", "jax"])
def test_an_event_is_one_number(shape, engine):
    shown = shape.replace("(", r"\(").replace(")", r"\)")
    event = zw.Event(RETURNED[shape], name="hit")
    with pytest.raises(ValueError, match=rf"`g` of the event 'hit' has the shape {shown}; wanted"):
        zw.simulate(free(), *START, (0.0, 1.0), events=[event], engine=engine)


@pytest.mark.parametrize("shape", RETURNED)
def test_a_lagrangian_is_one_number(shape):
    system = zw.System.from_lagrangian(RETURNED[shape])
    with pytest.raises(ValueError, match="`L` has the shape"):
        zw.simulate(system, *START, (0.0, 1.0), engine="native")


SIZES = itertools.count(1)  # of all such functions, or one would be known from another's first


def changing():
    """A function that returns another size whenever it is called."""
    return lambda q: jnp.zeros(next(SIZES))


def test_a_function_that_changes_its_shape_has_that_of_its_first_trace(cache):
    """It is traced once for all, so that C writes no other size than it has room for."""
    grows = zw.Nonholonomic(changing(), name="grows")
    system = zw.System(1.0, None, [grows])
    motion = zw.simulate(system, *START, (0.0, 1.0), engine="native")
    again = zw.simulate(system, *START, (0.0, 1.0), engine="jax")
    assert motion.residual.shape[1] == again.residual.shape[1] == len(motion.rows.names)


def test_what_is_seen_has_the_shape_that_C_has_room_for(cache):
    """It is traced once for both, so that not even this is written beyond its room."""
    system = free(observables={"grows": changing()})
    motion = zw.simulate(system, *START, (0.0, 1.0), engine="native")
    grows = motion.observables["grows"]
    assert motion.status == zw.Status.OK and not grows.any()
    assert grows.ndim == 2 and len(grows) == len(motion.t)


def test_outputs_must_fit_their_room():
    _, found = scalarized(lambda x: 2.0 * x, ("x", (3,)))
    assert emit("f", ("x",), {"y": found}, room={"y": 3}).text
    with pytest.raises(ValueError, match=r"`y` .* \(3,\); wanted 1 numbers"):
        emit("f", ("x",), {"y": found}, room={"y": 1})
