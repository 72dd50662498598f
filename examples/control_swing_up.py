"""A pole on a cart is swung up by asking for its energy; one motor, and limits.

The energy of the pole is a requirement on velocities, E(q, q̇) − E_top = 0, and its error dies out
as the gain says. Where the pole stands still, or lies level, the cart has no grip on its energy: a
control without limits would grow there without bound, which ``check_along`` says before the run.
Limits carry it through.

Run: python examples/control_swing_up.py [file.png]
"""

import sys

import jax.numpy as jnp
import matplotlib.pyplot as plt
import numpy as np

import zwang as zw

M, m, L, G = 1.0, 0.2, 0.5, 9.81


def kinetic(q, qd):
    coupled = L * jnp.cos(q[1]) * qd[0] * qd[1]
    return (M + m) * qd[0] ** 2 / 2 + m * (coupled + (L * qd[1]) ** 2 / 2)


cart_pole = zw.System.from_lagrangian(
    T=kinetic, V=lambda q: m * G * L * jnp.cos(q[1]), coordinates=["x", "theta"]
)


def missing(q, qd):
    """Energy of the pole about its pivot, less that of the pole at rest above it."""
    return m * (L * qd[1]) ** 2 / 2 + m * G * L * (jnp.cos(q[1]) - 1.0)


energy = zw.Nonholonomic(missing, name="energy")
START = [0.0, np.pi - 0.3], [0.0, 0.0]


def main(file="control_swing_up.png"):
    strict = zw.track(cart_pole, energy, actuation=["x"], gains={"energy": (1.0, 0.0)})
    hanging = [0.0, np.pi - 0.3], [0.0, -0.5]
    print(strict.check_along(np.linspace(0.0, 1.0, 11), *hanging))

    control = zw.track(
        cart_pole, energy, actuation=["x"], gains={"energy": (1.0, 0.0)}, compromise=True
    ).limited(-8.0, 8.0)
    motion = zw.simulate(
        control.closed_loop(), *START, np.linspace(0.0, 8.0, 401), rtol=1e-7, atol=1e-9
    )
    error = motion.tracking_error("energy")[:, 0]
    print(f"energy missing: {error[0]:.3f} at the start, {error[-1]:.1e} at the end")
    print("the pole came to the top:", np.cos(motion.q[:, 1]).max() > 0.99)

    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.5), layout="constrained")
    left.plot(motion.t, np.cos(motion.q[:, 1]), label="cos of the angle")
    left.plot(motion.t, error, label="energy missing")
    right.plot(motion.t, motion.observables["inputs"][:, 0], label="force on the cart")
    for axes in (left, right):
        axes.set(xlabel="time")
        axes.legend()
    figure.savefig(file)


if __name__ == "__main__":
    main(*sys.argv[1:])
