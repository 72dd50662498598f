"""A spacecraft of one rigid body turns through a large angle: by three torques, by four wheels.

The attitude is a quaternion, and what is required is that it follows a turn about a skew axis, from
rest to rest. By three torques about the axes of the body the control is what Euler's equations
say. Four wheels in a pyramid have one torque to spare: where a wheel is at its limit the others
take over, and the path is still kept.

Run: python examples/control_attitude.py
"""

import jax.numpy as jnp
import numpy as np

import zwang as zw

INERTIA = np.array([10.0, 12.0, 8.0])
AXIS = np.array([1.0, 2.0, 2.0]) / 3.0
TURN, DURATION = 2.0, 10.0  # radians, seconds
TILT = 0.6  # of the wheels' axes out of the plane of roll and pitch
C, S = np.cos(TILT), np.sin(TILT)
PYRAMID = np.array([[C, 0.0, -C, 0.0], [0.0, C, 0.0, -C], [S, S, S, S]])
AT_REST = np.array([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]), np.zeros(7)


def angle(t):
    """How far it has turned: a polynomial of the fifth degree, from rest to rest."""
    s = t / DURATION
    return TURN * (10 * s**3 - 15 * s**4 + 6 * s**5)


def off(q, t):
    """Twice the vector part of the turn that is left (3,), for small ones its angles."""
    w, v = q[3], q[4:]
    c, n = jnp.cos(angle(t) / 2), jnp.sin(angle(t) / 2) * AXIS
    return 2.0 * (c * v - w * n - jnp.cross(n, v))


def torques(q):
    """S (7, 3): torques about the axes of the body, which do the work τ · ω."""
    w, x, y, z = q[3:]
    G = jnp.array([[-x, w, z, -y], [-y, -z, w, x], [-z, y, -x, w]])  # ω = 2 G u̇
    return jnp.vstack([jnp.zeros((3, 3)), 2.0 * G.T])


def euler(t):
    """The torques of Euler's equations for this turn (3,)."""
    s = t / DURATION
    rate = TURN * (30 * s**2 - 60 * s**3 + 30 * s**4) / DURATION
    change = TURN * (60 * s - 180 * s**2 + 120 * s**3) / DURATION**2
    return INERTIA * AXIS * change + rate**2 * np.cross(AXIS, INERTIA * AXIS)


def controller(wheels: bool) -> zw.Controller:
    """The craft and its path, by three torques or by four wheels."""
    craft = zw.Mechanism([zw.RigidBody(mass=50.0, inertia=INERTIA, name="craft")])
    path = zw.Holonomic(off, name="attitude")
    actuation = (lambda q: torques(q) @ PYRAMID) if wheels else torques
    return zw.track(craft, path, actuation=actuation, weight=1.0, gains=(2.0, 1.0))


def main():
    motion = zw.simulate(controller(False).closed_loop(), *AT_REST, (0.0, DURATION))
    by_hand = np.stack([euler(t) for t in motion.t])
    missed = np.abs(motion.observables["inputs"] - by_hand).max() / np.abs(by_hand).max()
    print(f"three torques: off the path by less than 1e-9: {_most(motion) < 1e-9}")
    print(f"               as Euler's equations have them, to 1e-6: {missed < 1e-6}")
    four = controller(True)
    free = four.check_along(np.linspace(0.0, DURATION, 41), *AT_REST)
    most = np.abs(free.inputs).max()
    print(f"four wheels:   without limits at most {most:.3f} N m")
    held = four.limited(-0.93 * most, 0.93 * most)
    motion = zw.simulate(held.closed_loop(), *AT_REST, (0.0, DURATION))
    print(f"               with 7 % less the path is kept to 1e-8: {_most(motion) < 1e-8}")
    print(f"               a wheel is at its limit: {bool(motion.observables['saturated'].any())}")


def _most(motion: zw.Motion) -> float:
    return float(np.abs(motion.tracking_error("attitude")).max())


if __name__ == "__main__":
    main()
