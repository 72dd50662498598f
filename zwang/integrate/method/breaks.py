"""Breaks: times at which functions jump or kink, as targets that steps land on and begin anew at.

At a break a function has two values, and which of them it returns there is its writer's choice. So
no stage lies at a break: the step before it ends a few units of rounding earlier, the next one
begins as much later, and the state is the same at both.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import as_floats, eps, is_concrete

WIDTH = 4  # units of rounding: how far breaks and the times in functions may be apart


class Stops(NamedTuple):
    """The times to land on: those to report, and breaks."""

    times: Any  # (K + 1,) the start, then the targets
    gaps: Any  # (K,) what is left out before each target; zero where it is no break
    places: Any  # (T,) of the times to report among the targets
    # (K + 1,) the time as which each is reported, the start first; NaN for a break between times to
    # report
    shown: Any

    def of_rows(self, rows: Any) -> Any:
        """States along an axis as they are reported, without those at a break only."""
        if not len(rows.t):
            return rows
        place = np.minimum(np.searchsorted(self.times, rows.t), len(self.times) - 1)
        t = np.where(self.times[place] == rows.t, self.shown[place], rows.t)
        kept = ~np.isnan(t)
        return rows._replace(t=t[kept], q=rows.q[kept], qd=rows.qd[kept])


def checked(breaks: Any) -> Any:
    """Breaks in order, each once: a tuple of numbers, or an array that is being traced."""
    xp = np if is_concrete(breaks) else jnp
    found = as_floats("breaks", breaks, xp)
    if found.ndim != 1 or (xp is np and not np.isfinite(found).all()):
        raise ValueError(f"`breaks` is {breaks!r}; wanted finite times, such as [1.0, 2.5].")
    return tuple(np.unique(found).tolist()) if xp is np else jnp.sort(found)


def stops(times: Any, breaks: Any, *, every: bool) -> Stops:
    """Times to report and breaks, together. Shapes: times (T + 1,), breaks (B,)."""
    xp: Any = np if is_concrete(times, breaks) else jnp
    breaks, first, rest = xp.asarray(breaks, float), times[0], times[1:]
    half = WIDTH * eps(float) * xp.maximum(xp.abs(breaks), xp.abs(first))
    after = xp.maximum(breaks + half, xp.nextafter(breaks, xp.full_like(breaks, np.inf)))
    alone = xp.concatenate([xp.ones(1, bool), breaks[1:] - breaks[:-1] > 4 * half[1:]])
    inside = (breaks > first + half) & (breaks <= times[-1] + half) & alone
    starts = (xp.abs(breaks - first) <= half).any()
    begin = xp.where(starts, xp.where(xp.abs(breaks - first) <= half, after, first).max(), first)
    # Beside the others: where a break is left out, the last time once more.
    ends, gaps = xp.where(inside, after, times[-1]), xp.where(inside, 2 * half, 0.0)
    near = xp.clip(xp.searchsorted(breaks - half, rest, side="right") - 1, 0, len(breaks) - 1)
    meets = inside[near] & (xp.abs(rest - breaks[near]) <= half[near])
    targets = xp.concatenate([ends, xp.where(meets, ends[near], rest)])
    gaps = xp.concatenate([gaps, xp.zeros(len(rest))])
    shown = xp.concatenate([breaks if every else xp.full(len(breaks), np.nan), rest])
    order = xp.lexsort((-gaps, targets))
    places = xp.argsort(order)[len(breaks) :]
    targets, gaps, shown = targets[order], gaps[order], shown[order].copy()
    if xp is np:  # each once, as the time to report if it is one
        shown[np.searchsorted(targets, targets[places])] = rest
        once = np.append(True, np.diff(targets) > 0)
        places = (np.cumsum(once) - 1)[places]
        targets, gaps, shown = targets[once], gaps[once], shown[once]
    begin, first = xp.stack([begin]), xp.stack([first])
    return Stops(xp.concatenate([begin, targets]), gaps, places, xp.concatenate([first, shown]))
