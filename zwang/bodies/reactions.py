"""What a joint exerts along a motion: force and torque, from the multipliers that really act."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.acceleration import evaluate_and_solve
from zwang.arrays import Array, is_concrete
from zwang.bodies.batch import marked
from zwang.bodies.body import Ground
from zwang.bodies.mechanism import Mechanism
from zwang.bodies.pose_view import mechanism_of, pose_of
from zwang.bodies.rubbing import reaction_of
from zwang.evaluate import evaluate
from zwang.functions import join, split
from zwang.identity import Keyed
from zwang.independence import Independence, in_metric
from zwang.motion import Motion, look_up
from zwang.request import IN_ROWS


@dataclass(frozen=True, eq=False)
class JointReaction:
    """What a joint exerts on its second body, in T rows of a motion; in one state, without T.

    The first body feels the opposite, at the same place. Friction in the joint is not part of it,
    but what friction changes in it is.

    Attributes
    ----------
    name : of the joint
    force : (T, 3)      in world axes
    torque : (T, 3)     about ``point``, in world axes
    point : (T, 3)      where: the joint's point on the second body, or where it touches
    force_body, torque_body : (T, 3)        the same in the axes of the second body
    force_body_1, torque_body_1 : (T, 3)    the same in the axes of the first
    power : (T,)        of the joint on both bodies together; zero unless time enters it
    unique : whether it is determined, at the first row; where joints repeat each other it may not
        be, and is then that of the multipliers of least norm
    """

    name: str
    force: Any
    torque: Any
    point: Any
    force_body: Any
    torque_body: Any
    force_body_1: Any
    torque_body_1: Any
    power: Any
    unique: bool | None = None


def reaction(motion: Motion, name: str) -> JointReaction:
    """What a joint exerts along a motion; see ``Motion.reaction``.

    Parameters
    ----------
    motion : of a mechanism
    name : of the joint
    """
    mechanism, system = mechanism_of(motion, "reaction"), motion.system
    assert system is not None
    state, lam = (motion.t, motion.q, motion.qd), motion.multipliers
    if system.nonideal is not None:
        numbers, rest = split(motion.p)
        fixed, solver = Keyed(system, system.key()), motion.tools and motion.tools[2]
        lam = _acting(fixed, rest, solver, *map(jnp.asarray, state), numbers)
    found = _exerted(mechanism, name, *state, motion.p, lam, motion.A, motion.rows)
    if not is_concrete(motion.q) or np.ndim(motion.t) != 1:
        return found
    rows = dict(motion.rows.groups)[name]
    first = evaluate(system, motion.q[0], motion.qd[0], motion.t[0], motion.p)
    return replace(found, unique=_is_unique(first.M, first.form.A, rows))


def reaction_at(
    mechanism: Mechanism, name: str, q: Any, qd: Any, t: Any = 0.0, p: Any = None
) -> JointReaction:
    """What a joint exerts in a state; see ``Mechanism.reaction``.

    Parameters
    ----------
    mechanism : the description
    name : of the joint
    q, qd, t, p : the state and parameters
    """
    system = mechanism.system(definite=True)
    here, solution = evaluate_and_solve(system, q, qd, t, p, acting=True)
    t, q, qd = (np.asarray(x, float) for x in (t, q, qd))
    A, rows = np.asarray(here.form.A), here.form.rows
    found = _exerted(mechanism, name, t, q, qd, p, np.asarray(solution.lam), A, rows)
    return replace(found, unique=_is_unique(here.M, A, dict(rows.groups)[name]))


def _exerted(
    mechanism: Mechanism, name: str, t: Any, q: Any, qd: Any, p: Any, lam: Any, A: Any, rows: Any
) -> JointReaction:
    """The reaction in a state, or in several; whether it is unique is not said."""
    place = look_up(name, {joint.label: i for i, joint in enumerate(mechanism.joints)})
    joint, own = mechanism.joints[place], list(dict(rows.groups)[name])
    fixed, (numbers, rest) = Keyed(mechanism, mechanism.key()), split(p)
    which, member = mechanism.equations.of_joint(place)
    found = _reactions(fixed, rest, which, *map(jnp.asarray, (t, q, qd, lam)), numbers)
    found = [x[..., member, :] for x in found]
    power = (lam[..., own] * (A[..., own, :] * qd[..., None, :]).sum(axis=-1)).sum(axis=-1)
    if is_concrete(q):
        *found, power = map(np.asarray, (*found, power))
    force, torque, point = found
    in_axes = []
    for body in (joint.body_2, joint.body_1):
        still = isinstance(body, Ground)
        turn = (lambda x: x) if still else pose_of(mechanism, body.name, q, qd).in_body
        in_axes.append((turn(force), turn(torque)))
    return JointReaction(name, force, torque, point, *in_axes[0], *in_axes[1], power=power)


@partial(jax.jit, static_argnums=(0, 1, 2))
def _acting(fixed: Keyed, rest: Keyed, solver: Any, t, q, qd, numbers) -> Array:
    """The multipliers (T, m) that really act."""

    def one(row):
        t, q, qd = row
        how = IN_ROWS if solver is None else solver
        given = {"solver": how, "throw": False, "acting": True}
        return evaluate_and_solve(fixed.value, q, qd, t, join(numbers, rest), **given)[1].lam

    return jax.lax.map(one, (t, q, qd))


@partial(jax.jit, static_argnums=(0, 1, 2))
def _reactions(fixed: Keyed, rest: Keyed, which: int, t, q, qd, lam, numbers) -> tuple:
    """Force, torque and place (..., J, 3) of all joints of a batch, which compile together."""
    equations, p = fixed.value.equations, join(numbers, rest)
    batch, rows = equations.joints[which], equations.rows[which]

    def one(t, q, qd, lam):
        placed = equations.layout.placed(q, qd)
        (here,) = marked([batch], placed)
        lever = reaction_of(batch, rows, here, placed, equations.m[0], t, p)
        return *lever(lam), lever.where

    return jnp.vectorize(one, signature="(),(n),(n),(m)->(j,k),(j,k),(j,k)")(t, q, qd, lam)


def _is_unique(M: Any, A: Any, rows: Sequence[int]) -> bool:
    """By the rule of the Report: rank A = rank A_g + rank A_rest."""
    return Independence(in_metric(np.asarray(M), np.asarray(A))).is_unique(rows)
