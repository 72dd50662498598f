"""Starts and ends of the problems, and the run that both ways share."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.integrate import solve_ivp

ATOL = 1e-12

# q0, qd0 and the end of the motion
STARTS = {
    "pendulum": ([-1.0, 0.0], [0.0, 0.0], 10.0),
    "andrews": (
        [
            -0.0617138900142764496,
            0.0,
            0.455279819163070380,
            0.222668390165885885,
            0.487364979543842550,
            -0.222668390165885885,
            1.23054744454982119,
        ],
        [0.0] * 7,
        0.03,
    ),
    "car_axis": ([0.0, 0.5, 1.0, 0.5], [-0.5, 0.0, -0.5, 0.0], 3.0),
    "four_bar": ([0.0, 1.0, 1.0, 1.0, 2.0, 1.0], [1.0, 0.0, 1.0, 0.0, 1.0, 0.0], 10.0),
    "bricard": ([0.0] * 5, [0.0] * 5, 10.0),
}


def run(qdd: Callable, name: str, rtol: float):
    """SciPy's result for one problem."""
    q0, qd0, end = STARTS[name]
    n = len(q0)

    def field(t, y):
        return np.concatenate([y[n:], qdd(t, y[:n], y[n:])])

    y0 = np.concatenate([q0, qd0])
    return solve_ivp(field, (0.0, end), y0, method="DOP853", rtol=rtol, atol=ATOL)
