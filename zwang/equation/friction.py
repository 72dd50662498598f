"""Friction that depends on the force that really acts: the reaction r = Aᵀλ under Q + C(r).

Without C the constraints would exert r₀. A load C changes that by −S C, where S is linear and
comes from the kernel, so

    g(r) = r − r₀ + S C(r) = 0.

A law may instead ask for the multipliers λ that really act, of which r = Aᵀλ: the same equation
with λ₀ in the place of r₀, and for S what takes a load to the change of λ.

For Coulomb's law C is linear in r, piece by piece. Newton's method then ends on the right piece,
or finds that there is none. It is begun from r₀ and from −r₀: two different answers mean that the
law does not determine the motion (Painlevé's paradox).

Of a law that looks at few λ and acts on few coordinates, as in one joint of many, only these are
sought, and S has only their rows and columns: the other λ follow.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array
from zwang.base.functions import AbstractStaged
from zwang.base.status import Status
from zwang.solvers import Auto
from zwang.solvers.derivative import differentiable
from zwang.system.system import System

STEPS = 16  # pieces are few; smooth laws converge quadratically
TOLERANCE = 1e-10  # of the size of the forces, for r itself
DIFFERENT = 1e-6  # of the size of the forces, for two answers to be two


class Reaction(NamedTuple):
    """The force found, or the multipliers, and whether it was: a ``Status`` as a number."""

    force: jax.Array
    status: jax.Array


Reach = tuple[np.ndarray, np.ndarray]


def reach_of(system: System, unknowns: int, n: int) -> Reach:
    """Places of the unknowns that a law looks at, and of the coordinates that it acts on."""
    law = getattr(system.nonideal, "function", None)
    found = law.reach() if isinstance(law, AbstractStaged) else None
    return (np.arange(unknowns), np.arange(n)) if found is None else found


def response(
    M: Array, A: Array, solver: Any, *, numpy: bool, of_lam: bool = False, loads: Any = None
) -> Array:
    """S: a load C makes the constraints answer with −S C (n,), or λ change by that (m,).

    Shapes: M (n, n), A (m, n).
    """
    (m, n), how = A.shape, Auto() if solver is None else solver
    columns = np.eye(n, dtype=M.dtype)[:, slice(None) if loads is None else loads]
    unit = columns, np.zeros((m, columns.shape[1]), M.dtype)
    # All loads of size one at a time: the columns of F = I.
    with np.errstate(all="ignore"):
        found = how.compute(M, A, *unit) if numpy else differentiable(how)(M, A, *unit)
    return -found.lam if of_lam else -found.force


def find(C: Callable, r0: jax.Array, S: jax.Array, reach: Reach | None = None) -> Reaction:
    """The reaction under the law C; or the multipliers, with λ in the place of r.

    Shapes: r0 (n,), S (n, k).
    """
    looked, loaded = reach or (np.arange(len(r0)), np.arange(S.shape[1]))
    return sought(C, lambda load, some: r0[some] - S[some] @ load[loaded], r0, looked)


def sought(C: Callable, answer: Callable, r0: jax.Array, looked: np.ndarray) -> Reaction:
    """The same for constraints that answer a load in any way: a control may answer it too.

    Shapes: r0 (n,).
    """
    whole = lambda r: r0.at[looked].set(r)

    def g(r):
        return r - answer(C(whole(r)), looked)

    def attempt(r):
        end = jax.lax.stop_gradient(_iterate(g, r, STEPS))
        return end, g(end)

    # One start after the other: an iteration by itself is one loop in C.
    ends, left = jax.lax.map(attempt, jnp.stack([r0[looked], -r0[looked]]))
    size = jnp.abs(r0).max() + jnp.abs(left - ends + r0[looked]).max(axis=1)  # of r0 and S C(r)
    met = jnp.abs(left).max(axis=1) <= TOLERANCE * size
    same = jnp.abs(ends[0] - ends[1]).max() <= DIFFERENT * size.max()
    status = jnp.where(
        ~met.any(),
        int(Status.REACTION_NOT_FOUND),
        jnp.where(met.all() & ~same, int(Status.REACTION_NOT_UNIQUE), int(Status.OK)),
    )
    # Steps from the solution change nothing but its derivatives, which they make right.
    own = _iterate(g, jnp.where(met[0], ends[0], ends[1]), 2)
    others = answer(C(whole(own)), np.arange(len(r0)))
    return Reaction(others.at[looked].set(own), status)


def _iterate(g: Callable, r: jax.Array, steps: int) -> jax.Array:
    return jax.lax.scan(lambda r, _: (_newton(g, r), None), r, None, length=steps)[0]


def _newton(g: Callable, r: jax.Array) -> jax.Array:
    """One step; where the law has no derivative, as |r| at 0, the plain r − g(r)."""
    slope, value = jax.jacfwd(lambda r: (g(r),) * 2, has_aux=True)(r)
    step: Any = eliminate(slope, value)
    return r - jnp.where(jnp.isfinite(step).all(), step, value)


@jax.custom_jvp
def eliminate(T: jax.Array, r: jax.Array) -> jax.Array:
    """x (k,) with T x = r, by Gauss with pivots; not finite where T (k, k) is singular.

    Shapes: T (k, k), r (k,).
    """
    return _eliminate(T, r)


@eliminate.defjvp
def _(primals, tangents):
    # T dx = dr − dT x
    (T, r), (dT, dr) = primals, tangents
    x = eliminate(T, r)
    return x, eliminate(T, dr - dT @ x)


def zwang_eliminate(T: jax.Array, r: jax.Array) -> jax.Array:
    """The same under a name that traced programs keep, for those who read these."""
    return jnp.linalg.solve(T, r)


_eliminate = jax.jit(zwang_eliminate)
