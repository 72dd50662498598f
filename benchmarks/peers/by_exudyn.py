"""Exudyn: rigid bodies in the plane with all their coordinates, joints as constraints.

Generalised alpha with spectral radius 1 (the trapezoidal rule, of order 2) on constraints of index
2, Newton's method to 1e-12, a dense solver. That stops at a singular pose; there the constraints
have index 3, the spectral radius is 0.9, and singular Jacobians are ignored. The setting of a run
is its number of steps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import exudyn as exu
import exudyn.itemInterface as eii
import numpy as np

from peers.linkage import GROUND, Cannot, Linkage, linkage

SINGULAR = ("four_bar",)  # poses
SETTINGS = (1_000, 3_000, 10_000, 30_000, 100_000, 300_000)
VERSION = f"Exudyn {exu.GetVersionString() if hasattr(exu, 'GetVersionString') else ''}".strip()


def prepare(name: str) -> Callable[[int], tuple[Any, Any]]:
    """A function of the number of steps that returns q and qd at the end."""
    given = linkage(name)
    if not given.planar:
        raise Cannot("only bodies in the plane are written for it here")
    container = exu.SystemContainer()
    mbs = container.AddSystem()
    nodes = _assemble(given, mbs)
    settings = exu.SimulationSettings()
    integration = settings.timeIntegration
    integration.endTime, integration.verboseMode = given.end, 0
    alpha, singular = integration.generalizedAlpha, name in SINGULAR
    alpha.spectralRadius = 0.9 if singular else 1.0
    alpha.useIndex2Constraints = alpha.useNewmark = not singular
    settings.linearSolver.ignoreSingularJacobian = singular
    integration.newton.relativeTolerance = integration.newton.absoluteTolerance = 1e-12
    settings.solutionSettings.writeSolutionToFile = False
    settings.linearSolverType = exu.LinearSolverType.EXUdense

    def run(steps: int) -> tuple[Any, Any]:
        integration.numberOfSteps = steps
        if not mbs.SolveDynamic(settings, showHints=False):
            raise ArithmeticError("no convergence")
        kinds = exu.OutputVariableType
        parts = [
            np.array([mbs.GetNodeOutput(node, kind)[2] for node in nodes])
            for kind in (kinds.Coordinates, kinds.Coordinates_t)
        ]
        turned, rates = parts
        parents = [link.parent for link in given.links]
        relative = lambda x: x - np.array([0.0 if p == GROUND else x[p] for p in parents])
        return given.coordinates(relative(turned + _starts(given)[2]), relative(rates))

    return run


def _starts(given: Linkage) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Hinges and their velocities, angles and their rates, of all links in the plane."""
    n = len(given.links)
    angles, rates, places, speeds = np.zeros(n), np.zeros(n), np.zeros((n, 2)), np.zeros((n, 2))
    done: set[int] = {GROUND}
    while len(done) <= n:
        for i, link in enumerate(given.links):
            k = link.parent
            if i in done or k not in done:
                continue
            a, w = (0.0, 0.0) if k == GROUND else (angles[k], rates[k])
            o, v = (np.zeros(2), np.zeros(2)) if k == GROUND else (places[k], speeds[k])
            arm = _turned(a, link.place)
            places[i], speeds[i] = o + arm, v + w * np.array([-arm[1], arm[0]])
            angles[i], rates[i] = a + given.q0[i], w + given.qd0[i]
            done.add(i)
    return places, speeds, angles, rates


def _turned(angle: float, x: np.ndarray) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([c * x[0] - s * x[1], s * x[0] + c * x[1]])


def _assemble(given: Linkage, mbs: Any) -> list[int]:
    places, speeds, angles, rates = _starts(given)
    ground = mbs.AddObject(eii.ObjectGround())
    nodes, bodies = [], []
    for i, link in enumerate(given.links):
        arm = _turned(angles[i], link.centre)
        at, v = places[i] + arm, speeds[i] + rates[i] * np.array([-arm[1], arm[0]])
        node = mbs.AddNode(
            eii.NodeRigidBody2D(
                referenceCoordinates=[*at, angles[i]], initialVelocities=[*v, rates[i]]
            )
        )
        body = eii.ObjectRigidBody2D(
            physicsMass=link.mass, physicsInertia=link.inertia[2, 2], nodeNumber=node
        )
        nodes.append(node)
        bodies.append(mbs.AddObject(body))
        if given.gravity.any():
            mass = mbs.AddMarker(eii.MarkerBodyMass(bodyNumber=bodies[-1]))
            mbs.AddLoad(eii.LoadMassProportional(markerNumber=mass, loadVector=given.gravity))
        if given.torques[i]:
            whole = mbs.AddMarker(eii.MarkerBodyRigid(bodyNumber=bodies[-1]))
            torque = [0.0, 0.0, given.torques[i]]
            mbs.AddLoad(eii.LoadTorqueVector(markerNumber=whole, loadVector=torque))

    def marker(link: int, x: np.ndarray, kind: Any = eii.MarkerBodyRigid) -> int:
        body, local = (
            (ground, x) if link == GROUND else (bodies[link], x - given.links[link].centre)
        )
        return mbs.AddMarker(kind(bodyNumber=body, localPosition=list(map(float, local))))

    pairs = [(marker(x.parent, x.place), marker(i, np.zeros(3))) for i, x in enumerate(given.links)]
    pairs += [(marker(x.b, x.on_b), marker(x.a, x.on_a)) for x in given.loops]
    for pair in pairs:
        mbs.AddObject(eii.ObjectJointRevolute2D(markerNumbers=list(pair)))
    if given.spring is not None:
        spring = given.spring
        point, anchor = marker(spring.link, spring.point), marker(GROUND, spring.anchor)
        mbs.AddObject(
            eii.ObjectConnectorSpringDamper(
                markerNumbers=[anchor, point],
                referenceLength=spring.length,
                stiffness=spring.stiffness,
                damping=0.0,
            )
        )
    mbs.Assemble()
    return nodes
