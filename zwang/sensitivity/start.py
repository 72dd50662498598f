r"""How a start that is assembled changes with the guess and the parameters.

``zw.assemble`` makes ½ (u − g)ᵀ W (u − g) least under r(u) = 0, first for the positions u = q, then
for the velocities u = q̇ at these; g is the guess. So there is ν with

    W (u − g) − Aᵀν = 0,    r = 0,

and the derivatives of these are linear equations for du and dν,

    K du − Aᵀdν = −l,    A du = −dr,        K = W − ∂(Aᵀν)/∂u,    l = dW (u − g) − W dg − dAᵀν,

where d is along the direction with u held. For a start that is consistent u = g and ν = 0: what
leaves the constraints is taken off dg by the least change in the metric. Rows may depend on each
other, so the least of the multipliers is meant. Where M is singular, the metric counts as constant.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import solve_lower
from zwang.base.functions import join, split
from zwang.base.identity.keyed import jit_by_key
from zwang.consistency.assemble import metric_factor
from zwang.emit import Interpreted
from zwang.engine.near import Matrices, Near
from zwang.equation.acceleration_form import acceleration_form, rows_of
from zwang.equation.known import known
from zwang.ir.scalar.graph import Unsupported
from zwang.solvers.base import mass_factor
from zwang.system.system import System

SMALL = 1e-9  # singular values of a start's equations, of length one, that are none


def start_along(
    system: System, guess: Any, state: Any, p: Any, dg: Any, dgd: Any, dp: Any
) -> tuple[np.ndarray, np.ndarray]:
    """How an assembled start changes in D directions: s and ṡ (D, n).

    Shapes: dg, dgd (D, n), dp (D, ...).
    """
    dg, dgd = np.asarray(dg, float), np.asarray(dgd, float)
    if not system.constraints:
        return dg, dgd
    (t, q, qd), (g, gd) = ([np.asarray(x, float) for x in given] for given in (state, guess))
    rows = rows_of(system, q, qd, t, p)
    try:
        at: _OnValues | _ByJax = _OnValues(system, t, q, qd, p, dp)
    except Unsupported:
        at = _ByJax(system, t, q, qd, p, dp)
    A = at(q, qd).A

    def level(which: int, u, g, metric, count: int, dg, ds) -> np.ndarray:
        """du (D, n) for positions or velocities, of which ``count`` rows hold."""
        if not count:
            return dg
        M = metric.M
        L = metric_factor(M, metric.A)
        Y = np.asarray(solve_lower(L, A[:count].T, np))  # A in the metric, where that is one
        lengths = np.linalg.norm(Y, axis=0)
        lengths[lengths == 0.0] = 1.0
        Y = Y / lengths
        nu = np.linalg.lstsq(Y, L.T @ (u - g), rcond=SMALL)[0] / lengths
        W = None if mass_factor(M, np)[2] else L @ L.T
        K, left, r = at.stationary(which, u, g, nu, W, M, (dg, ds))
        K = solve_lower(L, np.asarray(solve_lower(L, K, np)).T, np)
        left = solve_lower(L, left.T, np)
        saddle = np.block([[K, -Y], [Y.T, np.zeros((count, count))]])
        right = -np.concatenate([left, r.T / lengths[:, None]])
        y = np.linalg.lstsq(saddle, right, rcond=SMALL)[0][: len(u)]
        return np.asarray(solve_lower(L, y, np, transpose=True)).T

    s = level(0, q, g, at(g, gd), rows.positions, dg, np.zeros_like(dg))
    return s, level(1, qd, gd, at(q, gd), rows.velocities, dgd, s)


class _OnValues:
    """The equations and their derivatives, taken on scalar values; nothing is compiled."""

    def __init__(self, system: System, t: Any, q: np.ndarray, qd: np.ndarray, p: Any, dp: Any):
        self.near, self.t, self.q, self.qd = Near(system, len(q), p), t, q, qd
        parts = [np.reshape(x, (len(x), -1)) for x in map(np.asarray, dp)]
        self.dp = np.concatenate(parts, axis=1) if parts else None

    def __call__(self, q: np.ndarray, qd: np.ndarray) -> Matrices:
        return self.near.matrices(q, qd, self.t)

    def stationary(self, level: int, u, g, nu, W, M, change) -> tuple[Any, Any, Any]:
        """K (n, n), l (D, n), and dr (D, rows)."""
        (dg, ds), t = change, self.t
        dp = np.zeros((len(dg), 0)) if self.dp is None else self.dp
        held = np.zeros_like(ds)
        # The positions at which the metric is, and those of the rows; the latter are u itself.
        metric_at, moved, state = (g, dg, (u, self.qd)) if level == 0 else (self.q, ds, (self.q, u))
        rates = self.near.rates(*state, t, u - g, nu, held if level == 0 else ds, dp)
        K, left = M if W is None else W, -dg @ (M if W is None else W) - rates.pulled
        if nu.any():
            K = K - self.near.bend(level, *state, t, nu)
        if W is None and (u - g).any():
            left = left + self.near.rates(metric_at, self.qd, t, u - g, nu, moved, dp).Mw
        return K, left, rates.phi if level == 0 else rates.velocity


class _ByJax:
    """The same for what only JAX can differentiate; NumPy evaluates it, since it is asked once."""

    def __init__(self, system: System, t: Any, q: np.ndarray, qd: np.ndarray, p: Any, dp: Any):
        self.numbers, self.rest = split(p)
        self.t, self.q, self.qd, self.dp = t, q, qd, [jnp.asarray(x, float) for x in dp]
        self.fixed = known(system, q, qd, t, self.numbers, self.rest)

    def __call__(self, q: np.ndarray, qd: np.ndarray) -> Matrices:
        return Matrices(*_once(_matrices, self.fixed, self.rest)(q, qd, self.t, self.numbers))

    def stationary(self, level: int, u, g, nu, W, M, change) -> tuple[Any, Any, Any]:
        """As above."""
        given = self.t, u, g, self.q, self.qd, self.numbers, nu, W, (*change, self.dp)
        return _once(_stationary, self.fixed, self.rest, level)(*given)


def _once(function: Callable, *fixed: Any) -> Callable:
    """A traced function, after what it is traced for, that NumPy evaluates."""

    def found(*given: Any) -> Any:
        given = jax.tree.map(lambda x: np.asarray(x, float), given)
        return Interpreted(partial(function, *fixed), *given)(*given)

    return found


@jit_by_key(0, 1)
def _matrices(fixed, rest, q, qd, t, numbers):
    """M, A, and what is left of positions and velocities; forces have no part in a start."""
    system, p = fixed.value, join(numbers, rest)
    form = acceleration_form(system, q, qd, t, p)
    return system.M(q, t, p, qd), form.A, form.phi, form.velocity


@jit_by_key(0, 1, 2)
def _stationary(fixed, rest, level, t, u, g, q, qd, numbers, nu, W, change):
    """K = ∂(W (u − g) − Aᵀν)/∂u, and what the directions change in both equations at fixed u."""
    system, rows = fixed.value, len(nu)

    def equations(u, g, q, numbers):
        p = join(numbers, rest)
        form = acceleration_form(system, *((u, qd) if level == 0 else (q, u)), t, p)
        metric = system.M(g if level == 0 else q, t, p) if W is None else W
        residual = form.phi if level == 0 else form.velocity
        return metric @ (u - g) - form.A[:rows].T @ nu, residual

    def along(dg, dq, dp):
        at_u = lambda *given: equations(u, *given)
        return jax.jvp(at_u, (g, q, numbers), (dg, dq, dp))[1]

    K = jax.jacfwd(lambda u: equations(u, g, q, numbers)[0])(u)
    return K, *jax.vmap(along)(*change)
