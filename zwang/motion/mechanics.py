r"""What mechanics asks of a motion: an instant taken apart, momenta, quasi-velocities, lost rank.

Quasi-velocities are u = S(q, t) q̇, in number as many as coordinates or fewer, such as the rates of
a body about its own axes: the kinematical variables of Gibbs and Appell. Back from them,
q̇ = S⁺u if S has independent columns; where it has not, the constraints say the rest.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array, as_floats, namespace, solve_lower
from zwang.base.functions import given, join, split
from zwang.base.identity.keyed import Keyed, jit_by_key
from zwang.equation.known import known
from zwang.equation.matrices import evaluate
from zwang.equation.views.explain import Explanation, explain
from zwang.integrate.projection import metric
from zwang.motion.motion import Motion
from zwang.motion.resample import at
from zwang.motion.summary import system_of
from zwang.solvers import rank as rules
from zwang.solvers.base import mass_factor
from zwang.system.constraints import POSITION
from zwang.system.lagrangian import lagrangian_of


def explain_motion(motion: Motion, t: Any) -> Explanation:
    """One instant of a motion taken apart; see ``Motion.explain``."""
    motion.require_one()
    system = system_of(motion, "explain")
    when = as_floats("t", t, np)
    if when.ndim:
        raise ValueError(f"`t` has the shape {when.shape}; wanted one time.")
    first, last = float(motion.t[0]), float(motion.t[-1])
    if not first <= when <= last:
        raise ValueError(f"`t` is {t!r}; wanted a time within the motion, {first:g} to {last:g}.")
    there = np.flatnonzero(np.asarray(motion.t) == when)
    row, state = (there[0], motion) if len(there) else (0, at(motion, [float(when)]))
    return explain(system, state.q[row], state.qd[row], float(when), motion.p)


def momentum(motion: Motion) -> Array:
    """Generalized momenta (T, n); see ``Motion.momentum``."""
    system = system_of(motion, "momentum")
    numbers, rest = split(motion.p)
    q, qd, t = (jnp.asarray(x) for x in (motion.q, motion.qd, motion.t))
    rows = q.reshape(-1, q.shape[-1]), qd.reshape(-1, q.shape[-1]), t.reshape(-1)
    fixed = known(system, rows[0][0], rows[1][0], rows[2][0], numbers, rest)
    found = _momenta(fixed, rest, *rows, numbers).reshape(q.shape)
    return np.asarray(found) if namespace(motion.q) is np else found


@jit_by_key(0, 1)
def _momenta(fixed: Keyed, rest: Keyed, q, qd, t, numbers):
    """∂L/∂q̇, or M q̇, in each row."""
    system, p = fixed.value, join(numbers, rest)
    lagrangian = lagrangian_of(system)
    one = lambda q, qd, t: system.M(q, t, p, qd) @ qd
    if lagrangian is not None:
        one = lambda q, qd, t: lagrangian.momentum(q, qd, t, p)
    return jax.vmap(one)(q, qd, t)


def quasi_velocities(motion: Motion, S: Any) -> np.ndarray:
    """u = S(q, t) q̇ (T, k) in each row of a motion.

    Parameters
    ----------
    motion : whose velocities
    S : (k, n), a function of (q, t, p) that returns a matrix, or one of constants

    References
    ----------
    Pseudo-coordinates, of which [KU93] section 1 and [U05] section 1 speak.

    Examples
    --------
    >>> import zwang as zw
    >>> sled = zw.System(1.0, None, coordinates="x y")
    >>> motion = zw.simulate(sled, [1.0, 0.0], [0.0, 2.0], [0.0, 0.5])
    >>> around = lambda q: [[q[0], q[1]], [-q[1], q[0]]]  # along r and across it, times r
    >>> zw.quasi_velocities(motion, around).round(6).tolist()
    [[0.0, 2.0], [2.0, 2.0]]
    """
    matrices = _matrices(motion, S)
    return np.einsum("tkn,tn->tk", matrices, np.asarray(motion.qd))


def from_quasi_velocities(motion: Motion, S: Any, u: Any) -> np.ndarray:
    """q̇ (T, n) at the positions of a motion, from u = S(q, t) q̇.

    Where S leaves directions open, the constraints on velocities must close them: of all q̇ with
    S q̇ = u it is the one with A q̇ as the motion has it.

    Parameters
    ----------
    motion : whose positions, times and constraints
    S : as for ``zw.quasi_velocities``
    u : (T, k)
    """
    matrices, u = _matrices(motion, S), as_floats("u", u, np)
    if u.shape != matrices.shape[:2]:
        raise ValueError(f"`u` has the shape {u.shape}; wanted {matrices.shape[:2]}.")
    A, qd = np.asarray(motion.A), np.asarray(motion.qd)
    stacked = np.concatenate([matrices, A], axis=1)
    right = np.concatenate([u, np.einsum("tmn,tn->tm", A, qd)], axis=1)
    lengths = np.linalg.norm(stacked, axis=2) + (np.abs(stacked).max(axis=2, initial=0.0) == 0)
    stacked, right = stacked / lengths[..., None], right / lengths
    values = np.linalg.svd(stacked, compute_uv=False)
    if (
        stacked.shape[1] < qd.shape[1]
        or (values[:, -1] <= rules.tolerance(None, rules.RANK, qd) * values[:, 0]).any()
    ):
        raise ValueError(
            "`S` and the constraints leave a direction of q̇ open; wanted a matrix that, with the "
            "rows of A below it, has independent columns."
        )
    return np.einsum("tnk,tk->tn", np.linalg.pinv(stacked), right)


def _matrices(motion: Motion, S: Any) -> np.ndarray:
    """S (T, k, n) in each row."""
    if not isinstance(motion, Motion):
        raise TypeError(f"`motion` is {motion!r}; wanted a zw.Motion.")
    motion.require_one()
    function = given("`S`", S, POSITION)
    q, t, p = np.asarray(motion.q), np.asarray(motion.t), motion.p
    one = partial(_matrix, function, p, q.shape[1])
    return np.asarray(jax.vmap(one)(jnp.asarray(q), jnp.asarray(t)))


def _matrix(function: Any, p: Any, n: int, q: Any, t: Any) -> Any:
    found = function.at({"q": q, "t": t, "p": p})
    if found.ndim != 2 or found.shape[1] != n:
        raise ValueError(f"`S` has the shape {found.shape}; wanted (k, {n}).")
    return found


def sigma(motion: Motion) -> np.ndarray:
    r"""The smallest singular value that counts (T,) of A L⁻ᵀ, M = L Lᵀ.

    Rows are divided by the largest length that they have along the motion, so that neither units
    nor factors before a constraint change it. It is zero where rank is lost, and 1 without rows.
    """
    system = system_of(motion, "sigma")
    rank = int(np.max(motion.rank, initial=0))
    if rank == 0:
        return np.ones(len(motion))
    state = motion.q, motion.qd, motion.t
    M = [evaluate(system, *row, motion.p).M for row in zip(*state, strict=True)]
    return np.asarray(_smallest(jnp.stack(M), jnp.asarray(motion.A), rank))


def _smallest(M: Any, A: Any, rank: int) -> Any:
    def in_metric(pair):
        L, _, _ = mass_factor(metric(*pair), jnp)
        return solve_lower(L, pair[1].T, jnp)

    Y = jax.lax.map(in_metric, (M, A))
    lengths = jnp.linalg.norm(Y, axis=1).max(axis=0)
    B = Y / jnp.where(lengths > 0, lengths, 1.0)
    return jnp.linalg.svd(B, compute_uv=False)[:, rank - 1]
