"""Figures of many motions: over time, where they ended over what varies, and maps of a grid."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from zwang.base.escape import for_figure
from zwang.cli.support.stored_ensemble import Crowd, labels
from zwang.plots.style import COLUMN, GREY, TICKS, blank, color, styled

FEW, ACROSS = 6, 3  # quantities that are drawn; of those that vary
MOST = 5000  # points of a panel
ROUNDING = 1e-12  # of the largest number of a variable
FAN, ENDS, MAP = "over-time.png", "ends.png", "map.png"


def file_names(crowd: Crowd) -> list[str]:
    """Which figures there will be."""
    if not crowd.ensemble.ok.any() or not crowd.shapes:
        return []
    own = all(crowd.ensemble.holds(name) for name in crowd.shapes)
    flat = own and len(crowd.axes) == 2 and min(map(len, crowd.axes.values())) > 1
    fan = len(crowd.ensemble.t) > 1
    return [*([MAP] if flat else []), *([FAN] if fan else []), *([ENDS] if own else [])]


def figure(crowd: Crowd, name: str) -> Any:
    """One of them."""
    if name == FAN:
        moving = [x for x, found in crowd.variances.items() if np.any(found["covariance"] > 0)]
        chosen = [variable for variable in moving if variable != "qd"] or list(crowd.shapes)
        return crowd.ensemble.plot(chosen[:FEW])
    return {MAP: _map, ENDS: _ends}[name](crowd)


def _shown(crowd: Crowd) -> list[tuple[str, np.ndarray]]:
    """Labels and values at the end (N,), NaN for members that failed; velocities come last.

    What is the same for all members, up to rounding, is left out where something else is not.
    """
    ok, rows, same = crowd.ensemble.ok, [], []
    for label, name, place in sorted(labels(crowd), key=lambda x: x[1] == "qd"):
        ends = np.asarray(crowd.ensemble.data[name])[:, -1].astype(float)
        x = np.where(ok, ends[(slice(None), *place)], np.nan)
        known, size = x[np.isfinite(x)], np.abs(ends[ok]).max(initial=0.0)
        differ = known.size and np.ptp(known) > ROUNDING * size
        (rows if differ else same).append((label, x))
    return (rows or same)[:FEW]


def _map(crowd: Crowd) -> Any:
    """The ends over a grid of two: one picture for each quantity, failed members left grey."""
    (down, y), (across, x) = crowd.axes.items()
    shown = _shown(crowd)
    columns = min(2, len(shown))
    rows = math.ceil(len(shown) / columns)
    with styled():
        drawn = blank(None, (COLUMN * columns, 2.9 * rows))
        grid = np.ravel(drawn.subplots(rows, columns, squeeze=False))
        for axes in grid[len(shown) :]:
            axes.remove()
        for axes, (label, ends) in zip(grid, shown):
            whole = np.full(crowd.total, np.nan)
            whole[crowd.places] = ends
            axes.set_facecolor("#d0d4d9")
            # Cells lie around their values, which need not be evenly spaced.
            picture = whole.reshape(len(y), len(x))
            order = np.argsort(y), np.argsort(x)
            drawing = axes.pcolormesh(
                _edges(np.sort(x)), _edges(np.sort(y)), picture[np.ix_(*order)], cmap="viridis"
            )
            drawing.set_rasterized(True)
            bar = drawn.colorbar(drawing, ax=axes, pad=0.02)
            bar.ax.tick_params(**TICKS)
            bar.outline.set_visible(False)
            axes.tick_params(**TICKS)
            level, upright = (for_figure(crowd.label(name)) for name in (across, down))
            axes.set(xlabel=level, ylabel=upright)
            axes.set_title(for_figure(f"{label} {crowd.when}"), fontsize=8)
    return drawn


def _edges(x: np.ndarray) -> np.ndarray:
    middle = (x[1:] + x[:-1]) / 2
    return np.concatenate([[2 * x[0] - middle[0]], middle, [2 * x[-1] - middle[-1]]])


def _ends(crowd: Crowd) -> Any:
    """The ends over each of what varies, and how often each value came."""
    shown, varied = _shown(crowd), list(crowd.varied().items())[:ACROSS]
    columns = len(varied) + 1
    with styled():
        drawn = blank(None, (COLUMN * (0.7 + 0.5 * columns), 0.5 + 1.4 * len(shown)))
        widths = [2.0] * len(varied) + [1.0]
        grid = drawn.subplots(len(shown), columns, squeeze=False, sharey="row", width_ratios=widths)
        for i, (row, (label, y)) in enumerate(zip(grid, shown)):
            last, ink, seen = i == len(shown) - 1, color(i), np.flatnonzero(np.isfinite(y))
            some = seen[np.linspace(0, len(seen) - 1, min(MOST, len(seen))).astype(int)]
            small = 3.0 if len(some) <= 200 else 1.2
            for axes, (name, x) in zip(row, varied):
                axes.plot(x[some], y[some], "o", ms=small, color=ink, alpha=0.6, mew=0)
                axes.margins(x=0.03)
                axes.set_xlabel(for_figure(name) if last else "")
            bins = min(50, max(5, math.isqrt(len(seen))))
            row[-1].hist(y[seen], bins=bins, orientation="horizontal", color=ink, alpha=0.6)
            row[-1].margins(x=0.05)
            row[-1].set_xlabel("members" if last else "")
            row[0].set_ylabel(for_figure(label))
            for axes in row:
                axes.tick_params(**TICKS)
                axes.locator_params(nbins=5, steps=[1, 2, 5, 10])
        note = crowd.when
        if lost := len(crowd.ensemble.failed):
            note += f"; {lost} of {len(crowd.ensemble)} members failed and are left out"
        drawn.suptitle(for_figure(note), fontsize=6.5, color=GREY)
    return drawn
