r"""All that acts along a motion, force by force.

    M q̈ = Σ given + Σ nonideal + Aᵀλ

λ are the multipliers that really act, under Q + C: a friction C is a force of its own, also where
the constraints leave it no freedom to work on and Qc_nonideal is zero.

With T = ½ q̇ᵀM q̇ and M(q, t) the power of all forces is dT/dt − ½ q̇ᵀ(∂M/∂q q̇ + ∂M/∂t)q̇. A given
Q holds the forces of inertia that changes with the configuration, whose power is −½ q̇ᵀ(∂M/∂q q̇)q̇,
so the rest of it has the power Q·q̇ + ½ q̇ᵀ(∂M/∂q q̇)q̇; where forces are named one by one it is not
known which of them holds it, and inertia has a line of its own. So has mass that changes with time:
what joins in brings the energy ½ q̇ᵀ∂M/∂t q̇ with it. What a mechanism's forces leave of its Q has
no power.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.core import Literal

from zwang.base.stacked import Stacked
from zwang.engine.evaluate import Evaluated, in_rows
from zwang.equation.known import known_at
from zwang.motion.motion import Motion
from zwang.motion.summary import system_of
from zwang.motion.work.multipliers import multipliers
from zwang.system.checks import energy_at
from zwang.system.sums import AbstractSum
from zwang.system.system import System

# Lines, by kind and name, for what is no force's: inertia that changes, what is stored, and mass.
INERTIA, ENERGY, MASS = ("inertia", "inertia"), ("energy", "energy"), ("mass", "changing mass")
MOST = 20_000_000  # numbers of all forces together that are made at once
STILL = 1e-9  # speed of a row, in parts of what its terms come to, that is none


class Acting(NamedTuple):
    """What acts in T rows, k forces in all: constraints, then given forces, then friction."""

    # names, kinds: (k,) kinds are "constraint", "force", "friction", and those of lines for what is
    # no force's, "inertia", "energy" and "mass"
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    force: Any  # (k, T, n), or ``Forces`` where these are many; None if they were not wanted
    power: np.ndarray  # (k, T)
    stored: np.ndarray  # (k, T) the potential energy of each
    # kinetic, energy: (T,) the latter is the former where the system has no energy
    kinetic: np.ndarray
    energy: np.ndarray


class Forces:
    """Forces (k, T, n) of which one at a time is made: all of them would be too large.

    Shapes: given (k - count, T, n).
    """

    def __init__(self, count: int, tie: Callable[[int], np.ndarray], given: np.ndarray):
        self.shape = (count + len(given), *given.shape[1:])
        self._count, self._tie, self._given = count, tie, given

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, place: Any) -> np.ndarray:
        if not isinstance(place, int | np.integer):
            return np.asarray(self)[place]
        place = range(len(self))[place]
        return self._tie(place) if place < self._count else self._given[place - self._count]

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        found = [self[i] for i in range(len(self))]
        return np.array(found, dtype or float).reshape(self.shape)


def acting(motion: Motion, forces: bool = True) -> Acting:
    """All that acts in the rows of a motion."""
    system = system_of(motion, "work")
    A, lam = motion.A, multipliers(motion)
    everything = np.arange(len(motion.rows.names))
    besides = {}
    if system.nonideal is not None:
        besides = {"lam": lam, "reaction": exerted(A, lam, everything)}
        besides["Qc_ideal"] = motion.Qc_ideal
    fixed = known_at(system, motion.q[0], motion.qd[0], motion.t[0], motion.p)
    rows, taken = (motion.t, motion.q, motion.qd), Seen.whole if forces else Seen.without_force
    seen = in_rows(LOOK, fixed, rows, motion.p, besides, taken)
    groups, powers = motion.rows.groups, _powers(A, lam, motion.qd)
    tied = np.array([powers[:, list(g)].sum(axis=1) for _, g in groups])
    k, T = len(groups), len(motion.q)
    every: Any = None
    if forces:
        given = np.moveaxis(seen.force, 1, 0)
        every = Forces(k, lambda i: exerted(A, lam, list(groups[i][1])), given)
        every = np.asarray(every) if np.prod(every.shape, dtype=float) <= MOST else every
    return Acting(
        *names_and_kinds(motion),
        every,
        np.concatenate([tied.reshape(k, T), seen.power.T]),
        np.concatenate([np.zeros((k, T)), seen.stored.T]),
        seen.kinetic,
        seen.energy,
    )


def exerted(A: Any, lam: Any, rows: Any) -> np.ndarray:
    """What some rows exert (T, n), A_gᵀλ_g. Shapes: A (T, m, n), lam (T, m)."""
    if isinstance(A, Stacked):
        return A.forces(rows, lam)
    return np.einsum("tmn,tm->tn", np.asarray(A)[:, rows], lam[:, rows])


def _powers(A: Any, lam: np.ndarray, qd: np.ndarray) -> np.ndarray:
    """λ·(A q̇) of each row (T, m). Rows that stand still have none, also where λ is not determined.

    And not (Aᵀλ)·q̇: where rows are met the first is rounding of what is small.
    """
    times = lambda A, x: A.times(x) if isinstance(A, Stacked) else np.einsum("tmn,tn->tm", A, x)
    speed = times(A, qd)
    still = np.isnan(lam) & (np.abs(speed) <= STILL * times(abs(A), np.abs(qd)))
    return np.where(still, 0.0, lam) * speed


def names_and_kinds(motion: Motion) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Of all that acts: names (k,) that differ, and kinds (k,)."""
    assert motion.system is not None
    ties = [("constraint", name) for name, _ in motion.rows.groups]
    given, rubbed = _names(motion.system)
    lines = [*ties, *(("force", name) for name in given)]
    lines += _apart(motion.system, motion.q[0], motion.t[0], motion.p)
    lines += [("friction", name) for name in rubbed]
    return distinct(*(name for _, name in lines)), tuple(kind for kind, _ in lines)


def distinct(*names: str) -> tuple[str, ...]:
    """Names that differ: one that is taken gets a number."""
    found: list[str] = []
    for name in names:
        tries = (name if i == 1 else f"{name} ({i})" for i in range(1, len(names) + 1))
        found.append(next(x for x in tries if x not in found))
    return tuple(found)


# -- given forces and friction in a state ----------------------------------------------------------


class Seen(NamedTuple):
    """Forces (k, n), powers (k,) and potential energies (k,) in a state, and both energies ()."""

    force: Any
    power: Any
    stored: Any
    kinetic: Any
    energy: Any

    def whole(self) -> Seen:
        """All of it."""
        return self

    def without_force(self) -> Seen:
        """All of it but the forces."""
        return self._replace(force=None)


def _names(system: System) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Of the given forces, and of friction."""
    Q, C = (getattr(x, "function", None) for x in (system.force, system.nonideal))
    given = Q.names() if isinstance(Q, AbstractSum) else ("force",)
    if isinstance(C, AbstractSum):
        return given, C.names()
    return given, ("nonideal",) * (system.nonideal is not None)


def _apart(system: System, q: Any, t: Any, p: Any) -> list[tuple[str, str]]:
    """Lines for what is no force's; of a mechanism none, whose parts do not change."""
    Q = getattr(system.force, "function", None)
    named = isinstance(Q, AbstractSum) and Q.apart
    asks, M = system.mass.asks_for, system.M
    found = [INERTIA] if named and asks("q") and _depends(lambda q: M(q, t, p), q) else []
    found += [ENERGY] if named and system.energy is not None else []
    return found + ([MASS] if asks("t") and _depends(lambda t: M(q, t, p), t) else [])


def _depends(function: Any, x: Any) -> bool:
    """Whether a function depends on its argument, by its equations and not by its value."""
    closed = jax.make_jaxpr(function)(x).jaxpr
    touched = set(closed.invars)
    for equation in closed.eqns:
        if any(not isinstance(v, Literal) and v in touched for v in equation.invars):
            touched.update(equation.outvars)
    return any(not isinstance(v, Literal) and v in touched for v in closed.outvars)


def _look(system: System, q: Any, qd: Any, t: Any, given: Any) -> Seen:
    p, asked = given["p"], {name: x for name, x in given.items() if name != "p"}
    state, lam = (q, qd, t, p), asked.get("lam")
    Q, C = (getattr(x, "function", None) for x in (system.force, system.nonideal))
    terms, stored = system.Q(*state)[None], jnp.zeros(1)
    kinetic = None
    if isinstance(Q, AbstractSum):
        (terms, stored), kinetic = Q.terms(*state, lam), Q.kinetic(q, qd, p)
    rubbed = jnp.zeros((0, len(q)))
    if isinstance(C, AbstractSum):
        rubbed, _ = C.terms(*state, lam)
    elif system.nonideal is not None:
        rubbed = system.C(*state, **asked)[None]
    count, apart = len(terms), _apart(system, q, t, p)
    place = lambda line: count + apart.index(line) if line in apart else 0
    force = jnp.concatenate([terms, jnp.zeros((len(apart), len(q))), rubbed])
    power, stored = force @ qd, jnp.append(stored, jnp.zeros(len(force) - count))
    if kinetic is not None:  # of a mechanism, whose M may hold more than its masses
        return Seen(force, power, stored, kinetic, kinetic + stored.sum())
    M, by_q = jax.jvp(lambda q: system.M(q, t, p), (q,), (qd,))
    _, by_t = jax.jvp(lambda t: system.M(q, t, p), (t,), (jnp.ones_like(t),))
    kinetic = qd @ M @ qd / 2
    energy = kinetic
    if system.energy is not None:
        energy = energy_at(system, system.values(*state))
    for line, rate in ((INERTIA, by_q), (MASS, by_t)):
        power = power.at[place(line)].add(qd @ rate @ qd / 2)
    stored = stored.at[place(ENERGY)].add(energy - kinetic - stored.sum())
    return Seen(force, power, stored, kinetic, energy)


LOOK = Evaluated(_look)
