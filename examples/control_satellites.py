"""Three satellites that keep a triangle while they fall around the Earth.

Required are the three distances, and that the first satellite keeps to its circular orbit. The
weight counts thrust of the followers less than thrust of the leader. Units: the orbit's radius
and its period over 2 pi.

Run: python examples/control_satellites.py
"""

import jax.numpy as jnp
import numpy as np

import zwang as zw

SIDE = 0.02
PAIRS = ((0, 1), (1, 2), (2, 0))


def gravity(q):
    """Newton's inverse square, for unit masses (3, 3)."""
    r = q.reshape(3, 3)
    return -r / jnp.sqrt((r**2).sum(axis=1, keepdims=True)) ** 3


def triangle(q):
    """Off the distances (3,)."""
    r = q.reshape(3, 3)
    return jnp.stack([((r[i] - r[j]) ** 2).sum() - SIDE**2 for i, j in PAIRS])


def orbit(q, t):
    """The leader off its place (3,)."""
    return q[:3] - jnp.stack([jnp.cos(t), jnp.sin(t), 0.0 * t])


def controller() -> zw.Controller:
    three = zw.System.from_particles(np.ones(3), gravity, [])
    required = [zw.Holonomic(triangle, name="triangle"), zw.Holonomic(orbit, name="orbit")]
    weight = np.repeat([10.0, 1.0, 1.0], 3)
    return zw.track(three, required, weight=weight, gains=(4.0, 4.0))


def run(duration: float = 6.28) -> zw.Motion:
    """From places that are two per cent of the side off."""
    rng = np.random.default_rng(1)
    places = [[1.0, 0.0, 0.0], [1.0, SIDE, 0.0], [1.0, SIDE / 2, SIDE * 0.87]]
    q0 = np.ravel(places) + 0.02 * SIDE * rng.standard_normal(9)
    qd0 = np.tile([0.0, 1.0, 0.0], 3)
    return zw.simulate(controller().closed_loop(), q0, qd0, (0.0, duration), rtol=1e-10)


def main():
    motion = run()
    for name in ("triangle", "orbit"):
        error = np.abs(motion.tracking_error(name)).max(axis=1)
        print(f"{name:9} off at the start {error[0]:.1e}, at the end {error[-1]:.1e}")
    thrust = np.linalg.norm(motion.control.reshape(-1, 3, 3), axis=2)
    print("thrust at the end:", *(f"{x:.1e}" for x in thrust[-1]))


if __name__ == "__main__":
    main()
