"""Bodies that hang in a row, and what means the same."""

import numpy as np

import zwang as zw

WEIGHT = np.array([1.0, -9.81])


def in_a_row(body, joint, count, weight):
    """Bodies in a row that hang on the ground, each by one joint on the one before it."""
    bodies, joints = [], []
    for k in range(count):
        bodies.append(body(k))
        joints.append(joint(bodies[k - 1] if k else zw.GROUND, bodies[k], k))
    return zw.Mechanism(bodies, joints, [zw.Gravity(weight)])


def in_the_plane(count):
    return in_a_row(
        lambda k: zw.PlanarBody(1.0, 0.02, p_WB=[0.25 + 0.5 * k, 0.0], name=f"b{k}"),
        lambda a, b, k: zw.joints.Revolute(a, b, point=[0.5 * k, 0.0], name=f"j{k}"),
        count,
        WEIGHT,
    )


def turned():
    a = np.array([0.3, -0.5, 0.81])
    K = np.cross(np.eye(3), a / np.linalg.norm(a))
    return np.eye(3) + np.sin(1.1) * K + (1 - np.cos(1.1)) * K @ K
