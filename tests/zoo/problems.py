"""The reference problems, each made once, for their tests."""

from functools import cache

import numpy as np

from zwang import zoo
from zwang.equation.matrices import evaluate

EPS = float(np.finfo(float).eps)


@cache
def problem(name: str) -> zoo.Problem:
    return zoo.PROBLEMS[name]()


def residuals(name: str, q, qd, t) -> np.ndarray:
    """What remains of the constraints on positions and velocities, over the length of each row."""
    p = problem(name)
    form = evaluate(p.system, q, qd, t, p.p).form
    lengths = np.linalg.norm(np.asarray(form.A), axis=1)
    return np.concatenate([form.phi / lengths[: len(form.phi)], form.velocity / lengths])
