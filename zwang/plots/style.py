"""The look of pictures: colours, type, and figures that pyplot does not know.

Nothing here touches pyplot, or the settings of matplotlib outside ``styled()``.
"""

from __future__ import annotations

import io
from typing import Any

import matplotlib.style
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure, FigureBase

from zwang.base import arguments
from zwang.base.escape import for_figure

# Okabe and Ito's colours, told apart by the colour-blind; without yellow, too faint on white.
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000")
INK, GREY, FAINT = "#22272e", "#6b7480", "#aeb6c0"
COLUMN = 3.4  # inches: one column of a journal
STYLE = {
    "figure.dpi": 200,
    "font.family": "DejaVu Sans",
    "font.size": 8,
    "text.color": INK,
    "axes.labelsize": 8,
    "axes.labelcolor": INK,
    "axes.edgecolor": GREY,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.xmargin": 0.0,
    "axes.formatter.limits": (-3, 4),
    "axes.formatter.use_mathtext": True,
    "xtick.labelsize": 7,
    "ytick.labelsize": 7,
    "legend.fontsize": 7,
    "legend.frameon": False,
    "legend.handlelength": 1.6,
    "legend.handletextpad": 0.5,
    "legend.columnspacing": 1.2,
    "legend.borderaxespad": 0.0,
    "legend.borderpad": 0.1,
    "grid.color": "#dfe3e8",
    "grid.linewidth": 0.4,
    "axes3d.xaxis.panecolor": "white",
    "axes3d.yaxis.panecolor": "white",
    "axes3d.zaxis.panecolor": "white",
    "lines.linewidth": 1.2,
    "lines.solid_capstyle": "round",
}
# Ticks may be made as late as a figure is drawn, outside the style, so each axis is told theirs.
TICKS = {"width": 0.6, "length": 2.5, "color": GREY, "labelcolor": INK, "labelsize": 7, "pad": 2.5}


def styled() -> Any:
    """A context in which all that is drawn has the house style, whatever the user's settings."""
    return matplotlib.style.context(["default", STYLE])


def color(place: int) -> str:
    """The colour of a place in the cycle."""
    return COLORS[place % len(COLORS)]


class Picture(Figure):
    """A figure that notebooks show although pyplot does not know it."""

    def __init__(self, **kwargs: Any):
        super().__init__(**kwargs)
        FigureCanvasAgg(self)

    def _repr_png_(self) -> bytes:
        stream = io.BytesIO()
        self.savefig(stream, format="png")
        return stream.getvalue()


def blank(figure: Any, size: tuple[float, float]) -> Any:
    """An empty figure to draw in, laid out so that labels have room unless it says how."""
    figure = Picture(figsize=size) if figure is None else figure
    arguments.instance("figure", figure, FigureBase, "a figure of matplotlib, or None")
    if figure.axes:
        raise ValueError("`figure` has axes already; wanted an empty one.")
    whole = figure.figure  # of a subfigure, the figure that lays it out
    if whole.get_layout_engine() is None:
        whole.set_layout_engine("constrained", h_pad=0.03, w_pad=0.04)
    return figure


def note(axes: Any, text: str, at: tuple, frame: Any, shift: tuple, **look: Any) -> None:
    """Write a text beside a point."""
    look = {"color": GREY} | look
    text = for_figure(text)
    axes.annotate(text, at, xycoords=frame, xytext=shift, textcoords="offset points", **look)


def named_legend(axes: Any, handles: Any, names: Any, **where: Any) -> None:
    """A legend at the upper left, whatever its names begin with."""
    legend = axes.legend(handles, [str(i) for i in range(len(names))], loc="lower left", **where)
    for text, name in zip(legend.get_texts(), names, strict=True):
        text.set_text(for_figure(name))
