"""A Stewart platform: a plate on six legs that lengthen, driven along a path."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from zwang.bodies.forces.gravity import Gravity
from zwang.bodies.joints.driven_pose import DrivenPose
from zwang.bodies.joints.pairs.universal import Universal
from zwang.bodies.joints.points.point_on_line import PointOnLine
from zwang.bodies.kinds import quaternion
from zwang.bodies.kinds.body import GROUND
from zwang.bodies.kinds.rigid_body import RigidBody
from zwang.bodies.mechanism import Mechanism
from zwang.zoo.mechanisms.machine import Machine

BASE, TOP, HEIGHT = 1.0, 0.6, 1.2  # radii of the joints below and on the plate, and its height
SWAY, LEAN, RATE = 0.15, 0.2, 2.0  # the plate's path


def stewart() -> Machine:
    """A plate on six legs, whose pose is a function of time.

    A universal joint holds each leg below; the plate's ball runs along the leg's axis, as the ball
    at the end of a piston does. The drive determines all: there is no freedom, and each leg points
    from its foot to its ball.

    References
    ----------
    Classical; the numbers are our own.
    """
    below, above = feet()
    plate = RigidBody(4.0, [0.4, 0.4, 0.7], p_WB=[0.0, 0.0, HEIGHT], name="plate")
    bodies, joints = [plate], []
    for i, (a, b) in enumerate(zip(below, above + [0.0, 0.0, HEIGHT], strict=True), 1):
        R = frame((b - a) / np.linalg.norm(b - a))
        quat = quaternion.from_matrix(R)
        leg = RigidBody(
            0.5, [0.01, 0.01, 0.001], p_WB=a + (b - a) / 4.0, quat_WB=quat, name=f"leg {i}"
        )
        bodies.append(leg)
        joints += [
            Universal(GROUND, leg, point=a, axes=(R[:, 0], R[:, 1]), name=f"foot {i}"),
            PointOnLine(leg, plate, point=b, axis=R[:, 2], name=f"ball {i}"),
        ]
    joints.append(DrivenPose(GROUND, plate, position=position, quat=quat_of, name="drive"))

    def answer(t):
        t = np.asarray(t, float)
        place, quat = (np.moveaxis(np.asarray(f(t)), 0, -1) for f in (position, quat_of))
        turned = np.swapaxes(np.asarray(quaternion.matrix(quat)), -1, -2)
        legs = place[..., None, :] + above @ turned - below
        legs /= np.linalg.norm(legs, axis=-1)[..., None]
        return legs.reshape(*t.shape, 18)

    def observe(motion):
        axes = [np.asarray(motion.pose(f"leg {i}").R_WB)[:, :, 2] for i in range(1, 7)]
        return np.concatenate(axes, axis=-1)

    return Machine(
        name="stewart",
        title="Stewart platform with a driven plate",
        mechanism=Mechanism(bodies, joints, [Gravity([0.0, 0.0, -9.81])]),
        t=1.0,
        mobility=0,
        counted=0,
        answer=answer,
        observe=observe,
        observed="directions of the legs",
        citation="classical; own numbers",
        conservative=False,  # the drive gives and takes
    )


def feet() -> tuple[np.ndarray, np.ndarray]:
    """The joints below in the world (6, 3), and above in the plate's axes (6, 3), in pairs."""
    turns = np.arange(6) // 2 * 2.0 * np.pi / 3.0
    ways = np.tile([-1.0, 1.0], 3)
    low, high = turns + 0.2 * ways, turns + (np.pi / 3.0 - 0.2) * ways
    flat = np.zeros(6)
    return (
        np.stack([BASE * np.cos(low), BASE * np.sin(low), flat], axis=-1),
        np.stack([TOP * np.cos(high), TOP * np.sin(high), flat], axis=-1),
    )


def frame(along):
    """Axes (3, 3) as columns, the third along a leg, the first level."""
    first = np.cross([0.0, 0.0, 1.0], along)
    first /= np.linalg.norm(first)
    return np.stack([first, np.cross(along, first), along], axis=1)


def position(t):
    """The plate's place (3,), which starts at rest."""
    phase = 1.0 - jnp.cos(RATE * t)
    return jnp.stack([SWAY * phase, 0.0 * t, HEIGHT + 0.5 * SWAY * phase])


def quat_of(t):
    """The plate's orientation (4,): it leans about x."""
    half = LEAN * (1.0 - jnp.cos(RATE * t)) / 2.0
    return jnp.stack([jnp.cos(half), jnp.sin(half), 0.0 * t, 0.0 * t])
