"""A chain of N particles on rods from the origin, in the plane: by hand and by other programs.

In rods' angles, relative to the rod before, for Pinocchio and MuJoCo, whose recursions take a time
in proportion to N; in points by hand, with a banded elimination: integrated by SciPy's DOP853. In
points by Exudyn, with its own method and sparse factors. Lengths and masses add up to one.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable

import numpy as np
import scipy

G = 9.81


def angles(N: int) -> np.ndarray:
    """Of the rods against the vertical at the start: near the slowest swing of a hanging chain.

    Others, far from it, are chaotic after a second, and tell nothing at an error of 1e-9.
    """
    return 0.3 * (0.5 + 0.5 * np.arange(1, N + 1) / N)


def place(angle: np.ndarray) -> np.ndarray:
    """Where the particles are (N, 2)."""
    steps = np.stack([np.sin(angle), -np.cos(angle)], axis=1) / len(angle)
    return np.cumsum(steps, axis=0)


def _integrated(field: Callable, start: np.ndarray, t: float, rtol: float) -> np.ndarray:
    given = {"method": "DOP853", "rtol": rtol, "atol": 1e-3 * rtol}
    return scipy.integrate.solve_ivp(field, (0.0, t), start, **given).y[: len(start) // 2, -1]


def by_hand(N: int, t: float, rtol: float = 1e-9) -> np.ndarray:
    """q̈ = g + Aᵀλ/m, with A Aᵀ/m tridiagonal; no projection. Positions (N, 2) at the end."""
    first = place(angles(N))

    def field(_: float, y: np.ndarray) -> np.ndarray:
        x, v = y.reshape(2, N, 2)
        d, dv = np.diff(x, axis=0, prepend=0.0), np.diff(v, axis=0, prepend=0.0)
        own, bands = (d * d).sum(axis=1), np.zeros((2, N))
        bands[0] = 2.0 * own
        bands[0, 0] = own[0]
        bands[1, :-1] = -(d[1:] * d[:-1]).sum(axis=1)
        wanted = -(dv * dv).sum(axis=1)
        wanted[0] += G * d[0, 1]
        pull = scipy.linalg.solveh_banded(bands, wanted, lower=True)[:, None] * d
        return np.concatenate([v.ravel(), (pull - np.append(pull[1:], [[0, 0]], axis=0)
                                           + [0.0, -G]).ravel()])  # fmt: skip

    y = np.concatenate([first.ravel(), np.zeros(2 * N)])
    return _integrated(field, y, t, rtol).reshape(N, 2)


def _by_angles(qdd: Callable, N: int, t: float, rtol: float) -> np.ndarray:
    """From accelerations of relative angles."""

    def field(_: float, y: np.ndarray) -> np.ndarray:
        return np.concatenate([y[N:], qdd(y[:N], y[N:])])

    start = np.concatenate([np.diff(angles(N), prepend=0.0), np.zeros(N)])
    return place(np.cumsum(_integrated(field, start, t, rtol)))


def by_pinocchio(N: int, t: float, rtol: float = 1e-9) -> np.ndarray:
    """Its ``aba``."""
    pin = importlib.import_module("pinocchio")
    model, length = pin.Model(), 1.0 / N
    model.gravity.linear = np.array([0.0, -G, 0.0])
    joint = 0
    for i in range(N):
        at = np.array([0.0, 0.0 if i == 0 else -length, 0.0])
        joint = model.addJoint(joint, pin.JointModelRZ(), pin.SE3(np.eye(3), at), f"joint {i}")
        dot = pin.Inertia(1.0 / N, np.array([0.0, -length, 0.0]), np.zeros((3, 3)))
        model.appendBodyToJoint(joint, dot, pin.SE3.Identity())
    data, none = model.createData(), np.zeros(N)
    return _by_angles(lambda q, v: pin.aba(model, data, q, v, none), N, t, rtol)


def by_mujoco(N: int, t: float, rtol: float = 1e-9) -> np.ndarray:
    """Its ``mj_forward``, without contacts."""
    mujoco = importlib.import_module("mujoco")
    length, body = 1.0 / N, ""
    for i in reversed(range(N)):
        at = 0.0 if i == 0 else -length
        body = (
            f'<body pos="0 {at} 0"><joint type="hinge" axis="0 0 1"/>'
            f'<inertial pos="0 {-length} 0" mass="{1.0 / N}" diaginertia="1e-14 1e-14 1e-14"/>'
            f"{body}</body>"
        )
    text = (
        f'<mujoco><compiler autolimits="false" boundmass="0" boundinertia="0"/>'
        f'<option gravity="0 {-G} 0"><flag contact="disable" constraint="disable"/></option>'
        f"<worldbody>{body}</worldbody></mujoco>"
    )
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)

    def qdd(q: np.ndarray, v: np.ndarray) -> np.ndarray:
        data.qpos[:], data.qvel[:] = q, v
        mujoco.mj_forward(model, data)
        return data.qacc.copy()

    return _by_angles(qdd, N, t, rtol)


def by_exudyn(N: int, t: float, rtol: float = 1e-9) -> np.ndarray:
    """Points and rods under its generalised alpha, of second order, with Eigen's sparse solver.

    It has no tolerance: steps of √rtol give errors of about rtol here.
    """
    exu, items = (importlib.import_module(f"exudyn{x}") for x in ("", ".itemInterface"))
    mbs, first, nodes = exu.SystemContainer().AddSystem(), place(angles(N)), []
    marker = lambda body: items.MarkerBodyPosition(bodyNumber=body, localPosition=[0, 0, 0])
    last = mbs.AddMarker(marker(mbs.AddObject(items.ObjectGround())))
    for x in first:
        nodes.append(mbs.AddNode(items.NodePoint2D(referenceCoordinates=list(x))))
        body = mbs.AddObject(items.MassPoint2D(mass=1.0 / N, nodeNumber=nodes[-1]))
        own = mbs.AddMarker(marker(body))
        mbs.AddLoad(items.Force(markerNumber=own, loadVector=[0, -G / N, 0]))
        rod = items.DistanceConstraint(markerNumbers=[last, own], distance=1.0 / N)
        mbs.AddObject(rod)
        last = own
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.solution.file.write = False
    settings.linearSolver.solverType = exu.LinearSolverType.EigenSparse
    method = settings.timeIntegration
    method.endTime, method.numberOfSteps = t, int(np.ceil(t / np.sqrt(rtol)))
    method.generalizedAlpha.useIndex2Constraints = method.generalizedAlpha.useNewmark = True
    method.newton.useModifiedNewton = True
    method.newton.relativeTolerance, method.newton.absoluteTolerance = 1e-10, 1e-12
    mbs.SolveDynamic(settings)
    at = lambda node: mbs.GetNodeOutput(node, exu.OutputVariableType.Position)[:2]
    return np.array([at(node) for node in nodes])
