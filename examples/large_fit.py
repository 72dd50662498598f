"""A rope of 240 particles in air: how it falls, and from which numbers."""

import jax.numpy as jnp
import numpy as np

import zwang as zw

N = 240


def rods(q):
    """Each particle is one length away from the one before it."""
    d = jnp.diff(q.reshape(N, 2), axis=0, prepend=jnp.zeros((1, 2)))
    return (d * d).sum(axis=1) - 1.0 / N**2


def force(q, qd, p):
    """Weight, and air that holds it back."""
    return (jnp.tile(jnp.array([0.0, -p["g"]]), N) - p["drag"] * qd) / N


rope = zw.System(1.0 / N, force, [zw.Holonomic(rods, name="rods")])
straight = np.stack([np.arange(1, N + 1) / N, np.zeros(N)], axis=1).ravel()
times = np.linspace(0.0, 0.05, 6)
true = {"g": 9.81, "drag": 2.0}

# Derivatives by both numbers, on the factors of the motion; differences of two motions agree.
found = zw.sensitivity(rope, straight, np.zeros(2 * N), times, true)
print(found.engine)
print("differences of two motions agree:", found.check() < 1e-6)

# What the end of the rope did, measured to a hundredth of a millimetre, tells both.
rng = np.random.default_rng(0)
data = found.motion.q[:, -2:] + 1e-5 * rng.normal(size=(len(times), 2))
fit = zw.fit(
    rope, straight, np.zeros(2 * N), times, data, {"g": 9.0, "drag": 1.0},
    measure=lambda q: q[-2:], sigma=1e-5,
)  # fmt: skip
off = [
    abs(fit.p[name] - true[name]) / error for name, error in zip(fit.names, fit.errors, strict=True)
]
print("both within three standard errors:", max(off) < 3)
