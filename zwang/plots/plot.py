"""Pictures of a ``Motion`` for print and screen.

A panel is first data, then drawn; all panels are drawn by one hand.
"""

from __future__ import annotations

import difflib
import math
import textwrap
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.figure import FigureBase
from matplotlib.lines import Line2D
from scipy.optimize import isotonic_regression

from zwang.base import arguments
from zwang.base.escape import for_figure
from zwang.base.status import Status
from zwang.motion.motion import Motion
from zwang.plots.panels import PANELS, Chosen, Curve, Panel
from zwang.plots.style import (
    COLORS,
    COLUMN,
    FAINT,
    GREY,
    TICKS,
    blank,
    color,
    named_legend,
    note,
    styled,
)

DASHES = ("-", (0, (5, 1.5)), (0, (1.5, 1.2)), (0, (5, 1.2, 1.2, 1.2)))
FEW, MANY = 4, 10  # curves labelled at their ends; curves beyond which lines are thin
LISTED = 40  # curves that a legend names
MARK = 5.5  # points: size of the names of events


def plot(
    motion: Motion,
    what: str | Sequence[str] | None = None,
    *,
    coordinates: str | Sequence[str] | None = None,
    constraints: str | Sequence[str] | None = None,
    figure: FigureBase | None = None,
) -> Any:
    """Draw a motion: coordinates, forces, residuals, energy, with the names they were given.

    ===================  =========================================================================
    "coordinates"        q over t
    "velocities"         q̇ over t
    "phase"              q̇ over q, with a dot at the start
    "forces"             the length of each constraint's force Aᵀλ, in generalized components
    "force components"   its components
    "multipliers"        λ, row by row
    "residuals"          the worst of the rows, scaled: what remains of the constraints, and of the
                         rates of those on positions; zeros stand on the dotted line marked 0
    "energy change"      the energy less what it was at the start
    "energy"             the energy
    ===================  =========================================================================

    Events and changes of rank are upright lines. A notebook shows the figure by itself; for a
    window use ``motion.plot(figure=plt.figure())`` and ``plt.show()``; for a file ``savefig``.
    """
    motion.require_one()
    names, groups = motion.coordinates, [name for name, _ in motion.rows.groups]
    chosen = Chosen(
        [names.index(name) for name in _pick("coordinates", coordinates, names)],
        [groups.index(name) for name in _pick("constraints", constraints, groups)],
    )
    kinds = _default(motion, chosen) if what is None else _pick("what", what, PANELS)
    panels = [PANELS[kind](motion, chosen) for kind in kinds]
    with styled():
        return _compose(motion, panels, figure)


def _pick(what: str, wanted: str | Sequence[str] | None, known: Sequence[str] | dict) -> list[str]:
    """The names asked for; all by default."""
    if wanted is None or isinstance(wanted, str):
        names = list(known) if wanted is None else [wanted]
    else:
        names = arguments.listed(what, wanted, "a name or several")
    for name in names:
        if not isinstance(name, str) or name not in known:
            near = difflib.get_close_matches(str(name), known, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            there = ", ".join(map(repr, known)) or "none at all"
            raise ValueError(f"`{what}` holds {name!r}; there are: {there}.{hint}")
    if wanted is not None and not names:
        raise ValueError(f"`{what}` is empty; wanted some of: {', '.join(map(repr, known))}.")
    return names


def _default(motion: Motion, chosen: Chosen) -> list[str]:
    held = ["forces", "residuals"] if chosen.constraints else []
    energy = ["energy change"] if motion.energy is not None else []
    phase = ["phase"] if len(chosen.coordinates) <= FEW else []
    return ["coordinates", "velocities", *held, *energy, *phase]


def _compose(motion: Motion, panels: list[Panel], figure: FigureBase | None) -> FigureBase:
    """All panels in one figure: stacked up to three, in two columns beyond."""
    columns, legends = 1 if len(panels) <= 3 else 2, _legends(panels)
    drawn = blank(figure, _size(panels, columns, legends))
    grid = np.ravel(drawn.subplots(math.ceil(len(panels) / columns), columns, squeeze=False))
    for axes in grid[len(panels) :]:
        axes.remove()
    first = None  # all panels over time have the same span
    for i, (axes, panel) in enumerate(zip(grid, panels)):
        _draw(axes, panel)
        if panel.across is None:
            below = panels[i + columns : i + columns + 1]
            above = any(other.across is None for other in panels[i % columns : i : columns])
            _over_time(axes, motion, below=bool(below and below[0].across is None), above=above)
            first = first or axes
            axes.sharex(first)
        if i in legends:
            lines = {
                place: axes.get_lines()[place] for place in _listed(panel)
            }  # curves come first
            names = [panel.curves[place].name for place in lines]
            handles, more = list(lines.values()), len(panel.curves) - len(lines)
            if more:
                handles, names = [*handles, Line2D([], [])], [*names, f"and {more:,} more"]
            place = (0.0, 1.08 if axes.texts else 1.02)  # above the names of marks
            named_legend(axes, handles, names, ncols=legends[i], bbox_to_anchor=place)
        elif 1 < len(panel.curves) <= FEW:
            _label_ends(axes, panel.curves)
    if int(motion.status) != Status.OK:
        words = f"stopped at t = {float(motion.t[-1]):.5g}: {Status(int(motion.status)).cause}"
        wrapped = textwrap.fill(words, int(18 * COLUMN * columns))
        drawn.suptitle(wrapped, fontsize=6.5, color=GREY)
    return drawn


def _size(panels: list[Panel], columns: int, legends: dict[int, int]) -> tuple[float, float]:
    """Inches of a figure as high as its panels and legends need."""
    rows = math.ceil(len(panels) / columns)
    lines = sum(math.ceil(len(_listed(panels[i])) / legends[i]) for i in legends)
    height = (2.2 if rows == 1 else 1.6) * rows + 0.13 * lines
    return COLUMN * (1 if columns == 1 else 2.05), height


def _legends(panels: list[Panel]) -> dict[int, int]:
    """Which panels have a legend above them, and of how many columns.

    Many names stand once for each family. A few are written at the ends of their curves, except
    in a phase plane, where curves end anywhere.
    """
    found, told = {}, set()
    for i, panel in enumerate(panels):
        names = [panel.curves[place].name for place in _listed(panel)]
        many = len(names) > FEW and panel.family not in told
        if many or (panel.across is not None and 1 < len(names) <= FEW):
            told.add(panel.family)
            width = 0.4 + 0.055 * max(map(len, names))  # inches of a line and a name
            lines = math.ceil(len(names) / max(1, int((COLUMN - 0.5) / width)))
            found[i] = math.ceil(len(names) / lines)
    return found


def _listed(panel: Panel) -> list[int]:
    """Which curves a legend names: of very many those that change most."""
    if len(panel.curves) <= LISTED:
        return list(range(len(panel.curves)))
    spans = [np.nan_to_num(np.ptp(curve.y), nan=np.inf) for curve in panel.curves]
    return sorted(np.argsort(spans, kind="stable")[-LISTED:].tolist())


def _list(axes: Any, panel: Panel, columns: int) -> None:
    """The legend above a panel."""
    listed = _listed(panel)
    handles = [axes.get_lines()[place] for place in listed]  # curves come first
    names = [panel.curves[place].name for place in listed]
    if len(listed) < len(panel.curves):
        handles.append(Line2D([], [], linestyle="none"))
        names.append(f"and {len(panel.curves) - len(listed):,} more")
    place = (0.0, 1.08 if axes.texts else 1.02)  # above the names of marks
    named_legend(axes, handles, names, ncols=columns, bbox_to_anchor=place)


def _draw(axes: Any, panel: Panel) -> None:
    """The curves of a panel, and its axes."""
    axes.tick_params(**TICKS)
    axes.tick_params(which="minor", width=0.4, length=1.5, color=GREY)
    for curve in panel.curves:
        axes.plot(
            curve.x,
            curve.y,
            label=for_figure(curve.name),
            color=color(curve.place),
            linestyle=DASHES[curve.place // len(COLORS) % len(DASHES)],
            linewidth=0.7 if len(panel.curves) > MANY else 1.2,
            marker="o" if len(curve.x) == 1 else None,
            markersize=3,
        )
    across = "t" if panel.across is None else panel.across
    axes.set(xlabel=for_figure(across), ylabel=for_figure(panel.label))
    if panel.across is not None:
        axes.margins(x=0.05)
        for line in axes.get_lines():
            axes.plot(*line.get_data(), "o", color=line.get_color(), ms=3, markevery=[0], label="_")
    if panel.log:
        _logarithmic(axes, panel)
    else:
        axes.locator_params(nbins=6, steps=[1, 2, 5, 10])
        low, high = axes.get_ylim()
        least = panel.span * max(abs(low), abs(high))
        if high - low < least:
            axes.set_ylim((low + high - least) / 2, (low + high + least) / 2)


def _logarithmic(axes: Any, panel: Panel) -> None:
    """Whole decades around the curves; the height of zeros as a dotted line."""
    values = np.concatenate([curve.y for curve in panel.curves])
    values = values[np.isfinite(values)]
    low, high = np.log10([values.min(), values.max()]) if values.size else (-16.0, -15.0)
    axes.set_yscale("log")
    spare = 0.2 if panel.zero is None else 0.5  # room for the 0
    axes.set_ylim(10.0 ** math.floor(low - spare), 10.0 ** math.ceil(high + 0.2))
    if panel.zero is not None:
        axes.axhline(panel.zero, color=GREY, linewidth=0.6, linestyle=":", zorder=0, label="_")
        frame = axes.get_yaxis_transform()
        note(axes, "0", (0.0, panel.zero), frame, (3, -1), va="top", fontsize=6)


def _over_time(axes: Any, motion: Motion, *, below: bool, above: bool) -> None:
    """The span of time, written under the lowest panel, and its marks, named in the highest."""
    t = np.asarray(motion.t)
    if t[0] != t[-1]:
        axes.set_xlim(t[0], t[-1])
    if below:
        axes.set_xlabel("")
        axes.tick_params(labelbottom=False)
    marks, frame = _marks(motion), axes.get_xaxis_transform()
    for at, _ in marks:
        axes.axvline(at, color=FAINT, linewidth=0.6, zorder=0, label="_")
    for at, name in [] if above else _legible(marks, abs(t[-1] - t[0])):
        note(axes, name, (at, 1.0), frame, (0, 1.5), ha="center", fontsize=MARK)


def _marks(motion: Motion) -> list[tuple[float, str]]:
    """Times and names of events and of changes of rank, in order."""
    events = [(float(t), name) for name, found in motion.events.items() for t in found.t]
    ranks = [(float(x.t), f"rank {x.before}→{x.at}") for x in motion.rank_changes]
    return sorted(events + ranks)


def _legible(marks: list[tuple[float, str]], span: float) -> list[tuple[float, str]]:
    """What to write of the marks: each name once, beside another if need be; more where is room."""
    letter = 0.65 * MARK / 72 / (COLUMN - 0.8) * span  # time that passes under a letter
    names = [name for _, name in marks]
    again = [name in names[:i] for i, name in enumerate(names)]
    written: list[tuple[float, str]] = []
    for i in sorted(range(len(marks)), key=again.__getitem__):
        t, name = marks[i]
        near = [
            k for k, (at, text) in enumerate(written)
            if abs(t - at) < letter * (len(name) + len(text) + 2) / 2
        ]  # fmt: skip
        if not near:
            written.append((t, name))
        elif not again[i]:
            at, text = written[near[0]]
            written[near[0]] = ((at + t) / 2, f"{text}, {name}")
    return written


def _label_ends(axes: Any, curves: list[Curve]) -> None:
    """Names at the right ends of curves, moved apart as little as keeps them legible."""
    ends = []
    for curve in curves:
        finite = np.flatnonzero(np.isfinite(curve.y))
        point = (curve.x[finite[-1]], curve.y[finite[-1]]) if finite.size else axes.viewLim.p0
        ends.append(axes.transLimits.transform(axes.transScale.transform(point))[1])
    order = np.argsort(ends, kind="stable")
    gap = 8.5 / 72 * axes.figure.dpi / axes.bbox.height
    # Heights y_i in rising order, gap apart, are y_i = z_i + i gap with z_i rising.
    steps = gap * np.arange(len(curves))
    z = isotonic_regression(np.asarray(ends)[order] - steps).x
    heights = np.clip(z, 0.0, max(0.0, 1.0 - steps[-1])) + steps
    for i, height in zip(order, heights):
        look = {"va": "center", "fontsize": 7, "color": color(curves[i].place)}
        note(axes, curves[i].name, (1.0, height), "axes fraction", (3, 0), **look)
