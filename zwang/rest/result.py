"""What a search found, as a zw.Equilibrium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from zwang.base.names import names_of
from zwang.base.status import NumericalError, Status
from zwang.linear.linearize import lasts, linearized
from zwang.linear.local.moving.later import timeless
from zwang.linear.local.named import Coordinate
from zwang.linear.local.variation import Variation
from zwang.rest.equilibrium import Equilibrium, Holds, Near
from zwang.rest.few import few_of_large, verdict_of_large
from zwang.rest.large import End, Large
from zwang.rest.search import Search
from zwang.rest.step import GOOD, Asked, Found

INSTANT = "It balances at this instant only: forces or constraints change with the time."
PASSING = (
    "The forces balance for an instant, but the motion does not go on so: the rates of {} do not "
    "stay. Name `coordinates` in which the motion is steady, and their `rates`: those of a frame "
    "that turns along, or the lean and the yaw of a wheel."
)
AWAY = " It went far downhill, and the force still does work: there is no lowest place near."
BLOCKED = (
    " Downhill it goes no further: larger steps find no state on the constraints, as next to a "
    "singular configuration, or do not the work that the force promises."
)
BEGUN = "So it is in the guess itself, or where the search came to from it: begin elsewhere."
DRIVEN = "The constraints leave nothing free to balance, and they move with the time."


def result_of(found: Found, looked: Asked, p: Any, known: dict[str, Coordinate]) -> Equilibrium:
    """What a search found, with its small motions."""
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
        names, units = names_of(system.coordinates, len(x.q)), np.diag(here.at.M)
        away = None if not found.fades else here.metric.size(x.q)
        detail = _unbalanced(residual, names, units, found.off / found.size, away)
    return Equilibrium(
        q=x.q,
        qd=x.qd,
        t=float(x.t),
        p=p,
        residual=residual,
        off=found.off / found.size if found.size else found.off,
        holds=Holds(here.variation, here.at.M, here.at.A, here.lam, _units(here)),
        near=lambda: Near(linear, here.velocities),
        energy=here.variation.energy(x),
        status=Status.OK if ok and not passing else Status.NO_EQUILIBRIUM,
        detail=detail,
        degenerate=found.degenerate and ok,
    )


def _fits(here: Any, wanted: Sequence[Coordinate]) -> bool:
    """Whether coordinates are independent of each other."""
    names = [c.name for c in here.candidates.coordinates]
    places = [names.index(c.name) for c in wanted]
    N = here.basis.q[: here.basis.configuration].T
    return len(here.candidates.independent(N, places, [])) == len(places)


def _units(here: Any) -> np.ndarray:
    L = here.metric.L
    return np.sqrt(np.einsum("ij,ij->i", L, L))


def result_of_large(end: End, search: Search, p: Any, known: dict[str, Coordinate]) -> Equilibrium:
    """What a search by sparse matrices found; small motions when they are asked for."""
    here, variation, t = end.here, search.variation, search.asked.t
    large = Large(variation, t)
    masses, residual = here.M.diagonal(), here.M @ here.a
    x = variation.state(here.q, np.zeros_like(here.q), t)
    M, _, A, _, _ = variation.parts.sparse(*x)

    def near() -> Near:
        found = search.at(here.q, {})._replace(
            off=here.off, size=here.size, settled=end.settled, degenerate=end.degenerate
        )
        near = result_of(found, search.asked, p, known).near
        assert near is not None
        return near()

    detail = ""
    if not end.rests:
        names = names_of(variation.system.coordinates, len(here.q))
        away = here.length if end.fades else None
        detail = _unbalanced(residual, names, masses, here.off / here.size, away)
        detail += AWAY if end.away else BLOCKED
    return Equilibrium(
        q=here.q,
        qd=x.qd,
        t=float(t),
        p=p,
        residual=residual,
        off=here.off / here.size if here.size else here.off,
        holds=Holds(variation, M, A, here.lam, np.sqrt(masses)),
        near=near,
        known=lambda: verdict_of_large(large, here) if end.rests and not end.degenerate else None,
        few=lambda count, near: few_of_large(large, here, count, near),
        energy=variation.energy(x),
        status=Status.OK if end.rests else Status.NO_EQUILIBRIUM,
        detail=detail,
        degenerate=end.degenerate and end.rests,
    )


def _unbalanced(
    residual: np.ndarray, names: Sequence[str], masses: np.ndarray, off: float, away: float | None
) -> str:
    """The force that remains, by coordinate, the largest in the metric first."""
    units = np.sqrt(masses.clip(min=0.0))
    sizes = np.abs(residual) / np.where(units > 0, units, 1.0)
    order = [i for i in np.argsort(-sizes, kind="stable") if sizes[i] > 1e-3 * sizes.max()]
    if away is not None:
        return (
            "The state runs off: the force fades on the way, but nowhere balances. The search "
            f"ended {away:.3g} from zero, in the metric."
        )
    told = ", ".join(f"{residual[i]:.3g} on {names[i]!r}" for i in order[:6])
    return f"The search ended with {told} unbalanced, {off:.2g} of all forces."


def refused(
    variation: Variation, q: np.ndarray, t: float, p: Any, why: NumericalError
) -> Equilibrium:
    """A guess from which no search could begin, as there is no acceleration, or no state.

    Shapes: q (n,).
    """
    n, m = variation.n, variation.m
    unknown = lambda *shape: np.full(shape, np.nan)
    return Equilibrium(
        q=np.asarray(q, float),
        qd=np.zeros(n),
        t=float(t),
        p=p,
        residual=unknown(n),
        off=np.nan,
        holds=Holds(variation, unknown(n, n), unknown(m, n), unknown(m), np.ones(n)),
        near=None,
        lacking=why,
        energy=None,
        status=why.status,
        detail=f"{why.detail} {BEGUN}".strip(),
    )
