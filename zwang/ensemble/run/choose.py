"""Which crowd computes the motions of an ensemble, and why."""

from __future__ import annotations

import contextlib
import functools
import importlib.util

import numpy as np

from zwang.engine import Unsupported
from zwang.engine.cuda import cuda_crowd
from zwang.engine.ensemble import cores, native_crowd
from zwang.ensemble.run.one_by_one import OneByOne
from zwang.ensemble.run.task import Task
from zwang.ensemble.run.traced import JaxCrowd
from zwang.integrate.backend import AbstractCrowd

EVENTS = "events"


def crowd_for(task: Task) -> AbstractCrowd:
    """C where that can be, in threads or on a GPU; else JAX; else one after the other."""
    asked, why = task.request(), ""
    half = task.dtype != np.float64
    if task.engine != "jax":
        try:
            if half:
                raise Unsupported("the engine in C computes in float64 only")
            if task.engine == "cuda":
                return cuda_crowd(asked, task.n)
            if task.engine == "auto" and task.crowded and gpu():
                with contextlib.suppress(Unsupported):
                    return cuda_crowd(asked, task.n)
            return native_crowd(asked, task.n, task.threads)
        except Unsupported as reason:
            why = str(reason)
            alone = None if half or task.engine == "cuda" else _by_parts(task, why)
            if alone is not None:
                return alone
            if task.engine != "auto":
                raise ValueError(
                    f"`engine` is {task.engine!r}, which these motions cannot have: {why}; wanted "
                    "'jax' or 'auto'."
                ) from None
    if asked.program.events.value.events:
        if half:
            raise ValueError("`dtype` is float32 and there are `events`; wanted float64 with them.")
        return OneByOne(task, "jax" if task.engine == "jax" else "auto", why or EVENTS)
    return JaxCrowd(task, f"jax: {why}" if why else "jax")


def _by_parts(task: Task, why: str) -> OneByOne | None:
    """Members one by one in threads, where each of them runs in C although not all together."""
    found = OneByOne(task, "auto", why, task.threads or cores())
    return found if found.machine.name.startswith("native") else None


@functools.cache
def gpu() -> bool:
    """Whether there is a GPU, and CuPy to use it."""
    if importlib.util.find_spec("cupy") is None:
        return False
    import cupy  # pyright: ignore[reportMissingImports]

    try:
        return cupy.cuda.runtime.getDeviceCount() > 0
    except cupy.cuda.runtime.CUDARuntimeError:
        return False
