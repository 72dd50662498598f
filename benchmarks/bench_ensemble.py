"""Many motions at once: ``python benchmarks/bench_ensemble.py [--engines ...] [--members ...]``.

Andrews' squeezer with its driving torque spread by 1 %, and the pendulum with its gravity spread by
1 %, through ``zw.simulate_many``: members and right-hand sides a second, with adapted steps at rtol
1e-8 and with fixed ones, projection on. A run is the second of its kind, so nothing is compiled in
it; "built" is what the first took longer. "on disk" is the same with a store, in times of without.
Beside it a process pool of SymPy + SciPy (DOP853, the same rtol) and, for the pendulum, MuJoCo's
threaded rollout (RK4, as many steps as reach the same error). All in one run.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import diffrax
import numpy as np

import zwang as zw
from zwang import zoo
from zwang.integrate.method.runge_kutta import tableau

SPREAD = {"andrews": "mom", "pendulum": "g"}
FIXED = {"andrews": 2000, "pendulum": 1000}  # steps of Tsit5: errors of about 1e-8
HEAD = "| problem | steps | engine | members | built, s | members/s | rhs/s | on disk | failed |"


def given(name: str, members: int) -> tuple[Any, ...]:
    """System, start, times and parameters of so many members."""
    problem = zoo.PROBLEMS[name]()
    spread = 1.0 + 0.01 * np.random.default_rng(7).standard_normal(members)
    p = problem.p | {SPREAD[name]: problem.p[SPREAD[name]] * spread}
    return problem.system, problem.q0, problem.qd0, (0.0, float(problem.t)), p


def row(name: str, mode: str, engine: str, members: int, disk: bool) -> str:
    """One line of the table."""
    how: dict[str, Any] = {"rtol": 1e-8, "engine": engine}
    stages = 13
    if mode == "fixed":
        end = float(zoo.PROBLEMS[name]().t)
        how |= {"step": end / FIXED[name], "method": diffrax.Tsit5()}
        stages = len(tableau(diffrax.Tsit5()).weights)
    begun = time.perf_counter()
    zw.simulate_many(*given(name, min(members, 1000)), **how)
    built, args = time.perf_counter() - begun, given(name, members)
    begun = time.perf_counter()
    found = zw.simulate_many(*args, **how)
    spent = time.perf_counter() - begun
    tried = int((found.accepted + found.rejected).sum())
    stored = ""
    if disk:
        with tempfile.TemporaryDirectory() as folder:
            begun = time.perf_counter()
            zw.simulate_many(*args, **how, store=Path(folder) / "many.zarr")
            stored = f"× {(time.perf_counter() - begun) / spent:.2f}"
    cells = [name, mode, found.engine.split(":")[0], f"{members:,}", f"{built:.1f}"]
    cells += [f"{members / spent:.3g}", f"{tried * stages / spent:.3g}", stored]
    return f"| {' | '.join([*cells, str(int((found.status != 0).sum()))])} |"


# -- others --------------------------------------------------------------------------------------


def by_scipy(name: str) -> int:
    """One member by SymPy's equations and SciPy's DOP853, in a worker."""
    from peers import by_hand, by_sympy, start

    if name not in _DERIVED:
        _DERIVED[name] = (by_hand if name == "pendulum" else by_sympy).acceleration(name)
    start.run(_DERIVED[name], name, 1e-8)
    return 1


_DERIVED: dict[str, Any] = {}


def pool(name: str, members: int) -> str:
    """A process pool of SymPy + SciPy; the pendulum's equations are by hand."""
    cores = os.cpu_count() or 1
    with ProcessPoolExecutor(cores) as workers:
        list(workers.map(by_scipy, [name] * 4 * cores))  # derived and compiled
        begun = time.perf_counter()
        done = sum(workers.map(by_scipy, [name] * members))
        spent = time.perf_counter() - begun
    return f"| {name} | DOP853 | SciPy, {cores} processes | {done:,} | | {done / spent:.3g} | | | |"


def rollout(members: int, steps: int = 20_000) -> str:
    """MuJoCo's own threads; 20,000 steps of RK4 reach 1e-8 on the pendulum."""
    import mujoco
    from mujoco import rollout as many
    from peers.by_mujoco import described
    from peers.linkage import linkage

    link, cores = linkage("pendulum"), os.cpu_count() or 1
    model = mujoco.MjModel.from_xml_string(described(link))
    model.opt.timestep = link.end / steps
    data = [mujoco.MjData(model) for _ in range(cores)]
    size = mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    first = np.zeros((members, size))
    first[:, 1], first[:, 2] = link.q0[0], link.qd0[0]
    begun = time.perf_counter()
    many.rollout(model, data, first, nstep=steps)
    spent = time.perf_counter() - begun
    cells = f"{members / spent:.3g} | {4 * steps * members / spent:.3g}"
    return f"| pendulum | RK4, {steps} | MuJoCo, {cores} threads | {members:,} | | {cells} | | |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engines", nargs="+", default=["native", "jax"])
    parser.add_argument("--members", nargs="+", type=int, default=[1000, 100_000])
    parser.add_argument("--modes", nargs="+", default=["adaptive", "fixed"])
    parser.add_argument("--problems", nargs="+", default=["andrews", "pendulum"])
    parser.add_argument("--most", type=int, default=1000, help="members for the engine jax")
    parser.add_argument("--no-disk", action="store_true")
    parser.add_argument("--peers", action="store_true", help="beside SciPy and MuJoCo")
    told = parser.parse_args()
    print(HEAD + "\n" + "|---" * HEAD.count(" | ") + "|---|")
    for name in told.problems:
        for mode in told.modes:
            for engine in told.engines:
                for members in told.members:
                    if engine != "jax" or members <= told.most:
                        print(row(name, mode, engine, members, not told.no_disk), flush=True)
        if told.peers:
            print(pool(name, 40), flush=True)
    if told.peers:
        try:
            print(rollout(200))
        except (ImportError, AttributeError) as error:
            print(f"| pendulum | | MuJoCo | | | {error} | | | |")


if __name__ == "__main__":
    main()
