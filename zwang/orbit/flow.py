r"""A motion over one period, and its derivatives by the start and by a parameter.

The derivatives are those of ``zw.sensitivity``: motion and derivative are integrated together, on
the constraints and on their derivatives.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import jax
import numpy as np

from zwang.base.functions import split
from zwang.base.status import NumericalError, Status
from zwang.engine.evaluate import Evaluated
from zwang.equation.acceleration import acceleration
from zwang.equation.known import known_at
from zwang.integrate.options import Options
from zwang.linear.local.traced import Direction
from zwang.linear.local.variation import Change, State, Variation
from zwang.motion.motion import Motion
from zwang.motion.simulate import simulated
from zwang.orbit.manifold import Tangent, off_constraints
from zwang.sensitivity.tangent_system import TANGENT, varied
from zwang.system.checks import energy_at
from zwang.system.lagrangian import odd
from zwang.system.system import System

INSTANTS = 7  # at which it is asked whether time enters
EPS = 1e-13  # of what constraints exert, what rounding may leave of an acceleration


@dataclass(frozen=True, eq=False)
class Flow:
    """What moves: a system, the time at which a period begins, how it is integrated."""

    system: System  # the description
    t: float  # the time of the start
    options: Options  # of the motion

    def motion(self, x: Any, period: float, p: Any) -> Motion:
        """The motion over one period, at every step. Shapes: x (2n,)."""
        q, qd = np.split(np.asarray(x, float), 2)
        span = self.t, self.t + period
        return simulated(self.system, q, qd, span, p, replace(self.options, throw=True))

    def derivative(self, motion: Motion, along: Any, dp: Any, size: float) -> np.ndarray:
        """The change (2n,) of the end of a motion with its start and its parameters.

        Shapes: along (2n,).
        """
        x, system = np.concatenate([motion.q[0], motion.qd[0]]), self.system
        n, state = len(x) // 2, (motion.q[0], motion.qd[0], motion.t[0])
        pair = varied(known_at(system, *state, motion.p), n, motion.rows)
        s = size * np.asarray(along)
        p = {"p": motion.p, "along": [size * np.asarray(y, float) for y in dp]}
        options = replace(self.options, solver=TANGENT, throw=False)
        start = np.concatenate([x[:n], s[:n]]), np.concatenate([x[n:], s[n:]])
        moved = simulated(pair, *start, [motion.t[0], motion.t[-1]], p, options)
        if moved.status != Status.OK:
            raise NumericalError(Status(int(moved.status)), f"Of a derivative. {moved.detail}")
        return np.concatenate([moved.q[-1, n:], moved.qd[-1, n:]]) / size


def instants(motion: Motion) -> np.ndarray:
    """Some rows of a motion, at which its system is looked at."""
    return np.unique(np.linspace(0, len(motion) - 1, INSTANTS).astype(int))


def acceleration_at(system: System, q: Any, qd: Any, t: float, p: Any) -> np.ndarray:
    """q̈ (n,) in a state; not finite where there is none. Shapes: q, qd (n,)."""
    now = np.asarray(float(t))
    numbers, rest = split(p, np)
    return np.asarray(ACCELERATION(known_at(system, q, qd, now, p), rest, q, qd, now, numbers))


def _acceleration(system: System, q: Any, qd: Any, t: Any, p: Any) -> Any:
    return acceleration(system, q, qd, t, p, throw=False).qdd


ACCELERATION = Evaluated(_acceleration)


def has_time(system: System, motion: Motion) -> bool:
    """Whether time enters a system's equations, seen along a motion."""
    for i in instants(motion):
        variation, x, given = _there(system, motion, i)
        along = variation.direction(1, t=np.ones(1))
        found = variation.change(x, *given, along)
        if _any(found):
            return True
        # What vanishes at rest may still do so to small motions: cos(t) q does at q = 0.
        if not motion.qd.any() and _any(variation.change_twice(x, *given, along, _odd(variation))):
            return True
    return False


def _there(
    system: System, motion: Motion, row: int
) -> tuple[Variation, State, tuple[np.ndarray, np.ndarray]]:
    """A system in a row of a motion, with the acceleration and the multipliers there."""
    state = motion.q[row], motion.qd[row], np.asarray(motion.t[row])
    variation = Variation(system, motion.p, (), (), *state)
    _, lam = variation.blank
    lam[:] = np.concatenate([motion.multipliers[row], motion.qdd[row], motion.multipliers[row]])[
        : len(lam)
    ]
    return variation, variation.state(*state), (motion.qdd[row], lam)


def _any(found: Change) -> bool:
    return any(x.any() for x in (found.balance, found.rows, found.phi, found.velocity))


def _odd(variation: Variation) -> Direction:
    """A direction of no meaning."""
    n = variation.n
    own = odd(2 * n)[None]
    return variation.direction(1, q=own[:, :n], qd=own[:, n:])


def same_beside(system: System, motion: Motion, period: float, part: float) -> bool:
    """Whether small motions about a state of rest are the same a period later."""
    variation, x, given = _there(system, motion, 0)
    along = _odd(variation)

    def at(t: float) -> np.ndarray:
        found = variation.change(x._replace(t=np.asarray(t)), *given, along)
        return np.concatenate([found.balance[0], found.rows[0], found.phi[0], found.velocity[0]])

    times = float(motion.t[0]) + period * (np.arange(INSTANTS) + 0.382) / INSTANTS
    now, later = (np.array([at(t) for t in times + shift]) for shift in (0.0, period))
    size = np.abs(now).max(axis=0)
    return bool((np.abs(later - now) <= part * np.where(size > 0, size, 1.0)).all())


def same_later(
    system: System,
    motion: Motion,
    period: float,
    back: tuple[np.ndarray, np.ndarray],
    within: tuple[Tangent, float],
) -> bool:
    """Whether a motion goes on a period later as it did, as far as accelerations tell."""
    (signs, grown), (here, part), n = back, within, motion.q.shape[1]
    L, L_inv = here.S[n:, n:], here.S_inv[n:, n:]
    held = np.linalg.norm(motion.Qc @ L_inv, axis=1).max() * (EPS / part)
    size = max(float(np.linalg.norm(motion.qdd @ L.T, axis=1).max()), held)
    for i in instants(motion):
        q, qd = signs * motion.q[i] + grown, signs * motion.qd[i]
        t = float(motion.t[i]) + period
        change = acceleration_at(system, q, qd, t, motion.p) - signs * motion.qdd[i]
        off, before = (
            off_constraints(system, np.concatenate(state), time, motion.p, 2 * np.pi / period)
            for state, time in (((q, qd), t), ((motion.q[i], motion.qd[i]), t - period))
        )
        # At rest in the origin a state is rounding, and off the constraints by parts of itself.
        if not (np.linalg.norm(L @ change) <= part * size and off <= part + 2.0 * before):
            return False
    return True


def rate_of(motion: Motion, row: int) -> np.ndarray:
    """ẋ = (q̇, q̈) (2n,) in a row of a motion."""
    return np.concatenate([motion.qd[row], motion.qdd[row]])


def energy_of(system: System, x: Any, t: float, p: Any) -> tuple[float, np.ndarray]:
    """The energy of a system that tells one, and its derivative by the state (2n,).

    Shapes: x (2n,).
    """
    q, qd = np.split(np.asarray(x, float), 2)
    now = np.asarray(float(t))
    numbers, rest = split(p, np)
    E, by_q, by_qd = ENERGY(known_at(system, q, qd, now, p), rest, q, qd, now, numbers)
    return float(E), np.concatenate([np.asarray(by_q), np.asarray(by_qd)])


def _energy(system: System, q: Any, qd: Any, t: Any, p: Any) -> tuple[Any, Any, Any]:
    energy = lambda q, qd: energy_at(system, system.values(q, qd, t, p))
    by_q, by_qd = jax.grad(energy, argnums=(0, 1))(q, qd)
    return energy(q, qd), by_q, by_qd


ENERGY = Evaluated(_energy)
