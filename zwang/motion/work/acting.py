r"""All that acts along a motion, force by force.

    M q̈ = Σ given + Σ nonideal + Aᵀλ

λ are the multipliers that really act, under Q + C: a friction C is a force of its own, also where
the constraints leave it no freedom to work on and Qc_nonideal is zero.

With T = ½ q̇ᵀM q̇ the power of all forces is dT/dt − ½ q̇ᵀṀ q̇. A given Q holds the forces of
masses that change with the configuration, whose power is −½ q̇ᵀṀ q̇, so the rest of it has the
power Q·q̇ + ½ q̇ᵀṀ q̇. What a mechanism's forces leave of its Q has none.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.functions import Constant
from zwang.engine.evaluate import Evaluated, in_rows
from zwang.equation.known import known_at
from zwang.motion.motion import Motion
from zwang.motion.summary import system_of
from zwang.motion.work.multipliers import multipliers
from zwang.system.checks import energy_at
from zwang.system.sums import AbstractSum
from zwang.system.system import System

ENERGY = "energy"  # a line for what is stored, and for masses that change, if it is no force's
STILL = 1e-9  # speed of a row, in parts of what its terms come to, that is none


class Acting(NamedTuple):
    """What acts in T rows, k forces in all: constraints, then given forces, then friction.

    Attributes
    ----------
    names, kinds : (k,)     kinds are "constraint", "force", "energy" and "friction"
    force : (k, T, n)
    power : (k, T)
    stored : (k, T)         the potential energy of each
    kinetic, energy : (T,)  the latter is the former where the system has no energy
    """

    names: tuple[str, ...]
    kinds: tuple[str, ...]
    force: np.ndarray
    power: np.ndarray
    stored: np.ndarray
    kinetic: np.ndarray
    energy: np.ndarray


def acting(motion: Motion) -> Acting:
    """All that acts in the rows of a motion.

    Parameters
    ----------
    motion : one, with its System
    """
    system = system_of(motion, "work")
    A, lam = np.asarray(motion.A), multipliers(motion)
    besides = {"lam": lam, "reaction": np.einsum("tmn,tm->tn", A, lam)}
    besides["Qc_ideal"] = motion.Qc_ideal
    fixed = known_at(system, motion.q[0], motion.qd[0], motion.t[0], motion.p)
    rows = motion.t, motion.q, motion.qd
    seen = in_rows(LOOK, fixed, rows, motion.p, besides if system.nonideal is not None else {})
    groups = motion.rows.groups
    own = [[A[:, list(g)], lam[:, list(g)]] for _, g in groups]
    ties = np.array([np.einsum("tmn,tm->tn", *pair) for pair in own])
    # λ·(A q̇) and not (Aᵀλ)·q̇: where rows are met the first is rounding of what is small.
    tied = np.array([_power(rows, x, motion.qd) for rows, x in own])
    k, T, n = len(groups), *motion.q.shape
    return Acting(
        *names_and_kinds(motion),
        np.concatenate([ties.reshape(k, T, n), np.moveaxis(seen.force, 1, 0)]),
        np.concatenate([tied.reshape(k, T), seen.power.T]),
        np.concatenate([np.zeros((k, T)), seen.stored.T]),
        seen.kinetic,
        seen.energy,
    )


def _power(A: np.ndarray, lam: np.ndarray, qd: np.ndarray) -> np.ndarray:
    """λ·(A q̇) (T,). Rows that stand still have none, also where λ is not determined."""
    speed = np.einsum("tmn,tn->tm", A, qd)
    most = np.einsum("tmn,tn->tm", np.abs(A), np.abs(qd))
    still = np.isnan(lam) & (np.abs(speed) <= STILL * most)
    return (np.where(still, 0.0, lam) * speed).sum(axis=1)


def names_and_kinds(motion: Motion) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Of all that acts: names (k,) that differ, and kinds (k,).

    Parameters
    ----------
    motion : with its System
    """
    assert motion.system is not None
    ties = [name for name, _ in motion.rows.groups]
    given, rubbed = _names(motion.system)
    apart = [ENERGY] * _apart(motion.system)
    counts = {"constraint": len(ties), "force": len(given), ENERGY: len(apart)}
    counts["friction"] = len(rubbed)
    kinds = [kind for kind, count in counts.items() for _ in range(count)]
    return distinct(*ties, *given, *apart, *rubbed), tuple(kinds)


def distinct(*names: str) -> tuple[str, ...]:
    """Names that differ: one that is taken gets a number.

    Parameters
    ----------
    *names : in the order in which they are taken
    """
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


def _names(system: System) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Of the given forces, and of friction."""
    Q, C = (getattr(x, "function", None) for x in (system.force, system.nonideal))
    given = Q.names() if isinstance(Q, AbstractSum) else ("force",)
    if isinstance(C, AbstractSum):
        return given, C.names()
    return given, ("nonideal",) * (system.nonideal is not None)


def _apart(system: System) -> bool:
    """Whether the energy has a line of its own: no one of the forces is known to store it."""
    Q = getattr(system.force, "function", None)
    told = system.energy is not None or not isinstance(system.mass, Constant)
    return isinstance(Q, AbstractSum) and Q.apart and told


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
    if _apart(system):
        terms, stored = jnp.pad(terms, ((0, 1), (0, 0))), jnp.append(stored, 0.0)
    first = len(terms) - 1 if _apart(system) else 0
    force = jnp.concatenate([terms, rubbed])
    power, stored = force @ qd, jnp.append(stored, jnp.zeros(len(rubbed)))
    if kinetic is not None:  # of a mechanism, whose M may hold more than its masses
        return Seen(force, power, stored, kinetic, kinetic + stored.sum())
    M, rate = jax.jvp(lambda q, t: system.M(q, t, p), (q, t), (qd, jnp.ones_like(t)))
    kinetic = qd @ M @ qd / 2
    energy = kinetic
    if system.energy is not None:
        energy = energy_at(system, system.values(*state))
    power = power.at[first].add(qd @ rate @ qd / 2)
    stored = stored.at[first].add(energy - kinetic - stored.sum())
    return Seen(force, power, stored, kinetic, energy)


LOOK = Evaluated(_look)
