"""Why there is no control in a state, in words and by name."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

from zwang.base.functions import split
from zwang.base.names import names_of
from zwang.base.status import NumericalError, Status
from zwang.consistency.independence import in_metric
from zwang.consistency.report import listed
from zwang.control.description import AbstractController
from zwang.control.law.command import Command, aim
from zwang.control.report.analysis import reached
from zwang.equation.known import known_at

# Where rows are as near to dependent, inputs are as much larger than what they do.
NEARLY = 1e-3


def explained(
    controller: AbstractController, found: Command, q: Any, qd: Any, t: Any, p: Any
) -> tuple[Status, str]:
    """The status of a failed command, and whose fault it is.

    Parameters
    ----------
    controller : the description
    found : the command
    q, qd, t, p : state and parameters
    """
    status, values = Status(int(found.status)), controller.model.values(q, qd, t, p)
    state = values["q"], values["qd"], values["t"]
    if status == Status.NON_FINITE:
        return status, _not_finite(controller, *state, p)
    if found.plant_status != Status.OK:
        return status, f"The plant without control: {_of_plant(controller, *state, p)}".strip()
    if status == Status.INFEASIBLE:
        return status, unmet(controller, *state, p)
    if status == Status.INACCURATE and controller.restricted:
        return status, "The nearest control within the limits was not found."
    if status == Status.MASS_NOT_SEMIDEFINITE and controller.weight is not None:
        told = "it is not symmetric and positive definite"
        return status, f"Here the `weight` of the control stands for M: {told}."
    return status, ""


def _of_plant(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> str:
    try:
        controller.model.acceleration(np.asarray(q), np.asarray(qd), np.asarray(t), p)
    except NumericalError as error:
        return error.detail
    return ""


def _not_finite(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> str:
    coordinates = names_of(controller.model.coordinates, q.shape[0])
    guilty = [
        f"`{what}` at {name}"
        for what, x in (("q", q), ("qd", qd))
        for name, finite in zip(coordinates, np.isfinite(x), strict=True)
        if not finite
    ]
    guilty += [] if np.isfinite(t) else ["`t`"]
    if not guilty:
        told = _of_plant(controller, q, qd, t, p)
        if told:
            return told
        asked = aim(controller, q, qd, t, p)
        rows = np.isfinite(asked.rows.A).all(axis=1) & np.isfinite(asked.b)
        pairs = zip(asked.rows.rows.names, rows, strict=True)
        guilty = [f"the requirement {name!r}" for name, finite in pairs if not finite]
        for what, x in (("weight", asked.N), ("actuation", asked.S)):
            guilty += [] if x is None or np.isfinite(x).all() else [f"`{what}`"]
    return f"Not finite: {', '.join(guilty)}." if guilty else ""


def unmet(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> str:
    """The requirements that the nearest control misses, and by how much.

    Parameters
    ----------
    controller : the description
    q, qd, t, p : state and parameters
    """
    numbers, rest = split(p, np)
    fixed = known_at(controller, q, qd, t, p)
    found = reached(fixed, rest, q, qd, t, numbers)
    found = jax.tree.map(np.asarray, found)
    met, names = np.abs(found.shortfall) <= found.nothing, controller.rows(q, qd, t, p).names
    if met.all():
        return f"Missed by little more than rounding: {listed(names)}."
    sizes = (f"{names[i]!r} by {found.shortfall[i]:.3g}" for i in np.flatnonzero(~met))
    lost = [names[i] for i in np.flatnonzero((found.G == 0).all(axis=1) & ~met)]
    why = (
        f" No input acts on {listed(lost)} here: the actuators have lost their grip."
        if lost
        else ""
    )
    return f"Even the nearest control misses, in A q̈ = b, {', '.join(sizes)}.{why}"


def grown(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> str:
    """Which inputs have grown because the rows are nearly dependent for them; or nothing.

    Parameters
    ----------
    controller : the description
    q, qd, t, p : state and parameters
    """
    numbers, rest = split(p, np)
    q, qd, t = (np.asarray(x, float) for x in (q, qd, t))
    found = reached(known_at(controller, q, qd, t, p), rest, q, qd, t, numbers)
    found = jax.tree.map(np.asarray, found)
    if controller.restricted or not np.isfinite(found.G).all():
        return ""
    metric = in_metric(found.N, found.G)
    values = np.linalg.svd(metric.U, compute_uv=False)
    if not len(values) or values[-1] > NEARLY * values[0]:
        return ""
    rows = listed(controller.rows(q, qd, t, p).names)
    largest = np.abs(found.command.inputs).max()
    condition = f"{values[0] / values[-1]:.2g}" if values[-1] > 0 else "infinite"
    return f"Inputs came to {largest:.3g}; for them {rows} have the condition {condition}."
