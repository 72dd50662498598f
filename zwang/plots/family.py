"""A family of periodic motions: amplitudes over what is followed, stability, bifurcations."""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.base import arguments
from zwang.base.escape import for_figure
from zwang.base.names import chosen
from zwang.orbit.family import Family
from zwang.plots.style import COLUMN, blank, color, named_legend, styled


def plot(family: Family, coordinate: str | int = 0, *, figure: Any = None) -> Any:
    """The amplitude of a coordinate over the parameter; dashed where the orbit is unstable."""
    arguments.instance("family", family, Family, "a zw.Family")
    if not len(family):
        raise ValueError(f"`family` has no orbit: {family.status.cause} {family.detail}")
    names = family.orbits[0].motion.coordinates
    places = np.flatnonzero(chosen("coordinate", coordinate, names, len(names)))
    if len(places) != 1:
        raise ValueError(f"`coordinate` is {coordinate!r}; wanted one coordinate.")
    place = int(places[0])
    x, y, sound = family.values, family.amplitudes[:, place], family.stable
    met: dict[str, list[Any]] = {}
    for found in family.bifurcations:
        met.setdefault(found.kind, []).append(found)
    with styled():
        drawn = blank(figure, (COLUMN, 2.4))
        axes = drawn.subplots()
        for k in range(len(x) - 1):  # a piece is drawn by what its ends are
            style = "-" if sound[k] and sound[k + 1] else "--"
            axes.plot(x[k : k + 2], y[k : k + 2], style, color=color(0))
        marks = [
            axes.plot(
                [b.value for b in own], [b.orbit.amplitude[place] for b in own], "o", color=color(i)
            )[0]
            for i, own in enumerate(met.values(), 1)
        ]
        if marks:
            named_legend(axes, marks, list(met))
        axes.set_xlabel(for_figure(family.name))
        axes.set_ylabel(for_figure(f"amplitude of {names[place]}"))
    return drawn
