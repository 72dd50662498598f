"""The equation of [U05] at work: a constraint that brakes, and a constraint that steers.

The paper prints equations and no example. So its laws are checked here along motions: those of
Rosenberg's particle, taken from [KU93], with a constraint that does work (7); and of the
oscillators of [KU93], whose constraint force is the control (25).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from zwang.equation.matrices import evaluate
from zwang.motion.motion import Motion
from zwang.papers import u05 as printed
from zwang.plots.style import COLORS, TICKS, Picture, styled
from zwang.reproduce.ku93_figures import OSCILLATOR_END, move, over_time
from zwang.reproduce.page import Paper, Section, png, within
from zwang.zoo import Problem, ku93_oscillator, rosenberg

DRAG, END = 0.4, 3.0
ROUNDING = 1e-13  # the printed forms take square roots and pseudo-inverses
MOTION = 1e-10  # the tolerance of the motions


def paper() -> Paper:
    """All that the page tells of this paper."""
    ideal, braked = rosenberg(), rosenberg(DRAG)
    moved = move(ideal, END), move(braked, END)
    steered = ku93_oscillator(0.4)
    tracked = move(steered, OSCILLATOR_END)
    return Paper(
        key="U05",
        title="Equations of Motion for Constrained Multibody Systems and their Control",
        citation="F. E. Udwadia (2005).",
        words=(
            "The paper prints no numerical example. Its equations are therefore checked along "
            "motions: each is computed as printed, with square roots and Moore-Penrose inverses, "
            "at the states of the motion, and set beside what zwang computed by other means.",
        ),
        sections=(_particle(braked, *moved), _laws(braked, moved[1]), _control(steered, tracked)),
    )


class _Instant(NamedTuple):
    """The letters of the paper in one row of a motion, and what the motion has there."""

    M: np.ndarray
    Q: np.ndarray
    A: np.ndarray
    b: np.ndarray
    C: np.ndarray
    qdd: np.ndarray
    Qc: np.ndarray
    ideal: np.ndarray
    nonideal: np.ndarray


def _instants(problem: Problem, motion: Motion, every: int = 10) -> Iterator[_Instant]:
    """Every so many of the rows."""
    system = problem.system
    for i in range(0, len(motion.t), every):
        q, qd, t = motion.q[i], motion.qd[i], motion.t[i]
        seen = evaluate(system, q, qd, t, problem.p)
        drag = problem.p.get("drag", 0.0)
        C = -drag * np.linalg.norm(qd) * qd
        M, Q, A, b = map(np.asarray, (seen.M, seen.Q, seen.form.A, seen.form.b))
        found = motion.qdd[i], motion.Qc[i], motion.Qc_ideal[i], motion.Qc_nonideal[i]
        yield _Instant(M, Q, A, b, C, *map(np.asarray, found))


def _particle(problem: Problem, ideal: Motion, braked: Motion) -> Section:
    """The motion with the nonideal constraint, beside its closed form."""
    there = list(_instants(problem, braked))
    size = max(np.abs(x.Qc).max() for x in there)
    worst = lambda differences: max(float(np.abs(x).max()) for x in differences) / size
    rows = (
        within("q̈ less (9) as printed, relative", "eq. (9)",
               worst(x.qdd - printed.qdd(x.M, x.Q, x.A, x.b, x.C) for x in there), ROUNDING),
        within("ideal part of the force less (11), relative", "eq. (11)",
               worst(x.ideal - printed.Qc_ideal(x.M, x.Q, x.A, x.b) for x in there), ROUNDING),
        within("nonideal part less (12), relative", "eq. (12)",
               worst(x.nonideal - printed.Qc_nonideal(x.M, x.A, x.C) for x in there), ROUNDING),
        within("motion less its closed form, relative", "from eq. (9), integrated by hand",
               problem.error(braked.t, braked.q, braked.qd), MOTION, "not printed; 0 if exact"),
        within("the same with an ideal constraint", "eq. (9) with C = 0; KU93 (38)",
               rosenberg().error(ideal.t, ideal.q, ideal.qd), MOTION, "not printed; 0 if exact"),
        within("ẏ − z ẋ, largest", "eq. (4)", np.abs(braked.residual_raw).max(), MOTION),
    )  # fmt: skip
    words = (
        "A particle of unit mass, free of given forces, must keep ẏ = z ẋ. In the first motion "
        "the constraint is ideal and the speed stays. In the second it is not: by (7) it does "
        "the work of C = −0.4 |q̇| q̇ under virtual displacements, and the particle slows down as "
        "V = V₀/(1 + 0.4 V₀ t).",
    )
    caption = (
        "The speed with either constraint, with dots for the closed forms; and the two parts of "
        "the constraint force, (11) solid and (12) dashed, where the constraint brakes."
    )
    title = "Equations (7) to (12): a constraint that brakes"
    return Section(title, words, rows, png(_draw_particle(ideal, braked)), caption)


def _laws(problem: Problem, motion: Motion) -> Section:
    """Orthogonality, the conditions of Penrose, and the prescribed work."""
    rng = np.random.default_rng(2005)
    across, penrose, work, power = [], [], [], []
    for i, x in enumerate(_instants(problem, motion)):
        u, w = printed.deviation_parts(x.M, x.Q, x.A, x.b, x.C)
        across.append(abs(u @ x.M @ w) / (1.0 + np.linalg.norm(u) * np.linalg.norm(w)))
        B, B_plus = printed.B_matrix(x.M, x.A), printed.B_pinv(x.M, x.A)
        left = [np.abs(part).max() for part in printed.penrose_residuals(B, B_plus)]
        penrose.append(left)
        v = printed.virtual_displacement(x.M, x.A, rng.standard_normal(len(x.Q)))
        work.append(abs(v @ x.Qc - v @ x.C))
        qd = motion.qd[10 * i]
        power.append(abs(x.Qc @ qd - x.C @ qd))
    letters = zip("abcd", np.max(penrose, axis=0))
    rows = (
        within("uᵀM w of the two parts of q̈ − a, relative", "section 2.1, eq. (10)",
               max(across), ROUNDING),
        *(within(f"condition ({letter})", f"eq. (13{letter})", worst, ROUNDING)
          for letter, worst in letters),
        within("vᵀQc − vᵀC, v a random virtual displacement", "eqs. (7), (17b)",
               max(work), ROUNDING),
        within("power of the constraint less that of C", "eq. (7); q̇ is a virtual displacement "
               "here, as A q̇ = 0", max(power), ROUNDING),
    )  # fmt: skip
    words = ("Along the same motion, at 51 times, what should be zero.",)
    return Section("Section 2.1 and equation (13): orthogonality, and the inverse", words, rows)


def _control(problem: Problem, motion: Motion) -> Section:
    """(25): the gain times the error signal."""
    there = list(_instants(problem, motion, every=2))
    size = max(np.abs(x.Qc).max() for x in there)
    control = (printed.control_force(x.M, x.Q, x.A, x.b) for x in there)
    wrong = max(np.abs(x.Qc - force).max() for x, force in zip(there, control)) / size
    rows = (
        within("control force less (25) as printed, relative", "eq. (25)", wrong, ROUNDING),
        within("trajectory requirement, largest error", "eqs. (3), (25), “exactly satisfies”",
               np.abs(motion.residual_raw).max(), MOTION),
        within("the same for its rate", "eq. (5)", np.abs(motion.rate_raw).max(), MOTION),
    )  # fmt: skip
    words = (
        "The control force is a gain, M^(1/2) B⁺, times the error signal e = b − A a: how far "
        "the motion without control is from what is required. Here two coupled Duffing "
        "oscillators must keep x₁ − x₂ = e^(−0.4 t) sin 2πt, as in example 3 of KU93.",
    )
    caption = (
        "Above, the error signal e, which is what the path would lack without control; below, "
        "the control force on mass 1 (solid) and on mass 2 (dashed). The duration of 5 is ours."
    )
    picture = png(_draw_control(there, motion))
    return Section("Equation (25): nature as a control engineer", words, rows, picture, caption)


# -- figures --------------------------------------------------------------------------------------


def _draw_particle(ideal: Motion, braked: Motion) -> Any:
    with styled():
        figure = Picture(figsize=(5.4, 4.2), layout="constrained")
        above, below = figure.subplots(2, 1, sharex=True)
        few = slice(None, None, 25)
        for motion, problem, color, name in (
            (ideal, rosenberg(), COLORS[0], "ideal, C = 0"),
            (braked, rosenberg(DRAG), COLORS[1], "nonideal, C = −0.4 |q̇| q̇"),
        ):
            above.plot(motion.t, np.linalg.norm(motion.qd, axis=1), color=color, label=name)
            _, known = problem.state(motion.t[few])
            look = {"color": color, "mfc": "white", "ms": 3, "ls": "none", "marker": "o"}
            above.plot(motion.t[few], np.linalg.norm(known, axis=1), **look)
        above.set(ylabel="speed |q̇|", ylim=(0.0, None))
        above.legend(loc="lower left")
        for i, name in enumerate(braked.coordinates):
            below.plot(braked.t, braked.Qc_ideal[:, i], color=COLORS[i], label=name)
            below.plot(braked.t, braked.Qc_nonideal[:, i], color=COLORS[i], ls=(0, (4, 1.5)))
        below.set(xlabel="t", ylabel="parts of Qc", xlim=(0.0, END))
        below.legend(ncols=3, loc="upper right")
        for axes in (above, below):
            axes.tick_params(**TICKS)
    return figure


def _draw_control(there: list[_Instant], motion: Motion) -> Any:
    with styled():
        figure = Picture(figsize=(5.4, 3.8), layout="constrained")
        above, below = figure.subplots(2, 1, sharex=True)
        e = [printed.error_signal(x.M, x.Q, x.A, x.b)[0] for x in there]
        above.plot(motion.t[::2], e, color=COLORS[2])
        above.set(ylabel="error signal e")
        over_time(below, motion, "control force", *motion.Qc.T)
        for axes in (above, below):
            axes.tick_params(**TICKS)
    return figure
