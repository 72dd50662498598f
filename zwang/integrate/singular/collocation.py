r"""Crossing a singular pose, where the constraints lose rank for a moment.

Near the pose the acceleration is a small difference over a small singular value, and at the pose
itself it is not determined: steps of a usual method that come near are noise, and an adaptive
one stalls. The motion is smooth all the same. So one step of Gauss collocation is laid across,
with the pose in its middle, where an even number of stages has no node. On [t, t + H] with the
nodes c_i, and K_j the accelerations there,

    q̇(c_i) = q̇ + H Σ_j a_ij K_j        a_ij = ∫₀^{c_i} ℓ_j
    q(c_i) = q + c_i H q̇ + H² Σ_j ā_ij K_j      ā_ij = ∫₀^{c_i} (c_i − s) ℓ_j(s) ds

with Lagrange's polynomials ℓ_j. The equations are iterated, every stage being projected onto the
constraints before its acceleration is evaluated. Two such steps, of eight and of six stages, agree
if the motion across is smooth on the branch that was taken, and not otherwise.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from numpy.polynomial.legendre import leggauss, legint, legvander

from zwang.base.arrays import Array
from zwang.base.identity.keyed import jit_by_key
from zwang.equation.acceleration_form import acceleration_form
from zwang.integrate import rank_watch as pose
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.projection import metric, project
from zwang.integrate.rank_watch import Sight
from zwang.integrate.singular.passage import STAGES

PICARD = 30  # at most; each gains a digit or more where the step is not too long
ENDS = 1e-3  # what the next iterate would differ by, in parts of what may be; see ``lay``
PROJECTIONS = 4


class Rule(NamedTuple):
    """Gauss collocation, padded to the most stages: nodes, and integrals as Legendre series."""

    c: Array  # (s,) nodes in [0, 1]
    once: Array  # (s, s + 2) series of ∫₀^θ ℓ_j in the Legendre polynomials of 2θ − 1
    twice: Array  # (s, s + 2) series of ∫₀^θ (θ − s) ℓ_j(s) ds
    used: Array  # (s,) which stages there are


def rule(stages: int) -> Rule:
    """The rule with so many stages.

    At Gauss's nodes x_j with weights w_j the Legendre polynomials are orthogonal as sums too, so
    ℓ_j = w_j Σ_k (k + ½) P_k(x_j) P_k: no powers, whose coefficients would cost four digits.
    """
    size = max(STAGES)
    x, w = leggauss(stages)
    once, twice = np.zeros((size, size + 2)), np.zeros((size, size + 2))
    for j in range(stages):
        ell = w[j] * (np.arange(stages) + 0.5) * legvander(x[j], stages - 1)[0]
        once[j, : stages + 1] = legint(ell, 1, lbnd=-1.0) / 2
        twice[j, : stages + 2] = legint(ell, 2, lbnd=-1.0) / 4
    c = np.concatenate([x, np.full(size - stages, x[0])])
    return Rule((c + 1) / 2, once, twice, np.arange(size) < stages)


RULES = tuple(map(rule, STAGES))


def between() -> np.ndarray:
    """ℓ_j of the first rule at the nodes of the second (s₂, s₁): its accelerations begin there."""
    (x, w), (at, _) = (leggauss(stages) for stages in STAGES)
    k = np.arange(STAGES[0])
    values, own = (legvander(y, STAGES[0] - 1) for y in (at, x))
    return values @ ((k + 0.5)[:, None] * own.T) * w


class Across(NamedTuple):
    """A step of collocation: where it begins, its length, its accelerations, whether it settled."""

    t: Array
    q: Array
    qd: Array
    H: Array
    K: Array
    settled: Array


def state_at(across: Across, rule: Rule, theta: Array) -> tuple[Array, Array, Array]:
    """Time, q and q̇ of the polynomial at θ in [0, 1], not projected."""
    P, x = [jnp.ones_like(theta), 2 * theta - 1], 2 * theta - 1
    for k in range(1, rule.twice.shape[1] - 1):
        P.append(((2 * k + 1) * x * P[k] - k * P[k - 1]) / (k + 1))
    P, H = jnp.stack(P), across.H
    q = across.q + theta * H * across.qd + H**2 * (rule.twice @ P) @ across.K
    qd = across.qd + H * (rule.once @ P) @ across.K
    return across.t + theta * H, q, qd


@jit_by_key(0)
def lay(
    program: Program,
    numbers: Any,
    t: Array,
    q: Array,
    qd: Array,
    H: Array,
    rule: Rule,
    small: Array,
    cut: Array,
) -> tuple[Across, Array, Array, Array]:
    """A step of collocation from a state: the step, q and q̇ at its end, and success.

    Shapes: q, qd (n,), small (2n,).
    """
    p, moving, solver = program.p(numbers), program.moving(), program.cutting(cut)

    def onto(across, theta):
        there = state_at(across, rule, theta)
        return project(program.system.value, *there, p, PROJECTIONS, cut=cut)

    def stage(across, theta):
        there, t = onto(across, theta), across.t + theta * H
        return moving.acceleration(there.q, there.qd, t, p, solver=solver, throw=False).qdd

    def ends(across):
        return onto(across, jnp.ones(()))

    def going(carry):
        # As long as it helps: what rounding leaves of a pose nearby is not known beforehand.
        across, _, (last, change), tried = carry
        rate = jnp.where(jnp.isfinite(last), change / last, 1.0)
        helps = (change < last / 2) & (change * rate > ENDS)
        return (helps | (tried < 2)) & (tried < PICARD) & jnp.isfinite(across.K).all()

    def again(carry):
        across, end, (_, last), tried = carry
        K = jax.lax.map(partial(stage, across), rule.c) * rule.used[:, None]
        across = across._replace(K=K)
        there = ends(across)
        new = jnp.concatenate([there.q, there.qd])
        change = (jnp.abs(new - end) / small).max()
        return across._replace(settled=change <= 1), new, (last, change), tried + 1

    K = jnp.zeros((rule.c.shape[0], q.shape[0]))
    start = Across(t, q, qd, H, K, jnp.asarray(False))
    first = stage(start, jnp.zeros(()))
    # There is none where rank is lost.
    K = jnp.where(jnp.isfinite(first).all(), first, K) * rule.used[:, None]
    start = start._replace(K=K)
    unknown, zero = jnp.full((), jnp.inf), jnp.zeros((), int)
    nothing = jnp.full(2 * q.shape[0], jnp.inf), (unknown, unknown), zero
    across, *_ = jax.lax.while_loop(going, again, (start, *nothing))
    end = ends(across)
    return across, end.q, end.qd, across.settled & end.reached


@jit_by_key(0)
def survey(
    program: Program,
    numbers: Any,
    across: Across,
    rule: Rule,
    thetas: Array,
    sight: Sight,
    rank: Array,
    cut: Array,
    least: Array,
) -> tuple[Array, Array, Array, Array]:
    """σ and the turns from each place to the next, along a step of collocation.

    They are those in the metric of the step's start. Rank does not depend on the metric, so that σ
    comes to zero in the same places; but a light part that turns does not make it fall.

    Shapes: thetas (k,).
    """
    system, p = program.system.value, program.p(numbers)
    t, q, qd = across.t, across.q, across.qd
    W = metric(system.M(q, t, p, qd), acceleration_form(system, q, qd, t, p).A)

    def look(theta):
        there = project(system, *state_at(across, rule, theta), p, 1, cut=cut)
        return pose.look(W, there.A, sight.sizes, rank)

    seen = jax.lax.map(look, thetas)
    sigma = jax.vmap(lambda s: s.sigma(rank))(seen)
    former, latter = (jax.tree.map(lambda x: x[part], seen) for part in (slice(-1), slice(1, None)))
    turns = jax.lax.map(lambda pair: pose.turned(*pair), (former, latter))
    return sigma, sigma < least * seen.shrunk, turns, seen.U


@jit_by_key(0)
def land(
    program: Program, numbers: Any, across: Across, rule: Rule, theta: Array, cut: Array
) -> tuple[Array, Array]:
    """q and q̇ at a place of the step, on the constraints."""
    t, q, qd = state_at(across, rule, theta)
    there = project(program.system.value, t, q, qd, program.p(numbers), PROJECTIONS, cut=cut)
    return there.q, there.qd
