r"""How near the constraints are to losing rank: what a motion watches for.

The rows of A L⁻ᵀ (M = L Lᵀ), each divided by the largest length that it has had, form B. Where the
r-th singular value σ of B = U S Vᵀ comes to zero, r being the rank so far, the mechanism stands in
a singular configuration: more than one motion may go on from there. Divided by its length of the
moment a row that vanishes there, like the x of a closure in angles, would hide it to the last; in
other coordinates the same linkage has rows that become parallel, and σ falls all the way.

Near it a state is known less well: rows are met up to rounding ε of their terms, and the least
change for that is up to ε/σ long in the metric M, whatever the step was.

A pose between two steps is seen by the polar factor P = U Vᵀ, which turns little while the
singular values stay away from zero, and of which a direction flips when one goes through it: the
symmetric part of P₁ P₀ᵀ then has a negative eigenvalue.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp

from zwang.base.arrays import Array, eps, namespace, solve_lower
from zwang.integrate.course import RankChange as RankChange
from zwang.integrate.course import Sight as Sight
from zwang.integrate.projection import WIDE, metric
from zwang.solvers import rank as rules
from zwang.solvers.base import mass_factor

# Of its length around, SHORT: a row that may vanish; LEFT: one that does. See ``sizes_around``.
SHORT, LEFT = 0.1, 1e-2
VANISHED = 1e-3  # of the largest length a row has had: shorter ones count as lost with σ
# ROUNDINGS: in the terms of a row. SEEN: of the state, the most that a correction may be to count
#   as rounding.
ROUNDINGS, SEEN = 8.0, 1e-12
SOONEST = 0.5  # of where a line through the last two σ comes to zero: see ``distance``


def look(M: Array, A: Array, sizes: Array, rank: Array, least: float = WIDE) -> Sight:
    """Look at the constraints where the mass is M and their matrix is A.

    Shapes: M (n, n), A (m, n), sizes (m,).
    """
    _, _, definite = mass_factor(M, jnp)
    L, Y, lengths = _in_metric(M, A)
    # In the metric of a singular M, lengths of rows depend on which directions have mass just now.
    sizes = jnp.where(definite, jnp.maximum(sizes, lengths), lengths)
    divisors = jnp.where(sizes > 0, sizes, 1.0)
    U, values, Vh = jnp.linalg.svd((Y / divisors).T, full_matrices=False)
    rank = jnp.where(rank < 0, (values > least).sum(), rank)
    kept = jnp.arange(values.shape[0]) < rank
    sigma = jnp.where(rank > 0, values[jnp.maximum(rank - 1, 0)], 1.0)
    # √(M⁻¹)ⱼⱼ are the lengths of the columns of L⁻¹.
    lone = jnp.sqrt((solve_lower(L, jnp.eye(L.shape[0]), jnp) ** 2).sum(axis=0))
    return Sight(
        sizes,
        values,
        U,
        polar=(U * kept) @ Vh,
        reach=lone / jnp.maximum(sigma, eps(sigma.dtype)),
        weight=(jnp.abs(A) / divisors[:, None]).max(axis=0),
        shrunk=jnp.clip((lengths / divisors).min(), VANISHED, 1.0),
    )


def _in_metric(M: Array, A: Array) -> tuple[Array, Array, Array]:
    L, _, _ = mass_factor(metric(M, A), jnp)
    Y = solve_lower(L, A.T, jnp)
    return L, Y, rules.lengths_of(Y, jnp) * (Y != 0).any(axis=0)


def sizes_around(M: Array, A: Array) -> tuple[Array, Array]:
    """Lengths (m,) of the rows in the first of some states, or the largest of all if one is short;
    and what of a singular value is nothing there: LEFT of them if one is, which are short too.

    A row that all but vanishes in the first, and not in others, would be of length one there.

    Shapes: M (k, n, n), A (k, m, n).
    """
    lengths = jax.lax.map(lambda pair: _in_metric(*pair)[2], (M, A))
    largest = lengths.max(axis=0)
    short = (lengths[0] < SHORT * largest).any()
    return jnp.where(short, largest, lengths[0]), jnp.where(short, LEFT, WIDE)


def noise(
    reach: Array, weight: Array, q: Array, qd: Array, times: Array, sigmas: Array, last: Array
) -> Array:
    """What rounding leaves open (2n,) of coordinates and velocities on the constraints.

    The terms of a row are weighted sums of q, and each has its rounding ε, so q is open by ε/σ
    along the direction that is being lost. Terms may be larger than that, cosines of small angles
    for one; then the last correction of a projection shows it. The rows turn with q: where q is off
    by δ along that direction, they ask for velocities that differ by δ σ̇/σ along it, since the
    second derivatives of φ are symmetric.

    Shapes: reach, weight (n,), q, qd (n,), times, sigmas (3,).
    """
    largest = jnp.maximum(abs(q).max(), abs(qd).max())
    terms = weight @ jnp.abs(q), weight @ jnp.abs(qd), largest
    return jnp.concatenate(left_open(reach, *terms, times, sigmas, last))


def left_open(
    reach: Array,
    size: Array,
    speed: Array,
    largest: Array,
    times: Array,
    sigmas: Array,
    last: Array,
) -> tuple[Array, Array]:
    """The same of coordinates and of velocities with some ``reach``, where sums are known."""
    since = times[2] - times[1]
    known = since > 0
    rate = jnp.abs(sigmas[2] - sigmas[1]) / jnp.where(known, since, 1.0)
    # Where little is known σ may change as fast as the whole moves.
    rate = jnp.where(known, rate, speed / jnp.where(size > 0, size, 1.0))
    sigma = jnp.maximum(sigmas[2], eps(reach.dtype))
    rate, seen = rate / sigma, last * sigma * reach
    open_, small = eps(reach.dtype) * reach, SEEN * largest
    of_q = size * open_ + jnp.minimum(seen, small)
    of_qd = (speed + rate * size) * open_ + jnp.minimum(rate * seen, small)
    return ROUNDINGS * of_q, ROUNDINGS * of_qd


def turned(before: Sight, after: Sight) -> Array:
    """Eigenvalues (m,) of the symmetric part of P₁ P₀ᵀ: the cosines of the turns, 1 for none.

    Redundant directions, in which there is no P, count as not turned.
    """
    W = after.polar @ before.polar.T
    redundant = jnp.eye(W.shape[0], dtype=W.dtype) - before.polar @ before.polar.T
    return jnp.linalg.eigvalsh((W + W.T) / 2 + redundant)


def distance(t: Array, sigma: Array) -> Array:
    """How long after the last of three times σ comes to zero, by a parabola; inf for never.

    Where another singular value became the smallest, a parabola bends down as nothing does. So it
    is not sooner than in SOONEST of the time that the last two values tell.

    Shapes: t (3,), sigma (3,).
    """
    xp = namespace(t, sigma)
    x, s2 = t[:2] - t[2], sigma[2]
    known = (x[0] < x[1]) & (x[1] < 0)
    x = xp.where(known, x, xp.array([-2.0, -1.0]))
    # σ = s2 + b x + a x²; the first zero at x > 0 in the form that keeps its digits.
    slope = (sigma[:2] - s2) / x
    a = (slope[1] - slope[0]) / (x[1] - x[0])
    b = slope[1] - a * x[1]
    discriminant = b * b - 4 * a * s2
    root = 2 * s2 / (-b + xp.sqrt(xp.maximum(discriminant, 0.0)))
    falls = known & (discriminant >= 0) & (root > 0) & (slope[1] < 0)
    straight = s2 / xp.where(slope[1] < 0, -slope[1], 1.0)
    return xp.where(falls, xp.maximum(root, SOONEST * straight), xp.inf)
