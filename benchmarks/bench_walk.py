"""What a call costs around its arithmetic: ``python benchmarks/bench_walk.py [--cold]``.

Warm: the second ``zw.simulate`` of the same system and all after it, in processor time, and the
part of it that is not spent in C, in the best round of calls and in the one call that took least;
``system.acceleration`` on NumPy arrays likewise. Cold, with ``--cold``: processes from their start
to the end of their first motion, with an empty cache and with a full one, and ``zwang run`` of a
model that ran before, beside NumPy and SciPy with the papers' formula. ``--before`` names another
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
ROUNDS, CALLS, WARM_UP = 5, 30, 2.0
HERE = Path(__file__).resolve().parent
COLD = """
import zwang as zw
from zwang import zoo
x = zoo.{name}()
zw.simulate(x.system, x.q0, x.qd0, (0.0, {end}), x.p)
"""
RUN = """
import sys, tempfile, zwang_command
model = {model!r}
with tempfile.TemporaryDirectory() as out:
    try:
        sys.argv[1:] = "run", model, "--no-plots", "--out", out + "/new"
        zwang_command.main()
    except SystemExit as end:
        assert end.code == 0
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

    spent, found = [0.0], {}

    def timed(function: Any) -> Any:
        def call(*args: Any) -> Any:
            begun = time.thread_time()
            returned = function(*args)
            spent[0] += time.thread_time() - begun
            return returned

        return call

    _have_calls(timed)
    for name, end in PROBLEMS.items():
        x = zoo.PROBLEMS[name]()
        span, q, qd = (0.0, end), np.array(x.q0, float), np.array(x.qd0, float)
        calls = {
            "simulate": lambda: zw.simulate(x.system, x.q0, x.qd0, span, x.p),  # noqa: B023
            "acceleration": lambda: x.system.acceleration(q, qd, 0.0, x.p),  # noqa: B023
        }
        for what, call in calls.items():
            begun = time.perf_counter()
            while time.perf_counter() - begun < WARM_UP:  # until C is compiled well
                call()
            taken = np.empty((ROUNDS, CALLS, 2))  # in all, and around C
            for at in np.ndindex(ROUNDS, CALLS):
                spent[0], begun = 0.0, time.thread_time()  # a clock that does not count waiting
                call()
                used = time.thread_time() - begun
                taken[at] = used, used - spent[0]
            whole, around = 1e3 * taken.mean(axis=1).min(axis=0)
            found[f"{what} {name}"] = whole
            if what == "simulate":
                found[f"{what} {name}, around C"] = around
                found[f"{what} {name}, least"] = 1e3 * taken[..., 1].min()
    return found


def _have_calls(timed: Any) -> None:
    """Have each function of C that a motion calls as another one."""
    from zwang.engine.dense import native

    if hasattr(native, "DenseModel"):
        bound = native.DenseModel.bound
        native.DenseModel.bound = lambda self, name: timed(bound(self, name))
        return
    original = native.Native._load  # older checkouts loaded each program, perhaps twice

    def patched(self: Any, *args: Any) -> None:
        original(self, *args)
        for name, x in list(vars(self).items()):
            if name.startswith("zw_"):
                vars(self)[name] = timed(x)

    native.Native._load = patched


def process(text: str, root: Path, cache: str) -> tuple[float, float]:
    """Seconds that a fresh process takes, and the processor time of it and its compilers."""
    told = os.environ | {"PYTHONPATH": str(root), "ZWANG_CACHE": cache}
    told.pop("PYTHONDONTWRITEBYTECODE", None)  # else all of zwang is compiled each time
    before, begun = os.times(), time.perf_counter()
    command = [sys.executable, "-c", text]
    subprocess.run(command, env=told, check=True, cwd=root, stdout=subprocess.DEVNULL)
    after = os.times()
    used = after.children_user + after.children_system
    used -= before.children_user + before.children_system
    return time.perf_counter() - begun, used


def cold(roots: dict[str, Path], repeats: int) -> dict[str, dict[str, tuple[float, float]]]:
    """Seconds from the start of a process to its end, and processor time; the least of them.

    All are measured in turn, so that who else uses the machine is in all of them alike.
    """
    texts = {name: COLD.format(name=name, end=end) for name, end in PROBLEMS.items()}
    texts["zwang run"] = RUN.format(model=str(HERE.parent / "zwang/zoo/models/pendulum.toml"))
    by_hand, found = BY_HAND.format(here=str(HERE), name="andrews"), {}
    with tempfile.TemporaryDirectory() as folder:
        caches = {(k, x): f"{folder}/{k}{i}" for i, x in enumerate(texts) for k in roots}
        for (k, name), kept in caches.items():
            process(texts[name], roots[k], kept)
        for _ in range(repeats):
            for (k, name), kept in caches.items():
                fresh = tempfile.mkdtemp(dir=folder)
                for state, cache in (("empty", fresh), ("full", kept)):
                    row = found.setdefault(f"{name}, {state} cache", {}).setdefault(k, [])
                    row.append(process(texts[name], roots[k], cache))
            for k in roots:
                row = found.setdefault("andrews, NumPy and SciPy", {}).setdefault(k, [])
                row.append(process(by_hand, roots["now"], ""))
    best = lambda runs: tuple(map(min, zip(*runs, strict=True)))
    return {row: {k: best(runs) for k, runs in x.items()} for row, x in found.items()}


def told(tables: dict[str, dict[str, tuple[float, float]]]) -> None:
    """Print the table, with what a row is of NumPy and SciPy."""
    theirs = tables["andrews, NumPy and SciPy"]
    for row, found in tables.items():
        cells = (
            f"{k} {wall:.2f} s ({used:.2f} s CPU, x {used / theirs[k][1]:.2f})"
            for k, (wall, used) in found.items()
        )
        print(f"{row:32} {', '.join(cells)}")


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
        told(cold(roots, given.repeats))
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
