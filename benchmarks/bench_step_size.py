"""The rules of step sizes on the zoo: steps accepted and rejected, and the error at the end.

python benchmarks/bench_step_size.py
"""

from functools import partial
from unittest.mock import patch

import numpy as np

import zwang as zw
from zwang import zoo
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.method.step_size import PI, Elementary

RULES = {"elementary": Elementary(), "PI": PI()}
LONGEST = 100.0  # seconds of a motion that are looked at


def measured(problem: zoo.Problem, rule, rtol: float) -> tuple[int, int, float]:
    """Steps accepted and rejected, and the error at the end of the span or at LONGEST."""
    end = min(float(problem.t), LONGEST)
    with patch("zwang.integrate.problem.Program", partial(Program, rule=rule)):
        start = problem.system, problem.q0, problem.qd0
        motion = zw.simulate(*start, (0.0, end), problem.p, rtol=rtol, engine="native")
    known = end == problem.t and problem.answer is not None
    error = problem.error(motion.t[-1], motion.q[-1], motion.qd[-1]) if known else np.nan
    return motion.stats["accepted"], motion.stats["rejected"], float(error)


def main() -> None:
    for rtol in (1e-6, 1e-9):
        print(f"\nrtol {rtol:g}\n| problem |" + "".join(f" {name} | error |" for name in RULES))
        total = dict.fromkeys(RULES, 0)
        for name, make in zoo.PROBLEMS.items():
            row = f"| {name} |"
            for rule, chosen in RULES.items():
                accepted, rejected, error = measured(make(), chosen, rtol)
                total[rule] += accepted + rejected
                row += f" {accepted} + {rejected} | {error:.1e} |"
            print(row, flush=True)
        print("| all tried |" + "".join(f" {x} | |" for x in total.values()))


if __name__ == "__main__":
    main()
