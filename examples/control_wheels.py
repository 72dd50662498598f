"""A spacecraft turns by four reaction wheels in a pyramid, each with little torque to give.

The least torques would ask one wheel for more than it has. Within limits the others take over, as
long as that can be: the requirement is still met. With weaker wheels the report says what is given
up, before anything moves.

Run: python examples/control_wheels.py
"""

import jax.numpy as jnp
import numpy as np

import zwang as zw

INERTIA = np.array([10.0, 12.0, 8.0])
TILT = 0.6  # of the wheels' axes out of the plane of roll and pitch
C, S = np.cos(TILT), np.sin(TILT)
PYRAMID = np.array([[C, 0.0, -C, 0.0], [0.0, C, 0.0, -C], [S, S, S, S]])
TURN = np.array([0.4, 0.1, 0.6])  # radians about each axis, in ten seconds


def craft() -> zw.System:
    """Small angles: each axis by itself, roll, pitch and yaw."""
    return zw.System(INERTIA, None, coordinates=["roll", "pitch", "yaw"])


def slew(q, t):
    """Off the way from rest to rest (3,), by a polynomial of the fifth degree."""
    s = t / 10.0
    return q - TURN * (10 * s**3 - 15 * s**4 + 6 * s**5)


def controller() -> zw.Controller:
    # The first wheel is worn: its torque counts three times.
    weight = np.diag([3.0, 1.0, 1.0, 1.0])
    path = zw.Holonomic(lambda q, t: jnp.asarray(slew(q, t)), name=["roll", "pitch", "yaw"])
    return zw.track(craft(), path, actuation=PYRAMID, weight=weight, gains=(1.0, 0.25))


def main():
    control, times = controller(), np.linspace(0.0, 10.0, 41)
    start = np.zeros(3), np.zeros(3)
    free = control.check_along(times, *start)
    most = np.abs(free.inputs).max(axis=0)
    print("without limits the wheels give at most", most.round(4))
    limit = 0.95 * most.max()
    held = control.limited(-limit, limit).check_along(times, *start)
    print(f"with 5 % less for each: all met: {held.ok}, at a limit: {bool(held.saturated.any())}")
    weak = control.limited(-0.3 * most.max(), 0.3 * most.max()).check_along(times, *start)
    print(f"with 30 %: trouble from t = {weak.first:.2f} on")
    print(weak.cause)


if __name__ == "__main__":
    main()
