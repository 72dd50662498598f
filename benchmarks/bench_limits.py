"""Limits by reallocation beside quadprog: ``python benchmarks/bench_limits.py [problems]``.

Random quadratic programs of ``tests/control/test_secondary.py``: the active set in C, called from
Python, against ``quadprog.solve_qp`` on those that have a control within the limits. Printed are
the largest difference of the answers, and the medians of a call.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import quadprog  # pyright: ignore[reportMissingImports]

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.control.test_secondary import nearest, programs  # noqa: E402
from zwang.engine.evaluate import in_c, pack  # noqa: E402

SHAPES = ((3, 4), (2, 5), (4, 4), (3, 6))


def timed(call) -> tuple[float, Any]:
    """Seconds of a call, and what it returned."""
    began = time.perf_counter()
    found = call()
    return time.perf_counter() - began, found


def theirs(N, G, e, C, low, high):
    """By quadprog; None where there is no control within the limits."""
    k, m = len(C), len(e)
    rows = np.hstack([G.T, np.eye(k), -np.eye(k)])
    try:
        return quadprog.solve_qp(N, N @ C, rows, np.concatenate([e, low, -high]), m)[0]
    except ValueError:
        return None


def main(count: int) -> None:
    """All shapes, one after the other."""
    for m, k in SHAPES:
        given = programs(count, m, k, 7)
        ours = in_c(lambda q, qd, t, x: nearest(*x), 1, tuple(x.shape[1:] for x in given))
        worst, both = 0.0, []
        for i in range(count):
            one = [x[i] for x in given]
            packed = pack(one)
            spent, found = timed(lambda packed=packed: ours(0.0, 0.0, 0.0, packed))
            other, wanted = timed(lambda one=one: theirs(*one))
            assert found.done
            if wanted is not None:
                worst = max(worst, float(np.abs(found.inputs - wanted).max()))
                both.append((spent, other))
        a, b = 1e6 * np.median(np.array(both), axis=0)
        told = f"{len(both)} of {count} with a control, largest difference {worst:.1e}"
        print(f"{m} rows, {k} inputs: {told}; {a:.1f} us against {b:.1f} us, ratio {a / b:.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
