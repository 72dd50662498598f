"""A Stewart platform: a plate on six legs that lengthen, driven along a path."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from zwang.bodies import quaternion
from zwang.bodies.body import GROUND
from zwang.bodies.forces.gravity import Gravity
from zwang.bodies.joints.driven_pose import DrivenPose
from zwang.bodies.joints.prismatic import Prismatic
from zwang.bodies.joints.spherical import Spherical
from zwang.bodies.joints.universal import Universal
from zwang.bodies.mechanism import Mechanism
from zwang.bodies.rigid_body import RigidBody
from zwang.zoo.mechanisms.machine import Machine

BASE, TOP, HEIGHT = 1.0, 0.6, 1.2  # radii of the joints below and on the plate, and its height
SWAY, LEAN, RATE = 0.15, 0.2, 2.0  # the plate's path


def stewart() -> Machine:
    """A plate on six legs of two parts each, whose pose is a function of time.

    A universal joint holds each leg below, a sliding joint joins its parts, a ball joint holds the
    plate. The drive determines all: there is no freedom, and the lengths of the legs are known.

    References
    ----------
    Classical; the numbers are our own.
    """
    below, above = feet()
    plate = RigidBody(4.0, [0.4, 0.4, 0.7], p_WB=[0.0, 0.0, HEIGHT], name="plate")
    bodies, joints = [plate], []
    for i, (a, b) in enumerate(zip(below, above + [0.0, 0.0, HEIGHT], strict=True), 1):
        along = (b - a) / np.linalg.norm(b - a)
        R = frame(along)
        quat = quaternion.from_matrix(R)
        lower = RigidBody(
            0.5, [0.01, 0.01, 0.001], p_WB=a + 0.25 * (b - a), quat_WB=quat, name=f"lower {i}"
        )
        upper = RigidBody(
            0.3, [0.006, 0.006, 0.0006], p_WB=a + 0.75 * (b - a), quat_WB=quat, name=f"upper {i}"
        )
        bodies += [lower, upper]
        joints += [
            Universal(GROUND, lower, point=a, axes=(R[:, 0], R[:, 1]), name=f"foot {i}"),
            Prismatic(lower, upper, point=(a + b) / 2.0, axis=along, name=f"leg {i}"),
            Spherical(upper, plate, point=b, name=f"ball {i}"),
        ]
    joints.append(DrivenPose(GROUND, plate, position=position, quat=quat_of, name="drive"))

    def answer(t):
        t = np.asarray(t, float)
        R = np.asarray(quaternion.matrix(np.moveaxis(np.asarray(quat_of(t)), 0, -1)))
        tops = np.moveaxis(np.asarray(position(t)), 0, -1)[..., None, :] + above @ np.swapaxes(
            R, -1, -2
        )
        return np.linalg.norm(tops - below, axis=-1)

    lengths = np.linalg.norm(above + [0.0, 0.0, HEIGHT] - below, axis=-1)

    def observe(motion):
        found = []
        for i in range(1, 7):
            between = motion.pose(f"upper {i}").p_WB - motion.pose(f"lower {i}").p_WB
            found.append(np.linalg.norm(between, axis=-1) + lengths[i - 1] / 2.0)
        return np.stack(found, axis=-1)

    return Machine(
        name="stewart",
        title="Stewart platform with a driven plate",
        mechanism=Mechanism(bodies, joints, [Gravity([0.0, 0.0, -9.81])]),
        t=1.0,
        mobility=0,
        counted=0,
        answer=answer,
        observe=observe,
        observed="lengths of the legs",
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
