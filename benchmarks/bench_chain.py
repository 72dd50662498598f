"""Chains of N links: the cost of forming the equations and of solving them.

Run: python benchmarks/bench_chain.py [N ...]        by default 10 100 1000

Forming is measured in blocks (``mechanism.blocks``), which is linear in N, and dense, as the kernel
takes it, which is not: an n × n matrix has n² entries to write. Graph size is the number of
equations of the jaxpr, those inside counted too. The solve is ``zw.solve`` on NumPy arrays.
"""

from __future__ import annotations

import sys
import time
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from timing import first_call, seconds

import zwang as zw
from zwang.equation.matrices import evaluate
from zwang.zoo.mechanisms import chain

MOST = 2000  # coordinates beyond which one solve is timed, and not the best of several


class Cost(NamedTuple):
    """Of one chain: seconds, and equations of jaxprs."""

    N: int
    n: int
    m: int
    describe: float
    graph: int
    first: float
    blocks: float
    dense: float
    solve: float


def equations_in(jaxpr: Any) -> int:
    """How many equations a jaxpr has, those inside of others counted too."""
    held = (
        x for eqn in jaxpr.eqns for x in jax.tree.leaves(list(eqn.params.values()), is_leaf=_is)
    )
    return len(jaxpr.eqns) + sum(equations_in(getattr(x, "jaxpr", x)) for x in held if _is(x))


def _is(x: Any) -> bool:
    """Whether it is a jaxpr, open or closed."""
    return hasattr(x, "eqns")


def cost(N: int) -> Cost:
    """Measure a chain of N links."""
    began = time.perf_counter()
    mechanism = chain(N).mechanism
    q, qd = map(jnp.asarray, mechanism.start())
    describe = time.perf_counter() - began

    def form(q, qd):
        return mechanism.equations.blocks(q, qd, jnp.zeros(()), None, definite=True)

    graph = equations_in(jax.make_jaxpr(form)(q, qd).jaxpr)

    compiled = jax.jit(form)

    def blocks():
        return jax.tree.leaves(compiled(q, qd))

    first, steady = first_call(blocks), seconds(blocks, calls=5)
    system = mechanism.system(definite=True)
    here = evaluate(system, q, qd)
    dense = seconds(lambda: evaluate(system, q, qd).M, repeats=3)
    M, Q, A, b = (np.asarray(x) for x in (here.M, here.Q, here.form.A, here.form.b))

    def solved():
        return zw.solve(M, Q, A, b).qdd

    solve = first_call(solved) if len(q) > MOST else seconds(solved, repeats=3)
    return Cost(N, len(q), len(b), describe, graph, first, steady, dense, solve)


def main(*sizes: str):
    costs = []
    print("| N | n | m | describe | graph | first call | blocks | dense | solve |", flush=True)
    print("|---|---|---|---|---|---|---|---|---|")
    for N in map(int, sizes or ("10", "100", "1000")):
        found = cost(N)
        costs.append(found)
        *sizes_, describe, graph, first, blocks, dense, solve = found
        whole = " | ".join(map(str, sizes_))
        times = f"{describe:.2g} s | {graph} | {first:.2g} s | {1e6 * blocks:.3g} µs"
        print(f"| {whole} | {times} | {1e3 * dense:.3g} ms | {1e3 * solve:.4g} ms |", flush=True)
    for what in ("graph", "blocks", "dense", "solve"):
        for a, b in zip(costs, costs[1:], strict=False):
            slope = np.log(getattr(b, what) / getattr(a, what)) / np.log(b.N / a.N)
            print(f"slope of {what} from {a.N} to {b.N}: {slope:.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
