"""Draw a bob on a rod: the acceleration it wants, the one it gets, and the force that decides.

Run: python examples/draw_bob_on_rod.py [file.png]
"""

import sys

import matplotlib.pyplot as plt
import numpy as np

import zwang as zw

mass, length, gravity, rubbing = 1.0, 1.0, 9.81, 0.9
released_at = np.radians(-75)
angles = np.radians([-75, -50, -25, 0, 25, 50, 75])

INK, GREY = "#22272e", "#9aa4b1"
WANTED, GOTTEN, FORCE, RUB = "#d1495b", "#00798c", "#d98e04", "#7a5195"


def state(angle):
    """Position and velocity of a bob released from rest; the angle is from the vertical."""
    outward = np.array([np.sin(angle), -np.cos(angle)])
    along = np.array([np.cos(angle), np.sin(angle)])
    fall = max(np.cos(angle) - np.cos(released_at), 0.0)
    return length * outward, np.sqrt(2 * gravity * length * fall) * along


def solve(q, qd, C=None):
    """The rod keeps q . q constant; differentiated twice, q . qdd = - qd . qd."""
    M, Q = mass * np.eye(2), np.array([0.0, -mass * gravity])
    return zw.solve(M, Q, q[None, :], -np.array([qd @ qd]), C)


def arrow(axes, start, vector, color, label=None, width=0.007):
    axes.quiver(
        *start, *vector, color=color, width=width, label=label,
        angles="xy", scale_units="xy", scale=1, zorder=3,
    )  # fmt: skip


def draw_swing(axes):
    """The bob at several angles, with its two accelerations and the constraint force."""
    per_unit = 0.030
    arc = np.linspace(angles[0], angles[-1], 200)
    axes.plot(length * np.sin(arc), -length * np.cos(arc), color=GREY, lw=1, ls=(0, (4, 3)))
    for i, angle in enumerate(angles):
        q, qd = state(angle)
        solution = solve(q, qd)
        label = (lambda text: text) if i == 0 else (lambda text: None)
        axes.plot([0, q[0]], [0, q[1]], color=GREY, lw=1.2, zorder=1)
        arrow(axes, q, per_unit * solution.Qc / mass, FORCE, label(r"constraint force $Q^c/m$"))
        arrow(axes, q, per_unit * np.array([0, -gravity]), WANTED, label(r"unconstrained $a$"))
        arrow(axes, q, per_unit * solution.qdd, GOTTEN, label(r"constrained $\ddot q$"))
        axes.plot(*q, "o", color=INK, ms=8, zorder=4)
    axes.plot(0, 0, marker="o", color="white", mec=INK, ms=8, zorder=4)
    axes.set(xlim=(-1.1, 1.1), ylim=(-1.36, 0.06))
    axes.set_title("a swing on an ideal rod", color=INK, fontsize=11)


def draw_sum(axes, angle):
    """a and the two parts of Qc, head to tail, make q̈; the hinge rubs with - rubbing qd."""
    q, qd = state(angle)
    solution = solve(q, qd, C=-rubbing * qd)
    ideal, nonideal = solution.Qc_ideal / mass, solution.Qc_nonideal / mass
    a = np.array([0.0, -gravity])
    corner = a + ideal
    arrow(axes, (0, 0), a, WANTED, width=0.011)
    arrow(axes, a, ideal, FORCE, width=0.011)
    arrow(axes, corner, nonideal, RUB, width=0.011)
    arrow(axes, (0, 0), solution.qdd, GOTTEN, width=0.011)
    axes.plot(0, 0, "o", color=INK, ms=8, zorder=4)
    write = dict(fontsize=11, zorder=5)
    axes.text(*(a / 2 + [0.35, 0]), r"$a$", color=WANTED, ha="left", **write)
    axes.text(*(a + 0.42 * ideal + [-0.4, -0.5]), r"$Q^c_i/m$", color=FORCE, ha="right", **write)
    axes.text(*(corner + nonideal + [0.2, 1.3]), r"$Q^c_{ni}/m$", color=RUB, ha="right", **write)
    axes.text(*(solution.qdd / 2 + [0.2, 0.5]), r"$\ddot q$", color=GOTTEN, ha="left", **write)
    points = np.array([[0, 0], a, corner, solution.qdd])
    low, high = points.min(axis=0) - 2.0, points.max(axis=0) + 1.2
    axes.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]))
    title = f"a hinge that rubs, at {np.degrees(angle):.0f}°"
    axes.set_title(title, color=INK, fontsize=11)


def main(file="bob_on_rod.png"):
    figure, (swing, addition) = plt.subplots(
        1, 2, figsize=(9.2, 4.6), width_ratios=[2.1, 1], layout="constrained"
    )
    draw_swing(swing)
    draw_sum(addition, angles[4])
    for axes in (swing, addition):
        axes.set_aspect("equal")
        axes.axis("off")
    figure.legend(loc="outside lower left", ncol=3, frameon=False, fontsize=10)
    figure.savefig(file, dpi=160, facecolor="white")
    print(f"wrote {file}")


if __name__ == "__main__":
    main(*sys.argv[1:])
