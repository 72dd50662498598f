"""A crane carries its load along a path: the inputs appear in the fourth derivative.

Trolley and hoist both pull along the cable. At a given height of the load the cable's pull is
decided, and what is left, the way across, has a relative degree of four.

Run: python examples/control_crane.py [file.png]
"""

import sys

import jax.numpy as jnp
import matplotlib.pyplot as plt
import numpy as np

import zwang as zw

G, LAST = 9.81, 3.0


def kinetic(q, qd):
    """Trolley of 2 kg, load of 1 kg, and a drum that turns with the cable."""
    s, c = jnp.sin(q[1]), jnp.cos(q[1])
    across = qd[0] + qd[2] * s + q[2] * c * qd[1]
    down = qd[2] * c - q[2] * s * qd[1]
    return qd[0] ** 2 + 0.5 * (across**2 + down**2) + 0.05 * qd[2] ** 2


crane = zw.System.from_lagrangian(
    T=kinetic, V=lambda q: -G * q[2] * jnp.cos(q[1]), coordinates="trolley angle cable"
)


def load(q, t):
    """Off the way from (0, −2) to (2, −1), from rest to rest."""
    s = t / LAST
    way = s**5 * (126 - 420 * s + 540 * s**2 - 315 * s**3 + 70 * s**4)
    across, up = q[0] + q[2] * jnp.sin(q[1]), -q[2] * jnp.cos(q[1])
    return jnp.stack([across - 2.0 * way, up + 2.0 - way])


path = zw.Holonomic(load, name=["across", "up"])
START = [0.0, 0.0, 2.0], [0.0, 0.0, 0.0]


controller = zw.track(crane, path, actuation=["trolley", "cable"])


def carried():
    """The controller that differentiates on, and the motion under it."""
    raised = controller.raised(*START)
    return raised, zw.simulate(raised.closed_loop(), *START, (0.0, LAST), rtol=1e-10)


def main(file="control_crane.png"):
    print(controller.check(*START))
    _, motion = carried()
    errors = [np.abs(motion.tracking_error(name)).max() for name in ("across", "up")]
    print("off the path by less than 1e-8:", max(errors) < 1e-8)
    print("at rest at the end:", np.abs(motion.qd[-1]).max() < 1e-8)

    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.5), layout="constrained")
    x, a, c = motion.q.T
    for i in range(0, len(x), max(1, len(x) // 15)):
        left.plot([x[i], x[i] + c[i] * np.sin(a[i])], [0.0, -c[i] * np.cos(a[i])], "k-", lw=0.6)
    left.plot(x + c * np.sin(a), -c * np.cos(a), label="load")
    left.set(xlabel="across", ylabel="up", aspect="equal")
    right.plot(motion.t, motion.observables["inputs"], label=["trolley", "hoist"])
    right.set(xlabel="time", ylabel="force")
    for axes in (left, right):
        axes.legend()
    figure.savefig(file)


if __name__ == "__main__":
    main(*sys.argv[1:])
