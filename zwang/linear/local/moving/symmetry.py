r"""Motions of the whole under which a system stays the same.

A coin that rolls does so alike wherever it is and wherever it heads, and however far it has turned
about its axle. Such motions are flows of fields ξ(q) = Ξ q + c: translations, turns in the world,
and those of a body about axes of its own, of which quaternions are linear functions. A field is a
symmetry if along (δq, δq̇) = (ξ, Ξ q̇) constraints that are met stay so, and

    δq̈ = Ξ q̈,      δT = q̇ᵀM Ξ q̇ + ½ q̇ᵀ(DM ξ)q̇ = 0

in all states. All are linear in ξ: in a few states beside the given one they are stacked, and what
solves all of them is the algebra of the symmetries, as far as the fields tried can tell. Where M is
constant, only such turns are tried as leave T alone: MΞ + ΞᵀM = 0.

Where time enters, a symmetry may let it pass: on a hoop that is driven round, all is the same later
if it has turned along. Such a field is (ξ, τ), with δt = τ.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zwang.base.arrays import qr_pivoted, solve_lower
from zwang.base.status import NumericalError
from zwang.bodies.kinds import quaternion
from zwang.bodies.kinds.particle import Particle
from zwang.bodies.kinds.planar_body import PlanarBody
from zwang.bodies.kinds.rigid_body import RigidBody
from zwang.bodies.mechanism import Mechanism
from zwang.linear.local.onto import least, onto
from zwang.linear.local.reduced import Reduced, accelerated, followed, kinetic_change
from zwang.linear.local.tangent import metric_of
from zwang.linear.local.variation import State, Variation

SAMPLES = 4  # states beside the given one, at least
OVER = 2  # as many of them as give so many equations for each field that is tried
FAR, FAST = 0.2, 0.4  # how far beside: of the way in the time of the fastest motion; of q̇
SAME = 1e-8  # what counts as none, in parts of what cancels
CUTS, AS_WELL = (1e-6, 1e-7, 1e-8, 1e-9, 1e-10), 2.0  # entries that may be zero; how well it is met
# Coordinates of a system of which all linear fields are tried, or all turns where M is constant.
MOST, MOST_TURNS = 6, 9
ALONE = 6  # bodies, of more of which each alone is turned about its own axes only
# Of fields that do the same in a state a translation is taken rather than a turn, and a turn about
# a body's own axes rather than one of the world: frequencies are then those seen in the world.
SHIFTS, RIGHT, LEFT, TURNS = 0, 1, 2, 3
CONSTANT = 1e-13  # changes of M that count as none, per coordinate and in parts of it


class Tried(NamedTuple):
    """Fields that are tried: Ξ (P, n, n), c (P, n), and their prices (P,)."""

    Xi: np.ndarray
    c: np.ndarray
    prices: np.ndarray


class Fields(NamedTuple):
    """Fields ξ_k(q) = Ξ_k q + c_k."""

    Xi: np.ndarray  # (K, n, n)
    c: np.ndarray  # (K, n)
    tau: np.ndarray  # (K,) how time passes with them
    parts: np.ndarray  # (K, P) of which of those tried they are made, and how much
    tried: Tried  # these

    def of(self, q: np.ndarray) -> np.ndarray:
        """ξ_k(q) (K, n)."""
        return self.Xi @ q + self.c

    def combined(self, weights: np.ndarray) -> Fields:
        """Fields that are sums of these: weights (K, r)."""
        Xi, c, tau, parts = (np.tensordot(weights.T, x, axes=1) for x in self[:4])
        return Fields(Xi, c, tau, parts, self.tried)

    def apart(self) -> tuple[Fields, Fields | None]:
        """Those with which time stands still; and one with which it passes, if there is one."""
        if not self.tau.any():
            return self, None
        j = int(np.abs(self.tau).argmax())
        count = len(self.tau)
        weights = np.eye(count)
        weights[j] -= self.tau / self.tau[j]
        others = [k for k in range(count) if k != j]
        return self.combined(weights[:, others]), self.combined(np.eye(count)[:, [j]] / self.tau[j])

    def priced(self, price: int) -> tuple[np.ndarray, np.ndarray]:
        """What fields of one price add to these: Ξ (K, n, n) and c (K, n)."""
        own = self.tried.prices == price
        Xi, c = (np.tensordot(self.parts[:, own], x[own], axes=1) for x in self.tried[:2])
        return Xi, c


def fields(found: Reduced, constant: bool) -> Fields:
    """The fields that are tried."""
    system, n = found.variation.system, found.variation.n
    timely = found.variation.in_time
    if isinstance(system.origin, Mechanism):
        return _joined(_of_bodies(system.origin, found.at.M), timely)
    parts: list[Any] = [(SHIFTS, np.zeros((n, n, n)), np.eye(n))]
    if constant and n <= MOST_TURNS:
        L, turns = found.metric.L, np.eye(n * n).reshape(n, n, n, n)
        W = (turns - turns.swapaxes(0, 1))[np.triu_indices(n, 1)]
        Xi = np.linalg.solve(L.T, W @ L.T)
        parts.append((TURNS, Xi, np.zeros((len(Xi), n))))
    elif n <= MOST:
        parts.append((TURNS, np.eye(n * n).reshape(n * n, n, n), np.zeros((n * n, n))))
    return _joined(parts, timely)


def _joined(parts: list[tuple[int, np.ndarray, np.ndarray]], timely: bool) -> Fields:
    """All fields of several parts, each with its price; and that of time alone, if it enters."""
    n = parts[0][2].shape[1]
    parts = [*parts, *([(SHIFTS, np.zeros((1, n, n)), np.zeros((1, n)))] if timely else [])]
    prices = np.concatenate([np.full(len(c), price) for price, _, c in parts])
    Xi, c = (np.concatenate([part[i] for part in parts]) for i in (1, 2))
    tau = np.append(np.zeros(len(c) - 1), float(timely))
    return Fields(Xi, c, tau, np.eye(len(c)), Tried(Xi, c, prices))


def _of_bodies(mechanism: Mechanism, M: np.ndarray) -> list[tuple[int, np.ndarray, np.ndarray]]:
    """Translations and turns of all bodies in the world; and of each alone, about its centre.

    Also a turn that carries the centre of mass of all and turns nothing: what hangs together may
    turn about a centre that does not.
    """
    n, columns = len(M), mechanism.equations.layout.columns
    world_Xi, world_c, own = np.zeros((6, n, n)), np.zeros((6, n)), []
    taken = np.zeros(n, bool)
    cross = np.array([[np.cross(w, e) for e in np.eye(3)] for w in np.eye(3)]).transpose(0, 2, 1)
    turn = np.concatenate([np.zeros((3, 1)), np.eye(3)], axis=1) / 2.0
    for i, body in enumerate(mechanism.bodies):
        if not isinstance(body, RigidBody | PlanarBody | Particle):
            continue
        places = columns[i][columns[i] < n]
        taken[places] = True
        d = 2 if isinstance(body, PlanarBody) else min(3, len(places))
        p, u = places[:d], places[d:]
        world_c[:d, p] = np.eye(d)
        if len(mechanism.bodies) <= ALONE:
            own.append((SHIFTS, np.zeros((d, n, n)), np.eye(n)[p]))
        world_Xi[3:][np.ix_(range(3), p, p)] = cross[:, :d, :d]
        if isinstance(body, RigidBody):
            left = [quaternion.product(w, np.eye(4)) for w in turn]
            right = [quaternion.product(np.eye(4), w) for w in turn]
            world_Xi[3:][np.ix_(range(3), u, u)] = np.asarray(left).transpose(0, 2, 1)
            for price, turns in ((LEFT, left), (RIGHT, right))[len(mechanism.bodies) > ALONE :]:
                Xi = np.zeros((3, n, n))
                Xi[np.ix_(range(3), u, u)] = np.asarray(turns).transpose(0, 2, 1)
                own.append((price, Xi, np.zeros((3, n))))
        elif isinstance(body, PlanarBody):
            world_c[5, u] = 1.0
            own.append((RIGHT, np.zeros((1, n, n)), np.eye(n)[u]))
    others = np.eye(n)[~taken]  # places on curves, and the like
    world = [(SHIFTS, world_Xi[:3], world_c[:3]), (TURNS, world_Xi[3:], world_c[3:])]
    if len(mechanism.bodies) > 1:
        shift = world_c[:3]  # the centre of mass is at S⁺ (S M q), with S M Sᵀ the whole mass
        centre = np.linalg.pinv(shift @ M @ shift.T) @ shift @ M
        world.append((TURNS, shift.T @ cross @ centre, np.zeros((3, n))))
    return [*world, *own, (SHIFTS, np.zeros((len(others), n, n)), others)]


def symmetries(found: Reduced, pace: float) -> Fields:
    """Those fields, and sums of them, under which the system stays the same."""
    rng = np.random.default_rng(0)
    constant = _constant(found, pace, np.random.default_rng(1))
    tried = fields(found, constant)
    K, n = tried.c.shape
    rows, sizes, count = [], np.zeros(K), max(SAMPLES, -(-OVER * K // n))
    for _ in range(2 * count):
        x = _beside(found, pace, rng) if len(rows) < count else None
        conditions = None if x is None else _conditions(found.variation, x, tried, pace, constant)
        if conditions is not None:
            rows.append(conditions[0])
            sizes = np.maximum(sizes, conditions[1])
    if len(rows) < count:  # fields would count as symmetries because nobody asked
        return tried.combined(np.zeros((K, 0)))
    units = 1.0 / np.where(sizes > 0, sizes, 1.0)
    stacked = np.concatenate(rows) * units
    _, S, Vt = np.linalg.svd(stacked, full_matrices=True)
    rank = int((S > SAME * np.sqrt(len(stacked))).sum())
    return tried.combined(units[:, None] * _plain(Vt[rank:].T, stacked))


def _plain(basis: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """The same space (K, r) by vectors each of which has an entry of its own; rounding is zero.

    How much rounding leaves in an entry depends on the masses: of a bob of tiny inertia, which
    states beside it let spin fast, it is much. So as many small entries are zero as may be while
    the equations, the rows, are met as well as before.
    """
    count = basis.shape[1]
    if not count:
        return basis
    first = qr_pivoted(basis.T, np)[2][:count]
    found = basis @ np.linalg.inv(basis[first])
    left = lambda x: np.linalg.norm(rows @ x, axis=0)
    for cut in CUTS:
        plain = np.where(np.abs(found) > cut, found, 0.0)
        if (left(plain) <= AS_WELL * left(found) + SAME * CUTS[-1]).all():
            return plain
    return np.where(np.abs(found) > CUTS[-1], found, 0.0)


def _beside(found: Reduced, pace: float, rng: np.random.Generator) -> State | None:
    """A state on the constraints beside the given one; None if none is found."""
    variation, x, metric = found.variation, found.x, found.metric
    k = variation.rows.velocities
    speed = speed_of(found, pace)
    free = np.asarray(solve_lower(metric.L, rng.normal(size=(variation.n, 2)), np, transpose=True))
    free = free / np.linalg.norm(metric.L.T @ free, axis=0)
    if variation.in_time:
        x = x._replace(t=x.t + rng.normal() * FAR / pace)
    q = onto(variation, x._replace(q=x.q + FAR * speed / pace * free[:, 0]))
    if q is None:
        return None
    there = x._replace(q=q, qd=x.qd + FAST * speed * free[:, 1])
    for _ in range(3):
        at = variation.matrices(there)
        change = least(metric_of(at), at.A[:k], -at.velocity)
        there = there._replace(qd=there.qd + change)
    return there


def speed_of(found: Reduced, pace: float) -> float:
    """How fast a state moves, in the metric; of one at rest, how fast it would cross its own
    size.
    """
    size, x = found.metric.size, found.x
    return size(x.qd) or pace * (size(x.q) or size(np.ones_like(x.q)))


def _constant(found: Reduced, pace: float, rng: np.random.Generator) -> bool:
    """Whether M > 0, and is the same in states beside the given one."""
    n, L = found.variation.n, found.metric.L
    if np.linalg.norm(_in_metric(L, found.at.M) - np.eye(n)) > SAME:
        return False
    for _ in range(2):
        x = _beside(found, pace, rng)
        if x is None:
            return False
        change = found.variation.plain(x)[0] - found.at.M
        if np.linalg.norm(_in_metric(L, change)) > CONSTANT * n:
            return False
    return True


def _in_metric(L: np.ndarray, X: np.ndarray) -> np.ndarray:
    """L⁻¹X L⁻ᵀ."""
    half = np.asarray(solve_lower(L, X, np))
    return np.asarray(solve_lower(L, half.T, np)).T


def _conditions(
    variation: Variation, x: State, tried: Fields, pace: float, constant: bool
) -> tuple[np.ndarray, np.ndarray] | None:
    """What vanishes for symmetries: rows (…, K); and sizes (K,) of what cancels in a field."""
    try:
        at = variation.matrices(x)
        metric = metric_of(at)
        a, lam = accelerated(variation, x, at)
        q, qd = tried.of(x.q), tried.Xi @ x.qd
        along = variation.direction(len(q), q=q, qd=qd, t=tried.tau)
        along, change = followed(variation, x, at, a, lam, along)
    except NumericalError:
        return None
    L, h, k = metric.L, variation.rows.positions, variation.rows.velocities
    rows = [change.phi / metric.lengths[:h] * pace, change.velocity / metric.lengths[:k]]
    rows.append((along.qdd - tried.Xi @ a) @ L / pace)
    if not constant and not isinstance(variation.system.origin, Mechanism):
        rows.append(kinetic_change(variation, x, q, qd)[:, None] / metric.size(x.qd))
    sizes = np.linalg.norm(q @ L, axis=1) * pace + np.linalg.norm(qd @ L, axis=1)
    sizes += np.abs(tried.tau) * (metric.size(x.qd) * pace + metric.size(a))
    return np.concatenate(rows, axis=1).T, sizes
