"""Motions, time against accuracy: ``python benchmarks/bench_motion.py [--problem NAME] [--quick]``.

Beside ``zw.simulate`` run what one would write without it, see ``peers``; all in one run, to the
end of the motion, with the same rtol and atol. The errors are those of the zoo's answers. Asked
for one part only: ``--part setup``, ``accuracy``, ``times`` or ``long``.

Best on a machine with nothing else to do, with ``OPENBLAS_NUM_THREADS=1``: the matrices are small.
"""

from __future__ import annotations

import argparse
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from peers import by_hand, by_sympy, start

import zwang as zw
from zwang import zoo

PROBLEMS = ("andrews", "car_axis", "four_bar", "bricard")
RTOLS = (1e-4, 1e-6, 1e-8, 1e-10, 1e-12)
WIDE = 1e-6  # rcond that zwang uses in a motion, given to pinv as well
LIMIT = 60.0  # seconds for one run
SPENT = 3.0  # seconds for the repetitions of one run
WRONG = 0.1  # an error beyond which a motion is another one
FINE = 1e-13  # rtol of the runs that stand in for an answer at all times
SETUP_RTOL, SETUP_LIMIT = 1e-6, 300.0
SINGULAR = ("four_bar", "bricard")  # constraints that lose rank, or never have it

PEERS: dict[str, Callable[[str], Callable]] = {
    "formula": by_hand.acceleration,
    "formula, wide": lambda name: by_hand.acceleration(name, WIDE),
    "SymPy": by_sympy.acceleration,
}


class Run(NamedTuple):
    """What one run gave: the last state, or in a word what went wrong; and how much work it was."""

    q: Any
    qd: Any
    wrong: str
    work: str


class Late(KeyboardInterrupt):
    """A run took too long; zwang answers it as it answers Ctrl-C."""


@contextmanager
def limit(seconds: float) -> Iterator[None]:
    """Interrupt what takes longer than that."""

    def ring(*_):
        raise Late

    former = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, former)


# -- the ways ----------------------------------------------------------------------------------


def simulate(problem: Any, t: Any, rtol: float) -> zw.Motion:
    return zw.simulate(
        problem.system, problem.q0, problem.qd0, t, problem.p, rtol=rtol, throw=False
    )


def by_zwang(problem: Any, rtol: float) -> Run:
    try:
        motion = simulate(problem, [0.0, problem.t], rtol)
    except Late:  # while the rows of the motion were computed
        return Run(problem.q0, problem.qd0, "stalled", "")
    stats = motion.stats
    work = f"{stats['accepted']} + {stats['rejected']} steps"
    if stats["crossings"]:
        work += f", {stats['crossings']} across"
    wrong = {zw.Status.OK: "", zw.Status.INTERRUPTED: "stalled"}
    told = wrong.get(motion.status, str(motion.status.name).lower())
    return Run(motion.q[-1], motion.qd[-1], told, work)


def by_scipy(qdd: Callable, problem: Any, rtol: float) -> Run:
    nothing = np.full(len(problem.q0), np.nan)
    try:
        found = start.run(qdd, problem.name, rtol)
    except Late:
        return Run(nothing, nothing, "stalled", "")
    except np.linalg.LinAlgError as error:
        # NumPy says of NaN that eigenvalues or an SVD did not converge.
        wrong = "NaN" if "converge" in str(error) else "singular matrix"
        return Run(nothing, nothing, wrong, "")
    q, qd = np.split(found.y[:, -1], 2)
    wrong = "" if found.success else "step too small"
    return Run(q, qd, wrong, f"{len(found.t) - 1} steps, {found.nfev} evaluations")


def agree(problem: Any, ways: dict[str, Callable], seed: int = 0) -> None:
    """Every way has the same accelerations as zwang, in a random state on the constraints."""
    rng, n = np.random.default_rng(seed), len(problem.q0)
    q0, qd0, end = start.STARTS[problem.name]
    assert np.array_equal(q0, problem.q0) and np.array_equal(qd0, problem.qd0) and end == problem.t
    t = 0.3 * problem.t
    q, qd = problem.q0 + 0.03 * rng.standard_normal(n), 3 * rng.standard_normal(n)
    q, qd = zw.assemble(problem.system, q, qd, t, problem.p)
    wanted = np.asarray(problem.system.acceleration(q, qd, t, problem.p).qdd)
    for way, qdd in ways.items():
        error = np.abs(qdd(t, q, qd) - wanted).max() / max(1.0, np.abs(wanted).max())
        assert error < 1e-9, f"{way} has other accelerations for {problem.name}, by {error:.1e}"


# -- time against accuracy ---------------------------------------------------------------------


class Row(NamedTuple):
    way: str
    rtol: float
    error: float  # NaN where there is no end
    seconds: float
    run: Run


def timed(run: Callable[[], Run], seconds: float, compiles: bool) -> tuple[Run, float]:
    """The result and the median time of a few runs; before them one that may compile."""
    if compiles:
        with limit(20 * seconds):
            run()
    times: list[float] = []
    while True:
        begun = time.perf_counter()
        with limit(seconds):
            result = run()
        times.append(time.perf_counter() - begun)
        if result.wrong or sum(times) > SPENT or len(times) == 9:
            return result, statistics.median(times)


def accuracy(problem: Any, rtols: tuple[float, ...], seconds: float) -> None:
    """The table of one problem."""
    peers = {k: x for k, x in PEERS.items() if k != "formula, wide" or problem.name in SINGULAR}
    ways = {name: make(problem.name) for name, make in peers.items()}
    agree(problem, ways)
    runs = {"zwang": lambda rtol: by_zwang(problem, rtol)}
    runs |= {name: lambda rtol, qdd=qdd: by_scipy(qdd, problem, rtol) for name, qdd in ways.items()}
    print(f"\n{problem.name}: {problem.title}, to {problem.t:g} s", end="")
    print(f" (the answer is good to {problem.tolerance:g})")
    head = "way", "rtol", "error", "ms", "x zwang", "work"
    print("{:>14} {:>7} {:>15} {:>9} {:>9}  {}".format(*head))
    rows: list[Row] = []
    for way, run in runs.items():
        for rtol in rtols:
            result, took = timed(lambda: run(rtol), seconds, compiles=way == "zwang")
            error = np.nan if result.wrong else problem.error(problem.t, result.q, result.qd)
            row = Row(way, rtol, error, took, result)
            rows.append(row)
            cells = f"{way:>14} {rtol:7.0e} {told(row):>15} {took * 1e3:9.1f}"
            print(f"{cells} {ratio(row, rows, problem.tolerance):>9}  {result.work}", flush=True)
            if result.wrong == "stalled":  # finer ones would too
                break


def told(row: Row) -> str:
    if row.run.wrong:
        return row.run.wrong
    if not row.error <= WRONG:
        return f"wrong by {row.error:.2g}"
    return f"{row.error:.1e}"


def ratio(row: Row, rows: list[Row], tolerance: float) -> str:
    """The time, in times of the quickest run of zwang that is as accurate."""
    if row.run.wrong or not row.error <= WRONG:
        return "-"
    allowed = max(row.error, tolerance)
    ours = [r.seconds for r in rows if r.way == "zwang" and r.error <= allowed]
    return f"{row.seconds / min(ours):.1f}" if ours else "finer"


# -- what it takes to begin --------------------------------------------------------------------

ZWANG = """
import zwang as zw
from zwang import zoo
problem = zoo.{name}()
zw.simulate(problem.system, problem.q0, problem.qd0, [0.0, problem.t], problem.p, rtol={rtol})
"""
PEER = """
from peers import {module}, start
start.run({module}.acceleration("{name}"), "{name}", {rtol})
"""


def setup(names: Sequence[str]) -> None:
    """A fresh process from its start to the first result, imports and all.

    zwang twice: with JAX's folder for compiled code empty, and filled by the run before.
    """
    print(f"\nSet-up: seconds from the start of a process to the first result, rtol {SETUP_RTOL:g}")
    head = "problem", "zwang", "zwang again", "formula", "SymPy"
    print("{:>14} {:>12} {:>12} {:>12} {:>12}".format(*head))
    for name in names:
        codes = [ZWANG, ZWANG, PEER.replace("{module}", "by_hand")]
        codes.append(PEER.replace("{module}", "by_sympy"))
        with tempfile.TemporaryDirectory() as folder:
            cells = [fresh(code.format(name=name, rtol=SETUP_RTOL), folder) for code in codes]
        print(f"{name:>14}", *(f"{cell:>12}" for cell in cells), flush=True)


def fresh(code: str, folder: str) -> str:
    here = str(Path(__file__).parent)
    paths = [here, str(Path(here).parent), os.environ.get("PYTHONPATH", "")]
    env = os.environ | {
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        "JAX_COMPILATION_CACHE_DIR": folder,
        "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
    }
    begun = time.perf_counter()
    try:
        run = subprocess.run(
            [sys.executable, "-c", code], env=env, capture_output=True, timeout=300
        )
    except subprocess.TimeoutExpired:
        return "stalled"
    took = f"{time.perf_counter() - begun:.1f}"
    return took if run.returncode == 0 else f"{took} failed"


# -- zwang alone -------------------------------------------------------------------------------


def chosen_times(problem: Any, rtols: tuple[float, ...]) -> None:
    """61 times asked for, beside the end alone: steps, residuals, and the worst error."""
    times = np.linspace(0.0, problem.t, 61)
    if problem.knows_state:
        wanted, source = problem.answer(times), "the closed form"
    else:
        fine = simulate(problem, times, FINE)
        wanted = np.concatenate([fine.q, fine.qd], axis=1)
        source = f"zwang at {FINE:g}, error at the end {end_error(problem, fine)}"
    print(f"\n{problem.name}, 61 times, against {source}")
    head = "rtol", "steps", "smallest", "largest", "error at end", "worst error", "residual", "rate"
    print("{:>7} {:>13} {:>9} {:>9} {:>13} {:>13} {:>9} {:>9}".format(*head))
    for rtol in rtols:
        motion = simulate(problem, times, rtol)
        if motion.status != zw.Status.OK:
            print(f"{rtol:7.0e} {motion.status.name} at t = {motion.t[-1]:.6g}")
            continue
        found, stats = np.concatenate([motion.q, motion.qd], axis=1), motion.stats
        errors = np.abs(found - wanted) / np.maximum(1.0, np.abs(wanted))
        numbers = (
            *(f"{stats['smallest_step']:9.1e}", f"{stats['largest_step']:9.1e}"),
            *(f"{errors[-1].max():13.1e}", f"{errors.max():13.1e}"),
            *(f"{np.abs(motion.residual).max():9.1e}", f"{np.abs(motion.rate).max():9.1e}"),
        )
        taken = f"{stats['accepted']} + {stats['rejected']}"
        print(f"{rtol:7.0e} {taken:>13}", *numbers, flush=True)


def end_error(problem: Any, motion: zw.Motion) -> str:
    if motion.status != zw.Status.OK:
        return motion.status.name
    return f"{problem.error(problem.t, motion.q[-1], motion.qd[-1]):.1e}"


def long(end: float) -> None:
    """The pendulum of the IFToMM benchmark A01, every step reported; the error is that of x, y."""
    problem = zoo.pendulum()
    print(f"\npendulum to {end:g} s, every step reported")
    head = "rtol", "steps", "s", "largest residual", "largest rate", "error at end", "energy"
    print("{:>7} {:>14} {:>6} {:>17} {:>13} {:>13} {:>9}".format(*head))
    for rtol in (1e-8, 1e-10):
        simulate(problem, (0.0, 1.0), rtol)
        begun = time.perf_counter()
        motion = simulate(problem, (0.0, end), rtol)
        took = time.perf_counter() - begun
        place, _ = problem.state(motion.t[-1])
        taken = f"{motion.stats['accepted']} + {motion.stats['rejected']}"
        print(
            f"{rtol:7.0e} {taken:>14} {took:6.2f} {np.abs(motion.residual).max():17.1e}"
            f" {np.abs(motion.rate).max():13.1e} {np.abs(motion.q[-1] - place).max():13.1e}"
            f" {np.ptp(motion.energy):9.1e}",
            flush=True,
        )
        if motion.status != zw.Status.OK:
            print(f"        {motion.status.name} at t = {motion.t[-1]:g}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Motions, time against accuracy.")
    parser.add_argument("--problem", choices=PROBLEMS, help="this one only")
    parser.add_argument("--part", choices=("setup", "accuracy", "times", "long"))
    parser.add_argument("--quick", action="store_true", help="whether it runs; no numbers to keep")
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for one run")
    asked = parser.parse_args()
    names = (asked.problem,) if asked.problem else PROBLEMS
    rtols, seconds, end = RTOLS, asked.limit, 2000.0
    if asked.quick:
        names, rtols, seconds, end = names[:1], RTOLS[:2], 5.0, 20.0
    problems = [zoo.PROBLEMS[name]() for name in names]
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, NumPy {np.__version__}")
    warnings.simplefilter("ignore", RuntimeWarning)  # of NumPy, at singular poses
    if asked.part in (None, "setup"):
        setup(names)
    if asked.part in (None, "accuracy"):
        for problem in problems:
            accuracy(problem, rtols, seconds)
    if asked.part in (None, "times"):
        for problem in problems:
            chosen_times(problem, rtols)
    if asked.part in (None, "long") and (asked.part or not asked.problem):
        long(end)


if __name__ == "__main__":
    main()
