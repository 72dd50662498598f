"""Timing for the benchmarks: the best of several runs, so that a noisy machine disturbs less."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import jax


def seconds(run: Callable[[], Any], *, repeats: int = 7, calls: int = 1) -> float:
    """Best time of one call of ``run``, over ``repeats`` timings of ``calls`` calls each."""
    jax.block_until_ready(run())
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        for _ in range(calls):
            result = run()
        jax.block_until_ready(result)
        best = min(best, (time.perf_counter() - start) / calls)
    return best


def first_call(run: Callable[[], Any]) -> float:
    """Time of the first call of ``run``, compiling included."""
    start = time.perf_counter()
    jax.block_until_ready(run())
    return time.perf_counter() - start
