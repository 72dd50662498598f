"""MuJoCo: trees of hinges, loops by ``connect`` between sites, fixed steps of Runge-Kutta order 4.

Equality constraints are springs there. They are set as stiff as it allows: ``solref`` with a time
constant of two steps, critically damped, ``solimp`` at 0.9999, Newton's method with 100 iterations.
The setting of a run is its number of steps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mujoco
import numpy as np

from peers.linkage import GROUND, Linkage, linkage

SETTINGS = (300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000)
VERSION = f"MuJoCo {mujoco.__version__}"


def prepare(name: str) -> Callable[[int], tuple[Any, Any]]:
    """A function of the number of steps that returns q and qd at the end."""
    given = linkage(name)
    model, data, order = _made(given)

    def run(steps: int) -> tuple[Any, Any]:
        mujoco.mj_resetData(model, data)
        model.opt.timestep = given.end / steps
        model.eq_solref[:] = 2.0 * model.opt.timestep, 1.0
        _begin(given, data, order)
        mujoco.mj_step(model, data, nstep=steps)
        return given.coordinates(data.qpos[order], data.qvel[order])

    return run


def acceleration(name: str) -> Callable[[], Any]:
    """A function that finds the acceleration at the start once more."""
    given = linkage(name)
    model, data, order = _made(given)
    _begin(given, data, order)
    return lambda: mujoco.mj_forward(model, data)


def _made(given: Linkage) -> tuple[Any, Any, list[int]]:
    """The model, its data, and the place of each link's coordinate."""
    model = mujoco.MjModel.from_xml_string(described(given))
    order = [int(model.joint(str(i)).qposadr[0]) for i in range(len(given.links))]
    return model, mujoco.MjData(model), order


def _begin(given: Linkage, data: Any, order: list[int]) -> None:
    data.qpos[order], data.qvel[order] = given.q0, given.qd0
    data.qfrc_applied[order] = given.torques


def described(given: Linkage) -> str:
    """The model as MuJoCo reads it."""
    ends = {i: [] for i in range(GROUND, len(given.links))}
    equal = []
    for k, loop in enumerate(given.loops):
        ends[loop.a].append((f"a{k}", loop.on_a))
        ends[loop.b].append((f"b{k}", loop.on_b))
        equal.append(f'<connect site1="a{k}" site2="b{k}" solimp="0.9999 0.9999 0.001 0.5 2" />')
    tendon = ""
    if given.spring is not None:
        ends[given.spring.link].append(("point", given.spring.point))
        ends[GROUND].append(("anchor", given.spring.anchor))
        tendon = (
            f'<tendon><spatial stiffness="{given.spring.stiffness!r}" '
            f'springlength="{given.spring.length!r}"><site site="point" /><site site="anchor" />'
            "</spatial></tendon>"
        )
    world = _sites(ends[GROUND]) + _children(given, GROUND, ends)
    return (
        '<mujoco><compiler angle="radian" boundmass="0" boundinertia="0" />'
        f'<option gravity="{_text(given.gravity)}" integrator="RK4" solver="Newton" '
        'iterations="100" tolerance="0"><flag contact="disable" warmstart="enable" /></option>'
        f"<worldbody>{world}</worldbody><equality>{''.join(equal)}</equality>{tendon}</mujoco>"
    )


def _children(given: Linkage, parent: int, ends: dict[int, list]) -> str:
    bodies = []
    for i, link in enumerate(given.links):
        if link.parent == parent:
            full = link.inertia[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
            bodies.append(
                f'<body pos="{_text(link.place)}"><joint name="{i}" type="hinge" '
                f'axis="{_text(link.axis)}" />'
                f'<inertial pos="{_text(link.centre)}" mass="{link.mass!r}" '
                f'fullinertia="{_text(full)}" />{_sites(ends[i])}{_children(given, i, ends)}</body>'
            )
    return "".join(bodies)


def _sites(places: list) -> str:
    return "".join(f'<site name="{name}" pos="{_text(x)}" />' for name, x in places)


def _text(x: np.ndarray) -> str:
    return " ".join(repr(float(v)) for v in x)
