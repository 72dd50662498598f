"""An index outside of its array is told; those inside, and those that are not known, are not."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw

PAIR = np.array([0, 5])
P = {"table": np.ones((4, 3)), "law": "linear", "scale": 2.0}
SHARED = P | {"table": zw.shared(P["table"])}


def looped(q):
    return sum(q[i] for i in range(3))


def scanned(q):
    return jax.lax.scan(lambda total, x: (total + x * q[3], None), 0.0, jnp.ones(2))[0]


OUTSIDE = {
    "beyond": (lambda q: q[5], 5, 2),
    "before": (lambda q: q[-3], -3, 2),
    "the first beyond": (lambda q: q[0] + q[2], 2, 2),
    "in a list": (lambda q: q[jnp.array([0, 5])].sum(), 5, 2),
    "in a captured array": (lambda q: q[PAIR].sum(), 5, 2),
    "second axis": (lambda q: q.reshape(1, 2)[0, 3], 3, 2),
    "of p": (lambda q, p: q[0] - p["table"][1, 3], 3, 3),
    "in a loop": (looped, 2, 2),
    "compiled": (jax.jit(lambda q: q[2]), 2, 2),
    "in one branch": (lambda q: jnp.where(q[0] > 0, q[1], q[7]), 7, 2),
    "in a choice": (lambda q: jax.lax.cond(q[0] > 0, lambda x: x[0], lambda x: x[4], q), 4, 2),
    "in a scan": (scanned, 3, 2),
}


@pytest.mark.parametrize("name", OUTSIDE)
def test_an_index_outside_is_told_with_the_function(name):
    phi, entry, size = OUTSIDE[name]
    constraints = [zw.Holonomic(lambda q: q[1], name="rail"), zw.Holonomic(phi, name="rod")]
    report = zw.check(zw.System(1.0, None, constraints), [0.3, 0.0], [0.0, 0.0], p=P)
    where = f"`phi` of the constraint 'rod' takes the entry {entry} of an array that has {size}"
    assert report.outside == (where,) and not report.ok
    assert report.problems[0].startswith(where) and "JAX" in str(report)
    assert len(report.problems) == 1 and report.rank is None


@pytest.mark.parametrize("name", OUTSIDE)
def test_and_refused_wherever_a_number_is_asked_for(name):
    phi, entry, size = OUTSIDE[name]
    system = zw.System(1.0, None, [zw.Holonomic(phi, name="rod")])
    state = [0.3, 0.0], [0.0, 0.0]
    where = f"`phi` of the constraint 'rod' takes the entry {entry} of an array that has {size}"
    calls = [
        lambda: zw.simulate(system, *state, (0.0, 0.1), p=P),
        lambda: zw.simulate_many(system, *np.ones((2, 3, 2)), (0.0, 0.1), p=SHARED),
        lambda: system.acceleration(*state, p=P),
        lambda: zw.assemble(system, *state, p=P),
        lambda: jax.jit(lambda q: system.acceleration(q, state[1], p=P).qdd)(jnp.ones(2)),
    ]
    for call in calls:
        with pytest.raises(ValueError) as told:
            call()
        assert where in str(told.value)


INSIDE = {
    "both ends": lambda q: q[0] + q[1] + q[-1] + q[-2],
    "slices end where the array ends": lambda q: q[1:9].sum(),
    "arrays of indices": lambda q: q[jnp.array([-1, -2])].sum() + q[PAIR // 5].sum(),
    "backwards": lambda q: q[::-1][0] + q[None, :, None][0, 1, 0],
    "known at run time only": lambda q: q[jnp.argmax(q)],
    "library": lambda q: jnp.linalg.inv(jnp.eye(2) + jnp.outer(q, q))[0, 1] + jnp.roll(q, 1)[0],
    "interpolation": lambda q: jnp.interp(q[0], jnp.arange(3.0), jnp.arange(3.0)) + q[1],
    "changed": lambda q: q.at[0].set(1.0)[1],
    "with a rule of its own": lambda q: q[0] + q.at[5].get(mode="fill", fill_value=0.0),
    "with an effect": lambda q: (jax.debug.callback(lambda x: None, q), q[1])[1],
    "with random numbers": lambda q: q[0] + jax.random.normal(jax.random.key(0), (2,))[1],
    "parameters": lambda q, p: q[0] * p["scale"] - p["table"][3, 2],
}


@pytest.mark.parametrize("name", INSIDE)
def test_indices_inside_or_unknown_are_left_alone(name):
    system = zw.System(1.0, None, [zw.Holonomic(INSIDE[name], name="rod")])
    assert zw.check(system, [0.3, 0.4], [0.0, 0.0], p=P).outside == ()


FUNCTIONS = {
    "mass": lambda f: zw.System(f, None),
    "force": lambda f: zw.System(1.0, lambda q: f(q) * q),
    "nonideal": lambda f: zw.System(1.0, None, nonideal=lambda q, Qc_ideal: f(q) * Qc_ideal),
    "energy": lambda f: zw.System(1.0, None, energy=f),
    "V": lambda f: zw.System.from_lagrangian(T=lambda qd: qd @ qd, V=f),
    "L": lambda f: zw.System.from_lagrangian(lambda q, qd: (1.0 + f(q) ** 2) * (qd @ qd)),
}


@pytest.mark.parametrize("argument", FUNCTIONS)
def test_every_function_is_looked_at(argument):
    system = FUNCTIONS[argument](lambda q: q[2])
    (found,) = zw.check(system, [0.3, 0.4], [0.0, 0.0]).outside
    assert found == f"`{argument}` takes the entry 2 of an array that has 2"


OTHERS = {
    "an observable": ({"observables": {"far": lambda q: q[2]}}, {}, "far"),
    "an event": ({}, {"events": [zw.Event(lambda q: q[2], name="far")]}, "far"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_computed_beside_the_motion_is_looked_at_too(name):
    more, asked, who = OTHERS[name]
    system = zw.System(1.0, None, **more)
    with pytest.raises(ValueError, match=f"'{who}' takes the entry 2 of an array that has 2"):
        zw.simulate(system, [0.3, 0.4], [0.0, 0.0], (0.0, 0.1), **asked)
