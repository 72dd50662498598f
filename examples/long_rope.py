"""A rope of 300 particles as a plain System: its kinds of parts are found by tracing."""

import jax.numpy as jnp
import numpy as np

import zwang as zw

N = 300


def rods(q, p):
    """Each particle is one length away from the one before it, the first from the origin."""
    d = jnp.diff(q.reshape(N, 2), axis=0, prepend=jnp.zeros((1, 2)))
    return (d * d).sum(axis=1) - p["length"] ** 2


def energy(q, qd):
    """Of all particles together."""
    return (qd @ qd / 2 + 9.81 * q[1::2].sum()) / N


rope = zw.System(
    1.0 / N,
    np.tile([0.0, -9.81 / N], N),
    [zw.Holonomic(rods, name="rods")],
    energy=energy,
)
straight = np.stack([np.arange(1, N + 1) / N, np.zeros(N)], axis=1).ravel()
motion = zw.simulate(rope, straight, np.zeros(2 * N), [0.0, 0.05], {"length": 1.0 / N})
print(motion.engine)
print("residual below 1e-12:", np.abs(motion.residual).max() < 1e-12)
print("energy kept to 1e-8:", np.abs(motion.energy - motion.energy[0]).max() < 1e-8)

# At many times only the end of the rope and the pull at the top are wanted, and kept.
times = np.linspace(0.0, 0.05, 51)
some = zw.simulate(
    rope, straight, np.zeros(2 * N), times, {"length": 1.0 / N}, keep=[f"q[{2 * N - 1}]", "rods[0]"]
)
print("kept:", some.settings["kept"])
print(f"the end fell by {-some.q[-1, 0]:.4f}, as if free: {9.81 * 0.05**2 / 2:.4f}")
