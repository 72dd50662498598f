"""Small systems that several files of tests share: bare rows, a bob on its rod, a table on legs."""

from typing import Any

import numpy as np

import zwang as zw
from tests.systems.points import ROD as rod

CORNERS = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]
ZERO = np.zeros(3)

bob = zw.System(2.0, None, [rod], coordinates=["x", "y"])


def row(A, b: Any = 0.0, name=None):
    return zw.AccelerationLevel(np.asarray(A, float), b, name=name)


def table(legs, mass=(10.0, 1.0, 2.0)):
    """A plate on legs under its corners: height, roll and pitch."""
    constraints = [
        zw.Holonomic(lambda q, x=x, y=y: q[0] + x * q[1] + y * q[2], name=f"leg {i}")
        for i, (x, y) in enumerate(CORNERS[:legs], 1)
    ]
    weight = [-98.1, 0.0, 0.0]
    return zw.System(np.array(mass), weight, constraints, coordinates=["height", "roll", "pitch"])
