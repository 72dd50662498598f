"""Two satellites around an oblate Earth: one circles the other, and looks at it.

The leader falls freely, in a field with J2. The follower keeps to a circle of one kilometre about
it, as the leader sees it in its own frame: radial, along the track, across the orbit. That frame
turns with the leader's place and velocity, so that the requirement asks for both; inputs appear
after two derivatives of it, which ``degrees`` says. The follower's body points one axis at the
leader, and another along the normal of the circle's plane. Thrusts and torques come out together,
exactly and with the least effort, after H. Cho and F. E. Udwadia, Explicit control force and torque
determination for satellite formation-keeping with attitude requirements (Journal of Guidance,
Control, and Dynamics).

Units: the orbit's radius of 7,000 km, its period over 2 pi, the follower's mass.

Run: python examples/control_formation.py
"""

import jax.numpy as jnp
import numpy as np

import zwang as zw

J2, EARTH = 1.0826e-3, 6378.0 / 7000.0
SIDE = 1.0 / 7000.0  # one kilometre
INERTIA = SIDE**2 * 1e-3 * np.array([1.0, 1.5, 2.0])
INCLINED = np.radians(50.0)


def potential(r):
    """Of a unit mass at r (3,): Newton's, and what the flattening of the Earth adds."""
    d = jnp.sqrt(r @ r)
    return -1.0 / d + J2 * EARTH**2 / (2.0 * d**3) * (3.0 * (r[2] / d) ** 2 - 1.0)


def axes(u):
    """The axes of the body, the rows of a matrix (3, 3), by its quaternion."""
    w, x, y, z = u
    return jnp.array(
        [
            [w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)],
            [2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)],
            [2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z],
        ]
    )


def spin(u):
    """G (3, 4) of the angular velocity in the body, ω = 2 G u̇."""
    w, x, y, z = u
    return jnp.array([[-x, w, z, -y], [-y, -z, w, x], [-z, y, -x, w]])


def frame(r, v):
    """Radial, along the track, across the orbit: the rows of a matrix (3, 3)."""
    h = jnp.cross(r, v)
    radial, across = r / jnp.sqrt(r @ r), h / jnp.sqrt(h @ h)
    return jnp.stack([radial, jnp.cross(across, radial), across])


def kinetic(q, qd):
    w, stretch = 2.0 * spin(q[6:]) @ qd[6:], 2.0 * q[6:] @ qd[6:]
    turning = w @ (INERTIA * w) + INERTIA[0] * stretch**2  # the last is zero on |u| = 1
    return (qd[:6] @ qd[:6] + turning) / 2.0


def circle(q, qd, t):
    """The follower off its place about the leader (3,), in parts of the circle's radius."""
    wanted = jnp.stack([jnp.sin(t) / 2.0, jnp.cos(t), jnp.sin(t)])
    return frame(q[:3], qd[:3]) @ (q[3:6] - q[:3]) / SIDE - wanted


def pointing(q):
    """Two axes of the body on the way to the leader (2,), in parts of the circle's radius."""
    return axes(q[6:])[1:] @ (q[:3] - q[3:6]) / SIDE


def normal(q, qd):
    """The second axis on the normal of the circle's plane (1,)."""
    return axes(q[6:])[1:2] @ frame(q[:3], qd[:3]).T @ jnp.array([2.0, 0.0, -1.0]) / np.sqrt(5.0)


def inputs(q):
    """S (10, 6): thrusts along the axes of space, torques about those of the body."""
    nothing, unit = jnp.zeros((3, 3)), jnp.eye(3)
    turned = jnp.vstack([jnp.zeros((6, 3)), 2.0 * spin(q[6:]).T])
    return jnp.hstack([jnp.vstack([nothing, unit, jnp.zeros((4, 3))]), turned])


def controller() -> zw.Controller:
    """The two satellites, what the follower must do, and its actuators."""
    two = zw.System.from_lagrangian(
        T=kinetic,
        V=lambda q: potential(q[:3]) + potential(q[3:6]),
        constraints=[zw.Holonomic(lambda q: q[6:] @ q[6:] - 1.0, name="quaternion")],
    )
    required = [
        zw.Nonholonomic(circle, name="circle"),
        zw.Holonomic(pointing, name="pointing"),
        zw.Nonholonomic(normal, name="normal"),
    ]
    weight = np.append(np.ones(3), 1.0 / INERTIA)
    return zw.track(
        two,
        required,
        actuation=inputs,
        weight=weight,
        gains={"circle": 8.0, "pointing": (8.0, 16.0), "normal": 8.0},
        degrees={"circle": 2, "normal": 2},
    )


def start() -> tuple[np.ndarray, np.ndarray]:
    """The leader on its orbit; the follower near its place, at rest to it, turned a little off."""
    r, v = np.array([1.0, 0.0, 0.0]), np.array([0.0, np.cos(INCLINED), np.sin(INCLINED)])
    R = np.array(frame(r, v))
    beside = R.T @ np.array([0.05, 1.05, 0.0]) * SIDE
    x, z = -R[1], R.T @ np.array([2.0, 0.0, -1.0]) / np.sqrt(5.0)
    body = np.stack([x, np.cross(z, x), z])
    w = np.sqrt(1.0 + np.trace(body)) / 2.0
    off = body[[1, 2, 0], [2, 0, 1]] - body[[2, 0, 1], [1, 2, 0]]
    u = np.append(w, off / (4.0 * w)) + [0.0, 0.05, -0.05, 0.05]
    return np.concatenate([r, r + beside, u / np.linalg.norm(u)]), np.concatenate([v, v, [0.0] * 4])


def main():
    control = controller()
    motion = zw.simulate(control.closed_loop(), *start(), (0.0, 2 * np.pi), rtol=1e-9)
    for name in ("circle", "pointing", "normal"):
        error = np.abs(motion.tracking_error(name)).max(axis=1)
        there = error[-1] < 1e-6
        print(f"{name:9} off by {error[0]:.0e} at the start; below 1e-6 at the end: {there}")
    thrust = np.linalg.norm(motion.observables["inputs"][:, :3], axis=1)
    unit = 7e6 / (7e6**3 / 3.986e14)  # m/s²
    print(f"thrust at the end {1e6 * unit * thrust[-1]:.0f} micronewtons for each kilogram")


if __name__ == "__main__":
    main()
