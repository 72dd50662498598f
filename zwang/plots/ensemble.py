"""Pictures of an Ensemble: fans of quantiles over time, or where the members ended."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.figure import FigureBase

from zwang.base import arguments
from zwang.base.escape import for_figure
from zwang.base.names import look_up
from zwang.ensemble.ensemble import Ensemble
from zwang.ensemble.plan import PARAMETER
from zwang.motion.store import COORDINATE, FIELDS, TIME
from zwang.plots.style import COLUMN, GREY, TICKS, blank, color, note, styled

FEW, MOST = 12, 5000  # panels at most; points drawn at most


def plot(
    ensemble: Ensemble,
    what: str | Sequence[str] | None = None,
    *,
    over: str | None = None,
    figure: FigureBase | None = None,
) -> Any:
    """Draw the members: over time, or at their ends.

    Over time each number has a fan: the median, and the bands in which the middle half and nine
    tenths of the members lie. At the ends each member is a point over a parameter; without a
    parameter there are bars. Members that failed are left out, and counted above.
    """
    panels = _panels(ensemble, what)[:FEW]
    fans = len(ensemble.t) > 1
    own = all(ensemble.holds(variable) for _, variable, _ in panels)
    across = _across(ensemble, over) if own and not fans else None
    columns = 1 if len(panels) <= 3 else 2
    rows = math.ceil(len(panels) / columns)
    with styled():
        size = COLUMN * (1 if columns == 1 else 2.05), (2.2 if rows == 1 else 1.6) * rows
        drawn = blank(figure, size)
        grid = np.ravel(drawn.subplots(rows, columns, squeeze=False))
        for axes in grid[len(panels) :]:
            axes.remove()
        for i, (axes, (label, variable, place)) in enumerate(zip(grid, panels)):
            axes.tick_params(**TICKS)
            if fans:
                _fan(axes, ensemble, variable, place, color(i))
            else:
                _ends(axes, ensemble, variable, place, across, color(i))
            axes.set_ylabel(for_figure(label) if fans or across else "members")
            axes.set_xlabel("t" if fans else for_figure(across[0] if across else label))
            axes.locator_params(nbins=6, steps=[1, 2, 5, 10])
        lost = len(ensemble.failed)
        if lost:
            words = f"{lost} of {len(ensemble)} members failed and are left out"
            drawn.suptitle(words, fontsize=6.5, color=GREY)
    return drawn


Panel = tuple[str, str, tuple[int, ...]]  # label, variable, place of the number in it


def _panels(ensemble: Ensemble, what: str | Sequence[str] | None) -> list[Panel]:
    """One for each number of each variable."""
    kept = [name for name in ensemble.data if TIME in ensemble.dims[name]]
    known = kept or list(next(iter(ensemble.reduced.values()), {}))
    coordinates = {name: ("q", (i,)) for i, name in enumerate(ensemble.coordinates)}
    if what is None:
        wanted = ["q"] if "q" in known else [name for name in known if name != "qd"][:1]
    else:
        several = not isinstance(what, str)
        wanted = arguments.listed("what", what, "a name or several") if several else [what]
    found: list[Panel] = []
    name: Any
    for name in wanted:
        if isinstance(name, str) and name in coordinates and "q" in known:
            found.append((name, *coordinates[name]))
            continue
        look_up(name, dict.fromkeys([*known, *coordinates, *FIELDS]), what="what")
        shape = _shape(ensemble, name)
        for place in np.ndindex(*shape):
            found.append((_label(ensemble, name, place), name, place))
    if not found:
        raise ValueError("`what` is empty, or nothing was kept; wanted something to draw.")
    return found


def _shape(ensemble: Ensemble, name: str) -> tuple[int, ...]:
    """Of a variable in one row."""
    if ensemble.holds(name):
        return np.shape(ensemble.variable(name))[2:]
    found = next(x[name] for x in ensemble.reduced.values() if name in x)
    return np.shape(found["count"] if "covariance" not in found else found["mean"])[1:]


def _label(ensemble: Ensemble, name: str, place: tuple[int, ...]) -> str:
    by_coordinate = FIELDS.get(name, ((),))[0][1:] == (COORDINATE,)
    if not by_coordinate:
        return f"{name}[{', '.join(map(str, place))}]" if place else name
    coordinate = ensemble.coordinates[place[0]]
    return coordinate if name == "q" else f"{name} {coordinate}"


def _fan(axes: Any, ensemble: Ensemble, variable: str, place: tuple[int, ...], ink: str) -> None:
    found = ensemble.quantiles(variable)[(slice(None), slice(None), *place)]
    middle = len(found) // 2
    for k in range(middle):
        shade = 0.15 + 0.2 * k / max(middle - 1, 1)
        band = found[k], found[-1 - k]
        axes.fill_between(ensemble.t, *band, color=ink, alpha=shade, linewidth=0)
    if len(found) % 2:
        axes.plot(ensemble.t, found[middle], color=ink)
    axes.set_xlim(ensemble.t[0], ensemble.t[-1])


def _ends(
    axes: Any,
    ensemble: Ensemble,
    variable: str,
    place: tuple[int, ...],
    across: tuple[str, np.ndarray] | None,
    ink: str,
) -> None:
    if not ensemble.holds(variable):
        counts, edges = (x[(0, *place)] for x in ensemble.histogram(variable))
        some = np.flatnonzero(counts)
        some = slice(some[0], some[-1] + 1) if len(some) else slice(0, 1)
        axes.stairs(
            counts[some], edges[some.start : some.stop + 1], color=ink, fill=True, alpha=0.6
        )
        return
    y = ensemble.variable(variable)[(slice(None), 0, *place)]
    shown = np.flatnonzero(ensemble.ok & np.isfinite(y))
    if across is None:
        axes.hist(y[shown], bins="auto", color=ink, alpha=0.6)
        return
    if len(shown) > MOST:  # every so many, which need not be drawn at random to be fair
        note(axes, f"{MOST} of {len(shown)}", (1.0, 1.0), "axes fraction", (0, 2), ha="right")
        shown = shown[np.linspace(0, len(shown) - 1, MOST).astype(int)]
    small = 3.0 if len(shown) <= 200 else 1.2
    axes.plot(across[1][shown], y[shown], "o", ms=small, color=ink, alpha=0.6, mew=0)
    axes.margins(x=0.03)


def _across(ensemble: Ensemble, over: str | None) -> tuple[str, np.ndarray] | None:
    """The name and the values that ends are drawn over."""
    known: dict[str, np.ndarray] = {}
    for name, x in ensemble.data.items():
        if name.startswith(PARAMETER) and len(ensemble.dims[name]) == 1:
            known[name.removeprefix(PARAMETER)] = np.asarray(x)
    for name in ("q0", "qd0"):
        if name in ensemble.data:
            columns = np.asarray(ensemble.data[name]).T
            known |= {f"{name} {c}": x for c, x in zip(ensemble.coordinates, columns, strict=True)}
    if over is not None:
        return over, look_up(over, known, what="over")
    varied = [name for name, x in known.items() if len(np.unique(x[np.isfinite(x)])) > 1]
    return (varied[0], known[varied[0]]) if varied else None
