"""How far a state is off the path, and whether the gains bring it back."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.functions import split
from zwang.consistency.report import listed
from zwang.control.description import AbstractController
from zwang.control.report.nearest import looker, step
from zwang.control.requirements import row_gains, wanted
from zwang.engine.evaluate import Evaluated
from zwang.equation.acceleration_form import acceleration_form
from zwang.equation.known import known
from zwang.equation.observe import row_lengths
from zwang.integrate.projection import metric

# How far a start without gains may lie off the path, of its size: what a motion on the path may
# have come to, from which one goes on.
OFF = 1e-7


class Errors(NamedTuple):
    """The errors of a state, and what they are measured by.

    Attributes
    ----------
    error, rate : (m,)      as in ``Wanted``
    lengths : (m,)          of the rows, in the metric
    of_q, of_qd : ()        sizes of q and q̇ there
    """

    error: Any
    rate: Any
    lengths: Any
    of_q: Any
    of_qd: Any


def _errors(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> Errors:
    rows, model = wanted(controller.required, controller.gains, q, qd, t, p), controller.model
    W = metric(model.M(q, t, p), acceleration_form(model, q, qd, t, p).A)
    least = 1e-3 * jnp.sqrt(jnp.trace(W) / q.shape[0])  # as for a start at rest
    sizes = (jnp.sqrt(jnp.abs(x @ W @ x)) + least for x in (q, qd))
    return Errors(rows.error, rows.rate, row_lengths(W, rows.A), *sizes)


errors = Evaluated(_errors)


def off_path(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> str:
    """What is wrong with a start, in words; empty if nothing is.

    An error of positions comes back if α > 0 and β > 0, one of velocities alone if α > 0.

    Parameters
    ----------
    controller : the description
    q, qd, t, p : the start, known numbers
    """
    q, qd, t = (np.asarray(x, float) for x in (q, qd, t))
    rows = controller.rows(q, qd, t, p)
    alpha, beta = row_gains(controller.gains, rows)
    h, k, held = rows.positions, rows.velocities, alpha > 0
    held[:h] &= beta[:h] > 0
    if held[:k].all() and controller.degrees is None:
        return ""  # whatever the errors are, and they take a program to tell
    numbers, rest = split(p, np)
    fixed = known(controller, q, qd, t, numbers, rest)
    found = jax.tree.map(np.asarray, errors(fixed, rest, q, qd, t, numbers))
    for what, values, size, first, last in (
        ("q0", found.error, found.of_q, 0, h),
        ("qd0", found.rate, found.of_qd, 0, h),
        ("qd0", found.error, found.of_qd, h, k),
    ):
        raw = values[first:last]
        off = np.abs(raw / found.lengths[first:last]) * ~held[first:last]
        if off.size and off.max() > OFF * size:  # of NaN the motion tells the cause
            worst = int(off.argmax())
            return (
                f"`{what}` is off the path {rows.names[first + worst]!r} by "
                f"{raw[worst]:.3g}, and without gains it would stay off."
            )
    if controller.degrees is None:
        return ""
    return _off_further(controller, ~held & (controller.extra(rows) > 0), found, q, qd, t, p)


def _off_further(controller: AbstractController, rows: np.ndarray, sizes: Errors, q, qd, t, p):
    """The same for derivatives above the first: by how far the state must change."""
    if not rows.any():
        return ""
    look, x, n = looker(controller, q, qd, t, p), np.concatenate([q, qd]), len(q)
    change, W = step(look, x, rows, np.ones(2 * n, bool)), look(x).W
    for what, part, size in (("q0", change[:n], sizes.of_q), ("qd0", change[n:], sizes.of_qd)):
        off = float(np.sqrt(part @ W @ part))
        if not off <= OFF * size:
            named = listed(
                [x for x, on in zip(controller.rows(q, qd, t, p).names, rows, strict=True) if on]
            )
            return (
                f"`{what}` is off the path {named} in derivatives above the first, by "
                f"{np.abs(part).max():.3g}, and without gains it would stay off."
            )
    return ""
