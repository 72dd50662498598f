"""What a search found, as a zw.Equilibrium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from zwang.base.names import names_of
from zwang.base.status import Status
from zwang.linear.linearize import lasts, linearized
from zwang.linear.local.moving.later import timeless
from zwang.linear.local.named import Coordinate
from zwang.rest.equilibrium import Equilibrium
from zwang.rest.step import GOOD, Asked, Found

INSTANT = "It balances at this instant only: forces or constraints change with the time."
PASSING = (
    "The forces balance for an instant, but the motion does not go on so: the rates of {} do not "
    "stay. Name `coordinates` in which the motion is steady, and their `rates`: those of a frame "
    "that turns along, or the lean and the yaw of a wheel."
)
DRIVEN = "The constraints leave nothing free to balance, and they move with the time."


def result_of(found: Found, looked: Asked, p: Any, known: dict[str, Coordinate]) -> Equilibrium:
    """What a search found, with its small motions.

    Parameters
    ----------
    found : where the search ended
    looked : what was looked for
    p : parameters
    known : coordinates by name
    """
    here = found.reduced
    system, x = here.variation.system, here.x
    chosen = [here.candidates.coordinates[i] for i in here.chart.velocities]
    named = [looked.coordinates[i] for i in (*looked.rates, *looked.held)]
    wanted = list({x.name: x for x in (*chosen, *named)}.values())
    wanted = wanted if _fits(here, wanted) else chosen
    ok = found.rests
    frame = here.candidates.frame
    stays = ok and (frame is not None or lasts(here, max(GOOD * found.size, found.rounding)))
    kind = ("steady" if x.qd.any() else "rest") if stays else "instant"
    state, how = (x.q, x.qd, x.t), (looked.timely, looked.smooth)
    linear = linearized(system, state, p, known, wanted, None, None, kind, frame, *how)
    acceleration = here.N @ here.acceleration()
    residual = here.at.M @ acceleration
    detail = "" if stays else INSTANT if here.sizes[1] else DRIVEN
    passing = ok and not stays and here.sizes[1] > 0 and bool(x.qd.any()) and timeless(here)
    if passing:
        detail = PASSING.format(", ".join(here.velocities))
    if not ok:
        detail = _unbalanced(residual, names_of(system.coordinates, len(x.q)), found)
    return Equilibrium(
        q=x.q,
        qd=x.qd,
        t=float(x.t),
        p=p,
        residual=residual,
        off=found.off / found.size if found.size else found.off,
        linear=linear,
        energy=here.variation.energy(x),
        status=Status.OK if ok and not passing else Status.NO_EQUILIBRIUM,
        detail=detail,
        steady=here.velocities,
        degenerate=found.degenerate and ok,
    )


def _fits(here: Any, wanted: Sequence[Coordinate]) -> bool:
    """Whether coordinates are independent of each other."""
    names = [c.name for c in here.candidates.coordinates]
    places = [names.index(c.name) for c in wanted]
    N = here.basis.q[: here.basis.configuration].T
    return len(here.candidates.independent(N, places, [])) == len(places)


def _unbalanced(residual: np.ndarray, names: Sequence[str], found: Found) -> str:
    """The force that remains, by coordinate, the largest in the metric first."""
    units = np.sqrt(np.diag(found.reduced.at.M).clip(min=0.0))
    sizes = np.abs(residual) / np.where(units > 0, units, 1.0)
    order = [i for i in np.argsort(-sizes, kind="stable") if sizes[i] > 1e-3 * sizes.max()]
    if found.fades:
        return (
            "The state runs off: the force fades on the way, but nowhere balances. The search "
            f"ended {found.reduced.metric.size(found.reduced.x.q):.3g} from zero, in the metric."
        )
    told = ", ".join(f"{residual[i]:.3g} on {names[i]!r}" for i in order[:6])
    return f"The search ended with {told} unbalanced, {found.off / found.size:.2g} of all forces."
