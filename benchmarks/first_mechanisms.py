"""First motions of mechanisms: ``first_mechanisms.py [--sensitivity] [name ...]``.

Each machine of the zoo moves for a tenth of its time in a process of its own with an empty cache:
from the start of Python to the motion, in seconds of the clock and of the processors, those of
compilers apart; and in parts of the pendulum's, by the clock, which is what one waits, and in
processor time. The pendulum runs before and behind each of them, since other programs may be at
work, and the mean of both counts. A name may have numbers behind it: scissor_lift:100 has 200
bodies. Behind each, in the same cache, a second process: another run, in which nothing is compiled.
With ``--sensitivity`` it is the motion and its derivatives by the first velocities.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time

BEGAN = time.perf_counter()
SENSITIVITY = [x for x in sys.argv[1:] if x == "--sensitivity"]


def one(name: str, sensitivity: bool) -> None:
    """Print the times of one first motion."""
    import zwang as zw

    if name == "pendulum":
        rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
        system = zw.System(1.0, [0.0, -9.81], [rod])
        motion = zw.simulate(system, [1.0, 0.0], [0.0, 0.0], (0.0, 1.0))
    else:
        from zwang.zoo import mechanisms

        kind, *numbers = name.split(":")
        machine = getattr(mechanisms, kind)(*map(int, numbers))
        first, last = machine.times[0], machine.times[-1]
        span = first, first + 0.1 * (last - first)
        if sensitivity:
            q0, qd0 = machine.mechanism.start()
            motion = zw.sensitivity(machine.mechanism, q0, qd0, span, wrt="qd0")
        else:
            motion = machine.simulate(span)
    own, compilers = (
        sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    print(f"{time.perf_counter() - BEGAN} {own} {compilers} {motion.engine}")


def timed(name: str, cache: str) -> tuple[float, float, float, str]:
    """Seconds of the clock, of Python, of compilers; and the engine."""
    command = [sys.executable, __file__, "--one", name, *SENSITIVITY]
    found = subprocess.run(
        command, env=os.environ | {"ZWANG_CACHE": cache}, check=True, capture_output=True, text=True
    )
    clock, own, compilers, engine = found.stdout.split(maxsplit=3)
    return float(clock), float(own), float(compilers), engine.strip()


def pendulum() -> tuple[float, float]:
    """Seconds of the clock and of the processors, with an empty cache."""
    with tempfile.TemporaryDirectory() as cache:
        clock, own, compilers, _ = timed("pendulum", cache)
    return clock, own + compilers


def main() -> None:
    """Run each machine in a process and with a cache of its own."""
    if sys.argv[1:2] == ["--one"]:
        return one(sys.argv[2], bool(SENSITIVITY))
    from zwang.zoo.mechanisms import MECHANISMS

    print("                                            of a pendulum:")
    print("                   clock  Python  compilers   clock  processor   again: clock   engine")
    names = [x for x in sys.argv[1:] if x not in SENSITIVITY]
    for name in names or [*MECHANISMS, "scissor_lift:100"]:
        before = pendulum()
        with tempfile.TemporaryDirectory() as cache:
            clock, own, compilers, engine = timed(name, cache)
            again = timed(name, cache)[0]
        waited, worked = ((a + b) / 2.0 for a, b in zip(before, pendulum(), strict=True))
        parts = f"{clock / waited:7.2f} {(own + compilers) / worked:10.2f}"
        told = f"{clock:7.2f} {own:7.2f} {compilers:10.2f} {parts} {again:14.2f}"
        print(f"{name:17}{told}   {engine}", flush=True)


if __name__ == "__main__":
    main()
