"""Random problems of control: ``python benchmarks/soak_control.py [of each]`` in the root folder.

Feasible and infeasible problems of ``tests/control/problems.py``: square and redundant, rows
turned, units spread over 1e±6, zero demands, M > 0 and M ≥ 0. What is counted, and must be zero:

refused     feasible problems that the control refuses, or ``check`` finds something wrong with
unmet       accepted ones whose force, put into the plant's equation, misses a requirement
accepted    infeasible problems that have a control
innocent    infeasible ones where ``check`` names no row, or one that is not guilty
disagree    problems on which C, the compiled law, JAX and ``zw.solve`` do not agree
differ      problems that are met in one statement and not in another: coordinates turned, other
            units, rows combined or permuted, with demands that are zero
wrong       of these, those whose verdict is not the planted one
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.control.problems import KINDS, audit, verdicts  # noqa: E402


def main(count: int) -> None:
    """Restate 5 ``count`` problems, run 2 ``count``, and print what was counted."""
    began, total = time.perf_counter(), Counter()
    each = max(1, count // len(KINDS))
    for seed, name in enumerate(KINDS):
        found = verdicts(name, 5 * each, seed)
        total.update(found)
        words = ", ".join(f"{key} {x}" for key, x in found.items())
        print(f"{name:18}in statements  {words}", flush=True)
    for seed, name in enumerate(KINDS):
        for feasible in (True, False):
            found = audit(name, each, seed, feasible=feasible)
            total.update(found)
            words = ", ".join(f"{key} {x}" for key, x in found.items())
            print(f"{name:18}{'feasible' if feasible else 'infeasible':12}{words}", flush=True)
    print(", ".join(f"{key} {x}" for key, x in total.items()), end=" ")
    print(f"in {time.perf_counter() - began:.0f} s")
    if any(x for key, x in total.items() if key not in ("problems", "restated")):
        sys.exit(1)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
