"""Figures 1 to 5 of [KU93], drawn again.

The paper prints what each figure shows, and the numbers, but not how long the motions are; the
durations here are ours, and each figure says so. The tolerance is the paper's, 1e-10. Its scheme
lets errors add up. Here the pendulums are computed twice, each step projected onto the constraint
and not; the oscillators move in the closed loop of a controller, where nothing is projected.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from zwang.control.track import track
from zwang.integrate.projection import Projection
from zwang.motion.motion import Motion
from zwang.motion.simulate import simulate
from zwang.plots.style import COLORS, TICKS, Picture, styled
from zwang.zoo import Problem, ku93_oscillator, ku93_pendulum

TOLERANCE = 1e-10  # as in section 5 of the paper
PENDULUM_END, UNEVEN_END, OSCILLATOR_END = 20.0, 10.0, 5.0
SPEEDS, DECAYS = (0.5, 1.0, 2.0, 4.0), (4.0, 0.4)
SHARP = 2001  # times of motions that turn quickly
TALL, FLAT = (6.8, 7.4), (6.8, 2.4)  # inches

_OURS = "The duration of {:g} is ours."
_ROD = "Pendulum with m = 1, L = 20, g = 4π, μ = {}, a = {}. " + _OURS
CAPTIONS = {
    1: "Figure 1. " + _ROD.format("0", "20", PENDULUM_END),
    2: "Figure 2. " + _ROD.format("−0.1", "4", UNEVEN_END),
    3: "Figure 3. " + _ROD.format("−0.1", "0.5, 1, 2, 4", UNEVEN_END),
    4: "Figure 4. Coupled Duffing oscillators; solid mass 1, dashed mass 2. "
    + _OURS.format(OSCILLATOR_END),
    5: "Figure 5. Left less right side of (35c) under control; nothing is projected. "
    + _OURS.format(OSCILLATOR_END),
}


@dataclass(frozen=True)
class Motions:
    """All motions that the figures show, at their accepted steps."""

    even: Motion  # the pendulum with μ = 0, a = 20, each step projected
    uneven: Mapping[float, Motion]  # with μ = −0.1, by a
    drifting: Mapping[int, Motion]  # figures 1 and 2 without projection, by their numbers
    tracked: Mapping[float, Motion]  # the oscillators under control, by alpha


def motions(tolerance: float = TOLERANCE) -> Motions:
    """Simulate them; the pendulums share one compiled program, the oscillators another."""
    even, uneven = ku93_pendulum(), {a: ku93_pendulum(mu=-0.1, a=a) for a in SPEEDS}
    return Motions(
        even=move(even, PENDULUM_END, tolerance),
        uneven={a: move(problem, UNEVEN_END, tolerance) for a, problem in uneven.items()},
        drifting={
            1: move(even, PENDULUM_END, tolerance, drift=None),
            2: move(uneven[4.0], UNEVEN_END, tolerance, drift=None),
        },
        tracked={alpha: steer(ku93_oscillator(alpha), tolerance) for alpha in DECAYS},
    )


def move(
    problem: Problem, end: float, tolerance: float = TOLERANCE, drift: Any = Projection()
) -> Motion:
    """The motion at its accepted steps; more times would make the steps shorter than asked."""
    start = problem.system, problem.q0, problem.qd0, (0.0, end), problem.p
    return simulate(*start, rtol=tolerance, atol=tolerance, drift=drift)


def steer(problem: Problem, tolerance: float = TOLERANCE, C: Any = None) -> Motion:
    """The motion under the control that makes the constraints of the problem, which then has
    none.
    """
    controller = track(problem.system.with_constraints([]), problem.system.constraints, C=C)
    loop = replace(problem, system=controller.closed_loop())
    return move(loop, OSCILLATOR_END, tolerance)


def smooth(motion: Motion, rows: int = 501) -> Motion:
    """The motion at so many times that curves look smooth."""
    return motion.at(np.linspace(motion.t[0], motion.t[-1], rows))


def figures(found: Motions) -> dict[int, Picture]:
    """The figures by their numbers."""
    uneven = {a: smooth(motion, SHARP) for a, motion in found.uneven.items()}
    return {
        1: _figure(TALL, pendulum, (smooth(found.even), found.even, found.drifting[1])),
        2: _figure(TALL, pendulum, (uneven[4.0], found.uneven[4.0], found.drifting[2])),
        3: _figure(TALL, phases, uneven),
        4: _figure(TALL, oscillator, {a: smooth(x) for a, x in found.tracked.items()}),
        5: _figure(FLAT, tracking, found.tracked),
    }


def _figure(size: tuple[float, float], draw: Any, moved: Any) -> Picture:
    with styled():
        figure = Picture(figsize=size, layout="constrained")
        for letter, axes in zip("abcdefgh", draw(figure, moved)):
            axes.tick_params(**TICKS)
            which = "both" if axes.get_yscale() == "linear" else "x"
            axes.locator_params(which, nbins=5, steps=[1, 2, 5, 10])
            axes.set_title(f"({letter})", loc="left", fontsize=8)
    return figure


# -- what a panel shows ---------------------------------------------------------------------------


def over_time(axes, motion, label, *curves):
    """One curve, or the first solid and the second dashed as in the paper."""
    for color, dashes, y in zip(COLORS, ("-", (0, (4, 1.5))), curves):
        axes.plot(motion.t, y, color=color, ls=dashes)
    axes.set(xlabel="t", ylabel=label, xlim=(0.0, motion.t[-1]))


def phase(axes, motion, i):
    """A coordinate and its rate, with a dot at the start."""
    q, qd, name = motion.q[:, i], motion.qd[:, i], motion.coordinates[i]
    axes.plot(q, qd, color=COLORS[i], lw=0.9)
    axes.plot(q[0], qd[0], "o", color=COLORS[i], ms=3)
    axes.set(xlabel=name, ylabel=f"d{name}/dt")
    axes.margins(x=0.05)


def remains(axes, **errors):
    """Sizes of left less right side of the constraint, by how the motion was computed."""
    for i, (name, (t, error)) in enumerate(errors.items()):
        size = np.where(error[:, 0] == 0.0, np.nan, np.abs(error[:, 0]))  # no logarithm of zero
        axes.semilogy(t, size, ".", ms=2, color=COLORS[2 - i], label=name)
        axes.set(xlabel="t", ylabel="constraint error", xlim=(0.0, t[-1]))
    if len(errors) > 1:
        axes.legend(loc="upper left", bbox_to_anchor=(1.02, 1.0), markerscale=3)


# -- figures --------------------------------------------------------------------------------------


def pendulum(figure, moved):
    """Panels a to g of figures 1 and 2."""
    motion, kept, drifting = moved
    a, b, c, d, e, f, g, rest = figure.subplots(4, 2).flat
    for axes, i in ((a, 0), (b, 1)):
        over_time(axes, motion, motion.coordinates[i], motion.q[:, i])
    for axes, i in ((c, 0), (d, 1)):
        over_time(axes, motion, f"d{motion.coordinates[i]}/dt", motion.qd[:, i])
    phase(e, motion, 0)
    phase(f, motion, 1)
    remains(
        g,
        unprojected=(drifting.t, drifting.residual_raw),
        projected=(kept.t, kept.residual_raw),
    )
    rest.remove()
    return [a, b, c, d, e, f, g]


def phases(figure, motions):
    """Panels a to h of figure 3: a row for each speed at the start."""
    grid = figure.subplots(len(motions), 2, sharex="col", sharey="col")
    for row, (speed, motion) in zip(grid, motions.items()):
        phase(row[0], motion, 0)
        phase(row[1], motion, 1)
        row[1].set_title(f"a = {speed:g}", loc="right", fontsize=8)
    return list(grid.flat)


def oscillator(figure, motions):
    """Panels a to d of figure 4 for the first alpha, e to h for the second."""
    grid = figure.subplots(4, 2, sharex="col")
    for column, (alpha, motion) in zip(grid.T, motions.items()):
        over_time(column[0], motion, "displacement", *motion.q.T)
        over_time(column[1], motion, "velocity", *motion.qd.T)
        over_time(column[2], motion, "control force", *motion.control.T)
        over_time(column[3], motion, "x1 − x2", motion.q[:, 0] - motion.q[:, 1])
        column[0].set_title(f"alpha = {alpha:g}", loc="right", fontsize=8)
        for axes in column[:3]:
            axes.set_xlabel("")
    return list(grid.T.flat)


def tracking(figure, motions):
    """Panels a and b of figure 5."""
    row = figure.subplots(1, 2)
    for axes, (alpha, motion) in zip(row, motions.items()):
        remains(axes, control=(motion.t, motion.tracking_error("path")))
        axes.set_ylabel("tracking error")
        axes.set_title(f"alpha = {alpha:g}", loc="right", fontsize=8)
    return list(row)
