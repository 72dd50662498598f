"""A vehicle that cannot slip sideways follows a lane: a nonholonomic plant.

Its wheels are physics, ẋ sin(heading) = ẏ cos(heading). It is driven along its heading and
steered by a torque. The vehicle's own middle cannot be held on the lane: once it is there, no
input acts on it sideways. A point ahead can be held, and the reports tell the two apart. The
heading then follows by itself: like a trailer forwards; backwards it turns round, and that is said.

Run: python examples/control_vehicle.py
"""

import jax.numpy as jnp
import numpy as np

import zwang as zw

P = {"m": 1.2, "J": 0.3, "speed": 1.5, "ahead": 0.4, "wave": 0.6}


def lane(x, p):
    """Where the lane is at x."""
    return p["wave"] * jnp.sin(x)


def vehicle() -> zw.System:
    rolling = zw.Pfaffian(
        lambda q: jnp.stack([jnp.sin(q[2]), -jnp.cos(q[2]), 0.0 * q[2]]), name="no slip"
    )
    mass = lambda p: jnp.stack([p["m"], p["m"], p["J"]])
    return zw.System(mass, None, [rolling], coordinates=["x", "y", "heading"])


def drive(q):
    """Forward force and steering torque, as forces on x, y and heading (3, 2)."""
    return jnp.stack([jnp.cos(q[2]), jnp.sin(q[2]), 0.0 * q[2]])[:, None] * jnp.array(
        [[1.0, 0.0]]
    ) + jnp.array([[0.0, 0.0], [0.0, 0.0], [0.0, 1.0]])


def on_lane(q, p):
    """The point ahead off the lane."""
    ahead = q[:2] + p["ahead"] * jnp.stack([jnp.cos(q[2]), jnp.sin(q[2])])
    return ahead[1] - lane(ahead[0], p)


SPEED = zw.Nonholonomic(
    lambda q, qd, p: jnp.cos(q[2]) * qd[0] + jnp.sin(q[2]) * qd[1] - p["speed"], name="speed"
)
START = [0.0, 0.2, 0.3], [np.cos(0.3), np.sin(0.3), 0.0], 0.0


def controller() -> zw.Controller:
    required = [zw.Holonomic(on_lane, name="lane"), SPEED]
    return zw.track(vehicle(), required, actuation=drive, gains={"lane": (6.0, 9.0), "speed": 3.0})


def run(duration: float = 6.0) -> zw.Motion:
    """From beside the lane, too slow."""
    return zw.simulate(controller().closed_loop(), *START[:2], (0.0, duration), P)


def main():
    control = controller()
    heading = np.arctan(P["wave"])
    along = P["speed"] * np.array([np.cos(heading), np.sin(heading), 0.0])
    print("A point ahead.", control.check(*START, P), "", sep="\n")
    on_it = [0.0, 0.0, heading], along, 0.0
    print("The middle, on the lane.", control.check(*on_it, P | {"ahead": 0.0}), "", sep="\n")
    for speed in (1.5, -1.5):
        straight = P | {"speed": speed, "wave": 0.0}
        found = control.check([0.0, 0.0, 0.0], [speed, 0.0, 0.0], 0.0, straight).internal
        rates = ", ".join(f"{x:.2f}" for x in np.sort(np.real(found.eigenvalues)).tolist())
        print(f"At {speed} on a straight lane nobody controls rates of {rates}: {found.stability}")
    motion = run()
    for name in ("lane", "speed"):
        error = np.abs(motion.tracking_error(name)[:, 0])
        print(f"{name:6} off at the start {error[0]:.2f}, at the end {error[-1]:.1e}")
    print(f"the wheels slip by {np.abs(motion.residual).max():.0e}")


if __name__ == "__main__":
    main()
