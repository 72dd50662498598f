"""The engine in C beside its peers: ``python benchmarks/bench_engine.py [--quick] [--part PART]``.

Parts: ``rhs``, one acceleration; ``runs``, whole motions at like accuracy; ``cold``, a process from
its start to the end of one motion. Every peer is run over all of its settings, and the quickest
that reaches an error is taken; the chosen ones are then timed in turns, and medians told. Peers,
and how they are set: see ``peers``. Times are of the processor, which other work on the machine
disturbs least; for cold processes also of the clock.

Best with ``OPENBLAS_NUM_THREADS=1``. A peer that is not installed is an empty row.
"""

from __future__ import annotations

import argparse
import importlib
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import jax
import numpy as np
from bench_motion import WIDE, Late, limit
from peers import by_hand, by_sympy, start
from peers.linkage import Cannot

import zwang as zw
from zwang import zoo
from zwang.integrate.options import IN_ROWS, Options
from zwang.integrate.problem import request
from zwang.motion.simulate import chosen

PROBLEMS = ("pendulum", "andrews", "car_axis", "bricard", "four_bar")
TARGETS = (1e-6, 1e-9, 1e-12)
RTOLS = tuple(10.0**-k for k in range(3, 14))
WRONG = 0.1  # an error beyond which a motion is another one
ROUNDS = 7
ROWS = 2048  # accelerations at once, for those that take many


class Point(NamedTuple):
    """What a setting gave."""

    setting: float
    error: float
    seconds: float


class Way(NamedTuple):
    """A way to compute motions: its settings from coarse to fine; makes runs and accelerations."""

    settings: tuple[float, ...]
    prepare: Callable[[str], Callable[[float], tuple[Any, Any]]]
    acceleration: Callable[[str], Callable[[], Any]]
    each: int = 1  # accelerations that one call finds


# -- the ways ----------------------------------------------------------------------------------


def by_zwang(engine: str) -> Way:
    """zwang: the last state alone is asked for."""

    def prepare(name: str) -> Callable:
        x = zoo.PROBLEMS[name]()

        def run(rtol: float) -> tuple[Any, Any]:
            given = x.system, x.q0, x.qd0, [0.0, float(x.t)], x.p
            motion = zw.simulate(*given, rtol=rtol, engine=engine)
            return motion.q[-1], motion.qd[-1]

        return run

    def acceleration(name: str) -> Callable:
        x = zoo.PROBLEMS[name]()
        asked = request(x.system, x.q0, x.qd0, [0.0, 1.0], x.p, Options(engine=engine))
        machine = chosen(asked)
        rows = [np.repeat(np.asarray(v)[None], ROWS, axis=0) for v in asked.start]
        return lambda: machine.observe(*rows, IN_ROWS)

    return Way(RTOLS, prepare, acceleration, ROWS)


def by_scipy(acceleration: Callable[[str], Callable]) -> Way:
    """q̈ in Python, and SciPy's DOP853."""

    def prepare(name: str) -> Callable:
        qdd = acceleration(name)

        def run(rtol: float) -> tuple[Any, Any]:
            found = start.run(qdd, name, rtol)
            if not found.success:
                raise ArithmeticError("step too small")
            return tuple(np.split(found.y[:, -1], 2))

        return run

    def once(name: str) -> Callable:
        qdd, (q, qd, _) = acceleration(name), start.STARTS[name]
        return lambda: qdd(0.0, np.asarray(q), np.asarray(qd))

    return Way(RTOLS[:-1], prepare, once)


def simulator(module: str) -> Way | str:
    """A simulator that may be installed; else why it is missing."""
    try:
        found = importlib.import_module(f"peers.{module}")
    except ImportError as error:
        return f"not installed: {error}"
    once = getattr(found, "acceleration", None) or _no_acceleration
    return Way(found.SETTINGS, found.prepare, once)


def _no_acceleration(name: str) -> Callable:
    raise Cannot("it has no call for one acceleration")


def _formula(name: str) -> Callable:
    """The literal formula; with a wide cut where constraints are redundant, which it needs."""
    return by_hand.acceleration(name, WIDE if name in ("bricard", "four_bar") else None)


WAYS: dict[str, Way | str] = {
    "zwang, C": by_zwang("native"),
    "zwang, JAX": by_zwang("jax"),
    "NumPy + SciPy": by_scipy(_formula),
    "SymPy + SciPy": by_scipy(by_sympy.acceleration),
    "MuJoCo": simulator("by_mujoco"),
    "Pinocchio": simulator("by_pinocchio"),
    "Exudyn": simulator("by_exudyn"),
}
COLD = {  # the setting of simulators in cold processes: steps, or rtol
    "MuJoCo": ("by_mujoco", 10_000),
    "Pinocchio": ("by_pinocchio", 1e-10),
    "Exudyn": ("by_exudyn", 10_000),
}
FAILURES = (ArithmeticError, np.linalg.LinAlgError, zw.NumericalError, RuntimeError, ValueError)


def spent(run: Callable[[], Any]) -> tuple[Any, float]:
    """What it returns, and the seconds of the processor it took."""
    begun = time.process_time()
    found = jax.block_until_ready(run())
    return found, time.process_time() - begun


# -- one acceleration --------------------------------------------------------------------------


def accelerations(names: tuple[str, ...], ways: dict[str, Way | str]) -> None:
    """Microseconds of one acceleration."""
    print("\n| way | " + " | ".join(names) + " |\n" + "|---" * (len(names) + 1) + "|")
    for way, made in ways.items():
        cells = []
        for name in names:
            try:
                if isinstance(made, str):
                    raise Cannot(made)
                once = made.acceleration(name)
                once()
                calls = max(1, 400 // made.each)
                times = [spent(lambda: [once() for _ in range(calls)])[1] for _ in range(ROUNDS)]
                cells.append(f"{statistics.median(times) / calls / made.each * 1e6:.2f}")
            except (Cannot, *FAILURES) as error:
                cells.append(f"— ({error})" if isinstance(error, Cannot) else "failed")
        print(f"| {way} | " + " | ".join(cells) + " |", flush=True)


# -- whole motions -----------------------------------------------------------------------------


def survey(problem: Any, way: Way, run: Callable, seconds: float) -> tuple[list[Point], str]:
    """All settings, until one takes too long; and in a word what went wrong, if anything did."""
    points: list[Point] = []
    wrong = ""
    for setting in way.settings:
        try:
            if way.each > 1:
                run(setting)  # which may compile
            with limit(20 * seconds):
                (q, qd), took = spent(lambda: run(setting))
        except Late:
            return points, "too slow"
        except FAILURES as error:
            wrong = str(error).splitlines()[0][:60]
            continue
        error = float(problem.error(problem.t, q, qd))
        points.append(Point(setting, error if np.isfinite(error) else np.inf, took))
        if took > seconds:
            break
    return points, wrong


def quickest(points: list[Point], error: float) -> Point | None:
    """The quickest setting that reaches an error."""
    good = [point for point in points if point.error <= error]
    return min(good, key=lambda point: point.seconds) if good else None


def motions(names: tuple[str, ...], ways: dict[str, Way | str], seconds: float) -> None:
    """The table of whole runs."""
    for name in names:
        problem = zoo.PROBLEMS[name]()
        runs, found, reasons = {}, {}, {}
        for way, made in ways.items():
            try:
                if isinstance(made, str):
                    raise Cannot(made)
                runs[way] = made.prepare(name)
                found[way], reasons[way] = survey(problem, made, runs[way], seconds)
            except Cannot as error:
                reasons[way] = str(error)
        print(f"\n{name}: {problem.title}, to {problem.t:g} s")
        print("\n| way | " + " | ".join(f"error {x:g}" for x in TARGETS) + " | best error |")
        print("|---" * (len(TARGETS) + 2) + "|")
        picks = {
            (way, target): quickest(points, max(target, problem.tolerance))
            for way, points in found.items()
            for target in TARGETS
        }
        medians = in_turns(runs, {k: x for k, x in picks.items() if x is not None}, seconds)
        for way in ways:
            points = found.get(way, [])
            good = [point for point in points if point.error < WRONG]
            cells = [cell(way, target, picks, medians) for target in TARGETS]
            best = min(good, key=lambda point: point.error) if good else None
            told = f"{best.error:.0e} in {best.seconds * 1e3:.3g} ms" if best else "none"
            told = f"({reasons[way]})" if reasons.get(way) and not best else told
            print(f"| {way} | " + " | ".join(cells) + f" | {told} |", flush=True)


def in_turns(runs: dict, picks: dict, seconds: float) -> dict:
    """The median time of each chosen setting, all of them one after the other in every round."""
    times: dict[Any, list[float]] = {key: [] for key in picks}
    for k in range(ROUNDS):
        for key, point in picks.items():
            if k == 0 or point.seconds < seconds / 10:
                times[key].append(spent(lambda: runs[key[0]](point.setting))[1])
    return {key: statistics.median(x) for key, x in times.items()}


def cell(way: str, target: float, picks: dict, medians: dict) -> str:
    """Milliseconds and the ratio to ours."""
    if (way, target) not in medians:
        return "—"
    ours = medians.get(("zwang, C", target))
    ratio = f", × {medians[way, target] / ours:.1f}" if ours and way != "zwang, C" else ""
    return f"{medians[way, target] * 1e3:.3g} ms{ratio}"


# -- a cold process ----------------------------------------------------------------------------

ZWANG = """
import zwang as zw
from zwang import zoo
x = zoo.PROBLEMS[{name!r}]()
zw.simulate(x.system, x.q0, x.qd0, [0.0, float(x.t)], x.p, rtol=1e-9, engine={engine!r})
"""
SCIPY = """
from peers import {module}, start
start.run({module}.acceleration({name!r}), {name!r}, 1e-9)
"""
PEER = """
from peers import {module}
{module}.prepare({name!r})({setting!r})
"""


def process(code: str, cache: str) -> tuple[float, float]:
    """Seconds of the processor, children included, and of the clock, of a process of its own."""
    here = Path(__file__).parent
    paths = os.pathsep.join([str(here), str(here.parent), os.environ.get("PYTHONPATH", "")])
    env = os.environ | {"PYTHONPATH": paths, "ZWANG_CACHE": cache}
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=True)
    after, took = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter() - begun
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, took


def cold(names: tuple[str, ...], ways: dict[str, Way | str], rounds: int) -> None:
    """Set-up and one run from a cold process, at rtol 1e-9 or with the settings of ``COLD``."""
    print("\n| way | " + " | ".join(names) + " |\n" + "|---" * (len(names) + 1) + "|")
    rows: dict[str, list[str]] = {}
    for name in names:
        codes = {
            "zwang, C, empty cache": ZWANG.format(name=name, engine="native"),
            "zwang, C, full cache": ZWANG.format(name=name, engine="native"),
            "zwang, JAX": ZWANG.format(name=name, engine="jax"),
            "NumPy + SciPy": SCIPY.format(module="by_hand", name=name),
            "SymPy + SciPy": SCIPY.format(module="by_sympy", name=name),
        }
        for way, (module, setting) in COLD.items():
            codes[way] = PEER.format(module=module, name=name, setting=setting)
        codes = {way: code for way, code in codes.items() if way.startswith(tuple(ways))}
        times: dict[str, list[tuple[float, float]]] = {way: [] for way in codes}
        with tempfile.TemporaryDirectory() as full:
            process(codes["zwang, C, full cache"], full)
            for k in range(rounds):
                for way, code in codes.items():
                    if len(times[way]) < k or (k and times[way][0][0] > 8.0):  # failed, or slow
                        continue
                    with tempfile.TemporaryDirectory() as empty:
                        cache = full if way.endswith("full cache") else empty
                        try:
                            times[way].append(process(code, cache))
                        except subprocess.CalledProcessError:
                            continue  # a peer that is missing, or cannot state the problem
        median = {
            way: [statistics.median(column) for column in zip(*x, strict=True)]
            for way, x in times.items()
            if x
        }
        other = median["NumPy + SciPy"]
        for way in codes:
            if way in median:
                used, clock = median[way]
                told = f"{used:.2f} s, {clock:.2f} s, × {used / other[0]:.2f}"
                told += f", × {clock / other[1]:.2f}"
            else:
                told = "—"
            rows.setdefault(way, []).append(told)
    for way, cells in rows.items():
        print(f"| {way} | " + " | ".join(cells) + " |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer problems and repetitions")
    parser.add_argument("--part", choices=("rhs", "runs", "cold"), help="one part only")
    parser.add_argument("--problem", action="append", choices=PROBLEMS, help="one problem only")
    parser.add_argument("--leave", action="append", choices=[*WAYS], default=[], help="a way out")
    parser.add_argument("--seconds", type=float, default=3.0, help="limit of one run")
    told = parser.parse_args()
    names = tuple(told.problem or (PROBLEMS[:2] if told.quick else PROBLEMS))
    ways = {way: made for way, made in WAYS.items() if way not in told.leave}
    if told.part in (None, "rhs"):
        print("One acceleration, microseconds")
        accelerations(names, ways)
    if told.part in (None, "runs"):
        motions(names, ways, told.seconds)
    if told.part in (None, "cold"):
        print("\nA cold process: seconds of the processor, and of the clock; × NumPy + SciPy")
        cold(names, ways, 1 if told.quick else 3)


if __name__ == "__main__":
    main()
