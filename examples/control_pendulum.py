"""A pendulum that must point where the hand of a clock points.

The rod is physics: it holds the bob by a force of its own. The control turns the bob, and is the
least that does; it does not pull at the rod. The start is a little late, and catches up.

Run: python examples/control_pendulum.py
"""

import jax.numpy as jnp
import numpy as np

import zwang as zw

P = {"m": 1.0, "g": 9.81, "turn": 2.0}  # the clock turns once in two seconds


def hand(q, t, p):
    """Across the hand of the clock, which starts at twelve."""
    angle = 2.0 * jnp.pi * t / p["turn"]
    return q[0] * jnp.cos(angle) - q[1] * jnp.sin(angle)


def controller() -> zw.Controller:
    rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
    bob = zw.System(
        lambda p: p["m"],
        lambda p: jnp.stack([0.0 * p["m"], -p["m"] * p["g"]]),
        [rod],
        coordinates=["x", "y"],
    )
    return zw.track(bob, zw.Holonomic(hand, name="clock"), gains=(6.0, 9.0))


def run(duration: float = 4.0) -> zw.Motion:
    """From eleven o'clock, at rest."""
    angle = -np.pi / 6
    start = [np.sin(angle), np.cos(angle)], [0.0, 0.0]
    return zw.simulate(controller().closed_loop(), *start, (0.0, duration), P)


def main():
    motion = run()
    error = np.abs(motion.tracking_error("clock")[:, 0])
    along_rod = (motion.control * motion.q).sum(axis=1)
    print(f"off the hand at the start {error[0]:.3f}, at the end {error[-1]:.1e}")
    print(f"largest force of the rod {np.linalg.norm(motion.force('rod'), axis=1).max():.2f}")
    print(f"largest control {np.linalg.norm(motion.control, axis=1).max():.2f}")
    print("the control does not pull at the rod:", np.abs(along_rod).max() < 1e-9)


if __name__ == "__main__":
    main()
