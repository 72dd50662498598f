"""Figures 1 to 5 of [KU93], drawn again.

The paper prints what each figure shows, and the numbers, but not how long the motions are; the
durations here are ours, and each figure says so. The tolerance is the paper's, 1e-10. Its scheme
lets errors add up; here each step is projected onto the constraints.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

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
    5: "Figure 5. Left less right side of (35c). " + _OURS.format(OSCILLATOR_END),
}


@dataclass(frozen=True)
class Motions:
    """All motions that the figures show.

    Attributes
    ----------
    even : the pendulum with μ = 0, a = 20
    uneven : with μ = −0.1, by a
    tracked : the oscillators, by alpha
    """

    even: Motion
    uneven: Mapping[float, Motion]
    tracked: Mapping[float, Motion]


def motions() -> Motions:
    """Simulate them; the pendulums share one compiled program, the oscillators another."""
    return Motions(
        even=move(ku93_pendulum(), PENDULUM_END),
        uneven={a: move(ku93_pendulum(mu=-0.1, a=a), UNEVEN_END, SHARP) for a in SPEEDS},
        tracked={alpha: move(ku93_oscillator(alpha), OSCILLATOR_END) for alpha in DECAYS},
    )


def move(problem: Problem, end: float, rows: int = 501) -> Motion:
    """The motion at so many times that curves look smooth.

    Parameters
    ----------
    problem : the system, its start and its parameters
    end : of the motion
    rows : how many times
    """
    start = problem.system, problem.q0, problem.qd0, np.linspace(0.0, end, rows), problem.p
    # The engine that others are tested against.
    return simulate(*start, rtol=TOLERANCE, atol=TOLERANCE, engine="jax")


def figures(found: Motions) -> dict[int, Picture]:
    """The figures by their numbers.

    Parameters
    ----------
    found : all motions
    """
    return {
        1: _figure(TALL, pendulum, found.even),
        2: _figure(TALL, pendulum, found.uneven[4.0]),
        3: _figure(TALL, phases, found.uneven),
        4: _figure(TALL, oscillator, found.tracked),
        5: _figure(FLAT, tracking, found.tracked),
    }


def _figure(size: tuple[float, float], draw: Any, moved: Any) -> Picture:
    with styled():
        figure = Picture(figsize=size, layout="constrained")
        for letter, axes in zip("abcdefgh", draw(figure, moved)):
            axes.tick_params(**TICKS)
            axes.locator_params(nbins=5, steps=[1, 2, 5, 10])
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


def remains(axes, motion):
    """Left less right side of the constraint, as it is written."""
    axes.plot(motion.t, motion.residual_raw[:, 0], ".", ms=1.5, color=COLORS[2])
    axes.set(xlabel="t", ylabel="constraint error", xlim=(0.0, motion.t[-1]))


# -- figures --------------------------------------------------------------------------------------


def pendulum(figure, motion):
    """Panels a to g of figures 1 and 2."""
    a, b, c, d, e, f, g, rest = figure.subplots(4, 2).flat
    for axes, i in ((a, 0), (b, 1)):
        over_time(axes, motion, motion.coordinates[i], motion.q[:, i])
    for axes, i in ((c, 0), (d, 1)):
        over_time(axes, motion, f"d{motion.coordinates[i]}/dt", motion.qd[:, i])
    phase(e, motion, 0)
    phase(f, motion, 1)
    remains(g, motion)
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
        over_time(column[2], motion, "control force", *motion.Qc.T)
        over_time(column[3], motion, "x1 − x2", motion.q[:, 0] - motion.q[:, 1])
        column[0].set_title(f"alpha = {alpha:g}", loc="right", fontsize=8)
        for axes in column[:3]:
            axes.set_xlabel("")
    return list(grid.T.flat)


def tracking(figure, motions):
    """Panels a and b of figure 5."""
    row = figure.subplots(1, 2)
    for axes, (alpha, motion) in zip(row, motions.items()):
        remains(axes, motion)
        axes.set_ylabel("tracking error")
        axes.set_title(f"alpha = {alpha:g}", loc="right", fontsize=8)
    return list(row)
