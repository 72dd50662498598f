"""Loops and branches in NumPy: only what is taken is evaluated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def counted(params: dict[str, Any]) -> tuple[int, int]:
    """How many constants and carried values a loop of known length has."""
    if "num_consts" in params:
        return params["num_consts"], params["num_carry"]
    parts = params["ft_in"]
    parts = parts.unpack() if hasattr(parts, "unpack") else parts
    constants, carried, *_ = (len(part) for part in parts)
    return constants, carried


def scan(params: dict[str, Any], program: Callable) -> Callable:
    """A loop of known length."""
    (n, carried), length = counted(params), params["length"]
    body, k = program(params["jaxpr"]), n + carried
    order = list(reversed(range(length)) if params["reverse"] else range(length))
    kinds = [v.aval for v in params["jaxpr"].jaxpr.outvars[carried:]]

    def run(*x: np.ndarray) -> list[np.ndarray]:
        carry = list(x[n:k])
        stacked = [np.empty((length, *kind.shape), kind.dtype) for kind in kinds]
        for i in order:
            found = body(*x[:n], *carry, *(row[i] for row in x[k:]))
            carry = found[:carried]
            for out, y in zip(stacked, found[carried:], strict=True):
                out[i] = y
        return [*carry, *stacked]

    return run


def while_(params: dict[str, Any], program: Callable) -> Callable:
    """A loop until a condition fails; its parameters are as those of ``scan``."""
    a, b = params["cond_nconsts"], params["body_nconsts"]
    goes_on, body = program(params["cond_jaxpr"]), program(params["body_jaxpr"])

    def run(*x: np.ndarray) -> list[np.ndarray]:
        carry = list(x[a + b :])
        while goes_on(*x[:a], *carry)[0]:
            carry = body(*x[a : a + b], *carry)
        return carry

    return run


def cond(params: dict[str, Any], program: Callable) -> Callable:
    """A branch; its parameters are as those of ``scan``."""
    branches = [program(x) for x in params["branches"]]

    def run(which: np.ndarray, *x: np.ndarray) -> list[np.ndarray]:
        return branches[min(max(int(which), 0), len(branches) - 1)](*x)

    return run


LOOPS: dict[str, Callable] = {"scan": scan, "while": while_, "cond": cond}
