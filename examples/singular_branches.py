"""A parallelogram that lies flat may stay one or fold: the motion follows what is chosen."""

import numpy as np

import zwang as zw

GROUND, LENGTHS = np.array([[0.0, 0.0], [2.0, 0.0]]), np.array([1.0, 1.0, 2.0])


def lengths(q):
    first, second = q[:2], q[2:]
    gaps = (first - GROUND[0], second - GROUND[1], second - first)
    return [gap @ gap - length**2 for gap, length in zip(gaps, LENGTHS, strict=True)]


links = zw.Holonomic(lengths, name=["crank", "rocker", "coupler"])
linkage = zw.System(1.0, [0.0, -9.81, 0.0, -9.81], [links], coordinates=["x1", "y1", "x2", "y2"])

# Through the flat configuration a motion goes on smoothly, and tells of it.
angle, speed = 0.5, -6.0
q0 = np.array([np.cos(angle), np.sin(angle), 2.0 + np.cos(angle), np.sin(angle)])
qd0 = speed * np.array([-np.sin(angle), np.cos(angle)] * 2)
motion = zw.simulate(linkage, q0, qd0, (0.0, 0.2))
(change,) = motion.rank_changes
print(f"Rank {change.before} falls to {change.at} at t = {change.t:.4f}: {change.constraints}")
print(f"σ falls from {motion.sigma[0]:.2f} to {motion.sigma.min():.3f} at a step beside it")

# From within it there are two ways, and one must be chosen.
flat, moving = np.array([1.0, 0.0, 3.0, 0.0]), np.array([0.0, -6.0, 0.0, -6.0])
print("\n".join(zw.check(linkage, flat, moving).warnings))
for way in zw.branches(linkage, flat, moving):
    motion = zw.simulate(linkage, flat, moving, (0.0, 0.1), branch=way)
    heights = np.round(motion.q[-1][[1, 3]], 3)
    print(f"With {way.share:.0%} of the energy the pins come to the heights {heights}")
