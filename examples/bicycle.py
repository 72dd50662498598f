"""Whipple's bicycle from four bodies, three hinges and two wheels that roll: where it is stable.

The bodies and numbers are those of the benchmark of Meijaard, Papadopoulos, Ruina and Schwab
(2007): a rider who does not move, on a bicycle without friction. It falls when it is slow, weaves
less and less as it goes faster, and from 4.29 to 6.02 m/s it keeps itself upright.

Run: python examples/bicycle.py
"""

import jax.numpy as jnp
import numpy as np

import zwang as zw

WHEELBASE, TRAIL, TILT = 1.02, 0.08, np.pi / 10
REAR, FRONT = 0.3, 0.35  # radii
UP = np.diag([1.0, -1.0, -1.0])  # the benchmark's z points down


def inertia(xx: float, yy: float, zz: float, xz: float = 0.0) -> np.ndarray:
    return UP @ np.array([[xx, 0.0, xz], [0.0, yy, 0.0], [xz, 0.0, zz]]) @ UP


def bicycle(speed: float = 0.0) -> zw.Mechanism:
    """Upright at the start, and rolling straight ahead along x; z points up."""
    ahead = {"v_WB": [speed, 0.0, 0.0]}
    spin = lambda radius: {**ahead, "w_WB": [0.0, speed / radius, 0.0]}
    rear = zw.RigidBody(
        2.0, inertia(0.0603, 0.12, 0.0603), p_WB=[0, 0, REAR], name="rear wheel", **spin(REAR)
    )
    frame = zw.RigidBody(
        85.0, inertia(9.2, 11.0, 2.8, 2.4), p_WB=[0.3, 0, 0.9], name="frame", **ahead
    )
    fork = zw.RigidBody(
        4.0, inertia(0.05892, 0.06, 0.00708, -0.00756), p_WB=[0.9, 0, 0.7], name="fork", **ahead
    )
    front = zw.RigidBody(
        3.0,
        inertia(0.1405, 0.28, 0.1405),
        p_WB=[WHEELBASE, 0, FRONT],
        name="front wheel",
        **spin(FRONT),
    )
    across, steering = [0, 1, 0], [np.sin(TILT), 0, -np.cos(TILT)]
    joints = [
        zw.joints.Revolute(frame, rear, point=[0, 0, REAR], axis=across, name="rear axle"),
        zw.joints.Revolute(
            frame, fork, point=[WHEELBASE + TRAIL, 0, 0], axis=steering, name="steering"
        ),
        zw.joints.Revolute(
            fork, front, point=[WHEELBASE, 0, FRONT], axis=across, name="front axle"
        ),
        zw.joints.RollingDisk(zw.GROUND, rear, radius=REAR, axis=across, name="rear contact"),
        zw.joints.RollingDisk(zw.GROUND, front, radius=FRONT, axis=across, name="front contact"),
    ]
    return zw.Mechanism([rear, frame, fork, front], joints, [zw.Gravity()])


def roll(q):
    """How far the frame leans to the right, from its quaternion."""
    u0, u1, u2, u3 = q[10:14]
    return jnp.arcsin(2.0 * (u2 * u3 + u0 * u1))


COORDINATES = {"roll": roll, "steer": "steering.angle"}


def small_motions(speed: float) -> zw.Linear:
    """The equations of roll and steer at a speed; no other coordinate enters them."""
    model = zw.linearize(bicycle(speed), coordinates=COORDINATES)
    return model.block("roll", "steer")


def main():
    print("speed  eigenvalues")
    for speed in (0.0, 2.0, 4.0, 5.0, 6.0, 8.0):
        model = small_motions(speed)
        values = ", ".join(f"{x:.4f}" for x in model.eigenvalues)
        print(f"{speed:4.1f}   {values}   {model.stability}")
    # M q̈ + v C1 q̇ + (g K0 + v² K2) q = 0 in roll and steer.
    still, slow = small_motions(0.0), small_motions(1.0)
    print("M", still.mass.round(6).tolist())
    print("C1", slow.damping.round(6).tolist())
    print("K0", (still.stiffness / 9.81).round(6).tolist())
    print("K2", (slow.stiffness - still.stiffness).round(6).tolist())


if __name__ == "__main__":
    main()
