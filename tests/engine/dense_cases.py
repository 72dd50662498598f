"""Small motions that go through every part of the library of dense ones."""

from collections.abc import Callable
from typing import Any, NamedTuple

import diffrax
import jax.numpy as jnp
import numpy as np

import zwang as zw
from tests.motion.linkages import stated
from zwang import zoo

START = [1.0, 0.0], [0.0, 0.0]
WEIGHT = [0.0, -9.81]


class Case(NamedTuple):
    """What ``zw.simulate`` is given."""

    system: Any
    start: tuple[Any, Any]
    t: Any
    p: Any = None
    options: dict[str, Any] = {}

    def run(self) -> zw.Motion:
        """The motion, whatever its status."""
        given = self.system, *self.start, self.t, self.p
        return zw.simulate(*given, **{"engine": "native", "throw": False} | self.options)


def bob(rows: int = 1, **given: Any) -> zw.System:
    """A point that rods of one length hold, all in the same place."""
    rods = [
        zw.Holonomic(lambda q, k=k: (k + 1.0) * (q @ q - 1.0), name=f"rod {k}") for k in range(rows)
    ]
    about: dict[str, Any] = {"energy": lambda qd: qd @ qd / 2} | given
    return zw.System(1.0, WEIGHT, rods, **about)


def reference(name: str, end: float, **options: Any) -> Case:
    x = zoo.PROBLEMS[name]()
    return Case(x.system, (x.q0, x.qd0), (0.0, end), x.p, options)


def four_bar(**options: Any) -> Case:
    x = zoo.four_bar(2)
    return Case(x.system, (x.q0, x.qd0), (0.0, 2.0), x.p, options)


def linkage(name: str, **options: Any) -> Case:
    given = stated(name, "points")
    return Case(given.system, given.state(-0.9, 7.5), (0.0, 0.5), None, options)


def watched(**given: Any) -> Case:
    events = [
        zw.Event(lambda t: t - 0.5, "half", terminal=False),
        zw.Event(lambda q: q[0], "lowest", terminal=False),
        zw.Event(lambda Qc: Qc @ Qc - 400.0, "pulls", terminal=False),
        zw.Event(lambda t: t - 1.5, "end"),
    ]
    return Case(bob(**given), START, np.linspace(0.0, 4.0, 17), None, {"events": events})


def sliding_rod() -> Case:
    """On a floor, with friction by the force that acts there."""
    floor = zw.Holonomic(lambda q: q[1] - 0.8 * jnp.cos(q[2]), name="floor")

    def friction(q, qd, reaction):
        direction = jnp.tanh(10.0 * (qd[0] - 0.8 * jnp.cos(q[2]) * qd[2]))
        arm = jnp.stack([jnp.ones_like(q[0]), 0.0 * q[0], -0.8 * jnp.cos(q[2])])
        return -0.3 * jnp.abs(reaction[1]) * direction * arm

    system = zw.System([1.5, 1.5, 0.3], [0.0, -14.7, 0.0], [floor], nonideal=friction)
    start = [0.0, 0.8 * np.cos(0.5), 0.5], [2.0, -0.8 * np.sin(0.5) * 0.3, 0.3]
    return Case(system, start, (0.0, 0.3))


def hinged() -> Case:
    """Two bars on hinges with friction."""
    bars, joints, before = [], [], zw.GROUND
    for i in range(2):
        bar = zw.RigidBody(1.0, [0.02, 0.1, 0.1], p_WB=[i + 0.5, 0.0, 0.0], name=f"bar {i}")
        pin = {"point": [float(i), 0.0, 0.0], "axis": [0.0, 1.0, 0.0], "name": f"hinge {i}"}
        joints.append(zw.joints.Revolute(before, bar, **pin))
        bars.append(bar)
        before = bar
    dry = [zw.JointFriction(joint, 0.3, radius=0.1, speed=0.1) for joint in joints]
    machine = zw.Mechanism(bars, joints, [zw.Gravity(), *dry])
    return Case(machine, (None, None), (0.0, 0.05))


def massless() -> Case:
    """A coordinate without mass that a row ties to one with mass."""
    curve = zw.Holonomic(lambda q: q[1] - jnp.sin(q[0]), name="curve")
    system = zw.System([1.0, 0.0], lambda q: jnp.stack([-q[0], -1.0 + 0.0 * q[1]]), [curve])
    return Case(system, ([0.5, np.sin(0.5)], [0.0, 0.0]), (0.0, 2.0))


def wall() -> Case:
    """A row that restricts nothing until x = 1, where the rank rises."""
    line = zw.Holonomic(lambda q: q[1], name="line")
    row = zw.Holonomic(lambda q: q[2] * jnp.maximum(q[0] - 1.0, 0.0) ** 2, name="wall")
    return Case(zw.System(1.0, None, [line, row]), (np.zeros(3), [1.0, 0.0, 0.0]), (0.0, 2.0))


def lagrangian() -> Case:
    rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
    energy = lambda q, qd: (qd @ qd) * (1.0 + q[0] ** 2) / 2
    system = zw.System.from_lagrangian(T=energy, V=lambda q: 9.81 * q[1], constraints=[rod])
    return Case(system, START, (0.0, 1.0))


LAWS = {
    "state": lambda qd: -0.1 * qd,
    "ideal force": lambda qd, Qc_ideal: -0.1 * jnp.sqrt(Qc_ideal @ Qc_ideal + 1.0) * qd,
    "multipliers": lambda qd, lam: -0.1 * jnp.sqrt(lam @ lam + 1.0) * qd,
}
SEEN = {"outer": lambda q, qd: jnp.outer(q, qd), "many": lambda q: jnp.tile(q, 40)}
CASES: dict[str, Callable[[], Case]] = {
    "a pendulum": lambda: reference("pendulum", 2.0),
    "Andrews' squeezer": lambda: reference("andrews", 0.005),
    "Bricard's linkage": lambda: reference("bricard", 0.5),
    "a car's axis": lambda: reference("car_axis", 0.2),
    "a rolling disk": lambda: reference("rolling_disk", 0.5),
    "a crossing": lambda: four_bar(rtol=1e-6),
    "a crossing by a short method": lambda: four_bar(rtol=1e-3, method=diffrax.Heun()),
    "a crossing by fixed steps": lambda: four_bar(step=0.01),
    "a crossing by long steps": lambda: four_bar(step=0.1),
    "nothing held on the way": lambda: Case(zw.System(1.0, WEIGHT), START, (0.0, 1.0)),
    "Baumgarte": lambda: reference("slider_crank", 0.3, drift=zw.Baumgarte(20.0, 20.0)),
    "events": watched,
    "observables": lambda: Case(bob(observables=SEEN), START, (0.0, 1.0)),
    "more rows than coordinates": lambda: Case(bob(7), START, (0.0, 1.0)),
    "events and more rows": lambda: watched(rows=5),
    "friction by the reaction": sliding_rod,
    "friction in hinges": hinged,
    "no mass": massless,
    "a rank that rises": wall,
    "a Lagrangian": lagrangian,
    "a fall that fails": lambda: Case(zw.System(1.0, lambda q: q**3), ([1.0], [1.0]), (0.0, 9.0)),
} | {
    f"friction by the {k}": lambda x=x: Case(bob(nonideal=x), START, (0.0, 1.0))
    for k, x in LAWS.items()
}
