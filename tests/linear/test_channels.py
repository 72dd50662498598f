"""Inputs and outputs of small motions against differences of the system that has them."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw

NAMES = ["a", "b", "c", "d"]
P = {"length": 1.1, "slope": 0.4}
PUSH = lambda q: jnp.stack([1.0, q[0], jnp.cos(q[1]), 0.0 * q[0]])


def holding(q, length, value):
    return q[0] + q[1] ** 2 + 0.3 * q[2] * q[3] - length**2 - 0.2 * jnp.sin(q[2]) - value


def slipping(q, qd, slope):
    return qd[1] * (1.0 + q[2] ** 2) - slope * qd[3] + 0.1 * jnp.sin(q[0])


def matrices(seed):
    root, K, D = np.random.default_rng(seed).normal(size=(3, 4, 4))
    return root @ root.T + np.eye(4), K, 0.3 * D


def described(seed, rubbed):
    """A System with a row on positions, one on velocities, and friction by its reaction."""
    M, K, D = matrices(seed)
    rows = [
        zw.Holonomic(lambda q, p: holding(q, p["length"], 0.0), name="hold"),
        zw.Nonholonomic(lambda q, qd, p: slipping(q, qd, p["slope"]), name="slip"),
    ]
    law = lambda q, qd: -K @ jnp.sin(q) - D @ qd
    return zw.System(M, law, rows, coordinates=NAMES, nonideal=RUB if rubbed else None)


RUB = lambda qd, reaction: -0.1 * reaction[0] * jnp.tanh(qd)
along = lambda course, t: course @ jnp.stack([1.0, t, t**2 / 2])
hold = lambda q, t, p: holding(q, P["length"] + along(p["length"], t), along(p["drive"], t))
slip = lambda q, qd, t, p: slipping(q, qd, P["slope"] + along(p["slope"], t))


def driven(seed, rubbed):
    """The same with inputs that have a course: value, rate and acceleration at t = 0 each, in p."""
    M, K, D = matrices(seed)
    law = lambda q, qd, p: -K @ jnp.sin(q) - D @ qd + p["push"][0] * PUSH(q)
    rows = [zw.Holonomic(hold, name="hold"), zw.Nonholonomic(slip, name="slip")]
    return zw.System(M, law, rows, coordinates=NAMES, nonideal=RUB if rubbed else None)


def solved(function, x):
    both = jax.jit(lambda x: (jax.jacfwd(function)(x), function(x)))
    for _ in range(5):
        x = x - np.linalg.solve(*both(x))
    return np.asarray(x)


def rows_of(q, qd, t, p):
    """φ̇ and ψ."""
    return jnp.stack([jax.jvp(hold, (q, t, p), (qd, 1.0, BLANK))[1], slip(q, qd, t, p)])


BLANK = {name: np.zeros(3) for name in ("length", "drive", "slope", "push")}


@pytest.mark.parametrize("rubbed", [False, True])
def test_every_kind_of_input_and_output(rubbed, rng):
    """Drives, parameters of rows at both levels, and forces; multipliers, accelerations, Qc."""
    system, true = described(7, rubbed), driven(7, rubbed)
    q_0, qd_0 = zw.assemble(system, [0.5, 0.6, 0.3, -0.2], [0.3, 0.1, -0.4, 0.2], 0.0, P)
    q_0, qd_0 = np.asarray(q_0), np.asarray(qd_0)
    inputs = {"length": "parameter:length", "drive": "drive:hold", "slope": "parameter:slope"}
    outputs = {"hold": "hold", "slip": "multiplier:slip", "b''": "acceleration:b"}
    outputs |= {"mixed": lambda q, lam, qdd, Qc: Qc[0] * q[1] + lam[0] * qdd[2]}
    asked = {"inputs": inputs | {"push": PUSH}, "outputs": outputs}
    found = zw.linearize(system, q_0, qd_0, 0.0, P, **asked)
    kept, moved = (
        np.array([NAMES.index(x) for x in some]) for some in (found.coordinates, found.rates)
    )

    def truth(x, u):
        """The rates of the states, and the outputs, with states x and inputs u."""
        value = dict(zip((*found.states, *found.inputs), (*x, *u), strict=True))
        course = {n: np.array([value.get(n + "'" * k, 0.0) for k in range(3)]) for n in BLANK}
        shift, rate = (
            np.array([value.get(name + stroke, 0.0) for name in NAMES]) for stroke in ("", "'")
        )
        on = lambda q: jnp.append((q - q_0 - shift)[kept], hold(q, 0.0, course))
        q = solved(on, q_0 + shift)
        met = lambda qd: jnp.append((qd - qd_0 - rate)[moved], rows_of(q, qd, 0.0, course))
        qd = solved(met, qd_0 + rate)
        a = np.asarray(true.acceleration(q, qd, 0.0, course).qdd)
        Qc = matrices(7)[0] @ a - np.asarray(true.Q(q, qd, 0.0, course))
        A = np.asarray(jax.jacfwd(rows_of, argnums=1)(q, qd, 0.0, course))
        acts = A.T - rubbed * 0.1 * np.outer(np.tanh(qd), A[:, 0])  # Aᵀ + ∂C/∂λ
        lam = np.linalg.lstsq(acts, Qc)[0]
        return np.array([*qd[kept], *a[moved], *lam, a[1], Qc[0] * q[1] + lam[0] * a[2]])

    h, count = 1e-5, len(kept) + len(moved)
    x, u = rng.normal(size=len(found.states)), rng.normal(size=len(found.inputs))
    change = (truth(h * x, h * u) - truth(-h * x, -h * u)) / (2 * h)
    said = np.append((found.A @ x + found.B @ u)[:count], found.C @ x + found.D @ u)
    np.testing.assert_allclose(said, change, atol=1e-7 * np.abs(change).max())
