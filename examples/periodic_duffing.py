"""The resonance curve of Duffing's oscillator: two folds, and unstable orbits between them."""

import jax.numpy as jnp
import numpy as np

import zwang as zw


def force(q, qd, t, p):
    return p["F"] * jnp.cos(p["w"] * t) - 0.1 * qd - q - q**3


oscillator = zw.System(1.0, force, coordinates=["x"])
period = lambda p: 2.0 * np.pi / p["w"]
p = {"F": 0.3, "w": 0.6}

settled = zw.simulate(oscillator, [0.0], [0.0], [0.0, 30.0 * period(p)], p)
orbit = zw.periodic(oscillator, settled.q[-1], settled.qd[-1], period, p)
print(orbit)

family = orbit.follow("w", 2.2)
print(family)
family.plot().savefig("resonance.png")
