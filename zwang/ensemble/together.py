"""What is computed of all members of an Ensemble together, and of one computed again."""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.base import arguments
from zwang.base.names import look_up
from zwang.base.status import NumericalError, Status
from zwang.ensemble.ensemble import Ensemble
from zwang.ensemble.reduce.reduce import Histogram, Quantiles
from zwang.ensemble.reduce.stream import Stream, checked_reductions
from zwang.ensemble.run.one_by_one import alone
from zwang.motion.motion import Motion


def reduction(ensemble: Ensemble, kind: str, name: str, how: Any = None) -> dict[str, np.ndarray]:
    """A reduction of a variable: as it was made, or of the members that were kept."""
    arguments.text("name", name)
    if how is None and name in ensemble.reduced.get(kind, {}):
        return ensemble.reduced[kind][name]
    if not ensemble.holds(name):
        if kind not in ensemble.reduced and ensemble.reduced:
            raise ValueError(
                f"The {kind} was not among the reductions {', '.join(ensemble.reduced)}; name it "
                "in `reduce`."
            )
        look_up(name, dict.fromkeys(ensemble.reduced.get(kind, {}) or ensemble.variables()))
    x = ensemble.variable(name)
    reductions = checked_reductions(kind if how is None else how)
    stream = Stream(reductions, {name: x.shape[1:]})
    stream.feed({name: x, "status": ensemble.status})
    return stream.result()[reductions[0].name][name]


def quantiles(ensemble: Ensemble, name: str, levels: Any = None) -> np.ndarray:
    """Quantiles of a variable (L, T, ...); see ``Ensemble.quantiles``. Shapes: levels (L,)."""
    if not ensemble.holds(name):
        found = reduction(ensemble, "quantiles", name)
        known = found["levels"]
        wanted = known if levels is None else np.atleast_1d(np.asarray(levels, float))
        if not np.isin(wanted, known).all():
            raise ValueError(
                f"`levels` is {levels!r}, and those that were reduced are {known.tolist()}; "
                "wanted some of them: reduce=zw.Quantiles(levels)."
            )
        return found["quantiles"][[int(np.flatnonzero(known == x)[0]) for x in wanted]]
    given = Quantiles() if levels is None else Quantiles(levels)
    x = ensemble.variable(name)
    x = x[ensemble.ok].astype(float)
    if not len(x):
        return np.full((len(given.levels), *x.shape[1:]), np.nan)
    return _quantiles(x, np.array(given.levels))


def histogram(ensemble: Ensemble, name: str, bins: Any = None) -> tuple[np.ndarray, np.ndarray]:
    """Counts and edges; see ``Ensemble.histogram``."""
    if bins is not None:
        arguments.instance("bins", bins, Histogram, "a zw.Histogram, or None")
    found = reduction(ensemble, "histogram", name, bins)
    return found["counts"], found["edges"]


def _quantiles(x: np.ndarray, levels: np.ndarray) -> np.ndarray:
    """As NumPy's, without those that are not numbers."""
    if np.isfinite(x).all():
        return np.quantile(x, levels, axis=0)
    flat = np.where(np.isfinite(x), x, np.nan).reshape(len(x), -1)
    some = ~np.isnan(flat).all(axis=0)
    found = np.full((len(levels), flat.shape[1]), np.nan)
    found[:, some] = np.nanquantile(flat[:, some], levels, axis=0)
    return found.reshape(len(levels), *x.shape[1:])


def member_alone(ensemble: Ensemble, member: Any, t: Any, throw: Any) -> Motion:
    """One member computed again; see ``Ensemble.motion``."""
    if ensemble.plan is None:
        raise RuntimeError(
            "`motion` computes a member again, which needs the System; this ensemble came from "
            "a file without it."
        )
    arguments.flag("throw", throw)
    if not isinstance(member, int | np.integer) or isinstance(member, bool):
        raise TypeError(f"`member` is {member!r}; wanted a whole number.")
    if not -len(ensemble) <= member < len(ensemble):
        raise IndexError(f"`member` is {member}; there are {len(ensemble)}.")
    i = range(len(ensemble))[member]
    batch, times = ensemble.plan.batch, ensemble.plan.times
    if t is None:
        t = tuple(times.tolist()) if len(times) == 2 else times
    q0, qd0 = batch.start(i)
    if "q0" in ensemble.data:  # as assembled
        q0 = np.asarray(ensemble.data["q0"][i])
    if "qd0" in ensemble.data:
        qd0 = np.asarray(ensemble.data["qd0"][i])
    engine = "jax" if ensemble.plan.engine == "jax" else "auto"
    motion = alone(ensemble.plan.task, t, q0, qd0, batch.parameters(i), engine)
    if throw and motion.status not in (Status.OK, Status.INTERRUPTED):
        raise NumericalError(Status(motion.status), motion.detail, motion)
    return motion
