"""One instant drawn: the accelerations head to tail, and why the true one is the nearest.

With two coordinates the accelerations that the constraints admit are a line (or a point), and those
with Gauss's least value are an ellipse in the metric M that touches it at q̈.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.base import arguments
from zwang.base.escape import for_figure
from zwang.equation.views.explain import Explanation
from zwang.plots.style import COLORS, COLUMN, FAINT, GREY, INK, TICKS, blank, styled

FREE, IDEAL, NONIDEAL, TRUE = COLORS[1], COLORS[5], COLORS[3], COLORS[0]


def vectors(explanation: Explanation, coordinates: Any = None, *, figure: Any = None) -> Any:
    """Draw a, the two parts of Δ and q̈ in the plane of two coordinates."""
    x = explanation
    chosen = _chosen(x, coordinates)
    with styled():
        figure = blank(figure, (COLUMN, COLUMN))
        axes = figure.add_subplot()
        corners = _arrows(axes, x, chosen)
        _frame(axes, corners)
        if len(x.Q) == 2:
            _admissible(axes, x, chosen)
        axes.plot(0.0, 0.0, "o", color=INK, ms=3.5, zorder=4)
        names = [for_figure(x.coordinates[i]) for i in chosen]
        axes.set_xlabel(f"acceleration of {names[0]}")
        axes.set_ylabel(f"acceleration of {names[-1]}" if len(chosen) > 1 else "")
        if len(chosen) == 1:
            axes.set_yticks([])
        when = "" if x.t is None else f", t = {x.t:.4g}"
        seen = "" if len(x.Q) <= 2 else f"; {len(chosen)} of {len(x.Q)} coordinates"
        axes.set_title(f"one instant{when}{seen}", loc="left", fontsize=8)
        axes.tick_params(**TICKS)
        axes.locator_params(nbins=5)
        figure.legend(loc="outside lower left", ncols=2)
    return figure


def _chosen(x: Explanation, coordinates: Any) -> list[int]:
    """Which coordinates to draw in, at most two."""
    if coordinates is not None:
        given = coordinates.split() if isinstance(coordinates, str) else coordinates
        named = arguments.listed("coordinates", given, "two names of coordinates")
        known = [name for name in named if isinstance(name, str) and name in x.coordinates]
        if len(named) != 2 or len(known) != 2:
            raise ValueError(
                f"`coordinates` is {coordinates!r}; wanted two of {', '.join(x.coordinates)}."
            )
        return [x.coordinates.index(name) for name in named]
    size = np.abs(x.change_ideal + x.change_nonideal) + 1e-9 * np.abs(x.a)
    return sorted(np.argsort(-size, kind="stable")[:2].tolist())


def _arrows(axes: Any, x: Explanation, chosen: list[int]) -> np.ndarray:
    """a, Δ ideal and Δ nonideal head to tail, and q̈ from the origin; the corners (4, 2)."""
    flat = lambda v: np.append(v[chosen], 0.0)[:2] if len(chosen) == 1 else v[chosen]
    a, first, second = map(flat, (x.a, x.change_ideal, x.change_nonideal))
    zero = np.zeros(2)
    free = r"$a = M_A^{-1} Q_z$, auxiliary" if x.singular else "$a = M^{-1} Q$, unconstrained"
    for start, vector, color, label in (
        (zero, a, FREE, free),
        (a, first, IDEAL, r"$M^{-1/2} B^{+} e$, ideal"),
        (a + first, second, NONIDEAL, r"nonideal, by $C$"),
        (zero, flat(x.qdd), TRUE, r"$\ddot q$, constrained"),
    ):
        if color == NONIDEAL and not x.change_nonideal.any():
            continue
        axes.quiver(
            *start, *vector, color=color, label=label, width=0.011, zorder=3,
            angles="xy", scale_units="xy", scale=1,
        )  # fmt: skip
    return np.array([zero, a, a + first, flat(x.qdd)])


def _frame(axes: Any, corners: np.ndarray) -> None:
    """Room for all arrows, the same scale on both axes where that leaves both to be seen."""
    low, high = corners.min(axis=0), corners.max(axis=0)
    middle, half = (low + high) / 2.0, 0.65 * (high - low)
    wide, narrow = half.max() or 1.0, half.min()
    if narrow == 0.0 or narrow > 1e-3 * wide:
        axes.set_aspect("equal", adjustable="box")
        half = np.full(2, wide)
    (left, below), (right, above) = middle - half, middle + half
    axes.set(xlim=(left, right), ylim=(below, above))


def _admissible(axes: Any, x: Explanation, chosen: list[int]) -> None:
    """The line A q̈ = b through q̈, and Gauss's level that touches it."""
    box = *axes.get_xlim(), *axes.get_ylim()
    far = 2.0 * np.hypot(box[1] - box[0], box[3] - box[2])
    if x.rank == 1:
        _, _, Vt = np.linalg.svd(x.A)
        along = Vt[-1] / np.linalg.norm(Vt[-1])
        line = (x.qdd + np.outer([-far, far], along))[:, chosen]
        axes.plot(*line.T, color=GREY, lw=0.8, zorder=1, label=r"$A \ddot q = b$")
    if x.least > 0.0:
        # ‖M^(1/2)(x − centre)‖² = least, with the centre where nothing is constrained.
        values, vectors = np.linalg.eigh(x.M)
        angle = np.linspace(0.0, 2.0 * np.pi, 181)
        round_ = vectors @ (np.stack([np.cos(angle), np.sin(angle)]) / np.sqrt(values)[:, None])
        centre = np.linalg.solve(x.M, x.Q + x.C)
        level = (centre[:, None] + np.sqrt(x.least) * round_)[chosen]
        axes.plot(*level, color=FAINT, lw=0.8, ls=(0, (4, 2)), zorder=1, label="Gauss’s least")
    axes.set(xlim=box[:2], ylim=box[2:])
