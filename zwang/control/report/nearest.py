"""The nearest state on a path whose requirements are differentiated on.

Beside φ and φ̇ the higher derivatives must vanish, up to the one in which the inputs appear. They
are functions of q and q̇ together, so both are moved at once: by Gauss and Newton, with the least
change in the metric and derivatives by central differences.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.functions import split
from zwang.base.names import chosen
from zwang.base.status import NumericalError, Status
from zwang.consistency.report import listed
from zwang.control.description import AbstractController
from zwang.control.law.raised import required
from zwang.engine.evaluate import Evaluated
from zwang.equation.acceleration_form import acceleration_form
from zwang.equation.known import known
from zwang.integrate.projection import metric

STEP = 6e-6  # cube root of eps, in parts of a coordinate or of one
RANK = 1e-7  # of rows found by differences
CLOSE, ROUNDS = 1e-9, 60  # a last step, in parts of the state; and how many are taken at most


class Remains(NamedTuple):
    """What a state leaves of all that must vanish on the path."""

    plant: Any  # physical constraints, of positions and then of velocities
    errors: Any  # (m, d) φ, φ̇, φ̈, ... or ψ, 0, ψ̇, ... of the requirements
    W: Any  # (n, n) metric


def _remains(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> Remains:
    model, rows = controller.model, required(controller, q, qd, t, p)
    form = acceleration_form(model, q, qd, t, p)
    higher = jnp.zeros((len(rows.error), 0)) if rows.higher is None else rows.higher
    errors = jnp.column_stack([rows.error, rows.rate, higher])
    W = metric(model.M(q, t, p), form.A)
    return Remains(jnp.concatenate([form.phi, form.velocity]), errors, W)


remains = Evaluated(_remains)


def looker(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> Callable:
    """What remains as a function of the state x (2 n,), compiled once."""
    q, qd, t = (np.asarray(x, float) for x in (q, qd, t))
    numbers, rest = split(p, np)
    fixed, n = known(controller, q, qd, t, numbers, rest), len(q)

    def look(x: np.ndarray) -> Remains:
        return jax.tree.map(np.asarray, remains(fixed, rest, x[:n], x[n:], t, numbers))

    return look


def step(look: Callable, x: np.ndarray, kept: np.ndarray, free: np.ndarray) -> np.ndarray:
    """The least change of a state (2 n,), in the metric, that makes all vanish to first order.

    Shapes: x (2 n,), kept (m,), free (2 n,).
    """
    told = lambda x: np.concatenate([(y := look(x)).plant, y.errors[kept].ravel()])
    sizes = STEP * np.maximum(1.0, np.abs(x))
    unit = np.eye(len(x))
    slopes = [(told(x + h * e) - told(x - h * e)) / (2 * h) for h, e in zip(sizes, unit)]
    J, left = np.stack(slopes, axis=1), told(x)
    L = np.kron(np.eye(2), np.linalg.cholesky(look(x).W))
    J = np.linalg.solve(L, J.T).T if free.all() else J / np.sqrt(np.diag(L @ L.T))
    lengths = np.linalg.norm(J, axis=1)
    lengths[lengths == 0] = 1.0
    y = np.zeros(len(x))
    y[free] = -np.linalg.lstsq(J[:, free] / lengths[:, None], left / lengths, rcond=RANK)[0]
    return np.linalg.solve(L.T, y) if free.all() else y / np.sqrt(np.diag(L @ L.T))


def nearest(
    controller: AbstractController, q: Any, qd: Any, t: Any, p: Any, hold: Any
) -> tuple[np.ndarray, np.ndarray]:
    """The nearest state on the path, with all derivatives."""
    values = controller.model.values(q, qd, t, p)
    q, qd, t = (np.asarray(values[name], float) for name in ("q", "qd", "t"))
    free = np.tile(~chosen("hold", hold, controller.model.coordinates, len(q)), 2)
    look, x = looker(controller, q, qd, t, p), np.concatenate([q, qd])
    kept = np.ones(len(look(x).errors), bool)
    for _ in range(ROUNDS):
        change = step(look, x, kept, free)
        x = x + change
        if not np.isfinite(x).all():
            break
        if np.abs(change).max() <= CLOSE * max(1.0, np.abs(x).max()):
            further = np.abs(step(look, x, kept, free)).max()
            if further <= CLOSE * max(1.0, np.abs(x).max()) and _vanish(look(x), x):
                return x[: len(q)], x[len(q) :]
            break
    names = controller.rows(q, qd, t, p).names
    raise NumericalError(
        Status.NOT_ASSEMBLED,
        f"No state near the guess has all derivatives of {listed(names)} that must vanish at zero.",
    )


def _vanish(found: Remains, x: np.ndarray) -> bool:
    """Whether nothing is left but rounding of differences."""
    left = np.concatenate([found.plant, found.errors.ravel()])
    return bool(np.isfinite(left).all() and np.abs(left).max(initial=0.0) < 1e-6 * (1 + x @ x))
