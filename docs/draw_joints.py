"""Draw every joint for its page: body 1 grey, body 2 blue, axes orange, what is left free green.

Run: python docs/draw_joints.py [folder] [name ...]
By default into docs/assets/joints/, and all of them; some seconds.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib.style
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

SIZE, DPI = (2.4, 1.8), 130
FIRST, SECOND, AXIS, FREE, INK = "#9aa3ad", "#0072b2", "#d55e00", "#009e73", "#22272e"
X, Y, Z = np.eye(3)
# Looked at from the front, a little from the left and from above.
VIEW = np.array([[0.92, -0.38, 0.0], [0.14, 0.30, 0.94]])


class Sheet:
    """A picture in an oblique view; what is drawn later lies above."""

    def __init__(self):
        self.figure = Figure(figsize=SIZE, dpi=DPI)
        FigureCanvasAgg(self.figure)
        self.axes: Any = self.figure.add_axes((0.0, 0.0, 1.0, 1.0))
        self.axes.set(xlim=(-1.6, 1.6), ylim=(-1.2, 1.2), aspect="equal")
        self.axes.axis("off")

    def line(self, points, color=INK, width=1.2, style="-"):
        self.axes.plot(*(VIEW @ np.transpose(points)), style, color=color, lw=width, zorder=3)

    def area(self, points, color, alpha=1.0, edge="white"):
        self.axes.fill(*(VIEW @ np.transpose(points)), fc=color, ec=edge, lw=0.6, alpha=alpha)

    def dot(self, point, color=INK, size=5.0):
        self.axes.plot(*(VIEW @ point)[:, None], "o", color=color, ms=size, mec="white", mew=0.6)

    def arrow(self, start, end, color=AXIS, both=False):
        look = {"arrowstyle": "<|-|>" if both else "-|>", "color": color, "lw": 1.3}
        look |= {"shrinkA": 0, "shrinkB": 0, "mutation_scale": 9}
        tail, head = VIEW @ np.asarray(start, float), VIEW @ np.asarray(end, float)
        self.axes.annotate("", xy=head, xytext=tail, arrowprops=look, zorder=6)

    def text(self, point, words, color=INK):
        self.axes.text(*(VIEW @ point), words, color=color, fontsize=8, ha="center", va="center")

    def ring(self, center, axis, radius, first=0.0, last=2.0 * np.pi):
        n = np.cross(axis, X if abs(axis[0]) < 0.9 else Y)
        n = n / np.linalg.norm(n)
        angles = np.linspace(first, last, 61)[:, None]
        return center + radius * (np.cos(angles) * n + np.sin(angles) * np.cross(axis, n))

    def turn(self, center, axis, radius=0.4, first=0.3, last=4.6, color=FREE):
        points = self.ring(np.asarray(center, float), axis, radius, first, last)
        self.line(points, color, 1.3)
        self.arrow(points[-4], points[-1] + 0.6 * (points[-1] - points[-3]), color)

    def disk(self, center, axis, radius, color, alpha=1.0):
        self.area(self.ring(np.asarray(center, float), axis, radius), color, alpha)

    def rod(self, start, end, radius, color):
        """A cylinder: the mantle as a band, and its nearer end."""
        start, end = np.asarray(start, float), np.asarray(end, float)
        axis = (end - start) / np.linalg.norm(end - start)
        around = np.concatenate([self.ring(start, axis, radius), self.ring(end, axis, radius)])
        flat = (VIEW @ around.T).T
        self.axes.fill(*flat[hull(flat)].T, fc=color, ec="white", lw=0.6)
        toward = np.cross(VIEW[0], VIEW[1])
        self.disk(start if axis @ toward < 0 else end, axis, radius, color)

    def box(self, center, sizes, color, alpha=1.0):
        """The three faces of a box that are seen."""
        center, half = np.asarray(center, float), np.asarray(sizes, float) / 2.0
        for axis, side in ((2, 1.0), (1, -1.0), (0, -1.0)):
            i, j = [k for k in range(3) if k != axis]
            corners = np.tile(center, (4, 1))
            corners[:, axis] += side * half[axis]
            corners[:, i] += half[i] * np.array([-1, 1, 1, -1])
            corners[:, j] += half[j] * np.array([-1, -1, 1, 1])
            self.area(corners, color, alpha)

    def ball(self, center, radius, color, alpha=1.0):
        angles = np.linspace(0.0, 2.0 * np.pi, 61)
        x, y = VIEW @ np.asarray(center, float)
        self.axes.fill(
            x + radius * np.cos(angles), y + radius * np.sin(angles), fc=color, ec="white", lw=0.6,
            alpha=alpha,
        )  # fmt: skip


def hull(points):
    """Indices of the convex hull of points (k, 2)."""
    from scipy.spatial import ConvexHull

    return ConvexHull(points).vertices


# -- the joints ---------------------------------------------------------------------------------


def fixed(s):
    s.box([0.55, 0, 0], [1.1, 0.5, 0.5], SECOND)
    s.box([-0.55, 0, 0], [1.1, 0.5, 0.5], FIRST)
    s.line([[0, -0.25, -0.25], [0, -0.25, 0.25], [0, 0.25, 0.25]], INK, 2.2)


def revolute(s):
    s.line([[0, 0, -1.0], [0, 0, -0.3]], AXIS, 1.3, "--")
    s.rod([0, 0, -0.45], [0, 0, -0.1], 0.28, FIRST)
    s.box([-0.75, 0, -0.27], [1.0, 0.3, 0.25], FIRST)
    s.box([0.7, 0, 0.08], [1.1, 0.3, 0.25], SECOND)
    s.rod([0, 0, -0.1], [0, 0, 0.25], 0.28, SECOND)
    s.arrow([0, 0, 0.25], [0, 0, 1.1])
    s.text([0.17, 0, 1.0], "a", AXIS)
    s.turn([0, 0, 0.65], Z)


def prismatic(s):
    s.box([0, 0, -0.15], [2.4, 0.3, 0.25], FIRST)
    s.box([-0.1, 0, 0.12], [0.8, 0.5, 0.45], SECOND)
    s.arrow([0.4, 0, 0.12], [1.4, 0, 0.12])
    s.text([1.35, 0, 0.3], "a", AXIS)
    s.arrow([-0.7, 0, 0.62], [0.5, 0, 0.62], FREE, both=True)


def cylindrical(s):
    s.rod([-1.3, 0, 0], [1.0, 0, 0], 0.14, FIRST)
    s.rod([-0.4, 0, 0], [0.4, 0, 0], 0.32, SECOND)
    s.rod([0.4, 0, 0], [0.95, 0, 0], 0.14, FIRST)
    s.arrow([0.95, 0, 0], [1.5, 0, 0])
    s.text([1.45, 0, 0.2], "a", AXIS)
    s.arrow([-0.6, 0, 0.75], [0.6, 0, 0.75], FREE, both=True)
    s.turn([-0.75, 0, 0], X, 0.4)


def screw(s):
    s.rod([-1.3, 0, 0], [1.0, 0, 0], 0.16, FIRST)
    for x in np.arange(-1.2, 0.95, 0.14):
        thread = s.ring(np.array([x, 0, 0]), X, 0.16, 2.6, 5.8)
        s.line(thread + np.linspace(0, 0.1, 61)[:, None] * X, INK, 0.6)
    s.rod([-0.3, 0, 0], [0.2, 0, 0], 0.36, SECOND)
    s.arrow([1.0, 0, 0], [1.5, 0, 0])
    s.text([1.45, 0, 0.2], "a", AXIS)
    s.arrow([-0.2, 0, 0.75], [0.8, 0, 0.75], FREE)
    s.turn([0.6, 0, 0], X, 0.42)


def universal(s):
    s.line([[-1.4, 0, 0], [-0.55, 0, 0]], FIRST, 7)
    s.line([[-0.15, 0, -0.5], [-0.5, 0, -0.5], [-0.5, 0, 0.5], [-0.15, 0, 0.5]], FIRST, 5)
    s.line([[0, 0, -0.55], [0, 0, 0.55]], INK, 3)
    s.line([[0, -0.6, 0], [0, 0.6, 0]], INK, 3)
    s.line([[0.15, -0.55, 0], [0.5, -0.55, 0], [0.5, 0.55, 0], [0.15, 0.55, 0]], SECOND, 5)
    s.line([[0.55, 0, 0], [1.4, 0, 0]], SECOND, 7)
    s.arrow([0, 0, 0.5], [0, 0, 1.05])
    s.text([0.22, 0, 1.0], "a₁", AXIS)
    s.arrow([0, -0.55, 0], [0, -1.2, 0])
    s.text([0.3, -1.2, 0], "a₂", AXIS)
    s.turn([0, 0, 0.75], Z, 0.25)
    s.turn([0, -0.85, 0], Y, 0.25)


def spherical(s):
    s.rod([-1.4, 0, -0.35], [-0.3, 0, -0.05], 0.12, FIRST)
    s.ball([0, 0, 0], 0.42, FIRST)
    s.ball([0.05, 0, 0.03], 0.33, SECOND)
    s.rod([0.2, 0, 0.15], [1.3, 0, 0.7], 0.1, SECOND)
    s.dot(np.array([0.05, 0, 0.03]))
    s.turn([0, 0, 0.75], Z, 0.3)
    s.turn([-0.7, 0, 0.3], X, 0.25)


def planar(s):
    s.area([[-1.3, -0.9, -0.3], [1.1, -0.9, -0.3], [1.3, 0.9, -0.3], [-1.1, 0.9, -0.3]], FIRST)
    s.box([0, 0, -0.1], [0.8, 0.6, 0.4], SECOND)
    s.arrow([0, 0, 0.1], [0, 0, 1.0])
    s.text([0.17, 0, 0.95], "a", AXIS)
    s.arrow([0.5, 0, -0.3], [1.15, 0, -0.3], FREE, both=True)
    s.arrow([0, -0.35, -0.3], [0, -0.95, -0.3], FREE, both=True)
    s.turn([0, 0, 0.5], Z, 0.3)


def distance(s):
    s.box([-1.0, 0, -0.3], [0.6, 0.5, 0.5], FIRST)
    s.box([0.95, 0, 0.3], [0.6, 0.5, 0.5], SECOND)
    s.line([[-0.75, -0.25, -0.2], [0.7, -0.25, 0.3]], INK, 2)
    s.dot(np.array([-0.75, -0.25, -0.2]))
    s.dot(np.array([0.7, -0.25, 0.3]))
    s.text([0, -0.2, 0.3], "L")


def point_on_line(s):
    s.box([0, 0, -0.2], [2.5, 0.5, 0.2], FIRST)
    s.line([[-1.1, 0, -0.1], [1.1, 0, -0.1]], INK, 4)
    s.rod([0.1, 0, -0.1], [0.5, 0, 0.9], 0.09, SECOND)
    s.dot(np.array([0.1, 0, -0.1]), SECOND, 7)
    s.arrow([1.0, 0, -0.1], [1.55, 0, -0.1])
    s.text([1.5, 0, 0.08], "a", AXIS)
    s.arrow([-0.8, 0, 0.2], [0.0, 0, 0.2], FREE, both=True)


def point_on_curve(s):
    u = np.linspace(-1.3, 1.3, 81)
    curve = np.stack([u, 0.2 * np.sin(3 * u), 0.45 * np.cos(2.2 * u) - 0.2], axis=1)
    s.line(curve, FIRST, 4)
    at = curve[52]
    s.rod(at, at + [0.3, 0, 0.7], 0.08, SECOND)
    s.dot(at, SECOND, 7)
    s.arrow(at, at + 9.0 * (curve[53] - curve[51]) + 0.0, FREE)
    s.text(curve[8] + [0.05, 0, 0.25], "r(s)")


def gear(s):
    for centre, radius, color, teeth in ((-0.55, 0.5, FIRST, 12), (0.42, 0.44, SECOND, 10)):
        angles = np.linspace(0, 2 * np.pi, 8 * teeth + 1)
        wave = radius + 0.06 * np.sign(np.sin(teeth * angles))
        rim = np.stack([centre + wave * np.cos(angles), 0 * angles, wave * np.sin(angles)], axis=1)
        s.area(rim, color)
        s.dot(np.array([centre, 0, 0]))
    s.turn([-0.55, 0, 0], Y, 0.28)
    s.turn([0.42, 0, 0], -Y, 0.24)
    s.line([[-0.55, 0, 0], [-0.55, 0, -0.95], [0.42, 0, -0.95], [0.42, 0, 0]], INK, 1.2)
    s.text([-0.05, 0, -0.83], "carrier")


def plane(s):
    s.area([[-1.4, -0.8, -0.5], [1.1, -0.8, -0.5], [1.4, 0.9, -0.5], [-1.1, 0.9, -0.5]], FIRST)


def rolling_disk(s):
    plane(s)
    tilt = np.array([0.35, -0.9, 0.25]) / np.linalg.norm([0.35, -0.9, 0.25])
    across = Z - (Z @ tilt) * tilt
    across /= np.linalg.norm(across)
    foot = np.array([-0.1, 0.0, -0.5])
    centre = foot + 0.6 * across
    s.disk(centre, tilt, 0.6, SECOND)
    s.dot(foot)
    s.dot(centre)
    s.arrow(centre, centre + 0.8 * tilt)
    s.text(centre + 0.85 * tilt + [0.2, 0, 0], "a₂", AXIS)
    s.arrow([1.0, 0.3, -0.5], [1.0, 0.3, 0.2])
    s.text([1.18, 0.3, 0.15], "a₁", AXIS)
    s.text(foot + [0.15, 0, -0.13], "c")


def rolling_sphere(s):
    plane(s)
    s.ball([-0.1, 0, 0.0], 0.5, SECOND)
    s.dot(np.array([-0.1, 0, -0.5]))
    s.dot(np.array([-0.1, 0, 0.0]))
    s.text([0.08, 0, -0.62], "c")
    s.arrow([1.0, 0.3, -0.5], [1.0, 0.3, 0.2])
    s.text([1.18, 0.3, 0.15], "a₁", AXIS)
    s.turn([-0.1, 0, 0], Y, 0.34, color="white")


def knife_edge(s):
    plane(s)
    s.area([[-0.7, 0, -0.35], [-0.5, 0, -0.5], [0.5, 0, -0.5], [0.75, 0, -0.35], [0.7, 0, 0.3],
            [-0.7, 0, 0.3]], SECOND)  # fmt: skip
    s.dot(np.array([0, 0, -0.5]))
    s.arrow([0, 0, -0.5], [0, -0.9, -0.5])
    s.text([0.25, -0.9, -0.5], "a₂", AXIS)
    s.arrow([0.75, 0, -0.15], [1.4, 0, -0.15], FREE, both=True)


def driven(s):
    revolute(s)
    s.text([-1.0, 0, 0.5], "θ = f(t)", FREE)


def driven_pose(s):
    s.arrow([-1.2, 0, -0.7], [-0.6, 0, -0.7], FIRST)
    s.arrow([-1.2, 0, -0.7], [-1.2, -0.7, -0.7], FIRST)
    s.arrow([-1.2, 0, -0.7], [-1.2, 0, -0.1], FIRST)
    u = np.linspace(0, 1, 40)
    path = np.stack([-1.2 + 1.7 * u, 0 * u, -0.7 + 1.1 * u + 0.35 * np.sin(np.pi * u)], axis=1)
    s.line(path, FREE, 1.3, "--")
    s.box(path[-1], [0.8, 0.6, 0.25], SECOND)
    s.dot(path[-1])
    s.text([-0.4, 0, 0.65], "p(t), u(t)", FREE)


def custom(s):
    s.box([-0.9, 0, -0.2], [0.7, 0.5, 0.5], FIRST)
    s.box([0.9, 0, 0.1], [0.7, 0.5, 0.5], SECOND)
    s.line([[-0.5, 0, -0.1], [0.5, 0, 0.1]], INK, 1.2, ":")
    s.text([0.0, 0, 0.65], "f(pose₁, pose₂) = 0")


JOINTS: dict[str, Callable[[Sheet], None]] = {
    f.__name__: f
    for f in (
        fixed, revolute, prismatic, cylindrical, screw, universal, spherical, planar, distance,
        point_on_line, point_on_curve, gear, rolling_disk, rolling_sphere, knife_edge, driven,
        driven_pose, custom,
    )
}  # fmt: skip


def main(folder: str = "docs/assets/joints", *names: str):
    Path(folder).mkdir(parents=True, exist_ok=True)
    with matplotlib.style.context("default"):
        for name in names or JOINTS:
            sheet = Sheet()
            JOINTS[name](sheet)
            sheet.figure.savefig(Path(folder) / f"{name}.png")


if __name__ == "__main__":
    main(*sys.argv[1:])
