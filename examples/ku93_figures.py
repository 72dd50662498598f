"""Figures 1 to 5 of Kalaba and Udwadia (1993), drawn again.

The paper prints what each figure shows, and the numbers, but not how long the motions are; the
durations here are ours, and each figure says so. The tolerance is the paper's, 1e-10. Its scheme
lets errors add up; here each step is projected onto the constraints.

Run: python examples/ku93_figures.py [folder]
"""

import sys
from pathlib import Path

import numpy as np

import zwang as zw
from zwang import zoo
from zwang.picture import COLORS, GREY, TICKS, Picture, styled

TOLERANCE = 1e-10
PENDULUM_END, UNEVEN_END, OSCILLATOR_END = 20.0, 10.0, 5.0


def move(problem, end):
    """The motion at so many times that curves look smooth."""
    start = problem.system, problem.q0, problem.qd0, np.linspace(0.0, end, 501), problem.p
    return zw.simulate(*start, rtol=TOLERANCE, atol=TOLERANCE)


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


def save(path, size, draw, motions, caption):
    with styled():
        figure = Picture(figsize=size, layout="constrained")
        for letter, axes in zip("abcdefgh", draw(figure, motions)):
            axes.tick_params(**TICKS)
            axes.locator_params(nbins=5, steps=[1, 2, 5, 10])
            axes.set_title(f"({letter})", loc="left", fontsize=8)
        figure.supxlabel(caption, fontsize=7, color=GREY, x=0.02, ha="left")
        figure.savefig(path)


def main(folder="ku93_figures"):
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    even = move(zoo.ku93_pendulum(), PENDULUM_END)
    uneven = {
        speed: move(zoo.ku93_pendulum(mu=-0.1, a=speed), UNEVEN_END) for speed in (0.5, 1, 2, 4)
    }
    pair = {alpha: move(zoo.ku93_oscillator(alpha), OSCILLATOR_END) for alpha in (4.0, 0.4)}

    ours = "The duration of {:g} is ours."
    rod = "Pendulum with L = 20, g = 4π, mu = {}, a = {}. " + ours
    duffing = "Coupled Duffing oscillators; solid mass 1, dashed mass 2. " + ours
    error = "Left less right side of (35c). " + ours
    tall, flat = (6.8, 7.4), (6.8, 2.4)
    figures = [
        (tall, pendulum, even, rod.format("0", 20, PENDULUM_END)),
        (tall, pendulum, uneven[4], rod.format("−0.1", 4, UNEVEN_END)),
        (tall, phases, uneven, rod.format("−0.1", "0.5, 1, 2, 4", UNEVEN_END)),
        (tall, oscillator, pair, duffing.format(OSCILLATOR_END)),
        (flat, tracking, pair, error.format(OSCILLATOR_END)),
    ]
    for number, (size, draw, motions, caption) in enumerate(figures, 1):
        caption = f"KU93, figure {number}. {caption}"
        save(place / f"figure{number}.png", size, draw, motions, caption)

    worst = max(np.abs(motion.residual_raw).max() for motion in pair.values())
    print(f"Tracking error of example 3: at most {worst:.0e}; the paper has 1e-9.")
    print(f"Figures 1 to 5 are in {place.resolve()}.")


if __name__ == "__main__":
    main(*sys.argv[1:])
