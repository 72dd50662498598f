"""The pendulum of Kalaba and Udwadia (1993): the paper's own check, at four tolerances.

Their second example has a bob in x and y (downward) whose rod is a constraint,

    x² + y² = L² {1 − mu sin(x²)}

For mu = 0 it is the usual pendulum, and they compare with the angle as coordinate. So does this
script, and for mu = −0.1 with x as coordinate; SciPy integrates both. No trace of zwang is in them.

Run: python examples/ku93_pendulum.py [folder]
"""

import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table
from scipy.integrate import solve_ivp

import zwang as zw
from zwang import zoo
from zwang.plots.style import COLORS, FAINT, INK, TICKS, Picture, note, styled

TOLERANCES = 1e-6, 1e-8, 1e-10, 1e-12
EVEN = zoo.ku93_pendulum(mu=0.0, a=20.0)
UNEVEN = zoo.ku93_pendulum(mu=-0.1, a=4.0)
END = {EVEN.name: 20.0, UNEVEN.name: 10.0}  # ours: the paper prints no durations


# -- without constraints: one coordinate ---------------------------------------------------------


class Known(NamedTuple):
    """Place, velocity and force of the rod, (T, 2) each."""

    q: np.ndarray
    qd: np.ndarray
    Qc: np.ndarray


def by_angle(problem):
    """mu = 0: θ̈ = −(g/L) sin θ, and the rod pulls with m (L θ̇² + g cos θ)."""
    m, L, g = (problem.p[name] for name in ("m", "L", "g"))
    swing = integrate(problem, lambda angle, rate: -g / L * np.sin(angle), problem.qd0[0] / L)

    def known(t):
        angle, rate = swing(t)
        outward = np.stack([np.sin(angle), np.cos(angle)], axis=1)
        along = np.stack([np.cos(angle), -np.sin(angle)], axis=1)
        pull = m * (L * rate**2 + g * np.cos(angle))
        return Known(L * outward, L * rate[:, None] * along, -pull[:, None] * outward)

    return known


def by_x(problem):
    """Any mu: y follows from x, and (1 + y'²) ẍ + y' y'' ẋ² = g y'."""
    m, L, g, mu = (problem.p[name] for name in ("m", "L", "g", "mu"))

    def curve(x):
        """y, y', y'' of y² = L² {1 − mu sin(x²)} − x²."""
        y = np.sqrt(L**2 * (1.0 - mu * np.sin(x**2)) - x**2)
        slope = -x * (1.0 + L**2 * mu * np.cos(x**2)) / y
        bend = -1.0 - L**2 * mu * (np.cos(x**2) - 2.0 * x**2 * np.sin(x**2)) - slope**2
        return y, slope, bend / y

    def acceleration(x, xd):
        _, slope, bend = curve(x)
        return slope * (g - bend * xd**2) / (1.0 + slope**2)

    motion = integrate(problem, acceleration, problem.qd0[0])

    def known(t):
        x, xd = motion(t)
        y, slope, bend = curve(x)
        xdd = acceleration(x, xd)
        q, qd = np.stack([x, y], axis=1), np.stack([xd, slope * xd], axis=1)
        qdd = np.stack([xdd, slope * xdd + bend * xd**2], axis=1)
        return Known(q, qd, m * (qdd - [0.0, g]))

    return known


def integrate(problem, acceleration, speed):
    """A coordinate that starts from 0, and its rate, as a function of time.

    Steps are short because what SciPy interpolates between them is less exact than they are.
    """
    found = solve_ivp(
        lambda _, s: [s[1], acceleration(*s)], (0.0, END[problem.name]), [0.0, speed],
        method="DOP853", dense_output=True, rtol=3e-14, atol=3e-14, max_step=0.002,
    )  # fmt: skip
    return found.sol


# -- with constraints: zwang ---------------------------------------------------------------------


def move(problem, tolerance):
    """The motion, every step of it. All tolerances, mu and speeds share one compiled program."""
    span = (0.0, END[problem.name])
    start = problem.system, problem.q0, problem.qd0, span, problem.p
    return zw.simulate(*start, rtol=tolerance, atol=1e-3 * tolerance)


class Errors(NamedTuple):
    """At each step, (T,): of place over L, of force over the largest, of energy over m g L."""

    place: np.ndarray
    force: np.ndarray
    energy: np.ndarray


def errors(problem, motion, known):
    m, L, g = (problem.p[name] for name in ("m", "L", "g"))
    return Errors(
        np.linalg.norm(motion.q - known.q, axis=1) / L,
        np.linalg.norm(motion.Qc - known.Qc, axis=1) / np.abs(known.Qc).max(),
        np.abs(motion.energy - motion.energy[0]) / (m * g * L),
    )


def tell(console, problem, runs):
    """A row for each tolerance."""
    mu, a = problem.p["mu"], problem.qd0[0]
    table = Table(
        title=f"mu = {mu:g}, a = {a:g}, t from 0 to {END[problem.name]:g}",
        title_style="bold", title_justify="left",
    )  # fmt: skip
    heads = ["rtol asked", "steps", "rod, residual", "energy, drift", "place, error"]
    for head in [*heads, "rod force, error"]:
        table.add_column(head, justify="right")
    for tolerance, (motion, wrong) in runs.items():
        numbers = np.abs(motion.residual).max(), wrong.energy.max(), wrong.place.max()
        shown = [f"{x:.0e}" for x in (*numbers, wrong.force.max())]
        table.add_row(f"{tolerance:.0e}", str(motion.stats["accepted"]), *shown)
    console.print(table)


# -- pictures ------------------------------------------------------------------------------------


def draw_swing(axes, motion):
    """Half a swing: the bob at equal times, with the force of its rod."""
    axes.plot(*motion.q.T, color=FAINT, lw=0.8, ls=(0, (4, 3)), zorder=0)
    t, xd = motion.t, motion.qd[:, 0]
    i = np.flatnonzero(np.diff(np.sign(xd)))[1:3]
    turns = t[i] - xd[i] * (t[i + 1] - t[i]) / (xd[i + 1] - xd[i])
    between = lambda rows: np.stack([np.interp(times, t, x) for x in rows.T], axis=1)
    times = np.linspace(turns[0], turns[1], 11)
    for q, Qc in zip(between(motion.q), between(motion.Qc)):
        axes.plot([0, q[0]], [0, q[1]], color=FAINT, lw=0.8, zorder=1)
        axes.quiver(
            *q, *(0.35 * Qc), color=COLORS[1], angles="xy", scale_units="xy", scale=1, width=0.006,
            zorder=3,
        )  # fmt: skip
        axes.plot(*q, "o", color=COLORS[0], ms=5, zorder=4)
    axes.plot(0, 0, "o", color="white", mec=INK, ms=5, zorder=4)
    axes.set(aspect="equal", xlabel="x", ylabel="y", xlim=(-22, 22), ylim=(22, -2))
    axes.set_title("mu = 0: half a swing, with the force of the rod", loc="left", fontsize=8)


def draw_force(axes, motion, known):
    """The rod's force, beside the one that the angle equation gives."""
    for i, name in enumerate(motion.coordinates):
        style = {"color": COLORS[i], "mfc": "white", "ms": 2.5, "mew": 0.7, "markevery": 4}
        axes.plot(motion.t, motion.Qc[:, i], color=COLORS[i], label=f"{name}")
        axes.plot(motion.t, known.Qc[:, i], "o", **style, label=f"{name}, by the angle")
    axes.set(xlabel="t", ylabel="force of the rod")
    axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncol=4)


def draw_phases(axes, tolerance=1e-10):
    """mu = −0.1: four speeds at the start, on a top between two hollows."""
    for color, a in zip(COLORS, (4.0, 2.0, 1.0, 0.5)):
        motion = move(zoo.ku93_pendulum(mu=-0.1, a=a), tolerance)
        axes.plot(motion.q[:, 0], motion.qd[:, 0], color=color, lw=0.8, label=f"a = {a:g}")
    axes.set(xlabel="x", ylabel="dx/dt")
    axes.margins(x=0.05)
    axes.legend(loc="center left", bbox_to_anchor=(1.02, 0.5))
    axes.set_title("mu = −0.1: phase plane, from four speeds", loc="left", fontsize=8)


def draw_growth(axes, runs, kind, label, title=""):
    """The largest error so far, for each tolerance; the error itself swings through zero."""
    for color, (tolerance, (motion, wrong)) in zip(COLORS, runs.items()):
        grown = np.maximum.accumulate(getattr(wrong, kind))
        axes.plot(motion.t[1:], grown[1:], color=color)
        at = 1.0, grown[-1]
        frame = axes.get_yaxis_transform()
        note(axes, f"{tolerance:.0e}", at, frame, (3, 0), va="center", fontsize=7, color=color)
    axes.set(xlabel="t", ylabel=label, yscale="log", ylim=(1e-16, 1e-6), xlim=(0, motion.t[-1]))
    axes.set_title(title, loc="left", fontsize=8)
    axes.set_yticks(10.0 ** np.arange(-16, -5, 2))


def draw_residual(axes, runs):
    """The paper's figure 1(g): left less right side of the constraint, as it stands."""
    motion, _ = runs[TOLERANCES[-1]]
    axes.plot(motion.t, motion.residual_raw[:, 0], ".", ms=2, color=COLORS[0])
    axes.set(xlabel="t", ylabel="x² + y² − L²")


def pictures(runs, known):
    """Name, size in inches and what to draw, panel by panel from above."""
    finest, _ = runs[TOLERANCES[-1]]
    force = lambda axes: draw_force(axes, finest, known(finest.t))
    growth = lambda *what: lambda axes: draw_growth(axes, runs, *what)
    errors = growth("place", "error of place / L")
    against = growth("place", "error of place / L", "mu = 0: beside the angle equation, by rtol")
    energy = growth("energy", "energy drift / m g L")
    residual = lambda axes: draw_residual(axes, runs)
    swing = lambda axes: draw_swing(axes, finest)
    return {
        "overview.png": ((7.2, 4.4), [[swing, draw_phases], [force, against]]),
        "force.png": ((3.4, 2.2), [[force]]),
        "errors.png": ((3.4, 5.0), [[errors], [energy], [residual]]),
    }


def save(path, size, panels):
    with styled():
        figure = Picture(figsize=size, layout="constrained")
        grid = figure.subplots(len(panels), len(panels[0]), squeeze=False)
        for axes, draw in zip(grid.flat, sum(panels, [])):
            axes.tick_params(**TICKS)
            draw(axes)
            axes.locator_params(axis="x", nbins=6, steps=[1, 2, 5, 10])
        figure.savefig(path)


def main(folder="ku93_pendulum"):
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    console = Console(width=100)
    found, known = {}, {EVEN.name: by_angle(EVEN), UNEVEN.name: by_x(UNEVEN)}
    for problem in (EVEN, UNEVEN):
        motions = [move(problem, tolerance) for tolerance in TOLERANCES]
        wrong = [errors(problem, motion, known[problem.name](motion.t)) for motion in motions]
        found[problem.name] = dict(zip(TOLERANCES, zip(motions, wrong)))
        tell(console, problem, found[problem.name])

    motion, _ = found[EVEN.name][TOLERANCES[-1]]
    motion.plot(["coordinates", "velocities"]).savefig(place / "coordinates.png")
    motion.plot("phase").savefig(place / "phase.png")
    for name, (size, panels) in pictures(found[EVEN.name], known[EVEN.name]).items():
        save(place / name, size, panels)
    console.print(f"Pictures are in {place.resolve()}; see overview.png first.", highlight=False)


if __name__ == "__main__":
    main(*sys.argv[1:])
