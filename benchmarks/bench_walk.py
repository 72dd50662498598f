"""What a call costs around its arithmetic: ``python benchmarks/bench_walk.py [--cold]``.

Warm: the second ``zw.simulate`` of the same system and all after it, in processor time, and the
part of it that is not spent in C; ``system.acceleration`` on NumPy arrays likewise. Cold, with
``--cold``: processes from their start to the end of their first motion, with an empty cache and
with a full one, beside NumPy and SciPy with the papers' formula. ``--before`` names another
checkout, measured in the same run, alternating: the ratio is what counts.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

PROBLEMS = {"pendulum": 10.0, "andrews": 0.03}
ROUNDS, CALLS = 5, 30
HERE = Path(__file__).resolve().parent
COLD = """
import zwang as zw
from zwang import zoo
x = zoo.{name}()
zw.simulate(x.system, x.q0, x.qd0, (0.0, {end}), x.p)
"""
BY_HAND = """
import sys
sys.path.insert(0, {here!r})
from peers import by_hand, start
start.run(by_hand.acceleration({name!r}), {name!r}, 1e-9)
"""


def warm() -> dict[str, float]:
    """Milliseconds of processor time of each call, and of the part of it outside C."""
    import numpy as np

    import zwang as zw
    from zwang import zoo
    from zwang.engine import native

    spent, found = [0.0], {}
    original = native.Native.__init__

    def timed(function: Any) -> Any:
        def call(*args: Any) -> Any:
            begun = time.thread_time()
            returned = function(*args)
            spent[0] += time.thread_time() - begun
            return returned

        return call

    def patched(self: Any, *args: Any) -> None:
        original(self, *args)
        for name, x in list(vars(self).items()):
            if name.startswith("zw_"):
                vars(self)[name] = timed(x)

    native.Native.__init__ = patched
    for name, end in PROBLEMS.items():
        x = zoo.PROBLEMS[name]()
        span, q, qd = (0.0, end), np.array(x.q0, float), np.array(x.qd0, float)
        calls = {
            "simulate": lambda: zw.simulate(x.system, x.q0, x.qd0, span, x.p),  # noqa: B023
            "acceleration": lambda: x.system.acceleration(q, qd, 0.0, x.p),  # noqa: B023
        }
        for what, call in calls.items():
            for _ in range(5):
                call()
            best = around = float("inf")
            for _ in range(ROUNDS):
                spent[0], begun = 0.0, time.thread_time()  # the clock does not count waiting
                for _ in range(CALLS):
                    call()
                used = time.thread_time() - begun
                best, around = min(best, used / CALLS), min(around, (used - spent[0]) / CALLS)
            found[f"{what} {name}"] = 1e3 * best
            if what == "simulate":
                found[f"{what} {name}, around C"] = 1e3 * around
    return found


def process(text: str, root: Path, cache: str) -> tuple[float, float]:
    """Seconds that a fresh process takes, and the processor time of it and its compilers."""
    told = os.environ | {"PYTHONPATH": str(root), "ZWANG_CACHE": cache}
    before, begun = os.times(), time.perf_counter()
    subprocess.run([sys.executable, "-c", text], env=told, check=True, cwd=root)
    after = os.times()
    used = after.children_user + after.children_system
    used -= before.children_user + before.children_system
    return time.perf_counter() - begun, used


def cold(root: Path, repeats: int) -> dict[str, tuple[float, float]]:
    """Seconds from the start of a process to the end of a motion, and processor time."""
    found = {}
    for name, end in PROBLEMS.items():
        text = COLD.format(name=name, end=end)
        with tempfile.TemporaryDirectory() as kept:
            process(text, root, kept)
            for state in ("empty", "full"):
                runs = []
                for _ in range(repeats):
                    with tempfile.TemporaryDirectory() as fresh:
                        runs.append(process(text, root, fresh if state == "empty" else kept))
                found[f"{name}, {state} cache"] = tuple(map(min, zip(*runs, strict=True)))
    by_hand = BY_HAND.format(here=str(HERE), name="andrews")
    runs = [process(by_hand, root, "") for _ in range(repeats)]
    return found | {"andrews, NumPy and SciPy": tuple(map(min, zip(*runs, strict=True)))}


def measured(root: Path) -> dict[str, float]:
    """What ``warm`` finds in a checkout."""
    told = os.environ | {"PYTHONPATH": str(root)}
    command = [sys.executable, __file__, "--as-json"]
    done = subprocess.run(command, env=told, capture_output=True, check=True, text=True, cwd=root)
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cold", action="store_true")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--as-json", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.as_json:
        print(json.dumps(warm()))
        return
    roots = {"now": HERE.parent} | ({"before": given.before} if given.before else {})
    if given.cold:
        tables = {name: cold(root, given.repeats) for name, root in roots.items()}
        for row in tables["now"]:
            told = (f"{k} {t[row][0]:.2f} s ({t[row][1]:.2f} s CPU)" for k, t in tables.items())
            print(f"{row:32} {', '.join(told)}")
        return
    best: dict[str, dict[str, float]] = {}
    for _ in range(given.repeats):
        for name, root in roots.items():
            for row, x in measured(root).items():
                so_far = best.setdefault(row, {})
                so_far[name] = min(x, so_far.get(name, x))
    for row, found in best.items():
        ratio = f"  {found['before'] / found['now']:.1f} times" if "before" in found else ""
        print(f"{row:32} {', '.join(f'{k} {x:.3f} ms' for k, x in found.items())}{ratio}")


if __name__ == "__main__":
    main()
