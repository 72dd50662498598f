"""The cases that ``record.py`` records, by name in ``CASES``; it says what a record is."""

from __future__ import annotations

import functools
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import diffrax
import jax.numpy as jnp
import numpy as np
from record import Record, joined, of_messages, of_motion, of_motions

import zwang as zw
from zwang import zoo

CASES: dict[str, Callable[[], Record]] = {}


def case(function: Callable[[], Record]) -> Callable[[], Record]:
    """Register a hard case under the name of its function."""
    CASES["hard " + function.__name__.replace("_", " ")] = function
    return function


def moved(system: Any, q0: Any, qd0: Any, t: Any, p: Any = None, **options: Any) -> Record:
    """The record of one motion."""
    return of_motions(lambda: zw.simulate(system, q0, qd0, t, p, throw=False, **options))


def problem(name: str, t: Any = None, **options: Any) -> Record:
    """The record of a reference problem."""
    x = zoo.PROBLEMS[name]()
    return moved(x.system, x.q0, x.qd0, (0.0, x.t) if t is None else t, x.p, **options)


def machine(x: Any, t: Any = None, **options: Any) -> Record:
    """The record of a mechanism from its start."""
    span = (0.0, x.t) if t is None else t
    return of_motions(lambda: x.mechanism.simulate(span, throw=False, **options))


for _name in zoo.PROBLEMS:
    CASES[f"problem {_name}"] = functools.partial(problem, _name)
for _name, _make in zoo.MECHANISMS.items():
    CASES[f"mechanism {_name}"] = lambda make=_make: machine(make())

ROD = zw.Holonomic(lambda q, p: q @ q - p["L"] ** 2, name="rod")
BOB = zw.System(
    1.0, [0.0, -9.81], [ROD], coordinates=["x", "y"], energy=lambda q, qd: qd @ qd / 2 + 9.81 * q[1]
)
START = [1.0, 0.0], [0.0, 0.0]


def sliding_rod() -> Any:
    """A rod whose lower end slides on the floor, with friction by the force that acts there."""
    m, half = 1.5, 0.8
    floor = zw.Holonomic(lambda q: q[1] - half * jnp.cos(q[2]), name="floor")

    def friction(q, qd, p, reaction):
        direction = jnp.sign(qd[0] - half * jnp.cos(q[2]) * qd[2])
        arm = jnp.stack([jnp.ones_like(q[0]), 0.0 * q[0], -half * jnp.cos(q[2])])
        return -p["mu"] * jnp.abs(reaction[1]) * direction * arm

    masses, weight = [m, m, m * half**2 / 3], [0.0, -9.81 * m, 0.0]
    return zw.System(masses, weight, [floor], nonideal=friction)


def hinged(N: int) -> Any:
    """N bars in a row on hinges with friction, the first on the ground."""
    bars, joints, before = [], [], zw.GROUND
    for i in range(N):
        bar = zw.RigidBody(1.0, [0.02, 0.1, 0.1], p_WB=[i + 0.5, 0.0, 0.0], name=f"bar {i}")
        pin = {"point": [float(i), 0.0, 0.0], "axis": [0.0, 1.0, 0.0], "name": f"hinge {i}"}
        joints.append(zw.joints.Revolute(before, bar, **pin))
        bars.append(bar)
        before = bar
    dry = [zw.JointFriction(joint, 0.3, radius=0.1, speed=0.1) for joint in joints]
    return zw.Mechanism(bars, joints, [zw.Gravity(), *dry])


@case
def crossing_adaptive() -> Record:
    x = zoo.four_bar(5)
    return moved(x.system, x.q0, x.qd0, np.linspace(0.0, 6.0, 31), x.p)


@case
def crossing_fixed() -> Record:
    return problem("four_bar", (0.0, 5.0), step=0.01)


@case
def crossing_large() -> Record:
    return machine(zoo.mechanisms.four_bar(8), (0.0, 3.0))


@case
def rank_rises_at_the_start() -> Record:
    return moved(
        zw.System(1.0, [0.0, -1.0], [zw.Holonomic(lambda q: q[0] * q[1], name="axes")]),
        [0.0, 0.0],
        [1.0, 0.0],
        (0.0, 1.0),
    )


@case
def rank_rises_on_the_way() -> Record:
    """A row that restricts nothing until x = 1."""
    line = zw.Holonomic(lambda q: q[1], name="line")
    wall = zw.Holonomic(lambda q: q[2] * jnp.maximum(q[0] - 1.0, 0.0) ** 2, name="wall")
    return moved(zw.System(1.0, None, [line, wall]), np.zeros(3), [1.0, 0.0, 0.0], (0.0, 2.0))


@case
def inconsistent_on_the_way() -> Record:
    """Two rows that agree until x = 1."""
    line = zw.Holonomic(lambda q: q[1], name="line")
    stop = zw.Holonomic(lambda q: q[1] + jnp.maximum(q[0] - 1.0, 0.0) ** 2, name="stop")
    return moved(zw.System(1.0, None, [line, stop]), [0.0, 0.0], [1.0, 0.0], (0.0, 2.0))


@case
def redundant_rows() -> Record:
    rods = [
        zw.Holonomic(lambda q, p, k=k: k * (q @ q - p["L"] ** 2), name=f"rod {k:g}")
        for k in (1.0, 2.0, -3.0, 1e3)
    ]
    return moved(zw.System(1.0, [0.0, -9.81], rods), *START, (0.0, 3.0), {"L": 1.0})


@case
def singular_mass() -> Record:
    """A massless coordinate that a row ties to one with mass."""
    curve = zw.Holonomic(lambda q: q[1] - jnp.sin(q[0]), name="curve")
    system = zw.System([1.0, 0.0], lambda q: jnp.stack([-q[0], -1.0 + 0.0 * q[1]]), [curve])
    return moved(system, [0.5, np.sin(0.5)], [0.0, 0.0], (0.0, 5.0))


@case
def friction_by_reaction() -> Record:
    start = [0.0, 0.8 * np.cos(0.5), 0.5], [2.0, -0.8 * np.sin(0.5) * 0.3, 0.3]
    return moved(sliding_rod(), *start, (0.0, 0.05), {"mu": 0.3})


@case
def friction_in_hinges() -> Record:
    return of_motions(lambda: hinged(2).simulate((0.0, 0.5), throw=False))


@case
def friction_in_many_hinges() -> Record:
    return of_motions(lambda: hinged(8).simulate((0.0, 0.1), throw=False))


@case
def events_at_targets() -> Record:
    """One at a reported time, one of the state, and one that ends the motion at a reported time."""
    events = [
        zw.Event(lambda t: t - 0.5, "half", terminal=False),
        zw.Event(lambda q: q[0], "lowest", terminal=False),
        zw.Event(lambda t: t - 2.5, "end"),
    ]
    return moved(BOB, *START, np.linspace(0.0, 4.0, 17), {"L": 1.0}, events=events)


@case
def a_fall_that_fails() -> Record:
    """It ends before its time, with a message."""
    return moved(zw.System(1.0, lambda q: q**3), [1.0], [1.0], (0.0, 10.0))


def of_ensemble(many: Any) -> Record:
    """All that every member has."""
    status = [zw.Status(x).name for x in np.asarray(many.status)]
    names = "t q qd t_end accepted rejected crossings event_count event_time".split()
    values = {name: np.asarray(getattr(many, name)) for name in names if hasattr(many, name)}
    return {"values": values, "status": {"statuses": status}}


@case
def a_long_ensemble() -> Record:
    rng = np.random.default_rng(0)
    angle, L = rng.uniform(-3.0, 3.0, 400), rng.uniform(0.5, 2.0, 400)
    q0 = np.stack([L * np.sin(angle), -L * np.cos(angle)], axis=1)
    low = zw.Event(lambda q: q[0], "lowest", terminal=False)
    t = np.linspace(0.0, 10.0, 11)
    return of_ensemble(zw.simulate_many(BOB, q0, 0.0 * q0, t, {"L": L}, events=low))


@case
def an_ensemble_that_crosses() -> Record:
    x = zoo.four_bar(2)
    factor = np.linspace(0.5, 2.0, 100)[:, None]
    return of_ensemble(zw.simulate_many(x.system, x.q0, factor * x.qd0, (0.0, 4.0), x.p))


@case
def an_ensemble_of_chains() -> Record:
    mechanism = zoo.mechanisms.chain(8).mechanism
    q0, qd0 = map(np.asarray, mechanism.start())
    factor = np.linspace(0.5, 2.0, 12)[:, None]
    return of_ensemble(zw.simulate_many(mechanism, q0, factor * qd0, (0.0, 0.1)))


def of_sensitivity(found: Any) -> Record:
    """The motion and its derivatives."""
    names = "along_q", "along_qd", "along_qdd"
    values = {name: np.asarray(getattr(found, name)) for name in names}
    about = {"values": values, "status": {"of the derivatives": zw.Status(found.status).name}}
    return joined(of_motion(found.motion), about, of_messages(derivatives=found.detail))


@case
def pairs() -> Record:
    x = zoo.PROBLEMS["andrews"]()
    t = np.linspace(0.0, 0.01, 6)
    return of_sensitivity(zw.sensitivity(x.system, x.q0, x.qd0, t, x.p, throw=False))


@case
def pairs_of_a_chain() -> Record:
    mechanism = zoo.mechanisms.chain(8).mechanism
    q0, qd0 = mechanism.start()
    t = [0.0, 0.05, 0.1]
    found = zw.sensitivity(mechanism, q0, qd0, t, wrt=["qd0"], throw=False)
    return of_sensitivity(found)


@case
def exported_C() -> Record:
    """Compiled, and asked for accelerations in a few states."""
    x, rng = zoo.PROBLEMS["andrews"](), np.random.default_rng(0)
    values = {}
    with tempfile.TemporaryDirectory() as folder:
        files = zw.export_c(x.system, Path(folder, "andrews"), q=x.q0, p=x.p)
        sources = [str(file) for file in files if file.suffix == ".c"]
        options = ["-std=c99", "-O1", "-ffp-contract=off"]
        subprocess.run(["cc", *options, "-o", f"{folder}/run", *sources, "-lm"], check=True)
        for i in range(5):
            state = [*(x.q0 + 0.1 * rng.normal(size=7)), *rng.normal(size=7), 0.3]
            given = " ".join(repr(float(value)) for value in state)
            command = {"input": given, "capture_output": True, "text": True, "check": True}
            done = subprocess.run([f"{folder}/run"], **command)
            values[f"state {i}"] = np.array(done.stdout.split(), float)
    return {"values": values}


@case
def motion_at() -> Record:
    """Between the rows of motions, small, crossing and large."""
    x, long = zoo.four_bar(2), zoo.mechanisms.chain(8)
    crossing = zw.simulate(x.system, x.q0, x.qd0, (0.0, 5.0), x.p)
    motions = {
        "bob": (zw.simulate(BOB, *START, (0.0, 3.0), {"L": 1.0}), 3.0),
        "four-bar": (crossing, 5.0),
        "chain": (long.mechanism.simulate((0.0, 0.1)), 0.1),
    }
    seen = {name: motion.at(np.linspace(0.0, end, 23)) for name, (motion, end) in motions.items()}
    fields = "t", "q", "qd", "qdd", "multipliers"
    return {
        "values": {f"{k} {f}": np.asarray(getattr(x, f)) for k, x in seen.items() for f in fields}
    }


@case
def work_and_reactions() -> Record:
    values: dict[str, Any] = {}
    for name, mechanism in {"hinges": hinged(2), "many hinges": hinged(8)}.items():
        motion = mechanism.simulate(np.linspace(0.0, 0.1, 6))
        reaction = motion.reaction("hinge 0")
        values |= {f"{name}: {k} at hinge 0": getattr(reaction, k) for k in ("force", "torque")}
        values[f"{name}: force at hinge 1"] = mechanism.reaction("hinge 1").force
        for force in ("hinge 0", "friction in hinge 1"):
            values[f"{name}: force of {force}"] = motion.force(force)
        if name == "hinges":
            values |= {k: getattr(motion.balance(), k) for k in ("works", "residual")}
            values["work of hinge 0"] = motion.work("hinge 0")
    return {"values": {name: np.asarray(x) for name, x in values.items()}}


@case
def coordinates_210() -> Record:
    return machine(zoo.mechanisms.chain(30), (0.0, 0.1))


@case
def coordinates_700() -> Record:
    return machine(zoo.mechanisms.chain(100), (0.0, 0.02))


# -- other ways ----------------------------------------------------------------------------------


@case
def implicit_steps() -> Record:
    """By JAX, as are all methods that are not explicit."""
    return problem("pendulum", (0.0, 0.5), method=diffrax.Kvaerno5())


@case
def baumgarte() -> Record:
    return problem("slider_crank", (0.0, 2.0), drift=zw.Baumgarte(20.0, 20.0))


@case
def a_closed_loop() -> Record:
    circle = zw.Holonomic(lambda q, t: q[:2] - jnp.stack([jnp.cos(t), jnp.sin(t)]), name="path")
    plant = zw.System([1.0, 2.0, 0.5], lambda q, qd: -q - 0.1 * qd)
    law = zw.track(plant, circle, gains=(4.0, 4.0))
    return moved(law.closed_loop(), [1.2, 0.0, 0.3], np.zeros(3), (0.0, 5.0))


@case
def checks_and_assembly() -> Record:
    """Reports and nearest points, small and large."""
    parts: list[Record] = []
    for name, mechanism in {
        "small": hinged(2),
        "large": zoo.mechanisms.chain(30).mechanism,
    }.items():
        report, (q, qd) = mechanism.check(), map(np.asarray, mechanism.start())
        points = mechanism.assemble(q + 0.01 * np.sin(np.arange(len(q))), qd)
        values = {f"{name} {k}": np.asarray(x) for k, x in zip(("q", "qd"), points, strict=True)}
        status = {f"{name} {k}": getattr(report, k) for k in ("rank", "dependencies", "mass")}
        parts += [
            {"values": values, "status": status},
            of_messages(**{f"{name} page": str(report)}),
        ]
    return joined(*parts)


@case
def small_motions() -> Record:
    x = zoo.mechanisms.chain(3).mechanism
    rest = zw.equilibrium(x)
    modes = zw.linearize(x, rest.q)
    return {"values": {"q": np.asarray(rest.q), "A": np.asarray(modes.A)}}
