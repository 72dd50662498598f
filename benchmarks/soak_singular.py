"""Parallelograms in five statements.

Run: python benchmarks/soak_singular.py [starts [N,N,... [statements [couplers]]]]

Each start is a random phase and speed; each motion crosses singular configurations in which N ranks
are lost, at five tolerances. The judge is the one coordinate that there is on the branch of the
parallelogram, integrated by SciPy to 1e-13. A motion is right (error at most 1000 rtol + 1e-10), or
stopped with a named status; one that is wrong and says nothing is the fault that is looked for.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np

import zwang as zw

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.motion.parallelograms import FORMS, Row, Stated, flattened, judge

TOLERANCES = (1e-6, 1e-8, 1e-9, 1e-10, 1e-11)
END, STEPS = 3.0, 20_000


def starts(count: int, seed: int = 0) -> list[tuple[float, float]]:
    """Phases and speeds."""
    rng = np.random.default_rng(seed)
    draw = lambda: (rng.uniform(-np.pi, np.pi), rng.choice([-1, 1]) * rng.uniform(0.5, 8.0))
    return [(float(theta), float(speed)) for theta, speed in (draw() for _ in range(count))]


def run(row: Row, stated: Stated, start: tuple[float, float], rtol: float) -> tuple[str, float]:
    """What became of a motion, and its error over what is allowed."""
    smooth, given = judge(row, *start, END), stated.state(*start)
    options = {"rtol": rtol, "throw": False, "max_steps": STEPS}
    motion = zw.simulate(stated.system, *given, (0.0, END), **options)
    if motion.status != zw.Status.OK:
        return zw.Status(motion.status).name, 0.0
    pairs = zip((motion.q[-1], motion.qd[-1]), stated.state(*smooth.y[:, -1]), strict=True)
    error = max(np.abs(x - y).max() / max(1.0, np.abs(y).max()) for x, y in pairs)
    over = error / (1e3 * rtol + 1e-10)
    passed = flattened(smooth.sol(np.linspace(0.0, END, 3001))[0])
    told = "right" if len(motion.rank_changes) == passed else "right, told otherwise"
    return told if over <= 1 else "WRONG", over


def main(count: int, numbers: list[int], forms: list[str], couplers: list[float]) -> int:
    """One line for each number, coupler and statement; how many were wrong."""
    wrong = 0
    for N in numbers:
        for B in couplers:
            for form in forms:
                row, began = Row(N, 1.0, B), time.perf_counter()
                stated = FORMS[form](row)
                found = [run(row, stated, s, rtol) for s in starts(count) for rtol in TOLERANCES]
                tally, worst = Counter(name for name, _ in found), max(over for _, over in found)
                spent = time.perf_counter() - began
                line = f"N = {N}, coupler {B:g}, {form}: {dict(tally)}"
                print(f"{line}, worst {worst:.1e} of allowed, {spent:.0f} s", flush=True)
                wrong += tally["WRONG"]
    return wrong


if __name__ == "__main__":
    given = sys.argv[1:]
    asked = [int(x) for x in given[1].split(",")] if len(given) > 1 else [1, 2, 3, 5]
    chosen = given[2].split(",") if len(given) > 2 else list(FORMS)
    lengths = [float(x) for x in given[3].split(",")] if len(given) > 3 else [1.0, 2.0]
    sys.exit(main(int(given[0]) if given else 20, asked, chosen, lengths) > 0)
