"""A net of 50 × 50 knots hung at its upper corners, in one instant: 7,500 coordinates, sparse.

Every knot is a particle, every side of a mesh a rod that does not stretch. Two rods at the top are
there twice, as a builder might have done it: the constraints are redundant, and neither the
accelerations nor the forces on the knots are touched by that.
"""

import time

import numpy as np
from scipy import sparse

import zwang as zw

SIDE, MASS, GRAVITY = 50, 0.1, 9.81
knots = np.arange(SIDE * SIDE).reshape(SIDE, SIDE)
x, z = np.meshgrid(np.arange(SIDE), -np.arange(SIDE))
sag = 0.2 * np.sin(np.pi * x / (SIDE - 1)) * (1 - np.arange(SIDE)[:, None] / SIDE)
place = np.stack([x, sag, z], axis=-1).reshape(-1, 3).astype(float)

# A rod between the knots i and j: (p_j − p_i)·(p̈_j − p̈_i) = −|ṗ_j − ṗ_i|², here at rest.
rods = np.concatenate(
    [
        np.stack([knots[:, :-1].ravel(), knots[:, 1:].ravel()], axis=1),
        np.stack([knots[:-1].ravel(), knots[1:].ravel()], axis=1),
        [[knots[0, 0], knots[0, 1]], [knots[0, -2], knots[0, -1]]],
    ]
)
i, j = rods.T
along = place[j] - place[i]
row = np.repeat(np.arange(len(rods)), 3)
columns = [3 * k[:, None] + np.arange(3) for k in (i, j)]
A = sum(
    sparse.csr_array((sign * along.ravel(), (row, c.ravel())), shape=(len(rods), place.size))
    for sign, c in zip((-1.0, 1.0), columns, strict=True)
)
# The upper corners do not move.
held = 3 * knots[0, [0, -1]][:, None] + np.arange(3)
corners = sparse.csr_array((np.ones(6), (np.arange(6), held.ravel())), shape=(6, place.size))
A = sparse.vstack([A, corners], format="csr")
b = np.zeros(A.shape[0])

M = MASS * sparse.eye_array(place.size, format="csr")
Q = np.tile([0.0, 0.0, -MASS * GRAVITY], len(place))
for name in ("first solve, ordering and all", "another with the same pattern"):
    began = time.perf_counter()
    net = zw.solve(M, Q, A, b)
    print(f"{name}: {1e3 * (time.perf_counter() - began):.0f} ms")
print(net.chosen)
print(f"residual {net.residual.max():.0e}")

# What holds the corners: with the net's weight it accounts for all that its knots accelerate.
held_by = net.lam[-6:].reshape(2, 3).sum(axis=0)
momentum = MASS * net.qdd.reshape(-1, 3).sum(axis=0)
weight = len(place) * MASS * GRAVITY
print(f"the corners bear {held_by[2] / weight:.1%} of the weight in this instant")
np.testing.assert_allclose(momentum, held_by - [0.0, 0.0, weight], atol=1e-9 * weight)
assert net.rank == A.shape[0] - 2
