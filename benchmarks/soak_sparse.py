"""Random machines, sparse and dense: ``python benchmarks/soak_sparse.py [count]``.

Machines of 5 to 100 bodies, trees and loops of joints, redundant or not, M singular or not, with
units spread over up to twelve decades; one in four is spoiled on purpose. Each is solved by sparse
factors and by the careful way of the dense kernel. What is counted, and must be zero:

status   another status than the dense kernel's
rank     another rank
silent   status OK, but q̈ or Qc differs from the planted one by more than 1e-9 of its size and by
         more than ten times what the dense one does: some machines are ill-conditioned
number   a failure whose acceleration is not NaN
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from dataclasses import dataclass

import numpy as np
from scipy import sparse

import zwang as zw
from zwang.zoo.random_machine import random_machine

SAME = 1e-9
SPREADS = (1.0, 1.0, 1e2, 1e6)
SPOILT = ("nan", "negative", "asymmetric", "contradiction", "massless", "pushed")


@dataclass
class Machine:
    """A system in mixed units, and these units."""

    M: np.ndarray
    Q: np.ndarray
    A: np.ndarray
    b: np.ndarray
    units: np.ndarray
    row_units: np.ndarray
    qdd: np.ndarray
    Qc: np.ndarray
    spoiled: str = ""


class Careful(zw.AbstractSolver):
    """The rank-revealing way of the dense kernel, whatever the size."""

    def find(self, M, A, F, b):
        return zw.Auto().careful(M, A, F, b)


def draw(rng: np.random.Generator) -> Machine:
    """A machine whose answer is planted, or one that is spoiled."""
    x = random_machine(
        int(np.exp(rng.uniform(np.log(5), np.log(100)))),
        singular=bool(rng.random() < 0.4),
        redundant=bool(rng.random() < 0.6),
        nearly=10.0 ** -rng.uniform(1, 4) if rng.random() < 0.2 else 0.0,
        scale=rng.choice(SPREADS),
        seed=rng,
    )
    machine = Machine(x.M.toarray(), x.Q, x.A.toarray(), x.b, x.units, x.row_units, x.qdd, x.Qc)
    return spoil(rng, machine) if rng.random() < 0.25 else machine


def spoil(rng: np.random.Generator, machine: Machine) -> Machine:
    """Something wrong with it."""
    how = machine.spoiled = str(rng.choice(SPOILT))
    M, Q, A, b = machine.M, machine.Q, machine.A, machine.b
    j, i = int(rng.integers(len(M))), int(rng.integers(len(A)))
    if how == "nan":
        (M if rng.random() < 0.5 else Q)[j] = np.nan
    elif how == "negative":
        M[j, j] *= -1
    elif how == "asymmetric":
        M[j, j - 1] += np.sqrt(M[j, j] * M[j - 1, j - 1])
    elif how == "contradiction":
        machine.A, machine.b = np.vstack([A, A[i]]), np.append(b, b[i] + machine.row_units[i])
        machine.row_units = np.append(machine.row_units, machine.row_units[i])
    else:
        M[j], M[:, j], A[:, j] = 0.0, 0.0, 0.0
        b[:] = A @ (rng.standard_normal(len(M)) / machine.units)
        Q[j] = 0.0 if how == "massless" else machine.units[j]
    return machine


def error(machine: Machine, solution: zw.Solution) -> float:
    """How far q̈ and Qc are from the planted ones, in like units, in parts of their size."""
    errors = []
    for name, unit in (("qdd", machine.units), ("Qc", 1.0 / machine.units)):
        x, y = getattr(solution, name) * unit, getattr(machine, name) * unit
        errors.append(np.abs(x - y).max() / (1.0 + np.abs(y).max()))
    return max(errors)


def judged(machine: Machine, found: zw.Solution, wanted: zw.Solution) -> tuple[list[str], float]:
    """What is wrong with an answer, and its error."""
    if found.status != wanted.status:
        return ["status"], 0.0
    if found.status != zw.Status.OK:
        return ["number"] * int(not np.isnan(found.qdd).all()), 0.0
    own, other = error(machine, found), error(machine, wanted)
    silent = not own <= max(SAME, 10 * other)
    return ["rank"] * int(found.rank != wanted.rank) + ["silent"] * int(silent), own


def main(count: int, seed: int = 0) -> int:
    rng, worst, took = np.random.default_rng(seed), 0.0, np.zeros(2)
    faults, statuses = Counter(status=0, rank=0, silent=0, number=0), Counter()
    for number in range(count):
        x = draw(rng)
        M, A = sparse.csr_array(x.M), sparse.csr_array(x.A)
        began = time.perf_counter()
        found = zw.solve(M, x.Q, A, x.b, solver=zw.Sparse(), throw=False)
        between = time.perf_counter()
        wanted = zw.solve(x.M, x.Q, x.A, x.b, solver=Careful(), throw=False)
        took += between - began, time.perf_counter() - between
        wrong, off = judged(x, found, wanted)
        worst = max(worst, off)
        faults.update(wrong)
        statuses[zw.Status(int(found.status)).name] += 1
        if wrong:
            told = [zw.Status(int(y.status)).name for y in (found, wanted)]
            print(number, x.A.shape, x.spoiled, wrong, told, int(found.rank), int(wanted.rank))
    print(
        f"{count} machines, seed {seed}; by sparse factors {took[0]:.1f} s, dense {took[1]:.1f} s"
    )
    print(f"largest error of an answer with status OK: {worst:.1e}")
    print(", ".join(f"{name}: {n}" for name, n in faults.items()), dict(statuses))
    return sum(faults.values())


if __name__ == "__main__":
    with np.errstate(all="ignore"):
        sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000) > 0)
