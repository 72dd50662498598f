"""One instant of control: from a state to the force, and what it achieves on the model."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array, require_shape
from zwang.base.status import Status, gravest
from zwang.control.description import AbstractController, at_limits, in_order
from zwang.control.law.bounded import bounded
from zwang.control.law.judge import CLEANED, allowed, judged
from zwang.control.law.least_effort import LOOSE, Effort, Inputs, effort, inputs_of, natural
from zwang.control.law.levels import Levels, by_level
from zwang.control.law.miss import Missing, missing
from zwang.control.law.raised import required
from zwang.control.plant import SOLVER, Answering, Plant, plant, reacts, rubbed, size_of
from zwang.control.requirements import Wanted
from zwang.equation.observe import row_lengths
from zwang.solvers import rank as rules
from zwang.solvers.derivative import differentiable


class Command(NamedTuple):
    """What the controller does in a state.

    Attributes
    ----------
    force : (n,)        u
    inputs : (k,)       τ; u itself where there is no actuation matrix
    demanded : (k,)     τ before the limits
    held : (k,)         1 at the upper limit, −1 at the lower one, else 0
    qdd : (n,)          acceleration of the model under u
    residual : (m,)     A q̈ − b of the requirements, with their errors fed back
    nothing : (m,)      what of it counts as nothing
    status : ()         of the control, a number
    plant_status : ()   of the model without control
    """

    force: Array
    inputs: Array
    demanded: Array
    held: Array
    qdd: Array
    residual: Array
    nothing: Array
    status: Array
    plant_status: Array


class Aim(NamedTuple):
    """What is asked for in a state: the rows, their right-hand side, and the two matrices."""

    rows: Wanted  # the requirements
    b: Array  # (m,) right-hand side, with errors fed back and the robust term
    N: Array | None  # (k, k) weight, or None
    S: Array | None  # (n, k) actuation, or None
    C: Array | None  # (k,) the control that is wanted where there is a choice, or None
    limits: tuple[Array, Array] | None  # (k,) of the inputs, lower and upper, or None
    fed: Array  # (m,) rounding of the errors that are fed back


def aim(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> Aim:
    """The requirements of a controller in a state, as it wants them met."""
    rows = required(controller, q, qd, t, p)
    b = rows.b + rows.feedback
    if controller.robustness is not None:
        b = b + controller.robustness.term(rows)
    values = controller.model.values(q, qd, t, p)
    n = q.shape[0]
    S = N = C = None
    if controller.actuation is not None:
        S = controller.actuation.at(values)
        S = S[:, None] if S.ndim == 1 else S
        if S.ndim != 2 or S.shape[0] != n:
            raise ValueError(f"`actuation` has the shape {S.shape}; wanted ({n}, k).")
    k = n if S is None else S.shape[1]
    if controller.weight is not None:
        N = _square(controller.weight.at(values), k)
    if controller.C is not None:
        C = controller.C.at(values)
        require_shape("C", C, (k,), "one entry for each input")
    size, limits = jnp.abs(rows.A), controller.limits_of(k, q, qd, t, p)
    fed: Any = rows.alpha * (size @ jnp.abs(qd)) + rows.beta * (size @ jnp.abs(q))
    fed = jax.lax.stop_gradient(rules.rounding(n, q.dtype) * fed)
    return Aim(rows, b, N, S, C, limits, fed)


def _square(N: Array, k: int) -> Array:
    if N.ndim < 2:
        if N.shape not in ((), (k,)):
            raise ValueError(f"`weight` has the shape {N.shape}; wanted (), ({k},) or ({k}, {k}).")
        return jnp.diag(jnp.broadcast_to(N, k))
    require_shape("weight", N, (k, k), "a row and a column for each input")
    return N


def commanded(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> Command:
    """The control in a state, NaN where there is none."""
    found = attempted(controller, aim(controller, q, qd, t, p), q, qd, t, p)
    lost = jnp.where(found.status == Status.OK, 0.0, jnp.nan)
    arrays = ("force", "inputs", "demanded", "qdd")
    return found._replace(**{name: getattr(found, name) + lost for name in arrays})


def attempted(
    controller: AbstractController, asked: Aim, q: Any, qd: Any, t: Any, p: Any
) -> Command:
    """The control in a state, or the nearest to one that was found."""
    model = controller.model
    finite = jnp.isfinite(q).all() & jnp.isfinite(qd).all() & jnp.isfinite(t)
    bad = jnp.where(finite, int(Status.OK), int(Status.NON_FINITE))
    if controller.plain and not (model.constraints or reacts(model)):
        found = _unrestricted(controller, asked, q, qd, t, p)
    elif reacts(model):
        found = _reacting(controller, asked, q, qd, t, p)
    else:
        found = _met(controller, asked, plant_of(controller, asked, q, qd, t, p))
    told = _in_order(asked), _in_time(asked)
    return found._replace(status=gravest(bad, *told, found.plant_status, found.status, xp=jnp))


def _in_order(asked: Aim) -> Array:
    """Whether there are inputs within the limits; a number."""
    if asked.limits is None:
        return jnp.asarray(int(Status.OK))
    known = ~(jnp.isnan(asked.limits[0]) | jnp.isnan(asked.limits[1])).any()
    crossed = jnp.where(in_order(*asked.limits).all(), int(Status.OK), int(Status.INFEASIBLE))
    return jnp.where(known, crossed, int(Status.NON_FINITE))


def _in_time(asked: Aim) -> Array:
    """Whether inputs act on no row before the degree that was said; a number."""
    if asked.rows.early is None:
        return jnp.asarray(int(Status.OK))
    early = (asked.rows.early >= 0).any()
    return jnp.where(early, int(Status.INFEASIBLE), int(Status.OK))


def plant_of(controller: AbstractController, asked: Aim, q, qd, t, p) -> Plant:
    """The plant as the controller needs it."""
    rows, mobile = (asked.rows.A, asked.b), not controller.plain or reacts(controller.model)
    return plant(controller.model, q, qd, t, p, mobile=mobile, rows=rows)


def _unrestricted(controller: AbstractController, asked: Aim, q, qd, t, p) -> Command:
    """Nature's choice without physical constraints: Qc itself, by one solve."""
    model, A, b = controller.model, asked.rows.A, asked.b
    M, Q = model.M(q, t, p), model.Q(q, qd, t, p) + model.C(q, qd, t, p)
    F = Q if asked.C is None else Q + asked.C
    found = differentiable(LOOSE)(M, A, F[:, None], b[:, None])
    qdd, force = found.x[:, 0], found.force[:, 0]
    force = force if asked.C is None else asked.C + force
    # M q̈ = Q + Aᵀlam, so that the force is of the size of these two.
    size = size_of(M, qdd) + jnp.abs(found.lam[:, 0]) @ found.lengths
    rounded = rules.rounding(len(Q), Q.dtype) * size
    left, nothing = A @ qdd - b, allowed(A, b, asked.fed, qdd, found.lengths, rounded)
    status = gravest(found.status, judged(left, nothing), xp=jnp)
    inputs = force, force, at_limits(force, None)
    return Command(force, *inputs, qdd, left, nothing, status, jnp.zeros_like(found.status))


def how_of(asked: Aim, here: Plant) -> Inputs:
    """What the inputs do to the rows as they are written."""
    return inputs_of(here, asked.rows.A, asked.N, asked.S)


def levels_of(controller: AbstractController, asked: Aim) -> Levels:
    """Rows of each level of priority, the highest first."""
    return controller.levels(asked.rows.rows)


def missing_of(controller: AbstractController, asked: Aim, here: Plant) -> Missing:
    """The problem in coordinates of what each requirement misses."""
    rows, counted = asked.rows.rows, dict(controller.compromise or ())
    must = () if controller.gives_up else levels_of(controller, asked)[0]
    groups = [
        (list(places), None if places[0] in must else counted.get(name, 1.0))
        for name, places in rows.groups
        if places
    ]
    return missing(here, asked.rows.A, how_of(asked, here), groups)


def least_effort(controller: AbstractController, asked: Aim, here: Plant, E: Array) -> Effort:
    """The least controls for demands E (m, c), without limits."""
    if controller.plain:
        return natural(here, asked.rows.A, E)
    give_up = controller.gives_up
    if give_up or controller.priority is not None:
        how, T = missing_of(controller, asked, here)
        found = by_level(how, T @ E, levels_of(controller, asked), give_up=give_up)
    else:
        found = effort(how_of(asked, here), E)
    if asked.N is None:
        return found
    # The kernel speaks of M, which may be singular; a weight may not.
    wrong = found.status == Status.NEEDS_DEFINITE_MASS
    status = jnp.where(wrong, int(Status.MASS_NOT_SEMIDEFINITE), found.status)
    return found._replace(status=status)


def _met(controller: AbstractController, asked: Aim, here: Plant) -> Command:
    """The command for a plant that is linear in the force."""
    A, b = asked.rows.A, asked.b
    e = left = b - A @ here.qdd
    if asked.C is not None:
        left = e - A @ _answer(here, _force(asked, asked.C))
    found = least_effort(controller, asked, here, left[:, None])
    demanded, status = found.inputs[:, 0], found.status
    demanded = demanded if asked.C is None else demanded + asked.C
    inputs = demanded
    if asked.limits is not None:
        how, T = missing_of(controller, asked, here)
        C = jnp.zeros_like(demanded) if asked.C is None else asked.C
        within = bounded(how, T @ e, C, *asked.limits, demanded, levels_of(controller, asked))
        inputs, status = within.inputs, gravest(status, within.status, xp=jnp)
    force = _force(asked, inputs)
    added = _answer(here, force)
    qdd = here.qdd + added
    left = A @ qdd - b
    nothing = _nothing(asked, here, qdd, added, inputs)
    status = gravest(status, _judged(controller, asked, here, left, nothing), xp=jnp)
    held = at_limits(inputs, asked.limits)
    return Command(force, inputs, demanded, held, qdd, left, nothing, status, here.status)


def _judged(
    controller: AbstractController, asked: Aim, here: Plant, left: Array, nothing: Array
) -> Array:
    """Of what is left (m,), that which had to be met; a number."""
    whole = judged(left, nothing)
    if not controller.gives_up and controller.priority is None:
        return whole
    some = jnp.asarray(int(Status.OK))
    if not controller.gives_up:
        highest = np.array(levels_of(controller, asked)[0])
        some = judged(left[highest], nothing[highest])
    # Mass that requirements supply is there only where all of them are met. And of directions that
    # are lost, as across a vehicle that stands, nobody can say how much is missed.
    return jnp.where(here.supplied | asked.rows.lost, whole, some)


def _nothing(asked: Aim, here: Plant, qdd: Array, added: Array, inputs: Array) -> Array:
    """What counts as nothing (m,), from the sizes of all that was added up."""
    A, size = asked.rows.A, here.size + size_of(here.W, qdd) + size_of(here.W, added)
    if here.P is not None and asked.S is not None:
        size = size + size_of(here.W, here.P @ asked.S) @ jnp.abs(jax.lax.stop_gradient(inputs))
    part = rules.rounding(len(qdd), qdd.dtype) if here.P is None else CLEANED
    return allowed(A, asked.b, asked.fed, qdd, row_lengths(here.W, A), part * size)


def _force(asked: Aim, inputs: Array) -> Array:
    """u = S τ."""
    return inputs if asked.S is None else asked.S @ inputs


def _answer(here: Plant, force: Array) -> Array:
    """P u; by a solve of its own where P is not known."""
    if here.P is not None:
        return here.P @ force
    nothing = jnp.zeros((here.A.shape[0], 1), force.dtype)
    return differentiable(SOLVER)(here.M, here.A, force[:, None], nothing).x[:, 0]


def _reacting(controller: AbstractController, asked: Aim, q, qd, t, p) -> Command:
    """Where friction depends on forces: the least control for the friction that acts.

    Limits hold each input where it meets one; there is no reallocation, which friction would
    answer.
    """
    model, A, b = controller.model, asked.rows.A, asked.b
    here = plant_of(controller, asked, q, qd, t, p)
    found = least_effort(controller, asked, here, jnp.eye(A.shape[0], dtype=A.dtype))
    # u meets what is left over by the wish C and by the friction that acts.
    wish = jnp.zeros(found.inputs.shape[0]) if asked.C is None else asked.C
    left = b - A @ (here.qdd + here.P @ _force(asked, wish))
    limits = asked.limits
    clip = None if limits is None else lambda inputs: jnp.clip(inputs, *limits)
    answering = wish + found.inputs @ left, -found.inputs @ (A @ here.P)
    control = Answering(*answering, asked.S, clip)
    apart = controller.plain and asked.C is None
    C, acted = rubbed(model, here, control, q, qd, t, p, apart=apart)
    inputs, force = control.at(C), control.force(C)
    added = here.P @ (force + C)
    qdd = here.qdd + added
    left, nothing = A @ qdd - b, _nothing(asked, here, qdd, added, inputs)
    status = gravest(found.status, acted, _judged(controller, asked, here, left, nothing), xp=jnp)
    given = force, inputs, control._replace(held=None).at(C), at_limits(inputs, asked.limits)
    return Command(*given, qdd, left, nothing, status, here.status)
