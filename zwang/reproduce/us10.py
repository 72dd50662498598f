"""Section 4 of [US10]: the rotation of a rigid body in unit quaternions, free and under torque.

The mass matrix 4EᵀJE has rank three of four; the unit length of the quaternion is a constraint.
The paper prints equations and no numbers. The kernel, which knows none of its closed forms, is set
beside them; and motions in quaternions beside the exact ones, known in Euler's angles.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.bodies.kinds.quaternion import matrix
from zwang.motion.motion import Motion
from zwang.papers import us10_rotation as printed
from zwang.plots.style import COLORS, FAINT, TICKS, Picture, styled
from zwang.reproduce.ku93_figures import smooth
from zwang.reproduce.page import PROJECTED, UNPROJECTED, Paper, Row, Section, png, within
from zwang.reproduce.us10_body import (
    MOTION_TOLERANCE,
    ROUNDING,
    quaternions,
    rates,
    states,
    turn,
    turns_apart,
)
from zwang.reproduce.us10_sections import sections
from zwang.zoo import euler_free_body, heavy_top
from zwang.zoo.turning.euler_free_body import body_rates

FREE_END, TOP_END = 12.0, 1.0


def paper(tolerance: float = MOTION_TOLERANCE) -> Paper:
    """All that the page tells of this paper."""
    return Paper(
        key="US10",
        title="Equations of motion for general constrained systems in Lagrangian mechanics",
        citation="F. E. Udwadia and A. D. Schutte, Acta Mechanica 213 (2010), 111–129.",
        words=(
            "Section 4 derives the rotation of a rigid body in unit quaternions u from a kinetic "
            "energy whose mass matrix 4EᵀJE is singular, with uᵀu = 1 as the constraint. It "
            "prints equations and no numbers. Here zwang is given that singular matrix, the force "
            "of (91) and the constraint (92), and nothing else of the paper; its answers are set "
            "beside the closed forms as printed, and its motions beside exact ones. Before that, "
            "the lemmas and results of section 3, at random systems.",
        ),
        sections=(*sections(), *states(), _free(tolerance), _top(tolerance)),
    )


def _free(tolerance: float) -> Section:
    """A body of three unequal moments, without torque."""
    problem = euler_free_body()
    J = np.array(list(problem.p.values()))
    motion = turn(problem, J, 0.0, FREE_END, tolerance)
    drifting = turn(problem, J, 0.0, FREE_END, tolerance, drift=None)

    def compared(motion: Motion) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        angles, angle_rates = problem.state(motion.t)
        known = np.asarray(body_rates(angles, angle_rates))
        return rates(motion), known, turns_apart(np.asarray(motion.q), quaternions(angles))

    w, known, errors = compared(motion)
    momentum = np.einsum("tij,tj->ti", matrix(np.asarray(motion.q)), J * w)
    drift = np.linalg.norm(momentum - momentum[0], axis=1) / np.linalg.norm(momentum[0])
    rows = (
        *_kept(motion, drifting),
        within("angular momentum in space, largest change, relative", "Γ_B = 0 in (116)",
               drift, MOTION_TOLERANCE, "not printed; 0 in theory"),
        within("ω less the exact one (Jacobi’s elliptic functions)", "eqs. (79), (116)",
               w - known, MOTION_TOLERANCE, "not printed; 0 if exact"),
        within("u less the exact one (integral of the third kind)", "eq. (116)", errors,
               MOTION_TOLERANCE, "not printed; 0 if exact"),
    )  # fmt: skip
    words = (
        "J = diag(1, 2, 3), turning freely: ω(0) = (1, 0.4, 1.2). The exact motion is known in "
        "Euler’s angles, about the axis of the angular momentum.",
    )
    caption = (
        "Quaternion; rates about the body’s axes, with dots for the exact ones; the constraint "
        "torque, with dots for (121); and what is lost: of the unit length, of the energy, and of "
        "the exact turn. Start and duration are ours."
    )
    motion = smooth(motion, 601)
    w, known, errors = compared(motion)
    picture = png(_draw(motion, {"ω": (w, known)}, errors))
    return Section("A free body", PROJECTED, words, rows, picture, caption)


def _top(tolerance: float) -> Section:
    """A heavy symmetric top: the torque of its weight."""
    problem = heavy_top()
    I1, I3, mgl = problem.p.values()
    J = np.array([I1, I1, I3])
    motion = turn(problem, J, mgl, TOP_END, tolerance)
    drifting = turn(problem, J, mgl, TOP_END, tolerance, drift=None)

    def compared(motion: Motion) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        angles, _ = problem.state(motion.t)
        errors = turns_apart(np.asarray(motion.q), quaternions(angles))
        return np.asarray(matrix(np.asarray(motion.q))), angles, errors

    (turned, angles, errors), w = compared(motion), rates(motion)
    upright = np.einsum("ti,ti->t", turned[:, 2], J * w)
    rows = (
        *_kept(motion, drifting),
        within("angular momentum about the vertical, largest change, relative", "eq. (116)",
               upright / upright[0] - 1.0, MOTION_TOLERANCE,
               "not printed; 0 in theory"),
        within("spin ω₃, largest change, relative", "eq. (116)",
               w[:, 2] / w[0, 2] - 1.0, MOTION_TOLERANCE,
               "not printed; 0 in theory"),
        within("u less the exact one (elliptic integrals)", "eq. (116)", errors,
               MOTION_TOLERANCE, "not printed; 0 if exact"),
    )  # fmt: skip
    words = (
        "J = diag(0.02, 0.02, 0.03) about the tip, m g l = 0.5, spinning at 40 and leaning by 0.7 "
        "rad: the torque Γ_B of the weight enters as Γ_u = 2EᵀΓ_B (113).",
    )
    caption = (
        "Quaternion; the lean of the axis, with dots for the exact one; the constraint torque, "
        "with dots for (121); and what is lost: of the unit length, of the energy, and of the "
        "exact turn. Start and duration are ours."
    )
    motion = smooth(motion, 601)
    turned, angles, errors = compared(motion)
    lean = np.arccos(turned[:, 2, 2])[:, None], angles[:, 1:2]
    picture = png(_draw(motion, {"lean θ": lean}, errors))
    return Section("A body under torque: a heavy top", PROJECTED, words, rows, picture, caption)


def _kept(motion: Motion, drifting: Motion) -> tuple[Row, ...]:
    """What every motion should keep."""
    energy = motion.energy / motion.energy[0] - 1.0
    torque = (motion.Qc - _constraint_torques(motion)) / np.abs(motion.Qc).max()
    return (
        within("uᵀu − 1, largest", "eq. (78)", drifting.residual_raw,
               10.0 * MOTION_TOLERANCE, how=UNPROJECTED),
        within("uᵀu − 1, largest", "eq. (78)", motion.residual_raw, 1e-14),
        within("constraint torque less (121), largest, relative", "eq. (121)", torque, ROUNDING),
        within("energy, largest change, relative", "eq. (76)", energy, MOTION_TOLERANCE,
               "not printed; 0 in theory"),
    )  # fmt: skip


def _constraint_torques(motion: Motion) -> np.ndarray:
    """(121) in each row (T, 4); Γ_u = 2EᵀΓ_B is across u, so that its term vanishes."""
    J, states = np.diag(motion.p["J"]), zip(np.asarray(motion.q), rates(motion))
    return np.stack([printed.Qc(u, w, J, np.zeros(4)) for u, w in states])


def _draw(motion: Motion, shown: dict[str, Any], errors: np.ndarray) -> Any:
    """Quaternion, one other quantity, the constraint torque, and what is lost."""
    few, told = slice(None, None, 20), _constraint_torques(motion)
    dots = {"mfc": "white", "ms": 2.6, "mew": 0.7, "ls": "none", "marker": "o"}
    with styled():
        figure = Picture(figsize=(5.4, 6.0), layout="constrained")
        first, second, third, last = figure.subplots(4, 1, sharex=True)
        for i, name in enumerate(("u₀", "u₁", "u₂", "u₃")):
            first.plot(motion.t, motion.q[:, i], color=COLORS[i], lw=0.9, label=name)
            third.plot(motion.t, motion.Qc[:, i], color=COLORS[i], lw=0.9)
            third.plot(motion.t[few], told[few, i], color=COLORS[i], **dots)
        (label, (found, exact)) = next(iter(shown.items()))
        for i in range(found.shape[1]):
            name = f"{label}{'₁₂₃'[i]}" if found.shape[1] > 1 else None
            second.plot(motion.t, found[:, i], color=COLORS[i], lw=0.9, label=name)
            second.plot(motion.t[few], exact[few, i], color=COLORS[i], **dots)
        energy = np.abs(motion.energy / motion.energy[0] - 1.0)
        for values, name, color in (
            (np.abs(motion.residual_raw[:, 0]), "uᵀu − 1", COLORS[0]),
            (energy, "energy", COLORS[1]),
            (errors, "turn", COLORS[2]),
        ):
            last.plot(motion.t, np.maximum(values, 1e-17), ".", ms=1.2, color=color, label=name)
        last.set(yscale="log", ylim=(5e-18, 1e-9), xlabel="t", ylabel="lost")
        last.axhline(MOTION_TOLERANCE, color=FAINT, lw=0.8, ls=":")
        for axes, label in ((first, "quaternion u"), (second, label), (third, "Qc")):
            axes.set_ylabel(label)
        for axes in (first, second, last):
            handles, _ = axes.get_legend_handles_labels()
            if handles:
                axes.legend(loc="center left", bbox_to_anchor=(1.02, 0.5), markerscale=5)
        last.set_xlim(0.0, motion.t[-1])
        for axes in (first, second, third, last):
            axes.tick_params(**TICKS)
    return figure
