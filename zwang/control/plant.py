r"""The plant as the control sees it: its own acceleration, and what a force adds to it.

    q̈ = q̈_plant + P u

P (n, n) is the constrained inverse mass: what the physical constraints leave of M⁻¹. It is the
kernel's answer to unit forces with b = 0, and exists wherever the plant's acceleration is unique,
also for singular M. What a plant without mass in some direction leaves open, the requirements may
decide; see ``augmented``.

Where friction C depends on the constraint forces, the control may change it. Then

    q̈ = q̈_plant + P (u + C),    C = C(Qc_ideal, reaction, lam),    u = u(C):

the forces are linear in u + C, and the control u(C) is the one for the friction that acts; C is
found by the same iteration as for a plant without control. Nature's choice does not load the
constraints, and so does not change the friction.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array
from zwang.base.functions import EXTRA, AbstractStaged
from zwang.base.status import Status
from zwang.control.driven import driven
from zwang.equation.acceleration import evaluate_and_solve
from zwang.equation.acceleration_form import acceleration_form
from zwang.equation.friction import find, reach_of, sought
from zwang.integrate.problem import IN_ROWS
from zwang.integrate.projection import metric
from zwang.solvers import Cholesky
from zwang.solvers import rank as rules
from zwang.solvers.base import is_definite
from zwang.solvers.derivative import differentiable, mobility
from zwang.solvers.singular import equilibrate
from zwang.system.system import System

# As in the rows of a motion: what is measured lies a little off the constraints and the path,
# where redundant rows disagree a little.
SOLVER = IN_ROWS


class Loads(NamedTuple):
    """Forces of ideal constraints, and what a unit load on each coordinate adds to them."""

    force: Array  # (n,) Aᵀ lam
    response: Array  # (n, n)
    lam: Array  # (m,)
    lam_response: Array  # (m, n)


class Plant(NamedTuple):
    """The plant in a state."""

    M: Array  # (n, n) mass matrix
    A: Array  # (m, n) its own constraints
    qdd: Array  # (n,) q̈ without control; where friction depends on forces, without friction too
    P: Any  # (n, n) constrained inverse mass; None where it was not asked for
    status: Array  # of the plant without control, a number
    size: Array  # of q̈ and of the constraints' accelerations, in the metric of ``W``
    W: Array  # (n, n) M, or M with the constraints added where it is singular: positive definite
    supplied: Any = False  # whether the requirements supply mass that it lacks
    loads: Loads | None = None  # forces of its constraints, where friction depends on them


def reacts(system: System) -> bool:
    """Whether the plant's friction depends on forces, and so perhaps on the control."""
    return system.nonideal is not None and any(map(system.nonideal.asks_for, EXTRA))


def plant(
    system: System,
    q: Any,
    qd: Any,
    t: Any,
    p: Any,
    *,
    mobile: bool = True,
    rows: tuple[Array, Array] | None = None,
) -> Plant:
    """The plant in a state."""
    M, form = system.M(q, t, p), acceleration_form(system, q, qd, t, p)
    A, n, Q = form.A, M.shape[0], system.Q(q, qd, t, p)
    Q = Q if reacts(system) else Q + system.C(q, qd, t, p)
    W, supplied = metric(M, A), False
    if rows is not None:
        supplied = ~is_definite(W)
        M, Q, W = augmented(M, Q, A, W, *rows)
    F, b, loads = Q[:, None], form.b[:, None], None
    loaded = mobile and reacts(system)
    if loaded:  # what unit forces do to the constraints counts too
        F = jnp.column_stack([F, jnp.eye(n, dtype=M.dtype)])
        b = jnp.column_stack([b, jnp.zeros((A.shape[0], n), M.dtype)])
    found = differentiable(SOLVER)(M, A, F, b)
    qdd, lam = found.x[:, 0], found.lam[:, 0]
    size = size_of(W, qdd) + jnp.abs(lam) @ found.lengths
    P: Any = None
    status = found.status
    if loaded:
        force, P = found.force, found.x[:, 1:]
        loads = Loads(force[:, 0], force[:, 1:], lam, found.lam[:, 1:])
    elif mobile:
        P, answered = mobility(SOLVER)(M, A)
        status: Any = jnp.where(status == Status.OK, answered, status)
    P = None if P is None else without_noise(M, A, P)
    return Plant(M, A, qdd, P, status, size, W, supplied, loads)


def augmented(
    M: Array, Q: Array, A_p: Array, W: Array, A: Array, b: Array
) -> tuple[Array, Array, Array]:
    r"""M, Q and W of a plant that has an acceleration, also where M and A_p leave one open.

    Where [M | A_pᵀ] has rank n they are as given. Elsewhere a term is added that is zero wherever
    the requirements are met,

        (M + ÂᵀÂ) q̈ = Q + Âᵀb̂ + u + Qc        with  Â = A / lengths,  b̂ = b / lengths,

    so that whatever meets the requirements moves as the plant does; what misses them does not, and
    is no answer. It is [US10] eqs. (49), (67)
    with z = α²b, and ÂᵀÂ in the place of α²A⁺A: both have the rows' range, and this one has a unit.

    Shapes: M (n, n), Q (n,), A_p (m_p, n), W (n, n), A, b (m, n).
    """
    return jax.lax.cond(is_definite(W), _whole, _supplied, M, Q, A_p, W, A, b)


def _whole(M, Q, A_p, W, A, b) -> tuple[Array, Array, Array]:
    return M, Q, W


def _supplied(M, Q, A_p, W, A, b) -> tuple[Array, Array, Array]:
    held: Any = jax.lax.stop_gradient((M, jnp.concatenate([A_p, A])))
    _, lengths = equilibrate(held[0], held[1], jnp)
    lengths = lengths[A_p.shape[0] :]
    rows = A / lengths[:, None]
    added = rows.T @ rows
    return M + added, Q + rows.T @ (b / lengths), W + added


def size_of(W: Array, x: Array) -> Array:
    """The size of accelerations x (n,) or (n, k) in the metric W, for tolerances."""
    x = jax.lax.stop_gradient(x)
    return jnp.sqrt(jnp.abs((x * (jax.lax.stop_gradient(W) @ x)).sum(axis=0)))


class Answering(NamedTuple):
    """How a control answers friction: τ = held(inputs + slope C), u = S τ."""

    inputs: Array  # (k,) τ without friction
    slope: Array  # (k, n) by which friction changes it
    S: Array | None  # (n, k) actuation; None for a force on every coordinate
    # function of τ (k,) that keeps it within limits; None where there are none
    held: Callable | None

    def at(self, C: Array) -> Array:
        """τ (k,) under the friction C (n,)."""
        demanded = self.inputs + self.slope @ C
        return demanded if self.held is None else self.held(demanded)

    def force(self, C: Array) -> Array:
        """u (n,)."""
        return self.at(C) if self.S is None else self.S @ self.at(C)


def rubbed(
    system: System, here: Plant, control: Answering, q: Any, qd: Any, t: Any, p: Any, *, apart: bool
) -> tuple[Array, Array]:
    """The friction C (n,) that acts under the control u(C), and whether it was found."""
    loads, asks = here.loads, system.nonideal.asks_for
    assert loads is not None
    law = lambda **forces: system.C(q, qd, t, p, **forces)
    if apart and not (asks("reaction") or asks("lam")):
        return law(Qc_ideal=loads.force), jnp.asarray(0)  # neither of them changes Qc_ideal
    if asks("Qc_ideal") and (asks("reaction") or asks("lam")):
        return _rubbed_by_all(law, loads, control, len(q))

    # One unknown: what the constraints exert ideally, really, or their multipliers.
    r0, response = loads.force, loads.response
    C = (lambda r: law(Qc_ideal=r)) if asks("Qc_ideal") else lambda r: law(reaction=r)
    if asks("lam"):
        r0, response = loads.lam, loads.lam_response
        C = lambda lam: law(lam=lam, reaction=here.A.T @ lam)
        if isinstance(getattr(system.nonideal, "function", None), AbstractStaged):
            C = system.nonideal.function.prepare(q, qd, t, p)
    looked, loaded = reach_of(system, len(r0), len(q))
    by_friction = jnp.zeros_like(response) if asks("Qc_ideal") else response
    answer = _answer(r0, response, by_friction[:, loaded], control, loaded)
    found = sought(C, answer, answer(jnp.zeros_like(q), np.arange(len(r0))), looked)
    return C(found.force), found.status


def _answer(r0: Array, response: Array, by_friction: Array, control: Answering, loaded) -> Callable:
    """What constraints exert under friction and the control that answers it, for ``sought``.

    r = r0 + R C + R S τ,    τ = held(τ₀ + B C): all products that do not change are made here.
    """
    by_inputs = response if control.S is None else response @ control.S
    if control.held is None:
        r0 = r0 + by_inputs @ control.inputs
        by_friction = by_friction + by_inputs @ control.slope[:, loaded]
        return lambda C, some: r0[some] + by_friction[some] @ C[loaded]

    def answer(C, some):
        return r0[some] + by_friction[some] @ C[loaded] + by_inputs[some] @ control.at(C)

    return answer


def _rubbed_by_all(law: Callable, loads: Loads, control: Answering, n: int) -> tuple[Array, Array]:
    """The same where friction asks for several of these: C itself is sought."""

    def C(load):
        pushed = control.force(load)
        total = pushed + load
        return law(
            Qc_ideal=loads.force + loads.response @ pushed,
            reaction=loads.force + loads.response @ total,
            lam=loads.lam + loads.lam_response @ total,
        )

    found = find(lambda load: -C(load), jnp.zeros(n), jnp.eye(n))
    return found.force, found.status


def without_noise(M: Array, A: Array, P: Array) -> Array:
    """P symmetric, and zero where only rounding is left of M⁻¹.

    A plant whose constraints leave no motion has P = 0; rounding must not look like a motion
    that a huge force could bring about.
    """
    P = (P + P.T) / 2
    d, _ = equilibrate(*jax.lax.stop_gradient((M, A)), jnp)
    size = jax.lax.stop_gradient(jnp.maximum(d, jnp.sqrt(jnp.abs(jnp.diag(P)))))
    noise = rules.tolerance(None, rules.RANK, M) * size[:, None] * size
    return jnp.where(jnp.abs(P) <= noise, 0.0, P)


def inverse_metric(here: Plant, S: Array | None = None) -> Array:
    """W⁻¹ (n, n): of M where it is positive definite, else of M with the constraints added.

    With inputs S (n, k) it is SᵀW⁻¹S (k, k).

    The least uᵀW⁻¹u is Nature's choice: u = W P Aᵀμ, and since W differs from M only in the
    directions that P annihilates, u = M P Aᵀμ = M (q̈ − q̈_plant).
    """
    W, n = here.W, here.W.shape[0]
    F = jnp.eye(n, dtype=W.dtype) if S is None else S
    nothing = jnp.zeros((0, n), W.dtype), jnp.zeros((0, F.shape[1]), W.dtype)
    found = differentiable(Cholesky())(W, nothing[0], F, nothing[1]).x
    inverse = found if S is None else S.T @ found
    return (inverse + inverse.T) / 2


# -- the plant under another force, or with other parameters ---------------------------------


def accelerated(system: System, q: Any, qd: Any, t: Any, p: Any, u: Any) -> Any:
    """The plant's ``Solution`` under the control force u (n,), friction and all. Shapes: u (n,)."""
    pushed = driven(system, _own, lambda p: p["push"])
    both = {"own": p, "push": u}
    return evaluate_and_solve(pushed, q, qd, t, both, solver=SOLVER, throw=False)[1]


def _own(p: Any) -> Any:
    return p["own"]
