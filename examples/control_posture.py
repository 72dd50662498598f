"""An arm of three links follows a line with its hand and keeps its elbows where it likes.

The hand comes first. What it leaves, one direction of three, goes to a posture; and a damped
self-motion, the control that is wanted where nobody asks for anything, brings the rest to a stop.
Neither disturbs the hand.

Run: python examples/control_posture.py
"""

import jax
import jax.numpy as jnp
import numpy as np

import zwang as zw

LENGTHS, MASSES = np.array([0.5, 0.4, 0.3]), np.array([3.0, 2.0, 1.0])


def joints(q):
    """Where the ends of the links are (3, 2)."""
    angles = jnp.cumsum(q)
    ends = jnp.stack([LENGTHS * jnp.cos(angles), LENGTHS * jnp.sin(angles)], axis=1)
    return jnp.cumsum(ends, axis=0)


def arm() -> zw.System:
    def kinetic(q, qd):
        v = jax.jvp(joints, (q,), (qd,))[1]
        return 0.5 * MASSES @ (v**2).sum(axis=1)

    weight = lambda q: 9.81 * MASSES @ joints(q)[:, 1]
    return zw.System.from_lagrangian(T=kinetic, V=weight, coordinates=["a", "b", "c"])


START = np.array([0.4, 0.9, -0.5])
FROM = np.asarray(joints(START)[-1])
HAND = zw.Holonomic(
    lambda q, t: joints(q)[-1] - FROM - jnp.stack([0.0 * t, 0.1 * t**2 / 2]), name="hand"
)
POSTURE = zw.Holonomic(lambda q: q - START, name="posture")


def main():
    alone = zw.track(arm(), HAND, gains=(8.0, 16.0))
    print(alone.check(START, np.zeros(3)))
    print()
    both = zw.track(arm(), [HAND, POSTURE], gains=(8.0, 16.0), priority={"posture": 1})
    damped = zw.track(arm(), HAND, gains=(8.0, 16.0), C=lambda qd: -4.0 * qd)
    times = np.linspace(0.0, 1.0, 11)
    for name, control in (("hand alone", alone), ("posture", both), ("damped", damped)):
        seen = control.check_along(times, START, np.zeros(3))
        off = np.abs(np.asarray(joints(seen.q[-1])[-1]) - FROM - [0.0, 0.05]).max()
        moved = np.abs(seen.q[-1] - START).max()
        print(f"{name:12}hand on its line: {off < 1e-6}, joints moved by {moved:.3f}")


if __name__ == "__main__":
    main()
