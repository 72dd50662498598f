"""What of a report must be mended before a system can move, in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from zwang.base.status import Status
from zwang.consistency.report import LEVELS, Report, Residual, listed
from zwang.solvers.solution import Solution


def problems_of(report: Report, solution: Solution | None, repair: str) -> Iterable[str]:
    """What must be mended, in sentences."""
    yield from (f"{what}; JAX gives another one, without a word." for what in report.outside)
    yield from (f"Not finite: {what}." for what in report.not_finite)
    if report.mass == "not semidefinite":
        yield f"{Status.MASS_NOT_SEMIDEFINITE.cause} {Status.MASS_NOT_SEMIDEFINITE.remedy}"
    elif report.free:
        yield (
            f"[M | Aᵀ] has rank {report.rank_MA} of {report.n}: neither mass nor constraints "
            f"determine the acceleration of {listed(report.free)}."
        )
    off = {level: _off(report.residuals, level) for level in LEVELS}
    if report.inconsistent_position:
        guilty = listed(report.inconsistent_position)
        yield f"To first order no change of positions satisfies {guilty} together."
    if report.inconsistent_velocity:
        yield f"No velocity satisfies {listed(report.inconsistent_velocity)} together."
    if report.inconsistent_acceleration:
        perhaps = any(off.values()) and not report.inconsistent_velocity
        yield (
            f"No acceleration satisfies {listed(report.inconsistent_acceleration)} together: "
            "A q̈ = b has no solution."
            + " Perhaps only because the start is off the constraints."
            * perhaps
        )
    mend = f" {repair} repairs it."
    if report.inconsistent_position or report.inconsistent_velocity:
        mend = ""
    for text, level in zip(off.values(), ("positions", "velocities"), strict=True):
        if text:
            yield f"The start is off the constraints on {level}: {text}.{mend}"
    # NOT_UNIQUE is told by its coordinates; NO_SOLUTION adds that a force pushes there.
    told = {
        Status.OK: True,
        Status.NON_FINITE: report.not_finite,
        Status.MASS_NOT_SEMIDEFINITE: report.mass == "not semidefinite",
        Status.INCONSISTENT: report.inconsistent_acceleration,
        Status.NOT_UNIQUE: report.free,
    }
    if solution is not None and not told.get(report.status):
        yield solution.explain(report.coordinates, report.rows)


def _off(residuals: Iterable[Residual], level: str) -> str:
    wrong = [x for x in residuals if x.level == level and abs(x.scaled) > x.allowed]
    if not wrong:
        return ""
    sizes = ", ".join(f"{x.name!r} by {x.raw:.3g} (scaled {x.scaled:.3g})" for x in wrong)
    return f"{sizes}; allowed is {wrong[0].allowed:.1e}"
