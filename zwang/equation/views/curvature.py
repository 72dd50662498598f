"""Hertz's curvature of the path of a system, by Gauss's function."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import eps
from zwang.base.functions import join, split
from zwang.base.identity.keyed import Keyed, jit_by_key
from zwang.equation.known import known
from zwang.system.system import System


def curvature(system: System, q: Any, qd: Any, t: Any, p: Any, parts: Any) -> float | None:
    r"""√G / (q̇ᵀM q̇), where G is Gauss's function; None where it is no curvature.

    In the metric M a path of speed s² = q̇ᵀM q̇ has the acceleration M⁻¹(M q̈ − F), if F are the
    forces of inertia, and its square is κ²s⁴ + ṡ². Without given forces, Q = F, so that it is
    Gauss's function; and ṡ = 0 where Qcᵀq̇ = 0.
    """
    if parts.singular or system.mass.asks_for("qd"):
        return None  # no metric of (q, t)
    numbers, rest = split(p)
    state = *system.state(q, qd, t, jnp), numbers
    inertia, rate = map(np.asarray, _inertia(known(system, *state, rest), rest, *state))
    v, small = np.asarray(qd, float), eps(float) ** 0.5
    speed, power = v @ parts.M @ v, parts.Qc @ v
    given = np.abs(parts.Q - inertia).max() > small * np.abs(parts.Q).max()
    working = abs(power) > small * np.abs(parts.Qc) @ np.abs(v)
    if not speed > 0 or given or working or np.abs(rate).max() > 0 or parts.C.any():
        return None
    return float(np.sqrt(max(parts.least, 0.0)) / speed)


@jit_by_key(0, 1)
def _inertia(fixed: Keyed, rest: Keyed, q, qd, t, numbers):
    """∂T/∂q − (d/dt ∂T/∂q̇ at q̈ = 0) with T = ½ q̇ᵀM q̇ (n,); and ∂M/∂t."""
    system, p = fixed.value, join(numbers, rest)
    T = lambda q, t: qd @ system.M(q, t, p) @ qd / 2
    momentum = lambda q: system.M(q, t, p) @ qd
    turned = jax.jvp(momentum, (q,), (qd,))[1]
    rate = jax.jvp(lambda t: system.M(q, t, p), (t,), (jnp.ones_like(t),))[1]
    return jax.grad(T)(q, t) - turned, rate
