"""Why there is no control in a state, in words and by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import numpy as np

from zwang.base.functions import split
from zwang.base.names import names_of
from zwang.base.status import NotAssembled, NumericalError, Status
from zwang.consistency.assemble import assemble
from zwang.consistency.independence import Independence, in_metric
from zwang.consistency.report import listed
from zwang.control.description import LIMITS, AbstractController, in_order
from zwang.control.law.command import Command, aim
from zwang.control.report.analysis import Reached, around, condition_of, rank_of_rows, reached
from zwang.control.report.degree import by_name, demands_of
from zwang.equation.known import known_at

# Where inputs are as many times larger than in states around, they have lost their grip.
GROWN = 30.0
SWITCHED = (
    "Here inputs lose their grip, and within limits they go from one limit to the other at once."
)
SOFTLY = (
    "Steps shrink where the force jumps, and with a larger `atol`, such as atol=1e-9, they come "
    "across; controller.sampled(period) needs no small steps; and a requirement that asks for less "
    "where there is less grip never jumps, such as a rate of energy times the driven rates squared."
)


def explained(
    controller: AbstractController, found: Command, q: Any, qd: Any, t: Any, p: Any
) -> tuple[Status, str]:
    """The status of a failed command, and whose fault it is."""
    status, values = Status(int(found.status)), controller.model.values(q, qd, t, p)
    state = values["q"], values["qd"], values["t"]
    if status == Status.NON_FINITE:
        return status, _not_finite(controller, *state, p)
    if found.plant_status != Status.OK:
        return status, f"The plant without control: {_of_plant(controller, *state, p)}".strip()
    if status == Status.INFEASIBLE:
        told = crossed(controller, *state, p) or early(controller, *state, p)
        return status, told or unmet(controller, *state, p)
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
        given: Any = ("weight", asked.N), ("actuation", asked.S), ("C", asked.C)
        for what, x in (*given, *zip(LIMITS, asked.limits or (), strict=False)):
            x = x if what not in LIMITS else np.where(np.isnan(x), x, 0.0)  # these may be infinite
            guilty += [] if x is None or np.isfinite(x).all() else [f"`{what}`"]
    return f"Not finite: {', '.join(guilty)}." if guilty else ""


def crossed(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> str:
    """Inputs that have no room between their limits, in words; empty if all have."""
    if controller.limits is None:
        return ""
    values = controller.model.values(q, qd, t, p)
    low, high = np.broadcast_arrays(*(np.asarray(x.at(values)) for x in controller.limits))
    wrong = ~np.asarray(in_order(low, high))
    if not wrong.any():
        return ""
    some = [f"input {i}: {low[i]:.4g} to {high[i]:.4g}" for i in np.flatnonzero(wrong) if low.ndim]
    some = some or [f"all inputs: {low:.4g} to {high:.4g}"]
    return f"`lower` and `upper` leave no room here, {', '.join(some)}."


def early(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> str:
    """Rows on which inputs act before the degree that was said, in words; empty if there are
    none.
    """
    if controller.degrees is None:
        return ""
    wanted = aim(controller, q, qd, t, p).rows
    before, rows = np.asarray(wanted.early), wanted.rows
    if not (before >= 0).any():
        return ""
    if controller.counts is not None:
        k = int(before[0])
        count = sum(controller.counts[: k + 1])
        told = f"of {k} derivatives more inputs act in more directions than the {count} counted"
    else:
        said, acted = (dict(by_name(rows, x)) for x in (controller.extra(rows), before))
        some = [(x, i) for x, places in rows.groups for i, j in enumerate(places) if before[j] >= 0]
        pairs = (f"{name!r} after {acted[name][i]}, not {said[name][i]}" for name, i in some)
        told = f"inputs act on {', '.join(pairs)} derivatives"
    return (
        f"`degrees` is too high: {told}. Wanted the derivative in which they first act, where rows "
        "of a lower degree are met; controller.raised(q, qd, t, p), of a controller without "
        "`degrees`, finds it."
    )


def unmet(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> str:
    """The requirements that the nearest control misses, and by how much."""
    numbers, rest = split(p, np)
    fixed = known_at(controller, q, qd, t, p)
    found = reached(fixed, rest, q, qd, t, numbers)
    found = jax.tree.map(np.asarray, found)
    names, left = controller.rows(q, qd, t, p).names, found.shortfall
    lacks = found.supplied and (controller.gives_up or controller.priority is not None)
    left = found.command.residual if lacks else left
    met = np.abs(left) <= found.nothing
    if met.all():
        lost = _lost(controller, q, qd, t, p)[1]
        if lost:
            return (
                f"Here the inputs lose their grip on {listed(names)}: for them the condition is "
                f"{lost}, and what they should do is lost in rounding. Keep to states in which "
                "they act; controller.check_along(...) says where they do not."
            )
        return f"Missed by little more than rounding: {listed(names)}.{_decided(found)}"
    sizes = (f"{names[i]!r} by {left[i]:.3g}" for i in np.flatnonzero(~met))
    still = (found.A == 0).all(axis=1) & ~met
    lost = (found.G == 0).all(axis=1) & ~met & ~still
    why = ""
    if still.any():
        why += f" No acceleration changes {_picked(names, still)} here."
    look = lambda q, qd: jax.tree.map(np.asarray, reached(fixed, rest, q, qd, t, numbers))
    others = around(look, q, qd) if lost.any() else []
    never = lost & np.all([(x.G == 0).all(axis=1) for x in others], axis=0)
    if never.any():
        why += (
            f" No input acts on {_picked(names, never)} in these derivatives, here and nearby: the "
            "relative degree is higher."
        )
    if (lost & ~never).any():
        gone = _picked(names, lost & ~never)
        why += f" No input acts on {gone} here: the actuators have lost their grip."
    depending = {
        i for block, _ in Independence(in_metric(found.M, found.A)).blocks() for i in block
    }
    redundant = [names[i] for i in np.flatnonzero(~met) if i in depending]
    if redundant and agreed(controller, q, qd, t, p):
        why += f" {only_off_path(redundant)}"
    why = why or _decided(found)
    if lacks:
        why += (
            " The plant lacks mass that the requirements supply: all must be met, whatever "
            "compromise, limits and priorities allow."
        )
    return f"Even the nearest control misses, in A q̈ = b, {', '.join(sizes)}.{why}"


def agreed(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> bool:
    """Whether all requirements are met in the nearest state on the path."""
    if controller.degrees is not None:
        return False
    try:
        q, qd = map(np.asarray, assemble(controller.held, q, qd, t, p))
    except (NotAssembled, NumericalError):
        return False
    numbers, rest = split(p, np)
    found = reached(known_at(controller, q, qd, t, p), rest, q, qd, np.asarray(t), numbers)
    return bool((np.abs(found.shortfall) <= found.nothing).all())


def only_off_path(names: Sequence[str]) -> str:
    """What to say of redundant rows that agree on the path."""
    return (
        f"{listed(names)} agree on the path, and ask for different accelerations off it. Keep "
        "those that the others follow from; or take the least squares of all: zw.track(..., "
        "compromise=True)."
    )


def _picked(names: tuple[str, ...], mask: np.ndarray) -> str:
    return listed([name for name, x in zip(names, mask, strict=True) if x])


def _decided(found: Reached) -> str:
    """What to say where constraints on velocities decide at once what is required."""
    if rank_of_rows(np.linalg.inv(found.M), found.AP) >= demands_of(found):
        return ""
    return (
        " Physical constraints on velocities decide some combination of them at once; inputs may "
        "appear in its further derivatives: controller.raised(q, qd, t, p)."
    )


def grown(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> str:
    """Which inputs have grown because they lose their grip on the rows here; or nothing."""
    found, told = _lost(controller, q, qd, t, p)
    if not told:
        return ""
    rows = controller.rows(q, qd, t, p)
    if controller.restricted:
        return f"{SWITCHED} For them {listed(rows.names)} have the condition {told}. {SOFTLY}"
    largest = np.abs(found.command.inputs).max()
    return f"Inputs came to {largest:.3g}; for them {listed(rows.names)} have the condition {told}."


def _lost(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> tuple[Reached, str]:
    """What the control can do, and its condition where inputs lose their grip; else empty."""
    numbers, rest = split(p, np)
    q, qd, t = (np.asarray(x, float) for x in (q, qd, t))
    fixed = known_at(controller, q, qd, t, p)
    look = lambda q, qd: jax.tree.map(np.asarray, reached(fixed, rest, q, qd, t, numbers))
    found = look(q, qd)
    if not np.isfinite(found.G).all():
        return found, ""
    others = around(look, q, qd)
    condition = condition_of(found, others, controller.rows(q, qd, t, p))
    if _loses_rank(found, others):
        return found, "infinite"
    return found, "" if condition < GROWN else f"{condition:.2g}"


def _loses_rank(here: Reached, around: list[Reached]) -> bool:
    rank = rank_of_rows(here.N, here.G)
    return any(rank_of_rows(x.N, x.G) > rank for x in around)
