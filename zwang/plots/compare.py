"""Two motions in one picture, and how far they are apart below it."""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.base import arguments
from zwang.base.escape import for_figure
from zwang.motion.compare import Comparison
from zwang.plots.style import COLUMN, blank, color, named_legend, styled


def plot(comparison: Comparison, *, figure: Any = None) -> Any:
    """Both motions over time, the other dashed; below them their differences."""
    arguments.instance("comparison", comparison, Comparison, "what motion.compare returned")
    off = np.abs(comparison.difference)
    with styled():
        drawn = blank(figure, (COLUMN, 3.6))
        above, below = drawn.subplots(2, 1, sharex=True)
        lines = []
        for i in range(len(comparison.coordinates)):
            lines += above.plot(comparison.t, comparison.q[:, i], color=color(i))
            above.plot(comparison.t, comparison.q_other[:, i], "--", color=color(i))
            far = np.where(off[:, i] > 0, off[:, i], np.nan)
            below.plot(comparison.t, far, color=color(i))
        if (off > 0).any():
            below.set_yscale("log")
        named_legend(above, lines, comparison.coordinates)
        above.set_ylabel("q, the other dashed")
        below.set_ylabel(for_figure("|Δq|"))
        below.set_xlabel("t")
    return drawn
