"""What stands behind the force: error signal and gain, and what the control can reach."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array
from zwang.base.identity.keyed import Keyed
from zwang.consistency.independence import in_metric, rank_of
from zwang.control.description import AbstractController
from zwang.control.law.command import Aim, Command, aim, attempted, how_of, least_effort
from zwang.control.law.least_effort import reach, shortfall
from zwang.control.law.miss import sizes
from zwang.control.plant import Plant, inverse_metric, plant, reacts
from zwang.engine.evaluate import Evaluated
from zwang.equation.acceleration_form import Rows, acceleration_form
from zwang.equation.fundamental import error_signal, gain, solve
from zwang.equation.observe import row_lengths
from zwang.integrate.projection import INDEPENDENT

# States looked at around the given one, and how far away, in parts of its size in the metric.
NEIGHBOURS, AROUND = 3, 0.05
ROUNDS = 3  # of the way back onto the physical constraints


class Parts(NamedTuple):
    """The force taken apart: u = K e, and what C adds."""

    e: Array  # (m,) error signal: what the plant's own acceleration leaves to be done
    K: Array  # (n, m) gain
    feed_forward: Array  # (n,) K b, of the requirements without their errors
    wished: Array  # (n,) the part of C that no requirement sees
    status: Array  # of the control, a number


class Free(NamedTuple):
    """Matrices of a plant without constraints, and of its requirements."""

    M: Any  # (n, n) mass matrix
    Q: Any  # (n,) given force
    # A, b: (m, n), (m,) the requirements, with errors fed back
    A: Any
    b: Any
    path: Any  # (m,) b without these errors
    C: Any  # (n,) the control that is wanted where there is a choice, or zero
    status: Any  # of the control, a number


def _free(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> Free:
    asked, model = aim(controller, q, qd, t, p), controller.model
    found, Q = attempted(controller, asked, q, qd, t, p), model.Q(q, qd, t, p)
    C = jnp.zeros_like(Q) if asked.C is None else asked.C
    path, rows = asked.rows.b, (asked.rows.A, asked.b)
    return Free(model.M(q, t, p), Q + model.C(q, qd, t, p), *rows, path, C, found.status)


def _dissected(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> Parts:
    asked = aim(controller, q, qd, t, p)
    found = attempted(controller, asked, q, qd, t, p)
    here = _about(controller, asked, found, q, qd, t, p)
    A = asked.rows.A
    e = asked.b - A @ here.qdd
    K = least_effort(controller, asked, here, jnp.eye(e.shape[0], dtype=e.dtype)).force
    wished = jnp.zeros(q.shape[0])
    if asked.C is not None:
        u = asked.C if asked.S is None else asked.S @ asked.C
        wished = u - K @ (A @ (here.P @ u))
    return Parts(e, K, K @ asked.rows.b, wished, found.status)


def dissect(fixed: Keyed, rest: Keyed, q: Any, qd: Any, t: Any, numbers: Any) -> Parts:
    """Error signal, gain and parts of the force.

    Without constraints and for Nature's choice they are the paper's, also for rows that depend on
    each other and for singular M; C adds Qc_nonideal.
    """
    controller = fixed.value
    if not controller.plain or controller.model.constraints or reacts(controller.model):
        return _restricted(fixed, rest, q, qd, t, numbers)
    x: Free = _unrestricted(fixed, rest, q, qd, t, numbers)
    e, K, wished = error_signal(x.M, x.Q, x.A, x.b), gain(x.M, x.A), x.C
    if controller.C is not None:
        zero = x.b * 0.0
        wished = solve(x.M, x.Q, x.A, zero, x.C, throw=False).Qc_nonideal
    return Parts(e, K, K @ x.path, wished, x.status)


_restricted, _unrestricted = Evaluated(_dissected), Evaluated(_free)


def _about(controller: AbstractController, asked: Aim, found: Command, q, qd, t, p) -> Plant:
    """The plant; where friction depends on forces, under the friction that acts."""
    rows = asked.rows.A, asked.b
    here = plant(controller.model, q, qd, t, p, rows=rows)
    if reacts(controller.model):
        # Friction is what the controlled acceleration has beyond the plant's and the control's.
        here = here._replace(qdd=found.qdd - here.P @ found.force)
    return here


class Reached(NamedTuple):
    """What the control can do in a state."""

    command: Command  # what it does; the nearest that was found, where there is none
    M: Any  # (n, n) mass matrix
    A_p: Any  # (m_p, n) the plant's own constraints
    b_p: Any  # (m_p,) their right-hand side
    phi_p: Any  # (h_p,) what remains of those on positions
    velocity_p: Any  # (k_p,) what remains of velocities: φ̇ of these, then ψ of those on velocities
    A: Any  # (m, n) rows of the requirements
    b: Any  # (m,) their right-hand side, with errors fed back
    lengths: Any  # (m,) of these rows, in the metric
    N: Any  # (k, k) weight of the inputs
    # (m, n) A P: what forces on the constrained plant do to the requirements; where these supply
    # mass, forces that its own mass takes
    AP: Any
    G: Any  # (m, k) A P S: what inputs do to them
    sizes: Any  # (k,) of the acceleration that each input brings about, in the metric
    supplied: Any  # whether the requirements supply mass that the plant lacks
    qdd: Any  # (n,) acceleration of the plant without control
    shortfall: Any  # (m,) the least change of the demands that makes them possible, without limits
    nothing: Any  # (m,) what counts as nothing
    errors: Any  # (m, d) φ, φ̇, φ̈, ... or ψ, 0, ψ̇, ... as far as they vanish on the path


def _reached(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> Reached:
    asked = aim(controller, q, qd, t, p)
    found = attempted(controller, asked, q, qd, t, p)
    here = _about(controller, asked, found, q, qd, t, p)
    A, how = asked.rows.A, how_of(asked, here)
    e, lengths = asked.b - A @ here.qdd, row_lengths(here.W, A)
    missed = shortfall(how.G, e[:, None], lengths)[:, 0]
    form = acceleration_form(controller.model, q, qd, t, p)
    higher = [] if asked.rows.higher is None else [asked.rows.higher]
    return Reached(
        command=found,
        M=here.W,
        A_p=here.A,
        b_p=form.b,
        phi_p=form.phi,
        velocity_p=form.velocity,
        A=A,
        b=asked.b,
        lengths=lengths,
        N=how.N,
        AP=_of_forces(controller, here, A, q, t, p),
        G=how.G,
        sizes=sizes(here, how.S),
        supplied=jnp.asarray(here.supplied),
        qdd=here.qdd,
        shortfall=missed,
        nothing=found.nothing,
        errors=jnp.column_stack([asked.rows.error, asked.rows.rate, *higher]),
    )


def _of_forces(
    controller: AbstractController, here: Plant, A: Array, q: Any, t: Any, p: Any
) -> Any:
    """A P (m, n); of forces M W⁻¹u, where a direction without mass takes none and just follows."""
    found = reach(here, A, None)
    taken = controller.model.M(q, t, p) @ inverse_metric(here)
    own = reach(here._replace(P=here.P @ taken), A, None)
    return jnp.where(here.supplied, own, found)


reached = Evaluated(_reached)


Look = Callable[[Any, Any], Reached]


def spans_of(here: Reached, q: np.ndarray, qd: np.ndarray) -> tuple[float, float]:
    """What is far for q and for q̇, in the metric: of the size of a coordinate, whatever its unit.

    At rest it is the speed that the acceleration brings about on such a way; where all is zero, it
    is one, of the coordinate with the least mass.

    Shapes: q, qd (n,).
    """
    size = lambda x: float(np.sqrt(np.abs(x @ here.M @ x) / len(x)))
    least = float(np.sqrt(np.abs(np.diag(here.M)).min()))
    of_q = max(size(q), least)
    of_qd = max(size(qd), float(np.sqrt(size(here.qdd) * of_q)))
    return of_q, of_qd or least


def nearby(look: Look, q: np.ndarray, qd: np.ndarray) -> Iterable[tuple[np.ndarray, np.ndarray]]:
    """States around one, on the physical constraints as nearly as the state itself.

    Shapes: q, qd (n,).
    """
    rng, here = np.random.default_rng(0), look(q, qd)
    try:
        back = np.linalg.inv(np.linalg.cholesky(here.M)).T
    except np.linalg.LinAlgError:  # a mass that is none
        back = np.eye(len(q))
    spans = spans_of(here, q, qd)
    for _ in range(NEIGHBOURS):
        far = (span * rng.uniform(-1.0, 1.0, len(q)) for span in spans)
        yield _brought(look, *(x + AROUND * back @ y for x, y in zip((q, qd), far, strict=True)))


def _brought(look: Look, q: np.ndarray, qd: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A state brought near the physical constraints, by the least change in the metric."""
    for _ in range(ROUNDS):
        found = look(q, qd)
        left = found.phi_p, found.velocity_p
        if not len(found.A_p) or not all(np.isfinite(x).all() for x in (found.A_p, *left)):
            break
        try:
            back = np.linalg.inv(np.linalg.cholesky(found.M)).T
            moves = [back @ least(found.A_p[: len(x)] @ back, x) for x in left]
        except np.linalg.LinAlgError:  # a mass that is none
            break
        q, qd = q - moves[0], qd - moves[1]
    return q, qd


def around(look: Look, q: np.ndarray, qd: np.ndarray) -> list[Reached]:
    """What the control can do in states around one, where that is known."""
    found = [look(*state) for state in nearby(look, q, qd)]
    return [x for x in found if np.isfinite(x.G).all()]


def least(rows: np.ndarray, left: np.ndarray) -> np.ndarray:
    """The least y with rows y = left, each row counted in its length.

    Shapes: rows (m, n), left (m,).
    """
    lengths = np.linalg.norm(rows, axis=1)
    lengths[lengths == 0] = 1.0
    return np.linalg.lstsq(rows / lengths[:, None], left / lengths, rcond=INDEPENDENT)[0]


def rank_of_rows(N: np.ndarray, G: np.ndarray) -> int:
    """The rank of rows in the metric of a weight. Shapes: N (k, k), G (m, k)."""
    with np.errstate(all="ignore"):
        metric = in_metric(N, G)
    return rank_of(metric.U, max(metric.rtol, INDEPENDENT))


def condition_of(here: Reached, others: Iterable[Reached], rows: Rows) -> float:
    r"""How much larger inputs are than they would have to be, however the rows are written.

    Of the inputs that a requirement sees, in the metric of their weight, U is an orthonormal basis:
    with N = L Lᵀ its rows are G L⁻ᵀ = B U, and B, which holds all of how they are written, has
    no part in what follows. The larger counts of

    - the condition of all U together: how nearly requirements ask inputs for the same thing;
    - the norm of U⁺B⁺G' L⁻ᵀ, with G' of a state around: how much larger inputs are here than there
      for the same demands. Near a state where they lose their grip it grows without bound.
    """
    to_cost = np.linalg.inv(np.linalg.cholesky(here.N)).T
    U, turns = [], []
    for _, places in rows.groups:
        own = here.G[list(places)] @ to_cost
        lengths = np.linalg.norm(own, axis=1)
        scale = 1.0 / np.where(lengths > 0, lengths, 1.0)
        left, values, right = np.linalg.svd(scale[:, None] * own, full_matrices=False)
        kept = values > INDEPENDENT
        U.append(right[kept])
        turns.append((list(places), (left[:, kept] / values[kept]).T * scale))
    together = np.concatenate(U)
    if not len(together):
        return 1.0
    values = np.linalg.svd(together, compute_uv=False)
    values = values[values > INDEPENDENT * values[0]]
    inverse = np.linalg.pinv(together, rcond=INDEPENDENT)
    found = [float(values[0] / values[-1])]
    for x in others:
        there = np.concatenate([turn @ x.G[places] @ to_cost for places, turn in turns])
        found.append(float(np.linalg.norm(inverse @ there, 2)))
    return max(found)
