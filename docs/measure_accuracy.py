"""Measure what docs/accuracy.md tells, and print its tables.

Run: python docs/measure_accuracy.py [tolerances | drift]
Some minutes, most of them compiling.
"""

import sys

import numpy as np

import zwang as zw
from zwang import zoo

TOLERANCES = 1e-6, 1e-9, 1e-12
DRIFTS = zw.Projection(), zw.Baumgarte(10.0), zw.Baumgarte(100.0), None


def tolerances() -> None:
    """Every problem at several rtol."""
    print("| problem | span |" + "".join(f" rtol {rtol:.0e} | steps |" for rtol in TOLERANCES))
    for name in zoo.PROBLEMS:
        print(tolerances_of(name), flush=True)


def tolerances_of(name: str) -> str:
    """A row of the table."""
    problem, cells = zoo.PROBLEMS[name](), []
    for rtol in TOLERANCES:
        motion = run(problem, problem.times, rtol=rtol)
        error = problem.error(motion.t[1:], motion.q[1:], motion.qd[1:])
        steps = motion.stats["accepted"] + motion.stats["rejected"]
        cells += [f"{error:.0e}", f"{steps}"]
    return f"| {name} | {problem.t:g} | " + " | ".join(cells) + " |"


def drift() -> None:
    """What keeps the constraints, and what that is worth."""
    print("| problem | drift | error | residual | rate | energy | steps |")
    for name, end in (("slider_crank", 5.0), ("pendulum", 100.0)):
        problem = zoo.PROBLEMS[name]()
        for how in DRIFTS:
            motion = run(problem, [*np.linspace(0.0, end, 101)[1:-1], end], drift=how)
            error = problem.error(motion.t[-1], motion.q[-1], motion.qd[-1])
            worst = [np.abs(x).max() for x in (motion.residual, motion.rate)]
            energy = np.abs(motion.energy - motion.energy[0]).max()
            steps = motion.stats["accepted"] + motion.stats["rejected"]
            cells = [f"{x:.0e}" for x in (error, *worst, energy)]
            print(f"| {name} | {how} | {' | '.join(cells)} | {steps} |", flush=True)


def run(problem: zoo.Problem, times, **settings) -> zw.Motion:
    """The problem's motion at the times."""
    start = problem.q0, problem.qd0
    return zw.simulate(problem.system, *start, [0.0, *times], problem.p, **settings)


if __name__ == "__main__":
    for table in [globals()[name] for name in sys.argv[1:]] or [tolerances, drift]:
        table()
