"""The examples of [KU93]: the numbers reached beside those that the paper prints."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from scipy.integrate import solve_ivp

from zwang.equation.matrices import evaluate
from zwang.integrate.projection import Projection
from zwang.motion.motion import Motion
from zwang.papers import ku93 as printed
from zwang.papers._inverses import pinv
from zwang.reproduce.draws import apart
from zwang.reproduce.ku93_figures import (
    CAPTIONS,
    DECAYS,
    OSCILLATOR_END,
    SPEEDS,
    TOLERANCE,
    Motions,
    figures,
    motions,
    move,
)
from zwang.reproduce.ku93_sections import sections
from zwang.reproduce.page import (
    CONTROLLED,
    PROJECTED,
    STATES,
    UNPROJECTED,
    Paper,
    Row,
    Section,
    png,
    within,
)
from zwang.zoo import Problem, ku93_oscillator, ku93_particle, ku93_pendulum


def paper(tolerance: float = TOLERANCE) -> Paper:
    """All that the page tells of this paper."""
    found = motions(tolerance)
    drawn = {number: png(figure) for number, figure in figures(found).items()}
    return Paper(
        key="KU93",
        title="Equations of Motion for Nonholonomic, Constrained Dynamical Systems via Gauss's "
        "Principle",
        citation="R. E. Kalaba and F. E. Udwadia, Journal of Applied Mechanics 60 (1993), 662.",
        words=(
            "The paper integrates with a local error tolerance of 1e-10 (section 5), and so does "
            "this page. It shows its results as curves and prints few numbers; how long the "
            "motions last is not printed, so the durations are ours. Where the paper has a curve "
            "only, the numbers are compared with answers known from elsewhere. Sections 2 to 4 are "
            "computed at random states, as printed.",
        ),
        sections=(
            *sections(),
            _particle(tolerance),
            *_pendulums(found, drawn),
            *_oscillators(found, drawn, tolerance),
        ),
    )


# -- numbers --------------------------------------------------------------------------------------


def _particle(tolerance: float) -> Section:
    """Example 1: (37) and (38) as printed, at random states; and the motion."""
    problem, rng = ku93_particle(), np.random.default_rng(1993)
    wrong_37, wrong_38 = [], []
    for z, xd, zd in 3.0 * rng.standard_normal((100, 3)):
        D = np.array([[-z, 1.0, 0.0]])
        D_g = D.T / (1.0 + z**2)
        matrix = np.array([[1.0, z, 0.0], [z, z**2, 0.0], [0.0, 0.0, 1.0 + z**2]]) / (1.0 + z**2)
        wrong_37.append(pinv(np.eye(3) - D_g @ D) - matrix)
        told = zd * xd / (1.0 + z**2) * np.array([-z, 1.0, 0.0])
        qdd = problem.system.acceleration([0.0, 0.0, z], [xd, z * xd, zd]).qdd
        wrong_38.append(apart(qdd, told))
    motion, drifting = (
        move(problem, problem.t, tolerance, drift) for drift in (Projection(), None)
    )
    error = problem.error(motion.t, motion.q, motion.qd)
    rows = (
        within("(I − D⁻D)⁺ less the matrix printed; 100 random z", "eq. (37)",
               wrong_37, 1e-14),
        within("acceleration less the one printed; 100 random states", "eq. (38)",
               wrong_38, 1e-14),
        within("ẏ − z ẋ, largest over t ≤ 3", "eq. (36)", _slip(drifting), TOLERANCE,
               how=UNPROJECTED),
        within("ẏ − z ẋ, largest over t ≤ 3", "eq. (36)", _slip(motion), 1e-14, how=PROJECTED),
        within("motion less its closed form, largest over t ≤ 3", "from eq. (38), integrated by "
               "hand; start and duration ours", error, TOLERANCE, "not printed; 0 if exact",
               PROJECTED),
    )  # fmt: skip
    words = "A free particle of unit mass that must keep ẏ = z ẋ, after Rosenberg."
    return Section("Example 1: a nonholonomic constraint", STATES, (words,), rows)


def _slip(motion: Motion) -> np.ndarray:
    """What is left of (36) (T,)."""
    return motion.qd[:, 1] - motion.q[:, 2] * motion.qd[:, 0]


def _pendulums(found: Motions, drawn: Mapping[int, bytes]) -> tuple[Section, ...]:
    """Example 2: figures 1 to 3."""
    even, problem = found.even, ku93_pendulum()
    angle = np.degrees(np.abs(np.arctan2(even.q[:, 0], even.q[:, 1])).max())
    figure1 = (
        Row("largest angle from the vertical", "example 2, “about 80 degrees”", angle, 82.5, 77.5,
            "about 80°", shown=f"{angle:.1f}°"),
        within("place and velocity less those by the angle as coordinate, in elliptic functions; "
               "relative", "fig. 1(a–d), “the same (to within the error tolerance)”",
               problem.error(even.t, even.q, even.qd), TOLERANCE, "the same, within 1e-10"),
        *_lengths("x² + y² − L², largest; L² = 400", "fig. 1(g), eq. (34)", even,
                  found.drifting[1]),
        within("energy, largest change over m g L", "", _drift(even), TOLERANCE,
               "not printed; 0 in theory"),
    )  # fmt: skip
    figure2 = (
        within("place and velocity less the reference at t = 1, 2, 5, 10, relative",
               "fig. 2(a–d)",
               _table_error(4.0, found.uneven[4.0]), TOLERANCE, "curves"),
        *_lengths("x² + y² − L²{1 − μ sin x²}, largest", "fig. 2(g), eq. (34)", found.uneven[4.0],
                  found.drifting[2]),
    )  # fmt: skip
    figure3 = tuple(
        within(f"a = {a:g}: place and velocity less the reference, relative",
               f"fig. 3({letters})", _table_error(a, found.uneven[a]), TOLERANCE, "curves")
        for a, letters in zip(SPEEDS, ("a, b", "c, d", "e, f", "g, h"))
    )  # fmt: skip
    words = (
        "A pendulum bob in x and y, y downward, with m = 1, L = 20, g = 4π (33). Its length is a "
        "constraint that may depend on where it is (34). With μ = 0 it is the usual pendulum.",
        "With μ = −0.1 the start is a hilltop between two hollows, where errors grow. The "
        "reference is the motion in x alone, integrated in 34 digits.",
    )
    return (
        Section("Example 2, figure 1: constant length, a = 20", PROJECTED, words[:1], figure1,
                drawn[1], CAPTIONS[1]),
        Section("Example 2, figure 2: μ = −0.1, a = 4", PROJECTED, words[1:], figure2, drawn[2],
                CAPTIONS[2]),
        Section("Example 2, figure 3: four speeds", PROJECTED, (), figure3, drawn[3], CAPTIONS[3]),
    )  # fmt: skip


def _lengths(what: str, where: str, kept: Motion, drifting: Motion) -> tuple[Row, Row]:
    """The constraint's error, as the paper's scheme leaves it and as projection does."""
    L2, printed = kept.p["L"] ** 2, "a curve; 0 in theory"
    return (
        within(what, where, drifting.residual_raw, TOLERANCE * L2, printed,
               UNPROJECTED),
        within(what, where, kept.residual_raw, 1e-15 * L2, printed, PROJECTED),
    )  # fmt: skip


def _oscillators(
    found: Motions, drawn: Mapping[int, bytes], tolerance: float
) -> tuple[Section, ...]:
    """Example 3: figures 4 and 5."""
    starts = [_rate_at_start(ku93_oscillator(alpha)) for alpha in found.tracked]
    figure4: list[Row] = [
        within("rate of (35c) at t = 0 with d = 2 and c = 2 + 2π",
               "“c is determined from d and Eq. (35c)”", starts, 1e-14, how=STATES),
    ]  # fmt: skip
    for alpha, motion in found.tracked.items():
        letters, force = ("a–d", "c") if alpha == DECAYS[0] else ("e–h", "g")
        problem = ku93_oscillator(alpha)
        there = motion.at(problem.times[problem.times <= motion.t[-1]])
        error = problem.error(there.t, there.q, there.qd)
        figure4 += [
            within(f"α = {alpha:g}: control force less the one by (32), relative",
                   f"fig. 4({force}), eq. (32)",
                   _by_32(problem, motion), 1e-12),
            within(f"α = {alpha:g}: place and velocity less the reference, relative",
                   f"fig. 4({letters})", error, TOLERANCE, "curves"),
        ]  # fmt: skip
    error, of_order = "left less right side of (35c)", "of the order of 1e-9"
    figure5 = [
        within(f"α = {alpha:g}: tracking error, {error}, largest", f"fig. 5({letter}), eq. (35c)",
               motion.tracking_error("path"), 1e-9, of_order)
        for letter, (alpha, motion) in zip("ab", found.tracked.items())
    ] + [
        within(f"α = {alpha:g}: {error}, by the paper’s scheme: (31) by RK45 with a tolerance of "
               "1e-10, largest", f"fig. 5({letter}), eqs. (31), (35c)",
               _by_31(ku93_oscillator(alpha), tolerance), 1e-9, of_order, UNPROJECTED)
        for letter, alpha in zip("ab", found.tracked)
    ]  # fmt: skip
    words = (
        "Two masses on Duffing springs, (35a) and (35b). The path of their difference (35c) is "
        "what the control must keep: zw.track finds the force of (32), and in the closed loop "
        "nothing but that force keeps the path.",
        "The reference is the motion in x₂ alone, x₁ being eliminated by (35c), integrated in 34 "
        "digits; it is compared at the times of its table.",
    )
    return (
        Section("Example 3, figure 4: tracking control", CONTROLLED, words, tuple(figure4),
                drawn[4], CAPTIONS[4]),
        Section("Example 3, figure 5: tracking error", CONTROLLED, (), tuple(figure5), drawn[5],
                CAPTIONS[5]),
    )  # fmt: skip


def _by_31(problem: Problem, tolerance: float) -> np.ndarray:
    """Error of (35c) along (31) as the paper integrates it; SciPy's RK45 is ode45's formula."""
    f, p = problem.system.first_order(problem.p), problem.p
    span, start = (0.0, OSCILLATOR_END), f.start(problem.q0, problem.qd0)
    solved = solve_ivp(f, span, start, "RK45", rtol=tolerance, atol=tolerance)
    path = p["A"] * np.exp(-p["alpha"] * solved.t) * np.sin(p["omega"] * solved.t)
    return solved.y[0] - solved.y[1] - path


def _drift(motion: Motion) -> np.ndarray:
    """The change of energy over m g L (T,)."""
    m, g, L = (motion.p[name] for name in ("m", "g", "L"))
    return (motion.energy - motion.energy[0]) / (m * g * L)


def _table_error(a: float, motion: Motion) -> float:
    """Of a pendulum with mu = −0.1, at the times of its table."""
    problem = ku93_pendulum(mu=-0.1, a=a)
    there = motion.at(problem.times)
    return problem.error(problem.times, there.q, there.qd)


def _rate_at_start(problem: Problem) -> np.ndarray:
    """What is left of the path's rate at the start."""
    start = evaluate(problem.system, problem.q0, problem.qd0, 0.0, problem.p)
    return np.asarray(start.form.velocity)


def _by_32(problem: Problem, motion: Motion) -> np.ndarray:
    """Differences of the force from (32) with Moore-Penrose inverses, as the paper takes."""
    wrong = []
    for i in range(0, len(motion.t), 5):
        seen = evaluate(problem.system, motion.q[i], motion.qd[i], motion.t[i], problem.p)
        M, Q, A, b = map(np.asarray, (seen.M, seen.Q, seen.form.A, seen.form.b))
        A_g = pinv(A)
        H_ls = printed.least_squares_ginverse(M, A, A_g)
        force = printed.Qc(M, Q, A, b, A_g, H_ls)
        wrong.append(force - motion.control[i])
    return np.array(wrong) / np.abs(motion.control).max()
