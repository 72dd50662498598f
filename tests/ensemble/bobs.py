"""A bob on a rod, whose length and weight are parameters: the system of these tests."""

from typing import Any

import numpy as np

import zwang as zw
from tests.systems.points import PENDULUM

N = 21
LENGTHS, ANGLES = np.linspace(1.0, 2.0, N), np.linspace(0.2, 2.0, N)
Q0 = LENGTHS[:, None] * np.stack([np.sin(ANGLES), -np.cos(ANGLES)], axis=1)
QD0 = np.zeros((N, 2))
P = {"L": LENGTHS, "g": 9.81}
TIMES = np.linspace(0.0, 1.5, 4)


def single(i, t: Any = TIMES, p: Any = P, q0: Any = Q0, **options: Any):
    """The motion of one member by itself."""
    own = {name: x[i] if np.ndim(x) else x for name, x in p.items()}
    return zw.simulate(PENDULUM, q0[i], QD0[i], t, own, **options)
