"""A planar two-link arm that draws a circle, by torques at its joints.

The coordinates are the angles of the links against the horizon; the motor of the elbow turns the
second link and pushes back on the first: u = S τ.

Run: python examples/control_arm.py
"""

import jax.numpy as jnp
import numpy as np

import zwang as zw

P = {"m1": 1.5, "m2": 1.0, "l1": 1.0, "l2": 0.8, "g": 9.81}
MOTORS = np.array([[1.0, -1.0], [0.0, 1.0]])
CENTRE, RADIUS, RATE = np.array([1.0, 0.5]), 0.3, 2.0


def arm() -> zw.System:
    def kinetic(q, qd, p):
        v1, v2 = p["l1"] * qd[0], p["l2"] * qd[1]
        together = (p["m1"] + p["m2"]) * v1**2 / 2 + p["m2"] * v2**2 / 2
        return together + p["m2"] * v1 * v2 * jnp.cos(q[0] - q[1])

    def potential(q, p):
        elbow = p["l1"] * jnp.sin(q[0])
        return p["g"] * (p["m1"] * elbow + p["m2"] * (elbow + p["l2"] * jnp.sin(q[1])))

    return zw.System.from_lagrangian(T=kinetic, V=potential, coordinates=["shoulder", "elbow"])


def hand(q, p):
    """Where the hand is (2,)."""
    along = p["l1"] * jnp.stack([jnp.cos(q[0]), jnp.sin(q[0])])
    return along + p["l2"] * jnp.stack([jnp.cos(q[1]), jnp.sin(q[1])])


def circle(q, t, p):
    """The hand off the circle (2,)."""
    turn = jnp.stack([jnp.cos(RATE * t), jnp.sin(RATE * t)])
    return hand(q, p) - CENTRE - RADIUS * turn


def controller(gains=(20.0, 100.0)) -> zw.Controller:
    required = zw.Holonomic(circle, name="circle")
    return zw.track(arm(), required, actuation=MOTORS, gains=gains)


def run(duration: float = 3.2) -> zw.Motion:
    control = controller()
    start = control.start([0.9, -0.6], [0.0, 0.0], 0.0, P)
    return zw.simulate(control.closed_loop(), *start, (0.0, duration), P)


def main():
    motion = run()
    torques = motion.observables["inputs"]
    print(f"largest error {np.abs(motion.tracking_error('circle')).max():.1e}")
    print("torques from", torques.min(axis=0).round(2), "to", torques.max(axis=0).round(2))
    law = controller().compile(P)
    print("one call:", law(motion.q[0], motion.qd[0], 0.0).round(3))


if __name__ == "__main__":
    main()
