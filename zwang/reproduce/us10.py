"""Section 4 of [US10]: the rotation of a rigid body in unit quaternions, free and under torque.

The mass matrix 4EᵀJE has rank three of four; the unit length of the quaternion is a constraint.
The paper prints equations and no numbers. The kernel, which knows none of its closed forms, is set
beside them; and motions in quaternions beside the exact ones, known in Euler's angles.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.bodies.kinds.quaternion import matrix
from zwang.equation.fundamental import solve
from zwang.motion.motion import Motion
from zwang.papers import us10 as general
from zwang.papers import us10_rotation as printed
from zwang.plots.style import COLORS, FAINT, TICKS, Picture, styled
from zwang.reproduce.ku93_figures import smooth
from zwang.reproduce.page import PROJECTED, UNPROJECTED, Paper, Row, Section, png, within
from zwang.reproduce.page import STATES as STATES_ONLY
from zwang.reproduce.us10_body import MOTION_TOLERANCE, apart, quaternions, rates, turn
from zwang.reproduce.us10_sections import sections
from zwang.zoo import euler_free_body, heavy_top
from zwang.zoo.turning.euler_free_body import body_rates

ROUNDING = 1e-12  # the inertias are spread over a factor of ten, the rates too
STATES = 200
FREE_END, TOP_END = 12.0, 1.0


def paper(tolerance: float = MOTION_TOLERANCE) -> Paper:
    """All that the page tells of this paper.

    Parameters
    ----------
    tolerance : of the motions
    """
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
        sections=(*sections(), _identities(), _accelerations(), _free(tolerance), _top(tolerance)),
    )


# -- at random states ------------------------------------------------------------------------------


def _states() -> list[tuple[Any, ...]]:
    """u, u̇, J and Γ_u, at random: u of length one, u̇ along it, J of real bodies."""
    rng, found = np.random.default_rng(2010), []
    for _ in range(STATES):
        u = rng.standard_normal(4)
        u /= np.linalg.norm(u)
        ud = printed.E(u).T @ rng.standard_normal(3) / 2.0
        masses = rng.uniform(0.2, 2.0, 3)  # J₁ = m₂ + m₃, ...: no moment exceeds the others' sum
        found.append((u, ud, np.diag(masses.sum() - masses), rng.standard_normal(4)))
    return found


def _identities() -> Section:
    """(79) to (86), (98), (101), (110), (118)."""
    left: dict[str, list[np.ndarray]] = {}
    for u, ud, J, _ in _states():
        E, Ed, I3, I4 = printed.E(u), printed.E(ud), np.eye(3), np.eye(4)
        w, uu = printed.omega(u, ud), np.outer(u, u)
        w_tilde = printed.tilde(w)
        M_A = lambda power: 4.0**power * E.T @ np.diag(np.diag(J) ** power) @ E + uu
        for name, remains in {
            "ω = 2Eu̇ = −2Ėu, u̇ = ½Eᵀω | (79)": (w + 2.0 * Ed @ u, ud - E.T @ w / 2.0),
            "Eu = 0 | (83)": (E @ u,),
            "Ėu̇ = 0 | (84)": (Ed @ ud,),
            "EᵀE + uuᵀ = I₄ | (85)": (E.T @ E + uu - I4,),
            "EEᵀ = I₃ | (86)": (E @ E.T - I3,),
            "(4EᵀJE + uuᵀ)⁻¹ = ¼EᵀJ⁻¹E + uuᵀ | (98), (101)": (M_A(1) @ M_A(-1) - I4,),
            "(4EᵀJE + uuᵀ)^(½) = 2EᵀJ^(½)E + uuᵀ | (101)": (M_A(0.5) @ M_A(0.5) - M_A(1),),
            "EĖᵀ = ½ω̃ | (110)": (E @ Ed.T - w_tilde / 2.0,),
            "Ėᵀ = ½Eᵀω̃ − ½uωᵀ | (118)": (Ed.T - (E.T @ w_tilde - np.outer(u, w)) / 2.0,),
            "ω̃ω = 0, and N(u̇) = ¼N(ω) | (111), (115)": (
                w_tilde @ w,
                ud @ ud - w @ w / 4.0,
            ),
        }.items():
            left.setdefault(name, []).append(np.array([np.abs(x).max() for x in remains]))
    rows = tuple(
        within(name.split(" | ")[0], f"eq. {name.split(' | ')[1]}", float(np.max(x)), ROUNDING)
        for name, x in left.items()
    )
    words = (
        f"At {STATES} random quaternions, rates and inertias: the largest of what should vanish.",
    )
    return Section("Equations (79) to (118): identities", STATES_ONLY, words, rows)


def _accelerations() -> Section:
    """The kernel with the singular matrix beside (112), (119), (121)."""
    wrong: dict[str, list[float]] = {}
    ranks = set()
    for u, ud, J, gamma in _states():
        E, w = printed.E(u), printed.omega(u, ud)
        M, Q = printed.unconstrained(u, ud, J, gamma)
        A, b = u[None, :], -np.array([ud @ ud])
        ranks.add(int(np.linalg.matrix_rank(M)))
        found = solve(M, Q, A, b)
        told, force = printed.udd(u, ud, J, gamma), printed.Qc(u, w, J, gamma)
        scale, size = 1.0 + np.abs(told).max(), 1.0 + np.abs(force).max()
        by_body = Q - gamma + 2.0 * E.T @ (E @ gamma / 2.0)  # (114) and back: what turns the body
        for name, difference in {
            "ü": np.abs(found.qdd - told).max() / scale,
            "Qc": np.abs(found.Qc - force).max() / size,
            "alpha": max(
                np.abs(np.linalg.solve(*form) - told).max() / scale
                for alpha in (0.3, 1.0, 7.0)
                for form in [printed.definite_form(u, w, J, E @ gamma / 2.0, alpha)]
            ),
            "Γ_B": np.abs(solve(M, by_body, A, b).qdd - told).max() / scale,
            "z": np.abs(general.qdd(M, Q, A, b, alpha=2.0, z=np.ones(1)) - told).max() / scale,
        }.items():
            wrong.setdefault(name, []).append(float(difference))
    worst = {name: max(x) for name, x in wrong.items()}
    rows = (
        Row("rank of 4EᵀJE", "below eq. (91)", ", ".join(map(str, sorted(ranks))), "three",
            ranks == {3}),
        within("ü of the kernel less the closed form, relative", "eq. (112)", worst["ü"], ROUNDING),
        within("the same, Γ_u replaced by 2EᵀΓ_B", "eqs. (113), (114), (116)", worst["Γ_B"],
               ROUNDING),
        within("ü from the definite form, α = 0.3, 1, 7, relative", "eq. (119)", worst["alpha"],
               ROUNDING),
        within("ü from the auxiliary system, α = 2, z = 1, relative", "eqs. (94), (100)",
               worst["z"], ROUNDING),
        within("constraint torque of the kernel less the closed form, relative", "eq. (121)",
               worst["Qc"], ROUNDING),
    )  # fmt: skip
    words = (f"At the same {STATES} states, with random Γ_u.",)
    title = "Equations (91) to (123): acceleration and constraint torque"
    return Section(title, STATES_ONLY, words, rows)


# -- motions ---------------------------------------------------------------------------------------


def _free(tolerance: float) -> Section:
    """A body of three unequal moments, without torque."""
    problem = euler_free_body()
    J = np.array(list(problem.p.values()))
    motion = turn(problem, J, 0.0, FREE_END, tolerance)
    drifting = turn(problem, J, 0.0, FREE_END, tolerance, drift=None)

    def compared(motion: Motion) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        angles, angle_rates = problem.state(motion.t)
        known = np.asarray(body_rates(angles, angle_rates))
        return rates(motion), known, apart(np.asarray(motion.q), quaternions(angles))

    w, known, errors = compared(motion)
    momentum = np.einsum("tij,tj->ti", matrix(np.asarray(motion.q)), J * w)
    drift = np.linalg.norm(momentum - momentum[0], axis=1) / np.linalg.norm(momentum[0])
    rows = (
        *_kept(motion, drifting),
        within("angular momentum in space, largest change, relative", "Γ_B = 0 in (116)",
               drift.max(), MOTION_TOLERANCE, "not printed; 0 in theory"),
        within("ω less the exact one (Jacobi’s elliptic functions)", "eqs. (79), (116)",
               np.abs(w - known).max(), MOTION_TOLERANCE, "not printed; 0 if exact"),
        within("u less the exact one (integral of the third kind)", "eq. (116)", errors.max(),
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
        errors = apart(np.asarray(motion.q), quaternions(angles))
        return np.asarray(matrix(np.asarray(motion.q))), angles, errors

    (turned, angles, errors), w = compared(motion), rates(motion)
    upright = np.einsum("ti,ti->t", turned[:, 2], J * w)
    rows = (
        *_kept(motion, drifting),
        within("angular momentum about the vertical, largest change, relative", "eq. (116)",
               np.abs(upright / upright[0] - 1.0).max(), MOTION_TOLERANCE,
               "not printed; 0 in theory"),
        within("spin ω₃, largest change, relative", "eq. (116)",
               np.abs(w[:, 2] / w[0, 2] - 1.0).max(), MOTION_TOLERANCE,
               "not printed; 0 in theory"),
        within("u less the exact one (elliptic integrals)", "eq. (116)", errors.max(),
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
    energy = np.abs(motion.energy - motion.energy[0]).max() / abs(motion.energy[0])
    torque = np.abs(motion.Qc - _constraint_torques(motion)).max() / np.abs(motion.Qc).max()
    return (
        within("uᵀu − 1, largest", "eq. (78)", np.abs(drifting.residual_raw).max(),
               10.0 * MOTION_TOLERANCE, how=UNPROJECTED),
        within("uᵀu − 1, largest", "eq. (78)", np.abs(motion.residual_raw).max(), 1e-14),
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
