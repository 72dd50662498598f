"""A row of N parallelograms: at every half turn its constraints lose rank N."""

from __future__ import annotations

from functools import partial

import jax.numpy as jnp
import numpy as np
import scipy

from zwang.system.constraints import Holonomic
from zwang.system.system import System
from zwang.zoo.problem import Problem, rows

SPEED = 1.0  # of the upper pins at the start


def four_bar(N: int = 2) -> Problem:
    r"""N four-bar linkages side by side, in the positions of their upper pins.

    Cranks A_i B_i stand on the ground at A_i = (i, 0), couplers join B_i and B_{i+1}; all 2N + 1
    links are uniform, of length 1 and mass 1. The coordinates are x and y of B_0, ..., B_N, and
    a link's length is its constraint: 2N + 2 coordinates, 2N + 1 rows. When all lie on the x
    axis, the rows have no y and so only rank N + 1, and the linkages might leave the
    parallelogram; the motion crosses this pose at every half turn.

    .. math:: \ddot\theta = w^2 \sin\theta, \quad
              w^2 = \frac{g}{L}\, \frac{(N + 1)/2 + N}{(N + 1)/3 + N}

    with θ from the upward vertical. Started upright with θ̇ = 1 it turns without end:
    θ = π + 2 am(½ c t − K), c² = 1 + 4w², with the parameter 4w²/c².

    References
    ----------
    [IFToMM] problem A02; [LL76] section 11 for the closed form.
    """
    if N < 1:
        raise ValueError(f"`N` is {N!r}; wanted a whole number from 1.")
    p = {"m": 1.0, "L": 1.0, "g": 9.81}

    def answer(t):
        spin, speed = _rotation(t, N, p)
        x, y = p["L"] * np.sin(spin), p["L"] * np.cos(spin)
        pins = [column for i in range(N + 1) for column in (i * p["L"] + x, y)]
        rates = [column for _ in range(N + 1) for column in (y * speed, -x * speed)]
        return rows(*pins, *rates)

    cranks = [Holonomic(partial(crank, i=i), f"crank {i}") for i in range(N + 1)]
    couplers = [Holonomic(partial(coupler, i=i), f"coupler {i}") for i in range(N)]
    return Problem(
        name="four_bar",
        title=f"{N} parallelograms in a row, which turn through their singular poses",
        system=System(
            mass,
            force,
            [*cranks, *couplers],
            coordinates=[f"{axis}_B{i}" for i in range(N + 1) for axis in "xy"],
            energy=energy,
        ),
        q0=[x for i in range(N + 1) for x in (i * p["L"], p["L"])],
        qd0=[SPEED, 0.0] * (N + 1),
        t=10.0,
        p=p,
        answer=answer,
        tolerance=1e-12,
        citation="IFToMM benchmark A02 [IFToMM]; closed form of the parallelogram [LL76]",
        notes=(
            f"At every half turn the constraints lose rank {N}.",
            "A step through the pose may leave the parallelogram; the answer stays on it.",
            "The benchmark's published data are for N = 40; other N move differently.",
        ),
    )


def _rotation(t, N, p):
    """θ from the upward vertical, and θ̇."""
    w2 = p["g"] / p["L"] * ((N + 1) / 2 + N) / ((N + 1) / 3 + N)
    start = SPEED / p["L"]
    c = np.sqrt(start**2 + 4.0 * w2)
    k = 4.0 * w2 / c**2
    _, _, dn, amplitude = scipy.special.ellipj(
        0.5 * c * np.asarray(t, float) - scipy.special.ellipk(k), k
    )
    return np.pi + 2.0 * amplitude, c * dn


def crank(q, p, i=0):
    """Length of the crank i, from A_i to B_i."""
    x, y = q[2 * i] - i * p["L"], q[2 * i + 1]
    return x**2 + y**2 - p["L"] ** 2


def coupler(q, p, i=0):
    """Length of the coupler i, from B_i to B_{i+1}."""
    x, y = q[2 * i + 2] - q[2 * i], q[2 * i + 3] - q[2 * i + 1]
    return x**2 + y**2 - p["L"] ** 2


def mass(q, p):
    """M (n, n). A uniform rod has T = m (v₁² + v₁·v₂ + v₂²)/6, by the speeds of its ends."""
    pins = q.shape[0] // 2
    couplers = jnp.full(pins, 2.0).at[jnp.array([0, -1])].set(1.0)
    M = jnp.diag((1.0 + couplers) / 3.0)
    M = M + (jnp.eye(pins, k=1) + jnp.eye(pins, k=-1)) / 6.0
    return p["m"] * jnp.kron(M, jnp.eye(2))


def force(q, p):
    """Weight (n,): half of every link hangs on each of its ends."""
    pins = q.shape[0] // 2
    halves = jnp.full(pins, 3.0).at[jnp.array([0, -1])].set(2.0) / 2.0
    return jnp.stack([jnp.zeros(pins), -p["m"] * p["g"] * halves], axis=-1).ravel()


def energy(q, qd, p):
    """Kinetic and potential energy."""
    return qd @ mass(q, p) @ qd / 2.0 - force(q, p) @ q
