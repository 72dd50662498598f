"""One instant of control: from a state to the force, and what it achieves on the model."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array, require_shape
from zwang.base.functions import join
from zwang.base.identity.keyed import Keyed, jit_by_key
from zwang.base.status import Status, gravest
from zwang.control.description import AbstractController
from zwang.control.least_effort import LOOSE, Effort, effort
from zwang.control.plant import SOLVER, Plant, plant, reacts, rubbed
from zwang.control.requirements import Wanted, wanted
from zwang.solvers import rank as rules
from zwang.solvers.derivative import differentiable

LIMIT = rules.tolerance(SOLVER.consistency, rules.CONSISTENCY, np.ones(1))


class Command(NamedTuple):
    """What the controller does in a state.

    Attributes
    ----------
    force : (n,)        u
    inputs : (k,)       τ; u itself where there is no actuation matrix
    demanded : (k,)     τ before the limits
    qdd : (n,)          acceleration of the model under u
    residual : (m,)     A q̈ − b of the requirements, with their errors fed back
    status : ()         of the control, a number
    plant_status : ()   of the model without control
    """

    force: Array
    inputs: Array
    demanded: Array
    qdd: Array
    residual: Array
    status: Array
    plant_status: Array


class Aim(NamedTuple):
    """What is asked for in a state: the rows, their right-hand side, and the two matrices.

    Attributes
    ----------
    rows : the requirements
    b : (m,)        right-hand side, with errors fed back and the robust term
    N : (k, k)      weight, or None
    S : (n, k)      actuation, or None
    rest : (m,)     what counts as the size of a row at rest, where all that enters it is rounding
    """

    rows: Wanted
    b: Array
    N: Array | None
    S: Array | None
    rest: Array


def aim(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> Aim:
    """The requirements of a controller in a state, as it wants them met.

    Parameters
    ----------
    controller : the description
    q, qd, t, p : state and parameters
    """
    rows = wanted(controller.required, controller.gains, q, qd, t, p)
    b = rows.b + rows.feedback
    if controller.robustness is not None:
        b = b + controller.robustness.term(rows)
    values = controller.model.values(q, qd, t, p)
    n = q.shape[0]
    S = None
    if controller.actuation is not None:
        S = controller.actuation.at(values)
        S = S[:, None] if S.ndim == 1 else S
        if S.ndim != 2 or S.shape[0] != n:
            raise ValueError(f"`actuation` has the shape {S.shape}; wanted ({n}, k).")
    N = None
    if controller.weight is not None:
        N = _square(controller.weight.at(values), n if S is None else S.shape[1])
    return Aim(rows, b, N, S, _rest(controller, rows, q, qd, t, p))


def _rest(controller: AbstractController, rows: Wanted, q: Any, qd: Any, t: Any, p: Any) -> Array:
    """Rounding of what each force would do alone, and of the errors, in parts of the limit."""
    model, n = controller.model, q.shape[0]
    mass = jnp.diagonal(model.M(q, t, p))
    held: Any = jnp.where(mass > 0, mass, 1.0)
    alone = jnp.abs(model.Q(q, qd, t, p)) / held
    A = jnp.abs(rows.A)
    fed = rows.alpha * (A @ jnp.abs(qd)) + rows.beta * (A @ jnp.abs(q))
    rest: Any = rules.rounding(n, q.dtype) / LIMIT * (A @ alone + fed)
    return jax.lax.stop_gradient(rest)


def _square(N: Array, k: int) -> Array:
    if N.ndim < 2:
        if N.shape not in ((), (k,)):
            raise ValueError(f"`weight` has the shape {N.shape}; wanted (), ({k},) or ({k}, {k}).")
        return jnp.diag(jnp.broadcast_to(N, k))
    require_shape("weight", N, (k, k), "a row and a column for each input")
    return N


def counts(controller: AbstractController, rows: Wanted) -> Array | None:
    """How much each row counts (m,) where not all can be met; None if that is refused."""
    if controller.compromise is None:
        return None
    counted = np.ones(len(rows.rows.names))
    for name, x in controller.compromise:
        counted[list(dict(rows.rows.groups)[name])] = x
    return jnp.asarray(counted)


@jit_by_key(0, 1)
def command(fixed: Keyed, rest: Keyed, q: Any, qd: Any, t: Any, numbers: Any) -> Command:
    """The control in a state; ``fixed`` holds the controller, ``rest`` and ``numbers`` p."""
    return commanded(fixed.value, q, qd, t, join(numbers, rest))


def commanded(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> Command:
    """The same as part of a larger program.

    Parameters
    ----------
    controller : the description
    q, qd, t, p : state and parameters
    """
    asked = aim(controller, q, qd, t, p)
    model = controller.model
    finite = jnp.isfinite(q).all() & jnp.isfinite(qd).all() & jnp.isfinite(t)
    bad = jnp.where(finite, int(Status.OK), int(Status.NON_FINITE))
    restricted = controller.restricted or controller.compromise is not None
    if controller.natural and not (model.constraints or reacts(model) or restricted):
        found = _unrestricted(controller, asked, q, qd, t, p)
    elif reacts(model):
        found = _reacting(controller, asked, q, qd, t, p)
    else:
        here = plant(model, q, qd, t, p, mobile=restricted or not controller.natural)
        found = _met(controller, asked, here)
    status = gravest(bad, found.plant_status, found.status, xp=jnp)
    lost = jnp.where(status == Status.OK, 0.0, jnp.nan)
    arrays = ("force", "inputs", "demanded", "qdd")
    spoiled = {name: getattr(found, name) + lost for name in arrays}
    return found._replace(**spoiled, status=status)


def _unrestricted(controller: AbstractController, asked: Aim, q, qd, t, p) -> Command:
    """Nature's choice without physical constraints: Qc itself, by one solve."""
    model = controller.model
    Q = model.Q(q, qd, t, p) + model.C(q, qd, t, p)
    A = asked.rows.A
    found = differentiable(LOOSE)(model.M(q, t, p), A, Q[:, None], asked.b[:, None])
    qdd, force = found.x[:, 0], found.force[:, 0]
    mass = jnp.diagonal(model.M(q, t, p))
    held: Any = jnp.where(mass > 0, mass, 1.0)
    pushed = jnp.abs(force) / held
    status = gravest(found.status, judged(asked, qdd, pushed), xp=jnp)
    fine = jnp.zeros_like(found.status)
    return Command(force, force, force, qdd, A @ qdd - asked.b, status, fine)


def least_effort(controller: AbstractController, asked: Aim, here: Plant, E: Array) -> Effort:
    """The least controls for demands E (m, c), as the controller counts them."""
    counted = counts(controller, asked.rows)
    return effort(here, asked.rows.A, E, N=asked.N, S=asked.S, counted=counted)


def _met(controller: AbstractController, asked: Aim, here: Plant) -> Command:
    """The command for a plant that is linear in the force."""
    A = asked.rows.A
    e = asked.b - A @ here.qdd
    found = least_effort(controller, asked, here, e[:, None])
    demanded, force = found.inputs[:, 0], found.force[:, 0]
    added = _answer(here, force)
    qdd = here.qdd + added
    missed = 0.0 if found.missed is None else found.missed[:, 0]
    terms = jnp.abs(here.qdd) + jnp.abs(added)
    status = gravest(found.status, judged(asked, qdd, terms, missed), xp=jnp)
    inputs = demanded
    if controller.restricted:
        inputs = controller.within(demanded)
        force = inputs if asked.S is None else asked.S @ inputs
        qdd = here.qdd + _answer(here, force)
    return Command(force, inputs, demanded, qdd, A @ qdd - asked.b, status, here.status)


def judged(asked: Aim, qdd: Array, terms: Array, missed: Any = 0.0) -> Array:
    """INFEASIBLE unless A q̈ − b is what was to be missed, in parts of what enters the row.

    Where q̈ is the small sum of large ``terms``, the plant's own and the control's, their rounding
    counts too.
    """
    A, b = asked.rows.A, asked.b
    rounded: Any = rules.rounding(qdd.shape[0], qdd.dtype) / LIMIT * terms
    rounded = jax.lax.stop_gradient(rounded)
    size = jnp.abs(A) @ (jnp.abs(qdd) + rounded) + jnp.abs(b) + asked.rest
    off = jnp.abs(A @ qdd - b - missed) > LIMIT * size
    return jnp.where(off.any(), int(Status.INFEASIBLE), int(Status.OK))


def _answer(here: Plant, force: Array) -> Array:
    """P u; by a solve of its own where P is not known."""
    if here.P is not None:
        return here.P @ force
    nothing = jnp.zeros((here.A.shape[0], 1), force.dtype)
    return differentiable(SOLVER)(here.M, here.A, force[:, None], nothing).x[:, 0]


def _reacting(controller: AbstractController, asked: Aim, q, qd, t, p) -> Command:
    """Where friction depends on forces: the least control for the friction that acts."""
    model, A = controller.model, asked.rows.A
    here = plant(model, q, qd, t, p)
    found = least_effort(controller, asked, here, jnp.eye(A.shape[0], dtype=A.dtype))

    def error(C):
        return asked.b - A @ (here.qdd + here.P @ C)

    def inputs(C):
        demanded = found.inputs @ error(C)
        return controller.within(demanded) if controller.restricted else demanded

    def force(C):
        return inputs(C) if asked.S is None else asked.S @ inputs(C)

    apart = controller.natural and not controller.restricted
    C, acted = rubbed(model, here, force, q, qd, t, p, apart=apart)
    qdd = here.qdd + here.P @ (force(C) + C)
    demanded = here.qdd + here.P @ (found.force @ error(C) + C)
    missed = 0.0 if found.missed is None else found.missed @ error(C)
    terms = jnp.abs(here.qdd) + jnp.abs(demanded - here.qdd)
    status = gravest(found.status, acted, judged(asked, demanded, terms, missed), xp=jnp)
    given = force(C), inputs(C), found.inputs @ error(C)
    return Command(*given, qdd, A @ qdd - asked.b, status, here.status)
