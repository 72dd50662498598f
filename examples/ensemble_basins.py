"""Which rest a pendulum over magnets comes to: a basin of attraction for each of three magnets.

A bob hangs on a rod of fixed length over three magnets and is let go at rest from a grid of
places; friction lets it come to rest over one of them. Near the borders of the basins a hair's
breadth decides. Each place is a member of one ensemble; its start lies on the sphere of the rod.
A picture is written to ensemble_basins.png.
"""

import jax.numpy as jnp
import numpy as np
from matplotlib.figure import Figure

import zwang as zw

L, g, c = 2.0, 9.81, 1.2  # m, m/s², 1/s: rod, gravity, friction
reach, strength, gap = 0.6, 2.0, 0.4  # of the magnets: from the middle, N m², below the bob
angles = np.pi / 2 + np.arange(3) * 2 * np.pi / 3
magnets = np.stack([reach * np.cos(angles), reach * np.sin(angles), np.full(3, -L - gap)], axis=1)


def force(q, qd):
    towards = magnets - q
    pull = strength * towards / jnp.sum(towards**2, axis=1, keepdims=True) ** 1.5
    return jnp.stack([0.0, 0.0, -g]) - c * qd + pull.sum(axis=0)


rod = zw.Holonomic(lambda q: q @ q - L**2, name="rod")
bob = zw.System(1.0, force, [rod], coordinates=["x", "y", "z"])


def nearest(q):
    """How far the bob is from each of the magnets."""
    return jnp.sqrt(jnp.sum((magnets - q) ** 2, axis=1))


side = 60
places = np.linspace(-1.2, 1.2, side)
start = zw.grid(x=places, y=places)
q0 = np.stack([start["x"], start["y"], -np.sqrt(L**2 - start["x"] ** 2 - start["y"] ** 2)], axis=1)
many = zw.simulate_many(
    bob, q0, [0.0, 0.0, 0.0], (0.0, 30.0), keep={"far": nearest}, observables={"v": lambda qd: qd},
    rtol=1e-6, atol=1e-8,
)  # fmt: skip
print(many)

basin = many.far[:, 0].argmin(axis=1).reshape(side, side)
counts = np.bincount(basin.ravel(), minlength=3)
print("members over each magnet:", counts)

# The magnets stand in a triangle that is its own mirror image: x and -x exchange two of them.
assert many.ok.all()
assert counts.min() > 0.25 * side**2
mirrored = np.array([0, 2, 1])[basin[::-1]]
assert (mirrored == basin).mean() > 0.98
assert np.abs(many.v).max() < 0.05  # all but at rest

figure = Figure(figsize=(4, 4), layout="constrained")
axes = figure.subplots()
axes.pcolormesh(places, places, basin.T, cmap="Set2", rasterized=True)
axes.plot(magnets[:, 0], magnets[:, 1], "o", color="black")
axes.set(xlabel="x", ylabel="y", aspect="equal")
figure.savefig("ensemble_basins.png", dpi=150)
