"""``system.acceleration`` on NumPy arrays is computed in C, and is what JAX gives; failures too."""

from dataclasses import fields

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.engine.memory import forget
from tests.runtime.units import Change, spoiled, use
from zwang import zoo
from zwang.engine import acceleration as in_c
from zwang.equation import acceleration as by_jax

ROD = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
SKATE = zw.Pfaffian(lambda q: jnp.stack([-jnp.sin(q[1]), jnp.cos(q[0])])[None], name="skate")
ASKS = {
    "Qc_ideal": lambda qd, Qc_ideal: -0.3 * jnp.sqrt(Qc_ideal @ Qc_ideal) * qd,
    "reaction": lambda qd, reaction: -0.1 * jnp.sqrt(reaction @ reaction + 1.0) * qd,
    "lam": lambda qd, lam: -0.1 * jnp.sqrt(lam @ lam + 1.0) * qd,
}


def system(mass=None, constraints=(ROD,), **others):
    mass = (lambda q, p: p["m"] * jnp.diag(1.0 + q**2)) if mass is None else mass
    return zw.System(mass, lambda qd, t: jnp.stack([t, -9.81]) - 0.1 * qd, constraints, **others)


CASES = {
    "free": system(constraints=()),
    "one rod": system(),
    "a rod, and no slip": system(constraints=(ROD, SKATE)),
    "redundant": system(constraints=(ROD, zw.Holonomic(lambda q: 3.0 * (q @ q - 1.0), "twice"))),
    "singular mass": system(mass=[1.0, 0.0]),
    "an energy and an observable": system(
        energy=lambda qd: qd @ qd, observables={"x": lambda q: q[0]}
    ),
    "a Lagrangian": zw.System.from_lagrangian(
        T=lambda q, qd, p: p["m"] * (qd @ qd) * (1.0 + q[0] ** 2), constraints=[ROD]
    ),
} | {f"friction of {name}": system(nonideal=law) for name, law in ASKS.items()}
P = {"m": 2.0}


def states(count, seed=3):
    rng = np.random.default_rng(seed)
    for angle, speed, t in rng.uniform(-3.0, 3.0, (count, 3)):
        q = np.array([np.cos(angle), np.sin(angle)])
        yield q, speed * np.array([-q[1], q[0]]), float(t)


def agree(found, wanted) -> None:
    for field in fields(wanted):
        a, b = (np.asarray(getattr(x, field.name), float) for x in (found, wanted))
        # Sizes are of order one to a hundred; the friction is found to 1e-10.
        np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-9, err_msg=field.name)


@pytest.mark.parametrize("name", CASES)
def test_C_gives_what_JAX_gives(name, monkeypatch):
    wanted = [by_jax.acceleration(CASES[name], *state, P) for state in states(3)]
    monkeypatch.setattr(by_jax, "acceleration", None)  # nothing else may answer
    for state, answer in zip(states(3), wanted, strict=True):
        agree(CASES[name].acceleration(*state, P), answer)


SPOILED = {
    "the ideal force": ("ideal[j] = all - part;", "ideal[j] = all;"),
    "the force": ("Qc[j] = C[j] + all,", "Qc[j] = all,"),
    "multipliers": ("lam[i] = found.lam[i] -", "lam[i] = 2.0 * found.lam[i] -"),
    "the residual": ("residual[i], zw_relative_", "residual[i], 1e9 + zw_relative_"),
    "rank": ("codes[0] = found.rank,", "codes[0] = 0,"),
}


@pytest.mark.parametrize("what", SPOILED)
def test_an_answer_that_is_spoiled_is_noticed(what, monkeypatch):
    use(monkeypatch, spoiled(Change("runtime/c/solution.h", *SPOILED[what])))
    rubs, state = CASES["friction of Qc_ideal"], next(states(1))
    wanted = by_jax.acceleration(rubs, *state, P)
    monkeypatch.setattr(by_jax, "acceleration", None)
    try:
        with pytest.raises(AssertionError):
            agree(rubs.acceleration(*state, P), wanted)
    finally:
        forget()


TWO = zw.Holonomic(lambda q: q @ q - 4.0, name="another length")
FAILING = {
    "contradictory": system(constraints=(ROD, zw.AccelerationLevel([[1.0, 0.0]] * 2, [0.0, 1.0]))),
    "no mass": system(mass=[1.0, 0.0], constraints=()),
    "force not finite": zw.System(1.0, lambda q: [jnp.log(-1.0 - q[0] ** 2), 0.0]),
    "row not finite": system(constraints=(zw.Holonomic(lambda q: jnp.log(q[0] - 9.0), "far"),)),
    "mass not symmetric": system(mass=[[1.0, 0.5], [0.0, 1.0]]),
    "friction not finite": system(nonideal=lambda q: [jnp.log(-1.0 - q[0] ** 2), 0.0]),
    "not quadratic": zw.System.from_lagrangian(T=lambda qd: (qd @ qd) ** 2),
}


@pytest.mark.parametrize("name", FAILING)
def test_a_failure_is_told_as_by_JAX(name):
    state = next(states(1))
    told = []
    for call in (FAILING[name].acceleration, lambda *x: by_jax.acceleration(FAILING[name], *x)):
        with pytest.raises((zw.NumericalError, ValueError)) as caught:
            call(*state, P)
        told.append((caught.type, str(caught.value)))
    assert told[0] == told[1]


def test_numbers_of_one_kind_in_are_of_that_kind_out():
    bob = CASES["one rod"]
    q, qd, t = next(states(1))
    assert all(isinstance(x, np.ndarray) for x in (bob.acceleration(list(q), qd, t, P).qdd,))
    for given in ((jnp.asarray(q), qd, t, P), (q, qd, t, {"m": jnp.asarray(2.0)})):
        assert not isinstance(bob.acceleration(*given).qdd, np.ndarray)


def test_what_is_too_large_for_C_is_computed_by_JAX(monkeypatch):
    monkeypatch.setattr(in_c, "LARGEST", 1)
    forget()
    try:
        x = zoo.pendulum()
        found = x.system.acceleration(x.q0, x.qd0, 0.0, x.p)
        agree(found, by_jax.acceleration(x.system, x.q0, x.qd0, 0.0, x.p))
        assert in_c._compiled.cache_info().currsize == 1
    finally:
        forget()
