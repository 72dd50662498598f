"""How far a state is off the path, and whether the gains bring it back."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from zwang.control.description import AbstractController
from zwang.control.requirements import Wanted, wanted
from zwang.equation.acceleration_form import acceleration_form
from zwang.equation.observe import row_lengths
from zwang.integrate.projection import metric

# How far a start without gains may lie off the path, of its size: what a motion on the path may
# have come to, from which one goes on.
OFF = 1e-7


def off_path(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> str:
    """What is wrong with a start, in words; empty if nothing is.

    An error of positions comes back if α > 0 and β > 0, one of velocities alone if α > 0.

    Parameters
    ----------
    controller : the description
    q, qd, t, p : the start, known numbers
    """
    q, qd, t = (jnp.asarray(x, float) for x in (q, qd, t))
    rows = wanted(controller.required, controller.gains, q, qd, t, p)
    lengths, of_q, of_qd = map(np.asarray, _sizes(controller, q, qd, t, p, rows))
    h, k = rows.rows.positions, rows.rows.velocities
    held = np.asarray(rows.alpha) > 0
    held[:h] &= np.asarray(rows.beta)[:h] > 0
    for what, values, size, first, last in (
        ("q0", rows.error, of_q, 0, h),
        ("qd0", rows.rate, of_qd, 0, h),
        ("qd0", rows.error, of_qd, h, k),
    ):
        raw = np.asarray(values)[first:last]
        off = np.abs(raw / lengths[first:last]) * ~held[first:last]
        if off.size and not off.max() <= OFF * size:
            worst = int(np.nanargmax(off))
            return (
                f"`{what}` is off the path {rows.rows.names[first + worst]!r} by "
                f"{raw[worst]:.3g}, and without gains it would stay off."
            )
    return ""


def _sizes(controller: AbstractController, q, qd, t, p, rows: Wanted) -> tuple[Any, Any, Any]:
    """Lengths of the rows in the metric M, and the sizes of q and q̇ there."""
    model = controller.model
    M, A = model.M(q, t, p), acceleration_form(model, q, qd, t, p).A
    W = metric(M, A)
    least = 1e-3 * jnp.sqrt(jnp.trace(W) / q.shape[0])  # as for a start at rest
    of_q, of_qd = (jnp.sqrt(jnp.abs(x @ W @ x)) + least for x in (q, qd))
    return row_lengths(M, rows.A), of_q, of_qd
