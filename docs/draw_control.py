"""Draw the examples of control for the pages.

Run: python docs/draw_control.py [folder]
By default into docs/assets/control/. The comparison of laws draws itself:
python examples/control_compared.py docs/assets/control/compared.png
"""

import sys
from pathlib import Path

import jax
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "examples"))

import control_arm  # noqa: E402
import control_cart_pole  # noqa: E402
import control_duffing  # noqa: E402
import control_pendulum  # noqa: E402
import control_satellites  # noqa: E402
import control_vehicle  # noqa: E402

BLUE, RED, GREEN, GREY = "#0072b2", "#d55e00", "#009e73", "#8a929c"


def duffing(left: Axes, right: Axes) -> None:
    motion = control_duffing.run(alpha=0.4)
    left.plot(motion.t, motion.q[:, 0] - motion.q[:, 1], color=BLUE)
    left.set(xlabel="time", ylabel="x1 − x2", title="the path")
    right.plot(motion.t, motion.control[:, 0], color=BLUE, label="on mass 1")
    right.plot(motion.t, motion.control[:, 1], color=RED, label="on mass 2")
    right.set(xlabel="time", ylabel="control", title="forces", ylim=(-80.0, 120.0))
    right.legend(frameon=False, ncols=2, loc="upper center")


def pendulum(left: Axes, right: Axes) -> None:
    motion = control_pendulum.run()
    left.plot(motion.t, motion.tracking_error("clock"), color=BLUE)
    left.set(xlabel="time, s", ylabel="off the hand", title="error")
    right.plot(motion.t, np.linalg.norm(motion.control, axis=1), color=BLUE, label="control")
    rod = np.linalg.norm(motion.force("rod"), axis=1)
    right.plot(motion.t, rod, color=RED, label="rod")
    right.set(
        xlabel="time, s", ylabel="force, N", title="control and physics, apart", ylim=(0.0, 32.0)
    )
    right.legend(frameon=False, ncols=2, loc="upper center")


def satellites(left: Axes, right: Axes) -> None:
    motion = control_satellites.run()
    r = motion.q.reshape(-1, 3, 3)
    for i, color in ((1, BLUE), (2, RED)):
        apart = (r[:, i] - r[:, 0]) / control_satellites.SIDE
        left.plot(apart[:, 0], apart[:, 1], color=color, linewidth=0.8, label=f"follower {i}")
    left.set(xlabel="x, sides", ylabel="y, sides", title="seen from the leader", aspect="equal")
    left.legend(frameon=False, fontsize=7)
    for name, color in (("triangle", BLUE), ("orbit", RED)):
        error = np.abs(motion.tracking_error(name)).max(axis=1)
        right.semilogy(motion.t, error, color=color, label=name)
    right.set(xlabel="time", ylabel="largest error", title="errors")
    right.legend(frameon=False)


def arm(left: Axes, right: Axes) -> None:
    motion, p = control_arm.run(), control_arm.P
    hand = np.asarray(jax.vmap(lambda q: control_arm.hand(q, p))(motion.q))
    for q, end in zip(motion.q[::12], hand[::12], strict=True):
        elbow = p["l1"] * np.array([np.cos(q[0]), np.sin(q[0])])
        left.plot(*np.stack([[0.0, 0.0], elbow, end]).T, color=GREY, linewidth=0.7)
    left.plot(*hand.T, color=BLUE)
    left.set(title="the hand", aspect="equal")
    for i, (name, color) in enumerate((("shoulder", BLUE), ("elbow", RED))):
        right.plot(motion.t, motion.observables["inputs"][:, i], color=color, label=name)
    right.set(xlabel="time, s", ylabel="torque, N m", title="motors")
    right.legend(frameon=False)


def cart_pole(left: Axes, right: Axes) -> None:
    motion = control_cart_pole.run()
    left.plot(motion.t, motion.q[:, 1], color=BLUE, label="pole, rad")
    left.plot(motion.t, motion.q[:, 0], color=RED, label="cart, m")
    left.set(xlabel="time, s", title="the pole stands, the cart leaves")
    left.legend(frameon=False)
    right.plot(motion.t, motion.observables["inputs"], color=BLUE)
    right.set(xlabel="time, s", ylabel="force, N", title="motor")


def vehicle(left: Axes, right: Axes) -> None:
    motion = control_vehicle.run()
    x = np.linspace(0.0, motion.q[-1, 0] + 0.4, 200)
    left.plot(x, control_vehicle.lane(x, control_vehicle.P), color=GREY, linewidth=3, label="lane")
    left.plot(motion.q[:, 0], motion.q[:, 1], color=BLUE, label="vehicle")
    left.set(xlabel="x", ylabel="y", title="from above", ylim=(-0.8, 1.1))
    left.legend(frameon=False, ncols=2, loc="upper center")
    for name, color in (("lane", BLUE), ("speed", RED)):
        error = np.abs(motion.tracking_error(name)[:, 0])
        right.semilogy(motion.t, error, color=color, label=name)
    right.set(xlabel="time", ylabel="error", title="errors die out")
    right.legend(frameon=False)


PICTURES = (duffing, pendulum, satellites, arm, cart_pole, vehicle)


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs/assets/control"
    folder.mkdir(parents=True, exist_ok=True)
    for draw in PICTURES:
        figure = Figure(figsize=(6.4, 2.6), layout="constrained")
        draw(*figure.subplots(1, 2))
        for axes in figure.axes:
            axes.spines[["top", "right"]].set_visible(False)
            axes.title.set_fontsize(9)
        figure.savefig(folder / f"{draw.__name__}.png", dpi=130)
        print(draw.__name__)


if __name__ == "__main__":
    main()
