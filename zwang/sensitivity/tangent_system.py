r"""A motion and its derivative along one direction, as one System of 2n coordinates.

Let the start or the parameters change along a direction, and let s be the rate at which q changes
with it; d is the derivative along (s, ṡ, dp). The motion satisfies

    M q̈ − Aᵀλ = F,    A q̈ = b,         F = Q + C.

Its derivative along the direction is the same problem once more, with the same M and A:

    M s̈ − Aᵀμ = f,    A s̈ = g,         f = dF − dM q̈ + dAᵀλ,    g = db − dA q̈.

So (q, s) moves as a system of its own, under the constraints φ = 0 and dφ = 0, whose steps are
adapted to both and which is projected onto both. The direction is a parameter of that system:
one program serves all directions. Its constraint forces are zero, since the accelerations given
to it are those of the constrained motion; masses and rows serve the projection. The mass of s is
small (``LIGHT``), so that the projection moves q as if it were alone, and so that the rank of

    [ A   0 ]
    [ dA  A ]

is watched as that of A.

Where the friction C asks for constraint forces, dC needs the derivative of these as well; it then
comes from the rule by which JAX differentiates the kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array, solve_lower
from zwang.base.functions import EXTRA, join, split
from zwang.base.identity.keyed import Keyed, jit_by_key
from zwang.consistency.assemble import metric_factor
from zwang.equation.acceleration import acceleration
from zwang.equation.acceleration_form import Rows, acceleration_form
from zwang.equation.fundamental import solve
from zwang.equation.known import known
from zwang.equation.matrices import evaluate_compiled
from zwang.integrate.method.runge_kutta import IN_STEPS
from zwang.integrate.projection import WIDE
from zwang.solvers import Auto
from zwang.solvers.base import mass_factor
from zwang.system.constraints import AbstractConstraint, AccelerationLevel, Rowwise, Structured
from zwang.system.system import System

LIGHT = 1e-8  # mass of s, in parts of that of q

# That the constraints agree is seen in the motion itself. Of a derivative that vanishes only
# rounding is left, which agrees with nothing.
TANGENT = Auto(rank=WIDE, consistency=1e9)
SMALL = 1e-9  # singular values of a start's equations, of length one, that are none


@lru_cache(maxsize=64)
def varied(fixed: Keyed, n: int, rows: Rows) -> System:
    """The System of (q, s), with ``p`` and the direction ``along`` as parameters.

    Parameters
    ----------
    fixed : the System under its key
    n : number of coordinates
    rows : of its constraints
    """
    system = fixed.value
    if not rows.names:  # nothing to project, so no masses are needed
        return System(1.0, partial(_accelerations, system=system, n=n))

    def mass(q, t, p):
        M = system.M(q[:n], t, p["p"])
        return jnp.block([[M, jnp.zeros_like(M)], [jnp.zeros_like(M), LIGHT * M]])

    def force(q, qd, t, p):
        return mass(q, t, p) @ _accelerations(q, qd, t, p, system=system, n=n)

    return System(mass, force, _constraints(system, n, rows))


def _along(f: Callable, n: int, q: Any, qd: Any, t: Any, p: Any) -> tuple[Any, Any]:
    """f(q, qd, t, p) and its derivative along the direction; q and qd have s and ṡ behind them."""
    numbers, rest = split(p["p"])

    def g(q, qd, numbers):
        return f(q, qd, t, join(numbers, rest))

    return jax.jvp(g, (q[:n], qd[:n], numbers), (q[n:], qd[n:], list(p["along"])))


def _accelerations(q: Any, qd: Any, t: Any, p: Any, *, system: System, n: int) -> Array:
    """q̈ and s̈ (2n,)."""
    if system.nonideal is not None and any(map(system.nonideal.asks_for, EXTRA)):
        whole = partial(acceleration, system, solver=IN_STEPS, throw=False)
        return jnp.concatenate(_along(lambda *state: whole(*state).qdd, n, q, qd, t, p))

    def matrices(q, qd, t, p):
        form = acceleration_form(system, q, qd, t, p)
        F = system.Q(q, qd, t, p) + system.C(q, qd, t, p)
        return system.M(q, t, p, qd), F, form.A, form.b

    (M, F, A, b), (dM, dF, dA, db) = _along(matrices, n, q, qd, t, p)
    now = solve(M, F, A, b, solver=IN_STEPS, throw=False)
    f, g = dF - dM @ now.qdd + dA.T @ now.lam, db - dA @ now.qdd
    return jnp.concatenate([now.qdd, solve(M, f, A, g, solver=TANGENT, throw=False).qdd])


def _constraints(system: System, n: int, rows: Rows) -> list[AbstractConstraint]:
    """The rows of each level, and behind them their derivatives."""

    def form(q, qd, t, p, which: slice) -> Rowwise:
        def parts(*state):
            found = acceleration_form(system, *state)
            return found.A[which], found.b[which], found.phi[which], found.velocity[which]

        (A, *now), (dA, *rate) = _along(parts, n, q, qd, t, p)
        both = (jnp.concatenate(pair) for pair in zip(now, rate, strict=True))
        return Rowwise(jnp.block([[A, jnp.zeros_like(A)], [dA, A]]), *both)

    found: list[AbstractConstraint] = []
    h, k, m = rows.positions, rows.velocities, len(rows.names)
    curved = any(constraint.curved for constraint in system.constraints)
    for level, which in enumerate((slice(0, h), slice(h, k))):
        names = rows.names[which] + tuple(f"derivative of {x}" for x in rows.names[which])
        groups = tuple((name, (i,)) for i, name in enumerate(names))
        if names:
            of_level = partial(_rows_of, form=form, which=which, level=level)
            found.append(Structured(of_level, names, groups, level, curved and level == 1))
    if m > k:
        rest = partial(form, which=slice(k, m))
        A = lambda q, qd, t, p: rest(q, qd, t, p).A
        found.append(AccelerationLevel(A, lambda q, qd, t, p: rest(q, qd, t, p).b))
    return found


def _rows_of(q, qd, t, p, *, form: Callable, which: slice, level: int) -> Rowwise:
    found = form(q, qd, t, p, which)
    return found if level == 0 else found._replace(phi=None)


# -- the start -------------------------------------------------------------------------------
#
# ``zw.assemble`` makes ½ (u − g)ᵀ W (u − g) least under r(u) = 0, first for the positions u = q,
# then for the velocities u = q̇ at these; g is the guess. So there is ν with
#
#     W (u − g) − Aᵀν = 0,    r = 0,
#
# and the derivatives of these are linear equations for du and dν. For a start that is consistent
# u = g and ν = 0: what leaves the constraints is taken off dg by the least change in the metric.
# Rows may depend on each other, so the least of the multipliers is meant. Where M is singular,
# the metric counts as constant.


def start_along(
    system: System, guess: Any, state: Any, p: Any, dg: Any, dgd: Any, dp: Any
) -> tuple[np.ndarray, np.ndarray]:
    """How an assembled start changes in D directions: s and ṡ (D, n).

    Parameters
    ----------
    system : the description
    guess : q and qd (n,) before they were assembled
    state : t (), q and qd (n,) afterwards
    p : parameters
    dg, dgd : (D, n)        change of the guess
    dp : (D, ...)           change of each number of the parameters
    """
    dg, dgd = np.asarray(dg, float), np.asarray(dgd, float)
    if not system.constraints:
        return dg, dgd
    (t, q, qd), (g, gd) = ([np.asarray(x, float) for x in given] for given in (state, guess))
    numbers, rest = split(p)
    fixed = known(system, q, qd, t, numbers, rest)
    at = lambda q, qd: evaluate_compiled(fixed, rest, False, q, qd, t, numbers)
    there = at(q, qd)
    A, rows = np.asarray(there.form.A), there.form.rows
    tangent = partial(_stationary, fixed, rest)
    dp = [jnp.asarray(x, float) for x in dp]

    def level(which: int, u, g, metric, count: int, dg, ds) -> np.ndarray:
        """du (D, n) for positions or velocities, of which ``count`` rows hold."""
        if not count:
            return dg
        M = np.asarray(metric.M)
        L = metric_factor(M, np.asarray(metric.form.A))
        Y = np.asarray(solve_lower(L, A[:count].T, np))  # A in the metric, where that is one
        lengths = np.linalg.norm(Y, axis=0)
        lengths[lengths == 0.0] = 1.0
        Y = Y / lengths
        nu = np.linalg.lstsq(Y, L.T @ (u - g), rcond=SMALL)[0] / lengths
        W = None if mass_factor(M, np)[2] else L @ L.T
        found = tangent(which, t, u, g, q, qd, numbers, nu, W, (dg, ds, dp))
        K, left, r = map(np.asarray, found)
        K = solve_lower(L, np.asarray(solve_lower(L, K, np)).T, np)
        left = solve_lower(L, left.T, np)
        saddle = np.block([[K, -Y], [Y.T, np.zeros((count, count))]])
        right = -np.concatenate([left, r.T / lengths[:, None]])
        y = np.linalg.lstsq(saddle, right, rcond=SMALL)[0][: len(u)]
        return np.asarray(solve_lower(L, y, np, transpose=True)).T

    s = level(0, q, g, at(g, gd), rows.positions, dg, np.zeros_like(dg))
    return s, level(1, qd, gd, at(q, gd), rows.velocities, dgd, s)


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
