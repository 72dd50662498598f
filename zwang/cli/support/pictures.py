"""The figures of a run: those that the model file asks for, or one of everything."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any

import numpy as np

from zwang.base.escape import for_figure
from zwang.cli.support.files import PROGRAM
from zwang.motion.motion import Motion

if TYPE_CHECKING:
    from zwang.modelfile import Model
    from zwang.modelfile.tables.run import Plot

OVERVIEW = "overview"


def file_names(model: Model) -> list[str]:
    """The names of the figures' files, in the order of the model's plots."""
    taken: list[str] = []
    for i, plot in enumerate(model.plots, 1):
        # Names may have any letters; files have the plain ones.
        plain = re.sub(r"[^A-Za-z0-9._-]+", "-", plot.name).strip("-.")
        name = plain or (OVERVIEW if not taken else f"plot-{i}")
        while f"{name}.png".lower() in map(str.lower, taken):
            name += f"-{i}"
        taken.append(f"{name}.png")
    return taken or [f"{OVERVIEW}.png"]


def figures(model: Model, motion: Motion) -> dict[str, bytes]:
    """The figures as PNG, by the names of their files."""
    drawn = [draw(motion, plot) for plot in model.plots] or [motion.plot()]
    return {name: as_png(figure) for name, figure in zip(file_names(model), drawn, strict=True)}


def draw(motion: Motion, plot: Plot) -> Any:
    """One figure: panels, or curves over a quantity of the model."""
    if plot.show:
        chosen = {"coordinates": plot.coordinates or None, "constraints": plot.constraints or None}
        return motion.plot(list(plot.show), **chosen)
    from zwang.plots.panels import column
    from zwang.plots.style import (  # takes a second
        COLUMN,
        TICKS,
        blank,
        color,
        named_legend,
        styled,
    )

    with styled():
        figure = blank(None, (COLUMN * 1.5, 2.6))
        axes = figure.subplots()
        across, shown = column(motion, plot.x), []
        for i, name in enumerate(plot.y):
            rows = np.asarray(column(motion, name)).reshape(len(across), -1)
            names = [name] if rows.shape[1] == 1 else [f"{name}[{k}]" for k in range(rows.shape[1])]
            for k, label in enumerate(names):
                axes.plot(across, rows[:, k], color=color(i + k), label=for_figure(label))
                shown.append(label)
        one = len(plot.y) == 1
        axes.set(xlabel=for_figure(plot.x), ylabel=for_figure(plot.y[0]) if one else "")
        if len(shown) > 1:
            named_legend(axes, axes.get_lines(), shown, bbox_to_anchor=(0.0, 1.02), ncols=4)
        if plot.x != "t":
            axes.margins(x=0.05)
        if plot.equal:
            axes.set_aspect("equal", adjustable="datalim")
        axes.tick_params(**TICKS)
    return figure


def as_png(figure: Any) -> bytes:
    """A figure as PNG that names its program."""
    stream = io.BytesIO()
    figure.savefig(stream, format="png", metadata={"Software": PROGRAM})
    return stream.getvalue()
