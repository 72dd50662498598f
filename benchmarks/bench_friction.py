"""Friction by reactions in large machines: ``python benchmarks/bench_friction.py``.

Chains of rigid bodies all of whose hinges rub, beside the same chains without friction: processor
time of 0.2 s of motion, of a body and step, and of the first motion with compilers where nothing
was kept. Then derivatives by the coefficient of friction, in parts of the motion, and how far they
are from differences of two motions. Then a lift whose hinges are redundant, of which one rubs.
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import zwang as zw
from zwang.zoo.mechanisms import scissor_lift

SIZES = 25, 100, 400
SPAN = 0.2
MU = {"mu": 0.3}


def chain(count: int, rubs: bool) -> zw.Mechanism:
    """Rigid bodies in a row, on hinges whose axes point anywhere."""
    rng, before, at, bodies, hinges = np.random.default_rng(5), zw.GROUND, np.zeros(3), [], []
    for i in range(count):
        along = rng.normal(size=3)
        along /= np.linalg.norm(along)
        body = zw.RigidBody(1.0, [0.05, 0.06, 0.07], p_WB=at + along / 2, name=f"link {i}")
        axis = rng.normal(size=3)
        hinges.append(zw.joints.Revolute(before, body, point=at, axis=axis, name=f"hinge {i}"))
        before, at = body, at + along
        bodies.append(body)
    own = [zw.JointFriction(x, "mu", radius=0.1, speed=0.3) for x in hinges if rubs]
    return zw.Mechanism(bodies, hinges, [zw.Gravity(), *own])


def lift(stages: int, rubs: bool) -> zw.Mechanism:
    """A scissor lift, of whose hinges one rubs."""
    machine = scissor_lift(stages).mechanism
    hinge = next(x for x in machine.joints if isinstance(x, zw.joints.Revolute))
    own = [zw.JointFriction(hinge, "mu", radius=0.02, speed=0.1)] if rubs else []
    return zw.Mechanism(machine.bodies, machine.joints, [*machine.forces, *own])


def processor() -> float:
    """Processor time so far, children included."""
    who = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
    return sum(x.ru_utime + x.ru_stime for x in map(resource.getrusage, who))


def spent(run: Callable[[], Any]) -> tuple[float, Any]:
    """Processor time, and what was found."""
    begin = processor()
    found = run()
    return processor() - begin, found


def best(run: Callable[[], Any]) -> tuple[float, Any]:
    """The least of three, the first left out."""
    run()
    timed = [spent(run) for _ in range(3)]
    return min(timed, key=lambda x: x[0])


def beside(
    name: str, first: float, rubbing: zw.Mechanism, plain: zw.Mechanism, count: int
) -> float:
    """One row; the time of the motion with friction."""
    own, motion = best(lambda: rubbing.simulate((0.0, SPAN), MU))
    without, other = best(lambda: plain.simulate((0.0, SPAN)))
    steps = [x.stats["accepted"] + x.stats["rejected"] for x in (motion, other)]
    each = [1e6 * x / count / k for x, k in zip((own, without), steps, strict=True)]
    told = f"{first:.2f} | {own:.3f} | {without:.3f} | {each[0]:.1f} | {each[1]:.1f}"
    print(f"| {name} | {told} | {each[0] / each[1]:.1f} |", flush=True)
    return own


def derivatives(name: str, machine: zw.Mechanism, motion: float) -> None:
    """How long they take in parts of the motion, and how far they are from two motions."""
    start = machine.start(MU)
    times = np.array([0.0, SPAN])
    own, found = best(lambda: zw.sensitivity(machine, *start, times, MU))
    assert "with derivatives" in found.engine
    print(f"| {name} | {own:.3f} | {own / motion:.1f} | {found.check():.1e} |", flush=True)


def main() -> None:
    print(f"{time.strftime('%H:%M')}, load {os.getloadavg()[0]:.1f}; processor time\n")
    print("| machine | first, s | again, s | without | µs a body and step | without | ratio |")
    print("|---|---|---|---|---|---|---|")
    rubbing = {f"chain of {count}": (chain(count, True), count) for count in SIZES}
    plain = {f"chain of {count}": chain(count, False) for count in SIZES}
    rubbing["lift of 15 stages"] = lift(15, True), 30
    plain["lift of 15 stages"] = lift(15, False)
    # What is compiled in haste is compiled again once it has run for a while, in the first of them.
    first = {
        name: spent(lambda x=x: x.simulate((0.0, SPAN), MU))[0] for name, (x, _) in rubbing.items()
    }
    motions = {
        name: beside(name, first[name], x, plain[name], n) for name, (x, n) in rubbing.items()
    }
    print("\n| machine | derivative by mu, s | in parts of the motion | off two motions |")
    print("|---|---|---|---|")
    for name, (machine, count) in rubbing.items():
        if count > min(SIZES):
            derivatives(name, machine, motions[name])


if __name__ == "__main__":
    main()
