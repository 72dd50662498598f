"""The equation of [U05] at work: a constraint that brakes, and a constraint that steers.

The paper prints equations and no example. So its laws are checked here along motions: those of
Rosenberg's particle, taken from [KU93], with a constraint that does work (7), always or in one
interval only; and of the oscillators of [KU93], in the closed loop of the control (25).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from zwang.equation.matrices import evaluate
from zwang.motion.motion import Motion
from zwang.motion.simulate import simulate
from zwang.papers import u05 as printed
from zwang.plots.style import COLORS, TICKS, Picture, styled
from zwang.reproduce.ku93_figures import move, over_time, smooth, steer
from zwang.reproduce.page import CONTROLLED, PROJECTED, Paper, Section, png, within
from zwang.zoo import Problem, ku93_oscillator, rosenberg

DRAG, END = 0.4, 3.0
ROUNDING = 1e-13  # the printed forms take square roots and pseudo-inverses
MOTION = 1e-10  # the tolerance of the motions
SPEED = 1e-12  # the speed does not depend on where the particle is, and comes out better


def paper(tolerance: float = MOTION) -> Paper:
    """All that the page tells of this paper."""
    ideal, braked = rosenberg(), rosenberg(DRAG)
    moved = move(ideal, END, tolerance), move(braked, END, tolerance)
    steered = ku93_oscillator(0.4)
    wishing = replace(steered, p={**steered.p, "drag": DRAG})
    return Paper(
        key="U05",
        title="Equations of Motion for Constrained Multibody Systems and their Control",
        citation="F. E. Udwadia (2005).",
        words=(
            "The paper prints no numerical example. Its equations are therefore checked along "
            "motions: each is computed as printed, with square roots and Moore-Penrose inverses, "
            "at the states of the motion, and set beside what zwang computed by other means.",
        ),
        sections=(
            _particle(braked, *moved),
            _switched(tolerance),
            _laws(braked, moved[1]),
            _control(steered, steer(steered, tolerance), steer(wishing, tolerance, _drag)),
        ),
    )


def _drag(qd: Any, p: Any) -> Any:
    """C of (7) and (24), −0.4 |q̇| q̇."""
    return -p["drag"] * jnp.sqrt(qd @ qd) * qd


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


def _instants(problem: Problem, motion: Motion) -> Iterator[_Instant]:
    """All rows; the force of a motion under control is the control."""
    system = problem.system
    steered = not motion.rows.names
    for i in range(len(motion.t)):
        q, qd, t = motion.q[i], motion.qd[i], motion.t[i]
        seen = evaluate(system, q, qd, t, problem.p)
        drag = problem.p.get("drag", 0.0)
        C = -drag * np.linalg.norm(qd) * qd
        M, Q, A, b = map(np.asarray, (seen.M, seen.Q, seen.form.A, seen.form.b))
        found = motion.qdd[i], motion.Qc[i], motion.Qc_ideal[i], motion.Qc_nonideal[i]
        if steered:
            found = motion.qdd[i], motion.control[i], motion.control[i], motion.Qc_nonideal[i]
        yield _Instant(M, Q, A, b, C, *map(np.asarray, found))


def _particle(problem: Problem, ideal: Motion, braked: Motion) -> Section:
    """The motion with the nonideal constraint, beside its closed form."""
    there = list(_instants(problem, braked))
    size = np.max([np.abs(x.Qc) for x in there])
    worst = lambda differences: np.array(list(differences)) / size
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
        within("ẏ − z ẋ, largest", "eq. (4)",
               braked.qd[:, 1] - braked.q[:, 2] * braked.qd[:, 0], 1e-14),
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
    picture = png(_draw_particle(smooth(ideal), smooth(braked)))
    return Section(title, PROJECTED, words, rows, picture, caption)


def _switched(tolerance: float) -> Section:
    """The constraint brakes from t = 1 to t = 2 only; each interval is a motion of its own."""
    problem, parts = rosenberg(DRAG), []
    q, qd = problem.q0, problem.qd0
    for begin, drag in ((0.0, 0.0), (1.0, DRAG), (2.0, 0.0)):
        here = replace(problem, q0=q, qd0=qd, p={**problem.p, "drag": drag})
        start = here.system, q, qd, (begin, begin + 1.0), here.p
        motion = simulate(*start, rtol=tolerance, atol=tolerance)
        q, qd = motion.q[-1], motion.qd[-1]
        parts.append((here, motion))
    V0 = float(np.linalg.norm(problem.qd0))
    slowed = V0 / (1.0 + DRAG * V0)
    speeds = [np.linalg.norm(motion.qd, axis=1) for _, motion in parts]
    braking = V0 / (1.0 + DRAG * V0 * (parts[1][1].t - 1.0))
    rng, work = np.random.default_rng(7), []
    for here, motion in parts:
        for x in _instants(here, motion):
            v = printed.virtual_displacement(x.M, x.A, rng.standard_normal(len(x.Q)))
            work.append(v @ x.Qc - v @ x.C)
    closed = "not printed; 0 if exact"
    rows = (
        within("speed less V₀ while C = 0, relative", "eq. (7), ideal for t < 1",
               speeds[0] / V0 - 1.0, SPEED, closed),
        within("speed less V₀/(1 + 0.4 V₀(t − 1)), relative", "eq. (7), nonideal for 1 < t < 2",
               speeds[1] / braking - 1.0, SPEED, closed),
        within("speed less V₀/(1 + 0.4 V₀), relative", "eq. (7), ideal again for t > 2",
               speeds[2] / slowed - 1.0, SPEED, closed),
        within("vᵀQc − vᵀC in all three, v a random virtual displacement", "eqs. (7), (17b)",
               work, ROUNDING),
    )  # fmt: skip
    words = (
        "“We include the situation here when the constraints may be ideal over certain intervals "
        "of time and nonideal over other intervals.” The same particle, whose constraint brakes "
        "from t = 1 to t = 2 and is ideal before and after.",
    )
    return Section(
        "Equation (7): ideal in some intervals, nonideal in others", PROJECTED, words, rows
    )


def _laws(problem: Problem, motion: Motion) -> Section:
    """Orthogonality, the conditions of Penrose, and the prescribed work."""
    rng = np.random.default_rng(2005)
    across, penrose, work, power = [], [], [], []
    for i, x in enumerate(_instants(problem, motion)):
        u, w = printed.deviation_parts(x.M, x.Q, x.A, x.b, x.C)
        across.append(u @ x.M @ w / (1.0 + np.linalg.norm(u) * np.linalg.norm(w)))
        twice = np.vstack([x.A, 2.0 * x.A])  # of one row alone (13c) would say nothing
        B, B_plus = printed.B_matrix(x.M, twice), printed.B_pinv(x.M, twice)
        penrose.append(printed.penrose_residuals(B, B_plus))
        v = printed.virtual_displacement(x.M, x.A, rng.standard_normal(len(x.Q)))
        work.append(v @ x.Qc - v @ x.C)
        qd = motion.qd[i]
        power.append(x.Qc @ qd - x.C @ qd)
    letters = zip("abcd", zip(*penrose))
    rows = (
        within("uᵀM w of the two parts of q̈ − a, relative", "section 2.1, eq. (10)",
               across, ROUNDING),
        *(within(f"condition ({letter})", f"eq. (13{letter})", left, ROUNDING)
          for letter, left in letters),
        within("vᵀQc − vᵀC, v a random virtual displacement", "eqs. (7), (17b)",
               work, ROUNDING),
        within("power of the constraint less that of C", "eq. (7); q̇ is a virtual displacement "
               "here, as A q̇ = 0", power, ROUNDING),
    )  # fmt: skip
    words = ("Along the same motion, at each of its steps, what should be zero.",)
    title = "Section 2.1 and equation (13): orthogonality, and the inverse"
    return Section(title, PROJECTED, words, rows)


def _control(problem: Problem, motion: Motion, wished: Motion) -> Section:
    """(25): the gain times the error signal; and (24), with a C."""
    there, with_C = (list(_instants(replace(problem, p=x.p), x)) for x in (motion, wished))
    size = np.max([np.abs(x.Qc) for x in (*there, *with_C)])
    control = (printed.control_force(x.M, x.Q, x.A, x.b) for x in there)
    wrong = [(x.Qc - force) / size for x, force in zip(there, control)]
    states = zip(motion.q, motion.qd, motion.t)
    rates = [float(evaluate(problem.system, *x, problem.p).form.velocity[0]) for x in states]
    whole = [(x.Qc - printed.Qc(x.M, x.Q, x.A, x.b, x.C)) / size for x in with_C]
    rows = (
        within("control force less (25) as printed, relative", "eq. (25)", wrong, ROUNDING),
        within("trajectory requirement, largest error", "eqs. (3), (25), “exactly satisfies”",
               motion.tracking_error("path"), MOTION),
        within("the same for its rate", "eq. (5)", rates, MOTION),
        within("control force with C = −0.4 |q̇| q̇ less (24) as printed, relative", "eq. (24)",
               whole, ROUNDING),
        within("trajectory requirement with that C, largest error", "eqs. (3), (24)",
               wished.tracking_error("path"), MOTION),
    )  # fmt: skip
    words = (
        "The control force is a gain, M^(1/2) B⁺, times the error signal e = b − A a: how far "
        "the motion without control is from what is required. Here two coupled Duffing "
        "oscillators must keep x₁ − x₂ = e^(−0.4 t) sin 2πt, as in example 3 of KU93. They move in "
        "the closed loop of zw.track: nothing but the control keeps the path. "
        "The second loop has a C (24), as zw.track takes it: the control does its work under "
        "virtual displacements, which brakes the masses and leaves the path as it is.",
    )
    caption = (
        "Above, the error signal e, which is what the path would lack without control; below, "
        "the control force on mass 1 (solid) and on mass 2 (dashed). The duration of 5 is ours."
    )
    fine = smooth(motion)
    picture = png(_draw_control(list(_instants(problem, fine)), fine))
    title = "Equations (24) and (25): nature as a control engineer"
    return Section(title, CONTROLLED, words, rows, picture, caption)


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
        above.plot(motion.t, e, color=COLORS[2])
        above.set(ylabel="error signal e")
        over_time(below, motion, "control force", *motion.control.T)
        for axes in (above, below):
            axes.tick_params(**TICKS)
    return figure
