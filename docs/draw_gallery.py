"""Draw the zoo for the gallery, one picture a problem.

Run: python docs/draw_gallery.py [folder] [name ...]
By default into docs/assets/gallery/, and all of them; some minutes, most of them compiling.
"""

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib.style
import numpy as np
from matplotlib.figure import Figure

import zwang as zw
from zwang import zoo
from zwang.zoo.linkages.bricard import pose
from zwang.zoo.linkages.car_axis import right_wheel
from zwang.zoo.turning.euler_free_body import body_rates

lengths: Any = importlib.import_module("zwang.zoo.linkages.andrews")  # zoo.andrews is the function
SIZE, DPI, ROWS = (3.2, 2.5), 130, 301
COLORS = "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9"
INK, GREY, FAINT = "#22272e", "#6b7480", "#aeb6c0"
STYLE = {
    "font.size": 7,
    "text.color": INK,
    "axes.edgecolor": GREY,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
    "grid.color": "#dfe3e8",
    "grid.linewidth": 0.4,
    "axes3d.xaxis.panecolor": "white",
    "axes3d.yaxis.panecolor": "white",
    "axes3d.zaxis.panecolor": "white",
}


class Sketch(NamedTuple):
    """How a mechanism is drawn.

    Attributes
    ----------
    links : function of (q, t, p): lines, each of points (k, 2) or (k, 3)
    traced : function of (q, t, p): points (j, 2) or (j, 3) whose paths are drawn
    poses : how many times the links are drawn, the last darkest
    until : the part of the motion that is drawn
    weight : of the lines
    dots : how many dots at equal times lie on the paths
    """

    links: Callable
    traced: Callable
    poses: int = 6
    until: float = 1.0
    weight: float = 1.1
    dots: int = 0


def nothing(q, t, p):
    """No lines."""
    return []


def rod(q, t, p):
    """From the origin to the point q."""
    return [[np.zeros(len(q)), q]]


def point(q, t, p):
    """The point q itself."""
    return [q]


def down(f):
    """The same with y downward."""
    return lambda q, t, p: [np.asarray(x) * [1.0, -1.0] for x in f(q, t, p)]


def four_bar(q, t, p):
    """Cranks from the ground, and the couplers."""
    pins = q.reshape(-1, 2)
    feet = [(i * p["L"], 0.0) for i in range(len(pins))]
    return [*zip(feet, pins), pins]


def squeezer(q, t, p):
    """K1 with K2, the triangle K3, K4 with K5, K6 with K7, and the spring."""
    k, (be, th, ga, _, de, _, ep) = lengths, q
    E = k.rr * turn(be) - k.d * turn(be + th)
    D = [k.xb + k.sc * np.sin(ga) + k.sd * np.cos(ga), k.yb - k.sc * np.cos(ga) + k.sd * np.sin(ga)]
    A, B = np.array([k.xa, k.ya]), (k.xb, k.yb)
    G, H = A + k.zt * turn(de), A + k.u * turn(ep - np.pi / 2)
    return [[(0, 0), k.rr * turn(be), E], [B, D, E, B], [A, G, E], [A, H, E], [(k.xc, k.yc), D]]


def turn(angle):
    """The unit vector at an angle."""
    return np.array([np.cos(angle), np.sin(angle)])


def axle(q, t, p):
    """Both springs and the axle."""
    return [[(0.0, 0.0), q[:2], q[2:], np.asarray(right_wheel(t, p))]]


def slider_crank(q, t, p):
    """Crank and rod."""
    return [[(0.0, 0.0), q[:2], q[2:]]]


def hoop(q, t, p):
    """The hoop in its plane."""
    s = np.linspace(0.0, 2.0 * np.pi, 61)
    c, z = p["R"] * np.cos(s), p["R"] * np.sin(s)
    across = turn(p["Omega"] * t)
    return [np.stack([c * across[0], c * across[1], z], axis=-1)]


def blade(q, t, p):
    """A short edge along the heading; down the slope is down on the page."""
    half = 0.45 * np.array([np.sin(q[2]), -np.cos(q[2])])
    here = np.array([q[1], -q[0]])
    return [[here - half, here + half]]


def disk(q, t, p):
    """The rim, upright, and a spoke."""
    x, y, theta, phi = q
    s = np.append(np.linspace(0.0, 2.0 * np.pi, 41), 0.0) - theta
    along, up = p["R"] * np.cos(s), p["R"] * np.sin(s)
    rim = np.stack([x + along * np.cos(phi), y + along * np.sin(phi), p["R"] + up], axis=-1)
    return [rim, [(x, y, p["R"]), rim[0]]]


def axis_of_top(q, t, p):
    """The tip of the top's axis, one from the fixed point."""
    phi, theta, _ = q
    return [[np.sin(theta) * np.sin(phi), -np.sin(theta) * np.cos(phi), np.cos(theta)]]


def to_origin(f):
    """Lines from the origin to the points of f."""
    return lambda q, t, p: [[np.zeros(len(x)), x] for x in f(q, t, p)]


SKETCHES = {
    "pendulum": Sketch(rod, point, 7, 0.118),
    "four_bar": Sketch(four_bar, lambda q, t, p: q.reshape(-1, 2), 7, 0.1),
    "bricard": Sketch(
        lambda q, t, p: [np.asarray(pose(q).points)], lambda q, t, p: pose(q).points[1:5], 3, 0.11
    ),
    "andrews": Sketch(squeezer, lambda q, t, p: [squeezer(q, t, p)[0][-1]], 4, 0.4),
    "car_axis": Sketch(axle, lambda q, t, p: [q[:2], q[2:]], 5),
    "slider_crank": Sketch(slider_crank, lambda q, t, p: [q[:2], (q[:2] + q[2:]) / 2], 6, 0.17),
    "conical_pendulum": Sketch(rod, point, 5),
    "spherical_pendulum": Sketch(rod, point, 5),
    "bead_on_hoop": Sketch(hoop, point, 2),
    "knife_edge": Sketch(blade, lambda q, t, p: [(q[1], -q[0])], 17, weight=3.0),
    "rolling_disk": Sketch(disk, lambda q, t, p: [disk(q, t, p)[0][0], (q[0], q[1], 0.0)], 4),
    "rosenberg": Sketch(nothing, point, dots=10),
    "rosenberg_nonideal": Sketch(nothing, point, dots=10),
    "heavy_top": Sketch(to_origin(axis_of_top), axis_of_top, 2),
    "ku93_pendulum": Sketch(down(rod), down(point), 6, 0.55),
    "ku93_pendulum_uneven": Sketch(nothing, down(point)),
}

CURVES: dict[str, dict[str, Callable]] = {
    "two_masses": {
        "first mass": lambda motion: motion.q[:, 0],
        "second mass": lambda motion: motion.q[:, 1] + motion.q[:, 2],
    },
    "euler_free_body": {
        f"w{i + 1}": lambda motion, i=i: np.asarray(body_rates(motion.q, motion.qd))[:, i]
        for i in range(3)
    },
    "ku93_oscillator": {
        "x1": lambda motion: motion.q[:, 0],
        "x2": lambda motion: motion.q[:, 1],
        "x1 − x2": lambda motion: motion.q[:, 0] - motion.q[:, 1],
    },
}


def draw_sketch(figure: Figure, motion: Any, sketch: Sketch) -> None:
    """Paths, and the mechanism at a few times, the later the darker."""
    last = len(motion) - 1
    traced = np.array([_points(sketch.traced, motion, i) for i in range(last + 1)])
    solid = traced.shape[-1] == 3
    axes: Any = figure.add_subplot(projection="3d" if solid else None)
    for path, color in zip(np.moveaxis(traced, 1, 0), COLORS):
        axes.plot(*path.T, color=color, lw=1.2, zorder=3)
        axes.plot(*path[-1:].T, "o", color=color, ms=4, zorder=5)
        if sketch.dots:
            axes.plot(*path[:: last // sketch.dots].T, "o", color=color, ms=2.5, zorder=5)
    shown = np.linspace(0, last, sketch.poses).astype(int)
    for i, strength in zip(shown, np.linspace(0.25, 1.0, sketch.poses)):
        for line in _points(sketch.links, motion, i):
            color = INK if i == shown[-1] else GREY
            axes.plot(*np.asarray(line).T, color=color, lw=sketch.weight, alpha=strength, zorder=4)
    axes.set_aspect("equal", adjustable="box" if solid else "datalim")
    axes.locator_params(nbins=4)
    axes.tick_params(labelsize=5, colors=GREY, pad=-2 if solid else 2, width=0.4, length=2)
    if solid:
        axes.set_position([0.06, 0.06, 0.88, 0.88])
        axes.view_init(22, -62)


def _points(f: Callable, motion: Any, i: int) -> list:
    return [np.asarray(x, float) for x in f(motion.q[i], motion.t[i], motion.p)]


def draw_curves(figure: Figure, motion: Any, curves: dict[str, Callable]) -> None:
    """Quantities over time."""
    axes = figure.add_subplot()
    for (name, f), color in zip(curves.items(), COLORS):
        axes.plot(motion.t, f(motion), color=color, label=name, lw=1.1)
    axes.axhline(0.0, color=FAINT, lw=0.5, zorder=0)
    axes.set_xlabel("t", fontsize=7)
    axes.tick_params(labelsize=6, colors=GREY, width=0.4, length=2)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, fontsize=6)


def main(folder: Path, names: list[str]) -> None:
    """Simulate and draw."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        problem, sketch = zoo.PROBLEMS[name](), SKETCHES.get(name)
        times = np.linspace(0.0, problem.t * (sketch.until if sketch else 1.0), ROWS)
        motion = zw.simulate(problem.system, problem.q0, problem.qd0, times, problem.p)
        with matplotlib.style.context(["default", STYLE]):
            figure = Figure(figsize=SIZE, layout=None if sketch else "constrained")
            if sketch:
                draw_sketch(figure, motion, sketch)
            else:
                draw_curves(figure, motion, CURVES[name])
            figure.savefig(folder / f"{name}.png", dpi=DPI)
        print(name, flush=True)


if __name__ == "__main__":
    where = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("docs/assets/gallery")
    main(where, sys.argv[2:] or [*SKETCHES, *CURVES])
