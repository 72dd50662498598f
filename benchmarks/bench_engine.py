"""The engine in C beside that of JAX: ``python benchmarks/bench_engine.py [--quick]``.

Whole motions of the zoo at three tolerances, warm, in times of the native one; then a cold process
(imports included) with an empty cache of libraries, with a full one, and by JAX. All in one run.
Best on a machine with nothing else to do, with ``OPENBLAS_NUM_THREADS=1``.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import zwang as zw
from zwang import zoo

PROBLEMS = ("pendulum", "andrews", "car_axis", "bricard", "four_bar")
RTOLS = (1e-6, 1e-9, 1e-12)
COLD = """
import time
begun = time.perf_counter()
import zwang as zw
from zwang import zoo
x = zoo.PROBLEMS[{name!r}]()
zw.simulate(x.system, x.q0, x.qd0, (0.0, float(x.t)), x.p, engine={engine!r})
print(time.perf_counter() - begun)
"""


def run(problem, rtol: float, engine: str):
    """One motion to its end."""
    given = problem.system, problem.q0, problem.qd0, (0.0, float(problem.t)), problem.p
    return zw.simulate(*given, rtol=rtol, engine=engine)


def seconds(problem, rtol: float, engine: str, repeats: int) -> tuple[float, float]:
    """The median time of a run that is not the first, and its error at the end."""
    motion = run(problem, rtol, engine)
    spent = []
    for _ in range(repeats):
        begun = time.perf_counter()
        motion = run(problem, rtol, engine)
        spent.append(time.perf_counter() - begun)
    return statistics.median(spent), problem.error(motion.t[-1], motion.q[-1], motion.qd[-1])


def cold(name: str, engine: str, cache: Path) -> float:
    """A process of its own, from its imports to the end of one motion."""
    told = os.environ | {"ZWANG_CACHE": str(cache)}
    code = COLD.format(name=name, engine=engine)
    done = subprocess.run(
        [sys.executable, "-c", code], env=told, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer problems and repetitions")
    quick = parser.parse_args().quick
    names, repeats = (PROBLEMS[:2], 3) if quick else (PROBLEMS, 9)

    print(
        "| problem | rtol | native, ms | error | jax, × native | error |\n|---|---|---|---|---|---|"
    )
    for name in names:
        problem = zoo.PROBLEMS[name]()
        for rtol in RTOLS:
            (ours, error), (theirs, other) = (
                seconds(problem, rtol, engine, repeats) for engine in ("native", "jax")
            )
            row = f"| {name} | {rtol:g} | {1e3 * ours:.1f} | {error:.1e} | × {theirs / ours:.1f}"
            print(f"{row} | {other:.1e} |", flush=True)

    print("\n| problem | empty cache, s | full cache, s | jax, s |\n|---|---|---|---|")
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            first = cold(name, "native", Path(folder))
            second = cold(name, "native", Path(folder))
        with tempfile.TemporaryDirectory() as folder:
            by_jax = cold(name, "jax", Path(folder))
        print(f"| {name} | {first:.1f} | {second:.1f} | {by_jax:.1f} |", flush=True)


if __name__ == "__main__":
    main()
